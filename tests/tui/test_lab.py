"""The lab: what it opens on, who works, what is shown of them, and where it is written."""

import asyncio
import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from ludoscope.search.budget import Limits
from ludoscope.search.process.threads import usable_cores
from ludoscope.search.registry import find_solver
from ludoscope.tui.lab.race import PAUSED, RUNNING
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.lab.preset_screen import PresetScreen
from ludoscope.tui.screens.lab.race_views import VIEWS
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.search_view.screen import SearchViewScreen
from ludoscope.tui.screens.step_view.screen import StepViewScreen
from ludoscope.tui.widgets.text_table import TextTable

READABLE = ("breadth-first", "depth-first", "beam")


async def lab(pilot, *names: str) -> LabScreen:
    """Open the lab, with these solvers if any are named."""
    await pilot.press("ctrl+l")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
    screen = pilot.app.screen
    if names:
        screen.set_solvers([find_solver(screen.subject.puzzle.game, name) for name in names])
    await pilot.wait_until(lambda: screen.subject.title in pilot.screen_text())
    return screen


async def done(pilot, screen: LabScreen) -> None:
    await pilot.wait_until(lambda: not screen.race.is_active)


def names(screen: LabScreen) -> list[str]:
    return [entrant.solver_run.solver.name for entrant in screen.race.entrants]


@pytest.mark.long
async def test_lab_is_offered_in_the_solver_list(open_app) -> None:
    async with open_app("orush-03") as pilot:
        await pilot.press("s", "s", "end", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
        assert "Number 3" in pilot.screen_text()


@pytest.mark.long
async def test_lab_opens_on_the_latest_puzzle_from_home(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("ctrl+l")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
        assert "Lucas 6" in pilot.screen_text()
        await pilot.press("escape")
        pilot.app.puzzle_opener.open("orush-05")
        await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "PlayScreen")
        await pilot.press("left")
        assert pilot.screen.model.session.ply
        await pilot.press("escape")
        screen = await lab(pilot)
        assert screen.subject.puzzle.name == "orush-05"


@pytest.mark.long
async def test_lab_opens_on_the_highlighted_puzzle_from_the_library(open_app) -> None:
    async with open_app() as pilot:
        pilot.app.navigator.open_library("peg")
        await pilot.wait_until(
            lambda: bool(pilot.screen.selected_puzzle_name()) if pilot.screen.family else False
        )
        name = pilot.screen.selected_puzzle_name()
        screen = await lab(pilot)
        assert screen.subject.puzzle.name == name


@pytest.mark.long
async def test_solvers_can_be_added_and_removed(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, "beam", "depth-first")
        await pilot.press("+", "end", "enter")
        assert names(screen)[:2] == ["beam", "depth-first"]
        assert len(names(screen)) == 3
        await pilot.press("+", "end", "enter")
        assert len(names(screen)) == 3
        assert "already in the race" in pilot.notifications()
        await pilot.press("up", "delete")
        assert "depth-first" not in names(screen)
        await pilot.press("delete", "delete", "backspace")
        assert names(screen) == []
        assert "Press + to add one" in pilot.screen_text()
        await pilot.press("up", "down", "s", "enter", "i", "tab", "x")


async def test_stop_leaves_no_process_and_go_resumes_stopped_solvers(
    open_app, solver_processes, process_exists
) -> None:
    async with open_app("lucas-28") as pilot:
        screen = await lab(pilot, "beam-spread", *READABLE)
        await pilot.press("s")
        jobs = min(4, usable_cores())
        await pilot.wait_until(
            lambda: sum(run.last_progress is not None for run in solver_processes) >= jobs
        )
        assert [row.verdict for row in screen.rows()].count(RUNNING) == jobs
        await pilot.press("escape")
        assert "Press esc again to go back" in pilot.notifications()
        assert not screen.race.is_active
        for run in solver_processes:
            await pilot.wait_until(lambda run=run: not process_exists(run.pid))
        began = len(solver_processes)
        await pilot.press("s")
        await pilot.wait_until(lambda: len(solver_processes) > began)
        await pilot.press("x")
        await pilot.press("escape")
        assert not isinstance(pilot.app.screen, LabScreen)


async def test_paused_solver_is_shown_as_paused(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        screen = await lab(pilot, "breadth-first")
        await pilot.press("s")
        await pilot.wait_until(lambda: screen.rows()[0].verdict == RUNNING)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SearchViewScreen)
        await pilot.press("space", "escape")
        await pilot.wait_until(lambda: "paused" in pilot.screen_text())
        assert screen.rows()[0].verdict == PAUSED
        await pilot.press("enter", "space", "escape")
        await pilot.wait_until(lambda: "paused" not in pilot.screen_text())
        assert screen.rows()[0].verdict == RUNNING


async def test_an_empty_race_is_neither_copied_nor_exported(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, "beam")
        pilot.app.copy_to_clipboard("kept")
        await pilot.press("delete", "c", "e")
        assert not screen.race.entrants
        assert pilot.app.clipboard == "kept"
        assert not (pilot.app.data_folder / "exports").exists()
        assert not pilot.notifications()


@pytest.mark.long
async def test_solver_in_a_race_can_be_watched(open_app) -> None:
    async with open_app("lucas-06") as pilot:
        screen = await lab(pilot, *READABLE)
        await pilot.press("s")
        await done(pilot, screen)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, SearchViewScreen)
        assert "breadth-first" in pilot.screen_text()
        await pilot.press("r")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, StepViewScreen))
        await pilot.wait_until(lambda: "Start: " in pilot.screen_text())
        await pilot.press("escape", "escape")
        assert pilot.app.screen is screen
        assert screen.race.entrants[0].solver_run.verdict


@pytest.mark.long
async def test_lab_opens_on_the_board_position_and_returns_to_it(open_app) -> None:
    """A solution is stepped along there."""
    async with open_app("lucas-04") as pilot:
        await pilot.press("tab", "enter", "tab", "enter")
        play = pilot.screen
        position = play.model.session.position
        screen = await lab(pilot, *READABLE)
        assert "Lucas 4, after 1 move" in pilot.screen_text()
        assert screen.subject.position == position
        await pilot.press("s")
        await done(pilot, screen)
        assert {entrant.solver_run.position for entrant in screen.race.entrants} == {position}
        assert [pilot.screen_text().count(said) for said in ("✓ fewest", "✓ solved")] == [1, 2]
        await pilot.press("escape")
        assert play.model.session.position == position
        screen = await lab(pilot)
        await pilot.press("enter", "enter")
        await pilot.wait_until(lambda: pilot.screen is play)
        found = screen.race.entrants[0].solver_run
        assert play.model.replay is play.model.solution is found.replay
        await pilot.press("right")
        assert play.model.replay.ply == 1
        await pilot.press("w")
        assert pilot.app.screen.solver_run is found
        await pilot.press("escape", "escape")
        assert play.model.session.ply == 1
        again = await lab(pilot)
        assert again is not screen
        assert [one.solver_run.verdict for one in again.race.entrants] == [
            one.solver_run.verdict for one in screen.race.entrants
        ]
        assert [pilot.screen_text().count(said) for said in ("✓ fewest", "✓ solved")] == [1, 2]


@pytest.mark.long
async def test_lab_opens_a_board_if_none_is_below(open_app) -> None:
    async with open_app() as pilot:
        screen = await lab(pilot, "beam")
        await pilot.press("s")
        await done(pilot, screen)
        await pilot.press("enter", "w")
        await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == "PlayScreen")
        assert pilot.screen.model.replay
        await pilot.press("escape", "escape")
        assert pilot.app.screen is screen


@pytest.mark.long
async def test_limits_of_a_race_follow_the_settings(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, "beam")
        assert "Race: at most 10 minutes and 1,024 MB each" in pilot.screen_text()
        await pilot.press(",", "/", *"minutes", "enter", "left", "escape", "escape")
        assert pilot.app.screen is screen
        assert "Race: at most 1 minute and 1,024 MB each" in pilot.screen_text()
        await pilot.press("s")
        assert screen.race.entrants[0].solver_run.limits == Limits(60, memory=1 << 30)
        await done(pilot, screen)


@pytest.mark.long
async def test_lab_title_shows_the_path(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        await lab(pilot, "beam")
        await pilot.press("ctrl+l")
        assert pilot.notifications() == "This is the lab"
        await pilot.press("?", "ctrl+l")
        assert "Press esc to go back to it" in pilot.notifications()


async def test_finished_race_shows_plots_and_exports(open_app, monkeypatch, tmp_path: Path) -> None:
    """Check plots, redrawing, exports and the mouse after a race, all in one app."""
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, *READABLE)
        assert "The position" in pilot.screen_text()
        await pilot.press("s")
        await done(pilot, screen)
        await plots_come_in_turn(pilot)
        with monkeypatch.context() as patch:
            await a_running_solver_changes_only_its_own_cells(pilot, screen, patch)
        await exports_are_files_in_the_data_folder(pilot, tmp_path / "saves" / "exports")
        await the_mouse_chooses_a_row_and_a_plot(pilot, screen)


async def plots_come_in_turn(pilot) -> None:
    first, *others = VIEWS.values()
    for title in (*others, first, others[0]):
        assert title in pilot.screen_text()
        assert [one for one in VIEWS.values() if one in pilot.screen_text()] == [title]
        await pilot.press("v")
    await pilot.press(*["shift+tab"] * 3)
    assert others[-1] in pilot.screen_text()
    assert "moves" in pilot.screen_text()


async def a_running_solver_changes_only_its_own_cells(pilot, screen: LabScreen, patch) -> None:
    made = []
    patch.setattr(TextTable, "_rebuild", made.append)
    solving = screen.race.entrants[1].solver_run
    before = solving.verdict
    solving.verdict = replace(before, explored=12_345_678)
    assert screen.show_progress()
    assert not screen.show_progress()
    await pilot.wait_until(lambda: "12,345,678" in pilot.screen_text())
    assert made == []
    solving.verdict = before
    screen.show_progress()


async def exports_are_files_in_the_data_folder(pilot, folder: Path) -> None:
    await pilot.press("e")
    await pilot.wait_until(lambda: "Exported to" in pilot.notifications())
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".csv", ".md"]
    assert all(file.name.startswith("lucas-04-20") for file in files)
    with files[0].open() as file:
        assert [row["solver"] for row in csv.DictReader(file)] == list(READABLE)
    await pilot.press("c")
    assert pilot.app.clipboard.startswith("### lucas-04")


async def the_mouse_chooses_a_row_and_a_plot(pilot, screen: LabScreen) -> None:
    pilot.app.clear_notifications()
    await pilot.press()
    lines = pilot.screen_text().splitlines()
    tabs = next(y for y, line in enumerate(lines) if "By depth" in line)
    await pilot.click(lines[tabs].index("Length"), tabs)
    assert VIEWS["Length"] in pilot.screen_text()
    last = next(y for y, line in enumerate(lines) if "beam" in line)
    await pilot.click(5, last)
    assert pilot.app.screen is screen
    await pilot.press("delete")
    assert names(screen) == [*READABLE[:-1]]
    await pilot.click(5, last - 1)
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, SearchViewScreen))
    assert "depth-first" in pilot.screen_text()


@pytest.mark.long
async def test_lab_handles_type_ahead(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, *READABLE)
        await pilot.press_together("down", "delete", "down", "up", "s", "v", "v", "v")
        await pilot.wait_until(
            lambda: screen.race.entrants[0].is_finished and not screen.race.is_active
        )
        assert names(screen) == ["breadth-first", "beam"]
        assert VIEWS["Time"] in pilot.screen_text()


@pytest.mark.long
async def test_lab_opens_another_puzzle_by_name(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, *READABLE)
        await pilot.press(":")
        await pilot.submit("nowhere")
        await pilot.wait_until(lambda: "nowhere" in pilot.notifications())
        await pilot.press("escape", ":")
        await pilot.submit("lucas-05")
        await pilot.wait_until(lambda: "Lucas 5" in pilot.screen_text())
        assert names(screen) == list(READABLE)
        await pilot.press(":")
        await pilot.submit("hexapawn-3x3")
        await pilot.wait_until(lambda: "Hexapawn" in pilot.screen_text())
        assert "memo" in names(screen)
        await pilot.press("p", "down", "enter")
        assert "recursion" in names(screen)


@pytest.mark.long
async def test_preset_compares_representations_of_orush_positions(open_app) -> None:
    async with open_app("orush-03") as pilot:
        screen = await lab(pilot)
        await pilot.press("p", "down", "down", "down", "enter")
        assert names(screen) == ["breadth-first", "breadth-first-boats", "breadth-first-grid"]
        await pilot.press("s")
        await done(pilot, screen)
        rows = screen.rows()
        assert len({(row.explored, row.length, row.optimal) for row in rows}) == 1
        await pilot.resize(120, 40)
        assert "bytes/position" in pilot.screen_text()
    async with open_app("lucas-04") as pilot:
        await lab(pilot)
        await pilot.press("p")
        assert "Every method on this puzzle" in pilot.screen_text()
        assert "representations of a position" not in pilot.screen_text()


@pytest.mark.long
async def test_lucas_preset_runs_and_exports(
    open_app, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    quick = Limits(seconds=20, explored=300)
    monkeypatch.setattr(
        "ludoscope.tui.screens.lab.preset_screen.preset_limits", lambda preset: quick
    )
    async with open_app("lucas-04") as pilot:
        screen = await lab(pilot, "beam")
        await pilot.press("p", "down", "down", "down", "enter")
        assert isinstance(pilot.app.screen, PresetScreen)
        preset_screen = pilot.app.screen
        assert "Lucas 1–12 by four methods" in pilot.screen_text()
        preset_screen.race.entrants = preset_screen.race.entrants[:12]
        await pilot.press("s")
        await done(pilot, preset_screen)
        assert "12 of 12 done" in pilot.screen_text()
        assert "gave up" not in "".join(pilot.screen_text().splitlines()[4:7])
        await pilot.press("e")
        await pilot.wait_until(lambda: "Exported to" in pilot.notifications())
        [kept] = (tmp_path / "saves" / "exports").glob("preset-lucas-*.json")
        rows = {(row["puzzle"], row["solver"]): row for row in json.loads(kept.read_text())}
        beam = rows["lucas-02", "beam"]
        assert (beam["published"], beam["published_width"]) == (169, 16)
        assert beam["width"] == 2 ** (beam["width"].bit_length() - 1) < beam["explored"]
        assert "Explored, by problem" not in pilot.screen_text()
        await pilot.press("tab")
        assert "Explored, by problem" in pilot.screen_text()
        assert "Our figures merge" not in pilot.screen_text()
        await pilot.resize(120, 40)
        assert "Explored, by problem" in pilot.screen_text()
        assert "Our figures merge" in pilot.screen_text()
        await pilot.press("escape")
        assert pilot.app.screen is screen


@pytest.mark.long
async def test_preset_larger_than_the_screen_scrolls(open_app) -> None:
    """Wider: it is told whole below. Higher: it scrolls."""
    async with open_app("lucas-06") as pilot:
        await lab(pilot, "beam")
        await pilot.press("p")
        below = pilot.screen_text().split("Hexapawn conf")[1]
        assert "swift, breadth-first, depth-first, beam" in below
        await pilot.press("end", "enter")
        assert "Hexapawn configurations" in pilot.screen_text()
        assert "easyAI: a library" not in pilot.screen_text()
        assert all(len(line) <= 80 for line in pilot.screen_text().splitlines())
        await pilot.press(*["down"] * 8)
        assert "easyAI: a library" in pilot.screen_text()
        await pilot.resize(120, 40)
        assert "easyAI: a library" in pilot.screen_text()
        assert "hexapawn-config-5x5-15" in pilot.screen_text()
        assert "14,811,506,999" in pilot.screen_text()


@pytest.mark.long
async def test_lab_on_small_and_large_screens(open_app) -> None:
    async with open_app("FreeCell.1", ascii_only=True) as pilot:
        screen = await lab(pilot)
        await pilot.press("p", "down", "enter", "s")
        await asyncio.sleep(0.3)
        for size in ((60, 18), (80, 24), (200, 60), (40, 10), (80, 24)):
            await pilot.resize(*size)
            assert pilot.screen_text().isascii()
        await pilot.press("x")
        assert not screen.race.is_active


@pytest.mark.long
async def test_one_key_at_home_shows_a_race(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("w")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
        lab = pilot.app.screen
        assert isinstance(lab, LabScreen)
        assert "Lucas 7" in pilot.screen_text()
        await pilot.wait_until(lambda: sum(one.is_finished for one in lab.race.entrants) > 1)
        await pilot.press("escape", "escape")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, HomeScreen))
