"""Drawing of a hexapawn board in lines, for terminals with few colours or none.

    ┌───────┬───────┐
    │   ○   │   ●   │    white is hollow, black is filled
    │  ▟▀▙  │  ▟█▙  │
    │ ▟▙▄▟▙ │ ▟███▙ │
    └───────┴───────┘

Pawns have one to nine rows. Larger ones stand on squares with edges; all rows of a figure have the
same width. Start with `choose_line_layout`.
"""

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.tui.boards.hexapawn.drawing import (
    ROW_LABEL_WIDTH,
    Figures,
    Layout,
    PawnDrawing,
    SquareSize,
)

ONE_ROW: Figures = {"white": ("○",), "black": ("●",), "empty": ("·",), "target": ("◌",)}


def _line_figures(*white: str) -> Figures:
    """Return the figures of a size, given the rows of its white pawn."""
    width, height = len(white[0]), len(white)
    blank, dashes = " " * width, "╌" * (width - 2)
    rows_above = height // 2
    return {
        "white": white,
        "black": tuple(map(_fill, white)),
        "empty": (
            *[blank] * rows_above,
            "·".center(width),
            *[blank] * (height - 1 - rows_above),
        ),
        "target": (
            f"╭{dashes}╮",
            *[f"╎{' ' * (width - 2)}╎"] * (height - 2),
            f"╰{dashes}╯",
        ),
    }


def _fill(row: str) -> str:
    """Return a row of a white pawn filled from edge to edge, as for a black one."""
    outline = row.strip()
    if len(outline) == 1:
        return "●".center(len(row))
    filled = outline[0] + "█" * (len(outline) - 2) + outline[-1]
    return filled.center(len(row))


TWO_ROWS = _line_figures(" ○ ", "▟▀▙")
THREE_ROWS = _line_figures("  ○  ", " ▟▀▙ ", "▟▙▄▟▙")
FOUR_ROWS = _line_figures("   ○   ", "  ▟▀▙  ", " ▟▘ ▝▙ ", "▟▙▄▄▄▟▙")
FIVE_ROWS = _line_figures("  ▟▀▙  ", "  ▜▄▛  ", "  ▟▀▙  ", " ▟▘ ▝▙ ", "▟▙▄▄▄▟▙")
SEVEN_ROWS = _line_figures(
    "   ▟▀▀▀▙   ",
    "   ▜▄▄▄▛   ",
    "    ▟▀▙    ",
    "   ▟▘ ▝▙   ",
    "  ▟▘   ▝▙  ",
    " ▟▘     ▝▙ ",
    "▟▙▄▄▄▄▄▄▄▟▙",
)
NINE_ROWS = _line_figures(
    "   ▟▀▀▀▀▀▙   ",
    "   █     █   ",
    "   ▜▄▄▄▄▄▛   ",
    "     ▟▀▙     ",
    "    ▟▘ ▝▙    ",
    "   ▟▘   ▝▙   ",
    "  ▟▘     ▝▙  ",
    " ▟▘       ▝▙ ",
    "▟▙▄▄▄▄▄▄▄▄▄▟▙",
)
ONE_ROW_ASCII: Figures = {"white": ("P",), "black": ("p",), "empty": (".",), "target": ("*",)}
_ASCII = str.maketrans("○●·▟█▙▜▛▝▘▄▀╌╎╭╮╰╯─│┌┬┐├┼┤└┴┘", "Pp./#\\\\/  _ -|/\\\\/-|+++++++++")


def _to_ascii(text: str) -> str:
    return text.translate(_ASCII)


SQUARE_SIZES = (  # from the largest down
    *(SquareSize(22, 10, NINE_ROWS), SquareSize(18, 8, SEVEN_ROWS)),
    *(SquareSize(14, 6, FIVE_ROWS), SquareSize(10, 5, FOUR_ROWS)),
    *(SquareSize(8, 4, THREE_ROWS), SquareSize(6, 3, TWO_ROWS)),
    *(SquareSize(5, 2, ONE_ROW), SquareSize(4, 2, ONE_ROW)),
    *(SquareSize(4, 1, ONE_ROW), SquareSize(2, 1, ONE_ROW)),
)
UPPER_ROW_ROLES = {"last": "fresh", "piece last": "piece", "rival last": "rival"}
"""Roles of all rows of a figure but its base: underlines would cut it apart."""
SIDE_ROLES = {"white": "piece", "black": "rival"}


def choose_line_layout(
    game: HexapawnGame, width: int, height: int, label_width: int = ROW_LABEL_WIDTH, side: int = 0
) -> Layout:
    """Return the layout with the largest squares that fits; if none fits, the smallest.

    Args:
        game: The game.
        width: Cells that may be used.
        height: Lines that may be used.
        label_width: Cells for row numbers; 0 for a board without coordinates.
        side: The player whose home row is at the bottom.
    """
    for size in SQUARE_SIZES:
        layout = _measure(game, size, label_width, side)
        if layout.width <= width and layout.height <= height:
            break
    return layout


def _measure(game: HexapawnGame, size: SquareSize, label_width: int, side: int) -> Layout:
    column_label_height = 1 if label_width else 0
    width, height = label_width + game.columns * size.column_step, game.rows * size.row_step
    if size.figures is ONE_ROW:
        # only brackets follow the last figure, and no gap precedes the first row
        width += 1 + column_label_height - (size.column_step + 1) // 2
        top = -(size.row_step // 2)
    else:
        width, height, top = width + 1, height + 1, 0  # the edges of the last squares
    return Layout(game, side, size, label_width, width, height + column_label_height, top)


class LineDrawing(PawnDrawing):
    """Figures drawn in lines, in squares with edges if there is room for these."""

    def __init__(self, layout: Layout, ascii_only: bool) -> None:
        super().__init__(layout, _to_ascii if ascii_only else str)
        self._has_edges = layout.size.figures is not ONE_ROW
        self._figures = layout.size.figures
        if ascii_only and not self._has_edges:
            self._figures = ONE_ROW_ASCII
        empty = self._figures["empty"]
        self._figure_width, self._figure_height = len(empty[0]), len(empty)
        if self._has_edges:
            self._draw_edges()
        if layout.label_width:
            self.draw_coordinates()

    def figure_origin(self, square: int) -> tuple[int, int]:
        """Return the middle column of a square and the first line of its figure."""
        size, (x, y) = self._layout.size, self._layout.square_origin(square)
        return x + size.column_step // 2, y + (1 if self._has_edges else size.row_step // 2)

    def square_middle(self, square: int) -> tuple[int, int]:
        x, y = self.figure_origin(square)
        return x, y + self._figure_height // 2

    def draw_figure(
        self, origin: tuple[int, int], kind: str, role: str, marks: str, mark_role: str
    ) -> None:
        x, y = origin
        figure = self._figures[kind]
        if role.endswith("mover") and len(figure) > 1:
            role = SIDE_ROLES[kind]  # bold would take many bytes at every turn
        is_last_move = role.endswith("last")
        for row, text in enumerate(figure):
            is_base = is_last_move and row == len(figure) - 1
            keeps_role = kind == "empty" or len(figure) == 1 or is_base
            row_role = role if keeps_role else UPPER_ROW_ROLES.get(role, role)
            self.write_words(x - len(text) // 2, y + row, text, row_role)
        mark_offset = self._figure_width // 2 + 1
        left, right = x - mark_offset, x + mark_offset
        if self._has_edges:
            mark_role = UPPER_ROW_ROLES.get(mark_role, mark_role)
            if is_last_move:
                # the underline of a filled base is invisible: show it left and right of it
                self.write(left, y + self._figure_height - 1, " ", role)
                self.write(right, y + self._figure_height - 1, " ", role)
                self._tint_square(x, y)
        self.write_words(left, y + self._figure_height // 2, marks[0], mark_role)
        self.write_words(right, y + self._figure_height // 2, marks[1], mark_role)

    def _tint_square(self, x: int, y: int) -> None:
        """Give the blank cells of the square of a figure the role "tint"."""
        half_width = (self._layout.size.column_step - 1) // 2
        for line in self.cells[y : y + self._figure_height]:
            for column in range(x - half_width, x + half_width + 1):
                if line[column] == (" ", ""):
                    line[column] = (" ", "tint")

    def draw_value(
        self, square: int, text: str, role: str, has_pawn: bool, has_cursor: bool
    ) -> None:
        x, y = self.square_middle(square)
        if has_pawn and self._has_edges:
            y = self.figure_origin(square)[1] + self._figure_height - 1
        elif has_pawn and self._layout.size.row_step > 1:
            y += 1
        elif has_cursor and not self._has_edges:
            self.write_words(x - 2, y, "[", "cursor")
            self.write_words(x + 2, y, "]", "cursor")
        self.write(x - 1, y, text, role)

    def _draw_edges(self) -> None:
        """Draw the edges of the squares."""
        size, game, left = self._layout.size, self._layout.game, self._layout.label_width
        for row in range(game.rows + 1):
            first, crossing, last = "├┼┤"
            if row == 0:
                first, crossing, last = "┌┬┐"
            elif row == game.rows:
                first, crossing, last = "└┴┘"
            line = crossing.join(["─" * (size.column_step - 1)] * game.columns)
            self.write_words(left, row * size.row_step, first + line + last, "dim")
        for y in range(game.rows * size.row_step):
            if y % size.row_step:
                for column in range(game.columns + 1):
                    self.write_words(left + column * size.column_step, y, "│", "dim")
