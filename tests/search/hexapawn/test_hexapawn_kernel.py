"""The compiled questions against plain recursion and against the readable search.

LUDOSCOPE_FULL=1 asks about thousands of positions instead of hundreds.
"""

import os
import random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_game
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved
from ludoscope.search.generic.adversarial import backed_up_value
from ludoscope.search.generic.null_window import MAX_PLIES, NullWindowSearch, mtd_f
from ludoscope.search.hexapawn import compiled
from ludoscope.search.hexapawn.compiled import (
    KERNEL_MODULES,
    KernelSearch,
    compiled_mtd,
    from_kernel_score,
    new_search,
    to_kernel_threshold,
    values,
    winner,
)
from ludoscope.search.kernels import is_compiled
from ludoscope.search.process.threads import MAX_THREADS, ThreadPool
from ludoscope.search.verify import check_verdict, verify_value

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, KERNEL_MODULES)), reason="the kernel is not compiled"
)
if all(map(is_compiled, KERNEL_MODULES)):
    from ludoscope.search.hexapawn.kernels.null_window import NullWindowKernel, can_team_up

SAMPLES = 5_000 if os.environ.get("LUDOSCOPE_FULL") else 100
PLAIN = 20_000  # positions that plain recursion goes through in about a second
SMALLEST = 16 << 10  # bytes, with which the kernel forgets most of what it learns


def solve(solver, game, **limits):
    *_, verdict = solver(game, game.start, Limits(**limits))
    return verdict


def answer(asking):
    """Run a generator to its end and return its value."""
    while True:
        try:
            next(asking)
        except StopIteration as end:
            return end.value


class TooManyError(Exception):
    """A position with more to follow than plain recursion can go through in a test."""


def value(game, position, known, most=None):
    """Return the value by full search; raise TooManyError beyond `most` positions."""
    key = game.key(position)
    if key not in known:
        if most is not None and len(known) >= most:
            raise TooManyError
        best = [
            value(game, game.play(position, move), known, most) for move in game.moves(position)
        ]
        losses = [v for v in best if v <= 0]
        known[key] = backed_up_value(max(losses or best)) if best else 0
    return known[key]


def anyhow(chance, game):
    """Return a random position with any number of pawns anywhere."""
    drawn = "Pp" + "." * chance.randint(3, 8)
    pawns = [chance.choice(drawn) for _ in range(game.rows * game.columns)]
    white = sum((pawn == "P") << cell for cell, pawn in enumerate(pawns))
    black = sum((pawn == "p") << cell for cell, pawn in enumerate(pawns))
    return Position(white, black, chance.random() < 0.5)


@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 4), (4, 5)])
def test_every_answer_is_true(rows, columns):
    chance, known = random.Random(rows * columns), {}
    game = HexapawnGame(rows, columns)
    for number in range(SAMPLES):
        position = anyhow(chance, game)
        true = value(game, position, known)
        score = MAX_PLIES - true if true > 0 else -MAX_PLIES - true
        search = KernelSearch(game, Limits(memory=SMALLEST if number % 2 else None))
        for _ in range(3):
            k = chance.randint(0, 40)
            check(search, position, chance.choice((MAX_PLIES - k, k - MAX_PLIES)), score)
        for threshold in (1, score, score + 1):
            check(search, position, threshold, score)
        assert answer(search.exact_score(position)) == score, game.text(position)


@pytest.fixture
def eager_teams(monkeypatch):
    """Let the kernels of a team meet on small boards, and wait for one another often."""
    monkeypatch.setattr(compiled, "POSITIONS_PER_CALL", 5)
    monkeypatch.setattr(compiled, "POSITIONS_PER_SHARED_CALL", 40)


@pytest.mark.usefixtures("eager_teams")
@pytest.mark.parametrize(("rows", "columns"), [(4, 4), (5, 4), (4, 5)])
def test_every_answer_of_a_team_is_true(rows, columns, monkeypatch):
    chance, known = random.Random(rows * columns), {}
    game = HexapawnGame(rows, columns)
    with ThreadPool(3) as pool:
        for number in range(SAMPLES):
            position = anyhow(chance, game)
            true = value(game, position, known)
            score = MAX_PLIES - true if true > 0 else -MAX_PLIES - true
            # every other table is the smallest, which forgets most
            monkeypatch.setattr(compiled, "RESERVED_FRACTION", 1 if number % 2 else 16)
            search = KernelSearch(game, Limits(), pool)
            for threshold in (1, score, score + 1, chance.choice((-1, 1)) * (MAX_PLIES - 9)):
                check(search, position, threshold, score)


@pytest.mark.parametrize("jobs", [2, 3])
@pytest.mark.parametrize("solver", [compiled_mtd, winner, values])
def test_a_verdict_does_not_depend_on_the_number_of_cores(solver, jobs, monkeypatch):
    monkeypatch.setattr(compiled, "POSITIONS_PER_CALL", 1_000)
    monkeypatch.setattr(compiled, "POSITIONS_PER_SHARED_CALL", 3_000)
    game = HexapawnGame(5, 5)
    alone, team = (solve(solver, game, jobs=number) for number in (1, jobs))
    assert isinstance(team, Solved)
    assert team.explored > 0
    fields = ("moves", "value", "values", "optimal_in")
    assert [getattr(team, field) for field in fields] == [getattr(alone, field) for field in fields]


@pytest.mark.usefixtures("eager_teams")
def test_a_team_keeps_limits(monkeypatch):
    game, calls = HexapawnGame(8, 8), []
    run_kernels = ThreadPool.run_kernels

    def count_calls(pool, kernels, budget):
        calls.append(budget)
        return run_kernels(pool, kernels, budget)

    monkeypatch.setattr(ThreadPool, "run_kernels", count_calls)
    verdict = solve(compiled_mtd, game, jobs=3, explored=2_001)
    assert isinstance(verdict, GaveUp)
    assert 2_001 <= verdict.explored <= 2_001 + 3
    assert len(calls) < 500  # a call that explores nothing is not repeated
    verdict = solve(compiled_mtd, game, jobs=3, seconds=0.1)
    assert isinstance(verdict, GaveUp)


def test_a_team_has_no_more_kernels_than_a_pool_has_threads():
    if not can_team_up():
        pytest.skip("no team on this processor")
    leader = NullWindowKernel(4, 4, SMALLEST)
    helpers = [NullWindowKernel(4, 4, SMALLEST, leader) for _ in range(MAX_THREADS - 1)]
    assert len(helpers) == MAX_THREADS - 1
    with pytest.raises(ValueError, match="no more kernels"):
        NullWindowKernel(4, 4, SMALLEST, leader)


def check(search, position, threshold, score):
    bound = answer(search.null_window_search(position, threshold))
    assert (bound >= threshold) == (score >= threshold), search.game.text(position)
    assert score >= bound if bound >= threshold else score <= bound, search.game.text(position)


@each_of(
    ("line", "plies"),
    [
        ("p.../..../..P./.... W", 3),  # a4 is too far aside to stop c2
        ("p.../..../..P./.... B", -4),
        ("..../.p../..../P.../.... W", -2),  # b4 can capture a2 when it has come to a3
        ("..p./..../..../P.../.... W", 5),
        ("..p./..../P.../.... B", -4),
        ("p../.../P.. W", 1),  # no move is left, though nobody has arrived
        ("ppp/.../PPP W", -6),
    ],
)
def test_runners(line, plies):
    game = parse_game(line)
    assert value(game, game.start, {}) == plies
    assert solve(compiled_mtd, game).value == plies


@st.composite
def positions(draw):
    rows, columns = draw(st.sampled_from([(2, 8), (3, 5), (4, 4), (5, 4), (5, 1), (8, 3)]))
    cells = st.text("Pp..", min_size=columns, max_size=columns)
    drawn = draw(st.lists(cells, min_size=rows, max_size=rows))
    return parse_game("/".join(drawn) + " " + draw(st.sampled_from("WB")))


@settings(max_examples=many(120), deadline=None)
@given(positions())
def test_the_same_value_and_line_as_the_readable_search(game):
    readable = solve(mtd_f, game, explored=20_000)
    kernel = solve(compiled_mtd, game, explored=20_000)
    if isinstance(readable, Solved):
        assert (kernel.value, kernel.moves) == (readable.value, readable.moves)


@settings(max_examples=many(60), deadline=None)
@given(positions())
def test_the_winner_is_the_side_that_the_value_says(game):
    exact, won = (solve(solver, game, explored=20_000) for solver in (compiled_mtd, winner))
    if isinstance(exact, Solved):
        assert won.value is None
        assert won.optimal_in is None
        assert check_verdict(game, game.start, won).is_valid
        assert (len(won.moves) % 2 == 1) == (exact.value > 0)


def test_the_winner_takes_less_work():
    game = HexapawnGame(5, 6)
    assert solve(winner, game).explored < solve(compiled_mtd, game).explored


@settings(max_examples=many(60), deadline=None)
@given(positions())
def test_values_of_every_move(game):
    verdict = solve(values, game, explored=20_000)
    if isinstance(verdict, Solved):
        known = {}
        played = [(move, game.play(game.start, move)) for move in game.moves(game.start)]
        try:
            true = {move: value(game, after, known, PLAIN) for move, after in played}
        except TooManyError:  # one position in forty, and some of them have millions
            reject()
        assert dict(verdict.values) == {
            move: backed_up_value(found) for move, found in true.items()
        }
        assert verify_value(game, game.start, verdict.moves, verdict.value).is_valid


@pytest.mark.parametrize(
    ("rows", "columns", "plies"),
    [
        *((4, 6, -16), (5, 5, 19), (7, 4, -24), (3, 8, 11)),
        *(
            pytest.param(*one, marks=pytest.mark.long)
            for one in ((5, 6, -22), (6, 5, 29), (6, 6, -30))
        ),
    ],
)
def test_values_of_full_starts(rows, columns, plies):
    game = HexapawnGame(rows, columns)
    verdict = solve(compiled_mtd, game)
    assert verdict.value == plies
    assert verify_value(game, game.start, verdict.moves, plies).is_valid


def test_what_is_forgotten_costs_time_and_nothing_else():
    game = HexapawnGame(5, 5)
    small, large = KernelSearch(game, Limits(memory=SMALLEST)), KernelSearch(game, Limits())
    assert (
        answer(small.exact_score(game.start))
        == answer(large.exact_score(game.start))
        == MAX_PLIES - 19
    )
    assert small.budget.explored > large.budget.explored


@pytest.mark.parametrize(
    "line",
    [
        "/".join(["p........", ".........", "........P"]) + " W",  # more than eight columns
        "/".join(["p", *".........", "P"]) + " B",  # more than eight rows
        "/".join(["........"] * 2 + ["pppppppp"] * 2 + ["PPPPPPPP"] * 3 + ["........"]) + " W",
    ],
)
def test_boards_without_room_in_the_kernel_are_searched_all_the_same(line):
    game = parse_game(line)
    assert type(new_search(game, game.start, Limits())) is NullWindowSearch
    assert type(solve(compiled_mtd, game, explored=3_000)) in (Solved, GaveUp)


def test_limits_are_kept():
    game = HexapawnGame(8, 8)
    assert "3,000" in solve(compiled_mtd, game, explored=3_000).reason
    assert "time limit" in solve(compiled_mtd, game, seconds=0.05).reason


def test_the_table_keeps_within_its_memory(monkeypatch):
    monkeypatch.setattr("ludoscope.search.budget.REPORT_INTERVAL_SECONDS", 0)
    game, memory = HexapawnGame(8, 8), 8 << 20
    *reports, verdict = compiled_mtd(game, game.start, Limits(explored=1_500_000, memory=memory))
    assert isinstance(verdict, GaveUp)
    assert max(report.bytes for report in reports) <= memory
    assert reports[-1].bytes > memory / 2


def test_progress_tells_where_the_search_stands():
    game = HexapawnGame(8, 8)
    *reports, _ = compiled_mtd(game, game.start, Limits(seconds=0.4))
    assert reports
    for report in reports:
        assert 0 < report.depth <= 112
        assert 0 < report.entries <= report.bytes / 16
        assert game.parse(game.text(report.sample)) == report.sample


@each_of("score", [MAX_PLIES - 1, MAX_PLIES - 40, 1 - MAX_PLIES, -MAX_PLIES, 20 - MAX_PLIES])
def test_scales(score):
    assert from_kernel_score(to_kernel_threshold(score)) == score
    assert abs(to_kernel_threshold(score)) <= 127


def test_the_question_of_winning_is_the_same_on_both_scales():
    assert (to_kernel_threshold(1), to_kernel_threshold(0)) == (1, 0)
