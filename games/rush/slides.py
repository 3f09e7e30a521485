"""Slides as a person counts and writes them: a boat, the way it goes, how many squares.

    G↓2          boat G two squares down; also read: Gv2, gd2, g d 2, G>2, and G>G>
    ↑ ^ u        up; so ↓ v d, ← l, → r; no number means one square
    > <          right or down, left or up, whichever way the boat lies

Squares that a boat goes one after the other in one direction are one slide, and one move.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from ludoscope.games.errors import NotationError, shown

ARROWS = "←→↑↓"
_WAYS = {
    **dict.fromkeys("↑^uU", (False, -1)),
    **dict.fromkeys("↓vdVD", (False, 1)),
    **dict.fromkeys("←lL", (True, -1)),
    **dict.fromkeys("→rR", (True, 1)),
    "<": (None, -1),
    ">": (None, 1),
}
_SLIDE = re.compile(r"\s*([A-Za-z])\s*([<>^←→↑↓UDLRVudlrv])(?:\s*([1-9][0-9]?))?[\s,;]*", re.ASCII)


class Slide(NamedTuple):
    """`across` is None where only the boat knows; `distance` in squares, back ones below 0."""

    name: str
    across: bool | None
    distance: int


def slide_text(name: str, across: bool, distance: int) -> str:
    """ "G↓2"."""
    return f"{name}{ARROWS[2 * (not across) + (distance > 0)]}{abs(distance)}"


def read_slides(text: str) -> list[Slide]:
    """The slides in a text, in any of the forms above; NotationError where it is malformed."""
    return [*_slides(text)]


def _slides(text: str) -> Iterator[Slide]:
    at, text = 0, text.strip()
    while at < len(text):
        found = _SLIDE.match(text, at)
        if not found:
            wrong = text[at : at + 40].split()[0]
            raise NotationError(f"found {shown(wrong)}, expected a move such as A>, A→2 or B↓1")
        across, way = _WAYS[found[2]]
        yield Slide(found[1].upper(), across, way * int(found[3] or 1))
        at = found.end()


# Moves are those of `games.rush.rules`: (index of the boat, squares).


def merged(last: tuple[int, int], move: tuple[int, int]) -> tuple[int, int] | None:
    """The slide that two moves in a row are together, None where they stay two."""
    same = last[0] == move[0] and (last[1] > 0) == (move[1] > 0)
    return (last[0], last[1] + move[1]) if same else None


def slides(moves: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same moves with the squares of each slide together."""
    runs = groupby(moves, key=lambda move: (move[0], move[1] > 0))
    return [(index, sum(distance for _, distance in run)) for (index, _), run in runs]


def slide_count(moves: Sequence[tuple[int, int]]) -> int:
    """How many slides a list of moves is."""
    return len(slides(moves))


def square_count(moves: Sequence[tuple[int, int]]) -> int:
    """How many squares boats go in a list of moves."""
    return sum(abs(distance) for _, distance in moves)
