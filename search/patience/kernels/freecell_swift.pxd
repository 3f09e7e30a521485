# The types of freecell_swift.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport double_array, left
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.kernels.kernel cimport FAILED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, double_set, insert, renew_set, set_bytes
from ludoscope.search.patience.kernels.freecell_line cimport card_moves, shown
from ludoscope.search.patience.kernels.freecell_moves cimport (
    HOMING, MOVES, Child, comes_apart, moves
)
from ludoscope.search.patience.kernels.freecell_state cimport (
    COLUMNS, MOST_CELLS, Move, State, Weights, appraise, between, build, lay_out, go_home
)

cdef enum:
    PASSES = 8
    BUCKETS = 1 << 12
    OFFSET = 1 << 9  # scores may be negative
    SLOTS = 1 << 12

cdef struct Node:
    int next
    int parent
    Move move

@cython.final
cdef class Swift(Kernel):
    cdef Weights weights[PASSES]
    cdef Weights w
    cdef int passes
    cdef int number
    cdef int columns
    cdef int cells
    cdef bint silent
    cdef State root
    cdef State start
    cdef State won
    cdef State built
    cdef unsigned char homed[52]
    cdef Child children[72]
    cdef State *states
    cdef u64 expanded
    cdef u64 state_room
    cdef Node *nodes
    cdef u64 pushed
    cdef u64 node_room
    cdef int heads[BUCKETS]
    cdef int lowest
    cdef Set seen
    cdef u64 memory
    cdef readonly u64 generated
    cdef u64 quota

    cdef bint next_pass(self, bint dry) noexcept nogil
    cdef inline bint insert(self, u64 hash) noexcept nogil
    cdef inline void push(self, int score, int parent, Move move) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint more_states(self) noexcept nogil
    cdef bint more_nodes(self) noexcept nogil
    cdef bint more_seen(self) noexcept nogil
    cdef u64 left(self) noexcept nogil
    cdef u64 bytes(self) noexcept nogil
    cdef inline void expand(self, State *s) noexcept nogil
    cdef void meet(self, State *s, Move move) noexcept nogil
    cdef int pop(self) noexcept nogil
    cdef u64 latest(self) noexcept nogil
