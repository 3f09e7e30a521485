"""Layout of a patience table: the sizes of cards and the places of columns, at any screen size.

Cells stand at the top left, foundations at the top right, columns below, all at the same horizontal
steps. Many columns may stand in several rows, one below the other, so that cards can be larger.
Start with `choose_layout`.
"""

import math
from typing import NamedTuple

from ludoscope.games.patience.cards import SUITS
from ludoscope.games.patience.variants import Variant
from ludoscope.tui.boards.patience.locations import Location


class CardSize(NamedTuple):
    """The size of cards, in cells of the screen.

    Attributes:
        column_step: From one column to the next.
        face_width: Between the edges of a card; without edges, the width of rank and suit.
        height: Rows of an uncovered card; 1 for cards without edges.
        cell_height: Rows of a card in a cell or on a foundation.
        strip_height: Rows seen of a covered card, as long as there is room.
    """

    column_step: int
    face_width: int
    height: int
    cell_height: int
    strip_height: int

    @property
    def has_edges(self) -> bool:
        return self.height > 1

    @property
    def first_card_row(self) -> int:
        """The row of the first card of the first row of columns; the one above has the numbers."""
        return self.cell_height + (2 if self.has_edges else 3)


CARD_SIZES = (  # from the largest down
    *(
        CardSize(17, 13, 9, 9, 3),
        CardSize(14, 11, 8, 8, 3),
        CardSize(12, 9, 7, 7, 2),
        CardSize(10, 7, 6, 6, 2),
        CardSize(8, 5, 5, 5, 2),
        CardSize(7, 5, 5, 5, 2),
    ),
    *(CardSize(6, 3, 4, 4, 2), CardSize(5, 3, 4, 4, 2), CardSize(6, 3, 3, 2, 1)),
    *(CardSize(6, 3, 1, 1, 1), CardSize(5, 3, 1, 1, 1)),
    *(CardSize(4, 3, 1, 1, 1), CardSize(3, 2, 1, 1, 1)),
)
MIN_SPARE_CARDS = 3  # cards that a column can grow by before smaller cards are chosen
MAX_SPARE_CARDS = 12  # cards that a column can grow by in the largest table
MIN_HEIGHT = 9  # rows: four cards of a column
MIN_COLUMNS_FOR_ROWS = 14  # from which on columns may stand in several rows
MAX_COLUMN_ROWS = 3


class ColumnShape(NamedTuple):
    """The drawing of a column: cards left out, rows from card to card, rows of the last card."""

    hidden: int
    step: int
    last_height: int


class Layout(NamedTuple):
    """A table at one size: `columns_per_row` columns in each of `column_rows` rows."""

    size: CardSize
    width: int
    height: int
    columns_per_row: int
    column_rows: int = 1

    @property
    def band_height(self) -> int:
        """Screen rows for one row of columns, including their numbers."""
        return max(2, (self.height - self.size.first_card_row + 1) // self.column_rows)

    @property
    def max_column_height(self) -> int:
        """Screen rows for the cards of a column.

        Below cards without edges one row is left for the sign of a target.
        """
        return max(1, self.band_height - (1 if self.size.has_edges else 2))

    def face_x(self, grid_column: int) -> int:
        """Return the screen column where the faces of the cards of a grid column begin."""
        return 1 + grid_column * self.size.column_step

    def card_origin(self, location: Location) -> tuple[int, int]:
        """Return the screen column of the faces at a location, and the row of its first card."""
        kind, index = location
        if kind == "column":
            row, grid_column = divmod(index, self.columns_per_row)
            return self.face_x(grid_column), self.size.first_card_row + row * self.band_height
        if kind == "foundation":
            index += self.columns_per_row - len(SUITS)
        return self.face_x(index), 1

    def last_card_origin(self, location: Location, card_count: int) -> tuple[int, int]:
        """Return the screen column and the row of the face of the last card at a location."""
        x, y = self.card_origin(location)
        if location.kind == "column":
            y += self.card_offset(max(0, card_count - 1), card_count)
        return x, y

    def column_shape(self, card_count: int) -> ColumnShape:
        """Return how a column of `card_count` cards is drawn."""
        height, room = self.size.height, self.max_column_height
        for step in range(self.size.strip_height, 1, -1):
            if (card_count - 1) * step + height <= room:
                return ColumnShape(0, step, height)
        last_height = min(height, max(1, room - card_count + 1))
        return ColumnShape(max(0, card_count - room), 1, last_height)

    def card_offset(self, index: int, card_count: int) -> int:
        """Return the rows from the first card of a column down to card `index`."""
        hidden, step, _ = self.column_shape(card_count)
        return max(0, index - hidden) * step

    def card_index_at(self, offset: int, card_count: int) -> int:
        """Return the index of the card drawn `offset` rows below the first card of a column."""
        hidden, step, _ = self.column_shape(card_count)
        return min(card_count - 1, hidden + max(0, offset) // step)


def choose_layout(variant: Variant, width: int, height: int) -> Layout:
    """Return the layout with the largest cards that fits; if none fits, that with the smallest."""
    column_count, longest = len(variant.column_sizes), max(variant.column_sizes)
    max_rows = MAX_COLUMN_ROWS if column_count >= MIN_COLUMNS_FOR_ROWS else 1
    for size in CARD_SIZES:
        for rows in range(1, max_rows + 1):
            table_width = _table_width(size, math.ceil(column_count / rows))
            if table_width <= width and _min_table_height(size, rows, longest) <= height:
                return _layout(variant, size, rows, height)
    return _layout(variant, CARD_SIZES[-1], 1, height)


def _layout(variant: Variant, size: CardSize, rows: int, height: int) -> Layout:
    """Return the highest layout with cards of a size and the columns in `rows` rows."""
    columns_per_row = math.ceil(len(variant.column_sizes) / rows)
    longest_column = max(variant.column_sizes) + MAX_SPARE_CARDS
    max_height = size.first_card_row + rows * (longest_column * size.strip_height + size.height)
    table_height = max(MIN_HEIGHT, min(height, max_height))
    table_width = _table_width(size, columns_per_row)
    return Layout(size, table_width, table_height, columns_per_row, rows)


def _table_width(size: CardSize, columns_per_row: int) -> int:
    return (columns_per_row - 1) * size.column_step + size.face_width + 2


def _min_table_height(size: CardSize, rows: int, longest: int) -> int:
    """Return the rows needed for columns of `longest` cards that can grow; 0 if any height will do.

    The smallest cards, in one row of columns, are drawn at any height.
    """
    if not size.has_edges and rows == 1:
        return 0
    band_height = (longest + MIN_SPARE_CARDS) * max(1, size.strip_height - 1)
    if size.has_edges:
        band_height += size.height
    if rows > 1:
        band_height += 1  # column numbers
    return size.first_card_row + band_height * rows


def location_at(variant: Variant, layout: Layout, x: int, y: int) -> Location | None:
    """Return the location drawn at screen cell (x, y)."""
    step, face_width = layout.size.column_step, layout.size.face_width
    grid_column = (x - 1 + (step - face_width) // 2) // step
    if not 0 <= grid_column < layout.columns_per_row or not 0 <= y < layout.height:
        return None
    if y >= layout.size.first_card_row - 1:
        row = (y - layout.size.first_card_row + 1) // layout.band_height
        index = min(layout.column_rows - 1, row) * layout.columns_per_row + grid_column
        return Location("column", index) if index < len(variant.column_sizes) else None
    if grid_column < variant.cells:
        return Location("cell", grid_column)
    suit = grid_column - layout.columns_per_row + len(SUITS)
    return Location("foundation", suit) if suit >= 0 else None
