"""The class `Puzzle`: a game with a name and a source."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.games.errors import short_line
from ludoscope.games.game import spec_text
from ludoscope.games.given_moves import freeze_lists
from ludoscope.games.units import MOVES, count_text
from ludoscope.puzzles.drawing import draw_puzzle
from ludoscope.puzzles.position import GivenMoves, Position, play_moves

if TYPE_CHECKING:
    from ludoscope.puzzles.shared_tree import SharedTree

MAX_NAME_CHARACTERS = 60  # of a name in a repr


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


@dataclass(frozen=True, eq=False, repr=False)
class Puzzle:
    """A game with a name, a title and a source.

    Puzzles compare and hash by value: by their names, their games and their moves. `str` draws the
    board, and a notebook shows it as a picture.

    Attributes:
        name: The name used on the command line and in saved files.
        game: The game; its start position is part of it.
        title: The name shown to players.
        source: Where it comes from, in a few words.
        published_solution: A solution from the literature.
        moves: Moves from the start, such as those of a shared line; see `puzzles.share`. The puzzle
            is solved from the position after them.
        tree: Branches and comments of a shared line, see `puzzles.shared_tree`; None without any.
    """

    name: str
    game: AnyGame
    title: str
    source: str = ""
    published_solution: PublishedSolution | None = None
    moves: tuple[Hashable, ...] = ()
    tree: "SharedTree | None" = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", freeze_lists(self.moves))

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        return Position(self.game, self.game.start)

    @cached_property
    def position(self) -> Position:
        """The position after `moves`.

        Raises:
            Error: A move is illegal.
        """
        return Position(self.game, play_moves(self.game, self.game.start, self.moves).position)

    def after(self, moves: GivenMoves) -> "Puzzle":
        """Return the puzzle with further moves made.

        Args:
            moves: Moves from `position`, as `ludoscope.verify` takes them.

        Raises:
            Error: A move is illegal, or the text is malformed.
            TypeError: `moves` is neither a text nor a sequence of moves.
        """
        played = play_moves(self.game, self.position.value, moves)
        return replace(self, moves=self.moves + played.moves, tree=None)

    def __eq__(self, other: object) -> bool:
        return self._value == other._value if isinstance(other, Puzzle) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._value)

    @cached_property
    def _value(self) -> tuple[str, str, tuple[Hashable, ...]]:
        """The values by which puzzles are compared."""
        return self.name, spec_text(self.game), self.moves

    def __str__(self) -> str:
        """Return the drawing of the board that `ludoscope show` prints."""
        return draw_puzzle(self.game, self.position.value)

    def __repr__(self) -> str:
        count = len(self.moves)
        moves = f" after {count_text(count, MOVES)}" if count else ""
        return f"<Puzzle {short_name(self)}{moves}>"

    def _repr_svg_(self) -> str:
        """Return a picture of the position, for a notebook."""
        from ludoscope.puzzles.pictures import position_svg  # notebooks only: 20 ms of each start

        return position_svg(self.game, self.position.value, title=self.title)


def short_name(puzzle: Puzzle) -> str:
    """Return the name of a puzzle on one line, cut at the end; files may have longer names."""
    return short_line(puzzle.name, MAX_NAME_CHARACTERS)


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
    return replace(puzzle, game=game.without_symmetry())
