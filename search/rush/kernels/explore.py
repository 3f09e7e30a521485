"""Kernel: all positions of ORush that are connected to one, with their distances to the exit.

Moves can be taken back, so what can be reached from a position can be reached from any of those.
One search from the position finds them all; two more, outwards from all won ones at once, find
the distances in cells and in slides (see `rush_flood`, whose searches these are).

    slots    open addressing, linear probing, at most half full: numbers of positions in the queue
             of the search by cells, plus 1; 0 is free
    slides   by that number, the distance in slides

8 to 16 bytes a position for the slots and 2 for the slides, over those of the two searches.
Time O(positions · moves), some 150 ns a position.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc
from cython.cimports.ludoscope.search.rush.kernels.breadth_first import Flood
from cython.cimports.ludoscope.search.rush.kernels.explore import u16, u32
from cython.cimports.ludoscope.search.rush.kernels.layout import LINES, has_won, word_of
from cython.cimports.ludoscope.search.rush.kernels.line import u64

REACHING = cython.declare(cython.int, 0)
BY_CELLS = cython.declare(cython.int, 1)
BY_SLIDES = cython.declare(cython.int, 2)
DONE = cython.declare(cython.int, 3)
FULL = cython.declare(cython.int, 4)
STATUS = ("searching", "searching", "searching", "done", "full")


class Component:
    """`cells` and `slides` are fresh searches of the same sea, `numbers` the position's lines."""

    def __cinit__(self, cells: Flood, slides: Flood, numbers: list, memory: int):
        self.by_cells = cells
        self.by_slides = slides
        self.by_cells.layout.goal = 0  # nobody stops at a win
        self.by_slides.layout.goal = 0
        self.memory = memory
        self.phase = REACHING
        cells.start(numbers)

    def __dealloc__(self):
        free(self.slots)
        free(self.slides)

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions; "searching", "done" or "full" (of memory)."""
        if self.phase < DONE:
            search: Flood = self.by_slides if self.phase == BY_SLIDES else self.by_cells
            status: str = search.run(budget)
            if status == "full":
                self.phase = FULL
            elif status == "exhausted":
                with cython.nogil:
                    self.phase = self.ended()
        return STATUS[self.phase]

    def ended(self):
        """What comes after a search that has met all."""
        if self.phase == REACHING:
            if not self.seed_wins():
                return FULL
            if self.winnable:
                return BY_CELLS
        if self.phase == BY_CELLS:
            return BY_SLIDES
        return DONE if self.number_all() else FULL

    def seed_wins(self):
        """Start both searches from the won positions, if there are any; False without memory."""
        cython.declare(index=u64, wins=cython.pointer(u64))
        count: u64 = 0
        for index in range(self.by_cells.met):
            count += has_won(cython.address(self.by_cells.layout), self.by_cells.queue[index])
        self.winnable = count != 0
        if not self.winnable:
            return True
        if 8 * count > self.memory:
            return False
        wins = cython.cast(cython.pointer(u64), malloc(8 * count))
        if not wins:
            return False
        count = 0
        for index in range(self.by_cells.met):
            if has_won(cython.address(self.by_cells.layout), self.by_cells.queue[index]):
                wins[count] = self.by_cells.queue[index]
                count += 1
        self.by_cells.clear()
        for index in range(count):
            if not (self.by_cells.seed(wins[index]) and self.by_slides.seed(wins[index])):
                free(wins)
                return False
        free(wins)
        return True

    def slot(self, state):
        """Where a position stands among the slots, or the free one where it would."""
        mixed: u64 = (state ^ (state >> 29)) * cython.cast(u64, 0x9E3779B97F4A7C15)
        slot: u64 = (mixed ^ (mixed >> 32)) & self.most
        while self.slots[slot] != 0 and self.by_cells.queue[self.slots[slot] - 1] != state:
            slot = (slot + 1) & self.most
        return slot

    def number_all(self):
        """Fill the slots and the distances in slides; False without memory."""
        cython.declare(index=u64, depth=u64)
        count: u64 = self.by_cells.met
        room: u64 = 2
        while room < 2 * count:
            room *= 2
        if count >= cython.cast(u64, 1) << 32 or 4 * room + 2 * count > self.memory:
            return False
        self.slots = cython.cast(cython.pointer(u32), calloc(room, 4))
        self.slides = cython.cast(cython.pointer(u16), calloc(count, 2))
        if not self.slots or not self.slides:
            return False
        self.most = room - 1
        for index in range(count):
            self.slots[self.slot(self.by_cells.queue[index])] = cython.cast(u32, index + 1)
        if self.winnable:
            for depth in range(self.by_slides.levels - 1):
                for index in range(self.by_slides.level[depth], self.by_slides.level[depth + 1]):
                    self.slides[self.slots[self.slot(self.by_slides.queue[index])] - 1] = depth
        return True

    def distance(self, numbers: list, slides: bool) -> object:
        """The moves to the nearest win; None where there is none; KeyError if not connected."""
        cython.declare(index=cython.int)
        lines = cython.declare(cython.int[16])
        cells: Flood = self.by_cells
        depth: u64 = 0
        for index in range(LINES):
            lines[index] = numbers[index]
        number: u64 = self.slots[self.slot(word_of(cython.address(cells.layout), lines))]
        if number == 0:
            raise KeyError("not connected")
        if not self.winnable:
            return None
        if slides:
            return self.slides[number - 1]
        while cells.level[depth + 1] < number:
            depth += 1
        return depth

    def longest(self, slides: bool) -> object:
        """The greatest distance, None where no position can be won."""
        search: Flood = self.by_slides if slides else self.by_cells
        return search.levels - 2 if self.winnable else None

    def level(self, distance: int, slides: bool) -> list:
        """The positions at that distance, each as the numbers of its lines."""
        search: Flood = self.by_slides if slides else self.by_cells
        if not self.winnable or not 0 <= distance < search.levels - 1:
            return []
        first, end = search.level[distance], search.level[distance + 1]
        return [search.numbers(search.queue[index]) for index in range(first, end)]

    @property
    def entries(self) -> int:
        """Positions met, when done."""
        return self.by_cells.met

    @property
    def size(self) -> int:
        """Bytes of all tables, when done."""
        own: int = 4 * (self.most + 1) + 2 * self.by_cells.met
        return own + self.by_cells.size + self.by_slides.size
