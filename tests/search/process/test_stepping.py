"""A search that is paused stands still, and steps are exact; what is counted by depth adds up."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from many import each_of, first_of

from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import MAX_LEVELS, Budget, Limits
from ludoscope.search.events import GaveUp, Solved, Verdict
from ludoscope.search.pause import Pause
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.registry import find_solver, solvers
from ludoscope.search.solver import Solver

pytestmark = pytest.mark.usefixtures("forked_workers")

SMALL = lucas_problem(1)
ENDLESS = lucas_problem(28)
READABLE = [
    ("lucas-01", "breadth-first"),
    ("lucas-01", "depth-first"),
    ("lucas-01", "beam"),
    ("lucas-01", "best-first"),
    ("orush-03", "a-star"),
    ("hexapawn-3x3", "mtd-readable"),
    ("hexapawn-3x3", "memo"),
]


@asynccontextmanager
async def held(game, solver: str, limits: Limits | None = None) -> AsyncIterator[tuple]:
    """Yield a run that is paused at its first expansion, and its events."""
    row = find_solver(game, solver)
    run = await SolverProcess.start(game, game.start, row, limits or Limits(), paused=True)
    async with aclosing(run.events()) as events:
        first = await anext(events)
        assert first.held
        assert first.explored == 1 or row.kernels
        yield run, events


@each_of(("puzzle", "solver"), READABLE)
def test_steps_are_exact_and_come_to_the_same_end(puzzle: str, solver: str) -> None:
    game = find(puzzle).game
    row = find_solver(game, solver)
    *_, free = row.run(game, game.start, Limits())
    verdict = stepped(game, row)
    assert (verdict.explored, verdict.levels) == (free.explored, free.levels)
    measured = ("seconds", "bytes", "entries")  # the last when it was last told of
    assert verdict == replace(free, **{name: getattr(verdict, name) for name in measured})


def test_searches_that_take_turns_keep_to_one_gate() -> None:
    assert isinstance(stepped(SMALL, find_solver(SMALL, "both-ends")), Solved)


def test_steps_asked_for_while_it_stands_add_up() -> None:
    pause = Pause()
    pause.pause()
    for count in (2, 3, 1):
        pause.step(count)
    pause.wait()
    assert pause.expansions_left == 6
    assert not pause.count(5)
    assert pause.count(1)
    pause.step(4)
    pause.wait()
    assert pause.expansions_left == 4, "what was granted before is spent"


def stepped(game, row: Solver) -> Verdict:
    """Return the verdict of a search that goes one step, then three, then one, and so on."""
    pause = Pause()
    pause.pause()
    seen, count = 0, 1
    for event in row.run(game, game.start, Limits(pause=pause)):
        if isinstance(event, Verdict):
            assert seen <= event.explored < seen + count
            return event
        assert event.explored == seen + count
        assert sum(event.levels) == event.explored
        assert event.sample is not None
        seen, count = event.explored, 4 - count
        pause.step(count)
        pause.wait()
    raise AssertionError("no verdict")


async def test_a_step_over_the_pipe_is_one_expansion() -> None:
    async with held(ENDLESS, "breadth-first") as (run, events):
        for explored, count in ((2, 1), (3, 1), (13, 10)):
            run.step(count)
            event = await anext(events)
            assert (event.explored, event.held) == (explored, True)
        run.resume()
        event = await anext(events)
        assert not event.held
        assert event.explored > 13
        run.step(5)  # of a search that runs: paused first
        stood = [event async for event in _until_held(events, 2)]
        assert stood[1].explored == stood[0].explored + 5


async def _until_held(events, times: int):
    async for event in events:
        if event.held:
            yield event
            times -= 1
            if not times:
                return


async def test_a_search_that_stands_still_takes_no_time_and_can_be_stopped() -> None:
    began = time.monotonic()
    async with held(ENDLESS, "depth-first") as (run, events):
        before = _processor_time(run.pid)
        await asyncio.sleep(0.7)
        assert _processor_time(run.pid) - before <= 1
        run.step()
        event = await anext(events)
        assert event.held
        passed = time.monotonic() - began
        assert event.seconds < passed - 0.6, "time that it stood still does not count"
        run.cancel()
        verdict = await anext(events)
        assert verdict == GaveUp.from_progress(event, "stopped")


async def test_an_order_that_comes_before_the_first_step_is_kept() -> None:
    game = find("hexapawn-3x3").game
    for _ in range(3):
        run = await SolverProcess.start(
            game, game.start, find_solver(game, "memo"), Limits(), paused=True
        )
        run.resume()
        verdict = await asyncio.wait_for(run.wait_for_verdict(), 20)
        assert isinstance(verdict, Solved)


def _processor_time(pid: int) -> int:
    """Return the clock ticks that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


async def test_compiled_searches_are_paused_too() -> None:
    game = find("hexapawn-7x7").game
    if not next(row for row in solvers("hexapawn") if row.name == "mtd").is_available:
        pytest.skip("kernels not compiled here")
    async with held(game, "mtd") as (run, events):
        run.resume()
        first = await anext(events)
        run.pause()
        async for event in events:
            if event.held:
                break
        assert event.explored >= first.explored
        run.resume()
        async for later in events:
            if later.explored > event.explored:
                break
        assert not later.held


def test_depths_beyond_measure_are_counted_in_bands() -> None:
    budget = Budget(Limits())
    for depth in range(5000):
        budget.count(1, depth)
    progress = budget.progress()
    assert len(progress.levels) <= MAX_LEVELS
    assert progress.band == 32
    assert set(progress.levels[:-1]) == {progress.band}
    assert sum(progress.levels) == 5000
    budget.levels = range(1000)
    assert sum(budget.levels) == sum(range(1000))
    assert budget.band == 8


@first_of("puzzle", ["orush-03", "orush-20"])
def test_the_kernel_counts_by_depth_what_the_readable_search_counts(puzzle: str) -> None:
    game = find(puzzle).game
    if not find_solver(game, "breadth-first") or not solvers("rush")[0].is_available:
        pytest.skip("kernels not compiled here")
    for measure in ("", "-slides"):
        *_, readable = find_solver(game, f"breadth-first{measure}").run(game, game.start, Limits())
        *_, compiled = find_solver(game, f"swift{measure}").run(game, game.start, Limits())
        assert compiled.levels[:-1] == readable.levels[:-1]
        assert len(compiled.levels) == len(compiled.moves)
        assert sum(compiled.levels) == compiled.explored


@pytest.mark.parametrize(
    ("puzzle", "solver"),
    [("lucas-01", "breadth-first"), ("orush-03", "breadth-first"), ("orush-03", "a-star-slides")],
)
def test_what_is_proved_on_the_way_is_true(puzzle: str, solver: str) -> None:
    game = find(puzzle).game
    *reports, verdict = stepped_all(game, find_solver(game, solver))
    bounds = [int(report.proved.split()[5]) for report in reports if report.proved]
    assert bounds == sorted(bounds)
    assert 1 < bounds[-1] <= len(verdict.moves)


def stepped_all(game, row: Solver) -> list:
    """Return every event of a search that reports each step."""
    pause = Pause()
    pause.pause()
    events = []
    for event in row.run(game, game.start, Limits(pause=pause)):
        events.append(event)
        pause.step(1)
        pause.wait()
    return events


def test_what_is_proved_of_a_value_closes_in_on_it() -> None:
    game = find("hexapawn-4x4").game
    *reports, verdict = stepped_all(game, find_solver(game, "mtd-readable"))
    said = list(dict.fromkeys(report.proved for report in reports))
    wins = "wins" if verdict.value > 0 else "loses"
    assert said[0] == ""
    assert all(one.startswith(f"the side to move {wins}, in at most ") for one in said[1:])
    for one in said[1:]:
        most, _, least = one.partition("at most ")[2].partition(" plies")
        assert int(least.split()[-1] if least else 0) <= abs(verdict.value) <= int(most)
