"""ORush in words."""

import re
from collections.abc import Sequence

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.rush import squares
from ludoscope.tui.boards.spoken_board import SpokenBoard

_SQUARE = re.compile(r"([1-8])[, ]*([1-8])")
_SLIDE = re.compile(
    r"(?:boat )?([a-z]) (left|right|up|down)(?: (?:by )?([1-7]))?", re.IGNORECASE | re.ASCII
)


class SpokenRushBoard(SpokenBoard):
    """Boats by row and column, both counted from the top left."""

    PLACES = "a boat, such as B, or a square by column and row, such as 6,3"
    game: RushGame

    def describe_rules(self, preferences: Preferences) -> Sequence[str]:
        return (
            "Boats slide forwards and backwards: those in a row left and right, those in a column"
            " up and down. They neither turn nor pass over each other.",
            "Boat A must reach the right end of its row. A slide over any number of squares is one"
            " move.",
        )

    def summarise(self, position: Position) -> Sequence[str]:
        target, *others = self.game.boats_at(position)
        movable = [
            boat.name
            for index, boat in enumerate((target, *others))
            if len(self.game.free_distances(position, index)) > 1
        ]
        row = target.y + 1
        in_its_way = [
            boat.name
            for boat in others
            if any(y == target.y and x > target.x for x, y in boat.cells)
        ]
        return (
            f"Boat A is in row {row}, columns {_span(target)}.",
            f"The exit is at the right end of row {row}, column {self.game.width}.",
            f"In its way: {', '.join(in_its_way) or 'no boat'}.",
            f"Boats that can move: {', '.join(movable) or 'none'}.",
        )

    def describe_board(self, position: Position) -> Sequence[str]:
        lines = [
            f"{self.game.height} rows from the top, {self.game.width} columns from the left;"
            f" the exit is at the right end of row {self.game.boats[0].y + 1}."
        ]
        lines += [self._describe_boat(position, index) for index in range(len(self.game.boats))]
        walls = [f"column {x + 1} row {y + 1}" for x, y in sorted(self.game.walls)]
        if walls:
            lines.append(f"Walls: {'; '.join(walls)}.")
        return lines

    def _describe_boat(self, position: Position, index: int) -> str:
        boat = self.game.boats_at(position)[index]
        line, across = ("row", "columns") if boat.is_horizontal else ("column", "rows")
        distances = self.game.free_distances(position, index)
        back, ahead = -distances.start, distances.stop - 1
        words = ("left", "right") if boat.is_horizontal else ("up", "down")
        ways = [f"{word} {free}" for word, free in zip(words, (back, ahead), strict=True) if free]
        ability = f"moves {' or '.join(ways)}" if ways else "cannot move"
        return f"Boat {boat.name}: {line} {boat.line + 1}, {across} {_span(boat)}; {ability}."

    def describe_place(self, position: Position, place: str) -> str:
        name = place.upper().removeprefix("BOAT").strip()
        for index, boat in enumerate(self.game.boats):
            if boat.name == name:
                return self._describe_boat(position, index)
        match = _SQUARE.fullmatch(place)
        x, y = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
        if not (0 <= x < self.game.width and 0 <= y < self.game.height):
            raise NotationError(f"found {short_repr(place)}, expected {self.PLACES}")
        here = squares.boat_at(self.game, position, (x, y))
        if here is not None:
            return self._describe_boat(position, here)
        what = "wall" if (x, y) in self.game.walls else "water"
        return f"{what.capitalize()} at column {x + 1}, row {y + 1}."

    def describe_moves(self, position: Position, moves: Sequence[Move]) -> str:
        texts = []
        for index, distance in moves:
            boat = self.game.boats[index]
            words = ("left", "right") if boat.is_horizontal else ("up", "down")
            texts.append(f"boat {boat.name} {words[distance > 0]} {abs(distance)}")
        return ", then ".join(texts)

    def format_notation(self, position: Position, moves: Sequence[Move]) -> str:
        """Return slides such as `Gd2`."""
        return " ".join(
            self.to_notation(position, self.describe_moves(position, [move])) for move in moves
        )

    def to_notation(self, position: Position, text: str) -> str:
        """Return "boat G down 2" as `Gd2`."""
        match = _SLIDE.fullmatch(text.strip())
        return f"{match[1].upper()}{match[2][0].lower()}{match[3] or ''}" if match else text


def _span(boat: Boat) -> str:
    first = boat.offset + 1
    return f"{first} to {first + boat.length - 1}"
