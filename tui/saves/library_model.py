"""The model of a library: catalogue entries of one family or all, searched, filtered and sorted.

`LibraryModel.entries` are those shown, `LibraryModel.rows` the same with group headings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from ludoscope.games import FAMILIES, count_text
from ludoscope.games.units import PUZZLES
from ludoscope.puzzles import name_search
from ludoscope.puzzles.entry import Entry
from ludoscope.tui.saves.overview import count_won, counted_names, puzzle_count_text

WORD = re.compile(r"[^\W_]+")
PLAYED_GROUP = "Played"  # the group of puzzles that were played and are not listed by the catalogue
STATUS_FILTERS = (
    "all",
    "not won",
    "started",
    "won",
)  # filters by what the player has done with a puzzle
ORDER_AS_LISTED, ORDER_SHORTEST_FIRST = (
    "as listed",
    "shortest first",
)  # sort orders; by groups, or without them


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
        words = WORD.findall(f"{entry.name} {entry.title} {family_title}".casefold())
        return cls(family, entry, text.casefold(), frozenset(words))


class LibraryModel:
    """The entries of a library, the query and filter that narrow them, and the cursor.

    Attributes:
        entries: The entries shown.
        rows: The same with group headings between them.
        cursor: The index in `entries` of the entry at the cursor.
        query: The text searched for.
        status_filter: The filter, one of `STATUS_FILTERS`.
        order: The sort order, `ORDER_AS_LISTED` or `ORDER_SHORTEST_FIRST`.
        statuses: "won" or "started", by puzzle name.
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
        self.order = ORDER_AS_LISTED
        self.statuses: Mapping[str, str] = {}
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
        return bool(self.query) or self.status_filter != STATUS_FILTERS[0]

    def clear_filters(self) -> None:
        """Remove the query and the filter."""
        self.query, self.status_filter = "", STATUS_FILTERS[0]
        self._update()

    @property
    def numbered_series(self) -> Entry | None:
        """The numbered series that a bare number means: at the cursor, else the first of all."""
        if self.current and self.current.entry.is_numbered_series:
            return self.current.entry
        entries = (item.entry for item in self._all_entries)
        return next((entry for entry in entries if entry.is_numbered_series), None)

    @property
    def is_sortable(self) -> bool:
        return any(item.entry.size for item in self._all_entries)

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
            return sum(self.statuses.get(item.entry.name) == "won" for item in self.entries)
        return self._won_count

    def set_entries(
        self, entries: Sequence[LibraryEntry], statuses: Mapping[str, Mapping[str, str]]
    ) -> None:
        """Set all entries of the library.

        Args:
            entries: The entries.
            statuses: "won" or "started", by family and puzzle name.
        """
        self.statuses = {
            name: status
            for family_statuses in statuses.values()
            for name, status in family_statuses.items()
        }
        self._all_entries = entries
        self._won_count = sum(
            count_won(
                family, (item.entry for item in entries if item.family == family), family_statuses
            )
            for family, family_statuses in statuses.items()
        )
        self._update()

    def search(self, query: str) -> None:
        """Show the entries that a query names, then those that contain every word of it.

        If there are none, show those that contain similar words.
        """
        self.query = query
        self._update()

    def cycle_status_filter(self, step: int = 1) -> None:
        """Switch to the next filter (`step` 1) or the previous one (−1)."""
        self.status_filter = STATUS_FILTERS[
            (STATUS_FILTERS.index(self.status_filter) + step) % len(STATUS_FILTERS)
        ]
        self._update()

    def cycle_order(self) -> None:
        """Switch to the other sort order."""
        self.order = ORDER_SHORTEST_FIRST if self.order == ORDER_AS_LISTED else ORDER_AS_LISTED
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

    def _update(self) -> None:
        """Search, filter and sort; keep the cursor on its entry unless the query names another."""
        current_name = self.current.entry.name if self.current else ""
        named_entries = [item for item in self._named_by_query() if self._passes_filter(item)]
        words = self.query.casefold().split()
        self.similar_words = ()
        matches = self._containing(words)
        if words and not named_entries and not matches and (similar := self._similar_words(words)):
            self.similar_words = similar
            matches = self._containing(similar)
        if self.order == ORDER_SHORTEST_FIRST:
            families = [*FAMILIES]
            matches.sort(key=lambda item: (families.index(item.family), _length(item.entry)))
        named_names = {item.entry.name for item in named_entries}
        self.entries = [
            *named_entries,
            *(item for item in matches if item.entry.name not in named_names),
        ]
        self.cursor = 0
        if not named_entries:
            self.move_to_puzzle(current_name)
        if words and not named_entries:
            titled = (
                i for i, item in enumerate(self.entries) if item.title_words.issuperset(words)
            )
            self.cursor = next(titled, self.cursor)
        self._build_rows()

    def _named_by_query(self) -> Iterator[LibraryEntry]:
        """Yield the puzzles that the query names, also deals that are not listed."""
        listed_by_name = {item.entry.name: item for item in self._all_entries}
        entries = [(item.family, item.entry) for item in self._all_entries]
        for family, entry in name_search.matching_entries(self.query, entries, fuzzy=True):
            yield listed_by_name.get(entry.name) or LibraryEntry.from_entry(family, entry)

    def _containing(self, words: Sequence[str]) -> list[LibraryEntry]:
        """Return the entries that pass the filter and contain all of the words."""
        return [
            item
            for item in self._all_entries
            if self._passes_filter(item) and all(word in item.search_text for word in words)
        ]

    def _similar_words(self, words: Sequence[str]) -> list[str]:
        """Correct misspelt words; return [] if one of them is like no word of the library."""
        vocabulary = {word for item in self._all_entries for word in WORD.findall(item.search_text)}
        corrected = []
        for word in words:
            if any(word in item.search_text for item in self._all_entries):
                corrected.append(word)
            elif close := get_close_matches(word, vocabulary, 1, name_search.MIN_SIMILARITY):
                corrected += close
            else:
                return []
        return corrected

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
        status = self.statuses.get(item.entry.name, "")
        if self.status_filter == "all":
            return True
        if self.status_filter == "not won":
            return status != "won"
        return status == self.status_filter


def _length(entry: Entry) -> tuple[int, int]:
    """Return the sort key of an entry: its known lengths, unknown ones last."""
    return entry.size or 1 << 30, entry.fewest_moves or 1 << 30
