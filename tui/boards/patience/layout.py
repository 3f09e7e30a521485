"""Where cards lie on the screen, at any size of the terminal.

place   ("column", i), ("cell", i) or ("home", suit)
grid    places are drawn at the same steps as the columns: cells from the left, foundation
        to the right
row     many columns stand in several rows, one below the other, where their cards are larger so
face    the cells between a card's edges; where cards have no edges those that rank and suit take
tall    rows of a card that nothing lies on; 1 where cards have no edges
top     rows of a cell
strip   rows that are seen of a card on which another lies, as long as there is room
"""

from typing import NamedTuple

from ludoscope.games.patience.cards import SUITS
from ludoscope.games.patience.variants import Variant

Place = tuple[str, int]


class Size(NamedTuple):
    """Cells between columns, and the sizes of a card."""

    across: int
    face: int
    tall: int
    top: int
    strip: int


SIZES = (  # from the roomiest down
    *(
        Size(17, 13, 9, 9, 3),
        Size(14, 11, 8, 8, 3),
        Size(12, 9, 7, 7, 2),
        Size(10, 7, 6, 6, 2),
        Size(8, 5, 5, 5, 2),
        Size(7, 5, 5, 5, 2),
    ),
    *(Size(6, 3, 4, 4, 2), Size(5, 3, 4, 4, 2), Size(6, 3, 3, 2, 1)),
    *(Size(6, 3, 1, 1, 1), Size(5, 3, 1, 1, 1), Size(4, 3, 1, 1, 1), Size(3, 2, 1, 1, 1)),
)
GROWTH = 3  # cards by which a column may grow before its cards become smaller
LONGEST = 12  # the same before there is no room for them
LEAST = 9  # rows: of a column four cards
MANY = 14  # columns from which on they may stand in several rows
MOST_ROWS = 3


class Pile(NamedTuple):
    """A column as it is drawn: cards not seen, rows of each that is, rows of the last."""

    hidden: int
    step: int
    last: int


class Layout(NamedTuple):
    """A size, cells and rows in all; `per` columns stand in each of `rows` rows."""

    size: Size
    width: int
    height: int
    per: int
    rows: int = 1

    @property
    def boxed(self) -> bool:
        """Whether cards have edges."""
        return self.size.tall > 1

    @property
    def first(self) -> int:
        """The first row of the first columns; the one above it tells their numbers."""
        return first_row(self.size)

    @property
    def band(self) -> int:
        """The rows of a row of columns, with their numbers."""
        return max(2, (self.height - self.first + 1) // self.rows)

    @property
    def room(self) -> int:
        """Rows for a column; where cards have no edges a target's sign stands below them."""
        return max(1, self.band - 1 - (0 if self.boxed else 1))

    def x(self, grid: int) -> int:
        """The left cell of a face."""
        return 1 + grid * self.size.across

    def spot(self, place: Place) -> tuple[int, int]:
        """The left cell of a face there, and the first row of its first card."""
        kind, index = place
        if kind == "column":
            return self.x(index % self.per), self.first + index // self.per * self.band
        return self.x(index + self.per - len(SUITS) if kind == "home" else index), 1

    def pile(self, count: int) -> Pile:
        """How a column of so many cards is drawn."""
        _, _, tall, _, strip = self.size
        for step in range(strip, 1, -1):
            if (count - 1) * step + tall <= self.room:
                return Pile(0, step, tall)
        return Pile(max(0, count - self.room), 1, min(tall, max(1, self.room - count + 1)))

    def down(self, index: int, count: int) -> int:
        """By how many rows card `index` of a column of `count` stands below the first one."""
        hidden, step, _ = self.pile(count)
        return max(0, index - hidden) * step

    def index_at(self, down: int, count: int) -> int:
        """The card of a column of `count` that is drawn so many rows below the first one."""
        hidden, step, _ = self.pile(count)
        return min(count - 1, hidden + max(0, down) // step)


def first_row(size: Size) -> int:
    return size.top + (2 if size.tall > 1 else 3)


def layout(variant: Variant, width: int, height: int) -> Layout:
    """The roomiest that fits; where none does, the smallest."""
    count, longest = len(variant.column_sizes), max(variant.column_sizes)
    ways = range(1, MOST_ROWS + 1) if count >= MANY else range(1, 2)
    for size, rows in ((size, rows) for size in SIZES for rows in ways):
        per = -(-count // rows)
        used = (per - 1) * size.across + size.face + 2
        strips = (longest + GROWTH) * max(1, size.strip - 1)
        band = strips + (size.tall if size.tall > 1 else 0) + (rows > 1)
        least = first_row(size) + band * rows if size.tall > 1 or rows > 1 else 0
        if used <= width and least <= height:
            break
    else:
        per, rows, used = count, 1, (count - 1) * size.across + size.face + 2
    tallest = first_row(size) + rows * ((longest + LONGEST) * size.strip + size.tall)
    return Layout(size, used, max(LEAST, min(height, tallest)), per, rows)


def place_at(variant: Variant, shape: Layout, x: int, y: int) -> Place | None:
    """The place drawn at cell (x, y)."""
    across, face = shape.size.across, shape.size.face
    grid = (x - 1 + (across - face) // 2) // across
    if not 0 <= grid < shape.per or not 0 <= y < shape.height:
        return None
    if y >= shape.first - 1:
        index = min(shape.rows - 1, (y - shape.first + 1) // shape.band) * shape.per + grid
        return ("column", index) if index < len(variant.column_sizes) else None
    if grid < variant.cells:
        return "cell", grid
    suit = grid - shape.per + len(SUITS)
    return ("home", suit) if suit >= 0 else None
