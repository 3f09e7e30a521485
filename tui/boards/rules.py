"""The rules of each family, to read: what one must know, with drawings by the real boards.

Book   what is to be read, part by part; laid out for a width when it is shown
Scene  a board on which keys are pressed, to be drawn between one and the next
Keys   the sign of the key of an action, by its id, as the person has it
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, load
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Look
from ludoscope.tui.text import drawing, prose
from ludoscope.tui.text.drawing import Block

Keys = Callable[[str], str]
Draw = Callable[[int, int], Block]
Pictured = tuple[Draw, str]

ROOMY = 90  # columns of text from which on drawings are larger
USED = (  # of the keys of play, those that a rules page tells
    ("play.undo", "one move back, as often as you like"),
    ("play.hint", "a hint: where to look; again, the move, one key from being made"),
    ("play.solve", "let a solver do it, and watch its solution"),
    ("go.restart", "from the beginning"),
    ("go.next", "the next puzzle"),
)


class Scene:
    """A board that is played on without anybody seeing it."""

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
        return lambda width, _: pictures[width >= ROOMY]


class Book:
    """Written part by part; `leaf` lays it out."""

    def __init__(self, look: Look) -> None:
        self._plain = look.ascii_only
        self._parts: list[Callable[[int], Block]] = []

    def _said(self, text: str) -> str:
        return prose.spelt(" ".join(text.split()), self._plain)

    def heading(self, text: str) -> None:
        self._parts.append(lambda width: prose.heading(text))

    def text(self, text: str) -> None:
        said = self._said(text)
        self._parts.append(lambda width: [*prose.flow(said, width), []])

    def points(self, *texts: str) -> None:
        """One thing after the other."""
        said = [self._said(text) for text in texts]
        bullet = "* " if self._plain else "• "

        def lines(width: int) -> Block:
            return [line for one in said for line in prose.flow(one, width, [(bullet, "dim")], 2)]

        self._parts.append(lambda width: [*lines(width), []])

    def rows(self, rows: Sequence[tuple[str, str]]) -> None:
        said = [(word, self._said(text)) for word, text in rows]
        self._parts.append(lambda width: [*prose.table(said, width), []])

    def pictures(self, *pictures: Pictured) -> None:
        said = [(draw, self._said(words)) for draw, words in pictures]

        def lines(width: int) -> Block:
            return prose.beside([(draw(width, 0), words) for draw, words in said], width)

        self._parts.append(lambda width: [*lines(width), []])

    def grid(self, rows: Sequence[Sequence[str]]) -> None:
        """A table with a heading in its first row; narrow pages read it row by row."""
        said = [[self._said(cell) for cell in row] for row in rows]
        wide = [max(map(len, column)) for column in zip(*said, strict=True)]

        def lines(width: int) -> Block:
            if sum(wide) + 2 * len(wide) > width:
                return self._by_row(said, width)
            return [
                [
                    ("".join(f"{cell:<{w + 2}}" for cell, w in zip(row, wide, strict=True)), role)
                    for role in ("" if at else "title",)
                ]
                for at, row in enumerate(said)
            ]

        self._parts.append(lambda width: [*lines(width), []])

    @staticmethod
    def _by_row(rows: Sequence[Sequence[str]], width: int) -> Block:
        names, *rest = rows
        lines: Block = []
        for first, *others in rest:
            told = "; ".join(f"{n} {c}" for n, c in zip(names[1:], others, strict=True))
            lines += prose.flow(told, width, [(f"{first}: ", "title")], 2)
        return lines

    def how_to_play(self, board: Any, keys: Keys, more: Sequence[tuple[str, str]] = ()) -> None:
        """The board's own keys, then those of play that everybody needs."""
        self.heading("How to play it here")
        rows = [(keys(shown), does) for shown, does in board.KEYS]
        rows += [(keys(name), does) for name, does in (*more, *USED)]
        self.rows(rows)
        self.text(f"Press `{keys('play.type')}` to type a move: {board.NOTATION}.")

    def leaf(self, width: int) -> tuple[Block, int]:
        return [[], *(line for part in self._parts for line in part(width))], 0


def _trimmed(lines: Block) -> Block:
    """Without the blank lines at the end."""
    while lines and not "".join(text for text, _ in lines[-1]).strip():
        lines = lines[:-1]
    return lines


def book(family: str, look: Look, keys: Keys) -> Book:
    """The rules of a family, written by the function that it declares."""
    made = Book(look)
    load(FAMILIES[family].page)(made, look, keys)
    return made
