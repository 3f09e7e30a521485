"""Which puzzles a batch is of: names of the catalogue with {} for the number.

Some numbers are of holes: `english 1..33` are the vacancies of the English board.
"""

import re
from contextlib import suppress

from ludoscope.games.peg.board import BOARDS
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.puzzles.names import by_name

EXAMPLES = (
    "FreeCell, Seahaven, MidnightOil, BakersDozen, ms, orush, lucas, a peg board "
    f"({', '.join(BOARDS)}), or a name with N for the number, such as ms-N-free"
)


def numbering(game: str, numbers: range) -> str:
    """The name of the puzzles with {} for the number.

    `game` is what stands before the number in the catalogue, or a whole name with N for it.
    UnknownPuzzle when there are none, or the first or the last does not exist.
    """
    head, mark, tail = game.replace("{", "").replace("}", "").rpartition("N")
    forms = [f"{head}{{}}{tail}"] if mark and head[-1:] in (".", "-") else []
    forms += [f"{game}.{{}}", f"{game}-{{}}"] if not re.search("[{}]", game) else []
    for form in forms:
        if _known(form.format(1)):
            for number in (numbers[0], numbers[-1]):
                catalogue.find(form.format(number), files=False)
            return form
    raise UnknownPuzzle(f"no numbered puzzles {game!r}, expected one of {EXAMPLES}")


def _known(name: str) -> bool:
    """Whether a puzzle has it as one of its own names, which are those in results."""
    with suppress(UnknownPuzzle):
        return by_name(name) is not None
    return False
