"""Kernel: beam search of peg solitaire on boards of up to 64 holes, towards a set of goals.

Level by level, of each level the best `width` positions. The last levels are not searched: the
positions from which a few jumps lead to the finish are known (`peg_goals`), all of them up to some
level. A beam that reaches this level either hits the set or has failed.

Pruning. A position is dropped when its canonical form has been met in its level: a symmetry that
keeps the finish takes a solution of one to a solution of the other. It is dropped when a pagoda is
below the finish: no jumps lead from it to the finish (`search.peg.pagoda`). At the level of the
goals all that miss the set are dropped: the set is complete. So if no level had more than `width`
positions left, there is no solution.

Time O(levels · width · jumps). Memory: 64 bytes a candidate of the level at work, 12 bytes a
position kept.

    kept[d·width + i]   position i after d jumps; parent[d·width + i] its number in the level before
    pack                the excesses of the kept positions of the present level
    candidate           for the next level: canonical form, position, number of parent
    packs               the excesses of the candidates
    rank                (score << 32) + number of a candidate, to choose the best by
    slot                hash table of the candidates: number + 1, 0 where free
"""

import cython
from cython.cimports.libc.math import sqrt
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.ludoscope.search.kernels.bits import mixed, u64
from cython.cimports.ludoscope.search.kernels.selection import bring_forward
from cython.cimports.ludoscope.search.peg.kernels.beam import Candidate, u32
from cython.cimports.ludoscope.search.peg.kernels.goals import Goals
from cython.cimports.ludoscope.search.peg.kernels.problem import (
    Problem,
    Tables,
    least_after,
    least_image,
    lowered,
    write_images,
)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
FAILED = cython.declare(cython.int, 2)
EXHAUSTED = cython.declare(cython.int, 3)
FULL = cython.declare(cython.int, 4)
STATUS = ("searching", "solved", "failed", "exhausted", "full")

JUMP_SCORE = cython.declare(cython.int, 20)
SLACK_SCORE = cython.declare(cython.double, 20)


class Beam:
    """Beams for one problem: `begin` starts one, `run` goes on with it."""

    def __cinit__(self, problem: Problem, goals: int):
        self.problem = problem
        self.tables = cython.address(problem.tables)
        for excess in range(256):
            self.worth[excess] = int(SLACK_SCORE * sqrt(max(0, excess - 128)))
        self.explored_ = 0
        self.status = FAILED
        self.goals = Goals(problem, goals)
        self.levels = self.tables.removed - self.goals.remaining

    def __dealloc__(self):
        self.release()

    def release(self):
        """Give back what the last beam took."""
        free(self.kept)
        free(self.parent)
        free(self.pack)
        free(self.candidate)
        free(self.packs)
        free(self.rank)
        free(self.slot)
        self.kept = self.pack = self.packs = self.rank = cython.NULL
        self.parent = self.slot = cython.NULL
        self.candidate = cython.NULL

    def begin(self, width: int, memory: int) -> str:
        """Start a beam that may take so many bytes; "searching", "full" or an answer."""
        cython.declare(word=cython.int)
        levels: cython.int = self.levels
        words: cython.int = self.tables.words
        self.release()
        self.width = width
        self.memory = memory
        self.room = 0
        self.slots = 1024
        self.status = FULL
        if self.bytes_for(0, self.slots) > self.memory:
            return STATUS[self.status]
        self.kept = cython.cast(
            cython.pointer(u64), calloc(cython.cast(u64, levels + 1) * width, 8)
        )
        self.parent = cython.cast(
            cython.pointer(u32), calloc(cython.cast(u64, levels + 1) * width, 4)
        )
        self.pack = cython.cast(cython.pointer(u64), calloc(width * words + 1, 8))
        self.slot = cython.cast(cython.pointer(u32), calloc(self.slots, 4))
        if (
            self.kept == cython.NULL
            or self.parent == cython.NULL
            or self.pack == cython.NULL
            or self.slot == cython.NULL
        ):
            return STATUS[self.status]
        self.kept[0] = self.tables.start
        for word in range(words):
            self.pack[word] = self.tables.first[word]
        self.depth_ = self.expanded = self.candidates = 0
        self.count = 1
        self.cut = False
        self.status = SEARCHING
        if levels == 0:
            self.status = EXHAUSTED
            if self.goals.has(least_image(self.tables, self.tables.start)):
                self.status = SOLVED
        return STATUS[self.status]

    def bytes_for(self, room, slots):
        """Bytes in use with room for so many candidates and slots of their table."""
        words: u64 = self.tables.words
        kept: u64 = cython.cast(u64, self.width) * (12 * (self.levels + 1) + 8 * words)
        return kept + 4 * slots + room * (32 + 8 * words)

    def more_room(self):
        """Twice as much room for candidates; False when the machine has none."""
        room: cython.int = max(1024, 2 * self.room)
        words: cython.int = self.tables.words
        if self.bytes_for(2 * room, self.slots) > self.memory:  # a move takes both for a moment
            return False
        candidate: cython.pointer(Candidate) = cython.cast(
            cython.pointer(Candidate),
            realloc(self.candidate, room * cython.sizeof(Candidate)),
        )
        if candidate == cython.NULL:
            return False
        self.candidate = candidate
        moved: cython.pointer(u64) = cython.cast(
            cython.pointer(u64), realloc(self.rank, 8 * cython.cast(u64, room))
        )
        if moved == cython.NULL:
            return False
        self.rank = moved
        moved = cython.cast(
            cython.pointer(u64), realloc(self.packs, 8 * (cython.cast(u64, room) * words + 1))
        )
        if moved == cython.NULL:
            return False
        self.packs = moved
        self.room = room
        return True

    def more_slots(self):
        """A hash table twice as large for the candidates; False when there is no room."""
        cython.declare(index=cython.int, place=u64)
        if self.bytes_for(self.room, 3 * self.slots) > self.memory:
            return False
        slot: cython.pointer(u32) = cython.cast(cython.pointer(u32), calloc(2 * self.slots, 4))
        if slot == cython.NULL:
            return False
        free(self.slot)
        self.slot = slot
        self.slots *= 2
        for index in range(self.candidates):
            place = self.place(self.candidate[index].key)
            self.slot[place] = index + 1
        return True

    def place(self, key):
        """Where a key is in the table of candidates, or would be."""
        mask: u64 = self.slots - 1
        slot: u64 = mixed(key) & mask
        while self.slot[slot] != 0 and self.candidate[self.slot[slot] - 1].key != key:
            slot = (slot + 1) & mask
        return slot

    def score(self, board, pack):
        """How good a position is: jumps that can be made, and pagodas far from refuting it."""
        cython.declare(jump=cython.int, word=cython.int, rest=u64)
        tables: cython.pointer(Tables) = self.tables
        total: cython.int = 0
        for jump in range(tables.jumps):
            total += cython.cast(cython.int, board & tables.mask[jump] == tables.pegs[jump])
        total *= JUMP_SCORE
        for word in range(tables.words):
            rest = pack[word]
            while rest != 0:
                total += self.worth[rest & 255]
                rest >>= 8
        return total

    def expand(self, number):
        """Add the children of a kept position to the candidates; the status after that."""
        cython.declare(jump=cython.int, index=cython.int, key=u64, slot=u64)
        tables: cython.pointer(Tables) = self.tables
        here: u64 = self.kept[self.depth_ * self.width + number]
        words: cython.int = tables.words
        excesses: cython.pointer(u64) = self.pack + number * words
        self.explored_ += 1
        if self.candidates + tables.jumps > self.room and not self.more_room():
            return FULL
        while 2 * (self.candidates + tables.jumps) > self.slots:
            if not self.more_slots():
                return FULL
        write_images(tables, here, self.images)
        for jump in range(tables.jumps):
            if here & tables.mask[jump] != tables.pegs[jump]:
                continue
            index = self.candidates
            if not lowered(self.packs + index * words, excesses, tables.lost + jump * words, words):
                continue
            key = least_after(tables, here ^ tables.mask[jump], self.images, jump)
            if self.depth_ + 1 == self.levels:
                if self.goals.has(key):
                    self.finish_line(number, here ^ tables.mask[jump])
                    return SOLVED
                continue
            slot = self.place(key)
            if self.slot[slot] != 0:
                continue
            self.slot[slot] = index + 1
            self.candidate[index].key = key
            self.candidate[index].board = here ^ tables.mask[jump]
            self.candidate[index].origin = number
            self.candidates = index + 1
        return SEARCHING

    def descend(self):
        """Keep the best candidates as the next level; the status after that."""
        cython.declare(index=cython.int, chosen=cython.int, level=cython.int)
        words: cython.int = self.tables.words
        if self.candidates == 0:
            return FAILED if self.cut else EXHAUSTED
        self.count = self.candidates
        for index in range(self.candidates):
            self.rank[index] = index
        if self.candidates > self.width:
            self.cut = True
            self.count = self.width
            for index in range(self.candidates):
                chosen = self.score(self.candidate[index].board, self.packs + index * words)
                self.rank[index] = cython.cast(u64, chosen) << 32 | index
            bring_forward(self.rank, self.candidates, self.width)
        self.depth_ += 1
        level = self.depth_ * self.width
        for index in range(self.count):
            chosen = cython.cast(cython.int, cython.cast(u32, self.rank[index]))
            self.kept[level + index] = self.candidate[chosen].board
            self.parent[level + index] = self.candidate[chosen].origin
            memcpy(self.pack + index * words, self.packs + chosen * words, 8 * words)
        memset(self.slot, 0, 4 * self.slots)
        self.candidates = 0
        self.expanded = 0
        return SEARCHING

    def finish_line(self, number, board):
        """Write down the way to a goal: `board`, child of the kept position of that number."""
        cython.declare(level=cython.int)
        self.line[self.levels] = board
        for level in range(self.levels - 1, -1, -1):
            self.line[level] = self.kept[level * self.width + number]
            number = self.parent[level * self.width + number]

    def advance(self, budget):
        """Expand up to `budget` positions; the status after that."""
        until: u64 = self.explored_ + budget
        status: cython.int = SEARCHING
        while status == SEARCHING and self.explored_ < until:
            if self.expanded < self.count:
                status = self.expand(self.expanded)
                self.expanded += 1
            else:
                status = self.descend()
        return status

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions: "searching", "solved", "failed", "exhausted", "full"."""
        nodes: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions expanded so far, by all beams."""
        return self.explored_

    @property
    def depth(self) -> int:
        """Jumps made by the level at work."""
        return self.depth_

    @property
    def frontier(self) -> int:
        """Positions in the level at work."""
        return self.count

    @property
    def sample(self) -> int:
        """A position of the level at work."""
        return self.kept[self.depth_ * self.width] if self.kept != cython.NULL else 0

    @property
    def size(self) -> int:
        """Bytes in use."""
        return self.bytes_for(self.room, self.slots)

    @property
    def positions(self) -> list:
        """The solution, from the start to the finish."""
        if self.levels == 0:
            self.line[0] = self.tables.start
        return [self.line[index] for index in range(self.levels)] + self.goals.line(
            self.line[self.levels]
        )
