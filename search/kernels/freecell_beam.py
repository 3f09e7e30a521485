"""Kernel: one pass of a beam search of patience with open cards, fewest moves first.

Level by level, a move each (a run of cards, or a single one), it keeps the `width` positions of
lowest score. A position met before, on whatever level and kept or not, is dropped; positions are
compared by a hash of 64 bits, so a pass proves nothing. A level costs O(width · moves); memory is
120 bytes a position of two levels, 24 a neighbour of one, 8 for each one kept on all levels and 11
to 21 for each one met.

    level     the positions of the level at hand, `follow` those of the next one
    seen      hashes of the positions met, open addressing
    found     neighbours: the moves to choose from
    parents   per position kept on all levels, the number of the one before
    steps     the move that led there: source + 64 · (card + 64 · (count + 16 · destination))
"""

import cython
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.search.kernels.growing import HashSet, Stack
from cython.cimports.search.kernels.patience_node import Node, Rules, View

u8 = cython.typedef(cython.uchar)
u32 = cython.typedef(cython.uint)
u64 = cython.typedef(cython.ulonglong)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
DRY = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "dry", "full")

DECK = cython.declare(cython.int, 52)
BASE = cython.declare(cython.int, 52)
CELL = cython.declare(cython.int, 53)
HOME = cython.declare(cython.int, 54)
UNDERS = cython.declare(cython.int, 55)
NONE = cython.declare(cython.int, 255)
FIRST_CELL = cython.declare(cython.int, 24)
TO_CELL = cython.declare(cython.int, 62)
TO_HOME = cython.declare(cython.int, 63)

SCORES = cython.declare(cython.int, 1 << 12)  # scores told apart when choosing
LOWEST = cython.declare(cython.int, 256)  # how far below 0 they go
MOST_FOUND = cython.declare(cython.int, 1024)  # neighbours of one position: 40 · (24 + 2) at most
SMALLEST = cython.declare(cython.int, 1 << 12)

Found = cython.struct(hash=u64, score=cython.int, parent=u32, step=u32)


@cython.final
@cython.cclass
class Beam:
    """One pass from a position; `run` goes on with it.

    `runs` whether a run of cards is one move, `choice` whether sending a card home is one that
    can be put off, `silent` whether cards go home while a run is being carried, `most` the number
    of moves not to go beyond, `memory` the bytes to keep within.
    """

    rules: Rules
    runs: cython.bint
    choice: cython.bint
    silent: cython.bint
    width: u32
    most: cython.int
    memory: u64
    level: cython.pointer(Node)
    follow: cython.pointer(Node)
    count: u32
    cursor: u32
    first: u32
    depth_: cython.int
    seen: HashSet
    found: cython.pointer(Found)
    found_top: u64
    found_room: u64
    parents: Stack
    steps: Stack
    view: View
    other: View
    thinned_: cython.bint
    explored_: u64
    status: cython.int

    def __cinit__(
        self,
        rules: Rules,
        position: tuple,
        runs: bool,
        choice: bool,
        silent: bool,
        width: int,
        most: int,
        memory: int,
    ):
        self.rules, self.runs, self.choice, self.silent = rules, runs, choice, silent
        self.width, self.most, self.memory = width, most, memory
        self.found_room = SMALLEST
        self.seen, self.parents, self.steps = HashSet(), Stack(), Stack()
        self.level = cython.cast(cython.pointer(Node), malloc(width * cython.sizeof(Node)))
        self.follow = cython.cast(cython.pointer(Node), malloc(width * cython.sizeof(Node)))
        self.found = cython.cast(
            cython.pointer(Found), malloc(self.found_room * cython.sizeof(Found))
        )
        if not (self.level and self.follow and self.found):
            raise MemoryError
        self.lay(*position)
        self.count = 1
        self.parents.items[0], self.steps.items[0] = 0, 0
        self.parents.top, self.steps.top = 1, 1

    def __dealloc__(self):
        free(self.level)
        free(self.follow)
        free(self.found)

    def lay(self, columns: list, cells: list, home: list):
        """Lay out the position to begin with."""
        node = cython.address(self.level[0])
        for card in range(DECK):
            node.under[card] = HOME
        for number, column in enumerate(columns):
            node.top[number] = NONE
            for below, card in zip((BASE, *column), column, strict=False):
                node.under[card], node.top[number] = below, card
        for number, card in enumerate(cells):
            node.cell[number] = card
            if card != NONE:
                node.under[card] = CELL
        for suit in range(4):
            node.home[suit] = home[suit]
        node.hash = 1
        self.rules.settle(node)
        node.score = self.rules.look(node, cython.address(self.view))
        self.seen.insert(node.hash)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bytes_held(self) -> u64:
        return (
            self.seen.size()
            + cython.sizeof(Found) * self.found_room
            + 2 * cython.sizeof(Node) * cython.cast(u64, self.width)
            + self.parents.size()
            + self.steps.size()
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Room for the neighbours of one more position; False when there is none."""
        held: u64 = self.bytes_held()
        left: u64 = self.memory - held if held < self.memory else 0
        found: cython.pointer(Found)
        if self.found_top + MOST_FOUND > self.found_room:
            if 2 * cython.sizeof(Found) * self.found_room > left:
                return False
            found = cython.cast(
                cython.pointer(Found),
                realloc(self.found, 2 * cython.sizeof(Found) * self.found_room),
            )
            if not found:
                return False
            self.found = found
            self.found_room *= 2
        return self.seen.make_room(MOST_FOUND, left)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(
        self,
        node: cython.pointer(Node),
        source: cython.int,
        card: cython.int,
        count: cython.int,
        dest: cython.int,
    ) -> cython.bint:
        """Add a neighbour to those found, unless it was met before; whether it is a win."""
        child: Node
        below: cython.int = node.under[card]
        key: u64
        score: cython.int
        step: u32 = source | card << 6 | count << 12 | dest << 16
        won: cython.bint = False
        if dest == TO_HOME or (source < FIRST_CELL and self.rules.goes(node, below)):
            child = node[0]
            self.rules.shift(cython.address(child), source, card, dest)
            self.rules.settle(cython.address(child))
            if count > 1 and self.silent and self.torn(cython.address(child), node, source, card):
                return False
            key = child.hash
            if not self.seen.insert(key):
                return False
            won = self.rules.left(cython.address(child)) == 0
            score = self.rules.look(cython.address(child), cython.address(self.other))
        else:
            key = self.rules.rehashed(node, card, dest)
            if not self.seen.insert(key):
                return False
            score = self.rules.rescored(node, cython.address(self.view), source, card, count, dest)
        self.found[self.found_top].hash = key
        self.found[self.found_top].score = score
        self.found[self.found_top].parent = self.cursor
        self.found[self.found_top].step = step
        self.found_top += 1
        return won

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def torn(
        self,
        child: cython.pointer(Node),
        node: cython.pointer(Node),
        source: cython.int,
        base: cython.int,
    ) -> cython.bint:
        """Whether a card of the run that was carried goes home from under others of it.

        While a run is carried its cards lie open, so one that is next would go home by itself.
        """
        card: cython.int = node.top[source]
        while True:
            if child.under[card] != HOME and card >> 2 == child.home[card & 3]:
                return True
            if card == base:
                return False
            card = node.under[card]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, node: cython.pointer(Node)) -> cython.bint:
        """Find the neighbours of a position; whether one of them, the last, is a win."""
        number: cython.int
        self.rules.look(node, cython.address(self.view))
        for number in range(self.rules.columns):
            if node.top[number] != NONE and self.expand_card(node, number, node.top[number]):
                return True
        for number in range(self.rules.cells):
            if node.cell[number] != NONE and self.expand_card(
                node, FIRST_CELL + number, node.cell[number]
            ):
                return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand_card(
        self, node: cython.pointer(Node), source: cython.int, top: cython.int
    ) -> cython.bint:
        """The moves of a card, and of the run beneath it."""
        free_cells: cython.int = self.rules.cells - self.view.held
        spares: cython.int = self.view.empty if self.rules.spares else 0
        most: cython.int = 1
        count: cython.int = 1
        number: cython.int
        card: cython.int = top
        to_empty: cython.int = 0
        alone: cython.bint = source < FIRST_CELL and node.under[top] == BASE
        may_wait: cython.bint = self.choice and top >> 2 == node.home[top & 3]
        if may_wait and self.add(node, source, top, 1, TO_HOME):
            return True
        if source < FIRST_CELL and free_cells and self.add(node, source, top, 1, TO_CELL):
            return True
        if self.runs and source < FIRST_CELL:
            most = self.view.run[source]
        if self.view.empty and not alone and self.rules.fills[top]:
            to_empty = 1
        while True:
            for number in range(self.rules.columns):
                if node.top[number] != NONE and self.rules.takers[card] >> node.top[number] & 1:
                    if number != source and self.add(node, source, card, count, number):
                        return True
            if count == most or count == (free_cells + 1) << spares:
                break
            # where cards go home by themselves, one bared on the way would leave the run
            card = node.under[card]
            if self.silent and card >> 2 == node.home[card & 3]:
                break
            count += 1
            if self.view.empty and self.rules.fills[card] and node.under[card] != BASE:
                if count == self.view.run[source] and count <= (free_cells + 1) << (
                    spares - 1 if spares else 0
                ):
                    to_empty = count
        if to_empty == 0:
            return False
        if to_empty == 1:
            card = top
        number = 0
        while node.top[number] != NONE:
            number += 1
        return self.add(node, source, card, to_empty, number)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(self, found: cython.pointer(Found)) -> cython.bint:
        """Write down where a position kept comes from; False when there is no room."""
        held: u64 = self.bytes_held()
        left: u64 = self.memory - held if held < self.memory else 0
        if not self.parents.make_room(1, left) or not self.steps.make_room(1, left):
            return False
        self.parents.items[self.parents.top] = self.first + found.parent
        self.steps.items[self.steps.top] = found.step
        self.parents.top += 1
        self.steps.top += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def choose(self) -> cython.bint:
        """Make the next level of the best that was found; False when there is no room for it."""
        counts = cython.declare(u32[4096])
        index: u64
        score: cython.int
        last: cython.int = 0
        room: u32 = self.width
        first: u32 = cython.cast(u32, self.parents.top)
        node: cython.pointer(Node)
        found: cython.pointer(Found)
        memset(counts, 0, cython.sizeof(counts))
        for index in range(self.found_top):
            score = self.found[index].score + LOWEST
            score = 0 if score < 0 else SCORES - 1 if score >= SCORES else score
            self.found[index].score = score - LOWEST
            counts[score] += 1
        while last < SCORES - 1 and counts[last] <= room:
            room -= counts[last]
            last += 1
        if self.found_top > self.width:
            self.thinned_ = True
        self.count = 0
        for index in range(self.found_top):
            found = cython.address(self.found[index])
            score = found.score + LOWEST
            if score > last:
                continue
            if score == last:
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
            self.count += 1
        self.level, self.follow = self.follow, self.level
        self.first, self.cursor, self.found_top = first, 0, 0
        self.depth_ += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Expand up to `budget` more positions."""
        until: u64 = self.explored_ + budget
        found: cython.pointer(Found)
        while self.explored_ < until:
            if self.cursor == self.count:
                if not self.choose():
                    return FULL
                if self.count == 0 or self.depth_ >= self.most:
                    return DRY
            if not self.make_room():
                return FULL
            self.explored_ += 1
            if self.expand(cython.address(self.level[self.cursor])):
                found = cython.address(self.found[self.found_top - 1])
                return SOLVED if self.keep(found) else FULL
            self.cursor += 1
        return SEARCHING

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions; "searching", "solved", "dry" or "full"."""
        nodes: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(nodes)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions expanded so far."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions met."""
        return self.seen.met

    @property
    def frontier(self) -> int:
        """Positions on the level at hand that are not expanded."""
        return self.count - self.cursor

    @property
    def depth(self) -> int:
        """Moves that lead to the level at hand."""
        return self.depth_

    @property
    def thinned(self) -> bool:
        """Whether positions have been left out for want of width."""
        return self.thinned_

    @property
    def size(self) -> int:
        """Bytes held."""
        return self.bytes_held()

    @property
    def position(self) -> tuple:
        """The best position of the level at hand: columns, registers, foundation."""
        columns = []
        node = cython.address(self.level[min(self.cursor, self.count - 1)])
        for number in range(self.rules.columns):
            column, card = [], node.top[number]
            while card < DECK:
                column.insert(0, card)
                card = node.under[card]
            columns.append(column)
        return (
            columns,
            [node.cell[i] for i in range(self.rules.cells)],
            [node.home[i] for i in range(4)],
        )

    @property
    def line(self) -> list:
        """The moves to the win: (source, card, count, destination) each."""
        steps = []
        at = self.parents.top - 1
        while at:
            step = self.steps.items[at]
            steps.insert(0, (step & 63, step >> 6 & 63, step >> 12 & 15, step >> 16 & 63))
            at = self.parents.items[at]
        return steps
