"""The board family of hexapawn."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.hexapawn.board import HexapawnBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model import hexapawn_values

if TYPE_CHECKING:
    from ludoscope.games.hexapawn.rules import HexapawnGame
    from ludoscope.tui.boards.editor_board import EditorBoard
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.boards.spoken_board import SpokenBoard
    from ludoscope.tui.services.app_protocol import AppBase


class HexapawnBoards(BoardFamily):
    """The board of hexapawn, its editor, and a table of values by board size."""

    board_class = HexapawnBoard

    def create_spoken_board(self, game: AnyGame) -> "SpokenBoard":
        return lazy.hexapawn_spoken.SpokenHexapawnBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        lazy.hexapawn_rules.write_rules(document, options, keys)

    def create_editor(
        self, game: AnyGame | None, position: Any, options: UserOptions
    ) -> "EditorBoard | None":
        edited_game = cast("HexapawnGame | None", game)
        return lazy.hexapawn_editor.create_editor(edited_game, position, options)

    def start_value(self, name: str) -> int | None:
        return hexapawn_values.find_value(name)

    def puzzle_fact(self, name: str) -> str:
        return hexapawn_values.describe_winner(name)

    @property
    def library_actions(self) -> "Mapping[str, Callable[[AppBase], None]]":
        return {"table": screens.open_hexapawn_values}
