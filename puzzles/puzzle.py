"""The classes `Puzzle`, a game with a name and a source, and `Entry`, a line of the catalogue."""

import re
from collections.abc import Hashable
from typing import Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame

_NUMBERING = re.compile(r"\bN\b")


class PublishedSolution(NamedTuple):
    """A solution from the literature.

    Attributes:
        title: Its name: "Lucas's own solution".
        detail: A remark, such as its length.
        moves: The moves from the start.
    """

    title: str
    detail: str
    moves: tuple[Hashable, ...]


class Puzzle(NamedTuple):
    """A game with a name, a title and a source.

    Attributes:
        name: The name used on the command line and in saved files.
        game: The game; its start position is part of it.
        title: The name shown to players.
        source: Where it comes from, in a few words.
        published_solution: A solution from the literature.
        moves: Moves from the start that a shared line contained; see `puzzles.share`.
    """

    name: str
    game: AnyGame
    title: str
    source: str = ""
    published_solution: PublishedSolution | None = None
    moves: tuple[Hashable, ...] = ()


def without_symmetry(puzzle: Puzzle) -> Puzzle:
    """Return the same puzzle with symmetric positions treated as different.

    Raises:
        ValueError: The family has no such option.
    """
    if not FAMILIES[puzzle.game.family].can_ignore_symmetry:
        families = (family for family in FAMILIES.values() if family.can_ignore_symmetry)
        titles = " or ".join(family.title.lower() for family in families)
        raise ValueError(
            f"{puzzle.name} is a puzzle of {puzzle.game.family}, expected one of {titles}"
        )
    game: Any = puzzle.game
    return puzzle._replace(game=game.without_symmetry())


class Entry(NamedTuple):
    """A line of the catalogue, which is listed without creating the game.

    Attributes:
        name: The name of the puzzle, or a name such as "FreeCell.N" for a numbered series.
        title: The name shown to players.
        group: The heading under which the entry is listed: a board, a variant, a grade.
        detail: A remark, such as the length of a solution.
        size: A number by which the puzzles of a family are sorted, small ones first; 0 if unknown.
        fewest_moves: The minimum number of moves of a solution; 0 if unknown.
        column_texts: The texts shown instead of the detail, one for each of `Collection.columns`.
    """

    name: str
    title: str
    group: str
    detail: str = ""
    size: int = 0
    fewest_moves: int = 0
    column_texts: tuple[str, ...] = ()

    @property
    def is_numbered_series(self) -> bool:
        """True if the entry stands for many puzzles, with a number in place of N in its name."""
        return bool(_NUMBERING.search(self.name))

    def name_with_number(self, number: str) -> str:
        """Return the name of the puzzle with that number, for an entry of a numbered series."""
        return _NUMBERING.sub(number, self.name)
