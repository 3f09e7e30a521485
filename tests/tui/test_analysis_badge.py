"""The badge in the app: when a search is started, and when none is."""

import asyncio
import itertools
import json
from pathlib import Path

import pytest
from known_lines import known_move

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import Unsolvable
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.registry import find_judge, find_solver
from ludoscope.tui.model.hints import find_shortest_line
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves.settings import Settings


async def judged(pilot) -> None:
    await pilot.wait_until(lambda: not pilot.screen.solver_jobs.is_busy)


async def test_badge_appears_by_itself_and_a_known_line_needs_no_search(
    open_app, solver_processes, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, start = asyncio.Event(), SolverProcess.start

    async def held_back(cls, *arguments, **options):
        await gate.wait()
        return await start(*arguments, **options)

    monkeypatch.setattr(SolverProcess, "start", classmethod(held_back))
    async with open_app("MidnightOil.720") as pilot:  # the catalogue has no line of it
        assert "…" in pilot.screen_text().splitlines()[0]
        gate.set()
        await judged(pilot)
        assert "✓ within 22 moves" in pilot.screen_text().splitlines()[0]
        assert len(solver_processes) == 1
        model = pilot.screen.model
        while not model.session.is_over:
            model.play_player_move(known_move(model.analysis, model.session.position))
        await pilot.press("left")
        assert "✓ solved" in pilot.screen_text()
        assert len(solver_processes) == 1


async def test_a_stored_solution_needs_no_search(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(self) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(SolverRun, "run", never)
    length = collection("patience").shortest_known("Seahaven.1-free")
    async with open_app("Seahaven.1-free") as pilot:
        await pilot.wait_until(lambda: f"winnable within {length} moves" in pilot.screen_text())
        model = pilot.screen.model
        line = find_shortest_line(model)  # which hints follow
        patience = FAMILIES["patience"]
        assert patience.line_length(model.game, model.session.position, line.moves) == length


@pytest.mark.parametrize(("patience", "said"), [(60.0, "✓ winnable"), (-1.0, "…")])
async def test_previous_badge_stays_briefly_until_the_move_is_analysed(
    open_app, monkeypatch: pytest.MonkeyPatch, patience: float, said: str
) -> None:
    async def never(self) -> None:
        await asyncio.Event().wait()

    async with open_app("lucas-03") as pilot:
        await judged(pilot)
        await pilot.press("left")
        assert "✓ winnable" in pilot.screen_text().splitlines()[0]
        monkeypatch.setattr("ludoscope.tui.model.game_model.THINKING_DELAY_SECONDS", patience)
        monkeypatch.setattr(SolverRun, "run", never)
        model, screen = pilot.screen.model, pilot.screen
        known = known_move(model.analysis, model.session.position)
        model.play_player_move(
            next(m for m in model.game.moves(model.session.position) if m != known)
        )
        assert screen.solver_jobs.is_running("judge")
        await pilot.press("left")
        assert said in pilot.screen_text().splitlines()[0]


@pytest.mark.long
async def test_quick_moves_cause_one_search(open_app, solver_processes) -> None:
    async with open_app("english-central") as pilot:
        pilot.screen.solver_jobs.stop()
        solver_processes.clear()
        model = pilot.screen.model
        for _ in range(4):
            model.play_player_move(model.game.moves(model.session.position)[-1])
        await judged(pilot)
        assert len(solver_processes) == 1
        assert model.analysis.get(model.session.position) is not None


@pytest.mark.long
async def test_move_stops_the_search_of_the_previous_position(
    open_app, solver_processes, process_exists, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.ANALYSIS_LIMITS", Limits(seconds=60)
    )
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.find_judge",
        lambda game: find_solver(game, "breadth-first"),
    )
    async with open_app("english-central") as pilot:
        for text in ("4,2:N", "4,5:S"):  # off the published line, which needs no search
            await pilot.press(":")
            await pilot.submit(text)
        await pilot.wait_until(lambda: len(solver_processes) == 1)
        await pilot.press(":")
        await pilot.submit("2,4:E")
        pid = solver_processes[0].pid
        await pilot.wait_until(lambda: not process_exists(pid))
        await pilot.wait_until(lambda: len(solver_processes) == 2)
        await pilot.press("u", "escape")
    assert not process_exists(solver_processes[1].pid)


async def test_loss_is_shown_until_undo(open_app) -> None:
    async with open_app("lucas-05") as pilot:
        await judged(pilot)
        model = pilot.screen.model

        def lost(move) -> bool:
            after = model.game.play(model.session.position, move)
            *_, verdict = find_judge(model.game).run(model.game, after, Limits(seconds=9))
            return isinstance(verdict, Unsolvable)

        wrong = next(filter(lost, model.game.moves(model.session.position)))
        await pilot.press(":")
        await pilot.submit(model.game.move_text(model.session.position, wrong))
        await judged(pilot)
        assert "✗ lost since jump 1" in pilot.screen_text()
        assert "✗ Lost" in pilot.screen_text()
        await pilot.press("i")
        assert "No jump helps: lost since jump 1; i again shows the way back" in pilot.screen_text()
        await pilot.press("i")
        assert "z goes back before jump 1, " in pilot.screen_text()
        await pilot.press("u")
        assert "✓ winnable" in pilot.screen_text()
        assert not pilot.screen.solver_jobs.is_busy


@pytest.mark.long
async def test_analysis_stays_off_after_a_restart(
    open_app, solver_processes, tmp_path: Path
) -> None:
    async with open_app("lucas-03") as pilot:
        await pilot.press("a")
        assert "Analysis off" in pilot.screen_text()
        assert "winnable" not in pilot.screen_text()
        solver_processes.clear()
        await pilot.press("tab", "enter", "tab", "enter")
        await pilot.wait_until(lambda: not Settings.load(tmp_path / "saves").analysis)
        assert not pilot.screen.solver_jobs.is_busy
        assert not solver_processes
        await pilot.press("a")
        await pilot.wait_until(
            lambda: "winnable" in pilot.screen_text() or "lost" in pilot.screen_text()
        )


@pytest.mark.long
async def test_opponent_s_search_also_sets_the_badge(open_app, solver_processes) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        await judged(pilot)
        assert "✓ White wins in 11 plies" in pilot.screen_text()
        solver_processes.clear()
        await pilot.press(":")
        await pilot.submit("b1b2")
        await judged(pilot)
        assert "✓ White wins in" in pilot.screen_text() or "✗ Black wins in" in pilot.screen_text()
        assert len(solver_processes) == 1


@pytest.mark.parametrize(
    ("kept", "settings"),
    [
        ({"suits": 4, "analysis": False, "autoplay": "full"}, Settings(4, False, "full")),
        ({"suits": True, "analysis": 0, "autoplay": ["off"]}, Settings()),
        ({"suits": 4.0, "autoplay": "off", "other": 1}, Settings(autoplay="off")),
        ([4], Settings()),
    ],
)
def test_offered_settings_are_accepted(tmp_path: Path, kept, settings) -> None:
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    assert Settings.load(tmp_path) == settings


def test_changing_a_setting_keeps_the_others(tmp_path: Path) -> None:
    Settings.change(tmp_path, suits=4)
    Settings.change(tmp_path, analysis=False)
    assert Settings.load(tmp_path) == Settings(4, False)


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_next_hint_continues_the_line_of_the_first(open_app, solver_processes) -> None:
    async with open_app("st.2") as pilot:
        await judged(pilot)
        model = pilot.screen.model
        await pilot.press("i")
        await pilot.wait_until(lambda: model.hint is not None)
        length = len(model.hint_line.moves)
        assert model.hint == model.hint_line.moves[0]
        await judged(pilot)
        solver_processes.clear()
        for move, next_move in itertools.pairwise(model.hint_line.moves[:4]):
            assert model.play_player_move(move)
            await pilot.press("i")
            assert model.hint == next_move
        assert not solver_processes
        assert model.analysis.get(model.session.position).length <= length - 3


async def test_hint_falls_back_to_the_known_line(open_app, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.find_hint_solver",
        lambda game: find_solver(game, "breadth-first"),
    )
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SHORTER_HINT_LIMITS", Limits(explored=10)
    )
    async with open_app("FreeCell.1") as pilot:
        await judged(pilot)
        model = pilot.screen.model
        await pilot.press("i")
        await pilot.wait_until(lambda: model.hint is not None)
        assert model.hint == find_shortest_line(model).moves[0]
