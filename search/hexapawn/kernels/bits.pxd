# Bits of hexapawn boards in rows of eight, inlined into the kernels.

from ludoscope.search.kernels.bits cimport u64


cdef inline u64 swapped(u64 bits) noexcept nogil:
    """The eight rows in reverse order."""
    bits = ((bits >> 8) & <u64>0x00FF00FF00FF00FF) | ((bits & <u64>0x00FF00FF00FF00FF) << 8)
    bits = ((bits >> 16) & <u64>0x0000FFFF0000FFFF) | ((bits & <u64>0x0000FFFF0000FFFF) << 16)
    return (bits >> 32) | (bits << 32)


cdef inline u64 mirrored(u64 bits) noexcept nogil:
    """Each row of eight bits in reverse order."""
    bits = ((bits >> 1) & <u64>0x5555555555555555) | ((bits & <u64>0x5555555555555555) << 1)
    bits = ((bits >> 2) & <u64>0x3333333333333333) | ((bits & <u64>0x3333333333333333) << 2)
    return ((bits >> 4) & <u64>0x0F0F0F0F0F0F0F0F) | ((bits & <u64>0x0F0F0F0F0F0F0F0F) << 4)


cdef inline int passed_up(int score) noexcept nogil:
    """What a move to a successor of that score makes the position worth: one ply farther off."""
    return -score - 1 if score < 0 else 1 - score
