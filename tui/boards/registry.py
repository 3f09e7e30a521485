"""The registry of boards: what the app shows for each family.

[project.entry-points."ludoscope.boards"]
peg = "ludoscope.tui.families.peg:PegBoards"
"""

from ludoscope.games import FAMILIES, AnyGame, PluginError, Registry
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.user_options import UserOptions

BOARD_FAMILIES = Registry("ludoscope.boards", BoardFamily)


def board_family(family: str) -> BoardFamily:
    """Return the boards of a family.

    Raises:
        PluginError: They cannot be loaded, or the family declares none; it is then left out.
    """
    try:
        if family not in BOARD_FAMILIES:
            raise PluginError("it declares no BoardFamily")
        return BOARD_FAMILIES[family]
    except PluginError as error:
        raise PluginError(FAMILIES.exclude(family, error)) from error


def board_for(game: AnyGame, options: UserOptions) -> Board:
    """Return a new board for a game."""
    return board_family(game.family).board(game, options)
