"""The boards: one presenter for each family, loaded on first use."""

from typing import cast

from ludoscope.games import FAMILIES, AnyGame, load
from ludoscope.tui.boards.board import Board, Look


def board_for(game: AnyGame, look: Look) -> Board:
    """A new board, of the class that the family declares."""
    return cast(Board, load(FAMILIES[game.family].board)(game, look))
