"""Kernel: a thread's part in a breadth-first search of ORush, level by level.

Several workers expand different states of a level at the same time (`expand`). Each keeps the
states that it was the first to find; when all have ended, these are appended to the queue
(`append`).
`search.rush.explore` drives them. A level has the same states as with one thread, in another order.

Data layout:
    found       the new states of the last call of `expand`, `found_count` of them
    successors  the successors of two states in turn: those of one are added to the table after
                those of the next were generated, so that the cache has been told where they go
    max_moves   the most moves that a state of the search can have

Invariants:
    While workers run, nothing else changes the search. Only the first of several workers that find
    a state keeps it (see atomic.pxd).

Limits:
    `CALL_STATES` states a call. Queue and table do not grow meanwhile: `ready_states` says for how
    many states there is room, and `start_growing` makes more, within the memory limit.

Complexity:
    Time O(moves) a state. 8 · moves · CALL_STATES bytes a worker, some 8 MB.
"""

import cython

CALL_STATES = 1 << 14
PREFETCH_DISTANCE = cython.declare(cython.int, 16)  # states


class LevelWorker:
    """A thread's part in a breadth-first search.

    Args:
        search: The search; it is not to end at a win.

    Raises:
        MemoryError: The machine is out of memory.
    """

    def __cinit__(self, search: BreadthFirst):
        self.search = search
        self.max_moves = 1
        for line in range(search.layout.line_count):
            self.max_moves += search.layout.arrangement_count[line] - 1
        self.found = allocate_words(self.max_moves * CALL_STATES)
        if not self.found:
            raise MemoryError

    def __dealloc__(self):
        free(self.found)

    def ready_states(self) -> int:
        """Return how many more states of the current level can be expanded before `run` is."""
        search: BreadthFirst = self.search
        level_end: u64 = search.level_start[search.level_count - 1]
        if search.state != SEARCHING or search.entries + MAX_MOVES > search.queue_capacity:
            return 0
        return min(
            level_end - search.explored,
            (search.queue_capacity - search.entries - MAX_MOVES) // self.max_moves,
        )

    def waiting_states(self) -> int:
        """Return how many states of the current level are not expanded yet."""
        return self.search.level_start[self.search.level_count - 1] - self.search.explored

    def start_growing(self) -> bool:
        """Double the tables of the search, while no worker runs.

        If the states are hashed, all of them have to be added again by `add_states`.

        Returns:
            False if memory does not suffice; the search is then as before.
        """
        return self.search.double_tables()

    def add_states(self, first: int, last: int) -> None:
        """Add the states `first` to `last` − 1 of the queue to a table that has grown."""
        start: u64 = first
        end: u64 = last
        if self.search.layout.hashed:
            with cython.nogil:
                self.add_range(start, end)

    def add_range(self, first, last):
        """Add the states in a range of the queue to the table."""
        cython.declare(place=u64)
        for place in range(first, last):
            if place + PREFETCH_DISTANCE < last:
                prefetch(table_place(self.search, self.search.queue[place + PREFETCH_DISTANCE]))
            add_once(self.search, self.search.queue[place])

    def expand(self, first: int, count: int) -> None:
        """Expand states of the current level, without the GIL.

        Args:
            first: The place of the first one, counted from the next state to be expanded.
            count: Their number, at most `CALL_STATES`.

        Raises:
            ValueError: There are too many.
        """
        if count > CALL_STATES:
            raise ValueError(f"{count} states, expected at most {CALL_STATES}")
        start: u64 = self.search.explored + first
        end: u64 = start + count
        with cython.nogil:
            self.expand_states(start, end)

    def expand_states(self, first, last):
        """Expand the states in a range of the queue."""
        cython.declare(place=u64, count=cython.int)
        side: cython.int = 0
        waiting: cython.int = 0
        self.found_count = 0
        self.expanded = last - first
        for place in range(first, last):
            count = self.generate(self.search.queue[place], self.successors + MAX_MOVES * side)
            side = 1 - side
            self.add_new(self.successors + MAX_MOVES * side, waiting)
            waiting = count
        self.add_new(self.successors + MAX_MOVES * (1 - side), waiting)

    def generate(self, state, successors):
        """Write the successors of a state and return their number."""
        cython.declare(word=cython.int, move=cython.int, bits=u64)
        without = cython.declare(u64[16])
        moves = cython.declare(u64[4])
        layout: cython.pointer(Layout) = cython.address(self.search.layout)
        count: cython.int = 0
        generate_moves(layout, state, without, moves)
        for word in range(layout.word_count):
            bits = moves[word]
            while bits != 0:
                move = 64 * word + lowest_bit_number(bits)
                bits &= bits - 1
                successors[count] = without[layout.move_line[move]] + layout.move_offset[move]
                prefetch(table_place(self.search, successors[count]))
                count += 1
        return count

    def add_new(self, successors, count):
        """Add states to the table, and keep those that were not there."""
        index: cython.int
        for index in range(count):
            if add_once(self.search, successors[index]):
                self.found[self.found_count] = successors[index]
                self.found_count += 1

    def append(self) -> None:
        """Append the states found to the queue, while no worker runs."""
        search: BreadthFirst = self.search
        memcpy(search.queue + search.entries, self.found, 8 * self.found_count)
        search.entries += self.found_count
        search.explored += self.expanded
        self.found_count = 0
        self.expanded = 0
