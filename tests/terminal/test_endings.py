"""However the app ends, it ends quickly and nothing of it goes on running."""

import os
import signal
import sys
import time

import pytest

from tui.latency import key_to_frame, shows_cursor, solver_at_work

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

GRACE = 1.0  # seconds on top of what is promised, for a machine that is busy with other tests


def wait_for(true, seconds):
    """Whether `true()` comes to be so within `seconds`."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def solvers(terminal, processes):
    return [pid for pid in processes() if pid != terminal.process.pid]


def test_leaving_while_a_solver_works(home, processes):
    with solver_at_work(str(home)) as terminal:
        assert solvers(terminal, processes)
        terminal.press("ctrl+q")
        assert terminal.wait(0.5 + GRACE) == 0
        assert wait_for(lambda: not processes(), GRACE)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signals_while_a_solver_works(home, processes, number):
    with solver_at_work(str(home)) as terminal:
        assert solvers(terminal, processes)
        os.kill(terminal.process.pid, number)
        terminal.wait(1.5 + GRACE)
        assert wait_for(lambda: not processes(), GRACE)


def test_killing_the_app_ends_its_solver(home, processes):
    with solver_at_work(str(home)) as terminal:
        assert solvers(terminal, processes)
        terminal.process.kill()
        terminal.process.wait()
        assert wait_for(lambda: not processes(), 1.0 + GRACE)


def test_stopping_ends_the_solver_and_keeps_the_app(home, processes):
    with solver_at_work(str(home)) as terminal:
        terminal.press("x")
        terminal.read_until(lambda _: not solvers(terminal, processes), 1.0 + GRACE)
        terminal.press("left")
        terminal.read_until(shows_cursor)


def test_keys_show_while_a_solver_works():
    """Frames keep coming; how fast they are on an idle machine is for the bench to say."""
    assert max(key_to_frame(20)) < 2.0
