"""Limits of the host: lower limits, and a number of workers at once, whoever starts them."""

import asyncio
import resource
from contextlib import aclosing

import pytest

from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.process.host_limits import (
    HostLimits,
    cap_limits,
    cap_workers,
    set_host_limits,
    worker_slots,
)
from ludoscope.search.process.worker import INTERPRETER_BYTES, THREAD_ADDRESS_BYTES
from ludoscope.search.registry import find_solver

pytestmark = pytest.mark.usefixtures("forked_workers")

PUZZLE = find("english-central")
LONG = find_solver(PUZZLE.game, "breadth-first")
QUICK = find_solver(find("hexapawn-3x3").game, "memo")


@pytest.fixture(autouse=True)
def no_host_limits():
    yield
    set_host_limits(HostLimits())


def run(game, solver):
    return SolverProcess.start(game, game.start, solver, Limits(seconds=60))


@pytest.mark.parametrize(
    ("host", "wanted", "found"),
    [
        (HostLimits(), Limits(9, 8, 7), Limits(9, 8, 7)),
        (HostLimits(seconds=5, megabytes=1), Limits(9, 8, 7), Limits(5, 8, 7)),
        (HostLimits(seconds=5, megabytes=1), Limits(), Limits(5, None, 1 << 20)),
        (HostLimits(megabytes=3), Limits(9, None, 1 << 30), Limits(9, None, 3 << 20)),
    ],
)
def test_limits_are_the_lower_of_two(host, wanted, found):
    set_host_limits(host)
    assert cap_limits(wanted) == found


def test_a_race_has_no_more_at_once_than_there_is_room_for():
    assert cap_workers(8) == 8
    set_host_limits(HostLimits(workers=3))
    assert cap_workers(8) == 3
    assert cap_workers(2) == 2


@pytest.mark.skipif(not hasattr(resource, "prlimit"), reason="the system does not tell")
@pytest.mark.parametrize(
    ("host_limits", "limits", "budget", "threads"),
    [
        (HostLimits(), Limits(memory=64 << 20), 64 << 20, 1),
        (HostLimits(), Limits(memory=64 << 20, jobs=3), 64 << 20, 3),
        (HostLimits(megabytes=32), Limits(), 32 << 20, 1),
        (HostLimits(megabytes=32), Limits(memory=64 << 20), 32 << 20, 1),
    ],
)
async def test_a_worker_binds_itself_to_its_memory(host_limits, limits, budget, threads):
    """Check that a solver that exceeds its memory fails alone, without harming the machine."""
    set_host_limits(host_limits)
    game = PUZZLE.game
    worker = await SolverProcess.start(game, game.start, LONG, cap_limits(limits), paused=True)
    async with aclosing(worker.events()) as events:
        await anext(events)
        bound = budget + INTERPRETER_BYTES + threads * THREAD_ADDRESS_BYTES
        assert resource.prlimit(worker.pid, resource.RLIMIT_AS) == (bound, bound)


async def test_the_next_worker_waits_until_one_is_gone():
    set_host_limits(HostLimits(workers=2))
    first, second = [await run(PUZZLE.game, LONG) for _ in range(2)]
    assert worker_slots().is_full()
    third = asyncio.ensure_future(run(find("hexapawn-3x3").game, QUICK))
    done, _ = await asyncio.wait([third], timeout=0.5)
    assert not done
    first.cancel()
    assert isinstance(await (await third).wait_for_verdict(), Solved)
    second.cancel()
    await wait_for_killed()
    assert not worker_slots().is_full()


async def test_who_gives_up_waiting_takes_no_place():
    set_host_limits(HostLimits(workers=1))
    first = await run(PUZZLE.game, LONG)
    for _ in range(3):
        waiting = asyncio.ensure_future(run(PUZZLE.game, LONG))
        await asyncio.sleep(0)
        waiting.cancel()
    first.cancel()
    await wait_for_killed()
    assert not worker_slots().is_full()


@pytest.mark.usefixtures("fresh_workers")
async def test_a_start_that_is_cancelled_or_fails_gives_its_place_back(monkeypatch):
    set_host_limits(HostLimits(workers=1))
    starting = asyncio.ensure_future(run(PUZZLE.game, LONG))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    await wait_for_killed()
    assert not worker_slots().is_full()
    monkeypatch.setattr("sys.executable", "/nowhere/python")
    verdict = await (await run(PUZZLE.game, LONG)).wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason.startswith("no process could be started: ")
    await asyncio.sleep(0)
    assert not worker_slots().is_full()
