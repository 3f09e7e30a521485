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

    seen      the keys of all positions met, see `position_set.py`
    added     positions that the kernel has added to `seen` and `seen.entries` does not count yet
    room      positions that the kernel may still add before `seen` has to grow
    untried   stack of moves not tried yet, card and destination with 6 bits each; a destination is
              the new support; a MARKER lies beneath the moves of each position
    log       stack of cards moved: card, source and destination with 6 bits each, a source being
              a column or TO_CELL; FIRST marks the move, the entries above it are its autoplay;
              LIFTED marks the first move of a lid

Teams:
    The kernels of a team search one position, each in a thread of its own, with one set `seen`. A
    position is entered by the kernel that adds it to the set. So it is entered once, and each of
    its moves is tried once, whatever the number of kernels: when all have run out of moves, the
    positions in the set are those that can be reached, as in the search by one kernel. A kernel
    that has run out takes about half of the untried moves of another one (`take_half`), the
    shallowest ones, while none runs. Which solution is found depends on the threads; whether there
    is one does not.

Limits: MAX_COLUMNS columns, MAX_PLACES with the free cards, MAX_CELLS cells, MAX_BUILD_TARGETS
cards that a card may be put on, one deck; ValueError beyond them. Depth and positions are limited
by memory only (status OUT_OF_MEMORY): 27 to 53 bytes a position, and some 20 for each move of the
current line. Time O(moves) a position.
"""

import cython


class Team:
    """The state that the kernels of a team share besides the positions met."""

    def add_bytes(self, count):
        """Count bytes of stacks; several threads may at once."""
        while not replace_word(
            cython.address(self.stack_bytes), self.stack_bytes, self.stack_bytes + count
        ):
            pass


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
        leader: A kernel for the same position, whose team this one joins. It has no moves to try
            until it takes some.

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
        leader: Proof = None,
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
        self.seen = PositionSet() if leader is None else leader.seen
        self.team = Team() if leader is None else leader.team
        self.team.size += 1
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
        self.team.add_bytes(stack_bytes(cython.address(self.untried)))
        self.team.add_bytes(stack_bytes(cython.address(self.log)))
        self.set_up(columns, cells, foundation, free_cards)
        if leader is not None:
            self.state = EXHAUSTED
            return
        self.room = self.seen.capacity()
        self.autoplay()
        self.state = SOLVED if self.cards_left == 0 else SEARCHING
        self.add_seen(self.key)
        self.push_moves()

    def __dealloc__(self):
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
        """Return the bytes of the positions met and of the stacks of the team."""
        return self.seen.bytes_used() + self.team.stack_bytes

    def bytes_left(self):
        """Return the bytes that the memory limit leaves."""
        return bytes_left(self.memory_limit, self.bytes_used())

    def reserve_entries(self, stack, count):
        """Make room for `count` more entries of a stack and return True if memory suffices."""
        before: u64 = stack_bytes(stack)
        while stack.top + count > stack.capacity:
            if not reserve(stack, stack.capacity - stack.top + 1, self.bytes_left()):
                break
        self.team.add_bytes(stack_bytes(stack) - before)
        return stack.top + count <= stack.capacity

    def reserve_space(self):
        """Make room for one more move and return True if memory suffices."""
        untried: cython.pointer(Stack) = cython.address(self.untried)
        log: cython.pointer(Stack) = cython.address(self.log)
        return (
            untried.top + MAX_MOVES <= untried.capacity or self.reserve_entries(untried, MAX_MOVES)
        ) and (
            log.top + MAX_LOG_ENTRIES <= log.capacity or self.reserve_entries(log, MAX_LOG_ENTRIES)
        )

    def add_seen(self, key):
        """Add a position to those met and return True if it is new."""
        buckets: cython.pointer(Buckets) = cython.address(self.seen.buckets)
        if not insert_key(buckets, key[0], key[1], cython.cast(u32, key[2]), self.team.size > 1):
            return False
        self.added += 1
        self.room -= 1
        return True

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
        if self.seen.buckets.count >= MIN_PREFETCH_BUCKETS:
            self.prefetch_buckets()

    def prefetch_buckets(self):
        """Prefetch where the moves of the current position are looked up, autoplay left out."""
        key = cython.declare(u64[3])
        index: u64 = self.untried.top - 1
        move: cython.int = self.untried.items[index]
        while move != MARKER:
            self.key_after(key, move & 63, move >> 6)
            prefetch(
                first_bucket(
                    cython.address(self.seen.buckets), key[0], key[1], cython.cast(u32, key[2])
                )
            )
            index -= 1
            move = self.untried.items[index]

    def key_after(self, key, card, dest):
        """Set `key` to that of the position after a move, without autoplay."""
        key[0], key[1], key[2] = self.key[0], self.key[1], self.key[2]
        self.change_code(key, card, self.code_of(card), self.code[SUPPORT_COUNT * card + dest])

    def try_move(self, card, dest):
        """Make a move and return True, unless it leads to a position met before."""
        support: cython.int = self.support[card]
        key = cython.declare(u64[3])
        if dest != HOME and not can_autoplay(self.foundation, self.required, support):
            self.key_after(key, card, dest)
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
        """Enter positions, up to `explored_limit` in all, and return the status.

        Returns early when the team is stopped: one of its kernels has found a solution, has run out
        of moves or needs more room.
        """
        status: cython.int = SEARCHING
        move: cython.int
        while self.explored < explored_limit and not self.team.is_stopped:
            if self.room == 0:
                if self.team.size > 1:
                    break  # the set grows when no kernel runs
                if not self.grow_alone():
                    return OUT_OF_MEMORY
            if not self.reserve_space():
                status = OUT_OF_MEMORY
                break
            move = pop(cython.address(self.untried))
            if move == MARKER:
                if self.depth == 0:
                    status = EXHAUSTED
                    break
                self.depth -= 1
                self.undo()
            elif self.try_move(move & 63, move >> 6):
                self.depth += 1
                if self.cards_left == 0:
                    status = SOLVED
                    break
                self.explored += 1
                self.push_moves()
        else:
            return SEARCHING
        self.team.is_stopped = True
        return status

    def grow_alone(self):
        """Double the set of positions met; return False if memory does not suffice."""
        if not self.seen.start_growing(self.bytes_left()):
            return False
        self.seen.move_range(0, self.seen.buckets.count)
        self.seen.finish_growing()
        self.room = self.seen.capacity() - self.seen.entries - self.added
        return True

    # Teams: these are called while no kernel of the team runs

    def start_call(self, members: list) -> bool:
        """Get ready for the kernels of the team to run.

        Args:
            members: The kernels that are to run.

        Returns:
            False if the set of positions has to grow first.
        """
        member: Proof
        free_places: u64 = self.seen.capacity() - self.seen.entries
        if free_places < MIN_ROOM * cython.cast(u64, len(members)):
            return False
        for member in members:
            member.room = free_places // len(members)
        self.team.is_stopped = False
        return True

    def finish_call(self, members: list) -> None:
        """Count the positions that the kernels of the team have added."""
        member: Proof
        for member in members:
            self.seen.entries += member.added
            member.added = 0

    def start_growing(self) -> bool:
        """Begin to double the set of positions; return False if memory does not suffice."""
        return self.seen.start_growing(self.bytes_left())

    def grow(self, share: int, count: int) -> None:
        """Copy one of `count` shares of the set; several threads may at once."""
        total: u64 = self.seen.buckets.count
        first: u64 = total * share // count
        last: u64 = total * (share + 1) // count
        with cython.nogil:
            self.seen.move_range(first, last)

    def finish_growing(self) -> None:
        """Use the copy of the set, when all shares have been copied."""
        self.seen.finish_growing()

    def take_half(self, victim: Proof) -> bool:
        """Take about half of the untried moves of another kernel, those of its first positions.

        Returns:
            False if it has too few, or if memory does not suffice.
        """
        cython.declare(index=u64)
        items: cython.pointer(u32) = victim.untried.items
        size: u64 = victim.untried.top
        move_count: u64 = size - victim.depth - 1
        taken: u64 = 0
        positions: u64 = 0
        end: u64 = 0  # of the entries that are taken
        for index in range(size):
            if items[index] != MARKER:
                taken += 1
                continue
            end = index
            if 2 * taken >= move_count or positions == victim.depth:
                break
            positions += 1
        if end <= positions or move_count < MIN_SHARED_MOVES:
            return False
        self.untried.top = self.log.top = 0
        if not self.reserve_entries(cython.address(self.untried), end):
            return False
        if not self.reserve_entries(cython.address(self.log), victim.log.top):
            return False
        memcpy(self.untried.items, items, end * cython.sizeof(u32))
        self.untried.top = end
        for index in range(positions):
            items[index] = MARKER
        memmove(items + positions, items + end, (size - end) * cython.sizeof(u32))
        victim.untried.top = positions + size - end
        self.copy_line(victim)
        self.depth = victim.depth
        while self.depth >= positions:
            self.undo()
            self.depth -= 1
        self.state = SEARCHING
        return True

    def copy_line(self, other: Proof):
        """Copy the current position of another kernel and the line that leads to it."""
        memcpy(self.support, other.support, DECK)
        memcpy(self.column, other.column, DECK)
        memcpy(self.top, other.top, MAX_PLACES)
        memcpy(self.cell, other.cell, MAX_CELLS)
        memcpy(self.foundation, other.foundation, 4)
        memcpy(self.key, other.key, 3 * cython.sizeof(u64))
        self.cards_left, self.top_cards = other.cards_left, other.top_cards
        self.empty_columns, self.cells_used = other.empty_columns, other.cells_used
        self.covered, self.given = other.covered, other.given
        memcpy(self.log.items, other.log.items, other.log.top * cython.sizeof(u32))
        self.log.top = other.log.top

    @property
    def untried_count(self) -> int:
        """Number of moves that have not been tried yet."""
        return self.untried.top - self.depth - 1 if self.state == SEARCHING else 0

    @property
    def entries(self) -> int:
        """Number of positions in the table."""
        return self.seen.entries + self.added

    @property
    def size_bytes(self) -> int:
        """Bytes of the positions met and of the stacks of the team."""
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
