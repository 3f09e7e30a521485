"""Kernel: the steps of `same_suit_search` as single-card moves.

A move is (card, destination) as in `games.patience.position`: the destination is a card on top of a
column, BASE for an empty column, CELL, or HOME.

Data: by column `pile`, MAX_HEIGHT places for its cards, and `height`, the number of cards;
`cell_cards`, the first `cells_used` of which are the cards in cells, in any order (their number is
not checked: during a step cards may go to cells and out again); by suit `home_counts`, the number
of cards home.

Limits: MAX_COLUMNS columns, one deck; ValueError beyond them. Time O(columns · cells) a move.
"""

import cython

NONE = cython.declare(cython.int, -1)


class SolutionMoves:
    """A position and the moves made so far, `moves`; `play` makes those of a step.

    Args:
        columns: Tuples of cards, bottom to top.
        cells: Cards, -1 for a free cell.
        foundation: Number of cards home, by suit.
        kings: True if an empty column takes kings, False if it takes nothing.
        normalise: True if cards go home without a move.

    Raises:
        ValueError: If there are too many columns, or not each card in one place.
    """

    def __cinit__(
        self, columns: tuple, cells: tuple, foundation: tuple, kings: bool, normalise: bool
    ):
        cython.declare(column=cython.int, index=cython.int)
        cards: tuple
        if len(columns) > MAX_COLUMNS:
            raise ValueError(f"the kernel takes up to {MAX_COLUMNS} columns")
        check_deck(columns, cells, foundation, NONE)
        self.columns = len(columns)
        for column in range(self.columns):
            cards = columns[column]
            self.height[column] = len(cards)
            for index in range(self.height[column]):
                self.pile[MAX_HEIGHT * column + index] = cards[index]
        for card in cells:
            if card != NONE:
                self.cell_cards[self.cells_used] = card
                self.cells_used += 1
        for index in range(4):
            self.home_counts[index] = foundation[index]
        self.kings = kings
        self.normalise = normalise
        self.moves = []

    def play(
        self, column: cython.int, displaced_suit: cython.int, standing_kings: cython.int
    ) -> None:
        """Make the moves of a step, then move all cards from cells to columns that can go there.

        Args:
            column: The column whose run is moved, -1 for none.
            displaced_suit: The suit of the king that is displaced first, -1 for none.
            standing_kings: The suits of the kings that stand after the step, bit 0 clubs; other
                kings stay in cells.
        """
        base: cython.int
        for base in range(self.columns):
            if (
                displaced_suit >= 0
                and self.height[base]
                and self.pile[MAX_HEIGHT * base] == 4 * KING + displaced_suit
            ):
                self.move_to_cells(base, self.height[base])
        if column >= 0:
            self.move_run(column)
        self.autoplay()
        while self.place_cell_card(standing_kings):
            self.autoplay()

    def top_card(self, column):
        """Return the top card of a column that is not empty."""
        return self.pile[MAX_HEIGHT * column + self.height[column] - 1]

    def move_run(self, column):
        """Move the run of a column: its lowest card where it can go, the others to cells."""
        start: cython.int = MAX_HEIGHT * column
        height: cython.int = self.height[column]
        base: cython.int = height - 1
        while base > 0 and self.pile[start + base - 1] == self.pile[start + base] + 4:
            base -= 1
        self.move_to_cells(column, height - base - 1)
        card: cython.int = self.pile[start + base]
        target: cython.int = self.find_target(card)
        if target == NONE:
            self.move_to_cells(column, 1)
            return
        self.height[column] -= 1
        self.put(card, target)

    def move_to_cells(self, column, count):
        """Move the top cards of a column to cells."""
        for _ in range(count):
            card: cython.int = self.top_card(column)
            self.height[column] -= 1
            self.cell_cards[self.cells_used] = card
            self.cells_used += 1
            self.moves.append((card, CELL))

    def put(self, card, column):
        """Put a removed card on a column and append the move."""
        dest: cython.int = self.top_card(column) if self.height[column] else BASE
        self.pile[MAX_HEIGHT * column + self.height[column]] = card
        self.height[column] += 1
        self.moves.append((card, dest))

    def find_target(self, card):
        """Return the first column that takes a card, NONE if there is none."""
        column: cython.int
        for column in range(self.columns):
            if self.height[column]:
                if self.top_card(column) == card + 4:
                    return column
            elif self.kings and card >> 2 == KING:
                return column
        return NONE

    def place_cell_card(self, standing_kings):
        """Move one card from a cell to a column; return True if one could be moved."""
        index: cython.int
        for index in range(self.cells_used):
            card: cython.int = self.cell_cards[index]
            if card >> 2 == KING and not standing_kings >> (card & 3) & 1:
                continue
            target: cython.int = self.find_target(card)
            if target != NONE:
                self.put(card, target)
                self.remove_from_cell(index)
                return True
        return False

    def remove_from_cell(self, index):
        """Remove a card from the cells; the last one takes its index."""
        self.cells_used -= 1
        self.cell_cards[index] = self.cell_cards[self.cells_used]

    def autoplay(self):
        """Send home every card that can go."""
        cython.declare(column=cython.int, index=cython.int, progress=cython.bint)
        progress = True
        while progress:
            progress = False
            for column in range(self.columns):
                while self.height[column] and self.send_home(self.top_card(column)):
                    self.height[column] -= 1
                    progress = True
            index = 0
            while index < self.cells_used:
                if self.send_home(self.cell_cards[index]):
                    self.remove_from_cell(index)
                    progress = True
                else:
                    index += 1

    def send_home(self, card):
        """Count a card as home and return True if it can go there."""
        if self.home_counts[card & 3] != card >> 2:
            return False
        self.home_counts[card & 3] += 1
        if not self.normalise:
            self.moves.append((card, HOME))
        return True
