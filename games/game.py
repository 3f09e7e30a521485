"""The protocol that every game implements.

A *game* is the rules with their parameters, the start included (a board and a finish, a card
variant and a deal, a grid of boats, a board with pawns). A *position* is an immutable, hashable
value; so is a *move*. The rules print nothing and read no files.

Moves are listed in a fixed order, so that everything built on them is deterministic.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

Position = TypeVar("Position", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Game(Protocol[Position, Move]):
    """Rules with their parameters.

    `family`   the name under which `games.family.Family` declares it: "peg"
    `measure`  what one move counts as, in the plural: "jumps"; where the rules leave a choice, a
               parameter of that name in `spec` too
    `players`  1, or 2 where sides alternate
    """

    family: str
    measure: str
    players: int

    @property
    def start(self) -> Position:
        """The start position."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, sorted; empty when there are none."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; ValueError with a reason when it is illegal."""

    def is_won(self, position: Position) -> bool:
        """Whether the game is won; with two players, whether the side to move has lost."""

    def key(self, position: Position) -> Hashable:
        """A value that two positions share if and only if a symmetry maps one to the other."""

    def text(self, position: Position) -> str:
        """The position as one line; `parse` reads it back."""

    def parse(self, text: str) -> Position:
        """The position that a text of `text` describes; NotationError when it is malformed."""

    def move_text(self, position: Position, move: Move) -> str:
        """`move` in the notation of the game; `parse_moves` reads it at the same position."""

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """The moves that `text` describes, played one after the other from `position`.

        One text may describe several moves: a chain of jumps, a run of cards, a slide.
        NotationError when it cannot be read, ValueError with a reason when a move is illegal.
        """

    def spec(self) -> dict[str, Any]:
        """The parameters as JSON values; `games.from_spec` makes the same game from them."""


AnyGame = Game[Any, Any]


@runtime_checkable
class PlaysLines(Protocol):
    """What a game may have besides: many moves played at once, which takes less time."""

    def play_line(self, position: Any, moves: Iterable[Any]) -> Hashable:
        """The position after all of `moves`; ValueError when one is illegal."""
