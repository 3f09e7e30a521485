"""The workers of the library: kept between searches, like new for each, and never left behind."""

import asyncio
import gc
import itertools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import aclosing, closing
from pathlib import Path

import counting_game
import pytest
from counting_game import (
    CHATTING,
    DEADLY,
    EXITING,
    HOARDING,
    LINGERING,
    RAISING,
    RETURNING,
    WRONG,
    countdown,
)
from many import each_of, first_of

import ludoscope
from ludoscope import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.process import background, parallel

HANG_SECONDS = 30.0
ENDLESS = "lucas-28", "depth-first"  # a puzzle, and a solver that does not come to an end with it
EASY = ("FreeCell.123456", "orush-02", "hexapawn-4x4", "lucas-01")  # of each family

pytestmark = pytest.mark.usefixtures("forked_workers")


@pytest.fixture
def family() -> Iterator[None]:
    """Register a game whose solver fails in several ways."""
    with ludoscope.register(counting_game.CountdownFamily, solvers=counting_game.SOLVERS):
        yield


def lives(pid: int) -> bool:
    """Return True if the process exists and is no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANG_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def solve(name: str, solver: str | None = None, **limits: float) -> ludoscope.Verdict:
    return ludoscope.solve(ludoscope.puzzle(name), solver, **limits)


def test_one_worker_serves_all_families_of_ludoscope(pids: list[int]) -> None:
    verdicts = [solve(name) for name in EASY * 2]
    assert {type(verdict) for verdict in verdicts} == {Solved}
    assert [len(v.moves) for v in verdicts[:4]] == [len(v.moves) for v in verdicts[4:]]
    assert len(pids) == 1
    assert lives(pids[0])


def test_a_worker_of_a_plugin_serves_that_only(family: None, pids: list[int]) -> None:
    for _ in range(2):
        assert isinstance(ludoscope.solve(countdown(5)), Solved)
        assert isinstance(solve("orush-02"), Solved)
    assert len(pids) == 2
    assert all(map(lives, pids))


def test_workers_of_a_family_that_is_removed_end(pids: list[int]) -> None:
    for _ in range(2):
        with ludoscope.register(counting_game.CountdownFamily, solvers=counting_game.SOLVERS):
            assert isinstance(ludoscope.solve(countdown(5)), Solved)
        assert not any(map(lives, pids))
    assert len(pids) == 2


def test_workers_are_not_kept_if_they_should_not_be(pids: list[int]) -> None:
    solve("orush-02")
    ludoscope.keep_workers(False)
    assert not lives(pids[0])
    solve("orush-02")
    assert len(pids) == 2
    assert not lives(pids[1])
    ludoscope.keep_workers(True)
    solve("orush-02")
    assert lives(pids[2])


def test_a_search_that_gives_up_ends_its_worker(pids: list[int]) -> None:
    solve("orush-02")
    assert isinstance(solve(*ENDLESS, time=0.1), GaveUp)
    assert not lives(pids[0])
    assert isinstance(solve("orush-02"), Solved)
    assert len(pids) == 2


def test_an_idle_worker_that_was_killed_is_replaced(pids: list[int]) -> None:
    solve("orush-02")
    os.kill(pids[0], signal.SIGKILL)
    assert isinstance(solve("orush-02"), Solved)
    assert len(pids) == 2


def test_a_worker_that_was_killed_in_a_search_costs_that_search(pids: list[int]) -> None:
    solve("orush-02")
    with closing(ludoscope.stream(ludoscope.puzzle(ENDLESS[0]), ENDLESS[1])) as events:
        assert isinstance(next(events), Progress)
        os.kill(pids[0], signal.SIGKILL)
        *_, verdict = events
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "the process was killed by SIGKILL"
    assert isinstance(solve("orush-02"), Solved)
    assert len(pids) == 2


def test_a_worker_with_a_thread_left_behind_takes_no_other_search(
    family: None, pids: list[int]
) -> None:
    for _ in range(2):
        assert isinstance(ludoscope.solve(countdown(LINGERING)), Solved)
        assert isinstance(ludoscope.solve(countdown(5)), Solved)
    assert len(pids) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="the limits of another process are not known")
def test_each_search_has_its_memory_limit(pids: list[int]) -> None:
    import resource

    def limit() -> int:
        return resource.prlimit(pids[0], resource.RLIMIT_AS)[0]

    solve("orush-02")
    unlimited = limit()
    solve("orush-02", memory=512)
    low = limit()
    solve("orush-02", memory=600)
    assert 88 << 20 <= limit() - low < 152 << 20
    solve("orush-02")
    assert limit() == unlimited
    assert len(pids) == 1


def test_a_small_memory_limit_holds_in_a_worker_that_was_used(pids: list[int]) -> None:
    solve("FreeCell.123456")
    verdict = solve("lucas-28", "breadth-first", memory=1)
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "1 MB, the memory limit"


def test_a_memory_limit_below_a_byte_is_no_more_than_that(pids: list[int]) -> None:
    verdict = solve(*ENDLESS, memory=1e-7)
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "0 MB, the memory limit"


@pytest.mark.parametrize(
    ("megabytes", "memory", "count"), [(80, None, 2), (20, 100, 2), (20, 400, 1), (20, None, 1)]
)
def test_memory_that_is_left_is_not_taken_from_the_next_search(
    megabytes: int, memory: int | None, count: int, family: None, pids: list[int]
) -> None:
    ludoscope.solve(countdown(HOARDING + megabytes))
    assert isinstance(ludoscope.solve(countdown(5), memory=memory), Solved)
    assert len(pids) == count


def test_a_wrong_solution_is_found(family: None, pids: list[int]) -> None:
    said = "fault in solver count: the solution of count does not hold: the game is not won"
    with pytest.raises(ludoscope.Error, match=said):
        ludoscope.solve(countdown(WRONG))
    assert not lives(pids[0])


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (RETURNING, "RuntimeError: count ended without a verdict: yield one, do not return it"),
        (CHATTING, "TypeError: count yielded 'still counting', expected an event"),
    ],
)
def test_a_solver_that_yields_no_verdict_does_not_hang(
    number: int, fault: str, family: None, pids: list[int]
) -> None:
    with pytest.raises(ludoscope.Error, match=f"fault in solver count: {fault}"):
        ludoscope.solve(countdown(number))
    assert not lives(pids[0])


def test_rules_that_exit_end_no_other_search(family: None) -> None:
    with pytest.raises(SystemExit):
        ludoscope.solve(countdown(EXITING))
    assert isinstance(ludoscope.solve(countdown(5)), Solved)


def test_where_no_thread_can_be_had_the_search_gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: object) -> None:
        raise RuntimeError("can't start new thread")

    puzzle = ludoscope.puzzle("orush-02")
    with monkeypatch.context() as patched:
        patched.setattr(background, "_thread", None)
        patched.setattr("threading.Thread.start", refuse)
        verdicts = [ludoscope.solve(puzzle), *(v for _, v in ludoscope.solve_many([puzzle] * 3))]
    assert {v.reason for v in verdicts} == {"no thread could be started: can't start new thread"}


# asyncio


def test_event_loops_share_the_workers(pids: list[int]) -> None:
    for _ in range(3):
        assert isinstance(asyncio.run(ludoscope.asolve(ludoscope.puzzle("orush-02"))), Solved)
    assert len(pids) == 1


async def test_asolve_calls_progress_and_returns_the_verdict(pids: list[int]) -> None:
    reports: list[Progress] = []
    puzzle = ludoscope.puzzle(ENDLESS[0])
    verdict = await ludoscope.asolve(puzzle, ENDLESS[1], time=0.3, progress=reports.append)
    assert isinstance(verdict, GaveUp)
    assert reports


async def test_cancelling_asolve_kills_the_worker(pids: list[int]) -> None:
    seen = asyncio.Event()
    puzzle = ludoscope.puzzle(ENDLESS[0])
    search = ludoscope.asolve(puzzle, ENDLESS[1], progress=lambda _: seen.set())
    task = asyncio.create_task(search)
    await seen.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not lives(pids[0])


async def test_searches_of_one_event_loop_run_at_once(pids: list[int]) -> None:
    puzzle = ludoscope.puzzle(ENDLESS[0])
    async with (
        aclosing(ludoscope.astream(puzzle, ENDLESS[1])) as first,
        aclosing(ludoscope.astream(puzzle, ENDLESS[1])) as second,
    ):
        for events in (first, second, first):
            assert isinstance(await anext(events), Progress)
    assert len(pids) == 2
    assert not any(map(lives, pids))


# solve_many


def test_many_puzzles_come_back_in_order(pids: list[int]) -> None:
    names = [*EASY, *(f"Seahaven.{number}" for number in range(5, 15))]
    puzzles = list(map(ludoscope.puzzle, names))
    results = list(ludoscope.solve_many(iter(puzzles), workers=2))
    assert [puzzle for puzzle, _ in results] == puzzles
    assert all(isinstance(v, Solved) and v.puzzle == p for p, v in results if p.name != names[11])
    assert isinstance(results[11][1], Unsolvable)
    assert len(pids) == 2
    assert not any(map(lives, pids))


def test_verdicts_come_as_they_are_found() -> None:
    slow, *fast = [ludoscope.puzzle(ENDLESS[0]), *[ludoscope.puzzle("lucas-01")] * 5]
    results = list(
        ludoscope.solve_many([slow, *fast], "depth-first", workers=2, in_order=False, time=0.5)
    )
    assert [puzzle for puzzle, _ in results] == [*fast, slow]


def test_any_number_of_puzzles_is_taken_as_needed() -> None:
    taken = itertools.count()
    puzzles = (ludoscope.puzzle(f"Seahaven.{next(taken) + 1}") for _ in itertools.count())
    with closing(ludoscope.solve_many(puzzles, workers=2)) as results:
        for _ in range(3):
            next(results)
    assert next(taken) <= 3 + 2 * parallel.SEARCHES_PER_WORKER


def test_a_verdict_does_not_wait_for_further_puzzles() -> None:
    """Also if the next puzzle is made from the last verdict."""
    results: list[tuple[ludoscope.Puzzle, ludoscope.Verdict]] = []

    def puzzles() -> Iterator[ludoscope.Puzzle]:
        for number in range(1, 60):
            if results:
                return
            yield ludoscope.puzzle(f"Seahaven.{number}")
            time.sleep(0.05)

    for result in ludoscope.solve_many(puzzles(), workers=1):
        results.append(result)
    assert len(results) < 59


def test_an_exception_of_the_puzzles_follows_the_earlier_verdicts() -> None:
    def puzzles() -> Iterator[ludoscope.Puzzle]:
        yield from map(ludoscope.puzzle, EASY)
        raise ZeroDivisionError

    results = ludoscope.solve_many(puzzles(), workers=1)
    assert [next(results)[0].name for _ in EASY] == list(EASY)
    with pytest.raises(ZeroDivisionError):
        next(results)


def test_a_search_that_fails_costs_its_own_verdict_only(family: None, pids: list[int]) -> None:
    numbers = [3, DEADLY, 4, WRONG, 5, RAISING, EXITING, 6]
    results = list(ludoscope.solve_many(map(countdown, numbers), workers=1))
    verdicts = dict(zip(numbers, (verdict for _, verdict in results), strict=True))
    assert all(isinstance(verdicts[number], Solved) for number in (3, 4, 5, 6))
    reasons = {number: verdicts[number].reason for number in (DEADLY, WRONG, RAISING, EXITING)}
    assert reasons[DEADLY] == "the process was killed by SIGKILL"
    assert "the solution of count does not hold" in reasons[WRONG]
    assert "fault in the solver: ZeroDivisionError" in reasons[RAISING]
    assert "fault in the game: SystemExit" in reasons[EXITING]
    assert not any(map(lives, pids))


@pytest.mark.parametrize("leave", ["close", "forget"])
def test_leaving_it_kills_the_workers(leave: str, pids: list[int]) -> None:
    endless = itertools.repeat(ludoscope.puzzle(ENDLESS[0]))
    easy = ludoscope.puzzle("lucas-01")
    results = ludoscope.solve_many(itertools.chain([easy], endless), ENDLESS[1], workers=2)
    assert next(results)[0] is easy
    if leave == "close":
        results.close()
    else:
        del results
        gc.collect()
    assert pids
    assert not any(map(lives, pids))


@each_of(
    ("arguments", "error", "said"),
    [
        ({"workers": 0}, ludoscope.Error, "found workers 0, expected a number above 0"),
        ({"workers": 1.5}, TypeError, "workers: found 1.5 .float., expected a whole"),
        ({"workers": True}, TypeError, "workers: found True"),
        ({"solver": "nobody"}, ludoscope.Error, "no family has a solver 'nobody'"),
        ({"solver": 5}, TypeError, "solver: found 5"),
        ({"time": -1}, ludoscope.Error, "found time -1, expected seconds above 0"),
        ({"memory": "1"}, TypeError, "memory: found '1'"),
        ({"in_order": "no"}, TypeError, "in_order: found 'no'"),
        ({"puzzles": None}, TypeError, "puzzles: found None"),
        ({"puzzles": "orush-02"}, TypeError, "puzzles: found 'orush-02'"),
    ],
)
def test_a_bad_argument_is_refused_by_the_call(arguments, error, said: str) -> None:
    puzzles = arguments.pop("puzzles", [])
    with pytest.raises(error, match=said):
        ludoscope.solve_many(puzzles, **arguments)


@each_of(
    ("arguments", "said"),
    [
        ({"puzzle": "orush-02"}, "puzzle: found 'orush-02' .str., expected a puzzle"),
        ({"solver": 5}, "solver: found 5 .int., expected a solver or its name"),
        ({"time": "1"}, "time: found '1' .str., expected a number of seconds"),
    ],
)
@each_of("call", [ludoscope.solve, ludoscope.stream, ludoscope.astream])
def test_an_argument_of_the_wrong_type_is_one_sentence(call, arguments, said: str) -> None:
    arguments = {"puzzle": ludoscope.puzzle("orush-02"), **arguments}
    with pytest.raises(TypeError, match=said):
        call(arguments.pop("puzzle"), **arguments)


def test_a_thing_that_is_no_puzzle_is_refused_in_its_turn() -> None:
    results = ludoscope.solve_many([ludoscope.puzzle("orush-02"), "orush-02"], workers=1)
    assert isinstance(next(results)[1], Solved)
    with pytest.raises(TypeError, match="puzzle: found 'orush-02'"):
        next(results)


def test_a_search_begins_at_the_position_of_a_shared_line() -> None:
    puzzle = ludoscope.puzzle("orush-02")
    first, *rest = ludoscope.solve(puzzle, "breadth-first").moves
    moved = puzzle.after([first])
    verdict = ludoscope.solve(moved, "breadth-first")
    assert len(verdict.moves) == len(rest)
    assert verdict.puzzle == moved
    assert ludoscope.verify(moved, verdict.moves)


# The end of the program, in real processes

SOLVE = """
import os, signal, sys, threading, ludoscope
from ludoscope.search.process import child_process as child
class Told(child.subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        print(self.pid, flush=True)
child.subprocess.Popen = Told
puzzle = ludoscope.puzzle("orush-02")
def solve():
    verdict = ludoscope.solve(puzzle)
    assert isinstance(verdict, ludoscope.Solved), verdict
solve()
"""


def run(code: str) -> list[int]:
    """Run a program that ends without a word; return the ids of its workers."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-W", "ignore::DeprecationWarning", "-c", code],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return list(map(int, done.stdout.split()))


@first_of(
    ("code", "count"),
    [
        ("threading.Thread(target=solve).start()", 1),
        ("os._exit(0)", 1),
        ("sys.exit()", 1),
        ("events = ludoscope.stream(puzzle); next(events)", 1),
        ("import atexit; atexit.register(solve)", 1),
    ],
)
def test_no_worker_outlives_the_program(code: str, count: int) -> None:
    pids = run(SOLVE + code)
    assert len(pids) == count
    wait_until(lambda: not any(map(lives, pids)))


@pytest.mark.long
def test_a_search_at_the_very_end_of_the_program_hangs_nothing() -> None:
    """It begins after the workers were ended, where some versions start no thread any more."""
    first = "import atexit; atexit.register(lambda: ludoscope.solve(puzzle))\n"
    pids = run(first + SOLVE)
    wait_until(lambda: not any(map(lives, pids)))


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_forked_program_has_workers_of_its_own() -> None:
    code = """
child_id = os.fork()
solve()
solve()
if child_id:
    _, status = os.waitpid(child_id, 0)
    assert status == 0, status
    solve()
"""
    pids = run(SOLVE + code)
    assert len(pids) == 2
    wait_until(lambda: not any(map(lives, pids)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux kills a process with its parent")
def test_no_worker_outlives_a_program_that_is_killed() -> None:
    words = [sys.executable, "-c", SOLVE + "signal.pause()"]
    program = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert program.stdout
    worker = int(program.stdout.readline())
    assert lives(worker)
    program.kill()
    program.wait()
    program.stdout.close()
    wait_until(lambda: not lives(worker))
