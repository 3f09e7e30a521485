"""The rules page of each family, with drawings made by the real boards.

Book   what is to be read, part by part, in renderables of rich's
Scene  a board on which keys are pressed, to be drawn between one and the next
Keys   the sign of the key of an action, by its id, as the person has it
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ludoscope.games import FAMILIES, AnyGame, load
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Look
from ludoscope.tui.text import drawing, prose
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.prose import Grid, Pairs, Pictures, Styles

Keys = Callable[[str], str]
Draw = Callable[[int], Block]  # for a width of the page
Pictured = tuple[Draw, str]

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

    def __init__(self, game: AnyGame, look: Look, position: Hashable = None) -> None:
        self.game = game
        self.board = board_for(game, replace(look, small=False))
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
            pictures.append(_trimmed(lines if cursor else drawing.without(lines, "cursor")))
        return lambda width: pictures[width >= ROOMY]


class Book:
    """Written part by part, in the looks that `styles` has for each role; `page` shows it."""

    def __init__(self, look: Look, styles: Styles) -> None:
        self._plain, self._styles = look.ascii_only, styles
        self._parts: list[RenderableType] = []

    @property
    def page(self) -> RenderableType:
        return Group(*self._parts[:-1])  # without the blank line at the end

    def _said(self, text: str, role: str = "") -> Text:
        return prose.paragraph(prose.spelt(text, self._plain), self._styles, role)

    def _add(self, *parts: RenderableType) -> None:
        self._parts += [*parts, Text()]

    def heading(self, text: str) -> None:
        self._add(Text(text, self._styles["title"]))

    def text(self, text: str) -> None:
        self._add(self._said(text))

    def points(self, *texts: str) -> None:
        """One thing after the other."""
        bullet = Text("*" if self._plain else "•", self._styles["dim"])
        table = Table.grid(padding=(0, 1, 0, 0))
        for text in texts:
            table.add_row(bullet, self._said(text))
        self._add(table)

    def rows(self, rows: Sequence[tuple[str, str]]) -> None:
        """Words, and what is to be said of each."""
        key = self._styles["key"]
        self._add(Pairs([(Text(word, key), self._said(text)) for word, text in rows]))

    def pictures(self, *pictures: Pictured) -> None:
        """Drawings and the words below them."""
        told = [(draw, self._said(words, "dim")) for draw, words in pictures]
        self._add(Pictures(told, self._styles))

    def grid(self, rows: Sequence[Sequence[str]]) -> None:
        """A table with a heading in its first row."""
        said = [[prose.spelt(cell, self._plain) for cell in row] for row in rows]
        self._add(Grid(said, self._styles["title"]))

    def how_to_play(self, board: Any, keys: Keys, more: Sequence[tuple[str, str]] = ()) -> None:
        """The board's own keys, then those of play that everybody needs."""
        self.heading("How to play here")
        rows = [(keys(shown), does) for shown, does in board.KEYS]
        rows += [(keys(name), does) for name, does in (*more, *USED)]
        self.rows(rows)
        self.text(f"Press `{keys('play.type')}` to type a move: {board.NOTATION}.")


def _trimmed(lines: Block) -> Block:
    """Without the blank lines at the end."""
    while lines and not "".join(text for text, _ in lines[-1]).strip():
        lines = lines[:-1]
    return lines


def book(family: str, look: Look, keys: Keys, styles: Styles) -> Book:
    """The rules of a family, written by the function that it declares."""
    made = Book(look, styles)
    load(FAMILIES[family].page)(made, look, keys)
    return made
