"""Line plots and bar charts, as blocks of (text, role) lines.

Each series has a mark of its own, set on its line and beside its name, so that lines differ
without colours. Lines are drawn in braille dots, two across and four down a cell; where only ASCII
can be shown, a line is a string of its marks. Both axes are named. A scale is logarithmic where the
values span three orders of magnitude, and it says so. Start reading at `draw_line_plot` and
`draw_bars`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import NamedTuple

from rich.cells import cell_len

from ludoscope.tui import lazy
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.text.formatting import format_metric

MARKS = "●◇■○◆□×+"
ASCII_MARKS = "o+#x*%@="
SERIES_ROLES = ("piece", "rival", "good", "notice", "bad", "blue", "key", "")
EMPTY_BRAILLE = 0x2800
MARK_SPACING = 10  # columns from mark to mark on a line
MIN_COLUMNS, MIN_ROWS = 8, 2  # of the area between the axes
AXIS_HEIGHT = 2  # lines of the x axis and its numbers
MAX_BAR_HEIGHT = 3  # lines
MIN_BAR_WIDTH = 8  # columns of the longest bar; with fewer there is no axis
MIN_FRACTION = 1e-6  # the least value above 0 that a plot shows
LOG_SCALE_RATIO = 1000  # of the greatest value to the least above 0
LOG_SCALE_NOTE = " (log scale)"
NOTHING_TO_PLOT = "Nothing to plot yet"

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
    """An axis from `first` to `last` on `dots` dots.

    Attributes:
        first: The value at its start; above 0 on a logarithmic scale.
        last: The value at its end, above `first`.
        dots: The number of dots.
        log: True for a logarithmic scale.
        whole: True to number it in whole numbers only.
    """

    first: float
    last: float
    dots: int
    log: bool = False
    whole: bool = True

    def dot_index(self, value: float) -> int:
        """Return the index of the dot for a value; values before the axis are at its start."""
        return round(self.fraction(value) * (self.dots - 1))

    def fraction(self, value: float) -> float:
        """Return the place of a value on the axis, from 0 at its start to 1 at its end."""
        first, last = self._scale(self.first), self._scale(self.last)
        return (self._scale(value) - first) / (last - first)

    def _scale(self, value: float) -> float:
        return log10(max(self.first, value)) if self.log else value

    def ticks(self, max_count: int) -> list[float]:
        """Return at most `max_count` round numbers, at least two if the axis has two."""
        max_count = max(2, max_count)
        return self._log_ticks(max_count) if self.log else self._linear_ticks(max_count)

    def _log_ticks(self, max_count: int) -> list[float]:
        """Return 1, 2, 5 and so on of each decade if there is room, else some powers of ten."""
        exponents = range(floor(log10(self.first)), floor(log10(self.last)) + 2)
        for digits in ((1, 2, 5), (1,)):
            ticks = self._within(digit * 10.0**power for power in exponents for digit in digits)
            if len(ticks) <= max_count:
                break
        return ticks[:: ceil(len(ticks) / max_count)]

    def _linear_ticks(self, max_count: int) -> list[float]:
        span = self.last - self.first
        exponent = floor(log10(span / max_count))
        steps = [
            digit * 10.0**power
            for power in range(exponent, exponent + 3)
            for digit in (1, 2, 5)
            if power >= 0 or not self.whole
        ] or [1.0]
        multiples = [self._multiples(step) for step in steps]
        fitting = [ticks for ticks in multiples if 2 <= len(ticks) <= max_count]
        if fitting:
            return fitting[0]
        ticks = next((ticks for ticks in reversed(multiples) if len(ticks) >= 2), multiples[0])
        return ticks[:: max(1, len(ticks) - 1)]  # one step has more, the next one less than two

    def _multiples(self, step: float) -> list[float]:
        first, last = ceil(self.first / step - 1e-9), floor(self.last / step + 1e-9)
        return self._within(number * step for number in range(first, last + 1))

    def _within(self, numbers: Iterable[float]) -> list[float]:
        return [
            number
            for number in (float(f"{number:.12g}") for number in numbers)
            if self.first <= number <= self.last and not (self.whole and number % 1)
        ]


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
    y_label: str = "",
    log: bool | None = None,
    steps: bool = False,
    ascii_only: bool = False,
) -> Block:
    """Draw a line plot with the name of its y axis and its legend above it.

    The y axis begins at 0, or on a logarithmic scale at or below the least value above 0; the x
    axis begins at the smallest x.

    Args:
        series: The lines; one without a name is not in the legend.
        width: Columns of the block.
        height: Lines of the block.
        x_label: Name of the x axis with its unit.
        y_label: Name of the y axis with its unit.
        log: True for a logarithmic y axis, None for one if the values span three orders of
            magnitude.
        steps: True to hold each y until the next x.
        ascii_only: True to draw in ASCII.
    """
    values = [y for line in series for _, y in line.points]
    if not values:
        return drawing.center([[(NOTHING_TO_PLOT, "dim")]], width, height)
    if log is None:
        log = needs_log_scale(values)
    header = [
        legend_entry(_mark_index(line, index), line.name, ascii_only)
        for index, line in enumerate(series)
        if line.name
    ]
    if y_label:
        header.insert(0, [(y_label + (LOG_SCALE_NOTE if log else ""), "dim")])
    header_lines = _flow(header, width)[: max(0, height - AXIS_HEIGHT - MIN_ROWS)]
    rows = height - len(header_lines) - AXIS_HEIGHT
    y_axis = _value_axis(values, 4 * rows, log)
    ticks = y_axis.ticks(rows // (2 if log else 3) + 1)
    tick_labels = {rows - 1 - y_axis.dot_index(tick) // 4: format_tick(tick) for tick in ticks}
    gutter = max(map(len, tick_labels.values()), default=1) + 3  # columns left of the plot
    columns = width - gutter
    if rows < MIN_ROWS or columns < MIN_COLUMNS:
        return drawing.fit_block([], width, height)
    x_axis = _range_axis([x for line in series for x, _ in line.points], 2 * columns)
    cells: Cells = {}
    for index, line in enumerate(series):
        mark_index = _mark_index(line, index)
        _draw_line(cells, line.points, _Axes(x_axis, y_axis), mark_index, steps, ascii_only)
    block: Block = header_lines
    for row in range(rows):
        label = tick_labels.get(row, "")
        edge = "┤" if row in tick_labels else "│"
        area = [cells.get((column, row), (" ", "")) for column in range(columns)]
        block.append([(f"{label:>{gutter - 2}} {edge}", "dim"), *area])
    block += draw_x_axis(x_axis, gutter, columns, x_label)
    return drawing.fit_block(block, width, height)


def needs_log_scale(values: Iterable[float]) -> bool:
    """Return True if the values above 0 span three orders of magnitude."""
    positive = [value for value in values if value > 0]
    return bool(positive) and max(positive) >= LOG_SCALE_RATIO * min(positive)


def _value_axis(values: Sequence[float], dots: int, log: bool) -> Axis:
    """Return an axis for values from 0 on; a logarithmic one begins at a power of ten."""
    whole = _are_whole(values)
    least_number = 1 if whole else MIN_FRACTION
    top = max([least_number, *values])
    if not log:
        return Axis(0, top, dots, whole=whole)
    least = 1 if whole else min(value for value in values if value > 0)
    first = 10.0 ** floor(log10(max(MIN_FRACTION, least)))
    return Axis(first, max(top, 10 * first), dots, log=True, whole=whole)


def _range_axis(values: Sequence[float], dots: int) -> Axis:
    """Return an axis from the smallest to the greatest value."""
    first, last, whole = min(values, default=0), max(values, default=0), _are_whole(values)
    return Axis(first, max(last, first + (1 if whole else MIN_FRACTION)), dots, whole=whole)


def _are_whole(values: Iterable[float]) -> bool:
    return all(float(value).is_integer() for value in values)


def draw_x_axis(axis: Axis, gutter: int, columns: int, label: str) -> Block:
    """Draw the x axis with its name at its end, and its numbers below it."""
    dots_per_column = max(1, axis.dots // columns)
    edge, numbers = ["─"] * columns, [" "] * columns
    placed: list[tuple[int, str]] = []  # the first column of each number
    for tick in _spaced_ticks(axis, columns):
        column, number = axis.dot_index(tick) // dots_per_column, format_tick(tick)
        edge[column] = "┬"
        start = min(column, columns - len(number))
        if len(placed) > 1 and start <= placed[-1][0] + len(placed[-1][1]):
            placed.pop()  # the last number, moved to the left, would touch it
        placed.append((start, number))
    for start, number in placed:
        numbers[start : start + len(number)] = number
    if label and 2 * (len(label) + 2) <= columns:
        edge[-len(label) - 3 : -1] = f" {label} "
    blank = " " * (gutter - 1)
    return [[(f"{blank}└{''.join(edge)}", "dim")], [(f"{blank} {''.join(numbers)}", "dim")]]


def _spaced_ticks(axis: Axis, room: int) -> list[float]:
    """Return as many ticks as have room for their numbers, each with two columns between them."""
    ticks = axis.ticks(max(2, room // 3))
    while (
        len(ticks) > 2 and len(ticks) * (2 + max(len(format_tick(tick)) for tick in ticks)) > room
    ):
        ticks = axis.ticks(len(ticks) - 1)
    return ticks


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


def draw_bars(
    rows: Sequence[Bar], width: int, height: int, label: str = "", ascii_only: bool = False
) -> Block:
    """Draw a bar chart with the names at the left; a value shows at least one cell.

    Bars are as high as there is room for. The scale below them is logarithmic if the values span
    three orders of magnitude.

    Args:
        rows: The bars.
        width: Columns of the block.
        height: Lines of the block.
        label: Name of the values with their unit.
        ascii_only: True to draw in ASCII.
    """
    values = [row.value for row in rows if row.value is not None]
    log = needs_log_scale(values)
    name_width = max((cell_len(row.name) for row in rows), default=0)
    text_width = max((cell_len(row.text) for row in rows), default=0)
    gutter = name_width + 4  # columns left of the bars
    columns = max(2, width - gutter - text_width - 2)
    axis = _value_axis(values, columns, log)
    spare = height - AXIS_HEIGHT - 1 - len(rows)
    has_axis = spare >= 0 and columns >= MIN_BAR_WIDTH and bool(values)
    gap = 1 if rows and spare >= len(rows) else 0
    bar_height = 1
    if has_axis and rows:
        bar_height = min(MAX_BAR_HEIGHT, max(1, (height - AXIS_HEIGHT - 1) // len(rows) - gap))
    block: Block = []
    if has_axis:
        block.append([(f" {label}{LOG_SCALE_NOTE if log else ''}", "dim")])
    for index, row in enumerate(rows):
        name = row.name + " " * (name_width - cell_len(row.name))
        role = SERIES_ROLES[index % len(SERIES_ROLES)]
        length = 0 if row.value is None else max(1, round(columns * axis.fraction(row.value)))
        for line_index in range(bar_height):
            is_middle = line_index == (bar_height - 1) // 2
            entry = legend_entry(index, name, ascii_only)
            line: StyledLine = [(" ", ""), *entry, (" ", "")] if is_middle else [(" " * gutter, "")]
            line.append(("█" * length, role))
            if row.text and is_middle:
                line.append((f" {row.text}", "dim"))
            block.append(line)
        block += [[] for _ in range(gap)]
    if has_axis:
        block += draw_x_axis(axis, gutter, columns, "")
    return drawing.fit_block(block, width, height)


def format_tick(number: float) -> str:
    """Format a number on an axis: 0.05, 2.5, 950, 12k, 1.5M."""
    if number < 1000 and number % 1:
        return f"{number:g}"
    return format_metric(number).replace(".0", "")
