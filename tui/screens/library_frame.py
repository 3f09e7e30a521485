"""A library as it is drawn: the list with its headings, and beside it a look at the chosen one."""

from collections.abc import Mapping

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Line
from ludoscope.tui.saves.results import Best
from ludoscope.tui.saves.shelf import LISTED, SIFTS, Book, Shelf
from ludoscope.tui.screens.home import MARKS
from ludoscope.tui.services.library import Preview
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block

ANY_DEAL = ("Enter, then a number; without one, any deal.", "This is number 1.")
FACTS = 7  # lines at the least: boards of one size stay where they are, and send but their pieces
ROOMY = 64  # columns of the list from which on it has room for one's best
NONE_SIFTED = {
    "not won": "All of them are won.",
    "begun": "None of them is begun.",
    "won": "None of them is won yet.",
}


def side_width(width: int) -> int:
    """Columns of the box beside the list, 0 where there is no room for it."""
    return width * 2 // 5 if width >= 60 else 0


def frame(
    width: int,
    height: int,
    shelf: Shelf | None,
    family: str,
    told: Book | None,
    previews: Mapping[str, Preview],
    bests: Mapping[str, Best],
) -> Block:
    """All lines but the last three; `shelf` is None until it is read.

    Of the book that is `told` of more stands beside the list.
    """
    room, side = height - 4, side_width(width)
    if shelf is None:
        lines: Block = [[], [("  looking through the shelves…", "dim")]]
    else:
        lines = listing(shelf, width - side - 2, room - 2, bests) or nothing(shelf, width - side)
    boxes = drawing.box("", lines, width - side, room)
    if side:
        boxes = drawing.beside(boxes, _side(shelf, told, side, room, previews, bests))
    return [_heading(shelf, family, width), *boxes]


def _heading(shelf: Shelf | None, family: str, width: int) -> Line:
    left: Line = [(f" {FAMILIES[family].title if family else 'Everything'}", "title")]
    if shelf is None:
        return drawing.fit(left, width)
    if shelf.sift != SIFTS[0]:
        left.append((f"   {shelf.sift}", "notice"))
    if shelf.wanted:
        left.append((f"   holding “{shelf.wanted}”", "notice"))
    if shelf.order != LISTED:
        left.append((f"   {shelf.order}", "notice"))
    noun = FAMILIES[family].noun if family else "puzzles"
    found = f"{words.count(shelf.shown, noun)} · {shelf.won} won "
    return drawing.ends(left, [(found, "dim")], width)


def listing(shelf: Shelf, width: int, height: int, bests: Mapping[str, Best]) -> Block:
    """The rows around the chosen one."""
    own = _briefly if bests and width >= ROOMY else lambda best: ""
    lines: Block = []
    for at in shelf.window(height):
        row = shelf.rows[at]
        if isinstance(row, str):
            lines.append([(f" {row}", "title")])
        else:
            lines.append(_row(row, shelf, width, own(bests.get(row.entry.name))))
    return lines


def _row(book: Book, shelf: Shelf, width: int, own: str) -> Line:
    entry, here = book.entry, book is shelf.book
    mark = MARKS[shelf.marks.get(entry.name, "")]
    detail = entry.detail
    while "," in detail and len(entry.title) + len(detail) + len(own) + 7 > width:
        detail = detail.rpartition(",")[0]  # all of it is told beside the list
    right = f" {detail} {own}"
    left: Line = [(" › " if here else "   ", "cursor"), mark]
    title = words.shorten(entry.title, max(12, width - 5 - len(right)))
    return drawing.ends([*left, (title, "title" if here else "")], [(right, "dim")], width)


def _briefly(best: Best | None) -> str:
    """The fewest moves and the time, in a column of its own."""
    if not best:
        return f"{'':<18}"
    time = "" if best.seconds is None else words.clock(best.seconds)
    said = f"best {best.length or '–'} {time:>6}"
    return f"{said:>17} "


def nothing(shelf: Shelf, width: int) -> Block:
    """Why no book is shown, in one sentence, and what helps."""
    if shelf.empty:
        said = "There is nothing here yet."
    elif shelf.wanted:
        which = "" if shelf.sift == SIFTS[0] else f" that is {shelf.sift}"
        said = f"Nothing{which} holds “{shelf.wanted}”."
        said += " Enter looks for a puzzle of that name, esc shows everything again."
    else:
        said = f"{NONE_SIFTED[shelf.sift]} Tab shows others."
    return [[], *([("  ", ""), *line] for line in drawing.wrap(said, width - 6, "dim"))]


def _side(
    shelf: Shelf | None,
    book: Book | None,
    width: int,
    height: int,
    previews: Mapping[str, Preview],
    bests: Mapping[str, Best],
) -> Block:
    """What is known of a book, and its board below."""
    if not shelf or not book:
        return drawing.box("", [], width, height)
    entry, inner = book.entry, width - 4
    preview = previews.get(entry.name)
    lines: Block = [*drawing.wrap(entry.title, inner, "title"), [(entry.name, "dim")]]
    said = [entry.detail, *(preview.facts if preview else ())]
    for sentence in dict.fromkeys(said):
        lines += drawing.wrap(sentence, inner)
    lines += _achieved(book, shelf.marks.get(entry.name, ""), bests.get(entry.name), inner)
    lines += [[] for _ in range(max(1, FACTS - len(lines)))]
    room = height - 2 - len(lines)
    if preview and preview.picture and room > 2:
        lines += preview.picture.draw(inner, room)
    return drawing.box("", [[(" ", ""), *line] for line in lines], width, height)


def _achieved(book: Book, mark: str, best: Best | None, width: int) -> Block:
    """What the person has done with it, and how that compares with the fewest moves."""
    if mark != "won":
        said = f"{MARKS[mark][0]}begun" if mark else ""
        return [[(said, MARKS[mark][1])]] if said else []
    family, least = FAMILIES[book.family], book.entry.fewest
    measure = family.called(family.measure)
    if not best or (best.length is None and best.seconds is None):
        return [[("✓ won with a hint", "good")]]
    parts = [words.count(best.length, measure)] if best.length else []
    parts += [words.clock(best.seconds)] if best.seconds is not None else []
    said = f"✓ your best: {', '.join(parts)}"
    if least and best.length:
        over = best.length - least
        said += f"; {over} over the fewest, {least}" if over > 0 else "; none is shorter"
    return drawing.wrap(said, width, "good")
