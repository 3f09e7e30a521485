"""Which driver the app has: ours, or Textual's own where ours cannot be.

Ours is for Linux, where it was tried. macOS has the stock driver with our painter before it,
Windows and a browser have the stock driver alone.
"""

import sys
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.driver import Driver

from ludoscope.tui.browser import in_browser
from ludoscope.tui.terminal import private

if TYPE_CHECKING:
    from ludoscope.tui.terminal.diff_driver import PaintedDriver


def driver_class(ascii_only: bool) -> type[Driver]:
    """The class of an app's driver."""
    if in_browser():
        from textual.drivers.web_driver import WebDriver

        return WebDriver
    if sys.platform == "win32":
        from textual.drivers.windows_driver import WindowsDriver

        return WindowsDriver
    from ludoscope.tui.terminal.diff_driver import PaintedDriver

    kind = PaintedDriver
    if _hardened():
        from ludoscope.tui.terminal.driver import HardenedDriver

        kind = HardenedDriver
    return type(kind.__name__, (kind,), {"ascii_only": ascii_only})


def painted(app: App[Any]) -> "PaintedDriver | None":
    """The driver of an app where it is one of ours."""
    if sys.platform == "win32":
        return None
    from ludoscope.tui.terminal.diff_driver import PaintedDriver

    found = private.driver(app)
    return found if isinstance(found, PaintedDriver) else None


def _hardened() -> bool:
    return sys.platform == "linux" and not private.missing(private.DRIVER)


def remark() -> str:
    """A sentence on what this version of Textual lacks, "" when it is nothing."""
    if sys.platform == "win32" or not (gone := private.missing()):
        return ""
    from importlib.metadata import version

    names = ", ".join(name.rpartition(":")[2] for name in gone)
    lost = (
        "Textual's own driver is used"
        if private.missing(private.DRIVER)
        else "some features are off"
    )
    return f"Textual {version('textual')} has no {names}: {lost}"
