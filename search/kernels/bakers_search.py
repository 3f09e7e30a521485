"""Kernel: best-first search of patience without registers, built in any suit (Baker's Dozen).

Empty columns take nothing, so a column is known by its base and a position by what lies under
each card: what lay there at the start, one of the four cards of the next higher rank, or the
foundation. That is three bits a card, so all of a position is its key, and keys are compared in
full: a finished search is a proof. Time O(positions · (moves · height)), some 5 million positions
generated a second; 32 bytes of node and 8 to 16 of index for each position met.

Cards are 4 · rank + suit with ranks from 0, as in `games.patience.cards`.

    a b c       the key: 21 cards in each of a and b, 10 in c
    code        the three bits of a card: 0 as at the start, 1 + suit of the card beneath, or HOMED
    pile        the cards of the columns, DEPTH places each; size their numbers
    where high  per card its column (GONE on the foundation) and how many cards lie beneath it
    share       what pairs and breaks add to the score; the rest is cheap to count anew
    log         the cards moved since the parent, and the columns they left
    heads       per score the newest node that waits, nodes[…].next the one before
    move        8 · card + the suit of the card it goes on, or HOMEWARD

A position is dropped when the delete relaxation refutes it; `_never_bared` of
`search.heuristics.patience` argues for that. Where cards may be brought back, those on the
foundation count as bared from the beginning, since any of them may yet lie on top of a column.

How cards go home by themselves, `homing`:

    NEVER     not at all, going home is a move; so where cards may be brought back
    SAFELY    a card does when all four foundations reach to two ranks below it. It is of use
              only to cards of the next lower rank. Follow any line of play with the card home:
              when one of those would be put on it, send that one home instead, which can be
              done, for the ranks below are home; nothing will ever have to lie on it for the
              same reason. All columns are then those of the line, or shorter by such cards on
              top, so each other move of the line can be made, and it wins as well.
    AT_ONCE   all that can, the forced normalisation of the rules
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memset

u64 = cython.typedef(cython.ulonglong)
u32 = cython.typedef(cython.uint)
Node = cython.struct(
    a=cython.ulonglong,
    b=cython.ulonglong,
    c=cython.uint,
    parent=cython.uint,
    next=cython.uint,
    move=cython.ushort,
    made=cython.ushort,
)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

SAFELY = cython.declare(cython.int, 1)
AT_ONCE = cython.declare(cython.int, 2)
HOMING = ("never", "safely", "at once")

COLUMNS = cython.declare(cython.int, 13)
DEPTH = cython.declare(cython.int, 52)
GONE = cython.declare(cython.int, 13)
HOMED = cython.declare(cython.int, 5)
HOMEWARD = cython.declare(cython.int, 4)
NOTHING = cython.declare(cython.uint, 0xFFFFFFFF)
BASE = cython.declare(cython.int, 64)
HOME = cython.declare(cython.int, 65)

BUCKETS = cython.declare(cython.int, 8192)
FEWEST = cython.declare(cython.uint, 256)  # nodes to begin with
CHILDREN = cython.declare(cython.uint, 128)  # more than any position has


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(a: u64, b: u64, c: u64) -> u64:
    """Every bit of a key moves half the bits of the result (finaliser of splitmix64)."""
    key: u64 = a ^ (b * cython.cast(u64, 0x9E3779B97F4A7C15))
    key ^= (key >> 29) ^ (c * cython.cast(u64, 0xD1B54A32D192ED03))
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


@cython.final
@cython.cclass
class BestFirst:
    """One search; `run` goes on with it.

    `columns` lists cards bottom to top, `home` counts those on the foundation; `homing` is one
    of HOMING, `returns` whether cards may be brought back from the foundation. `weights` are
    those of pairs, breaks, cards above the next ones, cards left and moves made.
    """

    # the position at hand
    a: u64
    b: u64
    c: u64
    pile: cython.uchar[676]
    size: cython.int[13]
    where: cython.uchar[52]
    high: cython.uchar[52]
    home: cython.int[4]
    share: cython.int
    moved: cython.uchar[64]
    left: cython.uchar[64]
    logged: cython.int
    # the game
    under: cython.uchar[52]
    bases: cython.uchar[13]
    homing: cython.int
    returns: cython.bint
    # the score
    pairs: cython.int[13]
    breaks: cython.int
    above: cython.int
    remaining: cython.int
    step: cython.int
    lowest_: cython.int
    # the search
    nodes: cython.pointer(Node)
    room: u32
    met: u32
    index: cython.pointer(u32)
    heads: cython.pointer(u32)
    lowest_bucket: cython.int
    waiting: u32
    most: u64
    at: u32
    explored_: u64
    refuted_: u64
    status: cython.int

    def __cinit__(
        self, columns: list, home: list, homing: str, returns: bool, weights: tuple, memory: int
    ):
        if len(columns) > COLUMNS:
            raise ValueError("the kernel takes up to 13 columns")
        self.homing = HOMING.index(homing)
        self.returns = returns
        pair, self.breaks, self.above, self.remaining, self.step = weights
        for rank in range(13):
            self.pairs[rank] = pair * ((13 - rank) // 3 + 1)
        for card in range(52):
            self.under[card] = HOME
        for number in range(COLUMNS):
            column = columns[number] if number < len(columns) else []
            self.bases[number] = column[0] if column else 255
            for place, card in enumerate(column):
                self.under[card] = column[place - 1] if place else BASE
        if sum(home) + sum(map(len, columns)) != 52:
            raise ValueError("the kernel takes 52 cards")
        self.room = FEWEST
        self.most = memory
        self.nodes = cython.cast(
            cython.pointer(Node), malloc(self.room * cython.sizeof(Node))
        )
        self.index = cython.cast(cython.pointer(u32), calloc(2 * self.room, 4))
        self.heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        if self.nodes == cython.NULL or self.index == cython.NULL or self.heads == cython.NULL:
            raise MemoryError
        memset(self.heads, 255, BUCKETS * 4)
        self.lowest_bucket = BUCKETS
        self.lowest_ = 1 << 30
        self.begin()

    def __dealloc__(self):
        free(self.nodes)
        free(self.index)
        free(self.heads)

    # The position at hand

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def load(self, node: u32) -> cython.void:
        """Make the position of a node the one at hand."""
        over: cython.uchar[52]
        card: cython.int
        beneath: cython.int
        code: cython.int
        column: cython.int
        self.a = self.nodes[node].a
        self.b = self.nodes[node].b
        self.c = self.nodes[node].c
        memset(cython.address(over), 255, 52)
        for card in range(4):
            self.home[card] = 0
        for card in range(52):
            code = self.code(card)
            beneath = self.under[card]
            if code == HOMED:
                beneath = HOME
            elif code:
                beneath = (card & ~3) + 3 + code
            if beneath == HOME:
                self.home[card & 3] += 1
                self.where[card] = GONE
            elif beneath != BASE:
                over[beneath] = card
        self.share = 0
        for column in range(COLUMNS):
            self.size[column] = 0
            card = self.bases[column]
            if card == 255 or self.code(card):
                continue
            while card != 255:
                self.put(card, column)
                card = over[card]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def code(self, card: cython.int) -> cython.int:
        if card < 21:
            return (self.a >> (3 * card)) & 7
        if card < 42:
            return (self.b >> (3 * card - 63)) & 7
        return (self.c >> (3 * card - 126)) & 7

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def encode(self, card: cython.int, beneath: cython.int) -> cython.void:
        """Write down in the key what lies under a card."""
        change: u64 = 0
        if beneath != self.under[card]:
            change = HOMED if beneath == HOME else 1 + (beneath & 3)
        change ^= self.code(card)
        if card < 21:
            self.a ^= change << (3 * card)
        elif card < 42:
            self.b ^= change << (3 * card - 63)
        else:
            self.c ^= change << (3 * card - 126)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def worth(self, card: cython.int, column: cython.int) -> cython.int:
        """What pairs and breaks add to the score when a card lies on a whole column."""
        place: cython.int
        total: cython.int = 0
        rank: cython.int = card >> 2
        other: cython.int = rank + 1
        for place in range(column * DEPTH, column * DEPTH + self.size[column]):
            other = self.pile[place] >> 2
            if other < rank:
                total += self.pairs[other]
        if other != rank + 1:
            total += self.breaks
        return total

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, card: cython.int, column: cython.int) -> cython.void:
        self.share += self.worth(card, column)
        self.where[card] = column
        self.high[card] = self.size[column]
        self.pile[column * DEPTH + self.size[column]] = card
        self.size[column] += 1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self, card: cython.int) -> cython.void:
        """Take a card off its column or off the foundation, and log it."""
        column: cython.int = self.where[card]
        self.moved[self.logged] = card
        self.left[self.logged] = column
        self.logged += 1
        if column == GONE:
            self.home[card & 3] -= 1
        else:
            self.size[column] -= 1
            self.share -= self.worth(card, column)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def is_top(self, card: cython.int) -> cython.bint:
        column: cython.int = self.where[card]
        return column != GONE and self.high[card] + 1 == self.size[column]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def send(self, card: cython.int) -> cython.void:
        """Send the top card of a column home."""
        self.take(card)
        self.where[card] = GONE
        self.home[card & 3] += 1
        self.encode(card, HOME)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self) -> cython.void:
        """Send the cards home that go by themselves."""
        suit: cython.int = 0
        idle: cython.int = 0
        rank: cython.int
        while self.homing and idle < 4:
            rank = self.home[suit]
            if (
                rank < 13
                and self.is_top(4 * rank + suit)
                and (self.homing == AT_ONCE or self.reaches(rank - 1))
            ):
                self.send(4 * rank + suit)
                idle = 0
            else:
                idle += 1
                suit = (suit + 1) & 3

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def reaches(self, count: cython.int) -> cython.bint:
        """Whether every suit has so many cards home."""
        home: cython.pointer(cython.int) = self.home
        return home[0] >= count and home[1] >= count and home[2] >= count and home[3] >= count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def undo(self) -> cython.void:
        """Put the logged cards back; key and share are the caller's to restore."""
        card: cython.int
        column: cython.int
        while self.logged:
            self.logged -= 1
            card = self.moved[self.logged]
            column = self.where[card]
            if column == GONE:
                self.home[card & 3] -= 1
            else:
                self.size[column] -= 1
            column = self.left[self.logged]
            self.where[card] = column
            if column == GONE:
                self.home[card & 3] += 1
            else:
                self.high[card] = self.size[column]
                self.pile[column * DEPTH + self.size[column]] = card
                self.size[column] += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def score(self) -> cython.int:
        suit: cython.int
        card: cython.int
        total: cython.int = self.share + 52 * self.remaining
        for suit in range(4):
            total -= self.remaining * self.home[suit]
            card = 4 * self.home[suit] + suit
            if card < 52:
                total += self.above * (self.size[self.where[card]] - 1 - self.high[card])
        return total

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def doomed(self) -> cython.bint:
        """Whether the delete relaxation leaves a card where it lies."""
        size: cython.int[13]
        home: cython.int[4]
        bared: u32 = 0  # ranks
        gone: u64 = 0
        busy: cython.bint = True
        card: cython.int
        column: cython.int
        suit: cython.int
        for suit in range(4):
            home[suit] = self.home[suit]
            if self.returns:
                bared |= (1 << home[suit]) - 1
        for column in range(COLUMNS):
            size[column] = self.size[column]
            if size[column]:
                bared |= 1 << (self.pile[column * DEPTH + size[column] - 1] >> 2)
        while busy:
            busy = False
            for column in range(COLUMNS):
                while size[column]:
                    card = self.pile[column * DEPTH + size[column] - 1]
                    suit = card & 3
                    if (card >> 2) != home[suit] and not (bared >> ((card >> 2) + 1)) & 1:
                        break
                    busy = True
                    size[column] -= 1
                    gone |= cython.cast(u64, 1) << card
                    while home[suit] < 13 and (gone >> (4 * home[suit] + suit)) & 1:
                        home[suit] += 1
                    if size[column]:
                        bared |= 1 << (self.pile[column * DEPTH + size[column] - 1] >> 2)
        for column in range(COLUMNS):
            if size[column]:
                return True
        return False

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def begin(self) -> cython.void:
        self.nodes[0].a = 0
        self.nodes[0].b = 0
        self.nodes[0].c = 0
        self.load(0)
        self.settle()
        self.logged = 0
        self.status = self.meet(NOTHING, 0, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def meet(self, parent: u32, move: cython.int, made: cython.int) -> cython.int:
        """Enter the position at hand if it is new; SOLVED when it is won."""
        slots: u64 = 2 * cython.cast(u64, self.room)
        slot: u64 = mixed(self.a, self.b, self.c) & (slots - 1)
        node: cython.pointer(Node)
        bucket: cython.int
        while self.index[slot]:
            node = cython.address(self.nodes[self.index[slot] - 1])
            if node.a == self.a and node.b == self.b and node.c == self.c:
                return SEARCHING
            slot = (slot + 1) & (slots - 1)
        node = cython.address(self.nodes[self.met])
        node.a = self.a
        node.b = self.b
        node.c = cython.cast(u32, self.c)
        node.parent = parent
        node.move = move
        node.made = made if made < 65535 else 65535
        bucket = self.score()
        if bucket < self.lowest_:
            self.lowest_ = bucket
        bucket += self.step * made
        if bucket >= BUCKETS:
            bucket = BUCKETS - 1
        node.next = self.heads[bucket]
        self.heads[bucket] = self.met
        if bucket < self.lowest_bucket:
            self.lowest_bucket = bucket
        self.waiting += 1
        self.met += 1
        self.index[slot] = self.met
        if self.reaches(13):
            self.at = self.met - 1
            return SOLVED
        return SEARCHING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attempt(self, card: cython.int, suit: cython.int, made: cython.int) -> cython.int:
        """Make a move, enter what comes of it, and take it back."""
        a: u64 = self.a
        b: u64 = self.b
        c: u64 = self.c
        share: cython.int = self.share
        beneath: cython.int = (card & ~3) + 4 + suit
        status: cython.int
        if suit == HOMEWARD:
            self.send(card)
        else:
            self.take(card)
            self.put(card, self.where[beneath])
            self.encode(card, beneath)
        self.settle()
        status = self.meet(self.at, 8 * card + suit, made)
        if status == SEARCHING:
            self.undo()
            self.a, self.b, self.c, self.share = a, b, c, share
        return status

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def expand(self) -> cython.int:
        """Make every move of the position at hand."""
        made: cython.int = self.nodes[self.at].made + 1
        column: cython.int
        card: cython.int
        suit: cython.int
        for column in range(COLUMNS + 4):
            if column < COLUMNS:
                if self.size[column] == 0:
                    continue
                card = self.pile[column * DEPTH + self.size[column] - 1]
            else:
                card = 4 * self.home[column - COLUMNS] - 4 + column - COLUMNS
                if not self.returns or card < 0:
                    continue
            if card < 48:
                for suit in range(4):
                    if self.is_top((card & ~3) + 4 + suit) and self.attempt(card, suit, made):
                        return SOLVED
            if (
                column < COLUMNS
                and self.homing != AT_ONCE
                and (card >> 2) == self.home[card & 3]
                and self.attempt(card, HOMEWARD, made)
            ):
                return SOLVED
        return SEARCHING

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow(self) -> cython.bint:
        """Make room for twice the nodes; False when the budget or the machine has none."""
        room: u32 = 2 * self.room
        slot: u64
        node: u32
        old: cython.pointer(Node) = self.nodes
        wider: cython.pointer(u32)
        # the old arrays live on while the new ones are filled
        if 52 * cython.cast(u64, room) + 4 * BUCKETS > self.most or room >= NOTHING // 4:
            return False
        wider = cython.cast(cython.pointer(u32), calloc(2 * cython.cast(u64, room), 4))
        if wider == cython.NULL:
            return False
        old = cython.cast(
            cython.pointer(Node), realloc(old, room * cython.cast(u64, cython.sizeof(Node)))
        )
        if old == cython.NULL:
            free(wider)
            return False
        self.nodes = old
        self.room = room
        for node in range(self.met):
            slot = mixed(old[node].a, old[node].b, old[node].c) & (2 * cython.cast(u64, room) - 1)
            while wider[slot]:
                slot = (slot + 1) & (2 * cython.cast(u64, room) - 1)
            wider[slot] = node + 1
        free(self.index)
        self.index = wider
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Take up to `budget` more positions from the queue."""
        until: u64 = self.explored_ + budget
        bucket: cython.int
        while self.explored_ < until:
            bucket = self.lowest_bucket
            while bucket < BUCKETS and self.heads[bucket] == NOTHING:
                bucket += 1
            self.lowest_bucket = bucket
            if bucket == BUCKETS:
                return EXHAUSTED
            if self.met + CHILDREN > self.room and not self.grow():
                return FULL
            self.at = self.heads[bucket]
            self.heads[bucket] = self.nodes[self.at].next
            self.waiting -= 1
            self.explored_ += 1
            self.load(self.at)
            if self.doomed():
                self.refuted_ += 1
            elif self.expand() == SOLVED:
                return SOLVED
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
        """Positions taken from the queue so far."""
        return self.explored_

    @property
    def refuted(self) -> int:
        """Those of them that the relaxation refuted."""
        return self.refuted_

    @property
    def entries(self) -> int:
        """Positions met, each once."""
        return self.met

    @property
    def frontier(self) -> int:
        """Positions that wait."""
        return self.waiting

    @property
    def depth(self) -> int:
        """Moves made to the position at hand."""
        return self.nodes[self.at].made

    @property
    def lowest(self) -> int:
        """The lowest score met, moves not counted."""
        return self.lowest_

    @property
    def bytes(self) -> int:
        """Bytes of the tables."""
        return self.room * (cython.sizeof(Node) + 8) + 4 * BUCKETS

    @property
    def columns(self) -> list:
        """The columns of the position at hand, bottom to top."""
        self.load(self.at)
        return [
            [self.pile[column * DEPTH + place] for place in range(self.size[column])]
            for column in range(COLUMNS)
        ]

    @property
    def foundation(self) -> list:
        """How many cards of each suit are home in the position at hand."""
        self.load(self.at)
        return [self.home[suit] for suit in range(4)]

    @property
    def moves(self) -> list:
        """The moves to the position at hand: (card, suit of the card it goes on, 4 for home)."""
        made = []
        node: u32 = self.at
        while self.nodes[node].parent != NOTHING:
            made.append((self.nodes[node].move >> 3, self.nodes[node].move & 7))
            node = self.nodes[node].parent
        return made[::-1]
