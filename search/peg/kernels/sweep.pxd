# A sweep of peg solitaire (`sweep.py` says how).
#
#   pending    what waits, of each thread
#   dropped    parts of the level at hand that are freed
#   marks      boards expanded before each level

cimport cython
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.peg.kernels.bounds cimport Bounds
from ludoscope.search.peg.kernels.expander cimport PENDING, Expander, Pending
from ludoscope.search.peg.kernels.problem cimport Problem, Tables, least_image
from ludoscope.search.peg.kernels.states cimport PARTS, Frontier, Levels

@cython.final
cdef class Sweep:
    cdef Tables *tables
    cdef Levels levels
    cdef Frontier frontier
    cdef list expanders
    cdef Pending *pending[64]
    cdef int threads
    cdef bint backward
    cdef bint overflow
    cdef int dropped
    cdef u64 marks[66]
    cdef u64 found

    cdef bint empty(self, int part) noexcept nogil
    cdef descend(self)
