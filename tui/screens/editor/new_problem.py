"""The way to an editor with a new puzzle."""

from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.model.editor import BoardChoice
from ludoscope.tui.screens.editor.board_picker import board_picker
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.services.app_protocol import AppBase


def open_new_problem(app: AppBase, family: str) -> None:
    """Open the editor of a family with a new puzzle; ask for a board first if there are several."""
    board = board_family(family).create_editor(None, None, app.options)
    if not board:
        return
    editor = board.editor

    def edit(choice: BoardChoice | None) -> None:
        if choice:
            editor.choose_board(choice.value)
            editor.forget_history()
            app.push_screen(EditorScreen(board))

    if editor.list_boards():
        app.push_screen(board_picker(editor), edit)
    else:
        app.push_screen(EditorScreen(board))
