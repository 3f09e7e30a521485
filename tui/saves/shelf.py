"""What a library shows: the catalogue of a family, or of all, searched, sifted and sorted.

book    an entry of the catalogue with its family, and what a search looks at
sift    which books by what the person has done with them: one of SIFTS
order   "as listed", by groups; or "shortest first", without them
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ludoscope.games import FAMILIES
from ludoscope.puzzles.daily import GROUP
from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.saves.overview import NUMBERING

WORD = re.compile(r"[^\W_]+")
PLAYED = "Played"  # the group of what was played and is not listed
SIFTS = ("all", "not won", "begun", "won")
LISTED, SHORTEST = ("as listed", "shortest first")


@dataclass(frozen=True, slots=True)
class Book:
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


class Shelf:
    """`books` are those shown, the one numbered `chosen` has the cursor.

    `rows` are the same books with the headings between them.
    """

    def __init__(self, mixed: bool = False) -> None:
        self.books: Sequence[Book] = ()
        self.rows: list[Book | str] = []
        self._places: list[int] = []
        self.chosen = 0
        self.wanted = ""
        self.sift = SIFTS[0]
        self.order = LISTED
        self.marks: Mapping[str, str] = {}
        self._mixed = mixed
        self._all: Sequence[Book] = ()
        self._names: set[str] = set()

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

    def numbering(self, pattern: re.Pattern[str]) -> str:
        """The numbering that a bare number means: the chosen book's, else the first of all."""
        books = [self.book] if self.book else []
        names = (book.entry.name for book in [*books, *self._all])
        return next((name for name in names if pattern.search(name)), "")

    @property
    def sortable(self) -> bool:
        return any(book.entry.size for book in self._all)

    @property
    def shown(self) -> int:
        """How many are shown; of all there are, not counting today's and what stands for many."""
        single = [book for book in self.books if not NUMBERING.search(book.entry.name)]
        if self.narrowed:
            return len(single) or len(self.books)
        return sum(book.entry.group != GROUP for book in single)

    @property
    def won(self) -> int:
        return sum(self.marks.get(name) == "won" for name in self._names)

    def fill(self, books: Sequence[Book], marks: Mapping[str, str]) -> None:
        """Take what the catalogue lists now, family by family, and what was won and begun."""
        self.marks = marks
        self._all = books
        self._names = {book.entry.name for book in self._all if book.entry.group != GROUP}
        self._show()

    def search(self, wanted: str) -> None:
        """Show the books that hold every word of `wanted`; a name of these words is chosen."""
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
        words = self.wanted.casefold().split()
        found = [book for book in self._all if self._fits(book, words)]
        if self.order == SHORTEST:
            families = [*FAMILIES]
            found.sort(key=lambda book: (families.index(book.family), _length(book.entry)))
        self.books = found
        meant = (at for at, book in enumerate(found) if words and book.words.issuperset(words))
        names = (at for at, book in enumerate(found) if book.entry.name == name)
        self.chosen = next(meant, next(names, 0))
        self._lay_out()

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

    def _fits(self, book: Book, words: Sequence[str]) -> bool:
        mark = self.marks.get(book.entry.name, "")
        fits = {"all": True, "not won": mark != "won"}.get(self.sift, mark == self.sift)
        return fits and all(word in book.text for word in words)


def _length(entry: Entry) -> tuple[int, int]:
    """What is known of its length; what is not known comes last."""
    return entry.size or 1 << 30, entry.fewest or 1 << 30
