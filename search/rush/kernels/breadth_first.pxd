# The C types of rush_flood.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.rush.kernels.layout cimport Layout
from ludoscope.search.rush.kernels.line cimport u64

@cython.final
cdef class Flood:
    cdef Layout layout
    cdef tuple kinds
    cdef u64 *table
    cdef u64 slots
    cdef u64 *queue
    cdef u64 room
    cdef u64 met
    cdef u64 head
    cdef u64 *level
    cdef u64 levels
    cdef u64 level_room
    cdef u64 memory
    cdef u64 found
    cdef int status
    cdef bint open_table(self) noexcept nogil
    cdef u64 slot(self, u64 state) noexcept nogil
    cdef bint holds(self, u64 state) noexcept nogil
    cdef void drop(self, u64 state) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef bint seed(self, u64 state) noexcept nogil
    cdef bint make_room(self) noexcept nogil
    cdef bint next_level(self) noexcept nogil
    cdef int advance(self, u64 budget) noexcept nogil
    cdef void append(self, const u64 *rest, const u64 *moves) noexcept nogil
    cdef void append_hashed(self, const u64 *rest, const u64 *moves) noexcept nogil
    cdef u64 before(self, u64 state) noexcept nogil
