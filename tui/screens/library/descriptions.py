"""What a library says of its puzzles: marks, one's best, which of them are shown, why none is."""

from collections.abc import Iterator, Mapping, Sequence

from ludoscope.games import FAMILIES
from ludoscope.puzzles.patience.rule_suffixes import FREE_SUFFIX
from ludoscope.puzzles.puzzle import Entry
from ludoscope.puzzles.registry import collection
from ludoscope.tui.saves.library_model import LISTED, SIFTS, Book, LibraryModel
from ludoscope.tui.saves.results import Best
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.puzzle_list import Heading, Row

Columns = list[tuple[int, str, int]]  # number, title and width of each
MARKS = {"won": ("✓ ", "$success"), "begun": ("… ", "$warning"), "": ("  ", "")}
AT_ONCE = (  # actions that need not wait until the list is read
    *("go.back", "go.rules", "app.help", "line.cancel"),
    *("library.find", "library.edit", "library.new", "library.table"),
)
NONE_SIFTED = {
    "not won": "All of these are won.",
    "started": "None of these has been started.",
    "won": "None of these is won yet.",
}


def narrowing(model: LibraryModel) -> Iterator[str]:
    """Which books are shown, and in which order, where that is not as usual."""
    if model.sift != SIFTS[0]:
        yield model.sift
    if model.instead:
        yield f"no match for “{model.wanted}”, showing “{' '.join(model.instead)}”"
    elif model.wanted:
        yield f"matching “{model.wanted}”"
    if model.order != LISTED:
        yield model.order


def nothing(model: LibraryModel) -> str:
    """Why no book is shown, and what helps."""
    if model.empty:
        return "There is nothing here yet."
    if model.wanted:
        among = "" if model.sift == SIFTS[0] else f" among those {model.sift}"
        said = f"No match for “{model.wanted}”{among}. Try a number (24) or part of a name."
        return f"{said} Enter opens a puzzle by its whole name, esc shows all puzzles again."
    return f"{NONE_SIFTED[model.sift]} Tab shows others."


def asked(numbering: Entry | None, files: bool) -> str:
    """What may be typed to open a puzzle."""
    # which the deals of the list have in silence
    ways = [numbering.name_with_number("number").removesuffix(FREE_SUFFIX)] if numbering else []
    ways += ["a name", *(["a file"] if files else [])]
    return f"{', '.join(ways[:-1])} or {ways[-1]}:" if ways[1:] else f"{ways[0]}:"


def laid(model: LibraryModel, bests: Mapping[str, Best]) -> list[Row | Heading]:
    """The rows of a library: figures in columns, by group, and what the person has done."""
    rows: list[Row | Heading] = []
    groups = {at for at, row in enumerate(model.rows) if isinstance(row, str)}
    for begin in sorted({0, *groups}):
        end = next((at for at in range(begin + 1, len(model.rows)) if at in groups), None)
        group = model.rows[begin:end]
        books = [row for row in group if isinstance(row, Book)]
        columns = _columns(books)
        rows += (_row(row, columns, model, bests) for row in group)
    return rows


def _columns(books: Sequence[Book]) -> Columns:
    """Those in which a book has a figure, and their widths."""
    found: Columns = []
    for at, title in enumerate(collection(books[0].family).columns if books else ()):
        texts = [book.entry.column_texts[at] for book in books if book.entry.column_texts]
        if any(texts):
            found.append((at, title, max(map(len, (title, *texts)))))
    return found


def _row(
    row: Book | str, columns: Columns, model: LibraryModel, bests: Mapping[str, Best]
) -> Row | Heading:
    if isinstance(row, str):
        titles = "  ".join(title.rjust(width) for _, title, width in columns)
        return Heading(row, titles, briefly(None) if bests else "")
    entry = row.entry
    own = briefly(bests.get(entry.name)) if bests else ""
    figures = "  ".join(
        entry.column_texts[at].rjust(width) for at, _, width in columns if entry.column_texts
    )
    return Row(entry.title, MARKS[model.marks.get(entry.name, "")], figures or entry.detail, own)


def briefly(best: Best | None) -> str:
    """The fewest moves and the time, in a column of its own."""
    if not best:
        return f"{'':<18}"
    time = "" if best.seconds is None else formatting.clock(best.seconds)
    said = f"best {best.length or '–'} {time:>6}"
    return f"{said:>18}"


def achieved(book: Book, best: Best | None) -> str:
    """What the person has done with a puzzle, and how that compares with the fewest moves."""
    family, least = FAMILIES[book.family], book.entry.fewest_moves
    if not best or (best.length is None and best.seconds is None):
        return "won with a hint"
    measure = "moves" if family.groups_moves else family.unit_for(family.move_unit)
    parts = [formatting.count(best.length, measure)] if best.length else []
    parts += [formatting.clock(best.seconds)] if best.seconds is not None else []
    said = f"your best: {', '.join(parts)}"
    if least and best.length:
        over = best.length - least
        said += f"; best is {least} (+{over})" if over > 0 else f"; shortest: {least}"
    return said
