"""The terminal shows what it would show without our painter, on every screen.

One screen at once, the others with the long tests; with LUDOSCOPE_FULL=1 many more keys.
"""

import os
import random

import pytest
from stock import Terminals, connect
from test_golden_frames import (  # noqa: F401
    COMPILED,
    SCREENS,
    a_friday,
    a_patient_judge,
    come_to,
    shown_as,
    the_same_luck,
    uncompiled,
)

KEYS = 40 if os.environ.get("LUDOSCOPE_FULL") else 2
OFTEN = ("library-patience",)  # a list, cards in colours, and lines
USUAL = ["up", "down", "left", "right", "tab", "enter", "space", "u", "pagedown", "escape", "?"]
pytestmark = pytest.mark.usefixtures("painted")


def marks(name: str) -> list[pytest.MarkDecorator]:
    return [*[uncompiled][: name in COMPILED], *[pytest.mark.long][: name not in OFTEN]]


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in SCREENS])
async def test_every_screen(shown_as, monkeypatch: pytest.MonkeyPatch, name: str) -> None:  # noqa: F811
    terminals = Terminals()
    differences = connect(monkeypatch, terminals)
    chance = random.Random(name)
    async with shown_as(name) as driver:
        await come_to(driver, name)
        assert differences() == []
        await driver.app.settings.change("theme", "rose-pine-dawn")
        assert differences() == []
        for width, height in [(120, 40), (70, 20)]:
            terminals.resize(width, height)
            await driver.resize(width, height)
            assert differences() == []
            for key in chance.choices(USUAL, k=KEYS):
                await driver.press(key)
                assert differences() == []
    assert terminals.sent[1] < terminals.sent[0] / 2
