"""The ORush board: lettered hulls on the water, the chosen boat between ‹ ›, A with a double line.

     ~   ~   B───B   ~   C   ║     ‹ ›  the chosen boat
                         │   ╨     ◌    where it can go at once
     ◌  ‹A═══A›  ◌   ◌   C    ►    ►    the exit, a gap in the pier
                         │   ╥
     ~   ~   ~   ~   ~   C   ║     ▒    a wall

Where there is room hulls are filled and the chosen one has a frame; `picture` draws them. One boat
is always chosen: arrows along it move it, arrows across it choose the next boat that way.
"""

from collections.abc import Sequence, Set
from functools import partial

from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.games.rush.slides import slide_text
from ludoscope.tui.boards.board import IGNORED, Board, Cell, Line, Picture, Reply
from ludoscope.tui.boards.rush import mouse
from ludoscope.tui.boards.rush.drawing import (
    ASCII,
    SCALES,
    UNICODE,
    Chart,
    Scale,
    scale_for,
)
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import cells_of, line_of, wrap

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class RushBoard(Board):
    """Choose a boat by its letter, tab, a click or arrows; move it with arrows or the mouse."""

    KEYS = (("a-z/tab", "boat"), ("↑↓←→", "slide"), ("shift", "all the way"))
    BEGIN = (("a-z", "picks a boat"), ("↑↓←→", "slides it"))
    LETTERS = True
    MARKS = (("┏ ┓ ‹ ›", "the chosen boat"), ("◌", "where it can go"), ("→", "a hint"))
    NOTATION = "a boat, a direction, how many squares: G↓2, gd2 or g v 2; also G>G>"
    POINTED = "enter"
    FAREWELL = True
    game: RushGame

    def __init__(self, game: RushGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._chosen = 0
        self._offered: tuple[Position, Move] | None = None  # the move that enter makes there
        self._told = False  # whether it is shown where that goes
        self._held = 0  # by how many squares the mouse has taken the chosen boat along
        self._glyphs = ASCII if options.appearance.ascii_only else UNICODE

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
        out: float = 1.0,
    ) -> list[Line]:
        """`off`: by how many cells of the grid the boat of the last move is not there yet.

        `out`: how far A, which has won, has gone through the gap.
        """
        scale, won = self._scale(width, height), self.game.is_won(position)
        chart = Chart(self.game, scale, self._glyphs)
        chosen = None
        chart.sea(self._signs(position), self._left(position, last), gone=won)
        for index, boat in enumerate(self.game.boats_at(position)):
            moved = last is not None and last[0] == index
            shift = scale.shift(boat, off) if moved else (0, 0)
            if index == self._chosen and self._held:
                shift = scale.shift(boat, self._held)
            if won and not index:
                shift = shift[0] + round(out * scale.shore), 0
            chart.hull(boat, index, shift, marked=moved)
            if index == self._chosen:
                chosen = boat, shift
        if self.pointing and chosen and not won:
            chart.choose(*chosen)
        return chart.lines(*self.size(width, height))

    def _left(self, position: Position, last: Move | None) -> Set[tuple[int, int]]:
        """The cells that the boat of the last move has come from, not where a move is offered."""
        if last is None or len(last) < 2 or last == self._offer(position):
            return set()
        return mouse.left_behind(self.game, position, last)

    def between(self, before: Position, moves: Sequence[Move], after: Position) -> list[Picture]:
        """The boat on its way, which for a single cell is seen but once; A sails out at last."""
        last = moves[-1]
        distance = after[last[0]] - before[last[0]]
        count = min(2, abs(distance))
        ways = [distance * (1 - stage / (count + 1)) for stage in range(1, count + 1)]
        stages: list[Picture] = [
            partial(self.draw, after, last=last, off=-way, out=0) for way in ways
        ]
        if self.game.is_won(after):
            stages += [partial(self.draw, after, last=last, out=out) for out in (0, 0.5)]
        return stages

    # Choosing and moving

    def press(self, position: Position, key: str) -> Reply:
        letter = len(key) == 1 and key.isascii() and key.isalpha()
        if self.game.is_won(position) and (letter or key == "enter"):
            return IGNORED
        names = [boat.name for boat in self.game.boats]
        if letter:
            if key.upper() not in names:
                return Reply(notice=f"there is no boat {key.upper()}", handled=False)
            self._chosen = names.index(key.upper())
            return Reply()
        if key in ("tab", "shift+tab"):
            self._chosen = (self._chosen + (1 if key == "tab" else -1)) % len(names)
            return Reply()
        if key == "enter":
            return self._enter(position)
        arrow = key.removeprefix("shift+")
        if arrow not in ARROWS:
            return IGNORED
        return self._arrow(position, *ARROWS[arrow], far=arrow != key)

    def _arrow(self, position: Position, right: int, down: int, *, far: bool) -> Reply:
        if self.game.boats[self._chosen].is_horizontal != bool(right):
            return self._choose_towards(position, right, down)
        way = right or down
        reach = self.game.free_distances(position, self._chosen)
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

    def _enter(self, position: Position) -> Reply:
        """The move that is offered; else say which keys move the chosen boat."""
        if offered := self._offer(position):
            return Reply(moves=(offered,))
        boat, reach = (
            self.game.boats[self._chosen],
            self.game.free_distances(position, self._chosen),
        )
        if len(reach) == 1:
            return Reply(notice=f"boat {boat.name} can't move")
        arrows = list(zip(ARROWS, self._glyphs.arrows, strict=True))[2 * (not boat.is_horizontal) :]
        ends = zip(arrows, (reach[0], reach[-1]), strict=False)
        keys = [self.options.key_display(f"board.{way}", sign) for (way, sign), end in ends if end]
        slide = "slide it" if keys[1:] else "slides it"
        return Reply(notice=f"boat {boat.name} is picked: {' and '.join(keys)} {slide}")

    def _choose_towards(self, position: Position, right: int, down: int) -> Reply:
        found = mouse.nearest(self.game.boats_at(position), self._chosen, right, down)
        if found is None:
            return Reply(notice="no boat in that direction")
        self._chosen = found
        return Reply()

    def _signs(self, position: Position) -> dict[tuple[int, int], str]:
        """What those cells show: where the move goes that is offered an arrow."""
        if not self.pointing or self.game.is_won(position):
            return {}
        offered = self._offer(position) if self._told else None
        across, glyphs = self.game.boats[self._chosen].is_horizontal, self._glyphs
        arrow = glyphs.arrows[2 * (not across) + (offered[1] > 0)] if offered else ""
        return {
            cell: arrow if offered and distance == offered[1] else glyphs.target
            for cell, distance in mouse.targets(self.game, position, self._chosen).items()
        }

    def _offer(self, position: Position) -> Move | None:
        """The move offered here, of the boat that is chosen."""
        at, move = self._offered or (None, (0, 0))
        return move if at == position and move[0] == self._chosen else None

    def _square(self, x: int, y: int, width: int, height: int) -> tuple[int, int]:
        """The square of the grid at a cell of the drawing, or beside the grid."""
        scale = self._scale(width, height)
        return x // scale.across, y // scale.down

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        square = self._square(x, y, width, height)
        if square[0] >= self.game.width:
            return self._leave(position) if square[1] == self.game.boats[0].y else IGNORED
        index = mouse.boat_at(self.game, position, square)
        if index is not None:
            self._chosen = index
            return Reply()
        distance = mouse.targets(self.game, position, self._chosen).get(square)
        if distance is None:
            return Reply(notice=f"boat {self.game.boats[self._chosen].name} can't go there")
        return self._go(position, distance)

    def drag(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> bool:
        """Take the boat along its line, as far as it can go."""
        before = self._chosen, self._held
        self._held = 0
        pulled = self._pulled(position, start, end, width, height)
        if pulled is not None:
            reach = self.game.free_distances(position, self._chosen)
            self._held = min(max(pulled, reach[0]), reach[-1])
        return (self._chosen, self._held) != before

    def drop(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> Reply:
        """One slide; on a boat's own square a click."""
        if self.game.is_won(position):
            return Reply()
        self.drag(position, start, end, width, height)
        held, self._held = self._held, 0
        if held:
            return self._go(position, held)
        index = mouse.boat_at(self.game, position, self._square(*start, width, height))
        if index is None:
            return Reply(notice="nothing was moved: drag a boat along its row or column")
        square = self._square(*end, width, height)
        boat = self.game.boats_at(position)[index]
        if square in boat.cells:
            return Reply()
        pulled = self._pulled(position, start, end, width, height)
        if pulled:
            return self._go(position, pulled)  # which says what it is blocked by
        ways = "left and right" if boat.is_horizontal else "up and down"
        return Reply(notice=f"nothing was moved: boat {boat.name} goes {ways} only")

    def _pulled(
        self, position: Position, start: Cell, end: Cell, width: int, height: int
    ) -> int | None:
        """Choose the boat at `start`; by how many squares the mouse has gone along it.

        None where there is no boat, or the mouse has gone beside the drawing, across the boat.
        """
        index = mouse.boat_at(self.game, position, self._square(*start, width, height))
        if index is None or self.game.is_won(position):
            return None
        self._chosen = index
        across, scale = self.game.boats[index].is_horizontal, self._scale(width, height)
        if not 0 <= end[across] < (height if across else width):
            return None
        cells = end[not across] - start[not across]
        return round(cells / (scale.across if across else scale.down))

    def release(self) -> bool:
        held, self._held = self._held != 0, 0
        return held

    def _leave(self, position: Position) -> Reply:
        """A click on the exit: A goes there if it can."""
        self._chosen = 0
        if self.game.is_won(position):
            return Reply()
        return self._go(position, self.game.goal_offset - position[0])

    def moved(self, before: Position, move: Move, after: Position) -> None:
        self._chosen = move[0]

    # Words

    def say(self, position: Position, move: Move) -> str:
        boat = self.game.boats[move[0]]
        return slide_text(boat.name, boat.is_horizontal, move[1])

    def where(self, position: Position, move: Move) -> str:
        return f"boat {self.game.boats[move[0]].name}"

    def point(self, position: Position, move: Move) -> None:
        self._chosen, self._offered, self._told = move[0], (position, move), False

    def offer(self, position: Position, move: Move) -> str:
        self._chosen, self._offered, self._told = move[0], (position, move), True
        return "enter"

    def summary(self, position: Position) -> str:
        return mouse.in_the_way(self.game, position)

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        roles = {"A": "deck0", self._glyphs.exit: "exit"}
        lines = wrap(f"bring A to the exit {self._glyphs.exit}", width)
        return [line_of([(char, roles.get(char, "")) for char in cells_of(line)]) for line in lines]
