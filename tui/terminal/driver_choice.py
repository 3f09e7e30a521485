"""Choice of the app's driver: ours, or one of Textual's own where ours cannot be used.

Linux, where it was tested, has `HardenedDriver`. macOS has the stock driver with a screen diff in
front of it, Windows the stock driver alone, the browser `BrowserDriver`. Start reading here, then
go on with `driver`.
"""

import sys
from collections.abc import Callable
from typing import Any

from textual.driver import Driver

from ludoscope.games.entry_points import installed_version
from ludoscope.tui.browser import in_browser
from ludoscope.tui.terminal import private
from ludoscope.tui.terminal.private import AnyApp

if sys.platform != "win32":  # has no termios
    from ludoscope.tui.terminal.diff_driver import DiffDriver


def choose_driver_class(ascii_only: bool) -> type[Driver]:
    """Return the driver class for this system.

    Args:
        ascii_only: True to send all text in ASCII.
    """
    # the drivers are imported here, since each needs modules that other systems lack
    if in_browser():
        if private.find_missing(private.BROWSER):
            from textual.drivers.web_driver import WebDriver

            return WebDriver
        from ludoscope.tui.terminal.browser_driver import BrowserDriver

        return BrowserDriver
    if sys.platform == "win32":
        from textual.drivers.windows_driver import WindowsDriver  # needs Windows

        return WindowsDriver
    base = DiffDriver
    if _can_use_hardened_driver():
        from ludoscope.tui.terminal.driver import HardenedDriver  # needs Linux

        base = HardenedDriver
    return type(base.__name__, (base,), {"ascii_only": ascii_only})


def get_diff_driver(app: AnyApp) -> "DiffDriver | None":
    """Return the driver of an app if it is one of ours."""
    if sys.platform == "win32":
        return None
    driver = private.get_driver(app)
    return driver if isinstance(driver, DiffDriver) else None


def can_suspend(app: AnyApp) -> bool:
    """Return True if the app can be suspended, and resumed by the shell that has started it."""
    driver = private.get_driver(app)
    return sys.platform != "win32" and driver is not None and driver.can_suspend


def set_warning_handler(app: AnyApp, handle_warning: Callable[[str], None]) -> None:
    """Set the function that a driver of ours calls, in any thread, with a warning to show."""
    driver: Any = private.get_driver(app)
    if hasattr(driver, "on_warning"):
        driver.on_warning = handle_warning


def silence_standard_output(app: AnyApp) -> None:
    """Discard the standard output of all but the app, if its driver is able to do so."""
    driver: Any = private.get_driver(app)
    if hasattr(driver, "silence_standard_output"):
        driver.silence_standard_output()


def _can_use_hardened_driver() -> bool:
    return sys.platform == "linux" and not private.find_missing(private.DRIVER)


def describe_missing_names() -> str:
    """Return a sentence on private names that this version of Textual lacks, "" if none."""
    if sys.platform == "win32" or not (missing := private.find_missing()):
        return ""
    names = ", ".join(name.rpartition(":")[2] for name in missing)
    if private.find_missing(private.DRIVER):
        consequence = "Textual's own driver is used"
    else:
        consequence = "some features are off"
    return f"Textual {installed_version('textual')} has no {names}: {consequence}"
