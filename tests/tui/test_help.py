"""The help of each screen: what the screen is for, its keys, its marks."""

import pytest

from ludoscope.tui import actions
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.documents.screen import DocumentScreen
from ludoscope.tui.screens.help.screen import HelpScreen
from ludoscope.tui.screens.lab.preset_screen import PresetScreen
from ludoscope.tui.screens.play.screen import PlayScreen

WITHOUT_PURPOSE = (DocumentScreen, HelpScreen, PresetScreen)  # they are texts and forms themselves


def test_help_of_every_screen_begins_with_two_sentences() -> None:
    for screen in actions.all_screens():
        if (
            issubclass(screen, BaseScreen)
            and screen is not BaseScreen
            and not issubclass(screen, WITHOUT_PURPOSE)
        ):
            purpose = screen.PURPOSE
            if screen is not PlayScreen:  # its first sentence is the goal of the game
                assert purpose.count(". ") + purpose.count("; ") >= 1, screen
            assert len(purpose) < 240, screen


async def test_help_in_a_replay_lists_the_keys_of_the_replay(open_app) -> None:
    async with open_app("orush-01") as pilot:
        await pilot.press("?")
        assert "back to winnable" in pilot.screen_text()
        await pilot.press("escape", "s")
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
        await pilot.press("?")
        text = pilot.screen_text()
        assert "play from here" in text
        assert "back to winnable" not in text


@pytest.mark.parametrize("keys", [["?"], ["t", "?"], ["e", "?"]])
async def test_help_can_be_read_to_its_end_at_80_columns(open_app, keys: list[str]) -> None:
    async with open_app("lucas-05") as pilot:
        await pilot.press("tab", "enter", *keys)
        symbols = pilot.screen._content.symbols
        await pilot.press("end")
        assert symbols
        assert " ".join(symbols[-1][1].split()[-2:]) in " ".join(pilot.screen_text().split())
