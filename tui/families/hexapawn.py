"""The boards of hexapawn."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.hexapawn.board import HexapawnBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model import hexapawn_values

if TYPE_CHECKING:
    from ludoscope.tui.boards.rules_page import Book, Keys
    from ludoscope.tui.services.app_protocol import Services


class HexapawnBoards(BoardFamily):
    """Boards of pawns, with a table of values by size."""

    board_class = HexapawnBoard

    def write_rules(self, book: "Book", options: UserOptions, keys: "Keys") -> None:
        from ludoscope.tui.boards.hexapawn.rules import write

        write(book, options, keys)

    def start_value(self, name: str) -> int | None:
        return hexapawn_values.value(name)

    def fact(self, name: str) -> str:
        return hexapawn_values.fact(name)

    @property
    def library_actions(self) -> "Mapping[str, Callable[[Services], None]]":
        from ludoscope.tui.screens.hexapawn_values.screen import show

        return {"table": show}
