"""The board family of peg solitaire."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.puzzles.entry import Entry
from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.peg.board import PegBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves import problems

if TYPE_CHECKING:
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.boards.spoken_board import SpokenBoard
    from ludoscope.tui.model.reference import Reference
    from ludoscope.tui.services.app_protocol import AppBase


class PegBoards(BoardFamily):
    """The board of peg solitaire, an editor of problems and the atlas of winnable positions."""

    board_class = PegBoard

    def create_spoken_board(self, game: AnyGame) -> "SpokenBoard":
        return lazy.peg_spoken.SpokenPegBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        lazy.peg_rules.write_rules(document, options, keys)

    def create_reference(self, game: AnyGame) -> "Reference | None":
        return lazy.peg_atlas.create_atlas_reference(cast("PegGame", game))

    def user_entries(self, folder: Path) -> Sequence[Entry]:
        return problems.library_entries(folder)

    @property
    def library_actions(self) -> "Mapping[str, Callable[[AppBase], None]]":
        return {"edit": screens.open_new_problem}
