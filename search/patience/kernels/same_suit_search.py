"""Kernel: exhaustive best-first search through the states of `same_suit_layout`.

    step  move a column's run, k cards, to the parent of its base or an empty column (k - 1 free
          cells), or into cells (k); for a king also, turn out another before, with a
          pile of e (e + k - 1); or put a king of the cells in the place of another (e)
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


class Search(Layout):
    """One search; `run` goes on with it. As `Layout`, with `memory` bytes for the tables.

    `pile` are the cards on each column's last one in its place, that one included; `heads` and
    `next` chain the nodes of a score, numbered from 1, 0 ends a chain; `met` counts all nodes,
    `waiting` those in the queue; `here` is the one at hand, `won` the win.
    """

    def __cinit__(self, columns: tuple, cells: int, kings: bool, memory: int):
        if self.relaxes() and self.refuted(cython.address(self.root)):
            self.state = EXHAUSTED
            return
        self.memory = memory
        self.capacity = 1 << 10
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.capacity * NODE_BYTES))
        open_set(cython.address(self.seen), 2 * self.capacity, False)
        if not self.nodes:
            raise MemoryError
        self.settle(cython.address(self.root))
        self.append(cython.address(self.root), NO_COLUMN)

    def __dealloc__(self):
        free(self.nodes)
        free(self.seen.keys)

    def expand(self):
        """Take all steps from the node at hand that are needed."""
        state = cython.declare(State)
        here: cython.pointer(State) = cython.address(state)
        column: cython.int
        state.key = self.nodes[self.here].key
        self.spread(here)
        if self.relaxes():
            if self.refuted(here):
                self.lost += 1
                return
            self.spread(here)
        if self.is_stuck(here):
            self.stuck += 1
            return
        hands: cython.int = self.cells - used(here)
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
        """Take the steps that turn out a standing king for one in a cell."""
        waiting: u64 = waiting_kings(self, state)
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
        if column != NO_COLUMN:
            drop(self, cython.address(state), column)
        self.settle(cython.address(state))
        self.append(cython.address(state), cython.cast(u32, column | turned + 1 << 6))

    def append(self, state, step):
        """A node more in the queue, unless its key is in the table; a win ends the search."""
        if not insert(cython.address(self.seen), state.key, mixed(state.key)):
            return  # only a win may have the key 0
        node: cython.pointer(Node) = cython.address(self.nodes[self.entries])
        score: cython.int = min(self.score(state), BUCKETS - 1)
        node.key = state.key
        node.parent = self.here
        node.step = step
        node.next = self.heads[score]
        self.entries += 1
        self.frontier += 1
        self.heads[score] = self.entries
        if score < self.least:
            self.least = score
        if state.tops_up == 0:
            self.state = SOLVED
            self.won = self.entries - 1

    def grow(self):
        """Make room for twice as many nodes; False when the budget or the machine has none."""
        number: u32
        room: u64 = 2 * self.capacity
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        if (
            room >> 31
            or room * (NODE_BYTES + SLOT_BYTES) * 3 > self.memory * 2
            or not double_array(nodes, cython.address(self.capacity), NODE_BYTES, self.memory)
            or not renew_set(cython.address(self.seen), 2 * room, False)
        ):
            return False
        for number in range(self.entries):
            key: u64 = self.nodes[number].key
            insert(cython.address(self.seen), key, mixed(key))
        return True

    def advance(self, until):
        """Expand states until there are so many."""
        while self.state == SEARCHING and self.explored < until:
            if self.frontier == 0:
                return EXHAUSTED
            if self.entries + STEPS > self.capacity and not self.grow():
                return FULL
            while self.heads[self.least] == 0:
                self.least += 1
            self.here = self.heads[self.least] - 1
            self.heads[self.least] = self.nodes[self.here].next
            self.frontier -= 1
            self.explored += 1
            self.expand()
        return self.state

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
