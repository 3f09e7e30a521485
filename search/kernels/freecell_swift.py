"""Kernel: best-first search of FreeCell and its kin, for some solution as fast as possible.

Columns build down in alternate colours and an empty one takes any card. Cards go home as soon as
they can (`forced`), or else only when no card can need them any more, going home being a move
like others. Several passes, each with weights of its own and a quota of expansions; the last one
goes on until nothing is left. The open node of lowest score is next, of equals the newest.

A run of cards is moved at once: to a card that takes it as far as there is room to carry it, to
an empty column whole, or else only its top card. So not every line of play is searched, and keys
are hashes: a search that runs dry proves nothing.

288 bytes for each expanded position, 12 for each open node (parent and move: a position is built
when its turn comes), 16 to 32 for each key.

    under[x]    the card beneath x, BASE, CELL or HOME
    low[x]      the lowest rank among x and the cards beneath it
    column[x]   where x lies: a column, CELLS, or NOWHERE for what is home
    index[x]    how many cards lie beneath it; its place among the cells
    next        the card of a suit that goes home next, second: the one after it
    rank        0 ace … 12 king
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.libc.string import memset

u64 = cython.typedef(cython.ulonglong)
u8 = cython.typedef(cython.uchar)

State = cython.struct(
    hash=cython.ulonglong,
    under=cython.uchar[52],
    low=cython.uchar[52],
    column=cython.uchar[60],
    index=cython.uchar[60],
    top=cython.uchar[14],
    height=cython.uchar[16],
    cell=cython.uchar[12],
    home=cython.uchar[4],
    used=cython.uchar,
    empty=cython.uchar,
    left=cython.uchar,
    forced=cython.uchar,
    rest=cython.int,
    value=cython.int,
    made=cython.int,
    parent=cython.int,
    card=cython.uchar,
    count=cython.uchar,
    source=cython.uchar,
    target=cython.uchar,
)
Node = cython.struct(
    next=cython.int,
    parent=cython.int,
    card=cython.uchar,
    count=cython.uchar,
    source=cython.uchar,
    target=cython.uchar,
)
Weights = cython.struct(
    quota=cython.int,
    forced=cython.int,
    left=cython.int,
    breaks=cython.int,
    cells=cython.int,
    empty=cython.int,
    next=cython.int,
    second=cython.int,
    above=cython.int,
    step=cython.int,
    full=cython.int,
    bases=cython.int,
)

BASE = cython.declare(cython.int, 52)
CELL = cython.declare(cython.int, 53)
HOME = cython.declare(cython.int, 54)
NOWHERE = cython.declare(cython.int, 14)
CELLS = cython.declare(cython.int, 15)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

PASSES = cython.declare(cython.int, 8)
BUCKETS = cython.declare(cython.int, 1 << 12)
OFFSET = cython.declare(cython.int, 1 << 9)  # scores may be negative
MOST = cython.declare(cython.int, 80)  # moves from a position: 2 on each column, 1 into a cell …
SMALLEST = cython.declare(cython.int, 1 << 11)  # slots

Z = cython.declare(cython.ulonglong[52 * 64])


def _fill() -> None:
    """Random words by splitmix64, one for each card and what it may lie on."""
    state = 0
    for index in range(52 * 64):
        state = (state + 0x9E3779B97F4A7C15) % 2**64
        word = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
        Z[index] = 0 if index % 64 == HOME else word ^ word >> 31


_fill()


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def suits(card: cython.int, under: cython.int) -> cython.bint:
    """Whether `under` is a card that takes `card`."""
    return under < BASE and (under >> 1) == ((card >> 1) ^ 1) + 2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def between(x: cython.int, most: cython.int) -> cython.int:
    return 0 if x < 0 else most if x > most else x


@cython.final
@cython.cclass
class Swift:
    """One search after the other, in the same memory: `deal` begins one, `run` goes on with it.

    `schedule` has a row for each pass: quota of expansions, whether forced, ten weights.
    """

    weights: Weights[8]
    w: Weights
    passes: cython.int
    pass_: cython.int
    columns: cython.int
    cells: cython.int
    root: State
    begun: State
    won: State
    scratch: State
    sent: u8[52]
    sent_count: cython.int
    states: cython.pointer(State)
    state_count: cython.int
    state_room: cython.int
    nodes: cython.pointer(Node)
    node_count: cython.int
    node_room: cython.int
    heads: cython.int[1 << 12]
    lowest: cython.int
    best: cython.int
    table: cython.pointer(u64)
    slots: u64
    met: u64
    memory: u64
    expanded: u64
    generated_: u64
    limit: u64
    status: cython.int

    def __cinit__(self, schedule: tuple):
        if len(schedule) > PASSES:
            raise ValueError(f"the kernel takes up to {PASSES} passes")
        self.passes = len(schedule)
        for number, row in enumerate(schedule):
            w: cython.pointer(Weights) = cython.address(self.weights[number])
            w.quota, w.forced, w.left, w.breaks, w.cells, w.empty = row[:6]
            w.next, w.second, w.above, w.step, w.full, w.bases = row[6:]
        self.state_room = 64
        self.node_room = 1024
        self.slots = SMALLEST
        self.states = cython.cast(
            cython.pointer(State), calloc(self.state_room, cython.sizeof(State))
        )
        self.nodes = cython.cast(cython.pointer(Node), calloc(self.node_room, cython.sizeof(Node)))
        self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        if not self.states or not self.nodes or not self.table:
            raise MemoryError
        self.status = EXHAUSTED

    def __dealloc__(self):
        free(self.states)
        free(self.nodes)
        free(self.table)

    def deal(self, columns: tuple, cells: tuple, foundation: tuple, memory: int) -> None:
        """Begin a search: cards bottom to top, registers (-1 where free), cards home by suit."""
        if len(columns) > 14 or len(cells) > 12:
            raise ValueError("the kernel takes up to 14 columns and 12 cells")
        s: cython.pointer(State) = cython.address(self.root)
        memset(s, 0, cython.sizeof(State))
        memset(s.column, NOWHERE, 60)
        memset(s.under, HOME, 52)
        suit: cython.int
        card: cython.int
        number: cython.int
        beneath: cython.int
        self.columns = len(columns)
        self.cells = len(cells)
        for suit in range(4):
            s.home[suit] = foundation[suit]
        for number in range(self.columns):
            beneath = BASE
            for card in columns[number]:
                s.under[card] = beneath
                s.low[card] = card >> 2
                if beneath != BASE and s.low[beneath] < s.low[card]:
                    s.low[card] = s.low[beneath]
                s.column[card] = number
                s.index[card] = s.height[number]
                s.height[number] += 1
                s.left += 1
                s.hash ^= Z[64 * card + beneath]
                beneath = card
            s.top[number] = beneath
            s.empty += beneath == BASE
        for card in cells:
            if card >= 0:
                self.hold(s, card)
                s.left += 1
                s.hash ^= Z[64 * card + CELL]
        self.memory = memory
        self.expanded = self.generated_ = 0
        self.pass_ = -1
        self.status = SEARCHING if self.next_pass(False) else EXHAUSTED

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def hold(self, s: cython.pointer(State), card: cython.int) -> cython.void:
        s.under[card] = CELL
        s.column[card] = CELLS
        s.index[card] = s.used
        s.cell[s.used] = card
        s.used += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def next_pass(self, dry: cython.bint) -> cython.bint:
        """Begin the next pass that promises something new; False when none does.

        Forced passes all search the same positions: when one has run dry, so would the others.
        """
        was_forced: cython.int = self.w.forced
        self.pass_ += 1
        while self.pass_ < self.passes and dry and self.weights[self.pass_].forced == was_forced:
            self.pass_ += 1
        if self.pass_ == self.passes:
            return False
        self.w = self.weights[self.pass_]
        if self.slots != cython.cast(u64, SMALLEST):
            free(self.table)
            self.slots = SMALLEST
            self.table = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        else:
            memset(self.table, 0, 8 * self.slots)
        memset(self.heads, 255, cython.sizeof(self.heads))
        self.met = 0
        self.node_count = 0
        self.lowest = BUCKETS
        self.limit = self.expanded + self.w.quota
        s: cython.pointer(State) = cython.address(self.begun)
        s[0] = self.root
        s.forced = self.w.forced
        s.parent = -1
        self.appraise(s)
        self.sent_count = 0
        self.go_home(s)
        self.total(s)
        self.best = s.value
        self.state_count = 0
        self.insert(s.hash)
        self.push(s.value, -1, 0, 0, 0, 0)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def appraise(self, s: cython.pointer(State)) -> cython.void:
        """The score of a position, but for what lies on the next cards and for the step."""
        w: cython.pointer(Weights) = cython.address(self.w)
        card: cython.int
        beneath: cython.int
        s.rest = w.left * s.left + w.cells * s.used - w.empty * s.empty
        for card in range(52):
            beneath = s.under[card]
            if beneath == BASE:
                s.rest += w.bases * ((card >> 2) != 12)
            elif beneath < BASE:
                s.rest += w.breaks * (not suits(card, beneath))
                s.rest += w.above * (s.low[beneath] < (card >> 2))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def full(self, free_places: cython.int) -> cython.int:
        return 4 * self.w.full if free_places == 0 else self.w.full if free_places == 1 else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def total(self, s: cython.pointer(State)) -> cython.void:
        """Complete the score: what lies on each suit's next and second card, free places, step."""
        suit: cython.int
        card: cython.int
        c: cython.int
        s.value = s.rest + self.w.step * s.made + self.full(self.cells - s.used + s.empty)
        for suit in range(4):
            card = 4 * s.home[suit] + suit
            c = s.column[card]
            if c < NOWHERE:
                s.value += self.w.next * (s.height[c] - 1 - s.index[card])
            card += 4
            c = s.column[card]
            if c < NOWHERE:
                s.value += self.w.second * (s.height[c] - 1 - s.index[card])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def lift(
        self, s: cython.pointer(State), card: cython.int, count: cython.int, source: cython.int
    ) -> cython.void:
        """Take the top `count` cards, `card` the lowest of them, from a column, or it from a cell."""
        beneath: cython.int = s.under[card]
        s.hash ^= Z[64 * card + beneath]
        if source == CELLS:
            s.used -= 1
            last: cython.int = s.cell[s.used]
            s.cell[s.index[card]] = last
            s.index[last] = s.index[card]
            s.rest -= self.w.cells
            return
        s.height[source] -= count
        s.top[source] = beneath
        if beneath == BASE:
            s.empty += 1
            s.rest -= self.w.empty + (self.w.bases if (card >> 2) != 12 else 0)
        else:
            s.rest -= self.w.above * between((card >> 2) - s.low[beneath], count)
            if not suits(card, beneath):
                s.rest -= self.w.breaks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def go_home(self, s: cython.pointer(State)) -> cython.void:
        """Send home whatever goes by itself; `sent` lists the cards."""
        card: cython.int
        suit: cython.int = 0
        idle: cython.int = 0
        while idle < 4:
            card = 4 * s.home[suit] + suit
            while self.bare(s, card) and (s.forced or self.safe(s, card)):
                self.send(s, card)
                card += 4
                idle = 0
            idle += 1
            suit = (suit + 1) & 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def bare(self, s: cython.pointer(State), card: cython.int) -> cython.bint:
        c: cython.int = s.column[card]
        return c == CELLS or (c < NOWHERE and s.top[c] == card)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def safe(self, s: cython.pointer(State), card: cython.int) -> cython.bint:
        """Whether no card can need this one any more to lie on: those that suit it are home.

        What suits a two is an ace, and nothing need ever be put on a card rather than go home.
        """
        rank: cython.int = card >> 2
        other: cython.int = ~card & 2
        return rank < 2 or (s.home[other] >= rank and s.home[other + 1] >= rank)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def send(self, s: cython.pointer(State), card: cython.int) -> cython.void:
        self.lift(s, card, 1, s.column[card])
        s.under[card] = HOME
        s.column[card] = NOWHERE
        s.home[card & 3] += 1
        s.left -= 1
        s.rest -= self.w.left
        self.sent[self.sent_count] = card
        self.sent_count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def build(
        self, s: cython.pointer(State), parent: cython.pointer(State), node: cython.pointer(Node)
    ) -> cython.void:
        """The position after a move, cards gone home, its score complete."""
        w: cython.pointer(Weights) = cython.address(self.w)
        card: cython.int = node.card
        count: cython.int = node.count
        target: cython.int = node.target
        beneath: cython.int = parent.under[card]
        lowest: cython.int = 13
        onto: cython.int
        x: cython.int
        number: cython.int
        s[0] = parent[0]
        s.made += 1
        s.parent = node.parent
        s.card, s.count, s.source, s.target = node.card, node.count, node.source, node.target
        self.sent_count = 0
        if target == NOWHERE:
            self.send(s, card)
            self.go_home(s)
            self.total(s)
            return
        x = s.top[node.source] if node.source != CELLS else card
        self.lift(s, card, count, node.source)
        if target == CELLS:
            self.hold(s, card)
            s.rest += w.cells
        else:
            onto = s.top[target]
            s.top[target] = x
            if onto == BASE:
                s.empty -= 1
                s.rest += w.empty + (w.bases if (card >> 2) != 12 else 0)
            else:
                lowest = s.low[onto]
                s.rest += w.above * between((card >> 2) - lowest, count)
            s.height[target] += count
            for number in range(count):
                s.column[x] = target
                s.index[x] = s.height[target] - 1 - number
                s.low[x] = lowest if lowest < (x >> 2) else x >> 2
                x = s.under[x]
            s.under[card] = onto
        s.hash ^= Z[64 * card + s.under[card]]
        if beneath < BASE and (beneath >> 2) == s.home[beneath & 3]:
            self.go_home(s)
        self.total(s)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, key: u64) -> cython.bint:
        """Put a key into the table; False when it was there. 0 marks a free slot."""
        key |= 1
        slot: u64 = (key >> 1) & (self.slots - 1)
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.table[slot] = key
        self.met += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow_table(self) -> cython.bint:
        old: cython.pointer(u64) = self.table
        slots: u64 = self.slots
        index: u64
        if not self.affords(16 * slots):
            return False
        self.table = cython.cast(cython.pointer(u64), calloc(2 * slots, 8))
        if self.table == cython.NULL:
            self.table = old
            return False
        self.slots = 2 * slots
        self.met = 0
        for index in range(slots):
            if old[index] != 0:
                self.insert(old[index])
        free(old)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow_states(self) -> cython.bint:
        if not self.affords(2 * self.state_room * cython.sizeof(State)):
            return False
        more: cython.p_void = realloc(self.states, 2 * self.state_room * cython.sizeof(State))
        if more == cython.NULL:
            return False
        self.states = cython.cast(cython.pointer(State), more)
        self.state_room *= 2
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow_nodes(self) -> cython.bint:
        if not self.affords(2 * self.node_room * cython.sizeof(Node)):
            return False
        more: cython.p_void = realloc(self.nodes, 2 * self.node_room * cython.sizeof(Node))
        if more == cython.NULL:
            return False
        self.nodes = cython.cast(cython.pointer(Node), more)
        self.node_room *= 2
        return True

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def affords(self, more: u64) -> cython.bint:
        """Whether so many bytes go into the budget beside the old ones, which live on meanwhile."""
        return self.bytes() + more <= self.memory

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def bytes(self) -> u64:
        return (
            8 * self.slots
            + self.state_room * cython.sizeof(State)
            + self.node_room * cython.sizeof(Node)
        )

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def push(
        self,
        value: cython.int,
        parent: cython.int,
        card: cython.int,
        count: cython.int,
        source: cython.int,
        target: cython.int,
    ) -> cython.void:
        """An open node; there is room for it, `advance` sees to that."""
        bucket: cython.int = between(value + OFFSET, BUCKETS - 1)
        node: cython.pointer(Node) = cython.address(self.nodes[self.node_count])
        node.next = self.heads[bucket]
        node.parent = parent
        node.card, node.count, node.source, node.target = card, count, source, target
        self.heads[bucket] = self.node_count
        self.node_count += 1
        if bucket < self.lowest:
            self.lowest = bucket

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def meet(
        self,
        number: cython.int,
        value: cython.int,
        card: cython.int,
        count: cython.int,
        source: cython.int,
        target: cython.int,
    ) -> cython.void:
        """The position after a move of position `number`, if it is new; score `value`."""
        parent: cython.pointer(State) = cython.address(self.states[number])
        beneath: cython.int = parent.under[card]
        s: cython.pointer(State) = cython.address(self.scratch)
        node: Node
        suit: cython.int
        self.generated_ += 1
        if target != NOWHERE and (beneath >= BASE or (beneath >> 2) != parent.home[beneath & 3]):
            onto: cython.int = CELL if target == CELLS else parent.top[target]
            if self.insert(parent.hash ^ Z[64 * card + beneath] ^ Z[64 * card + onto]):
                self.push(value, number, card, count, source, target)
            return
        node.parent = number
        node.card, node.count, node.source, node.target = card, count, source, target
        self.build(s, parent, cython.address(node))
        if not self.insert(s.hash) or (s.forced and self.breaks_up(s, parent, target)):
            return
        if s.left == 0:
            self.won = s[0]
            self.status = SOLVED
        else:
            self.push(s.value, number, card, count, source, target)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def breaks_up(
        self, s: cython.pointer(State), parent: cython.pointer(State), target: cython.int
    ) -> cython.bint:
        """Whether a run would not arrive whole where cards go home after every single move.

        One of its cards would go home while it is on its way, since its suit's next is there.
        """
        suit: cython.int
        card: cython.int
        for suit in range(4):
            card = 4 * s.home[suit] + suit
            if s.column[card] == target and target < NOWHERE:
                if s.index[card] >= parent.height[target]:
                    return True
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self, number: cython.int) -> cython.void:
        """All moves of an expanded position."""
        s: cython.pointer(State) = cython.address(self.states[number])
        w: cython.pointer(Weights) = cython.address(self.w)
        head: u8[28]  # the columns that take a card of that rank and colour: the first
        link: u8[14]  # the one after
        buried: cython.int[16]  # what a card more on that column adds to the score
        c: cython.int
        t: cython.int
        x: cython.int
        suit: cython.int
        spare: cython.int = NOWHERE  # an empty column
        cells: cython.int = self.cells - s.used
        memset(head, NOWHERE, 28)
        memset(buried, 0, cython.sizeof(buried))
        for suit in range(4):
            x = 4 * s.home[suit] + suit
            buried[s.column[x]] += w.next
            buried[s.column[x + 4]] += w.second
        for c in range(self.columns):
            x = s.top[c]
            if x == BASE:
                spare = c
            elif x >= 4:
                x = ((x >> 1) - 2) ^ 1
                link[c] = head[x]
                head[x] = c
        here: cython.int = s.value + w.step - self.full(cells + s.empty)
        more: cython.int = here + self.full(cells + s.empty + 1)
        less: cython.int = here + self.full(cells + s.empty - 1)
        here = s.value + w.step
        base: cython.int
        value: cython.int
        for c in range(s.used):
            x = s.cell[c]
            t = head[x >> 1]
            while t != NOWHERE:
                value = more - w.cells + buried[t]
                value += w.above * between((x >> 2) - s.low[s.top[t]], 1)
                self.meet(number, value, x, 1, CELLS, t)
                t = link[t]
            if spare != NOWHERE:
                value = here - w.cells + w.empty + (w.bases if (x >> 2) != 12 else 0)
                self.meet(number, value, x, 1, CELLS, spare)
        for c in range(self.columns):
            if s.top[c] != BASE:
                self.expand_column(number, c, spare, head, link, buried, here, more, less)
        if not s.forced:
            for suit in range(4):
                x = 4 * s.home[suit] + suit
                if self.bare(s, x):
                    self.meet(number, 0, x, 1, s.column[x], NOWHERE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand_column(
        self,
        number: cython.int,
        c: cython.int,
        spare: cython.int,
        head: cython.pointer(u8),
        link: cython.pointer(u8),
        buried: cython.pointer(cython.int),
        here: cython.int,
        more: cython.int,
        less: cython.int,
    ) -> cython.void:
        """All moves from a column; `here`, `more`, `less`: the score with as many places free."""
        s: cython.pointer(State) = cython.address(self.states[number])
        w: cython.pointer(Weights) = cython.address(self.w)
        cells: cython.int = self.cells - s.used
        room: cython.int = (cells + 1) << s.empty
        top: cython.int = s.top[c]
        x: cython.int = top
        count: cython.int = 0
        under_these: cython.int = buried[c]
        beneath: cython.int
        rank: cython.int
        t: cython.int
        value: cython.int
        gone: cython.int = 0
        top_gone: cython.int = 0
        while True:
            count += 1
            rank = x >> 2
            beneath = s.under[x]
            if rank == s.home[x & 3] + 1:
                under_these -= w.second
            elif rank == s.home[x & 3]:
                under_these -= w.next
            if beneath == BASE:
                gone = -w.empty - (w.bases if rank != 12 else 0)
            else:
                gone = -w.above * between(rank - s.low[beneath], count) - count * under_these
                if not suits(x, beneath):
                    gone -= w.breaks
            if count == 1:
                top_gone = gone
            if count <= room:
                t = head[x >> 1]
                while t != NOWHERE:
                    value = (more if beneath == BASE else here) + gone + count * buried[t]
                    value += w.above * between(rank - s.low[s.top[t]], count)
                    self.meet(number, value, x, count, c, t)
                    t = link[t]
            if not suits(x, beneath) or (s.forced and (beneath >> 2) == s.home[beneath & 3]):
                break
            x = beneath
        if spare != NOWHERE:
            if 2 * count > room:
                x, count, gone = top, 1, top_gone
            if s.under[x] != BASE:
                value = less + gone + w.empty + (w.bases if (x >> 2) != 12 else 0)
                self.meet(number, value, x, count, c, spare)
        if cells:
            value = (here if s.under[top] == BASE else less) + top_gone + w.cells
            self.meet(number, value, top, 1, c, CELLS)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pop(self) -> cython.int:
        """The open node to expand next, -1 when there is none."""
        number: cython.int
        while self.lowest < BUCKETS:
            number = self.heads[self.lowest]
            if number >= 0:
                self.heads[self.lowest] = self.nodes[number].next
                return number
            self.lowest += 1
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, until: u64) -> cython.void:
        """Expand positions until there are so many, or the search is at its end."""
        node: cython.int
        s: cython.pointer(State)
        while self.status == SEARCHING and self.expanded < until:
            node = self.pop()
            if node < 0 or self.expanded >= self.limit:
                if not self.next_pass(node < 0):
                    self.status = EXHAUSTED
                continue
            if not (
                (self.state_count < self.state_room or self.grow_states())
                and (self.node_count + MOST < self.node_room or self.grow_nodes())
                and (2 * (self.met + MOST) <= self.slots or self.grow_table())
            ):
                self.status = FULL
                return
            s = cython.address(self.states[self.state_count])
            if self.nodes[node].parent < 0:
                s[0] = self.begun
            else:
                self.build(
                    s,
                    cython.address(self.states[self.nodes[node].parent]),
                    cython.address(self.nodes[node]),
                )
            if s.value - self.w.step * s.made < self.best:
                self.best = s.value - self.w.step * s.made
            self.expanded += 1
            self.expand(self.state_count)
            self.state_count += 1
            if s.left == 0:
                self.won = s[0]
                self.status = SOLVED

    def run(self, budget: int) -> str:
        """Expand up to `budget` positions; "searching", "solved", "exhausted" or "full"."""
        until: u64 = self.expanded + budget
        with cython.nogil:
            self.advance(until)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """Positions expanded so far, in all passes."""
        return self.expanded

    @property
    def generated(self) -> int:
        """Positions generated so far, in all passes, those met before included."""
        return self.generated_

    @property
    def entries(self) -> int:
        """Positions met in this pass."""
        return self.met

    @property
    def size(self) -> int:
        """Bytes of all tables."""
        return self.bytes()

    @property
    def lowest_score(self) -> int:
        """The lowest score expanded in this pass, without what moves count."""
        return self.best

    @property
    def frontier(self) -> int:
        """Open nodes."""
        return self.node_count - self.state_count

    @property
    def depth(self) -> int:
        """Moves to the position expanded last, a run counting as one."""
        return self.states[max(0, self.state_count - 1)].made

    @property
    def position(self) -> tuple:
        """(columns, cells, foundation) of the position expanded last, as `deal` takes them."""
        s: cython.pointer(State) = cython.address(self.states[max(0, self.state_count - 1)])
        columns = []
        for number in range(self.columns):
            column = []
            card = s.top[number]
            while card != BASE:
                column.append(card)
                card = s.under[card]
            columns.append(tuple(reversed(column)))
        held = [s.cell[index] for index in range(s.used)]
        return (
            tuple(columns),
            tuple(held + [-1] * (self.cells - s.used)),
            tuple(s.home[suit] for suit in range(4)),
        )

    @property
    def line(self) -> list:
        """The moves that lead to the win: (run, base first; dest; cells and spares; cards sent).

        The first entry has no run: what goes home before the first move. `dest` is the card that
        is built on, 52 for an empty column, 53 for a cell, 54 for home.
        """
        moves: list = []
        s: cython.pointer(State) = cython.address(self.won)
        parent: cython.pointer(State)
        node: Node
        while s.parent >= 0:
            parent = cython.address(self.states[s.parent])
            node.parent = s.parent
            node.card, node.count, node.source, node.target = s.card, s.count, s.source, s.target
            self.build(cython.address(self.scratch), parent, cython.address(node))
            sent = [self.sent[index] for index in range(self.sent_count)]
            run: list = []
            card = parent.top[s.source] if s.source != CELLS else s.card
            for _ in range(s.count):
                run.append(card)
                card = parent.under[card]
            run.reverse()
            dest = CELL if s.target == CELLS else HOME
            if s.target < NOWHERE:
                dest = parent.top[s.target]
            spares = parent.empty - (dest == BASE)
            moves.append((run, dest, self.cells - parent.used + 1, spares, sent))
            s = parent
        self.scratch = self.root
        self.scratch.forced = s.forced
        self.sent_count = 0
        self.go_home(cython.address(self.scratch))
        moves.append(([], HOME, 0, 0, [self.sent[index] for index in range(self.sent_count)]))
        moves.reverse()
        return moves
