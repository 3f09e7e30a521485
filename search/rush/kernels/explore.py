"""Kernel: all positions of ORush that are connected to one, with their distances to the exit.

Moves can be taken back, so what can be reached from a position can be reached from any of those.
A search by cells from the position finds them all (see `breadth_first.py`). Two more searches from
all won positions at once then find the distances in cells and in slides; `search.rush.explore` runs
them.

    index    the number of each position in the queue of the search by cells
    slides   by that number, the distance in slides

8 to 16 bytes a position for the index and 2 for the slides, besides those of the two searches.
Time O(positions · moves), some 150 ns a position.
"""

import cython


class Component:
    """`cells` and `slides` are new searches of the same sea.

    `winnable` says whether any position can be won, once `seed_wins` has looked.
    """

    def __cinit__(self, cells: BreadthFirst, slides: BreadthFirst, memory: int):
        self.by_cells = cells
        self.by_slides = slides
        self.by_cells.layout.goal = 0  # go on at a win
        self.by_slides.layout.goal = 0
        self.memory = memory

    def __dealloc__(self):
        free(self.index.numbers)
        free(self.slides)

    def seed_wins(self) -> bool:
        """Start both searches again from the won positions, if any; False without memory."""
        cython.declare(at=u64, wins=cython.pointer(u64))
        cells: BreadthFirst = self.by_cells
        count: u64 = 0
        room: cython.bint = True
        for at in range(cells.entries):
            count += has_won(cython.address(cells.layout), cells.queue[at])
        self.winnable = count != 0
        if not self.winnable:
            return True
        wins = words(count) if 8 * count <= self.memory else cython.NULL
        if not wins:
            return False
        count = 0
        for at in range(cells.entries):
            if has_won(cython.address(cells.layout), cells.queue[at]):
                wins[count] = cells.queue[at]
                count += 1
        cells.clear()
        for at in range(count):
            room = room and cells.seed(wins[at]) and self.by_slides.seed(wins[at])
        free(wins)
        return room

    def finish(self) -> bool:
        """Make the index and the distances in slides, after both searches; False without memory."""
        count: u64 = self.by_cells.entries
        slots: u64 = 2
        while slots < 2 * count:
            slots *= 2
        if count >= cython.cast(u64, 1) << 32 or 4 * slots + 2 * count > self.memory:
            return False
        open_index(cython.address(self.index), slots)
        self.slides = cython.cast(cython.pointer(u16), calloc(count, 2))
        if not self.slides:
            raise MemoryError
        with cython.nogil:
            self.number_all()
        return True

    def number_all(self):
        """Fill the index and the distances in slides."""
        cython.declare(at=u64, depth=u64, state=u64)
        for at in range(self.by_cells.entries):
            state = self.by_cells.queue[at]
            index_put(cython.address(self.index), mixed(state), cython.cast(u32, at))
        if self.winnable:
            for depth in range(self.by_slides.levels - 1):
                for at in range(self.by_slides.level[depth], self.by_slides.level[depth + 1]):
                    self.slides[self.number(self.by_slides.queue[at]) - 1] = depth

    def number(self, state):
        """The number of a position in the queue + 1; 0 where it is not connected."""
        slot: u64 = index_slot(
            cython.address(self.index), state, mixed(state), self.by_cells.queue, 8
        )
        return self.index.numbers[slot]

    def distance(self, numbers: list, slides: bool) -> object:
        """The moves to the nearest win; None where there is none; KeyError if not connected."""
        cython.declare(line=cython.int)
        lines = cython.declare(cython.int[16])
        cells: BreadthFirst = self.by_cells
        depth: u64 = 0
        for line in range(LINES):
            lines[line] = numbers[line]
        number: u64 = self.number(word_of(cython.address(cells.layout), lines))
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
        search: BreadthFirst = self.by_slides if slides else self.by_cells
        return search.levels - 2 if self.winnable else None

    def level(self, distance: int, slides: bool) -> list:
        """The positions at that distance, each as the numbers of its lines."""
        search: BreadthFirst = self.by_slides if slides else self.by_cells
        if not self.winnable or not 0 <= distance < search.levels - 1:
            return []
        first, end = search.level[distance], search.level[distance + 1]
        return [search.numbers(search.queue[at]) for at in range(first, end)]

    @property
    def entries(self) -> int:
        """Positions met, when done."""
        return self.by_cells.entries
