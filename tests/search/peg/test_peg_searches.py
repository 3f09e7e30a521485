"""The general searches on peg solitaire, and its kernel against them."""

import random
import re
import time
from collections import Counter

import pytest
from many import FULL, first_of, many

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.notation import count_moves
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.informed import a_star, beam, best_first, breadth_limited
from ludoscope.search.generic.uninformed import breadth_first, depth_first
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.peg import heuristics as peg
from ludoscope.search.peg.both_ends import beam_both_ends, both_ends, from_finish
from ludoscope.search.peg.breadth_first import breadth_first as by_moves
from ludoscope.search.peg.solvers import DEEP_KERNELS

TRIANGLE = BOARDS["triangle"]
ENGLISH = BOARDS["english"]

needs_kernel = pytest.mark.skipif(
    not all(map(is_compiled, DEEP_KERNELS)), reason="kernels not compiled here"
)


def triangle(vacancy: int, last: int) -> PegGame:
    return PegGame(TRIANGLE, TRIANGLE.all_holes & ~(1 << vacancy), 1 << last)


def random_problem(chance: random.Random) -> PegGame:
    """Return a random problem on the triangle; half the time jumps lead to its finish."""
    start = chance.getrandbits(15) | 1
    game = PegGame(TRIANGLE, start)
    position = start
    for _ in range(chance.randrange(1, 9)):
        if moves := game.moves(position):
            position = game.play(position, chance.choice(moves))
    if chance.random() < 0.5:
        position ^= 1 << chance.randrange(15)
    return PegGame(TRIANGLE, start, position)


def test_all_searches_agree_on_random_problems(solved) -> None:
    chance = random.Random(5)
    for _ in range(many(150)):
        game = random_problem(chance)
        verdicts = [
            solved(depth_first, game),
            solved(from_finish, game),
            solved(both_ends, game),
            solved(breadth_first, game),
            solved(by_moves, game),
            solved(beam_both_ends, game, score=peg.jumps(game)),
            solved(beam, game, score=peg.blocked(game)),
            solved(best_first, game, score=peg.spread(game)),
            solved(
                a_star,
                game,
                estimate=lambda p, game=game: max(0, p.bit_count() - game.finish.bit_count()),
            ),
        ]
        assert len({type(verdict) for verdict in verdicts}) == 1
        if isinstance(verdicts[0], Unsolvable):
            continue
        assert not refute_by_counting_or_colouring(TRIANGLE, game.start, game.finish)


@pytest.mark.long
def test_from_both_ends_what_one_end_cannot_do(solved) -> None:
    for number in (1, 7, 13, 16, 24) if FULL else (7, 13):
        assert isinstance(solved(both_ends, lucas_problem(number)), Solved)
    verdict = solved(both_ends, lucas_problem(28), Limits(explored=1000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 1000


@pytest.mark.parametrize("limit", [1, 200, 201])
def test_limit_of_both_ends_is_named_as_it_was_set(limit: int, solved) -> None:
    verdict = solved(both_ends, lucas_problem(28), Limits(explored=limit))
    assert isinstance(verdict, GaveUp)
    assert (verdict.explored, verdict.reason) == (limit, f"explored {limit} positions, the limit")


def test_neither_end_waits_for_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []

    def worker(seconds: float):
        def search(*_):
            while len(turns) < 30:
                time.sleep(seconds)
                turns.append(seconds)
                yield Progress(explored=len(turns), seconds=0.0)
            yield GaveUp(reason="enough", explored=len(turns), seconds=0.0)

        return search

    monkeypatch.setattr("ludoscope.search.peg.both_ends.depth_first", worker(0.001))
    monkeypatch.setattr("ludoscope.search.peg.both_ends.from_finish", worker(0.02))
    *_, verdict = both_ends(lucas_problem(1), lucas_problem(1).start, Limits())
    assert isinstance(verdict, GaveUp)
    assert 2 <= turns.count(0.02) <= 8


def test_breadth_first_finds_the_fewest_in_the_measure_of_the_game(solved) -> None:
    game = triangle(0, 0)
    verdict = solved(breadth_first, game)
    assert isinstance(verdict, Solved)
    assert verdict.optimal_in == "jumps"
    assert len(verdict.moves) == 13


@first_of("merged", [True, False])
def test_breadth_first_by_moves_finds_the_fewest(merged: bool, solved) -> None:
    chance = random.Random(9)
    games = [random_problem(chance) for _ in range(many(120))] + [triangle(0, 0)]
    decided = Counter()
    for game in games:
        verdict = solved(by_moves, game if merged else game.without_symmetry())
        least = fewest_moves(game)
        decided[type(verdict)] += 1
        if least is None:
            assert isinstance(verdict, Unsolvable)
            continue
        assert verdict.optimal_in == "moves"
        assert count_moves(verdict.moves) == least
    assert min(decided[Solved], decided[Unsolvable]) > 4


def fewest_moves(game: PegGame) -> int | None:
    """Return the fewest moves by searching all (position, last peg); None if unsolvable."""
    level, seen, count = {(game.start, -1)}, set(), 0
    while level:
        reached = set()
        free = list(level)
        for position, hand in free:  # all that the pegs in hand can do without another move
            if (position, hand) in reached:
                continue
            reached.add((position, hand))
            free += [(game.play(position, m), m[1]) for m in game.moves(position) if m[0] == hand]
        if any(game.is_won(position) for position, _ in reached):
            return count
        seen |= reached
        level = {
            (game.play(position, move), move[1])
            for position, _ in reached
            for move in game.moves(position)
        } - seen
        count += 1
    return None


@first_of(
    ("number", "explored", "moves"),
    [(1, 24, 5), (2, 150, 6), (3, 539, 5), (4, 1030, 6), (5, 10196, 9)],
    4,
)
def test_breadth_first_by_moves_counts_the_boards_taken_up(
    number: int, explored: int, moves: int, solved
) -> None:
    game = lucas_problem(number).without_symmetry()
    verdict = solved(by_moves, game)
    assert (verdict.explored, count_moves(verdict.moves)) == (explored, moves)
    merged = solved(by_moves, lucas_problem(number))
    assert merged.explored < explored
    assert count_moves(merged.moves) == moves


@pytest.mark.long
def test_what_breadth_first_by_moves_has_proved_when_it_is_stopped(solved) -> None:
    verdict = solved(by_moves, lucas_problem(9), Limits(explored=4_000))
    assert isinstance(verdict, GaveUp)
    least = int(re.search(r"fewer than (\d+) moves", verdict.proved)[1])
    assert 1 < least <= 8  # of the solutions that there are the shortest has 8


def test_a_search_of_few_successors_takes_more_until_none_is_left_out(solved) -> None:
    game = triangle(0, 0)
    score = peg.blocked(game)
    one = solved(breadth_limited, game, score=score, successors=1)
    assert one.width > 1
    again = solved(breadth_limited, game, score=score, successors=one.width)
    assert (again.moves, again.width) == (one.moves, one.width)
    assert again.explored < one.explored
    impossible = triangle(4, 4)
    few = solved(breadth_limited, impossible, score=peg.blocked(impossible))
    every = solved(breadth_limited, impossible, score=peg.blocked(impossible), successors=99)
    assert isinstance(few, Unsolvable)
    assert few.proof == every.proof


def test_of_each_position_the_best_successors_are_kept(solved) -> None:
    for number, explored in ((1, 12), (2, 61), (4, 167), (5, 1018)):
        game = lucas_problem(number).without_symmetry()
        verdict = solved(breadth_limited, game, score=peg.blocked(game))
        assert isinstance(verdict, Solved)
        assert verdict.explored == explored
        assert verdict.width == 2
    third = lucas_problem(3).without_symmetry()
    assert solved(breadth_limited, third, score=peg.blocked(third)).width == 3


@pytest.mark.parametrize(
    "number",
    [1, 7, *(pytest.param(number, marks=pytest.mark.long) for number in (10, 13, 16, 22, 30))],
)
def test_beams_from_both_ends_solve_what_one_beam_does_not(number: int, solved) -> None:
    game = lucas_problem(number)
    assert isinstance(solved(beam_both_ends, game, score=peg.jumps(game)), Solved)


@pytest.mark.long
def test_beams_from_both_ends_prove_only_what_they_have_searched(solved) -> None:
    game = triangle(4, 4)
    verdict = solved(beam_both_ends, game, score=peg.jumps(game))
    assert isinstance(verdict, Unsolvable)
    game = lucas_problem(28)
    verdict = solved(beam_both_ends, game, Limits(explored=3000), score=peg.jumps(game))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 3000
    assert (verdict.reason[-12:], verdict.width) == ("at width 100", 100)


def test_a_beam_widens_until_it_knows(solved) -> None:
    assert isinstance(solved(beam, triangle(4, 12), score=peg.blocked(triangle(4, 12))), Solved)
    verdict = solved(beam, triangle(4, 4), score=peg.blocked(triangle(4, 4)))
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("exhaustion: all ")


@pytest.mark.parametrize("solve", [breadth_first, by_moves, depth_first])
def test_a_won_position_needs_no_moves(solve, solved) -> None:
    game = PegGame(TRIANGLE, 1, 1)
    assert solved(solve, game).moves == ()


def test_the_spread_is_n_squared_times_the_variance() -> None:
    game = PegGame(ENGLISH, 0)
    score = peg.spread(game)
    two = 1 << ENGLISH.hole_numbers[4, 4] | 1 << ENGLISH.hole_numbers[4, 7]
    assert score(two) == 2 * (16 + 16 + 16 + 49) - 8 * 8 - 11 * 11
    assert score(1 << 5) == 0


def test_blocked_is_the_share_of_pegs_without_a_jump() -> None:
    game = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))
    assert peg.blocked(game)(game.start) == pytest.approx(28 / 32)


@needs_kernel
@pytest.mark.parametrize("direction", ["forward", "reversed"])
def test_the_kernel_is_the_readable_search_node_for_node(direction: str, solved) -> None:
    from ludoscope.search.peg.depth_first import deep

    chance = random.Random(7)
    games = [random_problem(chance) for _ in range(many(100))] + [
        lucas_problem(n) for n in (1, 4, 5)
    ]
    for game in games:
        compiled_ = solved(deep, game, Limits(explored=many(30_000)), directions=(direction,))
        if game.start == game.finish:
            continue
        twin = from_finish if direction == "reversed" else depth_first
        readable = solved(twin, game, Limits(explored=many(30_000)))
        assert type(compiled_) is type(readable)
        assert compiled_.explored == readable.explored
        if isinstance(readable, Solved):
            assert compiled_.moves == readable.moves


@needs_kernel
def test_the_kernel_solves_the_english_central_game(solved) -> None:
    from ludoscope.search.peg.depth_first import deep

    game = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16), 1 << 16)
    verdict = solved(deep, game)
    assert isinstance(verdict, Solved)
    assert len(verdict.moves) == 31


@needs_kernel
def test_the_kernel_gives_up_at_its_memory_limit_and_is_right_below_it(solved) -> None:
    from ludoscope.search.peg.depth_first import deep

    game = lucas_problem(28)
    verdict = solved(deep, game, Limits(memory=1 << 20))
    assert isinstance(verdict, GaveUp)
    assert "memory" in verdict.reason


@needs_kernel
def test_an_end_goes_on_when_the_memory_of_the_other_is_full(solved) -> None:
    """The smallest tables hold 3,072 positions: one end solves this after 201, the other never."""
    from ludoscope.search.peg.depth_first import deep

    game, little = lucas_problem(13), Limits(memory=1 << 10)
    alone = solved(deep, game, little, directions=("forward",))
    assert isinstance(alone, GaveUp)
    assert "memory" in alone.reason
    for directions in (("forward", "reversed"), ("reversed", "forward")):
        assert isinstance(solved(deep, game, little, directions=directions), Solved)


@needs_kernel
def test_the_kernel_refuses_boards_that_do_not_fit() -> None:
    from ludoscope.search.peg.kernels.problem import Problem

    with pytest.raises(ValueError, match="64 holes"):
        Problem([], [], 65, 1, 1)


@needs_kernel
def test_the_kernel_stops_where_it_is_told_to_and_goes_on() -> None:
    from ludoscope.search.peg.kernels.depth_first import DepthFirst
    from ludoscope.search.peg.kernels.problem import Problem

    game = lucas_problem(9)
    tables = Problem(list(game.board.jumps), [], 37, game.start, game.finish)
    kernel = DepthFirst(tables, 1 << 24)
    for count in range(1, 200):
        assert kernel.run(10) is Status.SEARCHING
        assert kernel.explored == 1 + 10 * count
        assert len(kernel.positions) == kernel.depth + 1


@needs_kernel
def test_a_board_that_does_not_fit_is_left_to_the_readable_search(solved) -> None:
    from ludoscope.search.peg.depth_first import deep

    board = Board.from_rows(["." * 70])
    assert isinstance(solved(deep, PegGame(board, 0b011, 0b100)), Solved)
    assert isinstance(solved(deep, PegGame(board, 0b1011, 0b1)), Unsolvable)
