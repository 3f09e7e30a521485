"""The cells that the terminal should show, and the runs of cells that it does not show yet."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ludoscope.tui.terminal.cell_style import (
    CellStyle,
    blank_style,
    has_only_background,
    nearest_blank_style,
)
from ludoscope.tui.terminal.cells import Cell, has_agreed_width

Row = list[Cell | None]
"""The cells of a line; None where the terminal's content is unknown."""


@dataclass(slots=True, eq=False)
class Run:
    """Cells `x` to before `end` of line `y`, written in one style.

    The runs of a line with wide clusters are written in order, since a cluster may overwrite what
    stood beside it (`is_wide`). A cluster whose width terminals disagree about is a run of its own
    (`has_agreed_width` is False).
    """

    y: int
    x: int
    end: int
    text: str
    style: CellStyle
    is_wide: bool = False
    has_agreed_width: bool = True

    def try_append(self, text: str, style: CellStyle) -> bool:
        """Append a cell if one style will do for all; return True if appended."""
        if self.is_wide and text and not (self.has_agreed_width and has_agreed_width(text)):
            return False
        if not looks_same(text, style, self.style):
            if not looks_same(self.text, self.style, style):
                return False
            self.style = style
        self.text += text
        self.end += 1
        return True


class RowChange(NamedTuple):
    """The cells of a line before it was changed; `start` and `end` limit what was changed."""

    old_cells: Row
    start: int
    end: int


def looks_same(text: str, target: CellStyle, style: CellStyle) -> bool:
    """Return True if `text` looks the same in `style` as in `target`."""
    return style == target or (
        has_only_background(target)
        and text.isspace()
        and not style.link
        and style == nearest_blank_style(style, target)
    )


class ScreenBuffer:
    """The cells of a terminal of `width` × `height`; what is put outside is dropped."""

    def __init__(self) -> None:
        self.lines: dict[int, Row] = {}
        self.width = self.height = 1 << 15
        self._wide_lines: set[int] = set()  # may have clusters of other than one cell
        self._changes: dict[int, RowChange] = {}

    def clear(self) -> None:
        """Forget all cells: the terminal's content is unknown."""
        self.lines.clear()
        self._wide_lines.clear()
        self._changes.clear()

    def put(self, y: int, x: int, cells: list[Cell], has_wide: bool) -> None:
        """Put cells into line `y` from column `x` on."""
        if not (0 <= y < self.height and 0 <= x < self.width and cells):
            return
        if x + len(cells) > self.width:
            cells = _truncate(cells, self.width - x)
        row = self.lines.setdefault(y, [])
        end = x + len(cells)
        if len(row) < end:
            row += [None] * (end - len(row))
        if row[x:end] == cells:
            return
        old_cells, first, last = self._changes.get(y) or (row[:], x, end)
        if has_wide or y in self._wide_lines:
            self._wide_lines.add(y)
            start, stop = _blank_cut_clusters(row, x, end)
            first, last = min(first, start), max(last, stop)
        row[x:end] = cells
        self._changes[y] = RowChange(old_cells, min(first, x), max(last, end))

    def take_changes(self) -> Iterator[Run]:
        """Yield the runs that the terminal does not show yet, and regard them as shown."""
        changes, self._changes = self._changes, {}
        for y, (old_cells, first, last) in changes.items():
            row = self.lines[y]
            old_cells += [None] * (len(row) - len(old_cells))
            if old_cells[first:last] == row[first:last]:
                continue
            if y in self._wide_lines:
                last = _end_of_overwritten(row, first, last)
            old_part, new_part = old_cells[first:last], row[first:last]
            is_wide = y in self._wide_lines and any(
                cell and len(cell[0]) != 1 for cell in old_part + new_part
            )
            run: Run | None = None
            for x, (old, cell) in enumerate(zip(old_part, new_part, strict=True), first):
                if cell is None or (old == cell and not is_wide):
                    run = None
                elif not (run and run.try_append(*cell)):
                    agreed = not is_wide or has_agreed_width(cell[0])
                    run = Run(y, x, x + 1, *cell, is_wide, agreed)
                    yield run


def _end_of_overwritten(row: Row, start: int, end: int) -> int:
    """Return the end of the cells that a terminal may overwrite when `start` to `end` are written.

    Where terminals disagree about a cluster, some give each of its characters up to two cells.
    """
    x = start
    while x < min(end, len(row)):
        cell = row[x]
        if cell and not has_agreed_width(cell[0]):
            end = max(end, x + 2 * len(cell[0]))
        x += 1
    while _is_continuation(row, end):
        end += 1
    return min(end, len(row))


def _truncate(cells: list[Cell], count: int) -> list[Cell]:
    """Return the first `count` cells, without a cluster that does not fit."""
    while count and cells[count][0] == "":
        count -= 1
    return cells[:count]


def _blank_cut_clusters(row: Row, x: int, end: int) -> tuple[int, int]:
    """Blank the rest of clusters that are partly in cells `x` to `end`; return their range."""
    start, stop = x, end
    while _is_continuation(row, start):
        start -= 1
    while _is_continuation(row, stop):
        stop += 1
    for column in (*range(start, x), *range(end, stop)):
        if cell := row[column]:
            row[column] = (" ", blank_style(cell[1]))
    return start, stop


def _is_continuation(row: Row, x: int) -> bool:
    """Return True if a cell belongs to a wide cluster that begins to its left."""
    cell = row[x] if x < len(row) else None
    return cell is not None and cell[0] == ""
