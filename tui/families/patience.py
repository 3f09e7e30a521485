"""The board family of patience."""

from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.tui import lazy
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.games.patience.rules import PatienceGame
    from ludoscope.tui.boards.editor_board import EditorBoard
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.boards.spoken_board import SpokenBoard


class PatienceBoards(BoardFamily):
    """The board of patience and its editor."""

    board_class = PatienceBoard
    has_last_winnable_move = True
    has_map = False

    def create_spoken_board(self, game: AnyGame) -> "SpokenBoard":
        return lazy.patience_spoken.SpokenPatienceBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        lazy.patience_rules.write_rules(document, options, keys)

    def create_editor(
        self, game: AnyGame | None, position: Any, options: UserOptions
    ) -> "EditorBoard | None":
        edited_game = cast("PatienceGame | None", game)
        return lazy.patience_editor.create_editor(edited_game, position, options)
