"""The step view: what it shows of a search, step by step, forwards and back."""

import pytest

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_solver
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.step_view.screen import StepViewScreen


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
    await pilot.wait_until(lambda: screen._player.step_count == 1)
    await pilot.wait_until(lambda: "Start" in pilot.screen_text())
    return screen


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 55)])
async def test_try(open_app, size) -> None:
    async with open_app(size=size) as pilot:
        for name, solver, keys in (("orush-01", "a-star", 9), ("FreeCell.1","best-first",40), ("hexapawn-4x4","mtd-readable",40),("lucas-03","breadth-first",30)):
            screen = await opened(pilot, name, solver)
            await pilot.press(*["right"] * keys)
            print(pilot.screen_text())
            if size[0]==80 and name=="orush-01":
                await pilot.press("tab"); print(pilot.screen_text())
                await pilot.press("tab"); print(pilot.screen_text())
                await pilot.press("tab")
            await pilot.press("escape")
