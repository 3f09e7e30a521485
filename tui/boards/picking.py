"""What boards share on which a piece is picked, then the place it goes to, by a cursor."""

from abc import abstractmethod
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.tui.boards.board import IGNORED, NOWHERE, Board, Cell, Position, Reply
from ludoscope.tui.boards.user_options import UserOptions

ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, 1), "down": (0, -1)}
Step = tuple[int, int]  # a move: from one place to another, by their numbers


class PickingBoard(Board):
    """Places have numbers; the cursor is on one, and a piece may be picked at one."""

    POINTED = "enter"

    def __init__(self, game: AnyGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._picked: int | None = None
        self._cursor = 0
        self._dragged: Cell | None = None  # where the mouse has picked a piece
        self._pointed: tuple[Position, Step] | None = None  # the move that enter makes there

    def _movers(self, position: Position) -> list[int]:
        """Where pieces stand that have a move, in order."""
        moves: Any = self.game.moves(position)
        return sorted({start for start, _ in moves})

    def _targets(self, position: Position) -> list[int]:
        """Where the picked piece can go."""
        moves: Any = self.game.moves(position)
        return [end for start, end in moves if start == self._picked]

    @abstractmethod
    def _steer(self, position: Position, right: int, up: int) -> None:
        """Move the cursor by an arrow."""

    @abstractmethod
    def _stuck(self, position: Position) -> str:
        """What to say where nothing can move."""

    @abstractmethod
    def _why_not(self, position: Position) -> str:
        """Why nothing can be picked or put down at the cursor."""

    def press(self, position: Position, key: str) -> Reply:
        at, move = self._pointed or (None, (-1, -1))
        self._pointed = None
        if key == "enter" and at == position and (self._picked, self._cursor) == (None, move[0]):
            return Reply(moves=(move,))
        if key in ARROWS:
            self._steer(position, *ARROWS[key])
            return Reply()
        if key == "enter":
            return self._enter(position)
        if key in ("tab", "shift+tab"):
            return self._cycle(position, -1 if key == "shift+tab" else 1)
        return IGNORED

    def _enter(self, position: Position) -> Reply:
        self._pointed = None  # a click on the piece picks it
        here, picked = self._cursor, self._picked
        if here in self._targets(position):
            self._picked = None
            return Reply(moves=((picked, here),))
        if here == picked:
            self._picked = None
        elif here in self._movers(position):
            self._picked = here
        else:
            return Reply(notice=self._why_not(position))
        return Reply()

    def _cycle(self, position: Position, step: int) -> Reply:
        """To the next piece that has a move, or the next place that the picked one can go to."""
        stops = self._targets(position) or self._movers(position)
        if not stops:
            return Reply(notice=self._stuck(position))
        if step > 0:
            self._cursor = next((stop for stop in stops if stop > self._cursor), stops[0])
        else:
            self._cursor = next((s for s in reversed(stops) if s < self._cursor), stops[-1])
        return Reply()

    def drag(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> bool:
        """Pick the piece, so that it is seen where it can go."""
        if self._dragged == start and self._picked is not None:
            return False
        self._picked, self._dragged = None, start
        self.click(position, *start, width, height)
        return True

    def drop(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> Reply:
        """To another place; a short way on the piece itself is a click."""
        self._picked = self._dragged = None
        reply = self.click(position, *start, width, height)
        picked = self._picked
        if picked is None:
            return reply
        reply = self.click(position, *end, width, height)
        self._picked = picked if reply.handled and self._cursor == picked else None
        return reply if reply.handled else Reply(notice=NOWHERE)

    def release(self) -> bool:
        held, self._picked = self._picked is not None, None
        return held

    def point(self, position: Position, move: Step) -> None:
        self._picked, self._cursor = None, move[0]
        self._pointed = position, move

    def offer(self, position: Position, move: Step) -> str:
        self._picked, self._cursor = move
        return "enter"
