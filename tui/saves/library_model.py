"""The model of a library: catalogue entries of one family or all, searched, filtered and sorted.

`LibraryModel.entries` are those shown, `LibraryModel.rows` the same with group headings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.units import PUZZLES
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.name_search import SERIES_WORDS
from ludoscope.tui import lazy
from ludoscope.tui.model.rating import PuzzleDifficulty
from ludoscope.tui.saves.overview import count_won
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.text.puzzle_counts import counted_names, puzzle_count_text

WORD = re.compile(r"[^\W_]+")
PLAYED_GROUP = "Played"  # the group of puzzles that were played and are not listed by the catalogue
STATUS_FILTERS = (
    "all",
    "not won",
    "started",
    "won",
)  # filters by what the player has done with a puzzle
STATUS_RANKS = {"started": 0, "": 1, "won": 2}


class LibraryEntry(NamedTuple):
    """A catalogue entry with its family and the texts that a search looks at.

    `search_text` is case-folded and holds every word that finds the entry; `title_words` are those
    of its name and title.
    """

    family: str
    entry: Entry
    search_text: str
    title_words: frozenset[str]

    @classmethod
    def from_entry(cls, family: str, entry: Entry) -> "LibraryEntry":
        family_title = FAMILIES[family].title
        text = f"{entry.name} {entry.title} {entry.group} {entry.detail} {family_title}"
        if entry.is_numbered_series:
            text = f"{text} {' '.join(SERIES_WORDS)}"
        words = WORD.findall(f"{entry.name} {entry.title} {family_title}".casefold())
        return cls(family, entry, text.casefold(), frozenset(words))


class PuzzleFigures(NamedTuple):
    """The figures of the puzzles of a library, by puzzle name.

    Attributes:
        statuses: "won" or "started".
        ratings: How hard they are.
        bests: The user's best results.
    """

    statuses: Mapping[str, str] = MappingProxyType({})
    ratings: Mapping[str, PuzzleDifficulty] = MappingProxyType({})
    bests: Mapping[str, BestResult] = MappingProxyType({})

    def figure(self, column: str, entry: Entry) -> float | None:
        """Return the number by which an entry is sorted in a column; None if it is not known."""
        best = self.bests.get(entry.name)
        if column == "grade":
            rating = self.ratings.get(entry.name)
            return rating.rank if rating else None
        if column == "fewest":
            return entry.fewest_moves or entry.shortest_known or None
        if column == "best":
            return best.length if best else None
        if column == "time":
            return best.seconds if best else None
        status = self.statuses.get(entry.name, "")
        return STATUS_RANKS[status] if self.statuses else None

    def tie_breaker(self, column: str, entry: Entry) -> float:
        """Return the number by which entries with equal figures are sorted."""
        rating = self.ratings.get(entry.name)
        return rating.hardness if rating and column == "grade" else entry.size


class Order(NamedTuple):
    """An order of the puzzles: the column by which they are sorted, and what the screen says."""

    text: str
    column: str = ""
    is_reversed: bool = False


ORDER_AS_LISTED = Order("as listed")  # in groups; sorted puzzles have none
ORDERS = (
    ORDER_AS_LISTED,
    Order("easiest first", "grade"),
    Order("hardest first", "grade", is_reversed=True),
    Order("fewest moves first", "fewest"),
    Order("most moves first", "fewest", is_reversed=True),
    Order("your shortest solutions first", "best"),
    Order("your longest solutions first", "best", is_reversed=True),
    Order("your fastest wins first", "time"),
    Order("your slowest wins first", "time", is_reversed=True),
    Order("started first, won last", "state"),
)


class LibraryModel:
    """The entries of a library, the query and filter that narrow them, and the cursor.

    Attributes:
        entries: The entries shown.
        rows: The same with group headings between them.
        cursor: The index in `entries` of the entry at the cursor.
        query: The text searched for.
        status_filter: The filter by status, one of `STATUS_FILTERS`.
        grade_filter: The grade of difficulty of the entries shown, "" for all.
        order: The sort order, one of `ORDERS`.
        figures: What is known of the puzzles.
        similar_words: Similar words that are searched for because nothing has those of the query.
    """

    def __init__(self, mixed: bool = False, query: str = "") -> None:
        """Create an empty library, of all families if `mixed`."""
        self.entries: Sequence[LibraryEntry] = ()
        self.rows: list[LibraryEntry | str] = []
        self._row_numbers: list[int] = []  # index in `rows` of each entry
        self.cursor = 0
        self.query = query
        self.status_filter = STATUS_FILTERS[0]
        self.grade_filter = ""
        self.order = ORDER_AS_LISTED
        self.figures = PuzzleFigures()
        self.similar_words: Sequence[str] = ()
        self._won_count = 0  # without query and filter
        self._is_mixed = mixed
        self._all_entries: Sequence[LibraryEntry] = ()

    @property
    def current(self) -> LibraryEntry | None:
        """The entry at the cursor."""
        return self.entries[self.cursor] if self.entries else None

    @property
    def is_empty(self) -> bool:
        """True if there is nothing to search."""
        return not self._all_entries

    @property
    def is_filtered(self) -> bool:
        """True if a query or a filter may hide entries."""
        return bool(self.query or self.grade_filter) or self.status_filter != STATUS_FILTERS[0]

    def clear_filters(self) -> None:
        """Remove the query and the filters."""
        self.query, self.status_filter, self.grade_filter = "", STATUS_FILTERS[0], ""
        self._update()

    @property
    def numbered_series(self) -> Entry | None:
        """The numbered series that a bare number means: at the cursor, else the first of all."""
        if self.current and self.current.entry.is_numbered_series:
            return self.current.entry
        entries = (item.entry for item in self._all_entries)
        return next((entry for entry in entries if entry.is_numbered_series), None)

    @property
    def orders(self) -> Sequence[Order]:
        """The orders that make a difference."""
        return [order for order in ORDERS if not order.column or self._has_figures(order.column)]

    @property
    def grades(self) -> Sequence[str]:
        """The grades that the puzzles have, easiest first."""
        ratings = self.figures.ratings
        present = {
            rating.grade: rating.rank
            for item in self._all_entries
            if (rating := ratings.get(item.entry.name))
        }
        return sorted(present, key=present.__getitem__)

    def _has_figures(self, column: str) -> bool:
        return any(
            self.figures.figure(column, item.entry) is not None for item in self._all_entries
        )

    @property
    def shown_count_text(self) -> str:
        """The number of entries shown, such as "258 puzzles"; of all as the home screen counts."""
        families = {item.family for item in self._all_entries}
        family = families.pop() if len(families) == 1 and not self._is_mixed else ""
        unit = FAMILIES[family].puzzle_unit if family else PUZZLES
        if self.is_filtered:
            single_puzzles = sum(not item.entry.is_numbered_series for item in self.entries)
            return count_text(single_puzzles or len(self.entries), unit)
        entries = [item.entry for item in self._all_entries]
        return (
            puzzle_count_text(family, entries)
            if family
            else count_text(len(counted_names(entries)), unit)
        )

    @property
    def won_count(self) -> int:
        """The number of puzzles won among those shown; without query and filter see `count_won`."""
        if self.is_filtered:
            return sum(self.figures.statuses.get(item.entry.name) == "won" for item in self.entries)
        return self._won_count

    def set_entries(
        self,
        entries: Sequence[LibraryEntry],
        statuses: Mapping[str, Mapping[str, str]],
        ratings: Mapping[str, PuzzleDifficulty] = MappingProxyType({}),
        bests: Mapping[str, BestResult] = MappingProxyType({}),
    ) -> None:
        """Set all entries of the library.

        Args:
            entries: The entries.
            statuses: "won" or "started", by family and puzzle name.
            ratings: The difficulties that are known, by puzzle name.
            bests: The user's best results, by puzzle name.
        """
        all_statuses = {
            name: status
            for family_statuses in statuses.values()
            for name, status in family_statuses.items()
        }
        self.figures = PuzzleFigures(all_statuses, ratings, bests)
        self._all_entries = entries
        self._won_count = sum(
            count_won(
                family, (item.entry for item in entries if item.family == family), family_statuses
            )
            for family, family_statuses in statuses.items()
        )
        self._update(is_new_query=not self.entries)

    def search(self, query: str) -> None:
        """Show the entries that a query names, then those that contain every word of it.

        If there are none, show those that contain similar words.
        """
        self.query = query
        self._update(is_new_query=True)

    def cycle_status_filter(self, step: int = 1) -> None:
        """Switch to the next filter (`step` 1) or the previous one (−1)."""
        self.status_filter = STATUS_FILTERS[
            (STATUS_FILTERS.index(self.status_filter) + step) % len(STATUS_FILTERS)
        ]
        self._update()

    def cycle_grade_filter(self) -> None:
        """Show the puzzles of the next grade, or of all after the last one."""
        choices = ["", *self.grades]
        current = choices.index(self.grade_filter) if self.grade_filter in choices else 0
        self.grade_filter = choices[(current + 1) % len(choices)]
        self._update()

    def cycle_order(self, column: str | None = None) -> None:
        """Switch to the next sort order.

        Args:
            column: Only orders by this column, then the order as listed; None for all.
        """
        orders = [order for order in self.orders if column is None or order.column in ("", column)]
        current = orders.index(self.order) if self.order in orders else 0
        self.order = orders[(current + 1) % len(orders)]
        self._update()

    def move_cursor(self, step: int) -> None:
        """Move the cursor by a number of entries."""
        self.cursor = min(max(self.cursor + step, 0), max(0, len(self.entries) - 1))

    def move_to_puzzle(self, name: str) -> None:
        """Move the cursor to the puzzle of that name, if it is shown."""
        for index, item in enumerate(self.entries):
            if item.entry.name == name:
                self.cursor = index
                return

    def move_to_group(self, step: int) -> None:
        """Move the cursor to the first entry of the next group (`step` 1) or before it (−1)."""
        groups = [self.group_heading(item) for item in self.entries]
        starts = [i for i, group in enumerate(groups) if i == 0 or group != groups[i - 1]]
        if step > 0:
            self.cursor = next((i for i in starts if i > self.cursor), self.cursor)
        else:
            self.cursor = next((i for i in reversed(starts) if i < self.cursor), self.cursor)

    def group_heading(self, item: LibraryEntry) -> str:
        """Return the heading of an entry's group, "" without headings."""
        title = FAMILIES[item.family].title if self._is_mixed else ""
        if self.order != ORDER_AS_LISTED:
            return title
        return f"{title}: {item.entry.group}" if title else item.entry.group

    @property
    def cursor_row(self) -> int:
        """The index in `rows` of the entry at the cursor."""
        return self._row_numbers[self.cursor] if self.entries else 0

    def move_to_row(self, row: int) -> None:
        """Move the cursor to the entry in a row."""
        self.cursor = self._row_numbers.index(row)

    def _update(self, is_new_query: bool = False) -> None:
        """Search, filter and sort; keep the cursor on its entry, or else in its place.

        Args:
            is_new_query: Move the cursor to the first entry that the query names, if it names one.
        """
        current_name = self.current.entry.name if self.current else ""
        named_entries = [item for item in self._named_by_query() if self._passes_filter(item)]
        words = self.query.casefold().split()
        self.similar_words = ()
        matches = self._containing(words)
        if words and not named_entries and not matches and (similar := self._similar_words(words)):
            self.similar_words = similar
            matches = self._containing(similar)
        numbers = [word for word in words if word.isdigit()]
        if named_entries and len(numbers) < len(words):  # "lucas 7" is not a Lucas in 7 moves
            matches = [
                item
                for item in matches
                if all(number in f"{item.entry.name} {item.entry.title}" for number in numbers)
            ]
        if self.order != ORDER_AS_LISTED:
            matches.sort(key=self._sort_key)
        named_names = {item.entry.name for item in named_entries}
        self.entries = [
            *named_entries,
            *(item for item in matches if item.entry.name not in named_names),
        ]
        self.cursor = 0 if is_new_query else min(self.cursor, max(0, len(self.entries) - 1))
        if not (is_new_query and named_entries):
            self.move_to_puzzle(current_name)
        if is_new_query and words and not named_entries:
            titled = (
                i for i, item in enumerate(self.entries) if item.title_words.issuperset(words)
            )
            self.cursor = next(titled, self.cursor)
        self._build_rows()

    def _named_by_query(self) -> Iterator[LibraryEntry]:
        """Yield the puzzles that the query names, also deals that are not listed."""
        listed_by_name = {item.entry.name: item for item in self._all_entries}
        entries = [(item.family, item.entry) for item in self._all_entries]
        for match in lazy.word_search.rank_entries(self.query, entries):
            listed = listed_by_name.get(match.entry.name)
            if listed is None:
                yield LibraryEntry.from_entry(match.family, match.entry)
            elif match.rank <= lazy.word_search.MatchRank.TITLE:
                yield listed

    def _containing(self, words: Sequence[str]) -> list[LibraryEntry]:
        """Return the entries that pass the filter and contain all of the words."""
        return [
            item
            for item in self._all_entries
            if self._passes_filter(item) and all(word in item.search_text for word in words)
        ]

    def _similar_words(self, words: Sequence[str]) -> list[str]:
        """Correct misspelt words; return [] if one of them is like no word of the library."""
        texts = [item.search_text for item in self._all_entries]
        vocabulary = frozenset(word for text in texts for word in WORD.findall(text))
        corrected = [
            word
            if any(word in text for text in texts)
            else lazy.word_search.correct_word(word, vocabulary)
            for word in words
        ]
        return corrected if all(corrected) else []

    def _build_rows(self) -> None:
        """Put headings between the entries."""
        self.rows, self._row_numbers = [], []
        heading = ""
        for item in self.entries:
            if (group := self.group_heading(item)) != heading:
                heading = group
                self.rows.append(heading)
            self._row_numbers.append(len(self.rows))
            self.rows.append(item)

    def _passes_filter(self, item: LibraryEntry) -> bool:
        name = item.entry.name
        if self.grade_filter:
            rating = self.figures.ratings.get(name)
            if not rating or rating.grade != self.grade_filter:
                return False
        status = self.figures.statuses.get(name, "")
        if self.status_filter == "all":
            return True
        if self.status_filter == "not won":
            return status != "won"
        return status == self.status_filter

    def _sort_key(self, item: LibraryEntry) -> tuple[int, bool, float, float]:
        """Return the sort key of an entry: by families, and where the figure is unknown last."""
        column, entry = self.order.column, item.entry
        sign = -1 if self.order.is_reversed else 1
        figure = self.figures.figure(column, entry)
        rank = [*FAMILIES].index(item.family)
        if figure is None:
            return rank, True, 0.0, 0.0
        return rank, False, sign * figure, sign * self.figures.tie_breaker(column, entry)
