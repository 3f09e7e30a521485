"""Types of freecell_best_first.py, which describes them."""

cimport cython
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport Stack, append, bytes_left, double_array, init_stack
from ludoscope.search.kernels.bits cimport lowest_bit_number, prefetch, u32, u64
from ludoscope.search.kernels.kernel cimport FAILED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport (
    HashSet, clear_hash_set, hash_slot, insert_hash, reserve_hashes
)
from ludoscope.search.patience.kernels.freecell_solution cimport position_of, solution_moves
from ludoscope.search.patience.kernels.freecell_moves cimport (
    MAX_MOVES, Child, generate_moves, splits_run
)
from ludoscope.search.patience.kernels.freecell_state cimport (
    MAX_CELLS, State, Weights, autoplay, build_child, clamp, compute_score,
    may_autoplay, set_up, set_weights
)

cdef enum:
    MAX_PASSES = 8
    BUCKETS = 1 << 12
    SCORE_OFFSET = 1 << 9  # scores may be negative
    INITIAL_SLOTS = 1 << 12
    INITIAL_STATES = 1 << 6
    INITIAL_NODES = 1 << 10
    MAX_NODE_BITS = 31  # node numbers are signed 32-bit integers

# an open node: its position is built from its parent when its turn comes
cdef struct Node:
    int next
    int parent
    u32 move
    int score

@cython.final
cdef class FreeCellSearch(Kernel):
    cdef Weights weights[MAX_PASSES]
    cdef Weights *w
    cdef int pass_count
    cdef int pass_number
    cdef int columns
    cdef int cells
    cdef bint normalise
    cdef State root
    cdef State start
    cdef State won
    cdef State built
    cdef unsigned char autoplayed[52]
    cdef Child children[MAX_MOVES + 1]
    cdef State *states
    cdef u64 expanded
    cdef u64 state_capacity
    cdef Node *nodes
    cdef u64 node_count
    cdef u64 node_capacity
    cdef int bucket_heads[BUCKETS]
    cdef u64 full_buckets[BUCKETS >> 6]
    cdef u64 full_words
    cdef HashSet seen
    cdef u64 memory_limit
    cdef readonly u64 generated
    cdef u64 pass_end
    cdef Stack path

    cdef int next_pass(self, bint exhausted) noexcept nogil
    cdef inline bint add_seen(self, u64 hash) noexcept nogil
    cdef inline void push(self, int score, u32 move) noexcept nogil
    cdef inline bint reserve_space(self) noexcept nogil
    cdef bint grow_states(self) noexcept nogil
    cdef bint grow_nodes(self) noexcept nogil
    cdef bint grow_seen(self) noexcept nogil
    cdef u64 bytes_left(self) noexcept nogil
    cdef u64 bytes_used(self) noexcept nogil
    cdef inline void expand(self, State *s) noexcept nogil
    cdef void open_built(self, State *s, const Child *child) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef u64 last_expanded(self) noexcept nogil
