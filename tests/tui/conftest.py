"""An app in a pretended terminal, driven by keys."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import styling
from app_options import make_options
from clock import Clock
from textual import events
from textual._compositor import Compositor
from textual.command import CommandList
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets._toast import ToastRack

from ludoscope.puzzles import catalogue
from ludoscope.search.process.client import SolverProcess
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.screens.base import TOO_SMALL_CLASS, BaseScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.terminal.driver import ESCAPE_DELAY_SECONDS
from ludoscope.tui.terminal.input_parser import InputParser
from ludoscope.tui.text.ascii_text import to_ascii

PATIENCE_SECONDS = 60.0  # what takes longer hangs
REST_SECONDS = 0.2  # longer than the pauses after which a judge begins, or a new size is acted on
Cell = tuple[int, int]  # column and line of the screen
MOST_TURNS = 100  # of the event loop, where something never ends
BUSY_SECONDS = 5.0  # of a node that does not hear: it waits for what the test holds back


class Driver:
    """Presses keys and reads the frame."""

    def __init__(self, app: LudoscopeApp, pilot) -> None:
        self.app = app
        self._pilot = pilot

    @property
    def page(self) -> BaseScreen:
        assert isinstance(self.app.screen, BaseScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        """Press keys by Textual's names; a single character stands for itself.

        What is typed into the palette without a pause it searches for once.
        """
        for key, following in zip(keys, (*keys, "")[1:], strict=True):
            assert self.app._exception is None
            self._post(key)
            before = self.app.screen
            await heard(self.app)
            while not self.app.input_queue.is_idle:
                await asyncio.sleep(0)
            if self.app.screen is not before:
                await settled(self.app)
            await self._stored()
            if isinstance(before, PaletteScreen) and not (len(key) == len(following) == 1):
                await self._searched(before, key)
        await settled(self.app)

    async def _stored(self) -> None:
        """Wait until the last move is stored, which its frame waits for."""
        while self.app.autosave.must_delay_frame:
            await self._pilot.pause(0.001)

    async def _searched(self, palette: PaletteScreen, key: str) -> None:
        """Wait until the list matches the typed text, or after enter until the command has run."""
        await settled(self.app)
        await self.until(lambda: not any(one.node is palette for one in self.app.workers))
        found = palette.query(CommandList)
        if key == "enter" and found and found.first().highlighted is not None:
            await self.until(lambda: palette not in self.app.screen_stack)

    async def press_at_once(self, *keys: str) -> None:
        """Press keys that arrive together, as over a slow line."""
        for key in keys:
            self._post(key)
        await settled(self.app)

    async def send(self, text: str) -> None:
        """Send a text as a terminal does, all at once."""
        incoming = InputParser()
        for event in (*incoming.feed(text), *incoming.advance_idle_time(ESCAPE_DELAY_SECONDS)):
            self.app.post_message(event)
        await settled(self.app)

    def _post(self, key: str) -> None:
        if len(key) == 1:
            self.app.post_message(events.Key(_character_to_key(key), key))
        else:
            self.app.post_message(events.Key(key, " " if key == "space" else None))

    async def type(self, text: str) -> None:
        """Paste a line into a prompt and press enter."""
        self.app.post_message(events.Paste(text))
        await self.press("enter")

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that a thread or a process does, or a timer that soon ends."""
        begun, nap = time.monotonic(), 0.001
        if not true():
            let_pass(REST_SECONDS)
        while not true():
            assert self.app._exception is None
            assert time.monotonic() - begun < PATIENCE_SECONDS, f"never came about:\n{self.text()}"
            await asyncio.sleep(nap)
            nap = min(2 * nap, 0.02)
        await settled(self.app)

    def text(self) -> str:
        """Return the top screen as plain text, or "" while no screen is shown."""
        text = shown_text(self.app.screen) if self.app.screen_stack else ""
        return to_ascii(text) if self.app.options.appearance.ascii_only else text

    @property
    def chosen(self) -> str:
        """Return the line of the top list that has the cursor."""
        option = self.app.screen.query_one(OptionList).highlighted_option
        return str(option.prompt) if option else ""

    def said(self) -> str:
        """Return the visible notifications, one a line."""
        return "\n".join(notice.message for notice in self.app._notifications)

    @property
    def message(self) -> str:
        """Return the message above the keys of a play screen, "" on other screens."""
        model = getattr(self.page, "model", None)
        return model.message if model else ""

    def told_all(self) -> bool:
        """Return True if the result box will not change any more by itself."""
        result = self.page.model.result
        return not (result and (result.is_proving or not result.stars_lit or result.confetti_frame))

    def previewed(self) -> bool:
        """Return True if the preview of the puzzle selected in the library is complete."""
        return self.page.is_loaded

    def legible(self) -> bool:
        """Return True if the visible part of a document is loaded and laid out."""
        pane = self.page._pane
        return pane.is_ready and bool(pane.size)

    async def click(self, x: int, y: int) -> None:
        await self._pilot.click(offset=(x, y))
        await self._stored()
        await settled(self.app)

    async def drag(self, start: Cell, end: Cell, *, end_it: bool = True) -> None:
        """Press at `start`, go to `end` and, unless not to `end_it`, let go there."""
        await self._pilot.mouse_down(offset=start)
        for x, y in (((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end):
            move = events.MouseMove(None, x, y, 0, 0, 1, False, False, False, x, y)
            self.app.post_message(move)
        await settled(self.app)
        if end_it:
            await self._pilot.mouse_up(offset=end)
        await self._stored()
        await settled(self.app)

    async def resize(self, width: int, height: int) -> None:
        await self._pilot.resize_terminal(width, height)
        let_pass(REST_SECONDS)  # a new size is acted on when no other follows it
        await settled(self.app)
        await settled(self.app)  # what stands in boxes of another size may make these smaller


def shown_text(screen: Screen) -> str:
    """Return the text of a screen; for a modal screen only that of its own region."""
    parts = [one for one in screen.children if not isinstance(one, ToastRack)]
    if not parts:
        return ""
    strips = screen._compositor.render_strips(screen.size)
    spelt = to_ascii if screen.app.options.appearance.ascii_only else str
    part = parts[0].region if screen.is_modal else screen.region
    lines = [strip.crop(part.x, part.right).text for strip in strips[part.y : part.bottom]]
    return "\n".join(spelt(line).rstrip() for line in lines)


def let_pass(seconds: float) -> None:
    """Advance the event loop's clock, so that sleeping tasks wake up at once."""
    loop = asyncio.get_running_loop()
    ahead = loop.time() - time.monotonic() + seconds
    loop.time = lambda: time.monotonic() + ahead


async def turns(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Run everything that is ready; Textual's own version waits at least 20 ms each time."""
    await all_ready()
    for _ in range(4):  # for threads that read: most are done by then
        await asyncio.sleep(0.001)


async def all_ready() -> None:
    ready = asyncio.get_running_loop()._ready
    for _ in range(MOST_TURNS):
        await asyncio.sleep(0)
        if not ready:
            break


async def heard(node: MessagePump) -> None:
    """Wait until a node has done what was sent to it, has left, or waits for something else."""
    done = asyncio.Event()
    waited = 0.0
    if node.call_later(done.set):
        while not done.is_set() and node.is_running and waited < BUSY_SECONDS:
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), 0.1)
            waited += 0.1


async def settled(app: LudoscopeApp) -> None:
    """Wait until all messages and refreshes are handled, faster than a pilot does."""
    await all_ready()
    while app.is_running and not (app.input_queue.is_idle and _laid_out(app)):
        await asyncio.sleep(0)
    for screen in app._screen_stack[-1:]:
        screen._on_timer_update()
    await turns()
    for screen in app._screen_stack[-1:]:
        screen._on_timer_update()


def _laid_out(app: LudoscopeApp) -> bool:
    """Return True if no batch update delays a frame."""
    return app._exit or not app._batch_count


def at_home(app: LudoscopeApp) -> bool:
    """Return True if the home screen shows all it has read, even beneath the tour."""
    home = next(iter(app._screen_stack), None)
    if not (isinstance(home, HomeScreen) and home.is_loaded):
        return False
    return home.has_class(TOO_SMALL_CLASS) or bool(home.query_one("#lists").region and _keyed(home))


def _keyed(page: BaseScreen) -> bool:
    """Return True if the keys in the footer are laid out."""
    keys = page.query("FooterKey")
    return bool(keys) and any(key.region for key in keys)


@pytest.fixture(autouse=True)
def workers(forked_workers: None) -> None:
    """Use cheap forked workers."""


def unpainted(compositor: Compositor) -> None:
    """Discard what is to be painted, as if it had been."""
    compositor._dirty_regions.clear()


Opener = Callable[..., AbstractAsyncContextManager[Driver]]


@pytest.fixture
def painted() -> None:
    """Mark tests of terminal output; elsewhere only `Driver.text` reads the frames."""


@pytest.fixture
def opened(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Opener:
    """Return `open_app`, which opens the app on a puzzle, or at home if none is named.

    It is a context manager: `async with opened("english-central") as driver:`. Home has loaded
    its lists unless `read=False`, and nothing is animated unless `reduced_motion=False`;
    other options are given by name too, see `make_options`. Painting, which is most of the cost of
    a key, is off unless a test uses the fixture `painted`.
    """
    if "painted" not in request.fixturenames:
        monkeypatch.setattr(Compositor, "render_update", lambda self, **_: unpainted(self))
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.setattr("textual.pilot.wait_for_idle", turns)
    styling.share(monkeypatch)

    @asynccontextmanager
    async def open_app(
        name: str = "",
        size: tuple[int, int] = (80, 24),
        files: bool = True,
        own_settings: bool = True,
        folder: Path | None = None,
        lobby: Lobby | None = None,
        read: bool = True,
        **values: Any,
    ) -> AsyncIterator[Driver]:
        puzzle = catalogue.find(name) if name else None
        options = make_options(**{"reduced_motion": True, **values})
        app = LudoscopeApp(puzzle, options, folder, files, own_settings, lobby)
        try:
            async with app.run_test(size=size, notifications=True) as pilot:
                driver = Driver(app, pilot)
                if name:
                    await driver.until(lambda: type(app.screen).__name__ == "PlayScreen")
                elif read:
                    await driver.until(lambda: at_home(app))
                await pilot.pause()
                yield driver
                app.workers.cancel_all()  # as when a person leaves: before the screens go
        finally:
            app.close_store()

    return open_app


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> list[SolverProcess]:
    """Return the list of solver processes that are started, in order."""
    started = []
    start = SolverProcess.start.__func__

    async def counted(cls, *arguments):
        run = await start(cls, *arguments)
        started.append(run)
        return run

    monkeypatch.setattr(SolverProcess, "start", classmethod(counted))
    return started


@pytest.fixture
def running() -> Callable[[int], bool]:
    """Return a function that returns True if a process exists."""

    def look(pid: int) -> bool:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        return True

    return look
