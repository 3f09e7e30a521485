"""Memory and open files of the app while a solver and a replay take turns, for so many minutes.

    python tests/terminal/soak.py 60

A line a minute; at the end the growth after the first ten minutes (or the first sixth).
"""

import sys
import tempfile
import time
from pathlib import Path

from ludoscope.tui.commands.bench_latency import app_with_running_solver, start_solver

TURN = 30.0  # seconds for the solver, and as many for the replay
SETTLED = 600.0  # seconds until nothing should grow any more
GROWTH = 5.0  # MB


def resident(pid):
    """Return the resident memory of a process in megabytes."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def open_files(pid):
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def read_for(terminal, seconds):
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        terminal.read(left)
    terminal.forget()


def take_turns(terminal):
    """Stop the running solver, play another solver's solution, and start the first one again."""
    read_for(terminal, TURN)
    terminal.press("x", "s", "enter")
    terminal.read_until(lambda output: b"solution" in output, 30.0)
    terminal.press("space")
    read_for(terminal, TURN)
    terminal.press("escape")
    read_for(terminal, 0.5)  # together with what follows it would mean another key
    start_solver(terminal)


def soak(seconds):
    """Run; 0 when nothing grew that should not."""
    started = time.monotonic()
    samples = []
    with tempfile.TemporaryDirectory() as home, app_with_running_solver(home) as terminal:
        while (ran := time.monotonic() - started) < seconds:
            take_turns(terminal)
            pid = terminal.process.pid
            samples.append((ran, resident(pid), open_files(pid)))
            print("{:6.0f} s  {:6.1f} MB  {:3} files".format(*samples[-1]), flush=True)
    settled = [sample for sample in samples if sample[0] >= min(SETTLED, seconds / 6)]
    growth = max(memory for _, memory, _ in settled) - settled[0][1]
    files = {number for _, _, number in settled}
    print(f"growth {growth:.1f} MB, files {sorted(files)}")
    return int(growth > GROWTH or len(files) > 1)


if __name__ == "__main__":
    sys.exit(soak(60 * float(sys.argv[1])))
