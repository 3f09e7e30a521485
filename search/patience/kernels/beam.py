"""Kernel: one pass of a beam search of patience with open cards, fewest moves first.

Level by level, a move each (a run of cards, or a single one), it keeps the `width` positions of
lowest score. A position met before, on whatever level and kept or not, is dropped, and one from
which more moves are needed than there are left (see `score`); positions are compared by a
hash of 64 bits, so a pass proves nothing. A level costs O(width · moves); memory is 112 bytes a
position of two levels, 24 a neighbour of one, 8 for each one kept on all levels and 11 to 21 for
each one met.

    level     the positions of the level at hand, `follow` those of the next one
    seen      hashes of the positions met, open addressing
    found     neighbours: the moves to choose from
    counts    how many of these there are of each score (+ LOWEST, cut off at both ends)
    last      the highest score that can still be chosen, `within` how many have it or a lower one
    trail     per position kept on all levels two items: the number of the one before, and the
              move that led there: source + 64 · (card + 64 · (count + 16 · destination))
"""

import cython

MOST_FOUND = cython.declare(cython.int, 1024)  # neighbours of one position: 40 · (24 + 2) at most


class Beam(Kernel):
    """One pass from a position; `run` goes on with it.

    `runs` whether a run of cards is one move, `choice` whether sending a card home is one that
    can be put off, `silent` whether cards go home while a run is being carried, `most` the number
    of moves not to go beyond, `memory` the bytes to keep within. `explored` are the positions
    expanded so far, `depth` the moves to the level at hand, `thinned` whether positions have been
    left out for want of width.
    """

    def __cinit__(
        self,
        rules: Rules,
        score: Score,
        position: tuple,
        runs: bool,
        choice: bool,
        silent: bool,
        width: int,
        most: int,
        memory: int,
    ):
        self.rules, self.score = rules, score
        self.runs, self.choice, self.silent = runs, choice, silent
        self.width, self.most, self.memory = width, most, memory
        self.found_room, self.last = 1 << 12, SCORES - 1
        open_set(cython.address(self.seen), 1 << 10, True)
        open_stack(cython.address(self.trail))
        self.level = cython.cast(cython.pointer(Node), malloc(width * cython.sizeof(Node)))
        self.follow = cython.cast(cython.pointer(Node), malloc(width * cython.sizeof(Node)))
        self.found = cython.cast(
            cython.pointer(Found), malloc(self.found_room * cython.sizeof(Found))
        )
        if not (self.level and self.follow and self.found):
            raise MemoryError
        columns, cells, home = position
        self.rules.lay(self.level, columns, cells, home)
        self.meet(self.level[0].hash)
        self.count = 1
        self.trail.top = 2

    def __dealloc__(self):
        free(self.level)
        free(self.follow)
        free(self.found)
        free(self.seen.keys)
        free(self.trail.items)

    def bytes_held(self):
        return (
            set_bytes(cython.address(self.seen))
            + cython.sizeof(Found) * self.found_room
            + 2 * cython.sizeof(Node) * cython.cast(u64, self.width)
            + stack_bytes(cython.address(self.trail))
        )

    def make_room(self):
        """Make room for the neighbours of one more position; False when there is none."""
        more: u64 = left(self.memory, self.bytes_held())
        if self.found_top + MOST_FOUND > self.found_room:
            found = cython.cast(cython.pp_void, cython.address(self.found))
            size: u64 = cython.sizeof(Found)
            if not double_array(found, cython.address(self.found_room), size, more):
                return False
        return set_room(cython.address(self.seen), MOST_FOUND, more)

    def meet(self, hash):  # noqa: A002
        """Whether a position is new; then it is kept."""
        return insert(cython.address(self.seen), hash, hash)

    def add(self, node, source, card, count, dest):
        """Add a neighbour to those found, unless it was met before; whether it is a win."""
        child: Node
        below: cython.int = node.under[card]
        cython.declare(key=u64, score=cython.int, bound=cython.int)
        view: cython.pointer(View) = cython.address(self.view)
        won: cython.bint = False
        bares: cython.bint = source < FIRST_CELL and self.rules.goes(node, below)
        if bares or dest == TO_HOME:
            bares = True
            child = node[0]
            self.rules.shift(cython.address(child), source, card, dest)
            self.rules.settle(cython.address(child))
            carried: cython.bint = count > 1 and self.silent
            if carried and self.rules.torn(cython.address(child), node, source, card):
                return False
            key = child.hash
            if not self.meet(key):  # cheaper here than the score
                return False
            won = self.rules.left(cython.address(child)) == 0
            self.score.look(cython.address(child), cython.address(self.other))
            score, bound = child.score, child.bound
        else:
            key = self.rules.rehashed(node, card, dest)
            bound = self.score.bounded(node, view, source, card, count, dest)
            score = self.score.rescored(node, view, source, card, count, dest, bound)
        step: u32 = source | card << 6 | count << 12 | dest << 16
        return self.note(Found(key, score, bound, self.cursor, step, 0), bares, won) and won

    def note(self, found, met, won):
        """Note a neighbour, `met` by now or new, if it may be chosen; whether it was noted."""
        if self.depth + 1 + found.bound > self.most:
            return False
        rank: cython.int = found.score + LOWEST
        rank = 0 if rank < 0 else SCORES - 1 if rank >= SCORES else rank
        if rank > self.last and not won:
            self.thinned = True
            return False
        if not met and not self.meet(found.hash):
            return False
        found.rank = rank
        self.counts[rank] += 1
        self.within += 1
        while self.within - self.counts[self.last] >= self.width:
            self.within -= self.counts[self.last]
            self.last -= 1
        self.found[self.found_top] = found
        self.found_top += 1
        return True

    def expand(self, node):
        """Find the neighbours of a position; whether one of them, the last, is a win."""
        cython.declare(number=cython.int, card=cython.int)
        self.score.look(node, cython.address(self.view))
        for number in range(self.rules.columns):
            if node.top[number] != NONE and self.expand_card(node, number, node.top[number]):
                return True
        for number in range(FIRST_CELL, FIRST_CELL + self.rules.cells):
            card = node.cell[number - FIRST_CELL]
            if card != NONE and self.expand_card(node, number, card):
                return True
        return False

    def expand_card(self, node, source, top):
        """The moves of a card, and of the run beneath it."""
        hands: cython.int = self.rules.cells - self.view.held + 1
        spares: cython.int = self.view.empty if self.rules.spares else 0
        run: cython.int = self.view.run[source] if source < FIRST_CELL else 1
        count: cython.int = 1
        number: cython.int
        card: cython.int = top
        may_wait: cython.bint = self.choice and top >> 2 == node.home[top & 3]
        if may_wait and self.add(node, source, top, 1, TO_HOME):
            return True
        if source < FIRST_CELL and hands > 1 and self.add(node, source, top, 1, TO_CELL):
            return True
        while True:
            for number in range(self.rules.columns):
                if (
                    node.top[number] != NONE
                    and self.rules.takers[card] >> node.top[number] & 1
                    and number != source
                    and self.add(node, source, card, count, number)
                ):
                    return True
            # where cards go home by themselves, one bared on the way would leave the run
            if (
                count == (run if self.runs else 1)
                or count == hands << spares
                or (self.silent and node.under[card] >> 2 == node.home[node.under[card] & 3])
            ):
                break
            card = node.under[card]
            count += 1
        if self.view.empty == 0:
            return False
        # a run goes whole to an empty column, or its last card alone
        most: cython.int = hands << (spares - 1) if spares else hands
        if count == run and count <= most and self.may_fill(node, card):
            return self.fill(node, source, card, count)
        return self.may_fill(node, top) and self.fill(node, source, top, 1)

    def fill(self, node, source, card, count):
        """Add the move of a run to the first empty column."""
        empty: cython.int = 0
        while node.top[empty] != NONE:
            empty += 1
        return self.add(node, source, card, count, empty)

    def may_fill(self, node, card):
        """Whether it makes a difference to put a card into an empty column, and is allowed."""
        return self.rules.fills[card] and node.under[card] != BASE

    def keep(self, found):
        """Write down where a position kept comes from; False when there is no room."""
        trail = cython.address(self.trail)
        if not reserve(trail, 2, left(self.memory, self.bytes_held())):
            return False
        push(trail, self.first + found.parent)
        push(trail, found.step)
        return True

    def choose(self):
        """Make the next level of the best that was found; False when there is no room for it."""
        cython.declare(index=u64, node=cython.pointer(Node), found=cython.pointer(Found))
        room: u32 = self.width - (self.within - self.counts[self.last])
        first: u32 = cython.cast(u32, self.trail.top // 2)
        self.thinned |= self.found_top > self.width
        self.count = 0
        for index in range(self.found_top):
            found = cython.address(self.found[index])
            if found.rank > self.last:
                continue
            if found.rank == self.last:
                if room == 0:
                    continue
                room -= 1
            if not self.keep(found):
                return False
            node = cython.address(self.follow[self.count])
            node[0] = self.level[found.parent]
            self.rules.shift(node, found.step & 63, found.step >> 6 & 63, found.step >> 16 & 63)
            if node.hash != found.hash:
                self.rules.settle(node)
            node.score = found.score
            node.bound = found.bound
            self.count += 1
        self.level, self.follow = self.follow, self.level
        self.first, self.cursor, self.found_top = first, 0, 0
        self.depth += 1
        memset(self.counts, 0, cython.sizeof(self.counts))
        self.last, self.within = SCORES - 1, 0
        return True

    def advance(self, until):
        """Expand positions until there are so many."""
        found: cython.pointer(Found)
        while self.explored < until:
            if self.cursor == self.count:
                if not self.choose():
                    return FULL
                if self.count == 0 or self.depth >= self.most:
                    return FAILED
            if not self.make_room():
                return FULL
            self.explored += 1
            if self.expand(cython.address(self.level[self.cursor])):
                found = cython.address(self.found[self.found_top - 1])
                return SOLVED if self.keep(found) else FULL
            self.cursor += 1
        return SEARCHING

    @property
    def entries(self) -> int:
        """Positions met."""
        return self.seen.entries

    @property
    def frontier(self) -> int:
        """Positions on the level at hand that are not expanded."""
        return self.count - self.cursor

    @property
    def size(self) -> int:
        """Bytes held."""
        return self.bytes_held()

    @property
    def position(self) -> tuple:
        """The best position of the level at hand: columns, cells, foundation."""
        return self.rules.read(cython.address(self.level[min(self.cursor, self.count - 1)]))

    @property
    def line(self) -> list:
        """The moves to the win: (source, card, count, destination) each."""
        steps = []
        at = self.trail.top // 2 - 1
        while at:
            step = self.trail.items[2 * at + 1]
            steps.insert(0, (step & 63, step >> 6 & 63, step >> 12 & 15, step >> 16 & 63))
            at = self.trail.items[2 * at]
        return steps
