"""Random bytes through a real terminal: the app goes on, responds and loses no move.

A small share by default; with LUDOSCOPE_FULL=1 the tenth of a million that
`tests/tui/test_noise.py` leaves, in parts that run side by side, since most of the time is spent
waiting. LUDOSCOPE_BYTES says otherwise.
"""

import os
import random
import sqlite3
import time
from contextlib import closing

import pytest
from many import FULL, case
from noise import WAKE, mixed

from ludoscope.tui.saves import KEYS_FILE
from ludoscope.tui.saves.database import DATABASE_NAME

PARTS = 10 if FULL else 1
BYTES = max(1, int(os.environ.get("LUDOSCOPE_BYTES", "100000" if FULL else "1500")) // PARTS)
PORTION = 300  # bytes: some hundred keys, each of them some milliseconds of work
STAY = 3000  # bytes after which the app is quit and started again
REPORTS = 3  # of the mouse in each
PALETTE = "─ Commands ─"
PATIENCE, TRIES = 120.0, 6  # seconds for an answer, however busy the machine is; keys pressed


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_noise_in_a_terminal(start, home, part):
    dice, sent, reports, runs = random.Random(part), 0, 0, 0
    while sent < BYTES:
        (home / KEYS_FILE).unlink(missing_ok=True)  # keys that were given to other actions
        terminal = start("play", "lucas-07", "--max-time", "1", "--reduced-motion")
        terminal.see(r"\bmove \d")
        if not sent:
            terminal.press("tab", "enter", "tab", "enter")
            terminal.see(r"\bmove 1\b")
            first = moves(home)
            assert first
        runs += 1
        until = min(BYTES, sent + STAY)
        while sent < until and terminal.process.poll() is None:
            data, put = mixed(dice, PORTION, REPORTS)
            with case(part, sent, data):
                for at in range(0, len(data), 100):
                    if terminal.process.poll() is None:
                        terminal.write(data[at : at + 100])
                        terminal.read(0.01)
                sent, reports = sent + len(data), reports + put
                answers(terminal)
        if terminal.process.poll() is None:
            terminal.press("ctrl+q", "ctrl+q")  # the second one answers for a changed problem
            terminal.wait(60)
        assert terminal.process.wait() == 0, terminal.text
        assert b"Traceback" not in terminal.output
        assert first in moves(home)
        terminal.close()
    print(f"{sent:,} bytes and {reports:,} reports of the mouse in {runs} runs")


def answers(terminal):
    """Check that the palette opens and closes by its key, unless the app has been left."""
    terminal.write(WAKE)
    seen = {PALETTE in terminal.text}
    for _ in range(TRIES):
        if len(seen) == 2 or terminal.process.poll() is not None:
            return
        terminal.press("ctrl+p")
        until = time.monotonic() + PATIENCE / TRIES
        while (shown := PALETTE in terminal.text) in seen and time.monotonic() < until:
            if terminal.process.poll() is not None:
                return
            terminal.read(0.1)
        seen.add(shown)
    raise AssertionError(f"deaf:\n{terminal.text}")


def moves(home):
    """Return the stored moves of the game that was started first."""
    with closing(sqlite3.connect(home / DATABASE_NAME)) as saves:
        return saves.execute("SELECT moves FROM session WHERE name = 'lucas-07'").fetchone()[0]
