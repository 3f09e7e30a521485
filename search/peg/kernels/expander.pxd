# The first phase of a thread of a sweep of peg solitaire (see `sweep.py`).
#
#   keys, tags     for each part of a level room for so many children, `waiting` of them in use:
#                  the board, and the moves made << 8 | the hole of the peg in hand

cimport cython
from libc.stdlib cimport calloc, free
from ludoscope.search.kernels.bits cimport mixed, u64
from ludoscope.search.peg.kernels.bounds cimport Bounds
from ludoscope.search.peg.kernels.problem cimport (
    Problem, Tables, least_image, lowered, write_images
)
from ludoscope.search.peg.kernels.states cimport PARTS, Frontier, Levels, Part

cdef enum:
    PENDING = 1024  # more than twice the most jumps of a board


cdef struct Pending:
    u64 keys[PARTS * PENDING]
    unsigned short tags[PARTS * PENDING]
    int waiting[PARTS]


@cython.final
cdef class Expander:
    cdef Problem problem
    cdef Tables *tables
    cdef Bounds bounds
    cdef Levels levels
    cdef Frontier frontier
    cdef Pending *pending
    cdef unsigned char moved[768]
    cdef signed char owner[64]
    cdef u64 pack[4]
    cdef u64 child[4]
    cdef u64 images[12]
    cdef bint backward
    cdef int total
    cdef int number
    cdef int count
    cdef int part
    cdef int fullest
    cdef u64 slot
    cdef u64 full
    cdef u64 explored
    cdef u64 board
    cdef u64 found

    cdef void begin(self) noexcept nogil
    cdef void fill(self, u64 budget) noexcept nogil
    cdef void expand(self, u64 board, u64 hands, int depth) noexcept nogil
    cdef void put(self, u64 board, int jump, int depth) noexcept nogil
    cdef void meet(self, u64 board, int needed) noexcept nogil
