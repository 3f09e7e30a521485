"""The shortest solutions known of puzzles of which the fewest moves are not proved.

`data/shortest_known.txt` has them as the app plays the puzzles, each checked by replaying it. It is
made by `puzzles.shortest_bundle`. A line is the number of moves, as players count, and a shared
line without its first word and quotes:

    29 ms-5-free 91: AD-F 6H-7C 6C-T …
"""

from collections.abc import Hashable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.puzzles.bundled import read_lines

_FILE = Path(__file__).with_name("data") / "shortest_known.txt"


class ShortestKnown(NamedTuple):
    """The shortest solution known of a puzzle.

    Attributes:
        length: The number of moves, as players count them.
        line: The puzzle and the moves, see `puzzles.share`.
    """

    length: int
    line: str


def shortest_known(name: str) -> int | None:
    """Return the moves of the shortest solution known of a puzzle, as players count them.

    Args:
        name: The name under which the app opens the puzzle.

    Returns:
        The number of moves; None if no solution is stored, also where the fewest moves are proved.
    """
    known = _load().get(name)
    return known.length if known else None


def shortest_known_solution(name: str) -> Sequence[Hashable]:
    """Return the moves of the shortest solution known of a puzzle; () if none is stored.

    Reading a line plays its moves, which takes some milliseconds.
    """
    from ludoscope.puzzles import share  # it imports the collections, which import this module

    known = _load().get(name)
    return share.decode(f"{share.COMMAND_WORD} {known.line}").moves if known else ()


@cache
def _load() -> dict[str, ShortestKnown]:
    solutions = {}
    for text in read_lines(_FILE):
        length, _, line = text.partition(" ")
        solutions[line.partition(" ")[0]] = ShortestKnown(int(length), line)
    return solutions
