"""Kernel: a thread's part in a breadth-first search of ORush, level by level.

Several workers expand different states of a level at the same time (`expand`), and write the states
that they are the first to find to the queue. See `shared_search.py` for what they share.

Data layout:
    state, last_state  the places in the queue of the states that were taken and are not expanded
    place, last_place  the places in the queue that were taken for new states and are not used
    spare, last_spare  more of them, for when these are used up; none if both are the same
    successors  the successors of two states in turn: those of one are added to the table after
                those of the next were generated, so that the cache has been told where they go

Invariants:
    Before a state is expanded there are places for the successors of two, the one before included,
    in the block in use or in the spare one. All states of `successors` are added when `expand`
    returns.

Complexity:
    Time O(moves) a state; 4 KB a worker.
"""

import cython


class LevelWorker:
    """A thread's part in a breadth-first search.

    Args:
        shared: The search, and what its workers share.
    """

    def __cinit__(self, shared: SharedSearch):
        self.shared = shared
        self.search = shared.search

    def expand(self) -> None:
        """Expand states of the current level, without the GIL, until there are none or no room."""
        with cython.nogil:
            self.expand_states()

    def expand_states(self):
        """Expand states until there are none or no room."""
        cython.declare(count=cython.int)
        needed: u64 = 2 * self.shared.max_moves
        side: cython.int = 0
        waiting: cython.int = 0
        while True:
            if (
                self.last_place - self.place < needed
                and self.spare == self.last_spare
                and not self.shared.take_places(
                    cython.address(self.spare), cython.address(self.last_spare)
                )
            ):
                break
            if self.state == self.last_state and not self.shared.take_states(
                cython.address(self.state), cython.address(self.last_state)
            ):
                break
            count = self.generate(self.search.queue[self.state], self.successors + MAX_MOVES * side)
            self.state += 1
            side = 1 - side
            self.append_new(self.successors + MAX_MOVES * side, waiting)
            waiting = count
        self.append_new(self.successors + MAX_MOVES * (1 - side), waiting)

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

    def append_new(self, successors, count):
        """Add states to the table, and append those that were not there to the queue."""
        index: cython.int
        for index in range(count):
            if add_once(self.search, successors[index]):
                if self.place == self.last_place:
                    self.place, self.last_place = self.spare, self.last_spare
                    self.spare = self.last_spare
                self.search.queue[self.place] = successors[index]
                self.place += 1

    @property
    def has_states(self) -> bool:
        """True if states were taken and are not expanded."""
        return self.state != self.last_state

    def release_places(self) -> list:
        """Give up the places that were not used; return the first and the end of each block."""
        unused = [(self.place, self.last_place), (self.spare, self.last_spare)]
        self.place = self.last_place = self.spare = self.last_spare = 0
        return [(first, end) for first, end in unused if first != end]
