"""Pictures of positions and solutions; a stand-in."""

from collections.abc import Hashable, Sequence
from html import escape

from ludoscope.games import AnyGame
from ludoscope.puzzles.drawing import draw_position


def position_svg(game: AnyGame, position: Hashable) -> str:
    """Return a picture of a position."""
    return f"<svg><text>{escape(draw_position(game, position))}</text></svg>"


def solution_html(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> str:
    """Return a solution as HTML."""
    return f"<pre>{escape(draw_position(game, position))}</pre>"
