"""Random terminal sizes, mixed with keys, on every screen: the last frame equals a fresh one.

One screen by default, all of them with LUDOSCOPE_FULL=1; LUDOSCOPE_ROUNDS says how many sizes.
"""

import os
import random
from pathlib import Path

import pyte
import pytest
from many import FULL, case
from stock import connect, readable, row
from test_random_input import (  # noqa: F401
    SCREENS,
    check_consistency,
    go_to_screen,
    make_lobby_for,
    quick_solvers,
)
from textual import events
from textual.command import CommandList
from textual.geometry import Size

from ludoscope.tui.terminal.input_parser import InputParser
from ludoscope.tui.terminal.screen_diff import ScreenDiff

SIZES = int(os.environ.get("LUDOSCOPE_ROUNDS", "60" if FULL else "4"))
WANTED = list(SCREENS) if FULL else ["patience"]
WIDEST, HIGHEST = 500, 200
KEYS = ("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\t", "\x1b[5~", "\x1b[6~", "\x1b[H", "\x1b[F", "v")
RUBBISH = ("#", "red")  # stands wherever nothing is painted
pytestmark = pytest.mark.usefixtures("with_painting")


def sizes(chance: random.Random) -> list[Size]:
    """Return random sizes of every kind, the smallest and the largest among them."""
    found = [Size(1, 1), Size(WIDEST, HIGHEST), Size(1, HIGHEST), Size(WIDEST, 1)]
    while len(found) < SIZES:
        width = chance.choice((1, 2, chance.randrange(1, 100), chance.randrange(1, WIDEST + 1)))
        height = chance.choice((1, 2, chance.randrange(1, 40), chance.randrange(1, HIGHEST + 1)))
        found.append(Size(width, height))
    chance.shuffle(found)
    return found


class Terminal:
    """A terminal that shows garbage after each resize wherever nothing is painted."""

    differences = None

    def __init__(self) -> None:
        self._screen_diff = ScreenDiff()
        self.resize(Size(80, 24))

    def resize(self, size: Size) -> None:
        self._screen_diff.resize(*size)
        self._screen = pyte.Screen(*size)
        self._stream = pyte.Stream(self._screen)
        if self._seen:
            self._stream.feed(f"\x1b[31m{'#' * (size.area - 1)}")

    @property
    def _seen(self) -> bool:
        """True at the usual size; only that is compared, for reading a large screen takes long."""
        return (self._screen.columns, self._screen.lines) == (80, 24)

    def write(self, text: str) -> None:
        painted = self._screen_diff.translate(text)
        if self._seen:
            self._stream.feed(readable(painted))

    def rows(self) -> list[list[tuple]]:
        """Return the appearance of each cell."""
        return [row(self._screen, y) for y in range(self._screen.lines)]


@pytest.mark.parametrize(
    "screen", [pytest.param(one, marks=[pytest.mark.long] if FULL else []) for one in WANTED]
)
async def test_frame_after_random_resizes_equals_a_fresh_one(
    open_app, monkeypatch, tmp_path: Path, screen: str
) -> None:
    terminal, chance = Terminal(), random.Random(screen)
    connect(monkeypatch, terminal)
    name, lobby = SCREENS[screen][0], make_lobby_for(screen, tmp_path)
    async with open_app(name, lobby=lobby, analysis=False, show_clock=False) as pilot:
        await go_to_screen(pilot, screen)
        for size in [*sizes(chance), Size(80, 24)]:
            with case(*size):
                await one_more(pilot, terminal, size)
                for event in InputParser().feed(
                    "".join(chance.choices(KEYS, k=chance.randrange(4)))
                ):
                    pilot.app.post_message(event)
                await pilot.textual_pilot.pause()
                check_consistency(pilot)
        pilot.app.clear_notifications()  # which go by themselves, at any time
        await pilot.resize(80, 24)
        if screen == "palette":  # "No matches found" comes half a second after the last key
            await pilot.wait_until(lambda: pilot.app.screen.query_one(CommandList).option_count)
        found = terminal.rows()
        assert RUBBISH not in {cell[:2] for line in found for cell in line}
        terminal.resize(Size(80, 24))
        pilot.app.screen.refresh(layout=True)
        await pilot.press()
        assert found == terminal.rows()


async def test_frame_is_drawn_again_after_a_resize_there_and_back(open_app, monkeypatch) -> None:
    terminal = Terminal()
    connect(monkeypatch, terminal)
    async with open_app() as pilot:
        await pilot.press()
        drawn = terminal.rows()
        assert RUBBISH not in {cell[:2] for line in drawn for cell in line}
        for width in (79, 80):
            await one_more(pilot, terminal, Size(width, 24))
        await pilot.press()
        assert terminal.rows() == drawn


async def one_more(pilot, terminal: Terminal, size: Size) -> None:
    """Resize again before the app has handled the previous size."""
    terminal.resize(size)
    pilot.app._driver._size = size
    pilot.app.post_message(events.Resize(size, size))
