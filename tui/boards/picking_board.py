"""A board on which a piece is picked, then the place it goes to: peg solitaire and hexapawn."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.tui.boards.board import (
    DROPPED_OUTSIDE,
    NOT_HANDLED,
    Board,
    CellOffset,
    InputResult,
    Position,
)
from ludoscope.tui.boards.user_options import UserOptions

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}  # right, up
PieceMove = tuple[int, int]  # from one place to another, by their numbers


class Hint(NamedTuple):
    """A move that Enter plays in this position while the cursor is on its piece."""

    position: Position
    move: PieceMove


class PickingBoard(Board):
    """A board whose places are numbered, with a cursor on one and possibly a picked piece."""

    PLACE: str
    """What a piece is put on, for the label of a key: "hole"."""

    PLAY_HINT_KEY = "enter"

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._picked: int | None = None
        self._cursor = 0
        self._drag_start: CellOffset | None = None
        self._hint: Hint | None = None

    def _piece_moves(self, position: Position) -> list[PieceMove]:
        return [*self.game.moves(position)]

    def _movable_pieces(self, position: Position) -> list[int]:
        """Return the places of the pieces that have a move, in order."""
        return sorted({start for start, _ in self._piece_moves(position)})

    def _legal_targets(self, position: Position) -> list[int]:
        """Return the places that the picked piece can go to."""
        return [end for start, end in self._piece_moves(position) if start == self._picked]

    @abstractmethod
    def _handle_arrow(self, position: Position, right: int, up: int) -> None:
        """Move the cursor one step in a direction, each of `right` and `up` being -1, 0 or 1."""

    @abstractmethod
    def _no_moves_notice(self, position: Position) -> str:
        """Return a message for a position without legal moves."""

    @abstractmethod
    def _cursor_notice(self, position: Position) -> str:
        """Return why nothing can be picked or placed at the cursor."""

    def has_selection(self) -> bool:
        return self._picked is not None

    def key_labels(self, position: Position) -> Sequence[tuple[str, str]]:
        if self._picked is not None:
            arrows, tab = self.KEY_LABELS[0], ("tab", f"next {self.PLACE}")
            is_moved = self._cursor != self._picked
            return (("⏎", "put down here"), tab) if is_moved else (arrows, tab)
        if self._hint and self._is_at(self._hint, position):
            arrows, _, tab = self.KEY_LABELS
            return (arrows, ("⏎", "play hinted move"), tab)
        return self.KEY_LABELS

    def _only_move(self, position: Position) -> PieceMove | None:
        """Return the move of the piece at the cursor if it has exactly one, else None."""
        moves = [move for move in self._piece_moves(position) if move[0] == self._cursor]
        return moves[0] if len(moves) == 1 else None

    def handle_key(self, position: Position, key: str) -> InputResult:
        hint, self._hint = self._hint, None
        if key == "enter":
            if hint and self._is_at(hint, position):
                return InputResult(moves=(hint.move,))
            return self._handle_enter(position)
        if key in ARROWS:
            self._handle_arrow(position, *ARROWS[key])
            return InputResult()
        if key in ("tab", "shift+tab"):
            return self._cycle(position, forward=key == "tab")
        return NOT_HANDLED

    def _handle_enter(self, position: Position) -> InputResult:
        """Play the only move of the piece at the cursor; pick or place it if there are others."""
        if self._picked is None and (move := self._only_move(position)):
            self._cursor = move[1]
            return InputResult(moves=(move,))
        return self._pick_or_place(position)

    def handle_click(
        self, position: Position, x: int, y: int, width: int, height: int
    ) -> InputResult:
        """Pick the piece there, or place the picked piece; a picked piece makes its only move.

        It is put down if it has several.
        """
        picked = self._picked
        reply = self._click(position, x, y, width, height)
        is_same_piece = reply.handled and picked is not None and self._cursor == picked
        if is_same_piece and (move := self._only_move(position)):
            self._cursor = move[1]
            return InputResult(moves=(move,))
        return reply

    @abstractmethod
    def _click(self, position: Position, x: int, y: int, width: int, height: int) -> InputResult:
        """Pick or place a piece at a cell of the drawing."""

    def _is_at(self, hint: Hint, position: Position) -> bool:
        """Return True if a hint is for this position and the cursor is still on its piece."""
        is_on_piece = self._picked is None and self._cursor == hint.move[0]
        return is_on_piece and bool(hint.position == position)

    def _pick_or_place(self, position: Position) -> InputResult:
        """Pick the piece at the cursor, or place the picked piece there."""
        self._hint = None  # a click on the piece picks it, and does not play the hint
        cursor, picked = self._cursor, self._picked
        if cursor in self._legal_targets(position):
            self._picked = None
            return InputResult(moves=((picked, cursor),))
        if cursor == picked:
            self._picked = None
        elif cursor in self._movable_pieces(position):
            self._picked = cursor
        else:
            return InputResult(message=self._cursor_notice(position))
        return InputResult()

    def _cycle(self, position: Position, *, forward: bool) -> InputResult:
        """Move the cursor to the next target of the picked piece, or to the next movable piece."""
        stops = self._legal_targets(position) or self._movable_pieces(position)
        if not stops:
            return InputResult(message=self._no_moves_notice(position))
        if forward:
            self._cursor = next((stop for stop in stops if stop > self._cursor), stops[0])
        else:
            stops.reverse()
            self._cursor = next((stop for stop in stops if stop < self._cursor), stops[0])
        return InputResult()

    def preview_drag(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> bool:
        """Pick the piece at `start`, so that its targets are shown."""
        if self._drag_start == start and self._picked is not None:
            return False
        self._picked, self._drag_start = None, start
        self._click(position, *start, width, height)
        return True

    def handle_drop(
        self, position: Position, start: CellOffset, end: CellOffset, width: int, height: int
    ) -> InputResult:
        """Place the piece from `start` at `end`; if that is the piece itself, it stays picked."""
        self._picked = self._drag_start = None
        reply = self._click(position, *start, width, height)
        picked = self._picked
        if picked is None:
            return reply
        reply = self._click(position, *end, width, height)
        self._picked = picked if reply.handled and self._cursor == picked else None
        return reply if reply.handled else InputResult(message=DROPPED_OUTSIDE)

    def clear_selection(self) -> bool:
        if self._picked is None:
            return False
        self._cursor, self._picked = self._picked, None
        return True

    def piece_of_move(self, move: PieceMove) -> tuple[int]:
        return move[:1]

    def point_at(self, position: Position, move: PieceMove) -> None:
        self._picked, self._cursor = None, move[0]
        self._hint = Hint(position, move)

    def propose_move(self, position: Position, move: PieceMove) -> str:
        self._picked, self._cursor = move
        return "enter"
