"""What a library shows: the catalogue of a family, or of all, searched, sifted and sorted.

book    an entry of the catalogue with its family, and what a search looks at
sift    which books by what the person has done with them: one of SIFTS
order   "as listed", by groups; or "shortest first", without them
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ludoscope.games import FAMILIES
from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.saves.overview import number_of, single, won_of
from ludoscope.tui.text.formatting import count

WORD = re.compile(r"[^\W_]+")
PLAYED = "Played"  # the group of what was played and is not listed
SIFTS = ("all", "not won", "started", "won")
LISTED, SHORTEST = ("as listed", "shortest first")


class Book(NamedTuple):
    """`text` holds every word that finds it; `words` are those of its name and title."""

    family: str
    entry: Entry
    text: str
    words: frozenset[str]

    @classmethod
    def of(cls, family: str, entry: Entry) -> "Book":
        title = FAMILIES[family].title
        said = f"{entry.name} {entry.title} {entry.group} {entry.detail} {title}"
        words = WORD.findall(f"{entry.name} {entry.title} {title}".casefold())
        return cls(family, entry, said.casefold(), frozenset(words))


class LibraryModel:
    """`books` are those shown, the one numbered `chosen` has the cursor.

    `rows` are the same books with the headings between them.
    """

    def __init__(self, mixed: bool = False, wanted: str = "") -> None:
        self.books: Sequence[Book] = ()
        self.rows: list[Book | str] = []
        self._places: list[int] = []
        self.chosen = 0
        self.wanted = wanted
        self.sift = SIFTS[0]
        self.order = LISTED
        self.marks: Mapping[str, str] = {}
        self.instead: Sequence[str] = ()  # the words searched for, where nothing has those typed
        self._won = 0  # of all
        self._mixed = mixed
        self._all: Sequence[Book] = ()

    @property
    def book(self) -> Book | None:
        """The chosen one."""
        return self.books[self.chosen] if self.books else None

    @property
    def empty(self) -> bool:
        """Whether there is nothing to search."""
        return not self._all

    @property
    def narrowed(self) -> bool:
        """Whether a search or a sift hides books."""
        return bool(self.wanted) or self.sift != SIFTS[0]

    def widen(self) -> None:
        """Show all books again."""
        self.wanted, self.sift = "", SIFTS[0]
        self._show()

    @property
    def numbering(self) -> Entry | None:
        """The numbering that a bare number means: the chosen book's, else the first of all."""
        books = [self.book] if self.book else []
        entries = (book.entry for book in [*books, *self._all])
        return next((entry for entry in entries if entry.is_numbered_series), None)

    @property
    def sortable(self) -> bool:
        return any(book.entry.size for book in self._all)

    @property
    def counted(self) -> str:
        """ "258 puzzles": how many are shown; of all there are, as home counts them."""
        families = {book.family for book in self._all}
        family = families.pop() if len(families) == 1 and not self._mixed else ""
        noun = FAMILIES[family].puzzle_unit if family else "puzzles"
        if self.narrowed:
            one_each = sum(not book.entry.is_numbered_series for book in self.books)
            return count(one_each or len(self.books), noun)
        entries = [book.entry for book in self._all]
        return number_of(family, entries) if family else count(len(single(entries)), noun)

    @property
    def won(self) -> int:
        """How many of those were won; of deals without end, those not listed too."""
        if self.narrowed:
            return sum(self.marks.get(book.entry.name) == "won" for book in self.books)
        return self._won

    def fill(self, books: Sequence[Book], marks: Mapping[str, Mapping[str, str]]) -> None:
        """Take what the catalogue lists now, and what was won and begun, family by family."""
        self.marks = {name: mark for family in marks.values() for name, mark in family.items()}
        self._all = books
        self._won = sum(
            won_of(family, (book.entry for book in books if book.family == family), its)
            for family, its in marks.items()
        )
        self._show()

    def search(self, wanted: str) -> None:
        """Show the books that `wanted` names, then those that hold every word of it.

        Where there are none, those that hold words alike.
        """
        self.wanted = wanted
        self._show()

    def sift_next(self, step: int = 1) -> None:
        self.sift = SIFTS[(SIFTS.index(self.sift) + step) % len(SIFTS)]
        self._show()

    def order_next(self) -> None:
        self.order = SHORTEST if self.order == LISTED else LISTED
        self._show()

    def move(self, by: int) -> None:
        self.chosen = min(max(self.chosen + by, 0), max(0, len(self.books) - 1))

    def choose(self, name: str) -> None:
        """Put the cursor on the book of that name, if it is shown."""
        names = (at for at, book in enumerate(self.books) if book.entry.name == name)
        self.chosen = next(names, self.chosen)

    def to_group(self, step: int) -> None:
        """To the first book of the group after (`step` 1) or before (−1) the chosen one."""
        groups = [self.group(book) for book in self.books]
        starts = [at for at, group in enumerate(groups) if not at or group != groups[at - 1]]
        ahead = [at for at in starts if (at > self.chosen if step > 0 else at < self.chosen)]
        if ahead:
            self.chosen = ahead[0] if step > 0 else ahead[-1]

    def group(self, book: Book) -> str:
        """What the heading above it says, "" without headings."""
        title = FAMILIES[book.family].title if self._mixed else ""
        if self.order != LISTED:
            return title
        return f"{title}: {book.entry.group}" if title else book.entry.group

    @property
    def chosen_row(self) -> int:
        """Where in `rows` the chosen book is."""
        return self._places[self.chosen] if self.books else 0

    def choose_row(self, row: int) -> None:
        """Put the cursor on the book in that row."""
        self.chosen = self._places.index(row)

    def _show(self) -> None:
        name = self.book.entry.name if self.book else ""
        named = [*filter(self._sifted, self._meant())]
        words, self.instead = self.wanted.casefold().split(), ()
        found = self._holding(words)
        if words and not named and not found and (alike := self._alike(words)):
            self.instead = alike
            found = self._holding(alike)
        if self.order == SHORTEST:
            families = [*FAMILIES]
            found.sort(key=lambda book: (families.index(book.family), _length(book.entry)))
        first = {book.entry.name for book in named}
        self.books = found = [*named, *(one for one in found if one.entry.name not in first)]
        meant = (at for at, book in enumerate(found) if words and book.words.issuperset(words))
        names = (at for at, book in enumerate(found) if book.entry.name == name)
        self.chosen = 0 if named else next(meant, next(names, 0))
        self._lay_out()

    def _meant(self) -> Iterator[Book]:
        """What is named by that which is searched for, also deals that are not listed."""
        from ludoscope.puzzles import name_search  # late: the app opens without it

        listed = {book.entry.name: book for book in self._all}
        entries = [(book.family, book.entry) for book in self._all]
        for family, entry in name_search.matching_entries(self.wanted, entries, fuzzy=True):
            yield listed.get(entry.name) or Book.of(family, entry)

    def _holding(self, words: Sequence[str]) -> list[Book]:
        """Those that hold all of these words."""
        return [
            book
            for book in self._all
            if self._sifted(book) and all(word in book.text for word in words)
        ]

    def _alike(self, words: Sequence[str]) -> list[str]:
        """The words that these may be, misspelt; none where one of them is like no other."""
        from difflib import get_close_matches

        from ludoscope.puzzles.name_search import MIN_SIMILARITY

        known = {word for book in self._all for word in WORD.findall(book.text)}
        held = [any(word in book.text for book in self._all) for word in words]
        close = [
            [word] if there else get_close_matches(word, known, 1, MIN_SIMILARITY)
            for word, there in zip(words, held, strict=True)
        ]
        return [one for like in close for one in like] if all(close) else []

    def _lay_out(self) -> None:
        """The books with the headings between them."""
        self.rows, self._places = [], []
        group = ""
        for book in self.books:
            if (here := self.group(book)) != group:
                group = here
                self.rows.append(group)
            self._places.append(len(self.rows))
            self.rows.append(book)

    def _sifted(self, book: Book) -> bool:
        mark = self.marks.get(book.entry.name, "")
        kept = {"all": True, "not won": mark != "won", "started": mark == "begun"}
        return kept.get(self.sift, mark == self.sift)


def _length(entry: Entry) -> tuple[int, int]:
    """What is known of its length; what is not known comes last."""
    return entry.size or 1 << 30, entry.fewest_moves or 1 << 30
