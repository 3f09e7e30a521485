"""What the lab shows: the table of the race, and the plots below it."""

from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.lab.export import (
    format_bytes_per_position,
    format_length,
    format_memory,
    format_rate,
)
from ludoscope.tui.lab.race import QUEUED, RUNNING, Entrant, Figures
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Bar, Series, bars, lines, sign
from ludoscope.tui.widgets.text_table import Heading

LOG = 200  # positions at a depth from which on the plot is logarithmic
VIEWS = {  # by tab, what stands over it
    "Position": "The position",
    "By depth": "Explored, by depth",
    "Explored": "Positions explored",
    "Time": "Time taken",
    "Length": "Length of the solution",
}
POSITION, BY_DEPTH = 0, 1  # among them
MARK = 2  # columns of a solver's mark, with its gap
NAMES = 20  # columns of the longest name of a solver
GAP = 2  # columns before a verdict
LEAST_VERDICT = 9  # columns: "✓ fewest"
WIDE = 100  # columns from which on a verdict has its reason
EACH = "bytes/position"
HEAD = {"explored": 11, "rate": 9, "frontier": 9, "length": 10, "time": 9, "memory": 9, EACH: 16}
SPARED = (EACH, "memory", "frontier", "rate", "time")  # where there is little room, in this order


def table(
    rows: Sequence[Figures], width: int, styles: Styles, ascii_only: bool
) -> tuple[list[Heading], list[list[Text | str]]]:
    """The headings that there is room for, and the cells below them."""
    names = MARK + min(NAMES, max((len(row.solver) for row in rows), default=0)) + 1
    said = [verdict(row, width >= WIDE) for row in rows]
    longest = max([LEAST_VERDICT, *(len(text) for text, _ in said)])
    columns = dict(HEAD)
    for name in SPARED:
        room = longest if name == EACH else LEAST_VERDICT
        if names + sum(columns.values()) + GAP + room > width:
            del columns[name]
    headings = [Heading(" " * MARK + "solver", names)]
    headings += [Heading(name, wide, right=True) for name, wide in columns.items()]
    headings.append(Heading(" " * GAP + "verdict"))
    cells: list[list[Text | str]] = [
        [
            Text.assemble(styled(sign(at, ascii_only), styles), f" {row.solver}"),
            *(cell(row, name) for name in columns),
            Text.assemble(" " * GAP, styled(told, styles)),
        ]
        for at, (row, told) in enumerate(zip(rows, said, strict=True))
    ]
    return headings, cells


def styled(part: tuple[str, str], styles: Styles) -> tuple[str, Style]:
    """A text in the style of its role, on whatever ground the row has."""
    text, role = part
    style = styles[role]
    return text, Style(color=style.color, bold=style.bold, dim=style.dim)


def cell(row: Figures, column: str) -> str:
    begun = row.explored or row.seconds or row.verdict in (SOLVED, UNSOLVABLE)
    match column:
        case "explored":
            return f"{row.explored:,}" if begun else "–"
        case "rate":
            return format_rate(row)
        case "frontier":
            return "–" if row.frontier is None else f"{row.frontier:,}"
        case "length":
            return format_length(row)
        case "time":
            return seconds(row) if begun else "–"
        case "memory":
            return format_memory(row)
    return format_bytes_per_position(row)


def seconds(row: Figures) -> str:
    """Fewer digits while it runs: they change at every look."""
    return f"{row.seconds:.1f} s" if row.verdict == RUNNING else formatting.duration(row.seconds)


def verdict(row: Figures, reason: bool) -> tuple[str, str]:
    """In a few words; why, where there is room."""
    why = f": {row.reason}" if reason and row.reason else ""
    match row.verdict:
        case "solved" if row.optimal:
            return ("✓ exact" if row.measure == "plies" else "✓ fewest"), "good"
        case "solved":
            return "✓ solved", "good"
        case "unsolvable":
            return f"✗ unsolvable{why}", "notice"
        case "gave up" if row.reason == "stopped":
            return "stopped", "dim"
        case "gave up":
            return f"gave up{why}", "notice"
        case "running":
            return RUNNING, ""
    return (QUEUED if row.verdict == QUEUED else ""), "dim"


def title(entrants: Sequence[Entrant], view: int) -> str:
    """What stands over the plot; some solvers do not count by depth."""
    done = [entrant.solving for entrant in entrants if entrant.over]
    silent = any(one.verdict and one.verdict.explored and not one.history.levels for one in done)
    return [*VIEWS.values()][view] + (
        " (not counted by all)" if silent and view == BY_DEPTH else ""
    )


def plot(
    entrants: Sequence[Entrant], view: int, width: int, height: int, ascii_only: bool
) -> Block:
    """The plot number `view` of `VIEWS`, in `width` × `height` cells."""
    if not any(one.over or one.working for one in entrants):
        return drawing.centre([[("no solver has run yet", "dim")]], width, height)
    if view == BY_DEPTH:
        return by_depth(entrants, width, height, ascii_only)
    shown = (_explored, _time, _length)[view - BY_DEPTH - 1]
    return bars([shown(entrant.figures()) for entrant in entrants], width, height, ascii_only)


def by_depth(entrants: Sequence[Entrant], width: int, height: int, ascii_only: bool) -> Block:
    """Of the solvers that count it: how many positions each expanded at each depth."""
    series = []
    for at, entrant in enumerate(entrants):
        history = entrant.solving.history
        points = [(depth * history.band, n) for depth, n in enumerate(history.levels)]
        if points:
            series.append(Series(entrant.solving.solver.name, points, at))
    if not series:
        return drawing.centre([[("none of these solvers counts by depth", "dim")]], width, height)
    top = max(y for one in series for _, y in one.points)
    return lines(series, width, height, x_label="depth", log=top >= LOG, ascii_only=ascii_only)


def _explored(row: Figures) -> Bar:
    return Bar(row.solver, row.explored or None, cell(row, "explored"))


def _time(row: Figures) -> Bar:
    return Bar(row.solver, row.seconds or None, cell(row, "time"))


def _length(row: Figures) -> Bar:
    if row.length is None:
        said = row.verdict if row.verdict in (UNSOLVABLE, GAVE_UP, RUNNING) else "–"
        return Bar(row.solver, None, said)
    mark = ", fewest" if row.optimal and row.measure != "plies" else ""
    return Bar(row.solver, abs(row.length), f"{format_length(row)}{mark}")
