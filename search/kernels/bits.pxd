# What all kernels of peg solitaire share.

ctypedef unsigned long long u64


cdef inline u64 mixed(u64 key) noexcept nogil:
    """The finaliser of splitmix64: every bit of the key moves half the bits of the result."""
    key = (key ^ (key >> 30)) * <u64>0xBF58476D1CE4E5B9
    key = (key ^ (key >> 27)) * <u64>0x94D049BB133111EB
    return key ^ (key >> 31)
