"""The ORush board: one boat is always selected; arrow keys along it slide it.

     ~   ~   B───B   ~   C   ║     ‹ ›  the selected boat
                         │   ╨     ◌    a square it can reach
     ◌  ‹A═══A›  ◌   ◌   C    ►    ►    the exit, a gap in the border
                         │   ╥
     ~   ~   ~   ~   ~   C   ║     ▒    a wall

Arrow keys across the boat select the next boat in that direction. Where there is room boats are
filled hulls, and the selected one has a frame: see `drawing`.
"""

import math
from collections.abc import Sequence, Set
from functools import partial
from typing import NamedTuple

from ludoscope.games.rush.rules import Move, Position, RushGame
from ludoscope.games.rush.slides import slide_text
from ludoscope.search.move_values import MoveValue
from ludoscope.tui.boards.board import (
    MOVE_VALUES,
    NOT_HANDLED,
    Board,
    CellOffset,
    DrawFunction,
    InputResult,
)
from ludoscope.tui.boards.rush import squares
from ludoscope.tui.boards.rush.drawing import (
    ASCII,
    NO_SHIFT,
    SCALES,
    UNICODE,
    Glyphs,
    GridDrawing,
    Scale,
    Sign,
    choose_scale,
)
from ludoscope.tui.boards.rush.explanations import explain_slide
from ludoscope.tui.boards.rush.squares import Square
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import StyledLine, join_runs, line_text, wrap_text

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}  # right, down
MAX_SLIDE_FRAMES = 2


class Hint(NamedTuple):
    """A move that Enter plays in this position while its boat is selected.

    `shows_target` if an arrow shows where the boat goes.
    """

    position: Position
    move: Move
    shows_target: bool


class RushBoard(Board):
    """A grid of boats; a boat is selected by its capital letter, Tab, arrow keys or a click."""

    KEY_LABELS = (("A-Z/tab", "boat"), ("↑↓←→", "slide"), ("shift", "all the way"))
    FIRST_MOVE_KEYS = (("A-Z", "pick a boat"), ("↑↓←→", "slide it"))
    LEGEND = (
        ("┏ ┓ ‹ ›", "the picked boat"),
        ("◌", "where it can go"),
        ("→", "a hint"),
        ("{ }", "explained"),
    )
    NOTATION = "a boat, a direction and a number of squares, such as G↓2, gd2 or G>G>"
    OVERLAYS = (MOVE_VALUES,)
    PLAY_HINT_KEY = "enter"
    ANIMATES_WIN = True
    game: RushGame

    def __init__(self, game: RushGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._selected = 0
        self._hint: Hint | None = None
        self._dragged_distance = 0  # squares that the mouse has taken the selected boat along

    # Drawing

    @property
    def _glyphs(self) -> Glyphs:
        return ASCII if self.options.appearance.ascii_only else UNICODE

    def _scale(self, width: int, height: int) -> Scale:
        return choose_scale(self.game, width, height)

    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        columns, rows = self._scale(width, height).drawing_size(self.game)
        return min(columns, width), min(rows, height)

    def min_size(self) -> tuple[int, int]:
        return SCALES[-1].drawing_size(self.game)

    def cursor_cell(self, position: Position, width: int, height: int) -> CellOffset | None:
        """Return the cell of the first letter of the selected boat."""
        boat = self.game.boats_at(position)[self._selected]
        return self._scale(width, height).letter_cell(*boat.cells[0])

    def draw(
        self, position: Position, width: int, height: int, marked_move: Move | None = None
    ) -> list[StyledLine]:
        return self._draw_frame(position, marked_move, 0.0, 1.0, width, height)

    def _draw_frame(
        self,
        position: Position,
        last: Move | None,
        distance_left: float,
        exit_progress: float,
        width: int,
        height: int,
    ) -> list[StyledLine]:
        """Draw a position, possibly with boats on their way.

        Args:
            position: The position.
            last: The last move, or only its boat.
            distance_left: The slide that the boat of the last move still has to make, in squares.
            exit_progress: The part of its way through the exit that A has made if it has won.
            width: Columns that may be used.
            height: Rows that may be used.
        """
        scale, is_won = self._scale(width, height), self.game.is_won(position)
        drawing = GridDrawing(self.game, scale, self._glyphs)
        drawing.draw_grid(
            self._target_signs(position), self._left_squares(position, last), hero_is_out=is_won
        )
        selected = None
        for index, boat in enumerate(self.game.boats_at(position)):
            is_last_moved = last is not None and last[0] == index
            shift = scale.shift(boat, -distance_left) if is_last_moved else NO_SHIFT
            if index == self._selected and self._dragged_distance:
                shift = scale.shift(boat, self._dragged_distance)
            if is_won and index == 0:
                shift = shift[0] + round(exit_progress * scale.border_width), 0
            drawing.draw_boat(boat, index, shift, is_marked=is_last_moved)
            if shift == NO_SHIFT and (value := self._boat_value(position, index)):
                drawing.draw_boat_value(boat, index, self.value_text(value))
            if index == self._selected:
                selected = boat, shift
        if self.shows_cursor and selected and not is_won:
            drawing.draw_selection(*selected)
        for boat in self.game.boats_at(position):
            if boat.name in self.highlighted:
                drawing.draw_braces(boat.cells)
        walls = [wall for wall in self.game.walls if "{},{}".format(*wall) in self.highlighted]
        drawing.draw_braces(walls)
        return drawing.to_lines(*self.drawing_size(width, height))

    def _left_squares(self, position: Position, last: Move | None) -> Set[Square]:
        """Return the squares that the boat of the last move has left.

        There are none if `last` is only a boat, or the move of a hint.
        """
        if last is None or len(last) < 2 or last == self._hinted_move(position):
            return set()
        return squares.squares_left(self.game, position, last)

    def _target_signs(self, position: Position) -> dict[Square, Sign]:
        """Return the signs in the squares that the selected boat can reach; an arrow for a hint.

        With values shown it is the number of moves left after the slide to that square.
        """
        if not self.shows_cursor or self.game.is_won(position):
            return {}
        targets = squares.legal_targets(self.game, position, self._selected)
        signs = {}
        for square, distance in targets.items():
            signs[square] = Sign(self._glyphs.target, "target")
            if value := self.value_of(position, self._slide_moves(self._selected, distance)):
                signs[square] = Sign(self.value_text(value), self.value_role(value))
        hinted_move = self._hinted_move(position)
        if hinted_move and self._hint and self._hint.shows_target:
            arrow = self._glyphs.arrows[self._arrow_key(hinted_move[1])]
            for square, distance in targets.items():
                if distance == hinted_move[1]:
                    signs[square] = Sign(arrow, "target")
        return signs

    # Values

    def _slide_moves(self, index: int, distance: int) -> tuple[Move, ...]:
        """Return the moves of a slide: one, or one for each square if the game counts squares."""
        if self.game.measure == "slides":
            return ((index, distance),)
        return ((index, 1 if distance > 0 else -1),) * abs(distance)

    def _boat_value(self, position: Position, index: int) -> MoveValue | None:
        """Return the best value of the slides of a boat, None if none is shown."""
        values = [v for step, v in self.step_values(position).items() if step[0][0] == index]
        return min(values, key=lambda value: value.rank, default=None)

    def selection_notes(self, position: Position) -> Sequence[str]:
        if self.overlay != MOVE_VALUES:
            return ()
        values = self.step_values(position)
        if not values:
            return ("computing…",)
        texts = self.best_first_texts(
            (self._step_label(step), value) for step, value in values.items()
        )
        return (self.values_legend, *texts)

    def _step_label(self, step: Sequence[Move]) -> str:
        boat = self.game.boats[step[0][0]]
        return slide_text(boat.name, boat.is_horizontal, sum(distance for _, distance in step))

    def _arrow_key(self, distance: int) -> str:
        """Return the arrow key that slides the selected boat forwards, or backwards if negative."""
        if self.game.boats[self._selected].is_horizontal:
            return "right" if distance > 0 else "left"
        return "down" if distance > 0 else "up"

    def animation_frames(
        self, position_before: Position, moves: Sequence[Move], position_after: Position
    ) -> list[DrawFunction]:
        """Return frames of the sliding boat, one or two, and of A leaving if it has won."""
        last = moves[-1]
        distance = position_after[last[0]] - position_before[last[0]]
        count = min(MAX_SLIDE_FRAMES, abs(distance))
        frames: list[DrawFunction] = [
            partial(
                self._draw_frame, position_after, last, distance * (1 - stage / (count + 1)), 0.0
            )
            for stage in range(1, count + 1)
        ]
        if self.game.is_won(position_after):
            frames += [
                partial(self._draw_frame, position_after, last, 0.0, exit_progress)
                for exit_progress in (0.0, 0.5)
            ]
        return frames

    def draw_celebration(
        self, position: Position, progress: float, width: int, height: int
    ) -> list[StyledLine]:
        """Return A on its way out to open water and back, with its wake behind it."""
        scale = self._scale(width, height)
        boats = self.game.boats_at(position)
        hero_width = len(boats[0].cells) * scale.square_width
        shift = scale.border_width + round(math.sin(math.pi * progress) * hero_width)
        drawing = GridDrawing(self.game, scale, self._glyphs)
        drawing.draw_grid({}, set(), hero_is_out=True)
        drawing.draw_wake(boats[0].cells[0][0] * scale.square_width + shift)
        for index, boat in enumerate(boats):
            drawing.draw_boat(boat, index, (0, 0) if index else (shift, 0))
        return drawing.to_lines(*self.drawing_size(width, height))

    # Keys

    def handle_key(self, position: Position, key: str) -> InputResult:
        is_letter = len(key) == 1 and key.isascii() and key.isalpha()
        if self.game.is_won(position) and (is_letter or key == "enter"):
            return NOT_HANDLED
        names = [boat.name for boat in self.game.boats]
        if is_letter:
            return self._handle_letter(key, names)
        if key in ("tab", "shift+tab"):
            step = 1 if key == "tab" else -1
            self._selected = (self._selected + step) % len(names)
            return InputResult()
        if key == "enter":
            return self._handle_enter(position)
        arrow = key.removeprefix("shift+")
        if arrow not in ARROWS:
            return NOT_HANDLED
        return self._handle_arrow(position, arrow, far=arrow != key)

    def key_labels(self, position: Position) -> Sequence[tuple[str, str]]:
        boat = self.game.boats[self._selected]
        slide, across = ("←→", "↑↓") if boat.is_horizontal else ("↑↓", "←→")
        labels = (
            ("A-Z/tab", "boat"),
            (slide, "slide"),  # with the letter a cursor key takes more than 200 bytes
            ("shift", "all the way"),
            (across, "next boat"),
        )
        return (("⏎", "play hinted move"), *labels) if self._hinted_move(position) else labels

    def _handle_letter(self, letter: str, names: Sequence[str]) -> InputResult:
        """Select the boat with a capital letter; small letters are commands of the screen."""
        if letter in names:
            self._selected = names.index(letter)
            return InputResult()
        capital = letter.upper()
        if capital in names:
            message = f"Boats have capital letters: press {capital} to pick that boat"
        else:
            message = f"there is no boat {capital}" if letter == capital else ""
        return InputResult(message=message, handled=False)

    def _handle_arrow(self, position: Position, arrow: str, *, far: bool) -> InputResult:
        """Slide the selected boat by one square, or as far as it can go; or select another boat."""
        right, down = ARROWS[arrow]
        if self.game.boats[self._selected].is_horizontal != bool(right):
            return self._select_towards(position, right, down)
        direction = right or down
        distances = self.game.free_distances(position, self._selected)
        farthest = distances[-1] if direction > 0 else distances[0]
        return self._slide(position, farthest if far and farthest else direction)

    def _slide(self, position: Position, distance: int) -> InputResult:
        """Return the moves that slide the selected boat, or why it cannot go so far."""
        move = (self._selected, distance)
        try:
            self.game.play(position, move)
        except ValueError as error:
            return InputResult(message=str(error))
        return InputResult(moves=self._slide_moves(self._selected, distance))

    def _handle_enter(self, position: Position) -> InputResult:
        """Play the hint; without one, say which keys move the selected boat."""
        if hinted_move := self._hinted_move(position):
            return InputResult(moves=(hinted_move,))
        boat = self.game.boats[self._selected]
        distances = self.game.free_distances(position, self._selected)
        keys = [
            self.options.key_display(f"board.{arrow}", self._glyphs.arrows[arrow])
            for arrow in (self._arrow_key(end) for end in (distances[0], distances[-1]) if end)
        ]
        if not keys:
            return InputResult(message=f"boat {boat.name} cannot move")
        verb = "slide" if len(keys) > 1 else "slides"
        return InputResult(message=f"boat {boat.name} is picked: {' and '.join(keys)} {verb} it")

    def _select_towards(self, position: Position, right: int, down: int) -> InputResult:
        index = squares.nearest_boat(self.game.boats_at(position), self._selected, right, down)
        if index is None:
            return InputResult(message="no boat in that direction")
        self._selected = index
        return InputResult()

    # Mouse

    def _square(self, x: int, y: int, width: int, height: int) -> Square:
        """Return the square at a cell of the drawing; it may lie beside the grid."""
        scale = self._scale(width, height)
        return x // scale.square_width, y // scale.square_height

    def handle_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        square = self._square(x, y, width, height)
        if square[0] >= self.game.width:
            is_exit = square[1] == self.game.boats[0].y
            return self._slide_hero_out(position) if is_exit else NOT_HANDLED
        index = squares.boat_at(self.game, position, square)
        if index is not None:
            self._selected = index
            return InputResult()
        distance = squares.legal_targets(self.game, position, self._selected).get(square)
        if distance is None:
            return InputResult(
                message=f"boat {self.game.boats[self._selected].name} cannot go there"
            )
        return self._slide(position, distance)

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        return self._square(*start, width, height) == self._square(*end, width, height)

    def _slide_hero_out(self, position: Position) -> InputResult:
        """Slide A through the exit if it can go there."""
        self._selected = 0
        if self.game.is_won(position):
            return InputResult()
        return self._slide(position, self.game.goal_offset - position[0])

    def preview_drag(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Take the boat along its line, as far as it can go."""
        previous_state = self._selected, self._dragged_distance
        self._dragged_distance = 0
        distance = self._mouse_distance(position, start, end, width, height)
        if distance is not None:
            distances = self.game.free_distances(position, self._selected)
            self._dragged_distance = min(max(distance, distances[0]), distances[-1])
        return (self._selected, self._dragged_distance) != previous_state

    def handle_drop(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> InputResult:
        """Slide the dragged boat in one move."""
        if self.game.is_won(position):
            return InputResult()
        self.preview_drag(position, start, end, width, height)
        distance, self._dragged_distance = self._dragged_distance, 0
        if distance:
            return self._slide(position, distance)
        index = squares.boat_at(self.game, position, self._square(*start, width, height))
        if index is None:
            return InputResult(message="no move was made: drag a boat along its row or column")
        boat = self.game.boats_at(position)[index]
        if self._square(*end, width, height) in boat.cells:
            return InputResult()
        blocked_distance = self._mouse_distance(position, start, end, width, height)
        if blocked_distance:
            return self._slide(position, blocked_distance)  # says what is in the way
        directions = "left and right" if boat.is_horizontal else "up and down"
        return InputResult(message=f"boat {boat.name} moves {directions} only")

    def _mouse_distance(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> int | None:
        """Select the boat at `start` and return how far the mouse has gone along it, in squares.

        None if there is no boat, or if the mouse has left the drawing across the boat.
        """
        index = squares.boat_at(self.game, position, self._square(*start, width, height))
        if index is None or self.game.is_won(position):
            return None
        self._selected = index
        scale = self._scale(width, height)
        (start_x, start_y), (end_x, end_y) = start, end
        if self.game.boats[index].is_horizontal:
            return round((end_x - start_x) / scale.square_width) if 0 <= end_y < height else None
        return round((end_y - start_y) / scale.square_height) if 0 <= end_x < width else None

    def clear_selection(self) -> bool:
        was_dragging, self._dragged_distance = self._dragged_distance != 0, 0
        return was_dragging

    def on_position_changed(
        self, position_before: Position, move: Move, position_after: Position
    ) -> None:
        self._selected = move[0]

    # Hints

    def _hinted_move(self, position: Position) -> Move | None:
        """Return the move that Enter plays; None if there is no hint for the selected boat."""
        hint = self._hint
        if hint is None or hint.position != position or hint.move[0] != self._selected:
            return None
        return hint.move

    def piece_of_move(self, move: Move) -> tuple[int]:
        return move[:1]

    def point_at(self, position: Position, move: Move) -> None:
        self._selected, self._hint = move[0], Hint(position, move, shows_target=False)

    def propose_move(self, position: Position, move: Move) -> str:
        self._selected, self._hint = move[0], Hint(position, move, shows_target=True)
        return "enter"

    # Texts

    def move_text(self, position: Position, move: Move) -> str:
        boat = self.game.boats[move[0]]
        return slide_text(boat.name, boat.is_horizontal, move[1])

    def describe_piece(self, position: Position, move: Move) -> str:
        return f"boat {self.game.boats[move[0]].name}"

    def explain_move(self, position: Position, line: Sequence[Move]) -> str:
        return explain_slide(self.game, position, line)

    def status_text(self, position: Position) -> str:
        return squares.blockers_text(self.game, position)

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        exit_sign = self._glyphs.exit
        roles = {"A": "deck0", exit_sign: "exit"}
        lines = wrap_text(f"Bring A to the exit {exit_sign}", width)
        return [
            join_runs([(char, roles.get(char, "")) for char in line_text(line)]) for line in lines
        ]
