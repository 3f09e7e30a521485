# Words of 64 bits: hashes of keys, and bits counted.

ctypedef unsigned short u16
ctypedef unsigned int u32
ctypedef unsigned long long u64

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int lowest_bit(unsigned long long bits) {
        unsigned long at;
        _BitScanForward64(&at, bits);
        return (int)at;
    }
    static __inline int highest_bit(unsigned long long bits) {
        unsigned long at;
        _BitScanReverse64(&at, bits);
        return (int)at;
    }
    #if defined(_M_X64)
    #define prefetch_line(address) _mm_prefetch((const char *)(address), _MM_HINT_T0)
    #else
    #define prefetch_line(address) __prefetch((const void *)(address))
    #endif
    #else
    #define lowest_bit(bits) __builtin_ctzll(bits)
    #define highest_bit(bits) (63 - __builtin_clzll(bits))
    #define prefetch_line(address) __builtin_prefetch(address)
    #endif
    """
    int lowest_bit(u64 bits) noexcept nogil
    int highest_bit(u64 bits) noexcept nogil
    void prefetch "prefetch_line" (const void *address) noexcept nogil


cdef inline u64 mixed(u64 key) noexcept nogil:
    """The finaliser of splitmix64: every bit of the key flips half the bits of the result."""
    key = (key ^ (key >> 30)) * <u64>0xBF58476D1CE4E5B9
    key = (key ^ (key >> 27)) * <u64>0x94D049BB133111EB
    return key ^ (key >> 31)


cdef inline u64 mixed_wide(u64 a, u64 b, u64 c) noexcept nogil:
    """The same for a key of three words."""
    a ^= b * <u64>0x9E3779B97F4A7C15
    return mixed(a ^ (a >> 29) ^ (c * <u64>0xD1B54A32D192ED03))


cdef inline int lowest(u64 bits) noexcept nogil:
    """The number of the lowest bit set; `bits` is not 0."""
    return lowest_bit(bits)


cdef inline int highest(u64 bits) noexcept nogil:
    """The number of the highest bit set; `bits` is not 0."""
    return highest_bit(bits)


cdef inline int ones(u64 bits) noexcept nogil:
    """How many bits are set."""
    bits -= (bits >> 1) & <u64>0x5555555555555555
    bits = (bits & <u64>0x3333333333333333) + ((bits >> 2) & <u64>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <u64>0x0F0F0F0F0F0F0F0F
    return <int>((bits * <u64>0x0101010101010101) >> 56)
