"""The hexapawn board: select a pawn of the side to move, then the square it goes to.

    3    ●   ●   ·
    2   [○]  ◌  (●)     ◌  a target of the selected pawn; (●) a pawn that it can capture
    1    ·   ·   ○
         a   b   c

White ○ moves up, black ● down; seen from black's side the board is turned by half a turn. With
values shown, each target has the best value of a move there: +19 wins in 19 plies, −4 loses in 4.
See `line_drawing` and, where there are colours, `shaded_drawing`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games.hexapawn.rules import COLUMN_LETTERS, HexapawnGame, Move, Position
from ludoscope.search.move_values import WIN
from ludoscope.tui.boards.board import (
    MOVE_VALUES,
    NOT_HANDLED,
    CellOffset,
    DrawFunction,
    InputResult,
)
from ludoscope.tui.boards.hexapawn.drawing import ROW_LABEL_WIDTH, Layout, PawnDrawing
from ludoscope.tui.boards.hexapawn.line_drawing import (
    ONE_ROW,
    ONE_ROW_ASCII,
    LineDrawing,
    choose_line_layout,
)
from ludoscope.tui.boards.hexapawn.shaded_drawing import ShadedDrawing, choose_shaded_layout
from ludoscope.tui.boards.picking_board import PickingBoard
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.players import describe_value
from ludoscope.tui.text.drawing import StyledLine, wrap_text

MOVER_ROLES = {"piece": "mover", "rival": "rival mover"}  # by the role of a side


class SquareState(NamedTuple):
    """The content of a square: the kind of its figure (see `drawing`) and its role."""

    kind: str
    role: str


WHITE_PAWN, BLACK_PAWN = SquareState("white", "piece"), SquareState("black", "rival")


def merit(value: int) -> float:
    """Return a number that is greater for a better value of a move, which is never 0.

    A win soon is better than a win late, then come a loss late and a loss soon.
    """
    return 1 / value


def format_value(value: int) -> str:
    """Return a value in three characters."""
    return f"{value:+d}".replace("-", "−").ljust(3)


class HexapawnBoard(PickingBoard):
    """A board of white and black pawns."""

    KEY_LABELS = (("↑↓←→", "square"), ("⏎", "move/pick up"), ("tab", "next pawn"))
    FIRST_MOVE_KEYS = (("tab", "next movable pawn"), ("⏎", "move, or pick up"))
    PLACE = "square"
    EXTRA_ACTIONS = ("matchboxes", "turn")
    OVERLAYS = (MOVE_VALUES,)
    NOTATION = "b2b3, or b2xc3 for a capture"
    game: HexapawnGame

    def __init__(self, game: HexapawnGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._cursor_was_moved = False  # by the user
        self._cursor = game.columns // 2
        self._move_cursor_to_mover(game.start)

    def _move_cursor_to_mover(self, position: Position) -> None:
        """Put the cursor on a pawn of the side to move."""
        if movers := self._movable_pieces(position):
            self._cursor = movers[len(movers) // 2]

    # Drawing

    def _layout(self, width: int, height: int) -> Layout:
        label_width = 0 if self.is_thumbnail else ROW_LABEL_WIDTH
        if self._is_shaded:
            layout = choose_shaded_layout(self.game, width, height, label_width, self.viewing_side)
            if layout:
                return layout
        return choose_line_layout(self.game, width, height, label_width, self.viewing_side)

    @property
    def _is_shaded(self) -> bool:
        appearance = self.options.appearance
        return appearance.color_depth == "many" and not appearance.ascii_only

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        layout = self._layout(width, height)
        return layout.width, layout.height

    def draw(
        self, position: Position, width: int, height: int, marked_move: Move | None = None
    ) -> list[StyledLine]:
        layout = self._layout(width, height)
        drawing = self._create_drawing(position, layout, marked_move)
        if layout.has_room_for_values:
            self._draw_values(drawing, position)
        return drawing.to_lines(width, height)

    def _create_drawing(self, position: Position, layout: Layout, last: Move | None) -> PawnDrawing:
        """Return a drawing with all figures and marks."""
        drawing: PawnDrawing
        if layout.size.is_shaded:
            drawing = ShadedDrawing(layout)
        else:
            drawing = LineDrawing(layout, self.options.appearance.ascii_only)
        movers, targets = self._movable_pieces(position), self._legal_targets(position)
        squares = range(self.game.rows * self.game.columns)
        # In the smallest layout neighbours share the cell between them: draw the cursor last.
        for square in sorted(squares, key=lambda square: square == self._cursor):
            state = self._square_state(position, square, movers, targets, last)
            marks = self._marks(position, square, targets)
            mark_role = self._mark_role(square, targets, state.role)
            origin = drawing.figure_origin(square)
            drawing.draw_figure(origin, state.kind, state.role, marks, mark_role)
        return drawing

    def animation_frames(
        self, position_before: Position, moves: Sequence[Move], position_after: Position
    ) -> list[DrawFunction]:
        """Return one frame, with the pawn half way and a captured pawn still standing.

        There is none on shaded squares, where a frame with large pawns takes hundreds of bytes.
        """
        if self._is_shaded:
            return []
        start, end = moves[-1]
        end_bit = 1 << end
        pawn = WHITE_PAWN if position_after.white & end_bit else BLACK_PAWN
        still_position = position_after._replace(
            white=position_after.white & ~end_bit | position_before.white & end_bit,
            black=position_after.black & ~end_bit | position_before.black & end_bit,
        )

        def frame(width: int, height: int) -> list[StyledLine]:
            drawing = self._create_drawing(still_position, self._layout(width, height), None)
            start_x, start_y = drawing.figure_origin(start)
            end_x, end_y = drawing.figure_origin(end)
            middle = (start_x + end_x) // 2, (start_y + end_y) // 2
            drawing.draw_figure(middle, pawn.kind, pawn.role, "  ", "")
            return drawing.to_lines(width, height)

        return [frame]

    def _square_state(
        self,
        position: Position,
        square: int,
        movers: Sequence[int],
        targets: Sequence[int],
        last: Move | None,
    ) -> SquareState:
        is_last_move = last is not None and square in last
        if not (position.white | position.black) >> square & 1:
            if square in targets:
                return SquareState("target", "target")
            return SquareState("empty", "last" if is_last_move else "hole")
        pawn = WHITE_PAWN if position.white >> square & 1 else BLACK_PAWN
        if is_last_move:
            return SquareState(pawn.kind, f"{pawn.role} last")
        return SquareState(pawn.kind, MOVER_ROLES[pawn.role]) if square in movers else pawn

    def _mark_role(self, square: int, targets: Sequence[int], figure_role: str) -> str:
        """Return the role of the marks around a square."""
        if square == self._cursor or self.game.cell_text(square) in self.highlighted:
            return "cursor"
        if square in targets:
            return "target"
        return "held" if square == self._picked else figure_role

    def _marks(self, position: Position, square: int, targets: Sequence[int]) -> str:
        """Return the two characters around a square."""
        if self.game.cell_text(square) in self.highlighted:
            return "{}"
        if square == self._cursor:
            return "[]"
        if square in targets and (position.white | position.black) >> square & 1:
            return "()"
        if square == self._picked:
            return "<>" if self.options.appearance.ascii_only else "‹›"
        return "  "

    # Values

    def _visible_values(self, position: Position) -> dict[Move, int]:
        """Return the known values of all moves, or of those of the picked pawn."""
        values: dict[Move, int] = {}
        for move in self.game.moves(position):
            value = self.value_of(position, [move])
            if value and value.moves_left is not None and self._picked in (None, move[0]):
                values[move] = value.moves_left if value.outcome == WIN else -value.moves_left
        return values

    def _draw_values(self, drawing: PawnDrawing, position: Position) -> None:
        """Draw the best value of a move to each square."""
        best: dict[int, int] = {}
        for (_, end), value in self._visible_values(position).items():
            best[end] = max(best.get(end, value), value, key=merit)
        for end, value in best.items():
            has_pawn = bool((position.white | position.black) >> end & 1)
            role = "good" if value > 0 else "bad"
            drawing.draw_value(end, format_value(value), role, has_pawn, end == self._cursor)

    def selection_notes(self, position: Position) -> Sequence[str]:
        values = self._visible_values(position)
        if not values:
            return ()
        best = max(values, key=lambda move: merit(values[move]))
        label = "best" if self._picked is None else "its best"
        result = describe_value(values[best], 0 if position.white_to_move else 1)
        return (
            f"{label}: {self.game.move_text(position, best)}, {result}",
            "+5: wins in 5 plies; −4: loses in 4",
        )

    # Keys and mouse

    def _move_cursor(self, column: int, row: int) -> None:
        """Move the cursor to a square, or to the nearest one on the board."""
        self._cursor_was_moved = True
        column = min(max(column, 0), self.game.columns - 1)
        row = min(max(row, 0), self.game.rows - 1)
        self._cursor = row * self.game.columns + column

    def _handle_arrow(self, position: Position, right: int, up: int) -> None:
        row, column = divmod(self._cursor, self.game.columns)
        if self.viewing_side:
            right, up = -right, -up
        self._move_cursor(column + right, row + up)

    def _click(self, position: Position, x: int, y: int, width: int, height: int) -> InputResult:
        square = self.square_at(x, y, width, height)
        if square is None:
            return NOT_HANDLED
        row, column = divmod(square, self.game.columns)
        self._move_cursor(column, row)
        return self._pick_or_place(position)

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        return self.square_at(*start, width, height) == self.square_at(*end, width, height)

    def square_at(self, x: int, y: int, width: int, height: int) -> int | None:
        """Return the square at a cell of the drawing of that size; None beside the board."""
        column, row = self._layout(width, height).square_at(x, y)
        if not (0 <= column < self.game.columns and 0 <= row < self.game.rows):
            return None
        return row * self.game.columns + column

    def on_position_changed(
        self, position_before: Position, move: Move, position_after: Position
    ) -> None:
        """Drop the selection; the cursor stays, unless the opponent makes the first move."""
        self._picked = None
        if position_before == self.game.start and not self._cursor_was_moved:
            self._move_cursor_to_mover(position_after)

    # Texts

    def _cursor_notice(self, position: Position) -> str:
        if not self.game.moves(position):
            return self.status_text(position)
        own_pawns, enemy_pawns = position.white, position.black
        if not position.white_to_move:
            own_pawns, enemy_pawns = enemy_pawns, own_pawns
        if own_pawns >> self._cursor & 1:
            return "that pawn cannot move"
        if self._picked is not None:
            return "that pawn cannot go there"
        if enemy_pawns >> self._cursor & 1:
            return f"{'white' if position.white_to_move else 'black'} is to move"
        return "no pawn here"

    def _no_moves_notice(self, position: Position) -> str:
        return self.status_text(position)

    def describe_piece(self, position: Position, move: Move) -> str:
        row, column = divmod(move[0], self.game.columns)
        return f"the pawn at {COLUMN_LETTERS[column]}{row + 1}"

    def describe_move(self, position: Position, moves: Sequence[Move]) -> str:
        text = self.step_text(position, moves)
        verb = "takes on" if "x" in text else "goes to"
        row, column = divmod(moves[0][1], self.game.columns)
        target = f"{COLUMN_LETTERS[column]}{row + 1}"
        return f"{self.describe_piece(position, moves[0])} {verb} {target} ({text})"

    def explain_move(self, position: Position, line: Sequence[Move]) -> str:
        """Return what the move does to a pawn, and how the line of best play ends."""
        move, side = line[0], 0 if position.white_to_move else 1
        end = position
        for each in line:
            end = self.game.play(end, each)
        phrases = [self._effect_text(position, move)]
        if self.game.is_won(end):
            phrases.append(describe_value(len(line) if len(line) % 2 else -len(line), side))
        return "; ".join(phrases)

    def _effect_text(self, position: Position, move: Move) -> str:
        """Return which pawn a move takes or blocks, or else that it advances."""
        enemy, ahead = position.black, self.game.columns
        if not position.white_to_move:
            enemy, ahead = position.white, -ahead
        front = move[1] + ahead
        if enemy >> move[1] & 1:
            return f"takes the pawn on {self.game.cell_text(move[1])}"
        if 0 <= front < self.game.rows * self.game.columns and enemy >> front & 1:
            return f"blocks the pawn on {self.game.cell_text(front)}"
        return "advances"

    def status_text(self, position: Position) -> str:
        side, other = ("White", "Black") if position.white_to_move else ("Black", "White")
        if self.game.moves(position):
            return f"{side} to move"
        return f"{other} wins: {self.game.loss_reason(position)}"

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        white, black = "White", "black"
        if not self._is_shaded:
            figures = ONE_ROW_ASCII if self.options.appearance.ascii_only else ONE_ROW
            white, black = f"{white} {figures['white'][0]}", f"{black} {figures['black'][0]}"
        white_direction, black_direction = ("down", "up") if self.viewing_side else ("up", "down")
        rule = (
            f"{white} moves {white_direction}, {black} {black_direction}, straight ahead;"
            " they capture diagonally. Reach the far row, or leave the other side without a move."
        )
        return wrap_text(rule, width)
