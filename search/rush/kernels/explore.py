"""Kernel: all positions of ORush connected to a start, with their distances to the nearest win.

Moves are reversible, so the positions that can be reached from one another form a component.
`search.rush.explore` runs the three searches in this order: by cells from the start, which reaches
the whole component; then, from all won positions at once, by cells and by slides, which give the
distances. In between `count_wins`, `reserve_wins`, `copy_wins`, `restart_cells` and `clear_cells`
seed both searches. Finally `allocate`, `index_positions` and `set_slides` build the tables that
answer queries.

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

PREFETCH_DISTANCE = cython.declare(cython.int, 16)  # positions


class ComponentTables:
    """The distance tables of the component of a start position.

    Args:
        cells: A new search that counts cells.
        slides: A new search of the same lines, with the same memory limit, that counts slides.
        memory_limit: Bytes for the tables of this class.

    `winnable` is True if any position can be won; it is set by `reserve_wins`.
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

    def count_wins(self, first: int, last: int) -> int:
        """Return the number of won positions from place `first` to `last` − 1 of by_cells."""
        cython.declare(place=u64)
        start: u64 = first
        end: u64 = last
        count: u64 = 0
        with cython.nogil:
            for place in range(start, end):
                count += has_won(cython.address(self.by_cells.layout), self.by_cells.queue[place])
        return count

    def reserve_wins(self, count: int) -> bool:
        """Make room for `count` won positions in by_slides, which `copy_wins` then fills.

        Returns:
            False if memory does not suffice.
        """
        slides: BreadthFirst = self.by_slides
        self.winnable = count != 0
        # it will have as many positions as by_cells: it need not grow step by step
        while slides.queue_capacity < self.by_cells.queue_capacity and slides.double_tables():
            pass
        while slides.queue_capacity < count + MAX_MOVES:
            if not slides.double_tables():
                return False
        slides.restart(count)
        return True

    def copy_wins(self, first: int, last: int, target: int) -> None:
        """Copy the won positions from place `first` to `last` − 1 of by_cells to by_slides.

        Several threads may at once.

        Args:
            first: The first place.
            last: The end of the places.
            target: The place of the first of these won positions in by_slides.
        """
        cython.declare(place=u64, state=u64)
        start: u64 = first
        end: u64 = last
        free_place: u64 = target
        with cython.nogil:
            for place in range(start, end):
                state = self.by_cells.queue[place]
                if has_won(cython.address(self.by_cells.layout), state):
                    self.by_slides.queue[free_place] = state
                    free_place += 1

    def restart_cells(self) -> bool:
        """Restart by_cells with the starts of by_slides.

        Returns:
            True if its table has still to be cleared by `clear_cells`; a few states are cleared
            at once.
        """
        cells: BreadthFirst = self.by_cells
        few: cython.bint = cells.entries < cells.table.slots // 16
        if few:
            cells.clear()
        cells.restart(self.by_slides.entries)
        memcpy(cells.queue, self.by_slides.queue, 8 * cells.entries)
        return not few

    def clear_cells(self, share: int, count: int) -> None:
        """Clear one of `count` shares of the table of by_cells; several threads may at once."""
        slots: u64 = self.by_cells.table.slots
        first: u64 = slots * share // count
        last: u64 = slots * (share + 1) // count
        with cython.nogil:
            memset(self.by_cells.table.keys + first, 0, 8 * (last - first))

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
        self.slides = cython.cast(cython.pointer(u32), allocate_table(count, 4))
        if not self.slides:
            raise MemoryError
        return True

    def index_positions(self, first: int, last: int) -> None:
        """Add the positions `first` to `last` − 1 to the index; several threads may at once."""
        start: u64 = first
        end: u64 = last
        with cython.nogil:
            self.index_range(start, end)

    def index_range(self, first, last):
        """Add the positions `first` to `last` − 1 to the index."""
        cython.declare(place=u64, slot=u64)
        queue: cython.pointer(u64) = self.by_cells.queue
        mask: u64 = self.index.slots - 1
        for place in range(first, last):
            if place + PREFETCH_DISTANCE < last:
                slot = hash_word(queue[place + PREFETCH_DISTANCE]) & mask
                prefetch(self.index.numbers + slot)
            slot = hash_word(queue[place]) & mask
            while not fill_number_once(self.index.numbers + slot, cython.cast(u32, place + 1)):
                slot = (slot + 1) & mask

    def set_slides(self, first: int, last: int) -> None:
        """Set the distances of the positions `first` to `last` − 1 of the search by slides.

        The index must be complete; several threads may do this at once.
        """
        start: u64 = first
        end: u64 = last
        if start < end:
            with cython.nogil:
                self.set_range(start, end)

    def set_range(self, first, last):
        """Set the distances of the positions `first` to `last` − 1 of the search by slides."""
        cython.declare(place=u64, slot=u64, number=u32)
        queue: cython.pointer(u64) = self.by_slides.queue
        starts: cython.pointer(u64) = self.by_slides.level_start
        mask: u64 = self.index.slots - 1
        depth: u64 = 0
        for place in range(first, last):
            # first where the number is, then where it most likely leads to
            if place + 2 * PREFETCH_DISTANCE < last:
                slot = hash_word(queue[place + 2 * PREFETCH_DISTANCE]) & mask
                prefetch(self.index.numbers + slot)
            if place + PREFETCH_DISTANCE < last:
                slot = hash_word(queue[place + PREFETCH_DISTANCE]) & mask
                number = self.index.numbers[slot]
                if number != 0:
                    prefetch(self.by_cells.queue + number - 1)
                    prefetch(self.slides + number - 1)
            while starts[depth + 1] <= place:
                depth += 1
            self.slides[self.number_plus_one(queue[place]) - 1] = cython.cast(u32, depth)

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
