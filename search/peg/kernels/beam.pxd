# The types of beam.py, whose docstring says what the names mean.

cimport cython
from libc.math cimport sqrt
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset
from ludoscope.search.kernels.arrays cimport double_array, double_words, words
from ludoscope.search.kernels.bits cimport mixed, u32, u64
from ludoscope.search.kernels.kernel cimport EXHAUSTED, FAILED, FULL, SEARCHING, SOLVED, Kernel
from ludoscope.search.kernels.selection cimport bring_forward
from ludoscope.search.kernels.tables cimport (
    Index, double_index, has, index_bytes, index_put, index_slot, open_index
)
from ludoscope.search.peg.kernels.goals cimport Goals
from ludoscope.search.peg.kernels.problem cimport (
    Problem, Tables, least_after, least_image, lowered, write_images
)

cdef struct Candidate:
    u64 key
    u64 board
    u32 origin

@cython.final
cdef class Beam(Kernel):
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef Goals goals
    cdef int levels  # jumps from the start to the level of the goals
    cdef int width
    cdef u64 memory
    cdef int worth[256]
    cdef u64 images[12]
    cdef readonly int depth
    cdef readonly int frontier
    cdef int expanded
    cdef bint cut
    cdef u64 *kept
    cdef u32 *parent
    cdef u64 *pack
    cdef u64 candidates
    cdef u64 room
    cdef Candidate *candidate
    cdef u64 *packs
    cdef u64 *rank
    cdef Index index
    cdef u64 goal
    cdef int origin

    cdef u64 bytes_for(self, u64 room, u64 slots) noexcept nogil
    cdef bint more_room(self) noexcept nogil
    cdef bint more_slots(self) noexcept nogil
    cdef int score(self, u64 board, u64 *pack) noexcept nogil
    cdef int expand(self, int number) noexcept nogil
    cdef int descend(self) noexcept nogil
