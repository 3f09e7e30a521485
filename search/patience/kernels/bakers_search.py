"""Kernel: best-first search of patience without registers, built in any suit (Baker's Dozen).

Every position met is remembered by a key that is the whole of it (see `bakers_layout`), so a
search that runs dry is a proof. Time O(positions · moves · height), memory 32 bytes of node and
8 to 16 of index for each position met.

A position is dropped when the delete relaxation refutes it; `_never_bared` of
`search.patience.heuristics` argues for that.

    here     the position at hand, `at` its node
    index    1 + the number of a node, 0 where free; open addressing, linear probing
    heads    per score the newest node that waits, nodes[…].next the one before
    move     8 · card + the suit of the card it goes on, or HOMEWARD
    made     the moves made to get there, those home not counted
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.ludoscope.search.patience.kernels.bakers_layout import Layout

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

COLUMNS = cython.declare(cython.int, 13)
DEPTH = cython.declare(cython.int, 52)
HOMEWARD = cython.declare(cython.int, 4)
NONE = cython.declare(cython.uint, 0xFFFFFFFF)

BUCKETS = cython.declare(cython.int, 8192)
FEWEST = cython.declare(cython.uint, 256)  # nodes to begin with
CHILDREN = cython.declare(cython.uint, 128)  # more than any position has


def mixed(a, b, c):
    """Every bit of a key moves half the bits of the result (finaliser of splitmix64)."""
    key: u64 = a ^ (b * cython.cast(u64, 0x9E3779B97F4A7C15))
    key ^= (key >> 29) ^ (c * cython.cast(u64, 0xD1B54A32D192ED03))
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


class BestFirst:
    """One search; `run` goes on with it.

    `step` is what a move counts beside the score of the layout, `memory` the bytes that nodes
    and index may take.
    """

    def __cinit__(self, layout: Layout, step: int, memory: int):
        self.here = layout
        self.step = step
        self.room = FEWEST
        self.most = memory
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.room * cython.sizeof(Node)))
        self.index = cython.cast(cython.pointer(u32), calloc(2 * self.room, 4))
        self.heads = cython.cast(cython.pointer(u32), malloc(BUCKETS * 4))
        if self.nodes == cython.NULL or self.index == cython.NULL or self.heads == cython.NULL:
            raise MemoryError
        memset(self.heads, 255, BUCKETS * 4)
        self.lowest_bucket = BUCKETS
        self.lowest_ = 1 << 30
        self.here.settle()
        self.status = self.meet(NONE, 0, 0)

    def __dealloc__(self):
        free(self.nodes)
        free(self.index)
        free(self.heads)

    def meet(self, parent, move, made):
        """Enter the position at hand if it is new; SOLVED when it is won."""
        slots: u64 = 2 * cython.cast(u64, self.room)
        slot: u64 = mixed(self.here.a, self.here.b, self.here.c) & (slots - 1)
        cython.declare(node=cython.pointer(Node), bucket=cython.int)
        while self.index[slot]:
            node = cython.address(self.nodes[self.index[slot] - 1])
            if node.a == self.here.a and node.b == self.here.b and node.c == self.here.c:
                return SEARCHING
            slot = (slot + 1) & (slots - 1)
        node = cython.address(self.nodes[self.met])
        node.a = self.here.a
        node.b = self.here.b
        node.c = cython.cast(u32, self.here.c)
        node.parent = parent
        node.move = move
        node.made = made if made < 65535 else 65535
        bucket = self.here.score()
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
        if self.here.reaches(13):
            self.at = self.met - 1
            return SOLVED
        return SEARCHING

    def attempt(self, card, suit, made):
        """Make a move, enter what comes of it, and take it back."""
        a: u64 = self.here.a
        b: u64 = self.here.b
        c: u64 = self.here.c
        share: cython.int = self.here.share
        status: cython.int
        self.here.play(card, suit)
        status = self.meet(self.at, 8 * card + suit, made)
        if status == SEARCHING:
            self.here.undo()
            self.here.a, self.here.b, self.here.c, self.here.share = a, b, c, share
        return status

    def expand(self):
        """Make every move of the position at hand."""
        made: cython.int = self.nodes[self.at].made + 1
        cython.declare(column=cython.int, card=cython.int, suit=cython.int)
        for column in range(COLUMNS + 4):
            if column < COLUMNS:
                if self.here.size[column] == 0:
                    continue
                card = self.here.pile[column * DEPTH + self.here.size[column] - 1]
            else:
                card = 4 * self.here.home[column - COLUMNS] - 4 + column - COLUMNS
                if not self.here.returns or card < 0:
                    continue
            if card < 48:
                for suit in range(4):
                    if self.here.is_top((card & ~3) + 4 + suit) and self.attempt(card, suit, made):
                        return SOLVED
            if (
                column < COLUMNS
                and not self.here.forced
                and (card >> 2) == self.here.home[card & 3]
                and self.attempt(card, HOMEWARD, made - 1)
            ):
                return SOLVED
        return SEARCHING

    def grow(self):
        """Make room for twice the nodes; False when the budget or the machine has none."""
        room: u32 = 2 * self.room
        cython.declare(slot=u64, node=u32, wider=cython.pointer(u32))
        old: cython.pointer(Node) = self.nodes
        # the old arrays live on while the new ones are filled
        if 52 * cython.cast(u64, room) + 4 * BUCKETS > self.most or room >= NONE // 4:
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

    def advance(self, budget):
        """Take up to `budget` more positions from the queue."""
        until: u64 = self.explored_ + budget
        cython.declare(node=cython.pointer(Node), bucket=cython.int)
        while self.explored_ < until:
            bucket = self.lowest_bucket
            while bucket < BUCKETS and self.heads[bucket] == NONE:
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
            node = cython.address(self.nodes[self.at])
            self.here.load(node.a, node.b, node.c)
            if self.here.doomed():
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
    def moves(self) -> list:
        """The moves to the position at hand: (card, suit of the card it goes on, 4 for home)."""
        made = []
        node: u32 = self.at
        while self.nodes[node].parent != NONE:
            made.append((self.nodes[node].move >> 3, self.nodes[node].move & 7))
            node = self.nodes[node].parent
        return made[::-1]
