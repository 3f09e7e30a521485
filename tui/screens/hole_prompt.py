"""Asking for a hole of a peg board by its number."""

from collections.abc import Callable
from typing import Any

from ludoscope.games.errors import NotationError
from ludoscope.games.peg import Board
from ludoscope.tui.play.editor import example, hole_numbered, is_whole
from ludoscope.tui.screens.page import Page


def ask_hole(page: Page[Any], board: Board, chosen: Callable[[int], None], begun: str = "") -> None:
    """Ask on `page`; if all numbers have two digits, the second one ends the input."""

    def entered(text: str) -> bool:
        try:
            hole = hole_numbered(board, text)
        except NotationError as error:
            page.tell(str(error))
            return False
        chosen(hole)
        return True

    def typing(text: str) -> None:
        if is_whole(board, text):
            page.prompt = None
            entered(text)

    expected = f"column and row, such as {example(board)}"
    page.ask("the hole:", entered, begun, typing, ("peg/hole", expected))
