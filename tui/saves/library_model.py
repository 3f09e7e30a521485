"""The model of a library: catalogue entries of one family or all, searched, filtered and sorted.

`LibraryModel.entries` are those shown, `LibraryModel.rows` the same with group headings.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles import name_search
from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.saves.overview import count_won, counted_names, number_of
from ludoscope.tui.text.formatting import format_moves

WORD = re.compile(r"[^\W_]+")
PLAYED = "Played"  # the group of puzzles that were played and are not listed by the catalogue
SIFTS = ("all", "not won", "started", "won")  # filters by what the player has done with a puzzle
LISTED, SHORTEST = ("as listed", "shortest first")  # sort orders; by groups, or without them


class Book(NamedTuple):
    """A catalogue entry with its family and the texts that a search looks at.

    `search_text` is case-folded and holds every word that finds the entry; `title_words` are those
    of its name and title.
    """

    family: str
    entry: Entry
    text: str
    words: frozenset[str]

    @classmethod
    def of(cls, family: str, entry: Entry) -> "Book":
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
        statuses: "won" or "begun", by puzzle name.
        similar_words: Similar words that are searched for because nothing has those of the query.
    """

    def __init__(self, mixed: bool = False, wanted: str = "") -> None:
        """Create an empty library, of all families if `mixed`."""
        self.books: Sequence[Book] = ()
        self.rows: list[Book | str] = []
        self._row_numbers: list[int] = []  # in `rows`, of each of the books
        self.chosen = 0
        self.wanted = wanted
        self.sift = SIFTS[0]
        self.order = LISTED
        self.marks: Mapping[str, str] = {}
        self.instead: Sequence[str] = ()
        self._won_count = 0  # without query and filter
        self._is_mixed = mixed
        self._all_books: Sequence[Book] = ()

    @property
    def book(self) -> Book | None:
        """The entry at the cursor."""
        return self.books[self.chosen] if self.books else None

    @property
    def empty(self) -> bool:
        """True if there is nothing to search."""
        return not self._all_books

    @property
    def narrowed(self) -> bool:
        """True if a query or a filter may hide entries."""
        return bool(self.wanted) or self.sift != SIFTS[0]

    def widen(self) -> None:
        """Remove the query and the filter."""
        self.wanted, self.sift = "", SIFTS[0]
        self._update()

    @property
    def numbering(self) -> Entry | None:
        """The numbered series that a bare number means: at the cursor, else the first of all."""
        if self.book and self.book.entry.is_numbered_series:
            return self.book.entry
        entries = (book.entry for book in self._all_books)
        return next((entry for entry in entries if entry.is_numbered_series), None)

    @property
    def sortable(self) -> bool:
        return any(book.entry.size for book in self._all_books)

    @property
    def counted(self) -> str:
        """The number of entries shown, such as "258 puzzles"; of all as the home screen counts."""
        families = {book.family for book in self._all_books}
        family = families.pop() if len(families) == 1 and not self._is_mixed else ""
        noun = FAMILIES[family].puzzle_unit if family else "puzzles"
        if self.narrowed:
            single_puzzles = sum(not book.entry.is_numbered_series for book in self.books)
            return format_moves(single_puzzles or len(self.books), noun)
        entries = [book.entry for book in self._all_books]
        return (
            number_of(family, entries)
            if family
            else format_moves(len(counted_names(entries)), noun)
        )

    @property
    def won(self) -> int:
        """The number of puzzles won among those shown; without query and filter see `count_won`."""
        if self.narrowed:
            return sum(self.marks.get(book.entry.name) == "won" for book in self.books)
        return self._won_count

    def fill(self, books: Sequence[Book], marks: Mapping[str, Mapping[str, str]]) -> None:
        """Set all entries of the library.

        Args:
            entries: The entries.
            statuses: "won" or "begun", by family and puzzle name.
        """
        self.marks = {
            name: status for statuses in marks.values() for name, status in statuses.items()
        }
        self._all_books = books
        self._won_count = sum(
            count_won(family, (book.entry for book in books if book.family == family), statuses)
            for family, statuses in marks.items()
        )
        self._update()

    def search(self, wanted: str) -> None:
        """Show the entries that a query names, then those that contain every word of it.

        If there are none, show those that contain similar words.
        """
        self.wanted = wanted
        self._update()

    def sift_next(self, step: int = 1) -> None:
        """Switch to the next filter (`step` 1) or the previous one (−1)."""
        self.sift = SIFTS[(SIFTS.index(self.sift) + step) % len(SIFTS)]
        self._update()

    def order_next(self) -> None:
        """Switch to the other sort order."""
        self.order = SHORTEST if self.order == LISTED else LISTED
        self._update()

    def move(self, step: int) -> None:
        """Move the cursor by a number of entries."""
        self.chosen = min(max(self.chosen + step, 0), max(0, len(self.books) - 1))

    def choose(self, name: str) -> None:
        """Move the cursor to the puzzle of that name, if it is shown."""
        for index, book in enumerate(self.books):
            if book.entry.name == name:
                self.chosen = index
                return

    def to_group(self, step: int) -> None:
        """Move the cursor to the first entry of the next group (`step` 1) or before it (−1)."""
        groups = [self.group(book) for book in self.books]
        starts = [i for i, group in enumerate(groups) if i == 0 or group != groups[i - 1]]
        if step > 0:
            self.chosen = next((i for i in starts if i > self.chosen), self.chosen)
        else:
            self.chosen = next((i for i in reversed(starts) if i < self.chosen), self.chosen)

    def group(self, book: Book) -> str:
        """Return the heading of an entry's group, "" without headings."""
        title = FAMILIES[book.family].title if self._is_mixed else ""
        if self.order != LISTED:
            return title
        return f"{title}: {book.entry.group}" if title else book.entry.group

    @property
    def chosen_row(self) -> int:
        """The index in `rows` of the entry at the cursor."""
        return self._row_numbers[self.chosen] if self.books else 0

    def choose_row(self, row: int) -> None:
        """Move the cursor to the entry in a row."""
        self.chosen = self._row_numbers.index(row)

    def _update(self) -> None:
        """Search, filter and sort; keep the cursor on its entry unless the query names another."""
        current_name = self.book.entry.name if self.book else ""
        named_entries = [book for book in self._named_by_query() if self._passes_filter(book)]
        words = self.wanted.casefold().split()
        self.instead = ()
        matches = self._containing(words)
        if words and not named_entries and not matches and (similar := self._similar_words(words)):
            self.instead = similar
            matches = self._containing(similar)
        if self.order == SHORTEST:
            families = [*FAMILIES]
            matches.sort(key=lambda book: (families.index(book.family), _length(book.entry)))
        named_names = {book.entry.name for book in named_entries}
        self.books = [
            *named_entries,
            *(book for book in matches if book.entry.name not in named_names),
        ]
        self.chosen = 0
        if not named_entries:
            self.choose(current_name)
        if words and not named_entries:
            titled = (i for i, book in enumerate(self.books) if book.words.issuperset(words))
            self.chosen = next(titled, self.chosen)
        self._build_rows()

    def _named_by_query(self) -> Iterator[Book]:
        """Yield the puzzles that the query names, also deals that are not listed."""
        listed_by_name = {book.entry.name: book for book in self._all_books}
        entries = [(book.family, book.entry) for book in self._all_books]
        for family, entry in name_search.matching_entries(self.wanted, entries, fuzzy=True):
            yield listed_by_name.get(entry.name) or Book.of(family, entry)

    def _containing(self, words: Sequence[str]) -> list[Book]:
        """Return the entries that pass the filter and contain all of the words."""
        return [
            book
            for book in self._all_books
            if self._passes_filter(book) and all(word in book.text for word in words)
        ]

    def _similar_words(self, words: Sequence[str]) -> list[str]:
        """Correct misspelt words; return [] if one of them is like no word of the library."""
        vocabulary = {word for book in self._all_books for word in WORD.findall(book.text)}
        corrected = []
        for word in words:
            if any(word in book.text for book in self._all_books):
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
        for book in self.books:
            if (group := self.group(book)) != heading:
                heading = group
                self.rows.append(heading)
            self._row_numbers.append(len(self.rows))
            self.rows.append(book)

    def _passes_filter(self, book: Book) -> bool:
        status = self.marks.get(book.entry.name, "")
        if self.sift == "all":
            return True
        if self.sift == "not won":
            return status != "won"
        return status == ("begun" if self.sift == "started" else self.sift)


def _length(entry: Entry) -> tuple[int, int]:
    """Return the sort key of an entry: its known lengths, unknown ones last."""
    return entry.size or 1 << 30, entry.fewest_moves or 1 << 30
