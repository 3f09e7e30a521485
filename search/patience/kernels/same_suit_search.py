"""Kernel: exhaustive best-first search through the states of `samesuit_layout`.

    step  move a column's run, k cards, to the parent of its base or an empty column (k - 1 free
          registers), or into registers (k); for a king also, turn out another before, with a
          pile of e (e + k - 1); or put a king of the registers in the place of another (e)
    calm  there is an empty column for each king that wants one

Some states need not all their steps, or none:

* Stuck: a pile too high ever to be moved, whose suit's lower card lies beneath. It only grows, for
  the card beneath has to go home before any of it does. Such a state is lost.
* Refuted: `Layout.refuted` proves it lost.
* Calm: no king will be turned out, and an empty column is of no more use. So the base of a
  column never has to leave it but for home, and what is put on it, on a standing king or on a
  pile too high to be moved is never in the way. A step of that kind, or a king's to an empty
  column, is made alone: whatever could be done before it can be done after it as well.

The queue has a bucket for each score, last in, first out. 24 bytes a state for its node, 16 for
its key; while the table grows the old one counts too. Time O(states · columns).
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc
from cython.cimports.ludoscope.search.patience.kernels.same_suit_bits import (
    KINGS_SHIFT,
    NO_COLUMN,
    State,
    complete,
    each,
    held,
    ones,
    piled,
    u64,
)
from cython.cimports.ludoscope.search.patience.kernels.same_suit_layout import Layout

u32 = cython.typedef(cython.uint)

Node = cython.struct(key=u64, parent=u32, step=u32, next=u32)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
REFUTED = cython.declare(cython.int, 4)
STATUS = ("searching", "solved", "exhausted", "full", "refuted")

BUCKETS = cython.declare(cython.int, 512)
STEPS = cython.declare(cython.int, 128)  # more than a state can have
SMALLEST = cython.declare(cython.int, 1 << 10)  # nodes
NODE_BYTES = cython.declare(cython.int, 24)
SLOT_BYTES = cython.declare(cython.int, 16)  # two slots a node


def mixed(key):
    """The finaliser of splitmix64: every bit of the key moves half the bits of the result."""
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


class Search(Layout):
    """One search; `run` goes on with it. As `Layout`, with `memory` bytes for the tables.

    `pile` are the cards on each column's last one in its place, that one included; `heads` and
    `next` chain the nodes of a score, numbered from 1, 0 ends a chain; `met` counts all nodes,
    `waiting` those in the queue; `here` is the one at hand, `won` the win.
    """

    def __cinit__(self, columns: tuple, cells: int, kings: bool, memory: int):
        self.memory = memory
        self.capacity = SMALLEST
        self.nodes = cython.cast(cython.pointer(Node), malloc(SMALLEST * NODE_BYTES))
        self.table = cython.cast(cython.pointer(u64), calloc(SMALLEST, SLOT_BYTES))
        if not (self.nodes and self.table):
            raise MemoryError
        if self.relaxes() and self.refuted(cython.address(self.root)):
            self.status = REFUTED
            return
        self.settle(cython.address(self.root))
        self.append(cython.address(self.root), NO_COLUMN)

    def __dealloc__(self):
        free(self.nodes)
        free(self.table)

    def expand(self):
        """Take all steps from the node at hand that are needed."""
        state = cython.declare(State)
        here: cython.pointer(State) = cython.address(state)
        column: cython.int
        state.key = self.nodes[self.here].key
        self.spread(here)
        if self.relaxes():
            if self.refuted(here):
                self.refuted_ += 1
                return
            self.spread(here)
        if self.is_stuck(here):
            self.stuck_ += 1
            return
        hands: cython.int = self.cells - self.used(here)
        bare: u64 = piled(state.down, state.tops_down, state.standing) | state.tops_down
        calm: cython.bint = self.is_calm(here)
        if calm and self.firm_step(here, hands, bare):
            return
        for column in range(self.columns):
            if self.entry[column] > self.first[column] + calm:
                self.dig(here, column, hands, bare)
        if not calm:
            self.exchange(here, hands)

    def relaxes(self):
        """Whether the delete relaxation holds for the variant."""
        return self.cells == 0 and not self.kings

    def is_stuck(self, state):
        """Measure the piles. Is one of them stuck?"""
        cython.declare(column=cython.int, entry=cython.int)
        for column in range(self.columns):
            entry = self.entry[column]
            if entry == self.first[column]:
                continue
            self.pile[column] = held(state.down, self.bit[entry])
            if self.pile[column] > self.cells + 1 and self.above_lower[entry]:
                return True
        return False

    def is_calm(self, state):
        wanting: cython.int = 4 - ones(state.standing | complete(state))
        return not self.kings or wanting <= state.empty - ones(state.standing)

    def firm_step(self, state, hands, bare):
        """In calm: take a step after which nothing else is worse; False when there is none."""
        cython.declare(column=cython.int, entry=cython.int)
        bases: u64 = 0
        for column in range(self.columns):
            entry = self.entry[column]
            if entry == self.first[column] + 1 or self.pile[column] > self.cells + 1:
                bases |= self.top_down[entry]
        firm: u64 = (piled(state.down, bases, state.standing) | bases) << 1
        if self.kings:
            firm |= each()
        for column in range(self.columns):
            entry = self.entry[column]
            if (
                entry > self.first[column] + 1
                and self.pile[column] <= hands + 1
                and self.top_down[entry] & firm
            ):
                self.dig(state, column, hands, bare)
                return True
        return False

    def dig(self, state, column, hands, bare):
        """Take the steps that clear the run off a column."""
        top: u64 = self.top_down[self.entry[column]]
        pile: cython.int = self.pile[column]
        suit: cython.int
        if self.kings and top & each():
            if state.empty > ones(state.standing):
                if pile <= hands + 1:
                    self.take(state, column, -1, top)
                return
            for suit in range(4):
                if (
                    state.standing >> 16 * suit & 1
                    and pile + held(state.down, 16 * suit) <= hands + 1
                ):
                    self.take(state, column, suit, top)
        if pile <= hands + (top & bare << 1 != 0):
            self.take(state, column, -1, 0)

    def exchange(self, state, hands):
        """Take the steps that turn out a standing king for one in a register."""
        waiting: u64 = self.waiting_kings(state)
        suit: cython.int
        while waiting:
            for suit in range(4):
                if state.standing >> 16 * suit & 1 and held(state.down, 16 * suit) <= hands:
                    self.take(state, NO_COLUMN, suit, waiting & -waiting)
            waiting &= waiting - 1

    def take(self, before, column, turned, comes):
        """A step: the king of a suit turned out (-1 for none), one put up, a column's run off."""
        state: State = before[0]
        if turned >= 0:
            state.standing ^= cython.cast(u64, 1) << 16 * turned
        state.standing |= comes
        self.follow(cython.address(state), column)
        self.append(cython.address(state), cython.cast(u32, column | turned + 1 << 6))

    def append(self, state, step):
        """A node more in the queue, unless its key is in the table; a win ends the search."""
        if not self.insert(state.key):
            return
        node: cython.pointer(Node) = cython.address(self.nodes[self.met])
        score: cython.int = min(self.score(state), BUCKETS - 1)
        node.key = state.key
        node.parent = self.here
        node.step = step
        node.next = self.heads[score]
        self.met += 1
        self.waiting += 1
        self.heads[score] = self.met
        if score < self.least:
            self.least = score
        if state.tops_up == 0:
            self.status = SOLVED
            self.won = self.met - 1

    def insert(self, key):
        """Put a key into the table; False when it was there. Only a win may have the key 0."""
        mask: u64 = 2 * cython.cast(u64, self.capacity) - 1
        slot: u64 = mixed(key) & mask
        while self.table[slot] != 0:
            if self.table[slot] == key:
                return False
            slot = (slot + 1) & mask
        self.table[slot] = key
        return True

    def grow(self):
        """Make room for twice as many nodes; False when the budget or the machine has none."""
        room: u64 = 2 * cython.cast(u64, self.capacity)
        index: u32
        if room >> 31 or room * (NODE_BYTES + SLOT_BYTES) * 3 > self.memory * 2:
            return False
        nodes = cython.cast(cython.pointer(Node), realloc(self.nodes, room * NODE_BYTES))
        if not nodes:
            return False
        self.nodes = nodes
        table = cython.cast(cython.pointer(u64), calloc(room, SLOT_BYTES))
        if not table:
            return False
        free(self.table)
        self.table = table
        self.capacity = cython.cast(u32, room)
        for index in range(self.met):
            self.insert(self.nodes[index].key)
        return True

    def advance(self, budget):
        """Expand up to `budget` more states."""
        until: u64 = self.explored_ + budget
        while self.status == SEARCHING and self.explored_ < until:
            if self.waiting == 0:
                return EXHAUSTED
            if self.met + STEPS > self.capacity and not self.grow():
                return FULL
            while self.heads[self.least] == 0:
                self.least += 1
            self.here = self.heads[self.least] - 1
            self.heads[self.least] = self.nodes[self.here].next
            self.waiting -= 1
            self.explored_ += 1
            self.expand()
        return self.status

    def run(self, budget: int) -> str:
        """Expand up to `budget` states; "searching", "solved", "exhausted", "full", "refuted"."""
        states: u64 = budget
        if self.status == SEARCHING:
            with cython.nogil:
                self.status = self.advance(states)
        return STATUS[self.status]

    @property
    def explored(self) -> int:
        """States expanded so far."""
        return self.explored_

    @property
    def entries(self) -> int:
        """States met."""
        return self.met

    @property
    def frontier(self) -> int:
        """States that wait to be expanded."""
        return self.waiting

    @property
    def cut(self) -> tuple:
        """States that were stuck, and states that the delete relaxation has refuted."""
        return self.stuck_, self.refuted_

    @property
    def size(self) -> int:
        """Bytes of the tables."""
        return self.capacity * (NODE_BYTES + SLOT_BYTES)

    @property
    def at_hand(self) -> tuple:
        """The state at hand: how much of each column is in its place, and the standing kings.

        Columns that were empty or held a king's run alone have a length of 0; the kings are a
        set of suits, bit 0 clubs.
        """
        key: u64 = self.nodes[self.here].key
        lengths = [0] * self.piles
        for column in range(self.columns):
            lengths[self.place[column]] = key >> self.shift[column] & self.room[column]
        return lengths, key >> KINGS_SHIFT

    @property
    def steps(self) -> list:
        """The way to the win: (column, suit of the king turned out, kings standing after) each.

        The column or suit is -1 for none, the kings are a set of suits. First comes the settling
        of the position: (-1, -1, kings).
        """
        found = []
        node: u32 = self.won
        while True:
            step = self.nodes[node].step
            column = -1 if step & 63 == NO_COLUMN else self.place[step & 63]
            found.append((column, (step >> 6) - 1, self.nodes[node].key >> KINGS_SHIFT))
            if node == 0:
                return found[::-1]
            node = self.nodes[node].parent
