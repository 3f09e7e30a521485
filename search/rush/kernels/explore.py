"""Kernel: all positions of ORush connected to a start, with their distances to the nearest win.

Moves are reversible, so the positions that can be reached from one another form a component.
`search.rush.explore` runs the three searches in this order: by cells from the start, which reaches
the whole component; then, seeded by `seed_wins` with all won positions at once, by cells and by
slides, which give the distances. `allocate`, `index_positions` and `set_slides` then build the
tables that answer queries.

Data layout:
    by_cells, by_slides  the searches from the won positions (see `breadth_first.py`); by_cells
                         numbers the positions by their place in its queue
    index                hash table from a state to its number, 4 bytes a slot, at most half full
    slides               by number: the distance in slides. The distance in cells needs no array:
                         it follows from `level_start` of by_cells

Invariants:
    Both searches have the same lines and memory limit, so a position has the same state in both.
    If no position can be won, by_cells is still the search from the start.

Limits:
    2^32 − 1 positions (the index has 32 bits) and `memory_limit` bytes for the tables; beyond
    either, `allocate` returns False. A distance is below the number of positions and has 32 bits.

Complexity:
    Time O(positions · moves), some 150 ns a position in all. Memory: 8 to 16 bytes a position for
    the index and 4 for the slides, besides the two searches.
"""

import cython


class ComponentTables:
    """The distance tables of the component of a start position.

    Args:
        cells: A new search that counts cells.
        slides: A new search of the same lines, with the same memory limit, that counts slides.
        memory_limit: Bytes for the tables of this class.

    `winnable` is True if any position can be won; it is set by `seed_wins`.
    """

    def __cinit__(self, cells: BreadthFirst, slides: BreadthFirst, memory_limit: int):
        self.by_cells = cells
        self.by_slides = slides
        self.by_cells.layout.winning_moves = 0  # the searches go on after a win
        self.by_slides.layout.winning_moves = 0
        self.memory_limit = memory_limit

    def __dealloc__(self):
        free(self.index.numbers)
        free(self.slides)

    def seed_wins(self) -> bool:
        """Restart both searches from the won positions, if any, after the search by cells.

        Returns:
            False if memory does not suffice.
        """
        cython.declare(place=u64, wins=cython.pointer(u64))
        cells: BreadthFirst = self.by_cells
        count: u64 = 0
        fits: cython.bint = True
        for place in range(cells.entries):
            count += has_won(cython.address(cells.layout), cells.queue[place])
        self.winnable = count != 0
        if not self.winnable:
            return True
        wins = allocate_words(count) if 8 * count <= self.memory_limit else cython.NULL
        if not wins:
            return False
        # the other search will have as many positions: it need not grow step by step
        while self.by_slides.queue_capacity < cells.queue_capacity and self.by_slides.grow_queue():
            pass
        count = 0
        for place in range(cells.entries):
            if has_won(cython.address(cells.layout), cells.queue[place]):
                wins[count] = cells.queue[place]
                count += 1
        cells.clear()
        for place in range(count):
            fits = fits and cells.add_start(wins[place]) and self.by_slides.add_start(wins[place])
        free(wins)
        return fits

    def allocate(self) -> bool:
        """Allocate the index and the distances in slides, after both searches from the wins.

        Returns:
            False if memory does not suffice or there are 2^32 positions or more.
        """
        count: u64 = self.by_cells.entries
        slots: u64 = 2
        while slots < 2 * count:
            slots *= 2
        if count >= cython.cast(u64, 1) << 32 or 4 * slots + 4 * count > self.memory_limit:
            return False
        init_index(cython.address(self.index), slots)
        self.slides = cython.cast(cython.pointer(u32), calloc(count, 4))
        if not self.slides:
            raise MemoryError
        return True

    def index_positions(self, first: int, last: int) -> None:
        """Add the positions `first` to `last` − 1 to the index; several threads may at once."""
        cython.declare(place=u64)
        start: u64 = first
        end: u64 = last
        with cython.nogil:
            for place in range(start, end):
                self.index_position(place)

    def index_position(self, place):
        """Add a position to the index."""
        slots: u64 = self.index.slots
        slot: u64 = hash_word(self.by_cells.queue[place]) & (slots - 1)
        while not fill_number_once(self.index.numbers + slot, cython.cast(u32, place + 1)):
            slot = (slot + 1) & (slots - 1)

    def set_slides(self, first: int, last: int) -> None:
        """Set the distances of the positions `first` to `last` − 1 of the search by slides.

        The index must be complete; several threads may do this at once.
        """
        cython.declare(place=u64)
        start: u64 = first
        end: u64 = last
        depth: u64 = 0
        starts: cython.pointer(u64) = self.by_slides.level_start
        if start == end:
            return
        with cython.nogil:
            for place in range(start, end):
                while starts[depth + 1] <= place:
                    depth += 1
                self.slides[self.number_plus_one(self.by_slides.queue[place]) - 1] = cython.cast(
                    u32, depth
                )

    def number_plus_one(self, state):
        """Return the number of a state, plus 1; 0 if it is not in the component."""
        slot: u64 = index_slot(
            cython.address(self.index), state, hash_word(state), self.by_cells.queue, 8
        )
        return self.index.numbers[slot]

    def distance(self, numbers: list, in_slides: bool) -> object:
        """Return the fewest moves to a win, None if there is none.

        Args:
            numbers: The position, as the arrangement number of each of the 16 lines.
            in_slides: Count slides, not cells.

        Raises:
            KeyError: The position is not in the component.
        """
        cython.declare(place=cython.int)
        line_numbers = cython.declare(cython.int[16])
        cells: BreadthFirst = self.by_cells
        depth: u64 = 0
        for place in range(LINES):
            line_numbers[place] = numbers[place]
        following: u64 = self.number_plus_one(encode(cython.address(cells.layout), line_numbers))
        if following == 0:
            raise KeyError("not connected")
        if not self.winnable:
            return None
        if in_slides:
            return self.slides[following - 1]
        while cells.level_start[depth + 1] < following:
            depth += 1
        return depth

    def max_distance(self, in_slides: bool) -> object:
        """Return the greatest distance of a position, None if no position can be won."""
        search: BreadthFirst = self.by_slides if in_slides else self.by_cells
        return search.level_count - 2 if self.winnable else None

    def positions_at(self, distance: int, in_slides: bool) -> list:
        """Return the positions at a distance, each as 16 arrangement numbers."""
        search: BreadthFirst = self.by_slides if in_slides else self.by_cells
        if not self.winnable or not 0 <= distance < search.level_count - 1:
            return []
        first, end = search.level_start[distance], search.level_start[distance + 1]
        return [search.numbers(search.queue[place]) for place in range(first, end)]

    @property
    def entries(self) -> int:
        """The number of positions in the component."""
        return self.by_cells.entries
