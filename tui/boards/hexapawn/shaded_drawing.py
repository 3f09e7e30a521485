"""Drawing of a hexapawn board in colours: squares of two shades, white pawns and black ones.

Squares are about twice as many cells wide as lines high. From five lines on, pawns are computed in
quarters of cells, at any size. A dot in the corner of a square is the sign of the last move, since
another background would take many bytes. Start with `choose_shaded_layout`.
"""

from collections.abc import Mapping
from functools import cache
from math import hypot

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.tui.boards.hexapawn.drawing import Figures, Layout, PawnDrawing, SquareSize
from ludoscope.tui.boards.raster import rasterize
from ludoscope.tui.boards.styles import DARK_SQUARE, LIGHT_SQUARE, role_on
from ludoscope.tui.text.drawing import StyledLine

MAX_SQUARE_HEIGHT = 40  # lines
MIN_COMPUTED_HEIGHT = 5  # lines of a square, from which on its figures are computed
SMALL_FIGURES: Mapping[tuple[int, int], Figures] = {  # by cells and lines of a square
    (8, 4): {
        "pawn": ("   ▄▄   ", "  ▝██▘  ", "  ▗██▖  ", " ▝▀▀▀▀▘ "),
        "target": ("", "   ▄▄   ", "   ▀▀   "),
    },
    (6, 3): {"pawn": ("  ▄▄  ", "  ██  ", " ▟██▙ "), "target": ("", "  ██  ")},
    (5, 2): {"pawn": (" ▄ ", "▟█▙"), "target": (" ▄ ", " ▀ ")},
    (5, 1): {"pawn": ("●",), "target": ("◌",)},
    (3, 1): {"pawn": ("●",), "target": ("◌",)},
}
CORNERS, LAST_MOVE_SIGN = "┌┐└┘", "•"
# Bold blocks look like any others, and all pawns would be sent again with each move.
PAWN_ROLES = {"mover": "piece", "rival mover": "rival"}


def choose_shaded_layout(
    game: HexapawnGame, width: int, height: int, label_width: int, side: int = 0
) -> Layout | None:
    """Return the layout with the largest squares that fits; None if none fits.

    Args:
        game: The game.
        width: Cells that may be used.
        height: Lines that may be used.
        label_width: Cells for row numbers; 0 for a board without coordinates.
        side: The player whose home row is at the bottom.
    """
    computed = [
        (2 * lines, lines) for lines in range(MAX_SQUARE_HEIGHT, MIN_COMPUTED_HEIGHT - 1, -1)
    ]
    for column_step, row_step in (*computed, *SMALL_FIGURES):
        board_width = label_width + game.columns * column_step
        board_height = game.rows * row_step + (1 if label_width else 0)
        if board_width <= width and board_height <= height:
            figures = _figures(column_step, row_step)
            size = SquareSize(column_step, row_step, figures, is_shaded=True)
            return Layout(game, side, size, label_width, board_width, board_height)
    return None


class ShadedDrawing(PawnDrawing):
    """Figures on squares of two shades."""

    def figure_origin(self, square: int) -> tuple[int, int]:
        """Return the first column and line of a square."""
        return self._layout.square_origin(square)

    def square_middle(self, square: int) -> tuple[int, int]:
        (x, y), size = self.figure_origin(square), self._layout.size
        return x + size.column_step // 2, y + size.row_step // 2

    def draw_figure(
        self, origin: tuple[int, int], kind: str, role: str, marks: str, mark_role: str
    ) -> None:
        x, y = origin
        size = self._layout.size
        right, bottom = x + size.column_step - 1, y + size.row_step - 1
        if size.row_step > 1:
            if role.endswith("last"):
                self.write_words(right, y, LAST_MOVE_SIGN, "fresh")
                role = role.removesuffix(" last")
            role = PAWN_ROLES.get(role, role)
        for row, text in enumerate(size.figures.get(_figure_name(kind), ())):
            self.write_words(x + (size.column_step - len(text)) // 2, y + row, text, role)
        if marks == "[]" and size.row_step > 1:
            corner_cells = ((x, y), (right, y), (x, bottom), (right, bottom))
            for (column, line), corner in zip(corner_cells, CORNERS, strict=True):
                self.write_words(column, line, corner, mark_role)
        else:
            inset = 0 if size.row_step > 1 or size.column_step == 3 else 1
            middle = y + size.row_step // 2
            self.write_words(x + inset, middle, marks[0], mark_role)
            self.write_words(right - inset, middle, marks[1], mark_role)

    def draw_value(
        self, square: int, text: str, role: str, has_pawn: bool, has_cursor: bool
    ) -> None:
        (x, y), size = self.figure_origin(square), self._layout.size
        line = y + (size.row_step - 1 if has_pawn else size.row_step // 2)
        self.write(x + (size.column_step - 3) // 2, line, text, role)

    def to_lines(self, width: int, height: int) -> list[StyledLine]:
        game, size = self._layout.game, self._layout.size
        for square in range(game.rows * game.columns):
            x, y = self.figure_origin(square)
            row, column = divmod(square, game.columns)
            ground = DARK_SQUARE if (row + column) % 2 == 0 else LIGHT_SQUARE
            for line in self.cells[y : y + size.row_step]:
                for cell in range(x, x + size.column_step):
                    char, role = line[cell]
                    line[cell] = (char, role_on(role, ground))
        if self._layout.label_width:
            self.draw_coordinates()
        return super().to_lines(width, height)


def _figure_name(kind: str) -> str:
    return "pawn" if kind in ("white", "black") else kind


@cache
def _figures(column_step: int, row_step: int) -> Figures:
    """Return the figures of a size: a pawn, and the sign of a target."""
    if small_figures := SMALL_FIGURES.get((column_step, row_step)):
        return small_figures
    half_lines = 2 * row_step - 2
    target_radius = 0.16 * half_lines + 0.3

    def is_in_target(x: float, y: float) -> bool:
        return hypot(x - column_step / 2, y - half_lines / 2) < target_radius

    def is_in_pawn(x: float, y: float) -> bool:
        sideways, depth = abs(x - column_step / 2) / half_lines, y / half_lines
        if depth > 0.86:
            return sideways < 0.35
        is_head = hypot(sideways, depth - 0.21) < 0.2
        is_collar = 0.38 < depth < 0.46 and sideways < 0.21
        is_body = depth > 0.35 and sideways < 0.11 + 0.65 * (depth - 0.35) ** 2
        return is_head or is_collar or is_body

    return {
        "pawn": rasterize(is_in_pawn, column_step, half_lines, begins_low=True),
        "target": rasterize(is_in_target, column_step, half_lines, begins_low=True),
    }
