"""The worker and its client: real processes, and a clean end however either side dies."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from many import first_of

from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.process.spawn import worker_command
from ludoscope.search.registry import find_solver
from ludoscope.search.solver import Solver

ENDLESS = lucas_problem(28)  # for the readable solvers
pytestmark = pytest.mark.usefixtures("forked_workers")

HANG = 30.0  # seconds: what takes longer hangs


def alive(pid: int) -> bool:
    """Return True if a process runs; False for one that is dead but not yet reaped."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


async def start(game, name: str, limits: Limits) -> SolverProcess:
    return await SolverProcess.start(game, game.start, find_solver(game, name), limits)


@pytest.mark.parametrize(
    ("name", "solver", "kind"),
    [
        ("triangle-15-15", "depth-first", Solved),
        ("european-central", "depth-first", Unsolvable),
        ("orush-03", "a-star-slides", Solved),
        ("hexapawn-3x4", "memo", Solved),
        ("MidnightOil.4", "depth-first", Solved),
    ],
)
async def test_every_family_travels_through_the_pipe(name: str, solver: str, kind: type) -> None:
    game = find(name).game
    verdict = await (await start(game, solver, Limits(seconds=30))).wait_for_verdict()
    assert isinstance(verdict, kind)
    *_, here = find_solver(game, solver).run(game, game.start, Limits(seconds=30))
    assert verdict.explored == here.explored
    if isinstance(here, Solved):
        assert (verdict.moves, verdict.value) == (here.moves, here.value)


async def test_progress_arrives_while_it_works_and_cancel_is_at_once() -> None:
    run = await start(ENDLESS, "depth-first", Limits())
    seen = []
    async for event in run:
        seen.append(event)
        if len(seen) == 3:
            assert run.last_progress is event
            run.cancel()
    assert all(isinstance(event, Progress) for event in seen[:3])
    assert isinstance(seen[2].sample, int)
    assert run.verdict == GaveUp.from_progress(run.last_progress, "stopped")
    assert not alive(run.pid)


async def test_leaving_the_events_early_ends_the_process() -> None:
    run = await start(ENDLESS, "depth-first", Limits())
    events = run.events()
    assert isinstance(await anext(events), Progress)
    await events.aclose()
    assert not alive(run.pid)


async def test_a_worker_that_dies_is_a_verdict() -> None:
    run = await start(ENDLESS, "depth-first", Limits())
    asyncio.get_running_loop().call_later(0.3, os.kill, run.pid, signal.SIGKILL)
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "the process was killed by SIGKILL"


async def test_the_memory_budget_holds() -> None:
    run = await start(ENDLESS, "breadth-first", Limits(seconds=30, memory=8 << 20))
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert "memory" in verdict.reason


async def test_a_solver_that_nobody_knows_is_a_fault() -> None:
    unknown = Solver("oracle", "", "", "ludoscope.search.generic.uninformed:depth_first")
    run = await SolverProcess.start(ENDLESS, ENDLESS.start, unknown, Limits())
    with pytest.raises(SolverFault, match="no solver 'oracle'"):
        await run.wait_for_verdict()
    assert not alive(run.pid)


@pytest.mark.skipif(not all(map(is_compiled, BEAM_KERNELS)), reason="kernels not compiled here")
async def test_a_certificate_is_checked_on_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find("diamond-59-57").game
    verdict = await (await start(game, "prove", Limits(seconds=30))).wait_for_verdict()
    assert isinstance(verdict, Unsolvable)
    assert verdict.certificate
    wrong = replace(verdict, certificate=("here [" + verdict.certificate[0].partition(" [")[2],))
    monkeypatch.setattr("ludoscope.search.process.client.decode", lambda *_: wrong)
    with pytest.raises(SolverFault, match="the proof of prove does not hold"):
        await (await start(game, "prove", Limits(seconds=30))).wait_for_verdict()


PARENT = """
import asyncio
from ludoscope.puzzles.catalogue import find
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.registry import find_solver
from ludoscope.search.budget import Limits
from ludoscope.search.process.wire import decode, encode
async def main():
    game = find("lucas-28").game
    run = await SolverProcess.start(game, game.start, find_solver(game, "depth-first"), Limits())
    async for event in run:
        print(run.pid, flush=True)
asyncio.run(main())
"""


@first_of("stopped", [False, True])
def test_no_worker_outlives_a_parent_that_is_killed(stopped: bool) -> None:
    if stopped and sys.platform != "linux":
        pytest.skip("only Linux kills a process with its parent")
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        env=os.environ,
        text=True,
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    assert alive(worker)
    if stopped:
        os.kill(worker, signal.SIGSTOP)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + HANG
    while alive(worker):
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_worker_that_is_done_ends_well() -> None:
    """Though its lifeline is still there."""
    game = lucas_problem(1)
    job = {"game": game.spec(), "position": game.text(game.start), "solver": "depth-first"}
    job |= {"seconds": None, "explored": None, "memory": None, "jobs": None, "held": False}
    worker = subprocess.Popen(
        worker_command("ludoscope.search.process.worker"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert worker.stdin
    assert worker.stdout
    worker.stdin.write(json.dumps(job).encode() + b"\n")
    worker.stdin.flush()
    *_, verdict = worker.stdout
    assert json.loads(verdict)["event"] == "solved"
    assert worker.wait() == 0
    worker.communicate()
