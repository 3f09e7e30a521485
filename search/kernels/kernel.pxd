# The base class of kernels; kernel.py says what it does, `search.kernels.Status` what statuses mean.

from ludoscope.search.kernels.bits cimport u64

cdef enum:
    SEARCHING = 0
    SOLVED = 1
    EXHAUSTED = 2
    FAILED = 3
    FULL = 4

cdef class Kernel:
    cdef int state
    cdef readonly u64 explored
    cdef int advance(self, u64 until) noexcept nogil
