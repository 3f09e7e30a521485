"""`quick_first`: when the exhaustive search follows, and what both together may use."""

from collections.abc import Iterator

import pytest

from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Event, GaveUp, Solved
from ludoscope.search.generic.quick_first import quick_first
from ludoscope.search.generic.uninformed import depth_first

QUICK_POSITIONS = 50
GAME = find("triangle-15-15").game
NEEDED = list(depth_first(GAME, GAME.start, Limits()))[-1].explored


def out_of_memory(_game: PegGame, _position: int, limits: Limits) -> Iterator[Event]:
    budget = Budget(limits)
    budget.count(7)
    yield budget.out_of_memory()


def ended(_game: PegGame, _position: int, limits: Limits) -> Iterator[Event]:
    budget = Budget(limits)
    budget.count(7)
    yield budget.gave_up("nothing found", ended=True)


def spending(_game: PegGame, _position: int, limits: Limits) -> Iterator[Event]:
    """Expand all positions that the limits allow."""
    budget = Budget(limits)
    while not budget.stop_reason:
        budget.count(1)
    yield budget.gave_up()


def verdict(quick, limits: Limits, max_quick_positions: int | None = None) -> Event:
    *_, last = quick_first(quick, depth_first, GAME, GAME.start, limits, max_quick_positions)
    return last


@pytest.mark.parametrize(
    ("quick", "max_quick_positions", "quick_explored"),
    [
        (ended, None, 7),
        (ended, QUICK_POSITIONS, 7),
        (out_of_memory, QUICK_POSITIONS, 7),
        (spending, QUICK_POSITIONS, QUICK_POSITIONS),
    ],
)
def test_exhaustive_search_follows_and_counts_the_quick_one(
    quick, max_quick_positions, quick_explored
):
    found = verdict(quick, Limits(), max_quick_positions)
    assert isinstance(found, Solved)
    assert found.explored == quick_explored + NEEDED


def test_memory_ends_a_quick_search_without_a_maximum():
    found = verdict(out_of_memory, Limits())
    assert isinstance(found, GaveUp)
    assert found.explored == 7


@pytest.mark.parametrize("limit", [3, QUICK_POSITIONS, QUICK_POSITIONS + 1, QUICK_POSITIONS + 5])
def test_both_keep_the_limit_of_positions(limit):
    found = verdict(spending, Limits(explored=limit), QUICK_POSITIONS)
    assert isinstance(found, GaveUp)
    assert found.explored == limit
    assert found.reason == f"explored {limit} positions, the limit"


def test_both_keep_the_time_limit():
    found = verdict(spending, Limits(seconds=0.01), 10**9)
    assert isinstance(found, GaveUp)
    assert found.reason == "0.01 s, the time limit"
