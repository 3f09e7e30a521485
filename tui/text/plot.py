"""Line plots and bar charts, as blocks of (text, role) lines.

Each series has a mark of its own, set on its line and beside its name, so that lines differ
without colours. Lines are drawn in braille dots, two across and four down a cell; where only ASCII
can be shown, a line is a string of its marks. Start reading at `draw_line_plot` and `draw_bars`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import ceil, floor, log10
from typing import NamedTuple

from rich.cells import cell_len

from ludoscope.tui import lazy
from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.formatting import format_metric

MARKS = "●◇■○◆□×+"
ASCII_MARKS = "o+#x*%@="
SERIES_ROLES = ("piece", "rival", "good", "notice", "bad", "blue", "key", "")
EMPTY_BRAILLE = 0x2800
MARK_SPACING = 10  # columns from mark to mark on a line
MIN_WIDTH_BESIDE_LEGEND = 24  # columns; a narrower plot has the legend above it
MIN_COLUMNS, MIN_ROWS = 8, 2  # of the area between the axes

Cells = dict[tuple[int, int], tuple[str, str]]
"""(column, row from the top) → (character, role)."""


@dataclass(frozen=True, slots=True)
class Series:
    """A line of a plot.

    Attributes:
        name: Shown in the legend.
        points: (x, y), both ≥ 0, in the order in which the line is drawn.
        mark_index: Number of its mark and colour; None for its place among the series.
    """

    name: str
    points: Sequence[tuple[float, float]]
    mark_index: int | None = None


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of a bar chart: its name, its value (None for no bar), the text behind the bar."""

    name: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from `first` to `last` on `dots` dots, with `log` on a logarithmic scale."""

    first: float
    last: float
    dots: int
    log: bool = False

    def dot_index(self, value: float) -> int:
        """Return the index of the dot for a value."""
        first, last = self._scale(self.first), self._scale(self.last)
        return round((self._scale(value) - first) / (last - first) * (self.dots - 1))

    def _scale(self, value: float) -> float:
        return log10(max(1.0, value)) if self.log else value

    def ticks(self, max_count: int) -> list[int]:
        """Return at most `max_count` evenly spaced integers, at least two if the axis has two."""
        max_count = max(2, max_count)
        if self.log:
            exponents = range(floor(self._scale(self.first)), floor(self._scale(self.last)) + 1)
            powers = (10**exponent for exponent in exponents[:: ceil(len(exponents) / max_count)])
            return [power for power in powers if power <= self.last]  # log10 may round upwards
        start, span = ceil(self.first), floor(self.last) - ceil(self.first)
        smallest_step = _round_up((self.last - self.first) / (max_count - 1))
        ticks = range(start, start + span + 1, min(smallest_step, _round_down(max(1, span))))
        return list(ticks[:: ceil(len(ticks) / max_count)])


class _Axes(NamedTuple):
    """The axes of a plot, which has two dots across and four down in each cell."""

    x: Axis
    y: Axis

    @property
    def columns(self) -> int:
        return self.x.dots // 2

    @property
    def rows(self) -> int:
        return self.y.dots // 4


def draw_line_plot(
    series: Sequence[Series],
    width: int,
    height: int,
    *,
    x_label: str = "",
    log: bool = False,
    steps: bool = False,
    ascii_only: bool = False,
) -> Block:
    """Draw a line plot with its legend.

    The y axis begins at 0 (with `log`, at 1), the x axis at the smallest x.

    Args:
        series: The lines.
        width: Columns of the block.
        height: Lines of the block.
        x_label: Label of the x axis.
        log: True for a logarithmic y axis.
        steps: True to hold each y until the next x.
        ascii_only: True to draw in ASCII.
    """
    names = [
        legend_entry(_mark_index(line, index), line.name, ascii_only)
        for index, line in enumerate(series)
    ]
    legend_width = max(map(drawing.line_width, names), default=0)
    if names and width - legend_width - 12 >= MIN_WIDTH_BESIDE_LEGEND:
        plot_width = width - legend_width - 2
        plot = draw_plot_without_legend(series, plot_width, height, "", log, steps, ascii_only)
        labels = drawing.fit_block(names, legend_width, height - 1)
        labels.append(drawing.fit_line([(x_label, "dim")], legend_width))
        return drawing.join_equal_heights(plot, [[("  ", "")]] * height, labels)
    legend_lines = _flow(names, width)[: max(0, height - 4)]
    label: StyledLine = [(f"→ {x_label} ", "dim")]
    if (
        legend_lines
        and x_label
        and drawing.line_width(legend_lines[-1]) + 2 + drawing.line_width(label) <= width
    ):
        legend_lines[-1], x_label = drawing.align_to_edges(legend_lines[-1], label, width), ""
    plot = draw_plot_without_legend(
        series, width, height - len(legend_lines), x_label, log, steps, ascii_only
    )
    return [*drawing.fit_block(legend_lines, width, len(legend_lines)), *plot]


def draw_plot_without_legend(
    series: Sequence[Series],
    width: int,
    height: int,
    x_label: str,
    log: bool,
    steps: bool,
    ascii_only: bool,
) -> Block:
    """Draw a line plot without a legend; see `draw_line_plot`."""
    points = [point for line in series for point in line.points]
    rows = height - 2
    top = max([y for _, y in points] + [10 if log else 1])
    y_axis = Axis(1 if log else 0, top, 4 * rows, log)
    ticks = y_axis.ticks(rows // (2 if log else 3) + 1)
    tick_labels = {rows - 1 - y_axis.dot_index(tick) // 4: format_tick(tick) for tick in ticks}
    gutter = max(map(len, tick_labels.values()), default=1) + 3  # columns left of the plot
    columns = width - gutter
    if rows < MIN_ROWS or columns < MIN_COLUMNS:
        return drawing.fit_block([], width, height)
    min_x = min((x for x, _ in points), default=0)
    x_axis = Axis(min_x, max([x for x, _ in points] + [min_x + 1]), 2 * columns)
    cells: Cells = {}
    for index, line in enumerate(series):
        mark_index = _mark_index(line, index)
        _draw_line(cells, line.points, _Axes(x_axis, y_axis), mark_index, steps, ascii_only)
    block: Block = []
    for row in range(rows):
        label = tick_labels.get(row, "")
        edge = "┤" if row in tick_labels else "│"
        area = [cells.get((column, row), (" ", "")) for column in range(columns)]
        block.append([(f"{label:>{gutter - 2}} {edge}", "dim"), *area])
    block += _draw_x_axis(x_axis, gutter, columns, x_label)
    return drawing.fit_block(block, width, height)


def _draw_x_axis(axis: Axis, gutter: int, columns: int, label: str) -> Block:
    """Draw the x axis, and its numbers and label below it."""
    room = columns - (len(label) + 2 if label else 0)
    tick_width = len(format_tick(axis.last)) + 2
    edge, numbers = ["─"] * columns, [" "] * columns
    for tick in axis.ticks(max(2, room // tick_width)):
        column, number = axis.dot_index(tick) // 2, format_tick(tick)
        if column < room:
            edge[column] = "┬"
            start = min(column, room - len(number))
            numbers[start : start + len(number)] = number
    blank = " " * (gutter - 1)
    text = "".join(numbers)
    if label:
        text = text[:room] + f"  {label}"
    return [[(f"{blank}└{''.join(edge)}", "dim")], [(f"{blank} {text}", "dim")]]


def _draw_line(
    cells: Cells,
    points: Sequence[tuple[float, float]],
    axes: _Axes,
    mark_index: int,
    steps: bool,
    ascii_only: bool,
) -> None:
    """Draw a line into cells: its dots join those of other lines, its marks lie on top."""
    dots = [(axes.x.dot_index(x), axes.y.dot_index(y)) for x, y in points]
    canvas = lazy.plotille.Canvas(axes.columns, axes.rows, 0, 0, axes.x.dots, axes.y.dots)
    for (x, y), (next_x, next_y) in zip(dots, dots[1:] or dots, strict=False):
        corner_y = y if steps else next_y
        canvas.line(x, y, next_x, corner_y)
        canvas.line(next_x, corner_y, next_x, next_y)
    mark, role = mark_of(mark_index, ascii_only)
    for row, text in enumerate(canvas.plot("\n").split("\n")):
        for column, char in enumerate(text):
            if ord(char) == EMPTY_BRAILLE:
                continue
            existing = cells.get((column, row), (" ", ""))[0]
            if ascii_only:
                cells[column, row] = (mark, role)
            elif existing == " ":
                cells[column, row] = (char, role)
            elif ord(existing) >= EMPTY_BRAILLE:
                cells[column, row] = (chr(ord(char) | ord(existing)), role)
    last_column = -MARK_SPACING + 3 * mark_index  # lines that coincide show their marks in turn
    for x, y in dots:
        if x // 2 - last_column >= MARK_SPACING or (x, y) == dots[-1]:
            last_column = x // 2
            cells[x // 2, axes.rows - 1 - y // 4] = (mark, role)


def _mark_index(series: Series, index: int) -> int:
    return index if series.mark_index is None else series.mark_index


def mark_of(mark_index: int, ascii_only: bool = False) -> tuple[str, str]:
    """Return the mark of a number and its role."""
    marks = ASCII_MARKS if ascii_only else MARKS
    return marks[mark_index % len(marks)], SERIES_ROLES[mark_index % len(SERIES_ROLES)]


def legend_entry(mark_index: int, name: str, ascii_only: bool = False) -> StyledLine:
    """Return an entry of a legend: a mark and a name."""
    return [mark_of(mark_index, ascii_only), (f" {name}", "")]


def _flow(names: Sequence[StyledLine], width: int) -> Block:
    """Set legend entries one after the other, in as many lines as they need."""
    flowed: Block = []
    for name in names:
        if flowed and drawing.line_width(flowed[-1]) + 3 + drawing.line_width(name) <= width:
            flowed[-1] = [*flowed[-1], ("   ", ""), *name]
        else:
            flowed.append([(" ", ""), *name])
    return flowed


def draw_bars(rows: Sequence[Bar], width: int, height: int, ascii_only: bool = False) -> Block:
    """Draw a bar chart with the names at the left; a value shows at least one cell."""
    name_width = max((cell_len(row.name) for row in rows), default=0)
    text_width = max((cell_len(row.text) for row in rows), default=0)
    max_length = max(1, width - name_width - text_width - 6)
    max_value = max((row.value or 0 for row in rows), default=0) or 1
    block: Block = []
    for index, row in enumerate(rows):
        name = row.name + " " * (name_width - cell_len(row.name))
        line: StyledLine = [(" ", ""), *legend_entry(index, name, ascii_only), (" ", "")]
        if row.value is not None:
            length = max(1, round(max_length * row.value / max_value))
            line.append(("█" * length, SERIES_ROLES[index % len(SERIES_ROLES)]))
        if row.text:
            line.append((f" {row.text}", "dim"))
        block.append(line)
    return drawing.fit_block(block, width, height)


def format_tick(number: float) -> str:
    """Format a whole number on an axis: 950, 12k, 1.5M."""
    return format_metric(number).replace(".0", "")


def _round_numbers() -> Iterator[int]:
    """Yield 1, 2, 5, 10, 20 and so on."""
    power = 1
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def _round_up(minimum: float) -> int:
    """Return the smallest round number that is not below `minimum`."""
    return next(number for number in _round_numbers() if number >= minimum)


def _round_down(maximum: int) -> int:
    """Return the largest round number that is not above `maximum`."""
    *_, largest = takewhile(lambda number: number <= maximum, _round_numbers())
    return largest
