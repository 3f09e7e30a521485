"""The one protocol that every family of games meets, and that a new game is copied from.

A *game* is the rules with their parameters, the start included (a board and a finish, a
card variant and a deal, a grid of boats, n×m pawns). A *position* is an immutable, hashable
value; so is a *move*. Rules never print, read no files and know no player.

Moves are listed in a fixed order, so that everything built on them is deterministic.
"""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol, TypeVar

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
        """The position to begin with."""

    def moves(self, position: Position) -> Sequence[Move]:
        """The legal moves, sorted; empty when there is none."""

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; ValueError with a reason when it is illegal."""

    def is_won(self, position: Position) -> bool:
        """Whether the finish is reached; with two players, whether the side to move has lost."""

    def key(self, position: Position) -> Hashable:
        """The same value for positions that a symmetry of the game makes equal, and only those."""

    def text(self, position: Position) -> str:
        """The position as one line; `parse` reads it back."""

    def parse(self, text: str) -> Position:
        """The position that `text` wrote; NotationError when it is not one of this game."""

    def move_text(self, position: Position, move: Move) -> str:
        """`move` in the field's notation; `parse_moves` reads it back at the same position."""

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """The moves that `text` stands for, played one after the other from `position`.

        A text may mean several moves: a chain of jumps, a run of cards, a slide.
        NotationError when it cannot be read, ValueError with a reason when it is illegal.
        """

    def spec(self) -> dict[str, Any]:
        """The parameters as plain JSON values; `games.from_spec` builds the same game again."""


AnyGame = Game[Any, Any]
