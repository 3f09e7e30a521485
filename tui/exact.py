"""What is sent of a new frame: nothing that stands on the terminal already, and no style twice.

Textual paints a line again from its beginning however little of it has changed, sends every
stretch of text with its whole style and a reset behind it, and after each change of layout paints
the whole screen, often more than once. Here cells are compared, and what has changed is sent ink
by ink: to move the cursor takes fewer bytes than a colour. The terminal keeps its ink from one
frame to the next.

run     neighbouring cells that are written in one ink
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.console import Console
from textual._compositor import ChopsUpdate, CompositorUpdate, LayoutUpdate
from textual.strip import Strip

from tui.ink import PLAIN, RESET, Ink, bare, blanked, change, ink_of, on_a_blank

Cell = tuple[str, Ink]  # a text of wide characters stands in its first cell, "" in the others
NEAR = 4  # cells that may take fewer bytes to write again than to pass over


@dataclass(slots=True)
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
        self._ink: Ink | None = None

    def forget(self) -> None:
        """Somebody else has written on the terminal, or changed its size."""
        self._lines.clear()
        self._ink = None

    def changes(self, update: CompositorUpdate, console: Console) -> str:
        """What to send to the terminal of `console`; "" when all stands there already."""
        system = console._color_system or ColorSystem.TRUECOLOR
        runs: list[Run] = []
        for y, x, strip in _strips(update):
            runs += self._put(y, x, _cells(strip, system))
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
        wide = any(cell and len(cell[0]) != 1 for cell in (*stood, *cells))
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
        for ink, group in _by_ink(runs, self._ink or PLAIN):
            yield change(self._ink or PLAIN, ink)
            self._ink = ink
            y, x = -1, -1
            for run in group:
                yield self._onward(x, run) if y == run.y and x <= run.x else _place(run.x, run.y)
                yield run.text
                agreed = len(run.text) == run.end - run.x  # terminals differ on wide characters
                y, x = run.y if agreed else -1, run.end

    def _onward(self, x: int, run: Run) -> str:
        """From cell `x` to a run of the same line: past what stands between, or over it again."""
        skip = run.x - x
        step = f"\x1b[{skip if skip > 1 else ''}C" if skip else ""
        between = self._lines[run.y][x : run.x]
        if skip > NEAR or not all(cell and cell[0] and fits(*cell, run.ink) for cell in between):
            return step
        return min("".join(cell[0] for cell in between if cell), step, key=_bytes)


def _place(x: int, y: int) -> str:
    return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"


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
        fitting = [run for run in blanks if fits(run.text, run.ink, ink)]
        blanks = [run for run in blanks if run not in fitting]
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


def _cells(strip: Strip, system: ColorSystem) -> list[Cell]:
    cells: list[Cell] = []
    for text, style, _ in strip:
        ink = ink_of(style, system)
        if _narrow(text):
            cells += [(char, on_a_blank(ink) if char == " " else ink) for char in text]
        elif width := cell_len(text):
            cells += [(text, ink), *[("", ink)] * (width - 1)]
    return cells


@lru_cache(1024)
def _narrow(text: str) -> bool:
    """Whether every character takes one cell."""
    return text.isascii() or all(cell_len(char) == 1 for char in text)
