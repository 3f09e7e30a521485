"""A guest who starts everything at once keeps within the host's limits of solvers and memory."""

import sys
import time

import pytest
from worker_watch import WorkerWatch

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

MAX_SOLVERS = 2
MAX_MEMORY_MEGABYTES = 64
# for the interpreter and a thread, as SECURITY.md says
EXTRA_MEGABYTES = 336
SOLVER, GENERATOR = "ludoscope.search.process.worker", "ludoscope.puzzles.rush.generator_worker"
DIFFICULTY = "ludoscope.puzzles.difficulty_worker"  # if it gets a turn
BOARD = r"\bmove 0 "
PATIENCE = 120.0  # seconds
LIMITS = ("--max-solvers", str(MAX_SOLVERS), "--max-memory", str(MAX_MEMORY_MEGABYTES))


@pytest.fixture
def guest(start, tmp_path):
    terminal = start("play", "--guest", "--data", str(tmp_path / "data"), *LIMITS)
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("t training", gone=["Welcome"])
    return terminal


def choose(terminal, name, row):
    """Run the command or open the puzzle of a name in the palette, which is listed as `row`."""
    terminal.press("ctrl+p")
    terminal.see("─ Commands ─")
    terminal.write(name.encode())
    terminal.see(row)
    while "─ Commands ─" in terminal.text:  # it ignores the key while it still searches
        terminal.press("enter")
        terminal.read(0.5)


def wait_for(terminal, condition, what):
    until = time.monotonic() + PATIENCE  # a screen that changes returns from each read at once
    while not condition():
        assert time.monotonic() < until, f"{what} never came, but\n{terminal.text}"
        terminal.read(0.1)


@pytest.mark.long
def test_all_solvers_of_a_guest_share_the_limits(guest):
    with WorkerWatch(guest.process.pid) as watch:
        guest.press("right", "right", "enter")
        guest.see("e new problem")
        guest.press("n")
        guest.see("Length:")
        guest.write(b"\x1560 moves\r")
        guest.see(r"longest: [1-9]", gone=["Length:"])
        choose(guest, "wiegleb-59-59", "5,9 → 5,9  ")  # solved by no method in seconds
        guest.see(BOARD)
        for move in ("5,7:N", "5,5:N"):  # off any line that is known
            guest.press(":", *move, "enter")
        guest.see("42 pegs left")
        guest.press("i")
        guest.see("[Hh]int queued|[Ss]earching for a hint")
        guest.press("s", "s")
        guest.see("Solve with")
        guest.press("enter")
        guest.see("Solver: breadth-first")
        guest.press("e")
        guest.see("start/finish")
        guest.press("s")
        guest.see("x stop")
        guest.press("ctrl+l")
        guest.see("Lab › ")
        guest.press("p")
        guest.see("Every method")
        guest.press("down", "enter")
        guest.see("Race: at most .* 64 MB each")
        lab_start = len(watch.limited(SOLVER))
        guest.press("s")
        guest.see("queued")
        # no more than one of the race: those that begin may take all the time they have
        wait_for(guest, lambda: len(watch.limited(SOLVER)) > lab_start, "a race in the lab")
        guest.press("ctrl+q")
        assert guest.wait(20) == 0
    bound = MAX_MEMORY_MEGABYTES + EXTRA_MEGABYTES << 20
    assert watch.max_count == MAX_SOLVERS
    assert watch.modules() | {DIFFICULTY} == {SOLVER, GENERATOR, DIFFICULTY}
    for module in (SOLVER, GENERATOR, DIFFICULTY):
        limits = {worker.limit_bytes for worker in watch.limited(module)}
        assert limits == {bound} or (module == DIFFICULTY and not limits), f"{module}: {limits}"
    assert max(worker.peak_bytes for worker in watch.workers.values()) <= bound
