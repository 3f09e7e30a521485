"""Search of one position on several cores: same verdict, bound and length."""

import threading
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import first_of, many

from ludoscope.games import FAMILIES
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.errors import UnknownSolver
from ludoscope.search.events import Event, GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg import depth_first as peg_depth_first
from ludoscope.search.peg import fewest as peg_fewest
from ludoscope.search.peg.pagoda import collect_pagodas
from ludoscope.search.peg.solvers import SWEEP_KERNELS
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.process.threads import MAX_THREADS, ThreadPool, split_evenly, split_range
from ludoscope.search.registry import find_solver, require_cores, solvers
from ludoscope.search.verify import check_verdict

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, SWEEP_KERNELS)), reason="kernels not compiled here"
)

CENTRAL = find("english-central").game
HARD = lucas_problem(28)  # no solver decides it in a moment, but for swift
SOLVERS = [row.name for row in solvers("peg") if row.uses_several_cores]
MANY = [
    Board.from_rows(["....", "....", "....", "...."]),
    Board.from_rows(["....", ". ..", ".....", " ..."]),
    BOARDS["triangle"],
]


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Share even the smallest level between threads, and ignore atlases of other tests.

    The slices of a depth-first search are so short that small problems take several.
    """
    monkeypatch.setattr(peg_fewest, "MIN_PARALLEL_BOARDS", 0)
    monkeypatch.setattr(peg_depth_first, "SLICE_POSITIONS", 7)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))


@st.composite
def problems(draw: st.DrawFn) -> PegGame:
    """Draw a problem some jumps long on a small board, sometimes unsolvable by an extra peg."""
    board = draw(st.sampled_from(MANY))
    holes = st.integers(0, len(board.holes) - 1)
    start = board.all_holes
    for hole in draw(st.sets(holes, min_size=1, max_size=4)):
        start &= ~(1 << hole)
    game = PegGame(board, start)
    position = start
    for choice in draw(st.lists(st.integers(0, 99), min_size=3, max_size=11)):
        if moves := game.moves(position):
            position = game.play(position, moves[choice % len(moves)])
    if draw(st.integers(0, 3)) == 0:
        position ^= 1 << draw(holes)
    return PegGame(board, start, position)


def verdict_of(game: PegGame, solver: str, jobs: int, limits: Limits | None = None) -> Verdict:
    """Run a solver and return its checked verdict."""
    row = find_solver(game, solver)
    *reports, verdict = row.run(game, game.start, replace(limits or Limits(), jobs=jobs))
    assert all(isinstance(report, Progress) for report in reports)
    if isinstance(verdict, Solved | Unsolvable):
        check = check_verdict(game, game.start, verdict)
        assert check.is_valid, check.reason
    return verdict


def said(verdict: Event) -> tuple:
    """Return the parts of a verdict that must not depend on the number of threads."""
    return type(verdict), getattr(verdict, "moves", None), getattr(verdict, "certificate", None)


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("solver", SOLVERS)
def test_the_same_answer_whatever_the_number_of_cores(solver: str) -> None:
    kinds = set()

    @settings(max_examples=many(100), deadline=None)
    @given(problems())
    def same(game: PegGame) -> None:
        alone, *others = (verdict_of(game, solver, jobs) for jobs in (1, 2, 3))
        assert [said(other) for other in others] == [said(alone)] * 2
        kinds.add(type(alone))

    same()
    assert kinds == {Solved, Unsolvable}


@pytest.mark.long
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("number", "moves", "most"),
    [
        (4, 6, MAX_THREADS),
        *(pytest.param(*one, marks=pytest.mark.long) for one in ((5, 9, MAX_THREADS), (9, 8, 5))),
    ],
)
def test_the_same_sweeps(number: int, moves: int, most: int) -> None:
    game = lucas_problem(number)
    verdicts = [verdict_of(game, "fewest", jobs) for jobs in (1, 2, most)]
    assert len({said(verdict) for verdict in verdicts}) == 1
    assert len({verdict.levels for verdict in verdicts}) == 1
    assert {count_moves(verdict.moves) for verdict in verdicts} == {moves}


@first_of("jobs", [2, 3])
def test_limits_are_kept_by_all_together(jobs: int) -> None:
    for solver in ("fewest", "deep"):
        verdict = verdict_of(HARD, solver, jobs, Limits(explored=30_001))
        assert isinstance(verdict, GaveUp)
        assert verdict.explored == 30_001
        verdict = verdict_of(HARD, solver, jobs, Limits(seconds=0.2))
        assert "time limit" in verdict.reason


@first_of("jobs", [2, 1, 3])
def test_memory_is_shared(jobs: int) -> None:
    row = find_solver(CENTRAL, "fewest")
    limits = Limits(memory=4 << 20, jobs=jobs)
    *reports, verdict = row.run(CENTRAL, CENTRAL.start, limits)
    assert isinstance(verdict, GaveUp)
    assert verdict.reason.startswith("4 MB, the memory limit: more than")
    assert all(report.bytes <= 4 << 20 for report in reports)


def test_too_little_memory_for_so_many() -> None:
    verdict = verdict_of(CENTRAL, "fewest", MAX_THREADS, Limits(memory=8 << 20))
    assert isinstance(verdict, GaveUp)
    assert "8 MB, the memory limit" in verdict.reason


def test_no_thread_is_left() -> None:
    before = threading.active_count()
    row = find_solver(CENTRAL, "fewest")
    events = row.run(CENTRAL, CENTRAL.start, Limits(jobs=3))
    while threading.active_count() == before:
        next(events)
    events.close()  # as when nobody wants the answer any more
    assert threading.active_count() == before


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_pagodas_are_the_same_whoever_finds_them(jobs: int) -> None:
    game = lucas_problem(26)
    ends = (game.board, game.start, game.finish)
    with ThreadPool(jobs) as pool:
        assert collect_pagodas(*ends, 7, pool=pool) == collect_pagodas(*ends, 7)


# In a worker


@asynccontextmanager
async def held(solver: str) -> AsyncIterator[tuple]:
    row = find_solver(HARD, solver)
    run = await SolverProcess.start(HARD, HARD.start, row, Limits(seconds=60, jobs=2), paused=True)
    async with aclosing(run.events()) as events:
        assert (await anext(events)).held
        yield run, events


@pytest.mark.usefixtures("forked_workers")
@pytest.mark.parametrize("solver", ["fewest", "deep"])
async def test_two_threads_are_paused_stepped_and_ended(solver: str) -> None:
    async with held(solver) as (run, events):
        seen = []
        for _ in range(3):
            run.step(1)
            event = await anext(events)
            assert event.held
            seen.append(event.explored)
        assert seen == sorted(seen)
        run.resume()
        while (await anext(events)).held:
            pass
        run.cancel()
        async for event in events:
            last = event
        assert isinstance(last, GaveUp)
        assert last.reason == "stopped"


# What takes several


def test_solvers_that_use_one_core_say_so() -> None:
    assert require_cores(find_solver(CENTRAL, "fewest"), "peg", MAX_THREADS).name == "fewest"
    for family in FAMILIES:
        for row in solvers(family):
            assert require_cores(row, family, None) is require_cores(row, family, 1) is row
            if not row.uses_several_cores:
                with pytest.raises(UnknownSolver, match="uses one core only"):
                    require_cores(row, family, 2)


# The pool


def test_a_crew_does_all_of_it_in_order() -> None:
    with ThreadPool(3) as pool:
        names = pool.map(lambda _: threading.current_thread().name, range(3))
        assert names[0] == threading.current_thread().name not in names[1:]
        assert pool.map(lambda share: 2 * share, range(5)) == [0, 2, 4, 6, 8]
        assert pool.map(lambda share: share, []) == []
        assert pool.batches("abcdefg") == ["abc", "def", "g"]


@pytest.mark.parametrize("most", [0, 1, 3])
def test_a_crew_is_smaller_where_no_more_threads_can_be_had(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    begin, before = threading.Thread.start, threading.active_count()

    def start(thread: threading.Thread) -> None:
        if threading.active_count() - before >= most:
            raise RuntimeError("can't start new thread")
        begin(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    numbers = range(20)
    with ThreadPool(8) as pool:
        assert pool.count == 1 + most
        assert pool.map(lambda number: number**2, numbers) == [n * n for n in numbers]


@pytest.mark.parametrize("bad", [0, 2])
def test_what_goes_wrong_is_told_when_all_have_ended(bad: int) -> None:
    ended = []

    def work(share: int) -> None:
        if share == bad:
            raise LookupError
        ended.append(share)

    with ThreadPool(3) as pool:
        with pytest.raises(LookupError):
            pool.map(work, range(3))
        assert sorted(ended) == [share for share in range(3) if share != bad]


@given(st.integers(0, 10**6), st.integers(1, MAX_THREADS))
def test_shares_differ_by_one_at_most(whole: int, count: int) -> None:
    parts = split_evenly(whole, count)
    assert (sum(parts), len(parts)) == (whole, count)
    assert max(parts) - min(parts) <= 1
    ranges = split_range(7, 7 + whole, count)
    assert [end - start for start, end in ranges] == parts
    assert [7, *(end for _, end in ranges)] == [*(start for start, _ in ranges), 7 + whole]
