"""Cores of lost deals: lost with all others free, and won without any one element."""

import pytest

from ludoscope.games.patience.rules import PatienceGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.explanation import find_core
from ludoscope.search.judging import judge_position
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience import proof
from ludoscope.search.patience.explainer import PatienceExplainer

LOST_DEALS = ("MidnightOil.1", "Seahaven.36")
MORE_LOST_DEALS = (
    *(f"MidnightOil.{number}" for number in (3, 5, 12)),
    *(f"Seahaven.{number}" for number in (12, 35, 41, 43, 56)),
)


@pytest.mark.skipif(not all(map(is_compiled, proof.KERNELS)), reason="kernels are not compiled")
@pytest.mark.parametrize(
    "name", [*LOST_DEALS, *(pytest.param(name, marks=pytest.mark.long) for name in MORE_LOST_DEALS)]
)
def test_a_core_is_lost_and_won_without_any_one_card(name: str) -> None:
    game = catalogue.find(name).game
    assert isinstance(game, PatienceGame)
    relaxation = PatienceExplainer().relaxation(game, game.start)
    assert relaxation

    def verdict_with(kept: set[int]) -> Solved | Unsolvable:
        start = relaxation.relaxed(frozenset(kept))
        verdict = judge_position(*start, Limits(), relaxation.judge)  # a win is replayed there
        assert isinstance(verdict, Solved | Unsolvable)
        return verdict

    *_, search = find_core(
        relaxation, lambda start, is_long: judge_position(*start, Limits(), relaxation.judge)
    )
    core = search.core()
    assert core
    assert core.is_irreducible
    kept = {relaxation.elements.index(element) for element in core.elements}
    assert isinstance(verdict_with(kept), Unsolvable)
    for element in kept:
        assert isinstance(verdict_with(kept - {element}), Solved), relaxation.elements[element]
