"""Patterns for the names of the puzzles of a batch, with {} for the number.

On peg boards the numbers are those of holes: `english 1..33` are the 33 single-vacancy problems of
the English board.
"""

import re
from contextlib import suppress

from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.names import find_by_name
from ludoscope.puzzles.registry import collections

NUMBER_PLACEHOLDER = "N"


def numbered_series() -> list[str]:
    """Return the numbered puzzles that collections declare, without the number: "FreeCell"."""
    series = (name for _, puzzles in collections() for name in puzzles.numbered_series)
    return [name.removesuffix(NUMBER_PLACEHOLDER).rstrip(".-") for name in series]


def find_name_pattern(game: str, numbers: range) -> str:
    """Return the pattern of the names of numbered puzzles, with {} for the number.

    Args:
        game: The part of a catalogue name before the number, such as "ms" or "FreeCell", or a
            whole name with N for the number, such as "ms-N-free".
        numbers: The numbers of the batch.

    Raises:
        UnknownPuzzle: No such puzzles are numbered, or the first or last number has no puzzle.
    """
    declared = {name for _, puzzles in collections() for name in puzzles.numbered_series}
    head, placeholder, tail = game.replace("{", "").replace("}", "").rpartition(NUMBER_PLACEHOLDER)
    patterns = [f"{head}{{}}{tail}"] if placeholder and head[-1:] in (".", "-") else []
    if not re.search("[{}]", game):
        patterns += [f"{game}.{{}}", f"{game}-{{}}"]
    for pattern in patterns:
        if pattern.format(NUMBER_PLACEHOLDER) in declared or _is_name(pattern.format(1)):
            for number in (numbers[0], numbers[-1]):
                catalogue.find(pattern.format(number), files=False)
            return pattern
    raise UnknownPuzzle(
        f"no numbered puzzles {short_repr(game)}, expected one of {', '.join(numbered_series())}, "
        "or a name with N for the number, such as ms-N-free"
    )


def _is_name(name: str) -> bool:
    """Return True if a puzzle has exactly this name; other spellings do not count.

    Rows of results contain exact names.
    """
    with suppress(UnknownPuzzle):
        return find_by_name(name) is not None
    return False
