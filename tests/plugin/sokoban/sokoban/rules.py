"""The rules of Sokoban: the player pushes boxes one at a time and never pulls them.

    #######   @ the player, $ a box, . a goal, # a wall, - or a blank the floor;
    #.-$-@#   * is a box on a goal, + the player on one
    #######

A move is a step: `l`, `r`, `u` or `d`; in texts a step that pushes a box is a capital.
"""

from typing import Any, NamedTuple

from ludoscope.games import NotationError

STEPS = {"d": (0, 1), "l": (-1, 0), "r": (1, 0), "u": (0, -1)}
Cell = tuple[int, int]


class Position(NamedTuple):
    player: Cell
    boxes: frozenset[Cell]


class SokobanGame:
    family = "sokoban"
    measure = "moves"
    players = 1

    def __init__(self, line: str) -> None:
        """Read the rows of a level, joined by `/`; raise NotationError if they are malformed."""
        rows = line.replace(" ", "-").replace("_", "-").split("/")
        self.width, self.height = max(map(len, rows)), len(rows)
        signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        if strange := set(signs.values()) - set("#@$.*+-"):
            raise NotationError(f"found {min(strange)!r}, expected signs of # @ $ . * + -")
        self.floor = {cell for cell, sign in signs.items() if sign != "#"}
        self.goals = {cell for cell, sign in signs.items() if sign in ".*+"}
        players = [cell for cell, sign in signs.items() if sign in "@+"]
        boxes = frozenset(cell for cell, sign in signs.items() if sign in "$*")
        if len(players) != 1 or not boxes or len(boxes) != len(self.goals):
            raise NotationError("expected one player, and as many boxes as goals")
        self.start = Position(players[0], boxes)

    def moves(self, position: Position) -> list[str]:
        return [step for step in STEPS if not self._obstacle(position, step)]

    def play(self, position: Position, move: str) -> Position:
        if reason := self._obstacle(position, move):
            raise ValueError(reason)
        here = ahead(position.player, move)
        pushed = {here} & position.boxes
        return Position(here, position.boxes - pushed | {ahead(box, move) for box in pushed})

    def _obstacle(self, position: Position, move: str) -> str:
        here = ahead(position.player, move)
        if here not in self.floor:
            return "a wall is in the way"
        free = ahead(here, move) in self.floor - position.boxes
        return "the box cannot move" if here in position.boxes and not free else ""

    def is_won(self, position: Position) -> bool:
        return position.boxes == self.goals

    def key(self, position: Position) -> Position:
        return position

    def rows(self, position: Position) -> list[str]:
        signs = {cell: "." if cell in self.goals else "-" for cell in self.floor}
        signs |= {box: "*" if box in self.goals else "$" for box in position.boxes}
        signs[position.player] = "+" if position.player in self.goals else "@"
        columns = range(self.width)
        return ["".join(signs.get((x, y), "#") for x in columns) for y in range(self.height)]

    def text(self, position: Position) -> str:
        return "/".join(self.rows(position))

    def parse(self, text: str) -> Position:
        there = SokobanGame(text)
        if (there.floor, there.goals) != (self.floor, self.goals):
            raise NotationError("found another level")
        return there.start

    def move_text(self, position: Position, move: str) -> str:
        return move.upper() if ahead(position.player, move) in position.boxes else move

    def parse_moves(self, position: Position, text: str) -> list[str]:
        moves = list(text.lower())
        for move in moves:
            if move not in STEPS:
                raise NotationError(f"found {move!r}, expected steps such as llUr")
            position = self.play(position, move)
        return moves

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.text(self.start)}


def ahead(cell: Cell, move: str) -> Cell:
    return cell[0] + STEPS[move][0], cell[1] + STEPS[move][1]
