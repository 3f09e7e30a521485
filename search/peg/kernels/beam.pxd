# The types of beam.py, whose docstring says what the names mean.

cimport cython
from ludoscope.search.kernels.bits cimport u32, u64
from ludoscope.search.kernels.kernel cimport Kernel
from ludoscope.search.kernels.tables cimport Index
from ludoscope.search.peg.kernels.goals cimport Goals
from ludoscope.search.peg.kernels.problem cimport Problem, Tables

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
