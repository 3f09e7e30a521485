"""The time from a key to its frame while a solver runs, measured from outside, in a terminal.

A hexapawn board is opened, plain recursion, which needs hours and no memory, is started on it, and
the cursor goes left and right. A key is shown once a complete frame paints the cursor's corners on
the board; frames that only show the solver's progress do not count.
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
from ludoscope.tui.text.solver_list import list_solvers

PUZZLE = "hexapawn-7x7"  # White wins and is the player, who is to move: no opponent thinks
SOLVER = "recursion"
CURSOR_CORNER = "┌"  # the first of the four corners around the cursor
PANEL_COLUMN = 50  # the first column of the solver's panel, of eighty
# seconds between keys; random, so that they meet frames of progress at any phase
MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.01, 0.06

_STYLES_AND_QUERIES = re.compile(rb"\x1b\[[^@-~]*[a-z]|\x1b\][^\x07]*\x07")
# groups: first parameter, second parameter, letter of a cursor movement; backspace; text
_MOVEMENT_OR_TEXT = re.compile(rb"\x1b\[([0-9]*);?([0-9]*)([A-Z])|(\x08)|([^\x1b\x08]+)")


def shows_cursor(output: bytes) -> bool:
    """Return True if `output` holds a complete frame that paints the cursor of the board."""
    frame, end, _ = output.rpartition(FRAME_END)
    column = 1
    painted = _STYLES_AND_QUERIES.sub(b"", frame + end)
    for first, second, letter, backspace, encoded in _MOVEMENT_OR_TEXT.findall(painted):
        text = encoded.decode(errors="replace")
        if CURSOR_CORNER in text and column + text.index(CURSOR_CORNER) < PANEL_COLUMN:
            return True
        if letter == b"H":
            column = int(second or 1)
        elif letter == b"C":
            column += int(first or 1)
        elif letter == b"D":
            column -= int(first or 1)
        column += len(text) - len(backspace)
    return False


@contextmanager
def app_with_running_solver(home: str, **terminal_options: Any) -> Iterator[PseudoTerminal]:
    """Open the app at 80×24 with a solver running.

    Args:
        home: Folder of the saves.
        terminal_options: Keyword arguments of `PseudoTerminal`.
    """
    command = [sys.executable, "-m", "ludoscope", "play", PUZZLE]
    with PseudoTerminal(command, env={"LUDOSCOPE_HOME": home}, **terminal_options) as terminal:
        terminal.read_until(shows_cursor)
        start_solver(terminal)
        yield terminal


def start_solver(terminal: PseudoTerminal) -> None:
    """Choose the solver, and wait until it has reported."""
    names = [solver.name for solver in list_solvers(find(PUZZLE).game)]
    terminal.press("s", "s")  # the default solver, then the choice of another
    terminal.read_until(lambda output: SOLVER.encode() in output)
    terminal.press(*["down"] * names.index(SOLVER), "enter")
    terminal.read_until(lambda output: b"k/s" in output)


def measure_key_latencies(
    key_count: int = 200, bytes_per_second: float | None = None
) -> list[float]:
    """Return the seconds from each key to its frame.

    Args:
        key_count: Number of keys pressed.
        bytes_per_second: Rate of the link to the terminal; None for no limit.

    Raises:
        TimeoutError: No frame came.
    """
    latencies = []
    generator = random.Random(key_count)
    with (
        tempfile.TemporaryDirectory() as home,
        app_with_running_solver(home, rate=bytes_per_second) as terminal,
    ):
        for number in range(key_count):
            next_key = time.monotonic() + generator.uniform(MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS)
            while (remaining := next_key - time.monotonic()) > 0:
                terminal.read(remaining)
            started = time.perf_counter()
            terminal.press("right" if number % 2 else "left")
            terminal.read_until(shows_cursor)
            latencies.append(time.perf_counter() - started)
    return latencies
