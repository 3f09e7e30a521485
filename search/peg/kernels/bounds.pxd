# What the sweeps of peg solitaire prune by (`bounds.py` says how).
#
#   worth            per byte of a board and value of the byte, what it adds to the pack of the board
#   region           masks of holes; members, sizes: their holes

cimport cython
from libc.string cimport memset
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.problem cimport Problem, Tables

cdef enum:
    REGION = 8  # holes of a region


@cython.final
cdef class Bounds:
    cdef Problem problem
    cdef Tables *tables
    cdef u64 worth[8192]
    cdef u64 region[256]
    cdef unsigned char members[2048]
    cdef unsigned char sizes[256]
    cdef int regions
    cdef bint backward

    cdef void add_worth(self, int lane, int hole, long long weight) noexcept nogil
    cdef int count(self, u64 board, signed char *owner) noexcept nogil
    cdef void value(self, u64 board, u64 *pack) noexcept nogil
