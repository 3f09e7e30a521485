"""Kernel: breadth-first search of ORush, every position once, in cells or in slides.

A position is a word (see `layout.py`).

    table   the positions met: one bit for each mixed-radix number; where that would take too much
            memory (`hashed`), a hash set of the positions, at most half full
    queue   the positions met, `entries` of them, in the order in which they were met; those up to
            d moves away come before level[d + 1]. `explored` of them are expanded

A position takes 8 bytes in the queue and its share of a table of bits (cleared by walking the
queue) or 16 to 32 bytes of the hash set. Time O(positions · moves), some 40 ns a position.

The path to a position needs no links. Moves can be taken back, so the neighbours of a position of
level d are of the levels d − 1 to d + 1. When the positions from the last one back to the first of
level d are removed from the table, a neighbour that it still has is one of level d − 1.
"""

import cython

SMALLEST = 1 << 11  # positions


class BreadthFirst(Kernel):
    """`lines` are 8 rows, then 8 columns: a `Line`, or None where there are no boats.

    The hero is on row `hero` and has won in the arrangements `heroes` (a bit each). Without
    `heroes` the search finds no win. `measure` is 0 for cells, 1 for slides; `memory` in bytes.
    """

    def __cinit__(self, lines: list, hero: int, heroes: int, measure: int, memory: int):
        cython.declare(number=cython.int, line=Line)
        kinds = cython.declare(cython.pointer(Kind)[16])
        self.kinds = tuple(lines)
        for number in range(LINES):
            kinds[number] = cython.NULL
            if lines[number] is not None:
                line = lines[number]
                kinds[number] = cython.address(line.kind)
        self.memory = memory
        self.room, self.level_room = SMALLEST, 256
        self.queue, self.level = words(self.room), words(self.level_room)
        assemble(cython.address(self.layout), kinds, hero, heroes, measure, memory)
        if not (self.open_table() and self.queue and self.level):
            raise MemoryError

    def __dealloc__(self):
        free(self.table.keys)
        free(self.queue)
        free(self.level)

    def open_table(self):
        """Make an empty table of the right kind, in place of any other; False without memory."""
        self.entries = 0
        free(self.table.keys)
        self.table.slots = 2 * self.room if self.layout.hashed else (self.layout.range + 63) >> 6
        self.table.keys = words(self.table.slots)
        return self.table.keys != cython.NULL

    def holds(self, state):
        """Whether a position is in the table."""
        index: u64 = state >> self.layout.low
        if self.layout.hashed:
            return has(cython.address(self.table), state, mixed(state))
        return self.table.keys[index >> 6] >> (index & 63) & 1

    def forget(self, state):
        """Remove the position entered last, which leaves no gap between a key and its hash."""
        index: u64 = state >> self.layout.low
        if self.layout.hashed:
            self.table.keys[set_slot(cython.address(self.table), state, mixed(state))] = 0
        else:
            self.table.keys[index >> 6] &= ~(cython.cast(u64, 1) << (index & 63))

    def clear(self):
        """Remove all positions."""
        cython.declare(index=u64)
        if self.layout.hashed:
            memset(self.table.keys, 0, set_bytes(cython.address(self.table)))
        else:
            for index in range(self.entries):
                self.table.keys[self.queue[index] >> self.layout.low >> 6] = 0
        self.entries = 0

    def seed(self, state):
        """Put a position at the start of an empty level; False when there is no room."""
        index: u64 = state >> self.layout.low
        if self.entries == 0:
            self.explored = 0
            self.level[0] = 0
            self.levels = 1
            self.state = SEARCHING
        if self.entries + MOVES > self.room and not self.make_room():
            return False
        if not self.holds(state):
            if self.layout.hashed:
                insert(cython.address(self.table), state, mixed(state))
            else:
                self.table.keys[index >> 6] |= cython.cast(u64, 1) << (index & 63)
            self.queue[self.entries] = state
            self.entries += 1
        return True

    def make_room(self):
        """Make the queue twice as long, and a hash set for it; False without memory."""
        cython.declare(index=u64)
        room: u64 = 2 * self.room
        table: u64 = 24 * room if self.layout.hashed else 8 * self.table.slots
        if 12 * room + table > self.memory:
            return False
        if not double_words(cython.address(self.queue), cython.address(self.room), self.memory):
            return False
        if self.layout.hashed:
            keys: cython.pointer(u64) = words(2 * room)
            if not keys:
                return False
            free(self.table.keys)
            self.table.keys, self.table.slots = keys, 2 * room
            for index in range(self.entries):  # in the order in which they were met, for `forget`
                insert(cython.address(self.table), self.queue[index], mixed(self.queue[index]))
        return True

    def next_level(self):
        """Everything met so far is at most `levels` moves away; False without memory to say so."""
        room: cython.pointer(u64) = cython.address(self.level_room)
        if self.levels == room[0] and not double_words(
            cython.address(self.level), room, self.memory
        ):
            return False
        self.level[self.levels] = self.entries
        self.levels += 1
        return True

    def advance(self, until):
        """Expand positions until a move to a won one is found."""
        cython.declare(end=u64)
        rest = cython.declare(u64[16])
        layout: cython.pointer(Layout) = cython.address(self.layout)
        moves = cython.declare(u64[4])
        while True:
            if self.explored == self.level[self.levels - 1]:
                if self.explored == self.entries:
                    return EXHAUSTED
                if not self.next_level():
                    return FULL
            end = self.level[self.levels - 1]
            while self.explored < end:
                if self.explored == until:
                    return SEARCHING
                if self.entries + MOVES > self.room and not self.make_room():
                    return FULL
                look(layout, self.queue[self.explored], rest, moves)
                self.explored += 1
                if moves[self.layout.goal_word] & self.layout.goal:
                    self.found = lowest(moves[self.layout.goal_word] & self.layout.goal)
                    return SOLVED
                if self.layout.hashed:
                    self.append_hashed(rest, moves)
                else:
                    self.append(rest, moves)

    def append(self, rest, moves):
        """Queue what these moves lead to and the table of bits has not met."""
        cython.declare(index=cython.int, move=cython.int, word=u64, state=u64, number=u64, slot=u64)
        queue: cython.pointer(u64) = self.queue
        table: cython.pointer(u64) = self.table.keys
        low: cython.int = self.layout.low
        met: u64 = self.entries
        for index in range(self.layout.words):
            word = moves[index]
            while word != 0:
                move = 64 * index + lowest(word)
                word &= word - 1
                state = rest[self.layout.owner[move]] + self.layout.gain[move]
                number = state >> low
                slot = table[number >> 6]
                table[number >> 6] = slot | cython.cast(u64, 1) << (number & 63)
                queue[met] = state  # stays when it is new: no branch to be mispredicted
                met += 1 - (slot >> (number & 63) & 1)
        self.entries = met

    def append_hashed(self, rest, moves):
        """Queue what these moves lead to and the hashed table has not met."""
        cython.declare(index=cython.int, move=cython.int, word=u64, state=u64, slot=u64)
        for index in range(self.layout.words):
            word = moves[index]
            while word != 0:
                move = 64 * index + lowest(word)
                word &= word - 1
                state = rest[self.layout.owner[move]] + self.layout.gain[move]
                if insert(cython.address(self.table), state, mixed(state)):
                    self.queue[self.entries] = state
                    self.entries += 1

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
                move = 64 * index + lowest(word)
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
        state: u64 = self.queue[self.explored - 1]
        look(layout, state, rest, moves)
        found = [
            rest[self.layout.hero] + self.layout.gain[64 * self.layout.goal_word + self.found],
            state,
        ]
        for depth in range(self.levels - 1, 0, -1):  # `state` is `depth - 1` moves from the start
            first = self.level[depth - 1]
            while self.entries > first:
                self.entries -= 1
                self.forget(self.queue[self.entries])
            if depth > 1:
                state = self.before(state)
                found.append(state)
        found.reverse()
        return found

    def steps(self) -> list:
        """The moves along the `way`: for each the line, its arrangement before and after."""
        words = self.way()
        return [self.step(words[index], words[index + 1]) for index in range(len(words) - 1)]

    def step(self, before, after):
        """The move between two positions."""
        layout: cython.pointer(Layout) = cython.address(self.layout)
        line: cython.int = 0
        while field(layout, line, before) == field(layout, line, after):
            line += 1
        return layout.place[line], field(layout, line, before), field(layout, line, after)

    @property
    def by_depth(self) -> list:
        """Positions expanded so far after 0, 1, 2 … moves."""
        ends = [self.level[depth] for depth in range(self.levels - 1)] + [self.explored]
        return [ends[depth + 1] - ends[depth] for depth in range(len(ends) - 1)]

    @property
    def size(self) -> int:
        """Bytes of queue and table."""
        return 8 * (self.room + self.table.slots)

    @property
    def latest(self) -> int:
        """The position expanded last."""
        return self.queue[self.explored - 1 if self.explored else 0]
