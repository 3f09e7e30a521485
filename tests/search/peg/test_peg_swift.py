"""swift: beams from both ends. Every solution is replayed, every certificate checked."""

import os
import random
from functools import partial

import pytest
from deciding import verdict_of
from many import case, each_of, first_of, many

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.peg.swift import swift
from ludoscope.search.registry import default_solver
from ludoscope.search.verify import check_verdict

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, BEAM_KERNELS)), reason="kernels not compiled here"
)

TRIANGLE = BOARDS["triangle"]
ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "1"))
decided = partial(verdict_of, swift)


def winnable(board: Board, chance: random.Random) -> PegGame:
    """Return a problem made by playing backwards from a random finish."""
    holes = len(board.holes)
    finish = position = sum(1 << hole for hole in chance.sample(range(holes), chance.randint(1, 4)))
    for _ in range(chance.randint(1, holes)):
        masks = [1 << a | 1 << b | 1 << c for a, b, c in board.jumps]
        ways = [
            mask
            for mask, (_, _, to) in zip(masks, board.jumps, strict=True)
            if position & mask == 1 << to
        ]
        if ways:
            position ^= chance.choice(ways)
    return PegGame(board, position, finish)


def test_all_of_lucas() -> None:
    for number in range(1, 31):
        with case(number):
            verdict = decided(lucas_problem(number))
            assert isinstance(verdict, Solved)
            assert verdict.explored < 20_000


@each_of(
    "name",
    [
        "english-central",
        "european-central",
        "european-46-45",
        "wiegleb-44-44",
        "diamond-48-68",
        "diamond-48-35",
        "diamond-57-26",
        "diamond-57-53",
        "triangle-15-15",
    ],
)
def test_problems_with_one_vacancy(name: str) -> None:
    game = find(name).game
    assert isinstance(decided(game), Solved if name != "european-central" else Unsolvable)


@first_of("name", sorted(BOARDS), 3)
def test_winnable_positions_are_won(name: str) -> None:
    """The width may not be enough, but no answer may be wrong."""
    chance = random.Random(name)
    for _ in range(many(170) * ROUNDS):
        verdict = decided(winnable(BOARDS[name], chance), Limits(explored=2_000))
        assert not isinstance(verdict, Unsolvable)


def test_it_agrees_with_plain_search_on_small_problems() -> None:
    chance = random.Random(11)
    kinds = set()
    for _ in range(many(150) * ROUNDS):
        game = winnable(TRIANGLE, chance)
        if chance.random() < 0.6:
            game = PegGame(TRIANGLE, game.start ^ 1 << chance.randrange(15), game.finish)
        *_, expected = depth_first(game, game.start, Limits())
        kinds.add(type(decided(game)))
        assert type(decided(game)) is type(expected)
    assert kinds == {Solved, Unsolvable}


def test_it_is_deterministic() -> None:
    first, second = decided(lucas_problem(20)), decided(lucas_problem(20))
    assert isinstance(first, Solved)
    assert isinstance(second, Solved)
    assert (first.moves, first.explored) == (second.moves, second.explored)


def test_it_starts_from_any_position() -> None:
    game = lucas_problem(9)
    here = game.start
    *_, verdict = swift(game, here, Limits())
    assert isinstance(verdict, Solved)
    here = game.play(here, verdict.moves[0])
    *_, verdict = swift(game, here, Limits())
    assert isinstance(verdict, Solved)
    assert check_verdict(game, here, verdict).is_valid
    *_, verdict = swift(game, game.finish, Limits())
    assert isinstance(verdict, Solved)
    assert verdict.moves == ()


def test_a_pagoda_is_the_proof_where_one_is_enough() -> None:
    verdict = decided(find("diamond-57-56").game)
    assert isinstance(verdict, Unsolvable)
    assert verdict.explored == 0
    assert verdict.certificate[0].startswith("here [_ _ _ _ ")


def test_it_keeps_to_its_limits() -> None:
    hard = find("wiegleb-59-59").game
    verdict = decided(hard, Limits(explored=5_000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 5_000
    verdict = decided(hard, Limits(memory=1 << 21))
    assert isinstance(verdict, GaveUp)
    assert "memory" in verdict.reason


def test_large_boards_are_left_to_the_readable_solver() -> None:
    board = Board.from_rows(["." * 70])
    game = PegGame(board, 0b1101, 1 << 0)
    assert isinstance(decided(PegGame(board, 0b011, 0b100)), Solved)
    assert isinstance(decided(game), Solved | Unsolvable)


def test_sixty_four_holes_fit() -> None:
    board = Board.from_rows(["." * 8] * 8)
    chance = random.Random(4)
    verdicts = [decided(winnable(board, chance), Limits(explored=3_000)) for _ in range(12)]
    assert sum(isinstance(verdict, Solved) for verdict in verdicts) > 3
    assert not any(isinstance(verdict, Unsolvable) for verdict in verdicts)


def test_no_peg_is_a_finish_that_nothing_reaches() -> None:
    assert isinstance(decided(PegGame(TRIANGLE, 0b110, 0)), Unsolvable)


def test_it_is_the_default() -> None:
    assert default_solver(lucas_problem(1)).name == "swift"
