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
async def test_escape_and_a_key_after_it_are_two(opened) -> None:
    async with opened("lucas-07") as driver:
        board = driver.page.model.board
        for key in ("\x1b[C", "l", "\x10", ":"):
            with case(key):
                await driver.press(":", "x")
                before = board.cursor
                await driver.send(f"\x1b{key}")
                assert isinstance(driver.app.screen, PaletteScreen) == (key == "\x10")
                assert bool(driver.app.top_screen().active_prompt) == (key == ":")
                assert (board.cursor != before) == (key in "\x1b[Cl")
                await driver.send("\x1b" * (key in "\x10:"))
                assert isinstance(driver.app.screen, PlayScreen)
        await driver.send("\x1b\r")
        assert not isinstance(driver.app.screen, PlayScreen)


async def test_alt_and_a_key_are_one_where_they_do_something(opened, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir(mode=0o700)
    (tmp_path / "saves" / "keys.json").write_text(json.dumps({"play.type": "alt+z"}))
    async with opened("lucas-07") as driver:
        await driver.send("\x1bz")
        asking = driver.page.active_prompt
        assert asking
        await driver.press(*"one two")
        await driver.send("\x1bb!")  # a word to the left
        assert asking.input.value == "one !two"


@pytest.mark.long
async def test_a_click_where_the_line_stood_leaves_the_app_its_keys(opened) -> None:
    """Check the frame in which escape closes the prompt, while it is still shown."""
    async with opened("lucas-07") as driver:
        await driver.press(":")
        place = driver.page.active_prompt.input.region
        mouse = f"0;{place.x + 2};{place.y + 1}"
        await driver.send(f"\x1b\x1b[C\x1b[<{mouse}M\x1b[<{mouse}m")
        assert driver.app.focused is None
        await driver.press(":")
        assert driver.page.active_prompt


@pytest.mark.long
async def test_the_palette_goes_while_it_searches(opened) -> None:
    async with opened("") as driver:
        for _ in range(3):
            await driver.send("\x10lucas\x10")
            assert not isinstance(driver.app.screen, PaletteScreen)
        await driver.press("enter")
        assert isinstance(driver.app.screen, LibraryScreen)


@pytest.mark.long
async def test_a_line_that_goes_gets_no_focus(opened) -> None:
    async with opened("lucas-07") as driver:
        page = driver.page
        await driver.press(":")
        line = page.active_prompt.input
        page.close_prompt()
        page.set_focus(line)  # as by a click, or when the terminal has the focus again
        assert page.focused is not line
        await driver.press("ctrl+l")
        await driver.until(lambda: driver.app.screen is not page)
        page.focused = line  # while another screen is on top
        await driver.press("escape")
        assert driver.app.screen is page
        assert driver.app.focused is None
        await driver.press(":")
        assert page.active_prompt


@pytest.mark.parametrize("key", ["tab", pytest.param("shift+tab", marks=pytest.mark.long)])
async def test_a_line_keeps_the_focus_until_it_is_left(opened, key: str) -> None:
    async with opened() as driver:
        await driver.press(":", "x", key, "y")
        assert driver.page.active_prompt.input.value == "xy"
        await driver.press("escape")
        assert not driver.page.active_prompt


@pytest.mark.long
async def test_keys_wait_until_home_has_read_what_was_left(opened, monkeypatch) -> None:
    read = LibraryService.overview

    async def slowly(self):
        await asyncio.sleep(0.05)
        return await read(self)

    monkeypatch.setattr(LibraryService, "overview", slowly)
    async with opened("lucas-07") as driver:
        table = driver.page.model
        assert table.play(table.game.moves(table.session.position)[0])
        await driver.press_at_once("escape", "down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert driver.page.model.puzzle.name == "lucas-07"
        assert driver.page.model.session.ply == 1


async def test_a_question_that_is_taken_back_before_it_is_there(opened) -> None:
    async with opened("lucas-07") as driver:
        page = driver.page
        page.open_prompt()
        assert page.active_prompt
        page.close_prompt()  # as by a puzzle that opens
        assert not page.active_prompt
        await driver.press("colon", "x")
        assert page.active_prompt.input.value == "x"
