"""The board family of peg solitaire."""

from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.tui import lazy
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.tui.boards.editor_board import EditorBoard
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.boards.spoken_board import SpokenBoard
    from ludoscope.tui.model.reference import Reference


class PegBoards(BoardFamily):
    """The board of peg solitaire, an editor of problems and the atlas of winnable positions."""

    board_class = PegBoard
    has_last_winnable_move = True

    def create_spoken_board(self, game: AnyGame) -> "SpokenBoard":
        return lazy.peg_spoken.SpokenPegBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        lazy.peg_rules.write_rules(document, options, keys)

    def create_editor(
        self, game: AnyGame | None, position: Any, options: UserOptions
    ) -> "EditorBoard | None":
        edited_game = cast("PegGame | None", game)
        return lazy.peg_editor.create_editor(edited_game, position, options)

    def create_reference(self, game: AnyGame) -> "Reference | None":
        return lazy.peg_atlas.create_atlas_reference(cast("PegGame", game))
