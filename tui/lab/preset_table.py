"""The tables of a preset: our figures beside published ones, fitted to a width.

`render_tables` is used on the screen and for text, `build_tables` for Markdown.

A `Table` has a row for each puzzle and a `Group` of columns for each method: ours and published.
There are two styles, see `TableStyle`. A table that is too wide even in the brief style is split
into several, one below the other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

from ludoscope.puzzles.published_figures import REPORT_METHOD, PublishedFigures, find_figures
from ludoscope.search.result_text import GAVE_UP, SOLVED, UNSOLVABLE
from ludoscope.tui.lab.presets import Method, Preset, Quantity
from ludoscope.tui.lab.race import RUNNING, RaceRow


class TableStyle(IntEnum):
    """FULL has whole names and separated thousands; BRIEF has neither."""

    FULL = 0
    BRIEF = 1


class Label(NamedTuple):
    """A text in both styles; index it by `TableStyle`."""

    full: str = ""
    brief: str = ""


class Cell(NamedTuple):
    """A text in both styles and its role, which decides its colour; index it by `TableStyle`."""

    full: str
    brief: str
    role: str = ""


class Widths(NamedTuple):
    """Columns of the terminal in both styles; index it by `TableStyle`."""

    full: int = 0
    brief: int = 0


NO_WIDTHS = Widths()
NO_VALUE = Cell("–", "–", "dim")
QUANTITY_HEADINGS = {"explored": "Explored", "seconds": "Seconds"}
OUR_HEADING, PUBLISHED_HEADING = Label("ours", "ours"), Label("published", "publ.")
BEAM_WIDTH_HEADING, PROBLEM_HEADING = Label("width", "w"), Label("problem")
MIN_SHOWN_SECONDS = 0.0005  # anything shorter is "<0.001"
MIN_OUR_WIDTH = Widths(9, 7)  # so that columns do not move while figures grow
GROUP_GAP = Label("   ", "  ")

Line = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table, in both styles."""

    heading: Label
    cells: list[Cell]
    min_width: Widths = NO_WIDTHS

    def width(self, style: TableStyle) -> int:
        texts = [self.heading[style], *(cell[style] for cell in self.cells)]
        return max(self.min_width[style], *map(len, texts))


@dataclass(frozen=True, slots=True)
class Group:
    """The columns of a method under a common heading."""

    heading: Label
    columns: list[Column]

    def column_widths(self, style: TableStyle) -> list[int]:
        """Return the widths of the columns; the first is widened if the heading is longer."""
        widths = [column.width(style) for column in self.columns]
        widths[0] += max(0, len(self.heading[style]) - _joined_width(widths))
        return widths

    def width(self, style: TableStyle) -> int:
        return _joined_width(self.column_widths(style))

    def aligned_heading(self, style: TableStyle) -> str:
        """Return the heading centred over several columns, or flush right over a single one."""
        heading, width = self.heading[style], self.width(style)
        return f"{heading:>{width}}" if len(self.columns) == 1 else f"{heading:^{width}}"


@dataclass(frozen=True, slots=True)
class Table:
    """The comparison of one quantity.

    Attributes:
        title: The quantity, "" if the preset has only one.
        names: The puzzles, one per row.
        groups: The columns, by method.
    """

    title: str
    names: list[Label]
    groups: list[Group]

    def name_width(self, style: TableStyle) -> int:
        return max(
            len(self.title), len(PROBLEM_HEADING[style]), *(len(name[style]) for name in self.names)
        )

    def width(self, style: TableStyle) -> int:
        groups = sum(len(GROUP_GAP[style]) + group.width(style) for group in self.groups)
        return self.name_width(style) + groups


def _joined_width(widths: Sequence[int]) -> int:
    """Return the width of columns that are one space apart."""
    return sum(widths) + len(widths) - 1


# Contents


def build_tables(preset: Preset, rows: Sequence[RaceRow]) -> list[Table]:
    """Return a table for each quantity that the preset compares."""
    row_by_puzzle_and_solver = {(row.puzzle, row.solver): row for row in rows}
    names = [Label(name, _short_name(preset, name)) for name in preset.puzzles]
    tables = []
    for quantity in preset.quantities:
        groups = [
            _build_group(preset, method, quantity, row_by_puzzle_and_solver)
            for method in preset.methods
        ]
        if preset.report_heading and _is_published(preset, REPORT_METHOD, quantity):
            heading = Label(preset.report_heading, preset.report_heading)
            column = _published_column(preset, REPORT_METHOD, quantity, Label())
            groups.append(Group(heading, [column]))
        title = QUANTITY_HEADINGS[quantity] if len(preset.quantities) > 1 else ""
        tables.append(Table(title, names, groups))
    return tables


def _short_name(preset: Preset, puzzle: str) -> str:
    for prefix in preset.puzzle_prefixes:
        if puzzle.startswith(prefix):
            return puzzle.removeprefix(prefix)
    return puzzle


def _published(preset: Preset, method: str) -> list[PublishedFigures]:
    return [find_figures(puzzle, method) for puzzle in preset.puzzles]


def _value(figures: PublishedFigures, quantity: Quantity) -> float | None:
    return figures.explored if quantity == "explored" else figures.seconds


def _is_published(preset: Preset, method: str, quantity: Quantity) -> bool:
    return any(_value(figures, quantity) is not None for figures in _published(preset, method))


def _published_column(preset: Preset, method: str, quantity: Quantity, heading: Label) -> Column:
    """Return published values, with room for footnote marks so that the digits are aligned."""
    published = _published(preset, method)
    blank = " " if any(figures.footnote_mark for figures in published) else ""
    cells = []
    for figures in published:
        value, mark = _value(figures, quantity), figures.footnote_mark or blank
        if value is None:
            cells.append(Cell(f"–{blank}", f"–{blank}", "dim"))
        elif quantity == "seconds":
            cells.append(Cell(f"{value:g}{mark}", f"{value:g}{mark}", "dim"))
        else:
            cells.append(Cell(f"{value:,}{mark}", f"{value}{mark}", "dim"))
    return Column(Label(heading.full + blank, heading.brief + blank), cells)


def _build_group(
    preset: Preset, method: Method, quantity: Quantity, rows: dict[tuple[str, str], RaceRow]
) -> Group:
    """Return the columns of a method: our values, published values, and the widths of beams."""
    our_rows = [rows.get((puzzle, method.solver)) for puzzle in preset.puzzles]
    is_published = _is_published(preset, method.solver, quantity)
    has_widths = method.shows_beam_width and quantity == "explored"
    our_heading = OUR_HEADING if is_published or has_widths else Label()
    columns = [Column(our_heading, [_our_cell(row, quantity) for row in our_rows], MIN_OUR_WIDTH)]
    if has_widths:
        widths = [_number_cell(row.width if row else None) for row in our_rows]
        columns.append(Column(BEAM_WIDTH_HEADING, widths))
    if is_published:
        columns.append(_published_column(preset, method.solver, quantity, PUBLISHED_HEADING))
    if is_published and has_widths:
        published = _published(preset, method.solver)
        widths = [_number_cell(figures.width, "dim") for figures in published]
        columns.append(Column(BEAM_WIDTH_HEADING, widths))
    return Group(Label(method.heading, method.short_heading), columns)


def _our_cell(row: RaceRow | None, quantity: Quantity) -> Cell:
    """Return our value, or the state of the entrant if it has none."""
    if row is None:  # its kernel is not compiled
        return NO_VALUE
    if row.verdict == GAVE_UP:
        text = "stopped" if row.reason == "stopped" else "gave up"
        return Cell(text, text, "notice")
    if quantity == "explored":
        value = Label(f"{row.explored:,}", f"{row.explored}")
    else:
        seconds = _our_seconds(row)
        value = Label(seconds, seconds)
    if row.verdict == UNSOLVABLE:
        return Cell(f"{value.full} none", f"{value.brief} none", "notice")
    if row.verdict == SOLVED:
        return Cell(value.full, value.brief)
    ellipsis = "…" if row.verdict == RUNNING else ""
    if not row.explored:
        return Cell(ellipsis, ellipsis)
    return Cell(value.full + ellipsis, value.brief + ellipsis)


def _our_seconds(row: RaceRow) -> str:
    if row.verdict == RUNNING:
        return f"{row.seconds:.1f}"  # further digits would change with every frame
    if 0 < row.seconds < MIN_SHOWN_SECONDS:
        return "<0.001"
    return format_seconds(row.seconds)


def format_seconds(seconds: float) -> str:
    """Return seconds with three to four digits: "0.004", "1.23", "172.0"."""
    if seconds < 1:
        return f"{seconds:.3f}"
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.1f}"


def _number_cell(value: int | None, role: str = "") -> Cell:
    return NO_VALUE if value is None else Cell(f"{value:,}", f"{value}", role)


def preset_notes(preset: Preset) -> list[str]:
    """Return the paragraphs below the tables, the last one explaining the footnote marks."""
    remark_by_mark = {
        figures.footnote_mark: figures.remark
        for method in preset.methods
        for figures in _published(preset, method.solver)
        if figures.footnote_mark
    }
    footnotes = "; ".join(f"{mark} {remark}" for mark, remark in sorted(remark_by_mark.items()))
    return [*preset.notes, f"{footnotes}."] if footnotes else list(preset.notes)


# Layout


def render_tables(preset: Preset, rows: Sequence[RaceRow], width: int | None) -> list[Line]:
    """Return all tables as lines of at most `width` columns; None means no limit."""
    tables = build_tables(preset, rows)
    style = TableStyle.FULL
    if width is not None and any(table.width(style) > width for table in tables):
        style = TableStyle.BRIEF
    lines: list[Line] = []
    for table in tables:
        for part in [table] if width is None else _split_table(table, style, width):
            if lines:
                lines.append([])
            lines += _render_table(part, style)
    return lines


def _split_table(table: Table, style: TableStyle, width: int) -> Iterator[Table]:
    """Yield tables with as many groups side by side as the width allows."""
    groups: list[Group] = []
    for group in table.groups:
        if groups and Table(table.title, table.names, [*groups, group]).width(style) > width:
            yield Table(table.title, table.names, groups)
            groups = []
        groups.append(group)
    yield Table(table.title, table.names, groups)


def _render_table(table: Table, style: TableStyle) -> Iterator[Line]:
    """Yield one or two heading lines, then the rows."""
    name_width, group_gap = table.name_width(style), GROUP_GAP[style]
    columns = [column for group in table.groups for column in group.columns]
    has_subheadings = any(column.heading[style] for column in columns)
    corner = table.title or ("" if has_subheadings else PROBLEM_HEADING[style])
    headings = "".join(group_gap + group.aligned_heading(style) for group in table.groups)
    subheadings = [(PROBLEM_HEADING[style].ljust(name_width), "dim")]
    rows = [[(name[style].ljust(name_width), "dim")] for name in table.names]
    for group in table.groups:
        gap = group_gap
        for column, width in zip(group.columns, group.column_widths(style), strict=True):
            subheadings.append((f"{gap}{column.heading[style]:>{width}}", "dim"))
            for row, cell in zip(rows, column.cells, strict=True):
                row.append((f"{gap}{cell[style]:>{width}}", cell.role))
            gap = " "
    yield [(f"{corner:<{name_width}}{headings}", "title")]
    if has_subheadings:
        yield subheadings
    yield from rows
