"""Fixtures that open the app in a simulated terminal."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from app_options import make_options
from clock import ManualClock
from pilot import AppPilot, discard_rendering, is_home_loaded, wait_for_idle
from shared_stylesheets import share_stylesheets
from textual._compositor import Compositor

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.process.client import SolverProcess
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.services import difficulties

AppOpener = Callable[..., AbstractAsyncContextManager[AppPilot]]


@pytest.fixture(autouse=True)
def use_forked_workers(forked_workers: None) -> None:
    """Use cheap forked workers."""


@pytest.fixture(autouse=True)
def without_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no process that measures the difficulty of each deal that is opened."""

    async def measure(puzzle: Puzzle) -> None:
        return None

    monkeypatch.setattr(difficulties, "measure_in_worker", measure)


@pytest.fixture
def with_painting() -> None:
    """Mark tests of terminal output; other tests read frames by `AppPilot.screen_text` only."""


@pytest.fixture
def open_app(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AppOpener:
    """Return a context manager that opens the app on a puzzle, or at home if none is named.

    It is used as `async with open_app("english-central") as pilot:`. Home has loaded its lists
    and nothing is animated unless `reduced_motion=False`; other options are given by name too, see
    `make_options`. Painting, which is most of the cost of a key, is off unless a test uses the
    fixture `with_painting`.
    """
    if "with_painting" not in request.fixturenames:
        monkeypatch.setattr(Compositor, "render_update", lambda self, **_: discard_rendering(self))
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.setenv("TERM", "xterm")  # sixteen colours, whatever this terminal has
    monkeypatch.delenv("COLORTERM", raising=False)
    monkeypatch.setattr("textual.pilot.wait_for_idle", wait_for_idle)
    share_stylesheets(monkeypatch)
    # a test reads a notification when it comes to it, however busy the machine is
    monkeypatch.setattr(LudoscopeApp, "NOTIFICATION_TIMEOUT", 3600.0)

    @asynccontextmanager
    async def run_app(
        name: str = "",
        size: tuple[int, int] = (80, 24),
        files: bool = True,
        own_settings: bool = True,
        folder: Path | None = None,
        lobby: Lobby | None = None,
        **values: Any,
    ) -> AsyncIterator[AppPilot]:
        puzzle = catalogue.find(name) if name else None
        options = make_options(**{"reduced_motion": True, **values})
        app = LudoscopeApp(puzzle, options, folder, files, own_settings, lobby)
        # what `App.run_async` does from Python 3.12 on, and `App.run_test` does not
        eager = getattr(asyncio, "eager_task_factory", None)
        asyncio.get_running_loop().set_task_factory(eager)
        try:
            async with app.run_test(size=size, notifications=True) as textual_pilot:
                pilot = AppPilot(app, textual_pilot)
                if name:
                    await pilot.wait_until(lambda: type(app.screen).__name__ == "PlayScreen")
                else:
                    await pilot.wait_until(lambda: is_home_loaded(app))
                await textual_pilot.pause()
                yield pilot
                app.workers.cancel_all()  # before the screens are removed, as on quitting
        finally:
            app.close_store()

    return run_app


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def solver_processes(monkeypatch: pytest.MonkeyPatch) -> list[SolverProcess]:
    """Return the list of solver processes that are started, in order."""
    started = []
    start = SolverProcess.start.__func__

    async def counted(cls, *arguments, **options):
        run = await start(cls, *arguments, **options)
        started.append(run)
        return run

    monkeypatch.setattr(SolverProcess, "start", classmethod(counted))
    return started


@pytest.fixture
def process_exists() -> Callable[[int], bool]:
    """Return a function that returns True if a process exists."""

    def exists(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True

    return exists
