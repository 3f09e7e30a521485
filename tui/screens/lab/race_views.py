"""The contents of the lab screen: the table of the race and the plots below it."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from ludoscope.search import counters
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.lab.export import (
    format_bytes_per_position,
    format_length,
    format_memory,
    format_rate,
)
from ludoscope.tui.lab.race import PAUSED, QUEUED, RUNNING, Entrant, RaceRow
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.text.plot import Bar, Series, draw_bars, draw_line_plot, mark_of
from ludoscope.tui.widgets.text_table import Column

VIEWS = {
    "Position": "The position",
    "By depth": "Explored, by depth",
    "Over time": "Explored, over time",
    "Explored": "Positions explored",
    "Time": "Time taken",
    "Length": "Length of the solution",
}
"""Labels of the tabs, and the titles of what they show."""

POSITION, BY_DEPTH, OVER_TIME = 0, 1, 2  # numbers of views
MARK_WIDTH = 2  # columns of a solver's mark in the plots and the space after it
MAX_NAME_WIDTH = 20
VERDICT_GAP = 2
MIN_VERDICT_WIDTH = 9  # "✓ fewest"
MIN_WIDTH_FOR_REASONS = 100
BYTES_PER_POSITION = "bytes/position"
COLUMN_WIDTHS = {
    "explored": 11,
    "rate": 9,
    "frontier": 9,
    "length": 10,
    "time": 9,
    "memory": 9,
    BYTES_PER_POSITION: 16,
}
OPTIONAL_COLUMNS = (BYTES_PER_POSITION, "memory", "frontier", "rate", "time")
"""Columns that a narrow table leaves out, in this order."""


class StyledText(NamedTuple):
    """A text and its role, which decides its colour."""

    text: str
    role: str


class RaceTable(NamedTuple):
    """Headings and cells of the table of a race."""

    headings: list[Column]
    rows: list[list[Text | str]]


def build_table(rows: Sequence[RaceRow], width: int, styles: Styles, ascii_only: bool) -> RaceTable:
    """Return the table of a race, with the columns that fit into `width`."""
    longest_name = max((len(row.solver) for row in rows), default=0)
    name_width = MARK_WIDTH + min(MAX_NAME_WIDTH, longest_name) + 1
    verdicts = [format_verdict(row, with_reason=width >= MIN_WIDTH_FOR_REASONS) for row in rows]
    longest_verdict = max([MIN_VERDICT_WIDTH, *(len(verdict.text) for verdict in verdicts)])
    columns = dict(COLUMN_WIDTHS)
    longest_length = max((len(format_length(row)) for row in rows), default=0)
    columns["length"] = max(columns["length"], longest_length + 1)
    for name in OPTIONAL_COLUMNS:
        verdict_width = longest_verdict if name == BYTES_PER_POSITION else MIN_VERDICT_WIDTH
        if name_width + sum(columns.values()) + VERDICT_GAP + verdict_width > width:
            del columns[name]
    headings = [
        Column(" " * MARK_WIDTH + "solver", name_width),
        *(Column(name, column_width, align_right=True) for name, column_width in columns.items()),
        Column(" " * VERDICT_GAP + "verdict"),
    ]
    cells: list[list[Text | str]] = []
    for index, (row, verdict) in enumerate(zip(rows, verdicts, strict=True)):
        mark = StyledText(*mark_of(index, ascii_only))
        name_cell = Text.assemble(apply_style(mark, styles), f" {row.solver}")
        verdict_cell = Text.assemble(" " * VERDICT_GAP, apply_style(verdict, styles))
        cells.append([name_cell, *(format_cell(row, name) for name in columns), verdict_cell])
    return RaceTable(headings, cells)


def apply_style(styled_text: StyledText, styles: Styles) -> tuple[str, Style]:
    """Return the text with the style of its role, but on the background of its row."""
    style = styles[styled_text.role]
    return styled_text.text, Style(color=style.color, bold=style.bold, dim=style.dim)


def format_cell(row: RaceRow, column: str) -> str:
    has_started = row.explored or row.seconds or row.verdict in (SOLVED, UNSOLVABLE)
    match column:
        case "explored":
            return f"{row.explored:,}" if has_started else "–"
        case "rate":
            return format_rate(row)
        case "frontier":
            return "–" if row.frontier is None else f"{row.frontier:,}"
        case "length":
            return format_length(row)
        case "time":
            return format_time(row) if has_started else "–"
        case "memory":
            return format_memory(row)
    return format_bytes_per_position(row)


def format_time(row: RaceRow) -> str:
    """Return the time taken; with few digits while it runs, so that few cells change."""
    return (
        f"{row.seconds:.1f} s"
        if row.verdict in (RUNNING, PAUSED)
        else formatting.format_duration(row.seconds)
    )


def format_verdict(row: RaceRow, *, with_reason: bool) -> StyledText:
    reason = f": {row.reason}" if with_reason and row.reason else ""
    match row.verdict:
        case "solved" if row.optimal:
            return StyledText("✓ exact" if row.measure == "plies" else "✓ fewest", "good")
        case "solved":
            return StyledText("✓ solved", "good")
        case "unsolvable":
            return StyledText(f"✗ unsolvable{reason}", "notice")
        case "gave up" if row.reason == "stopped":
            return StyledText("stopped", "dim")
        case "gave up":
            return StyledText(f"gave up{reason}", "notice")
        case "running" | "paused":
            return StyledText(row.verdict, "")
    return StyledText(QUEUED if row.verdict == QUEUED else "", "dim")


def view_title(entrants: Sequence[Entrant], view: int) -> str:
    """Return the title of a view, with a note if some solver reports no numbers by depth."""
    heading = list(VIEWS.values())[view]
    if view == BY_DEPTH and any(_lacks_depths(entrant) for entrant in entrants):
        return f"{heading} (not counted by all)"
    return heading


def _lacks_depths(entrant: Entrant) -> bool:
    verdict = entrant.solver_run.verdict
    return bool(verdict and verdict.explored and not entrant.solver_run.history.expanded_by_depth)


def reporting_count(entrants: Sequence[Entrant]) -> int:
    """Return how many solvers have reported positions; with one more, the plot is another one."""
    return sum(entrant.solver_run.progress.explored > 0 for entrant in entrants)


def draw_plot(
    entrants: Sequence[Entrant], view: int, width: int, height: int, ascii_only: bool
) -> Block:
    """Return a plot in `width` × `height` cells; `view` is a number of `VIEWS` from 1."""
    if not any(entrant.is_finished or entrant.is_active for entrant in entrants):
        return drawing.center([[("No solver has run yet", "dim")]], width, height)
    if view == BY_DEPTH:
        return draw_depths(entrants, width, height, ascii_only)
    if view == OVER_TIME:
        return draw_progress(entrants, width, height, ascii_only)
    make_bar = (_explored_bar, _time_bar, _length_bar)[view - OVER_TIME - 1]
    bars = [make_bar(entrant) for entrant in entrants]
    label = (explored_label(entrants), "seconds", _length_label(entrants))[view - OVER_TIME - 1]
    return draw_bars(bars, width, height, label, ascii_only)


def draw_depths(entrants: Sequence[Entrant], width: int, height: int, ascii_only: bool) -> Block:
    """Return a plot of the positions expanded at each depth, for the solvers that report them."""
    series = []
    for index, entrant in enumerate(entrants):
        history = entrant.solver_run.history
        points = [
            (band * history.band_size, count)
            for band, count in enumerate(history.expanded_by_depth)
        ]
        if points:
            series.append(Series(entrant.solver_run.solver.name, points, index))
    if not series:
        is_active = any(entrant.is_active for entrant in entrants)
        text = "No reports yet" if is_active else "None of these solvers counts by depth"
        notice: StyledLine = [(text, "dim")]
        return drawing.center([notice], width, height)
    return draw_line_plot(
        series,
        width,
        height,
        x_label="depth",
        y_label=explored_label(entrants),
        ascii_only=ascii_only,
    )


def draw_progress(entrants: Sequence[Entrant], width: int, height: int, ascii_only: bool) -> Block:
    """Return a plot of the positions explored over the seconds of each search."""
    series = [
        Series(entrant.solver_run.solver.name, entrant.solver_run.history.explored_curve, index)
        for index, entrant in enumerate(entrants)
        if len(entrant.solver_run.history.explored_curve) > 1
    ]
    return draw_line_plot(
        series,
        width,
        height,
        x_label="seconds",
        y_label=explored_label(entrants),
        ascii_only=ascii_only,
    )


def explored_label(entrants: Sequence[Entrant]) -> str:
    """Return what the solvers count: "positions expanded", "explored (calls, searched)"."""
    units = dict.fromkeys(entrant.solver_run.solver.counters.explored.unit for entrant in entrants)
    if len(units) > 1:
        return f"explored ({', '.join(units)})"
    unit = "".join(units)
    return unit if unit == counters.CALLS.unit else f"positions {unit}"


def _length_label(entrants: Sequence[Entrant]) -> str:
    rows = [entrant.to_row() for entrant in entrants]
    return ", ".join(dict.fromkeys(row.unit.plural for row in rows))


def _explored_bar(entrant: Entrant) -> Bar:
    row = entrant.to_row()
    text = format_cell(row, "explored")
    if row.explored:
        text += f" {entrant.solver_run.solver.counters.explored.unit}"
    return Bar(row.solver, row.explored or None, text)


def _time_bar(entrant: Entrant) -> Bar:
    row = entrant.to_row()
    return Bar(row.solver, row.seconds or None, format_cell(row, "time"))


def _length_bar(entrant: Entrant) -> Bar:
    row = entrant.to_row()
    if row.length is None:
        is_named = row.verdict in (UNSOLVABLE, GAVE_UP, RUNNING, PAUSED)
        text = row.verdict if is_named else "–"
        return Bar(row.solver, None, text)
    note = ", fewest" if row.optimal and row.measure != "plies" else ""
    return Bar(row.solver, abs(row.length), f"{format_length(row)}{note}")
