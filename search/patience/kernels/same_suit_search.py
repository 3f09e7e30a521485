"""Kernel: exhaustive best-first search of patience that builds in suit (Seahaven, Midnight Oil).

For variants in which an empty column takes only kings, or nothing; from any position, with any
number of cells. Keys are exact: a search that ends without a solution, EXHAUSTED, is a proof.

States
======
A card that has left its place can lie on one card only, the next higher one of its suit. So a state
is how much of each column still lies as in the position given, and which kings stand at the bottom
of a column: a key of at most 52 + 4 bits. Where all other cards are follows, because four things
can be done at once and lose nothing (`settle`):

* A card that can go home does: it could only serve to take the next lower one, which is home.
* A freed card goes on the next higher one of its suit if that is exposed in a column. To move that
  one later, the card needs again the cell that it would have kept.
* The cards of a run except its lowest one count as freed: alone they could only be put back.
* A freed king takes an empty column. It is moved to the cells again (*displaced*) when another king
  needs the column.

Proof: let A be a settled state and R any position with the same cards freed (cards home aside) in
which no other kings stand than in A. Then all cards that are in cells in A are in cells in R. This
stays true when R has made any move of one card and A the step that answers it, if one is needed:

    R frees the lowest card of a run   the pile on it is in cells of R, or home, so A has room to
                                       move both
    R puts a king into a column        so does A, if need be in place of one that does not stand in
                                       R and whose pile is therefore in cells of R
    R makes any other move             A makes none

Terms
=====
A card is *freed* if it does not lie as in the position given or lies in a run above its lowest
card; cards home are freed. The *top* of a column is the last card that is not freed. A *pile* is a
top or standing king and the freed cards on it. A column is *cleared* if nothing of it lies as given
except a king's run; its king *stands* there, or another one, or none.

A *step* moves the run of a column, k cards, to the next card of its suit or an empty column, which
takes k - 1 free cells, or to cells (k). For a king, it may displace another one with a pile of e
cards first (e + k - 1). Or a step puts a king from the cells in the place of another one (e).

Pruning
=======
* A state is *stuck*, and lost, if a pile is too high ever to be moved and a lower card of its suit
  lies beneath it: it only grows, since that card must go home before any of it does.
* A state is *refuted*, and lost, by the delete relaxation (`is_refuted`).
* A state is *calm* if there is an empty column for each king that needs one. Then no king will be
  displaced, and another empty column is of no use. So the lowest card of a column never has to
  leave it except for home, and what is put on it, on a standing king or on a pile too high to be
  moved is never in the way. A step of that kind, or a king's to an empty column, is taken alone,
  since whatever could be done before it can be done after it as well.

Data
====
By column that is not cleared in the position given (i):

    place[i]         its number in the position
    shift[i]         the lowest bit of its length in the key, `mask[i]` the bits of the length
    base_king[i]     its lowest card as a set, if that is a king
    first_entry[i]   its entry for length 0; entry first_entry[i] + l is for length l:

    entry_freed      the cards freed, as two sets (see same_suit_bits.pxd)
    entry_top        the top as two sets, and as a bit
    entry_above_lower         True if a lower card of the top's suit lies beneath it
    entry_length_without_run  the length after the run has left

Of State: `key`, with the suits of the standing kings from KINGS_SHIFT on; `freed_down`, `freed_up`,
`tops` and `standing_kings` as sets; `cleared_columns`, their number. Of the state being expanded
also, by column: `entry`, and `pile`, the height of the pile on its top. `nodes` are the states met,
24 bytes each; `bucket_heads` has for each score 1 + the newest open node, 0 for none; `seen` the
keys, 16 bytes a node, at most half full.

Limits: MAX_COLUMNS columns, one deck; ValueError beyond them. 2^31 nodes (status OUT_OF_MEMORY, as
for the memory limit). Memory is 40 to 80 bytes a state, half as much again while the tables grow.
Time O(columns) a state.
"""

import cython

KINGS_OF_SUITS = cython.declare(cython.ulonglong[16])
for _suits in range(16):
    KINGS_OF_SUITS[_suits] = sum((_suits >> suit & 1) << 16 * suit for suit in range(4))


class SameSuitSearch(Kernel):
    """A best-first search; `run` continues it.

    `explored` counts the states expanded, of them `stuck` and `refuted` those that were dropped;
    `entries` counts the states met, `frontier` the open ones. If the position itself is
    refuted, the search is EXHAUSTED from the start and has no states.

    Args:
        columns: Tuples of cards, bottom to top; the other cards are home or in cells.
        cells: Number of cells.
        kings: True if an empty column takes kings, False if it takes nothing.
        memory_limit: Bytes that the tables may take.

    Raises:
        ValueError: If there are too many columns, or a card is no card or there twice.
    """

    def __cinit__(self, columns: tuple, cells: int, kings: bool, memory_limit: int):
        if len(columns) > MAX_COLUMNS:
            raise ValueError(f"the kernel takes up to {MAX_COLUMNS} columns")
        self.cells = cells
        self.kings = kings
        self.given_columns = len(columns)
        self.loose_down = self.loose_up = 0x1FFF * suit_bits()
        placed: u64 = 0
        number: cython.int
        for number in range(self.given_columns):
            placed = self.set_up_column(number, columns[number], placed)
        self.load(cython.address(self.root))
        if self.can_relax() and self.is_refuted(cython.address(self.root)):
            self.state = EXHAUSTED
            return
        self.memory_limit = memory_limit
        self.capacity = INITIAL_NODES
        self.nodes = cython.cast(cython.pointer(Node), malloc(self.capacity * NODE_BYTES))
        init_set(cython.address(self.seen), 2 * self.capacity, False)
        if not self.nodes:
            raise MemoryError
        self.settle(cython.address(self.root))
        self.add_node(cython.address(self.root), NO_COLUMN)

    def __dealloc__(self):
        free(self.nodes)
        free(self.seen.keys)

    def set_up_column(self, number, cards, placed):
        """Set up the entries of a column of the position, and put its length into the root's key.

        Args:
            number: The number of the column.
            cards: Its cards, bottom to top.
            placed: The cards of the columns before, as bits.

        Returns:
            The cards of the columns so far as bits.
        """
        column_cards = cython.declare(cython.int[52])
        height: cython.int = 0
        index: cython.int
        card: cython.int
        for card in cards:
            placed = add_card(placed, card)
            column_cards[height] = card
            height += 1
        length: cython.int = length_without_run(column_cards, height)
        if length == 0:
            self.cleared_columns += 1
            if height:
                self.root.key |= cython.cast(u64, 1) << KINGS_SHIFT + (column_cards[0] & 3)
            return placed
        column: cython.int = self.columns
        self.columns += 1
        self.place[column] = number
        self.base_king[column] = cython.cast(u64, column_cards[0] >> 2 == KING) << down_bit(
            column_cards[0]
        )
        self.first_entry[column] = self.entry_count
        self.shift[column] = self.key_bits
        self.root.key |= cython.cast(u64, length) << self.key_bits
        self.mask[column] = 1
        while self.mask[column] < cython.cast(u64, length):
            self.mask[column] = 2 * self.mask[column] + 1
        self.key_bits += popcount(self.mask[column])
        for index in range(length + 1):
            self.fill_entry(column_cards, index, height)
        self.loose_down &= ~self.entry_freed_down[self.entry_count]
        self.loose_up &= ~self.entry_freed_up[self.entry_count]
        self.entry_count += length + 1
        return placed

    def fill_entry(self, cards, length, height):
        """Fill the entry of the column being set up, `height` cards, for a length."""
        entry: cython.int = self.entry_count + length
        index: cython.int
        for index in range(length, height):
            self.entry_freed_down[entry] |= cython.cast(u64, 1) << down_bit(cards[index])
            self.entry_freed_up[entry] |= cython.cast(u64, 1) << up_bit(cards[index])
        if length == 0:
            return
        card: cython.int = cards[length - 1]
        self.entry_top_bit[entry] = down_bit(card)
        self.entry_top_down[entry] = cython.cast(u64, 1) << down_bit(card)
        self.entry_top_up[entry] = cython.cast(u64, 1) << up_bit(card)
        for index in range(length - 1):
            if cards[index] < card and (card - cards[index]) & 3 == 0:
                self.entry_above_lower[entry] = True
        self.entry_length_without_run[entry] = length_without_run(cards, length - 1)

    def load(self, state):
        """Fill in a state from its key, and the entries of its columns."""
        cython.declare(column=cython.int, entry=cython.int)
        state.freed_down = self.loose_down
        state.freed_up = self.loose_up
        state.tops_down = state.tops_up = 0
        state.standing_kings = KINGS_OF_SUITS[state.key >> KINGS_SHIFT]
        state.cleared_columns = self.cleared_columns
        for column in range(self.columns):
            entry = entry_of(self, state.key, column)
            self.entry[column] = entry
            state.freed_down |= self.entry_freed_down[entry]
            state.freed_up |= self.entry_freed_up[entry]
            state.tops_down |= self.entry_top_down[entry]
            state.tops_up |= self.entry_top_up[entry]
            state.cleared_columns += self.entry_top_up[entry] == 0

    def settle(self, state):
        """Send cards home, put kings into empty columns, and complete the key."""
        column: cython.int
        homeward: u64 = (state.freed_up + suit_bits()) & state.tops_up
        while homeward:
            for column in range(self.columns):
                if self.entry_top_up[entry_of(self, state.key, column)] & homeward:
                    remove_run(self, state, column)
            homeward = (state.freed_up + suit_bits()) & state.tops_up
        state.standing_kings &= ~complete_suits(state)
        vacant: cython.int = state.cleared_columns - popcount(state.standing_kings)
        waiting: u64 = waiting_kings(self, state)
        while vacant > 0 and waiting:
            state.standing_kings |= waiting & -waiting
            waiting &= waiting - 1
            vacant -= 1
        # gather bits 0, 16, 32 and 48 in the lowest four bits
        suits: u64 = state.standing_kings | state.standing_kings >> 15
        suits = (suits | suits >> 30) & 15
        lengths: u64 = state.key & ((cython.cast(u64, 1) << KINGS_SHIFT) - 1)
        state.key = lengths | suits << KINGS_SHIFT

    def score(self, state):
        """Return the estimated distance of a state to a win, 0 to 300.

        It is the number of cards that are not home, and twice the sum of: cells used; runs that
        have no card to go to; how many fewer than two cells are free. The weights were tuned on
        Seahaven 2001 to 4500.
        """
        home: cython.int = popcount(state.freed_up & ~(state.freed_up + suit_bits()))
        piled: u64 = cards_on_piles(state.freed_down, state.tops_down, state.standing_kings)
        used_cells: cython.int = popcount(state.freed_down & ~piled) - home
        homeless_runs: cython.int = popcount(state.tops_down & ~((piled | state.tops_down) << 1))
        missing_cells: cython.int = max(0, used_cells + 2 - self.cells)
        return 52 - home + 2 * (used_cells + homeless_runs + missing_cells)

    def can_relax(self):
        """Return True if the delete relaxation is valid for the variant."""
        return self.cells == 0 and not self.kings

    def is_refuted(self, state):
        """Return True if the delete relaxation leaves a card in its place: the state is lost.

        For variants without cells in which nothing goes into an empty column. A card leaves if all
        lower ones of its suit have left or if the next higher one of its suit has been exposed and
        no freed card lies on it or will. `search.patience.heuristics` gives the proof.

        Args:
            state: A state that was just loaded; `entry` is changed.
        """
        freed_up: u64 = state.freed_up
        uncovered: u64 = ~(state.freed_down >> 1)
        exposed: u64 = state.freed_down | state.tops_down
        progress: cython.bint = True
        refuted: cython.bint = True
        cython.declare(column=cython.int, entry=cython.int)
        while progress:
            progress = refuted = False
            for column in range(self.columns):
                entry = self.entry[column]
                while self.entry_top_up[entry] and (
                    self.entry_top_up[entry] & (freed_up + suit_bits())
                    or self.entry_top_down[entry] & exposed << 1 & uncovered
                ):
                    progress = True
                    entry = self.first_entry[column] + self.entry_length_without_run[entry]
                    freed_up |= self.entry_freed_up[entry]
                    exposed |= self.entry_freed_down[entry] | self.entry_top_down[entry]
                self.entry[column] = entry
                refuted |= self.entry_top_up[entry] != 0
        return refuted

    def expand(self):
        """Take all steps from the current node that are needed."""
        loaded = cython.declare(State)
        state: cython.pointer(State) = cython.address(loaded)
        column: cython.int
        loaded.key = self.nodes[self.current].key
        self.load(state)
        if self.can_relax():
            if self.is_refuted(state):
                self.refuted += 1
                return
            self.load(state)
        if self.is_stuck(state):
            self.stuck += 1
            return
        cell_capacity: cython.int = self.cells - count_used_cells(state)
        exposed_down: u64 = (
            cards_on_piles(state.freed_down, state.tops_down, state.standing_kings)
            | state.tops_down
        )
        calm: cython.bint = self.is_calm(state)
        if calm and self.take_safe_step(state, cell_capacity, exposed_down):
            return
        for column in range(self.columns):
            if self.entry[column] > self.first_entry[column] + calm:
                self.clear_column(state, column, cell_capacity, exposed_down)
        if not calm:
            self.exchange_kings(state, cell_capacity)

    def is_stuck(self, state):
        """Set the heights of the piles and return True if one of them is stuck."""
        cython.declare(column=cython.int, entry=cython.int)
        for column in range(self.columns):
            entry = self.entry[column]
            if entry == self.first_entry[column]:
                continue
            self.pile[column] = pile_height(state.freed_down, self.entry_top_bit[entry])
            if self.pile[column] > self.cells + 1 and self.entry_above_lower[entry]:
                return True
        return False

    def is_calm(self, state):
        """Return True if there is an empty column for each king that needs one."""
        needed: cython.int = 4 - popcount(state.standing_kings | complete_suits(state))
        return not self.kings or needed <= state.cleared_columns - popcount(state.standing_kings)

    def take_safe_step(self, state, cell_capacity, exposed_down):
        """Take a step of a calm state that cannot lose the game; return True if there is one.

        Args:
            state: The state.
            cell_capacity: Number of free cells.
            exposed_down: The tops and standing kings, with the freed cards on them.
        """
        cython.declare(column=cython.int, entry=cython.int)
        bases: u64 = 0
        for column in range(self.columns):
            entry = self.entry[column]
            if entry == self.first_entry[column] + 1 or self.pile[column] > self.cells + 1:
                bases |= self.entry_top_down[entry]
        # the cards that may be put on piles which are never in the way
        safe: u64 = (cards_on_piles(state.freed_down, bases, state.standing_kings) | bases) << 1
        if self.kings:
            safe |= suit_bits()
        for column in range(self.columns):
            entry = self.entry[column]
            if (
                entry > self.first_entry[column] + 1
                and self.pile[column] <= cell_capacity + 1
                and self.entry_top_down[entry] & safe
            ):
                self.clear_column(state, column, cell_capacity, exposed_down)
                return True
        return False

    def clear_column(self, state, column, cell_capacity, exposed_down):
        """Take the steps that move the pile on a column's top, as far as there is room.

        Args:
            state: The state.
            column: The column.
            cell_capacity: Number of free cells.
            exposed_down: The tops and standing kings, with the freed cards on them.
        """
        top: u64 = self.entry_top_down[self.entry[column]]
        pile: cython.int = self.pile[column]
        suit: cython.int
        if self.kings and top & suit_bits():
            if state.cleared_columns > popcount(state.standing_kings):
                if pile <= cell_capacity + 1:
                    self.take_step(state, column, -1, top)
                return
            for suit in range(4):
                if (
                    state.standing_kings >> 16 * suit & 1
                    and pile + pile_height(state.freed_down, 16 * suit) <= cell_capacity + 1
                ):
                    self.take_step(state, column, suit, top)
        if pile <= cell_capacity + (top & exposed_down << 1 != 0):
            self.take_step(state, column, -1, 0)

    def exchange_kings(self, state, cell_capacity):
        """Take the steps that put a king from a cell in the place of a standing one."""
        waiting: u64 = waiting_kings(self, state)
        suit: cython.int
        while waiting:
            for suit in range(4):
                if (
                    state.standing_kings >> 16 * suit & 1
                    and pile_height(state.freed_down, 16 * suit) <= cell_capacity
                ):
                    self.take_step(state, NO_COLUMN, suit, waiting & -waiting)
            waiting &= waiting - 1

    def take_step(self, parent, column, displaced_suit, placed_king):
        """Take a step and add the state that it leads to.

        Args:
            parent: The state.
            column: The column whose run is moved, or NO_COLUMN.
            displaced_suit: The suit of the king that is displaced, -1 for none.
            placed_king: The king that is put into an empty column, as a set; 0 for none.
        """
        state: State = parent[0]
        if displaced_suit >= 0:
            state.standing_kings ^= cython.cast(u64, 1) << 16 * displaced_suit
        state.standing_kings |= placed_king
        if column != NO_COLUMN:
            remove_run(self, cython.address(state), column)
        self.settle(cython.address(state))
        self.add_node(cython.address(state), cython.cast(u32, column | displaced_suit + 1 << 6))

    def add_node(self, state, step):
        """Open the node of a state unless it was met before; a win ends the search."""
        # the key 0, which `seen` cannot hold, is a win
        if not insert(cython.address(self.seen), state.key, hash_word(state.key)):
            return
        node: cython.pointer(Node) = cython.address(self.nodes[self.entries])
        score: cython.int = min(self.score(state), BUCKETS - 1)
        node.key = state.key
        node.parent = self.current
        node.step = step
        node.next = self.bucket_heads[score]
        self.entries += 1
        self.frontier += 1
        self.bucket_heads[score] = self.entries
        if score < self.lowest_bucket:
            self.lowest_bucket = score
        if state.tops_up == 0:
            self.state = SOLVED
            self.won = self.entries - 1

    def grow(self):
        """Make room for twice as many nodes; return False if memory or numbers do not suffice."""
        number: u32
        capacity: u64 = 2 * self.capacity
        nodes = cython.cast(cython.pp_void, cython.address(self.nodes))
        if (
            capacity >> MAX_NODE_BITS
            or capacity * (NODE_BYTES + SLOT_BYTES) * 3 > self.memory_limit * 2
            or not double_array(nodes, cython.address(self.capacity), NODE_BYTES, self.memory_limit)
            or not reset_set(cython.address(self.seen), 2 * capacity, False)
        ):
            return False
        for number in range(self.entries):
            key: u64 = self.nodes[number].key
            insert(cython.address(self.seen), key, hash_word(key))
        return True

    def advance(self, explored_limit):
        """Expand states, up to `explored_limit` in all, and return the status."""
        while self.state == SEARCHING and self.explored < explored_limit:
            if self.frontier == 0:
                return EXHAUSTED
            if self.entries + MAX_STEPS > self.capacity and not self.grow():
                return OUT_OF_MEMORY
            while self.bucket_heads[self.lowest_bucket] == 0:
                self.lowest_bucket += 1
            self.current = self.bucket_heads[self.lowest_bucket] - 1
            self.bucket_heads[self.lowest_bucket] = self.nodes[self.current].next
            self.frontier -= 1
            self.explored += 1
            self.expand()
        return self.state

    @property
    def size_bytes(self) -> int:
        """Bytes of the tables."""
        return self.capacity * (NODE_BYTES + SLOT_BYTES)

    @property
    def current_state(self) -> tuple:
        """The current state: the length of each column of the position, and the standing kings.

        Columns that were empty or held a king's run alone have a length of 0; the kings are a
        bit set of suits, bit 0 clubs.
        """
        key: u64 = self.nodes[self.current].key if self.entries else self.root.key
        lengths = [0] * self.given_columns
        for column in range(self.columns):
            lengths[self.place[column]] = key >> self.shift[column] & self.mask[column]
        return lengths, key >> KINGS_SHIFT

    @property
    def steps(self) -> list:
        """The steps to the win: (column, suit of the displaced king, kings standing after it).

        The column or suit is -1 for none; the kings are a bit set of suits. First comes the
        settling of the position: (-1, -1, kings). Empty unless the search has found a win.
        """
        if self.state != SOLVED:
            return []
        steps = []
        number: u32 = self.won
        while True:
            step = self.nodes[number].step
            column = -1 if step & 63 == NO_COLUMN else self.place[step & 63]
            steps.append((column, (step >> 6) - 1, self.nodes[number].key >> KINGS_SHIFT))
            if number == 0:
                return steps[::-1]
            number = self.nodes[number].parent
