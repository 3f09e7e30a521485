"""Two terminals: one is sent what Textual writes, the other what our screen diff makes of it."""

import re
from collections.abc import Callable, Iterator

import pyte
from rich.cells import cell_len

from ludoscope.tui.terminal.screen_diff import ScreenDiff
from ludoscope.tui.text.ascii_text import to_ascii

_UNKNOWN = re.compile(r"\x1b\[[<>=?][0-9;]*[a-zA-Z]|\x1b\]8;[^\x1b]*\x1b\\")


def readable(text: str) -> str:
    """Return the text without sequences that pyte would show as text."""
    return _UNKNOWN.sub("", text)


class Terminals:
    """`write` has the place of a driver's method. `sent` counts characters: stock, ours."""

    def __init__(self, width: int = 80, height: int = 24, ascii_only: bool = False) -> None:
        self.screen_diff = ScreenDiff(to_ascii if ascii_only else None, erases_with_background=True)
        self.screen_diff.resize(width, height)
        self.stock, self.ours = (pyte.Screen(width, height) for _ in range(2))
        self._streams = pyte.Stream(self.stock), pyte.Stream(self.ours)
        self.sent = [0, 0]
        self.painted: list[str] = []

    def write(self, text: str) -> None:
        self._streams[0].feed(readable(text))
        self.sent[0] += len(text)
        self.paint(text)

    def paint(self, text: str) -> None:
        """Write only to the terminal behind our screen diff."""
        self.painted.append(self.screen_diff.translate(text))
        self._streams[1].feed(readable(self.painted[-1]))
        self.sent[1] += len(self.painted[-1])

    def resize(self, width: int, height: int) -> None:
        for screen in (self.stock, self.ours):
            screen.resize(height, width)
        self.screen_diff.resize(width, height)

    def differences(self) -> list[tuple]:
        """Return the cells that differ between the two terminals."""
        return list(self._differences())

    def _differences(self) -> Iterator[tuple]:
        for y in range(self.stock.lines):
            wanted, found = row(self.stock, y), row(self.ours, y)
            for x, pair in enumerate(zip(wanted, found, strict=True)):
                if pair[0] != pair[1]:
                    yield x, y, *pair


def row(screen: pyte.Screen, y: int) -> list[tuple]:
    """Return the appearance of a line's cells, where halves of wide characters count as blanks."""
    line = [screen.buffer[y][x] for x in range(screen.columns)]
    looks = []
    for x, char in enumerate(line):
        before = line[x - 1].data if x else " "
        after = line[x + 1].data if x + 1 < len(line) else " "
        halved = not wide(before) if char.data == "" else wide(char.data) and after != ""
        looks.append(look(char._replace(data=" ") if halved else char))
    return looks


def wide(text: str) -> bool:
    return cell_len(text) == 2


def look(char: pyte.screens.Char) -> tuple:
    """Return the appearance of a cell; for a blank only what is visible."""
    if char.data == " " and not char.reverse:
        return (" ", char.bg, char.underscore and char.fg)
    return tuple(char)


def connect(monkeypatch, terminals: Terminals) -> Callable[[], list[tuple]]:
    """Connect apps to both terminals in true colour; return the function that compares them."""
    from textual.drivers.headless_driver import HeadlessDriver

    monkeypatch.setattr(HeadlessDriver, "is_headless", False)
    monkeypatch.setattr(HeadlessDriver, "write", lambda _, text: terminals.write(text))
    for variable, value in (("TERM", "xterm-256color"), ("COLORTERM", "truecolor")):
        monkeypatch.setenv(variable, value)
    return terminals.differences
