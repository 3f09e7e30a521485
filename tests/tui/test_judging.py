"""The badge in the app: when a search is started, and when none is."""

import asyncio
import json
from pathlib import Path

import pytest

from ludoscope.search.budget import Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.registry import find_judge, find_solver
from ludoscope.tui.model.hints import find_known_move
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves.settings import Settings


async def judged(driver) -> None:
    await driver.until(lambda: not driver.page.solver_jobs.is_busy)


async def test_the_badge_comes_by_itself_and_a_known_line_needs_no_search(
    opened, searches, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, start = asyncio.Event(), SolverProcess.start

    async def held_back(cls, *arguments):
        await gate.wait()
        return await start(*arguments)

    monkeypatch.setattr(SolverProcess, "start", classmethod(held_back))
    async with opened("lucas-03") as driver:
        assert "…" in driver.text().splitlines()[0]
        gate.set()
        await judged(driver)
        assert "✓ winnable" in driver.text().splitlines()[0]
        assert len(searches) == 1
        table = driver.page.model
        while not table.session.is_over:
            table.play(table.analysis.next_move(table.session.position))
        await driver.press("left")
        assert "✓ solved" in driver.text()
        assert len(searches) == 1


@pytest.mark.parametrize(("patience", "said"), [(60.0, "✓ winnable"), (-1.0, "…")])
async def test_what_was_known_stands_until_the_move_is_judged_but_not_for_long(
    opened, monkeypatch: pytest.MonkeyPatch, patience: float, said: str
) -> None:
    async def never(self) -> None:
        await asyncio.Event().wait()

    async with opened("lucas-03") as driver:
        await judged(driver)
        await driver.press("left")
        assert "✓ winnable" in driver.text().splitlines()[0]
        monkeypatch.setattr("ludoscope.tui.model.game_model.THINKING_DELAY_SECONDS", patience)
        monkeypatch.setattr(SolverRun, "run", never)
        table, page = driver.page.model, driver.page
        known = table.analysis.next_move(table.session.position)
        table.play(next(m for m in table.game.moves(table.session.position) if m != known))
        assert page.solver_jobs.is_running("judge")
        await driver.press("left")
        assert said in driver.text().splitlines()[0]


@pytest.mark.long
async def test_a_burst_of_moves_costs_one_search(opened, searches) -> None:
    async with opened("english-central") as driver:
        driver.page.solver_jobs.stop()
        searches.clear()
        table = driver.page.model
        for _ in range(4):
            table.play(table.game.moves(table.session.position)[-1])
        await judged(driver)
        assert len(searches) == 1
        assert table.analysis.get(table.session.position) is not None


@pytest.mark.long
async def test_a_move_ends_the_search_for_the_position_before(
    opened, searches, running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.ANALYSIS_LIMITS", Limits(seconds=60)
    )
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.find_judge",
        lambda game: find_solver(game, "breadth-first"),
    )
    async with opened("english-central") as driver:
        await driver.until(lambda: len(searches) == 1)
        await driver.press(":")
        await driver.type("4,2:N")
        pid = searches[0].pid
        await driver.until(lambda: not running(pid))
        await driver.until(lambda: len(searches) == 2)
        await driver.press("u", "escape")
    assert not running(searches[1].pid)


async def test_a_loss_is_said_and_undo_takes_it_back(opened) -> None:
    async with opened("lucas-05") as driver:
        await judged(driver)
        table = driver.page.model

        def lost(move) -> bool:
            after = table.game.play(table.session.position, move)
            *_, verdict = find_judge(table.game).run(table.game, after, Limits(seconds=9))
            return isinstance(verdict, Unsolvable)

        wrong = next(filter(lost, table.game.moves(table.session.position)))
        await driver.press(":")
        await driver.type(table.game.move_text(table.session.position, wrong))
        await judged(driver)
        assert "✗ lost since move 1" in driver.text()
        assert "That jump lost the game:" in driver.text()
        await driver.press("i")
        assert "No jump helps: lost since move 1; i again shows the way back" in driver.text()
        await driver.press("i")
        assert "z goes back before move 1, " in driver.text()
        await driver.press("u")
        assert "✓ winnable" in driver.text()
        assert not driver.page.solver_jobs.is_busy


async def test_analysis_is_switched_off_for_good(opened, searches, tmp_path: Path) -> None:
    async with opened("lucas-03") as driver:
        await driver.press("a")
        assert "analysis off" in driver.text()
        assert "winnable" not in driver.text()
        searches.clear()
        await driver.press("tab", "enter", "tab", "enter")
        await driver.until(lambda: not Settings.load(tmp_path / "saves").analysis)
        assert not driver.page.solver_jobs.is_busy
        assert not searches
        await driver.press("a")
        await driver.until(lambda: "winnable" in driver.text() or "lost" in driver.text())


@pytest.mark.long
async def test_the_program_that_answers_says_the_value_too(opened, searches) -> None:
    async with opened("hexapawn-4x4") as driver:
        await judged(driver)
        assert "✓ White wins in 11 plies" in driver.text()
        searches.clear()
        await driver.press(":")
        await driver.type("b1b2")
        await judged(driver)
        assert "✓ White wins in" in driver.text() or "✗ Black wins in" in driver.text()
        assert len(searches) == 1


@pytest.mark.parametrize(
    ("kept", "settings"),
    [
        ({"suits": 4, "analysis": False, "autoplay": "full"}, Settings(4, False, "full")),
        ({"suits": True, "analysis": 0, "autoplay": ["off"]}, Settings()),
        ({"suits": 4.0, "autoplay": "off", "other": 1}, Settings(autoplay="off")),
        ([4], Settings()),
    ],
)
def test_settings_that_are_offered_are_taken(tmp_path: Path, kept, settings) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    assert Settings.load(tmp_path) == settings


def test_one_setting_is_changed_and_the_others_stay(tmp_path: Path) -> None:
    Settings.change(tmp_path, suits=4)
    Settings.change(tmp_path, analysis=False)
    assert Settings.load(tmp_path) == Settings(4, False)


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_a_hint_begins_a_short_line_and_the_next_one_goes_on_with_it(
    opened, searches
) -> None:
    async with opened("st.2") as driver:
        await judged(driver)
        table = driver.page.model
        await driver.press("i")
        await driver.until(lambda: table.hint is not None)
        length = len(table.hint_line.moves)
        assert table.hint == table.hint_line.moves[0]
        await judged(driver)
        searches.clear()
        for move in table.hint_line.moves[:3]:
            assert table.play(move)
            await driver.press("i")
            assert table.hint == find_known_move(table)
        assert not searches
        assert table.analysis.get(table.session.position).length <= length - 3


async def test_a_hint_falls_back_on_the_line_that_is_known(
    opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.find_hint_solver",
        lambda game: find_solver(game, "breadth-first"),
    )
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SHORTER_HINT_LIMITS", Limits(explored=10)
    )
    async with opened("FreeCell.1") as driver:
        await judged(driver)
        table = driver.page.model
        await driver.press("i")
        await driver.until(lambda: table.hint is not None)
        assert table.hint == table.analysis.next_move(table.session.position)
