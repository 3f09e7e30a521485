"""Kernel: depth-first search of peg solitaire on boards of up to 64 holes.

The same search as `search.generic.uninformed.depth_first` on a `PegGame`, position for position, as
long as no pagodas are given: jumps in the order given, no position entered whose canonical form was
met before. With pagodas (`Problem.arm`) no position is entered that one of them refutes: no jumps
lead from there to the finish, so nothing is lost. About 10 bytes of table per position met at the
usual load (8-byte keys, open addressing, linear probing).

    line[d]     the position d jumps down the current line; images[IMAGES·d] its images
    pack        the excesses of the positions of the line, `words` words each
    untried[d]  the number of the next jump to try there
    table       the canonical positions met; 0, a board with no peg, marks a free slot
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.ludoscope.search.kernels.bits import mixed, u64
from cython.cimports.ludoscope.search.peg.kernels.problem import (
    IMAGES,
    Problem,
    Tables,
    least_after,
    least_image,
    lowered,
    write_images,
)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

SMALLEST = 1 << 12  # slots


class DepthFirst:
    """One search; `run` goes on with it. `memory` is the bytes the table may take."""

    def __cinit__(self, problem: Problem, memory: int):
        self.problem = problem
        self.tables = cython.address(problem.tables)
        self.slots = SMALLEST
        self.most_slots = max(SMALLEST, memory // 12)  # the old table lives on while one grows
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        if self.table == cython.NULL:
            raise MemoryError
        self.line[0] = problem.tables.start
        write_images(self.tables, self.line[0], self.images)
        for word in range(problem.tables.words):
            self.pack[word] = problem.tables.first[word]
        self.depth_ = 0
        self.untried[0] = 0
        self.met = 0
        self.explored_ = 1
        self.refuted_ = 0
        self.status = SEARCHING
        self.insert(least_image(self.tables, self.line[0]))

    def __dealloc__(self):
        free(self.table)

    def insert(self, key):
        """Put a key into the table; False when it was there."""
        slot: u64 = mixed(key) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = key
        self.met += 1
        return True

    def grow(self):
        """Make the table twice as large; False when the budget or the machine has no room."""
        cython.declare(index=u64)
        old: cython.pointer(u64) = self.table
        old_slots: u64 = self.slots
        if 2 * old_slots > self.most_slots:
            return False
        self.table = cython.cast(cython.pointer(u64), calloc(2 * old_slots, 8))
        if self.table == cython.NULL:
            self.table = old
            return False
        self.slots = 2 * old_slots
        self.met = 0
        for index in range(old_slots):
            if old[index] != 0:
                self.insert(old[index])
        free(old)
        return True

    def advance(self, budget):
        """Enter up to `budget` more positions."""
        cython.declare(images=cython.pointer(u64), pack=cython.pointer(u64), here=u64, child=u64)
        cython.declare(number=cython.int)
        tables: cython.pointer(Tables) = self.tables
        words: cython.int = tables.words
        until: u64 = self.explored_ + budget
        while self.explored_ < until:
            number = self.untried[self.depth_]
            here = self.line[self.depth_]
            while number < tables.jumps and here & tables.mask[number] != tables.pegs[number]:
                number += 1
            if number == tables.jumps:
                if self.depth_ == 0:
                    return EXHAUSTED
                self.depth_ -= 1
                continue
            child = here ^ tables.mask[number]
            if 4 * (self.met + 1) > 3 * self.slots and not self.grow():
                return FULL
            self.untried[self.depth_] = number + 1
            pack = self.pack + self.depth_ * words
            images = self.images + self.depth_ * IMAGES
            if not lowered(pack + words, pack, tables.lost + number * words, words):
                self.refuted_ += 1
                continue
            if not self.insert(least_after(tables, child, images, number)):
                continue
            self.depth_ += 1
            self.line[self.depth_] = child
            self.untried[self.depth_] = 0
            if child == tables.finish:
                return SOLVED
            write_images(tables, child, images + IMAGES)
            self.explored_ += 1
        return SEARCHING

    def run(self, budget: int) -> str:
        """Enter up to `budget` positions; "searching", "solved", "exhausted" or "full"."""
        nodes: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions entered so far, the start included, the finish not."""
        return self.explored_

    @property
    def refuted(self) -> int:
        """How often a pagoda kept a position from being entered."""
        return self.refuted_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.met

    @property
    def depth(self) -> int:
        """Jumps made along the current line."""
        return self.depth_

    @property
    def size(self) -> int:
        """Bytes of the table."""
        return 8 * self.slots

    @property
    def positions(self) -> list:
        """The current line, from the start to the position at hand."""
        return [self.line[index] for index in range(self.depth_ + 1)]
