"""The hexapawn board: white ○ moves up, black ● moves down, the cursor in brackets.

    3    ●   ●'  ·      '  a pawn that has a move
    2   [○]  ◌  (●)     ◌  where the picked pawn may go; (●) a pawn that it may capture
    1    ·   ·   ○
         a   b   c

With values shown, each cell that a pawn may go to wears the best value of a move there (of the
picked pawn's, where one is picked): +19 wins in 19 plies, −4 loses in 4.

step    cells between neighbours, across and down
marks   what stands left and right of the glyph of a cell
"""

import textwrap
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.hexapawn import HexapawnGame, Move, Position
from games.hexapawn.rules import LETTERS
from tui.boards.board import IGNORED, VALUES, Board, Line, Look, Reply

STEPS = ((8, 3), (5, 2), (4, 1), (2, 1))  # from the roomiest down
LABELS = 4  # cells for the row numbers
GLYPHS = {"white": "○", "black": "●", "empty": "·", "target": "◌"}
ASCII_GLYPHS = {"white": "P", "black": "p", "empty": ".", "target": "*"}
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}


Screen = list[list[tuple[str, str]]]


def merit(value: int) -> float:
    """More is better: a win soon, a win late, a loss late, a loss soon. No move is worth 0."""
    return 1 / value


def signed(value: int) -> str:
    """In three characters."""
    return f"{value:+d}".replace("-", "−").ljust(3)


@dataclass(frozen=True, slots=True)
class Layout:
    """Steps, the column of the first cell's glyph, cells used."""

    across: int
    down: int
    left: int
    width: int
    height: int


class HexapawnBoard(Board):
    """Pick a pawn of the side to move, then the cell it goes to."""

    KEYS = (("↑↓←→", "cell"), ("⏎", "pick/move"), ("tab", "next pawn"))
    OVERLAYS = (VALUES,)
    NOTATION = "b2b3, or b2xc3 for a capture"
    game: HexapawnGame

    def __init__(self, game: HexapawnGame, look: Look) -> None:
        super().__init__(game, look)
        self._picked: int | None = None
        self._valued: tuple[Position | None, Mapping[Move, int]] = (None, {})
        movers = self._movers(game.start)
        self._cursor = movers[len(movers) // 2] if movers else game.columns // 2

    def _movers(self, position: Position) -> list[int]:
        return sorted({start for start, _ in self.game.moves(position)})

    def _targets(self, position: Position) -> list[int]:
        return [end for start, end in self.game.moves(position) if start == self._picked]

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        """The roomiest that fits; where none does, the smallest."""
        for across, down in STEPS:
            left = LABELS + across // 2
            used = left + (self.game.columns - 1) * across + 2
            layout = Layout(across, down, left, used, self.game.rows * down + 1)
            if layout.width <= width and layout.height <= height:
                break
        return layout

    def size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def least(self) -> tuple[int, int]:
        return self.size(0, 0)

    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        layout = self._layout(width, height)
        screen = [[(" ", "")] * layout.width for _ in range(layout.height)]
        movers, targets = self._movers(position), self._targets(position)
        cells = range(self.game.rows * self.game.columns)
        # In the tightest layout neighbours share the place between them: the cursor goes last.
        for cell in sorted(cells, key=lambda cell: cell == self._cursor):
            x, y = self._at(layout, cell)
            glyph, role = self._state(position, cell, movers, targets, last)
            before, after = self._marks(position, cell, movers, targets)
            for column, mark in ((x - 1, before), (x + 1, after)):
                if mark != " ":
                    screen[y][column] = (mark, "cursor" if cell == self._cursor else role)
            screen[y][x] = (glyph, role)
        self._wear(screen, layout, position)
        self._label(screen, layout)
        return [
            [("".join(char for char, _ in run), role) for role, run in groupby(row, lambda c: c[1])]
            for row in (line[:width] for line in screen[:height])
        ]

    # Values

    def value(self, position: Hashable, values: Mapping[Move, int]) -> None:
        self._valued = (position, values)

    def valued(self, position: Hashable) -> bool:
        return self._valued[0] == position

    def _values(self, position: Position) -> dict[Move, int]:
        """Those of the moves that can be made now, as things are picked."""
        if not self.overlay or not self.valued(position):
            return {}
        _, values = self._valued
        return {move: value for move, value in values.items() if self._picked in (None, move[0])}

    def _wear(self, screen: Screen, layout: Layout, position: Position) -> None:
        """Write the values: on empty cells, and below the pawn that would be captured."""
        if layout.across < 4:
            return  # no room
        best: dict[int, int] = {}
        for (_, end), value in self._values(position).items():
            best[end] = max(best.get(end, value), value, key=merit)
        for end, value in best.items():
            x, y = self._at(layout, end)
            captured = (position.white | position.black) >> end & 1
            text, role = signed(value), "good" if value > 0 else "bad"
            if captured and layout.down > 1:
                y += 1
            elif end == self._cursor:
                screen[y][x - 2] = ("[", "cursor")
                screen[y][x + 2 : x + 3] = [("]", "cursor")] * (x + 2 < layout.width)
            for at, char in enumerate(text, start=x - 1):
                screen[y][at] = (char, role)

    def remarks(self, position: Position) -> Sequence[str]:
        values = self._values(position)
        if not values:
            return ()
        best = max(values, key=lambda move: merit(values[move]))
        value = values[best]
        does = "wins in" if value > 0 else "loses in"
        return (f"best: {self.game.move_text(position, best)} {does} {abs(value)}",)

    def _state(
        self,
        position: Position,
        cell: int,
        movers: Sequence[int],
        targets: Sequence[int],
        last: Move | None,
    ) -> tuple[str, str]:
        """The glyph of a cell and its role."""
        glyphs = ASCII_GLYPHS if self.look.ascii_only else GLYPHS
        white, black = position.white >> cell & 1, position.black >> cell & 1
        glyph = glyphs["white" if white else "black" if black else "empty"]
        if cell in targets:
            return glyph if black or white else glyphs["target"], "target"
        if cell == self._picked:
            return glyph, "picked"
        if last is not None and cell in last:
            return glyph, "last"
        if cell in movers:
            return glyph, "mover"
        return glyph, "piece" if white else "rival" if black else "hole"

    def _marks(
        self, position: Position, cell: int, movers: Sequence[int], targets: Sequence[int]
    ) -> str:
        if cell == self._cursor:
            return "[]"
        if cell in targets and (position.white | position.black) >> cell & 1:
            return "()"
        if cell == self._picked:
            return "<>" if self.look.ascii_only else "‹›"
        return " '" if cell in movers and self._picked is None else "  "

    def _label(self, screen: list[list[tuple[str, str]]], layout: Layout) -> None:
        for row in range(self.game.rows):
            y = self._at(layout, row * self.game.columns)[1]
            screen[y][:LABELS] = [(char, "dim") for char in f"{row + 1:>{LABELS - 1}} "]
        for column in range(self.game.columns):
            screen[-1][layout.left + column * layout.across] = (LETTERS[column], "dim")

    def _at(self, layout: Layout, cell: int) -> tuple[int, int]:
        """Where on the screen the glyph of a cell stands."""
        row, column = divmod(cell, self.game.columns)
        return layout.left + column * layout.across, (self.game.rows - 1 - row) * layout.down

    # Keys

    def press(self, position: Position, key: str) -> Reply:
        if key in ARROWS:
            row, column = divmod(self._cursor, self.game.columns)
            right, up = ARROWS[key]
            self._point(column + right, row + up)
            return Reply()
        if key == "enter":
            return self._enter(position)
        if key in ("tab", "shift+tab"):
            return self._cycle(position, -1 if key == "shift+tab" else 1)
        return IGNORED

    def _point(self, column: int, row: int) -> None:
        """Put the cursor there, or as near as the board goes."""
        column = min(max(column, 0), self.game.columns - 1)
        self._cursor = min(max(row, 0), self.game.rows - 1) * self.game.columns + column

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        layout = self._layout(width, height)
        column = (x - layout.left + layout.across // 2) // layout.across
        row = self.game.rows - 1 - (y + layout.down // 2) // layout.down
        if not (0 <= column < self.game.columns and 0 <= row < self.game.rows):
            return IGNORED
        self._point(column, row)
        return self._enter(position)

    def _enter(self, position: Position) -> Reply:
        here, picked = self._cursor, self._picked
        if here in self._targets(position):
            self._picked = None
            return Reply(moves=((picked, here),))
        if here == picked:
            self._picked = None
            return Reply()
        if here in self._movers(position):
            self._picked = here
            return Reply()
        return Reply(notice=self._why_not(position))

    def _why_not(self, position: Position) -> str:
        """Why enter does nothing at the cursor."""
        if not self.game.moves(position):
            return self.summary(position)
        own, enemy = (position.white, position.black)
        if not position.white_to_move:
            own, enemy = enemy, own
        if own >> self._cursor & 1:
            return "that pawn has no move"
        if self._picked is not None:
            return "the picked pawn cannot go there"
        if enemy >> self._cursor & 1:
            return f"{self._side(position)} is to move"
        return "no pawn here"

    def _cycle(self, position: Position, step: int) -> Reply:
        """To the next pawn that has a move, or the next cell that the picked one can go to."""
        stops = self._targets(position) or self._movers(position)
        if not stops:
            return Reply(notice=self.summary(position))
        if step > 0:
            self._cursor = next((stop for stop in stops if stop > self._cursor), stops[0])
        else:
            self._cursor = next((s for s in reversed(stops) if s < self._cursor), stops[-1])
        return Reply()

    def release(self) -> bool:
        held, self._picked = self._picked is not None, None
        return held

    def moved(self, before: Position, move: Move, after: Position) -> None:
        """The cursor stays: most moves here are the opponent's."""
        self._picked = None

    # Words

    def where(self, position: Position, move: Move) -> str:
        row, column = divmod(move[0], self.game.columns)
        return f"the pawn at {LETTERS[column]}{row + 1}"

    def _side(self, position: Position) -> str:
        return "white" if position.white_to_move else "black"

    def summary(self, position: Position) -> str:
        side = self._side(position)
        if self.game.moves(position):
            return f"{side} to move"
        other = "black" if position.white_to_move else "white"
        return f"{other} wins: {self.game.defeat(position)}"

    def goal(self, width: int) -> Sequence[Line]:
        glyphs = ASCII_GLYPHS if self.look.ascii_only else GLYPHS
        rule = (
            f"White {glyphs['white']} moves up, black {glyphs['black']} down, straight ahead;"
            " they capture diagonally. Reach the far row, or leave the other side without a move."
        )
        return [[(line, "")] for line in textwrap.wrap(rule, max(width, 1))]
