"""Visibility of others for a guest in the lobby: their names, and what they allow."""

import os
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from lobbies import publish_solutions
from many import case

from ludoscope.puzzles import daily
from ludoscope.puzzles.catalogue import find
from ludoscope.tui.lobby.duel_store import DuelStore
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.published_games import encode_game
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store

MONDAY = date(2026, 11, 16)
PRIVATE_PUZZLE = "lucas-07"
PROBLEM_NAME = "hidden-problem"
SCREENS = {  # keys from home, and what shows that the screen is complete
    "leaderboard": (("o",), "no results yet"),
    "players": (("o", "tab"), "bob"),
    "games": (("o", "tab", "tab"), "No games yet"),
    "statistics": (("s",), "Statistics"),
    "settings": ((",",), "Settings"),
    "help": (("?",), "copy or quit"),
    "problems": ((":", *PROBLEM_NAME, "enter"), "No puzzle is called"),
}
LOBBY_TABS = ("leaderboard", "players", "games")


@pytest.fixture
def players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Lobby]:
    """Create a lobby of a guest, anna, and of bob and carl, who show nothing; return their views.

    Bob and carl play a duel; bob has a game in progress, a problem and saves of his own.
    """
    monkeypatch.setattr(daily, "today", lambda: MONDAY)
    shared = tmp_path / "shared"
    make_lobby(shared, HostSettings(guests_allowed=True))
    anna, bob, carl = (
        Lobby(shared, UserProfile(os.geteuid(), name)) for name in ("anna", "bob", "carl")
    )
    for lobby in (bob, carl):
        lobby.update_presence(lambda presence: replace(presence, has_left=False))
    DuelStore(bob).invite(carl.own_profile, 5, 5, 0)
    [invitation] = DuelStore(carl).list_duels()
    DuelStore(carl).accept(invitation)
    session = Session(find(PRIVATE_PUZZLE))
    session.play(session.game.moves(session.position)[0])
    bob.publish_game(encode_game(session))
    bob.publish_game(b"")  # withdrawn, as when spectators are no longer allowed
    store = Store(tmp_path / "bob")
    store.save(SavedSession.from_session(session, 1.0, 1.0)).result()
    store.close()
    problems.save(tmp_path / "bob", PROBLEM_NAME, find("lucas-02").game)
    return [anna, bob, carl]


def open_guest(open_app, tmp_path: Path, lobby: Lobby | None):
    return open_app(folder=tmp_path / "anna", files=False, own_settings=True, lobby=lobby)


async def read_texts(pilot, names: Sequence[str]) -> dict[str, str]:
    """Return the text of each of the screens, notifications included."""
    texts = {"home": pilot.screen_text()}
    for name in names:
        keys, complete = SCREENS[name]
        with case(name):
            await pilot.press(*keys)
            await pilot.wait_until(
                lambda complete=complete: complete in pilot.screen_text() + pilot.notifications()
            )
            texts[name] = pilot.screen_text() + pilot.notifications()
            while len(pilot.app.screen_stack) > 1 or pilot.screen.active_prompt:
                await pilot.press("escape")
    return texts


@pytest.mark.parametrize(
    "names",
    [LOBBY_TABS, pytest.param(tuple(SCREENS), marks=pytest.mark.long)],
    ids=["lobby", "all"],
)
async def test_a_guest_sees_the_names_of_others_and_nothing_private(
    open_app, tmp_path: Path, players: list[Lobby], names: Sequence[str]
) -> None:
    async with open_guest(open_app, tmp_path, players[0]) as pilot:
        await pilot.wait_until(lambda: len(pilot.app.lobby.snapshot.players) == 3)
        texts = await read_texts(pilot, names)
        for name, text in texts.items():
            with case(name):
                assert ("bob" in text) == (name == "players"), "a name"
                assert "5×5" not in text, "a duel of others"
                assert "Lucas 7" not in text, "a game of another"
                assert str(tmp_path) not in text, "a folder"
                assert os.path.expanduser("~/") not in text, "the home folder"
        assert texts["leaderboard"].count("no results yet") == 4
        assert "online" in texts["players"]
        await pilot.press("o", "tab", "enter")
        assert "bob does not let others watch" in pilot.notifications()


@pytest.mark.long
async def test_a_guest_sees_what_others_allow(
    open_app, tmp_path: Path, players: list[Lobby]
) -> None:
    anna, bob, _ = players
    DuelStore(bob).invite(anna.own_profile, 4, 4, 1)
    publish_solutions(daily.name_for("rush", MONDAY), (bob, 45.0, 0))
    async with open_guest(open_app, tmp_path, anna) as pilot:
        await pilot.wait_until(lambda: bool(pilot.app.lobby.snapshot.duels))
        assert "bob invites you to hexapawn 4×4" in pilot.notifications()
        await pilot.press("o")
        await pilot.wait_until(lambda: "invites you" in pilot.screen_text())
        assert "5×5" not in pilot.screen_text()
        await pilot.press("tab", "tab")  # past the training to the leaderboard
        await pilot.wait_until(lambda: "00:45" in pilot.screen_text())
        assert "carl" not in pilot.screen_text()


async def test_without_a_lobby_a_guest_sees_nobody(
    open_app, tmp_path: Path, players: list[Lobby]
) -> None:
    async with open_guest(open_app, tmp_path, None) as pilot:
        assert "lobby" not in pilot.screen_text().lower()
        await pilot.press("o")
        assert "bob" not in pilot.screen_text()


async def test_a_lobby_that_disappears_is_reported_without_its_folder(
    open_app, tmp_path: Path, players: list[Lobby]
) -> None:
    async with open_guest(open_app, tmp_path, players[0]) as pilot:
        await pilot.wait_until(lambda: bool(pilot.app.lobby.snapshot.players))
        (tmp_path / "shared").rename(tmp_path / "elsewhere")
        pilot.app.lobby.poll_soon()
        await pilot.wait_until(lambda: "cannot be read: No such file" in pilot.notifications())
        assert str(tmp_path) not in pilot.notifications()
