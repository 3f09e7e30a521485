# A depth-first search of peg solitaire (`depth_first.py` says what the names mean).

cimport cython
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.problem cimport Problem, Tables


@cython.final
cdef class DepthFirst:
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef u64 images[65 * 12]
    cdef u64 line[65]
    cdef u64 pack[65 * 32]
    cdef int untried[65]
    cdef int depth_, status
    cdef u64 *table
    cdef u64 slots, most_slots, met, explored_, refuted_

    cdef bint insert(self, u64 key) noexcept nogil
    cdef bint grow(self) noexcept nogil
    cdef int advance(self, u64 budget) noexcept nogil
