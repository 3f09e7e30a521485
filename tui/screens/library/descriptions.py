"""The texts of a library: rows with marks and best results, active filters, why a list is empty."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.registry import collection
from ludoscope.tui.saves.library_model import (
    ORDER_AS_LISTED,
    STATUS_FILTERS,
    LibraryEntry,
    LibraryModel,
)
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.puzzle_list import GroupHeading, PuzzleRow

MARKS = {"won": ("✓ ", "$success"), "started": ("… ", "$warning"), "": ("  ", "")}
NO_FILTER = STATUS_FILTERS[0]
NO_FILTER_RESULTS = {
    "not won": "All of these are won.",
    "started": "None of these is started.",
    "won": "None of these is won yet.",
}
BEST_WIDTH = 18  # columns of the fewest moves and the best time


class Column(NamedTuple):
    """A column of figures, such as the number of pegs.

    Attributes:
        text_index: The index in `Entry.column_texts`.
        title: The heading.
        width: The width in cells.
    """

    text_index: int
    title: str
    width: int


def active_filters(model: LibraryModel) -> Iterator[str]:
    """Yield the active filter, the search and the order, each only if it is not the default."""
    if model.status_filter != NO_FILTER:
        yield model.status_filter
    if model.similar_words:
        yield f"no match for “{model.query}”, showing “{' '.join(model.similar_words)}”"
    elif model.query:
        yield f"matching “{model.query}”"
    if model.order != ORDER_AS_LISTED:
        yield model.order


def empty_message(model: LibraryModel) -> str:
    """Return why no puzzle is listed, and what the user can do."""
    if model.is_empty:
        return "There are no puzzles yet."
    if model.query:
        scope = "" if model.status_filter == NO_FILTER else f" among those {model.status_filter}"
        return (
            f"No match for “{model.query}”{scope}. Try a number (24) or part of a name. "
            "Enter opens a puzzle by its full name, esc shows all puzzles again."
        )
    return f"{NO_FILTER_RESULTS[model.status_filter]} Tab shows others."


def name_prompt(numbered_series: Entry | None, files: bool) -> str:
    """Return the label of the prompt that opens a puzzle.

    Args:
        numbered_series: The series that a number refers to, if there is one.
        files: True if the user may open files.
    """
    answers = ["name", "file"] if files else ["name"]
    if numbered_series:
        answers.insert(0, f"{numbered_series.group} number")
    label = " or ".join([", ".join(answers[:-1]), answers[-1]]) if len(answers) > 1 else answers[0]
    return f"{label[0].upper()}{label[1:]}:"


def list_rows(
    model: LibraryModel, bests: Mapping[str, BestResult]
) -> list[PuzzleRow | GroupHeading]:
    """Return the rows of the list, with columns of figures for each group.

    Args:
        model: The puzzles to list.
        bests: The user's best results by puzzle; if empty, there is no column for them.
    """
    rows: list[PuzzleRow | GroupHeading] = []
    for group in _groups(model):
        library_entries = [row for row in group if isinstance(row, LibraryEntry)]
        columns = _columns(library_entries)
        for row in group:
            if isinstance(row, LibraryEntry):
                rows.append(_puzzle_row(row, columns, model, bests))
            else:
                titles = "  ".join(column.title.rjust(column.width) for column in columns)
                rows.append(GroupHeading(row, titles, format_best(None) if bests else ""))
    return rows


def _groups(model: LibraryModel) -> Iterator[Sequence[LibraryEntry | str]]:
    """Yield the rows from each heading up to the next one."""
    group: list[LibraryEntry | str] = []
    for row in model.rows:
        if isinstance(row, str) and group:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _columns(library_entries: Sequence[LibraryEntry]) -> list[Column]:
    """Return the columns in which at least one entry has a figure."""
    columns = []
    for index, title in enumerate(
        collection(library_entries[0].family).columns if library_entries else ()
    ):
        texts = [
            item.entry.column_texts[index] for item in library_entries if item.entry.column_texts
        ]
        if any(texts):
            columns.append(Column(index, title, max(map(len, (title, *texts)))))
    return columns


def _puzzle_row(
    item: LibraryEntry,
    columns: Sequence[Column],
    model: LibraryModel,
    bests: Mapping[str, BestResult],
) -> PuzzleRow:
    entry = item.entry
    best = format_best(bests.get(entry.name)) if bests else ""
    figures = "  ".join(
        entry.column_texts[column.text_index].rjust(column.width)
        for column in columns
        if entry.column_texts
    )
    return PuzzleRow(
        entry.title, MARKS[model.statuses.get(entry.name, "")], figures or entry.detail, best
    )


def format_best(best: BestResult | None) -> str:
    """Return the fewest moves and the best time, padded to the width of their column."""
    if not best:
        return " " * BEST_WIDTH
    time = "" if best.seconds is None else formatting.format_clock(best.seconds)
    return f"best {best.length or '–'} {time:>6}".rjust(BEST_WIDTH)


def describe_result(library_entry: LibraryEntry, best: BestResult | None) -> str:
    """Return the user's best result, and how it compares with the fewest possible moves."""
    family, fewest_moves = FAMILIES[library_entry.family], library_entry.entry.fewest_moves
    if not best or (best.length is None and best.seconds is None):
        return "won with a hint"
    unit = family.player_unit(family.move_unit.plural)
    parts = [count_text(best.length, unit)] if best.length else []
    parts += [formatting.format_clock(best.seconds)] if best.seconds is not None else []
    text = f"your best: {', '.join(parts)}"
    if not (fewest_moves and best.length):
        return text
    if best.length > fewest_moves:
        return f"{text}; shortest: {fewest_moves} (+{best.length - fewest_moves})"
    return f"{text}; shortest: {fewest_moves}"
