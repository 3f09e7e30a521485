"""The interface between the rules of a family and the screens that show a game: `Board`.

A board draws positions and turns keys and mouse events into moves. It keeps a cursor and a
selection, but no position, and never plays a move: the session does. It does not use Textual, so it
can be tested on its own. Nothing is shown by colour alone: the cursor is brackets, targets are ◌,
sides are filled or hollow.
"""

# ruff: noqa: B027  (optional methods do nothing by default)

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from ludoscope.games import AnyGame
from ludoscope.search.move_values import LOSS, UNDECIDED, WIN, MoveValue, Step
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.text.drawing import StyledLine as StyledLine  # for plug-ins

CellOffset = tuple[int, int]
"""Column and row of a cell of a drawing, from 0 at the top left."""

DrawFunction = Callable[[int, int], list[StyledLine]]
"""A function that draws a frame of the board in at most the given columns and rows."""

# Only the board knows the types of its own game.
Position: TypeAlias = Any
Move: TypeAlias = Any

MAX_AUTOMATIC_MOVES = 500
"""The greatest number of moves that are played automatically one after the other."""

BOARD_COMMANDS: Mapping[str, str] = {"send_home": "g", "reshuffle": "*", "raise": "+"}
"""The default keys of the commands that a board may name in `Board.EXTRA_ACTIONS`.

The board handles the name of the command as a key, whichever key the user has given it.
"""

MOVE_VALUES = "Move values"
"""The overlay whose values are computed in a process, see `Board.set_move_values`."""

VALUE_SIGNS = {WIN: "✓", LOSS: "✗", UNDECIDED: "?"}
VALUE_ROLES = {WIN: "good", LOSS: "bad", UNDECIDED: "notice"}
ASCII_VALUE_SIGNS = {WIN: "W", LOSS: "L", UNDECIDED: "?"}  # + and x are parts of boards


class InputResult(NamedTuple):
    """The result of a key or a mouse event.

    Attributes:
        moves: Moves to play, in order.
        message: A message for the user, "" for none.
        handled: False if the key or click means nothing to the board at the moment.
    """

    moves: tuple[Hashable, ...] = ()
    message: str = ""
    handled: bool = True


NOT_HANDLED = InputResult(handled=False)
DROPPED_OUTSIDE = "dropped outside the board: no move was made"


class Board(ABC):
    """The board of a family: a controller for keys and mouse, and a view of positions.

    Keys have Textual's names: "left", "right", "up", "down" (hjkl arrive as arrows), "shift+left"
    …, "enter" (also for space), "tab", "shift+tab", and single characters. Small letters are
    commands of the screen; a board picks things by capital letters and digits.

    Attributes:
        game: The game that is played.
        options: The options in effect, always current.
        overlay: The one of OVERLAYS that is shown, "" for none.
        is_thumbnail: Draw a thumbnail, without coordinates.
        viewing_side: The player from whose side the board is seen, in games for two.
        shows_cursor: Draw the cursor, also where it takes the place of edges.
        highlighted: Pieces or places to be marked, such as those of an explanation, in the
            notation of the game.
    """

    KEY_LABELS: tuple[tuple[str, str], ...] = ()
    """The board's own keys with labels for the help, and for the footer: ("←→", "column"), …"""

    FIRST_MOVE_KEYS: tuple[tuple[str, str], ...] = ()
    """Keys for a first move, each with a label of some twenty characters."""

    NOTATION: str = ""
    """A line that says how a move can be typed, with an example."""

    LEGEND: tuple[tuple[str, str], ...] = (
        ("[ ]", "the cursor"),
        ("‹ ›", "picked"),
        ("◌", "where it may go"),
    )
    """The legend of signs on the board, for the help."""

    EXTRA_ACTIONS: tuple[str, ...] = ()
    """Actions of the play screen that only such a board has; see `screens.play.availability`."""

    OVERLAYS: tuple[str, ...] = ()
    """The names of what can be shown on top of the board."""

    PLAY_HINT_KEY: str = ""
    """The key that plays the move that `point_at` has pointed at, "" for none."""

    ANIMATES_WIN: bool = False
    """`animation_frames` has frames for the end of a winning move."""

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        self.game = game
        self.options = options
        self.overlay = ""
        self.is_thumbnail = False
        self.viewing_side = 0
        self.shows_cursor = True
        self.highlighted: Sequence[str] = ()
        self._valued_position: Position | None = None
        self._step_values: Mapping[Step, MoveValue] = {}
        self._values_by_key: dict[Hashable, MoveValue] = {}
        self._has_all_values = False

    # Drawing

    @abstractmethod
    def drawing_size(self, width: int, height: int) -> tuple[int, int]:
        """Return the columns and rows that `draw` uses of `width` × `height`."""

    def fits(self, width: int, height: int) -> bool:
        """Return True if the board looks good in `width` × `height`.

        If not, it is given the whole width of the screen.
        """
        return True

    def min_size(self) -> tuple[int, int]:
        """Return the smallest columns and rows in which one can play."""
        return self.drawing_size(0, 0)

    @abstractmethod
    def draw(
        self, position: Position, width: int, height: int, marked_move: Move | None = None
    ) -> list[StyledLine]:
        """Return a drawing of a position.

        Args:
            position: The position.
            width: The greatest number of cells of a line.
            height: The greatest number of lines.
            marked_move: The move that led to the position, to be marked; or only its piece, as
                returned by `piece_of_move`.
        """

    def animation_frames(
        self, position_before: Position, moves: Sequence[Move], position_after: Position
    ) -> Sequence[DrawFunction]:
        """Return the frames of an animation from one position to another, first to last.

        Args:
            position_before: The position before the moves.
            moves: The moves of one step.
            position_after: The position after the moves.
        """
        return ()

    def draw_celebration(
        self, position: Position, progress: float, width: int, height: int
    ) -> list[StyledLine] | None:
        """Return a frame of the celebration of a win; None for confetti over the board.

        Args:
            position: The last position.
            progress: The part of the celebration that is over, from 0 to 1.
            width: The greatest number of cells of a line.
            height: The greatest number of lines.
        """
        return None

    def cursor_cell(self, position: Position, width: int, height: int) -> CellOffset | None:
        """Return the cell of a drawing of that size that the cursor is on.

        The terminal's own cursor stands there. By default it is the middle of what `draw` gives the
        role "cursor".
        """
        return None

    def piece_of_move(self, move: Move) -> Move | None:
        """Return the piece of a move, for `draw` to mark at the first hint; None for no mark."""
        return None

    def goal_lines(self, width: int, height: int = 0) -> Sequence[StyledLine]:
        """Return the goal for the side panel: a picture that fits, or a sentence."""
        return ()

    # Keys and mouse

    @abstractmethod
    def handle_key(self, position: Position, key: str) -> InputResult:
        """Handle a key: move the cursor, change the selection or return moves."""

    def handles_key(self, key: str) -> bool:
        """Return True if the board handles a key before the screen's own bindings do."""
        return False

    def key_labels(self, position: Position) -> Sequence[tuple[str, str]]:
        """Return the board's own keys with labels as they are now, for the footer."""
        return self.KEY_LABELS

    def has_selection(self) -> bool:
        """Return True if something is picked or half typed, which `clear_selection` drops."""
        return False

    def expected_keys_text(self, position: Position) -> str:
        """Return what is asked while a move is half chosen; "" for nothing."""
        return ""

    @abstractmethod
    def handle_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        """Handle a mouse click at cell (x, y) of the drawing of that size."""

    def handle_double_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        """Handle the second of two quick clicks at the same cell."""
        return self.handle_click(position, x, y, width, height)

    def is_same_place(self, start: CellOffset, end: CellOffset, width: int, height: int) -> bool:
        """Return True if two cells of the drawing belong to one place, such as a square.

        A mouse button that is pressed at `start` and released at `end` is a click then. A drag
        begins when the mouse leaves the place; `end` may lie outside the drawing.
        """
        return start == end

    def preview_drag(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Show the piece at `start` dragged to `end`, which may lie outside the drawing.

        Returns:
            True if the drawing has changed.
        """
        return False

    def handle_drop(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> InputResult:
        """Handle the end of a drag; by default like a click at `end`."""
        return self.handle_click(position, *end, width, height)

    def peek(self, position: Position, cell: CellOffset | None, width: int, height: int) -> bool:
        """Show what other pieces cover at a cell of the drawing, while the right button is held.

        Args:
            position: The position.
            cell: The cell; None to show the board as usual again.
            width: The columns of the drawing.
            height: The lines of the drawing.

        Returns:
            True if the drawing has changed.
        """
        return False

    def clear_selection(self) -> bool:
        """Drop the selection; return True if something was selected."""
        return False

    def parse_moves(self, position: Position, text: str) -> Sequence[Move]:
        """Return the moves that a typed text describes.

        Raises:
            ValueError: No legal move is described; the message says why.
        """
        moves: Sequence[Move] = self.game.parse_moves(position, text)
        return moves

    def find_pieces(self, position: Position, text: str) -> str:
        """Mark the pieces that a text describes, until the next call; return where they are."""
        return ""

    # Moves

    def on_position_changed(
        self, position_before: Position, move: Move, position_after: Position
    ) -> None:
        """Update cursor and selection after a move was played, undone or replayed."""

    def automatic_move(self, position: Position) -> Move | None:
        """Return a move that is played automatically after the user's move; None for none."""
        return None

    def first_step(self, position: Position, line: Sequence[Move]) -> Sequence[Move]:
        """Return the first moves of a line that the user makes as one step."""
        return line[:1]

    def point_at(self, position: Position, move: Move) -> None:
        """Clear the selection and put the cursor on the piece of a move."""

    @abstractmethod
    def propose_move(self, position: Position, move: Move) -> str:
        """Select the piece of a move and show its target, as a hint.

        Returns:
            The key that now plays the move, by Textual's name, or one of BOARD_COMMANDS; "" if
            there is none.
        """

    def propose_step(self, position: Position, moves: Sequence[Move]) -> str:
        """Propose the moves of a step, or only the first one, as `propose_move` does."""
        return self.propose_move(position, moves[0])

    # Values of moves

    def set_move_values(
        self, position: Position, values: Mapping[Step, MoveValue], *, is_complete: bool = True
    ) -> None:
        """Set the values of moves at a position, for the overlay MOVE_VALUES.

        Args:
            position: The position.
            values: The value of each step, as far as they are known.
            is_complete: True if there will be no more values.
        """
        self._valued_position, self._has_all_values = position, is_complete
        self._step_values = values
        self._values_by_key = {
            self._key_after(position, step): value for step, value in values.items()
        }

    def has_move_values(self, position: Position) -> bool:
        """Return True if the values of all moves at a position are known."""
        return self._has_all_values and bool(self._valued_position == position)

    def shows_values(self, position: Position) -> bool:
        """Return True if values of moves are shown at a position."""
        return self.overlay == MOVE_VALUES and bool(self._valued_position == position)

    @property
    def value_signs(self) -> Mapping[str, str]:
        """The sign of each outcome of a move."""
        return ASCII_VALUE_SIGNS if self.options.appearance.ascii_only else VALUE_SIGNS

    @property
    def values_legend(self) -> str:
        """The meaning of the signs that are shown, and of numbers."""
        values = self._step_values.values()
        outcomes = {value.outcome for value in values}
        meanings = {WIN: "winnable", LOSS: "lost", UNDECIDED: "undecided"}
        texts = [f"{self.value_signs[o]} {text}" for o, text in meanings.items() if o in outcomes]
        if any(value.outcome == WIN and value.moves_left is not None for value in values):
            texts[0] = "fewest moves left"
        return ", ".join(texts)

    def value_text(self, value: MoveValue) -> str:
        """Return the number of moves left after a winning move, or a sign."""
        if value.outcome == WIN and value.moves_left is not None:
            return str(value.moves_left)
        return self.value_signs[value.outcome]

    def best_first_texts(self, moves: Iterable[tuple[str, MoveValue | None]]) -> list[str]:
        """Return the texts of moves by their value, the best first: "✓: b3, c4"."""
        groups: dict[MoveValue, list[str]] = {}
        for text, value in moves:
            if value:
                groups.setdefault(value, []).append(text)
        return [
            f"{self.value_text(value)}: {', '.join(dict.fromkeys(groups[value]))}"
            for value in sorted(groups, key=lambda value: value.rank)
        ]

    def value_role(self, value: MoveValue) -> str:
        """Return the role of a value: of winning moves only the best ones are green."""
        values = self._step_values.values()
        if value.outcome == WIN and value != min(values, key=lambda each: each.rank):
            return "notice"
        return VALUE_ROLES[value.outcome]

    def step_values(self, position: Position) -> Mapping[Step, MoveValue]:
        """Return the known values of steps if values are shown, else none."""
        return self._step_values if self.shows_values(position) else {}

    def value_of(self, position: Position, step: Sequence[Move]) -> MoveValue | None:
        """Return the value of a step if values are shown and it is known, else None."""
        if not self.shows_values(position):
            return None
        return self._values_by_key.get(self._key_after(position, step))

    def _key_after(self, position: Position, step: Sequence[Move]) -> Hashable:
        for move in step:
            position = self.game.play(position, move)
        return self.game.key(position)

    # Texts

    def move_text(self, position: Position, move: Move) -> str:
        """Return a move as text for the list of moves."""
        return self.game.move_text(position, move)

    def step_text(self, position: Position, moves: Sequence[Move]) -> str:
        """Return the moves of one step as a short text."""
        return self.move_text(position, moves[0])

    @abstractmethod
    def describe_piece(self, position: Position, move: Move) -> str:
        """Return the piece that a move moves, and where it is: "the peg at 4,2"."""

    def describe_step(self, position: Position, moves: Sequence[Move]) -> str:
        """Return the pieces that a step moves, and where they are: "9♠–7♠ in column 2"."""
        return self.describe_piece(position, moves[0])

    def describe_move(self, position: Position, moves: Sequence[Move]) -> str:
        """Return a step for a hint, in words if its notation may be unknown to the player."""
        return self.step_text(position, moves)

    def explain_move(self, position: Position, line: Sequence[Move]) -> str:
        """Return in a few words what the first step of a line does for the moves after it.

        The text is the predicate of a sentence about the piece: "clears the way of boat A". It is
        true of the position and the line; "" if there is nothing to say.

        Args:
            position: The position.
            line: Moves to the end of the game, of a solution or of best play.
        """
        return ""

    def proof_overlay(self, proof: str) -> str:
        """Return the one of OVERLAYS that shows the proof of a loss, "" for none."""
        return ""

    def status_text(self, position: Position) -> str:
        """Return the state of the game in a few words, for the top line: "16 jumps left"."""
        return ""

    def goal_position(self) -> Position | None:
        """Return the position to reach; None if there are several."""
        return None

    def dead_end_text(self, position: Position) -> str:
        """Return by how much a position without moves misses the goal; "" for other positions."""
        return ""

    def selection_notes(self, position: Position) -> Sequence[str]:
        """Return sentences about the selection, the cursor and the overlay, for the side panel."""
        return ()
