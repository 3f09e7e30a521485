"""The general searches on peg solitaire, and its kernel against them."""

import random
import time

import pytest

from games.peg import BOARDS, Board, PegGame, refuted_by_colouring
from puzzles.lucas import problem
from search.dual import both_ends, from_finish
from search.events import GaveUp, Progress, Solved, Unsolvable
from search.heuristics import peg
from search.informed import a_star, beam, best_first
from search.kernels import compiled
from search.rows import DEEP_KERNELS
from search.uninformed import breadth_first, breadth_limited, depth_first
from search.watch import Limits

TRIANGLE = BOARDS["triangle"]
ENGLISH = BOARDS["english"]

needs_kernel = pytest.mark.skipif(
    not all(map(compiled, DEEP_KERNELS)), reason="kernels not compiled here"
)


def triangle(vacancy: int, last: int) -> PegGame:
    return PegGame(TRIANGLE, TRIANGLE.full & ~(1 << vacancy), 1 << last)


def random_problem(chance: random.Random) -> PegGame:
    """A start on the triangle and a finish: half the time one that some jumps lead to."""
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
    for _ in range(150):
        game = random_problem(chance)
        verdicts = [
            solved(depth_first, game),
            solved(from_finish, game),
            solved(both_ends, game),
            solved(breadth_first, game),
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
        assert not refuted_by_colouring(TRIANGLE, game.start, game.finish)


def test_from_both_ends_what_one_end_cannot_do(solved) -> None:
    for number in (1, 7, 13, 16, 24):
        assert isinstance(solved(both_ends, problem(number)), Solved)
    verdict = solved(both_ends, problem(28), Limits(explored=1000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 1000


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

    monkeypatch.setattr("search.dual.depth_first", worker(0.001))
    monkeypatch.setattr("search.dual.from_finish", worker(0.02))
    *_, verdict = both_ends(problem(1), problem(1).start, Limits())
    assert isinstance(verdict, GaveUp)
    assert 2 <= turns.count(0.02) <= 8


def test_breadth_first_and_a_star_promise_the_fewest(solved) -> None:
    game = triangle(0, 0)
    verdict = solved(breadth_first, game)
    assert isinstance(verdict, Solved)
    assert verdict.optimal_in == "jumps"
    assert len(verdict.moves) == 13


def test_a_search_of_limited_width_gives_up_but_never_says_unsolvable_wrongly(solved) -> None:
    game = triangle(0, 0)
    narrow = solved(breadth_limited, game, width=1)
    assert isinstance(narrow, GaveUp)
    assert isinstance(solved(breadth_limited, game, width=2000), Solved)
    impossible = triangle(4, 4)
    assert isinstance(solved(breadth_limited, impossible, width=5000), Unsolvable)


def test_a_beam_widens_until_it_knows(solved) -> None:
    assert isinstance(solved(beam, triangle(4, 12), score=peg.blocked(triangle(4, 12))), Solved)
    verdict = solved(beam, triangle(4, 4), score=peg.blocked(triangle(4, 4)))
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("exhaustion: all ")


@pytest.mark.parametrize("solve", [breadth_first, depth_first, breadth_limited])
def test_a_won_position_needs_no_moves(solve, solved) -> None:
    game = PegGame(TRIANGLE, 1, 1)
    assert solved(solve, game).moves == ()


def test_the_spread_is_n_squared_times_the_variance() -> None:
    game = PegGame(ENGLISH, 0)
    score = peg.spread(game)
    two = 1 << ENGLISH.index[4, 4] | 1 << ENGLISH.index[4, 7]
    assert score(two) == 2 * (16 + 16 + 16 + 49) - 8 * 8 - 11 * 11
    assert score(1 << 5) == 0


def test_blocked_is_the_share_of_pegs_without_a_jump() -> None:
    game = PegGame(ENGLISH, ENGLISH.full & ~(1 << 16))
    assert peg.blocked(game)(game.start) == pytest.approx(28 / 32)


@needs_kernel
@pytest.mark.parametrize("direction", ["forward", "reversed"])
def test_the_kernel_is_the_readable_search_node_for_node(direction: str, solved) -> None:
    from search.deep import deep

    chance = random.Random(7)
    games = [random_problem(chance) for _ in range(100)] + [problem(n) for n in (1, 4, 5)]
    for game in games:
        compiled_ = solved(deep, game, Limits(explored=30_000), directions=(direction,))
        if game.start == game.finish:
            continue
        twin = from_finish if direction == "reversed" else depth_first
        readable = solved(twin, game, Limits(explored=30_000))
        assert type(compiled_) is type(readable)
        assert compiled_.explored == readable.explored
        if isinstance(readable, Solved):
            assert compiled_.moves == readable.moves


@needs_kernel
def test_the_kernel_solves_the_english_central_game(solved) -> None:
    from search.deep import deep

    game = PegGame(ENGLISH, ENGLISH.full & ~(1 << 16), 1 << 16)
    verdict = solved(deep, game)
    assert isinstance(verdict, Solved)
    assert len(verdict.moves) == 31


@needs_kernel
def test_the_kernel_gives_up_at_its_memory_limit_and_is_right_below_it(solved) -> None:
    from search.deep import deep

    game = problem(28)
    verdict = solved(deep, game, Limits(memory=1 << 20))
    assert isinstance(verdict, GaveUp)
    assert "memory" in verdict.reason


@needs_kernel
def test_the_kernel_refuses_boards_that_do_not_fit() -> None:
    from search.kernels.peg_problem import Problem

    with pytest.raises(ValueError, match="64 holes"):
        Problem([], [], 65, 1, 1)


@needs_kernel
def test_the_kernel_stops_where_it_is_told_to_and_goes_on() -> None:
    from search.kernels.peg_depth_first import DepthFirst
    from search.kernels.peg_problem import Problem

    game = problem(9)
    tables = Problem(list(game.board.jumps), [], 37, game.start, game.finish)
    kernel = DepthFirst(tables, 1 << 24)
    for count in range(1, 200):
        assert kernel.run(10) == "searching"
        assert kernel.explored == 1 + 10 * count
        assert len(kernel.positions) == kernel.depth + 1


@needs_kernel
def test_a_board_that_does_not_fit_is_left_to_the_readable_search(solved) -> None:
    from search.deep import deep

    board = Board.from_rows(["." * 70])
    assert isinstance(solved(deep, PegGame(board, 0b011, 0b100)), Solved)
    assert isinstance(solved(deep, PegGame(board, 0b1011, 0b1)), Unsolvable)
