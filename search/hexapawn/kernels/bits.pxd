"""Inlined functions on hexapawn bitboards (8 rows of 8 bits, row 0 lowest) and on scores.

All are pure and take constant time. For the scale of scores see `null_window.py`.
"""

from ludoscope.search.kernels.bits cimport u64


cdef inline u64 rows_reversed(u64 bits) noexcept nogil:
    """Return the eight rows in reverse order: a byte swap."""
    bits = ((bits >> 8) & <u64>0x00FF00FF00FF00FF) | ((bits & <u64>0x00FF00FF00FF00FF) << 8)
    bits = ((bits >> 16) & <u64>0x0000FFFF0000FFFF) | ((bits & <u64>0x0000FFFF0000FFFF) << 16)
    return (bits >> 32) | (bits << 32)


cdef inline u64 columns_reversed(u64 bits) noexcept nogil:
    """Return the board with the eight bits of each row in reverse order."""
    bits = ((bits >> 1) & <u64>0x5555555555555555) | ((bits & <u64>0x5555555555555555) << 1)
    bits = ((bits >> 2) & <u64>0x3333333333333333) | ((bits & <u64>0x3333333333333333) << 2)
    return ((bits >> 4) & <u64>0x0F0F0F0F0F0F0F0F) | ((bits & <u64>0x0F0F0F0F0F0F0F0F) << 4)


cdef inline int parent_score(int score) noexcept nogil:
    """Return the score of a position by a move to a successor of this score: one ply farther."""
    return -score - 1 if score < 0 else 1 - score
