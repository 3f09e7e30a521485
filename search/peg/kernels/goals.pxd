# The types of goals.py, whose docstring says what the names mean.

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.kernels.tables cimport Set, has, insert, open_set
from ludoscope.search.peg.kernels.problem cimport (
    Problem, Tables, least_after, least_image, write_images
)

@cython.final
cdef class Goals:
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef Set seen
    cdef int remaining  # jumps from the last level that is complete to the finish
    cdef u64 images[12]

    cdef void make(self, u64 *queue, int most) noexcept nogil
