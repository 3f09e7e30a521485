"""A new problem of peg solitaire, on a board that the person chooses."""

from ludoscope.games.peg.board import Board
from ludoscope.tui.model.peg_editor import blank, boards
from ludoscope.tui.screens.picker.dialog import Choice, Picker
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.text.formatting import count


def show(app: Services) -> None:
    """What the library of peg solitaire opens."""

    def chosen(board: Board | None) -> None:
        if board:
            app.navigator.edit(blank(board))

    choices = [
        Choice(name, count(len(board.holes), "holes"), board) for name, board in boards().items()
    ]
    app.push_screen(Picker("A new problem on the board", choices), chosen)
