"""C declarations of `board.py` and its inlined functions. Its docstring has layout and limits."""

cimport cython
from ludoscope.search.kernels.bits cimport highest_bit_number, lowest_bit_number, popcount, u64

cdef enum:
    MAX_SCORE = 127
    WIN_IN_1 = 126

cdef struct StaticBounds:
    int reply_count
    int lower
    int upper

@cython.final
cdef class Board:
    cdef int rows
    cdef int row_shift
    cdef int column_shift
    cdef u64 cells
    cdef u64 not_first
    cdef u64 not_last
    cdef u64 last_row
    cdef u64 first_row
    cdef u64 stops_mover[64]
    cdef u64 stops_opponent[64]
    cdef void static_bounds(self, u64 mover, u64 opponent, StaticBounds *bounds) noexcept nogil
    cdef int max_plies(self, u64 mover, u64 opponent) noexcept nogil


cdef inline u64 move_targets(Board board, u64 mover, u64 opponent, int step) noexcept nogil:
    """Return the cells that pawns can go to by a step of 7 (left), 8 (ahead) or 9 (right)."""
    if step == 8:
        return (mover << 8) & board.cells & ~(mover | opponent)
    if step == 7:
        return ((mover & board.not_first) << 7) & opponent
    return ((mover & board.not_last) << 9) & opponent
