"""Kernel: exhaustive depth-first search of patience with open cards, one card at a time.

Exact keys of 20 bytes. A card lies where it lay at the start, on one of at most four cards that
take it, at the bottom of a column, in a cell, or it is home: eight places, three bits a card and
156 for the deck. What lies under each card tells the whole position up to the order of columns and
cells, so the key is canonical by itself, and a move changes the three bits of one card. With the
table at most 3/4 full and doubling that is 27 to 53 bytes a position, plus some 20 for each move
down the current line.

Cards go home by themselves: all that can where `needs` is all 0, else those that are safe (see
`search.patience.freecell_proof`), and then sending another one home is a move like any other.

    under      per card, what it lies on: a card, BASE, CELL or HOME
    top        per column its last card, NONE when empty
    place      where a card is: a column, TO_CELL or TO_HOME
    code       per card and `under`, the three bits
    untried    a stack of moves not tried yet, card + 64 · destination; MARK opens a position's own
    log        what was moved: card, places from and to, destination; FIRST where a move begins
"""

import cython

MOST_COLUMNS = 24
MOST_CELLS = 16
MOST_MOVES = cython.declare(cython.int, 320)  # of one position and its mark: 40 · (4 + 3) + 1
MOST_CHANGES = cython.declare(cython.int, 64)  # by one move: itself and every card home


class Proof(Kernel):
    """One search; `explored` counts the positions entered, without start and finish.

    `takers` are per card the at most 4 cards that it may be put on, `fills` per card whether an
    empty column takes it, `needs` per card and suit how many cards must be home for the card to
    go by itself, `choice` whether cards may go home as a move, `memory` the bytes to keep within.
    `depth` is the number of moves on the current line.
    """

    def __cinit__(
        self, columns: list, cells: list, home: list, rules: tuple, choice: bool, memory: int
    ):
        if len(columns) > MOST_COLUMNS or len(cells) > MOST_CELLS:
            raise ValueError(f"the kernel takes {MOST_COLUMNS} columns and {MOST_CELLS} cells")
        takers, fills, needs = rules
        self.columns, self.cells, self.choice = len(columns), len(cells), choice
        self.memory = memory
        open_wide_set(cython.address(self.seen), 1 << 10)
        open_stack(cython.address(self.untried))
        open_stack(cython.address(self.log))
        for card in range(DECK):
            self.fills[card] = fills[card]
            for suit in range(4):
                self.needs[4 * card + suit] = needs[card][suit]
                known = suit < len(takers[card])
                self.takers[4 * card + suit] = takers[card][suit] if known else NONE
        self.lay(columns, cells, home)
        self.send_home()
        self.state = SOLVED if self.left == 0 else SEARCHING
        self.meet(self.key)
        self.push_moves()

    def __dealloc__(self):
        free(self.seen.keys)
        free(self.untried.items)
        free(self.log.items)

    def lay(self, columns, cells, home):
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

    def bytes(self):
        return (
            wide_set_bytes(cython.address(self.seen))
            + stack_bytes(cython.address(self.untried))
            + stack_bytes(cython.address(self.log))
        )

    def make_room(self):
        """Make room for one more move and the position it leads to; False when there is none."""
        more: u64 = left(self.memory, self.bytes())
        return (
            wide_set_room(cython.address(self.seen), more)
            and reserve(cython.address(self.untried), MOST_MOVES, more)
            and reserve(cython.address(self.log), MOST_CHANGES, more)
        )

    def meet(self, key):
        """Whether a key is new; then it is kept."""
        return insert_wide(cython.address(self.seen), key[0], key[1], cython.cast(u32, key[2]))

    def recode(self, key, card, before, after):
        """Say in a key that a card lies on `after`, no longer on `before`."""
        change: u64 = self.code[UNDERS * card + before] ^ self.code[UNDERS * card + after]
        key[card // 21] ^= change << (card % 21 * 3)

    def shift_card(self, card, place):
        """Take a card that can be taken to `place`, and the key with it."""
        before: cython.int = self.under[card]
        self.lift(card, before)
        self.under[card] = self.put(card, place)
        self.recode(self.key, card, before, self.under[card])

    def lift(self, card, below):
        """Take a card off what it lies on."""
        one: u64 = 1
        slot: cython.int = 0
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

    def put(self, card, place):
        """Put a card that was lifted to `place`; what it lies on there."""
        one: u64 = 1
        slot: cython.int = 0
        if place == TO_CELL:
            while self.cell[slot] != NONE:
                slot += 1
            self.cell[slot] = card
            self.held += 1
            return CELL
        if place == TO_HOME:
            self.home[card & 3] += 1
            self.left -= 1
            return HOME
        below: cython.int = self.top[place]
        if below == NONE:
            below = BASE
            self.empty -= 1
        else:
            self.tops ^= one << below
        self.top[place] = card
        self.column[card] = place
        self.tops ^= one << card
        return below

    def make(self, card, dest, first):
        """Move a card and log it."""
        place: cython.int = 0
        source: cython.int = TO_CELL if self.under[card] == CELL else self.column[card]
        if dest == HOME:
            place = TO_HOME
        elif dest == CELL:
            place = TO_CELL
        elif dest == BASE:
            while self.top[place] != NONE:
                place += 1
        else:
            place = self.column[dest]
        push(cython.address(self.log), first | card | source << 6 | dest << 12)
        self.shift_card(card, place)

    def unmake(self):
        """Take the last move back, with the cards that went home after it."""
        entry: u32 = 0
        while not entry & FIRST:
            entry = pop(cython.address(self.log))
            self.shift_card(entry & 63, entry >> 6 & 63)

    def goes(self, card):
        """Whether a card that lies open goes home by itself."""
        return (
            card != NONE
            and card >> 2 == self.home[card & 3]
            and self.home[0] >= self.needs[4 * card]
            and self.home[1] >= self.needs[4 * card + 1]
            and self.home[2] >= self.needs[4 * card + 2]
            and self.home[3] >= self.needs[4 * card + 3]
        )

    def send_home(self):
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

    def source(self, number):
        """The card to take from a column or, counted on, a cell."""
        return self.top[number] if number < self.columns else self.cell[number - self.columns]

    def push_move(self, card, dest):
        push(cython.address(self.untried), card | dest << 6)

    def push_moves(self):
        """Push the moves of the position at hand, those to try first on top."""
        cython.declare(number=cython.int, index=cython.int, card=cython.int)
        sources: cython.int = self.columns + self.cells
        push(cython.address(self.untried), MARK)
        for number in range(self.columns if self.held < self.cells else 0):
            if self.top[number] != NONE:
                self.push_move(self.top[number], CELL)
        for number in range(sources if self.empty else 0):
            card = self.source(number)
            if card != NONE and self.fills[card] and self.under[card] != BASE:
                self.push_move(card, BASE)
        for number in range(sources):
            card = self.source(number)
            if card == NONE:
                continue
            for index in range(4 * card, 4 * card + 4):
                if self.takers[index] != NONE and self.tops >> self.takers[index] & 1:
                    self.push_move(card, self.takers[index])
            if self.choice and card >> 2 == self.home[card & 3]:
                self.push_move(card, HOME)

    def enter(self, card, dest):
        """Make a move unless it leads where the search has been; whether it was made."""
        below: cython.int = self.under[card]
        key = cython.declare(u64[3])
        if dest != HOME and not (below < DECK and self.goes(below)):
            key[0], key[1], key[2] = self.key[0], self.key[1], self.key[2]
            self.recode(key, card, below, dest)
            if not self.meet(key):
                return False
            self.make(card, dest, FIRST)
            return True
        self.make(card, dest, FIRST)
        self.send_home()
        if self.meet(self.key):
            return True
        self.unmake()
        return False

    def advance(self, until):
        """Enter positions until there are so many."""
        move: cython.int
        while self.explored < until:
            if not self.make_room():
                return FULL
            move = pop(cython.address(self.untried))
            if move == MARK:
                if self.depth == 0:
                    return EXHAUSTED
                self.depth -= 1
                self.unmake()
            elif self.enter(move & 63, move >> 6):
                self.depth += 1
                if self.left == 0:
                    return SOLVED
                self.explored += 1
                self.push_moves()
        return SEARCHING

    @property
    def entries(self) -> int:
        """Positions in the table."""
        return self.seen.entries

    @property
    def size(self) -> int:
        """Bytes of the table and the stacks."""
        return self.bytes()

    @property
    def line(self) -> list:
        """What was moved along the current line: (card, destination, whether by itself)."""
        entries = [self.log.items[index] for index in range(self.log.top)]
        return [(entry & 63, entry >> 12 & 63, not entry & FIRST) for entry in entries]

    @property
    def position(self) -> tuple:
        """The position at hand: columns, cells, foundation."""
        columns = []
        for number in range(self.columns):
            column, card = [], self.top[number]
            while card != NONE:
                column.insert(0, card)
                card = NONE if self.under[card] == BASE else self.under[card]
            columns.append(column)
        return columns, [self.cell[i] for i in range(self.cells)], [self.home[i] for i in range(4)]
