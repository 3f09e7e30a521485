# Declarations of kernel.py, whose docstring has the data layout and the limits.

from ludoscope.search.kernels.bits cimport u64

cdef enum:  # the values of `search.kernels.Status`, which describes them
    SEARCHING = 0
    SOLVED = 1
    EXHAUSTED = 2
    FAILED = 3
    OUT_OF_MEMORY = 4

cdef class Kernel:
    cdef int state
    cdef readonly u64 explored
    cdef int advance(self, u64 until) noexcept nogil
