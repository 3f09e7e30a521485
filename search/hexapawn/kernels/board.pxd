# The types of board.py, whose docstring says what the names mean, and what is inlined.

cimport cython
from ludoscope.search.kernels.bits cimport highest, lowest, ones, u64

cdef enum:
    FAR = 127
    WON = 126  # in 1

cdef struct Judgement:
    int replies
    int lower
    int upper

@cython.final
cdef class Board:
    cdef int rows
    cdef int flip
    cdef int side
    cdef u64 cells
    cdef u64 not_first
    cdef u64 not_last
    cdef u64 goal
    cdef u64 home
    cdef u64 reaching[64]
    cdef u64 falling[64]
    cdef void judge(self, u64 own, u64 rival, Judgement *found) noexcept nogil


cdef inline u64 targets(Board board, u64 own, u64 rival, int step) noexcept nogil:
    """Where pawns can go by a step of 7 (to the left), 8 (ahead) or 9 (to the right)."""
    if step == 8:
        return (own << 8) & board.cells & ~(own | rival)
    if step == 7:
        return ((own & board.not_first) << 7) & rival
    return ((own & board.not_last) << 9) & rival
