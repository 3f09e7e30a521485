"""How long a key takes to show while a solver works: measured from outside, through a terminal.

A hexapawn board is opened, plain recursion, which needs hours and no memory, is set to work on
it, and the cursor goes to and fro. A key has shown once the frame is complete that paints the
cursor's corners in the board; frames that only tell the solver's progress don't count.
"""

import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.puzzles.catalogue import find
from ludoscope.search.registry import ranked_solvers

PUZZLE = "hexapawn-6x6"
SOLVER = "recursion"
CORNER = "┌"  # the first of the four around the cursor
PANEL = 50  # the solver's panel begins at this column of eighty
PAUSES = (0.01, 0.06)  # seconds between keys, so that they meet frames of progress at any phase

_SILENT = re.compile(rb"\x1b\[[^@-~]*[a-z]|\x1b\][^\x07]*\x07")  # styles, modes, questions
_PART = re.compile(rb"\x1b\[([0-9]*);?([0-9]*)([A-Z])|(\x08)|([^\x1b\x08]+)")  # to, back, text


def shows_cursor(output: bytes) -> bool:
    """Whether `output` holds a complete frame that paints the corners of the board's cursor."""
    frame, end, _ = output.rpartition(FRAME_END)
    column = 1
    for count, place, move, back, written in _PART.findall(_SILENT.sub(b"", frame + end)):
        text = written.decode(errors="replace")
        if CORNER in text and column + text.index(CORNER) < PANEL:
            return True
        if move == b"H":
            column = int(place or 1)
        elif move in (b"C", b"D"):
            column += int(count or 1) * (1 if move == b"C" else -1)
        column += len(text) - len(back)
    return False


@contextmanager
def solver_at_work(home: str, **options: Any) -> Iterator[PseudoTerminal]:
    """The app at 80×24 with a solver running; its saves go to `home`.

    `options` are those of the terminal.
    """
    command = [sys.executable, "-m", "ludoscope", "play", PUZZLE]
    with PseudoTerminal(command, env={"LUDOSCOPE_HOME": home}, **options) as terminal:
        terminal.read_until(shows_cursor)
        put_to_work(terminal)
        yield terminal


def put_to_work(terminal: PseudoTerminal) -> None:
    """Pick the solver, and wait until it has reported."""
    puzzle = find(PUZZLE)
    assert puzzle
    names = [solver.name for solver in ranked_solvers(puzzle.game)]
    terminal.press("s")
    terminal.read_until(lambda output: SOLVER.encode() in output)
    terminal.press(*["down"] * names.index(SOLVER), "enter")
    terminal.read_until(lambda output: b"k/s" in output)


def key_to_frame(count: int = 200, rate: float | None = None) -> list[float]:
    """Seconds from each of `count` keys to its frame; TimeoutError when none came.

    With a `rate`, in bytes a second, at the far end of a line that has no more.
    """
    found = []
    chance = random.Random(count)
    with tempfile.TemporaryDirectory() as home, solver_at_work(home, rate=rate) as terminal:
        for number in range(count):
            quiet = time.monotonic() + chance.uniform(*PAUSES)
            while (left := quiet - time.monotonic()) > 0:
                terminal.read(left)
            started = time.perf_counter()
            terminal.press("right" if number % 2 else "left")
            terminal.read_until(shows_cursor)
            found.append(time.perf_counter() - started)
    return found
