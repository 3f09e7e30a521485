"""A game that workers can import: count down to 0, with solvers that fail at some numbers."""

import os
import signal
import threading
from collections.abc import Generator
from typing import Any

import ludoscope
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.guarantees import DEPTH_FIRST

DEADLY, WRONG, RAISING, LINGERING = 13, 17, 19, 23  # at which `count` fails
EXITING = 29  # at which the rules raise SystemExit
RETURNING, CHATTING = 31, 37  # at which `count` returns its verdict, and yields no event
HOARDING = 1000  # from which on it keeps a megabyte for each further number
HOARD: list[bytes] = []


class Countdown:
    """A number, of which 1 is subtracted by each move."""

    family, measure, players = "countdown", "steps", 1

    def __init__(self, start: int) -> None:
        self.start = start

    def moves(self, position: int) -> list[int]:
        return [1] if position else []

    def play(self, position: int, move: int) -> int:
        if move not in self.moves(position):
            raise ValueError("only 1 can be subtracted")
        return position - move

    def is_won(self, position: int) -> bool:
        return position == 0

    def key(self, position: int) -> int:
        return position

    def text(self, position: int) -> str:
        if position == EXITING:
            raise SystemExit("the rules of a game end the program")
        return str(position)

    def parse(self, text: str) -> int:
        return int(text)

    def move_text(self, position: int, move: int) -> str:
        return str(move)

    def parse_moves(self, position: int, text: str) -> list[int]:
        return [int(text)]

    def spec(self) -> dict[str, Any]:
        return {"family": self.family, "start": self.start}


class CountdownFamily(ludoscope.GameFamily):
    name, title, goal = "countdown", "Countdown", "Count down to 0."
    move_unit = ludoscope.Unit("step", "steps")

    def from_spec(self, spec: dict[str, Any]) -> Countdown:
        return Countdown(spec["start"])


def count(game: Countdown, position: int, limits: Limits) -> Generator[Any, None, Any]:
    """Solve all numbers but those above."""
    if position == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    if position == RAISING:
        raise ZeroDivisionError
    if position == LINGERING:
        threading.Thread(target=threading.Event().wait, daemon=True).start()
    if position > HOARDING:
        HOARD.append(b"x" * (position - HOARDING << 20))
    if position == RETURNING:
        return Budget(limits).solved((1,) * position)
    if position == CHATTING:
        yield "still counting"
    length = position - 1 if position == WRONG else position
    yield Budget(limits).solved((1,) * length)


SOLVERS = ludoscope.SolverSet(
    (ludoscope.Solver("count", DEPTH_FIRST, "counts", "counting_game:count"),)
)


def countdown(start: int) -> ludoscope.Puzzle:
    """Return the puzzle of counting down from a number."""
    return ludoscope.Puzzle(f"from {start}", Countdown(start), "")
