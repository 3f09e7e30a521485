"""Kernel: breadth-first search of ORush, every position once, in cells or in slides.

A position is a word (see `rush_layout`).

    table   the positions met: a bit each by mixed-radix number; where that would take too much
            (`hashed`) the positions themselves, open addressing, linear probing, at most half full
    queue   the positions met in their order; those up to d moves away come before level[d + 1]

A position takes 8 bytes in the queue and its share of a table of bits (cleared by walking the
queue) or 16 to 32 bytes of the hashed one. Time O(positions · moves), some 40 ns a position.

The way to a position needs no links. Moves can be taken back, so the neighbours of a position of
level d are of the levels d − 1 to d + 1. When the table forgets the positions from the last one
back to the first of level d, a neighbour that it still holds is one of level d − 1.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.ludoscope.search.rush.kernels.layout import (
    LINES,
    MOVES,
    Layout,
    __builtin_ctzll,
    assemble,
    field,
    look,
    word_of,
)
from cython.cimports.ludoscope.search.rush.kernels.line import Kind, Line, u64

SEARCHING = cython.declare(cython.int, 0)
FOUND = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "found", "exhausted", "full")

SMALLEST = cython.declare(cython.int, 1 << 11)  # positions


class Flood:
    """`lines` are 8 rows, then 8 columns: a `Line`, or None where no boat lies.

    The hero lies on the row `hero` and has won in the arrangements `heroes` (a bit each). Without
    `heroes` nothing is ever found. `measure` is 0 for cells, 1 for slides; `memory` in bytes.
    """

    def __cinit__(self, lines: list, hero: int, heroes: int, measure: int, memory: int):
        cython.declare(number=cython.int)
        kinds = cython.declare(cython.pointer(Kind)[16])
        line: Line
        self.kinds = tuple(lines)
        for number in range(LINES):
            kinds[number] = cython.NULL
            if lines[number] is not None:
                line = lines[number]
                kinds[number] = cython.address(line.kind)
        self.memory = memory
        self.room = SMALLEST
        self.level_room = 256
        self.queue = cython.cast(cython.pointer(u64), malloc(8 * self.room))
        self.level = cython.cast(cython.pointer(u64), malloc(8 * self.level_room))
        if not self.queue or not self.level:
            raise MemoryError
        assemble(cython.address(self.layout), kinds, hero, heroes, measure, memory)
        if not self.open_table():
            raise MemoryError

    def __dealloc__(self):
        free(self.table)
        free(self.queue)
        free(self.level)

    def open_table(self):
        """An empty table of the right kind, in place of the one there may be."""
        self.met = 0
        free(self.table)
        self.slots = 2 * self.room if self.layout.hashed else (self.layout.range + 63) >> 6
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        return self.table != cython.NULL

    def slot(self, state):
        """Where a hashed position stands in the table, or the free slot where it would."""
        mixed: u64 = (state ^ (state >> 29)) * cython.cast(u64, 0x9E3779B97F4A7C15)
        slot: u64 = (mixed ^ (mixed >> 32)) & (self.slots - 1)
        while self.table[slot] != 0 and self.table[slot] != state:
            slot = (slot + 1) & (self.slots - 1)
        return slot

    def holds(self, state):
        """Whether the table has met a position."""
        index: u64 = state >> self.layout.low
        if self.layout.hashed:
            return self.table[self.slot(state)] != 0
        return self.table[index >> 6] >> (index & 63) & 1

    def drop(self, state):
        """Forget the position met last of those in the table, which leaves no gap in a probe."""
        index: u64 = state >> self.layout.low
        if self.layout.hashed:
            self.table[self.slot(state)] = 0
        else:
            self.table[index >> 6] &= ~(cython.cast(u64, 1) << (index & 63))

    def clear(self):
        """Forget all."""
        cython.declare(index=u64)
        if self.layout.hashed:
            memset(self.table, 0, 8 * self.slots)
        else:
            for index in range(self.met):
                self.table[self.queue[index] >> self.layout.low >> 6] = 0
        self.met = 0

    def seed(self, state):
        """Put a position at the start of an empty level; False when there is no room."""
        index: u64 = state >> self.layout.low
        if self.met == 0:
            self.head = 0
            self.level[0] = 0
            self.levels = 1
            self.status = SEARCHING
        if self.met + MOVES > self.room and not self.make_room():
            return False
        if not self.holds(state):
            if self.layout.hashed:
                self.table[self.slot(state)] = state
            else:
                self.table[index >> 6] |= cython.cast(u64, 1) << (index & 63)
            self.queue[self.met] = state
            self.met += 1
        return True

    def make_room(self):
        """Twice the queue, and a hashed table for it; False beyond the memory, or without any."""
        cython.declare(queue=cython.pointer(u64), table=cython.pointer(u64), index=u64)
        room: u64 = 2 * self.room
        slots: u64 = self.slots
        if 12 * room + (24 * room if self.layout.hashed else 8 * slots) > self.memory:
            return False
        queue = cython.cast(cython.pointer(u64), realloc(self.queue, 8 * room))
        if not queue:
            return False
        self.queue = queue
        if self.layout.hashed:
            table = cython.cast(cython.pointer(u64), calloc(2 * room, 8))
            if not table:
                return False
            free(self.table)
            self.table = table
            self.slots = 2 * room
            for index in range(self.met):  # in the order met, for `drop`
                self.table[self.slot(queue[index])] = queue[index]
        self.room = room
        return True

    def next_level(self):
        """Everything met so far is at most `levels` moves away; False without memory to say so."""
        cython.declare(level=cython.pointer(u64))
        if self.levels == self.level_room:
            level = cython.cast(cython.pointer(u64), realloc(self.level, 16 * self.level_room))
            if not level:
                return False
            self.level = level
            self.level_room *= 2
        self.level[self.levels] = self.met
        self.levels += 1
        return True

    def advance(self, budget):
        """Expand up to `budget` positions, none any more once a move to a won one is met."""
        cython.declare(end=u64)
        rest = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        stop: u64 = self.head + budget
        while True:
            if self.head == self.level[self.levels - 1]:
                if self.head == self.met:
                    return EXHAUSTED
                if not self.next_level():
                    return FULL
            end = self.level[self.levels - 1]
            while self.head < end:
                if self.head == stop:
                    return SEARCHING
                if self.met + MOVES > self.room and not self.make_room():
                    return FULL
                look(layout, self.queue[self.head], rest, moves)
                self.head += 1
                if moves[self.layout.goal_word] & self.layout.goal:
                    self.found = __builtin_ctzll(moves[self.layout.goal_word] & self.layout.goal)
                    return FOUND
                if self.layout.hashed:
                    self.append_hashed(rest, moves)
                else:
                    self.append(rest, moves)

    def append(self, rest, moves):
        """Queue what these moves lead to and the table of bits has not met."""
        cython.declare(index=cython.int, move=cython.int, word=u64, state=u64, number=u64, slot=u64)
        queue: cython.pointer(u64) = self.queue
        table: cython.pointer(u64) = self.table
        low: cython.int = self.layout.low
        met: u64 = self.met
        for index in range(self.layout.words):
            word = moves[index]
            while word != 0:
                move = 64 * index + __builtin_ctzll(word)
                word &= word - 1
                state = rest[self.layout.owner[move]] + self.layout.gain[move]
                number = state >> low
                slot = table[number >> 6]
                table[number >> 6] = slot | cython.cast(u64, 1) << (number & 63)
                queue[met] = state  # stays when it is new: no branch to be mispredicted
                met += 1 - (slot >> (number & 63) & 1)
        self.met = met

    def append_hashed(self, rest, moves):
        """Queue what these moves lead to and the hashed table has not met."""
        cython.declare(index=cython.int, move=cython.int, word=u64, state=u64, slot=u64)
        for index in range(self.layout.words):
            word = moves[index]
            while word != 0:
                move = 64 * index + __builtin_ctzll(word)
                word &= word - 1
                state = rest[self.layout.owner[move]] + self.layout.gain[move]
                slot = self.slot(state)
                if self.table[slot] == 0:
                    self.table[slot] = state
                    self.queue[self.met] = state
                    self.met += 1

    def before(self, state):
        """A neighbour that the table holds."""
        cython.declare(index=cython.int, move=cython.int, word=u64, near=u64)
        rest = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        look(layout, state, rest, moves)
        for index in range(self.layout.words):
            word = moves[index]
            while word != 0:
                move = 64 * index + __builtin_ctzll(word)
                word &= word - 1
                near = rest[self.layout.owner[move]] + self.layout.gain[move]
                if self.holds(near):
                    return near
        return state

    def start(self, numbers: list) -> None:
        """Begin where each of the 16 lines has the arrangement of that number."""
        cython.declare(index=cython.int)
        lines = cython.declare(cython.int[16])
        for index in range(LINES):
            lines[index] = numbers[index]
        self.clear()
        self.seed(word_of(cython.address(self.layout), lines))

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions; "searching", "found", "exhausted" or "full"."""
        count: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(count)
        return STATUS[self.status]

    def numbers(self, state: int) -> list:
        """By line the number of its arrangement in a position."""
        cython.declare(line=cython.int)
        word: u64 = state
        found = [0] * LINES
        for line in range(self.layout.lines):
            found[self.layout.place[line]] = field(cython.address(self.layout), line, word)
        return found

    def way(self) -> list:
        """The positions from the start to the win that was found; all are forgotten by that."""
        cython.declare(depth=u64, first=u64)
        rest = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        state: u64 = self.queue[self.head - 1]
        look(layout, state, rest, moves)
        found = [
            rest[self.layout.hero] + self.layout.gain[64 * self.layout.goal_word + self.found],
            state,
        ]
        for depth in range(self.levels - 1, 0, -1):  # `state` is `depth - 1` moves from the start
            first = self.level[depth - 1]
            while self.met > first:
                self.met -= 1
                self.drop(self.queue[self.met])
            if depth > 1:
                state = self.before(state)
                found.append(state)
        found.reverse()
        return found

    def steps(self) -> list:
        """The moves along the `way`: by line, its arrangement before and after."""
        cython.declare(line=cython.int, before=u64, after=u64)
        layout: cython.pointer(Layout) = cython.address(self.layout)
        found = []
        words = self.way()
        for move in range(len(words) - 1):
            before = words[move]
            after = words[move + 1]
            for line in range(layout.lines):
                if field(layout, line, before) != field(layout, line, after):
                    place = layout.place[line]
                    found.append((place, field(layout, line, before), field(layout, line, after)))
        return found

    @property
    def explored(self) -> int:
        """Positions expanded."""
        return self.head

    @property
    def entries(self) -> int:
        """Positions met."""
        return self.met

    @property
    def by_depth(self) -> list:
        """Positions expanded so far after 0, 1, 2 … moves."""
        ends = [self.level[depth] for depth in range(self.levels - 1)] + [self.head]
        return [ends[depth + 1] - ends[depth] for depth in range(len(ends) - 1)]

    @property
    def size(self) -> int:
        """Bytes of queue and table."""
        return 8 * (self.room + self.slots)

    @property
    def latest(self) -> int:
        """The position expanded last."""
        return self.queue[self.head - 1 if self.head else 0]
