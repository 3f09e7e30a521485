"""The lobby: two apps on one shared folder, in one process."""

import asyncio
import os
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from app_options import change_options
from many import case, first_of
from textual.widgets.data_table import RowKey

import ludoscope
from ludoscope.puzzles import catalogue, daily, share
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.series import parse_series, series_positions
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.process.call_process import CallProcess
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.registry import default_solver
from ludoscope.tui.lobby import training_results
from ludoscope.tui.lobby.duel import Duel
from ludoscope.tui.lobby.duel_store import DuelStore
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.journal import JournalHeader
from ludoscope.tui.lobby.json_documents import encode_document
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.training_results import make_result, parse_results
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.training_run import TrainingRun
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.screens.duel.screen import DuelScreen
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.screens.lobby import dialogs
from ludoscope.tui.screens.lobby.screen import LobbyScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.review.screen import ReviewScreen
from ludoscope.tui.screens.spectator.screen import SpectatorScreen
from ludoscope.tui.screens.training.exercise import ExerciseScreen
from ludoscope.tui.services.lobby import PollResult
from ludoscope.tui.widgets.text_table import TextTable

MONDAY = date(2026, 11, 16)
DAILY = f"orush-daily-{MONDAY}"
BUNDLED = bundled_positions("rush")


@pytest.fixture(autouse=True)
def monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: MONDAY)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """Create a lobby folder and return its path."""
    path = tmp_path / "shared"
    make_lobby(path, HostSettings())
    return path


@pytest.fixture
def open_as(open_app, shared: Path, tmp_path: Path):
    """Return a function that opens the app for a user of this account, by profile."""

    def open_profile(profile: str, name: str = "", **values):
        lobby = Lobby(shared, UserProfile(os.geteuid(), profile))
        return open_app(name, folder=tmp_path / profile, lobby=lobby, **values)

    return open_profile


async def poll_until(pilot, true: Callable[[], bool]) -> None:
    """Wait for what comes by way of the files, and have it looked for at once."""

    def look() -> bool:
        pilot.app.lobby.poll_soon()
        return true()

    await pilot.wait_until(look)


async def start_duel(stack: AsyncExitStack, open_as):
    """Anna, who has invited bob to 3×3 as white; and bob, who has accepted: at the board both."""
    anna = await stack.enter_async_context(open_as("anna"))
    bob = await stack.enter_async_context(open_as("bob"))
    await poll_until(anna, lambda: len(anna.app.lobby.snapshot.players) == 2)
    await anna.press("o", "tab")
    await poll_until(anna, lambda: "bob" in anna.screen_text())
    assert "online" in anna.screen_text()
    await anna.press("i", "backspace", *"x3", "enter")
    assert "expected rows x columns" in anna.notifications()
    await anna.press(*["backspace"] * 4, *"3x3", "enter", "enter")
    await poll_until(
        bob,
        lambda: (
            "anna invites you to hexapawn 3×3, anna moves first: press ^o to answer"
            in bob.notifications()
        ),
    )
    await bob.press("o")
    await poll_until(bob, lambda: "invites you; begins" in bob.screen_text())
    await bob.press("enter")
    await poll_until(bob, lambda: "anna is to move · anna is online" in bob.screen_text())
    await poll_until(anna, lambda: "bob accepted" in anna.notifications())
    await anna.press("tab", "enter")
    assert "You are White and move first · Your move" in anna.screen_text()
    return anna, bob


async def test_a_duel_is_played_in_turns(open_as, shared: Path) -> None:
    async with AsyncExitStack() as stack:
        anna, bob = await start_duel(stack, open_as)
        await bob.press(":", *"a3a2", "enter")
        assert "Not yet: anna is to move" in bob.notifications()
        await bob.press("escape")
        await anna.press(":", *"b1b3", "enter")
        # what the rules do not allow stays to be changed
        assert anna.app.screen.active_prompt.input.value == "b1b3"
        await anna.wait_until(lambda: "b1b3" in anna.screen_text())
        await anna.press("backspace", "2", "enter")
        await poll_until(bob, lambda: "Your move" in bob.screen_text())
        assert "b1b2" in bob.screen_text()
        await bob.press("right", "right", "enter", "left", "up", "enter")  # from a pawn of his
        await poll_until(anna, lambda: "Your move" in anna.screen_text())
        assert "a3xb2" in anna.screen_text()


async def test_the_last_winnable_move_is_played_in_the_lobby(open_as, shared: Path) -> None:
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(open_as("anna"))
        bob = await stack.enter_async_context(open_as("bob"))
        await poll_until(anna, lambda: len(anna.app.lobby.snapshot.players) == 2)
        await anna.press("o", "tab")
        await poll_until(anna, lambda: "bob" in anna.screen_text())
        await anna.press("i", *["backspace"] * 3, *"orush-01", "enter")
        assert "cannot be played by two" in anna.notifications()
        await anna.press(*["backspace"] * 8, *"lucas 1", "enter", "enter")
        await poll_until(bob, lambda: "anna invites you to Lucas 1" in bob.notifications())
        await bob.press("o")
        await poll_until(bob, lambda: "invites you; begins" in bob.screen_text())
        await bob.press("enter")
        await poll_until(bob, lambda: "anna is to move" in bob.screen_text())
        await bob.press("enter")  # on the board
        assert "Not yet. anna is to move" in bob.notifications()
        await poll_until(anna, lambda: "bob accepted" in anna.notifications())
        await anna.press("tab", "enter")
        await poll_until(anna, lambda: "Your turn" in anna.screen_text())
        await anna.press(":", *"4,5:E", "enter")
        await poll_until(bob, lambda: "Your turn" in bob.screen_text())
        await bob.press("escape")  # and comes back to the game
        await poll_until(bob, lambda: "your move" in bob.screen_text())
        await bob.press("enter")
        await poll_until(bob, lambda: "Your turn" in bob.screen_text())
        await bob.press(":", *"4,4:S", "enter")  # which loses
        await poll_until(bob, lambda: "anna wins!" in bob.screen_text())
        await poll_until(anna, lambda: "You win!" in anna.screen_text())
        assert "can no longer be won" in anna.screen_text()
        await bob.press("n")  # a rematch
        await poll_until(anna, lambda: "bob offers a rematch" in anna.screen_text())
        await anna.press("=")
        await anna.wait_until(lambda: "??" in anna.screen_text())
        await anna.press("escape", "n")
        await poll_until(bob, lambda: "Your turn" in bob.screen_text())
        await poll_until(anna, lambda: "bob is to move" in anna.screen_text())
        await anna.press("escape")
        await poll_until(anna, lambda: "you won" in anna.screen_text())


async def test_a_duel_is_reviewed_and_played_again_with_swapped_sides(open_as) -> None:
    async with AsyncExitStack() as stack:
        anna, bob = await start_duel(stack, open_as)
        assert "rematch" not in anna.screen_text()
        for player, other, move in (
            (anna, bob, "b1b2"),
            (bob, anna, "a3xb2"),
            (anna, bob, "a1xb2"),
        ):
            await player.press(":", *move, "enter")
            await poll_until(other, lambda other=other: "Your move" in other.screen_text())
        await bob.press("x", "down", "enter")
        await poll_until(anna, lambda: "bob resigned: you won" in anna.screen_text())
        assert "n rematch  = review" in anna.screen_text()
        await anna.press("=")
        await anna.wait_until(lambda: isinstance(anna.screen, ReviewScreen))
        assert "try from here" not in anna.screen_text(), "a duel cannot be taken back"
        await anna.press("enter", "escape")
        await anna.press("n")
        await poll_until(anna, lambda: "Rematch offered" in anna.screen_text())
        assert "Rematch offered to bob; bob moves first" in anna.notifications()
        await anna.press("n")
        assert "bob has not answered yet" in anna.notifications()
        await poll_until(bob, lambda: "anna offers a rematch" in bob.screen_text())
        await bob.press("n")
        await poll_until(bob, lambda: "You are White and move first" in bob.screen_text())
        await poll_until(anna, lambda: "bob is White and moves first" in anna.screen_text())
        await bob.press(":", *"b1b2", "enter")
        await poll_until(anna, lambda: "Your move" in anna.screen_text())
        assert "has moved" not in anna.notifications(), "it is the game on the screen"
        await anna.press("escape")
        assert isinstance(anna.screen, LobbyScreen), "the rematch took the place of the duel"


@pytest.mark.long
async def test_a_duel_whose_referees_disagree_can_be_resigned(
    open_as, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def lose_worker(*arguments: object) -> None:
        raise WorkerLost("it was killed")

    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(open_as("anna"))
        bob = await stack.enter_async_context(open_as("bob"))
        await poll_until(anna, lambda: len(anna.app.lobby.snapshot.players) == 2)
        await anna.press("o", "tab")
        await poll_until(anna, lambda: "bob" in anna.screen_text())
        await anna.press("i", *["backspace"] * 3, *"lucas 1", "enter", "down", "enter")
        await poll_until(bob, lambda: "anna invites you to Lucas 1" in bob.notifications())
        await bob.press("o")
        await poll_until(bob, lambda: "invites you" in bob.screen_text())
        await bob.press("enter")
        await poll_until(bob, lambda: "Your turn" in bob.screen_text())
        monkeypatch.setattr(bob.app.screen._process, "call", lose_worker)
        await bob.press(":", *"4,4:S", "enter")  # which loses, but his referee cannot say so
        await poll_until(bob, lambda: "The referee has failed" in bob.screen_text())
        await poll_until(anna, lambda: bool(anna.app.lobby.snapshot.duels[0].turns))
        await anna.press("tab", "enter")
        await poll_until(anna, lambda: "You win!" in anna.screen_text())
        assert bob.app.screen._link.is_playing
        await bob.press("x", "down", "enter")
        await poll_until(bob, lambda: "You resigned" in bob.screen_text())
        await bob.press("enter")  # on the board
        assert "You resigned" in bob.notifications()
        assert "Not yet" not in bob.notifications()
        await anna.press("escape")
        await poll_until(anna, lambda: "you won" in anna.screen_text())


def begin_puzzle_duel(shared: Path) -> None:
    """Let anna, who moves first, and bob begin a game on Lucas 1."""
    profiles = [UserProfile(os.geteuid(), name) for name in ("anna", "bob")]
    anna, bob = (DuelStore(Lobby(shared, profile)) for profile in profiles)
    anna.invite_to_puzzle(profiles[1], "lucas-01", 0)
    [invitation] = bob.list_duels()
    bob.accept(invitation)


async def open_puzzle_duel(player) -> None:
    await poll_until(player, lambda: bool(player.app.lobby.snapshot.duels))
    await player.press("o", "tab", "tab", "enter")
    await poll_until(player, lambda: "Your turn" in player.screen_text())


async def test_a_lost_game_is_resigned_although_its_screen_is_closed(
    open_as, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_puzzle_duel(shared)
    async with open_as("anna") as anna:
        await open_puzzle_duel(anna)
        process, call, may_judge = anna.app.screen._process, CallProcess.call, asyncio.Event()

        async def judge_late(*arguments):
            await may_judge.wait()
            return await call(*arguments)

        monkeypatch.setattr(CallProcess, "call", judge_late)
        await anna.press(":", *"4,4:S", "enter", "escape")
        assert isinstance(anna.screen, LobbyScreen)
        await poll_until(anna, lambda: "their move (1 move)" in anna.screen_text())
        may_judge.set()
        await poll_until(anna, lambda: "you lost" in anna.screen_text())
        await anna.wait_until(lambda: process._child is None)


async def test_a_game_that_nobody_wins_is_over_for_both(
    open_as, shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judge(process, function, spec, texts, *others):
        if len(texts) == 1:
            return {"outcome": "undecided", "ending": None}
        return {"outcome": "lost", "ending": [None, "the position cannot be won"]}

    monkeypatch.setattr(CallProcess, "call", judge)
    begin_puzzle_duel(shared)
    async with open_as("anna") as anna, open_as("bob") as bob:
        await open_puzzle_duel(anna)
        await anna.press(":", *"4,5:E", "enter")
        await poll_until(anna, lambda: "Nobody wins" in anna.screen_text())
        await bob.press("o", "tab", "tab")
        await poll_until(bob, lambda: "nobody won" in bob.screen_text())
        await bob.press("enter")
        await poll_until(bob, lambda: "Nobody wins" in bob.screen_text())
        await bob.press("escape")
        await anna.press("escape")
        for player in (anna, bob):
            await poll_until(player, lambda player=player: "nobody won" in player.screen_text())
            await player.press("delete")
            await poll_until(player, lambda player=player: "No games yet" in player.screen_text())


def test_a_puzzle_without_a_name_cannot_be_proposed() -> None:
    assert dialogs._parse_game("lucas 1").puzzle == "lucas-01"
    drawn = "xxx/x.x/xxx"
    for text in (drawn, share.encode(catalogue.find(drawn), ())):
        with case(text), pytest.raises(ValueError, match="has no name of the catalogue"):
            dialogs._parse_game(text)


async def test_return_to_the_lobby_ends_dialogs_and_asks_about_a_problem(open_as) -> None:
    async with open_as("anna", "lucas-07") as anna:
        app, game = anna.app, anna.screen.model.game
        app.navigator.open_lobby()
        await anna.wait_until(lambda: isinstance(app.screen, LobbyScreen))
        lobby_screen = app.screen
        answers: list[bool | None] = []
        app.push_screen(PickerDialog("Really?", [Choice("Yes", "", True)]), answers.append)
        app.navigator.open_lobby()
        await anna.wait_until(lambda: answers == [None])
        assert app.screen is lobby_screen
        app.navigator.open_editor(game, game.start)
        await anna.wait_until(lambda: isinstance(app.screen, EditorScreen))
        await anna.press("enter")
        app.navigator.open_lobby()
        await anna.wait_until(lambda: isinstance(app.screen, PickerDialog))
        assert "The problem is not saved. Leave anyway?" in anna.screen_text()
        await anna.press("down", "enter")
        assert app.screen is lobby_screen


@pytest.mark.long
async def test_a_duel_is_dropped_and_resumed(open_as, shared: Path) -> None:
    async with AsyncExitStack() as stack:
        anna, bob = await start_duel(stack, open_as)
        await anna.press(":", *"b1b2", "enter")
        await poll_until(bob, lambda: "Your move" in bob.screen_text())
        await bob.press(":", *"a3xb2", "enter")
        await poll_until(anna, lambda: "Your move" in anna.screen_text())
        change_options(anna.app, allow_spectators=True)  # others may watch her, also this game
        them = Lobby(shared, UserProfile(os.geteuid(), "eve"))
        await poll_until(
            anna, lambda: them.published_game(UserProfile(os.geteuid(), "anna")) is not None
        )
        shown, _ = them.published_game(UserProfile(os.geteuid(), "anna"))
        assert (shown.puzzle.title, len(shown.moves)) == ("3×3", 2)
        await anna.press("escape")
        await poll_until(anna, lambda: "your move (2 moves)" in anna.screen_text())
    # both have gone; anna comes back, and makes her move while bob is away
    async with open_as("anna") as anna:
        await poll_until(anna, lambda: "It is your move against bob" in anna.notifications())
        await anna.press("o", "tab", "tab", "enter")
        await poll_until(anna, lambda: "bob has left, " in anna.screen_text())
        await anna.press(":", *"c1xb2", "enter")
        await poll_until(anna, lambda: "bob is to move" in anna.screen_text())
        assert isinstance(anna.screen, DuelScreen)
        async with open_as("bob") as bob:
            await poll_until(bob, lambda: "It is your move against anna" in bob.notifications())
            await bob.press("o", "tab", "tab", "enter")
            assert "c1xb2" in bob.screen_text()
            await bob.press("x", "down", "enter")
            await poll_until(bob, lambda: "You resigned" in bob.screen_text())
            await poll_until(anna, lambda: "bob resigned: you won" in anna.screen_text())
            await anna.press(":", "enter")
            assert not anna.screen.active_prompt, "it is over"
            await anna.press("escape", "delete")
            await poll_until(anna, lambda: "No games yet" in anna.screen_text())


async def test_the_cursor_follows_a_row_that_a_poll_moves(open_as) -> None:
    async with open_as("anna") as anna:
        service = anna.app.lobby
        profiles = [UserProfile(os.geteuid(), name) for name in ("bob", "eve", "joe")]
        first, second, newest = (
            Duel(
                profile.profile,
                profile,
                "invitation_received",
                JournalHeader(profile, "", 3, 3, 0),
                1,
            )
            for profile in profiles
        )

        async def show(*duels: Duel) -> None:
            snapshot = replace(service.snapshot, duels=duels)
            service._poll_files = lambda: PollResult(snapshot, "")
            await poll_until(anna, lambda: service.snapshot.duels == duels)

        await show(first, second)
        await anna.press("o")
        screen = anna.screen
        assert isinstance(screen, LobbyScreen)
        table = screen._tables["duels"]
        await anna.wait_until(lambda: table.row_count == 2)
        await anna.press("down")
        await show(newest, first, second)
        assert table.cursor_row == 2
        declined: list[Duel] = []
        service.duels.decline = declined.append
        await anna.press("delete")
        await anna.wait_until(lambda: declined == [second])
        await show(newest, first)
        assert table.cursor_row == 1
        await show()
        screen.post_message(TextTable.RowSelected(table, 1, RowKey("")))
        await show(newest)
        assert anna.app._exception is None


@pytest.mark.long
async def test_an_invitation_is_answered_on_any_screen(open_as) -> None:
    async with open_as("anna") as anna, open_as("bob") as bob:
        await poll_until(anna, lambda: len(anna.app.lobby.snapshot.players) == 2)
        await bob.press("ctrl+o")
        assert "No invitation to answer" in bob.notifications()
        await bob.press(":", *"lucas-01", "enter")
        await bob.wait_until(lambda: "Peg solitaire › Lucas 1" in bob.screen_text())
        await anna.press("o", "tab")
        await poll_until(anna, lambda: "bob" in anna.screen_text())
        await anna.press("i", "enter", "enter")
        await poll_until(bob, lambda: "press ^o to answer" in bob.screen_text())
        await bob.press("ctrl+o")
        await bob.wait_until(lambda: "anna invites you" in bob.screen_text())
        await bob.press("enter")
        await poll_until(bob, lambda: "anna is to move · anna is online" in bob.screen_text())
        await bob.press("escape")
        assert "Peg solitaire › Lucas 1" in bob.screen_text()


async def test_two_sessions_of_a_player_continue_one_duel(open_as, shared: Path) -> None:
    async with AsyncExitStack() as stack:
        anna, bob = await start_duel(stack, open_as)
        again = await stack.enter_async_context(open_as("anna"))
        await poll_until(again, lambda: bool(again.app.lobby.snapshot.duels))
        await again.press("o", "tab", "tab", "enter")
        assert "Your move" in again.screen_text()
        service = again.app.lobby
        service._poll_files = lambda: PollResult(service.snapshot, "")  # sees nothing new
        await anna.press(":", *"b1b2", "enter")
        await poll_until(bob, lambda: "Your move" in bob.screen_text())
        await again.press(":", *"a1a2", "enter")
        await again.wait_until(
            lambda: "continued this game in another session" in again.notifications()
        )
        assert "a1a2" not in again.screen_text()
        del service._poll_files
        await poll_until(again, lambda: "b1b2" in again.screen_text())
        [path] = shared.glob("*.bob/duel-*")
        path.write_bytes(path.read_bytes().replace(b'"rows": 3', b'"rows": 4'))
        await poll_until(
            again,
            lambda: "bob has another board; your record of the game is used" in again.screen_text(),
        )
        assert "b1b2" in again.screen_text()


@pytest.mark.long
async def test_a_game_is_watched_when_its_player_allows_it(open_as) -> None:
    async with open_as("bob", "lucas-01") as bob, open_as("anna") as anna:
        await poll_until(anna, lambda: len(anna.app.lobby.snapshot.players) == 2)
        await anna.press("o", "tab", "enter")
        assert "bob does not let others watch" in anna.notifications()
        await bob.press("ctrl+p", *"spectators: allowed", "enter")
        await poll_until(bob, lambda: bob.app.lobby._encoded_game != b"")
        await poll_until(anna, lambda: "can be watched" in anna.screen_text())
        await anna.press("enter")
        await anna.wait_until(lambda: isinstance(anna.screen, SpectatorScreen))
        assert "bob › Problem 1" in anna.screen_text() or "bob › Lucas" in anna.screen_text()
        session = bob.screen.model.session
        move = session.game.move_text(session.position, session.game.moves(session.position)[0])
        await bob.press(":", *move, "enter")
        await poll_until(anna, lambda: "jump 1 of 1" in anna.screen_text())
        await anna.press("left")
        assert "jump 0 of 1" in anna.screen_text()
        before = anna.screen_text()
        await anna.press("enter", "u", ":", "tab")  # read only
        assert (anna.screen_text(), session.ply) == (before, 1)
        await bob.press("u")
        await poll_until(anna, lambda: "jump 0 of 0" in anna.screen_text())
        await bob.press("escape", "ctrl+p", *"spectators: not allowed", "enter")
        await poll_until(anna, lambda: "Nothing to show" in anna.screen_text())


async def test_a_daily_result_is_published_after_consent(open_as) -> None:
    async with open_as("bob", DAILY) as bob, open_as("anna") as anna:
        await anna.press("o")
        await poll_until(anna, lambda: anna.screen_text().count("no results yet") == 4)
        await bob.press(":")
        await bob.submit(solution(DAILY)[0])
        await bob.wait_until(
            lambda: "Put your daily and training results on the leaderboard?" in bob.screen_text()
        )
        assert bob.highlighted_option.startswith("No"), "what is typed ahead agrees to nothing"
        await bob.press("down")
        await bob.wait_until(lambda: bob.highlighted_option.startswith("Yes"))
        await bob.press("enter")
        await bob.wait_until(lambda: Settings.load(bob.app.data_folder).board == "yes")
        await poll_until(anna, lambda: "bob" in anna.screen_text())
        assert anna.screen_text().count("no results yet") == 3
        await anna.press("down", "down", "down", "enter")
        await anna.wait_until(lambda: isinstance(anna.screen, SpectatorScreen))
        moves = solution(DAILY)[1]
        assert f"0 of {moves}" in anna.screen_text()
        await anna.press("end")
        assert f"{moves} of {moves}" in anna.screen_text()
        await anna.press("escape", "p")
        await poll_until(anna, lambda: anna.screen_text().count("no results yet") == 4)
        await anna.press("n", "n")  # there is no tomorrow
        await poll_until(anna, lambda: "Monday 16 November" in anna.screen_text())
        await anna.press("up", "enter")
        await anna.wait_until(lambda: isinstance(anna.screen, PlayScreen))
        assert anna.screen.model.puzzle.name == DAILY


@pytest.mark.long
async def test_a_refusal_to_publish_is_not_asked_again(open_as, shared: Path) -> None:
    async with open_as("bob", DAILY) as bob:
        await bob.press(":")
        await bob.submit(solution(DAILY)[0])
        await bob.wait_until(lambda: "leaderboard?" in bob.screen_text())
        await bob.press("enter", "u", "y")
        assert "leaderboard?" not in bob.screen_text()
    assert not [*shared.glob("*/result-*")]


@pytest.mark.long
@first_of("answer", ["no", "yes"])
async def test_earlier_results_are_offered_after_consent(
    open_as, shared: Path, answer: str
) -> None:
    async with open_as("bob", DAILY, share_results="no") as bob:
        await bob.press(":")
        await bob.submit(solution(DAILY)[0])
        assert bob.screen.model.session.is_over
        await bob.press("escape")  # home, and back to what is solved: it stands at its start again
        await bob.app.settings.change("board", "yes")
        await bob.wait_until(lambda: "Publish today's results too?" in bob.screen_text())
        assert bob.highlighted_option.startswith("No")
        assert "Yes  ORush in 7 moves" in bob.screen_text()
        await bob.press(*["down"] * (answer == "yes"), "enter")
    assert len([*shared.glob(f"*.bob/result-{DAILY}.json")]) == (answer == "yes")


@pytest.mark.long
async def test_without_a_folder_no_lobby_is_shown(open_app) -> None:
    async with open_app() as pilot:
        assert not pilot.app.lobby.is_available
        await pilot.press("o")
        assert "lobby" not in pilot.screen_text().lower()
        await pilot.press("ctrl+p", *"lobby")
        assert "lobby" not in pilot.screen_text().replace("lobby", "", 1).lower()
        await pilot.press("escape", ",")
        assert "results" not in pilot.screen_text()
        await pilot.press("tab")
        assert not [name for name in pilot.screen._key_table.all_actions if "lobby" in name]


async def test_folder_errors_are_shown_and_the_game_continues(open_as, shared: Path) -> None:
    async with open_as("anna", "lucas-01") as anna:
        await poll_until(anna, lambda: bool(anna.app.lobby.snapshot.players))
        shared.rename(shared.with_name("away"))
        await poll_until(anna, lambda: "The shared folder cannot be read" in anna.screen_text())
        await anna.press("tab", "enter", "tab", "enter")
        assert anna.screen.model.session.ply == 1
        shared.with_name("away").rename(shared)
        await poll_until(anna, lambda: anna.app.lobby._error == "")


def solution(name: str) -> tuple[str, int]:
    """Return a line that solves a puzzle, and its number of moves."""
    puzzle = catalogue.find(name)
    verdict = [*default_solver(puzzle.game).run(puzzle.game, puzzle.game.start, Limits())][-1]
    assert isinstance(verdict, Solved)
    return ludoscope.notation(puzzle, verdict.moves), len(verdict.moves)


async def test_a_storm_is_on_the_board_and_opens_the_same_series(open_as) -> None:
    async with open_as("anna") as anna, open_as("bob") as bob:
        change_options(anna.app, share_results="yes")
        await anna.press("t")
        await anna.wait_until(lambda: getattr(anna.app.screen, "is_loaded", False))
        await anna.press(*":storm-rush-7", "enter")
        await anna.wait_until(lambda: isinstance(anna.app.screen, ExerciseScreen))
        exercise = anna.app.screen
        with anna.app._context():  # of two apps in a process
            for is_right in (True, True, False):
                position = exercise._position
                steps = position.right_steps if is_right else position.wrong_steps
                exercise.model.play_moves(position.read_moves(steps[0].moves))
            exercise._run._storm_end = 0.0
            exercise._on_clock()
        await bob.press("o", "shift+tab")
        await poll_until(bob, lambda: "storm-rush-7" in bob.screen_text())
        [(code, [entry])] = bob.app.lobby.snapshot.training.items()
        assert (code, entry.result.score, len(entry.result.answers)) == ("storm-rush-7", 2, 3)
        assert "Storm of ORush" in bob.screen_text()
        await bob.press("enter")
        await bob.wait_until(lambda: isinstance(bob.app.screen, ExerciseScreen))
        first = exercise._run.answers[0].position
        assert bob.app.screen._position == first


async def test_a_streak_asks_to_publish_only_what_others_can_check(
    open_as, monkeypatch: pytest.MonkeyPatch
) -> None:
    series = parse_series("streak-rush-7")
    run = TrainingRun(series.mode, series.family, series_positions(series, BUNDLED), series)
    position = run.go_on(0.0)
    run.add_answer(position.right_steps[0].moves, True, 1.0)
    async with open_as("bob") as bob:
        with monkeypatch.context() as without_bundle:
            without_bundle.setattr(training_results, "bundled_positions", lambda family: ())
            bob.app.lobby.share_training(run)
        await bob.textual_pilot.pause()
        assert not isinstance(bob.app.screen, PickerDialog)
        bob.app.lobby.share_training(run)
        await bob.wait_until(
            lambda: "Put your daily and training results on the leaderboard?" in bob.screen_text()
        )


def test_only_right_answers_count_and_the_best_result_of_a_series_stays(shared: Path) -> None:
    lobby = Lobby(shared, UserProfile(os.geteuid(), "anna"))
    positions = list(islice(series_positions(parse_series("storm-rush-7"), BUNDLED), 3))
    right = [each.right_steps[0].moves for each in positions]
    for answers in (right[:1], [*right[:2], "A>"], ["", *right[1:2]]):
        lobby.publish_training(MONDAY, make_result("storm-rush-7", answers, 30.0))
    lobby.publish_training(MONDAY, make_result("streak-rush-7", ["", *right], 30.0))
    board = lobby.training_board(MONDAY)
    assert {code: entries[0].result.score for code, entries in board.items()} == {
        "storm-rush-7": 2,
        "streak-rush-7": 0,  # it ended with the first answer
    }
    assert lobby.training_board(date(2026, 11, 17)) == {}


@pytest.mark.parametrize(
    "run",
    [
        {"series": "storm-rush-7", "answers": ["A>"]},
        {"series": "storm-rush-7", "answers": [7], "seconds": 1.0},
        {"series": "storm-rush-7", "answers": ["A>"] * 301, "seconds": 1.0},
        {"series": "storm-rush-7", "answers": ["A" * 101], "seconds": 1.0},
        [],
    ],
)
def test_malformed_results_of_training_are_refused(run: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_results(encode_document("training", {"runs": [run]}))
