# The types of same_suit_search.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free, malloc
from ludoscope.search.kernels.arrays cimport double_array
from ludoscope.search.kernels.bits cimport mixed, ones, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FULL, SEARCHING, SOLVED
from ludoscope.search.kernels.tables cimport Set, insert, open_set, renew_set
from ludoscope.search.patience.kernels.same_suit_bits cimport (
    KINGS_SHIFT, NO_COLUMN, State, complete, each, held, piled, used
)
from ludoscope.search.patience.kernels.same_suit_layout cimport Layout, drop, waiting_kings

cdef enum:
    BUCKETS = 512
    STEPS = 128  # more than a state can have
    NODE_BYTES = 24
    SLOT_BYTES = 16  # two slots a node

cdef struct Node:
    u64 key
    u32 parent
    u32 step
    u32 next

@cython.final
cdef class Search(Layout):
    cdef int pile[52]
    cdef Node *nodes
    cdef Set seen
    cdef u64 capacity
    cdef u64 memory
    cdef u32 heads[BUCKETS]
    cdef int least
    cdef readonly u32 entries
    cdef readonly u32 frontier
    cdef u32 here
    cdef u32 won
    cdef readonly u64 stuck
    cdef readonly u64 lost

    cdef void expand(self) noexcept nogil
    cdef inline bint relaxes(self) noexcept nogil
    cdef bint is_stuck(self, State *state) noexcept nogil
    cdef bint is_calm(self, State *state) noexcept nogil
    cdef bint firm_step(self, State *state, int hands, u64 bare) noexcept nogil
    cdef void dig(self, State *state, int column, int hands, u64 bare) noexcept nogil
    cdef void exchange(self, State *state, int hands) noexcept nogil
    cdef void take(self, State *before, int column, int turned, u64 comes) noexcept nogil
    cdef void append(self, State *state, u32 step) noexcept nogil
    cdef bint grow(self) noexcept nogil
