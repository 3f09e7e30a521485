# A problem of peg solitaire as the kernels see it.
#
#   mask, pegs   per jump: its three holes; those of them that hold a peg before it
#   image        per symmetry, byte of a position and value of the byte: the image of that byte
#   change       per jump and symmetry: the image of the jump's three holes
#   pack         32 pagodas, a byte of four words for each; a lane of a position is 128 + excess,
#                a lane of a jump what it takes away (see `search.peg.pagoda`)
#   removed      jumps from start to finish
#   first, lost  the packs at the start; per jump what it takes away. `words` words each

cimport cython
from libc.stdlib cimport free
from ludoscope.search.kernels.arrays cimport words
from ludoscope.search.kernels.bits cimport u64

cdef enum:
    PACK = 4  # words of a pack
    IMAGES = 12  # of a position, itself not counted, at the most


cdef inline bint lowered(u64 *child, const u64 *parent, const u64 *lost, int words) noexcept nogil:
    """Write the packs after a jump; False as soon as some pagoda refutes the position."""
    cdef u64 alive
    cdef int word = 0
    while word < words:
        child[word] = parent[word] - lost[word]
        child[word + 1] = parent[word + 1] - lost[word + 1]
        child[word + 2] = parent[word + 2] - lost[word + 2]
        child[word + 3] = parent[word + 3] - lost[word + 3]
        alive = child[word] & child[word + 1] & child[word + 2] & child[word + 3]
        if alive & <u64>0x8080808080808080 != <u64>0x8080808080808080:
            return False
        word += PACK
    return True


cdef struct Tables:
    u64 start
    u64 finish
    int holes
    int jumps
    int symmetries
    int length
    int removed
    int words
    int source[512]
    int over[512]
    int to[512]
    u64 mask[512]
    u64 pegs[512]
    u64 first[32]
    u64 *lost
    u64 *image
    u64 *change


@cython.final
cdef class Problem:
    cdef Tables tables
    cdef int of_hole[64]

    cdef void set_images(self, int number, int *permutation) noexcept nogil
    cdef void set_lane(self, int lane, int *weights) noexcept nogil


cdef inline void write_images(const Tables *tables, u64 position, u64 *images) noexcept nogil:
    """Write the images of a position under all symmetries."""
    cdef const u64 *table = tables.image
    cdef int number, low
    cdef u64 rest, image
    for number in range(tables.symmetries):
        image = 0
        rest = position
        for low in range(tables.length):
            image |= table[256 * low + (rest & 255)]
            rest >>= 8
        images[number] = image
        table += 8 * 256


cdef inline u64 least_after(
    const Tables *tables, u64 child, const u64 *images, int jump
) noexcept nogil:
    """The canonical form of `child`, to which `jump` led from the position of those images."""
    cdef const u64 *change = tables.change + jump * IMAGES
    cdef u64 least = child
    cdef u64 image
    cdef int number
    for number in range(tables.symmetries):
        image = images[number] ^ change[number]
        least = image if image < least else least
    return least


cdef inline u64 least_image(const Tables *tables, u64 position) noexcept nogil:
    """The canonical form of a position, the least of its images."""
    cdef u64 images[IMAGES]
    cdef u64 least = position
    cdef int number
    write_images(tables, position, images)
    for number in range(tables.symmetries):
        least = images[number] if images[number] < least else least
    return least
