"""What the lab shows: the table of the race, and the plots below it."""

from collections.abc import Sequence

from ludoscope.tui.boards.board import Line
from ludoscope.tui.lab.export import each, length, memory, rate
from ludoscope.tui.lab.race import GAVE_UP, QUEUED, RUNNING, SOLVED, UNSOLVABLE, Entrant, Figures
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Bar, Series, bars, lines, sign

LOG = 200  # positions at a depth from which on the plot is logarithmic
VIEWS = ("Explored, by depth", "Explored", "Time", "Length")
NAMES = 20  # columns of the longest name of a solver
LEAST_VERDICT = 9  # columns: "✓ fewest"
WIDE = 100  # columns from which on a verdict has its reason
EACH = "bytes/position"
HEAD = {"explored": 11, "rate": 9, "frontier": 9, "length": 10, "time": 9, "memory": 9, EACH: 16}


def table(rows: Sequence[Figures], chosen: int, width: int, height: int, ascii_only: bool) -> Block:
    """A head, and the rows around the chosen one, in `height` lines."""
    names = min(NAMES, max((len(row.solver) for row in rows), default=0)) + 1
    columns = dict(HEAD)
    said = max([LEAST_VERDICT, *(len(verdict(row, width >= WIDE)[0]) for row in rows)])
    for name, room in ((EACH, said), ("memory", LEAST_VERDICT), ("frontier", LEAST_VERDICT)):
        if 5 + names + sum(columns.values()) + 2 + room > width:  # what is left out first
            del columns[name]
    heads = "".join(f"{name:>{room}}" for name, room in columns.items())
    block: Block = [[(f"{'     solver':<{5 + names}}{heads}  verdict", "dim")]]
    if not rows:
        return [*block, [], [("     nobody: a adds a solver", "dim")]]
    for at in drawing.window(len(rows), chosen, height - 1):
        line: Line = [(" › " if at == chosen else "   ", "cursor"), sign(at, ascii_only)]
        line.append((f" {rows[at].solver[:NAMES]:<{names}}", "title" if at == chosen else ""))
        line += [(f"{cell(rows[at], name):>{room}}", "") for name, room in columns.items()]
        block.append([*line, ("  ", ""), verdict(rows[at], width >= WIDE)])
    return block


def cell(row: Figures, column: str) -> str:
    begun = row.explored or row.seconds or row.verdict in (SOLVED, UNSOLVABLE)
    match column:
        case "explored":
            return f"{row.explored:,}" if begun else "–"
        case "rate":
            return rate(row)
        case "frontier":
            return "–" if row.frontier is None else f"{row.frontier:,}"
        case "length":
            return length(row)
        case "time":
            return seconds(row) if begun else "–"
        case "memory":
            return memory(row)
    return each(row)


def seconds(row: Figures) -> str:
    """Fewer digits while it runs: they change at every look."""
    return f"{row.seconds:.1f} s" if row.verdict == RUNNING else words.duration(row.seconds)


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
            return "at work", ""
    return ("waits" if row.verdict == QUEUED else ""), "dim"


def title(entrants: Sequence[Entrant], view: int) -> str:
    """What stands over the plot; some solvers do not count by depth."""
    done = [entrant.solving for entrant in entrants if entrant.over]
    silent = [
        one for one in done if one.verdict and one.verdict.explored and not one.chronicle.levels
    ]
    return VIEWS[view] + (" (not all count it)" if silent and view == 0 else "")


def plot(
    entrants: Sequence[Entrant], view: int, width: int, height: int, ascii_only: bool
) -> Block:
    """The plot number `view` of `VIEWS`, in `width` × `height` cells."""
    if VIEWS[view] == "Explored, by depth":
        return by_depth(entrants, width, height, ascii_only)
    rows = [entrant.figures() for entrant in entrants]
    shown = {"Explored": _explored, "Time": _time, "Length": _length}[VIEWS[view]]
    return bars([shown(row) for row in rows], width, height, ascii_only)


def by_depth(entrants: Sequence[Entrant], width: int, height: int, ascii_only: bool) -> Block:
    """Of the solvers that count it: how many positions each expanded at each depth."""
    series = []
    for at, entrant in enumerate(entrants):
        chronicle = entrant.solving.chronicle
        points = [(depth * chronicle.band, n) for depth, n in enumerate(chronicle.levels)]
        if points:
            series.append(Series(entrant.solving.solver.name, points, at))
    if not series:
        return drawing.centre([[("none of these counts by depth", "dim")]], width, height)
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
    return Bar(row.solver, abs(row.length), f"{length(row)}{mark}")
