"""Kernel: simulated annealing for ORush puzzles that take many moves, on grids of up to 6×6.

A draft is a choice of boats for each line, wherever they stand. One search from all placements at
once in which the hero is at the exit meets every position that can be won, whatever component it
is of, and ends with the hardest. A change gives one to three lines other boats; it stays when the
hardest takes no fewer moves, and otherwise with a chance of `mercy` / 256 for every move less, all
in integers, so that the same seed has the same effect on every machine. Drafts without a win,
with more than `largest` positions that can be won, or with room for more than 2^28 arrangements of
all lines together, count as 0 moves.

    options   by line (8 each) the boats to choose from, NULL for none; `choices` how many
    chosen    by line, the number of the option; `kinds` the tables of these
    unit      by line, what a step from an arrangement to the next adds to a position
    allowed   by row (8 each) and arrangement, a byte a column: the arrangements of the column that
              leave the row's hull free. So a placement of the rows is one AND a row, and what is
              left of each byte goes with whatever is left of the others.

Memory: one table of bits, 32 MB of which a run touches a part, and 8 bytes a position. Time: some
0.05 to 0.2 ms a draft.
"""

import cython

EVERY = cython.declare(cython.ulonglong, 0x0101010101010101)
TABLE = cython.declare(cython.ulonglong, 1 << 29)  # bytes of a search, never hashed on these grids


class Annealer(Kernel):
    """One run. `options`: 16 lists of `Line`s or None, the hero's line has one, at `hero`.

    `heroes` are its arrangements at the exit, a bit each; `measure` is 0 for cells, 1 for slides.
    The run is stuck after `patience` changes without a longer draft.
    """

    def __cinit__(
        self,
        options: list,
        hero: int,
        heroes: int,
        measure: int,
        wanted: int,
        largest: int,
        patience: int,
        mercy: int,
        seed: int,
    ):
        cython.declare(line=cython.int, number=cython.int)
        tables: Line
        self.search = BreadthFirst([None] * LINES, hero, heroes, measure, TABLE)
        self.search.layout.range = cython.cast(u64, 1) << 28
        if not self.search.open_table():
            raise MemoryError
        self.lines = [tuple(choice) for choice in options]
        for line in range(LINES):
            self.choices[line] = len(options[line])
            for number in range(self.choices[line]):
                self.options[OPTIONS * line + number] = cython.NULL
                if options[line][number] is not None:
                    tables = options[line][number]
                    self.options[OPTIONS * line + number] = cython.address(tables.kind)
        self.hero, self.heroes, self.measure = hero, heroes, measure
        self.wanted = wanted
        self.largest, self.patience, self.mercy = largest, patience, mercy
        self.random = seed
        self.best = 0

    def below(self, bound):
        """A random number from 0 to `bound` - 1, by splitmix64."""
        self.random += cython.cast(u64, 0x9E3779B97F4A7C15)
        return (mixed(self.random) >> 32) * bound >> 32

    def lay_out(self):
        """Take the tables of the chosen boats; returns what the columns may do, a byte each."""
        cython.declare(line=cython.int, column=cython.int, arrangement=cython.int)
        cython.declare(kind=cython.pointer(Kind), allowed=u64)
        every: u64 = 0
        self.search.clear()
        for line in range(LINES):
            self.kinds[line] = self.options[OPTIONS * line + self.chosen[line]]
            self.unit[line] = 0
        assemble(cython.address(self.search.layout), self.kinds, self.hero, 0, self.measure, TABLE)
        for line in range(self.search.layout.lines):
            self.unit[self.search.layout.place[line]] = self.search.layout.unit[line]
        for column in range(COLUMN):
            kind = self.kinds[COLUMN + column]
            clear: u64 = (1 << kind.count) - 1 if kind else 1
            every |= clear << 8 * column
        for line in range(COLUMN):
            kind = self.kinds[line]
            if not kind:
                continue
            for arrangement in range(kind.count):
                allowed = ~cython.cast(u64, 0)
                for column in range(COLUMN):
                    if self.kinds[COLUMN + column] and kind.hull[arrangement] >> 8 * column & 1:
                        clear = 255 ^ self.kinds[COLUMN + column].clear[line]
                        allowed ^= clear << 8 * column
                self.allowed[COLUMN * line + arrangement] = allowed
        return every

    def place_rows(self, row, left, state):
        """Seed the search with all placements of this row and those below; False if too many."""
        cython.declare(kind=cython.pointer(Kind), arrangement=cython.int, then=u64)
        if row == COLUMN:
            return self.place_columns(0, left, state)
        kind = self.kinds[row]
        if not kind:
            return self.place_rows(row + 1, left, state)
        for arrangement in range(kind.count):
            if row == self.hero and not self.heroes >> arrangement & 1:
                continue
            then = left & self.allowed[COLUMN * row + arrangement]
            if (then - EVERY) & ~then & EVERY << 7:
                continue  # a byte is 0: a column has nowhere to go
            if not self.place_rows(row + 1, then, state + self.unit[row] * arrangement):
                return False
        return True

    def place_columns(self, column, left, state):
        """Seed the search with all placements of this column and those to its right."""
        cython.declare(unit=u64)
        ways: u64 = left & 255
        if column == COLUMN:
            return self.search.seed(state) and self.search.entries <= self.largest
        unit = self.unit[COLUMN + column]
        while ways != 0:
            if not self.place_columns(column + 1, left >> 8, state + unit * lowest(ways)):
                return False
            ways &= ways - 1
        return True

    def length(self):
        """The moves that the hardest position of the draft takes."""
        every: u64 = self.lay_out()
        if self.search.layout.hashed:  # too roomy for the table of bits
            return 0
        if not self.place_rows(0, every, 0) or self.search.entries == 0:
            return 0
        if self.search.advance(self.largest + 1) != EXHAUSTED or self.search.entries > self.largest:
            return 0
        return self.search.levels - 2

    def change(self):
        """Other boats for one to three lines."""
        cython.declare(line=cython.int)
        count: cython.int = 1 + self.below(3)
        while count > 0:
            line = self.below(LINES)
            if self.choices[line] > 1:
                self.chosen[line] += 1 + self.below(self.choices[line] - 1)
                self.chosen[line] %= self.choices[line]
                count -= 1

    def accepts(self, length):
        """Whether a change to a draft of that length stays."""
        chance: u64 = cython.cast(u64, 1) << 32
        loss: cython.int = self.longest - length
        while loss > 0 and chance > 0:
            chance = chance * self.mercy >> 8
            loss -= 1
        if chance >> 32:
            return True
        return length > 0 and self.below(cython.cast(u64, 1) << 32) < chance

    def advance(self, until):
        """Try drafts until one takes `wanted` moves."""
        cython.declare(line=cython.int, length=cython.int)
        before = cython.declare(cython.int[16])
        while self.explored < until:
            fresh: cython.bint = self.best == 0
            for line in range(LINES):
                before[line] = self.chosen[line]
                if fresh:
                    self.chosen[line] = self.below(self.choices[line])
            if not fresh:
                self.change()
                self.idle += 1
            self.explored += 1
            length = self.length()
            if fresh or self.accepts(length):
                self.longest = length
                if length > self.best:
                    self.best = length
                    self.idle = 0
                    self.keep()
                if length >= self.wanted:
                    return SOLVED
            else:
                for line in range(LINES):
                    self.chosen[line] = before[line]
            if self.idle >= self.patience:
                return FAILED
        return SEARCHING

    def keep(self):
        """Remember a hardest position of the draft just searched."""
        cython.declare(line=cython.int)
        for line in range(LINES):
            self.best_chosen[line] = self.chosen[line]
            self.best_numbers[line] = 0
        for line in range(self.search.layout.lines):
            self.best_numbers[self.search.layout.place[line]] = field(
                cython.address(self.search.layout), line, self.search.queue[self.search.entries - 1]
            )

    def hardest(self) -> tuple:
        """The longest draft of the run so far: its moves, its lines and a position that long."""
        lines = [self.lines[line][self.best_chosen[line]] for line in range(LINES)]
        return self.best, lines, [self.best_numbers[line] for line in range(LINES)]

    def found(self, distance: int) -> tuple:
        """After SOLVED: the lines, and the positions that take so many moves, sorted.

        Each position is the list of the numbers of its lines' arrangements.
        """
        first, end = self.search.level[distance], self.search.level[distance + 1]
        positions = [self.search.numbers(self.search.queue[index]) for index in range(first, end)]
        lines = [self.lines[line][self.chosen[line]] for line in range(LINES)]
        return lines, sorted(positions)
