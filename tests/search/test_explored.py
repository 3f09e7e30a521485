"""The limit of positions is granted once, whatever searches a solver runs one after the other."""

import pytest
from many import case, first_of

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import FREECELL
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Unsolvable
from ludoscope.search.patience.compiled import swift
from ludoscope.search.registry import find_solver, solvers

MOST = 200
HARD = (
    "lucas-28",
    "FreeCell.11982-free",
    "orush-20",
    "hexapawn-6x6",
    "fmo.2",
    "bd.218",
)
SLOW = "depth-first-pagodas"  # seconds for its pagodas, whatever the limit


@first_of("name", HARD, 4)
def test_no_solver_explores_more_than_it_may(name: str) -> None:
    game = find(name).game
    for row in solvers(game.family):
        for most in (1, MOST) if row.is_available and row.name != SLOW else ():
            with case(row.name, most):
                *_, verdict = row.run(game, game.start, Limits(explored=most))
                assert verdict.explored <= most
                if isinstance(verdict, GaveUp):
                    assert verdict.explored == most


@pytest.mark.parametrize("name", ["swift", "prove"])
def test_a_proof_after_quick_searches_has_what_those_left(name: str) -> None:
    """Check on an unsolvable game, where the quick searches run dry; see `lost`."""
    game = lost()
    row = find_solver(game, name)
    if not row.is_available:
        pytest.skip("kernels not compiled here")
    *_, whole = row.run(game, game.start, Limits())
    assert isinstance(whole, Unsolvable)
    assert whole.explored > 20
    for most in range(1, whole.explored):
        *_, verdict = row.run(game, game.start, Limits(explored=most))
        assert isinstance(verdict, GaveUp)
        assert verdict.explored == most
        assert verdict.reason == f"explored {most} positions, the limit"


def test_a_proof_that_follows_other_searches_counts_theirs() -> None:
    game = lost()
    row = find_solver(game, "short")
    if not row.is_available:
        pytest.skip("kernels not compiled here")
    *_, proof = find_solver(game, "prove").run(game, game.start, Limits())
    *_, verdict = row.run(game, game.start, Limits())
    assert isinstance(verdict, Unsolvable)
    assert verdict.explored > proof.explored


def test_a_solution_to_improve_on_is_looked_for_with_what_the_beam_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = lost()
    row = find_solver(game, "short")
    if not row.is_available:
        pytest.skip("kernels not compiled here")
    granted = []

    def spy(game, position, limits):
        granted.append(limits.explored - limits.explored_before)
        return swift(game, position, limits)

    monkeypatch.setattr("ludoscope.search.patience.short.swift", spy)
    for most in range(16, 36):
        list(row.run(game, game.start, Limits(explored=most)))
        assert 0 < granted[-1] < most
    assert len(granted) == 20


def lost() -> PatienceGame:
    """Return FreeCell with one cell and three columns, low cards beneath the high ones."""
    variant = FREECELL._replace(column_sizes=(0,) * 3, cells=1)
    left = [card for card in range(DECK_SIZE) if card >> 2 >= 9]
    columns = (tuple(left[0::3]), tuple(left[1::3]), tuple(left[2::3]))
    return PatienceGame(variant, Position(columns, (-1,), (9,) * 4))
