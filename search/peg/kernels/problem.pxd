"""Layout of a problem of peg solitaire, and the functions on it that other kernels inline.

See `problem.py` for the meaning, the limits and the costs.

Fields of `ProblemTables`:

    start, finish  positions: bit h is set if hole h holds a peg
    hole_count     holes of the board
    jump_count     jumps, in both directions
    image_count    symmetries, the identity not counted
    byte_count     bytes of a position that hold bits, hole_count / 8 rounded up
    total_jumps    jumps from start to finish
    pack_words     words of the packs of a position: 4 for every 32 pagodas, or part of them
    source, jumped, target
                   per jump: the hole it starts from, jumps over, and ends in
    mask           per jump: bits of its three holes; a jump is an exclusive or with it
    pegs           per jump: bits of source and jumped; it is legal if `position & mask == pegs`
    start_packs    the packs of the start
    losses         [jump * pack_words + word]: by how much a jump lowers each lane, 0 to 127
    byte_images    [(symmetry * 8 + byte) * 256 + value]: the image of a byte of a position
    mask_images    [jump * MAX_IMAGES + symmetry]: the image of the jump's mask
"""

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport allocate_words
from ludoscope.search.kernels.bits cimport u64

cdef enum:
    PACK_WORDS = 4  # words that hold 32 pagodas, one byte each
    MAX_IMAGES = 12  # symmetries of a board, the identity not counted


cdef inline bint update_packs(
    u64 *child, const u64 *parent, const u64 *losses, int pack_words
) noexcept nogil:
    """Write the packs after a jump; return False as soon as some pagoda refutes the position."""
    cdef u64 signs
    cdef int word = 0
    while word < pack_words:
        child[word] = parent[word] - losses[word]
        child[word + 1] = parent[word + 1] - losses[word + 1]
        child[word + 2] = parent[word + 2] - losses[word + 2]
        child[word + 3] = parent[word + 3] - losses[word + 3]
        signs = child[word] & child[word + 1] & child[word + 2] & child[word + 3]
        if signs & <u64>0x8080808080808080 != <u64>0x8080808080808080:
            return False
        word += PACK_WORDS
    return True


cdef struct ProblemTables:
    u64 start
    u64 finish
    int hole_count
    int jump_count
    int image_count
    int byte_count
    int total_jumps
    int pack_words
    int source[512]
    int jumped[512]
    int target[512]
    u64 mask[512]
    u64 pegs[512]
    u64 start_packs[32]
    u64 *losses
    u64 *byte_images
    u64 *mask_images


@cython.final
cdef class Problem:
    cdef ProblemTables tables
    cdef int hole_values[64]  # a permutation or weights, while they are converted from Python

    cdef void set_images(self, int number, int *permutation) noexcept nogil
    cdef bint set_lane(self, int lane, int *weights) noexcept nogil


cdef inline void write_images(
    const ProblemTables *tables, u64 position, u64 *images
) noexcept nogil:
    """Write the image of a position under each symmetry."""
    cdef const u64 *table = tables.byte_images
    cdef int number, byte
    cdef u64 remaining, image
    for number in range(tables.image_count):
        image = 0
        remaining = position
        for byte in range(tables.byte_count):
            image |= table[256 * byte + (remaining & 255)]
            remaining >>= 8
        images[number] = image
        table += 8 * 256


cdef inline u64 canonical_child(
    const ProblemTables *tables, u64 child, const u64 *images, int jump
) noexcept nogil:
    """Return the canonical form of `child`; `images` are those of the position it was reached from.

    `jump` is the number of the jump that leads to it.
    """
    cdef const u64 *mask_images = tables.mask_images + jump * MAX_IMAGES
    cdef u64 smallest = child
    cdef u64 image
    cdef int number
    for number in range(tables.image_count):
        image = images[number] ^ mask_images[number]
        smallest = image if image < smallest else smallest
    return smallest


cdef inline u64 canonical_form(const ProblemTables *tables, u64 position) noexcept nogil:
    """Return the canonical form of a position, the smallest of its images."""
    cdef u64 images[MAX_IMAGES]
    cdef u64 smallest = position
    cdef int number
    write_images(tables, position, images)
    for number in range(tables.image_count):
        smallest = images[number] if images[number] < smallest else smallest
    return smallest
