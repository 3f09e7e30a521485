"""Random bytes on every screen: no traceback, no hang, no saved move lost.

By default a small share goes to one screen. With LUDOSCOPE_FULL=1 every screen has its share of
`WHOLE` bytes of keys and `REPORTS` of the mouse; LUDOSCOPE_BYTES says otherwise, and LUDOSCOPE_SEED
begins elsewhere. The rest of the million goes through a real terminal:
`tests/terminal/test_noise_in_a_terminal.py`.
"""

import asyncio
import math
import os
import random
import time
from codecs import getincrementaldecoder
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from many import FULL, case
from noise import WAKE, mixed
from test_random_input import (  # noqa: F401
    SCREENS,
    check_consistency,
    go_to_screen,
    make_lobby_for,
    quick_solvers,
)

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.saves import KEYS_FILE
from ludoscope.tui.saves.merge import MoveTree, merge_trees
from ludoscope.tui.saves.reader import read_content
from ludoscope.tui.terminal.input_parser import SEQUENCE_TIMEOUT_SECONDS, InputDropped, InputParser

WHOLE, REPORTS = (900_000, 9_000) if FULL else (250, 5)
WANTED = list(SCREENS) if FULL else ["library"]
BYTES = int(os.environ.get("LUDOSCOPE_BYTES", WHOLE)) // len(WANTED)
SEED = os.environ.get("LUDOSCOPE_SEED", "")
STAY = 6000  # bytes after which one goes to the screen again
LENGTHS = (3, 30, 300, 3000)  # of bursts, in bytes
LITTLE = HostLimits(seconds=0.1, megabytes=64, workers=2)  # for each solver that keys may start


@dataclass
class Sent:
    """The amount of input the app has received, and its longest response time in seconds."""

    typed: int = 0  # bytes
    reports: int = 0
    bursts: int = 0
    runs: int = 0
    slowest: float = 0.0
    last: bytes = b""
    seen: set[str] = field(default_factory=set)


class Line:
    """A connection that feeds terminal bytes to an app, as the driver reads them."""

    def __init__(self, pilot) -> None:
        self._pilot = pilot
        self.known = 0  # how often a known key was heard
        palette = pilot.app.action_command_palette
        pilot.app.action_command_palette = lambda: self._hear(palette)
        self._incoming = InputParser()
        self._decode = getincrementaldecoder("utf-8")(errors="ignore").decode

    def _hear(self, action: Callable[[], None]) -> None:
        self.known += 1
        action()

    async def send(self, data: bytes, silent: float = 0.0) -> None:
        """Send bytes to the app and wait until it has handled them."""
        app = self._pilot.app
        for event in (
            *self._incoming.feed(self._decode(data)),
            *self._incoming.advance_idle_time(silent),
        ):
            if not isinstance(event, InputDropped):
                app.post_message(event)
        await asyncio.sleep(0)
        await app.input_queue.wait_until_empty()
        await self._pilot.textual_pilot.pause()

    async def answered(self) -> float:
        """Return the seconds until a known key has had its effect."""
        await self.send(WAKE, SEQUENCE_TIMEOUT_SECONDS)
        await self.send(b"", SEQUENCE_TIMEOUT_SECONDS)
        app, began = self._pilot.app, time.monotonic()
        app.key_bindings.apply({})  # it may have become another's
        for _ in range(2):  # the palette comes and goes
            known = self.known
            await self.send(b"\x10")
            await self._pilot.wait_until(
                lambda known=known: self.known > known or not app.is_running
            )
        return time.monotonic() - began


async def saves(pilot) -> dict[str, str]:
    """Return the moves of every session in the store, by puzzle."""
    answer = await asyncio.wrap_future(pilot.app._store.run(read_content))
    return {save.name: save.moves for save in answer.content.saves}


def kept(before: dict[str, str], after: dict[str, str]) -> None:
    """Check that every saved move is still saved, a slide perhaps as part of a longer one."""
    for name, moves in before.items():
        known = after[name].splitlines()
        for line in merge_trees(MoveTree(after[name], ""), MoveTree(moves, ""))[0].splitlines()[
            len(known) :
        ]:
            move = line.split(" ^")[0].removesuffix(" ~")
            assert any(longer.startswith(f"{move}{move[0]}") for longer in known), (name, line)


async def make_noise(pilot, dice: random.Random, sent: Sent, most: int) -> None:
    """Send `most` bytes of keys and mouse reports, with a known key after each burst."""
    line, until = Line(pilot), sent.typed + most
    while pilot.app.is_running and sent.typed < until:
        length = min(dice.choice(LENGTHS), until - sent.typed)
        wanted = REPORTS * (sent.typed + length) / WHOLE - sent.reports
        sent.last, reports = mixed(dice, length, math.ceil(wanted))
        sent.typed += length
        sent.reports += reports
        await line.send(sent.last, dice.choice((0.0, SEQUENCE_TIMEOUT_SECONDS)))
        check_consistency(pilot)
        sent.bursts += 1
        sent.seen |= {type(one).__name__ for one in pilot.app.screen_stack}
        if pilot.app.is_running:
            sent.slowest = max(sent.slowest, await line.answered())


@pytest.mark.parametrize(
    "screen", [pytest.param(one, marks=[pytest.mark.long] if FULL else []) for one in WANTED]
)
async def test_noise_on_every_screen_loses_nothing(
    open_app, tmp_path: Path, monkeypatch, screen: str
) -> None:
    monkeypatch.chdir(tmp_path)  # where pictures and tables are written
    monkeypatch.setattr("webbrowser.open", lambda *_: True)
    dice, sent, before = random.Random(screen + SEED), Sent(), {}
    name, lobby = SCREENS[screen][0], make_lobby_for(screen, tmp_path)
    while sent.typed < BYTES:
        (tmp_path / "saves" / KEYS_FILE).unlink(missing_ok=True)  # keys given to other actions
        with case(screen, SEED, sent):
            async with open_app(name, lobby=lobby, host_limits=LITTLE) as pilot:
                await go_to_screen(pilot, screen)
                sent.runs += 1
                await make_noise(pilot, dice, sent, min(STAY, BYTES - sent.typed))
                if pilot.app.is_running:
                    await pilot.app.autosave.wait_until_saved()
                    assert not pilot.app.autosave.problem_message
                    after = await saves(pilot)
                    kept(before, after)
                    before = after
    figures = f"{sent.typed:,} bytes and {sent.reports:,} reports in {sent.bursts:,} bursts"
    print(f"{screen}: {figures}, {sent.runs} runs, answers within {sent.slowest:.2f} s")
