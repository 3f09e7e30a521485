"""`import ludoscope`: the answers, the errors, and that no process outlives a call."""

import asyncio
import doctest
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from pathlib import Path
from pydoc import locate

import pytest
from many import each_of, first_of

import ludoscope
from ludoscope import GaveUp, Progress, Solved, Unsolvable, Verdict, api
from ludoscope.puzzles import position
from ludoscope.search.process import spawn
from ludoscope.search.process.client import SolverFault

ROOT = Path(__file__).parents[2]
ENDLESS = "lucas-28", "depth-first"  # a puzzle, and a solver that does not come to an end with it

pytestmark = pytest.mark.usefixtures("forked_workers")


@pytest.fixture
def started(pids: list[int]) -> Iterator[list[int]]:
    """Yield the ids of the processes that are started; check that all have ended."""
    yield pids
    assert pids
    ludoscope.keep_workers(False)
    assert not any(map(lives, pids))


def lives(pid: int) -> bool:
    """Return True if the process exists, also as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("name", "solver", "length", "optimal_in"),
    [
        ("lucas-07", None, 20, None),  # a peg less with each jump
        ("lucas-01", "fewest", 5, "moves"),
        ("FreeCell.123456", None, None, None),
        ("orush-02", None, 4, "cells"),
        ("orush-02", "swift-slides", 3, "slides"),
        ("hexapawn-4x4", None, 11, "plies"),
    ],
)
def test_a_solution_of_each_family(name, solver, length, optimal_in, started) -> None:
    puzzle = ludoscope.puzzle(name)
    verdict = ludoscope.solve(puzzle, solver)
    assert isinstance(verdict, Solved)
    assert length in (None, len(verdict.moves))
    assert verdict.optimal_in == optimal_in
    assert ludoscope.verify(puzzle, verdict.moves).is_valid
    assert ludoscope.verify(puzzle, ludoscope.notation(puzzle, verdict.moves)).is_valid
    assert not ludoscope.verify(puzzle, verdict.moves[:-1]).is_valid


def test_what_cannot_be_solved_is_proved(started) -> None:
    verdict = ludoscope.solve(ludoscope.puzzle("Seahaven.12"))
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("exhaustion")


@pytest.mark.parametrize(
    ("limit", "reason"),
    [({"time": 0.3}, "0.3 s, the time limit"), ({"memory": 1}, "1 MB, the memory limit")],
)
def test_a_limit_is_a_reason_to_give_up(limit, reason, started) -> None:
    name, solver = "lucas-28", "breadth-first"
    verdict = ludoscope.solve(ludoscope.puzzle(name), solver, **limit)
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == reason


def test_progress_is_told_in_the_thread_of_the_caller(started) -> None:
    told = []

    def hear(progress: Progress) -> None:
        told.append((progress.explored, threading.get_ident()))

    name, solver = ENDLESS
    verdict = ludoscope.solve(ludoscope.puzzle(name), solver, time=0.5, progress=hear)
    assert told
    assert {thread for _, thread in told} == {threading.get_ident()}
    counts = [explored for explored, _ in told]
    assert counts == sorted(counts)
    assert verdict.explored >= counts[-1]


def test_an_exception_in_progress_ends_the_search(started) -> None:
    def refuse(progress: Progress) -> None:
        raise ZeroDivisionError

    name, solver = ENDLESS
    with pytest.raises(ZeroDivisionError):
        ludoscope.solve(ludoscope.puzzle(name), solver, progress=refuse)


def test_an_interrupt_ends_the_search(started) -> None:
    seen = threading.Event()

    def interrupt() -> None:
        seen.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    name, solver = ENDLESS
    with pytest.raises(KeyboardInterrupt):
        ludoscope.solve(ludoscope.puzzle(name), solver, progress=lambda progress: seen.set())


def test_an_interrupt_before_the_search_begins(started, monkeypatch: pytest.MonkeyPatch) -> None:
    start = spawn.subprocess.Popen

    def interrupted(*words, **options):
        process = start(*words, **options)
        os.kill(os.getpid(), signal.SIGINT)
        return process

    monkeypatch.setattr(spawn.subprocess, "Popen", interrupted)
    name, solver = ENDLESS
    with pytest.raises(KeyboardInterrupt):
        ludoscope.solve(ludoscope.puzzle(name), solver)


async def test_solve_works_where_a_loop_runs(started) -> None:
    assert isinstance(ludoscope.solve(ludoscope.puzzle("orush-02")), Solved)


def test_solve_works_in_several_threads_at_once(started) -> None:
    def look(number: int) -> Verdict:
        return ludoscope.solve(ludoscope.puzzle(f"Seahaven.{number}"))

    with ThreadPoolExecutor(4) as threads:
        verdicts = list(threads.map(look, range(10, 16)))
    assert isinstance(verdicts[2], Unsolvable)
    assert 0 < len(started) <= 4


async def test_astream_yields_reports_and_finally_the_verdict(started) -> None:
    name, solver = ENDLESS
    events = [event async for event in ludoscope.astream(ludoscope.puzzle(name), solver, time=0.5)]
    assert len(events) > 1
    assert all(isinstance(event, Progress) for event in events[:-1])
    assert isinstance(events[-1], GaveUp)


async def test_closing_astream_ends_the_search(started) -> None:
    name, solver = ENDLESS
    async with aclosing(ludoscope.astream(ludoscope.puzzle(name), solver)) as events:
        assert isinstance(await anext(events), Progress)
        assert lives(started[0])
    assert not lives(started[0])


async def test_cancelling_its_task_ends_the_search(started) -> None:
    async def watch() -> None:
        name, solver = ENDLESS
        async for _ in ludoscope.astream(ludoscope.puzzle(name), solver):
            seen.set()

    seen = asyncio.Event()
    task = asyncio.create_task(watch())
    await seen.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.long
@first_of("leave", ["break", "raise KeyError"])
def test_leaving_the_loop_early_ends_the_search(leave: str) -> None:
    script = f"""
import asyncio, subprocess, ludoscope
from ludoscope.search.process import child_process as child
class Told(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        print(self.pid)
subprocess.Popen = Told
async def main():
    async for event in ludoscope.astream(ludoscope.puzzle("lucas-28"), "depth-first"):
        {leave}
try:
    asyncio.run(main())
except KeyError:
    pass
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert not lives(int(done.stdout))


@each_of(
    ("name", "said"),
    [
        ("nobody", "no puzzle and no file is called 'nobody'"),
        ("FreeCell.0", "no puzzle 'FreeCell.0'"),
        (Path("nobody"), "nobody: No such file or directory"),
        (Path(), ".: Is a directory"),
        ("no\0body", "no puzzle and no file is called 'no\\x00body'"),
        ("x" * 5000, "File name too long"),
        ("ludoscope nobody 0:", "no puzzle is called 'nobody'"),
    ],
)
def test_a_bad_name_is_one_sentence(name: str | Path, said: str) -> None:
    with pytest.raises(ludoscope.Error) as caught:
        ludoscope.puzzle(name)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_puzzles_from_files(tmp_path: Path) -> None:
    path = tmp_path / "sea.txt"
    path.write_text("~~~~~~\n~~~~~~\n~~AABC\n~~~~BC\n~~~~~~\n~~~~~~\n")
    for puzzle in ludoscope.puzzle(path), ludoscope.puzzle(str(path)):
        assert puzzle.game.spec() == ludoscope.puzzle("orush-02").game.spec()
    with pytest.raises(ludoscope.Error, match="no puzzle is called"):
        ludoscope.puzzle(str(path), files=False)
    path.write_text("AA\n")
    with pytest.raises(ludoscope.Error, match=r"sea\.txt"):
        ludoscope.puzzle(path, "rush")


@each_of(
    ("arguments", "said"),
    [
        ({"solver": "nobody"}, "no solver 'nobody' for peg, expected one of"),
        ({"time": 0}, "found time 0, expected seconds above 0"),
        ({"time": float("nan")}, "found time nan, expected seconds above 0"),
        ({"memory": -1}, "found memory -1, expected MB above 0"),
    ],
)
@each_of("call", [ludoscope.solve, ludoscope.stream, ludoscope.astream])
def test_bad_arguments_are_one_sentence(call, arguments, said: str) -> None:
    with pytest.raises(ludoscope.Error, match=re.escape(said)):
        call(ludoscope.puzzle("lucas-07"), **arguments)


def test_a_fault_in_a_solver_is_an_error(started, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(run, line):
        raise SolverFault("it says 7")

    monkeypatch.setattr("ludoscope.search.process.client.SolverProcess._decode", fault)
    with pytest.raises(ludoscope.Error, match="fault in solver swift: it says 7"):
        ludoscope.solve(ludoscope.puzzle("orush-02"), "swift")


def test_moves_that_are_wrong() -> None:
    puzzle = ludoscope.puzzle("orush-02")
    assert ludoscope.verify(puzzle, "C>B>Z>").failed_move == 3
    with pytest.raises(ludoscope.Error, match="line 2"):
        ludoscope.verify(puzzle, "C>\n7\n")
    with pytest.raises(ludoscope.Error, match="move 2: there is no boat number 99"):
        ludoscope.notation(puzzle, [(2, 1), (99, 1)])


@pytest.mark.parametrize("module", [ludoscope, api, position])
def test_the_examples_of_the_docstrings(module) -> None:
    failed, tried = doctest.testmod(module)
    assert tried
    assert not failed


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_the_examples_of_the_documentation(page: str) -> None:
    text = "\n".join(re.findall(r"```pycon\n(.*?)```", (ROOT / page).read_text(), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert test.examples
    assert not doctest.DocTestRunner().run(test).failed


def test_all_names_are_there() -> None:
    assert set(ludoscope.__all__) <= set(dir(ludoscope))
    assert all(getattr(ludoscope, name) for name in ludoscope.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nobody'"):
        _ = ludoscope.nobody


def test_every_class_and_function_is_in_the_reference() -> None:
    documented: list[object] = []
    for page in ("library.md", "adding-a-game.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        for path, options in re.findall(r"^::: ([\w.]+)\n((?: +.*\n)*)", text, re.MULTILINE):
            members = re.search(r"members: \[(.+)\]", options)
            names = members[1].split(", ") if members else []
            documented += [locate(path), *(locate(f"{path}.{name}") for name in names)]
    exported = {name: getattr(ludoscope, name) for name in ludoscope.__all__}
    names = [name for name, value in exported.items() if callable(value)]
    assert len(names) > 30
    assert [name for name in names if exported[name] not in documented] == []


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import ludoscope", ("asyncio", "dataclasses", "ludoscope.games")),
        ("import ludoscope; ludoscope.solve", ("textual", "rich", "ludoscope.tui")),
    ],
)
def test_what_an_import_does_not_load(code: str, absent: tuple[str, ...]) -> None:
    code += f"\nimport sys\nassert not sys.modules.keys() & {set(absent)}"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.long
def test_the_module_is_the_command(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "ludoscope", "solve", "orush-02", "-o", "/dev/stdout"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.splitlines()[0] == "C>B>A>A>"
