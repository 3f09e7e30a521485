"""How patience is drawn: cells and foundation above, columns of cards below.

     a    b    c    d    ♣    ♠    ♥    ♦      [9♣]  the cursor     ‹8♦›  what is picked
     9♠   ·    ·    ·    2♣   A♠   ·    3♦       ◌   where it may go     ·   an empty place
                                                {7♥}  what is looked for

Where there is room cards have edges: of one that another lies on a strip is seen, and its name is
set into the upper edge.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ludoscope.games.patience.cards import RANKS, SUIT_SYMBOLS, SUITS, card_name, is_red
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.patience.descriptions import chances_left
from ludoscope.tui.boards.patience.layout import Layout, Place
from ludoscope.tui.boards.styles import plain
from ludoscope.tui.text.drawing import Canvas

FOUR_COLOURS = ("green", "black", "red", "blue")  # of clubs, spades, hearts, diamonds
CORNERED = 5  # rows of a card from which on its name stands in two corners


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be pointed at: places, and cards picked, looked for, or moved last."""

    cursor: Place | None
    targets: Collection[Place]
    picked: Collection[int]
    wanted: Collection[int]
    last: Collection[int]


class Picture(Canvas):
    """Of one position; made anew for each frame."""

    def __init__(
        self,
        game: PatienceGame,
        appearance: Appearance,
        layout: Layout,
        marks: Marks,
        position: Position,
    ) -> None:
        super().__init__(layout.width, layout.height, plain if appearance.ascii_only else str)
        self.game, self.appearance, self.layout, self.marks = game, appearance, layout, marks
        for index in range(game.variant.cells):
            self._draw_top(position, ("cell", index))
        for suit in range(len(SUITS)):
            self._draw_top(position, ("home", suit))
        for row, (key, said) in enumerate(chances_left(position)):  # there are no cells then
            self.write(self.layout.x(0), row, key, "mover")
            self.write(self.layout.x(0) + 2, row, said, "")
        for index in range(len(position.columns)):
            self._draw_column(position, index)
        if self.marks.cursor:
            self._draw_cursor(position, *self.marks.cursor)
            self._tell_hidden(position, *self.marks.cursor)

    def _centred(self, x: int, y: int, text: str, role: str) -> None:
        self.write(x + (self.layout.size.face - 1) // 2, y, text, role)

    # Places

    def _draw_top(self, position: Position, place: Place) -> None:
        kind, index = place
        (x, _), rows = self.layout.spot(place), self.layout.size.top
        if kind == "cell":
            name, card = chr(ord("a") + index), position.cells[index]
        else:
            name = SUITS[index] if self.appearance.ascii_only else SUIT_SYMBOLS[index]
            count = position.foundation[index]
            card = 4 * (count - 1) + index if count else NO_CARD
        self._centred(x, 0, name, "dim")
        if card == NO_CARD:
            self._draw_empty(x, 1, rows, place)
            return
        self.card(x, 1, card, rows)
        if place in self.marks.targets:
            self._mark(x, 1, "()", "target")
        if kind == "home" and any(c & 3 == card & 3 and c < card for c in self.marks.wanted):
            self._mark(x, 1, "{}", "target")

    def _draw_empty(self, x: int, y: int, rows: int, place: Place) -> None:
        target = place in self.marks.targets
        if self.layout.boxed:
            middle = [("╎", " ", "╎")] * (rows - 2)
            for row, edges in enumerate([("╭", "╌", "╮"), *middle, ("╰", "╌", "╯")]):
                self._edge(x, y + row, edges)
        if target or not self.layout.boxed:
            row = y + (rows - 1) // 2
            self._centred(x, row, self._sign(target), "target" if target else "hole")

    def _sign(self, target: bool) -> str:
        if self.appearance.ascii_only:
            return "*" if target else "."
        return "◌" if target else "·"

    def _draw_column(self, position: Position, index: int) -> None:
        column, place = position.columns[index], ("column", index)
        (x, first), tall = self.layout.spot(place), self.layout.size.tall
        self._centred(x, first - 1, f"{index + 1}", "dim")
        if not column:
            self._draw_empty(x, first, tall, place)
            return
        self.pile(x, first, column)
        if place in self.marks.targets:
            self._draw_target(x, first, column)

    def pile(self, x: int, y: int, cards: Sequence[int]) -> None:
        """A column of cards; where some have no room, the first row tells their number."""
        hidden, step, last = self.layout.pile(len(cards))
        for row, card in enumerate(cards[hidden:]):
            top = y + row * step
            self.card(x, top, card, last if card == cards[-1] else step, covered=card != cards[-1])
            if hidden and not row:
                self.write(x, top, f"+{hidden + 1}".center(self.layout.size.face), "edge")

    def _draw_target(self, x: int, first: int, column: Sequence[int]) -> None:
        """In the lower edge of the last card, or below it, or at the end of its name."""
        _, _, last = self.layout.pile(len(column))
        y = first + self.layout.down(len(column) - 1, len(column))
        if not self.layout.boxed:
            self._centred(x, y + 1, self._sign(True), "target")
        elif last > 1:
            self._centred(x, y + last - 1, self._sign(True), "goal")
        else:
            self.write(x + self.layout.size.face, y, self._sign(True), "target")

    def _tell_hidden(self, position: Position, kind: str, index: int) -> None:
        """In a line of its own the cards that the column under the cursor has no room for.

        They stand close together where they are too many for gaps between them.
        """
        column = position.columns[index] if kind == "column" else ()
        hidden = self.layout.pile(len(column)).hidden
        if not hidden:
            return
        x, y = 1, max(0, self.layout.first - 2)
        before = f"under {index + 1}:"
        self.write(0, y, " " * self.layout.width, "")
        self.write(x, y, before, "dim")
        x += len(before) + 1
        told = [(self._spelt(card), self._suit_role(card)) for card in column[: hidden + 1]]
        gap = x + sum(len(name) + 1 for name, _ in told) - 1 <= self.layout.width
        for name, role in told:
            if x + len(name) > self.layout.width:
                break
            self.write(x, y, name, role)
            x += len(name) + gap

    # Cards

    def card(self, x: int, y: int, card: int, rows: int, covered: bool = False) -> None:
        """So many rows of a card; of one that another lies on the upper ones."""
        if not self.layout.boxed:
            self._draw_name(x, y, card)
            return
        picked = card in self.marks.picked
        role = "picked_edge" if picked else "goal" if card in self.marks.wanted else "edge"
        self._edge(x, y, ("╭", "─", "╮"), role)
        for row in range(1, rows):
            lowest = row == rows - 1 and not covered
            self._edge(x, y + row, ("╰", "─", "╯") if lowest else ("│", " ", "│"), role)
        if rows > 2 and not covered:
            suit = self._card_role(card)
            self._centred(x, y + rows // 2, self._name(card)[-1], suit)
            if rows >= CORNERED:
                name = self._spelt(card)
                at = x + self.layout.size.face - len(name)
                self.write(at, y + rows - 1, name, suit)
        self._draw_name(x, y, card)

    def _edge(self, x: int, y: int, line: Sequence[str], role: str = "dim") -> None:
        left, middle, right = line
        self.write(x - 1, y, left + middle * self.layout.size.face + right, role)

    def _name(self, card: int) -> str:
        """Rank and suit, a cell each."""
        if self.appearance.ascii_only:
            return card_name(card)
        return RANKS[card >> 2] + SUIT_SYMBOLS[card & 3]

    def _spelt(self, card: int) -> str:
        """The same with a ten in figures where there is room for it."""
        name = self._name(card)
        return name.replace("T", "10") if self.layout.size.face > 2 else name

    def _draw_name(self, x: int, y: int, card: int) -> None:
        face, name = self.layout.size.face, self._spelt(card)
        shown = name if self.layout.boxed else name.rjust(min(face, 3)).center(face)
        self.write(x, y, shown, self._card_role(card))
        if card in self.marks.picked:
            role = "picked_edge" if self.layout.boxed else "cursor"
            self._mark(x, y, "<>" if self.appearance.ascii_only else "‹›", role)
        elif card in self.marks.wanted:
            self._mark(x, y, "{}", "target")

    def _card_role(self, card: int) -> str:
        """The role of what is printed on a card."""
        if card in self.marks.picked:
            kind = "picked"
        else:
            kind = "last" if card in self.marks.last else "card"
        return f"{kind}_{self._suit_role(card)}"

    def _suit_role(self, card: int) -> str:
        if self.appearance.four_colours:
            return FOUR_COLOURS[card & 3]
        return "red" if is_red(card) else "black"

    def _mark(self, x: int, y: int, brackets: str, role: str) -> None:
        self.write(x - 1, y, brackets[0], role)
        self.write(x + self.layout.size.face, y, brackets[1], role)

    def _draw_cursor(self, position: Position, kind: str, index: int) -> None:
        """Beside all rows of the card but its lower edge."""
        y, rows = 1, self.layout.size.top
        if kind == "column":
            count = len(position.columns[index])
            rows = self.layout.pile(count).last
            y = self.layout.spot((kind, index))[1] + self.layout.down(max(0, count - 1), count)
        x, _ = self.layout.spot((kind, index))
        empty = self.cells[y][x - 1][1] == "dim"  # a place with no card on it
        role = "cursor" if empty or not self.layout.boxed else "picked_edge"
        for row in range(max(1, rows - 1)):
            self._mark(x, y + row, "[]", role)
