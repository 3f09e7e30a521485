"""One person's run through a puzzle: the moves, the way back and forth, and the time spent.

ply      number of moves played so far
step     what one key did: a move, a run of cards, a card and those that went home after it
player   who plays a ply of a two-player game: 0 begins, 1 answers
seats    who the players are, see `tui.seats`
attempt  a game from its first move to its end, as statistics count them: moves taken back belong
         to it, a move played after a restart begins another
"""

import os
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from puzzles.puzzle import Puzzle
from tui.seats import PERSON, Seats, usual

IDLE_SECONDS = 60.0  # a longer silence does not count as time spent


class Session:
    """History with undo and redo without limit. `now` is any clock in seconds.

    `person` is the player that the person is (0 where there is only one), `attempt` an id like no
    other, `hints` how often the person was helped in it, `undid` whether a move was taken back.
    """

    def __init__(self, puzzle: Puzzle, *, now: float = 0.0, person: int = 0) -> None:
        self.puzzle = puzzle
        self.game = puzzle.game
        self.person = person
        self.resigned = False
        self._seats: Seats | None = None  # the usual ones
        self._positions: list[Any] = [self.game.start]
        self._moves: list[Any] = []
        self._texts: list[str] = []
        self._joined: list[bool] = []
        self._ply = 0
        self._touched = now
        self._begin()

    def _begin(self) -> None:
        self.attempt = os.urandom(8).hex()
        self.hints = 0
        self.undid = False
        self._elapsed = 0.0
        self._restarted = False

    @property
    def position(self) -> Any:
        return self._positions[self._ply]

    @property
    def positions(self) -> Sequence[Any]:
        """From the start on; those after number `ply` belong to moves undone."""
        return self._positions

    @property
    def ply(self) -> int:
        return self._ply

    @property
    def moves(self) -> list[Any]:
        """The moves played, without those undone."""
        return self._moves[: self._ply]

    @property
    def last(self) -> Any | None:
        return self._moves[self._ply - 1] if self._ply else None

    @property
    def undone(self) -> int:
        return len(self._moves) - self._ply

    @property
    def over(self) -> bool:
        """Won; with two players, decided."""
        return self.resigned or self.game.is_won(self.position)

    @property
    def to_move(self) -> int:
        """The player to move."""
        return self._ply % self.game.players

    @property
    def seats(self) -> Seats:
        """Who plays first, and second, where two play."""
        return self._seats or usual(self.person)

    def seat(self, seats: Seats) -> None:
        """Where one person plays it is theirs to win, else the first side's."""
        self._seats = seats
        self.person = 0 if seats[0] == PERSON else int(seats[1] == PERSON)

    @property
    def mover(self) -> str:
        """Who is to move."""
        return self.seats[self.to_move] if self.game.players == 2 else PERSON

    def resign(self) -> None:
        """The player to move gives up."""
        self.resigned = True

    @property
    def won(self) -> bool:
        """Whether the person has won; with two players, who is to move has lost."""
        return self.over and (self.game.players == 1 or self.to_move != self.person)

    def play(self, move: Hashable, joined: bool = False) -> None:
        """ValueError with a reason, and nothing changed, when the move is illegal.

        `joined`: it belongs to the step of the move before it.
        """
        after = self.game.play(self.position, move)
        text = self.game.move_text(self.position, move)
        if self._restarted:
            self._begin()
        self.resigned = False
        del self._moves[self._ply :]
        del self._texts[self._ply :]
        del self._joined[self._ply :]
        del self._positions[self._ply + 1 :]
        self._moves.append(move)
        self._texts.append(text)
        self._joined.append(joined and self._ply > 0)
        self._positions.append(after)
        self._ply += 1

    def undo(self) -> bool:
        return self._go(self._ply - 1)

    def redo(self) -> bool:
        return self._go(self._ply + 1)

    @property
    def within(self) -> bool:
        """Whether the session stands between two moves of one step."""
        return 0 < self._ply < len(self._joined) and self._joined[self._ply]

    def restart(self) -> bool:
        """Back to the start; the moves can be redone."""
        if not self._ply:
            return False
        self._go(0)
        self._restarted = True
        return True

    def _go(self, ply: int) -> bool:
        if not 0 <= ply < len(self._positions):
            return False
        self._ply = ply
        self.undid = True
        self.resigned = False
        self._restarted = False
        return True

    def touch(self, now: float) -> None:
        """The person did something: the time since they last did counts, unless they were away."""
        self._elapsed = self.elapsed(now)
        self._touched = now

    def elapsed(self, now: float) -> float:
        """Seconds spent."""
        return self._elapsed + (0 if self.over else min(now - self._touched, IDLE_SECONDS))

    def away(self, now: float) -> bool:
        return self.over or now - self._touched > IDLE_SECONDS

    def follow(self, line: Sequence[Hashable]) -> None:
        """Stand at the end of a solver's `line` from the start, keeping what agrees with it."""
        same = 0
        for mine, other in zip(self._moves, line, strict=False):
            if mine != other:
                break
            same += 1
        if same != self._ply:
            self._go(same)
        for move in line[same:]:
            self.play(move)
        self.hints += 1

    def made(self, at: int) -> tuple[Any, Any]:
        """Move number `at` (from 0) and the position it was made at, undone ones included."""
        return self._positions[at], self._moves[at]

    @property
    def texts(self) -> list[str]:
        """All moves in the field's notation, also those undone: `ply` of them are played."""
        return list(self._texts)

    def resume(self, texts: Iterable[str], ply: int, elapsed: float) -> None:
        """Take up a saved history; ValueError, and nothing changed, when it does not replay."""
        saved, reached = Session(self.puzzle), 0
        for count, text in enumerate(texts, start=1):
            for move in self.game.parse_moves(saved.position, text):
                saved.play(move)
            if count == ply:
                reached = saved._ply
        if ply and not reached:
            raise ValueError(f"ply {ply} of a history that has fewer moves")
        self._positions, self._moves = saved._positions, saved._moves
        self._texts, self._joined, self._ply = saved._texts, saved._joined, reached
        self._elapsed = elapsed
        self._restarted = bool(saved._moves) and not reached
