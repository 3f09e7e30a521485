"""Layout of the kernel `goals`; its docstring describes the search.

    seen             the canonical positions of all levels, a hash set of 8-byte keys
    jumps_to_finish  the number of jumps from the last complete level to the finish
    images           the images of the position that is being expanded
"""

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport hash_word, u64
from ludoscope.search.kernels.tables cimport Set, contains, insert, init_set
from ludoscope.search.peg.kernels.problem cimport (
    MAX_IMAGES, Problem, ProblemTables, canonical_child, canonical_form, write_images
)

@cython.final
cdef class Goals:
    cdef Problem problem  # owns the tables
    cdef ProblemTables *tables
    cdef Set seen
    cdef int jumps_to_finish
    cdef u64 images[MAX_IMAGES]

    cdef void add_levels(self, u64 *queue, int max_goals) noexcept nogil
