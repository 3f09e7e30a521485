"""Comparison of the terminal's contents with the frame, cell by cell, on every screen.

With LUDOSCOPE_FULL=1 in every game, in two themes, by many more keys.
"""

import os
import random
import re

import pyte
import pytest
from textual.drivers.headless_driver import HeadlessDriver

from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.terminal.private import render_screen_lines
from ludoscope.tui.terminal.screen_diff import ScreenDiff

FULL = os.environ.get("LUDOSCOPE_FULL")
KEYS = 150 if FULL else 4
THEMES = ["terminal", "rose-pine-dawn"]
OFTEN = ["up", "down", "left", "right", "tab", "enter", "space", "u", "y"]
SELDOM = ["n", "v", "i", "s", "x", "w", "b", "t", "r", "/", ":", "4", "?", ",", "ctrl+p", "escape"]
BEGUN = ["lucas-07", "triangle-11-11", "orush-20", "hexapawn-4x4", "FreeCell.7", ""]
pytestmark = pytest.mark.usefixtures("with_painting")
_UNKNOWN = re.compile(r"\x1b\[[<>=?][0-9;]*[a-zA-Z]")  # pyte takes extensions for text


class Paper:
    """A terminal emulator that shows what it is sent."""

    def __init__(self) -> None:
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.Stream(self._screen)

    def write(self, text: str) -> None:
        self._stream.feed(_UNKNOWN.sub("", text))

    def cell(self, x: int, y: int) -> tuple:
        """Return the appearance of a cell; for a blank only what is visible."""
        char = self._screen.buffer[y][x]
        if char.data == " " and not char.reverse:
            return (" ", char.bg, char.underscore and char.fg)
        return tuple(char)


def differences(app: LudoscopeApp, terminal: Paper) -> list[tuple]:
    """Return the cells that differ from a complete repaint."""
    paper = Paper()
    for y, strip in enumerate(render_screen_lines(app)):
        paper.write(f"\x1b[{y + 1};1H{strip.render(app.console)}")
    return [
        (x, y, terminal.cell(x, y), paper.cell(x, y))
        for y in range(app.size.height)
        for x in range(app.size.width)
        if terminal.cell(x, y) != paper.cell(x, y)
    ]


@pytest.mark.parametrize(
    ("name", "theme"),
    [(name, theme) for name in BEGUN for theme in THEMES] if FULL else [("", "terminal")],
)
async def test_terminal_shows_the_frame(open_app, monkeypatch, name: str, theme: str) -> None:
    terminal = Paper()
    painter = ScreenDiff()
    monkeypatch.setattr(HeadlessDriver, "is_headless", False)
    monkeypatch.setattr(
        HeadlessDriver, "write", lambda _, text: terminal.write(painter.translate(text))
    )
    for variable, value in (("TERM", "xterm-256color"), ("COLORTERM", "truecolor")):
        monkeypatch.setenv(variable, value)
    chance = random.Random(name)
    async with open_app(name, reduced_motion=False, time_limit_seconds=0.2, theme=theme) as pilot:
        for _ in range(KEYS):
            await pilot.press(chance.choice(OFTEN if chance.random() < 0.7 else SELDOM))
            await pilot.wait_until(lambda: not differences(pilot.app, terminal))
