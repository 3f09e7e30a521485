"""The peg board: holes as they lie, the cursor in brackets, what the picked peg can reach as ◌.

`peg.picture` draws it.
"""

from collections.abc import Mapping, Sequence

from ludoscope.games.peg.rules import PegGame
from ludoscope.tui.boards.board import IGNORED, Board, Line, Picture, Reply
from ludoscope.tui.boards.peg.drawing import Field, Layout, Sketch
from ludoscope.tui.boards.peg.overlay import Overlay, overlays
from ludoscope.tui.boards.picking import PickingBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.formatting import number

CLASSED = ("piece", "mover", "hole")  # roles that give way to those of an overlay
Last = Sequence[int] | None  # a move, or its peg
Shown = Mapping[int, tuple[str, str]]  # by hole: what it shows in any case, and its role


class PegBoard(PickingBoard):
    """Pick a peg, then a hole it can jump to; with a peg picked the arrows go to such holes."""

    KEYS = (("↑↓←→", "hole"), ("⏎", "pick/jump"), ("tab", "next peg"))
    BEGIN = (("tab", "to a peg that jumps"), ("⏎", "picks it, then jumps"))
    MARKS = (Board.MARKS[0], Board.MARKS[2])
    ACTIONS = ("edit",)
    NOTATION = "5,4:S or 45-43; several jumps of one peg 5,3:NWSE"
    game: PegGame

    def __init__(self, game: PegGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._holes = game.board.holes
        self._field = Field(game.board, options)
        self._centres = self._field.centres
        moves = game.moves(game.start)  # where the first jump lands, else the middle
        self._cursor = moves[0][1] if moves else len(self._holes) // 2
        self._overlays = overlays(game.board)
        self.OVERLAYS = tuple(self._overlays)
        self._laid: tuple[str, int, Overlay] = ("", 0, Overlay())

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        return self._field.layout(width, height, bool(self.overlay), self.bare)

    def size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def least(self) -> tuple[int, int]:
        smallest = self._field.least(bool(self.overlay))
        return smallest.width, smallest.height

    def draw(self, position: int, width: int, height: int, last: Last = None) -> list[Line]:
        targets = self._targets(position)
        movers = self._movers(position)
        holes = range(len(self._holes))
        shown = {hole: self._state(position, hole, targets, movers, last) for hole in holes}
        return self._drawn(shown, width, height, self._overlay(position))

    def _drawn(self, shown: Shown, width: int, height: int, overlay: Overlay) -> list[Line]:
        layout = self._layout(width, height)
        sketch = Sketch(self._field, layout, self.options.appearance.ascii_only)
        for hole, (kind, role) in shown.items():
            ink = overlay.roles[hole] if overlay.roles and role in CLASSED else role
            sketch.draw(hole, kind, ink, hole == self._cursor)
        sketch.lay(overlay)
        if layout.left:
            sketch.number()
        return sketch.lines(width, height)

    def between(self, before: int, moves: Sequence[tuple[int, int]], after: int) -> list[Picture]:
        """Of each jump: the peg on the one that it jumps over, which fades when it has landed."""
        movers = self._movers(after)
        pictures: list[Picture] = []
        for move in moves:
            landed = self.game.play(before, move)
            over = (before & ~landed & ~(1 << move[0])).bit_length() - 1
            flown = before & ~(1 << move[0])
            pictures.append(self._frozen(flown, movers, move, {over: ("peg", "fresh")}))
            pictures.append(self._frozen(landed, movers, move, {over: ("faded", "hole")}))
            before = landed
        return pictures

    def _frozen(self, position: int, movers: Sequence[int], last: Last, instead: Shown) -> Picture:
        """A picture of `position` in which some holes show something else."""
        overlay = self._overlay(position)
        shown = {
            hole: instead.get(hole) or self._state(position, hole, (), movers, last)
            for hole in range(len(self._holes))
        }
        return lambda width, height: self._drawn(shown, width, height, overlay)

    def _state(
        self,
        position: int,
        hole: int,
        targets: Sequence[int],
        movers: Sequence[int],
        last: Last,
    ) -> tuple[str, str]:
        """What a hole shows, and its role."""
        if hole in targets:
            return "target", "target"
        changed = last is not None and hole in last
        if not position >> hole & 1:
            return "hole", "last" if changed else "hole"
        if hole == self._picked:
            return "picked", "picked"
        if changed:
            return "peg", "last"
        return "peg", "mover" if hole in movers else "piece"

    def _overlay(self, position: int) -> Overlay:
        """What is laid over the board; the last one is remembered, for frames without a move."""
        name, known, laid = self._laid
        if self.overlay and (name, known) != (self.overlay, position):
            laid = self._overlays[self.overlay](self.game, position)
            self._laid = (self.overlay, position, laid)
        return laid if self.overlay else Overlay()

    # Keys

    def click(self, position: int, x: int, y: int, width: int, height: int) -> Reply:
        return self._enter(position) if self.aim(x, y, width, height) else IGNORED

    @property
    def cursor(self) -> int:
        """The hole that the cursor is on."""
        return self._cursor

    def aim(self, x: int, y: int, width: int, height: int) -> bool:
        """Put the cursor on the hole at a cell of the picture; False when none is near."""
        nearest = self._field.nearest(self._layout(width, height), x, y)
        if nearest is None:
            return False
        self._cursor = nearest
        return True

    def moved(self, before: int, move: tuple[int, int], after: int) -> None:
        self._picked = None
        self._cursor = move[1] if after >> move[1] & 1 else move[0]

    def _steer(self, position: int, dx: int, dy: int) -> None:
        """To the nearest hole that way; with a peg picked, rather one that it can jump to.

        Of two as near, one goes up to the left and down to the right, so that each step has
        its way back.
        """
        x, y = self._centres[self._cursor]

        def ahead(holes: Sequence[int]) -> list[tuple[int, int, int]]:
            found = []
            for hole in holes:
                right, up = self._centres[hole][0] - x, self._centres[hole][1] - y
                along, aside = right * dx + up * dy, abs(right * dy) + abs(up * dx)
                if along > 0 and aside <= along:
                    found.append((along + 2 * aside, right * dy, hole))
            return sorted(found)

        nearest = ahead(self._targets(position)) or ahead(range(len(self._holes)))
        if nearest:
            self._cursor = nearest[0][2]

    # Words

    def _why_not(self, position: int) -> str:
        if position >> self._cursor & 1:
            return "that peg has no jump"
        return "no peg here" if self._picked is None else "the picked peg cannot jump there"

    def _stuck(self, position: int) -> str:
        return "no peg has a jump"

    def where(self, position: int, move: tuple[int, int]) -> str:
        x, y = self._holes[move[0]]
        return f"the peg at {x},{y}"

    def summary(self, position: int) -> str:
        return f"{number(position.bit_count() - self.game.finish.bit_count(), 'jump')} left"

    def finish(self) -> int:
        return self.game.finish

    def dead_end(self, position: int) -> str:
        if self.game.is_won(position) or self.game.moves(position):
            return ""
        pegs, goal = position.bit_count(), self.game.finish.bit_count()
        left = f"{number(pegs, 'peg')} {'remains' if pegs == 1 else 'remain'}"
        return f"{left}, goal {goal}" if pegs != goal else f"{left}, not as in the goal"

    def remarks(self, position: int) -> Sequence[str]:
        return self._overlay(position).words

    def goal(self, width: int, height: int = 0) -> Sequence[Line]:
        picture = PegBoard(self.game, self.options)
        picture.bare = True
        tiny = self._field.layout(width, height, False, True)
        if tiny.size.down == 2:  # rows would be nearer to each other than columns
            tiny = self._field.layout(0, 0, False)
        if tiny.width > width:
            pegs = number(self.game.finish.bit_count(), "peg")
            return [[(f"{pegs} left where the finish asks", "")]]
        return picture.draw(self.game.finish, tiny.width, tiny.height)
