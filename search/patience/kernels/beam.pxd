"""Types of beam.py, which describes them."""

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport (
    Stack, bytes_left, double_array, init_stack, push, reserve, stack_bytes
)
from ludoscope.search.kernels.bits cimport prefetch, u32, u64
from ludoscope.search.kernels.kernel cimport FAILED, OUT_OF_MEMORY, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, insert, init_set, set_bytes, reserve_set
from ludoscope.search.patience.kernels.cards cimport (
    BASE, FIRST_CELL, NO_CARD, TO_CELL, TO_HOME, can_autoplay
)
from ludoscope.search.patience.kernels.beam_node cimport Node, Rules
from ludoscope.search.patience.kernels.beam_score cimport Burial, Score, View

cdef enum:
    RANKS = 1 << 12  # distinct ranks in the selection; see `rank_counts`
    SCORE_OFFSET = 256  # scores may be negative
    MAX_NEIGHBOURS = 1024  # of one position: 24 · 4 to cards, 40 to bases, 24 to cells, 40 home
    INITIAL_NEIGHBOURS = 1 << 12
    INITIAL_LEVEL = 1 << 7
    INITIAL_SLOTS = 1 << 10
    PENDING = 32  # neighbours whose slots in the set are being fetched; a power of two
    # the trail has two items a position, whose number has 32 bits
    MAX_TRAIL_BITS = 33

cdef struct Neighbour:
    u64 hash
    int score
    int bound
    u32 parent
    u32 move
    int rank

# a position of a level
cdef struct State:
    Node node
    View view

# a neighbour whose hash has not been looked up yet
cdef struct Pending:
    Neighbour neighbour
    bint sends_home  # True if its score and bound are still to be computed, from `child`
    Node child

@cython.final
cdef class Beam(Kernel):
    cdef Rules rules
    cdef Score score
    cdef bint runs
    cdef bint home_is_move
    cdef bint normalise
    cdef u32 width
    cdef int max_moves
    cdef u64 memory_limit
    cdef public u64 max_explored
    cdef u32 level_width
    cdef State *level
    cdef State *next_level
    cdef u64 level_capacity
    cdef u64 next_capacity
    cdef u32 level_size
    cdef u32 cursor
    cdef u32 level_start
    cdef readonly int depth
    cdef Set seen
    cdef Neighbour *neighbours
    cdef u64 neighbour_count
    cdef u64 neighbour_capacity
    cdef u32 rank_counts[RANKS]
    cdef int max_rank
    cdef u32 candidates
    cdef Stack trail
    cdef Pending pending[PENDING]
    cdef u32 pending_start
    cdef u32 pending_end
    cdef View *view
    cdef View child_view
    cdef Burial burial
    cdef u64 top_cards
    cdef readonly bint pruned_by_width

    cdef u64 bytes_used(self) noexcept nogil
    cdef u64 bytes_left(self) noexcept nogil
    cdef bint reserve_space(self) noexcept nogil
    cdef inline bint add_seen(self, u64 hash) noexcept nogil
    cdef bint add_neighbour(self, Node *node, int source, int card, int count, int dest) noexcept nogil
    cdef inline bint is_pruned(self, int score, int bound) noexcept nogil
    cdef bint take_pending(self) noexcept nogil
    cdef bint take_all_pending(self) noexcept nogil
    cdef inline bint append_neighbour(
        self, const Neighbour *neighbour, bint is_seen, bint won
    ) noexcept nogil
    cdef bint expand(self, State *state) noexcept nogil
    cdef bint expand_source(self, Node *node, int source, int top) noexcept nogil
    cdef bint add_to_empty_column(self, Node *node, int source, int card, int count) noexcept nogil
    cdef bint can_fill(self, Node *node, int card) noexcept nogil
    cdef void set_level_width(self) noexcept nogil
    cdef bint reserve_level(self, u64 size) noexcept nogil
    cdef bint append_to_trail(self, Neighbour *neighbour) noexcept nogil
    cdef bint select_next_level(self) noexcept nogil
