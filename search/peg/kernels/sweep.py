"""Sweeps of peg solitaire that count moves, a move being any number of jumps by one peg in a row.

The peg *in hand* is the one that jumped last, since it may continue its move. A forward sweep is a
breadth-first search from a position with no peg in hand. Its state is (board, peg in hand), its
cost the moves made so far: a jump by the peg in hand costs 0, any other 1. Of all states of one
board only those of lowest cost matter: from any other state a jump costs at least as much as the
same jump from one of these, which costs the lowest cost + 1 at most. So a board is stored once,
with its lowest cost (`depth`) and the set of pegs that can be in hand at that cost (`hands`). Each
jump removes a peg, so boards after n jumps, a level, are never met at another level, and only two
levels are in memory.

A backward sweep is a forward sweep of the dual problem (pegs and holes exchanged, time reversed)
except for the hand: of a jump that is taken back, the peg in hand is the one at its target, which
comes to be at its source. So its state is (board, peg that jumps next), and the same argument
holds.

Boards are pruned that cannot be part of a solution of at most `total_moves` moves, or of any:

* the depth exceeds `max_depth`: the sweep covers the first (last) `max_depth` moves only;
* a pagoda function values the board less than the finish;
* regions. A region is a set of holes such that each jump over a hole of it starts or ends in it
  (R. Merson). The first jump that changes a region full of pegs therefore starts in it, by a peg
  that is not in hand unless the peg in hand is there. So disjoint full regions that are not full at
  the finish cost a move each, and so do those that were full at the start and are not any more.
  Forward these are moves that have not begun: the regions without the peg in hand. Backward they
  are moves that have begun: the regions that are not full on the board; the current move may be one
  of these, unless the jump before it is by another peg.

Data layout: the states are in a `LevelPair`, the children in a `Pending` for each thread
(`sweep_states.pxd`, `expander.pxd`).

Invariants: a sweep runs in rounds of two phases. In the first each thread expands some boards of
its share of the level (`expander`). In the second each thread inserts the children of all threads
into its own parts of the next level. So no two threads write to one place, and the levels and the
board where two sweeps meet are the same for any number of threads.

Limits: 64 holes, so at most 63 jumps and moves; 32 pagodas and 256 regions (`bounds`); 1 to 64
threads, ValueError otherwise. The status is OUT_OF_MEMORY when the memory limit is reached.

Complexity: O(jumps + symmetries + regions) a board; 23 to 34 bytes a board for two levels, 12 bytes
for each board of the frontier (`sweep_states`), 640 kB a thread for children.
"""

import cython

from ludoscope.search.kernels import Status

PREFETCH_DISTANCE = cython.declare(cython.int, 8)  # states loaded before they are inserted
MAX_THREADS = 64


class Sweep:
    """A forward or backward sweep: rounds of `fill` and `drain` by each thread, then `end_round`.

    Args:
        problem: The problem, the dual one for a backward sweep, with the same pagodas.
        symmetries: The permutations of holes that keep both ends, without the identity.
        regions: Masks of holes; see `Bounds`.
        pagodas: At most 32 pagodas.
        frontier: Filled by the forward sweep, looked up by the backward one.
        is_backward: True for the backward sweep.
        max_depth: The number of moves of this sweep.
        total_moves: The number of moves of both sweeps.
        memory_limit: The bytes that the levels and the waiting children may take.
        thread_count: The number of threads.

    Raises:
        ValueError: There are too many threads, pagodas or regions.
    """

    def __cinit__(
        self,
        problem: Problem,
        symmetries: list,
        regions: list,
        pagodas: list,
        frontier: Frontier,
        is_backward: bool,
        max_depth: int,
        total_moves: int,
        memory_limit: int,
        thread_count: int,
    ):
        if not 1 <= thread_count <= MAX_THREADS:
            raise ValueError(f"{thread_count} threads, expected 1 to {MAX_THREADS}")
        bounds = Bounds(problem, regions, pagodas, is_backward)
        self.tables = cython.address(problem.tables)
        self.frontier = frontier
        self.is_backward = is_backward
        self.thread_count = thread_count
        self.levels = LevelPair(
            max_depth, max(0, memory_limit - thread_count * cython.sizeof(Pending))
        )
        self.expanders = []
        for number in range(thread_count):
            expander: Expander = Expander(
                problem,
                symmetries,
                bounds,
                self.levels,
                frontier,
                total_moves,
                number,
                thread_count,
            )
            self.pending[number] = expander.pending
            self.expanders.append(expander)
        self.freed_parts = PART_COUNT
        start: u64 = canonical_form(self.tables, self.tables.start)
        self.out_of_memory = not self.levels.insert(hash_word(start) >> 58, start, 0, 0)

    def fill(self, number: int, max_boards: int) -> None:
        """Run the first phase of thread `number`: expand boards; the GIL is released."""
        expander: Expander = self.expanders[number]
        boards: u64 = max_boards
        with cython.nogil:
            expander.fill(boards)

    def drain(self, number: int) -> None:
        """Run the second phase of thread `number`: insert children; the GIL is released.

        The first phase of all threads must have ended.
        """
        cython.declare(part=cython.int)
        # consecutive parts, so that threads do not share lines of the cache
        first: cython.int = PART_COUNT * number // self.thread_count
        end: cython.int = PART_COUNT * (number + 1) // self.thread_count
        with cython.nogil:
            for part in range(first, end):
                if not self.insert_children_of_part(part):
                    self.out_of_memory = True

    def insert_children_of_part(self, part):
        """Insert the children that wait for a part; return False if memory is lacking."""
        cython.declare(thread=cython.int, index=cython.int, count=cython.int, tag=cython.int)
        cython.declare(keys=cython.pointer(u64), tags=cython.pointer(cython.ushort))
        has_memory: cython.bint = True
        for thread in range(self.thread_count):
            keys = self.pending[thread].keys + part * PENDING_CAPACITY
            tags = self.pending[thread].tags + part * PENDING_CAPACITY
            count = self.pending[thread].counts[part]
            for index in range(min(PREFETCH_DISTANCE, count)):
                self.levels.prefetch_slot(part, keys[index])
            for index in range(count):
                if index + PREFETCH_DISTANCE < count:
                    self.levels.prefetch_slot(part, keys[index + PREFETCH_DISTANCE])
                tag = tags[index]
                has_memory = has_memory and self.levels.insert(
                    part, keys[index], cython.cast(u64, 1) << (tag & 255), tag >> 8
                )
            self.pending[thread].counts[part] = 0
        return has_memory

    def end_round(self):
        """Return the `Status` after a round; go on to the next level if this one is finished.

        SOLVED means that the sweeps meet, EXHAUSTED that they cannot.
        """
        if self.out_of_memory:
            return Status.OUT_OF_MEMORY
        expanded_parts: cython.int = PART_COUNT
        expander: Expander
        for expander in self.expanders:
            expanded_parts = min(expanded_parts, expander.part)
        while self.freed_parts < expanded_parts:
            self.levels.free_part(
                cython.address(
                    self.levels.parts[PART_COUNT * (1 - self.levels.write_side) + self.freed_parts]
                )
            )
            self.freed_parts += 1
        if expanded_parts < PART_COUNT:
            return Status.SEARCHING
        for expander in self.expanders:
            if expander.meeting_board != 0 and (
                self.met_board == 0 or expander.meeting_board < self.met_board
            ):
                self.met_board = expander.meeting_board
        return Status.SOLVED if self.met_board else self.next_level()

    def next_level(self):
        """Exchange the two levels and return the `Status`."""
        levels: LevelPair = self.levels
        side: cython.int = levels.write_side
        boards: u64 = levels.count_boards(side)
        frontier_boards: u64 = levels.count_at_max_depth(side)
        frontier_bytes: u64 = 8 * (frontier_boards + frontier_boards // 2 + 1)
        expander: Expander
        levels.level += 1
        self.explored_before_level[levels.level] = self.explored
        if boards == 0:
            return Status.EXHAUSTED
        if self.is_backward and (
            self.tables.total_jumps - levels.level < self.frontier.first_level()
        ):
            return Status.EXHAUSTED
        if not self.is_backward and frontier_boards > 0:
            if levels.bytes_used + frontier_bytes > levels.memory_limit:
                return Status.OUT_OF_MEMORY
            levels.memory_limit -= frontier_bytes
            if not self.frontier.allocate(levels.level, frontier_boards):
                return Status.OUT_OF_MEMORY
        levels.write_side = 1 - side
        self.freed_parts = 0
        for expander in self.expanders:
            expander.start_level()
        return Status.SEARCHING

    @property
    def boards_left(self) -> int:
        """The number of boards in the parts of the level that have not been freed."""
        return self.levels.count_boards(1 - self.levels.write_side)

    @property
    def explored(self) -> int:
        """The number of boards expanded so far."""
        expander: Expander
        total: u64 = 0
        for expander in self.expanders:
            total += expander.explored
        return total

    @property
    def explored_by_level(self) -> list:
        """The numbers of boards expanded so far after 0, 1, 2, … jumps of this sweep."""
        ends = [self.explored_before_level[level + 1] for level in range(self.level)]
        ends.append(self.explored)
        return [ends[0], *(ends[level] - ends[level - 1] for level in range(1, len(ends)))]

    @property
    def board_count(self) -> int:
        """The number of boards in the two levels."""
        return self.levels.count_boards(0) + self.levels.count_boards(1)

    @property
    def bytes_used(self) -> int:
        """The size of the two levels and of the waiting children in bytes."""
        return self.levels.bytes_used + self.thread_count * cython.sizeof(Pending)

    @property
    def level(self) -> int:
        """The number of jumps that this sweep has made, −1 before the first round."""
        return self.levels.level

    @property
    def sample(self) -> int:
        """The board that was expanded last, as a position of the problem itself."""
        expander: Expander = self.expanders[0]
        return expander.full & ~expander.board if self.is_backward else expander.board

    @property
    def meeting_board(self) -> int:
        """The smallest board where the sweeps meet, as a position of the problem itself."""
        return self.met_board
