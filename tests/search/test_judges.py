"""The solvers that judge a position while it is played: they must be right, and soon."""

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.guarantees import FEWEST_MOVES
from ludoscope.search.registry import find_hint_solver, find_judge, solvers
from ludoscope.search.solver import Solver
from ludoscope.search.verify import check_verdict


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("lucas-05", Solved),
        ("orush-03", Solved),
        ("hexapawn-4x4", Solved),
        pytest.param("FreeCell.1", Solved, marks=pytest.mark.long),
        pytest.param("FreeCell.1-free", Solved, marks=pytest.mark.long),
        ("st.2", Solved),
        ("mo.4", Solved),
        ("mo.3", Unsolvable),
    ],
)
@pytest.mark.parametrize("chosen", [find_judge, find_hint_solver])
def test_they_decide(name, kind, chosen):
    game = catalogue.find(name).game
    solver = chosen(game)
    *_, verdict = solver.run(game, game.start, Limits(seconds=20, memory=1 << 28))
    assert isinstance(verdict, kind)
    if isinstance(verdict, Solved):
        assert check_verdict(solver.game_in_measure(game), game.start, verdict).is_valid


def test_rush_is_judged_in_the_measure_of_the_game():
    cells = catalogue.find("orush-03").game
    assert find_judge(cells).measure == "cells"
    assert find_judge(cells.with_measure("slides")).measure == "slides"


def test_solvers_of_the_fewest_moves_are_exact():
    """Check peg solitaire, where their measure is not that of the game."""
    assert {one.name for one in solvers("peg") if one.is_exact} == {"fewest", "breadth-first"}
    assert {one.name for one in solvers("hexapawn") if not one.is_exact} == {"winner", "values"}


@pytest.mark.parametrize("measure", ["{}", "moves", "presses of a key"])
def test_measure_does_not_change_what_is_exact(measure):
    solver = Solver("one", FEWEST_MOVES.replace("{}", measure), "searches", print)
    assert solver.is_exact
