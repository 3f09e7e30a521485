"""Moves may be any immutable, hashable values: also false ones, and without an order or items."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from many import FULL
from registries import refresh_registries
from takeaway import MOVES_BY_TYPE, TakeawayBoards, TakeawayCollection, TakeawayFamily
from test_sokoban import open_app

import ludoscope
from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue, share
from ludoscope.testing import CHECKS, find_faults
from ludoscope.tui.boards.registry import BOARD_FAMILIES
from ludoscope.tui.model.session import Session


@pytest.fixture
def takeaway(
    forked_workers: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[None]:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    assert "takeaway" in sys.modules
    with ludoscope.register(TakeawayFamily, collection=TakeawayCollection):
        remove = BOARD_FAMILIES.add("takeaway", TakeawayBoards())
        assert "takeaway" in FAMILIES
        yield
        remove()
    refresh_registries()


async def test_games_are_played_in_the_app(takeaway: None) -> None:
    async with open_app("takeaway-integers") as pilot:
        for name in MOVES_BY_TYPE if FULL else [*MOVES_BY_TYPE][:1]:
            await pilot.wait_for_text(name.title(), "winnable in 4", "8 counters")
            await pilot.press("i")
            await pilot.wait_for_text("look at the heap")
            await pilot.press("i")
            await pilot.wait_for_text("2 plays it")
            await pilot.press("2")
            await pilot.wait_for_text("winnable in 3", "6 counters")
            await pilot.press("u", "1", "u", "2", "1")  # a branch in the tree of moves
            await pilot.wait_for_text("5 counters")
            model = pilot.app.screen.model
            assert model.session.moves == [*MOVES_BY_TYPE[name]][::-1]
            await pilot.press("t", "escape")
            await pilot.press("colon", *"take", "space", "1", "enter")
            await pilot.wait_for_text("4 counters")
            await pilot.press("1", "2")  # the last counter goes by itself
            await pilot.wait_for_text("Solved")
            await pilot.press("n")


@pytest.mark.parametrize("name", MOVES_BY_TYPE)
def test_games_are_shared_saved_and_solved(takeaway: None, name: str) -> None:
    puzzle = catalogue.find(f"takeaway-{name}")
    one, two = MOVES_BY_TYPE[name]
    assert catalogue.find(share.encode(puzzle, [two, one])).moves == (two, one)
    session = Session(puzzle)
    for move in (one, two, one):
        session.play(move)
    again = Session(puzzle)
    again.restore(session.history.to_text().splitlines(), 3, 1.0)
    assert again.moves == [one, two, one]
    solved = ludoscope.solve(puzzle)
    assert isinstance(solved, ludoscope.Solved)
    assert solved.moves == (two,) * 4
    assert ludoscope.verify(puzzle, ludoscope.notation(puzzle, solved.moves))


@pytest.mark.long
def test_the_checks_find_no_fault(takeaway: None) -> None:
    assert find_faults("takeaway", *(check for check in CHECKS if check != "rules-page")) == []
