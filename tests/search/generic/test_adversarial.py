"""Exact values: the convention, the counts, and four ways that must agree."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import case, first_of, many

from ludoscope.games.hexapawn.rules import HexapawnGame, parse_game
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved
from ludoscope.search.generic.adversarial import memo_negamax, negamax, symmetric_negamax
from ludoscope.search.generic.null_window import mtd_f

SOLVERS = (negamax, memo_negamax, symmetric_negamax, mtd_f)


class Tree:
    """A game given by its tree: a position is the tuple of its successors."""

    measure = "plies"
    players = 2

    def moves(self, position):
        return range(len(position))

    def play(self, position, move):
        return position[move]

    def key(self, position):
        return position


def solve(solver, game, position, **limits):
    *_, verdict = solver(game, position, Limits(**limits))
    return verdict


def win(plies):
    """Return the smallest tree of that value (odd)."""
    return (loss(1 - plies),)


def loss(plies):
    """Return the smallest tree of that value (0 or negative and even)."""
    return () if plies == 0 else (win(-1 - plies),)


def test_the_convention_of_values():
    for successors, value in [
        ((), 0),
        ((loss(0), win(5)), 1),
        ((win(1), win(5), win(11)), -12),
        ((loss(-10), win(3), loss(-8), win(17)), 9),
        ((loss(-4), loss(-2), loss(-6)), 3),
    ]:
        for solver in SOLVERS:
            with case(successors, value, solver):
                verdict = solve(solver, Tree(), successors)
                assert verdict.value == value
                assert len(verdict.moves) == abs(value)


def test_full_starts():
    for size, value in [((3, 2), -2), ((3, 3), -6), ((3, 4), 5), ((4, 3), -8)]:
        for solver in SOLVERS:
            with case(size, value, solver):
                game = HexapawnGame(*size)
                verdict = solve(solver, game, game.start)
                assert verdict.value == value
                assert verdict.optimal_in == "plies"


def calls_of_plain_recursion(game, position):
    return 1 + sum(
        calls_of_plain_recursion(game, game.play(position, m)) for m in game.moves(position)
    )


def calls_of_memoised_recursion(game, position, seen):
    if position in seen:
        return 1
    calls = 1 + sum(
        calls_of_memoised_recursion(game, game.play(position, m), seen)
        for m in game.moves(position)
    )
    seen.add(position)
    return calls


@pytest.mark.parametrize("line", ["pppp/..../PPPP W", "p.p/p../.../PP. B", "P/./p W"])
def test_calls_are_counted_on_entry(line):
    game = parse_game(line)
    assert solve(negamax, game, game.start).explored == calls_of_plain_recursion(game, game.start)
    assert solve(memo_negamax, game, game.start).explored == calls_of_memoised_recursion(
        game, game.start, set()
    )


def test_symmetry_saves_calls():
    game = HexapawnGame(4, 4)
    plain, symmetric = (
        solve(s, game, game.start).explored for s in (memo_negamax, symmetric_negamax)
    )
    assert symmetric < plain / 2


@st.composite
def positions(draw):
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    cells = st.text("Pp..", min_size=columns, max_size=columns)
    drawn = draw(st.lists(cells, min_size=rows, max_size=rows))
    return parse_game("/".join(drawn) + " " + draw(st.sampled_from("WB")))


@settings(max_examples=many(100), deadline=None)
@given(positions())
def test_all_agree_and_their_lines_end_after_so_many_plies(game):
    verdicts = [solve(solver, game, game.start) for solver in SOLVERS]
    assert len({verdict.value for verdict in verdicts}) == 1
    for verdict in verdicts:
        assert isinstance(verdict, Solved)
        position = game.start
        for move in verdict.moves:
            assert not game.is_won(position)
            position = game.play(position, move)
        assert game.is_won(position)
        assert len(verdict.moves) == abs(verdict.value)


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_long_game_needs_no_deep_recursion(solver):
    tree = ()
    for _ in range(3_000):
        tree = Chain(tree)
    assert solve(solver, Tree(), tree).value == -3_000


class Chain(tuple):
    """A position with one successor, hashed by identity: no recursion into a deep tuple."""

    __slots__ = ()

    def __new__(cls, successor):
        return super().__new__(cls, (successor,))

    __hash__ = object.__hash__

    def __eq__(self, other):
        return self is other


@pytest.mark.parametrize("solver", SOLVERS)
def test_limits_are_kept(solver):
    game = HexapawnGame(6, 6)
    verdict = solve(solver, game, game.start, explored=2_000)
    assert isinstance(verdict, GaveUp)
    assert "2,000" in verdict.reason
    assert isinstance(solve(solver, game, game.start, seconds=0.02), GaveUp)


@first_of("solver", [memo_negamax, mtd_f])
def test_progress_tells_where_the_search_stands(solver):
    game = HexapawnGame(7, 7)
    *reports, _ = solver(game, game.start, Limits(seconds=0.3))
    assert reports
    for report in reports:
        assert 0 < report.depth <= 84
        assert 0 < report.entries < report.explored
        assert game.parse(game.text(report.sample)) == report.sample


def test_questions_need_far_fewer_positions_than_exhausting_them():
    game = HexapawnGame(4, 4)
    asked, exhausted = (solve(s, game, game.start).explored for s in (mtd_f, symmetric_negamax))
    assert asked < exhausted / 10
