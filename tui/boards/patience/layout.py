"""Where cards lie on the screen, at any size of the terminal.

place   ("column", i), ("cell", i) or ("home", suit)
grid    places are drawn at the same steps as the columns: cells from the left, foundation
        to the right
face    the cells between a card's edges; where cards have no edges those that rank and suit take
tall    rows of a card that nothing lies on; 1 where cards have no edges
top     rows of a cell
strip   rows that are seen of a card on which another lies, as long as there is room
"""

from dataclasses import dataclass
from typing import NamedTuple

from ludoscope.games.patience import PatienceGame, Variant
from ludoscope.games.patience.cards import SUITS

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


class Pile(NamedTuple):
    """A column as it is drawn: cards not seen, rows of each that is, rows of the last."""

    hidden: int
    step: int
    last: int


@dataclass(frozen=True, slots=True)
class Layout:
    """A size, cells and rows in all."""

    size: Size
    width: int
    height: int

    @property
    def boxed(self) -> bool:
        """Whether cards have edges."""
        return self.size.tall > 1

    @property
    def first(self) -> int:
        """The first row of the columns; the one above it tells their numbers."""
        return first_row(self.size)

    @property
    def room(self) -> int:
        """Rows for a column; where cards have no edges a target's sign stands below them."""
        return max(1, self.height - self.first - (0 if self.boxed else 1))

    def x(self, grid: int) -> int:
        """The left cell of a face."""
        return 1 + grid * self.size.across

    def pile(self, count: int) -> Pile:
        """How a column of so many cards is drawn."""
        _, _, tall, _, strip = self.size
        for step in range(strip, 1, -1):
            if (count - 1) * step + tall <= self.room:
                return Pile(0, step, tall)
        return Pile(max(0, count - self.room), 1, min(tall, max(1, self.room - count + 1)))

    def row(self, index: int, count: int) -> int:
        """The first row of card `index` of a column of `count`."""
        hidden, step, _ = self.pile(count)
        return self.first + max(0, index - hidden) * step


def first_row(size: Size) -> int:
    return size.top + (2 if size.tall > 1 else 3)


def layout(variant: Variant, width: int, height: int) -> Layout:
    """The roomiest that fits; where none does, the smallest."""
    count, longest = len(variant.dealt), max(variant.dealt)
    for size in SIZES:
        used = (count - 1) * size.across + size.face + 2
        strips = (longest + GROWTH) * max(1, size.strip - 1)
        least = first_row(size) + strips + size.tall if size.tall > 1 else 0
        if used <= width and least <= height:
            break
    rows = first_row(size) + (longest + LONGEST) * size.strip + size.tall
    return Layout(size, used, max(LEAST, min(height, rows)))


def grid_of(game: PatienceGame, place: Place) -> int:
    kind, index = place
    return index + len(game.variant.dealt) - len(SUITS) if kind == "home" else index


def place_at(game: PatienceGame, shape: Layout, x: int, y: int) -> Place | None:
    """The place drawn at cell (x, y)."""
    across, face = shape.size.across, shape.size.face
    grid = (x - 1 + (across - face) // 2) // across
    count = len(game.variant.dealt)
    if not 0 <= grid < count:
        return None
    if y >= shape.first - 1:
        return "column", grid
    if grid < game.variant.cells:
        return "cell", grid
    suit = grid - count + len(SUITS)
    return ("home", suit) if suit >= 0 else None
