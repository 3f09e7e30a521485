"""The lab: what it opens on, who works, what is shown of them, and where it is written."""

import asyncio
import csv
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_solver
from ludoscope.tui.lab.race import RUNNING
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.lab.preset_screen import PresetScreen
from ludoscope.tui.screens.lab.race_views import VIEWS
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.search_view.screen import SearchViewScreen
from ludoscope.tui.widgets.text_table import TextTable

READABLE = ("breadth-first", "depth-first", "beam")


async def lab(driver, *names: str) -> LabScreen:
    """Open the lab, with these solvers if any are named."""
    await driver.press("ctrl+l")
    await driver.until(lambda: isinstance(driver.app.screen, LabScreen))
    page = driver.app.screen
    if names:
        page.set_solvers([find_solver(page.subject.puzzle.game, name) for name in names])
    await driver.until(lambda: page.subject.title in driver.text())
    return page


async def done(driver, page: LabScreen) -> None:
    await driver.until(lambda: not page.race.is_active)


def names(page: LabScreen) -> list[str]:
    return [entrant.solver_run.solver.name for entrant in page.race.entrants]


@pytest.mark.long
async def test_it_is_among_the_solvers_to_choose_from(opened) -> None:
    async with opened("orush-03") as driver:
        await driver.press("ctrl+s", "end", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, LabScreen))
        assert "Number 3" in driver.text()


@pytest.mark.long
async def test_from_home_it_opens_on_what_was_begun_last(opened) -> None:
    async with opened() as driver:
        await driver.press("l")
        await driver.until(lambda: isinstance(driver.app.screen, LabScreen))
        assert "Lucas 6" in driver.text()
        await driver.press("escape")
        driver.app.puzzle_opener.open("orush-05")
        await driver.until(lambda: type(driver.app.screen).__name__ == "PlayScreen")
        await driver.press("left")
        assert driver.page.model.session.ply
        await driver.press("escape")
        page = await lab(driver)
        assert page.subject.puzzle.name == "orush-05"


@pytest.mark.long
async def test_from_a_library_it_opens_on_the_puzzle_chosen(opened) -> None:
    async with opened() as driver:
        driver.app.navigator.open_library("peg")
        await driver.until(
            lambda: bool(driver.page.selected_puzzle_name()) if driver.page.family else False
        )
        name = driver.page.selected_puzzle_name()
        page = await lab(driver)
        assert page.subject.puzzle.name == name


async def test_solvers_come_and_go(opened) -> None:
    async with opened("lucas-04") as driver:
        page = await lab(driver, "beam", "depth-first")
        await driver.press("a", "end", "enter")
        assert names(page)[:2] == ["beam", "depth-first"]
        assert len(names(page)) == 3
        await driver.press("a", "end", "enter")
        assert len(names(page)) == 3
        assert "already in the race" in driver.said()
        await driver.press("up", "d")
        assert "depth-first" not in names(page)
        await driver.press("d", "d", "d")
        assert names(page) == []
        assert "Press a to add one" in driver.text()
        await driver.press("up", "down", "g", "enter", "i", "tab", "x")


async def test_stopping_leaves_no_process_and_go_takes_up_who_was_stopped(
    opened, searches, running
) -> None:
    async with opened("lucas-28") as driver:
        page = await lab(driver, "beam-spread", *READABLE)
        await driver.press("g")
        jobs = min(4, os.cpu_count() or 1)
        await driver.until(lambda: sum(run.last_progress is not None for run in searches) >= jobs)
        assert [row.verdict for row in page.rows()].count(RUNNING) == jobs
        await driver.press("escape")
        assert "Press esc again to go back" in driver.said()
        assert not page.race.is_active
        for run in searches:
            await driver.until(lambda run=run: not running(run.pid))
        began = len(searches)
        await driver.press("g")
        await driver.until(lambda: len(searches) > began)
        await driver.press("x")
        await driver.press("escape")
        assert not isinstance(driver.app.screen, LabScreen)


@pytest.mark.long
async def test_one_of_them_can_be_watched(opened) -> None:
    async with opened("lucas-06") as driver:
        page = await lab(driver, *READABLE)
        await driver.press("g")
        await done(driver, page)
        await driver.press("enter")
        assert isinstance(driver.app.screen, SearchViewScreen)
        assert "breadth-first" in driver.text()
        await driver.press("r")
        solving = driver.app.screen.solver_run
        await driver.until(lambda: solving.progress.held or solving._latest.held)
        await driver.press("escape")
        assert page.race.entrants[0].solver_run is solving
        assert page.race.is_active
        await driver.press("x")


@pytest.mark.long
async def test_it_opens_on_the_position_on_the_board_and_returns_to_it(opened) -> None:
    """A solution is stepped along there."""
    async with opened("lucas-04") as driver:
        await driver.press("tab", "enter", "tab", "enter")
        play = driver.page
        position = play.model.session.position
        page = await lab(driver, *READABLE)
        assert "Lucas 4, after 1 move" in driver.text()
        assert page.subject.position == position
        await driver.press("g")
        await done(driver, page)
        assert {entrant.solver_run.position for entrant in page.race.entrants} == {position}
        assert [driver.text().count(said) for said in ("✓ fewest", "✓ solved")] == [1, 2]
        await driver.press("escape")
        assert play.model.session.position == position
        page = await lab(driver)
        await driver.press("enter", "enter")
        await driver.until(lambda: driver.page is play)
        found = page.race.entrants[0].solver_run
        assert play.model.replay is play.model.solution is found.replay
        await driver.press("right")
        assert play.model.replay.ply == 1
        await driver.press("w")
        assert driver.app.screen.solver_run is found
        await driver.press("escape", "escape")
        assert play.model.session.ply == 1
        again = await lab(driver)
        assert again is not page
        assert [one.solver_run.verdict for one in again.race.entrants] == [
            one.solver_run.verdict for one in page.race.entrants
        ]
        assert [driver.text().count(said) for said in ("✓ fewest", "✓ solved")] == [1, 2]


@pytest.mark.long
async def test_without_a_board_below_one_is_opened(opened) -> None:
    async with opened() as driver:
        page = await lab(driver, "beam")
        await driver.press("g")
        await done(driver, page)
        await driver.press("enter", "w")
        await driver.until(lambda: type(driver.app.screen).__name__ == "PlayScreen")
        assert driver.page.model.replay
        await driver.press("escape", "escape")
        assert driver.app.screen is page


@pytest.mark.long
async def test_each_may_take_what_the_settings_say(opened) -> None:
    async with opened("lucas-04") as driver:
        page = await lab(driver, "beam")
        assert "Race: at most 10 minutes and 1,024 MB each" in driver.text()
        await driver.press(",", "/", *"minutes", "enter", "left", "escape", "escape")
        assert driver.app.screen is page
        assert "Race: at most 1 minute and 1,024 MB each" in driver.text()
        await driver.press("g")
        assert page.race.entrants[0].solver_run.limits == Limits(60, memory=1 << 30)
        await done(driver, page)


@pytest.mark.long
async def test_the_lab_says_where_it_is(opened) -> None:
    async with opened("lucas-04") as driver:
        await lab(driver, "beam")
        await driver.press("ctrl+l")
        assert driver.said() == "This is the lab"
        await driver.press("?", "ctrl+l")
        assert "Press esc to go back to it" in driver.said()


async def test_a_race_that_is_done(opened, monkeypatch, tmp_path: Path) -> None:
    """Check plots, redrawing, exports and the mouse after a race, all in one app."""
    async with opened("lucas-04") as driver:
        page = await lab(driver, *READABLE)
        assert "The position" in driver.text()
        await driver.press("g")
        await done(driver, page)
        await plots_come_in_turn(driver)
        with monkeypatch.context() as patch:
            await a_running_solver_changes_only_its_own_cells(driver, page, patch)
        await exports_are_files_in_the_data_folder(driver, tmp_path / "saves" / "exports")
        await the_mouse_chooses_a_row_and_a_plot(driver, page)


async def plots_come_in_turn(driver) -> None:
    first, *others = VIEWS.values()
    for title in (*others, first, others[0]):
        assert title in driver.text()
        assert [one for one in VIEWS.values() if one in driver.text()] == [title]
        await driver.press("v")
    await driver.press(*["shift+tab"] * 3)
    assert others[-1] in driver.text()
    assert "moves" in driver.text()


async def a_running_solver_changes_only_its_own_cells(driver, page: LabScreen, patch) -> None:
    made = []
    patch.setattr(TextTable, "_rebuild", made.append)
    solving = page.race.entrants[1].solver_run
    before = solving.verdict
    solving.verdict = replace(before, explored=12_345_678)
    assert page.show_progress()
    assert not page.show_progress()
    await driver.until(lambda: "12,345,678" in driver.text())
    assert made == []
    solving.verdict = before
    page.show_progress()


async def exports_are_files_in_the_data_folder(driver, folder: Path) -> None:
    await driver.press("e")
    await driver.until(lambda: "Exported to" in driver.said())
    files = sorted(folder.iterdir())
    assert [file.suffix for file in files] == [".csv", ".md"]
    assert all(file.name.startswith("lucas-04-20") for file in files)
    with files[0].open() as file:
        assert [row["solver"] for row in csv.DictReader(file)] == list(READABLE)
    await driver.press("c")
    assert driver.app.clipboard.startswith("### lucas-04")


async def the_mouse_chooses_a_row_and_a_plot(driver, page: LabScreen) -> None:
    driver.app.clear_notifications()
    await driver.press()
    lines = driver.text().splitlines()
    tabs = next(y for y, line in enumerate(lines) if "By depth" in line)
    await driver.click(lines[tabs].index("Length"), tabs)
    assert VIEWS["Length"] in driver.text()
    last = next(y for y, line in enumerate(lines) if "beam" in line)
    await driver.click(5, last)
    assert driver.app.screen is page
    await driver.press("d")
    assert names(page) == [*READABLE[:-1]]
    await driver.click(5, last - 1)
    await driver.until(lambda: isinstance(driver.app.screen, SearchViewScreen))
    assert "depth-first" in driver.text()


@pytest.mark.long
async def test_keys_typed_ahead(opened) -> None:
    async with opened("lucas-04") as driver:
        page = await lab(driver, *READABLE)
        await driver.press_at_once("down", "d", "down", "up", "g", "v", "v")
        await driver.until(lambda: page.race.entrants[0].is_finished and not page.race.is_active)
        assert names(page) == ["breadth-first", "beam"]
        assert VIEWS["Time"] in driver.text()


@pytest.mark.long
async def test_another_puzzle_by_name(opened) -> None:
    async with opened("lucas-04") as driver:
        page = await lab(driver, *READABLE)
        await driver.press(":")
        await driver.type("nowhere")
        await driver.until(lambda: "nowhere" in driver.said())
        await driver.press("escape", ":")
        await driver.type("lucas-05")
        await driver.until(lambda: "Lucas 5" in driver.text())
        assert names(page) == list(READABLE)
        await driver.press(":")
        await driver.type("hexapawn-3x3")
        await driver.until(lambda: "Hexapawn" in driver.text())
        assert "memo" in names(page)
        await driver.press("p", "down", "enter")
        assert "recursion" in names(page)


@pytest.mark.long
async def test_ways_to_write_a_position_down_are_a_preset_of_boats(opened) -> None:
    async with opened("orush-03") as driver:
        page = await lab(driver)
        await driver.press("p", "down", "down", "down", "enter")
        assert names(page) == ["breadth-first", "breadth-first-boats", "breadth-first-grid"]
        await driver.press("g")
        await done(driver, page)
        rows = page.rows()
        assert len({(row.explored, row.length, row.optimal) for row in rows}) == 1
        await driver.resize(120, 40)
        assert "bytes/position" in driver.text()
    async with opened("lucas-04") as driver:
        await lab(driver)
        await driver.press("p")
        assert "every method on this puzzle" in driver.text()
        assert "representations of a position" not in driver.text()


@pytest.mark.long
async def test_the_table_of_lucas(opened, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    quick = Limits(seconds=20, explored=300)
    monkeypatch.setattr(
        "ludoscope.tui.screens.lab.preset_screen.preset_limits", lambda preset: quick
    )
    async with opened("lucas-04") as driver:
        page = await lab(driver, "beam")
        await driver.press("p", "down", "down", "down", "enter")
        assert isinstance(driver.app.screen, PresetScreen)
        table = driver.app.screen
        assert "Lucas 1–12 by four methods" in driver.text()
        table.race.entrants = table.race.entrants[:12]
        await driver.press("g")
        await done(driver, table)
        assert "12 of 12 done" in driver.text()
        assert "gave up" not in "".join(driver.text().splitlines()[4:7])
        await driver.press("e")
        await driver.until(lambda: "Exported to" in driver.said())
        [kept] = (tmp_path / "saves" / "exports").glob("preset-lucas-*.json")
        rows = {(row["puzzle"], row["solver"]): row for row in json.loads(kept.read_text())}
        beam = rows["lucas-02", "beam"]
        assert (beam["published"], beam["published_width"]) == (169, 16)
        assert beam["width"] == 2 ** (beam["width"].bit_length() - 1) < beam["explored"]
        assert "Explored, by problem" not in driver.text()
        await driver.press("tab")
        assert "Explored, by problem" in driver.text()
        assert "Our figures merge" not in driver.text()
        await driver.resize(120, 40)
        assert "Explored, by problem" in driver.text()
        assert "Our figures merge" in driver.text()
        await driver.press("escape")
        assert driver.app.screen is page


@pytest.mark.long
async def test_a_preset_that_is_larger_than_the_screen(opened) -> None:
    """Wider: it is told whole below. Higher: it scrolls."""
    async with opened("lucas-06") as driver:
        await lab(driver, "beam")
        await driver.press("p")
        below = driver.text().split("Hexapawn conf")[1]
        assert "swift, breadth-first, depth-first, beam" in below
        await driver.press("end", "enter")
        assert "Hexapawn configurations" in driver.text()
        assert "easyAI: a library" not in driver.text()
        assert all(len(line) <= 80 for line in driver.text().splitlines())
        await driver.press(*["down"] * 8)
        assert "easyAI: a library" in driver.text()
        await driver.resize(120, 40)
        assert "easyAI: a library" in driver.text()
        assert "hexapawn-config-5x5-15" in driver.text()
        assert "14,811,506,999" in driver.text()


@pytest.mark.long
async def test_small_and_large_screens(opened) -> None:
    async with opened("FreeCell.1", ascii_only=True) as driver:
        page = await lab(driver)
        await driver.press("p", "down", "enter", "g")
        await asyncio.sleep(0.3)
        for size in ((60, 18), (80, 24), (200, 60), (40, 10), (80, 24)):
            await driver.resize(*size)
            assert driver.text().isascii()
        await driver.press("x")
        assert not page.race.is_active


@pytest.mark.long
async def test_one_key_at_home_shows_a_race(opened) -> None:
    async with opened() as driver:
        await driver.press("w")
        await driver.until(lambda: isinstance(driver.app.screen, LabScreen))
        lab = driver.app.screen
        assert isinstance(lab, LabScreen)
        assert "Lucas 7" in driver.text()
        await driver.until(lambda: sum(one.is_finished for one in lab.race.entrants) > 1)
        await driver.press("escape", "escape")
        await driver.until(lambda: isinstance(driver.app.screen, HomeScreen))
