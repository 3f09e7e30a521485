"""Private names of Textual that are used here: what each is for, and whether it exists.

Nothing outside this folder uses such a name. Where the driver's names are missing, as they may be
in a version of Textual that was never tried, `choice` takes the stock driver.
"""

import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.strip import Strip
from textual.widget import Widget

LINUX = "textual.drivers.linux_driver:LinuxDriver"
DRIVER: Mapping[str, str] = {  # of HardenedDriver and its parser
    "textual._ansi_sequences:ANSI_SEQUENCES_KEYS": "which keys the sequences of terminals mean",
    "textual._keyboard_protocol:FUNCTIONAL_KEYS": "the same of the kitty protocol",
    "textual._xterm_parser:XTermParser": "keys and the mouse as Textual's events",
    "textual._xterm_parser:XTermParser._sequence_to_key_events": "the keys of one sequence",
    f"{LINUX}._app": "who is to leave when the terminal is gone",
    f"{LINUX}._loop": "where it is told, from another thread",
    f"{LINUX}._auto_restart": "whether the app put itself to sleep",
    f"{LINUX}._file": "written to: standard output, as the stock driver takes standard error",
    f"{LINUX}._size": "not what the environment says",
    f"{LINUX}._key_thread": "the thread that reads, to be waited for on leaving",
    f"{LINUX}._get_terminal_size": "overridden: the terminal's own size, within bounds",
    f"{LINUX}._query_in_band_window_resize": "overridden: sizes in the input are not trusted",
    f"{LINUX}._request_terminal_sync_mode_support": "the moment for the first question",
    f"{LINUX}._sigcont_application": "overridden: the modes are set anew after any stop",
}
MOUSE: Mapping[str, str] = {
    f"{LINUX}._mouse": "whether the mouse is heard at all",
    f"{LINUX}._enable_mouse_support": "the person wants it",
    f"{LINUX}._disable_mouse_support": "the person does not",
}
REST: Mapping[str, str] = {
    "textual.app:App._driver": "the driver that Textual has made of our class",
    "textual.app:App._background_screens": "what the screen is laid over, for a picture",
    "textual._context:visible_screen_stack": "the same, where the compositor looks for it",
    "textual.screen:Screen._compositor": "the cells of a screen, for a picture",
    "textual.widget:Widget._styles_cache": "emptied when a widget is gone: Textual keeps them",
}
NAMES: Mapping[str, str] = {**DRIVER, **MOUSE, **REST}


def there(name: str) -> bool:
    """Whether "module:Class.attribute" is there; attributes may be set by `__init__`."""
    module, _, path = name.partition(":")
    first, _, attribute = path.partition(".")
    try:
        holder = getattr(import_module(module), first)
    except (ImportError, AttributeError):
        return False
    if not attribute or hasattr(holder, attribute):
        return True
    starts = (vars(base).get("__init__") for base in holder.__mro__)
    codes = (getattr(start, "__code__", None) for start in starts)
    return any(code is not None and attribute in code.co_names for code in codes)


def missing(names: Iterable[str] | None = None) -> list[str]:
    """Those of `names`, or of all, that the installed Textual has not."""
    return [name for name in (NAMES if names is None else names) if not there(name)]


def driver(app: App[Any]) -> Driver | None:
    """The driver of an app, None before it runs."""
    return getattr(app, "_driver", None)


def hear_mouse(app: App[Any], hear: bool) -> bool:
    """Have the terminal send the mouse, or keep it; whether it could be told."""
    if sys.platform == "win32":
        return False
    from textual.drivers.linux_driver import LinuxDriver

    found = driver(app)
    if not isinstance(found, LinuxDriver) or missing(MOUSE):
        return False
    found._mouse = True  # or it would not be told
    found._enable_mouse_support() if hear else found._disable_mouse_support()
    found._mouse = hear
    return True


def strips(app: App[Any]) -> list[Strip]:
    """The lines of what is shown: the screen, and what it is laid over."""
    from textual._context import visible_screen_stack

    below = visible_screen_stack.set(app._background_screens)
    lines = app.screen._compositor.render_strips(app.size)
    visible_screen_stack.reset(below)
    return lines


def forget_lines(widget: Widget) -> None:
    """Empty the render cache of a widget that is gone: Textual keeps a thousand of them."""
    cache = getattr(widget, "_styles_cache", None)
    if cache is not None:
        cache.clear()
