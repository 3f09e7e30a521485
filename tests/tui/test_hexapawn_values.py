"""Hexapawn by board size: what the file keeps, what is still to be tried, the screen."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from many import many

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.puzzles.hexapawn.values import find_value, load_start_values
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved
from ludoscope.search.registry import find_solver
from ludoscope.tui.model.hexapawn_values import FILE_NAME, StartValues, ValueResult
from ludoscope.tui.screens.hexapawn_values.screen import HexapawnValuesScreen

SECOND = Limits(seconds=1, memory=1 << 20)
SOLVED = Solved(moves=(), value=-6, seconds=0.0123)
GIVEN_UP = GaveUp(reason="1 s, the time limit", seconds=1.04)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / FILE_NAME


def test_values_survive_a_restart(path: Path) -> None:
    sizes = StartValues(path)
    sizes.add_result((8, 2), SOLVED, SECOND)
    sizes.add_result((7, 8), GIVEN_UP, SECOND)
    again = StartValues(path)
    assert again.saved_values == {
        (8, 2): ValueResult(-6, 0.012, 1 << 20),
        (7, 8): ValueResult(None, 1.0, 1 << 20),
    }
    assert again.format_table(range(8, 9), range(2, 4)) == [
        "rows     2    3  columns",
        "   8    -6    .",
    ]
    assert again.format_table(range(7, 8), range(8, 9))[1] == "   7     *"


def test_size_given_up_is_retried_only_with_higher_limits(path: Path) -> None:
    sizes = StartValues(path)
    sizes.add_result((8, 2), SOLVED, SECOND)
    sizes.add_result((7, 8), GIVEN_UP, SECOND)

    def due(limits: Limits) -> list[tuple[int, int]]:
        return list(sizes.unsolved_sizes(range(7, 9), range(2, 9, 6), limits))

    assert due(SECOND) == [(8, 8)]
    assert due(Limits(seconds=2, memory=1 << 20)) == [(7, 8), (8, 8)]
    assert due(Limits(seconds=1, memory=1 << 21)) == [(7, 8), (8, 8)]
    assert due(Limits(memory=1 << 20)) == [(7, 8), (8, 8)]


def test_bundled_values_are_loaded() -> None:
    """The values that solvers find, and those of puzzles that their names tell."""
    solver = find_solver(HexapawnGame(3, 3), "mtd-readable")
    for (rows, columns), value in load_start_values().items():
        if rows * columns <= 12:
            game = HexapawnGame(rows, columns)
            *_, verdict = solver.run(game, game.start, Limits(seconds=60))
            assert verdict.value == value, (rows, columns)
    assert len(load_start_values()) == 34
    known = [
        find_value(f"hexapawn-{name}") for name in ("3x3", "config-3x4-minus2", "config-5x5-15")
    ]
    assert known == [-6, -2, 15]
    assert find_value("hexapawn-8x8") is find_value("orush-01") is None
    # names of files
    assert find_value("5x5") is find_value("config-5x5-15") is None
    assert find_value("hexapawn-daily-2026-02-30") is None
    assert find_value("hexapawn-daily") > 0


@pytest.mark.long
async def test_player_has_the_winning_side_in_a_first_game(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        session = pilot.screen.model.session
        assert session.players == ("perfect", "human")
        await pilot.wait_until(lambda: session.ply == 1)
        await pilot.wait_until(lambda: "Black wins in 5 plies" in pilot.screen_text())
    async with open_app("hexapawn-4x4") as pilot:
        assert pilot.screen.model.session.players == ("human", "perfect")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.text(max_size=7), inner),
)
ROWS = st.lists(st.none() | st.integers(-2, 20) | st.floats() | st.text(max_size=2), max_size=6)
FOUND = VALUES | st.fixed_dictionaries(
    {"version": st.just(1) | VALUES, "known": st.lists(ROWS, max_size=3) | VALUES}
)


@settings(
    max_examples=many(100),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(FOUND)
def test_random_file_is_read_or_ignored(tmp_path: Path, found: object) -> None:
    path = tmp_path / FILE_NAME
    path.write_text(json.dumps(found))
    sizes = StartValues(path)
    assert sizes.format_table(range(2, 17), range(1, 17))
    try:
        sizes.add_result((2, 1), SOLVED, SECOND)
    except PermissionError:
        assert found["version"] > 1, "only a file of a newer version is not replaced"
    else:
        assert StartValues(path).saved_values == sizes.saved_values


def test_file_that_is_not_text_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    path.write_bytes(b"\xff\xfe{")
    assert StartValues(path).saved_values == {}
    path.unlink()
    path.mkdir()
    assert StartValues(path).saved_values == {}


async def test_screen_computes_and_stores_values(open_app, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setattr("ludoscope.puzzles.hexapawn.values.load_start_values", lambda: {(3, 3): -6})
    monkeypatch.setattr("ludoscope.tui.screens.hexapawn_values.screen.DEFAULT_ROWS", range(3, 4))
    monkeypatch.setattr("ludoscope.tui.screens.hexapawn_values.screen.DEFAULT_COLUMNS", range(2, 5))
    async with open_app() as pilot:
        await pilot.press("right", "right", "right", "enter", "v")
        assert isinstance(pilot.screen, HexapawnValuesScreen)
        assert "Black in 6" in pilot.screen_text()
        await pilot.press("enter")
        await pilot.wait_until(lambda: "White in 5" in pilot.screen_text())
    async with open_app() as pilot:
        await pilot.press("right", "right", "right", "enter", "v")
        assert "White in 5" in pilot.screen_text()


@pytest.mark.long
async def test_computation_of_values_can_be_stopped(open_app, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.hexapawn_values.screen.DEFAULT_ROWS", range(8, 9))
    monkeypatch.setattr("ludoscope.tui.screens.hexapawn_values.screen.DEFAULT_COLUMNS", range(8, 9))
    monkeypatch.setattr(
        "ludoscope.tui.screens.hexapawn_values.screen.REFRESH_INTERVAL_SECONDS", 0.05
    )
    async with open_app() as pilot:
        await pilot.press("right", "right", "right", "enter", "v", "enter")
        await pilot.wait_until(lambda: "8×8: " in pilot.screen_text())
        await pilot.press("x")
        assert "8×8: " not in pilot.screen_text()
        assert "Stopped" in pilot.notifications()
        row = next(line for line in pilot.screen_text().splitlines() if line.split()[1:2] == ["8"])
        assert "*" not in row
        assert "…" not in row
        await pilot.press("escape")


@pytest.mark.long
async def test_only_hexapawn_has_a_table_of_values(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("enter", "v")
        assert not isinstance(pilot.screen, HexapawnValuesScreen)
