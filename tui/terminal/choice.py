"""Which driver the app has: ours, or Textual's own where ours misses a name of it."""

from ludoscope.tui.terminal import private
from ludoscope.tui.terminal.painted import PaintedDriver


def driver_class(ascii_only: bool) -> type[PaintedDriver]:
    """The class of an app's driver."""
    kind = PaintedDriver
    if not private.missing(private.DRIVER):
        from ludoscope.tui.terminal.driver import HardenedDriver

        kind = HardenedDriver
    return type(kind.__name__, (kind,), {"ascii_only": ascii_only})


def remark() -> str:
    """A sentence on what this version of Textual lacks, "" when it is nothing."""
    if not (gone := private.missing()):
        return ""
    from importlib.metadata import version

    names = ", ".join(name.rpartition(":")[2] for name in gone)
    lost = (
        "Textual's own driver is used"
        if private.missing(private.DRIVER)
        else "some features are off"
    )
    return f"Textual {version('textual')} has no {names}: {lost}"
