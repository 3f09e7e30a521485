"""The terminal shows what it would show without our painter: on every screen, whatever is drawn.

With LUDOSCOPE_FULL=1 many more keys are pressed.
"""

import os
import random

import pytest
from stock import Terminals, connect
from test_golden_frames import (  # noqa: F401
    SCREENS,
    a_friday,
    a_patient_judge,
    come_to,
    every_screen,
    the_same_luck,
)

FULL = os.environ.get("LUDOSCOPE_FULL")
KEYS = 60 if FULL else 6
USED = [*SCREENS] if FULL else [*SCREENS][::6]  # with keys, and on a terminal of another size
USUAL = ["up", "down", "left", "right", "tab", "enter", "space", "u", "pagedown", "escape", "?"]
pytestmark = pytest.mark.usefixtures("painted")


@every_screen
async def test_every_screen(opened, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    terminals = Terminals()
    differences = connect(monkeypatch, terminals)
    chance = random.Random(name)
    async with opened(SCREENS[name][0]) as driver:
        await come_to(driver, name)
        assert differences() == []
        await driver.app.change("theme", "rose-pine-dawn")
        assert differences() == []
        for width, height in [(120, 40), (70, 20)] if name in USED else []:
            terminals.resize(width, height)
            await driver.resize(width, height)
            assert differences() == []
            for key in chance.choices(USUAL, k=KEYS):
                await driver.press(key)
                assert differences() == []
    assert terminals.sent[1] < terminals.sent[0] / 2
