"""A new problem of peg solitaire, on a board that the person chooses."""

from typing import Any

from ludoscope.games.peg import Board
from ludoscope.tui.play.editor import blank, boards
from ludoscope.tui.screens.picker import Choice, Picker
from ludoscope.tui.text.words import count


def show(app: Any) -> None:
    """What the library of peg solitaire opens."""

    def chosen(board: Board | None) -> None:
        if board:
            app.edit(blank(board))

    choices = [
        Choice(name, count(len(board.holes), "holes"), board) for name, board in boards().items()
    ]
    app.push_screen(Picker("A new problem on the board", choices), chosen)
