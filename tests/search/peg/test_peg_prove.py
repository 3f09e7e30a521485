"""prove: its certificates hold, and it agrees with plain search."""

import os
import random
from functools import partial

import pytest
from deciding import verdict_of
from many import each_of, first_of, many

from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.prove import find_pagoda_tree, prove
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.peg.swift import swift

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, BEAM_KERNELS)), reason="kernels not compiled here"
)

ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "1"))
decided = partial(verdict_of, prove)


def scattered(board: Board, pegs: int, chance: random.Random) -> PegGame:
    """Return a problem of pegs close together in a corner, with one hole as the finish."""
    near = sorted(range(len(board.holes)), key=lambda hole: sum(board.holes[hole]))[: 2 * pegs]
    start = sum(1 << hole for hole in chance.sample(near, pegs))
    return PegGame(board, start, 1 << chance.choice(near))


@each_of(
    ("name", "kind"),
    [
        ("diamond-57-56", "here"),
        ("diamond-56-57", "here"),
        ("diamond-56-54", "here"),
        ("diamond-59-57", "after"),
        ("diamond-59-54", "after"),
        ("diamond-48-65", "after"),
        ("diamond-57-59", "before"),
        ("diamond-56-24", "before"),
        ("diamond-56-51", "before"),
    ],
)
def test_problems_of_the_diamond_refuted_by_pagodas(name: str, kind: str) -> None:
    verdict = decided(find(name).game)
    assert isinstance(verdict, Unsolvable)
    assert verdict.explored == 0
    assert {line.split()[0] for line in verdict.certificate} == {kind}


@pytest.mark.parametrize("name", ["diamond-48-68", "english-central", "triangle-15-15", "lucas-20"])
def test_what_can_be_solved_is_solved(name: str) -> None:
    assert isinstance(decided(find(name).game), Solved)


def test_colouring_is_asked_first() -> None:
    verdict = decided(find("european-central").game)
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("colouring")


@each_of("name", sorted(BOARDS))
def test_it_agrees_with_plain_search_and_with_swift(name: str) -> None:
    chance = random.Random(name)
    board = BOARDS[name]
    kinds = []
    for _ in range(many(60) * ROUNDS):
        game = scattered(board, chance.randint(3, 7), chance)
        *_, expected = depth_first(game, game.start, Limits())
        *_, quick = swift(game, game.start, Limits())
        verdict = decided(game)
        assert type(verdict) is type(expected) is type(quick)
        kinds.append(type(verdict))
    assert Unsolvable in kinds


@first_of("name", sorted(BOARDS), 3)
def test_what_can_be_won_is_never_refuted(name: str) -> None:
    """Random play is won at its own end; no limit is so low that an answer may be wrong."""
    board = BOARDS[name]
    chance = random.Random(name)
    for _ in range(many(25) * ROUNDS):
        game = PegGame(board, chance.getrandbits(len(board.holes)))
        position = game.start
        while (moves := game.moves(position)) and chance.random() < 0.9:
            position = game.play(position, chance.choice(moves))
        game = PegGame(board, game.start, position)
        assert not isinstance(decided(game, Limits(explored=1_000)), Unsolvable)


def test_exhaustion_is_the_last_resort() -> None:
    board = BOARDS["triangle"]
    game = PegGame(board, board.all_holes & ~(1 << 4), 1 << 4)
    verdict = decided(game)
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith("exhaustion: ")
    assert verdict.certificate == ()


def test_a_tree_of_pagodas_covers_every_first_jump() -> None:
    game = find("diamond-48-65").game
    tree = find_pagoda_tree(game)
    assert tree is not None
    assert {line[0] for line in tree} == set(game.moves(game.start))
    assert find_pagoda_tree(lucas_problem(5)) is None


def test_it_keeps_to_its_limits() -> None:
    verdict = decided(find("diamond-59-24").game, Limits(explored=3_000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 3_000


def test_large_boards_are_left_to_the_readable_solver() -> None:
    board = Board.from_rows(["." * 70])
    assert isinstance(decided(PegGame(board, 0b011, 0b100)), Solved)
    assert isinstance(decided(PegGame(board, 0b1011, 0b1)), Unsolvable)
