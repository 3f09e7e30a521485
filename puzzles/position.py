"""The class `Position`: a position together with its game, for users of the library."""

from collections.abc import Hashable, Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.errors import short_line, short_repr, wrong_type
from ludoscope.games.game import spec_text
from ludoscope.games.given_moves import PlayedMoves, play_given
from ludoscope.puzzles.drawing import draw_position
from ludoscope.puzzles.errors import Error
from ludoscope.puzzles.registry import collection

GivenMoves = str | Iterable[Any]
"""Moves as callers give them: the text of a solution file, or moves, each a value of the game, a
list as JSON gives it back, or a text."""

MAX_TEXT_CHARACTERS = 60  # of a position in a repr


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A position of a game.

    Positions compare and hash by value. `str` draws the board, and a notebook shows it as a
    picture.

    Attributes:
        game: The game.
        value: The position as the rules of the game have it.

    >>> import ludoscope
    >>> position = ludoscope.puzzle("orush-02").start.play("C>").play("B>")
    >>> print(position)
    ~~~~~~
    ~~~~~~
    ~~AA~~
    ~~~~BC
    ~~~~BC
    ~~~~~~
    >>> position.is_won
    False
    """

    game: AnyGame
    value: Hashable

    @property
    def moves(self) -> tuple[Hashable, ...]:
        """The legal moves."""
        return tuple(self.game.moves(self.value))

    @property
    def is_won(self) -> bool:
        """True if the goal is reached; in a game for two, if the side to move has lost."""
        return self.game.is_won(self.value)

    @property
    def text(self) -> str:
        """The position as one line, which `ludoscope.parse` reads.

        It shows neither the rules of the game nor its goal, as `ludoscope.shared_line` does.
        """
        return self.game.text(self.value)

    def play(self, move: Any) -> "Position":
        """Return the position after a move.

        Args:
            move: A move of the game, a list as JSON gives it back, or a text, which may stand for
                several moves.

        Raises:
            Error: It is not a legal move.
        """
        given_moves = read_moves(self.game, move) if isinstance(move, str) else [move]
        if not given_moves:
            raise Error(f"found {short_repr(move)}, expected a move")
        position = self.value
        try:
            for given in given_moves:
                position = play_given(self.game, position, given).position
        except ValueError as error:
            raise Error(str(error)) from error
        return Position(self.game, position)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        if self.value != other.value:
            return False
        return self.game is other.game or spec_text(self.game) == spec_text(other.game)

    def __hash__(self) -> int:
        return hash((self.game.family, self.value))  # writing the text of the game takes longer

    def __str__(self) -> str:
        return draw_position(self.game, self.value)

    def __repr__(self) -> str:
        return f"<Position {self.game.family} {short_line(self.text, MAX_TEXT_CHARACTERS)}>"

    def _repr_svg_(self) -> str:
        """Return a picture, for a notebook."""
        from ludoscope.puzzles.pictures import position_svg  # notebooks only: 20 ms of each start

        return position_svg(self.game, self.value)


def play_moves(game: AnyGame, position: Hashable, moves: GivenMoves) -> PlayedMoves:
    """Play moves in turn; return them as values of the game, and the position after them.

    Raises:
        Error: A move is illegal, or the text is malformed.
        TypeError: `moves` is neither a text nor a sequence of moves.
    """
    played: list[Hashable] = []
    for number, given in enumerate(read_moves(game, moves), 1):
        try:
            moves_made, position = play_given(game, position, given)
        except ValueError as error:
            raise Error(f"move {number}: {error}") from error
        played += moves_made
    return PlayedMoves(tuple(played), position)


def read_moves(game: AnyGame, moves: GivenMoves) -> list[Any]:
    """Return the moves that a caller gives one by one, of which none has been checked.

    Raises:
        Error: The text is not that of a solution.
        TypeError: `moves` is neither a text nor a sequence of moves.
    """
    if isinstance(moves, str):
        try:
            return list(collection(game.family).read_solution(game, moves))
        except NotationError as error:
            location = f"line {error.line}: " if error.line is not None else ""
            raise Error(f"{location}{error}") from error
    if not isinstance(moves, Iterable) or isinstance(moves, bytes | bytearray | Mapping | Set):
        raise wrong_type("moves", moves, "a text or a sequence of moves")
    return list(moves)
