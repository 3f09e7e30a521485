"""Kernel: exhaustive depth-first search of patience with open cards, one card at a time.

Exact keys of 20 bytes. A card lies where it lay at the start, on one of at most four cards that
take it, at the bottom of a column, in a register, or it is home: eight places, three bits a card
and 156 for the deck. What lies under each card tells the whole position up to the order of the
columns and the choice of register, so the key is canonical by itself, and a move changes the three
bits of one card. With the table at most 3/4 full and doubling that is 27 to 53 bytes a position,
plus some 20 for each move down the current line.

Cards go home by themselves: all that can where `needs` is all 0, else those that are safe (see
`search.freecell_proof`), and then sending another one home is a move like any other.

    under      per card, what it lies on: a card, BASE, CELL or HOME
    top        per column its last card, NONE when empty
    place      where a card is: a column 0.., IN_CELL or AT_HOME
    code       per card and `under`, the three bits
    untried    a stack of moves not tried yet, card + 64 · destination; MARK opens a position's own
    log        what was moved: card, places from and to, destination; FIRST where a move begins
"""

import cython
from cython.cimports.libc.stdlib import calloc, free, malloc, realloc

u8 = cython.typedef(cython.uchar)
u16 = cython.typedef(cython.ushort)
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
MARK = cython.declare(cython.int, 0xFFFF)
FIRST = cython.declare(cython.uint, 1 << 24)
TAKEN = cython.declare(cython.ulonglong, 1 << 63)

SMALLEST = cython.declare(cython.int, 1 << 9)  # slots
MOST_COLUMNS = cython.declare(cython.int, 24)
MOST_CELLS = cython.declare(cython.int, 8)
KEY_BYTES = cython.declare(cython.int, 20)
MOST_MOVES = cython.declare(cython.int, 256)  # of one position and its mark: 32 · (4 + 3) + 1
MOST_CHANGES = cython.declare(cython.int, 64)  # by one move: itself and every card home


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def mixed(key: u64) -> u64:
    """The finaliser of splitmix64: every bit of the key moves half the bits of the result."""
    key = (key ^ (key >> 30)) * cython.cast(u64, 0xBF58476D1CE4E5B9)
    key = (key ^ (key >> 27)) * cython.cast(u64, 0x94D049BB133111EB)
    return key ^ (key >> 31)


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
    word: u8[52]
    shift: u8[52]
    under: u8[52]
    column: u8[52]
    top: u8[24]
    cell: u8[8]
    home: u8[4]
    tops: u64
    key: u64[3]
    columns: cython.int
    cells: cython.int
    empty: cython.int
    held: cython.int
    choice: cython.bint
    first: cython.pointer(u64)
    second: cython.pointer(u64)
    third: cython.pointer(u32)
    slots: u64
    met: u64
    untried: cython.pointer(u16)
    untried_top: u64
    untried_room: u64
    log: cython.pointer(u32)
    log_top: u64
    log_room: u64
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
        self.slots = SMALLEST
        self.untried_room = 4 * MOST_MOVES
        self.log_room = 4 * MOST_CHANGES
        self.first = cython.cast(cython.pointer(u64), calloc(self.slots, 8))
        self.second = cython.cast(cython.pointer(u64), malloc(self.slots * 8))
        self.third = cython.cast(cython.pointer(u32), malloc(self.slots * 4))
        self.untried = cython.cast(cython.pointer(u16), malloc(self.untried_room * 2))
        self.log = cython.cast(cython.pointer(u32), malloc(self.log_room * 4))
        if not (self.first and self.second and self.third and self.untried and self.log):
            raise MemoryError
        for card in range(DECK):
            self.fills[card] = fills[card]
            self.word[card], self.shift[card] = card // 21, card % 21 * 3
            for suit in range(4):
                self.needs[4 * card + suit] = needs[card][suit]
                known = suit < len(takers[card])
                self.takers[4 * card + suit] = takers[card][suit] if known else NONE
        self.lay(columns, cells, home)
        self.depth_ = 0
        self.explored_ = 1
        self.send_home()
        self.status = SOLVED if self.won() else SEARCHING
        self.insert(self.key[0] | TAKEN, self.key[1], cython.cast(u32, self.key[2]))
        self.push_moves()

    def lay(self, columns: list, cells: list, home: list):
        """Lay the cards out and number the places that each of them may ever have."""
        self.tops, self.empty, self.held = 0, 0, 0
        for card in range(DECK):
            self.under[card] = HOME
        for number, column in enumerate(columns):
            for below, card in zip((BASE, *column), column, strict=False):
                self.under[card], self.column[card] = below, number
            self.top[number] = column[len(column) - 1] if column else NONE
            if column:
                self.tops |= 1 << column[len(column) - 1]
            else:
                self.empty += 1
        for slot, card in enumerate(cells):
            self.cell[slot] = card
            if card != NONE:
                self.under[card] = CELL
                self.held += 1
        for suit in range(4):
            self.home[suit] = home[suit]
        for card in range(DECK):
            places = [self.under[card], *(self.takers[4 * card + i] for i in range(4))]
            for number, below in enumerate((*places, BASE, CELL, HOME)):
                if below != NONE:
                    self.code[UNDERS * card + below] = number
        self.key[0], self.key[1], self.key[2] = 0, 0, 0
        for card in range(DECK):
            number = self.code[UNDERS * card + self.under[card]]
            self.key[self.word[card]] |= number << self.shift[card]

    def __dealloc__(self):
        free(self.first)
        free(self.second)
        free(self.third)
        free(self.untried)
        free(self.log)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def insert(self, first: u64, second: u64, third: u32) -> cython.bint:
        """Put a key into the table; False when it was there."""
        slot: u64 = mixed(first ^ mixed(second ^ mixed(third))) & (self.slots - 1)
        while self.first[slot] != 0:
            if (
                self.first[slot] == first
                and self.second[slot] == second
                and self.third[slot] == third
            ):
                return False
            slot = (slot + 1) & (self.slots - 1)
        self.first[slot] = first
        self.second[slot] = second
        self.third[slot] = third
        self.met += 1
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def bytes_held(self) -> u64:
        return KEY_BYTES * self.slots + 2 * self.untried_room + 4 * self.log_room

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def grow_table(self) -> cython.bint:
        """Make the table twice as large; False when the budget or the machine has no room."""
        first: cython.pointer(u64) = self.first
        second: cython.pointer(u64) = self.second
        third: cython.pointer(u32) = self.third
        slots: u64 = self.slots
        index: u64
        if self.bytes_held() + 2 * slots * KEY_BYTES > self.memory:
            return False
        self.first = cython.cast(cython.pointer(u64), calloc(2 * slots, 8))
        self.second = cython.cast(cython.pointer(u64), malloc(2 * slots * 8))
        self.third = cython.cast(cython.pointer(u32), malloc(2 * slots * 4))
        if not self.first or not self.second or not self.third:
            free(self.first)
            free(self.second)
            free(self.third)
            self.first, self.second, self.third = first, second, third
            return False
        self.slots = 2 * slots
        self.met = 0
        for index in range(slots):
            if first[index] != 0:
                self.insert(first[index], second[index], third[index])
        free(first)
        free(second)
        free(third)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make_room(self) -> cython.bint:
        """Room for one more key, move and position; False when there is none."""
        moves: cython.pointer(u16)
        log: cython.pointer(u32)
        if 4 * (self.met + 1) > 3 * self.slots and not self.grow_table():
            return False
        if self.untried_top + MOST_MOVES > self.untried_room:
            if self.bytes_held() + 4 * self.untried_room > self.memory:
                return False
            moves = cython.cast(
                cython.pointer(u16), realloc(self.untried, self.untried_room * 4)
            )
            if not moves:
                return False
            self.untried = moves
            self.untried_room *= 2
        if self.log_top + MOST_CHANGES > self.log_room:
            if self.bytes_held() + 8 * self.log_room > self.memory:
                return False
            log = cython.cast(cython.pointer(u32), realloc(self.log, self.log_room * 8))
            if not log:
                return False
            self.log = log
            self.log_room *= 2
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def where(self, card: cython.int) -> cython.int:
        """The place of a card."""
        if self.under[card] == CELL:
            return IN_CELL
        return AT_HOME if self.under[card] == HOME else self.column[card]

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
        self.key[self.word[card]] ^= (
            cython.cast(
                u64, self.code[UNDERS * card + before] ^ self.code[UNDERS * card + below]
            )
            << self.shift[card]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def make(self, card: cython.int, dest: cython.int, first: u32) -> cython.void:
        """Move a card and log it."""
        place: cython.int = 0
        if dest == HOME:
            place = AT_HOME
        elif dest == CELL:
            place = IN_CELL
        elif dest == BASE:
            while self.top[place] != NONE:
                place += 1
        else:
            place = self.column[dest]
        self.log[self.log_top] = first | card | self.where(card) << 6 | dest << 12
        self.log_top += 1
        self.shift_card(card, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def unmake(self) -> cython.void:
        """Take the last move back, with the cards that went home after it."""
        entry: u32 = 0
        while not entry & FIRST:
            self.log_top -= 1
            entry = self.log[self.log_top]
            self.shift_card(entry & 63, entry >> 6 & 63)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def goes(self, card: cython.int) -> cython.bint:
        """Whether a card that lies open goes home by itself."""
        suit: cython.int
        if card == NONE or card >> 2 != self.home[card & 3]:
            return False
        for suit in range(4):
            if self.home[suit] < self.needs[4 * card + suit]:
                return False
        return True

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
    def won(self) -> cython.bint:
        return self.home[0] + self.home[1] + self.home[2] + self.home[3] == DECK

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, card: cython.int, dest: cython.int) -> cython.void:
        self.untried[self.untried_top] = card | dest << 6
        self.untried_top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push_moves(self) -> cython.void:
        """The moves of the position at hand, those to try first on top."""
        number: cython.int
        index: cython.int
        card: cython.int
        taker: cython.int
        self.untried[self.untried_top] = MARK
        self.untried_top += 1
        if self.held < self.cells:
            for number in range(self.columns):
                if self.top[number] != NONE:
                    self.push(self.top[number], CELL)
        for number in range(self.columns + self.cells):
            card = self.top[number] if number < self.columns else self.cell[number - self.columns]
            if card == NONE:
                continue
            if self.empty and self.fills[card] and self.under[card] != BASE:
                self.push(card, BASE)
        for number in range(self.columns + self.cells):
            card = self.top[number] if number < self.columns else self.cell[number - self.columns]
            if card == NONE:
                continue
            for index in range(4):
                taker = self.takers[4 * card + index]
                if taker == NONE:
                    break
                if self.tops >> taker & 1:
                    self.push(card, taker)
            if self.choice and card >> 2 == self.home[card & 3]:
                self.push(card, HOME)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def enter(self, card: cython.int, dest: cython.int) -> cython.bint:
        """Make a move unless it leads where the search has been; whether it was made."""
        below: cython.int = self.under[card]
        key: u64[3]
        if dest != HOME and not (below < DECK and self.goes(below)):
            key[0], key[1], key[2] = self.key[0], self.key[1], self.key[2]
            key[self.word[card]] ^= (
                cython.cast(
                    u64, self.code[UNDERS * card + below] ^ self.code[UNDERS * card + dest]
                )
                << self.shift[card]
            )
            if not self.insert(key[0] | TAKEN, key[1], cython.cast(u32, key[2])):
                return False
            self.make(card, dest, FIRST)
            return True
        self.make(card, dest, FIRST)
        self.send_home()
        if self.insert(self.key[0] | TAKEN, self.key[1], cython.cast(u32, self.key[2])):
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
            self.untried_top -= 1
            move = self.untried[self.untried_top]
            if move == MARK:
                if self.depth_ == 0:
                    return EXHAUSTED
                self.depth_ -= 1
                self.unmake()
            elif self.enter(move & 63, move >> 6):
                self.depth_ += 1
                if self.won():
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
        """Positions entered so far, the start included, the finish not."""
        return self.explored_

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.met

    @property
    def depth(self) -> int:
        """Moves made along the current line."""
        return self.depth_

    @property
    def size(self) -> int:
        """Bytes of the table and the stacks."""
        return self.bytes_held()

    @property
    def line(self) -> list:
        """What was moved along the current line: (card, destination, whether by itself)."""
        entries = [self.log[index] for index in range(self.log_top)]
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
