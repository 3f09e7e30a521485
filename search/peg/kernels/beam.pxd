# A beam search of peg solitaire (`beam.py` says what the names mean).

cimport cython
from ludoscope.search.kernels.bits cimport u64
from ludoscope.search.peg.kernels.goals cimport Goals
from ludoscope.search.peg.kernels.problem cimport Problem, Tables

ctypedef unsigned int u32


cdef struct Candidate:
    u64 key
    u64 board
    u32 origin


@cython.final
cdef class Beam:
    cdef Problem problem  # owns the tables
    cdef Tables *tables
    cdef Goals goals
    cdef int levels  # jumps from the start to the level of the goals
    cdef int width
    cdef u64 memory
    cdef int worth[256]
    cdef u64 images[12]
    cdef u64 line[65]
    cdef int depth_, expanded, count, candidates, room, slots, status
    cdef bint cut
    cdef u64 explored_
    cdef u64 *kept
    cdef u32 *parent
    cdef u64 *pack
    cdef Candidate *candidate
    cdef u64 *packs
    cdef u64 *rank
    cdef u32 *slot

    cdef void release(self) noexcept nogil
    cdef u64 bytes_for(self, u64 room, u64 slots) noexcept nogil
    cdef bint more_room(self) noexcept nogil
    cdef bint more_slots(self) noexcept nogil
    cdef u64 place(self, u64 key) noexcept nogil
    cdef int score(self, u64 board, u64 *pack) noexcept nogil
    cdef int expand(self, int number) noexcept nogil
    cdef int descend(self) noexcept nogil
    cdef void finish_line(self, int number, u64 board) noexcept nogil
    cdef int advance(self, u64 budget) noexcept nogil
