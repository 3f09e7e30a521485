"""The boards: one presenter a family, loaded on first use."""

from importlib import import_module

from ludoscope.games import AnyGame
from ludoscope.tui.boards.board import Board, Look

TITLES = {
    "peg": "Peg solitaire",
    "patience": "Patience",
    "rush": "ORush",
    "hexapawn": "Hexapawn",
}


def board_for(game: AnyGame, look: Look) -> Board:
    """A new board: `tui.boards.<family>` has a class `<Family>Board`."""
    module = import_module(f"ludoscope.tui.boards.{game.family}")
    board: Board = getattr(module, f"{game.family.capitalize()}Board")(game, look)
    return board
