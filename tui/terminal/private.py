"""Private names of Textual that this package uses: each with its use, and a check that it exists.

Nothing outside this package uses such a name. All are in Textual 8.2.5 to 8.2.8, and each may be
missing in a later version: without the driver's names `driver_choice` takes the stock driver.
"""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

from textual.app import App
from textual.driver import Driver
from textual.message import Message
from textual.message_pump import MessagePump
from textual.strip import Strip
from textual.widget import Widget

AnyApp: TypeAlias = App[Any]
"""An app of whatever return type."""


class ContainedMessages(MessagePump):
    """A widget, screen or app that goes on after an error that `FaultTolerantApp` contains.

    Textual ends the app, and before that the widget in which the error was raised.
    """

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            app = self.app
            if not (isinstance(app, FaultTolerantApp) and app.contain_error(error)):
                raise


class FaultTolerantApp(ContainedMessages, App[None]):
    """An app that keeps the error that has ended it, in place of a rendered traceback.

    Attributes:
        fatal_error: The error that has ended the app.
    """

    fatal_error: BaseException | None = None

    def contain_error(self, error: BaseException) -> bool:
        """Return True if the app goes on after an error."""
        return False

    def _handle_exception(self, error: Exception) -> None:
        if self.contain_error(error):
            return
        worker_error = getattr(error, "error", None)
        cause = worker_error if isinstance(worker_error, BaseException) else error
        self.fatal_error = self.fatal_error or cause
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


LINUX = "textual.drivers.linux_driver:LinuxDriver"
PARSER: Mapping[str, str] = {  # used by InputParser
    "textual._ansi_sequences:ANSI_SEQUENCES_KEYS": "keys by the sequences of terminals",
    "textual._keyboard_protocol:FUNCTIONAL_KEYS": "the same of the kitty protocol",
    "textual._xterm_parser:XTermParser": "keys and the mouse as Textual's events",
    "textual._xterm_parser:XTermParser._sequence_to_key_events": "the keys of one sequence",
}
DRIVER: Mapping[str, str] = {  # used by HardenedDriver
    **PARSER,
    f"{LINUX}._app": "the app that exits when the terminal is gone",
    f"{LINUX}._loop": "its event loop, to call it from another thread",
    f"{LINUX}._auto_restart": "True if the app has suspended itself",
    f"{LINUX}._file": "set to standard output; the stock driver takes standard error",
    f"{LINUX}._size": "set to the terminal's size; the stock driver takes the environment's",
    f"{LINUX}._key_thread": "the thread that reads, joined on leaving",
    f"{LINUX}._get_terminal_size": "overridden: the terminal's own size, within bounds",
    f"{LINUX}._query_in_band_window_resize": "overridden: sizes in the input are not trusted",
    f"{LINUX}._request_terminal_sync_mode_support": "overridden: sends the first status query",
    f"{LINUX}._must_signal_resume": "set to have the app told when it is resumed",
    f"{LINUX}._sigtstp_application": "overridden: says how to return",
    f"{LINUX}._sigcont_application": "overridden: the modes are set anew after any stop",
}
WEB = "textual.drivers.web_driver:WebDriver"
BROWSER: Mapping[str, str] = {  # used by BrowserDriver
    **PARSER,
    "textual.drivers._byte_stream:ByteStream": "the packets of the server",
    f"{WEB}._app": "the app that exits when the server is gone",
    f"{WEB}._loop": "its event loop, to call it from another thread",
    f"{WEB}._size": "the size of the first frame, within bounds",
    f"{WEB}._write": "replaced by a function that ignores that the server is gone",
    f"{WEB}._input_reader": "reads what the server sends",
    f"{WEB}._on_meta": "takes a message of the server",
}
MOUSE: Mapping[str, str] = {  # used by enable_mouse
    f"{LINUX}._mouse": "True if the mouse is enabled",
    f"{LINUX}._enable_mouse_support": "enables mouse reports while the app runs",
    f"{LINUX}._disable_mouse_support": "disables them",
}
OTHER_NAMES: Mapping[str, str] = {
    "textual.app:App._driver": "the instance of our driver class",
    "textual.app:App._handle_exception": "overridden: an error of a plug-in does not end the app",
    "textual.app:App._return_code": "set if an error ends the app",
    "textual.app:App._exception": "set for tests, which raise it again",
    "textual.app:App._exception_event": "the same",
    "textual.app:App._close_messages_no_wait": "ends the app, without Rich's traceback",
    "textual.message_pump:MessagePump._dispatch_message": "overridden, for the same reason",
    "textual.app:App._background_screens": "the screens below a modal one, for a picture",
    "textual._context:visible_screen_stack": "the same, where the compositor reads it",
    "textual.screen:Screen._compositor": "the lines of a screen, for a picture",
    "textual.widget:Widget._styles_cache": "cleared when a widget is removed, to free memory",
}
NAMES: Mapping[str, str] = {**DRIVER, **BROWSER, **MOUSE, **OTHER_NAMES}


def exists(name: str) -> bool:
    """Return True if "module:Class.attribute" exists; `__init__` may set the attribute."""
    module, _, path = name.partition(":")
    first, _, attribute = path.partition(".")
    try:
        holder = getattr(import_module(module), first)
    except (ImportError, AttributeError):
        return False
    if not attribute or hasattr(holder, attribute):
        return True
    initializers = (vars(base).get("__init__") for base in holder.__mro__)
    codes = (getattr(initializer, "__code__", None) for initializer in initializers)
    return any(code is not None and attribute in code.co_names for code in codes)


def find_missing(names: Iterable[str] | None = None) -> list[str]:
    """Return those of `names`, by default of all, that the installed Textual lacks."""
    return [name for name in (NAMES if names is None else names) if not exists(name)]


def get_driver(app: AnyApp) -> Driver | None:
    """Return the driver of an app, None before it runs."""
    return getattr(app, "_driver", None)


def enable_mouse(app: AnyApp, enabled: bool) -> bool:
    """Enable or disable the mouse while an app runs; return False where that is not possible."""
    if sys.platform == "win32":
        return False
    from textual.drivers.linux_driver import LinuxDriver  # needs termios

    driver = get_driver(app)
    if not isinstance(driver, LinuxDriver) or find_missing(MOUSE):
        return False
    driver._mouse = True  # else the next two do nothing
    if enabled:
        driver._enable_mouse_support()
    else:
        driver._disable_mouse_support()
    driver._mouse = enabled
    return True


def render_screen_lines(app: AnyApp) -> list[Strip]:
    """Return the lines of the current screen, with the screens below a modal one."""
    from textual._context import visible_screen_stack  # may be missing

    token = visible_screen_stack.set(app._background_screens)
    lines = app.screen._compositor.render_strips(app.size)
    visible_screen_stack.reset(token)
    return lines


def clear_render_cache(widget: Widget) -> None:
    """Clear the render cache of a removed widget: Textual keeps a thousand of them."""
    cache = getattr(widget, "_styles_cache", None)
    if cache is not None:
        cache.clear()
