"""Kernel: positions of patience as the nodes of a beam search, and their moves.

    Node    a position: per card what it lies on (a card, BASE, CELL, HOME), per column the last
            card, the cells, the foundation; a hash that no order of columns or cells
            changes; what `score` makes of it

A source is a column or FIRST_CELL + the cell, a destination a column, TO_CELL or TO_HOME.
A move changes what lies under one card, so the hash of a neighbour differs by two terms.
"""

import cython

GOLDEN = cython.declare(u64, 0x9E3779B97F4A7C15)  # with `mixed`, the random numbers of splitmix64


class Rules:
    """A game; `rules` as in `search.patience.freecell_proof`."""

    def __cinit__(self, columns: int, cells: int, rules: tuple):
        takers, fills, needs = rules
        if columns > 24 or cells > 16:
            raise ValueError("the kernel takes 24 columns and 16 cells")
        self.columns, self.cells, self.spares = columns, cells, all(fills)
        for card in range(DECK):
            self.takers[card] = sum(1 << taker for taker in takers[card])
            self.fills[card] = fills[card]
            for suit in range(4):
                self.needs[4 * card + suit] = needs[card][suit]
        for index in range(DECK * UNDERS):
            self.places[index] = mixed(GOLDEN * cython.cast(u64, index + 1))

    def lay(self, node, columns, cells, home):
        """Lay out a position, send home all that goes by itself."""
        for card in range(DECK):
            node.under[card] = HOME
        for number, column in enumerate(columns):
            node.top[number] = NONE
            for below, card in zip((BASE, *column), column, strict=False):
                node.under[card], node.top[number] = below, card
        for number, card in enumerate(cells):
            node.cell[number] = card
            if card != NONE:
                node.under[card] = CELL
        for suit in range(4):
            node.home[suit] = home[suit]
        node.hash = 1
        self.settle(node)

    def read(self, node):
        """Columns, cells and foundation of a position."""
        columns = []
        for number in range(self.columns):
            column, card = [], node.top[number]
            while card < DECK:
                column.insert(0, card)
                card = node.under[card]
            columns.append(column)
        cells = [node.cell[number] for number in range(self.cells)]
        return columns, cells, [node.home[suit] for suit in range(4)]

    def goes(self, node, card):
        """Whether a card that lies open goes home by itself."""
        return (
            card < DECK
            and card >> 2 == node.home[card & 3]
            and node.home[0] >= self.needs[4 * card]
            and node.home[1] >= self.needs[4 * card + 1]
            and node.home[2] >= self.needs[4 * card + 2]
            and node.home[3] >= self.needs[4 * card + 3]
        )

    def left(self, node):
        """How many cards are not home."""
        return DECK - node.home[0] - node.home[1] - node.home[2] - node.home[3]

    def rehashed(self, node, card, dest):
        """The hash once `card` has moved."""
        below: cython.int
        if dest == TO_CELL:
            below = CELL
        elif dest == TO_HOME:
            below = HOME
        else:
            below = node.top[dest] if node.top[dest] != NONE else BASE
        return (node.hash ^ self.places[UNDERS * card + node.under[card]]) ^ self.places[
            UNDERS * card + below
        ]

    def shift(self, node, source, card, dest):
        """Take `card`, and what lies on it, from its place to another."""
        top: cython.int = card
        number: cython.int = 0
        node.hash = self.rehashed(node, card, dest)
        if source >= FIRST_CELL:
            node.cell[source - FIRST_CELL] = NONE
        else:
            top = node.top[source]
            node.top[source] = NONE if node.under[card] == BASE else node.under[card]
        if dest == TO_CELL:
            while node.cell[number] != NONE:
                number += 1
            node.cell[number] = card
            node.under[card] = CELL
        elif dest == TO_HOME:
            node.home[card & 3] += 1
            node.under[card] = HOME
        else:
            node.under[card] = BASE if node.top[dest] == NONE else node.top[dest]
            node.top[dest] = top

    def settle(self, node):
        """Send home all that goes by itself."""
        busy: cython.bint = True
        number: cython.int
        while busy:
            busy = False
            for number in range(self.columns):
                while self.goes(node, node.top[number]):
                    self.shift(node, number, node.top[number], TO_HOME)
                    busy = True
            for number in range(self.cells):
                if self.goes(node, node.cell[number]):
                    self.shift(node, FIRST_CELL + number, node.cell[number], TO_HOME)
                    busy = True

    def torn(self, child, node, source, base):
        """Whether a card of the run that was carried goes home from under others of it.

        While a run is carried its cards lie open, so one that is next would go home by itself.
        """
        card: cython.int = node.top[source]
        while True:
            if child.under[card] != HOME and card >> 2 == child.home[card & 3]:
                return True
            if card == base:
                return False
            card = node.under[card]
