"""The declaration of the boards of a family: what the app shows for it besides the puzzles."""

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games import AnyGame
from ludoscope.puzzles.puzzle import Entry
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.tui.boards.rules_page import Book, Keys
    from ludoscope.tui.model.reference import Reference
    from ludoscope.tui.services.app_protocol import Services


class BoardFamily(ABC):  # only the class of the board is required
    """The boards of a family on the screen.

    A plug-in subclasses it and names the class in the entry-point group `ludoscope.boards`.

    Attributes:
        board_class: The class of the board: it draws positions and turns keys into moves.
        goal_phrase: Words after the fewest moves that are left, in the badge: "to the exit".
    """

    board_class: type[Board]
    goal_phrase: str = ""

    def board(self, game: AnyGame, options: UserOptions) -> Board:
        """Return a new board for a game."""
        return self.board_class(game, options)

    def write_rules(self, book: "Book", options: UserOptions, keys: "Keys") -> None:
        """Write the rules page, part by part."""
        book.text("The rules of this game have not been written down.")

    def reference(self, game: AnyGame) -> "Reference | None":
        """Return a table in which positions of a game are looked up; None if there is none."""
        return None

    def start_value(self, name: str) -> int | None:
        """Return the value of the start of a puzzle for two, in plies for the first player.

        None if it is unknown. It may read files.
        """
        return None

    def fact(self, name: str) -> str:
        """Return a sentence about a puzzle, for its preview; "" for none. It may read files."""
        return ""

    def user_entries(self, folder: Path) -> Sequence[Entry]:
        """Return the puzzles that the user has made, from the folder of their saves."""
        return ()

    @property
    def library_actions(self) -> "Mapping[str, Callable[[Services], None]]":
        """Functions that open a screen, by the action of a key of the library."""
        return {}
