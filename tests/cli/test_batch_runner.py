"""A batch at work: each puzzle has one row, whatever becomes of the workers."""

import json
import random
import re
import threading
import time
import tracemalloc
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest
from many import case, each_of

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.batch import executors, runner, worker
from ludoscope.puzzles.batch.chunks import CHUNK_SECONDS, INITIAL_CHUNK_SIZE, ChunkQueue
from ludoscope.puzzles.batch.executors import ExecutorLost, LocalExecutor
from ludoscope.puzzles.batch.result_file import InMemoryResults
from ludoscope.puzzles.batch.rows import Jobs
from ludoscope.puzzles.batch.runner import Batch
from ludoscope.puzzles.batch.worker import solve_chunk
from ludoscope.puzzles.catalogue import UnknownPuzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.guarantees import ANY_SOLUTION
from ludoscope.search.registry import find_solver
from ludoscope.search.solver import Solver
from ludoscope.tui.commands.batch import progress_bar

LIMITS = Limits(5, None, 1 << 28)
JOBS = Jobs(range(1, 121), ("swift",))


class Died(Exception):
    """Exception that stands for the death of a worker."""


class Faulty(Executor):
    """Runs calls in a thread; of each, what `fault` says of its number may come instead.

    None leaves it alone, an exception comes in its place, a function is applied to its result.
    """

    def __init__(self, fault: Callable[[int], Any]) -> None:
        self._threads = ThreadPoolExecutor(1)
        self._fault = fault
        self._number = 0
        self.most = 0  # calls that were not done when another came
        self._left: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        fault = self._fault(self._number)
        self._number += 1

        def call() -> Any:
            if isinstance(fault, BaseException):
                raise fault
            answer = fn(*args, **kwargs)
            return fault(answer) if fault else answer

        future = self._threads.submit(call)
        self._left = [one for one in [*self._left, future] if not one.done()]
        self.most = max(self.most, len(self._left))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._threads.shutdown(wait, cancel_futures=True)


class Engine:
    """An engine with such an executor; `gone` once that many calls were checked."""

    death_errors = (Died,)
    location = "a test"
    is_remote = False
    slots = 2

    def __init__(self, fault: Callable[[int], Any] = lambda number: None, gone: int = -1) -> None:
        self.pool = Faulty(fault)
        self._gone = gone

    def has_lost_calls(self) -> bool:
        self._gone -= 1
        if self._gone == 0:
            raise ExecutorLost("it is gone")
        return False

    def stop(self) -> None:
        self.pool.shutdown()


def run(engine: Engine, rows: InMemoryResults, jobs: Jobs = JOBS) -> Batch:
    batch = Batch("ms-{}", jobs, LIMITS, rows)
    batch.run(engine, lambda: None)
    return batch


def numbers(rows: InMemoryResults) -> list[int]:
    return sorted(row["number"] for row in rows)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_dies_each_puzzle_has_one_row(seed: int) -> None:
    choose = random.Random(seed)

    def fault(number: int) -> Any:
        faults = (None, None, Died("killed"), CancelledError(), lambda answer: {"rows": 3})
        return choose.choice(faults) if number < 12 else None

    kept: list[int] = []

    class Counting(InMemoryResults):
        def add(self, row: dict[str, Any]) -> None:
            kept.append(row["number"])
            super().add(row)

    rows = Counting()
    batch = run(Engine(fault), rows)
    assert sorted(kept) == numbers(rows) == [number for number, _ in JOBS]
    assert (batch.done_count, batch.remaining) == (len(JOBS), 0)
    lost = [row for row in rows if row["verdict"] == "gave up"]
    assert {row["reason"] for row in lost} <= {"killed", "the worker sent a malformed answer"}


def failing_lookup(is_failing: Callable[[str], bool], error: Exception) -> Callable[..., Any]:
    """Return a `catalogue.find` that raises an exception for some names."""
    find = catalogue.find

    def find_or_fail(name: str, *arguments: Any, **options: Any) -> Any:
        if is_failing(name):
            raise error
        return find(name, *arguments, **options)

    return find_or_fail


@pytest.mark.parametrize("is_found", [True, False])
def test_a_puzzle_that_kills_its_workers_is_given_up_and_no_other(
    is_found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not is_found:
        find = failing_lookup(lambda name: name == "ms-13", ZeroDivisionError())
        monkeypatch.setattr(catalogue, "find", find)

    def call(*arguments: Any) -> Any:
        if 13 in [number for number, _ in arguments[1]]:
            raise Died("killed by SIGSEGV")
        return solve_chunk(*arguments)

    class Deadly(Faulty):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            return super().submit(call, *args)

    engine, rows = Engine(), InMemoryResults()
    engine.pool = Deadly(lambda number: None)
    run(engine, rows)
    gave_up = [row for row in rows if row["verdict"] == "gave up"]
    assert [(row["number"], row["reason"]) for row in gave_up] == [(13, "killed by SIGSEGV")]
    assert numbers(rows) == [number for number, _ in JOBS]


def never_return(pattern: str, jobs: list[list[Any]], *limits: Any) -> Any:
    """Stand in for `solve_chunk`, and never return if one of the puzzles is number 13."""
    while 13 in [number for number, _ in jobs]:
        time.sleep(1)
    return solve_chunk(pattern, jobs, *limits)


@pytest.mark.long
def test_a_search_that_never_returns_is_given_up_and_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executors, "SILENCE_SECONDS", 5.0)
    monkeypatch.setattr(runner, "solve_chunk", never_return)
    rows = InMemoryResults()
    batch = Batch("ms-{}", Jobs(range(12, 15), ("swift",)), LIMITS, rows)
    batch.run(LocalExecutor(1, 1 << 30, 0.5), lambda: None)
    assert numbers(rows) == [12, 13, 14]
    gave_up = [row for row in rows if row["verdict"] == "gave up"]
    reason = "the process did not answer within 6 s"
    assert [(row["number"], row["reason"]) for row in gave_up] == [(13, reason)]


@each_of(
    ("events", "reason"),
    [
        ([], "fault in the solver: .* ended without a verdict"),
        ([Progress()], "fault in the solver: .* ended without a verdict"),
        ([None], "fault in the solver: .* yielded None, expected an event"),
        ([GaveUp(reason="it"), None], "^it$"),
        ([GaveUp(reason=None)], "fault in the solver: TypeError|found 'None' in reason"),
    ],
)
def test_a_faulty_solver_costs_its_puzzle_alone(
    events: list[Any], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_of_2 = catalogue.find("ms-2").game

    def find(game: Any, name: str) -> Solver:
        if game == game_of_2:
            return Solver(name, ANY_SOLUTION, "", lambda *_: iter(events))
        return find_solver(game, name)

    monkeypatch.setattr(worker, "find_solver", find)
    for engine in (Engine(), RemoteEngine()):
        rows = InMemoryResults()
        run(engine, rows, Jobs(range(1, 4), ("swift",)))
        verdicts = {row["number"]: row["verdict"] for row in rows}
        assert verdicts == {1: "solved", 2: "gave up", 3: "solved"}
        assert [row["number"] for row in rows if re.search(reason, row["reason"])] == [2]


def test_a_puzzle_that_is_not_found_costs_its_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    find = failing_lookup(lambda name: name == "ms-13", ZeroDivisionError("injected"))
    monkeypatch.setattr(catalogue, "find", find)
    for engine in (Engine(), RemoteEngine()):
        rows = InMemoryResults()
        run(engine, rows, Jobs(range(11, 16), ("swift",)))
        assert numbers(rows) == [11, 12, 13, 14, 15]
        [row] = [row for row in rows if row["verdict"] != "solved"]
        assert (row["puzzle"], row["solver"], row["verdict"]) == ("ms-13", "swift", "gave up")
        assert row["reason"].startswith("ZeroDivisionError: injected (")


def test_a_worker_that_alone_finds_no_puzzle_ends_the_batch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    this_thread = threading.current_thread()
    find = failing_lookup(
        lambda name: threading.current_thread() is not this_thread,
        UnknownPuzzle("no puzzle is called so\n"),
    )
    monkeypatch.setattr(catalogue, "find", find)
    sentence = "^a worker on a test cannot do its work: no puzzle is called so$"
    for engine in (Engine(), RemoteEngine()):
        rows = InMemoryResults()
        with pytest.raises(ExecutorLost, match=sentence):
            run(engine, rows)
        assert len(rows) == 0


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (lambda answer: answer | {"version": "0.0.1\n"}, "a worker on a test runs ludoscope"),
        (ModuleNotFoundError("No module named 'ludoscope'"), "cannot do its work: ModuleNotFound"),
    ],
)
def test_workers_that_cannot_do_it_end_the_batch(fault: Any, sentence: str) -> None:
    rows = InMemoryResults()
    with pytest.raises(ExecutorLost, match=sentence):
        run(Engine(lambda number: fault if number > 1 else None), rows)
    before = numbers(rows)
    assert 0 < len(before) < len(JOBS)
    batch = run(Engine(), rows)  # the rest, and no more
    assert batch.done_count == len(JOBS) - len(before)
    assert numbers(rows) == [number for number, _ in JOBS]


class RemoteEngine(Engine):
    """An engine whose workers are not trusted."""

    is_remote = True


def altered(path: tuple[Any, ...], value: Any) -> Callable[[str], str]:
    """Return a function that replaces a value within the results of an answer."""

    def alter(answer: str) -> str:
        content = json.loads(answer)
        target = content
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = value(target[path[-1]]) if callable(value) else value
        return json.dumps(content)

    return alter


MOVES = ("results", 0, 1, "moves")
SOLVED_FIELDS = {"moves", "optimal_in", "value", "values"}
WRONG_ANSWERS: dict[str, Callable[[str], Any]] = {
    "no text": lambda answer: json.loads(answer),
    "bytes": lambda answer: answer.encode(),
    "nothing": lambda answer: None,
    "a text": lambda answer: "solved",
    "half": lambda answer: answer[: len(answer) // 2],
    "nested deeply": lambda answer: 200_000 * "[",
    "long numbers": lambda answer: 5000 * "9",
    "a long text": lambda answer: 300_000 * "x",
    "twice": lambda answer: answer + answer,
    "no results": altered(("results",), []),
    "too many results": altered(("results",), lambda results: 200 * results),
    "a result of another puzzle": altered(("results",), lambda results: results[::-1]),
    "no pair": altered(("results", 0), {}),
    "infinite duration": altered(("seconds",), float("inf")),
    "no duration": altered(("seconds",), float("nan")),
    "a long duration": altered(("seconds",), 10**400),
    "a negative duration": altered(("seconds",), -1),
    "the last move missing": altered(MOVES, lambda moves: moves[:-1]),
    "the first move missing": altered(MOVES, lambda moves: moves[1:]),
    "no move": altered(MOVES, []),
    "a move of another game": altered(MOVES, lambda moves: ["Ra1"]),
    "a move that is no text": altered(MOVES, lambda moves: [7]),
    "a long move": altered(MOVES, lambda moves: [100_000 * "x"]),
    "a move with escapes": altered(MOVES, lambda moves: ["\x1b[2J"]),
    "a measure with escapes": altered(("results", 0, 1, "optimal_in"), "\x1b[2J"),
    "negative count": altered(("results", 0, 1, "explored"), -1),
    "count beyond SQLite": altered(("results", 0, 1, "explored"), 1 << 64),
    "infinite time": altered(("results", 0, 1, "seconds"), float("inf")),
    "a field too many": lambda answer: answer.replace('"event"', '"x": 1, "event"', 1),
    "no verdict": altered(("results", 0, 1, "event"), "progress"),
    "another event": altered(("results", 0, 1, "event"), ["solved"]),
}


def test_wrong_answers_from_elsewhere_are_never_stored() -> None:
    honest, jobs = InMemoryResults(), Jobs(range(1, 9), ("swift",))
    run(Engine(), honest, jobs)
    expected = {row["number"]: row | {"seconds": 0} for row in honest}
    for name, change in WRONG_ANSWERS.items():
        with case(name):
            rows = InMemoryResults()
            engine = RemoteEngine(lambda number, change=change: change if number < 1 else None)
            run(engine, rows, jobs)
            assert numbers(rows) == [number for number, _ in jobs]
            for row in rows:  # the wrong chunk is tried again
                assert row | {"seconds": 0} == expected[row["number"]]


def test_a_worker_elsewhere_that_is_always_wrong_solves_nothing() -> None:
    rows = InMemoryResults()
    wrong = altered(MOVES, lambda moves: moves[:-1])
    run(RemoteEngine(lambda number: wrong), rows, Jobs(range(1, 9), ("swift",)))
    assert {row["verdict"] for row in rows} == {"gave up"}
    reasons = {row["reason"] for row in rows}
    assert reasons == {"the worker sent a wrong result: the game is not won at the end"}


def unsolvable(certificate: list[Any]) -> Callable[[str], str]:
    """Return a function that replaces the first result of an answer by a claim without moves."""

    def claim(message: dict[str, Any]) -> dict[str, Any]:
        kept = {name: message[name] for name in message.keys() - SOLVED_FIELDS}
        fields = {"proof": "by weights", "certificate": certificate, "exhausted": True}
        return kept | fields | {"event": "unsolvable"}

    return altered(("results", 0, 1), claim)


@pytest.mark.parametrize("pattern", ["ms-{}", "english-{}"])
def test_a_forged_certificate_from_elsewhere_is_refused(pattern: str) -> None:
    jobs = Jobs(range(1, 2), ("swift",))
    for certificate in (
        ["x"],
        ["here []"],
        ["here [1 1 1]"],
        ["here [" + "/".join(7 * ["1 1 1 1 1 1 1"]) + "]"],
        ["after 9,9:N []"],
        ["here [" + 2000 * "9" + "]"],
        3000 * ["after []"],
    ):
        rows = InMemoryResults()
        with case(certificate[0][:50]):
            batch = Batch(pattern, jobs, LIMITS, rows)
            fault = unsolvable(certificate)
            batch.run(RemoteEngine(lambda number, fault=fault: fault), lambda: None)
            assert [row["verdict"] for row in rows] == ["gave up"]
            assert all(row["reason"].startswith("the worker sent a wrong") for row in rows)


def test_an_unsolvable_puzzle_without_certificate_is_marked_as_unchecked() -> None:
    rows = InMemoryResults()
    batch = Batch("ms-{}", Jobs(range(11982, 11983), ("swift",)), LIMITS, rows)
    batch.run(RemoteEngine(), lambda: None)
    [row] = rows
    assert row["verdict"] == "unsolvable"
    assert row["reason"].endswith("; found on another machine, not checked")


class LongFault(Exception):
    """An exception whose text is long and has line breaks."""

    def __str__(self) -> str:
        return 100_000 * "x\n\x1b[2J"


@each_of(
    ("fault", "sentence"),
    [
        (lambda answer: altered(("version",), "0.0.1\n")(answer), "a worker on a test runs"),
        (altered(("version",), [7]), "a worker on a test runs"),
        (altered(("results", 0, 0), "x\n"), "a worker on a test used solver"),
        (altered(("results", 0, 0), 100_000 * "x"), "a worker on a test used solver"),
        (LongFault(), "a worker on a test cannot do its work: LongFault: x"),
        (SystemExit(0), "a worker on a test cannot do its work: SystemExit"),
        (KeyboardInterrupt(), "a worker on a test cannot do its work: KeyboardInterrupt"),
    ],
)
def test_a_worker_elsewhere_that_cannot_do_it_ends_the_batch(fault: Any, sentence: str) -> None:
    rows = InMemoryResults()
    with pytest.raises(ExecutorLost) as caught:
        run(RemoteEngine(lambda number: fault if number > 1 else None), rows)
    text = str(caught.value)
    assert text.startswith(sentence)
    assert text.isprintable()
    assert len(text) < 300
    assert 0 < len(rows) < len(JOBS)


def test_workers_elsewhere_that_never_answer_end_the_batch(monkeypatch) -> None:
    class Deaf(Faulty):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future = super().submit(fn, *args)
            return Future() if self._number > 3 else future

    monkeypatch.setattr(runner, "ANSWER_GRACE_SECONDS", -LIMITS.seconds)
    engine, rows = RemoteEngine(), InMemoryResults()
    engine.pool = Deaf(lambda number: None)
    with pytest.raises(ExecutorLost, match="no worker on a test has answered for"):
        run(engine, rows)
    assert {row["verdict"] for row in rows} <= {"solved"}


def test_a_batch_waits_for_workers_elsewhere(monkeypatch) -> None:
    class Slow(RemoteEngine):
        slots = 0  # until the first rounds are over

        def has_lost_calls(self) -> bool:
            self.rounds = getattr(self, "rounds", 0) + 1
            self.slots = int(self.rounds > 3)
            return False

    class Waiting(Faulty):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future: Future[Any] = super().submit(fn, *args)
            return future if engine.slots else Future()

    monkeypatch.setattr(runner, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(runner, "ANSWER_GRACE_SECONDS", -LIMITS.seconds)
    engine, rows = Slow(), InMemoryResults()
    engine.pool = Waiting(lambda number: None)
    with pytest.raises(ExecutorLost, match="has answered"):  # only once there are workers
        run(engine, rows)
    assert engine.rounds > 3


def test_an_engine_that_is_gone_ends_it_and_what_is_done_is_kept() -> None:
    rows = InMemoryResults()
    with pytest.raises(ExecutorLost, match="it is gone"):
        run(Engine(gone=2), rows)
    assert 0 < len(rows) < len(JOBS)


def test_calls_that_never_end_are_made_again() -> None:
    class Deaf(Faulty):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
            future = super().submit(fn, *args)
            return Future() if self._number in (3, 5, 6) else future

    class Away(Engine):
        def has_lost_calls(self) -> bool:
            return self.pool._number in (6, 7)

    engine, rows = Away(), InMemoryResults()
    engine.pool = Deaf(lambda number: None)
    batch = run(engine, rows)
    assert batch.done_count == len(JOBS)
    assert numbers(rows) == [number for number, _ in JOBS]


def test_no_more_is_on_its_way_than_the_workers_can_do() -> None:
    engine = Engine()
    run(engine, InMemoryResults())
    assert 0 < engine.pool.most <= 2 * engine.slots


def test_the_numbers_of_a_batch_are_neither_copied_nor_all_checked() -> None:
    checked: list[int] = []

    class CheckedResults(InMemoryResults):
        def has_row(self, number: int, solver: str) -> bool:
            checked.append(number)
            return super().has_row(number, solver)

    rows, jobs = CheckedResults(), Jobs(range(1, 1_000_000), ("swift", "beam"))
    for number in (1, 5):
        rows.add({"number": number, "solver": "swift", "verdict": "solved"})
    tracemalloc.start()
    try:
        batch = Batch("ms-{}", jobs, LIMITS, rows)
        chunk = batch._chunks.next_chunk(2)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert batch.total == 2 * 999_999 - 2
    assert chunk[:4] == [(1, "beam"), (2, "swift"), (2, "beam"), (3, "swift")]
    assert len(checked) < 100
    assert peak < 1 << 20


def test_chunks_follow_the_pace() -> None:
    jobs = [(number, "") for number in range(100_000)]
    chunks = ChunkQueue(jobs, len(jobs))
    first = chunks.next_chunk(2)
    assert len(first) == INITIAL_CHUNK_SIZE
    chunks.finish_chunk(first, INITIAL_CHUNK_SIZE, INITIAL_CHUNK_SIZE * 1e-3)
    second = chunks.next_chunk(2)
    assert len(second) == CHUNK_SECONDS / 1e-3
    chunks.finish_chunk(second, 10, 10.0)  # its time was over before it was done
    third = chunks.next_chunk(2)
    assert third[: len(second) - 10] == second[10:][: len(third)]
    assert len(third) < 5
    assert chunks.record_death(third) == []
    assert [chunks.next_chunk(2) for _ in third] == [[job] for job in third]
    assert chunks.record_death(third) == third
    assert chunks.remaining == len(jobs) - INITIAL_CHUNK_SIZE - 10 - len(third)


def test_the_last_chunks_are_shared_out() -> None:
    jobs = [(number, "") for number in range(100)]
    chunks = ChunkQueue(jobs, len(jobs))
    chunks.finish_chunk(chunks.next_chunk(1), INITIAL_CHUNK_SIZE, 1e-6)
    assert len(chunks.next_chunk(4)) == (100 - INITIAL_CHUNK_SIZE) // 8


def test_a_chunk_ends_with_its_time() -> None:
    answer = solve_chunk("ms-{}", list(JOBS), 5, 1 << 28, 0)
    assert [row[:2] for row in answer["rows"]] == [[1, "ms-1"]]


def test_a_terminal_has_a_bar(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    rows = InMemoryResults()
    run(Engine(gone=-1), rows)
    batch = Batch("ms-{}", Jobs(range(1, 122), ("swift",)), LIMITS, rows)
    with progress_bar(batch, len(JOBS) + 1) as tell:
        batch.run(Engine(), tell)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    batch = Batch("ms-{}", Jobs(range(1, 150), ("swift",)), LIMITS, rows)
    with progress_bar(batch, 149) as tell:
        batch.run(Engine(), tell)
    assert "149 of 149" in capsys.readouterr().err
