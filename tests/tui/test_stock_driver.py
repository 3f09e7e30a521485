"""The terminal shows what it would show without our painter, on every screen.

All are long tests, with LUDOSCOPE_FULL=1 of many more keys.
"""

import os
import random

import pytest
from stock import Terminals, connect
from test_golden_frames import (  # noqa: F401
    COMPILED,
    SCREENS,
    fixed_date,
    fixed_random_seed,
    machine_independent_analysis,
    open_named_screen,
    open_screen,
    uncompiled,
)

KEYS = 40 if os.environ.get("LUDOSCOPE_FULL") else 2
USUAL = ["up", "down", "left", "right", "tab", "enter", "space", "u", "pagedown", "escape", "?"]
pytestmark = pytest.mark.usefixtures("with_painting")


def marks(name: str) -> list[pytest.MarkDecorator]:
    return [*[uncompiled][: name in COMPILED], pytest.mark.long]


@pytest.mark.parametrize("name", [pytest.param(name, marks=marks(name)) for name in SCREENS])
async def test_terminal_matches_the_stock_driver_on_every_screen(
    open_named_screen,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    terminals = Terminals()
    differences = connect(monkeypatch, terminals)
    chance = random.Random(name)
    async with open_named_screen(name) as pilot:
        await open_screen(pilot, name)
        assert differences() == []
        await pilot.app.settings.change("theme", "rose-pine-dawn")
        assert differences() == []
        for width, height in [(120, 40), (70, 20)]:
            terminals.resize(width, height)
            await pilot.resize(width, height)
            assert differences() == []
            for key in chance.choices(USUAL, k=KEYS):
                await pilot.press(key)
                assert differences() == []
    assert terminals.sent[1] < terminals.sent[0] / 2
