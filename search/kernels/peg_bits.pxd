# What the kernels of peg solitaire share, inlined into each.
#
#   pack     32 pagodas, `lane` by lane a byte of WORDS words; a lane of a position is
#            128 + excess, a lane of a jump what it takes away (see `search.pagoda`)
#   images   per symmetry and byte of a position, the image of that byte: [number][byte][value]

ctypedef unsigned long long u64

cdef enum:
    WORDS = 4


cdef inline void set_lane(u64 *words, int lane, int value) noexcept nogil:
    """Write a lane that was 0, `value` from 0 to 255."""
    words[lane >> 3] |= <u64>value << 8 * (lane & 7)


cdef inline bint lowered(u64 *child, const u64 *parent, const u64 *jump) noexcept nogil:
    """The pack after a jump; False when some pagoda refutes the position."""
    cdef u64 all_of_them = ~<u64>0
    cdef int word
    for word in range(WORDS):
        child[word] = parent[word] - jump[word]
        all_of_them &= child[word]
    return all_of_them & <u64>0x8080808080808080 == <u64>0x8080808080808080


cdef inline u64 mixed(u64 key) noexcept nogil:
    """The finaliser of splitmix64: every bit of the key moves half the bits of the result."""
    key = (key ^ (key >> 30)) * <u64>0xBF58476D1CE4E5B9
    key = (key ^ (key >> 27)) * <u64>0x94D049BB133111EB
    return key ^ (key >> 31)


cdef inline u64 canonical(const u64 *images, int symmetries, int length, u64 position) noexcept nogil:
    """The least image of a position of `length` bytes."""
    cdef u64 least = position
    cdef u64 image, rest
    cdef int number, low
    for number in range(symmetries):
        image = 0
        rest = position
        for low in range(length):
            image |= images[(number * 8 + low) * 256 + (rest & 255)]
            rest >>= 8
        if image < least:
            least = image
    return least


cdef inline void set_image(u64 *images, int number, int hole, int image) noexcept nogil:
    """Say where a symmetry takes a hole; the holes of a byte come in ascending order."""
    cdef u64 *table = images + (number * 8 + hole // 8) * 256
    cdef int low = 1 << (hole & 7)
    cdef int value
    for value in range(low):
        table[low + value] = table[value] | <u64>1 << image
