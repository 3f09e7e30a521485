"""Kernel: the states of patience that builds in suit and puts only kings, or nothing, into empty
columns (Seahaven, Midnight Oil), from any position and with any number of cells.

A card that has left its place can lie on one card alone, its parent: the next higher one of its
suit. So a state is how much of each column still lies as it lay in the position given, and which
kings stand at the base of a column: a key of at most 52 + 4 bits, and exact. Where all else
lies follows, for these four things can be done at once and lose nothing (`settle`):

* A card that can goes home: it could only serve to hold the next lower one, which is home.
* A freed card lies on its parent where that is bare, in a column. To move the parent later, the
  card needs again the cell that it would have kept.
* The cards of a run but for its base count as freed: alone they could only be put back.
* A freed king takes an empty column. It is turned out again when another king needs that.

So let A be a settled state and R any position with the same cards freed (cards home aside), in
which no other kings stand than in A: whatever lies in a cell in A does so in R. Then this
holds again when R has made any move of one card and A the step that answers, if one is needed:

    R frees a base      the pile on it is in cells of R, or home: A has room to move both
    R puts up a king    A does, turning out one that does not stand in R if need be, whose
                        pile is in cells of R
    R does else         none

Legend
    down, up     sets of cards, 16 bits a suit: bit 0 is the king in `down` and the ace in `up`
    down, up     of a state, its freed cards; those at home are among them
    tops         the last card of each column that lies as it lay, the base of a run
    standing     the kings at the base of a column, as in `down`
    empty        columns of which nothing lies as it lay; kings may stand there
    key          the lengths of all columns, and from KINGS_SHIFT on the suits of `standing`

Of the position: `columns` counts those that hold more than a king's run, `idle` the others. Column
i stands at `place[i]` among all. What there is to know of it with l cards in their place is at
entry `first[i] + l`: the cards freed; the last one laid, as sets and as bit of `down`; whether
a lower card of its suit lies beneath; and the length once it has left.
"""

import cython

STANDING = cython.declare(cython.ulonglong[16])
for _suits in range(16):
    STANDING[_suits] = sum((_suits >> suit & 1) << 16 * suit for suit in range(4))


class Layout(Kernel):
    """The position given, and how its states change.

    `columns` are tuples of cards 0..51, bottom to top; the other cards are at home or in cells,
    of which there are `cells`; `kings` tells whether an empty column takes them; `memory` is for
    the search. ValueError for more than 64 columns.
    """

    def __cinit__(self, columns: tuple, cells: int, kings: bool, memory: int):
        if len(columns) > 64:
            raise ValueError("the kernel takes up to 64 columns")
        self.cells = cells
        self.kings = kings
        self.piles = len(columns)
        self.loose_down = self.loose_up = 0x1FFF * each()
        number: cython.int
        for number in range(self.piles):
            self.lay(number, columns[number])
        self.spread(cython.address(self.root))

    def lay(self, number, cards):
        """Note column `number` of the position, and put its length into the key."""
        laid = cython.declare(cython.int[52])
        height: cython.int = len(cards)
        index: cython.int
        for index in range(height):
            laid[index] = cards[index]
        length: cython.int = without_run(laid, height)
        if length == 0:
            self.idle += 1
            if height:
                self.root.key |= cython.cast(u64, 1) << KINGS_SHIFT + (laid[0] & 3)
            return
        column: cython.int = self.columns
        self.columns += 1
        self.place[column] = number
        self.king[column] = cython.cast(u64, laid[0] >> 2 == KING) << down_bit(laid[0])
        self.first[column] = self.entries
        self.shift[column] = self.bits
        self.root.key |= cython.cast(u64, length) << self.bits
        self.room[column] = 1
        while self.room[column] < cython.cast(u64, length):
            self.room[column] = 2 * self.room[column] + 1
        self.bits += ones(self.room[column])
        for index in range(length + 1):
            self.note(laid, index, height)
        self.loose_down &= ~self.freed_down[self.entries]
        self.loose_up &= ~self.freed_up[self.entries]
        self.entries += length + 1

    def note(self, laid, length, height):
        """Fill the entry of that length of the column being laid."""
        entry: cython.int = self.entries + length
        index: cython.int
        for index in range(length, height):
            self.freed_down[entry] |= cython.cast(u64, 1) << down_bit(laid[index])
            self.freed_up[entry] |= cython.cast(u64, 1) << up_bit(laid[index])
        if length == 0:
            return
        card: cython.int = laid[length - 1]
        self.bit[entry] = down_bit(card)
        self.top_down[entry] = cython.cast(u64, 1) << down_bit(card)
        self.top_up[entry] = cython.cast(u64, 1) << up_bit(card)
        for index in range(length - 1):
            if laid[index] < card and (card - laid[index]) & 3 == 0:
                self.above_lower[entry] = True
        self.after[entry] = without_run(laid, length - 1)

    def spread(self, state):
        """Fill in what the key says, here and in `entry`."""
        cython.declare(column=cython.int, entry=cython.int)
        state.down = self.loose_down
        state.up = self.loose_up
        state.tops_down = state.tops_up = 0
        state.standing = STANDING[state.key >> KINGS_SHIFT]
        state.empty = self.idle
        for column in range(self.columns):
            entry = entry_of(self, state.key, column)
            self.entry[column] = entry
            state.down |= self.freed_down[entry]
            state.up |= self.freed_up[entry]
            state.tops_down |= self.top_down[entry]
            state.tops_up |= self.top_up[entry]
            state.empty += self.top_up[entry] == 0

    def settle(self, state):
        """Send cards home and put kings into empty columns while it goes, and complete the key."""
        column: cython.int
        due: u64 = (state.up + each()) & state.tops_up
        while due:
            for column in range(self.columns):
                if self.top_up[entry_of(self, state.key, column)] & due:
                    drop(self, state, column)
            due = (state.up + each()) & state.tops_up
        state.standing &= ~complete(state)
        vacant: cython.int = state.empty - ones(state.standing)
        waiting: u64 = waiting_kings(self, state)
        while vacant > 0 and waiting:
            state.standing |= waiting & -waiting
            waiting &= waiting - 1
            vacant -= 1
        kings: u64 = state.standing | state.standing >> 15
        kings = (kings | kings >> 30) & 15
        state.key = state.key & ((cython.cast(u64, 1) << KINGS_SHIFT) - 1) | kings << KINGS_SHIFT

    def score(self, state):
        """How far from a win a state seems, 0 to 300.

        The cards that are not home, and twice: cells filled, runs without a place to go to,
        how much less than two cells are free. The weights were tuned on Seahaven 2001 to 4500.
        """
        home: cython.int = ones(state.up & ~(state.up + each()))
        on_piles: u64 = piled(state.down, state.tops_down, state.standing)
        used: cython.int = ones(state.down & ~on_piles) - home
        fixed: cython.int = ones(state.tops_down & ~((on_piles | state.tops_down) << 1))
        crowded: cython.int = max(0, used + 2 - self.cells)
        return 52 - home + 2 * (used + fixed + crowded)

    def refuted(self, state):
        """The delete relaxation of `search.patience.heuristics`: is there a card never bared?

        Where there are no cells and empty columns take nothing. A card leaves once all lower
        ones of its suit have, or, if none lies or will lie on it that has been freed, once its
        parent has been bared. The state has just been spread; `entry` is used up.
        """
        up: u64 = state.up
        lonely: u64 = ~(state.down >> 1)
        bared: u64 = state.down | state.tops_down
        busy: cython.bint = True
        lost: cython.bint = True
        cython.declare(column=cython.int, entry=cython.int)
        while busy:
            busy = lost = False
            for column in range(self.columns):
                entry = self.entry[column]
                while self.top_up[entry] and (
                    self.top_up[entry] & (up + each()) or self.top_down[entry] & bared << 1 & lonely
                ):
                    busy = True
                    entry = self.first[column] + self.after[entry]
                    up |= self.freed_up[entry]
                    bared |= self.freed_down[entry] | self.top_down[entry]
                self.entry[column] = entry
                lost |= self.top_up[entry] != 0
        return lost
