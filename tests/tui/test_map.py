"""The map of a puzzle: walking on it, searches on it, and back to the game."""

import os
import signal

import pytest
from app_options import change_options

from ludoscope.puzzles.state_map import FIRST_WINS, SECOND_WINS
from ludoscope.search.process.host_limits import HostLimits, set_host_limits, worker_slots
from ludoscope.search.state_graph import explore_states
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.screens.map.screen import MapScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text.map_drawing import (
    ASCII_SHADES,
    CURRENT_MARK,
    NARROW_MARK,
    OUTCOME_ROLES,
    PATH_MARK,
    TARGET_MARK,
    UNAVOIDABLE_MARK,
    shown_mark,
    shown_role,
)

WIDE = (120, 40)
MARKS = (CURRENT_MARK, NARROW_MARK, PATH_MARK, TARGET_MARK, UNAVOIDABLE_MARK)


def test_sides_and_outcomes_are_told_apart_without_colours() -> None:
    appearance = Appearance(color_depth="none")
    first, second = (
        STYLES[shown_role(OUTCOME_ROLES[side], appearance)] for side in (FIRST_WINS, SECOND_WINS)
    )
    assert first.bold
    assert second.dim


async def open_map(pilot) -> MapScreen:
    await pilot.press("@")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, MapScreen))
    screen = pilot.app.screen
    await pilot.wait_until(lambda: screen._walk is not None and screen._walk.ways is not None)
    return screen


async def test_a_guest_cannot_export_the_map(open_app, tmp_path) -> None:
    async with open_app("orush-02", size=WIDE, files=False) as pilot:
        await open_map(pilot)
        assert "export" not in pilot.screen_text()
        await pilot.press("e")
        await pilot.wait_until(lambda: "Visitors cannot write files" in pilot.notifications())
        assert str(tmp_path) not in pilot.notifications()
        assert not (tmp_path / "saves" / "exports").exists()


async def test_map_begins_at_the_position_of_the_game_without_undone_moves(open_app) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        model = pilot.screen.model
        for _ in range(3):
            model.make_move(model.game.moves(model.position)[0])
        await pilot.press("u", "u")
        assert model.session.ply == 1
        screen = await open_map(pilot)
        assert screen._walk.position == model.position
        assert list(screen._walk.moves) == model.session.moves
        await pilot.press("right")
        walked = list(screen._walk.moves)
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert model.session.moves == walked


async def test_walking_to_the_end_and_playing_on_from_there(open_app) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        model = pilot.screen.model
        fewest = explore_states(model.game, model.game.start).distances[0]
        screen = await open_map(pilot)
        assert f"{len(screen._walk.state_map.texts):,} positions" in pilot.screen_text()
        assert f"Can be won in {fewest} moves" in pilot.screen_text()
        for _ in range(fewest):  # the best move is chosen first
            await pilot.press("right")
        assert model.game.is_won(screen._walk.position)
        await pilot.press("left", "left", "left")
        await pilot.wait_until(lambda: "Can be won in 3 moves" in pilot.screen_text())
        walked = list(screen._walk.moves)
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert model.session.moves == walked
        assert model.session.hint_count


async def test_choosing_another_move_and_going_home(open_app) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        screen = await open_map(pilot)
        best = screen._walk.steps[0]
        await pilot.press("down")
        other = screen._walk.chosen_step
        assert other != best
        await pilot.press("right")
        assert screen._walk.position == other.position
        await pilot.press("home")
        assert screen._walk.position == pilot.app.screen._model.position
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert not pilot.screen.model.session.moves


async def test_a_search_spreads_until_it_has_ended(open_app) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        screen = await open_map(pilot)
        await pilot.press("1")
        assert "breadth-first" in pilot.screen_text()
        await pilot.press("space")
        await pilot.wait_until(lambda: "paused at" in pilot.screen_text())
        await pilot.press("space")
        await pilot.wait_until(lambda: "positions expanded" in pilot.screen_text())
        assert screen._search.shown_count > 10
        assert screen._drawing.flooded_count == screen._search.shown_count
        await pilot.press("2")
        await pilot.wait_until(lambda: "a-star" in pilot.screen_text())
        await pilot.press("x")
        assert not screen._drawing.flooded_count


async def test_a_click_on_a_position_goes_there(open_app) -> None:
    async with open_app("lucas-03", size=WIDE) as pilot:
        screen = await open_map(pilot)
        x, y = screen._drawing.cell_of(screen._walk.state_map.outcomes.index("won"))
        left, top = screen._map_area.content_region.offset
        await pilot.click(left + x, top + y)
        await pilot.wait_until(lambda: screen._walk.moves)
        expected = screen._drawing.nearest(x, y)
        assert screen._walk.index == expected


async def test_a_late_route_from_another_position_is_ignored(open_app) -> None:
    async with open_app("lucas-03", size=WIDE) as pilot:
        screen = await open_map(pilot)
        start = screen._walk.index
        await pilot.press("right", "right")
        walk, moves, index = screen._walk, list(screen._walk.moves), screen._walk.index
        between = walk.path[-2]
        assert len({start, between, index}) == 3
        assert not walk.follow([between, index])
        assert (walk.moves, walk.index) == (moves, index)
        assert walk.follow([start, between])
        assert (walk.moves, walk.index) == (moves[:1], between)


async def test_a_paused_search_asks_the_terminal_for_nothing(open_app, monkeypatch) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        screen, queries = await open_map(pilot), []
        monkeypatch.setattr(
            pilot.app.frame_pacer, "query_after_frame", lambda: queries.append("query")
        )
        await pilot.press("1")
        await pilot.wait_until(lambda: queries)
        await pilot.press("space")
        screen._on_timer()
        await pilot.press()
        count = len(queries)
        for _ in range(3):
            screen._on_timer()
            await pilot.press()
        assert len(queries) == count
        assert "paused at" in pilot.screen_text()


async def test_the_searches_use_the_width_that_the_window_has_now(open_app) -> None:
    async with open_app("orush-05", size=(70, 20)) as pilot:
        screen = await open_map(pilot)

        def search_line() -> str:
            return next(line for line in pilot.screen_text().splitlines() if "Searches:" in line)

        assert "…" in search_line()
        await pilot.resize(160, 40)
        assert "…" not in search_line()
        assert screen._solvers[-1].name in search_line()


async def test_players_see_who_wins(open_app) -> None:
    async with open_app("hexapawn-3x3", size=WIDE) as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: not model.is_opponents_turn)  # which begins
        await open_map(pilot)
        assert "Black wins in 5 plies" in pilot.screen_text()
        assert "White wins" in pilot.screen_text()
        for _ in range(4):
            await pilot.press("right")
        await pilot.wait_until(lambda: "Black wins in 1 ply" in pilot.screen_text())
        assert " Black wins " in pilot.screen_text()
        assert "in 0" not in pilot.screen_text()


async def test_exporting_the_map(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        await open_map(pilot)
        await pilot.press("e")
        await pilot.wait_until(lambda: "Exported to" in pilot.screen_text())
        [path] = (pilot.app.data_folder / "exports").iterdir()
        assert path.read_text().startswith("<svg ")


async def test_patience_has_no_map(open_app) -> None:
    async with open_app("FreeCell.1", size=WIDE) as pilot:
        await pilot.press("@")
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.long
async def test_a_map_that_is_a_sample_says_so(open_app) -> None:
    async with open_app("hexapawn-5x5", size=WIDE) as pilot:
        await pilot.press("@")
        await pilot.wait_until(lambda: "A sample of" in pilot.screen_text())


async def test_the_marks_differ_from_the_dots_in_ascii_and_without_colors(open_app) -> None:
    async with open_app("lucas-03", size=WIDE) as pilot:
        change_options(pilot.app, ascii_only=True)
        pilot.app.settings.set_color_depth("none")
        screen = await open_map(pilot)
        await pilot.wait_until(lambda: "@ here" in pilot.screen_text())
        marks = {
            mark for mark, _ in (shown_mark(mark, Appearance(ascii_only=True)) for mark in MARKS)
        }
        assert len(marks) == len(MARKS)
        assert not marks & set(ASCII_SHADES)
        await pilot.press("1")
        await pilot.wait_until(lambda: "solved" in pilot.screen_text())
        roles = {role for line in screen._map_area._lines for _, role in line}
        assert "chosen" in roles
        await pilot.press("?")
        assert "search: breadth-first" in pilot.screen_text()


async def test_a_lost_process_is_told_and_walking_goes_on(open_app) -> None:
    async with open_app("lucas-03", size=WIDE) as pilot:
        screen = await open_map(pilot)
        os.kill(screen._process._child.pid, signal.SIGKILL)
        await pilot.wait_until(lambda: "No further answers: " in pilot.screen_text())
        await pilot.press("right", "1", "e")
        assert len(screen._walk.moves) == 1
        assert not screen._search.is_running


async def test_exploring_in_a_queue_and_leaving_it(open_app) -> None:
    async with open_app("orush-05", size=WIDE) as pilot:
        await pilot.wait_until(lambda: pilot.screen.model.analysis.get(pilot.screen.model.position))
        set_host_limits(HostLimits(workers=1))
        try:
            slots = worker_slots()
            await slots.acquire()
            await pilot.press("@")
            await pilot.wait_until(lambda: "The map is queued" in pilot.screen_text())
            await pilot.press("escape")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            await pilot.press("@")
            slots.release()
            await pilot.wait_until(lambda: "Can be won" in pilot.screen_text())
        finally:
            set_host_limits(HostLimits())
