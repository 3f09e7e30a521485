"""The search view of a running solver: what it shows, and how it is paused, stepped and left."""

import re

import pytest
from many import case

from ludoscope.games.peg.notation import count_moves
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.process.client import SolverProcess
from ludoscope.search.process.host_limits import HostLimits, worker_slots
from ludoscope.search.registry import find_solver
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.search_history import MAX_POINTS, MAX_RATES, SearchHistory
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.search_view.screen import SearchViewScreen
from ludoscope.tui.screens.step_view.screen import StepViewScreen
from ludoscope.tui.widgets.board_area import position_lines
from ludoscope.tui.widgets.search_stats import format_stats
from ludoscope.tui.widgets.seek_bar import SeekBar

LARGE = 1 << 28
LARGER = ((80, 24), (200, 60))  # than the least that all of it fits in


def solving(name: str, solver: str, held: bool = False) -> SolverRun:
    game = catalogue.find(name).game
    limits = Limits(seconds=20, memory=LARGE)
    return SolverRun(game, game.start, [], find_solver(game, solver), limits, held)


async def watched(pilot, name: str, solver: str) -> tuple[PlayScreen, SearchViewScreen]:
    """Open the view of a search that is paused at its first step."""
    play = pilot.screen
    play.solver_jobs.run(solving(name, solver, held=True))
    await pilot.press("w")
    screen = pilot.screen
    assert isinstance(screen, SearchViewScreen)
    await pilot.wait_until(lambda: screen.solver_run.progress.held)
    return play, screen


async def test_paused_search_goes_on_and_escape_keeps_it_running(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        play, screen = await watched(pilot, "lucas-28", "breadth-first")
        assert "paused" in pilot.screen_text()
        await pilot.press("space")
        await pilot.wait_until(lambda: not screen.solver_run.progress.held)
        assert "running" in pilot.screen_text()
        await pilot.wait_until(
            lambda: "no solution in fewer than" in " ".join(pilot.screen_text().split())
        )
        await pilot.press("escape")
        assert pilot.screen is play
        assert play.solver_jobs.is_running("solve")
        assert "Solver: breadth-first" in pilot.screen_text()


async def test_pause_is_shown_beside_the_board(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        await watched(pilot, "lucas-28", "breadth-first")
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Paused: breadth-first" in pilot.screen_text())
        await pilot.press("w", "space", "escape")
        await pilot.wait_until(lambda: "Solver: breadth-first" in pilot.screen_text())


async def test_search_goes_on_after_its_steps_unless_it_was_paused_before(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        _, screen = await watched(pilot, "lucas-28", "breadth-first")
        for was_paused in (True, False):
            with case(was_paused):
                await pilot.press("r")
                await pilot.wait_until(lambda: isinstance(pilot.app.screen, StepViewScreen))
                assert screen.solver_run.is_paused
                await pilot.press("escape")
                await pilot.wait_until(lambda: pilot.app.screen is screen)
                assert screen.solver_run.is_paused == was_paused
                await pilot.wait_until(
                    lambda was_paused=was_paused: screen.solver_run.progress.held == was_paused
                )
                await pilot.press("space")


async def test_search_stopped_in_the_queue_never_runs(open_app, solver_processes) -> None:
    host_limits = HostLimits(workers=1)
    async with open_app("lucas-28", host_limits=host_limits, analysis=False) as pilot:
        slots = worker_slots()
        await slots.acquire()
        play = pilot.screen
        play.solver_jobs.run(solving("lucas-28", "breadth-first"))
        await pilot.press("w")
        await pilot.wait_until(lambda: pilot.screen.sub_title == "queued")
        await pilot.press("x")
        await pilot.wait_until(lambda: pilot.screen.sub_title.startswith("finished"))
        await pilot.wait_until(lambda: not play.solver_jobs.is_running("solve"))
        assert play.model.solver_run.verdict.reason == "stopped"
        slots.release()
        await pilot.press("escape")
        assert not slots.is_full()
        assert not solver_processes


async def test_search_cancelled_when_its_process_has_just_started(
    monkeypatch: pytest.MonkeyPatch, solver_processes, process_exists
) -> None:
    one, start = solving("lucas-28", "breadth-first"), SolverProcess.start

    async def start_and_cancel(*arguments, **options) -> SolverProcess:
        process = await start(*arguments, **options)
        one.cancel()
        return process

    monkeypatch.setattr(SolverProcess, "start", start_and_cancel)
    verdict = await one.run()
    assert isinstance(verdict, GaveUp)
    assert verdict.reason == "stopped"
    [process] = solver_processes
    await process.close()
    assert not process_exists(process.pid)


@pytest.mark.long
async def test_stopped_search_shows_a_summary(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        play, screen = await watched(pilot, "lucas-28", "breadth-first")
        await pilot.press("x")
        await pilot.wait_until(
            lambda: not play.solver_jobs.is_busy or play.model.solver_run.verdict is not None
        )
        assert isinstance(screen.solver_run.verdict, GaveUp)
        await pilot.wait_until(lambda: "finished" in pilot.screen_text())
        assert "│ stopped  " in pilot.screen_text()


@pytest.mark.long
async def test_w_switches_between_summary_and_solution(open_app) -> None:
    async with open_app("lucas-01", size=(120, 40)) as pilot:
        play, screen = await watched(pilot, "lucas-01", "breadth-first")
        await pilot.press("space")
        await pilot.wait_until(lambda: screen.solver_run.verdict is not None)
        await pilot.wait_until(lambda: "Verdict" in pilot.screen_text())
        assert "solved in " in pilot.screen_text()
        assert "no solution has fewer moves" in pilot.screen_text()
        assert "pause" not in pilot.screen_text()
        await pilot.press("w")
        assert pilot.screen is play
        assert play.model.replay
        await pilot.press("w")
        assert isinstance(pilot.screen, SearchViewScreen)
        await pilot.press("escape", "escape")
        assert not play.model.replay
        assert "Solver: breadth-first" in pilot.screen_text()
        assert "the fewest possible" in pilot.screen_text()
        await pilot.press("w")
        assert play.model.replay


@pytest.mark.long
async def test_search_view_opens_without_a_board(open_app) -> None:
    async with open_app() as pilot:
        at_work = solving("hexapawn-4x4", "mtd-readable", held=True)
        left: list[bool | None] = []
        pilot.app.run_worker(at_work.run)
        await pilot.app.push_screen(
            SearchViewScreen(at_work, pilot.app.options, "4×4"), left.append
        )
        await pilot.wait_until(lambda: "paused" in pilot.screen_text())
        assert "again" not in pilot.screen_text()
        await pilot.press("space")
        await pilot.wait_until(lambda: "Verdict" in pilot.screen_text())
        assert isinstance(at_work.verdict, Solved)
        await pilot.press("enter")
        assert left == [True]


@pytest.mark.parametrize(
    "size", [(64, 18), *(pytest.param(size, marks=pytest.mark.long) for size in LARGER)]
)
async def test_search_view_fits_for_every_family(open_app, size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        for name in ("lucas-28", "FreeCell.1", "orush-20", "hexapawn-5x5", "BakersDozen.1"):
            at_work = solving(name, "depth-first" if "hexa" not in name else "memo")
            at_work._latest_progress = Progress(explored=12, depth=3, sample=at_work.position)
            at_work.update_progress()
            at_work.history.add_progress(Progress(explored=12, depth=3, levels=(1, 4, 7)))
            await pilot.app.push_screen(SearchViewScreen(at_work, pilot.app.options))
            await pilot.wait_until(lambda: "explored 12 " in pilot.screen_text())
            await pilot.wait_until(lambda: "╭─ By depth ─" in pilot.screen_text())
            lines = pilot.screen_text().splitlines()
            assert len(lines) == size[1]
            edges = [line for line in lines if line.startswith(("╭", "│", "╰"))]
            assert {len(line) for line in edges} == {size[0]}
            assert len(edges) == size[1] - 2
            drawn = [line.split("││")[0].strip("│ ") for line in edges[1:-1]]
            assert any(drawn), "what it looks at is shown"
            pilot.app.pop_screen()


def test_board_without_a_cursor_is_drawn_completely() -> None:
    session = Session(catalogue.find("FreeCell.1"), now=0.0)
    model = GameModel(session, UserOptions())
    for size in ((60, 20), (80, 36)):
        drawn = "\n".join(shown(position_lines(model.preview_board, model.game.start, *size)))
        assert drawn.count("╭") == drawn.count("╮") >= 8 + 52
        assert "[" not in drawn


def test_search_history_is_bounded() -> None:
    history = SearchHistory()
    for second in range(1, 2000):
        progress = Progress(
            explored=1000 * second,
            seconds=float(second),
            depth=second,
            frontier=second,
            best=float(-second),
            levels=(1,) * 200,
            band=1 + second // 200,
            bytes=second,
        )
        history.add_progress(progress)
    assert len(history.rates) == MAX_RATES
    assert set(history.rates) == {1000.0}
    assert len(history.explored_curve) <= MAX_POINTS
    assert history.explored_curve[0] == (0.0, 0)
    assert history.explored_curve[-1] == (1999.0, 1999000)
    assert len(history.best_scores) <= MAX_POINTS
    assert len(history.frontier_by_band) <= 2 * 200
    assert history.peak_bytes == 1999


async def ended(name: str, solver: str) -> SolverRun:
    one = solving(name, solver)
    await one.run()
    return one


async def test_result_uses_the_units_of_the_game() -> None:
    peg = await ended("lucas-01", "breadth-first")
    moves = count_moves(peg.verdict.moves)
    assert peg.describe_verdict().startswith(f"solved in {moves} moves, the fewest possible")
    cards = await ended("Seahaven.1", "breadth-first")
    assert cards.guarantee_text == "fewest card moves, or proof that there is no solution"
    assert cards.proved_text == "no solution has fewer card moves"
    assert (await ended("lucas-01", "beam")).proved_text.startswith("that it can be solved")


async def test_values_are_listed_best_first() -> None:
    pawns = await ended("hexapawn-4x4", "values")
    assert pawns.proved_text.startswith("the value")
    groups = pawns.values_text.split("; ")
    told = {}
    for value, _, moves in (group.partition(": ") for group in groups):
        told |= dict.fromkeys(moves.split(), int(value.replace("−", "-")))
    text = pawns.game.move_text
    assert told == {text(pawns.position, move): value for move, value in pawns.verdict.values}
    order = list(told.values())
    assert order == sorted(order, key=lambda value: (value <= 0, value))
    assert (await ended("hexapawn-3x3", "winner")).proved_text.startswith("who wins")


async def test_search_that_gave_up_at_once_has_answered_nothing() -> None:
    lost = solving("lucas-01", "swift")
    lost.verdict = Unsolvable(proof="colouring", seconds=0.1)
    assert lost.describe_verdict().endswith(" · explored 0, answered before the search")
    assert "0, answered before the search  0.100 s" in str(format_stats(lost, 40)["explored"])
    undecided = solving("lucas-01", "swift")
    undecided.verdict = GaveUp(reason="256 MB, the memory limit", seconds=0.1)
    assert undecided.describe_verdict().endswith(" · explored 0")
    assert "explored 0 expanded  0.100 s" in str(format_stats(undecided, 40)["explored"])


def busy(name: str, **found) -> SolverRun:
    """Return a running search with this progress."""
    one = solving(name, "breadth-first")
    one._latest_progress = Progress(
        **{"explored": 12, "depth": 18, "sample": one.position, **found}
    )
    one.update_progress()
    return one


def shown(block) -> list[str]:
    return ["".join(text for text, _ in line) for line in block]


async def panel(pilot, one: SolverRun) -> list[str]:
    """Return the lines inside the panel beside the board."""
    pilot.screen.model.solver_run = one
    pilot.screen.refresh_view()
    await pilot.wait_until(lambda: "Solver: " in pilot.screen_text())
    await pilot.press()
    await pilot.wait_until(lambda: pilot.screen.update_widgets() is False)
    lines = [line.rpartition("││")[2] for line in pilot.screen_text().splitlines() if "││" in line]
    return [line.removesuffix("│") for line in lines]


@pytest.mark.long
async def test_numbers_are_never_truncated(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        for number in (10**6, 999 * 10**6, 123_456 * 10**6):
            with case(number):
                found = {"explored": number, "frontier": number, "bytes": 1 << 30}
                one = busy("lucas-28", seconds=12345.6, **found)
                drawn = "\n".join(await panel(pilot, one))
                assert "depth 18 " in drawn
                assert "12,345.6 s" in drawn
                assert "1,024 MB of" in drawn


@pytest.mark.long
async def test_panel_shows_bounds_and_the_sampled_position(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        drawn = await panel(pilot, busy("lucas-28"))
        assert sum(line.count("●") for line in drawn) == 36
        assert any("guarantees: fewest moves" in line for line in drawn)
        proved = "no solution in fewer than 9 jumps"
        drawn = await panel(pilot, busy("lucas-28", proved=proved))
        assert any("proved: no solution in" in line for line in drawn)
        assert not any("guarantees" in line for line in drawn)


@pytest.mark.long
async def test_progress_bars_are_drawn(open_app) -> None:
    """A bar for each of the newest rates, above zero; of the memory the share that is held."""
    async with open_app("lucas-28", size=(120, 40)) as pilot:
        one = busy("lucas-28", bytes=LARGE // 2)
        one.history.rates.extend([1000.0, 2000.0, 4000.0])
        one.history.expanded_by_depth = (1, 10, 100)
        await panel(pilot, one)
        await pilot.wait_until(
            lambda: pilot.screen_text().count("█") >= 2 and "━━" in pilot.screen_text()
        )
        drawn = await panel(pilot, one)
        (rate,) = (line for line in drawn if "rate" in line)
        assert re.fullmatch(r" rate +4.0k/s +▁+[▂▃][▄▅]█ last \d+ s *", rate)
        (memory,) = (line for line in drawn if "memory" in line)
        bar = re.fullmatch(r" memory +128 MB of 256 MB (━+)╸?( +)", memory)
        assert abs(len(bar[1]) - len(bar[2])) <= 2
        (levels,) = (line for line in drawn if "by depth" in line)
        assert re.fullmatch(r" by depth ▁+[▃▄]+█+ *", levels)


async def look(pilot, one: SolverRun, width: int) -> str:
    """Return the text of the search view at that width."""
    await pilot.resize(width, 24)
    await pilot.app.push_screen(SearchViewScreen(one, pilot.app.options))
    await pilot.wait_until(lambda: "Verdict" in pilot.screen_text())
    text = pilot.screen_text()
    pilot.app.pop_screen()
    return text


@pytest.mark.long
async def test_time_plots_use_suitable_units(open_app) -> None:
    async with open_app() as pilot:
        one = solving("lucas-01", "beam")
        one.verdict = GaveUp(reason="stopped", explored=400, seconds=0.4)
        one.history.add_verdict(one.verdict)
        assert "Too quick for a plot" in await look(pilot, one, 80)
        game = one.game
        moves = [game.parse_moves(game.start, "4,5:E")[0]]
        one.replay = Replay(game, game.start, moves)
        drawn = await look(pilot, one, 82)
        assert "╭─ Solution" in drawn
        assert "1  4,5:E" in drawn
        for at in (1, 2, 3):
            one.history.add_progress(Progress(explored=100 * at, seconds=at / 10, best=9.0 - at))
        one.history.add_verdict(one.verdict)
        drawn = await look(pilot, one, 80)
        assert "Best so far, over time" in drawn
        assert " seconds ┬" in drawn
        assert any(line.rstrip(" │").endswith("0.4") for line in drawn.splitlines())


@pytest.mark.long
async def test_solution_is_stepped_through_and_restarts_on_the_board(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        play, screen = await watched(pilot, "lucas-01", "breadth-first")
        await pilot.press("space")
        await pilot.wait_until(lambda: "Final position" in pilot.screen_text())
        many = len(screen.solver_run.replay.moves)
        assert f" {many} of {many} " in pilot.screen_text()
        await pilot.press("left", "left")
        assert f" {many - 2} of {many} " in pilot.screen_text()
        assert "Final position" not in pilot.screen_text()
        await pilot.press("right")
        assert f" {many - 1} of {many} " in pilot.screen_text()
        bar = screen.query_one(SeekBar).region
        await pilot.click(bar.x + 1, bar.y)
        assert f" {many - 2} of {many} " in pilot.screen_text()
        await pilot.press("enter")
        assert pilot.screen is play
        assert play.model.replay.ply == 0


async def test_long_verdict_is_shortened_below_the_board(open_app) -> None:
    async with open_app("lucas-28") as pilot:
        model = pilot.screen.model
        model.solver_run = one = solving("lucas-28", "breadth-first")
        why = "exhaustion: all 61,643 positions that matter were searched, and more"
        one.verdict = Unsolvable(proof=why, explored=61643, seconds=1.5)
        assert one.describe_verdict().startswith("unsolvable: all 61,643 positions")
        await pilot.press("left")
        assert pilot.screen_text().splitlines()[-3] == " unsolvable · 1.5 s · explored 61,643"
