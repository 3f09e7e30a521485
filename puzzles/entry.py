"""A line of the catalogue, `Entry`: a puzzle that is listed without creating its game."""

import re
from typing import NamedTuple

_NUMBERING = re.compile(r"\bN\b")


class Entry(NamedTuple):
    """A line of the catalogue, which is listed without creating the game.

    Attributes:
        name: The name of the puzzle, or a name such as "FreeCell.N" for a numbered series.
        title: The name shown to players.
        group: The heading under which the entry is listed: a board, a variant, a grade.
        detail: A remark, such as the length of a solution.
        size: A number by which the puzzles of a family are sorted, small ones first; 0 if unknown.
        fewest_moves: The minimum number of moves of a solution, in the unit in which players count
            (`GameFamily.player_unit`); 0 if unknown.
        column_texts: The texts shown instead of the detail, one for each of `Collection.columns`.
        shortest_known: The number of moves of the shortest solution known, in the unit of
            `fewest_moves`, if that is unknown; 0 if none is stored.
    """

    name: str
    title: str
    group: str
    detail: str = ""
    size: int = 0
    fewest_moves: int = 0
    column_texts: tuple[str, ...] = ()
    shortest_known: int = 0

    @property
    def is_numbered_series(self) -> bool:
        """True if the entry stands for many puzzles, with a number in place of N in its name."""
        return bool(_NUMBERING.search(self.name))

    @property
    def parts_around_number(self) -> tuple[str, str]:
        """The name before and after the number, for an entry of a numbered series."""
        before, after = _NUMBERING.split(self.name, maxsplit=1)
        return before, after

    def name_with_number(self, number: int | str) -> str:
        """Return the name of the puzzle with that number, for an entry of a numbered series."""
        return _NUMBERING.sub(lambda match: str(number), self.name)
