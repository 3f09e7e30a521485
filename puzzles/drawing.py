"""Drawings of positions as text, for the command `show` and for `str`."""

from collections.abc import Hashable

from ludoscope.games import AnyGame
from ludoscope.puzzles.registry import collection


def draw_position(game: AnyGame, position: Hashable) -> str:
    """Return the usual drawing of a position, in the first format that can express it.

    Raises:
        ValueError: No format of the family can.
    """
    return _draw(game, [position])


def draw_puzzle(game: AnyGame, position: Hashable) -> str:
    """Return the usual drawing of a position and, if it is a single one, of the goal."""
    goal = collection(game.family).goal_position(game)
    return _draw(game, [position] if goal is None else [position, goal])


def _draw(game: AnyGame, positions: list[Hashable]) -> str:
    """Return the drawings without the last line end."""
    first_error: ValueError | None = None
    for write in collection(game.family).position_formats.values():
        try:
            return "\nto\n".join(write(game, position) for position in positions).removesuffix("\n")
        except ValueError as error:
            first_error = first_error or error
    raise first_error or ValueError(f"{game.family} has no format for positions")
