# The types of beam.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from ludoscope.search.kernels.arrays cimport (
    Stack, double_array, left, open_stack, push, reserve, stack_bytes
)
from ludoscope.search.kernels.bits cimport u32, u64
from ludoscope.search.kernels.kernel cimport FAILED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, insert, open_set, set_bytes, set_room
from ludoscope.search.patience.kernels.cards cimport BASE, FIRST_CELL, NONE, TO_CELL, TO_HOME
from ludoscope.search.patience.kernels.node cimport Node, Rules
from ludoscope.search.patience.kernels.score cimport Score, View

cdef enum:
    SCORES = 1 << 12  # scores told apart when choosing
    LOWEST = 256  # how far below 0 they go

cdef struct Found:
    u64 hash
    int score
    int bound
    u32 parent
    u32 step
    int rank

@cython.final
cdef class Beam(Kernel):
    cdef Rules rules
    cdef Score score
    cdef bint runs
    cdef bint choice
    cdef bint silent
    cdef u32 width
    cdef int most
    cdef u64 memory
    cdef Node *level
    cdef Node *follow
    cdef u32 count
    cdef u32 cursor
    cdef u32 first
    cdef readonly int depth
    cdef Set seen
    cdef Found *found
    cdef u64 found_top
    cdef u64 found_room
    cdef u32 counts[SCORES]
    cdef int last
    cdef u32 within
    cdef Stack trail
    cdef View view
    cdef View other
    cdef readonly bint thinned

    cdef u64 bytes_held(self) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef inline bint meet(self, u64 hash) noexcept nogil
    cdef bint add(self, Node *node, int source, int card, int count, int dest) noexcept nogil
    cdef inline bint note(self, Found found, bint met, bint won) noexcept nogil
    cdef bint expand(self, Node *node) noexcept nogil
    cdef bint expand_card(self, Node *node, int source, int top) noexcept nogil
    cdef bint fill(self, Node *node, int source, int card, int count) noexcept nogil
    cdef bint may_fill(self, Node *node, int card) noexcept nogil
    cdef bint keep(self, Found *found) noexcept nogil
    cdef bint choose(self) noexcept nogil
