"""Bounds that the sweeps of `search.peg.kernels.sweep` prune by: pagoda functions and regions.

Up to 32 pagoda functions are summed for a whole board at once, byte by byte. A region is a set of
holes such that each jump over a hole of it starts or ends in it (R. Merson, see
`search.peg.regions`); disjoint ones that cost a move each are counted greedily, in the order given:
forward those full of pegs, backward those that are not full on the board of the problem.

Data layout: `bounds.pxd`. All tables are only read after construction, so threads share them.

Invariant: carries between the lanes of a pack cancel in the sum over all bytes, as long as each
lane of the whole sum is 0 to 255, which holds for boards that can be reached from the start.

Limits: 32 pagodas, 256 regions of at most 8 holes; ValueError beyond them.

Complexity: O(regions + holes) to count, O(holes / 8) for a pack; 64 kB for packs, 5 kB for regions.
"""

import cython

MAX_PAGODAS = 32
MAX_REGIONS = 256


class Bounds:
    """The pagoda functions and regions of a sweep.

    Args:
        problem: The problem, the dual one for a backward sweep; it has been given the same pagodas.
        regions: Masks of holes. Forward the regions that are not full at the finish, backward those
            that are full at the start of the problem (not of the dual).
        pagodas: At most 32 pagodas.
        is_backward: True if the sweep is a backward one.

    Raises:
        ValueError: There are too many pagodas or regions, a region is too large, or the problem has
            another number of pagodas.
    """

    def __cinit__(self, problem: Problem, regions: list, pagodas: list, is_backward: bool):
        largest = max([region.bit_count() for region in regions], default=0)
        if len(pagodas) > MAX_PAGODAS or len(regions) > MAX_REGIONS or largest > MAX_REGION_HOLES:
            raise ValueError(
                f"the kernel takes up to {MAX_PAGODAS} pagodas, "
                f"{MAX_REGIONS} regions of {MAX_REGION_HOLES} holes"
            )
        if (len(pagodas) + 31) // 32 * 4 != problem.tables.pack_words:
            raise ValueError(f"{len(pagodas)} pagodas, expected those of the problem")
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.is_backward = is_backward
        self.region_count = len(regions)
        for number, region in enumerate(regions):
            self.region_masks[number] = region
            for hole in range(self.tables.hole_count):
                if region >> hole & 1:
                    index = MAX_REGION_HOLES * number + self.region_sizes[number]
                    self.region_holes[index] = hole
                    self.region_sizes[number] += 1
        for number, weights in enumerate(pagodas):
            for hole in range(self.tables.hole_count):
                self.add_weight(number, hole, weights[hole])
        for value in range(256):
            for word_index in range(self.tables.pack_words):
                self.pack_tables[value * PACK_WORDS + word_index] += cython.cast(
                    u64, 0x8080808080808080
                )

    def add_weight(self, lane, hole, weight):
        """Add the weight of a hole to the tables, and subtract it from all if the finish has it."""
        cython.declare(value=cython.int)
        byte: cython.int = hole // 8
        bit: cython.int = hole & 7
        shifted: u64 = cython.cast(u64, weight) << 8 * (lane & 7)
        for value in range(256):
            if value >> bit & 1:
                self.pack_tables[(byte * 256 + value) * 4 + (lane >> 3)] += shifted
        if self.tables.finish >> hole & 1:
            for value in range(256):
                self.pack_tables[value * 4 + (lane >> 3)] -= shifted

    def count_regions(self, board, region_of_hole):
        """Return the number of disjoint regions that cost a move each.

        `region_of_hole` is set, for each hole, to the number of the counted region that contains
        it, −1 if none does.
        """
        cython.declare(number=cython.int, index=cython.int, region=u64)
        covered: u64 = 0
        count: cython.int = 0
        memset(region_of_hole, 255, 64)
        for number in range(self.region_count):
            region = self.region_masks[number]
            if region & covered != 0:
                continue
            if (region & board != 0) if self.is_backward else (region & ~board == 0):
                covered |= region
                for index in range(self.region_sizes[number]):
                    region_of_hole[self.region_holes[MAX_REGION_HOLES * number + index]] = count
                count += 1
        return count

    def write_pack(self, board, pack):
        """Write the pack of a board."""
        cython.declare(word_index=cython.int, byte=cython.int)
        for word_index in range(self.tables.pack_words):
            pack[word_index] = 0
            for byte in range(self.tables.byte_count):
                pack[word_index] += self.pack_tables[
                    (byte * 256 + (board >> 8 * byte & 255)) * 4 + word_index
                ]
