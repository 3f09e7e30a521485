"""Pieces of a frame as plain data: lines of (text, role) that are fitted, framed and joined.

A *block* is a list of lines. `tui.widgets.styled_lines` shows blocks on a screen.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter

from rich.cells import cell_len, chop_cells, set_cell_size

StyledLine = list[tuple[str, str]]
"""A line of text as pieces, each with its role: a key of `tui.boards.styles.STYLES`."""

Block = list[StyledLine]

_WORD = re.compile("[^ ]+")
MAX_CHARACTERS_PER_CELL = 4  # counting combining ones


def join_runs(cells: Iterable[tuple[str, str]]) -> StyledLine:
    """Join consecutive cells of the same role."""
    runs = groupby(cells, key=itemgetter(1))
    return [("".join(text for text, _ in run), role) for role, run in runs]


def split_characters(line: StyledLine) -> StyledLine:
    """Split a line into its characters, each with its role."""
    return [(char, role) for text, role in line for char in text]


class Canvas:
    """A drawing in the making: a character and a role for each cell, all blank at first.

    Args:
        width: Columns.
        height: Lines.
        transliterate: Replaces each character of a text by one that the terminal can show.

    Attributes:
        cells: (character, role) by line and column.
    """

    def __init__(self, width: int, height: int, transliterate: Callable[[str], str] = str) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]
        self._transliterate = transliterate

    def write(self, x: int, y: int, text: str, role: str) -> None:
        """Write text from a cell to the right; what lies outside is cut off."""
        row = self.cells[y] if 0 <= y < len(self.cells) else []
        for column, char in enumerate(self._transliterate(text), start=x):
            if 0 <= column < len(row):
                row[column] = (char, role)

    def write_words(self, x: int, y: int, text: str, role: str) -> None:
        """Write the words of a text; blanks leave what is there."""
        for match in _WORD.finditer(text):
            self.write(x + match.start(), y, match[0], role)

    def to_lines(self, width: int, height: int) -> Block:
        """Return the upper left part of the drawing as lines."""
        return [join_runs(row[:width]) for row in self.cells[:height]]


def line_width(line: Iterable[tuple[str, str]]) -> int:
    """Return the width of a line in cells."""
    return sum(cell_len(text) for text, _ in line)


def line_text(line: Iterable[tuple[str, str]]) -> str:
    """Return the text of a line."""
    return "".join(text for text, _ in line)


def fit_line(line: Iterable[tuple[str, str]], width: int) -> StyledLine:
    """Cut or pad a line to exactly `width` cells."""
    fitted: StyledLine = []
    left = width
    for text, role in line:
        if not text:
            continue
        text = text[: MAX_CHARACTERS_PER_CELL * width]  # a paste can be thousands of characters
        text_width = cell_len(text)
        if text_width > left:
            if left:
                fitted.append((set_cell_size(text, left), role))
            return fitted
        fitted.append((text, role))
        left -= text_width
    if left:
        fitted.append((" " * left, ""))
    return fitted


def fit_block(lines: Sequence[StyledLine], width: int, height: int) -> Block:
    """Cut or pad lines to exactly `width` × `height` cells."""
    fitted = [fit_line(line, width) for line in lines[:height]]
    return fitted + [[(" " * width, "")] for _ in range(height - len(fitted))]


def remove_blank_columns(lines: Sequence[StyledLine]) -> Block:
    """Return a drawing of one-cell characters without its blank columns."""
    rows = [split_characters(line) for line in lines]
    columns = zip_longest(*rows, fillvalue=(" ", ""))
    visible_columns = [column for column in columns if any(char != " " for char, _ in column)]
    return [join_runs(row) for row in zip(*visible_columns, strict=True)] if visible_columns else []


def remove_last_blank_lines(lines: Sequence[StyledLine]) -> Block:
    """Return a drawing without the blank lines at its end."""
    block = [*lines]
    while block and not line_text(block[-1]).strip():
        block.pop()
    return block


def crop_with_ellipsis(lines: Sequence[StyledLine], width: int, height: int) -> Block:
    """Return the upper left part of a drawing, with an ellipsis where it goes on."""
    cropped: Block = [list(line) for line in lines[:height]]
    for y, line in enumerate(cropped):
        if cell_len(line_text(line).rstrip()) > width:
            cropped[y] = [*fit_line(line, max(0, width - 1)), ("…", "dim")]
    if len(lines) > height and cropped:
        drawing_width = min(width, max(map(line_width, lines)))
        cropped[-1] = [("…".center(drawing_width), "dim")]
    return cropped


def center(lines: Sequence[StyledLine], width: int, height: int) -> Block:
    """Centre a drawing as a whole in `width` × `height` cells."""
    left = max(0, (width - max(map(line_width, lines), default=0)) // 2)
    top_margin = max(0, (height - len(lines)) // 2)
    padded: Block = [[] for _ in range(top_margin)]
    return fit_block(padded + [[(" " * left, ""), *line] for line in lines], width, height)


def draw_box(title: str, lines: Sequence[StyledLine], width: int, height: int) -> Block:
    """Draw a frame of `width` × `height` cells around lines, with a title in its upper edge."""
    inner_width = width - 2
    heading: StyledLine = []
    if title and inner_width > 4:
        label_width = min(cell_len(title) + 2, inner_width - 1)
        heading = [("─", "dim"), *fit_line([(f" {title} ", "title")], label_width)]
    rest_of_edge = "─" * (inner_width - line_width(heading)) + "╮"
    top: StyledLine = [("╭", "dim"), *heading, (rest_of_edge, "dim")]
    content = fit_block(lines, inner_width, height - 2)
    body: Block = [[("│", "dim"), *line, ("│", "dim")] for line in content]
    return [top, *body, [("╰" + "─" * inner_width + "╯", "dim")]]


def join_equal_heights(*blocks: Block) -> Block:
    """Join blocks of the same height side by side."""
    return [[part for line in row for part in line] for row in zip(*blocks, strict=True)]


def align_to_edges(left: StyledLine, right: StyledLine, width: int) -> StyledLine:
    """Align two lines to the edges of `width` cells; the left one is cut if they meet."""
    room = max(0, width - line_width(right))
    if right and cell_len(line_text(left).rstrip()) > room > 2:
        left = [*fit_line(left, room - 2), ("… ", left[0][1])]
    return [*fit_line(left, room), *fit_line(right, width - room)]


def overlay(picture: Block, overlay_lines: Block) -> Block | None:
    """Lay a block over a blank part of a drawing, as near to the lower right as possible.

    All characters must take one cell each.

    Returns:
        The drawing with the block, None if no blank part is large enough.
    """
    rows = [split_characters(line) for line in picture]
    overlay_width, overlay_height = line_width(overlay_lines[0]), len(overlay_lines)
    width = min(map(len, rows), default=0)
    for top in range(len(rows) - overlay_height, -1, -1):
        for left in range(width - overlay_width, -1, -1):
            right, bottom = left + overlay_width, top + overlay_height
            if all(char == " " for row in rows[top:bottom] for char, _ in row[left:right]):
                for row, line in zip(rows[top:], overlay_lines, strict=False):
                    row[left:right] = line
                return [list(row) for row in rows]
    return None


def blank_role(lines: Sequence[StyledLine], role: str) -> Block:
    """Blank the text of a role, given alone or with a background ("cursor on board")."""

    def blank(text: str, text_role: str) -> tuple[str, str]:
        base, _, background = text_role.partition(" on ")
        return (" " * len(text), background) if base == role else (text, text_role)

    return [[blank(*run) for run in line] for line in lines]


def find_role(line: StyledLine, role: str) -> Iterator[int]:
    """Yield the columns of a role, given alone or with a background ("cursor on board")."""
    column = 0
    for text, text_role in line:
        width = cell_len(text)
        if text_role.partition(" on ")[0] == role:
            yield from range(column, column + width)
        column += width


def wrap_text(text: str, width: int, role: str = "") -> Block:
    """Wrap text between words; a word longer than a line is broken."""
    lines: list[str] = []
    width = max(1, width)
    pieces = [piece for word in text.split() for piece in chop_cells(word, width)]
    for piece in filter(None, pieces):  # a character may be wider than the line
        if lines and cell_len(lines[-1]) + 1 + cell_len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return [[(line, role)] for line in lines]


class MessageDrawing(Block):
    """A message in place of a drawing, which can be fitted into other room than that has."""

    def __init__(self, message: str, role: str, width: int, height: int) -> None:
        """Wrap the message into at most `width` × `height` cells."""
        lines = wrap_text(message, width - 2 if width > 4 else width, role)
        super().__init__(crop_with_ellipsis(lines, width, height))
        self._message, self._role = message, role

    def resized(self, width: int, height: int) -> "MessageDrawing":
        """Return the message in at most `width` × `height` cells."""
        return MessageDrawing(self._message, self._role, width, height)
