"""Kernel: sweeps of peg solitaire that count moves, a move being any run of jumps by one peg.

A forward sweep starts from a position with no peg in hand. Its state is (board, peg that jumped
last), its cost the moves made so far: a jump by the peg in hand costs 0, any other 1. Of all the
states of one board only those of least cost matter: from any other state a jump costs at least
as much as the same jump from one of these, which costs the least cost + 1 at the most. So a
board is stored once, with its least cost (`depth`) and the set of pegs that can be in hand at
that cost (`hands`). Each jump removes a peg, so the boards after n jumps, a *level*, are never
met at another, and two levels are all there is in memory.

A backward sweep is a forward sweep of the dual problem (pegs and holes exchanged, time turned
round), but for the hand: of the jump from over to, read backwards from its result, the peg in
hand is the one at `to`, which comes to be at `from`. So its state is (board, peg that jumps
next), and the same argument holds.

What is cut off cannot be part of a solution of at most `total` moves, or of any:
* depth > most: this sweep looks at the first (last) `most` moves only;
* a pagoda function values the board less than the finish;
* regions. A region is a set of holes such that each jump over a hole of it starts or ends in it
  (R. Merson). The first jump that changes a region full of pegs therefore starts in it, by a
  peg that is not in hand, unless the peg in hand is there: disjoint full regions that the finish
  does not have full cost a move each, and so do those that were full at the start and are not
  any more. Forward, moves still to begin: those of the regions without the peg in hand.
  Backward, moves that began before: the regions that are not full on the board; the move at hand
  may be one of these, unless the jump before it is of another peg.

A sweep runs in rounds of two strokes. In the first each thread expands some boards of its
share of the level at hand (`expander.py`); the children wait, by part of the next
level. In the second each thread enters the children for parts of its own, from all threads. So no
two threads write to one place, and what a level holds, and the board where two sweeps meet, are
the same for any number of threads.

Costs O(jumps + regions) a board; 23 to 34 bytes for each of two levels, 12 bytes for each that
is kept to be met by the other sweep (see `states.py`), 640 kB a thread for what waits.
"""

import cython

from ludoscope.search.kernels import Status

AHEAD = cython.declare(cython.int, 8)  # states whose memory is asked for before it is needed
MOST_THREADS = 64


class Sweep:
    """One sweep: rounds of `fill` and `drain` by each of so many `threads`, then a `turn`.

    `problem` is armed with `pagodas`, at most 32 (none: an empty list), and is the dual one for
    a backward sweep; `images` are its symmetries, which keep both ends. `regions` are those that
    `Bounds` counts. `frontier` is filled by the forward sweep and looked up by the backward one.
    `memory` bytes are for the levels and what waits. ValueError where something has no room.
    """

    def __cinit__(
        self,
        problem: Problem,
        images: list,
        regions: list,
        pagodas: list,
        frontier: Frontier,
        backward: bool,
        most: int,
        total: int,
        memory: int,
        threads: int,
    ):
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"{threads} threads, expected 1 to {MOST_THREADS}")
        bounds = Bounds(problem, regions, pagodas, backward)
        self.tables = cython.address(problem.tables)
        self.frontier = frontier
        self.backward = backward
        self.threads = threads
        self.levels = Levels(most, max(0, memory - threads * cython.sizeof(Pending)))
        self.expanders = []
        for number in range(threads):
            expander: Expander = Expander(
                problem, images, bounds, self.levels, frontier, total, number, threads
            )
            self.pending[number] = expander.pending
            self.expanders.append(expander)
        self.dropped = PARTS
        start: u64 = least_image(self.tables, self.tables.start)
        self.overflow = not self.levels.enter(mixed(start) >> 58, start, 0, 0)

    def fill(self, number: int, budget: int) -> None:
        """First stroke of a thread: expand up to so many boards; the GIL is released."""
        expander: Expander = self.expanders[number]
        boards: u64 = budget
        with cython.nogil:
            expander.fill(boards)

    def drain(self, number: int) -> None:
        """Second stroke of a thread, after the first of all; the GIL is released."""
        cython.declare(part=cython.int)
        first: cython.int = PARTS * number // self.threads  # neighbours share lines of the cache
        end: cython.int = PARTS * (number + 1) // self.threads
        with cython.nogil:
            for part in range(first, end):
                if not self.empty(part):
                    self.overflow = True

    def empty(self, part):
        """Enter the children that wait for a part; False when there is no room."""
        cython.declare(thread=cython.int, index=cython.int, count=cython.int, tag=cython.int)
        cython.declare(keys=cython.pointer(u64), tags=cython.pointer(cython.ushort))
        room: cython.bint = True
        for thread in range(self.threads):
            keys = self.pending[thread].keys + part * PENDING
            tags = self.pending[thread].tags + part * PENDING
            count = self.pending[thread].waiting[part]
            for index in range(min(AHEAD, count)):
                self.levels.seek(part, keys[index])
            for index in range(count):
                if index + AHEAD < count:
                    self.levels.seek(part, keys[index + AHEAD])
                tag = tags[index]
                room = room and self.levels.enter(
                    part, keys[index], cython.cast(u64, 1) << (tag & 255), tag >> 8
                )
            self.pending[thread].waiting[part] = 0
        return room

    def turn(self):
        """The `Status` after a round: SOLVED where the sweeps met, EXHAUSTED where they cannot."""
        if self.overflow:
            return Status.FULL
        reached: cython.int = PARTS
        expander: Expander
        for expander in self.expanders:
            reached = min(reached, expander.part)
        while self.dropped < reached:
            self.levels.drop(
                cython.address(self.levels.parts[PARTS * (1 - self.levels.side) + self.dropped])
            )
            self.dropped += 1
        if reached < PARTS:
            return Status.SEARCHING
        for expander in self.expanders:
            if expander.found != 0 and (self.found == 0 or expander.found < self.found):
                self.found = expander.found
        return Status.SOLVED if self.found else self.descend()

    def descend(self):
        """Go on to the next level."""
        levels: Levels = self.levels
        side: cython.int = levels.side
        boards: u64 = levels.boards(side)
        deepest: u64 = levels.at_most(side)
        needed: u64 = 8 * (deepest + deepest // 2 + 1)
        expander: Expander
        levels.level += 1
        self.marks[levels.level] = self.explored
        if boards == 0:
            return Status.EXHAUSTED
        if self.backward and self.tables.removed - levels.level < self.frontier.lowest():
            return Status.EXHAUSTED
        if not self.backward and deepest > 0:
            if levels.size + needed > levels.room:
                return Status.FULL
            levels.room -= needed
            if not self.frontier.make_room(levels.level, deepest):
                return Status.FULL
        levels.side = 1 - side
        self.dropped = 0
        for expander in self.expanders:
            expander.begin()
        return Status.SEARCHING

    @property
    def left(self) -> int:
        """Boards of the level at hand that are not freed yet."""
        return self.levels.boards(1 - self.levels.side)

    @property
    def explored(self) -> int:
        """Boards expanded so far."""
        expander: Expander
        total: u64 = 0
        for expander in self.expanders:
            total += expander.explored
        return total

    @property
    def by_level(self) -> list:
        """Boards expanded so far after 0, 1, 2 … jumps of this sweep."""
        ends = [self.marks[level + 1] for level in range(self.level)] + [self.explored]
        return [ends[0], *(ends[level] - ends[level - 1] for level in range(1, len(ends)))]

    @property
    def entries(self) -> int:
        """Boards in the two levels in memory."""
        return self.levels.boards(0) + self.levels.boards(1)

    @property
    def size(self) -> int:
        """Bytes of the two levels in memory, and of what waits."""
        return self.levels.size + self.threads * cython.sizeof(Pending)

    @property
    def level(self) -> int:
        """Jumps made, by this sweep."""
        return self.levels.level

    @property
    def sample(self) -> int:
        """The board at hand, of the problem itself."""
        expander: Expander = self.expanders[0]
        return expander.full & ~expander.board if self.backward else expander.board

    @property
    def met(self) -> int:
        """The board, of the problem itself, where the sweeps met: the least one."""
        return self.found
