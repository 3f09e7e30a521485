"""The rules page of a family, with pictures drawn by its real board.

`BoardFamily.write_rules` writes a `RulesDocument` part by part. For pictures it plays on an
`ExampleBoard`. A `KeyDisplay` is a function that returns the display text of an action's key.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import NamedTuple, Self

from ludoscope.games import AnyGame
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text import drawing
from ludoscope.tui.text.documents import DocumentBuilder, DrawForWidth, Styles

KeyDisplay = Callable[[str], str]
"""A function from an action's binding id, or a board key, to the display text of the key."""

MIN_WIDE_PAGE_WIDTH = 90  # columns of text; from here on the pictures of wide pages are used
PLAY_ACTIONS = (  # that every rules page explains
    ("play.undo", "undo a move, as often as you like"),
    ("play.hint", "show a hint: the piece to look at; press it again for the move"),
    ("play.solve", "run a solver and watch its solution"),
    ("go.restart", "restart the puzzle"),
    ("go.next", "open the next puzzle"),
)


class CaptionedPicture(NamedTuple):
    """A picture, as a function of the page width, and the text below it."""

    draw: DrawForWidth
    caption: str


class ExampleBoard:
    """A board that is played on without being shown, to be drawn between moves.

    Attributes:
        game: The game.
        board: Its board.
        position: The current position.
    """

    def __init__(self, game: AnyGame, options: UserOptions, position: Hashable = None) -> None:
        self.game = game
        appearance = replace(options.appearance, small_boards=False)
        self.board = create_board(
            game, UserOptions(appearance, options.preferences, options.host_limits)
        )
        self.position = game.start if position is None else position
        self._last: Hashable = None

    def press(self, *keys: str) -> Self:
        """Press keys as on the play screen, and play the moves that they make."""
        for key in keys:
            for move in self.board.handle_key(self.position, key).moves:
                position_before, self.position = self.position, self.game.play(self.position, move)
                self.board.on_position_changed(position_before, move, self.position)
                self._last = move
        return self

    def picture(
        self,
        narrow_size: tuple[int, int],
        wide_size: tuple[int, int] | None = None,
        *,
        cursor: bool = False,
    ) -> DrawForWidth:
        """Return a picture of the current position.

        Args:
            narrow_size: Columns and rows on a narrow page.
            wide_size: Columns and rows on a wide page; None for the same size.
            cursor: Draw the cursor.
        """
        self.board.shows_cursor = cursor
        narrow = self._lines(narrow_size, cursor)
        wide = self._lines(wide_size, cursor) if wide_size else narrow
        return lambda page_width: wide if page_width >= MIN_WIDE_PAGE_WIDTH else narrow

    def _lines(self, size: tuple[int, int], cursor: bool) -> drawing.Block:
        lines = self.board.draw(self.position, *self.board.drawing_size(*size), self._last)
        return drawing.remove_last_blank_lines(
            lines if cursor else drawing.blank_role(lines, "cursor")
        )


class RulesDocument(DocumentBuilder):
    """The rules of a family, written part by part."""

    def add_how_to_play(
        self, board: Board, keys: KeyDisplay, extra_actions: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Add a section on the keys of a board, and on typing moves.

        Args:
            board: The board.
            keys: The display text of an action's key.
            extra_actions: Binding ids of further actions, each with a description.
        """
        self.add_heading("How to play here")
        rows = [(keys(key), description) for key, description in board.KEY_LABELS]
        actions = (*extra_actions, *PLAY_ACTIONS)
        rows += [(keys(action), description) for action, description in actions]
        self.add_definitions(rows)
        self.add_paragraph(f"Press `{keys('play.type')}` to type a move: {board.NOTATION}.")


def write_rules_document(
    family: str, options: UserOptions, keys: KeyDisplay, styles: Styles
) -> RulesDocument:
    """Return the rules page of a family.

    Args:
        family: The name of the family.
        options: The options for drawing boards.
        keys: The display text of an action's key.
        styles: The style of each role.
    """
    document = RulesDocument(styles, options.appearance.ascii_only)
    board_family(family).write_rules(document, options, keys)
    return document
