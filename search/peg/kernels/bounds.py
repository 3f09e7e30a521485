"""Kernel: what the sweeps of peg solitaire prune by (see `sweep.py`); it is only read by them.

Pagoda functions are summed for a whole board, all 32 at once, byte by byte. A region is a set of
holes such that each jump over a hole of it starts or ends in it (R. Merson); disjoint ones are
counted, in the order given, where they cost a move each: forward those full of pegs, backward
those that are not full on the board of the problem.
"""

import cython

LANES = 32  # pagoda functions
REGIONS = 256


class Bounds:
    """The pagoda functions and regions of a sweep.

    `problem` is armed with `pagodas`, at most 32 (none: an empty list), and is the dual one for
    a backward sweep. `regions` are masks of holes, those that count: forward the regions that the
    finish has not full, backward those that the start of the problem (not of the dual) has full.
    ValueError where something has no room.
    """

    def __cinit__(self, problem: Problem, regions: list, pagodas: list, backward: bool):
        largest = max([region.bit_count() for region in regions], default=0)
        if len(pagodas) > LANES or len(regions) > REGIONS or largest > REGION:
            raise ValueError(
                f"the kernel takes up to {LANES} pagodas, {REGIONS} regions of {REGION} holes"
            )
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.backward = backward
        self.regions = len(regions)
        for number, region in enumerate(regions):
            self.region[number] = region
            for hole in range(self.tables.holes):
                if region >> hole & 1:
                    self.members[REGION * number + self.sizes[number]] = hole
                    self.sizes[number] += 1
        for number, weights in enumerate(pagodas):
            for hole in range(self.tables.holes):
                self.add_worth(number, hole, weights[hole])
        for byte in range(256):
            for word in range(self.tables.words):
                self.worth[byte * 4 + word] += cython.cast(u64, 0x8080808080808080)

    def add_worth(self, lane, hole, weight):
        """Enter the weight of a hole: all lanes of a word are summed as one number.

        Carries between lanes cancel as long as each lane of the whole sum is within 0..255.
        """
        cython.declare(byte=cython.int)
        low: cython.int = hole // 8
        bit: cython.int = hole & 7
        value: u64 = cython.cast(u64, weight) << 8 * (lane & 7)
        for byte in range(256):
            if byte >> bit & 1:
                self.worth[(low * 256 + byte) * 4 + (lane >> 3)] += value
        if self.tables.finish >> hole & 1:
            for byte in range(256):
                self.worth[byte * 4 + (lane >> 3)] -= value

    def count(self, board, owner):
        """Disjoint regions that cost a move each.

        `owner` gets, per hole, the number of the counted region that has it, −1 if none.
        """
        cython.declare(number=cython.int, member=cython.int, region=u64)
        taken: u64 = 0
        found: cython.int = 0
        memset(owner, 255, 64)
        for number in range(self.regions):
            region = self.region[number]
            if region & taken != 0:
                continue
            if (region & board != 0) if self.backward else (region & ~board == 0):
                taken |= region
                for member in range(self.sizes[number]):
                    owner[self.members[REGION * number + member]] = found
                found += 1
        return found

    def value(self, board, pack):
        """Write the pack of a board."""
        cython.declare(word=cython.int, low=cython.int)
        for word in range(self.tables.words):
            pack[word] = 0
            for low in range(self.tables.length):
                pack[word] += self.worth[(low * 256 + (board >> 8 * low & 255)) * 4 + word]
