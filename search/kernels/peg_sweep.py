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

Costs O(jumps + regions) a board; 23 to 34 bytes for each of two levels, 12 bytes for each that
is kept to be met by the other sweep (see `peg_states`).

    tables    the problem, for a backward sweep the dual one
    moved     per symmetry and hole, the image of the hole
    worth     per byte of a board and value of the byte, what it adds to the pack of the board
    region    masks of holes; members, sizes: their holes
    pack      of the board at hand, child that of what a jump leads to; images of the board
    owner     per hole, the number of the counted region that has it, −1 if none
"""

import cython
from cython.cimports.libc.string import memset
from cython.cimports.search.kernels.peg_bits import u64
from cython.cimports.search.kernels.peg_problem import (
    Problem,
    Tables,
    least_image,
    lowered,
    write_images,
)
from cython.cimports.search.kernels.peg_states import PARTS, Frontier, Levels, Part

SWEEPING = cython.declare(cython.int, 0)
MET = cython.declare(cython.int, 1)
DONE = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("sweeping", "met", "done", "full")

LANES = 32  # pagoda functions
REGIONS = 256
REGION = 8  # holes of a region


@cython.final
@cython.cclass
class Sweep:
    """One sweep; `run` goes on with it.

    `problem` is armed with `pagodas`, at most 32 (none: an empty list), and is the dual one for
    a backward sweep; `images` are its symmetries, which keep both ends. `regions` are masks of
    holes, those that count: forward the regions that the finish has not full, backward those
    that the start of the problem (not of the dual) has full. `frontier` is filled by the forward
    sweep and looked up by the backward one. `memory` bytes are for the levels. ValueError where
    something has no room.
    """

    problem: Problem
    tables: cython.pointer(Tables)
    levels: Levels
    frontier: Frontier
    moved: cython.uchar[768]
    worth: u64[8192]
    region: u64[256]
    members: cython.uchar[2048]
    sizes: cython.uchar[256]
    owner: cython.schar[64]
    pack: u64[4]
    child: u64[4]
    images: u64[12]
    regions: cython.int
    backward: cython.bint
    total: cython.int
    level_: cython.int
    marks: u64[65]
    part: cython.int
    slot: u64
    full: u64
    explored_: u64
    board: u64
    found: u64
    status: cython.int

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
    ):
        largest = max([region.bit_count() for region in regions], default=0)
        if len(pagodas) > LANES or len(regions) > REGIONS or largest > REGION:
            raise ValueError(
                f"the kernel takes up to {LANES} pagodas, {REGIONS} regions of {REGION} holes"
            )
        self.problem = problem
        self.tables = cython.address(problem.tables)
        for number, image in enumerate(images):
            for hole in range(self.tables.holes):
                self.moved[number * 64 + hole] = image[hole]
        self.regions = len(regions)
        for number, region in enumerate(regions):
            self.region[number] = region
            for hole in range(self.tables.holes):
                if region >> hole & 1:
                    self.members[REGION * number + self.sizes[number]] = hole
                    self.sizes[number] += 1
        for number, weights in enumerate(pagodas):
            self.teach(number, weights)
        for byte in range(256):
            for word in range(self.tables.words):
                self.worth[byte * 4 + word] += cython.cast(u64, 0x8080808080808080)
        self.frontier = frontier
        self.levels = Levels(most, memory)
        self.backward = backward
        self.total = total
        self.full = ~cython.cast(u64, 0) >> 64 - self.tables.holes
        self.level_ = -1
        self.part = PARTS
        if not self.levels.put(least_image(self.tables, self.tables.start), 0, 0):
            raise MemoryError

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_worth(self, lane: cython.int, hole: cython.int, weight: cython.longlong) -> cython.void:
        """Enter the weight of a hole: all lanes of a word are summed as one number.

        Carries between lanes cancel as long as each lane of the whole sum is within 0..255.
        """
        low: cython.int = hole // 8
        bit: cython.int = hole & 7
        byte: cython.int
        value: u64 = cython.cast(u64, weight) << 8 * (lane & 7)
        for byte in range(256):
            if byte >> bit & 1:
                self.worth[(low * 256 + byte) * 4 + (lane >> 3)] += value
        if self.tables.finish >> hole & 1:
            for byte in range(256):
                self.worth[byte * 4 + (lane >> 3)] -= value

    def teach(self, lane: int, weights: tuple) -> None:
        """Enter a pagoda function."""
        for hole in range(self.tables.holes):
            self.add_worth(lane, hole, weights[hole])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count(self, board: u64) -> cython.int:
        """Disjoint regions that cost a move each, in the order given; fills `owner`."""
        number: cython.int
        member: cython.int
        region: u64
        taken: u64 = 0
        found: cython.int = 0
        memset(self.owner, 255, 64)
        for number in range(self.regions):
            region = self.region[number]
            if region & taken != 0:
                continue
            if (region & board != 0) if self.backward else (region & ~board == 0):
                taken |= region
                for member in range(self.sizes[number]):
                    self.owner[self.members[8 * number + member]] = found
                found += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, board: u64, hands: u64, depth: cython.int) -> cython.int:
        """Try every jump from a board."""
        tables: cython.pointer(Tables) = self.tables
        jump: cython.int
        word: cython.int
        fresh: cython.int
        needed: cython.int
        regions: cython.int = self.count(board)
        self.board = board
        if depth == self.levels.most and self.meets(board, depth + regions):
            return MET
        if self.level_ == tables.removed:
            return SWEEPING
        for word in range(tables.words):
            self.pack[word] = 0
            for jump in range(tables.length):
                self.pack[word] += self.worth[(jump * 256 + (board >> 8 * jump & 255)) * 4 + word]
        write_images(tables, board, self.images)
        for jump in range(tables.jumps):
            if board & tables.mask[jump] != tables.pegs[jump]:
                continue
            fresh = not hands >> (tables.to[jump] if self.backward else tables.source[jump]) & 1
            needed = depth + fresh + regions
            if self.backward:
                needed -= 1
            if not (self.backward and fresh):
                needed -= self.owner[tables.source[jump]] >= 0
                needed -= (
                    self.owner[tables.over[jump]] >= 0
                    and self.owner[tables.over[jump]] != self.owner[tables.source[jump]]
                )
            if depth + fresh > self.levels.most or needed > self.total:
                continue
            if lowered(
                self.child, self.pack, tables.lost + jump * tables.words, tables.words
            ) and not self.put(board, jump, depth + fresh):
                return FULL
        return SWEEPING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, board: u64, jump: cython.int, depth: cython.int) -> cython.bint:
        """Enter what a jump leads to, in its canonical form, into the next level."""
        tables: cython.pointer(Tables) = self.tables
        change: cython.pointer(u64) = tables.change + jump * 12
        least: u64 = board ^ tables.mask[jump]
        image: u64
        number: cython.int
        turn: cython.int = -1
        hand: cython.int = tables.source[jump] if self.backward else tables.to[jump]
        for number in range(tables.symmetries):
            image = self.images[number] ^ change[number]
            if image < least:
                least = image
                turn = number
        if turn >= 0:
            hand = self.moved[turn * 64 + hand]
        return self.levels.put(least, cython.cast(u64, 1) << hand, depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def meets(self, board: u64, needed: cython.int) -> cython.bint:
        """Forward: keep a board. Backward: whether it was kept."""
        if not self.backward:
            if needed <= self.total:
                self.frontier.add(self.level_, board)
            return False
        self.found = self.full & ~board
        return self.frontier.has(
            self.tables.removed - self.level_, least_image(self.tables, self.found)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def descend(self) -> cython.int:
        """Go on to the next level."""
        side: cython.int = self.levels.side
        if not self.levels.settle():
            return FULL
        self.level_ += 1
        self.marks[self.level_] = self.explored_
        if self.levels.entries[side] == 0:
            return DONE
        if self.backward and self.tables.removed - self.level_ < self.frontier.lowest:
            return DONE
        if not self.backward and self.levels.deepest[side] > 0:
            self.levels.room -= 8 * (self.levels.deepest[side] * 3 // 2 + 1)
            if self.levels.room < self.levels.size:
                return FULL
            if not self.frontier.make_room(self.level_, self.levels.deepest[side]):
                return FULL
        self.levels.side = 1 - side
        self.levels.entries[1 - side] = 0
        self.levels.deepest[1 - side] = 0
        self.part = 0
        self.slot = 0
        return SWEEPING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Expand up to `budget` more boards."""
        until: u64 = self.explored_ + budget
        part: cython.pointer(Part)
        status: cython.int
        while self.explored_ < until:
            if self.part == PARTS:
                status = self.descend()
                if status != SWEEPING:
                    return status
            part = cython.address(self.levels.parts[PARTS * (1 - self.levels.side) + self.part])
            if self.slot == part.slots:
                self.levels.drop(part)
                self.part += 1
                self.slot = 0
                continue
            if part.keys[self.slot] != 0:
                status = self.expand(
                    part.keys[self.slot], part.hands[self.slot], part.depths[self.slot]
                )
                if status != SWEEPING:
                    return status
                self.explored_ += 1
            self.slot += 1
        return SWEEPING

    def run(self, budget: int) -> str:
        """Expand up to `budget` boards; "sweeping", "met", "done" or "full"."""
        boards: u64 = budget
        if self.status == SWEEPING:
            with cython.nogil:
                self.status = self.advance(boards)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Boards expanded so far."""
        return self.explored_

    @property
    def by_level(self) -> list:
        """Boards expanded so far after 0, 1, 2 … jumps of this sweep."""
        ends = [self.marks[level + 1] for level in range(self.level_)] + [self.explored_]
        return [ends[0], *(ends[level] - ends[level - 1] for level in range(1, len(ends)))]

    @property
    def entries(self) -> int:
        """Boards in the two levels in memory."""
        return self.levels.entries[0] + self.levels.entries[1]

    @property
    def size(self) -> int:
        """Bytes of the two levels in memory."""
        return self.levels.size

    @property
    def level(self) -> int:
        """Jumps made, by this sweep."""
        return self.level_

    @property
    def sample(self) -> int:
        """The board at hand, of the problem itself."""
        return self.full & ~self.board if self.backward else self.board

    @property
    def met(self) -> int:
        """The board, of the problem itself, where the sweeps met."""
        return self.found
