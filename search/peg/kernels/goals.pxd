cimport cython
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.problem cimport Problem, Tables


@cython.final
cdef class Goals:
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef u64 *table
    cdef u64 slots
    cdef int remaining  # jumps from the last level that is complete to the finish
    cdef u64 images[12]

    cdef bint add(self, u64 key) noexcept nogil
    cdef bint has(self, u64 key) noexcept nogil
    cdef void make(self, u64 *queue, int most) noexcept nogil
