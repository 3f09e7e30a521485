"""The declaration of hexapawn to the app."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.hexapawn.board import HexapawnBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model import hexapawn_values

if TYPE_CHECKING:
    from ludoscope.tui.boards.rules_page import Keys, RulesDocument
    from ludoscope.tui.services.app_protocol import Services


class HexapawnBoards(BoardFamily):
    """The board of hexapawn, and a table of values by board size."""

    board_class = HexapawnBoard

    def write_rules(self, document: "RulesDocument", options: UserOptions, keys: "Keys") -> None:
        lazy.hexapawn_rules.write_rules(document, options, keys)

    def start_value(self, name: str) -> int | None:
        return hexapawn_values.value(name)

    def fact(self, name: str) -> str:
        return hexapawn_values.fact(name)

    @property
    def library_actions(self) -> "Mapping[str, Callable[[Services], None]]":
        return {"table": screens.open_hexapawn_values}
