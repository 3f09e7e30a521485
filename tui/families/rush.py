"""The boards of ORush."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame
from ludoscope.tui.boards.family import BoardFamily
from ludoscope.tui.boards.rush.board import RushBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.games.rush.rules import RushGame
    from ludoscope.tui.boards.rules_page import Book, Keys
    from ludoscope.tui.model.reference import Reference
    from ludoscope.tui.services.app_protocol import Services


class RushBoards(BoardFamily):
    """Grids of boats, with a generator and the state space of a puzzle."""

    board_class = RushBoard
    goal_phrase = "to the exit"

    def write_rules(self, book: "Book", options: UserOptions, keys: "Keys") -> None:
        from ludoscope.tui.boards.rush.rules import write

        write(book, options, keys)

    def reference(self, game: AnyGame) -> "Reference | None":
        from ludoscope.tui.model.rush_state_space import sea

        return sea(cast("RushGame", game))

    @property
    def library_actions(self) -> "Mapping[str, Callable[[Services], None]]":
        from ludoscope.tui.screens.generator.screen import show

        return {"new": show}
