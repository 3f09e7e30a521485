"""A puzzle: a game with its start, a name and a source. And how a family offers its puzzles.

Each family declares a module or an object that meets the protocol `Collection`.
"""

import re
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from ludoscope.games import FAMILIES, AnyGame

_NUMBERING = re.compile(r"\bN\b")


class Published(NamedTuple):
    """A solution from the literature: its title, a remark, its moves."""

    title: str
    detail: str
    moves: tuple[Hashable, ...]


class Puzzle(NamedTuple):
    """`name` is what the command line takes; `title` what a person reads.

    `moves` are those that were sent with it, see `puzzles.share`, from the game's start.
    """

    name: str
    game: AnyGame
    title: str
    source: str = ""
    published: Published | None = None
    moves: tuple[Hashable, ...] = ()


def without_symmetry(puzzle: Puzzle) -> Puzzle:
    """The same puzzle, symmetrical positions not merged; ValueError where that cannot be."""
    if not FAMILIES[puzzle.game.family].symmetric:
        able = " or ".join(one.title.lower() for one in FAMILIES.values() if one.symmetric)
        raise ValueError(
            f"{puzzle.name} is a puzzle of {puzzle.game.family}, expected one of {able}"
        )
    game: Any = puzzle.game
    return puzzle._replace(game=game.without_symmetry())


class Entry(NamedTuple):
    """A line of the catalogue, cheap to make: no game is built for it.

    `group` is the heading of entries that belong together (a board, a numbering, a grade). A `name`
    that ends in N, such as FreeCell.N, stands for a numbering. `size` orders the puzzles of a
    family from small to large, `fewest` is the least number of moves of a solution; 0 if unknown.
    `figures` are what a list shows in place of the detail, a text for each of the family's columns.
    """

    name: str
    title: str
    group: str
    detail: str = ""
    size: int = 0
    fewest: int = 0
    figures: tuple[str, ...] = ()

    @property
    def numbering(self) -> bool:
        """Whether it stands for many puzzles, by number."""
        return bool(_NUMBERING.search(self.name))

    def of_number(self, number: str) -> str:
        """The name of the puzzle of that number; its own where it is one puzzle."""
        return _NUMBERING.sub(number, self.name)


Writer = Callable[[AnyGame, Hashable], str]
SolutionWriter = Callable[[AnyGame, Sequence[Hashable]], str]


def read_solution(game: AnyGame, text: str) -> list[str]:
    """The moves of a file in which white space parts them; they are read when they are played."""
    return text.split()


def write_solution(game: AnyGame, moves: Sequence[Hashable]) -> str:
    """A solution file with a move on each line."""
    position, lines = game.start, []
    for move in moves:
        lines.append(game.move_text(position, move) + "\n")
        position = game.play(position, move)
    return "".join(lines)


class Collection(Protocol):
    """What the `collection` of a family offers."""

    def entries(self) -> Iterator[Entry]:
        """The catalogue of this family, in the order to be shown and stepped through."""

    def find(self, name: str) -> Puzzle | None:
        """The puzzle of that name, None when the name is none of this family's.

        ValueError when it is one of this family's but impossible (a seed out of range).
        """

    def recognise(self, text: str) -> bool:
        """Whether the text of a file has a form that only this family uses."""

    def read(self, text: str, path: Path | None) -> Puzzle:
        """The puzzle in a file's text; NotationError, with the line, when it is malformed."""

    @property
    def WRITERS(self) -> Mapping[str, Writer]:  # noqa: N802
        """The formats `show` writes, by name; the first is the usual one."""

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """The moves in a solution file, as texts to parse one after the other.

        NotationError, with the line, when a line does not even have the form of a move.
        """

    def write_solution(self, game: AnyGame, moves: Sequence[Hashable]) -> str:
        """The solution file for `moves`, played from the game's start."""

    @property
    def SOLUTIONS(self) -> Mapping[str, SolutionWriter]:  # noqa: N802
        """The formats of solution files by name; the first is that of `write_solution`.

        Each raises ValueError, also for no moves, when the format cannot express such a game.
        """
