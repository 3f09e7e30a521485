"""The registry of board families.

A family is declared by an entry point in the `pyproject.toml` of its package:

[project.entry-points."ludoscope.boards"]
peg = "ludoscope.tui.families.peg:PegBoards"
"""

from ludoscope.games import FAMILIES, AnyGame, PluginError, Registry
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.user_options import UserOptions

BOARD_FAMILIES = Registry("ludoscope.boards", BoardFamily, "ludoscope.tui.boards.contracts")


def board_family(family: str) -> BoardFamily:
    """Return the board family of a game family.

    Raises:
        PluginError: It cannot be loaded or is not declared; the family is then left out of the app.
    """
    try:
        if family not in BOARD_FAMILIES:
            raise PluginError("it declares no BoardFamily")
        return BOARD_FAMILIES[family]
    except PluginError as error:
        raise PluginError(FAMILIES.exclude(family, error)) from error


def create_board(game: AnyGame, options: UserOptions) -> Board:
    """Return a new board for a game."""
    return board_family(game.family).create_board(game, options)
