"""The rules of Lights Out: a press switches a light and its neighbours; put all lights out.

      abc         abc
    1 .*.       1 ...      * is a light that is on, . one that is off.
    2 ***  b2:  2 ...      A light has up to four neighbours: left, right, above and below.
    3 .*.       3 ...

A position is an integer. Its bit `row * columns + column` is 1 if that light is on. A move is the
number of the light that is pressed, so that pressing is one exclusive or.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ludoscope.games import NotationError

MAX_SIDE = 16
ON, OFF = "*", "."
COLUMN_LETTERS = "abcdefghijklmnop"


@dataclass(frozen=True)
class LightsOut:
    """A board of lights, and which of them are on at the start."""

    rows: int
    columns: int
    start: int

    family = "lightsout"
    measure = "presses"
    players = 1

    @cached_property
    def effects(self) -> list[int]:
        """The lights that each press switches, as a position in which these are on."""
        effects = []
        for row in range(self.rows):
            for column in range(self.columns):
                above, below = (row - 1, column), (row + 1, column)
                left, right = (row, column - 1), (row, column + 1)
                effect = 0
                for r, c in ((row, column), above, below, left, right):
                    if r in range(self.rows) and c in range(self.columns):
                        effect |= 1 << r * self.columns + c
                effects.append(effect)
        return effects

    def moves(self, position: int) -> range:
        return range(0 if self.is_won(position) else self.rows * self.columns)

    def play(self, position: int, move: int) -> int:
        if move not in self.moves(position):
            raise ValueError("all lights are out" if self.is_won(position) else "no such light")
        return position ^ self.effects[move]

    def is_won(self, position: int) -> bool:
        return position == 0

    @cached_property
    def symmetries(self) -> list[list[int]]:
        """For each symmetry, the bit to which it takes each light.

        Any board can be mirrored left to right and top to bottom; a square one can be transposed.
        """
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        images = [cells]
        images += [[(row, self.columns - 1 - column) for row, column in image] for image in images]
        images += [[(self.rows - 1 - row, column) for row, column in image] for image in images]
        if self.rows == self.columns:
            images += [[(column, row) for row, column in image] for image in images]
        return [[1 << row * self.columns + column for row, column in image] for image in images]

    def key(self, position: int) -> int:
        lights = [light for light in range(self.rows * self.columns) if position >> light & 1]
        return min(sum(image[light] for light in lights) for image in self.symmetries)

    def lines(self, position: int) -> list[str]:
        """Return the rows of a position as text, such as ".*."."""
        signs = [ON if position >> i & 1 else OFF for i in range(self.rows * self.columns)]
        starts = range(0, len(signs), self.columns)
        return ["".join(signs[start : start + self.columns]) for start in starts]

    def text(self, position: int) -> str:
        return "/".join(self.lines(position))

    def parse(self, text: str) -> int:
        game = parse_game(text)
        if (game.rows, game.columns) != (self.rows, self.columns):
            raise NotationError(
                f"found {game.rows} rows of {game.columns} lights, "
                f"expected {self.rows} of {self.columns}"
            )
        return game.start

    def move_text(self, position: int, move: int) -> str:
        row, column = divmod(move, self.columns)
        return f"{COLUMN_LETTERS[column]}{row + 1}"

    def parse_moves(self, position: int, text: str) -> list[int]:
        moves = []
        for word in text.split():
            column, number = COLUMN_LETTERS.find(word[0].lower()), word[1:]
            row = int(number) - 1 if number.isascii() and number.isdigit() else -1
            if not (column in range(self.columns) and row in range(self.rows)):
                raise NotationError(f"found {word[:20]!r}, expected a light such as b2")
            moves.append(row * self.columns + column)
            position = self.play(position, moves[-1])
        if not moves:
            raise NotationError("found no move, expected a light such as b2")
        return moves

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.text(self.start)}


def parse_game(text: str) -> LightsOut:
    """Return the game that starts with the lights in a text, its rows joined by "/".

    Raises:
        NotationError: The text is malformed; the message says what was expected.
    """
    lines = text.split("/")
    signs = "".join(lines)
    if strange := sorted(set(signs) - {ON, OFF}):
        raise NotationError(f"found {strange[0]!r}, expected rows of {ON} and {OFF}")
    if len(set(map(len, lines))) > 1:
        raise NotationError("found rows of different lengths, expected equal ones")
    if len(lines) not in range(1, MAX_SIDE + 1) or len(lines[0]) not in range(1, MAX_SIDE + 1):
        raise NotationError(f"expected 1 to {MAX_SIDE} rows of 1 to {MAX_SIDE} lights")
    start = sum(1 << light for light, sign in enumerate(signs) if sign == ON)
    return LightsOut(len(lines), len(lines[0]), start)
