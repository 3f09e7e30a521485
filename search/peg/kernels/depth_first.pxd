# The types of depth_first.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport left
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.tables cimport Set, double_set, insert, open_set, set_bytes
from ludoscope.search.peg.kernels.problem cimport (
    IMAGES, Problem, Tables, least_after, least_image, lowered, write_images
)

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
