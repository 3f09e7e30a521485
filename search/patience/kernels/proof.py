"""Kernel: exhaustive depth-first search of patience with open cards, one card at a time.

Exact keys of 20 bytes. A card lies where it lay at the start, on one of at most four cards that
take it, at the bottom of a column, in a register, or it is home: eight places, three bits a card
and 156 for the deck. What lies under each card tells the whole position up to the order of the
columns and the choice of register, so the key is canonical by itself, and a move changes the three
bits of one card. With the table at most 3/4 full and doubling that is 27 to 53 bytes a position,
plus some 20 for each move down the current line.

Cards go home by themselves: all that can where `needs` is all 0, else those that are safe (see
`search.patience.freecell_proof`), and then sending another one home is a move like any other.

    under      per card, what it lies on: a card, BASE, CELL or HOME
    top        per column its last card, NONE when empty
    place      where a card is: a column 0.., IN_CELL or AT_HOME
    code       per card and `under`, the three bits
    untried    a stack of moves not tried yet, card + 64 · destination; MARK opens a position's own
    log        what was moved: card, places from and to, destination; FIRST where a move begins
"""

import cython
from cython.cimports.ludoscope.search.kernels.growing import KeySet, Stack

u8 = cython.typedef(cython.uchar)
u32 = cython.typedef(cython.uint)
u64 = cython.typedef(cython.ulonglong)

SEARCHING = cython.declare(cython.int, 0)
SOLVED = cython.declare(cython.int, 1)
EXHAUSTED = cython.declare(cython.int, 2)
FULL = cython.declare(cython.int, 3)
STATUS = ("searching", "solved", "exhausted", "full")

DECK = cython.declare(cython.int, 52)
BASE = cython.declare(cython.int, 52)  # as destination: an empty column
CELL = cython.declare(cython.int, 53)
HOME = cython.declare(cython.int, 54)
UNDERS = cython.declare(cython.int, 55)
NONE = cython.declare(cython.int, 255)
IN_CELL = cython.declare(cython.int, 62)
AT_HOME = cython.declare(cython.int, 63)
MARK = cython.declare(cython.int, 63 | 63 << 6)
FIRST = cython.declare(cython.uint, 1 << 24)

MOST_COLUMNS = cython.declare(cython.int, 24)
MOST_CELLS = cython.declare(cython.int, 16)
MOST_MOVES = cython.declare(cython.int, 320)  # of one position and its mark: 40 · (4 + 3) + 1
MOST_CHANGES = cython.declare(cython.int, 64)  # by one move: itself and every card home


@cython.final
@cython.cclass
class Proof:
    """One search; `run` goes on with it.

    `takers` are per card the at most 4 cards that it may be put on, `fills` per card whether an
    empty column takes it, `needs` per card and suit how many cards must be home for the card to
    go by itself, `choice` whether cards may go home as a move, `memory` the bytes to keep within.
    """

    takers: u8[52 * 4]
    fills: u8[52]
    needs: u8[52 * 4]
    code: u8[52 * 55]
    under: u8[52]
    column: u8[52]
    top: u8[24]
    cell: u8[16]
    home: u8[4]
    left: cython.int
    tops: u64
    key: u64[3]
    columns: cython.int
    cells: cython.int
    empty: cython.int
    held: cython.int
    choice: cython.bint
    seen: KeySet
    untried: Stack
    log: Stack
    memory: u64
    depth_: cython.int
    explored_: u64
    status: cython.int

    def __cinit__(
        self, columns: list, cells: list, home: list, rules: tuple, choice: bool, memory: int
    ):
        if len(columns) > MOST_COLUMNS or len(cells) > MOST_CELLS:
            raise ValueError(f"the kernel takes {MOST_COLUMNS} columns and {MOST_CELLS} registers")
        takers, fills, needs = rules
        self.columns, self.cells, self.choice = len(columns), len(cells), choice
        self.memory = memory
        self.seen, self.untried, self.log = KeySet(), Stack(), Stack()
        for card in range(DECK):
            self.fills[card] = fills[card]
            for suit in range(4):
                self.needs[4 * card + suit] = needs[card][suit]
                known = suit < len(takers[card])
                self.takers[4 * card + suit] = takers[card][suit] if known else NONE
        self.lay(columns, cells, home)
        self.send_home()
        self.status = SOLVED if self.left == 0 else SEARCHING
        self.seen.insert(self.key)
        self.push_moves()

    def lay(self, columns: list, cells: list, home: list):
        """Lay the cards out and number the places that each of them may ever have."""
        for card in range(DECK):
            self.under[card] = HOME
        for number, column in enumerate(columns):
            self.top[number] = NONE
            for below, card in zip((BASE, *column), column, strict=False):
                self.under[card], self.column[card], self.top[number] = below, number, card
            self.tops |= 1 << column[len(column) - 1] if column else 0
            self.empty += not column
        for slot, card in enumerate(cells):
            self.cell[slot] = card
            if card != NONE:
                self.under[card] = CELL
                self.held += 1
        for suit in range(4):
            self.home[suit] = home[suit]
        self.left = DECK - sum(home)
        for card in range(DECK):
            places = [self.under[card], *(self.takers[4 * card + i] for i in range(4))]
            for number, below in enumerate((*places, BASE, CELL, HOME)):
                if below != NONE:
                    self.code[UNDERS * card + below] = number
            number = self.code[UNDERS * card + self.under[card]]
            self.key[card // 21] |= number << card % 21 * 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Room for one more move and the position it leads to; False when there is none."""
        held: u64 = self.seen.size() + self.untried.size() + self.log.size()
        left: u64 = self.memory - held if held < self.memory else 0
        return (
            self.seen.make_room(left)
            and self.untried.make_room(MOST_MOVES, left)
            and self.log.make_room(MOST_CHANGES, left)
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def recode(
        self, key: cython.pointer(u64), card: cython.int, before: cython.int, after: cython.int
    ) -> cython.void:
        """Say in a key that a card lies on `after`, no longer on `before`."""
        change: u64 = self.code[UNDERS * card + before] ^ self.code[UNDERS * card + after]
        key[card // 21] ^= change << (card % 21 * 3)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shift_card(self, card: cython.int, place: cython.int) -> cython.void:
        """Take a card that can be taken to `place`, and the key with it."""
        one: u64 = 1
        below: cython.int = self.under[card]
        slot: cython.int = 0
        before: cython.int = below
        if below == CELL:
            while self.cell[slot] != card:
                slot += 1
            self.cell[slot] = NONE
            self.held -= 1
        elif below == HOME:
            self.home[card & 3] -= 1
            self.left += 1
        else:
            self.tops ^= one << card
            if below == BASE:
                self.top[self.column[card]] = NONE
                self.empty += 1
            else:
                self.top[self.column[card]] = below
                self.tops ^= one << below
        if place == IN_CELL:
            slot = 0
            while self.cell[slot] != NONE:
                slot += 1
            self.cell[slot] = card
            self.held += 1
            below = CELL
        elif place == AT_HOME:
            self.home[card & 3] += 1
            self.left -= 1
            below = HOME
        else:
            below = self.top[place]
            if below == NONE:
                below = BASE
                self.empty -= 1
            else:
                self.tops ^= one << below
            self.top[place] = card
            self.column[card] = place
            self.tops ^= one << card
        self.under[card] = below
        self.recode(self.key, card, before, below)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make(self, card: cython.int, dest: cython.int, first: u32) -> cython.void:
        """Move a card and log it."""
        place: cython.int = 0
        source: cython.int = IN_CELL if self.under[card] == CELL else self.column[card]
        if dest == HOME:
            place = AT_HOME
        elif dest == CELL:
            place = IN_CELL
        elif dest == BASE:
            while self.top[place] != NONE:
                place += 1
        else:
            place = self.column[dest]
        self.log.items[self.log.top] = first | card | source << 6 | dest << 12
        self.log.top += 1
        self.shift_card(card, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unmake(self) -> cython.void:
        """Take the last move back, with the cards that went home after it."""
        entry: u32 = 0
        while not entry & FIRST:
            self.log.top -= 1
            entry = self.log.items[self.log.top]
            self.shift_card(entry & 63, entry >> 6 & 63)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes(self, card: cython.int) -> cython.bint:
        """Whether a card that lies open goes home by itself."""
        return (
            card != NONE
            and card >> 2 == self.home[card & 3]
            and self.home[0] >= self.needs[4 * card]
            and self.home[1] >= self.needs[4 * card + 1]
            and self.home[2] >= self.needs[4 * card + 2]
            and self.home[3] >= self.needs[4 * card + 3]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def send_home(self) -> cython.void:
        """Send home all that goes by itself."""
        busy: cython.bint = True
        index: cython.int
        while busy:
            busy = False
            for index in range(self.columns):
                while self.goes(self.top[index]):
                    self.make(self.top[index], HOME, 0)
                    busy = True
            for index in range(self.cells):
                if self.goes(self.cell[index]):
                    self.make(self.cell[index], HOME, 0)
                    busy = True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def source(self, number: cython.int) -> cython.int:
        """The card to take from a column or, counted on, a register."""
        return self.top[number] if number < self.columns else self.cell[number - self.columns]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, card: cython.int, dest: cython.int) -> cython.void:
        self.untried.items[self.untried.top] = card | dest << 6
        self.untried.top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push_moves(self) -> cython.void:
        """The moves of the position at hand, those to try first on top."""
        sources: cython.int = self.columns + self.cells
        number: cython.int
        index: cython.int
        card: cython.int
        self.push(MARK & 63, MARK >> 6)
        for number in range(self.columns if self.held < self.cells else 0):
            if self.top[number] != NONE:
                self.push(self.top[number], CELL)
        for number in range(sources if self.empty else 0):
            card = self.source(number)
            if card != NONE and self.fills[card] and self.under[card] != BASE:
                self.push(card, BASE)
        for number in range(sources):
            card = self.source(number)
            if card == NONE:
                continue
            for index in range(4 * card, 4 * card + 4):
                if self.takers[index] != NONE and self.tops >> self.takers[index] & 1:
                    self.push(card, self.takers[index])
            if self.choice and card >> 2 == self.home[card & 3]:
                self.push(card, HOME)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, card: cython.int, dest: cython.int) -> cython.bint:
        """Make a move unless it leads where the search has been; whether it was made."""
        below: cython.int = self.under[card]
        key = cython.declare(u64[3])
        if dest != HOME and not (below < DECK and self.goes(below)):
            key[0], key[1], key[2] = self.key[0], self.key[1], self.key[2]
            self.recode(key, card, below, dest)
            if not self.seen.insert(key):
                return False
            self.make(card, dest, FIRST)
            return True
        self.make(card, dest, FIRST)
        self.send_home()
        if self.seen.insert(self.key):
            return True
        self.unmake()
        return False

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def advance(self, budget: u64) -> cython.int:
        """Enter up to `budget` more positions."""
        until: u64 = self.explored_ + budget
        move: cython.int
        while self.explored_ < until:
            if not self.make_room():
                return FULL
            self.untried.top -= 1
            move = self.untried.items[self.untried.top]
            if move == MARK:
                if self.depth_ == 0:
                    return EXHAUSTED
                self.depth_ -= 1
                self.unmake()
            elif self.enter(move & 63, move >> 6):
                self.depth_ += 1
                if self.left == 0:
                    return SOLVED
                self.explored_ += 1
                self.push_moves()
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
        """Positions entered so far, without start and finish."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.seen.met

    @property
    def depth(self) -> int:
        """Moves made along the current line."""
        return self.depth_

    @property
    def size(self) -> int:
        """Bytes of the table and the stacks."""
        return self.seen.size() + self.untried.size() + self.log.size()

    @property
    def line(self) -> list:
        """What was moved along the current line: (card, destination, whether by itself)."""
        entries = [self.log.items[index] for index in range(self.log.top)]
        return [(entry & 63, entry >> 12 & 63, not entry & FIRST) for entry in entries]

    @property
    def position(self) -> tuple:
        """The position at hand: columns, registers, foundation."""
        columns = []
        for number in range(self.columns):
            column, card = [], self.top[number]
            while card != NONE:
                column.insert(0, card)
                card = NONE if self.under[card] == BASE else self.under[card]
            columns.append(column)
        return columns, [self.cell[i] for i in range(self.cells)], [self.home[i] for i in range(4)]
