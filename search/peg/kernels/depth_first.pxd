# The types of depth_first.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.kernels.kernel cimport Kernel
from ludoscope.search.kernels.tables cimport Set
from ludoscope.search.peg.kernels.problem cimport Problem, Tables

@cython.final
cdef class DepthFirst(Kernel):
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef u64 line[65]
    cdef u64 images[65 * 12]
    cdef u64 pack[65 * 32]
    cdef int untried[65]
    cdef readonly int depth
    cdef Set seen
    cdef u64 memory
    cdef readonly u64 refuted
