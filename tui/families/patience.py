"""The boards of patience."""

from typing import TYPE_CHECKING

from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.patience.board import PatienceBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.tui.boards.rules_page import Book, Keys


class PatienceBoards(BoardFamily):
    """Tables of cards."""

    board_class = PatienceBoard

    def write_rules(self, book: "Book", options: UserOptions, keys: "Keys") -> None:
        from ludoscope.tui.boards.patience.rules import write

        write(book, options, keys)
