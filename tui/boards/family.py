"""The declaration of a family to the app: its board, rules page and other screens."""

from abc import ABC
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoscope.games import AnyGame
from ludoscope.puzzles.entry import Entry
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.spoken_board import SpokenBoard
from ludoscope.tui.boards.user_options import UserOptions

if TYPE_CHECKING:
    from ludoscope.tui.boards.editor_board import EditorBoard
    from ludoscope.tui.boards.rules_page import KeyDisplay, RulesDocument
    from ludoscope.tui.model.reference import Reference
    from ludoscope.tui.services.app_protocol import AppBase


class BoardFamily(ABC):
    """A family on the screen. Only `board_class` is required.

    A plug-in subclasses it and names the class in the entry-point group `ludoscope.boards`.

    Attributes:
        board_class: The class of the board.
        goal_phrase: Text after the fewest moves left, in the badge: "to the exit".
        has_last_winnable_move: True if two players can alternate on a puzzle, and who makes it lost
            loses; not if moves can be taken back, so that no move loses.
        has_map: False if the games of the family have too many positions for a map.
    """

    board_class: type[Board]
    goal_phrase: str = ""
    has_last_winnable_move: bool = False
    has_map: bool = True

    def create_board(self, game: AnyGame, options: UserOptions) -> Board:
        """Return a new board for a game."""
        return self.board_class(game, options)

    def create_spoken_board(self, game: AnyGame) -> SpokenBoard:
        """Return the board in words, for the plain mode; by default the text of the game."""
        return SpokenBoard(game)

    def write_rules(
        self, document: "RulesDocument", options: UserOptions, keys: "KeyDisplay"
    ) -> None:
        """Write the rules page, part by part."""
        document.add_paragraph("The rules of this game have not been written down.")

    def create_reference(self, game: AnyGame) -> "Reference | None":
        """Return a table in which positions of a game are looked up; None if there is none."""
        return None

    def start_value(self, name: str) -> int | None:
        """Return the value of the start of a puzzle for two, in plies for the first player.

        None if it is unknown. It may read files.
        """
        return None

    def puzzle_fact(self, name: str) -> str:
        """Return a sentence about a puzzle, for its preview; "" for none. It may read files."""
        return ""

    def create_editor(
        self, game: AnyGame | None, position: Any, options: UserOptions
    ) -> "EditorBoard | None":
        """Return an editor of positions of the family; None if it has none.

        Args:
            game: The game whose position is edited; None for a new puzzle.
            position: A position of the game.
            options: The options in effect.
        """
        return None

    @property
    def has_editor(self) -> bool:
        """True if `create_editor` is overridden."""
        return type(self).create_editor is not BoardFamily.create_editor

    def user_entries(self, folder: Path) -> Sequence[Entry]:
        """Return further puzzles of the user, from the folder of their saves.

        Those that were set up in the editor are listed anyway.
        """
        return ()

    @property
    def library_actions(self) -> "Mapping[str, Callable[[AppBase], None]]":
        """Functions that open a screen, by the action of a key of the library."""
        return {}
