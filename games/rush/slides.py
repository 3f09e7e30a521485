"""Slides, the moves of ORush as players count and write them: boat, direction, distance.

    G↓2          boat G two cells down; also read: Gv2, gd2, g d 2, G>2, and G>G>
    ↑ ^ u        up; likewise ↓ v d, ← l, → r; without a number, one cell
    > <          right or down, left or up, depending on the direction of the boat

Successive moves of one boat in the same direction are one slide. `read_slides` and `slide_text`
convert between slides and text; the functions after them regroup the moves of
`games.rush.rules.RushGame`, which may be single cells.
"""

import re
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ludoscope.games.errors import NotationError, short_repr

# (True if the boat is horizontal, True if the distance is positive) → arrow
_ARROWS = {(True, False): "←", (True, True): "→", (False, False): "↑", (False, True): "↓"}
# character → (True if the boat is horizontal, None if unknown; 1 right or down, −1 left or up)
_DIRECTIONS = {
    **dict.fromkeys("↑^uU", (False, -1)),
    **dict.fromkeys("↓vdVD", (False, 1)),
    **dict.fromkeys("←lL", (True, -1)),
    **dict.fromkeys("→rR", (True, 1)),
    "<": (None, -1),
    ">": (None, 1),
}
_SLIDE = re.compile(r"\s*([A-Za-z])\s*([<>^←→↑↓UDLRVudlrv])(?:\s*([1-9][0-9]?))?[\s,;]*", re.ASCII)


class Slide(NamedTuple):
    """A slide as it is written.

    Attributes:
        name: The letter of the boat.
        is_horizontal: True for a horizontal slide, False for a vertical one, None if the slide
            is written with `>` or `<`, which apply to boats of both directions.
        distance: The number of cells, positive for right or down, negative for left or up.
    """

    name: str
    is_horizontal: bool | None
    distance: int


def slide_text(name: str, is_horizontal: bool, distance: int) -> str:
    """Return a slide as text, such as `G↓2`; the arguments are those of `Slide`."""
    return f"{name}{_ARROWS[is_horizontal, distance > 0]}{abs(distance)}"


def read_slides(text: str) -> list[Slide]:
    """Return the slides in `text`, in any of the forms that the module describes.

    Raises:
        NotationError: If the text is malformed.
    """
    slides: list[Slide] = []
    text = text.strip()
    offset = 0
    while offset < len(text):
        match = _SLIDE.match(text, offset)
        if not match:
            wrong = text[offset : offset + 40].split()[0]
            raise NotationError(
                f"found {short_repr(wrong)}, expected a move such as A>, A→2 or B↓1"
            )
        name, character, count = match.groups()
        is_horizontal, sign = _DIRECTIONS[character]
        slides.append(Slide(name.upper(), is_horizontal, sign * int(count or 1)))
        offset = match.end()
    return slides


def merge_moves(last: tuple[int, int], move: tuple[int, int]) -> tuple[int, int] | None:
    """Return the slide that two consecutive moves form, or None if they are two slides."""
    last_boat, last_distance = last
    boat, distance = move
    if boat != last_boat or (distance > 0) != (last_distance > 0):
        return None
    return boat, last_distance + distance


def group_into_slides(moves: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return `moves` with successive moves of one boat in the same direction merged."""
    runs = groupby(moves, key=lambda move: (move[0], move[1] > 0))
    return [(boat, sum(distance for _, distance in run)) for (boat, _), run in runs]


def count_slides(moves: Sequence[tuple[int, int]]) -> int:
    """Return the length of a sequence of moves in slides."""
    return len(group_into_slides(moves))


def count_cells(moves: Sequence[tuple[int, int]]) -> int:
    """Return the length of a sequence of moves in cells."""
    return sum(abs(distance) for _, distance in moves)
