"""The peg board: select a peg, then a hole that it can jump to.

While a peg is selected the arrow keys go to such holes. See `drawing` for its layout, `overlays`
for what can be shown on top of it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludoscope.games.peg.board import DIRECTION_WORDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.search.move_values import MoveValue
from ludoscope.tui.boards.board import (
    MOVE_VALUES,
    NOT_HANDLED,
    Board,
    CellOffset,
    DrawFunction,
    InputResult,
)
from ludoscope.tui.boards.peg.drawing import BoardGeometry, Layout, PegDrawing
from ludoscope.tui.boards.peg.explanations import explain_jump
from ludoscope.tui.boards.peg.overlays import PAGODA_OVERLAY, Overlay, board_overlays
from ludoscope.tui.boards.picking_board import PickingBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.text.formatting import format_count

OVERLAID_ROLES = ("piece", "mover", "hole")  # roles that an overlay replaces by its own
LastMove = Sequence[int] | None  # the holes of the last move, or only its peg


class HoleState(NamedTuple):
    """The content of a hole: the kind of its glyph (see `discs`) and its role."""

    kind: str
    role: str


class PegBoard(PickingBoard):
    """A board of pegs and holes."""

    KEY_LABELS = (("↑↓←→", "hole"), ("⏎", "jump/pick up"), ("tab", "next peg"))
    FIRST_MOVE_KEYS = (("tab", "next movable peg"), ("⏎", "jump, or pick up"))
    PLACE = "hole"
    LEGEND = (Board.LEGEND[0], Board.LEGEND[2], ("{ }", "explained"))
    NOTATION = "5,4:S or 45-43; for several jumps of one peg, 5,3:NWSE"
    game: PegGame

    def __init__(self, game: PegGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._holes = game.board.holes
        self._geometry = BoardGeometry(game.board, options)
        moves = game.moves(game.start)
        self._cursor = moves[0][1] if moves else len(self._holes) // 2
        self._overlays = board_overlays(game.board)
        self.OVERLAYS = (MOVE_VALUES, *self._overlays)
        self._cached_overlay: tuple[str, int, Overlay] = ("", 0, Overlay())  # name, position

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        return self._geometry.layout(
            width, height, has_overlay=bool(self.overlay), is_picture=self.is_thumbnail
        )

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def min_size(self) -> tuple[int, int]:
        layout = self._geometry.min_layout(has_overlay=bool(self.overlay))
        return layout.width, layout.height

    def draw(
        self, position: int, width: int, height: int, marked_move: LastMove = None
    ) -> list[StyledLine]:
        targets, movers = self._legal_targets(position), self._movable_pieces(position)
        holes = {
            hole: self._hole_state(position, hole, targets, movers, marked_move)
            for hole in range(len(self._holes))
        }
        return self._draw_holes(holes, width, height, self._overlay(position))

    def _draw_holes(
        self, holes: Mapping[int, HoleState], width: int, height: int, overlay: Overlay
    ) -> list[StyledLine]:
        layout = self._layout(width, height)
        drawing = PegDrawing(self._geometry, layout, self.options.appearance.ascii_only)
        for hole, state in holes.items():
            role = state.role
            if overlay.roles and overlay.roles[hole] and role in OVERLAID_ROLES:
                role = overlay.roles[hole]
            is_highlighted = "{},{}".format(*self._holes[hole]) in self.highlighted
            brackets = "{}" if is_highlighted else "[]" if hole == self._cursor else ""
            drawing.draw_hole(hole, state.kind, role, brackets)
        drawing.draw_labels(overlay)
        if layout.row_number_width:
            drawing.draw_coordinates()
        return drawing.to_lines(width, height)

    def animation_frames(
        self, position_before: int, moves: Sequence[tuple[int, int]], position_after: int
    ) -> list[DrawFunction]:
        """Return two frames for each jump: the peg above the one jumped over, and landed."""
        movers = self._movable_pieces(position_after)
        frames: list[DrawFunction] = []
        for move in moves:
            start_bit = 1 << move[0]
            landed = self.game.play(position_before, move)
            jumped_over = (position_before & ~landed & ~start_bit).bit_length() - 1
            above = {jumped_over: HoleState("peg", "fresh")}
            fading = {jumped_over: HoleState("faded", "hole")}
            frames.append(self._frame(position_before & ~start_bit, movers, move, above))
            frames.append(self._frame(landed, movers, move, fading))
            position_before = landed
        return frames

    def _frame(
        self,
        position: int,
        movers: Sequence[int],
        last: LastMove,
        replaced: Mapping[int, HoleState],
    ) -> DrawFunction:
        """Return a drawing of `position` with the states of some holes replaced."""
        overlay = self._overlay(position)
        holes = {
            hole: replaced.get(hole) or self._hole_state(position, hole, (), movers, last)
            for hole in range(len(self._holes))
        }
        return lambda width, height: self._draw_holes(holes, width, height, overlay)

    def _hole_state(
        self,
        position: int,
        hole: int,
        targets: Sequence[int],
        movers: Sequence[int],
        last: LastMove,
    ) -> HoleState:
        if hole in targets:
            return HoleState("target", "target")
        is_changed = last is not None and hole in last
        if not position >> hole & 1:
            return HoleState("hole", "last" if is_changed else "hole")
        if hole == self._picked:
            return HoleState("picked", "picked")
        if is_changed:
            return HoleState("peg", "last")
        return HoleState("peg", "mover" if hole in movers else "piece")

    def _overlay(self, position: int) -> Overlay:
        """Return the overlay for a position. The last one is cached: frames repeat a position."""
        if not self.overlay:
            return Overlay()
        if self.overlay == MOVE_VALUES:
            return self._values_overlay(position)
        name, cached_position, overlay = self._cached_overlay
        if (name, cached_position) != (self.overlay, position):
            overlay = self._overlays[self.overlay](self.game, position)
            self._cached_overlay = (self.overlay, position, overlay)
        return overlay

    def _values_overlay(self, position: int) -> Overlay:
        """Return the values of the picked peg's jumps, or the best value of each peg."""
        best: dict[int, MoveValue] = {}
        for move in self.game.moves(position):
            if self._picked not in (None, move[0]):
                continue
            hole = move[0] if self._picked is None else move[1]
            if value := self.value_of(position, [move]):
                best[hole] = min(best.get(hole, value), value, key=lambda each: each.rank)
        holes = range(len(self._holes))
        labels = [self.value_text(best[hole]) if hole in best else "" for hole in holes]
        roles = [self.value_role(best[hole]) if hole in best else "" for hole in holes]
        return Overlay(labels, self._value_notes(position), roles)

    def _value_notes(self, position: int) -> Sequence[str]:
        """Return the legend of the values, and the moves by value, the best first."""
        if not self.shows_values(position):
            return ("computing…",)
        texts = self.best_first_texts(
            (self.game.move_text(position, move), self.value_of(position, [move]))
            for move in self.game.moves(position)
            if self._picked in (None, move[0])
        )
        return (self.values_legend, *texts)

    # Keys and mouse

    def _click(self, position: int, x: int, y: int, width: int, height: int) -> InputResult:
        return (
            self._pick_or_place(position)
            if self.move_cursor_to(x, y, width, height)
            else NOT_HANDLED
        )

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        layout = self._layout(width, height)
        return self._geometry.hole_at(layout, *start) == self._geometry.hole_at(layout, *end)

    @property
    def cursor(self) -> int:
        """The hole that the cursor is on."""
        return self._cursor

    def move_cursor_to(self, x: int, y: int, width: int, height: int) -> bool:
        """Move the cursor to the hole at a cell of the drawing; return False if none is near."""
        hole = self._geometry.hole_at(self._layout(width, height), x, y)
        if hole is None:
            return False
        self._cursor = hole
        return True

    def on_position_changed(
        self, position_before: int, move: tuple[int, int], position_after: int
    ) -> None:
        self._picked = None
        self._cursor = move[1] if position_after >> move[1] & 1 else move[0]

    def _handle_arrow(self, position: int, right: int, up: int) -> None:
        """Move the cursor to the nearest target in that direction, or else to the nearest hole.

        Of two holes at the same distance an arrow chooses the one up or left, the opposite arrow
        the one down or right, so that each step can be taken back.
        """
        hole = self._nearest_hole(self._legal_targets(position), right, up)
        if hole is None:
            hole = self._nearest_hole(range(len(self._holes)), right, up)
        if hole is not None:
            self._cursor = hole

    def _nearest_hole(self, holes: Sequence[int], right: int, up: int) -> int | None:
        """Return the hole nearest to the cursor, of those that lie more ahead than aside."""
        x, y = self._geometry.centres[self._cursor]
        candidates = []
        for hole in holes:
            dx, dy = self._geometry.centres[hole][0] - x, self._geometry.centres[hole][1] - y
            ahead, sideways = dx * right + dy * up, abs(dx * up) + abs(dy * right)
            if ahead > 0 and sideways <= ahead:
                candidates.append((ahead + 2 * sideways, dx * up, hole))
        return min(candidates)[2] if candidates else None

    # Texts

    def _cursor_notice(self, position: int) -> str:
        if position >> self._cursor & 1:
            return "that peg cannot jump"
        return "no peg here" if self._picked is None else "that peg cannot jump there"

    def _no_moves_notice(self, position: int) -> str:
        return "no peg can jump"

    def describe_piece(self, position: int, move: tuple[int, int]) -> str:
        x, y = self._holes[move[0]]
        return f"the peg at {x},{y}"

    def describe_move(self, position: int, moves: Sequence[tuple[int, int]]) -> str:
        text = self.step_text(position, moves)
        direction = DIRECTION_WORDS[text.partition(":")[2]]
        return f"{self.describe_piece(position, moves[0])} jumps {direction} ({text})"

    def explain_move(self, position: int, line: Sequence[tuple[int, int]]) -> str:
        return explain_jump(self.game, position, line)

    def proof_overlay(self, proof: str) -> str:
        kind, _, rest = proof.partition(" ")
        if kind == "colouring":
            names = (name for name in self._overlays if name.partition(", ")[2] in rest)
            return next(names, "")
        return PAGODA_OVERLAY if proof.startswith("a pagoda function:") else ""

    def status_text(self, position: int) -> str:
        pegs, goal = position.bit_count(), self.game.finish.bit_count()
        if pegs < goal:  # in a problem of the user's own
            return f"{format_count(pegs, 'peg')}, goal: {goal}"
        return f"{format_count(pegs, 'peg')} left"

    def goal_position(self) -> int:
        return self.game.finish

    def dead_end_text(self, position: int) -> str:
        if self.game.is_won(position) or self.game.moves(position):
            return ""
        pegs, goal = position.bit_count(), self.game.finish.bit_count()
        remaining = f"{format_count(pegs, 'peg')} {'remains' if pegs == 1 else 'remain'}"
        if pegs != goal:
            return f"{remaining}; goal: {goal}"
        return f"{remaining}, but not where the goal has {'it' if pegs == 1 else 'them'}"

    def selection_notes(self, position: int) -> Sequence[str]:
        return self._overlay(position).notes

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        board = PegBoard(self.game, self.options)
        board.is_thumbnail = True
        layout = self._geometry.layout(width, height, has_overlay=False, is_picture=True)
        if layout.size.row_step == 2:  # rows would be nearer to each other than columns
            layout = self._geometry.layout(0, 0, has_overlay=False)
        if layout.width > width:
            pegs = format_count(self.game.finish.bit_count(), "peg")
            return [[(f"Goal: {pegs} left", "")]]
        return board.draw(self.game.finish, layout.width, layout.height)
