"""Kernel: the single-card moves behind the steps of `same_suit_search`.

pile, height   the columns, 52 places each, and how many cards lie in each
held           the cards in cells
standing       the suits of the kings that stand once the step is done, bit 0 clubs
"""

import cython

COLUMNS = cython.declare(cython.int, 64)
NONE = cython.declare(cython.int, -1)


class Line:
    """A position with the moves made so far; `play` makes those of a step.

    `columns` and `cells` as a patience position has them, up to 64 columns; `normalise` tells that
    cards go home by themselves, else the moves do it.
    """

    def __cinit__(
        self, columns: tuple, cells: tuple, foundation: tuple, kings: bool, normalise: bool
    ):
        cython.declare(column=cython.int, index=cython.int)
        cards: tuple
        self.columns = len(columns)
        for column in range(self.columns):
            cards = columns[column]
            self.height[column] = len(cards)
            for index in range(self.height[column]):
                self.pile[52 * column + index] = cards[index]
        for card in cells:
            if card != NONE:
                self.held[self.holds] = card
                self.holds += 1
        for index in range(4):
            self.home[index] = foundation[index]
        self.kings = kings
        self.normalise = normalise
        self.moves = []

    def play(self, column: cython.int, turned: cython.int, standing: cython.int) -> None:
        """Turn out the king of the suit `turned`, clear the run off a column (-1 for none), and
        put in columns what is in cells and can go there."""
        base: cython.int
        for base in range(self.columns):
            if turned >= 0 and self.height[base] and self.pile[52 * base] == 4 * KING + turned:
                self.lift(base, self.height[base])
        if column >= 0:
            self.clear(column)
        self.go_home()
        while self.place_one(standing):
            self.go_home()

    def clear(self, column):
        """Move the run of a column; all but its base are left in cells."""
        height: cython.int = self.height[column]
        base: cython.int = height - 1
        while base > 0 and self.pile[52 * column + base - 1] == self.pile[52 * column + base] + 4:
            base -= 1
        self.lift(column, height - base - 1)
        card: cython.int = self.pile[52 * column + base]
        target: cython.int = self.target(card)
        if target == NONE:
            self.lift(column, 1)
            return
        self.height[column] -= 1
        self.put(card, target)

    def lift(self, column, count):
        """The last cards of a column go to cells."""
        for _ in range(count):
            self.height[column] -= 1
            card: cython.int = self.pile[52 * column + self.height[column]]
            self.held[self.holds] = card
            self.holds += 1
            self.moves.append((card, CELL))

    def put(self, card, column):
        height: cython.int = self.height[column]
        dest: cython.int = self.pile[52 * column + height - 1] if height else BASE
        self.pile[52 * column + height] = card
        self.height[column] += 1
        self.moves.append((card, dest))

    def target(self, card):
        """The column that takes a card, the first one; NONE where there is none."""
        cython.declare(column=cython.int, height=cython.int)
        for column in range(self.columns):
            height = self.height[column]
            if height:
                if self.pile[52 * column + height - 1] == card + 4:
                    return column
            elif self.kings and card >> 2 == KING:
                return column
        return NONE

    def place_one(self, standing):
        """Put a card out of a cell where it goes; False when none goes anywhere."""
        index: cython.int
        for index in range(self.holds):
            card: cython.int = self.held[index]
            if card >> 2 == KING and not standing >> (card & 3) & 1:
                continue
            target: cython.int = self.target(card)
            if target != NONE:
                self.put(card, target)
                self.free_cell(index)
                return True
        return False

    def free_cell(self, index):
        self.holds -= 1
        self.held[index] = self.held[self.holds]

    def go_home(self):
        """Send home what can go."""
        before: cython.int = NONE
        cython.declare(column=cython.int, index=cython.int)
        while before != len(self.moves) + self.home[0] + self.home[1] + self.home[2] + self.home[3]:
            before = len(self.moves) + self.home[0] + self.home[1] + self.home[2] + self.home[3]
            for column in range(self.columns):
                while self.height[column] and self.goes(
                    self.pile[52 * column + self.height[column] - 1]
                ):
                    self.height[column] -= 1
            index = 0
            while index < self.holds:
                if self.goes(self.held[index]):
                    self.free_cell(index)
                else:
                    index += 1

    def goes(self, card):
        """Whether a card goes home; then it does."""
        if self.home[card & 3] != card >> 2:
            return False
        self.home[card & 3] += 1
        if not self.normalise:
            self.moves.append((card, HOME))
        return True
