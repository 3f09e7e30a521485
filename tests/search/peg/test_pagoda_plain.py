"""Pagodas without a kernel: against the kernel, against the verifier, and to prune by."""

import random

import pytest
from many import first_of

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.certificate import pagoda_refutes
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.pagoda import excess, find_pagoda, is_refutation
from ludoscope.search.peg.pagoda_plain import (
    collect_pagodas_plain,
    depth_first_pagodas,
    find_pagoda_plain,
    pagoda_pruning,
    refute_random_game,
)

TRIANGLE = BOARDS["triangle"]
MOST = 1000

needs_kernel = pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels not compiled here"
)


def line(game: PegGame, chance: random.Random) -> list[int]:
    """Return the positions of a random game."""
    positions = [game.start]
    while moves := game.moves(positions[-1]):
        positions.append(game.play(positions[-1], chance.choice(moves)))
    return positions


@needs_kernel
@first_of("number", [5, 12, 28])
def test_the_kernel_and_its_readable_twin_refute_the_same(number: int) -> None:
    game, chance = lucas_problem(number), random.Random(number)
    refuted = []
    for _ in range(3):
        for position in line(game, chance)[1::3]:
            weights = find_pagoda_plain(game.board, position, game.finish, MOST)
            assert (weights is None) == (find_pagoda(game.board, position, game.finish) is None)
            refuted.append(weights is not None)
            if weights:
                assert pagoda_refutes(game, position, weights)
    assert {True, False} == set(refuted)


@first_of("name", ["english", "triangle", "diamond"], 2)
def test_what_can_be_won_is_never_refuted(name: str) -> None:
    board, chance = BOARDS[name], random.Random(name)
    for _ in range(4):
        start = chance.getrandbits(len(board.holes)) | 7
        *_, finish = line(PegGame(board, start), chance)
        assert find_pagoda_plain(board, start, finish, MOST) is None
        assert (
            refute_random_game(PegGame(board, start, finish).with_endpoints(finish, finish), chance)
            is None
        )


def test_what_is_harvested_serves_both_ends_and_its_sum_is_the_excess() -> None:
    game, chance = lucas_problem(12), random.Random(4)
    *_, pagodas = collect_pagodas_plain(game, 2)
    assert len(pagodas) > 3
    dual = game.dual()
    struck = 0
    for end in (game, dual):
        dead = pagoda_pruning(end, pagodas)
        for position in line(end, chance):
            lost = any(excess(position, end.finish, weights) < 0 for weights in pagodas)
            assert bool(dead(position)) == lost
            struck += lost
    assert struck
    for weights in pagodas:
        assert all(weights[to] <= weights[a] + weights[over] for a, over, to in game.board.jumps)
        assert not is_refutation(game.board, game.start, game.finish, weights)


def test_no_pagodas_strike_nothing() -> None:
    game = lucas_problem(1)
    assert not any(
        pagoda_pruning(game, [])(position) for position in (0, game.start, game.board.all_holes)
    )


@pytest.mark.long
def test_depth_first_search_with_pagodas_comes_to_the_same_with_less_work(solved) -> None:
    chance = random.Random(11)
    work = [0, 0]
    for _ in range(6):
        start = chance.getrandbits(15) | 1
        game = PegGame(TRIANGLE, start, 1 << chance.randrange(15))
        plain, pruned = solved(depth_first, game), solved(depth_first_pagodas, game)
        assert type(plain) is type(pruned)
        work[0] += plain.explored
        work[1] += pruned.explored
    assert work[1] < work[0] / 2
    plain, pruned = (
        solved(search, lucas_problem(10)) for search in (depth_first, depth_first_pagodas)
    )
    assert isinstance(pruned, Solved)
    assert 2 * pruned.explored < plain.explored


def test_a_problem_that_a_pagoda_refutes_needs_no_search(solved) -> None:
    board = BOARDS["diamond"]
    empty, last = board.hole_numbers[5, 7], board.hole_numbers[5, 6]
    game = PegGame(board, board.all_holes & ~(1 << empty), 1 << last)
    verdict = solved(depth_first_pagodas, game)
    assert isinstance(verdict, Unsolvable)
    assert verdict.explored == 0
    assert len(verdict.certificate) == 1


def test_time_limit_is_named_as_it_was_set(solved, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ludoscope.search.peg.pagoda_plain.collect_pagodas_plain", lambda *_: iter([[]])
    )
    monkeypatch.setattr("ludoscope.search.peg.pagoda_plain.Budget.check_limits", lambda _: False)
    verdict = solved(depth_first_pagodas, lucas_problem(28), Limits(seconds=0.01))
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "0.01 s, the time limit"
    assert verdict.seconds >= 0.01


@pytest.mark.long
def test_limits_are_kept(solved) -> None:
    verdict = solved(depth_first_pagodas, lucas_problem(12), Limits(explored=50))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 50
    verdict = solved(depth_first_pagodas, lucas_problem(28), Limits(seconds=0.01))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 0
