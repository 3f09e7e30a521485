"""The step view: what it shows of a search, step by step, forwards and back."""

import re

import pytest
from many import case, each_of

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.registry import find_solver, solvers
from ludoscope.tui.model.search_trace import SearchTrace
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.model.step_player import FULL_SPEED, MIN_STEPS_AHEAD, SPEEDS, StepPlayer
from ludoscope.tui.screens.search_view.screen import SearchViewScreen
from ludoscope.tui.screens.step_view.panes import TreePane
from ludoscope.tui.screens.step_view.screen import StepViewScreen
from ludoscope.tui.text.drawing import line_text
from ludoscope.tui.text.source_view import find_listing, mark_lines

WIDE = (120, 40)


def traced(name: str, solver: str) -> SolverRun:
    game = catalogue.find(name).game
    limits = Limits(seconds=20, memory=1 << 28)
    return SolverRun(
        game, game.start, [], find_solver(game, solver), limits, paused=True, traced=True
    )


async def opened(pilot, name: str, solver: str) -> StepViewScreen:
    """Open the step view at its first step."""
    screen = StepViewScreen(traced(name, solver), pilot.app.options, name)
    await pilot.app.push_screen(screen)
    await pilot.wait_until(lambda: "Start: " in pilot.screen_text())
    player = screen._player
    await pilot.wait_until(
        lambda: player.solver_run.verdict or len(player.trace) > MIN_STEPS_AHEAD
    )  # else "next expansion" goes to the last step recorded so far
    return screen


def status(pilot) -> str:
    """Return the line above the keys."""
    return pilot.screen_text().splitlines()[-2].strip()


def board(pilot) -> str:
    """Return the lines of the board beside all panes."""
    return "\n".join(line[:38] for line in pilot.screen_text().splitlines()[2:30])


async def test_steps_back_show_the_same_frames(open_app) -> None:
    async with open_app(size=WIDE) as pilot:
        await opened(pilot, "orush-01", "a-star")
        frames = [pilot.screen_text()]
        for _ in range(12):  # to the end
            await pilot.press("right")
            frames.append(pilot.screen_text())
        assert len(set(frames)) == 13
        await pilot.wait_until(lambda: "finished" in pilot.screen_text())
        assert status(pilot).startswith("Solution: A→1 wins.  solved in 2 squares, the fewest")
        for frame in frames[-2::-1]:
            await pilot.press("left")
            assert pilot.screen_text() == frame
        await pilot.press("n", "n")
        assert pilot.screen_text() == frames[5], "the second expansion"
        await pilot.press("p")
        assert pilot.screen_text() == frames[1]
        await pilot.press("end", "home")
        assert pilot.screen_text() == frames[0]


async def test_tree_frontier_counters_and_source_agree(open_app) -> None:
    async with open_app(size=WIDE) as pilot:
        await opened(pilot, "orush-01", "a-star")
        await pilot.press(*["right"] * 5)
        text = pilot.screen_text()
        assert "│ expanded        2 generated      4 │" in text
        assert "│ frontier        2 maximum        3 │" in text
        assert "Tree: 4 nodes" in text
        assert "─ Priority queue: 2, by f ─" in text
        assert "    1 B↓1          f 4 = g 1 + h 3 " in text
        assert "    2 A←1          f 5 = g 1 + h 4 " in text
        assert "  1   ► B↑1         being expanded " in text
        assert "After B↑1, being expanded" in text
        assert status(pilot) == "Expand B↑1: lowest f in the priority queue, f 3 = g 1 + h 2"
        assert "Source: a_star, " in text
        lit = [line for line in text.splitlines() if "│► " in line]
        assert len(lit) == 1
        assert "if game.is_won(parent):" in lit[0]
        await pilot.press("right", "right", "right")
        assert status(pilot) == "Generate B↓1: a duplicate, known already"
        assert re.search("= B↓1 +duplicate ", pilot.screen_text())
        assert "Source: _AStarQueue.push_successors" in pilot.screen_text()


async def test_selected_node_shows_its_board(open_app) -> None:
    async with open_app(size=WIDE) as pilot:
        screen = await opened(pilot, "orush-01", "breadth-first")
        await pilot.press(*["right"] * 5)
        boards = {board(pilot)}
        assert "After A←1, being expanded" in pilot.screen_text()
        await pilot.press("down")
        assert "After B↑1, open" in pilot.screen_text()
        assert status(pilot) == "Selected: B↑1 after start, open"
        await pilot.press("up", "up")
        assert "Start, expanded" in pilot.screen_text()
        tree = screen.query_one(TreePane).region
        await pilot.click(tree.x + 8, tree.y + 4)
        assert "After B↓1, open" in pilot.screen_text()
        frontier = screen.query_one("FrontierPane").region
        await pilot.click(frontier.x + 8, frontier.y + 1)
        assert "After B↑1, open" in pilot.screen_text()
        boards.add(board(pilot))
        await pilot.press("right")
        assert "After A←1, open" in pilot.screen_text(), "a step shows its own node again"
        assert status(pilot) == "Generate A←1: added to the queue"
        assert len(boards) == 2


async def test_reason_of_a_pruned_node_is_shown_when_it_is_selected(open_app) -> None:
    async with open_app(size=(80, 24)) as pilot:
        await opened(pilot, "hexapawn-3x3", "mtd-readable")
        await pilot.press(*["n"] * 9)
        lines = pilot.screen_text().splitlines()
        row, column = next((at, line.index("×")) for at, line in enumerate(lines) if "×" in line)
        move = lines[row][column + 2 :].split()[0]
        await pilot.click(column, row)
        found = rf"Selected: {move} after \w+, pruned: cut off: the question is answered"
        assert re.fullmatch(found, status(pilot))


@pytest.mark.long
async def test_small_window_has_tabs(open_app) -> None:
    async with open_app(size=(80, 24)) as pilot:
        await opened(pilot, "orush-01", "depth-first")
        await pilot.press("n", "n", "n")
        shown = []
        for _ in range(3):
            titles = ("─ Tree: ", "─ Stack: ", "─ Source: ")
            shown.append([title for title in titles if title in pilot.screen_text()])
            await pilot.press("tab")
        assert shown == [["─ Tree: "], ["─ Stack: "], ["─ Source: "]]
        assert "─ Tree: " in pilot.screen_text()
        await pilot.press("home")
        for number in (2, 3):  # the other tabs follow each step too
            await pilot.press("tab", "right")
            assert f"step {number} " in pilot.screen_text()
        await pilot.press("tab")
        column = pilot.screen_text().splitlines()[1].index("Source")
        await pilot.click(column, 1)
        assert "─ Source: depth_first" in pilot.screen_text()
        await pilot.resize(*WIDE)
        assert all(title in pilot.screen_text() for title in ("─ Tree: ", "─ Stack: "))


async def test_search_is_played_to_its_verdict(open_app) -> None:
    async with open_app(size=WIDE) as pilot:
        screen = await opened(pilot, "orush-05", "breadth-first-slides")
        await pilot.press("plus", "plus", "minus")
        assert "paused, 2 steps a second" in pilot.screen_text()
        await pilot.press(*["plus"] * len(SPEEDS))
        assert "paused, full speed" in pilot.screen_text()
        await pilot.press("space")
        await pilot.wait_until(lambda: screen._player.is_finished)
        await pilot.wait_until(lambda: "finished" in pilot.screen_text())
        assert "solved in " in status(pilot)
        text = pilot.screen_text()
        assert f"step {len(screen._player.trace):,}" in text
        last = screen._player.counters
        assert f"expanded {last.expanded:>8,} generated {last.generated:>6,} " in text
        assert last.expanded == screen._player.solver_run.verdict.explored
        await pilot.press(*["minus"] * len(SPEEDS), "space")
        assert screen._player.step_count < last.generated, "it is played again from the start"


async def test_search_view_steps_through_a_readable_solver(open_app) -> None:
    async with open_app("lucas-01", size=WIDE) as pilot:
        game = catalogue.find("lucas-01").game
        for solver, opens in (("breadth-first", "breadth-first"), ("fewest", "breadth-first"),
                              ("atlas", None)):  # fmt: skip
            with case(solver):
                run = SolverRun(game, game.start, [], next(
                    row for row in solvers("peg") if row.name == solver))  # fmt: skip
                run.verdict = GaveUp(reason="stopped")
                await pilot.app.push_screen(SearchViewScreen(run, pilot.app.options))
                await pilot.press("r")
                if opens is None:
                    assert "atlas is compiled: its steps cannot be shown." in pilot.notifications()
                    continue
                await pilot.wait_until(lambda: "Start: " in pilot.screen_text())
                assert f"Steps › {opens}" in pilot.screen_text()
                said = "fewest is compiled: its steps cannot be shown. breadth-first is its"
                assert (said in pilot.notifications()) == (solver == "fewest")
                await pilot.press("escape", "escape")


@pytest.mark.long
async def test_closed_view_ends_its_solver(open_app, process_exists) -> None:
    async with open_app() as pilot:
        screen = await opened(pilot, "FreeCell.1", "breadth-first")
        pid = screen._player.solver_run._process.pid
        await pilot.press("escape")
        await pilot.wait_until(lambda: not process_exists(pid))


class FakeRun:
    """A solver run that only counts what it is asked for."""

    def __init__(self) -> None:
        game = catalogue.find("orush-01").game
        self.trace = SearchTrace(game, game.start)
        self.verdict = None
        self.is_paused, self.is_stepping = True, False
        self.requests = []
        self.progress = Progress()

    def update_progress(self) -> None:
        pass

    def step(self, count: int) -> None:
        self.requests.append(count)
        self.is_stepping = True

    def set_paused(self, paused: bool) -> None:
        self.is_paused = paused


def test_solver_is_asked_for_steps_only_when_few_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = SearchTrace(catalogue.find("orush-01").game, None)
    assert whole.counters[0].frontier == 0
    run = FakeRun()
    player = StepPlayer(run)
    for _ in range(5):
        player.advance(0.1)
    assert len(run.requests) == 1, "a second one only after an answer"
    run.is_stepping = False
    player.advance(0.1)
    assert len(run.requests) == 2
    run.is_stepping, run.progress = False, Progress(explored=7)
    player.advance(0.1)
    assert len(run.requests) == 2
    assert player.has_no_steps, "a solver that works and reports nothing is asked for no more"
    run.progress = Progress()
    monkeypatch.setattr("ludoscope.tui.model.search_trace.MAX_STEPS", 0)
    run.is_stepping = False
    player.advance(0.1)
    assert len(run.requests) == 2
    assert not run.is_paused, "a full trace lets the solver go on"


def test_speed_decides_how_many_steps_a_second_are_played() -> None:
    run = FakeRun()
    player = StepPlayer(run)
    monkey = list(range(10_000))
    run.trace.steps.extend(monkey)
    player.set_playing(True)
    played = {}
    for speed in SPEEDS:
        assert player.speed == speed
        player.step_count = 1
        player.set_playing(True)
        for _ in range(20):
            player.advance(0.1)
        played[speed] = player.step_count - 1
        player.change_speed(1)
    assert all(abs(played[speed] - 2 * speed) <= 1 for speed in SPEEDS if speed != FULL_SPEED)
    assert played[FULL_SPEED] == 9_999
    assert not player.change_speed(1)


@each_of(
    "code",
    [
        "search.generic.uninformed:level_search",
        "search.generic.uninformed:depth_first",
        "search.generic.informed:best_first",
        "search.generic.informed:a_star",
        "search.generic.informed:_AStarQueue.push_successors",
        "search.generic.adversarial:_negamax",
        "search.generic.null_window:NullWindowSearch.null_window_search",
        "search.generic.visited:VisitedSet.successors",
        "search.peg.breadth_first:store_path",
    ],
)
def test_source_is_shown_without_reports(code: str) -> None:
    listing = find_listing(f"ludoscope.{code}")
    texts = [line_text(line) for line in listing.lines]
    assert texts[0].startswith("def ")
    assert not any("trace." in text or "if trace" in text for text in texts)
    assert listing.reports
    for report, _ in listing.reports:
        lit = listing.lit_lines(report.start)
        assert set(lit) <= set(listing.numbers), "the lit line is one that is shown"
        marked = [line_text(line) for line in mark_lines(listing.fold(200), lit)]
        assert sum(line.startswith("► ") for line in marked) == len(lit)


def test_source_that_is_not_found_is_no_error() -> None:
    assert find_listing("ludoscope.search.generic.uninformed:no_such_function") is None
    assert find_listing("no_such_module:function") is None
    assert find_listing("nonsense") is None


async def test_nothing_is_drawn_at_the_end_of_a_search(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app(size=WIDE) as pilot:
        screen = await opened(pilot, "orush-01", "a-star")
        await pilot.press("end")
        await pilot.wait_until(lambda: "finished" in pilot.screen_text())
        screen._on_timer()
        drawn = []
        monkeypatch.setattr(screen, "refresh_view", lambda: drawn.append(True))
        screen._on_timer()
        screen._on_timer()
        assert not drawn
