"""The rules page of each family, with drawings made by the real boards.

Book   what is to be read, part by part
Scene  a board on which keys are pressed, to be drawn between one and the next
Keys   the sign of the key of an action, by its id, as the person has it
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.tui.boards.registry import board_family, board_for
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text import drawing
from ludoscope.tui.text.documents import Draft, Draw, Styles

Keys = Callable[[str], str]
Pictured = tuple[Draw, str]  # and the words below it

ROOMY = 90  # columns of text from which on drawings are larger
USED = (  # of the keys of play, those that a rules page tells
    ("play.undo", "undo a move, as often as you like"),
    ("play.hint", "a hint: where to look; again, the move, which one key plays"),
    ("play.solve", "let a solver do it, and watch its solution"),
    ("go.restart", "start again"),
    ("go.next", "the next puzzle"),
)


class Scene:
    """A board that is played on without being shown."""

    def __init__(self, game: AnyGame, options: UserOptions, position: Hashable = None) -> None:
        self.game = game
        appearance = replace(options.appearance, small_boards=False)
        enlarged = UserOptions(appearance, options.preferences, options.host_limits)
        self.board = board_for(game, enlarged)
        self.position = game.start if position is None else position
        self._last: Hashable = None

    def press(self, *keys: str) -> "Scene":
        """Keys as on the play screen; the moves that come of them are played."""
        for key in keys:
            for move in self.board.press(self.position, key).moves:
                before, self.position = self.position, self.game.play(self.position, move)
                self.board.moved(before, move, self.position)
                self._last = move
        return self

    def drawn(self, narrow: tuple[int, int], roomy: tuple[int, int], cursor: bool = False) -> Draw:
        """A drawing as things stand now, in a size for each width of the page."""
        pictures = []
        self.board.pointing = cursor
        for size in (narrow, roomy):
            lines = self.board.draw(self.position, *self.board.size(*size), self._last)
            shown = lines if cursor else drawing.without(lines, "cursor")
            pictures.append(drawing.trimmed(shown))
        return lambda width: pictures[width >= ROOMY]


class Book(Draft):
    """What a family declares writes it, part by part."""

    def how_to_play(self, board: Any, keys: Keys, more: Sequence[tuple[str, str]] = ()) -> None:
        """The board's own keys, then those of play that everybody needs."""
        self.heading("How to play here")
        rows = [(keys(shown), does) for shown, does in board.KEYS]
        rows += [(keys(name), does) for name, does in (*more, *USED)]
        self.rows(rows)
        self.text(f"Press `{keys('play.type')}` to type a move: {board.NOTATION}.")


def book(family: str, options: UserOptions, keys: Keys, styles: Styles) -> Book:
    """The rules of a family, written by the function that it declares."""
    made = Book(styles, options.appearance.ascii_only)
    board_family(family).write_rules(made, options, keys)
    return made
