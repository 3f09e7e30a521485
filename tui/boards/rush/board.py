"""The ORush board: lettered hulls on the water, the chosen boat between ‹ ›, A with a double hull.

     ~   ~   B───B   ~   C         ‹ ›  the chosen boat
                         │         ◌    where it can go at once
     ◌  ‹A═══A›  ◌   ◌   C    ►    ►    the exit
                         │
     ~   ~   ~   ~   ~   C         ▒    a wall

Where there is room hulls are outlines; `rush_picture` draws them. One boat is always chosen:
arrows along it move it, arrows across it choose the next boat that way.
"""

import textwrap
from collections.abc import Sequence
from functools import partial

from ludoscope.games.rush import Boat, Move, Position, RushGame
from ludoscope.games.rush.slides import slide_text
from ludoscope.tui.boards.board import IGNORED, Board, Line, Look, Picture, Reply
from ludoscope.tui.boards.rush.picture import (
    ASCII,
    SCALES,
    UNICODE,
    Chart,
    Scale,
    scale_for,
)
from ludoscope.tui.text.drawing import line_of

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class RushBoard(Board):
    """Choose a boat by its letter, tab, a click or arrows, and move it with arrows or clicks."""

    KEYS = (("A-Z/tab", "boat"), ("↑↓←→", "step"), ("shift", "slide"))
    MARKS = (("‹ ›", "the chosen boat"), ("◌", "where it can go"), ("→", "a hint"))
    NOTATION = "a boat and > (right, down) or < (left, up) for each cell: A>A>C<"
    game: RushGame

    def __init__(self, game: RushGame, look: Look) -> None:
        super().__init__(game, look)
        self._chosen = 0
        self._offered: tuple[Position, Move] | None = None  # the move that enter makes there
        self._glyphs = ASCII if look.ascii_only else UNICODE

    # Drawing

    def _scale(self, width: int, height: int) -> Scale:
        return scale_for(self.game, width, height)

    def size(self, width: int, height: int) -> tuple[int, int]:
        used = self._scale(width, height).extent(self.game)
        return min(used[0], width), min(used[1], height)

    def least(self) -> tuple[int, int]:
        return SCALES[-1].extent(self.game)

    def draw(
        self,
        position: Position,
        width: int,
        height: int,
        last: Move | None = None,
        off: float = 0.0,
    ) -> list[Line]:
        """`off`: by how many cells of the grid the boat of the last move is not there yet."""
        scale = self._scale(width, height)
        chart = Chart(self.game, scale, self._glyphs)
        chart.sea(self._signs(position))
        boats = self.game.at(position)
        for index, boat in enumerate(boats):
            moved = last is not None and last[0] == index
            shift = _shift(boat, scale, off) if moved else (0, 0)
            still, changed = ("piece", "last") if index else ("hero", "hero_last")
            chart.hull(boat, changed if moved else still, shift)
            if index == self._chosen:
                chosen = boat, shift
        if self.pointing:
            chart.bracket(*chosen)
        return chart.lines(*self.size(width, height))

    def between(self, before: Position, moves: Sequence[Move], after: Position) -> list[Picture]:
        """The boat on its way; one that goes a single cell is seen but once."""
        last = moves[-1]
        distance = after[last[0]] - before[last[0]]
        stages = min(2, abs(distance))
        ways = [distance * (1 - stage / (stages + 1)) for stage in range(1, stages + 1)]
        return [partial(self.draw, after, last=last, off=-way) for way in ways]

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
        """What is offered; else as far as the chosen boat can go, when it can go one way only."""
        if offered := self._offer(position):
            return Reply(moves=(offered,))
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

    def _signs(self, position: Position) -> dict[tuple[int, int], str]:
        """What those cells show: where the move goes that is offered an arrow."""
        if not self.pointing or self.game.is_won(position):
            return {}
        offered, across = self._offer(position), self.game.boats[self._chosen].across
        glyphs = self._glyphs
        arrow = glyphs.arrows[2 * (not across) + (offered[1] > 0)] if offered else ""
        return {
            cell: arrow if offered and distance == offered[1] else glyphs.target
            for cell, distance in self._targets(position).items()
        }

    def _offer(self, position: Position) -> Move | None:
        """The move offered here, of the boat that is chosen."""
        at, move = self._offered or (None, (0, 0))
        return move if at == position and move[0] == self._chosen else None

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

    def say(self, position: Position, move: Move) -> str:
        boat = self.game.boats[move[0]]
        return slide_text(boat.name, boat.across, move[1])

    def where(self, position: Position, move: Move) -> str:
        return f"boat {self.game.boats[move[0]].name}"

    def point(self, position: Position, move: Move) -> None:
        self._chosen = move[0]

    def offer(self, position: Position, move: Move) -> str:
        self._chosen, self._offered = move[0], (position, move)
        return "enter"

    def summary(self, position: Position) -> str:
        if self.game.is_won(position):
            return "A is at the exit"
        hero, *others = self.game.at(position)
        ahead = {(x, hero.y) for x in range(hero.x + hero.length, self.game.width)}
        if not ahead.isdisjoint(self.game.walls):
            return "a wall in A's way"
        names = [boat.name for boat in others if not ahead.isdisjoint(boat.cells)]
        if not names:
            return "A's way is free"
        return f"{' and '.join(names) if len(names) < 3 else len(names)} in A's way"

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        sign = self._glyphs.exit
        lines = textwrap.wrap(f"bring A to the exit {sign}", max(width, 1))
        return [self._coloured(line) for line in lines]

    def _coloured(self, words: str) -> Line:
        roles = {"A": "hero", self._glyphs.exit: "exit"}
        return line_of([(char, roles.get(char, "")) for char in words])


def _shift(boat: Boat, scale: Scale, off: float) -> tuple[int, int]:
    return (round(off * scale.across), 0) if boat.across else (0, round(off * scale.down))


def _from_to(one: Boat, other: Boat, axis: int) -> tuple[int, int]:
    """On an axis (0 columns, 1 rows): half cells from middle to middle, cells that part them."""
    (low, high), (first, last) = ([b.cells[end][axis] for end in (0, -1)] for b in (one, other))
    return first + last - low - high, max(0, first - high, low - last)
