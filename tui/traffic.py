"""What the app sends over the line, in bytes, at 80×24: measured from outside, per board."""

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games import AnyGame
from puzzles import catalogue
from search.registry import ranked_solvers
from tui.pseudo_terminal import FRAME_END, PseudoTerminal

BOARDS = {  # a puzzle of each kind of board, and a solver that has long to work on it
    "english-central": "breadth-first",
    "lucas-22": "breadth-first",
    "hexapawn-4x4": "",
    "hexapawn-6x6": "recursion",
    "orush-24": "",
    "FreeCell.123456": "breadth-first",
}
CURSOR = ("right", "down", "right", "up", "left", "down", "tab", "shift+tab")
MOVES = 6
QUIET = 0.08  # seconds of silence after which a frame was the last
WAIT = 3.0  # seconds that the first frame may take


@dataclass(frozen=True, slots=True)
class Traffic:
    """The most bytes that a key for the cursor and a move took, then bytes a second."""

    board: str
    cursor: int
    move: int
    clock: float
    solver: float


@contextmanager
def playing(puzzle: str) -> Iterator[PseudoTerminal]:
    """The app on a puzzle, with saves of its own."""
    command = [sys.executable, "-m", "tui.cli", "play", puzzle]
    with (
        tempfile.TemporaryDirectory() as home,
        PseudoTerminal(command, env={"LUDOSCOPE_HOME": home}) as terminal,
    ):
        terminal.read_until(lambda output: b"move 0" in output and output.endswith(FRAME_END))
        sent(terminal)
        yield terminal


def sent(terminal: PseudoTerminal, *keys: str) -> int:
    """Bytes until all is quiet after `keys`."""
    before = len(terminal.written)
    terminal.press(*keys)
    wait = WAIT
    while terminal.read(wait):
        wait = QUIET
    return len(terminal.written) - before


def rate(terminal: PseudoTerminal, seconds: float) -> float:
    """Bytes a second for so long, without a key."""
    before, until = len(terminal.written), time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        terminal.read(left)
    return (len(terminal.written) - before) / seconds


def line(game: AnyGame, count: int) -> list[str]:
    """Moves to be typed one after the other; only the first where the program answers."""
    chance = random.Random(count)
    position: Any = game.start
    texts = []
    for _ in range(count if game.players == 1 else 1):
        moves = list(game.moves(position))
        if not moves:
            break
        move = chance.choice(moves)
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def traffic(puzzle: str, solver: str, seconds: float = 4.0) -> Traffic:
    """Measure; `seconds` for each of the figures that are rates."""
    game = catalogue.find(puzzle).game
    with playing(puzzle) as terminal:
        cursor = max(sent(terminal, key) for key in CURSOR)
        clock = rate(terminal, seconds)
        moves = []
        for text in line(game, MOVES):
            sent(terminal, ":")
            sent(terminal, *text)
            moves += [sent(terminal, key) for key in ("enter", "u", "y")]
        working = 0.0
        if solver:
            sent(terminal, "r")
            sent(terminal, "s")
            names = [one.name for one in ranked_solvers(game)]
            terminal.press(*["down"] * names.index(solver), "enter")
            terminal.read_until(lambda output: b"/s" in output)
            rate(terminal, 1.5)  # the panel is open
            working = rate(terminal, seconds)
    return Traffic(puzzle, cursor, max(moves), clock, working)
