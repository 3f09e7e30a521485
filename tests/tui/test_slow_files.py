"""Files that never answer, opened in the app, and slow ones: it stays responsive, loses nothing."""

import json
import sys
import threading
from pathlib import Path

import pytest
from pilot import AppPilot, slow_down_disk
from silent_files import SilentFile, give_up_waiting, silent_file

from ludoscope.puzzles import files
from ludoscope.tui.screens.hexapawn_values import screen as hexapawn_values
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.matchboxes import screen as matchboxes

__all__ = ["give_up_waiting", "silent_file"]


async def type_path(pilot: AppPilot, silent: SilentFile) -> None:
    """Enter the path of the silent file in the prompt of the home screen or the lab."""
    pilot.screen.open_prompt(str(silent.path))
    await pilot.wait_until(lambda: pilot.screen.active_prompt.input.has_focus)
    pilot.post_key("enter")
    await pilot.wait_until(silent.is_opened.is_set)


def threads_in_files() -> list[threading.Thread]:
    """Return the threads that are reading a file, or waiting for one that does."""
    frames = sys._current_frames()

    def is_in_files(thread: threading.Thread) -> bool:
        frame = frames.get(thread.ident or 0)
        while frame and frame.f_globals.get("__name__") != files.__name__:
            frame = frame.f_back
        return frame is not None

    return [thread for thread in threading.enumerate() if is_in_files(thread)]


@pytest.mark.parametrize(
    "keys", [(), pytest.param(("l",), marks=pytest.mark.long)], ids=["home", "lab"]
)
async def test_escape_cancels(keys: tuple[str, ...], open_app, silent_file: SilentFile) -> None:
    async with open_app() as pilot:
        await pilot.press(*keys)
        screen = pilot.screen
        await type_path(pilot, silent_file)
        readers = threads_in_files()
        await pilot.press("escape")
        assert not screen.active_prompt
        silent_file.answer.set()
        assert readers
        await pilot.wait_until(lambda: not any(thread.is_alive() for thread in readers))
        assert pilot.screen is screen
        assert "gone" not in pilot.notifications()


@pytest.mark.long
@pytest.mark.usefixtures("give_up_waiting")
async def test_a_message_after_the_time(open_app, silent_file: SilentFile) -> None:
    async with open_app() as pilot:
        await type_path(pilot, silent_file)
        message = f"{silent_file.path}: no answer for 10 seconds"
        await pilot.wait_until(lambda: message in pilot.notifications())
        assert isinstance(pilot.screen, HomeScreen)
        assert pilot.screen.active_prompt


async def test_screens_read_and_write_in_threads(open_app, monkeypatch) -> None:
    """Loading the actions imports all screens; the values of hexapawn are in a file."""
    threads: dict[str, list[threading.Thread]] = {}

    def record_thread(owner: object, name: str) -> None:
        function = getattr(owner, name)
        calls = threads.setdefault(name, [])

        def call(*args: object) -> object:
            calls.append(threading.current_thread())
            return function(*args)

        monkeypatch.setattr(owner, name, call)

    record_thread(hexapawn_values.StartValues, "_read")
    record_thread(hexapawn_values.StartValues, "add_result")
    record_thread(matchboxes, "find_value")
    monkeypatch.setattr("ludoscope.puzzles.hexapawn.values.load_start_values", lambda: {(3, 3): -6})
    monkeypatch.setattr(hexapawn_values, "DEFAULT_ROWS", range(3, 4))
    monkeypatch.setattr(hexapawn_values, "DEFAULT_COLUMNS", range(2, 4))
    async with open_app() as pilot:
        record_thread(pilot.app.key_bindings, "load_actions")
        await pilot.press(",", "escape")
        await pilot.press("right", "right", "right", "enter", "v", "enter")
        await pilot.wait_until(lambda: bool(threads["add_result"]))
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("m")
    for name, used in threads.items():
        assert used, name
        assert threading.main_thread() not in used, name


async def test_the_app_quits_without_waiting_for_it(open_app, silent_file: SilentFile) -> None:
    async with open_app() as pilot:
        await type_path(pilot, silent_file)
        readers = threads_in_files()
    assert readers
    assert all(thread.daemon and thread.is_alive() for thread in readers)


async def test_a_changed_key_is_stored_though_the_screen_is_left_at_once(
    open_app, tmp_path: Path
) -> None:
    path = tmp_path / "saves" / "keys.json"
    async with open_app("lucas-01") as pilot:
        await pilot.press(",", "/", *"play.hint", "enter", "enter", "f5")
        await pilot.wait_until(path.exists)
        slow_down_disk()
        await pilot.press_together("*", "escape", "escape")
        await pilot.wait_until(lambda: json.loads(path.read_text()) == {})
