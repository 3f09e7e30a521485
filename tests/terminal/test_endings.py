"""However the app ends, it ends quickly, leaves the terminal right and nothing running.

LUDOSCOPE_ROUNDS says how often each end is met with.
"""

import fcntl
import os
import signal
import sys
import termios
import time
from itertools import cycle
from pathlib import Path

import pytest
from many import first_of

from ludoscope.tui.commands.bench_latency import (
    PUZZLE,
    app_with_running_solver,
    shows_cursor,
    start_solver,
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

PROMISED = 1.5  # seconds
GRACE = 60.0  # seconds on top of it, or for anything to come about, where other tests are busy
FULL = 4095  # bytes that a terminal's line takes on Linux
RIGHT_AGAIN = (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?2004l")  # screen, cursor, paste
each_round = pytest.mark.parametrize("nth", range(int(os.environ.get("LUDOSCOPE_ROUNDS", "1"))))


def wait_for(true, seconds):
    """Wait until `true()` holds; return False after `seconds`."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def solvers(terminal, processes):
    return [pid for pid in processes() if pid != terminal.process.pid]


def restored(terminal):
    """Return True if all terminal modes are off again and lines are edited."""
    while terminal.read():
        pass
    line_edited = termios.tcgetattr(terminal.descriptor)[3] & termios.ICANON
    return line_edited and all(mode in terminal.output for mode in RIGHT_AGAIN)


def unread(terminal):
    """Return the number of bytes that wait to be read."""
    return int.from_bytes(
        fcntl.ioctl(terminal.descriptor, termios.FIONREAD, bytes(4)), sys.byteorder
    )


def ticks(pid):
    """Return the processor time of a process in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


@pytest.fixture(scope="module")
def times():
    """Yield a dictionary for the seconds until all processes were gone, by kind of end."""
    taken = {}
    yield taken
    for end, seconds in taken.items():
        late = sum(one > PROMISED for one in seconds)
        print(f"\n{end}: {len(seconds)}, {late} late, {max(seconds):.2f} s at most", end="")


@pytest.fixture
def gone(processes, times, request):
    """Return a function that checks that all processes end in time, even if nobody reads."""

    def check(terminal=None):
        def ended():
            if terminal:
                terminal.read()
            return not processes()

        started = time.monotonic()
        assert wait_for(ended, PROMISED + GRACE), processes()
        name = request.node.name.partition("[")[0]
        times.setdefault(name, []).append(time.monotonic() - started)

    return check


@pytest.fixture
def working(home, processes):
    """Yield a terminal with the app and a running solver."""
    with app_with_running_solver(str(home)) as terminal:
        assert solvers(terminal, processes)
        yield terminal


@pytest.mark.long  # test_leaving.py has it too
@each_round
def test_leaving(working, gone, nth):
    working.press("ctrl+q")
    gone(working)
    assert working.process.wait() == 0
    assert restored(working)


@each_round
@first_of("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal(working, gone, number, nth):
    os.kill(working.process.pid, number)
    gone(working)
    assert working.process.wait() == 128 + number
    assert restored(working)


@pytest.mark.long
@each_round
def test_hang_up(working, gone, nth):
    working.hang_up()
    gone()
    assert working.process.wait() == 128 + signal.SIGHUP


@pytest.mark.long
@each_round
def test_hang_up_of_a_program_started_to_ignore_it(home, gone, nth):
    """Start the app as `nohup` does."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with app_with_running_solver(str(home)) as terminal:
            terminal.hang_up()
            gone()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.long
@each_round
def test_terminal_lost_without_a_signal(home, gone, nth):
    with app_with_running_solver(str(home), controlling=False) as terminal:
        terminal.hang_up()
        gone()
        assert terminal.process.wait() == 128 + signal.SIGHUP


def rests(pid):
    """Return True if a process uses little processor time for half a second."""
    before = ticks(pid)
    time.sleep(0.5)
    return ticks(pid) - before < 20


@pytest.mark.long
@each_round
def test_signal_while_the_link_is_stalled(working, gone, nth):
    app = working.process.pid
    keys = cycle(["ctrl+p", "escape"])  # one at a time: together they would change nothing
    until = time.monotonic() + GRACE
    while unread(working) < FULL:  # a key when the last one has been answered, or changed nothing
        before = unread(working)
        working.press(next(keys))
        wait_for(lambda before=before: unread(working) != before, 1.0)
        assert time.monotonic() < until
    working.press(*["right", "left"] * 20)
    assert wait_for(lambda: rests(app), GRACE)
    os.kill(app, signal.SIGTERM)
    gone()
    assert working.process.wait() == 128 + signal.SIGTERM
    assert restored(working)


@pytest.mark.long
@each_round
def test_killing_the_app_ends_its_solver(working, gone, nth):
    working.process.kill()
    gone(working)


def racing(start, processes):
    """Open the lab and start as many solvers as there are cores."""
    terminal = start("play", "hexapawn-7x7")
    terminal.see(r"\bmove 0 ")
    terminal.press("ctrl+l")
    terminal.see("Lab › Hexapawn", "memo")
    terminal.press("s")
    terminal.see(r"\d running")
    several = min(4, os.cpu_count())
    assert wait_for(lambda: terminal.read() or len(solvers(terminal, processes)) >= several, GRACE)
    return terminal


def paused(start, processes):
    """Start a solver and pause it."""
    terminal = start("play", PUZZLE)
    terminal.see(r"\bmove 0 ")
    start_solver(terminal)
    terminal.press("w")
    terminal.see("Watching ›", "running")
    terminal.press("space")
    terminal.see("paused")
    assert solvers(terminal, processes)
    return terminal


ENDS = {
    "killed": lambda terminal: terminal.process.kill(),
    "asked": lambda terminal: terminal.process.terminate(),
    "hung up": lambda terminal: terminal.hang_up(),
}


@each_round
@first_of(
    ("scene", "end"),
    [
        (racing, "killed"),
        (racing, "hung up"),
        (paused, "killed"),
        (racing, "asked"),
        (paused, "asked"),
        (paused, "hung up"),
    ],
)
def test_no_solver_is_left(start, processes, gone, scene, end, nth):
    terminal = scene(start, processes)
    ENDS[end](terminal)
    gone(None if end == "hung up" else terminal)


@pytest.mark.long
def test_stopping_ends_the_solver_and_keeps_the_app(working, processes):
    working.press("x")
    working.read_until(lambda _: not solvers(working, processes), 1.0 + GRACE)
    working.press("left")
    working.read_until(shows_cursor)


def test_a_move_outlives_a_hang_up(start, gone):
    terminal = start("play", "hexapawn-5x5")
    terminal.see(r"\bmove 0 ")
    terminal.press("tab", "enter", "tab", "enter")
    terminal.see(r"White to move +move 1 ")
    terminal.hang_up()
    gone()
    start("play", "hexapawn-5x5").see(r"White to move +move 1 ")
