"""The protocol that every game implements: `Game`.

A *game* is a set of rules together with their parameters, which include the start position: a peg
board with a start and a finish, a patience variant with a deal, a grid of boats, a board of pawns.
A *position* and a *move* are any immutable, hashable values but None: integers, strings, tuples,
frozen sets, members of an `Enum`, frozen dataclasses. Positions need no order, and moves neither.
A game never changes, and `play` returns a new position. Solvers, the board on screen, the command
line and saved files use a game only through this protocol.

An implementation is an ordinary class; it does not have to inherit from `Game`. Rules print
nothing, read no files and use no randomness, and the order of moves is fixed, so that every search
is reproducible. `games/hexapawn/rules.py` is a good implementation to read first, and
`tests/plugin/sokoban` is a game in a package of its own.

    >>> game = HexapawnGame(3, 3)
    >>> game.text(game.start)
    'ppp/.../PPP W'
    >>> [game.move_text(game.start, move) for move in game.moves(game.start)]
    ['a1a2', 'b1b2', 'c1c2']
    >>> position = game.play(game.start, game.moves(game.start)[0])
    >>> game.text(position)
    'ppp/P../.PP B'
"""

import json
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

Position = TypeVar("Position", bound=Hashable)
Move = TypeVar("Move", bound=Hashable)


class Game(Protocol[Position, Move]):
    """The rules of a game together with its parameters.

    Attributes:
        family: The name of the family that the game belongs to, as declared in its
            `games.family.GameFamily`: "peg".
        measure: The unit in which solution lengths are counted, a plural noun: "jumps". If the
            rules offer several units, the chosen one is also the entry "measure" of `spec`.
        players: 1 for a puzzle, 2 if two sides move alternately.
    """

    family: str
    measure: str
    players: int

    @property
    def start(self) -> Position:
        """The position in which the game begins."""
        ...

    def moves(self, position: Position) -> Sequence[Move]:
        """Return the legal moves in `position`, in a fixed order.

        The order depends on the position alone, so that solvers are deterministic; the families
        of this package sort their moves. The sequence is empty if there is no legal move.
        """
        ...

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after `move`; `position` itself is unchanged.

        Raises:
            ValueError: If the move is illegal. The message is shown to the player and gives the
                reason: "there is no peg at 4,4".
        """
        ...

    def is_won(self, position: Position) -> bool:
        """Return True if the goal of the game is reached in `position`.

        With two players, return True if the side to move has lost, that is, if `moves` is empty: a
        side that cannot move has lost, and a finished game has no legal moves.
        """
        ...

    def key(self, position: Position) -> Hashable:
        """Return a value that identifies `position` up to symmetry.

        Two positions have equal keys if and only if a symmetry of the game maps one to the other.
        Solvers expand only one position of each key. A game without symmetries returns the
        position itself.
        """
        ...

    def text(self, position: Position) -> str:
        """Return `position` as one line of printable characters, which `parse` reads back."""
        ...

    def parse(self, text: str) -> Position:
        """Return the position that a line of text describes; the inverse of `Game.text`.

        Raises:
            NotationError: If the text is malformed or is not a position of this game.
        """
        ...

    def move_text(self, position: Position, move: Move) -> str:
        """Return `move`, legal in `position`, in the notation of the game.

        The text is a line of printable characters that is not empty, and no other legal move of
        the position has the same. Saved games add marks after it: its last word must not be `+`,
        `>`, `~`, or `^` with a number.
        """
        ...

    def parse_moves(self, position: Position, text: str) -> list[Move]:
        """Return the moves that `text` describes, to be played in turn from `position`.

        Every text that `move_text` returns is accepted. A text may also stand for several moves: a
        chain of jumps, a run of cards, a slide over several cells.

        Raises:
            NotationError: If the text is malformed.
            ValueError: If a move is illegal; the message gives the reason, as that of `play` does.
        """
        ...

    def spec(self) -> dict[str, Any]:
        """Return the parameters of the game as JSON values.

        The entry "family" names the family; `games.from_spec` makes an equal game from the
        dictionary, for example in a worker process or from a saved file.
        """
        ...


AnyGame = Game[Any, Any]


def spec_text(game: AnyGame) -> str:
    """Return the parameters of a game as a line of JSON, which equal games have in common."""
    return json.dumps(game.spec(), sort_keys=True)


class ComparedBySpec:
    """A base class of games that compare and hash by value: by their class and their `spec`."""

    def spec(self) -> dict[str, Any]:
        """Return the parameters of the game; see `Game.spec`."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ComparedBySpec) or type(other) is not type(self):
            return NotImplemented
        return self is other or self.spec() == other.spec()

    def __hash__(self) -> int:
        return hash(json.dumps(self.spec(), sort_keys=True))


@runtime_checkable
class SupportsLineTexts(Protocol):
    """A game that writes and reads a sequence of moves faster than move by move.

    The methods are optional; the messages of workers use them if a game has them.
    """

    def line_texts(self, position: Any, moves: Iterable[Any]) -> list[str]:
        """Return the `move_text` of each of `moves`, which are legal in turn from `position`."""
        ...

    def parse_line_texts(self, position: Any, texts: Iterable[str]) -> Sequence[Any]:
        """Return the moves that `line_texts` wrote.

        Raises:
            ValueError: If a text is malformed or a move is illegal.
        """
        ...


@runtime_checkable
class SupportsPlayLine(Protocol):
    """A game that can play a sequence of moves faster than by calling `play` for each.

    The method is optional; `search.verify` uses it if a game has it.
    """

    def play_line(self, position: Any, moves: Iterable[Any]) -> Hashable:
        """Return the position after all of `moves`, played in turn from `position`.

        Raises:
            ValueError: If one of the moves is illegal.
        """
        ...
