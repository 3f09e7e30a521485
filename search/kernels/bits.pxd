# Functions of 64-bit words: hashing, bit scans and population count.
#
# Data layout: a word is an unsigned 64-bit integer; bit 0 is the least significant.
# Invariants:  `hash_word` is a bijection of words, so distinct keys of one word have distinct hashes.
#              `hash_words` maps three words to one, so keys must be compared besides their hashes.
# Limits:      `lowest_bit_number` and `highest_bit_number` are undefined for 0. GCC, Clang and MSVC are supported.
# Complexity:  constant, a few instructions each; no memory.
#
# Source of the constants: splitmix64 (G. L. Steele, D. Lea, C. H. Flood, "Fast splittable
# pseudorandom number generators", OOPSLA 2014).

ctypedef unsigned short u16
ctypedef unsigned int u32
ctypedef unsigned long long u64

cdef extern from *:
    """
    #if defined(_MSC_VER) && !defined(__clang__)
    #include <intrin.h>
    static __inline int lowest_bit(unsigned long long bits) {
        unsigned long index;
        _BitScanForward64(&index, bits);
        return (int)index;
    }
    static __inline int highest_bit(unsigned long long bits) {
        unsigned long index;
        _BitScanReverse64(&index, bits);
        return (int)index;
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


cdef inline u64 hash_word(u64 key) noexcept nogil:
    """Hash a key of one word.

    This is the finaliser of splitmix64: each bit of the key affects each bit of the hash.
    """
    key = (key ^ (key >> 30)) * <u64>0xBF58476D1CE4E5B9
    key = (key ^ (key >> 27)) * <u64>0x94D049BB133111EB
    return key ^ (key >> 31)


cdef inline u64 hash_words(u64 a, u64 b, u64 c) noexcept nogil:
    """Hash a key of three words."""
    a ^= b * <u64>0x9E3779B97F4A7C15
    return hash_word(a ^ (a >> 29) ^ (c * <u64>0xD1B54A32D192ED03))


cdef inline int lowest_bit_number(u64 bits) noexcept nogil:
    """Return the number of the lowest bit set; `bits` must not be 0."""
    return lowest_bit(bits)


cdef inline int highest_bit_number(u64 bits) noexcept nogil:
    """Return the number of the highest bit set; `bits` must not be 0."""
    return highest_bit(bits)


cdef inline int popcount(u64 bits) noexcept nogil:
    """Return the number of bits set."""
    bits -= (bits >> 1) & <u64>0x5555555555555555
    bits = (bits & <u64>0x3333333333333333) + ((bits >> 2) & <u64>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <u64>0x0F0F0F0F0F0F0F0F
    return <int>((bits * <u64>0x0101010101010101) >> 56)
