"""The cells of the screen, as they are to stand there, and which of them are new."""

from collections.abc import Iterator
from dataclasses import dataclass

from ludoscope.tui.terminal.cell_style import Ink, bare, blanked, on_a_blank
from ludoscope.tui.terminal.cells import Cell, certain

Line = list[Cell | None]  # None: what stands there is not known


@dataclass(slots=True, eq=False)
class Run:
    """`text` in the cells from `x` to before `end` of line `y`, written in one ink.

    In a line of `wide` clusters runs are written one after the other, since a cluster may take
    the place of what stood beside it. A cluster that terminals are not `sure` about stands alone.
    """

    y: int
    x: int
    end: int
    text: str
    ink: Ink
    wide: bool = False
    sure: bool = True

    def takes(self, text: str, ink: Ink) -> bool:
        """Add one more cell, if one ink will do for all."""
        if self.wide and text and not (self.sure and certain(text)):
            return False
        if not fits(text, ink, self.ink):
            if not fits(self.text, self.ink, ink):
                return False
            self.ink = ink
        self.text += text
        self.end += 1
        return True


def fits(text: str, wanted: Ink, ink: Ink) -> bool:
    """Whether `text` looks in `ink` as in the one that is `wanted`."""
    return ink == wanted or (
        bare(wanted) and text.isspace() and not ink.link and ink == blanked(ink, wanted)
    )


class Sheet:
    """`width` and `height` are those of the terminal; what is put outside is nowhere."""

    def __init__(self) -> None:
        self.lines: dict[int, Line] = {}
        self.width = self.height = 1 << 15
        self._wide: set[int] = set()  # lines that may have clusters of other than one cell
        self._before: dict[int, tuple[Line, int, int]] = {}  # what stood there; which cells to see

    def forget(self) -> None:
        """What stands on the terminal is not known."""
        self.lines.clear()
        self._wide.clear()
        self._before.clear()

    def put(self, y: int, x: int, cells: list[Cell], wide: bool) -> None:
        """Have `cells` stand from `x` on in line `y`."""
        if not (0 <= y < self.height and 0 <= x < self.width and cells):
            return
        if x + len(cells) > self.width:
            cells = _cut(cells, self.width - x)
        line = self.lines.setdefault(y, [])
        end = x + len(cells)
        if len(line) < end:
            line += [None] * (end - len(line))
        if line[x:end] == cells:
            return
        before, first, last = self._before.get(y) or (line[:], x, end)
        if wide or y in self._wide:
            self._wide.add(y)
            start, stop = _break(line, x, end)
            first, last = min(first, start), max(last, stop)
        line[x:end] = cells
        self._before[y] = before, min(first, x), max(last, end)

    def news(self) -> Iterator[Run]:
        """What does not stand on the terminal yet; from now on it does."""
        changed, self._before = self._before, {}
        for y, (before, first, last) in changed.items():
            line = self.lines[y]
            before += [None] * (len(line) - len(before))
            stood, cells = before[first:last], line[first:last]
            if stood == cells:
                continue
            wide = y in self._wide and any(cell and len(cell[0]) != 1 for cell in stood + cells)
            run: Run | None = None
            for x, (old, cell) in enumerate(zip(stood, cells, strict=True), first):
                if cell is None or (old == cell and not wide):
                    run = None
                elif not (run and run.takes(*cell)):
                    run = Run(y, x, x + 1, *cell, wide, not wide or certain(cell[0]))
                    yield run


def _cut(cells: list[Cell], count: int) -> list[Cell]:
    """The first of them, without a cluster that does not fit."""
    while count and cells[count][0] == "":
        count -= 1
    return cells[:count]


def _break(line: Line, x: int, end: int) -> tuple[int, int]:
    """Of clusters that are partly written over blanks are left; from where to where."""
    start, stop = x, end
    while _rest(line, start):
        start -= 1
    while _rest(line, stop):
        stop += 1
    for at in (*range(start, x), *range(end, stop)):
        if cell := line[at]:
            line[at] = (" ", on_a_blank(cell[1]))
    return start, stop


def _rest(line: Line, x: int) -> bool:
    """Whether a cell holds the rest of a cluster."""
    cell = line[x] if x < len(line) else None
    return cell is not None and cell[0] == ""
