"""Layout of the kernel `bounds`; its docstring describes the bounds.

    pack_tables   [(byte * 256 + value) * 4 + word]: what a byte of a board adds to its pack
    region_masks  the holes of each region, as a mask
    region_holes  [region * MAX_REGION_HOLES + index]: the holes of each region
    region_sizes  how many holes each region has
"""

cimport cython
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.problem cimport PACK_WORDS, Problem, ProblemTables

cdef enum:
    MAX_REGION_HOLES = 8


@cython.final
cdef class Bounds:
    cdef Problem problem
    cdef ProblemTables *tables
    cdef u64 pack_tables[8192]
    cdef u64 region_masks[256]
    cdef unsigned char region_holes[2048]
    cdef unsigned char region_sizes[256]
    cdef int region_count
    cdef bint is_backward

    cdef void add_weight(self, int lane, int hole, long long weight) noexcept nogil
    cdef int count_regions(self, u64 board, signed char *region_of_hole) noexcept nogil
    cdef void write_pack(self, u64 board, u64 *pack) noexcept nogil
