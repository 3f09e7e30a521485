"""A lobby with many players: what a poll reads of it, and what the screen shows."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date
from errno import ENOSPC
from functools import partial
from pathlib import Path

import pytest
from app_options import make_options
from rich.style import Style
from test_lobby_store import ANNA, BOB, DAY, EVE, ORUSH, encoded_solution, join_lobby

from ludoscope.tui.lobby import lobby as lobby_module
from ludoscope.tui.lobby import shared_files
from ludoscope.tui.lobby.duel_store import DuelStore
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.lobby import Lobby, LobbyPlayer, _limit_by_account
from ludoscope.tui.lobby.presence import PRESENCE_FILE, Presence
from ludoscope.tui.lobby.published_games import LeaderboardEntry, parse_result
from ludoscope.tui.lobby.training_results import make_result
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.screens.lobby.rows import (
    MAX_RESULTS_SHOWN,
    leaderboard_rows,
    sort_other_players,
)
from ludoscope.tui.services.lobby import LobbyService, LobbySnapshot

LONG_AGO = time.time() - 3600
PLAYERS = (ANNA, BOB, EVE)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Create a lobby with three players that has not changed for an hour, and return its path."""
    path = tmp_path / "shared"
    make_lobby(path, HostSettings())
    for player in PLAYERS:
        join_lobby(path, player)
    os.utime(path, (LONG_AGO, LONG_AGO))
    return path


def poll(lobby: Lobby, day: date = DAY) -> list[UserProfile]:
    """Read all that a poll reads; return the players."""
    players = [player.profile for player, _ in lobby.players()]
    DuelStore(lobby).list_duels()
    lobby.leaderboard(day)
    return players


def test_poll_opens_only_what_has_changed(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lobby = Lobby(shared, ANNA)
    opened: list[str] = []
    open_folder: Callable[..., AbstractContextManager[int]] = shared_files.open_folder

    def opening(path: Path | str, parent_fd: int | None = None) -> AbstractContextManager[int]:
        if parent_fd is not None:
            opened.append(str(path))
        return open_folder(path, parent_fd)

    monkeypatch.setattr(shared_files, "open_folder", opening)
    assert poll(lobby) == list(PLAYERS)
    assert set(opened) == {player.key for player in PLAYERS}
    opened.clear()
    assert poll(lobby) == list(PLAYERS)
    assert opened == []
    Lobby(shared, BOB).update_presence(lambda presence: replace(presence, is_watchable=True))
    opened.clear()
    poll(lobby)
    assert opened == [BOB.key]


def test_shared_folder_is_listed_again_only_after_a_change(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = Lobby(shared, ANNA)
    assert poll(lobby) == list(PLAYERS)
    listings: list[int] = []
    scandir = os.scandir
    monkeypatch.setattr(os, "scandir", lambda fd: (listings.append(fd), scandir(fd))[1])
    poll(lobby)
    assert not listings
    new_player = UserProfile(ANNA.uid, "zoe")
    join_lobby(shared, new_player)
    assert poll(lobby) == [*PLAYERS, new_player]


@pytest.fixture
def parsed(shared: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Publish a result of bob and of eve; return the puzzles of results, as they are parsed."""
    for player in (BOB, EVE):
        assert Lobby(shared, player).publish_result(ORUSH, encoded_solution(ORUSH))
    names: list[str] = []

    def parse(data: bytes, name: str) -> object:
        names.append(name)
        return parse_result(data, name)

    monkeypatch.setattr(lobby_module, "parse_result", parse)
    return names


def test_results_are_checked_a_few_at_a_time(shared: Path, parsed: list[str]) -> None:
    lobby = Lobby(shared, ANNA)
    assert lobby.leaderboard(DAY, 0)["rush"] == []
    assert (lobby.unchecked_results, parsed) == (2, [])
    assert len(lobby.leaderboard(DAY)["rush"]) == 2
    assert (lobby.unchecked_results, len(parsed)) == (0, 2)
    assert len(lobby.leaderboard(DAY, 0)["rush"]) == 2
    assert (lobby.unchecked_results, len(parsed)) == (0, 2)
    assert not lobby.has_published_result(ORUSH)
    assert Lobby(shared, BOB).has_published_result(ORUSH)


@pytest.mark.parametrize("reverse", [False, True])
def test_an_account_with_very_many_folders_hides_nobody(
    monkeypatch: pytest.MonkeyPatch, reverse: bool
) -> None:
    """Account 7 has many folders, and many with the numbers of others."""
    monkeypatch.setattr(lobby_module, "MAX_PROFILES_PER_ACCOUNT", 10)
    own_names, others = [f"7.p{number}" for number in range(100)], ["5", "6.anna"]
    forged = [f"{uid}.p{number}" for uid in (5, 6) for number in range(100)]
    owners = dict.fromkeys(own_names + forged, 7) | {"5": 5, "6.anna": 6}
    monkeypatch.setattr(lobby_module, "_folder_owner", lambda name, _: owners[name])
    names = sorted(owners, reverse=reverse)
    listed = [name for name, _ in _limit_by_account(names, -1, UserProfile(7, "p99"))]
    assert {*others, "7.p99"} <= set(listed)
    assert len(listed) == len(others) + 10


def test_of_many_profiles_our_own_and_those_seen_last_are_listed(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby_module, "MAX_PROFILES_PER_ACCOUNT", 2)
    for player, seconds in ((ANNA, 300), (BOB, 200), (EVE, 100)):
        seen_at = time.time() - seconds
        os.utime(shared / player.key / PRESENCE_FILE, (seen_at, seen_at))
    lobby = Lobby(shared, ANNA)
    assert poll(lobby) == [ANNA, EVE]
    assert poll(Lobby(shared, BOB)) == [BOB, EVE]
    Lobby(shared, BOB).update_presence(lambda presence: presence)
    monkeypatch.setattr(lobby_module, "MAX_LISTING_SECONDS", 0.0)
    assert poll(lobby) == [ANNA, BOB]


def test_an_account_does_not_delay_the_results_of_others_forever(
    shared: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check one result in each poll, while bob publishes a new one for each."""
    monkeypatch.setattr(time, "thread_time", lambda: float(len(parsed)))
    lobby = Lobby(shared, ANNA)
    for player in (BOB, EVE):
        (shared / BOB.key / f"result-{ORUSH}.json").write_bytes(encoded_solution(ORUSH))
        assert [entry.profile for entry in lobby.leaderboard(DAY, 0)["rush"]] == [player]


def test_leaderboard_has_the_best_and_our_own() -> None:
    result = parse_result(encoded_solution(ORUSH), ORUSH)
    crowd = [UserProfile(20_000 + number) for number in range(3 * MAX_RESULTS_SHOWN)]
    entries = [LeaderboardEntry(player, result) for player in crowd]
    snapshot = LobbySnapshot(leaderboard={"rush": entries})
    rows = leaderboard_rows(snapshot, DAY, crowd[-1], Style())
    assert len(rows) == 1 + MAX_RESULTS_SHOWN + 1
    assert rows[-1].cells[0] == str(len(crowd))


class CountedPlayers(tuple[LobbyPlayer, ...]):
    """Players that count how often they are gone through."""

    __slots__ = ()
    iterations = 0

    def __iter__(self):
        CountedPlayers.iterations += 1
        return super().__iter__()


def test_players_are_not_gone_through_for_each_player() -> None:
    now = time.time()
    players = CountedPlayers(
        LobbyPlayer(UserProfile(20_000 + number), Presence(), now - number % 60)
        for number in range(300)
    )
    snapshot = LobbySnapshot(players=players, taken_at=now)
    shown = sort_other_players(snapshot, ANNA)
    assert [snapshot.is_online(player.profile) for player in shown] == [True] * 150 + [False] * 150
    assert CountedPlayers.iterations < 5


async def test_polls_end_even_if_one_is_requested_at_the_same_time(shared: Path) -> None:
    service = LobbyService(Lobby(shared, ANNA), make_options(), print, lambda: None)
    service.start()
    task = service._task
    assert task
    while not service.snapshot.taken_at:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0)  # the task waits for the next poll
    service.poll_soon()
    task.cancel()
    await asyncio.wait([task], timeout=5)
    assert task.cancelled()
    service.close()


async def test_a_write_is_done_although_its_caller_is_cancelled(shared: Path) -> None:
    service = LobbyService(Lobby(shared, ANNA), make_options(), print, lambda: None)
    service.start()
    is_free, written = threading.Event(), list[bool]()
    for is_quitting in (False, True):
        is_free.clear()
        service._executor.submit(is_free.wait)  # as a poll that takes long
        task = asyncio.create_task(service.run_write(partial(written.append, is_quitting)))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task], timeout=5)
        assert task.cancelled()
        if is_quitting:
            threading.Timer(0.05, is_free.set).start()
            service.close()
        else:
            is_free.set()
            async with asyncio.timeout(5):
                while not written:
                    await asyncio.sleep(0.001)
    assert written == [False, True]


async def test_a_poll_records_how_a_game_has_ended(shared: Path) -> None:
    anna, bob = DuelStore(Lobby(shared, ANNA)), DuelStore(Lobby(shared, BOB))
    duel_id = anna.invite(BOB, 3, 3, 0)
    [invitation] = bob.list_duels()
    bob.accept(invitation)
    bob.resign(duel_id, 0)
    service = LobbyService(Lobby(shared, ANNA), make_options(), print, lambda: None)
    service.start()
    await service.poll()
    service.close()
    [duel] = bob.list_duels()
    assert duel.is_recorded_by_opponent


async def test_results_are_kept_until_they_can_be_written(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notifications: list[str] = []
    options = make_options(share_results="yes")
    service = LobbyService(Lobby(shared, ANNA), options, notifications.append, lambda: None)
    run = make_result("storm-rush-7", [], 30.0)
    service._unpublished_results.update({ORUSH: encoded_solution(ORUSH), "lucas-01": b"{}"})
    service._unpublished_training.append((DAY, run))
    write = shared_files.write

    def write_presence_only(name: str, folder_fd: int, data: bytes) -> None:
        if name != PRESENCE_FILE:
            raise OSError(ENOSPC, "the disk is full", name)
        write(name, folder_fd, data)

    service.start()
    with monkeypatch.context() as patch:
        patch.setattr(shared_files, "write", write_presence_only)
        await service.poll()
        await service.poll()
        assert [*service._unpublished_results] == [ORUSH]
        assert service._unpublished_training == [(DAY, run)]
        assert any("the disk is full" in message for message in notifications)
    await service.poll()
    assert not service._unpublished_results
    assert not service._unpublished_training
    assert service.lobby.has_published_result(ORUSH)
    assert list(service.lobby.training_board(DAY)) == ["storm-rush-7"]
    service.close()
