"""A problem of peg solitaire in the tables that all searches of this package share.

Data layout (`ProblemTables` in `problem.pxd` lists the fields):

* A position is a 64-bit word, bit h set if hole h holds a peg. A jump is an exclusive or with a
  mask of three bits.
* The canonical form of a position is the smallest of its images under the symmetries that keep
  the finish. The images of a child are those of its parent, changed at the images of the three
  holes of the jump, so a canonical form costs an exclusive or and a comparison for each symmetry.
* A pack holds one byte (a lane) for each of 32 pagoda functions, in four words. A lane is 128 plus
  the excess: the value of the position minus the value of the finish. A jump subtracts from all
  lanes of a word at once, and a lane whose highest bit is cleared refutes the position.

Invariant: before each jump all excesses are 0 to 127, and no jump lowers one by more than 127, so
no lane borrows from its neighbour. `Problem.set_pagodas` checks this.

Limits, ValueError beyond them: 1 to 64 holes, 512 jumps, 12 symmetries, 256 pagodas. A position
without pegs is 0, which hash tables use for a free slot; no jump leads to it.

Complexity: O(symmetries) for a canonical form, O(pagodas / 8) for the packs of a child. Memory 16
kB for each symmetry, and 96 bytes + 1 byte for each pagoda for each jump.
"""

import cython

MAX_PAGODAS = 256


class Problem:
    """The tables of a problem, and the pagoda functions that its searches prune by.

    Args:
        jumps: The jumps of the board, as (source, jumped, target).
        symmetries: The permutations of the holes that keep the finish, without the identity.
        hole_count: The number of holes.
        start: The position at the start.
        finish: The position to be reached.

    Raises:
        ValueError: The board has more than 64 holes, 512 jumps or 12 symmetries, or no hole.
    """

    def __cinit__(self, jumps: list, symmetries: list, hole_count: int, start: int, finish: int):
        if len(jumps) > 512 or len(symmetries) > MAX_IMAGES or not 1 <= hole_count <= 64:
            raise ValueError("the kernel takes up to 64 holes, 512 jumps and 12 symmetries")
        self.tables.start, self.tables.finish = start, finish
        self.tables.hole_count = hole_count
        self.tables.total_jumps = start.bit_count() - finish.bit_count()
        self.tables.jump_count = len(jumps)
        self.tables.image_count = len(symmetries)
        self.tables.byte_count = (hole_count + 7) // 8
        self.tables.byte_images = allocate_words(len(symmetries) * 8 * 256)
        self.tables.mask_images = allocate_words(len(jumps) * MAX_IMAGES)
        if not (self.tables.byte_images and self.tables.mask_images):
            raise MemoryError
        for index, (source, jumped, target) in enumerate(jumps):
            self.tables.source[index], self.tables.jumped[index] = source, jumped
            self.tables.target[index] = target
            self.tables.mask[index] = 1 << source | 1 << jumped | 1 << target
            self.tables.pegs[index] = 1 << source | 1 << jumped
        for number, permutation in enumerate(symmetries):
            for hole in range(hole_count):
                self.hole_values[hole] = permutation[hole]
            self.set_images(number, self.hole_values)

    def __dealloc__(self):
        free(self.tables.byte_images)
        free(self.tables.mask_images)
        free(self.tables.losses)

    def set_images(self, number, permutation):
        """Write the images of all bytes and of all jumps under symmetry `number`."""
        cython.declare(table=cython.pointer(u64), hole=cython.int, jump=cython.int)
        cython.declare(lower_bits=cython.int, bit=cython.int, image=u64)
        for hole in range(self.tables.hole_count):
            table = self.tables.byte_images + (number * 8 + hole // 8) * 256
            bit = 1 << (hole & 7)
            image = cython.cast(u64, 1) << permutation[hole]
            for lower_bits in range(bit):
                table[bit + lower_bits] = table[lower_bits] | image
        for jump in range(self.tables.jump_count):
            image = cython.cast(u64, 1) << permutation[self.tables.source[jump]]
            image |= cython.cast(u64, 1) << permutation[self.tables.jumped[jump]]
            image |= cython.cast(u64, 1) << permutation[self.tables.target[jump]]
            self.tables.mask_images[jump * MAX_IMAGES + number] = image

    def set_pagodas(self, pagodas: list) -> None:
        """Set the pagoda functions that searches of this problem prune by.

        Args:
            pagodas: At most 256 pagodas, each a weight for every hole.

        Raises:
            ValueError: There are more than 256, or one does not fit into a byte of a pack (see
                `search.peg.pagoda.fits_pack`). The problem then has no pagodas.
        """
        cython.declare(lane=cython.int, index=cython.int, hole=cython.int)
        if len(pagodas) > MAX_PAGODAS:
            raise ValueError(f"{len(pagodas)} pagodas, expected at most {MAX_PAGODAS}")
        count: cython.int = len(pagodas)
        pack_words: cython.int = (count + 31) // 32 * PACK_WORDS
        self.tables.pack_words = 0
        free(self.tables.losses)
        self.tables.losses = allocate_words(self.tables.jump_count * pack_words)
        if not self.tables.losses:
            raise MemoryError
        self.tables.pack_words = pack_words
        for index in range(pack_words):
            self.tables.start_packs[index] = cython.cast(u64, 0x8080808080808080)
        for lane in range(count):
            for hole in range(self.tables.hole_count):
                self.hole_values[hole] = pagodas[lane][hole]
            if not self.set_lane(lane, self.hole_values):
                self.tables.pack_words = 0
                raise ValueError(f"the weights {pagodas[lane]} do not fit into a pack")

    def set_lane(self, lane, weights):
        """Write the excess of the start and the loss of each jump; return False if one misfits."""
        cython.declare(hole=cython.int, jump=cython.int, loss=cython.int)
        excess: cython.int = 0
        shift: cython.int = 8 * (lane & 7)
        for hole in range(self.tables.hole_count):
            excess += weights[hole] * cython.cast(cython.int, self.tables.start >> hole & 1)
            excess -= weights[hole] * cython.cast(cython.int, self.tables.finish >> hole & 1)
        if excess < 0 or excess > 127:
            return False
        self.tables.start_packs[lane >> 3] += cython.cast(u64, excess) << shift
        for jump in range(self.tables.jump_count):
            loss = (
                weights[self.tables.source[jump]]
                + weights[self.tables.jumped[jump]]
                - weights[self.tables.target[jump]]
            )
            if loss < 0 or loss > 127:
                return False
            self.tables.losses[jump * self.tables.pack_words + (lane >> 3)] |= (
                cython.cast(u64, loss) << shift
            )
        return True
