"""Kernel: a position of patience without cells that builds in any suit (Baker's Dozen).

Nothing may be put into an empty column, so a column is known by its lowest card, and a position by
the support of each card (see cards.pxd): the one it was dealt on, one of the four cards of the next
rank, or the foundation. That makes three bits a card, so the key is the position itself.

Key: cards 0 to 20 in the word `a`, 21 to 41 in `b` and 42 to 51 in `c`, three bits each: 0 if the
card lies where it was dealt, 1 + suit of the card that it lies on, or CODE_HOME.

Position, by column: `pile`, MAX_HEIGHT places for the cards of each, and `height`, the number of
cards. By card: `column_of` (NO_COLUMN if home) and `index_of`, the number of cards beneath it. By
suit: `home_counts`, the number of cards home. `log_cards` and `log_columns` list the cards moved
since the position was loaded and the columns that they left, so that `undo` can put them back.

Autoplay sends every card home that can go if it is `forced`, else only safe ones (see
`games.patience.foundation`); sending another one home is then a move.

Score, lower is better; `partial_score` holds the first four terms, which change with a move:

    pairs                for each card beneath a higher one in its column; depends on the lower
                         card's rank
    breaks               for each card that is the lowest of its column or not of the rank below its
                         support
    lower_rank_below     for each card with a lower one beneath it
    lower_of_suit_below  for each card with a lower one of its suit beneath it, for which it has to
                         move
    above_next           for each card above the next card of a suit for the foundation
    above_second         for each card above the card of a suit after the next one
    remaining            for each card that is not home
    top_ranks            subtracted for each rank on top of a column, however many cards have it

Limits: COLUMNS columns, one deck; ValueError beyond them. Time O(height) a moved card, O(deck) for
`load`; `is_dead` takes O(deck) for each round that frees a rank.
"""

import cython


class Layout:
    """A position that can be loaded from its key, changed by a move, and restored.

    Args:
        columns: Lists of cards, bottom to top.
        foundation: Number of cards home, by suit.
        forced: True if every card goes home as soon as it can.
        can_return: True if cards may return from the foundation.
        weights: Weights of the terms of the score in the order above.

    Raises:
        ValueError: If there are more than 13 columns, or not each card in one place.
    """

    def __cinit__(
        self, columns: list, foundation: list, forced: bool, can_return: bool, weights: tuple
    ):
        if len(columns) > COLUMNS:
            raise ValueError(f"the kernel takes up to {COLUMNS} columns")
        check_deck(columns, (), foundation, NO_CARD)
        self.forced = forced
        self.can_return = can_return
        pair, self.breaks, *other_weights = weights
        self.lower_rank_below, self.lower_of_suit_below = other_weights[:2]
        self.above_next, self.above_second, self.remaining, self.top_ranks = other_weights[2:]
        for rank in range(13):
            self.pairs[rank] = pair * ((13 - rank) // 3 + 1)
        for card in range(DECK):
            self.dealt_support[card] = HOME
        for number in range(COLUMNS):
            column = columns[number] if number < len(columns) else []
            self.dealt_bases[number] = column[0] if column else NO_CARD
            for place, card in enumerate(column):
                self.dealt_support[card] = column[place - 1] if place else BASE
        self.load(0, 0, 0, 0)
        for number, column in enumerate(columns):  # once more, for the partial score
            self.height[number] = 0
            for card in column:
                self.put(card, number)

    def load(self, a, b, c, partial_score):
        """Set up the position of a key, with its partial score, and clear the log."""
        card_above = cython.declare(cython.uchar[52])
        cython.declare(card=cython.int, support=cython.int, code=cython.int, column=cython.int)
        self.a, self.b, self.c = a, b, c
        self.log_size = 0
        memset(cython.address(card_above), NO_CARD, DECK)
        for card in range(4):
            self.home_counts[card] = 0
        word: u64 = a  # shifted card by card; `code` would choose the word for each of them
        for card in range(DECK):
            if card == 21:
                word = b
            elif card == 42:
                word = c
            code = word & 7
            word >>= 3
            support = self.dealt_support[card]
            if code == CODE_HOME:
                support = HOME
            elif code:
                support = (card & ~3) + 3 + code
            if support == HOME:
                self.home_counts[card & 3] += 1
                self.column_of[card] = NO_COLUMN
            elif support != BASE:
                card_above[support] = card
        self.partial_score = partial_score
        for column in range(COLUMNS):
            self.height[column] = 0
            card = self.dealt_bases[column]
            if card == NO_CARD or self.code(card):
                continue
            while card != NO_CARD:
                self.push(card, column)
                card = card_above[card]

    def code(self, card):
        """Return the three bits of a card in the key."""
        if card < 21:
            return (self.a >> (3 * card)) & 7
        if card < 42:
            return (self.b >> (3 * card - 63)) & 7
        return (self.c >> (3 * card - 126)) & 7

    def set_support(self, card, support):
        """Enter the support of a card, a card or HOME, in the key."""
        change: u64 = 0
        if support != self.dealt_support[card]:
            change = CODE_HOME if support == HOME else 1 + (support & 3)
        change ^= self.code(card)
        if card < 21:
            self.a ^= change << (3 * card)
        elif card < 42:
            self.b ^= change << (3 * card - 63)
        else:
            self.c ^= change << (3 * card - 126)

    def placement_score(self, card, column):
        """Return what a card adds to the partial score on top of the cards of a column."""
        place: cython.int
        total: cython.int = 0
        rank: cython.int = card >> 2
        rank_beneath: cython.int = rank + 1
        above_lower: cython.bint = False
        above_lower_of_suit: cython.bint = False
        for place in range(column * MAX_HEIGHT, column * MAX_HEIGHT + self.height[column]):
            rank_beneath = self.pile[place] >> 2
            if rank_beneath < rank:
                total += self.pairs[rank_beneath]
                above_lower = True
                above_lower_of_suit |= (self.pile[place] ^ card) & 3 == 0
        if rank_beneath != rank + 1:
            total += self.breaks
        if above_lower:
            total += self.lower_rank_below
        if above_lower_of_suit:
            total += self.lower_of_suit_below
        return total

    def put(self, card, column):
        """Put a card on a column; leave the key to the caller."""
        self.partial_score += self.placement_score(card, column)
        self.push(card, column)

    def push(self, card, column):
        """Put a card on a column; leave the key and the partial score to the caller."""
        self.column_of[card] = column
        self.index_of[card] = self.height[column]
        self.pile[column * MAX_HEIGHT + self.height[column]] = card
        self.height[column] += 1

    def take(self, card):
        """Take a card off its column or the foundation, and log it."""
        column: cython.int = self.column_of[card]
        self.log_cards[self.log_size] = card
        self.log_columns[self.log_size] = column
        self.log_size += 1
        if column == NO_COLUMN:
            self.home_counts[card & 3] -= 1
        else:
            self.height[column] -= 1
            self.partial_score -= self.placement_score(card, column)

    def send_home(self, card):
        """Send the top card of a column home."""
        self.take(card)
        self.column_of[card] = NO_COLUMN
        self.home_counts[card & 3] += 1
        self.set_support(card, HOME)

    def autoplay(self):
        """Send home every card that can go, or every safe one if autoplay is not forced."""
        suit: cython.int = 0
        idle_suits: cython.int = 0
        rank: cython.int
        while idle_suits < 4:
            rank = self.home_counts[suit]
            if (
                rank < 13
                and is_top(self, 4 * rank + suit)
                and (self.forced or self.all_suits_reach(rank - 1))
            ):
                self.send_home(4 * rank + suit)
                idle_suits = 0
            else:
                idle_suits += 1
                suit = (suit + 1) & 3

    def all_suits_reach(self, count):
        """Return True if at least `count` cards of every suit are home."""
        home: cython.pointer(cython.int) = self.home_counts
        return home[0] >= count and home[1] >= count and home[2] >= count and home[3] >= count

    def play(self, card, target):
        """Make a move and the autoplay that follows.

        Args:
            card: The top card of a column or, if cards may return, of the foundation.
            target: The suit of the card of the next rank to put it on, or TARGET_HOME.
        """
        support: cython.int = (card & ~3) + 4 + target
        if target == TARGET_HOME:
            self.send_home(card)
        else:
            self.take(card)
            self.put(card, self.column_of[support])
            self.set_support(card, support)
        self.autoplay()

    def undo(self):
        """Put the logged cards back; the caller restores the key and the partial score."""
        cython.declare(card=cython.int, column=cython.int)
        while self.log_size:
            self.log_size -= 1
            card = self.log_cards[self.log_size]
            column = self.column_of[card]
            if column == NO_COLUMN:
                self.home_counts[card & 3] -= 1
            else:
                self.height[column] -= 1
            column = self.log_columns[self.log_size]
            self.column_of[card] = column
            if column == NO_COLUMN:
                self.home_counts[card & 3] += 1
            else:
                self.index_of[card] = self.height[column]
                self.pile[column * MAX_HEIGHT + self.height[column]] = card
                self.height[column] += 1

    def cards_above(self, card):
        """Return the number of cards above one that is not home; 0 for a number of no card."""
        if card >= DECK:
            return 0
        return self.height[self.column_of[card]] - 1 - self.index_of[card]

    def score(self):
        """Return the estimated distance to a win, without moves made; it may be negative."""
        cython.declare(suit=cython.int, card=cython.int, column=cython.int)
        ranks_on_top: cython.uint = 0
        total: cython.int = self.partial_score + DECK * self.remaining
        for suit in range(4):
            total -= self.remaining * self.home_counts[suit]
            card = 4 * self.home_counts[suit] + suit
            total += self.above_next * self.cards_above(card)
            total += self.above_second * self.cards_above(card + 4)
        for column in range(COLUMNS):
            ranks_on_top |= self.top_rank_bit(column, self.height[column])
        return total - self.top_ranks * popcount(ranks_on_top)

    def is_dead(self):
        """Return True if some card can never move, even in a relaxed game.

        In the relaxed game (the delete relaxation of planning) a rank that was exposed once takes
        cards for ever. `search.patience.heuristics` gives the proof.
        """
        height = cython.declare(cython.int[13])
        foundation = cython.declare(cython.int[4])
        cython.declare(card=cython.int, column=cython.int, suit=cython.int)
        unmoved_count: cython.int = 0
        exposed_ranks: cython.uint = 0
        moved_cards: u64 = 0
        progress: cython.bint = True
        for suit in range(4):
            foundation[suit] = self.home_counts[suit]
            if self.can_return:
                exposed_ranks |= (1 << foundation[suit]) - 1
        for column in range(COLUMNS):
            height[column] = self.height[column]
            unmoved_count += height[column]
            exposed_ranks |= self.top_rank_bit(column, height[column])
        while progress:
            progress = False
            for column in range(COLUMNS):
                while height[column]:
                    card = self.pile[column * MAX_HEIGHT + height[column] - 1]
                    suit = card & 3
                    if (card >> 2) != foundation[suit] and not (
                        exposed_ranks >> ((card >> 2) + 1)
                    ) & 1:
                        break
                    progress = True
                    height[column] -= 1
                    unmoved_count -= 1
                    moved_cards |= cython.cast(u64, 1) << card
                    while (
                        foundation[suit] < 13 and (moved_cards >> (4 * foundation[suit] + suit)) & 1
                    ):
                        foundation[suit] += 1
                    exposed_ranks |= self.top_rank_bit(column, height[column])
        return unmoved_count != 0

    def top_rank_bit(self, column, height):
        """Return the rank of the uppermost of `height` cards as a bit, 0 if there are none."""
        return 1 << (self.pile[column * MAX_HEIGHT + height - 1] >> 2) if height else 0

    @property
    def columns(self) -> list:
        """The columns of the position, lists of cards from bottom to top."""
        return [
            [self.pile[column * MAX_HEIGHT + place] for place in range(self.height[column])]
            for column in range(COLUMNS)
        ]

    @property
    def foundation(self) -> list:
        """Number of cards home, by suit."""
        return [self.home_counts[suit] for suit in range(4)]
