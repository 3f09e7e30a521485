"""Kernel: a breadth-first search of ORush that several workers continue, level by level.

Start reading at `start_level`. `search.rush.explore` drives it: while a level has states left, all
workers (`level_worker.py`) expand them at once, until none are left or the queue has no room;
then, with no worker running, `finish_call` makes the queue whole. A level has the same states as
with one thread, in another order.

Data layout:
    next_state  the place in the queue of the next state that a worker takes, CHUNK_STATES at a time
    end         the end of the states that may be taken in this call
    next_place  the place in the queue of the next block that a worker takes for the states it
                finds; BLOCK_STATES, or what `max_moves` asks for where there is less room
    max_moves   the most moves that a state of the search can have
    unfinished  True if the last call had no room for the successors of all states: workers hold
                states of the level that are taken and not expanded

Invariants:
    While workers run, nothing else changes the search, and queue and table do not move. A state of
    the queue is taken by one worker, a place by one worker, and a state is kept by the one that
    was the first to add it to the table (see atomic.pxd), so none is lost or kept twice. What a
    worker reads of the queue was written before it was started. After `finish_call` the queue has
    no gaps.

Limits:
    A worker stops before a state that may have more successors than it has places left; a level
    then needs a larger queue (`start_growing`) within the memory limit of the search.

Complexity:
    Two atomic additions for some hundred states. `finish_call` moves at most 2 · BLOCK_STATES
    states for each worker.
"""

import cython

PREFETCH_DISTANCE = cython.declare(cython.int, 16)  # states
STATES_PER_CALL = cython.declare(cython.ulonglong, 1 << 20)  # some 0.1 s


class SharedSearch:
    """A breadth-first search that is not to end at a win, and that several workers continue.

    Args:
        search: The search, whose states have been expanded as far as `explored`.
    """

    def __cinit__(self, search: BreadthFirst):
        self.search = search
        self.max_moves = 1
        for line in range(search.layout.line_count):
            self.max_moves += search.layout.arrangement_count[line] - 1
        self.next_state = search.explored

    def start_level(self) -> bool:
        """Start the next level if all states of the current one have been expanded.

        Returns:
            False if the search has ended; its status then is EXHAUSTED or OUT_OF_MEMORY.
        """
        search: BreadthFirst = self.search
        level_end: u64 = search.level_start[search.level_count - 1]
        if search.state == SEARCHING and not self.unfinished and self.next_state == level_end:
            search.explored = self.next_state
            if search.explored == search.entries:
                search.state = EXHAUSTED
            elif not search.start_next_level():
                search.state = OUT_OF_MEMORY
        return search.state == SEARCHING

    def start_call(self) -> None:
        """Get ready for the workers to run; between this and `finish_call` nothing else may."""
        search: BreadthFirst = self.search
        level_end: u64 = search.level_start[search.level_count - 1]
        self.end = min(level_end, self.next_state + STATES_PER_CALL)
        self.next_place = search.entries

    def finish_call(self, workers: list) -> bool:
        """Close the gaps that the workers have left in the queue, when all have ended.

        Returns:
            False if there was no room for the successors of all states.
        """
        holes = sorted(hole for worker in workers for hole in worker.release_places())
        self.search.entries = self.fill_holes(holes)
        self.unfinished = self.next_state < self.end or any(worker.has_states for worker in workers)
        return not self.unfinished

    def fill_holes(self, holes):
        """Move states from the end of the queue into gaps; return the new end."""
        cython.declare(first=u64, hole_end=u64, last_end=u64, count=u64)
        queue: cython.pointer(u64) = self.search.queue
        end: u64 = self.next_place
        while holes:
            last_end = holes[len(holes) - 1][1]
            if last_end == end:
                end = holes.pop()[0]
                continue
            first, hole_end = holes[0]
            count = min(hole_end - first, end - last_end)
            end -= count
            memcpy(queue + first, queue + end, 8 * count)
            if first + count == hole_end:
                del holes[0]
            else:
                holes[0] = (first + count, hole_end)
        return end

    def take_states(self, first, last):
        """Take states to expand, the places `first` to `last` − 1; return False without any."""
        cython.declare(place=u64, chunk_end=u64)
        while True:
            place = self.next_state
            if place >= self.end:
                return False
            chunk_end = min(self.end, place + CHUNK_STATES)
            if replace_word(cython.address(self.next_state), place, chunk_end):
                first[0], last[0] = place, chunk_end  # only now: else they are another worker's
                return True

    def take_places(self, first, last):
        """Take places of the queue, at least twice `max_moves`; return False without room."""
        cython.declare(place=u64, count=u64)
        while True:
            place = self.next_place
            count = self.search.queue_capacity - place
            if count > BLOCK_STATES:
                count = BLOCK_STATES
            if count < cython.cast(u64, 2 * self.max_moves):
                return False
            if replace_word(cython.address(self.next_place), place, place + count):
                first[0], last[0] = place, place + count
                return True

    def start_growing(self) -> bool:
        """Double the tables of the search, while no worker runs.

        If the states are hashed, all of them have to be added again by `add_states`.

        Returns:
            False if memory does not suffice; the search is then as before.
        """
        return self.search.double_tables()

    def add_states(self, first: int, last: int) -> None:
        """Add the states `first` to `last` − 1 of the queue to the table, without the GIL."""
        start: u64 = first
        end: u64 = last
        with cython.nogil:
            self.add_range(start, end)

    def add_range(self, first, last):
        """Add the states in a range of the queue to the table."""
        cython.declare(place=u64)
        for place in range(first, last):
            if place + PREFETCH_DISTANCE < last:
                prefetch(table_place(self.search, self.search.queue[place + PREFETCH_DISTANCE]))
            add_once(self.search, self.search.queue[place])

    @property
    def is_hashed(self) -> bool:
        """True if the table is a hash set, which is empty after it has grown."""
        return self.search.layout.hashed
