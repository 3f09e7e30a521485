"""Kernel: positions of patience as nodes of a beam search, and their moves.

Fields of Node, 112 bytes:

    support      by card, what it lies on (see cards.pxd)
    top          by column, the uppermost card, NO_CARD for an empty column
    cell         by cell, its card or NO_CARD
    foundation   by suit, the number of cards home
    hash         exclusive or of 1 and a random word for each card in play and its support, which
                 does not depend on the order of columns and cells (Zobrist, 1970)
    score        the estimated distance to a win, see beam_score.py; lower is better
    bound        a lower bound of the number of moves to a win, see beam_score.py

A source is a column or FIRST_CELL + a cell, a destination a column, TO_CELL or TO_HOME. A move
changes the support of one card, also the move of a run, so the hash of a child differs from the
node's by two words.

Limits: MAX_COLUMNS columns, MAX_CELLS cells, one deck; ValueError beyond them. Different positions
may have the same hash. A move takes O(1), or O(cells) from or to a cell; autoplay O(columns +
cells) for each round.
"""

import cython

GOLDEN = cython.declare(u64, 0x9E3779B97F4A7C15)  # with `mixed`, the random numbers of splitmix64


class Rules:
    """The rules of a game.

    Args:
        columns: Number of columns.
        cells: Number of cells.
        rules: By card, as from `search.patience.proof.rule_tables`: the cards that it may be put
            on, whether an empty column takes it, and by suit the number of cards that must be home
            before it goes home by autoplay.
    """

    def __cinit__(self, columns: int, cells: int, rules: tuple):
        build_targets, can_fill, required = rules
        if columns > MAX_COLUMNS or cells > MAX_CELLS:
            raise ValueError(f"the kernel takes up to {MAX_COLUMNS} columns and {MAX_CELLS} cells")
        self.columns, self.cells, self.fills_any = columns, cells, all(can_fill)
        for card in range(DECK):
            self.build_targets[card] = sum(1 << target for target in build_targets[card])
            self.can_fill[card] = can_fill[card]
            for suit in range(4):
                self.required[4 * card + suit] = required[card][suit]
        for index in range(DECK * SUPPORT_COUNT):
            self.zobrist[index] = hash_word(GOLDEN * cython.cast(u64, index + 1))

    def set_up(self, node, columns, cells, foundation):
        """Set up a position and do the autoplay; leave score and bound to the caller.

        Args:
            node: The node to fill.
            columns: Lists of cards, bottom to top.
            cells: Cards, NO_CARD for a free cell.
            foundation: Number of cards home, by suit.

        Raises:
            ValueError: If the position does not fit the rules, or not each card is in one place.
        """
        if len(columns) != self.columns or len(cells) != self.cells:
            raise ValueError(f"expected {self.columns} columns and {self.cells} cells")
        check_deck(columns, cells, foundation, NO_CARD)
        for card in range(DECK):
            node.support[card] = HOME
        for number, column in enumerate(columns):
            node.top[number] = NO_CARD
            for support, card in zip((BASE, *column), column, strict=False):
                node.support[card], node.top[number] = support, card
        for number, card in enumerate(cells):
            node.cell[number] = card
            if card != NO_CARD:
                node.support[card] = CELL
        for suit in range(4):
            node.foundation[suit] = foundation[suit]
        node.hash = 1
        self.autoplay(node)

    def to_lists(self, node):
        """Return (columns, cells, foundation) in the form of `set_up`."""
        columns = []
        for number in range(self.columns):
            column, card = [], node.top[number]
            while card < DECK:
                column.insert(0, card)
                card = node.support[card]
            columns.append(column)
        cells = [node.cell[number] for number in range(self.cells)]
        return columns, cells, [node.foundation[suit] for suit in range(4)]

    def cards_left(self, node):
        """Return the number of cards that are not home."""
        suit: cython.int
        count: cython.int = DECK
        for suit in range(4):
            count -= node.foundation[suit]
        return count

    def hash_after(self, node, card, dest):
        """Return the hash after `card`, and what lies on it, has moved; autoplay excluded."""
        support: cython.int
        if dest == TO_CELL:
            support = CELL
        elif dest == TO_HOME:
            support = HOME
        else:
            support = node.top[dest] if node.top[dest] != NO_CARD else BASE
        return (node.hash ^ self.zobrist[SUPPORT_COUNT * card + node.support[card]]) ^ self.zobrist[
            SUPPORT_COUNT * card + support
        ]

    def move_run(self, node, source, card, dest):
        """Move `card`, and what lies on it, without autoplay."""
        top: cython.int = card
        number: cython.int = 0
        node.hash = self.hash_after(node, card, dest)
        if source >= FIRST_CELL:
            node.cell[source - FIRST_CELL] = NO_CARD
        else:
            top = node.top[source]
            node.top[source] = NO_CARD if node.support[card] == BASE else node.support[card]
        if dest == TO_CELL:
            while node.cell[number] != NO_CARD:
                number += 1
            node.cell[number] = card
            node.support[card] = CELL
        elif dest == TO_HOME:
            node.foundation[card & 3] += 1
            node.support[card] = HOME
        else:
            node.support[card] = BASE if node.top[dest] == NO_CARD else node.top[dest]
            node.top[dest] = top

    def autoplay(self, node):
        """Send home every card that goes home by autoplay."""
        progress: cython.bint = True
        number: cython.int
        while progress:
            progress = False
            for number in range(self.columns):
                while can_autoplay(node.foundation, self.required, node.top[number]):
                    self.move_run(node, number, node.top[number], TO_HOME)
                    progress = True
            for number in range(self.cells):
                if can_autoplay(node.foundation, self.required, node.cell[number]):
                    self.move_run(node, FIRST_CELL + number, node.cell[number], TO_HOME)
                    progress = True

    def splits_run(self, child, node, source, base):
        """Return True if autoplay after each single card would take a card out of a moved run.

        While a run is moved card by card its cards lie open, so one that is next for the
        foundation would go home by itself, and those above it would have no card to be put on.

        Args:
            child: The position after the move and its autoplay.
            node: The position before.
            source: The column that the run left.
            base: The lowest card of the run.
        """
        card: cython.int = node.top[source]
        while True:
            if child.support[card] != HOME and card >> 2 == child.foundation[card & 3]:
                return True
            if card == base:
                return False
            card = node.support[card]
