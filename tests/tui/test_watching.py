"""The large view of a solver at work: what it shows, how it is paused, stepped and left."""

import pytest

from puzzles import catalogue
from search.events import GaveUp, Progress, Solved
from search.registry import find_solver
from search.watch import Limits
from tui.chronicle import MOST_POINTS, MOST_RATES, Chronicle
from tui.screens.play import PlayPage
from tui.screens.watching import WatchingPage
from tui.solving import Solving
from tui.sparkline import share, sparkline

LARGE = 1 << 28


def solving(name: str, solver: str, held: bool = False) -> Solving:
    game = catalogue.find(name).game
    limits = Limits(seconds=20, memory=LARGE)
    return Solving(game, game.start, [], find_solver(game, solver), limits, held)


async def watched(driver, name: str, solver: str) -> tuple[PlayPage, WatchingPage]:
    """A search that stands still at its first step, large."""
    play = driver.page
    play.labour.work(solving(name, solver, held=True))
    await driver.press("w")
    page = driver.page
    assert isinstance(page, WatchingPage)
    await driver.until(lambda: page.solving.progress.held)
    return play, page


async def test_steps_are_shown_one_by_one_and_esc_leaves_it_at_work(opened) -> None:
    async with opened("lucas-28") as driver:
        play, page = await watched(driver, "lucas-28", "breadth-first")
        pictures = set()
        for explored in (2, 3, 4):
            await driver.press("full_stop")
            await driver.until(lambda e=explored: page.solving.progress.explored == e)
            await driver.until(lambda e=explored: f"explored{e:>13} " in driver.text())
            pictures.add(page.solving.sample)
        assert len(pictures) == 3, "every step shows its own position"
        assert "paused" in driver.text()
        await driver.press("down")
        await driver.until(lambda: page.solving.progress.explored == 14)
        await driver.press("space")
        await driver.until(lambda: not page.solving.progress.held)
        assert "working" in driver.text()
        assert "no solution in fewer than" in " ".join(driver.text().split())
        await driver.press("escape")
        assert driver.page is play
        assert play.labour.works("solve")
        assert "Solver: breadth-first" in driver.text()


async def test_stopping_leaves_a_summary_and_it_can_begin_again(opened) -> None:
    async with opened("lucas-28") as driver:
        play, page = await watched(driver, "lucas-28", "breadth-first")
        await driver.press("x")
        await driver.until(lambda: not play.labour.busy or play.table.solving.verdict is not None)
        assert isinstance(page.solving.verdict, GaveUp)
        await driver.until(lambda: "ended" in driver.text())
        assert "verdict  stopped" in driver.text()
        stopped = page.solving
        await driver.press("r")
        assert page.solving is play.table.solving is not stopped
        await driver.until(lambda: page.solving.progress.held)
        assert page.solving.progress.explored == 1


async def test_the_summary_stays_and_w_goes_between_it_and_the_solution(opened) -> None:
    async with opened("lucas-01", size=(120, 40)) as driver:
        play, page = await watched(driver, "lucas-01", "breadth-first")
        await driver.press("space")
        await driver.until(lambda: page.solving.verdict is not None)
        await driver.until(lambda: "Verdict" in driver.text())
        assert "solved: " in driver.text()
        assert "no solution has fewer jumps" in driver.text()
        assert "pause" not in driver.text()
        await driver.press("w")
        assert driver.page is play
        assert play.table.replay
        await driver.press("w")
        assert isinstance(driver.page, WatchingPage)
        await driver.press("escape", "escape")
        assert not play.table.replay
        assert "Solver: breadth-first" in driver.text()
        assert "proved fewest" in driver.text()
        await driver.press("w")
        assert play.table.replay


async def test_it_needs_no_board_to_be_opened_from(opened) -> None:
    async with opened() as driver:
        at_work = solving("hexapawn-4x4", "mtd-readable", held=True)
        left: list[bool | None] = []
        driver.app.run_worker(at_work.run)
        await driver.app.push_screen(WatchingPage(at_work, driver.app.look, "4×4"), left.append)
        await driver.until(lambda: "paused" in driver.text())
        assert "again" not in driver.text()
        await driver.press("space")
        await driver.until(lambda: "Verdict" in driver.text())
        assert isinstance(at_work.verdict, Solved)
        await driver.press("enter")
        assert left == [True]


@pytest.mark.parametrize("size", [(64, 18), (80, 24), (200, 60)])
async def test_every_family_fits(opened, size: tuple[int, int]) -> None:
    async with opened(size=size) as driver:
        for name in ("lucas-28", "FreeCell.1", "orush-20", "hexapawn-5x5", "BakersDozen.1"):
            at_work = solving(name, "depth-first" if "hexa" not in name else "memo")
            at_work.progress = Progress(explored=12, depth=3, sample=at_work.position)
            at_work.chronicle.note(Progress(explored=12, depth=3, levels=(1, 4, 7)))
            page = WatchingPage(at_work, driver.app.look)
            frame = page.frame(*size)
            assert len(frame) == size[1]
            assert all(sum(len(text) for text, _ in line) == size[0] for line in frame)


def test_what_is_remembered_is_bounded() -> None:
    chronicle = Chronicle()
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
        chronicle.note(progress)
    assert len(chronicle.rates) == MOST_RATES
    assert set(chronicle.rates) == {1000.0}
    assert len(chronicle.curve) <= MOST_POINTS
    assert chronicle.curve[0] == (0.0, 0)
    assert chronicle.curve[-1] == (1999.0, 1999000)
    assert len(chronicle.best) <= MOST_POINTS
    assert len(chronicle.frontier) <= 2 * 200
    assert chronicle.peak == 1999


def test_bars() -> None:
    assert sparkline([0, 1, 2, 4], 10) == "▁▃▅█"
    assert sparkline([], 10) == ""
    assert sparkline([0, 0], 10) == "▁▁"
    assert len(sparkline(range(1000), 30)) == 30
    assert share(1, 4, 8) == ("■■", "□□□□□□")
    assert share(9, 4, 8) == ("■" * 8, "")
