"""Kernel: a thread of a sweep of peg solitaire, which expands its share of a level.

The share of expander `number` of `count` is the same fraction of each part of the level. The
children wait, by part of the next level, until all threads are done; see `sweep.py` for the
pruning.

    moved     per symmetry and hole, the image of the hole
    pack      of the board at hand, child that of what a jump leads to; images of the board
    owner     per hole, the number of the counted region that has it, −1 if none
    found     the least board, of the problem itself, where the sweeps meet; 0 where none was found
"""

import cython


class Expander:
    """One thread at work; `explored` boards so far. MemoryError without 640 kB for children."""

    def __cinit__(
        self,
        problem: Problem,
        images: list,
        bounds: Bounds,
        levels: Levels,
        frontier: Frontier,
        total: int,
        number: int,
        count: int,
    ):
        self.problem, self.tables = problem, cython.address(problem.tables)
        self.bounds, self.levels, self.frontier = bounds, levels, frontier
        self.backward = bounds.backward
        self.total, self.number, self.count = total, number, count
        self.full = ~cython.cast(u64, 0) >> 64 - self.tables.holes
        self.board = self.tables.start
        self.part = PARTS
        for turn, image in enumerate(images):
            for hole in range(self.tables.holes):
                self.moved[turn * 64 + hole] = image[hole]
        self.pending = cython.cast(cython.pointer(Pending), calloc(1, cython.sizeof(Pending)))
        if not self.pending:
            raise MemoryError

    def __dealloc__(self):
        free(self.pending)

    def begin(self):
        """Go to the first board of the share of the level at hand."""
        slots: u64 = self.levels.parts[PARTS * (1 - self.levels.side)].slots
        self.part = 0
        self.slot = slots * self.number // self.count

    def fill(self, budget):
        """Expand up to `budget` more boards of the level at hand, as long as children have room.

        None of them may be waiting still.
        """
        cython.declare(part=cython.pointer(Part), end=u64)
        until: u64 = self.explored + budget
        first: cython.pointer(Part) = self.levels.parts + PARTS * (1 - self.levels.side)
        self.fullest = 0
        while self.part < PARTS:
            part = first + self.part
            end = part.slots * (self.number + 1) // self.count
            while self.slot < end:
                if part.keys[self.slot] != 0:
                    if self.explored == until or self.fullest > PENDING - self.tables.jumps:
                        return
                    self.expand(part.keys[self.slot], part.hands[self.slot], part.depths[self.slot])
                    self.explored += 1
                self.slot += 1
            self.part += 1
            if self.part < PARTS:
                self.slot = first[self.part].slots * self.number // self.count

    def expand(self, board, hands, depth):
        """Try every jump from a board."""
        cython.declare(jump=cython.int)
        tables: cython.pointer(Tables) = self.tables
        regions: cython.int = self.bounds.count(board, self.owner)
        self.board = board
        if depth == self.levels.most:
            self.meet(board, depth + regions)
        if self.levels.level == tables.removed or self.found != 0:
            return
        self.bounds.value(board, self.pack)
        write_images(tables, board, self.images)
        for jump in range(tables.jumps):
            if board & tables.mask[jump] != tables.pegs[jump]:
                continue
            fresh: cython.bint = (
                not hands >> (tables.to[jump] if self.backward else tables.source[jump]) & 1
            )
            needed: cython.int = depth + fresh + regions
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
            if lowered(self.child, self.pack, tables.lost + jump * tables.words, tables.words):
                self.put(board, jump, depth + fresh)

    def put(self, board, jump, depth):
        """Add the child that a jump leads to, in its canonical form, to those that wait."""
        cython.declare(image=u64, number=cython.int, part=cython.int)
        tables: cython.pointer(Tables) = self.tables
        pending: cython.pointer(Pending) = self.pending
        change: cython.pointer(u64) = tables.change + jump * 12
        least: u64 = board ^ tables.mask[jump]
        turn: cython.int = -1
        hand: cython.int = tables.source[jump] if self.backward else tables.to[jump]
        for number in range(tables.symmetries):
            image = self.images[number] ^ change[number]
            if image < least:
                least = image
                turn = number
        if turn >= 0:
            hand = self.moved[turn * 64 + hand]
        part = mixed(least) >> 58
        number = pending.waiting[part]
        pending.keys[part * PENDING + number] = least
        pending.tags[part * PENDING + number] = depth << 8 | hand
        number += 1
        pending.waiting[part] = number
        if number > self.fullest:
            self.fullest = number

    def meet(self, board, needed):
        """Forward: keep a board. Backward: see whether it was kept."""
        here: u64 = self.full & ~board
        if not self.backward:
            if needed <= self.total:
                self.frontier.add(self.levels.level, board)
        elif (self.found == 0 or here < self.found) and self.frontier.has(
            self.tables.removed - self.levels.level, least_image(self.tables, here)
        ):
            self.found = here
