"""Kernel: exhaustive depth-first search of patience with open cards, by single cards.

Keys are exact: a search that ends without a solution, EXHAUSTED, is a proof. A card lies where it
was dealt, on one of at most four cards that take it, at the bottom of a column, in a cell, or it is
home: eight supports (see cards.pxd), three bits a card, 156 bits for the deck. The supports of all
cards tell the position up to the order of columns and cells, so the key is canonical, and a move
changes the three bits of one card.

Cards go home by autoplay: all that can if `required` is all 0, else those that are safe (see
`search.patience.proof`); sending another one home is then a move.

The kernel also searches the relaxed game of `search.patience.relaxed`, in which some cards are
free. A free card lies in a place of its own, numbered like a column after the columns, and moves
only home. Its *lid* is the lowest of the other cards that lie on it as given; until the lid has
left its column the free card is *covered*, and nothing can be put on it. A lid that has not been
moved has the code 0 in the key, so that one that has come back is told from it.

Data of the current position, by card: `support`; `column`, its column if it is in one; by column
`top`, the uppermost card or NO_CARD; by cell `cell`; by suit `foundation`, the number of cards
home; `top_cards`, the cards on top of columns as bits; `key`, three words with the bits of cards 0
to 20, 21 to 41 and 42 to 51. `code` has by card and support the three bits. Of the relaxed game, as
bits: `covered`, the free cards that are; `given`, the lids that have not been moved; by lid
`beneath`, the cards that it covers. No free card that is covered is among `top_cards`.

Data of the search:

    seen      the keys of all positions met, 20 bytes a slot, 3/8 to 3/4 full
    untried   stack of moves not tried yet, card and destination with 6 bits each; a destination is
              the new support; a MARKER lies beneath the moves of each position
    log       stack of cards moved: card, source and destination with 6 bits each, a source being
              a column or TO_CELL; FIRST marks the move, the entries above it are its autoplay;
              LIFTED marks the first move of a lid

Limits: MAX_COLUMNS columns, MAX_PLACES with the free cards, MAX_CELLS cells, MAX_BUILD_TARGETS
cards that a card may be put on, one deck; ValueError beyond them. Depth and positions are limited
by memory only (status OUT_OF_MEMORY): 27 to 53 bytes a position, and some 20 for each move of the
current line. Time O(moves) a position.
"""

import cython


class Proof(Kernel):
    """A depth-first search; `run` continues it.

    `explored` counts the positions entered, without the first and the won one; `depth` is the
    number of moves of the current line.

    Args:
        columns: Lists of cards, bottom to top.
        cells: Cards, NO_CARD for a free cell.
        foundation: Number of cards home, by suit.
        rules: By card, as from `search.patience.proof.rule_tables`: the cards that it may be put
            on, whether an empty column takes it, and by suit the number of cards that must be home
            before it goes home by autoplay.
        home_is_move: True if sending a card home, unless it is done by autoplay, is a move.
        memory_limit: Bytes that all tables may take.
        free_cards: The free cards of the relaxed game, each of them in a column or a cell.

    Raises:
        ValueError: If the position or the rules are beyond the limits of the kernel, not each card
            is in one place, or a free card is in none.
    """

    def __cinit__(
        self,
        columns: list,
        cells: list,
        foundation: list,
        rules: tuple,
        home_is_move: bool,
        memory_limit: int,
        free_cards: frozenset = frozenset(),
    ):
        places: cython.int = len(columns) + len(free_cards)
        if len(columns) > MAX_COLUMNS or places > MAX_PLACES or len(cells) > MAX_CELLS:
            raise ValueError(
                f"the kernel takes up to {MAX_COLUMNS} columns, {MAX_PLACES} with the free cards, "
                f"and {MAX_CELLS} cells"
            )
        check_deck(columns, cells, foundation, NO_CARD)
        if not free_cards.issubset([card for pile in [*columns, cells] for card in pile]):
            raise ValueError("expected each free card in a column or a cell")
        build_targets, can_fill, required = rules
        self.columns, self.cells, self.home_is_move = len(columns), len(cells), home_is_move
        self.places = places
        self.memory_limit = memory_limit
        init_wide_set(cython.address(self.seen), 1 << 10)
        init_stack(cython.address(self.untried))
        init_stack(cython.address(self.log))
        for card in range(DECK):
            if len(build_targets[card]) > MAX_BUILD_TARGETS:
                raise ValueError(
                    f"the kernel lets a card be put on up to {MAX_BUILD_TARGETS} others"
                )
            self.can_fill[card] = can_fill[card]
            for index in range(MAX_BUILD_TARGETS):
                exists = index < len(build_targets[card])
                self.build_targets[4 * card + index] = (
                    build_targets[card][index] if exists else NO_CARD
                )
            for suit in range(4):
                self.required[4 * card + suit] = required[card][suit]
        self.set_up(columns, cells, foundation, free_cards)
        self.autoplay()
        self.state = SOLVED if self.cards_left == 0 else SEARCHING
        self.add_seen(self.key)
        self.push_moves()

    def __dealloc__(self):
        free(self.seen.keys)
        free(self.untried.items)
        free(self.log.items)

    def set_up(self, columns, cells, foundation, free_cards):
        """Set up the position as dealt, the codes of all supports and the key."""
        for card in range(DECK):
            self.support[card] = HOME
        for number, given in enumerate(columns):
            self.top[number] = NO_CARD
            self.set_up_lids(given, free_cards)
            column = [card for card in given if card not in free_cards]
            for support, card in zip((BASE, *column), column, strict=False):
                self.support[card], self.column[card], self.top[number] = support, number, card
            self.top_cards |= 1 << column[len(column) - 1] if column else 0
            self.empty_columns += not column
        for number, card in enumerate(sorted(free_cards), len(columns)):
            self.support[card], self.column[card], self.top[number] = BASE, number, card
            self.free_cards |= cython.cast(u64, 1) << cython.cast(cython.int, card)
        self.top_cards |= self.free_cards & ~self.covered
        for slot, card in enumerate(cells):
            self.cell[slot] = NO_CARD
            if card != NO_CARD and card not in free_cards:
                self.cell[slot] = card
                self.support[card] = CELL
                self.cells_used += 1
        for suit in range(4):
            self.foundation[suit] = foundation[suit]
        self.cards_left = DECK - sum(foundation)
        for card in range(DECK):
            supports = [self.support[card], *(self.build_targets[4 * card + i] for i in range(4))]
            for code, support in enumerate((*supports, BASE, CELL, HOME)):
                if support != NO_CARD:
                    self.code[SUPPORT_COUNT * card + support] = code
            code = self.code_of(card)
            self.key[card // 21] |= code << card % 21 * 3

    def set_up_lids(self, column, free_cards):
        """Set up the lids of a column."""
        one: u64 = 1
        uncovered: u64 = 0
        card: cython.int
        for card in column:
            if card in free_cards:
                uncovered |= one << card
            elif uncovered:
                self.beneath[card] = uncovered
                self.covered |= uncovered
                self.given |= one << card
                uncovered = 0

    def bytes_used(self):
        """Return the bytes of the table and the stacks."""
        return (
            wide_set_bytes(cython.address(self.seen))
            + stack_bytes(cython.address(self.untried))
            + stack_bytes(cython.address(self.log))
        )

    def bytes_left(self):
        """Return the bytes that the memory limit leaves."""
        return bytes_left(self.memory_limit, self.bytes_used())

    def reserve_space(self):
        """Make room for one more move and its position and return True if memory suffices."""
        untried: cython.pointer(Stack) = cython.address(self.untried)
        log: cython.pointer(Stack) = cython.address(self.log)
        return (
            reserve_wide_set(cython.address(self.seen), self.bytes_left())
            and (
                untried.top + MAX_MOVES <= untried.capacity
                or reserve(untried, MAX_MOVES, self.bytes_left())
            )
            and (
                log.top + MAX_LOG_ENTRIES <= log.capacity
                or reserve(log, MAX_LOG_ENTRIES, self.bytes_left())
            )
        )

    def add_seen(self, key):
        """Add a position to those met and return True if it is new."""
        return insert_wide(cython.address(self.seen), key[0], key[1], cython.cast(u32, key[2]))

    def code_of(self, card):
        """Return the code of a card on its support."""
        if self.given >> card & 1:
            return 0
        return self.code[SUPPORT_COUNT * card + self.support[card]]

    def change_code(self, key, card, old, new):
        """Change the code of a card in a key."""
        key[card // 21] ^= (old ^ new) << (card % 21 * 3)

    def move_card(self, card, place, lift):
        """Move an available card to a column, TO_CELL or TO_HOME.

        Args:
            card: The card.
            place: Where it goes.
            lift: True to lift it as a lid, or, if it has been lifted, to put it back as given.
        """
        old: u64 = self.code_of(card)
        self.remove(card, self.support[card])
        self.support[card] = self.put(card, place)
        if lift:
            self.lift_or_close(card)
        self.change_code(self.key, card, old, self.code_of(card))

    def lift_or_close(self, lid):
        """Uncover the cards beneath a lid that is moved for the first time, or cover them again."""
        one: u64 = 1
        self.given ^= one << lid
        self.covered ^= self.beneath[lid]
        card: cython.int
        for card in range(DECK if self.beneath[lid] else 0):
            if self.beneath[lid] >> card & 1 and self.support[card] != HOME:
                self.top_cards ^= one << card

    def remove(self, card, support):
        """Remove a card from its support; leave the key to the caller."""
        one: u64 = 1
        slot: cython.int = 0
        if support == CELL:
            while self.cell[slot] != card:
                slot += 1
            self.cell[slot] = NO_CARD
            self.cells_used -= 1
        elif support == HOME:
            self.foundation[card & 3] -= 1
            self.cards_left += 1
        else:
            self.top_cards ^= one << card & ~self.covered
            if support == BASE:
                self.top[self.column[card]] = NO_CARD
                self.empty_columns += self.column[card] < self.columns
            else:
                self.top[self.column[card]] = support
                self.top_cards ^= one << support

    def put(self, card, place):
        """Put a removed card on a column, TO_CELL or TO_HOME and return its new support."""
        one: u64 = 1
        slot: cython.int = 0
        if place == TO_CELL:
            while self.cell[slot] != NO_CARD:
                slot += 1
            self.cell[slot] = card
            self.cells_used += 1
            return CELL
        if place == TO_HOME:
            self.foundation[card & 3] += 1
            self.cards_left -= 1
            return HOME
        support: cython.int = self.top[place]
        if support == NO_CARD:
            support = BASE
            self.empty_columns -= place < self.columns
        else:
            self.top_cards ^= one << support
        self.top[place] = card
        self.column[card] = place
        self.top_cards ^= one << card & ~self.covered
        return support

    def play(self, card, dest, first):
        """Move a card to a new support and log it.

        Args:
            card: An available card.
            dest: A card on top of a column, BASE, CELL or HOME.
            first: FIRST for a move, 0 for autoplay.
        """
        place: cython.int = 0
        source: cython.int = TO_CELL if self.support[card] == CELL else self.column[card]
        if dest == HOME:
            place = TO_HOME
        elif dest == CELL:
            place = TO_CELL
        elif dest == BASE:
            while self.top[place] != NO_CARD:
                place += 1
        else:
            place = self.column[dest]
        lift: cython.bint = self.given >> card & 1
        entry: u32 = first | card | source << 6 | dest << 12 | (LIFTED if lift else 0)
        push(cython.address(self.log), entry)
        self.move_card(card, place, lift)

    def undo(self):
        """Undo the last move and its autoplay."""
        entry: u32 = 0
        while not entry & FIRST:
            entry = pop(cython.address(self.log))
            self.move_card(entry & 63, entry >> 6 & 63, entry & LIFTED != 0)

    def autoplay(self):
        """Send home every card that goes home by autoplay."""
        progress: cython.bint = True
        index: cython.int
        while progress:
            progress = False
            for index in range(self.places):
                while can_autoplay(self.foundation, self.required, self.top[index]):
                    self.play(self.top[index], HOME, 0)
                    progress = True
            for index in range(self.cells):
                if can_autoplay(self.foundation, self.required, self.cell[index]):
                    self.play(self.cell[index], HOME, 0)
                    progress = True

    def source_card(self, source):
        """Return the available card of a column or place or, counting on from these, of a cell."""
        return self.top[source] if source < self.places else self.cell[source - self.places]

    def is_free(self, card):
        """Return True if a card is free."""
        return self.free_cards >> card & 1

    def gains_by_base(self, card):
        """Return True if a card that goes to an empty column leaves something behind.

        The lowest card of a column does not, unless it uncovers free cards.
        """
        return self.support[card] != BASE or self.given >> card & 1

    def push_move(self, card, dest):
        """Push a move, for which `reserve_space` has made room."""
        push(cython.address(self.untried), card | dest << 6)

    def push_moves(self):
        """Push the moves of the current position, the ones to try first last."""
        cython.declare(source=cython.int, index=cython.int, card=cython.int, target=cython.int)
        sources: cython.int = self.places + self.cells
        push(cython.address(self.untried), MARKER)
        for source in range(self.places if self.cells_used < self.cells else 0):
            card = self.top[source]
            if card != NO_CARD and not self.is_free(card):
                self.push_move(card, CELL)
        for source in range(sources if self.empty_columns else 0):
            card = self.source_card(source)
            if card != NO_CARD and self.can_fill[card] and self.gains_by_base(card):
                self.push_move(card, BASE)
        for source in range(sources):
            card = self.source_card(source)
            if card == NO_CARD:
                continue
            for index in range(0 if self.is_free(card) else MAX_BUILD_TARGETS):
                target = self.build_targets[4 * card + index]
                if target != NO_CARD and self.top_cards >> target & 1:
                    self.push_move(card, target)
            if self.home_is_move and card >> 2 == self.foundation[card & 3]:
                self.push_move(card, HOME)

    def try_move(self, card, dest):
        """Make a move and return True, unless it leads to a position met before."""
        support: cython.int = self.support[card]
        key = cython.declare(u64[3])
        if dest != HOME and not can_autoplay(self.foundation, self.required, support):
            key[0], key[1], key[2] = self.key[0], self.key[1], self.key[2]
            self.change_code(key, card, self.code_of(card), self.code[SUPPORT_COUNT * card + dest])
            if not self.add_seen(key):
                return False
            self.play(card, dest, FIRST)
            return True
        self.play(card, dest, FIRST)
        self.autoplay()
        if self.add_seen(self.key):
            return True
        self.undo()
        return False

    def advance(self, explored_limit):
        """Enter positions, up to `explored_limit` in all, and return the status."""
        move: cython.int
        while self.explored < explored_limit:
            if not self.reserve_space():
                return OUT_OF_MEMORY
            move = pop(cython.address(self.untried))
            if move == MARKER:
                if self.depth == 0:
                    return EXHAUSTED
                self.depth -= 1
                self.undo()
            elif self.try_move(move & 63, move >> 6):
                self.depth += 1
                if self.cards_left == 0:
                    return SOLVED
                self.explored += 1
                self.push_moves()
        return SEARCHING

    @property
    def entries(self) -> int:
        """Number of positions in the table."""
        return self.seen.entries

    @property
    def size_bytes(self) -> int:
        """Bytes of the table and the stacks."""
        return self.bytes_used()

    @property
    def current_line(self) -> list:
        """The cards moved along the current line: (card, destination, True if by autoplay)."""
        entries = [self.log.items[index] for index in range(self.log.top)]
        return [(entry & 63, entry >> 12 & 63, not entry & FIRST) for entry in entries]

    @property
    def position(self) -> tuple:
        """The current position: (columns, cells, foundation)."""
        columns = []
        for number in range(self.columns):
            column, card = [], self.top[number]
            while card != NO_CARD:
                column.insert(0, card)
                card = NO_CARD if self.support[card] == BASE else self.support[card]
            columns.append(column)
        cells = [self.cell[index] for index in range(self.cells)]
        return columns, cells, [self.foundation[suit] for suit in range(4)]
