"""The stock driver with a painter before it, by what is public of Textual alone.

    ask        sends a query to the terminal, answered once everything written before is drawn;
               False where none was sent
    answered   is called for each answer, told with a sentence about dropped input; in any thread

The stock driver asks nothing and drops nothing.
"""

import curses
from collections.abc import Callable
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

from ludoscope.tui.boards.ascii_text import plain
from ludoscope.tui.terminal.screen_diff import Painter


def tints() -> bool:
    """Whether the terminal erases with the ground of the ink, as far as is known of its kind."""
    try:
        curses.setupterm(fd=1)
    except curses.error:
        return False
    return curses.tigetflag("bce") == 1


class PaintedDriver(LinuxDriver):
    """Sends what the painter makes of what Textual writes; `ascii_only` whatever a widget draws."""

    ascii_only = False

    def __init__(self, *args: Any, **keywords: Any) -> None:
        super().__init__(*args, **keywords)
        self.answered: Callable[[], None] = lambda: None
        self.told: Callable[[str], None] = lambda _: None
        self._painter = Painter(plain if self.ascii_only else None, tints())
        self._painting = False

    def ask(self) -> bool:
        """Whether the terminal was asked."""
        return False

    def resized(self, width: int, height: int) -> None:
        """The terminal has that size; also said when it was somebody else's for a while."""
        self._painter.resize(width, height)

    def write(self, data: str) -> None:
        if self._painting:  # a signal has come in the middle of a frame
            self._painter.forget()
            self.send(data)
            return
        self._painting = True
        try:
            painted = self._painter.paint(data)
        finally:
            self._painting = False
        if painted:
            self.send(painted)

    def send(self, text: str) -> None:
        """Write `text` as it is."""
        super().write(text)
