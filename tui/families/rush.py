"""The board family of ORush."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from ludoscope.games import AnyGame
from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rush.board import RushBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.games.rush.rules import RushGame
    from ludoscope.tui.boards.editor_board import EditorBoard
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.boards.spoken_board import SpokenBoard
    from ludoscope.tui.model.reference import Reference
    from ludoscope.tui.services.app_protocol import AppBase


class RushBoards(BoardFamily):
    """The board of ORush, its editor, a generator, and the state space of each puzzle."""

    board_class = RushBoard
    goal_phrase = "to the exit"

    def create_spoken_board(self, game: AnyGame) -> "SpokenBoard":
        return lazy.rush_spoken.SpokenRushBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        lazy.rush_rules.write_rules(document, options, keys)

    def create_editor(
        self, game: AnyGame | None, position: Any, options: UserOptions
    ) -> "EditorBoard | None":
        edited_game = cast("RushGame | None", game)
        return lazy.rush_editor.create_editor(edited_game, position, options)

    def create_reference(self, game: AnyGame) -> "Reference | None":
        return lazy.rush_state_space.create_state_space_reference(cast("RushGame", game))

    @property
    def library_actions(self) -> "Mapping[str, Callable[[AppBase], None]]":
        return {"new": screens.open_generator}
