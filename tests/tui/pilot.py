"""A pilot for the app in a simulated terminal, with helpers that wait for it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from textual import events
from textual._compositor import Compositor
from textual.command import CommandList
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets._toast import ToastRack

from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.screens.base import TOO_SMALL_CLASS, BaseScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.terminal.driver import ESCAPE_DELAY_SECONDS
from ludoscope.tui.terminal.input_parser import InputParser
from ludoscope.tui.text.ascii_text import to_ascii
from ludoscope.tui.widgets.key_line import ScreenFooter

WAIT_TIMEOUT_SECONDS = 60.0  # how long `wait_until` waits before it fails
DEBOUNCE_SECONDS = 0.2  # longer than the delays before an analysis and after a resize
Cell = tuple[int, int]  # column and row of the screen
MAX_LOOP_ITERATIONS = 100  # of `run_ready_callbacks`, in case callbacks never end
DISK_SECONDS = 0.3  # that a slow disk takes, far longer than leaving a screen
MESSAGE_TIMEOUT_SECONDS = 5.0  # for a node that waits for something that the test delays


class AppPilot:
    """Pilot of a running app: sends input to it, waits for it and reads its screen.

    It wraps Textual's own pilot and settles faster: no call sleeps for a fixed time.
    """

    def __init__(self, app: LudoscopeApp, textual_pilot: Pilot) -> None:
        self.app = app
        self.textual_pilot = textual_pilot

    @property
    def screen(self) -> BaseScreen:
        """Return the top screen."""
        assert isinstance(self.app.screen, BaseScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        """Press keys by Textual's names; a single character stands for itself.

        Characters typed into the palette without a pause cause a single search.
        """
        for key, following in zip(keys, (*keys, "")[1:], strict=True):
            assert self.app._exception is None
            self.post_key(key)
            before = self.app.screen
            await wait_for_messages(self.app)
            while not self.app.input_queue.is_idle:
                await asyncio.sleep(0)
            if self.app.screen is not before:
                await wait_until_settled(self.app)
            await self._wait_until_stored()
            if isinstance(before, PaletteScreen) and not (len(key) == len(following) == 1):
                await self._wait_for_palette(before, key)
        await wait_until_settled(self.app)

    async def _wait_until_stored(self) -> None:
        """Wait until the last move is stored; its frame is shown only then."""
        while self.app.autosave.must_delay_frame:
            await self.textual_pilot.pause(0.001)

    async def _wait_for_palette(self, palette: PaletteScreen, key: str) -> None:
        """Wait until the list matches the typed text, or after enter until the command has run."""
        await wait_until_settled(self.app)
        await self.wait_until(lambda: not any(one.node is palette for one in self.app.workers))
        found = palette.query(CommandList)
        if key == "enter" and found and found.first().highlighted is not None:
            await self.wait_until(lambda: palette not in self.app.screen_stack)

    async def press_together(self, *keys: str) -> None:
        """Press keys that arrive together, as over a slow connection."""
        for key in keys:
            self.post_key(key)
        await wait_until_settled(self.app)

    async def send_input(self, text: str) -> None:
        """Send raw terminal input, escape sequences included."""
        incoming = InputParser()
        for event in (*incoming.feed(text), *incoming.advance_idle_time(ESCAPE_DELAY_SECONDS)):
            self.app.post_message(event)
        await wait_until_settled(self.app)

    def post_key(self, key: str) -> None:
        if len(key) == 1:
            self.app.post_message(events.Key(_character_to_key(key), key))
        else:
            self.app.post_message(events.Key(key, " " if key == "space" else None))

    async def submit(self, text: str) -> None:
        """Paste text into a prompt and press enter."""
        self.app.post_message(events.Paste(text))
        await self.press("enter")

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds that a thread, a process or a timer brings about."""
        start, delay = time.monotonic(), 0.001
        if not condition():
            advance_clock(DEBOUNCE_SECONDS)
        while not condition():
            assert self.app._exception is None
            assert time.monotonic() - start < WAIT_TIMEOUT_SECONDS, (
                f"timed out:\n{self.screen_text()}"
            )
            await asyncio.sleep(delay)
            delay = min(2 * delay, 0.02)
        await wait_until_settled(self.app)

    def screen_text(self) -> str:
        """Return the top screen as plain text, or "" while no screen is shown."""
        text = read_screen_text(self.app.screen) if self.app.screen_stack else ""
        return to_ascii(text) if self.app.options.appearance.ascii_only else text

    @property
    def highlighted_option(self) -> str:
        """Return the text of the highlighted option of the top list."""
        option = self.app.screen.query_one(OptionList).highlighted_option
        return str(option.prompt) if option else ""

    def notifications(self) -> str:
        """Return the visible notifications, one per line."""
        return "\n".join(notice.message for notice in self.app._notifications)

    @property
    def status_message(self) -> str:
        """Return the message above the keys of a play screen, "" on other screens."""
        model = getattr(self.screen, "model", None)
        return model.message if model else ""

    def is_result_final(self) -> bool:
        """Return True if the result box has finished its animation and its proof."""
        result = self.screen.model.result
        return not (result and (result.is_proving or not result.stars_lit or result.can_celebrate))

    def is_preview_loaded(self) -> bool:
        """Return True if the preview of the puzzle selected in the library is complete."""
        return self.screen.is_loaded

    def is_document_loaded(self) -> bool:
        """Return True if the visible part of a document is loaded and laid out."""
        pane = self.screen._pane
        return pane.is_ready and bool(pane.size)

    async def click(self, x: int, y: int) -> None:
        await self.textual_pilot.click(offset=(x, y))
        await self._wait_until_stored()
        await wait_until_settled(self.app)

    async def click_with_slip(self, x: int, y: int) -> None:
        """Press the mouse button at a cell and release it at the next one to the right."""
        start, end = f"{x + 1};{y + 1}", f"{x + 2};{y + 1}"
        await self.send_input(f"\x1b[<0;{start}M\x1b[<32;{end}M\x1b[<0;{end}m")
        await self._wait_until_stored()
        await wait_until_settled(self.app)

    async def drag(self, start: Cell, end: Cell, *, release: bool = True) -> None:
        """Drag the mouse from `start` to `end` and release the button there if `release`."""
        await self.textual_pilot.mouse_down(offset=start)
        for x, y in (((start[0] + end[0]) // 2, (start[1] + end[1]) // 2), end):
            move = events.MouseMove(None, x, y, 0, 0, 1, False, False, False, x, y)
            self.app.post_message(move)
        await wait_until_settled(self.app)
        if release:
            await self.textual_pilot.mouse_up(offset=end)
        await self._wait_until_stored()
        await wait_until_settled(self.app)

    async def resize(self, width: int, height: int) -> None:
        await self.textual_pilot.resize_terminal(width, height)
        advance_clock(DEBOUNCE_SECONDS)  # the app waits for the last of several sizes
        await wait_until_settled(self.app)
        await wait_until_settled(
            self.app
        )  # contents may shrink their containers in a second layout


def cells_of(pilot: AppPilot, text: str, nth: int = 0) -> Cell:
    """Return column and line of the `nth` occurrence of the text on the screen."""
    found = [
        (line.index(text), y)
        for y, line in enumerate(pilot.screen_text().splitlines())
        if text in line
    ]
    return found[nth]


def read_screen_text(screen: Screen) -> str:
    """Return the text of a screen; for a modal screen only that of its own region."""
    children = [child for child in screen.children if not isinstance(child, ToastRack)]
    if not children:
        return ""
    strips = screen._compositor.render_strips(screen.size)
    convert = to_ascii if screen.app.options.appearance.ascii_only else str
    region = children[0].region if screen.is_modal else screen.region
    lines = [strip.crop(region.x, region.right).text for strip in strips[region.y : region.bottom]]
    return "\n".join(convert(line).rstrip() for line in lines)


def advance_clock(seconds: float) -> None:
    """Advance the event loop's clock, so that sleeping tasks wake up at once."""
    loop = asyncio.get_running_loop()
    offset = loop.time() - time.monotonic() + seconds
    loop.time = lambda: time.monotonic() + offset


def slow_down_disk() -> None:
    """Let the next file that is read or written in a thread of the app take a while."""
    executor = ThreadPoolExecutor(1)
    asyncio.get_running_loop().set_default_executor(executor)
    executor.submit(time.sleep, DISK_SECONDS)


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 0.0) -> None:
    """Run all ready callbacks; replaces Textual's version, which sleeps at least 20 ms."""
    await run_ready_callbacks()
    for _ in range(4):  # gives threads that read files time to finish
        await asyncio.sleep(0.001)


async def run_ready_callbacks() -> None:
    """Run the event loop until no callback is ready."""
    ready = asyncio.get_running_loop()._ready
    for _ in range(MAX_LOOP_ITERATIONS):
        await asyncio.sleep(0)
        if not ready:
            break


async def wait_for_messages(node: MessagePump) -> None:
    """Wait until a node has handled its messages, has stopped, or is blocked."""
    done = asyncio.Event()
    waited = 0.0
    if node.call_later(done.set):
        while not done.is_set() and node.is_running and waited < MESSAGE_TIMEOUT_SECONDS:
            with suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), 0.1)
            waited += 0.1


async def wait_until_settled(app: LudoscopeApp) -> None:
    """Wait until all messages and refreshes are handled, faster than `Pilot.pause`."""
    await run_ready_callbacks()
    while app.is_running and not (app.input_queue.is_idle and _can_render(app)):
        await asyncio.sleep(0)
    for screen in app._screen_stack[-1:]:
        screen._on_timer_update()
    await wait_for_idle()
    for screen in app._screen_stack[-1:]:
        screen._on_timer_update()


def _can_render(app: LudoscopeApp) -> bool:
    """Return True if no batch update delays a frame."""
    return app._exit or not app._batch_count


def is_home_loaded(app: LudoscopeApp) -> bool:
    """Return True if the home screen has loaded its lists, even beneath the tour."""
    home = next(iter(app._screen_stack), None)
    if not (isinstance(home, HomeScreen) and home.is_loaded):
        return False
    return home.has_class(TOO_SMALL_CLASS) or bool(
        home.query_one("#lists").region and _has_footer_keys(home)
    )


def _has_footer_keys(screen: BaseScreen) -> bool:
    """Return True if the footer shows keys."""
    return any(footer.region and footer.shown for footer in screen.query(ScreenFooter))


def discard_rendering(compositor: Compositor) -> None:
    """Mark everything as rendered without rendering it."""
    compositor._dirty_regions.clear()
