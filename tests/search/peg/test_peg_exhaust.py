"""Check of the catalogue's unsolvable problems with a second program (exhaust.py)."""

import random
import shutil

import pytest
from exhaust import Side, compiled, impossible, ints

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.solvability import EXHAUSTION, UNSOLVABLE_PROBLEMS
from ludoscope.search import kernels
from ludoscope.search.budget import Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.generic.uninformed import depth_first

pytestmark = pytest.mark.skipif(
    not (shutil.which("cc") and kernels.is_compiled("ludoscope.search.peg.kernels.pagoda")),
    reason="no C compiler, or kernels not compiled here",
)
LARGE = ("diamond", EXHAUSTION)  # minutes to an hour


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long if (name[:7], why) == LARGE else ())
        for name, why in UNSOLVABLE_PROBLEMS.items()
    ],
)
def test_it_has_no_solution(name: str) -> None:
    assert impossible(find(name).game, 6 << 30)  # touched as needed


def test_it_agrees_with_plain_search_on_small_problems() -> None:
    board, chance, found = BOARDS["triangle"], random.Random(2), set()
    for _ in range(60):
        game = PegGame(board, chance.getrandbits(15) | 3, 1 << chance.randrange(15))
        *_, verdict = depth_first(game, game.start, Limits())
        if game.start.bit_count() > 1:
            found.add(isinstance(verdict, Unsolvable))
            assert impossible(game, 1 << 20) == isinstance(verdict, Unsolvable), game.spec()
    assert found == {True, False}


@pytest.mark.long
def test_as_many_positions_are_winnable_as_the_atlas_has() -> None:
    said: list[str] = []
    assert impossible(find("english-central").game, 1 << 30, said.append) is False
    assert said[-1] == "230,230 positions in both"


def test_what_is_no_pagoda_function_does_not_prune() -> None:
    game = find("diamond-57-56").game
    side = Side(game, 1 << 10)
    side.use()
    rising = [hole == 20 for hole in range(41)]
    for weights, refused in (([0] * 41, False), (rising, True), ([1_000] * 41, True)):
        count = compiled().set_pagodas(1, ints(weights), game.finish)
        assert (count == 0) == refused
