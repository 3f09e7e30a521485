"""Two trees of moves as one: what two programs, or two machines, made of the same puzzle.

Text in and text out, as `tui.model.history` writes it, so that nothing has to be played through.

place  a move with the number of the one before it, which no two moves of a tree share
"""

import re
from collections.abc import Iterator, Sequence

from ludoscope.tui.model.history import BOOKMARK, read_line

Tree = tuple[str, str]  # moves, bookmarks


def merged(own: Tree, other: Tree) -> Tree:
    """`own` with what `other` has besides it: moves as of an earlier attempt, and bookmarks.

    In time proportional to the moves. ValueError when one of them is no such text.
    """
    lines = own[0].splitlines()
    places: dict[tuple[int, str], int] = {}
    youngest: dict[int, int] = {}  # child by parent; of the other parents one child is marked
    for number, (parent, parts) in enumerate(_read(lines), start=1):
        places[parent, parts["move"]] = youngest[parent] = number
    marked = {parent for parent, parts in _read(lines) if parts["last"]}
    numbers, grown = [0], set()  # of the other's moves in this tree; where it has grown
    for parent, parts in _read(other[0].splitlines()):
        place = numbers[parent], parts["move"]
        if place not in places:
            grown.add(place[0])
            after = f" ^{place[0]}" if place[0] != len(lines) else ""
            lines.append(f"{place[1]}{after}{parts['joined'] or ''} ~")
            places[place] = len(lines)
        numbers.append(places[place])
    for parent in grown & (youngest.keys() - marked):  # it stays the child that was visited last
        at = youngest[parent] - 1
        line = lines[at].removesuffix(" ~")
        lines[at] = f"{line} >{lines[at][len(line) :]}"
    return "\n".join(lines), _marks(own[1], other[1], numbers)


def _read(lines: Sequence[str]) -> Iterator[tuple[int, "re.Match[str]"]]:
    """Each line in its parts, with the number of the move before it."""
    for before, line in enumerate(lines):
        parts = read_line(line)
        parent = int(parts["parent"]) if parts["parent"] else before
        if parent > before:
            raise ValueError(f"a move after number {parent}, which comes later in the history")
        yield parent, parts


def _marks(own: str, other: str, numbers: Sequence[int]) -> str:
    """Bookmarks keep their numbers, where those are free."""
    marks = {int(number): int(at) for number, at in BOOKMARK.findall(own)}
    for text, at in BOOKMARK.findall(other):
        if int(at) >= len(numbers):
            raise ValueError(f"bookmark {text}:{at} of a history that has no such place for it")
        number, place = int(text), numbers[int(at)]
        if place not in marks.values():
            free = next(n for n in range(1, len(marks) + 2) if n not in marks)
            marks[free if number in marks else number] = place
    return " ".join(f"{number}:{at}" for number, at in sorted(marks.items()))
