"""Lines over two axes, and bars, as blocks of (text, role) lines.

Each series has a mark of its own, set on its line and beside its name, so that lines are told
apart without colour. Lines are drawn in braille dots, two across and four down a cell; where only
ASCII can be shown a line is a string of its marks.

Legend: dot = a braille dot · gutter = what stands left of the plot · tick = a number on an axis
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil, floor, log10

from rich.cells import cell_len

from ludoscope.tui.boards.board import Line
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.formatting import metric

MARKS = "●◇■○◆□×+"
ASCII_MARKS = "o+#x*%@="
ROLES = ("piece", "rival", "good", "notice", "bad", "blue", "key", "")
EMPTY = 0x2800  # braille without a dot
APART = 10  # columns from mark to mark on a line
LEAST_PLOT = 24  # columns, below which the names go above the plot

Cells = dict[tuple[int, int], tuple[str, str]]
"""(column, row from the top) → (character, role)."""


@dataclass(frozen=True, slots=True)
class Series:
    """`points` are (x, y), both ≥ 0, in the order in which the line goes through them.

    `mark` is the number of its mark and colour, where that is not its place in the list.
    """

    name: str
    points: Sequence[tuple[float, float]]
    mark_index: int | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """`value` is None where there is none; `text` is what stands behind the bar."""

    name: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `first` to `last` on `dots` dots; with `log`, by their decimal logarithm."""

    first: float
    last: float
    dots: int
    log: bool = False

    def dot(self, value: float) -> int:
        first, last = self._at(self.first), self._at(self.last)
        return round((self._at(value) - first) / (last - first) * (self.dots - 1))

    def _at(self, value: float) -> float:
        return log10(max(1.0, value)) if self.log else value

    def ticks(self, most: int) -> list[int]:
        """At most `most` integers, evenly spaced; two, where there are two on the axis."""
        most = max(2, most)
        if self.log:
            decades = range(floor(self._at(self.first)), floor(self._at(self.last)) + 1)
            powers = decades[:: ceil(len(decades) / most)]  # a logarithm may be rounded upwards
            return [10**power for power in powers if 10**power <= self.last]
        least, span = ceil(self.first), floor(self.last) - ceil(self.first)
        step = min(_step((self.last - self.first) / (most - 1)), _below(max(1, span)))
        ticks = range(least, least + span + 1, step)
        return list(ticks[:: ceil(len(ticks) / most)])


def lines(
    series: Sequence[Series],
    width: int,
    height: int,
    *,
    x_label: str = "",
    log: bool = False,
    steps: bool = False,
    ascii_only: bool = False,
) -> Block:
    """The series over two axes, in exactly `width` × `height` cells.

    y begins at 0 (with `log`, at 1), x at its least value. `steps` holds each y until the next x.
    """
    names = [legend(_mark(one, at), one.name, ascii_only) for at, one in enumerate(series)]
    aside = max(map(drawing.cells, names), default=0)
    if names and width - aside - 12 >= LEAST_PLOT:
        room = width - aside - 2
        plot = lines_alone(series, room, height, "", log, steps, ascii_only)
        said = [*drawing.block(names, aside, height - 1), drawing.fit([(x_label, "dim")], aside)]
        return drawing.beside(plot, [[("  ", "")]] * height, said)
    above = _flow(names, width)[: max(0, height - 4)]
    label: Line = [(f"→ {x_label} ", "dim")]
    if above and x_label and drawing.cells(above[-1]) + 2 + drawing.cells(label) <= width:
        above[-1], x_label = drawing.ends(above[-1], label, width), ""
    rest = lines_alone(series, width, height - len(above), x_label, log, steps, ascii_only)
    return [*drawing.block(above, width, len(above)), *rest]


def lines_alone(
    series: Sequence[Series],
    width: int,
    height: int,
    x_label: str,
    log: bool,
    steps: bool,
    ascii_only: bool,
) -> Block:
    """The plot without the names."""
    points = [point for one in series for point in one.points]
    rows = height - 2
    top = max([y for _, y in points] + [10 if log else 1])
    y_axis = Axis(1 if log else 0, top, 4 * rows, log)
    ticks = y_axis.ticks(rows // (2 if log else 3) + 1)
    y_ticks = {rows - 1 - y_axis.dot(tick) // 4: tick for tick in ticks}
    gutter = max((len(short(tick)) for tick in y_ticks.values()), default=1) + 3
    columns = width - gutter
    if rows < 2 or columns < 8:
        return drawing.block([], width, height)
    least = min((x for x, _ in points), default=0)
    x_axis = Axis(least, max([x for x, _ in points] + [least + 1]), 2 * columns)
    cells: Cells = {}
    for at, one in enumerate(series):
        _draw(cells, one.points, (x_axis, y_axis), _mark(one, at), steps, ascii_only)
    block = []
    for row in range(rows):
        said = short(y_ticks[row]) if row in y_ticks else ""
        edge = "┤" if row in y_ticks else "│"
        block.append(
            [
                (f"{said:>{gutter - 2}} {edge}", "dim"),
                *(cells.get((column, row), (" ", "")) for column in range(columns)),
            ]
        )
    block += _foot(x_axis, gutter, columns, x_label)
    return drawing.block(block, width, height)


def _foot(axis: Axis, gutter: int, columns: int, label: str) -> Block:
    """The x axis and the numbers below it."""
    room = columns - (len(label) + 2 if label else 0)
    wide = len(short(axis.last)) + 2
    edge, numbers = ["─"] * columns, [" "] * columns
    for tick in axis.ticks(max(2, room // wide)):
        column, said = axis.dot(tick) // 2, short(tick)
        if column < room:
            edge[column] = "┬"
            numbers[(at := min(column, room - len(said))) : at + len(said)] = said
    blank = " " * (gutter - 1)
    text = "".join(numbers)
    if label:
        text = text[:room] + f"  {label}"
    return [[(f"{blank}└{''.join(edge)}", "dim")], [(f"{blank} {text}", "dim")]]


def _draw(
    cells: Cells,
    points: Sequence[tuple[float, float]],
    axes: tuple[Axis, Axis],
    at: int,
    steps: bool,
    ascii_only: bool,
) -> None:
    """One line into the cells: dots join dots that are there, its marks lie on top."""
    from plotille import Canvas  # loaded when the first plot is drawn

    x_axis, y_axis = axes
    columns, rows = x_axis.dots // 2, y_axis.dots // 4
    dots = [(x_axis.dot(x), y_axis.dot(y)) for x, y in points]
    canvas = Canvas(columns, rows, 0, 0, x_axis.dots, y_axis.dots)
    for (x, y), (to_x, to_y) in zip(dots, dots[1:] or dots, strict=False):
        canvas.line(x, y, to_x, y if steps else to_y)
        canvas.line(to_x, y if steps else to_y, to_x, to_y)
    mark, role = sign(at, ascii_only)
    for row, text in enumerate(canvas.plot("\n").split("\n")):
        for column, char in enumerate(text):
            if ord(char) != EMPTY:
                before = cells.get((column, row), (" ", ""))[0]
                known = ord(before) if ord(before) >= EMPTY else EMPTY
                shown = mark if ascii_only else chr(ord(char) | known)
                if ascii_only or before == " " or ord(before) >= EMPTY:
                    cells[column, row] = (shown, role)
    last = -APART + 3 * at  # lines that run together show their marks in turn
    for x, y in dots:
        if x // 2 - last >= APART or (x, y) == dots[-1]:
            last = x // 2
            cells[x // 2, rows - 1 - y // 4] = (mark, role)


def _mark(series: Series, at: int) -> int:
    return at if series.mark_index is None else series.mark_index


def sign(at: int, ascii_only: bool = False) -> tuple[str, str]:
    """The mark number `at`, in its colour."""
    marks = ASCII_MARKS if ascii_only else MARKS
    return marks[at % len(marks)], ROLES[at % len(ROLES)]


def legend(at: int, name: str, ascii_only: bool = False) -> Line:
    """That mark, and a name."""
    return [sign(at, ascii_only), (f" {name}", "")]


def _flow(names: Sequence[Line], width: int) -> Block:
    """The names one after the other, in as many lines as they need."""
    flowed: Block = []
    for name in names:
        if flowed and drawing.cells(flowed[-1]) + 3 + drawing.cells(name) <= width:
            flowed[-1] = [*flowed[-1], ("   ", ""), *name]
        else:
            flowed.append([(" ", ""), *name])
    return flowed


def bars(rows: Sequence[Bar], width: int, height: int, ascii_only: bool = False) -> Block:
    """A bar for each row, the longest as long as there is room; what is there shows a cell."""
    names = max((cell_len(row.name) for row in rows), default=0)
    texts = max((cell_len(row.text) for row in rows), default=0)
    room = max(1, width - names - texts - 6)
    most = max((row.value or 0 for row in rows), default=0) or 1
    block: Block = []
    for at, row in enumerate(rows):
        long = max(1, round(room * row.value / most)) if row.value is not None else 0
        name = row.name + " " * (names - cell_len(row.name))
        bar = ("█" * long, ROLES[at % len(ROLES)])
        block.append([(" ", ""), *legend(at, name, ascii_only), (" ", ""), bar])
        block[-1].append((f" {row.text}" if row.text else "", "dim"))
    return drawing.block(block, width, height)


def short(count: float) -> str:
    """A whole number on an axis: 950, 12k, 1.5M."""
    return metric(count).replace(".0", "")


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, …"""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _step(least: float) -> int:
    """The least of them that is not below `least`."""
    return next(step for step in _steps() if step >= least)


def _below(most: int) -> int:
    """The greatest of them that is not above `most`."""
    *_, last = takewhile(lambda step: step <= most, _steps())
    return last
