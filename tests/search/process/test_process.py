"""Workers that break their word, and processes that can't be had: a verdict each, and no crash."""

import asyncio
import json
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import first_of

from ludoscope.games.peg import notation
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.process.child_process import call_in_thread, wait_for_killed
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.process.host_limits import HostLimits, set_host_limits, worker_slots
from ludoscope.search.process.spawn import idle_worker
from ludoscope.search.process.wire import decode, encode
from ludoscope.search.process.worker_pool import WorkerPool
from ludoscope.search.registry import default_solver, find_solver

ENDLESS = lucas_problem(28)
SAYS = """
import os, signal, sys, time
def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()
"""


async def start(game, name: str, limits: Limits) -> SolverProcess:
    return await SolverProcess.start(game, game.start, find_solver(game, name), limits)


@first_of(
    ("does", "reason"),
    [
        ("say('{\\n')", "the process sent '{', expected an object"),
        ("say('{}\\n')", "malformed message: found event 'None'"),
        ('say(\'{"event": "solved", "moves": []}\\n\')', "malformed message: found the fields"),
        ("say('x' * 3_000_000)", "sent a line of more than 2 MiB"),
        ("say('{\"event\": ')", "the process ended with status 0"),
        ("say('{\"event\": '); os.kill(os.getpid(), signal.SIGKILL)", "was killed by SIGKILL"),
        ("sys.exit(3)", "the process ended with status 3"),
        ("os.kill(os.getpid(), signal.SIGSTOP)", "the process was stopped by a signal"),
        ("say('{'); os.close(1); time.sleep(60)", "the process closed its output"),
        ("say('[1]\\n')", "the process sent '[1]', expected an object"),
        ("say('[' * 100_000 + '\\n')", "expected an object"),
        ("os.write(1, bytes(range(9, 256)) + b'\\n')", "expected an object"),
        ("while True: say('x' * 65536)", "sent a line of more than 2 MiB"),
        ("os.abort()", "was killed by SIGABRT"),
    ],
    9,
)
async def test_what_is_no_message_is_a_verdict(
    does: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "SIGSTOP" in does and not hasattr(os, "waitid"):
        pytest.skip("the system does not tell")
    words = [sys.executable, "-c", SAYS + does]
    monkeypatch.setattr("ludoscope.search.process.spawn.worker_command", lambda module: words)
    monkeypatch.setattr("ludoscope.search.process.child_process.MAX_LINE_BYTES", 2 << 20)
    monkeypatch.setattr("ludoscope.search.process.child_process.STOPPED_CHECK_SECONDS", 0.1)
    monkeypatch.setattr(
        "ludoscope.search.process.child_process.EXIT_TIMEOUT_SECONDS",
        0.1 if "close" in does else 60,
    )
    run = await start(ENDLESS, "depth-first", Limits())
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert reason in verdict.reason
    assert verdict.reason.isprintable()
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


async def test_a_worker_that_is_silent_after_its_time_limit_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = [sys.executable, "-c", SAYS + "time.sleep(600)"]
    monkeypatch.setattr("ludoscope.search.process.spawn.worker_command", lambda module: words)
    monkeypatch.setattr("ludoscope.search.process.client.SILENCE_SECONDS", 0.05)
    run = await start(ENDLESS, "depth-first", Limits(0.1))
    run.pause()  # while it is paused, time does not count
    paused = asyncio.create_task(run.wait_for_verdict())
    await asyncio.wait([paused], timeout=0.5)
    assert not paused.done()
    run.resume()
    verdict = await paused
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "0.1 s, the time limit, and no answer after it"
    with pytest.raises(ProcessLookupError):
        os.kill(run.pid, 0)


async def test_a_silent_replacement_of_a_kept_worker_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool, game = WorkerPool(1), lucas_problem(1)
    solver = find_solver(game, "depth-first")
    run = await SolverProcess.start(game, game.start, solver, Limits(), pool=pool)
    pid = run.pid
    assert isinstance(await run.wait_for_verdict(), Solved)
    os.kill(pid, signal.SIGKILL)  # while it is kept
    words = [sys.executable, "-c", SAYS + "time.sleep(600)"]
    monkeypatch.setattr("ludoscope.search.process.spawn.worker_command", lambda module: words)
    monkeypatch.setattr("ludoscope.search.process.client.SILENCE_SECONDS", 0.05)
    run = await SolverProcess.start(game, game.start, solver, Limits(0.1), pool=pool)
    assert run._is_warm
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "0.1 s, the time limit, and no answer after it"


async def test_an_idle_worker_takes_the_job(monkeypatch: pytest.MonkeyPatch) -> None:
    game = lucas_problem(1)
    solver, limits = find_solver(game, "depth-first"), Limits()
    with idle_worker() as process:
        assert process
        run = await SolverProcess.start(game, game.start, solver, limits, process=process)
        assert run.pid == process.pid
        assert isinstance(await run.wait_for_verdict(), Solved)
    with idle_worker() as process:  # its path for modules is no longer that of this process
        assert process
        monkeypatch.syspath_prepend("/elsewhere")
        run = await SolverProcess.start(game, game.start, solver, limits, process=process)
        assert run.pid != process.pid
        assert isinstance(await run.wait_for_verdict(), Solved)
        assert process.poll() is None
    assert process.poll() is not None


async def test_where_no_process_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: object, **options: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("subprocess.Popen", refuse)
    run = await start(ENDLESS, "depth-first", Limits())
    run.pause()
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "no process could be started: Resource temporarily unavailable"
    run.cancel()


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="the system has no waitid")
async def test_one_that_ended_unseen_is_collected_once(caplog: pytest.LogCaptureFixture) -> None:
    run = await start(lucas_problem(1), "depth-first", Limits())
    os.waitid(os.P_PID, run.pid, os.WEXITED | os.WNOWAIT)  # the event loop sees nothing of it
    run.cancel()
    await run.wait_for_verdict()
    await wait_for_killed()
    assert not caplog.records


async def test_a_solver_that_raises_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(type(ENDLESS), "text", lambda game, position: "[]")
        run = await start(ENDLESS, "depth-first", Limits())
    with pytest.raises(SolverFault) as raised:
        await run.wait_for_verdict()
    assert isinstance(raised.value.to_verdict(None), GaveUp)
    assert raised.value.to_verdict(None).reason.startswith("fault in the solver: ")


async def test_a_message_of_another_job_is_no_verdict() -> None:
    pool, game = WorkerPool(1), lucas_problem(1)
    solver = find_solver(game, "depth-first")
    run = await SolverProcess.start(game, game.start, solver, Limits(), pool=pool)
    run._job["number"] += 1
    verdict = await run.wait_for_verdict()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "the process sent a message of another job"


async def test_a_process_is_not_kept_where_others_may_wait_for_it() -> None:
    set_host_limits(HostLimits(workers=1))
    pool, game = WorkerPool(1), lucas_problem(1)
    solver = find_solver(game, "depth-first")
    for _ in range(2):
        run = await SolverProcess.start(game, game.start, solver, Limits(), pool=pool)
        assert isinstance(await run.wait_for_verdict(), Solved)
        assert not worker_slots().is_full()


async def test_a_thread_is_a_matter_of_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(
        "ludoscope.search.process.child_process._thread_pool", ThreadPoolExecutor(1)
    )
    with monkeypatch.context() as patched:
        patched.setattr("threading.Thread.start", refuse)
        assert await call_in_thread(max, 1, 2) == 2
    assert await call_in_thread(max, 1, 3) == 3


async def test_nothing_hostile_reaches_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("search", "games", "json", "runpy"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise SystemExit('mine')\n")
    monkeypatch.chdir(tmp_path)
    for name, value in {
        "PYTHONPATH": str(tmp_path),
        "PYTHONINSPECT": "1",
        "PYTHONWARNINGS": "error",
        "PYTHONSTARTUP": "search/__init__.py",
        "PYTHONOPTIMIZE": "2",
    }.items():
        monkeypatch.setenv(name, value)
    for path in ("", str(tmp_path)):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "path", [path, *sys.path])
            run = await start(lucas_problem(1), "depth-first", Limits(seconds=60))
        assert isinstance(await run.wait_for_verdict(), Solved)


# Every field of a message is checked

JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


def messages() -> list[dict]:
    game = lucas_problem(1)
    *_, solved = find_solver(game, "depth-first").run(game, game.start, Limits())
    values = find_solver(PAWNS, "memo").run(PAWNS, PAWNS.start, Limits())
    events = [
        Progress(sample=game.start),
        solved,
        Unsolvable(proof="p", certificate=("a",), exhausted=True),
    ]
    coded = [encode(game, game.start, event) for event in [*events, GaveUp(reason="tired")]]
    *_, valued = values
    move = PAWNS.moves(PAWNS.start)[0]
    return [*coded, encode(PAWNS, PAWNS.start, replace(valued, values=((move, 3),)))]


PAWNS = find("hexapawn-3x3").game
MESSAGES = json.loads(json.dumps(messages()))


@given(st.data())
def test_what_is_not_as_it_should_be_is_no_event(data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(MESSAGES) - 1))
    game = PAWNS if number == len(MESSAGES) - 1 else lucas_problem(1)
    message = dict(MESSAGES[number])
    assert encode(game, game.start, decode(game, game.start, message)).keys() == message.keys()
    name = data.draw(st.sampled_from([*message, "more"]))
    message[name] = data.draw(JUNK)
    try:
        event = decode(game, game.start, message)
    except ValueError as error:
        assert str(error).isprintable()
        return
    again = json.loads(json.dumps(encode(game, game.start, event)))
    assert again == message or name in ("moves", "sample", "values")  # of texts there are several


def test_bound_that_is_not_finite_is_left_out() -> None:
    game = lucas_problem(1)
    for bound in (float("inf"), float("-inf"), float("nan")):
        line = json.dumps(encode(game, game.start, Progress(best=bound)), allow_nan=False)
        assert decode(game, game.start, json.loads(line)) == Progress()


def test_a_value_is_that_of_one_move() -> None:
    game = PegGame(*notation.read_picture(["xx.x."]))
    [move] = game.moves(game.start)
    coded = encode(game, game.start, Solved(moves=(), values=((move, 3),)))
    message = json.loads(json.dumps(coded))
    assert decode(game, game.start, message).values == ((move, 3),)
    with pytest.raises(ValueError, match="expected one move"):
        decode(game, game.start, message | {"values": [["1,1:EE", 3]]})


def test_a_solution_of_patience_is_sent_without_replaying_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The verifier replays it all the same, and a move that is not legal is found at once."""
    game = find("FreeCell.1").game
    *_, solved = default_solver(game).run(game, game.start, Limits())
    with monkeypatch.context() as patched:
        patched.setattr(type(game), "play", None)
        message = json.loads(json.dumps(encode(game, game.start, solved)))
        assert decode(game, game.start, message) == solved
    for wrong in (["0 T"], ["7a"], [message["moves"][0]] * 2):
        with pytest.raises(ValueError, match=r"found '7a'|neither|not on top"):
            decode(game, game.start, message | {"moves": wrong})
