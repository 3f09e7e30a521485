"""What a preset compares, as tables that fit the room there is: for a screen, as text, as Markdown.

Grid    one table: a row for each puzzle, a group of columns for each method
Group   what is known of one method: ours, and what was published
Style   FULL has whole names and thousands separated, BRIEF neither

Where even that is too wide, the groups stand in several tables, one below the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ludoscope.puzzles.published_figures import REPORT_METHOD, PublishedFigures, find_figures
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.lab.presets import Method, Preset
from ludoscope.tui.lab.race import RUNNING, Figures

FULL, BRIEF = 0, 1
HEADS = {"explored": "Explored", "seconds": "Seconds"}
OURS, PUBLISHED, WIDTH = ("ours", "ours"), ("published", "publ."), ("width", "w")
PROBLEM = ("problem", "")
NONE = "–"
LEAST_SECONDS = 0.0005  # that are shown by a figure
LEAST = (9, 7)  # columns of a cell of ours, by style: what changes while it runs has room
GAP = ("   ", "  ")  # between groups

Line = list[tuple[str, str]]


class Cell(NamedTuple):
    """Its text in either style, and its role on a screen."""

    full: str
    brief: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """`head` in either style; `least` is room that it has in any case."""

    head: tuple[str, str]
    cells: list[Cell]
    least: tuple[int, int] = (0, 0)

    def width(self, style: int) -> int:
        return max(self.least[style], *(len(one) for one in self.texts(style)))

    def texts(self, style: int) -> list[str]:
        return [self.head[style], *(cell[style] for cell in self.cells)]


@dataclass(frozen=True, slots=True)
class Group:
    """The columns of a method under its `head`."""

    head: tuple[str, str]
    columns: list[Column]

    def widths(self, style: int) -> list[int]:
        """Of its columns; together at least as wide as the head."""
        found = [column.width(style) for column in self.columns]
        found[0] += max(0, len(self.head[style]) - sum(found) - len(found) + 1)
        return found

    def width(self, style: int) -> int:
        return sum(self.widths(style)) + len(self.columns) - 1

    def heading(self, style: int) -> str:
        """The head, in the middle of several columns or at the right as the only one's figures."""
        one = len(self.columns) == 1
        return f"{self.head[style]:{'>' if one else '^'}{self.width(style)}}"


@dataclass(frozen=True, slots=True)
class Grid:
    """`names` of the rows in either style; `title` is "" where there is no other table."""

    title: str
    names: list[tuple[str, str]]
    groups: list[Group]

    def name_width(self, style: int) -> int:
        return max(len(self.title), len(PROBLEM[style]), *(len(name[style]) for name in self.names))

    def width(self, style: int) -> int:
        rest = sum(len(GAP[style]) + group.width(style) for group in self.groups)
        return self.name_width(style) + rest


# What is in the cells


def build_tables(preset: Preset, rows: Sequence[Figures]) -> list[Grid]:
    """A table for each quantity that is shown."""
    known = {(row.puzzle, row.solver): row for row in rows}
    names = [(name, _short(preset, name)) for name in preset.puzzles]
    found = []
    for what in preset.quantities:
        groups = [_group(preset, method, what, known) for method in preset.methods]
        if preset.report_heading and any(_printed(preset, REPORT_METHOD, what)):
            column = _theirs(preset, REPORT_METHOD, what)
            groups.append(Group((preset.report_heading, preset.report_heading), [column]))
        found.append(Grid(HEADS[what] if len(preset.quantities) > 1 else "", names, groups))
    return found


def _short(preset: Preset, name: str) -> str:
    for prefix in preset.puzzle_prefixes:
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return name


def _all(preset: Preset, method: str) -> list[PublishedFigures]:
    return [find_figures(puzzle, method) for puzzle in preset.puzzles]


def _printed(preset: Preset, method: str, what: str) -> Iterator[bool]:
    return (getattr(one, what) is not None for one in _all(preset, method))


def _theirs(preset: Preset, method: str, what: str) -> Column:
    """What was published; a sign stands behind its figure, the figures below each other."""
    figures = _all(preset, method)
    blank = " " * any(one.footnote_mark for one in figures)
    cells = []
    for one in figures:
        value, sign = getattr(one, what), one.footnote_mark or blank
        if value is None:
            cells.append(Cell(NONE + blank, NONE + blank, "dim"))
        elif what == "seconds":
            cells.append(Cell(f"{value:g}{sign}", f"{value:g}{sign}", "dim"))
        else:
            cells.append(Cell(f"{value:,}{sign}", f"{value}{sign}", "dim"))
    head = PUBLISHED if method != REPORT_METHOD else ("", "")
    return Column((head[0] + blank, head[1] + blank), cells)


def _group(
    preset: Preset, method: Method, what: str, known: dict[tuple[str, str], Figures]
) -> Group:
    """Ours, with the width of a beam; what was published, where anything was."""
    ours = [known.get((puzzle, method.solver)) for puzzle in preset.puzzles]
    theirs = _all(preset, method.solver)
    printed = any(_printed(preset, method.solver, what))
    widths = what == "explored" and method.shows_beam_width
    columns = [
        Column(OURS if printed or widths else ("", ""), [_ours(row, what) for row in ours], LEAST)
    ]
    if widths:
        columns.append(Column(WIDTH, [_number(row.width if row else None) for row in ours]))
    if printed:
        columns.append(_theirs(preset, method.solver, what))
        if widths:
            columns.append(Column(WIDTH, [_number(one.width, "dim") for one in theirs]))
    return Group((method.heading, method.short_heading), columns)


def _ours(row: Figures | None, what: str) -> Cell:
    """What it explored or took, or how it stands."""
    if row is None:  # its kernel is not compiled
        return Cell(NONE, NONE, "dim")
    if row.verdict == GAVE_UP:
        said = "stopped" if row.reason == "stopped" else "gave up"
        return Cell(said, said, "notice")
    if what == "seconds" and row.verdict == RUNNING:
        full = brief = f"{row.seconds:.1f}"  # fewer digits while it runs: they change at every look
    elif what == "seconds":
        full = brief = "<0.001" if 0 < row.seconds < LEAST_SECONDS else format_seconds(row.seconds)
    else:
        full, brief = f"{row.explored:,}", f"{row.explored}"
    if row.verdict == UNSOLVABLE:
        return Cell(f"{full} none", f"{brief} none", "notice")
    if row.verdict == SOLVED:
        return Cell(full, brief)
    begun = "…" if row.verdict == RUNNING else ""
    return Cell(full + begun, brief + begun) if row.explored else Cell(begun, begun)


def format_seconds(value: float) -> str:
    """ "0.004", "1.23", "172.0"."""
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def _number(value: int | None, role: str = "") -> Cell:
    return Cell(NONE, NONE, "dim") if value is None else Cell(f"{value:,}", f"{value}", role)


def remarks(preset: Preset) -> list[str]:
    """What the signs in the tables mean."""
    found = {}
    for method in preset.methods:
        for one in _all(preset, method.solver):
            if one.footnote_mark:
                found[one.footnote_mark] = one.remark
    return [f"{sign} {remark}" for sign, remark in sorted(found.items())]


def preset_notes(preset: Preset) -> list[str]:
    """What is said below the tables, a paragraph each."""
    signs = "; ".join(remarks(preset))
    return [*preset.notes, *([f"{signs}."] if signs else [])]


# How they are laid out


def render_tables(preset: Preset, rows: Sequence[Figures], width: int | None) -> list[Line]:
    """All of them as lines of at most `width` columns, None where there is no limit."""
    found: list[Line] = []
    every = build_tables(preset, rows)
    style = FULL if width is None or all(one.width(FULL) <= width for one in every) else BRIEF
    for grid in every:
        for part in [grid] if width is None else _parts(grid, style, width):
            if found:
                found.append([])
            found += _drawn(part, style)
    return found


def _parts(grid: Grid, style: int, width: int) -> Iterator[Grid]:
    """As many groups side by side as there is room for."""
    taken: list[Group] = []
    for group in grid.groups:
        if taken and Grid(grid.title, grid.names, [*taken, group]).width(style) > width:
            yield Grid(grid.title, grid.names, taken)
            taken = []
        taken.append(group)
    yield Grid(grid.title, grid.names, taken)


def _drawn(grid: Grid, style: int) -> Iterator[Line]:
    """A line or two of heads, then the rows."""
    wide, gap = grid.name_width(style), GAP[style]
    heads = "".join(gap + one.heading(style) for one in grid.groups)
    simple = not any(column.head[style] for one in grid.groups for column in one.columns)
    first = PROBLEM[style] if simple and not grid.title else grid.title
    yield [(f"{first:<{wide}}{heads}", "title")]
    below = [(f"{PROBLEM[style]:<{wide}}", "dim")]
    rows = [[(f"{name[style]:<{wide}}", "dim")] for name in grid.names]
    for group in grid.groups:
        for at, room in enumerate(group.widths(style)):
            column = group.columns[at]
            before = " " if at else gap
            below.append((f"{before}{column.head[style]:>{room}}", "dim"))
            for row, cell in zip(rows, column.cells, strict=True):
                row.append((f"{before}{cell[style]:>{room}}", cell.role))
    if not simple:
        yield below
    yield from rows
