"""The texts of a library: its table of puzzles, active filters, why a list is empty."""

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.errors import join_words
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection
from ludoscope.tui.saves.library_model import (
    ORDER_AS_LISTED,
    STATUS_FILTERS,
    LibraryEntry,
    LibraryModel,
    PuzzleFigures,
)
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.puzzle_list import Column, GroupHeading, PuzzleRow, Table

MARKS = {"won": ("✓ ", "$success"), "started": ("… ", "$warning"), "": ("  ", "")}
NO_FILTER = STATUS_FILTERS[0]
NO_FILTER_RESULTS = {
    "not won": "You have won all of these.",
    "started": "You have not started any of these.",
    "won": "You have not won any of these yet.",
}
FEWEST = "fewest"  # the heading of a column of `Collection.columns` with the fewest moves
# the columns that are left out last, by name; those of the family are left out before them
PRIORITIES = {"grade": 0, "best": 1, FEWEST: 2, "time": 4}
FAMILY_PRIORITY = 3
USUAL_SHARE = 0.9  # of the titles, which the columns leave room for
LEGEND = (
    ("✓ …", "won, started"),
    ("grade", "how hard the puzzle is; the rules of each game say how that is measured"),
    ("fewest", "moves in the shortest solution possible; ≤ in the shortest one known"),
    ("Lucas", "moves in the solution that Lucas published"),
    ("best, time", "your fewest moves and your best time without a hint"),
)


class _ColumnTexts(NamedTuple):
    """A column of the table, without its width: its heading and the text of each entry."""

    name: str
    title: str
    text: Callable[[LibraryEntry], str]
    priority: int


def active_filters(model: LibraryModel) -> Iterator[str]:
    """Yield the active filters, the search and the order, each only if it is not the default."""
    if model.status_filter != NO_FILTER:
        yield model.status_filter
    if model.grade_filter:
        yield model.grade_filter
    if model.similar_words:
        yield f"no match for “{model.query}”, showing “{' '.join(model.similar_words)}”"
    elif model.query:
        yield f"matching “{model.query}”"
    if model.order != ORDER_AS_LISTED:
        yield model.order.text


def empty_message(model: LibraryModel) -> str:
    """Return why no puzzle is listed, and what the user can do."""
    if model.is_empty:
        return "There are no puzzles yet."
    filters = [model.status_filter] if model.status_filter != NO_FILTER else []
    filters += [model.grade_filter] if model.grade_filter else []
    if model.query:
        scope = f" among those {' and '.join(filters)}" if filters else ""
        return (
            f"No match for “{model.query}”{scope}. Try a number (24) or part of a name. "
            "Press enter to open a puzzle by its full name, or esc to show all puzzles again."
        )
    if model.grade_filter:
        return f"No puzzles match the filters ({', '.join(filters)}). Press esc to show all."
    return f"{NO_FILTER_RESULTS[model.status_filter]} Press tab to show others."


def name_prompt(numbered_series: Entry | None, files: bool) -> str:
    """Return the label of the prompt that opens a puzzle.

    Args:
        numbered_series: The series that a number refers to, if there is one.
        files: True if the user may open files.
    """
    answers = ["name", "file"] if files else ["name"]
    if numbered_series:
        answers.insert(0, f"{numbered_series.group} number")
    return f"{formatting.capitalize_first(join_words(answers))}:"


def make_table(model: LibraryModel) -> "LibraryTable":
    """Return the rows of the list, and the columns in which at least one puzzle has a text."""
    all_columns = list(_columns(model))
    texts_by_column = [[column.text(item) for item in model.entries] for column in all_columns]
    shown = [
        (column, texts)
        for column, texts in zip(all_columns, texts_by_column, strict=True)
        if any(texts)
    ]
    table = Table(
        [
            Column(
                column.name, column.title, max(len(column.title), *map(len, texts)), column.priority
            )
            for column, texts in shown
        ],
        _usual_title_width(model),
    )
    cells = iter(zip(*(texts for _, texts in shown), strict=True)) if shown else repeat(())
    rows = [
        _puzzle_row(row, next(cells), table, model.figures.statuses.get(row.entry.name, ""))
        if isinstance(row, LibraryEntry)
        else GroupHeading(row)
        for row in model.rows
    ]
    return LibraryTable(table, rows)


def _usual_title_width(model: LibraryModel) -> int:
    """Return a width for nearly all titles; only a few that are much longer are cut off."""
    widths = sorted(len(item.entry.title) for item in model.entries)
    return widths[int(len(widths) * USUAL_SHARE)] if widths else 0


class LibraryTable(NamedTuple):
    """The rows of a library and the columns above them."""

    table: Table
    rows: Sequence[PuzzleRow | GroupHeading]


def _columns(model: LibraryModel) -> Iterator[_ColumnTexts]:
    """Yield the columns of the family, or of all families, from left to right."""
    figures = model.figures
    families = {item.family for item in model.entries}
    own_titles = collection(next(iter(families))).columns if len(families) == 1 else ()
    grade = _ColumnTexts("grade", "grade", lambda item: _grade(figures, item), PRIORITIES["grade"])
    if FEWEST not in own_titles:
        yield grade
        yield _ColumnTexts(FEWEST, FEWEST, _fewest, PRIORITIES[FEWEST])
    for index, title in enumerate(own_titles):
        if title == FEWEST:
            yield grade
        yield _ColumnTexts(
            title,
            title,
            _own_text(index),
            PRIORITIES[FEWEST] if title == FEWEST else FAMILY_PRIORITY,
        )
    yield _ColumnTexts("best", "best", lambda item: _best(figures, item), PRIORITIES["best"])
    yield _ColumnTexts("time", "time", lambda item: _time(figures, item), PRIORITIES["time"])


def _own_text(index: int) -> Callable[[LibraryEntry], str]:
    def text(item: LibraryEntry) -> str:
        return item.entry.column_texts[index] if item.entry.column_texts else ""

    return text


def _grade(figures: PuzzleFigures, item: LibraryEntry) -> str:
    rating = figures.ratings.get(item.entry.name)
    return rating.grade if rating else ""


def _fewest(item: LibraryEntry) -> str:
    fewest, known = item.entry.fewest_moves, item.entry.shortest_known
    return str(fewest) if fewest else f"≤{known}" if known else ""


def _best(figures: PuzzleFigures, item: LibraryEntry) -> str:
    best = figures.bests.get(item.entry.name)
    return str(best.length or "") if best else ""


def _time(figures: PuzzleFigures, item: LibraryEntry) -> str:
    best = figures.bests.get(item.entry.name)
    return "" if not best or best.seconds is None else formatting.format_clock(best.seconds)


def _puzzle_row(item: LibraryEntry, cells: Sequence[str], table: Table, status: str) -> PuzzleRow:
    entry = item.entry
    detail = "" if entry.column_texts else entry.detail
    return PuzzleRow(entry.title, MARKS[status], detail, cells, table)


def describe_result(library_entry: LibraryEntry, best: BestResult | None) -> str:
    """Return the user's best result, and how it compares with the fewest possible moves."""
    family, entry = FAMILIES[library_entry.family], library_entry.entry
    if not best or (best.length is None and best.seconds is None):
        return "won with a hint"
    unit = family.player_unit(family.move_unit.plural)
    parts = [count_text(best.length, unit)] if best.length else []
    parts += [formatting.format_clock(best.seconds)] if best.seconds is not None else []
    text = f"your best: {', '.join(parts)}"
    shortest = entry.fewest_moves or entry.shortest_known
    if not (shortest and best.length):
        return text
    name = "shortest" if entry.fewest_moves else "shortest known"
    surplus = f" (+{best.length - shortest})" if best.length > shortest else ""
    return f"{text}; {name}: {shortest}{surplus}"
