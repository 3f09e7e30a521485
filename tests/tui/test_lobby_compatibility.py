"""Files written by version 0.1, which called the lobby company, are read and continued."""

import json
import os
import re
import sqlite3
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from ludoscope.puzzles import daily
from ludoscope.search.storage.private_files import write_atomically
from ludoscope.tui import keymap
from ludoscope.tui.actions import load_actions
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.lobby.host_settings import HostSettings, read_host_settings
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.screens.duel.screen import DuelScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.spectator.screen import SpectatorScreen

FILES = Path(__file__).parent / "data" / "company.json"
"""Lines of each file, by path. UID stands for the account that the test runs under."""

DAY = date(2026, 11, 16)
DAILY = f"orush-daily-{DAY}"
UID = os.geteuid()


@pytest.fixture
def restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the files and return their folder: `shared`, and anna's saves in `anna`."""
    monkeypatch.setattr(daily, "today", lambda: DAY)
    for name, lines in json.loads(FILES.read_text(encoding="utf-8")).items():
        path = tmp_path / name.replace("UID.", f"{UID}.")
        path.parent.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{line}\n" for line in lines).replace('"UID.', f'"{UID}.')
        if path.suffix == ".sqlite":
            with sqlite3.connect(path) as connection:
                connection.executescript(text)
            connection.close()
        else:
            write_atomically(path, text)
    (tmp_path / "shared").chmod(0o1777)
    return tmp_path


@pytest.fixture
def open_as(open_app, restored: Path) -> Callable:
    """Return a function that opens the app for a profile, with its saves and settings."""

    def open_profile(profile: str):
        folder = restored / profile
        preferences = Settings.load(folder).apply(UserOptions()).preferences
        return open_app(
            folder=folder,
            lobby=Lobby(restored / "shared", UserProfile(UID, profile)),
            analysis=False,
            share_results=preferences.share_results,
            allow_spectators=preferences.allow_spectators,
        )

    return open_profile


async def polled(pilot, condition: Callable[[], bool]) -> None:
    """Wait until a condition holds, polling the shared folder all the time."""

    def poll() -> bool:
        pilot.app.lobby.poll_soon()
        return condition()

    await pilot.wait_until(poll)


def test_the_folder_is_a_lobby_and_its_leaderboard_is_printed(
    restored: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shared = restored / "shared"
    assert read_host_settings(shared) == HostSettings(guests_allowed=False)
    assert main(["lobby", str(shared), "--day", str(DAY), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["name"], row["puzzle"], row["moves"], row["hints"]) for row in rows] == [
        ("anna", DAILY, 7, 0),
        ("bob", DAILY, 7, 0),
    ]


def test_settings_apply(restored: Path) -> None:
    settings, error, _ = Settings.load_file(restored / "anna")
    assert error == ""
    options = settings.apply(UserOptions())
    assert options.appearance.four_colours
    assert options.preferences.allow_spectators
    assert options.preferences.share_results == "yes"


def test_a_former_action_id_is_read_as_the_present_one(restored: Path) -> None:
    keys, error = keymap.read_keys_file(restored / "anna")
    assert error == ""
    assert keys == {
        "app.lobby": "f8",
        "lobby.invite": "f7",
        "lobby.next": "f6,tab",
        "play.hint": "f5",
    }
    assert keymap.find_problem(keys, load_actions(LudoscopeApp)) == ""
    assert set(keymap.RENAMED_ACTIONS.values()) <= set(load_actions(LudoscopeApp))
    former = {"tree.marked": "f3", "watching.again": "f4", "workshop.make": "f5"}
    (restored / "anna" / "keys.json").write_text(json.dumps(former))
    present = {"tree.bookmark_next": "f3", "search.steps": "f4", "generator.make": "f5"}
    assert keymap.read_keys_file(restored / "anna") == (present, "")
    both = {"app.company": "f8", "app.lobby": "f9"}
    (restored / "anna" / "keys.json").write_text(json.dumps(both))
    assert keymap.read_keys_file(restored / "anna") == ({"app.lobby": "f9"}, "")


async def test_everything_is_shown_and_the_duel_goes_on(open_as) -> None:
    async with open_as("anna") as anna:
        await polled(
            anna,
            lambda: re.search(
                "bob invites you to hexapawn 4×4, (you move|bob moves) first: press ..? to answer",
                anna.notifications(),
            ),
        )
        await anna.press("f8")  # the lobby opens at the invitation
        await polled(anna, lambda: "invites you" in anna.screen_text())
        assert "your move (2 moves)" in anna.screen_text()
        await anna.press("f6", "f6", "f6")
        await polled(anna, lambda: "bob" in anna.screen_text() and "left" in anna.screen_text())
        assert "f7 invite" in anna.screen_text()
        await anna.press("f6", "down", "enter")
        await anna.wait_until(lambda: isinstance(anna.screen, DuelScreen))
        await anna.press(":", *"c1xb2", "enter")
        await polled(anna, lambda: "bob is to move" in anna.screen_text())
        async with open_as("bob") as bob:
            await polled(bob, lambda: bool(bob.app.lobby.snapshot.duels))
            [duel] = [duel for duel in bob.app.lobby.snapshot.duels if duel.game.rows == 3]
            assert duel.move_texts() == ["b1b2", "a3xb2", "c1xb2"]
            assert duel.is_our_turn
            assert duel.conflict == ""


@pytest.mark.long
async def test_the_leaderboard_and_the_saved_game_open(open_as) -> None:
    async with open_as("anna") as anna:
        assert "Lucas 1" in anna.screen_text()  # among the games to continue
        await anna.press("f8")
        await polled(anna, lambda: bool(anna.app.lobby.snapshot.leaderboard))
        await anna.press("shift+tab", "shift+tab")
        await polled(anna, lambda: "anna (you)" in anna.screen_text())
        assert "bob" in anna.screen_text()
        await anna.press("end", "up", "enter")  # the last result, above hexapawn
        await anna.wait_until(lambda: isinstance(anna.screen, SpectatorScreen))
        await anna.press("end")
        assert "9 of 9" in anna.screen_text()  # seven slides, by cells
        await anna.press("escape", "escape")
        anna.app.puzzle_opener.reopen("lucas-01")
        await anna.wait_until(lambda: isinstance(anna.screen, PlayScreen))
        assert anna.screen.model.session.ply == 1
