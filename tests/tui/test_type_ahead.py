"""Input that arrives together, as over a slow line: no key is lost or changed, a click is one."""

import asyncio
import json
from pathlib import Path

import pytest
from many import case

from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.services.library import LibraryService


@pytest.mark.long
async def test_escape_followed_by_a_key_is_two_keys(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        board = pilot.screen.model.board
        for key in ("\x1b[C", "l", "\x10", ":"):
            with case(key):
                await pilot.press(":", "x")
                before = board.cursor
                await pilot.send_input(f"\x1b{key}")
                assert isinstance(pilot.app.screen, PaletteScreen) == (key == "\x10")
                assert bool(pilot.app.top_screen().active_prompt) == (key == ":")
                assert (board.cursor != before) == (key in "\x1b[Cl")
                await pilot.send_input("\x1b" * (key in "\x10:"))
                assert isinstance(pilot.app.screen, PlayScreen)
        await pilot.send_input("\x1b\r")
        assert not isinstance(pilot.app.screen, PlayScreen)


async def test_alt_combination_is_one_key_if_bound(open_app, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir(mode=0o700)
    (tmp_path / "saves" / "keys.json").write_text(json.dumps({"play.type": "alt+z"}))
    async with open_app("lucas-07") as pilot:
        await pilot.send_input("\x1bz")
        asking = pilot.screen.active_prompt
        assert asking
        await pilot.press(*"one two")
        await pilot.send_input("\x1bb!")  # a word to the left
        assert asking.input.value == "one !two"


@pytest.mark.long
async def test_click_on_a_closed_prompt_keeps_the_focus(open_app) -> None:
    """Check the frame in which escape closes the prompt, while it is still shown."""
    async with open_app("lucas-07") as pilot:
        await pilot.press(":")
        place = pilot.screen.active_prompt.input.region
        mouse = f"0;{place.x + 2};{place.y + 1}"
        await pilot.send_input(f"\x1b\x1b[C\x1b[<{mouse}M\x1b[<{mouse}m")
        assert pilot.app.focused is None
        await pilot.press(":")
        assert pilot.screen.active_prompt


@pytest.mark.long
async def test_palette_closes_during_a_search(open_app) -> None:
    async with open_app("") as pilot:
        for _ in range(3):
            await pilot.send_input("\x10lucas\x10")
            assert not isinstance(pilot.app.screen, PaletteScreen)
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, LibraryScreen)


@pytest.mark.long
async def test_closed_prompt_gets_no_focus(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        screen = pilot.screen
        await pilot.press(":")
        line = screen.active_prompt.input
        screen.close_prompt()
        screen.set_focus(line)  # as by a click, or when the terminal has the focus again
        assert screen.focused is not line
        await pilot.press("ctrl+l")
        await pilot.wait_until(lambda: pilot.app.screen is not screen)
        screen.focused = line  # while another screen is on top
        await pilot.press("escape")
        assert pilot.app.screen is screen
        assert pilot.app.focused is None
        await pilot.press(":")
        assert screen.active_prompt


@pytest.mark.parametrize("key", ["tab", pytest.param("shift+tab", marks=pytest.mark.long)])
async def test_prompt_keeps_the_focus_until_closed(open_app, key: str) -> None:
    async with open_app() as pilot:
        await pilot.press(":", "x", key, "y")
        assert pilot.screen.active_prompt.input.value == "xy"
        await pilot.press("escape")
        assert not pilot.screen.active_prompt


@pytest.mark.long
async def test_keys_wait_until_home_has_loaded(open_app, monkeypatch) -> None:
    read = LibraryService.overview

    async def slowly(self):
        await asyncio.sleep(0.05)
        return await read(self)

    monkeypatch.setattr(LibraryService, "overview", slowly)
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        assert model.play_player_move(model.game.moves(model.session.position)[0])
        await pilot.press_together("escape", "down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "lucas-07"
        assert pilot.screen.model.session.ply == 1


@pytest.mark.long
async def test_prompt_closed_before_it_is_mounted(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        screen = pilot.screen
        screen.open_prompt()
        assert screen.active_prompt
        screen.close_prompt()  # as by a puzzle that opens
        assert not screen.active_prompt
        await pilot.press("colon", "x")
        assert screen.active_prompt.input.value == "x"
