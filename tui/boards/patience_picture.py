"""How a patience lies on the screen: registers and foundation above, columns of cards below.

     a    b    c    d    ♣    ♠    ♥    ♦      [9♣]  the cursor     ‹8♦›  what is picked
     9♠   ·    ·    ·    2♣   A♠   ·    3♦       ◌   where it may go     ·   an empty place
                                                {7♥}  what is looked for

place   ("column", i), ("cell", i) or ("home", suit)
grid    places are drawn at the same steps as the columns: registers from the left, foundation
        to the right
face    the cells that rank and suit take
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from games.patience import PatienceGame, Position, Variant
from games.patience.cards import RANKS, SUITS, SYMBOLS, card_name, is_red
from games.patience.position import NONE
from tui.boards.board import Line, Look

Place = tuple[str, int]

STEPS = ((8, 5, 2), (7, 5, 2), (6, 3, 1), (5, 3, 1), (4, 3, 1), (3, 2, 1))
"""Cells between columns, cells of a face, rows a card takes; from the roomiest down."""

FOUR_COLOURS = ("green", "black", "red", "blue")  # of clubs, spades, hearts, diamonds

LEAST_FRAMED = 29  # rows, for cards in frames: a column of eleven
LEAST = 9  # rows: of a column four cards


@dataclass(frozen=True, slots=True)
class Layout:
    """Steps between columns, cells of a face, rows a card takes, cells and rows in all."""

    across: int
    face: int
    down: int
    width: int
    height: int

    @property
    def framed(self) -> bool:
        return self.down == 2

    @property
    def top(self) -> int:
        """The row of the registers' faces."""
        return 2 if self.framed else 1

    @property
    def first(self) -> int:
        """The row of the first face of a column."""
        return 7 if self.framed else 4

    @property
    def shown(self) -> int:
        """How many cards of a column there is room for, and the sign of a target below them."""
        return max(1, (self.height - self.first - 1) // self.down)

    def x(self, grid: int) -> int:
        """The left cell of a face."""
        return 1 + grid * self.across


def layout(variant: Variant, width: int, height: int) -> Layout:
    """The roomiest that fits; where none does, the smallest."""
    count = len(variant.dealt)
    longest = max(variant.dealt) + 12
    for across, face, down in STEPS:
        used = (count - 1) * across + face + 2
        if used <= width and (down == 1 or height >= LEAST_FRAMED):
            break
    rows = Layout(across, face, down, used, 0).first + longest * down + 1
    return Layout(across, face, down, used, max(LEAST, min(height, rows)))


def grid_of(game: PatienceGame, place: Place) -> int:
    kind, index = place
    return index + len(game.variant.dealt) - len(SUITS) if kind == "home" else index


@dataclass(frozen=True, slots=True)
class Marks:
    """What is to be pointed at: places, and cards picked, looked for, or moved last."""

    cursor: Place
    targets: Collection[Place]
    picked: Collection[int]
    wanted: Collection[int]
    last: Collection[int]


@dataclass(slots=True)
class Picture:
    """Draws one position; made anew for each frame."""

    game: PatienceGame
    look: Look
    layout: Layout
    marks: Marks
    _screen: list[list[tuple[str, str]]] = field(init=False)

    def __post_init__(self) -> None:
        self._screen = [[(" ", "")] * self.layout.width for _ in range(self.layout.height)]

    def lines(self, position: Position, width: int, height: int) -> list[Line]:
        for place in self._top_places():
            self._draw_top(position, place)
        for index in range(len(position.columns)):
            self._draw_column(position, index)
        self._draw_cursor(position)
        self._tell_hidden(position)
        return [
            [("".join(char for char, _ in run), role) for role, run in groupby(row, lambda c: c[1])]
            for row in (line[:width] for line in self._screen[:height])
        ]

    def _top_places(self) -> Iterator[Place]:
        yield from (("cell", index) for index in range(self.game.variant.cells))
        yield from (("home", suit) for suit in range(len(SUITS)))

    def _put(self, x: int, y: int, text: str, role: str) -> None:
        if 0 <= y < self.layout.height:
            for offset, char in enumerate(text):
                self._screen[y][x + offset] = (char, role)

    def _centred(self, x: int, y: int, text: str, role: str) -> None:
        self._put(x + (self.layout.face - 1) // 2, y, text, role)

    # Cards

    def _draw_top(self, position: Position, place: Place) -> None:
        kind, index = place
        x, y = self.layout.x(grid_of(self.game, place)), self.layout.top
        if kind == "cell":
            name, card = chr(ord("a") + index), position.cells[index]
        else:
            name = SUITS[index] if self.look.ascii_only else SYMBOLS[index]
            count = position.foundation[index]
            card = 4 * (count - 1) + index if count else NONE
        self._centred(x, 0, name, "dim")
        self._draw_place(x, y, card, place)

    def _draw_place(self, x: int, y: int, card: int, place: Place) -> None:
        """One card, or the sign of an empty place."""
        target = place in self.marks.targets
        if self.layout.framed:
            self._frame(x, y - 1, "┌─┐")
            self._frame(x, y, "│ │")
            self._frame(x, y + 1, "└─┘")
        if card != NONE:
            self._draw_face(x, y, card)
            if target:
                self._mark(x, y, "()", "target")
            if place[0] == "home" and any(
                c & 3 == card & 3 and c < card for c in self.marks.wanted
            ):
                self._mark(x, y, "{}", "target")
        else:
            self._centred(x, y, self._sign(target), "target" if target else "hole")

    def _sign(self, target: bool) -> str:
        if self.look.ascii_only:
            return "*" if target else "."
        return "◌" if target else "·"

    def _frame(self, x: int, y: int, line: str) -> None:
        left, middle, right = line
        self._put(x - 1, y, left + middle * self.layout.face + right, "dim")

    def _draw_column(self, position: Position, index: int) -> None:
        column, place = position.columns[index], ("column", index)
        x, y = self.layout.x(index), self.layout.first
        self._centred(
            x, self.layout.first - (2 if self.layout.framed else 1), f"{index + 1}", "dim"
        )
        if not column:
            self._draw_place(x, y, NONE, place)
            return
        hidden = self._hidden(column)
        for row, card in enumerate(column[hidden:]):
            y = self.layout.first + row * self.layout.down
            if self.layout.framed:
                self._frame(x, y - 1, "├─┤" if row else "┌─┐")
                self._frame(x, y, "│ │")
            if hidden and not row:
                self._put(x, y, f"+{hidden + 1}".center(self.layout.face), "dim")
            else:
                self._draw_face(x, y, card)
        if self.layout.framed:
            self._frame(x, y + 1, "└─┘")
        if place in self.marks.targets:
            self._centred(x, y + 1, self._sign(True), "target")

    def _hidden(self, column: tuple[int, ...]) -> int:
        """How many cards lie before the first row drawn, which then tells their number."""
        return max(0, len(column) - self.layout.shown)

    def _tell_hidden(self, position: Position) -> None:
        """In a line of its own the cards that the column under the cursor has no room for."""
        kind, index = self.marks.cursor
        column = position.columns[index] if kind == "column" else ()
        if not (hidden := self._hidden(column)):
            return
        x, y = 1, self.layout.first - (3 if self.layout.framed else 2)
        before = f"under {index + 1}:"
        self._put(x, y, before, "dim")
        x += len(before)
        for card in column[: hidden + 1]:
            if x + 3 > self.layout.width:
                break
            self._put(x + 1, y, self._name(card), self._suit_role(card))
            x += 3

    def _name(self, card: int) -> str:
        """Rank and suit, a cell each."""
        return card_name(card) if self.look.ascii_only else RANKS[card >> 2] + SYMBOLS[card & 3]

    def _draw_face(self, x: int, y: int, card: int) -> None:
        picked = card in self.marks.picked
        role = self._suit_role(card)
        if picked or card in self.marks.last:
            role = "picked" if picked else "last"
        name = self._name(card)
        if self.layout.face > 2 and not self.look.ascii_only:
            name = name.replace("T", "10")
        self._put(x, y, name.rjust(min(self.layout.face, 3)).center(self.layout.face), role)
        if picked:
            self._mark(x, y, "<>" if self.look.ascii_only else "‹›", "cursor")
        elif card in self.marks.wanted:
            self._mark(x, y, "{}", "target")

    def _suit_role(self, card: int) -> str:
        if self.look.four_colours:
            return FOUR_COLOURS[card & 3]
        return "red" if is_red(card) else "black"

    def _mark(self, x: int, y: int, brackets: str, role: str) -> None:
        self._put(x - 1, y, brackets[0], role)
        self._put(x + self.layout.face, y, brackets[1], role)

    def _draw_cursor(self, position: Position) -> None:
        kind, index = self.marks.cursor
        y = self.layout.top
        if kind == "column":
            column = position.columns[index]
            rows = max(0, len(column) - self._hidden(column) - 1)
            y = self.layout.first + rows * self.layout.down
        self._mark(self.layout.x(grid_of(self.game, self.marks.cursor)), y, "[]", "cursor")


def place_at(game: PatienceGame, shape: Layout, x: int, y: int) -> Place | None:
    """The place drawn at cell (x, y)."""
    grid = (x - 1 + (shape.across - shape.face) // 2) // shape.across
    count = len(game.variant.dealt)
    if not 0 <= grid < count:
        return None
    if y >= shape.first - 1:
        return "column", grid
    if grid < game.variant.cells:
        return "cell", grid
    suit = grid - count + len(SUITS)
    return ("home", suit) if suit >= 0 else None
