"""Players: the dialog, random, two players, the watcher, the matchboxes; values of moves."""

import re
import threading

import pytest
from many import each_of

from ludoscope.search.budget import Limits
from ludoscope.search.hexapawn.heuristics import look_ahead
from ludoscope.search.hexapawn.matchboxes import Learner, learner_from_json, train
from ludoscope.tui.boards.board import MOVE_VALUES
from ludoscope.tui.model.players import (
    PLAYER_DESCRIPTIONS,
    default_players,
    describe_players,
    format_players,
    parse_players,
)
from ludoscope.tui.screens.matchboxes.screen import MatchboxScreen
from ludoscope.tui.screens.play import solver_jobs
from ludoscope.tui.screens.play.opponents import Opponents
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.widgets.key_line import ScreenFooter


@pytest.fixture(autouse=True)
def white_is_the_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the user play white, also where black wins: these tests choose the players."""
    monkeypatch.setattr("ludoscope.tui.services.session_loader._winning_side", lambda puzzle: 0)


def play_page(pilot) -> PlayScreen:
    assert isinstance(pilot.screen, PlayScreen)
    return pilot.screen


async def set_players(pilot, *names: str) -> None:
    """Choose with `o` who plays white and black."""
    session = play_page(pilot).model.session
    await pilot.press("o", *["tab"] * (session.players[0] == "human"))
    for name in names:
        await pilot.press("home", *["down"] * list(PLAYER_DESCRIPTIONS).index(name), "tab")
    await pilot.press("enter")
    await pilot.wait_until(lambda: session.players == names)


async def play(pilot, text: str) -> None:
    await pilot.press(":")
    await pilot.submit(text)


async def answered(pilot) -> None:
    await pilot.wait_until(lambda: not play_page(pilot).model.is_opponents_turn)


async def any_move(pilot) -> None:
    model = play_page(pilot).model
    move = model.game.moves(model.position)[0]
    await play(pilot, model.game.move_text(model.position, move))


@pytest.mark.long
async def test_player_who_gives_up_white_plays_black(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        session = play_page(pilot).model.session
        assert "White vs perfect play" in pilot.screen_text()
        await pilot.press("o", "%")
        assert "White: perfect play, if the position" in pilot.screen_text()
        assert "Black: player, at this keyboard" in pilot.screen_text()
        await pilot.press("enter")
        await answered(pilot)
        assert session.players == ("perfect", "human")
        lines = [line.removeprefix("│").strip() for line in pilot.screen_text().splitlines()]
        assert [line[0] for line in lines if line[:1] in tuple("123")] == ["1", "2", "3"]
        await pilot.press("%")
        assert play_page(pilot).model.board.viewing_side == 0
        lines = [line.removeprefix("│").strip() for line in pilot.screen_text().splitlines()]
        assert [line[0] for line in lines if line[:1] in tuple("123")] == ["3", "2", "1"]
        assert (session.ply, session.player_side) == (1, 1)
        await pilot.press("o", "escape")
        assert session.players == ("perfect", "human")


@pytest.mark.long
async def test_opponent_looks_ahead_without_a_proof(open_app, monkeypatch) -> None:
    monkeypatch.setattr(solver_jobs, "OPPONENT_LIMITS", Limits(seconds=0.01, memory=1 << 20))
    async with open_app("hexapawn-16x16") as pilot:
        model = play_page(pilot).model
        await play(pilot, "a1a2")
        await answered(pilot)
        assert model.session.moves[1] == look_ahead(model.game, model.session.positions[1])
        await pilot.wait_until(lambda: "No perfect move found in time" in pilot.screen_text())


@pytest.mark.long
async def test_lost_start_suggests_changing_sides(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.wait_until(lambda: "Black wins in 6 plies" in pilot.screen_text())
        await play(pilot, "b1b2")
        await answered(pilot)
        await pilot.wait_until(lambda: "Black wins in 4 plies with" in pilot.screen_text())


@pytest.mark.long
async def test_players_are_saved_with_the_puzzle(open_app) -> None:
    async with open_app("hexapawn-3x4") as pilot:
        await set_players(pilot, "random", "human")
        await answered(pilot)
    async with open_app("hexapawn-3x4") as pilot:
        assert play_page(pilot).model.session.players == ("random", "human")
        assert "Black vs random moves" in pilot.screen_text()
    async with open_app("hexapawn-3x3") as pilot:
        assert play_page(pilot).model.session.players == ("human", "perfect")


@pytest.mark.long
async def test_random_player_repeats_its_move_after_undo(open_app) -> None:
    async with open_app("hexapawn-5x5") as pilot:
        await set_players(pilot, "human", "random")
        session = play_page(pilot).model.session
        answers = []
        for _ in range(4):
            await play(pilot, "a1a2")
            await answered(pilot)
            answers.append(session.moves[1])
            await pilot.press("u")
            assert session.ply == 0
        assert len(set(answers)) == 1


async def test_two_players_take_turns(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await set_players(pilot, "human", "human")
        session = play_page(pilot).model.session
        await play(pilot, "a1a2")
        assert (session.ply, session.player_to_move) == (1, "human")
        await play(pilot, "b3xa2")
        await play(pilot, "b1xa2")
        assert session.ply == 3
        await pilot.press("u")
        assert session.ply == 2
        while not session.is_over:
            await any_move(pilot)
        assert f"{('Black', 'White')[session.side_to_move]} won" in pilot.screen_text()


@pytest.mark.long
async def test_game_between_engines_is_played_to_its_end(open_app, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.MOVE_DELAY_SECONDS", 0.0)
    async with open_app("hexapawn-3x3") as pilot:
        session = play_page(pilot).model.session
        await set_players(pilot, "random", "learner")
        await pilot.wait_until(lambda: session.is_over)
        assert f"{('Black', 'White')[session.side_to_move]} won" in pilot.screen_text()
        first = session.attempt_id
        await pilot.press("r")
        await pilot.wait_until(lambda: session.is_over and session.attempt_id != first)


async def stored(pilot, name: str = "3x3 black") -> Learner:
    return learner_from_json(await pilot.app.saves.load_note("learner", name))


@pytest.mark.long
async def test_learner_learns_once_from_a_game(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        session = play_page(pilot).model.session
        await set_players(pilot, "human", "learner")
        while not session.is_over:
            await any_move(pilot)
            await answered(pilot)
        learner = await play_page(pilot).opponents.learner(1)
        await pilot.wait_until(lambda: learner.games == 1)
        assert learner.wins_per_point == [not session.is_won]
        await pilot.press("u")
        while not session.is_over:
            await any_move(pilot)
            await answered(pilot)
        assert learner.games == 1  # the same game, taken back and played on
        assert (await stored(pilot)).to_json() == learner.to_json()


@pytest.mark.long
async def test_empty_matchbox_resigns(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        model = play_page(pilot).model
        learner = Learner(3, 3, 1, 1)
        after = model.game.play(
            model.game.start, model.game.parse_moves(model.game.start, "a1a2")[0]
        )
        for move in model.game.moves(after):
            learner.learn([(after, move)], won=False)
        pilot.app.saves.save_note("learner", "3x3 black", learner.to_json())
        await set_players(pilot, "human", "learner")
        await play(pilot, "a1a2")
        await pilot.wait_until(lambda: model.session.is_over)
        assert model.session.is_won
        assert "Black resigns: it has learned" in pilot.screen_text()
        await pilot.press("u")
        assert not model.session.is_over


async def test_a_game_that_is_resigned_before_the_first_move_can_go_on(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        model = play_page(pilot).model
        await pilot.press("v")
        model.resign()
        assert "computing" not in pilot.screen_text()
        await pilot.press("r")
        assert not model.session.is_over
        model.resign()
        await set_players(pilot, "human", "random")
        assert not model.session.is_over
        await any_move(pilot)
        await answered(pilot)
        assert model.session.ply == 2


@pytest.mark.long
async def test_matchbox_training_is_shown_and_saved(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("m")
        assert isinstance(pilot.screen, MatchboxScreen)
        assert "No game yet" in pilot.screen_text()
        await pilot.press("s")
        await pilot.wait_until(lambda: "1,000 games" in pilot.screen_text())
        await pilot.wait_until(lambda: "trained: 1,000 games" in pilot.screen_text())
        assert re.search("┤.*[\u2801-\u28ff]", pilot.screen_text())
        assert re.search(r"First 50 games: \d+ won", pilot.screen_text())
        assert re.search(r"Last full 50: \d+ won", pilot.screen_text())
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(pilot.screen, PlayScreen))
        learner = await stored(pilot)
        assert learner.games == 1_000
    async with open_app("hexapawn-3x3", ascii_only=True) as pilot:
        await pilot.press("m")
        await pilot.wait_until(lambda: "1,000 games" in pilot.screen_text())
        assert pilot.screen_text().isascii()
        again = await opponents_of(pilot).learner(1)
        assert sum(train(again, 200)) > 0.95 * 200
        await pilot.press("delete", "down", "enter")
        await pilot.wait_until(lambda: "0 boxes   0 games" in pilot.screen_text())


@pytest.mark.long
async def test_every_matchbox_can_be_looked_into(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("m")
        await pilot.wait_until(lambda: "3×3 black" in pilot.screen_text())  # it can win
        await pilot.press("x")
        await pilot.wait_until(lambda: "Press s to start one" in pilot.notifications())
        learner = await opponents_of(pilot).learner(1)
        list(train(learner, 60))
        count = len(learner.boxes)
        assert count > 5
        seen = set()
        for number in range(1, count + 1):
            await pilot.press("right")
            assert f"Box {number} of {count}" in pilot.screen_text()
            seen.add(pilot.screen_text())
        assert len(seen) == count
        await pilot.press("left", "right", "right")
        assert f"Box 1 of {count}" in pilot.screen_text()
        assert re.search(r"chance", pilot.screen_text())


@pytest.mark.long
async def test_keys_say_that_training_is_going_on(open_app, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.TRAINING_GAMES", 10**9)
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("m", "s")
        opponents = opponents_of(pilot)
        await pilot.wait_until(lambda: opponents.is_training)
        for key in ("s", "tab", "delete"):
            pilot.app.clear_notifications()
            await pilot.press(key)
            assert "Press x to stop it first" in pilot.notifications()
        await pilot.press("x")
        await pilot.wait_until(lambda: not opponents.is_training)


def opponents_of(pilot) -> Opponents:
    assert isinstance(pilot.screen, MatchboxScreen)
    return pilot.screen._opponents


@pytest.mark.long
async def test_training_stops_at_once(open_app, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.TRAINING_GAMES", 10**9)
    async with open_app("hexapawn-5x5") as pilot:
        await pilot.press("m", "s")
        await pilot.wait_until(lambda: "No game yet" not in pilot.screen_text())
        progress = re.compile(r"━ +0%")
        assert progress.search(pilot.screen_text())
        await pilot.press("x")
        opponents = opponents_of(pilot)
        await pilot.wait_until(lambda: not opponents.is_training)
        await pilot.wait_until(lambda: not progress.search(pilot.screen_text()))
        assert re.search(r"stopped after [\d,]+ of 1,000,000,000 games", pilot.screen_text())
        games = (await opponents.learner(0)).games
        await pilot.press("tab")
        await pilot.wait_until(lambda: "5×5 black" in pilot.screen_text())
        assert (await opponents.learner(0)).games == games


@pytest.mark.long
async def test_training_stops_before_the_first_game(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        opponents = pilot.screen.opponents
        await pilot.press("m")
        seen = []
        opponents.train(0, seen.append)
        opponents.stop_training()
        await pilot.wait_until(lambda: not opponents.is_training)
        assert [learner.games for learner in seen] == [0]


@pytest.mark.long
async def test_training_may_end_after_its_screen_is_closed(open_app, monkeypatch) -> None:
    """The page that comes next tells of the end of it, also when it shows the other side."""
    begun, ended = threading.Event(), threading.Event()

    def batch(learner: Learner, games: int) -> int:
        begun.set()
        ended.wait(60)
        return 0

    monkeypatch.setattr("ludoscope.tui.screens.play.opponents._train_for_a_slice", batch)
    async with open_app("hexapawn-3x3") as pilot:
        await pilot.press("m")
        for keys in (["s"], ["tab", "s"]):
            begun.clear()
            ended.clear()
            await pilot.press(*keys)
            await pilot.wait_until(begun.is_set)
            await pilot.press("escape", "m")
            await pilot.wait_until(
                lambda: "3×3 black" in pilot.screen_text() and "0%" in pilot.screen_text()
            )
            ended.set()
            await pilot.wait_until(lambda: "0%" not in pilot.screen_text())
            footer = pilot.screen.query_one(ScreenFooter)
            assert [key.is_enabled for key in footer.shown if key.description == "train"] == [True]


@pytest.mark.long
async def test_current_matchbox_shows_its_beads(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        await set_players(pilot, "human", "learner")
        await play(pilot, "a1a2")
        await answered(pilot)
        await pilot.press("m")
        await pilot.wait_until(lambda: "b3xa2" in pilot.screen_text())
        assert "•" in pilot.screen_text()


@pytest.mark.long
async def test_every_move_shows_its_value(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        model = play_page(pilot).model
        await pilot.press("v")
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        assert model.board.overlay == MOVE_VALUES
        assert "+11" in pilot.screen_text()
        assert "best: " in pilot.screen_text()
        await pilot.press("enter", "up", "enter")
        await answered(pilot)
        await pilot.wait_until(lambda: model.board.has_move_values(model.position))
        await pilot.press("v")
        assert "best: " not in pilot.screen_text()
        assert model.session.hint_count > 0


@each_of("text", ["", "human", "human nobody", "human  perfect", "a b c"])
def test_malformed_texts_name_no_players(text: str) -> None:
    assert parse_players(text) is None


def test_players_survive_a_round_trip_as_text() -> None:
    for white in PLAYER_DESCRIPTIONS:
        for black in PLAYER_DESCRIPTIONS:
            assert parse_players(format_players((white, black))) == (white, black)
    assert parse_players("person chance") == ("human", "random"), "as they were called before"
    assert default_players(0) == ("human", "perfect")
    assert describe_players(("learner", "human")) == "black vs matchboxes"
    assert describe_players(("human", "human")) == "two players"
    assert describe_players(("random", "learner")) == "random moves vs matchboxes"


@pytest.mark.long
async def test_badge_is_not_pending_between_two_engines(open_app, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.MOVE_DELAY_SECONDS", 60.0)
    async with open_app("hexapawn-3x3") as pilot:
        await set_players(pilot, "random", "learner")
        await pilot.wait_until(
            lambda: "… " not in pilot.screen_text().splitlines()[0].replace("thinking… ", "")
        )
        await set_players(pilot, "human", "human")
        await pilot.wait_until(lambda: "Black wins in 6 plies" in pilot.screen_text())
        await play(pilot, "a1a2")
        await pilot.wait_until(lambda: re.search(r"wins in \d plies", pilot.screen_text()))


async def test_hint_waits_for_the_opponent(open_app, monkeypatch) -> None:
    """Check that a hint never shows the opponent's move, which a known line has as well."""
    async with open_app("hexapawn-4x4") as pilot:
        model = play_page(pilot).model
        await pilot.press("i")
        await pilot.wait_until(lambda: model.hint is not None)
        monkeypatch.setattr(Opponents, "play_move", lambda opponents: None)
        await play(pilot, model.game.move_text(model.position, model.hint))
        assert model.is_opponents_turn
        await pilot.press("i")
        assert model.hint is None
        assert model.message == "Not yet: the opponent is thinking"
        model.make_move(model.game.moves(model.position)[0])  # its answer, without a key
        assert not model.message


async def test_the_player_resigns_once_asked(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        model = play_page(pilot).model
        await pilot.press("x")  # nothing has been played
        assert not model.session.is_over
        await play(pilot, "a1a2")
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        for keys, is_over in (("x", "enter"), False), (("x", "down", "enter"), True):
            await pilot.press(keys[0])
            await pilot.wait_until(lambda: "Resign?" in pilot.screen_text())
            await pilot.press(*keys[1:])
            await pilot.wait_until(lambda: "Resign?" not in pilot.screen_text())
            assert model.session.is_over == is_over
        await pilot.wait_until(lambda: "you lost" in pilot.screen_text())
        await pilot.press("u")  # the moves can be taken back
        assert not model.session.is_over
