"""The boards of ORush."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rush.board import RushBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.games.rush.rules import RushGame
    from ludoscope.tui.boards.rules import Book, Keys
    from ludoscope.tui.play.reference import Reference
    from ludoscope.tui.services.contract import Services


class RushBoards(BoardFamily):
    """Grids of boats, with a generator and the state space of a puzzle."""

    board_class = RushBoard
    goal_phrase = "to the exit"

    def write_rules(self, book: "Book", options: UserOptions, keys: "Keys") -> None:
        from ludoscope.tui.boards.rush.rules import write

        write(book, options, keys)

    def reference(self, game: AnyGame) -> "Reference | None":
        from ludoscope.tui.play.sea import sea

        return sea(cast("RushGame", game))

    @property
    def library_actions(self) -> "Mapping[str, Callable[[Services], None]]":
        from ludoscope.tui.screens.workshop import show

        return {"new": show}
