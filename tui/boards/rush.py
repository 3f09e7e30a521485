"""The ORush board: lettered hulls on the water, the chosen boat between ‹ ›, A with a double hull.

     ~   ~   B───B   ~   C         ‹ ›  the chosen boat
                         │         ◌    where it can go at once
     ◌  ‹A═══A›  ◌   ◌   C    ►    ►    the exit
                         │
     ~   ~   ~   ~   ~   C         █    a wall

Where there is room hulls are boxes. One boat is always chosen: arrows along it move it, arrows
across it choose the next boat that way.

scale   cells of the screen for a cell of the grid, across and down
here    the boats as they stand
ink     (character, role) by (column, row) of the screen
"""

import textwrap
from collections.abc import Sequence
from itertools import groupby, product
from typing import NamedTuple

from games.rush import Boat, Move, Position, RushGame
from tui.boards.board import IGNORED, Board, Line, Look, Reply

EXIT_WIDTH = 3
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

Ink = dict[tuple[int, int], tuple[str, str]]


class Scale(NamedTuple):
    across: int
    down: int
    boxed: bool = False


SCALES = (Scale(7, 3, boxed=True), Scale(4, 2), Scale(2, 1))  # from the roomiest down


class Strokes(NamedTuple):
    """What hulls are drawn with: along, up and down, corners from the top left in reading order."""

    across: str
    upright: str
    corners: str


class Glyphs(NamedTuple):
    hull: Strokes
    hero: Strokes
    brackets: str
    target: str
    wall: str
    exit: str


UNICODE = Glyphs(Strokes("─", "│", "╭╮╰╯"), Strokes("═", "║", "╔╗╚╝"), "‹›", "◌", "█", "►")
ASCII = Glyphs(Strokes("-", "|", "++++"), Strokes("=", "#", "####"), "<>", "o", "#", ">")


class RushBoard(Board):
    """Choose a boat by its letter, tab, a click or arrows, and move it with arrows or clicks."""

    KEYS = (("A-Z/tab", "boat"), ("↑↓←→", "step"), ("shift", "slide"))
    NOTATION = "a boat and > (right, down) or < (left, up) for each cell: A>A>C<"
    game: RushGame

    def __init__(self, game: RushGame, look: Look) -> None:
        super().__init__(game, look)
        self._chosen = 0
        self._glyphs = ASCII if look.ascii_only else UNICODE

    # Drawing

    def _scale(self, width: int, height: int) -> Scale:
        """The roomiest that fits; where none does, the smallest."""
        for scale in SCALES:
            needed = self._extent(scale)
            if needed[0] <= width and needed[1] <= height:
                break
        return scale

    def _extent(self, scale: Scale) -> tuple[int, int]:
        width = self.game.width * scale.across + EXIT_WIDTH
        return width, self.game.height * scale.down - (0 if scale.boxed else scale.down - 1)

    def size(self, width: int, height: int) -> tuple[int, int]:
        used = self._extent(self._scale(width, height))
        return min(used[0], width), min(used[1], height)

    def least(self) -> tuple[int, int]:
        return self._extent(SCALES[-1])

    def draw(
        self, position: Position, width: int, height: int, last: Move | None = None
    ) -> list[Line]:
        scale = self._scale(width, height)
        ink = self._sea(position, scale)
        for index, boat in enumerate(self.game.at(position)):
            role = "last" if last is not None and last[0] == index else "piece"
            self._hull(ink, boat, scale, "hero" if index == 0 else role)
        self._bracket(ink, self.game.at(position)[self._chosen], scale)
        columns, rows = self.size(width, height)
        return [_line([ink.get((x, y), (" ", "")) for x in range(columns)]) for y in range(rows)]

    def _sea(self, position: Position, scale: Scale) -> Ink:
        """Water, walls, the cells that the chosen boat can reach, the exit."""
        ink: Ink = {}
        targets = self._targets(position)
        for y in range(self.game.height):
            for x in range(self.game.width):
                column, row = _at(scale, x, y)
                target = (x, y) in targets
                ink[column, row] = (self._glyphs.target, "target") if target else ("~", "dim")
        for x, y in self.game.walls:
            column, row = _at(scale, x, y)
            wide, high = (scale.across - 1) // 2, int(scale.boxed)
            for place in product(range(-wide, wide + 1), range(-high, high + 1)):
                ink[column + place[0], row + place[1]] = (self._glyphs.wall, "dim")
        way_out = _at(scale, self.game.width, self.game.boats[0].y)
        column = self.game.width * scale.across + EXIT_WIDTH - 1
        ink[column, way_out[1]] = (self._glyphs.exit, "exit")
        return ink

    def _hull(self, ink: Ink, boat: Boat, scale: Scale, role: str) -> None:
        """`role` is that of its letters; lines under a frame's strokes would tear it apart."""
        strokes, letters = self._glyphs.hero if role == "hero" else self._glyphs.hull, role
        role = "mover" if role == "last" else role
        (left, top), (right, bottom) = (_at(scale, *boat.cells[end]) for end in (0, -1))
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                ink[x, y] = (strokes.across if boat.across else strokes.upright, role)
        if scale.boxed:
            self._box(ink, (left - 3, top - 1, right + 3, bottom + 1), strokes, role)
        for cell in boat.cells:
            ink[_at(scale, *cell)] = (boat.name, letters)

    def _box(self, ink: Ink, edges: tuple[int, int, int, int], strokes: Strokes, role: str) -> None:
        """A frame on `edges` (left, top, right, bottom), empty within."""
        left, top, right, bottom = edges
        for x in range(left, right + 1):
            for y in range(top, bottom + 1):
                level, upright = y in (top, bottom), x in (left, right)
                stroke = strokes.across if level else strokes.upright if upright else " "
                if level and upright:
                    stroke = strokes.corners[2 * (y == bottom) + (x == right)]
                ink[x, y] = (stroke, role)

    def _bracket(self, ink: Ink, boat: Boat, scale: Scale) -> None:
        """Around the hull, or around each letter of an upright one."""
        before, after = self._glyphs.brackets[0], self._glyphs.brackets[1]
        cells = boat.cells
        spans = [(cells[0], cells[-1])] if boat.across else [(cell, cell) for cell in cells]
        for first, final in spans:
            column, row = _at(scale, *first)
            ink[column - 1, row] = (before, "cursor")
            column, row = _at(scale, *final)
            ink[column + 1, row] = (after, "cursor")

    # Choosing and moving

    def press(self, position: Position, key: str) -> Reply:
        names = [boat.name for boat in self.game.boats]
        if len(key) == 1 and "A" <= key <= "Z":
            if key not in names:
                return Reply(notice=f"there is no boat {key}")
            self._chosen = names.index(key)
            return Reply()
        if key in ("tab", "shift+tab"):
            step = 1 if key == "tab" else -1
            self._chosen = (self._chosen + step) % len(names)
            return Reply()
        if key == "enter":
            return self._only_way(position)
        arrow = key.removeprefix("shift+")
        if arrow not in ARROWS:
            return IGNORED
        return self._arrow(position, *ARROWS[arrow], far=arrow != key)

    def _arrow(self, position: Position, right: int, down: int, *, far: bool) -> Reply:
        if self.game.boats[self._chosen].across != bool(right):
            return self._choose_towards(position, right, down)
        way = right or down
        reach = self.game.reach(position, self._chosen)
        longest = reach[-1] if way > 0 else reach[0]
        return self._go(position, longest if far and longest else way)

    def _go(self, position: Position, distance: int) -> Reply:
        """The moves of the chosen boat over a distance in cells, or why it can't go so far."""
        move = (self._chosen, distance)
        try:
            self.game.play(position, move)
        except ValueError as error:
            return Reply(notice=str(error))
        if self.game.measure == "slides":
            return Reply(moves=(move,))
        return Reply(moves=((self._chosen, 1 if distance > 0 else -1),) * abs(distance))

    def _only_way(self, position: Position) -> Reply:
        """As far as the chosen boat can go, when it can go one way only."""
        reach = self.game.reach(position, self._chosen)
        name = self.game.boats[self._chosen].name
        if len(reach) == 1:
            return Reply(notice=f"boat {name} can't move")
        if reach[0] and reach[-1]:
            return Reply(notice=f"boat {name} can go both ways, take an arrow")
        return self._go(position, reach[0] or reach[-1])

    def _choose_towards(self, position: Position, right: int, down: int) -> Reply:
        """The nearest boat that way, of those that are level with the chosen one if there are."""
        boats = self.game.at(position)
        chosen = boats[self._chosen]
        found = []
        for index, boat in enumerate(boats):
            columns, rows = _from_to(chosen, boat, 0), _from_to(chosen, boat, 1)
            (ahead, _), (_, aside) = (columns, rows) if right else (rows, columns)
            if ahead * (right or down) > 0:
                found.append((aside, abs(ahead), index))
        if not found:
            return Reply(notice="no boat that way")
        self._chosen = min(found)[2]
        return Reply()

    def _targets(self, position: Position) -> dict[tuple[int, int], int]:
        """By free cell within reach of the chosen boat: the distance that brings its end there."""
        boat = self.game.at(position)[self._chosen]
        found = {}
        for distance in self.game.reach(position, self._chosen):
            if distance:
                end = boat.at(boat.offset + distance).cells[-1 if distance > 0 else 0]
                found[end] = distance
        return found

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        scale = self._scale(width, height)
        column, row = x // scale.across, y // scale.down
        if column >= self.game.width:
            return self._leave(position) if row == self.game.boats[0].y else IGNORED
        for index, boat in enumerate(self.game.at(position)):
            if (column, row) in boat.cells:
                self._chosen = index
                return Reply()
        distance = self._targets(position).get((column, row))
        if distance is None:
            return Reply(notice=f"boat {self.game.boats[self._chosen].name} can't go there")
        return self._go(position, distance)

    def _leave(self, position: Position) -> Reply:
        """A click on the exit: A goes there if it can."""
        self._chosen = 0
        if self.game.is_won(position):
            return Reply()
        return self._go(position, self.game.goal - position[0])

    def moved(self, before: Position, move: Move, after: Position) -> None:
        self._chosen = move[0]

    # Words

    def where(self, position: Position, move: Move) -> str:
        return f"boat {self.game.boats[move[0]].name}"

    def summary(self, position: Position) -> str:
        if self.game.is_won(position):
            return "A is at the exit"
        hero, *others = self.game.at(position)
        ahead = {(x, hero.y) for x in range(hero.x + hero.length, self.game.width)}
        names = [boat.name for boat in others if not ahead.isdisjoint(boat.cells)]
        if not names:
            return "A's way is free" if ahead.isdisjoint(self.game.walls) else "a wall in A's way"
        return f"{' and '.join(names) if len(names) < 3 else len(names)} in A's way"

    def goal(self, width: int) -> Sequence[Line]:
        sign = self._glyphs.exit
        lines = textwrap.wrap(f"bring A to the exit {sign}", max(width, 1))
        return [self._coloured(line) for line in lines]

    def _coloured(self, words: str) -> Line:
        roles = {"A": "hero", self._glyphs.exit: "exit"}
        return _line([(char, roles.get(char, "")) for char in words])


def _at(scale: Scale, x: int, y: int) -> tuple[int, int]:
    """Where on the screen the letter in a cell of the grid stands."""
    return x * scale.across + scale.across // 2, y * scale.down + (1 if scale.boxed else 0)


def _from_to(one: Boat, other: Boat, axis: int) -> tuple[int, int]:
    """On an axis (0 columns, 1 rows): half cells from middle to middle, cells that part them."""
    (low, high), (first, last) = ([b.cells[end][axis] for end in (0, -1)] for b in (one, other))
    return first + last - low - high, max(0, first - high, low - last)


def _line(cells: Sequence[tuple[str, str]]) -> Line:
    runs = groupby(cells, lambda cell: cell[1])
    return [("".join(char for char, _ in run), role) for role, run in runs]
