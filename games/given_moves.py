"""Moves as callers give them: values of the game, lists as JSON gives them back, or texts.

The rules of a game take its own moves only. `play_given` accepts anything and raises ValueError,
with a reason, for whatever is not a legal move.
"""

from typing import Any, NamedTuple

from ludoscope.games.errors import short_line, short_value
from ludoscope.games.game import AnyGame

MAX_REASON_CHARACTERS = 300


class PlayedMoves(NamedTuple):
    """Legal moves, and the position after them."""

    moves: tuple[Any, ...]
    position: Any


def play_given(game: AnyGame, position: Any, given: object) -> PlayedMoves:
    """Play a move that a caller gives; a text may stand for several moves.

    Raises:
        ValueError: It is not a move, or not legal; the message gives the reason.
    """
    try:
        move = freeze_lists(given)
    except RecursionError:
        raise ValueError("found lists nested too deeply, expected a move") from None
    try:
        moves = _to_moves(game, position, move)
        for legal in moves:
            position = game.play(position, legal)
    except Exception as error:  # rules need not check what is not a move at all
        raise ValueError(_refusal(game, position, given, move, error)) from error
    return PlayedMoves(moves, position)


def freeze_lists(value: Any) -> Any:
    """Return a value with tuples in place of lists, at any depth."""
    if isinstance(value, list) or (isinstance(value, tuple) and any(map(_has_list, value))):
        return tuple(map(freeze_lists, value))
    return value


def _has_list(value: Any) -> bool:
    return isinstance(value, list) or (isinstance(value, tuple) and any(map(_has_list, value)))


def _to_moves(game: AnyGame, position: Any, move: Any) -> tuple[Any, ...]:
    """Return the moves that are meant, which may be illegal."""
    # an equal move of the game's own class, such as a NamedTuple, which JSON has not
    equal_moves = [legal for legal in game.moves(position) if legal == move]
    if equal_moves:
        return (equal_moves[0],)
    if isinstance(move, str):
        return tuple(game.parse_moves(position, move))
    return (move,)


def _refusal(game: AnyGame, position: Any, given: object, move: object, error: Exception) -> str:
    """Return the reason why a move is refused: that of the rules if they understand the move."""
    examples = game.moves(position) or game.moves(game.start)
    if isinstance(error, ValueError) and (isinstance(move, str) or _is_similar(move, examples)):
        return short_line(str(error), MAX_REASON_CHARACTERS)
    if move in examples:
        return short_line(f"the rules fail: {type(error).__name__}: {error}", MAX_REASON_CHARACTERS)
    such_as = f" such as {short_value(examples[0])}" if examples else ""
    return f"found {short_value(given)}, expected a move{such_as}"


def _is_similar(move: object, examples: Any) -> bool:
    """Return True if a move is built like one of the examples, or if there is none."""
    return not examples or _shape(move) in map(_shape, examples)


def _shape(value: object) -> object:
    return tuple(map(_shape, value)) if isinstance(value, tuple) else type(value)
