# What the kernels of patience built in suit share; samesuit_layout.py says what the names mean.

ctypedef unsigned long long u64

cdef enum:
    KING = 12
    NO_COLUMN = 63
    KINGS_SHIFT = 56

cdef struct State:
    u64 key
    u64 down
    u64 up
    u64 tops_down
    u64 tops_up
    u64 standing
    int empty


cdef inline u64 each() noexcept nogil:
    """Bit 0 of every suit."""
    return 0x0001000100010001


cdef inline int ones(u64 bits) noexcept nogil:
    """The number of bits set."""
    bits -= (bits >> 1) & <u64>0x5555555555555555
    bits = (bits & <u64>0x3333333333333333) + ((bits >> 2) & <u64>0x3333333333333333)
    bits = (bits + (bits >> 4)) & <u64>0x0F0F0F0F0F0F0F0F
    return <int>((bits * <u64>0x0101010101010101) >> 56)


cdef inline int held(u64 down, int bit) noexcept nogil:
    """The cards of the pile on the base `bit`."""
    cdef int count = 1
    down >>= bit + 1
    while down & 1:
        down >>= 1
        count += 1
    return count


cdef inline u64 complete(const State *state) noexcept nogil:
    """The suits that are home, kings and all."""
    return (state.up + each()) >> 13 & each()


cdef inline u64 piled(u64 down, u64 bases, u64 kings) noexcept nogil:
    """The freed cards that lie on these bases or kings: a bit added below a pile carries through."""
    return down & ~(down + (bases << 1 | kings))
