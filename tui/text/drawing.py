"""Pieces of a frame as plain data: lines of (text, role), boxed, clipped and set side by side.

A *block* is a list of lines. Nothing here knows Textual; `tui.widgets.styled_lines` shows a block.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size

from ludoscope.tui.boards.board import Line

Block = list[Line]

WORD = re.compile("[^ ]+")
LONG = 4  # characters a cell, counting those that take none


def line_of(cells: Iterable[tuple[str, str]]) -> Line:
    """Characters of a line as runs of one role."""
    line: Line = []
    run, of = "", None
    for char, role in cells:
        if role != of:
            if of is not None:
                line.append((run, of))
            run, of = "", role
        run += char
    return line if of is None else [*line, (run, of)]


def spread(line: Line) -> Line:
    """The same with each character by itself, however the line is cut up."""
    return [(char, role) for text, role in line for char in text]


class Canvas:
    """A picture in the making: a character and a role for each cell, all blank at first.

    `spell` gives characters that can be shown for those of a text, each in the place of one.
    """

    def __init__(self, width: int, height: int, spell: Callable[[str], str] = str) -> None:
        self.cells = [[(" ", "")] * width for _ in range(height)]
        self._spell = spell

    def write(self, x: int, y: int, text: str, role: str) -> None:
        """Characters from a cell on to the right, as far as there is room."""
        row = self.cells[y] if 0 <= y < len(self.cells) else []
        for at, char in enumerate(self._spell(text), start=x):
            if 0 <= at < len(row):
                row[at] = (char, role)

    def stamp(self, x: int, y: int, text: str, role: str) -> None:
        """The same, but blanks leave what is there."""
        for word in WORD.finditer(text):
            self.write(x + word.start(), y, word[0], role)

    def lines(self, width: int, height: int) -> Block:
        """The picture, or its upper left part."""
        return [line_of(row[:width]) for row in self.cells[:height]]


def cells(line: Iterable[tuple[str, str]]) -> int:
    """The cells that `line` takes."""
    return sum(cell_len(text) for text, _ in line)


def cells_of(line: Iterable[tuple[str, str]]) -> str:
    """The characters of `line`."""
    return "".join(text for text, _ in line)


def fit(line: Iterable[tuple[str, str]], width: int) -> Line:
    """`line` in exactly `width` cells, cut or padded."""
    fitted: Line = []
    left = width
    for text, role in line:
        if not text:
            continue
        text = text[: LONG * width]  # a paste can be thousands of characters
        taken = cell_len(text)
        if taken > left:
            if left:
                fitted.append((set_cell_size(text, left), role))
            return fitted
        fitted.append((text, role))
        left -= taken
    if left:
        fitted.append((" " * left, ""))
    return fitted


def block(lines: Sequence[Line], width: int, height: int) -> Block:
    """`lines` in exactly `width` × `height` cells."""
    fitted = [fit(line, width) for line in lines[:height]]
    return fitted + [[(" " * width, "")] for _ in range(height - len(fitted))]


def narrowed(lines: Sequence[Line]) -> Block:
    """The same picture without the columns that are blank; its characters take one cell each."""
    rows = [spread(line) for line in lines]
    columns = zip_longest(*rows, fillvalue=(" ", ""))
    kept = [column for column in columns if any(char != " " for char, _ in column)]
    return [line_of(row) for row in zip(*kept, strict=True)] if kept else []


def trimmed(lines: Sequence[Line]) -> Block:
    """The same picture without the blank lines at its end."""
    block = [*lines]
    while block and not cells_of(block[-1]).strip():
        block.pop()
    return block


def cut(lines: Sequence[Line], width: int, height: int) -> Block:
    """The upper left part of a picture, with dots where it goes on."""
    parts: Block = [list(line) for line in lines[:height]]
    for at, line in enumerate(parts):
        if cell_len(cells_of(line).rstrip()) > width:
            parts[at] = [*fit(line, max(0, width - 1)), ("…", "dim")]
    if len(lines) > height and parts:
        wide = min(width, max(map(cells, lines)))
        parts[-1] = [("…".center(wide), "dim")]
    return parts


def centre(lines: Sequence[Line], width: int, height: int) -> Block:
    """`lines` as one picture in the middle of `width` × `height` cells."""
    left = max(0, (width - max(map(cells, lines), default=0)) // 2)
    above = max(0, (height - len(lines)) // 2)
    moved: Block = [[] for _ in range(above)]
    return block(moved + [[(" " * left, ""), *line] for line in lines], width, height)


def box(title: str, lines: Sequence[Line], width: int, height: int) -> Block:
    """`lines` in a frame of `width` × `height` cells, the title set into its upper edge."""
    inner = width - 2
    heading: Line = []
    if title and inner > 4:
        said = fit([(f" {title} ", "title")], min(cell_len(title) + 2, inner - 1))
        heading = [("─", "dim"), *said]
    top: Line = [("╭", "dim"), *heading, ("─" * (inner - cells(heading)) + "╮", "dim")]
    body: Block = [[("│", "dim"), *line, ("│", "dim")] for line in block(lines, inner, height - 2)]
    return [top, *body, [("╰" + "─" * inner + "╯", "dim")]]


def beside(*blocks: Block) -> Block:
    """Blocks of one height set side by side."""
    return [[part for line in row for part in line] for row in zip(*blocks, strict=True)]


def ends(left: Line, right: Line, width: int) -> Line:
    """`left` at the left edge and `right` at the right one; the left one yields when they meet."""
    room = max(0, width - cells(right))
    if right and cell_len("".join(text for text, _ in left).rstrip()) > room > 2:
        left = [*fit(left, room - 2), ("… ", left[0][1])]
    return [*fit(left, room), *fit(right, width - room)]


def upon(picture: Block, laid: Block) -> Block | None:
    """`laid` over the picture where nothing is drawn, near its lower right; None without a place.

    Characters of either must take one cell each.
    """
    rows = [spread(line) for line in picture]
    wide, high = cells(laid[0]), len(laid)
    width = min(map(len, rows), default=0)
    for top in range(len(rows) - high, -1, -1):
        for left in range(width - wide, -1, -1):
            place = [row[left : left + wide] for row in rows[top : top + high]]
            if all(char == " " for row in place for char, _ in row):
                for row, line in zip(rows[top:], laid, strict=False):
                    row[left : left + wide] = line
                return [list(row) for row in rows]
    return None


def without(lines: Sequence[Line], role: str) -> Block:
    """The same picture with blanks where `role` was, on whatever ground."""

    def blank(text: str, shown: str) -> tuple[str, str]:
        base, _, ground = shown.partition(" on ")
        return (" " * len(text), ground) if base == role else (text, shown)

    return [[blank(*run) for run in line] for line in lines]


def wrap(text: str, width: int, role: str = "") -> Block:
    """`text` broken between words, and within those longer than a line."""
    lines: list[str] = []
    width = max(1, width)
    words = [w[i : i + width] for w in text.split() for i in range(0, len(w), width)]
    for word in words:
        if lines and cell_len(lines[-1]) + 1 + cell_len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return [[(line, role)] for line in lines]
