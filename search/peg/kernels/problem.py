"""Kernel: a problem of peg solitaire of up to 64 holes, in the tables that the searches share.

The definition of `Tables` says what is in them (`problem.pxd`). The images of a child are
those of its parent, changed at the images of the three holes of the jump: a canonical form costs
an exclusive or and a comparison for each symmetry.
"""

import cython

MOST_PAGODAS = 256


class Problem:
    """Jumps (from, over, to) between `holes` holes, start and finish, and what helps to prune.

    `images` are the permutations of holes that keep the finish, without the identity. ValueError
    where they do not fit: 64 holes, 512 jumps, 12 images.
    """

    def __cinit__(self, jumps: list, images: list, holes: int, start: int, finish: int):
        if len(jumps) > 512 or len(images) > IMAGES or holes > 64:
            raise ValueError("the kernel takes up to 64 holes, 512 jumps and 12 symmetries")
        self.tables.start, self.tables.finish, self.tables.holes = start, finish, holes
        self.tables.removed = start.bit_count() - finish.bit_count()
        self.tables.jumps = len(jumps)
        self.tables.symmetries = len(images)
        self.tables.length = (holes + 7) // 8
        self.tables.image = words(len(images) * 8 * 256)
        self.tables.change = words(len(jumps) * IMAGES)
        if not (self.tables.image and self.tables.change):
            raise MemoryError
        for index, (source, over, to) in enumerate(jumps):
            self.tables.source[index], self.tables.over[index] = source, over
            self.tables.to[index] = to
            self.tables.mask[index] = 1 << source | 1 << over | 1 << to
            self.tables.pegs[index] = 1 << source | 1 << over
        for number, permutation in enumerate(images):
            for hole in range(holes):
                self.of_hole[hole] = permutation[hole]
            self.set_images(number, self.of_hole)

    def __dealloc__(self):
        free(self.tables.image)
        free(self.tables.change)
        free(self.tables.lost)

    def set_images(self, number, permutation):
        """Write the images of bytes, hole by hole, and of the jumps."""
        cython.declare(table=cython.pointer(u64), hole=cython.int, jump=cython.int, low=cython.int)
        cython.declare(bit=cython.int, value=u64)
        for hole in range(self.tables.holes):
            table = self.tables.image + (number * 8 + hole // 8) * 256
            bit = 1 << (hole & 7)
            value = cython.cast(u64, 1) << permutation[hole]
            for low in range(bit):
                table[bit + low] = table[low] | value
        for jump in range(self.tables.jumps):
            value = cython.cast(u64, 1) << permutation[self.tables.source[jump]]
            value |= cython.cast(u64, 1) << permutation[self.tables.over[jump]]
            value |= cython.cast(u64, 1) << permutation[self.tables.to[jump]]
            self.tables.change[jump * IMAGES + number] = value

    def arm(self, pagodas: list) -> None:
        """Prune by these pagodas, up to 256; each must fit a pack (`search.peg.pagoda.fits`)."""
        cython.declare(lane=cython.int, index=cython.int, hole=cython.int)
        count: cython.int = min(len(pagodas), MOST_PAGODAS)
        self.tables.words = (count + 31) // 32 * 4
        free(self.tables.lost)
        self.tables.lost = words(self.tables.jumps * self.tables.words)
        if not self.tables.lost:
            raise MemoryError
        for index in range(self.tables.words):
            self.tables.first[index] = cython.cast(u64, 0x8080808080808080)
        for lane in range(count):
            for hole in range(self.tables.holes):
                self.of_hole[hole] = pagodas[lane][hole]
            self.set_lane(lane, self.of_hole)

    def set_lane(self, lane, weights):
        """Write the excess at the start, and what each jump takes away from it."""
        cython.declare(hole=cython.int, jump=cython.int)
        excess: cython.int = 0
        shift: cython.int = 8 * (lane & 7)
        for hole in range(self.tables.holes):
            excess += weights[hole] * cython.cast(cython.int, self.tables.start >> hole & 1)
            excess -= weights[hole] * cython.cast(cython.int, self.tables.finish >> hole & 1)
        self.tables.first[lane >> 3] += cython.cast(u64, excess) << shift
        for jump in range(self.tables.jumps):
            value: u64 = (
                weights[self.tables.source[jump]]
                + weights[self.tables.over[jump]]
                - weights[self.tables.to[jump]]
            )
            self.tables.lost[jump * self.tables.words + (lane >> 3)] |= value << shift
