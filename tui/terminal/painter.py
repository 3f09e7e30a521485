"""What is sent of a new frame: nothing that stands on the terminal already, and no style twice.

Textual paints a line again from its beginning however little of it has changed, sends every
stretch of text with its whole style and a reset behind it, and after each change of layout paints
the whole screen, often more than once. Here cells are compared, and what has changed is sent ink
by ink: to move the cursor takes fewer bytes than a colour. The terminal keeps its ink from one
frame to the next.

run     neighbouring cells that are written in one ink
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from ludoscope.tui.terminal.ink import PLAIN, RESET, Ink, bare, blanked, change, ink_of, on_a_blank

Cell = tuple[str, Ink]  # a text of wide characters stands in its first cell, "" in the others
Place = tuple[int, int]  # line, cell
NEAR = 4  # cells that may take fewer bytes to write again than to pass over


@dataclass(slots=True, eq=False)
class Run:
    """`text` in the cells from `x` to before `end` of line `y`."""

    y: int
    x: int
    end: int
    text: str
    ink: Ink

    def takes(self, text: str, ink: Ink) -> bool:
        """Add one more cell, if one ink will do for all."""
        if not fits(text, ink, self.ink):
            if not fits(self.text, self.ink, ink):
                return False
            self.ink = ink
        self.text += text
        self.end += 1
        return True


def fits(text: str, wanted: Ink, ink: Ink) -> bool:
    """Whether `text` looks in `ink` as in the one that is `wanted`."""
    return ink == wanted or (bare(wanted) and text.isspace() and ink == blanked(ink, wanted))


class Painted:
    """The cells that stand on the terminal, and the ink it writes in."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell | None]] = {}
        self._wide: set[int] = set()  # lines that may have characters of other than one cell
        self._ink: Ink | None = None

    def forget(self) -> None:
        """Somebody else has written on the terminal, or changed its size."""
        self._lines.clear()
        self._wide.clear()
        self._ink = None

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """What to send to the terminal of `console`; "" when all stands there already."""
        system = console._color_system or ColorSystem.TRUECOLOR
        runs: list[Run] = []
        for y, x, strip in _strips(update):
            cells, wide = _cells(strip, system)
            if wide:
                self._wide.add(y)
            runs += self._put(y, x, cells)
        return "".join(self._written(runs))

    def _put(self, y: int, x: int, cells: list[Cell]) -> Iterator[Run]:
        """Have `cells` stand from `x` on; what of them is new."""
        line = self._lines.setdefault(y, [])
        end = x + len(cells)
        line += [None] * (end - len(line))
        stood = line[x:end]
        if stood == cells:
            return
        line[x:end] = cells
        wide = y in self._wide and any(cell and len(cell[0]) != 1 for cell in (*stood, *cells))
        run: Run | None = None
        for at, (before, cell) in enumerate(zip(stood, cells, strict=True), x):
            if before == cell and not wide:
                run = None
            elif not (run and run.takes(*cell)):
                run = Run(y, at, at + 1, *cell)
                yield run

    def _written(self, runs: list[Run]) -> Iterator[str]:
        if runs and self._ink is None:
            self._ink = PLAIN
            yield RESET
        awaited: dict[int, list[Run]] = defaultdict(list)
        for run in runs:
            awaited[run.y].append(run)
        at: Place | None = None
        for ink, group in _by_ink(runs, self._ink or PLAIN):
            yield change(self._ink or PLAIN, ink)
            self._ink = ink
            for run in group:
                yield self._way(at, run, awaited[run.y])
                yield run.text
                awaited[run.y].remove(run)
                agreed = len(run.text) == run.end - run.x and run.end < len(self._lines[run.y])
                at = (run.y, run.end) if agreed else None

    def _way(self, at: Place | None, run: Run, awaited: list[Run]) -> str:
        """The shortest for the cursor to a run, which may lead over cells that are written again.

        Where it is `at` is not known behind wide characters, nor at the edge of the screen:
        terminals differ. Of runs of its line that are `awaited` it does not matter what is in their
        cells now.
        """
        ways = [f"\x1b[{run.y + 1};{run.x + 1}H" if run.x else f"\x1b[{run.y + 1}H"]
        if at:
            down, right = run.y - at[0], run.x - at[1]
            ways.append(_steps(down, "B", "A") + _steps(right, "C", "D"))
            if -NEAR < right < 0:
                ways.append(_steps(down, "B", "A") + "\b" * -right)
            if not down and 0 < right <= NEAR:
                line, ink = self._lines[run.y], self._ink or PLAIN
                over = [
                    (" ", ink) if any(one.x <= x < one.end for one in awaited) else line[x]
                    for x in range(at[1], run.x)
                ]
                if all(cell and cell[0] and fits(*cell, ink) for cell in over):
                    ways.append("".join(cell[0] for cell in over if cell))
        return min(ways, key=_bytes)


def _steps(count: int, forth: str, back: str) -> str:
    number = abs(count) if abs(count) > 1 else ""
    return f"\x1b[{number}{forth if count > 0 else back}" if count else ""


def _bytes(text: str) -> int:
    return len(text.encode())


def _by_ink(runs: list[Run], ink: Ink) -> Iterator[tuple[Ink, list[Run]]]:
    """Runs that are written in one ink, top to bottom; inks in an order that takes few bytes."""
    groups: dict[Ink, list[Run]] = {}
    blanks: list[Run] = []
    for run in runs:
        if bare(run.ink) and run.text.isspace():
            blanks.append(run)
        else:
            groups.setdefault(run.ink, []).append(run)
    while groups or blanks:
        if groups:
            ink = min(groups, key=lambda one: len(change(ink, one)))
        else:
            ink = blanked(ink, blanks[0].ink)
        fitting, others = [], []
        for run in blanks:
            (fitting if fits(run.text, run.ink, ink) else others).append(run)
        blanks = others
        yield ink, sorted(groups.pop(ink, []) + fitting, key=lambda run: (run.y, run.x))


def _strips(update: CompositorUpdate) -> Iterator[tuple[int, int, Strip]]:
    """Line, first cell, what is to stand there."""
    if isinstance(update, ChopsUpdate):
        for y, first, end in update.spans:
            for stop, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if strip is not None and x < end and first < stop:
                    left = max(x, first)
                    yield y, left, strip.crop(left - x, min(stop, end) - x)
    elif isinstance(update, LayoutUpdate):
        for y, strips in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in strips:
                yield y, x, strip
                x += strip.cell_length


def _cells(strip: Strip, system: ColorSystem) -> tuple[list[Cell], bool]:
    """The cells, and whether a character takes other than one of them."""
    cells: list[Cell] = []
    wide = False
    for text, style, _ in strip:
        ink = ink_of(style, system)
        if _narrow(text):
            cells += [(char, on_a_blank(ink) if char == " " else ink) for char in text]
        elif width := cell_len(text):
            cells += [(text, ink), *[("", ink)] * (width - 1)]
            wide = True
    return cells, wide


@lru_cache(1024)
def _narrow(text: str) -> bool:
    """Whether every character takes one cell."""
    return text.isascii() or all(cell_len(char) == 1 for char in text)
