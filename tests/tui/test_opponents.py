"""Players: the dialog, random, two players, the watcher, the matchboxes; values of moves."""

import re
import threading

import pytest

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


@pytest.fixture(autouse=True)
def white_is_the_persons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the user play white, also where black wins: these tests choose the players."""
    monkeypatch.setattr("ludoscope.tui.puzzle_opener._winning_side", lambda puzzle: 0)


def play_page(driver) -> PlayScreen:
    assert isinstance(driver.page, PlayScreen)
    return driver.page


async def set_players(driver, *names: str) -> None:
    """Choose with `o` who plays white and black."""
    session = play_page(driver).model.session
    await driver.press("o", *["tab"] * (session.players[0] == "human"))
    for name in names:
        await driver.press("home", *["down"] * list(PLAYER_DESCRIPTIONS).index(name), "tab")
    await driver.press("enter")
    await driver.until(lambda: session.players == names)


async def play(driver, text: str) -> None:
    await driver.press(":")
    await driver.type(text)


async def answered(driver) -> None:
    await driver.until(lambda: not play_page(driver).model.is_opponents_turn)


async def any_move(driver) -> None:
    table = play_page(driver).model
    move = table.game.moves(table.position)[0]
    await play(driver, table.game.move_text(table.position, move))


@pytest.mark.long
async def test_the_person_who_leaves_white_takes_black(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        session = play_page(driver).model.session
        assert "White against perfect" in driver.text()
        await driver.press("o", "x")
        assert "White: perfect, plays perfectly" in driver.text()
        assert "Black: human, at this keyboard" in driver.text()
        await driver.press("enter")
        await answered(driver)
        assert session.players == ("perfect", "human")
        lines = [line.removeprefix("│").strip() for line in driver.text().splitlines()]
        assert [line[0] for line in lines if line[:1] in tuple("123")] == ["1", "2", "3"]
        await driver.press("F")
        assert play_page(driver).model.board.viewing_side == 0
        lines = [line.removeprefix("│").strip() for line in driver.text().splitlines()]
        assert [line[0] for line in lines if line[:1] in tuple("123")] == ["3", "2", "1"]
        assert (session.ply, session.player_side) == (1, 1)
        await driver.press("o", "escape")
        assert session.players == ("perfect", "human")


@pytest.mark.long
async def test_without_a_proof_the_program_looks_a_few_moves_ahead(opened, monkeypatch) -> None:
    monkeypatch.setattr(solver_jobs, "OPPONENT_LIMITS", Limits(seconds=0.01, memory=1 << 20))
    async with opened("hexapawn-16x16") as driver:
        table = play_page(driver).model
        await play(driver, "a1a2")
        await answered(driver)
        assert table.session.moves[1] == look_ahead(table.game, table.session.positions[1])
        await driver.until(lambda: "No perfect move found in time" in driver.text())


@pytest.mark.long
async def test_a_lost_start_says_that_the_sides_can_be_changed(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        await driver.until(lambda: "Black wins in 6 plies" in driver.text())
        await play(driver, "b1b2")
        await answered(driver)
        await driver.until(lambda: "Black wins in 4 plies with" in driver.text())


@pytest.mark.long
async def test_who_plays_is_kept_with_the_puzzle(opened) -> None:
    async with opened("hexapawn-3x4") as driver:
        await set_players(driver, "random", "human")
        await answered(driver)
    async with opened("hexapawn-3x4") as driver:
        assert play_page(driver).model.session.players == ("random", "human")
        assert "Black against random" in driver.text()
    async with opened("hexapawn-3x3") as driver:
        assert play_page(driver).model.session.players == ("human", "perfect")


@pytest.mark.long
async def test_chance_answers_the_same_when_asked_again(opened) -> None:
    async with opened("hexapawn-5x5") as driver:
        await set_players(driver, "human", "random")
        session = play_page(driver).model.session
        answers = []
        for _ in range(4):
            await play(driver, "a1a2")
            await answered(driver)
            answers.append(session.moves[1])
            await driver.press("u")
            assert session.ply == 0
        assert len(set(answers)) == 1


async def test_two_people_play_in_turn(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        await set_players(driver, "human", "human")
        session = play_page(driver).model.session
        await play(driver, "a1a2")
        assert (session.ply, session.player_to_move) == (1, "human")
        await play(driver, "b3xa2")
        await play(driver, "b1xa2")
        assert session.ply == 3
        await driver.press("u")
        assert session.ply == 2
        while not session.is_over:
            await any_move(driver)
        assert f"{('Black', 'White')[session.side_to_move]} won" in driver.text()


@pytest.mark.long
async def test_a_game_that_nobody_here_plays_is_watched_to_its_end(opened, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.MOVE_DELAY_SECONDS", 0.0)
    async with opened("hexapawn-3x3") as driver:
        session = play_page(driver).model.session
        await set_players(driver, "random", "learner")
        await driver.until(lambda: session.is_over)
        assert f"{('Black', 'White')[session.side_to_move]} won" in driver.text()
        first = session.attempt_id
        await driver.press("r")
        await driver.until(lambda: session.is_over and session.attempt_id != first)


async def stored(driver, name: str = "3x3 black") -> Learner:
    return learner_from_json(await driver.app.saves.noted("learner", name))


@pytest.mark.long
async def test_a_learner_learns_once_from_a_game(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        session = play_page(driver).model.session
        await set_players(driver, "human", "learner")
        while not session.is_over:
            await any_move(driver)
            await answered(driver)
        learner = await play_page(driver).opponents.learner(1)
        await driver.until(lambda: learner.games == 1)
        assert learner.wins_per_point == [not session.is_won]
        await driver.press("u")
        while not session.is_over:
            await any_move(driver)
            await answered(driver)
        assert learner.games == 1  # the same game, taken back and played on
        assert (await stored(driver)).to_json() == learner.to_json()


@pytest.mark.long
async def test_an_empty_box_resigns(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        table = play_page(driver).model
        learner = Learner(3, 3, 1, 1)
        after = table.game.play(
            table.game.start, table.game.parse_moves(table.game.start, "a1a2")[0]
        )
        for move in table.game.moves(after):
            learner.learn([(after, move)], won=False)
        driver.app.saves.save_note("learner", "3x3 black", learner.to_json())
        await set_players(driver, "human", "learner")
        await play(driver, "a1a2")
        await driver.until(lambda: table.session.is_over)
        assert table.session.is_won
        assert "resigns" in driver.text()
        await driver.press("u")
        assert not table.session.is_over


@pytest.mark.long
async def test_boxes_are_trained_while_one_looks_and_kept(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        await driver.press("m")
        assert isinstance(driver.page, MatchboxScreen)
        assert "No game yet" in driver.text()
        await driver.press("t")
        await driver.until(lambda: "1,000 games" in driver.text())
        await driver.until(lambda: "trained: 1,000 games" in driver.text())
        assert re.search("┤.*[\u2801-\u28ff]", driver.text())
        assert re.search(r"First 50 games: \d+ won", driver.text())
        assert re.search(r"Last full 50: \d+ won", driver.text())
        await driver.press("escape")
        await driver.until(lambda: isinstance(driver.page, PlayScreen))
        learner = await stored(driver)
        assert learner.games == 1_000
    async with opened("hexapawn-3x3", ascii_only=True) as driver:
        await driver.press("m")
        await driver.until(lambda: "1,000 games" in driver.text())
        assert driver.text().isascii()
        again = await opponents_of(driver).learner(1)
        assert sum(train(again, 200)) > 0.95 * 200
        await driver.press("r")
        await driver.until(lambda: "0 boxes   0 games" in driver.text())


def opponents_of(driver) -> Opponents:
    assert isinstance(driver.page, MatchboxScreen)
    return driver.page._opponents


@pytest.mark.long
async def test_training_stops_at_once(opened, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.TRAINING_GAMES", 10**9)
    async with opened("hexapawn-5x5") as driver:
        await driver.press("m", "t")
        await driver.until(lambda: "No game yet" not in driver.text())
        assert "0%" in driver.text()
        await driver.press("x")
        opponents = opponents_of(driver)
        await driver.until(lambda: not opponents.is_training)
        await driver.until(lambda: "0%" not in driver.text())
        assert re.search(r"stopped after [\d,]+ of 1,000,000,000 games", driver.text())
        games = (await opponents.learner(1)).games
        await driver.press("tab")
        await driver.until(lambda: "5×5 white" in driver.text())
        assert (await opponents.learner(1)).games == games


@pytest.mark.long
async def test_training_stops_before_the_first_game(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        opponents = driver.page.opponents
        await driver.press("m")
        seen = []
        opponents.train(0, seen.append)
        opponents.stop_training()
        await driver.until(lambda: not opponents.is_training)
        assert [learner.games for learner in seen] == [0]


@pytest.mark.long
async def test_a_training_that_ends_after_its_page_was_left(opened, monkeypatch) -> None:
    """The page that comes next tells of the end of it, also when it shows the other side."""
    begun, ended = threading.Event(), threading.Event()

    def batch(learner: Learner, games: int) -> int:
        begun.set()
        ended.wait(60)
        return 0

    monkeypatch.setattr("ludoscope.tui.screens.play.opponents._train_for_a_slice", batch)
    async with opened("hexapawn-3x3") as driver:
        await driver.press("m")
        for keys in (["t"], ["tab", "t"]):
            begun.clear()
            ended.clear()
            await driver.press(*keys)
            await driver.until(begun.is_set)
            await driver.press("escape", "m")
            await driver.until(lambda: "3×3 black" in driver.text() and "0%" in driver.text())
            ended.set()
            await driver.until(lambda: "0%" not in driver.text())
            [train] = [key for key in driver.page.query("FooterKey") if key.description == "train"]
            assert not train.has_class("-disabled")


@pytest.mark.long
async def test_the_box_at_hand_shows_its_beads(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        await set_players(driver, "human", "learner")
        await play(driver, "a1a2")
        await answered(driver)
        await driver.press("m")
        await driver.until(lambda: "b3xa2" in driver.text())
        assert "•" in driver.text()


@pytest.mark.long
async def test_every_move_wears_its_value(opened) -> None:
    async with opened("hexapawn-4x4") as driver:
        table = play_page(driver).model
        await driver.press("v")
        await driver.until(lambda: table.board.has_move_values(table.position))
        assert table.board.overlay == MOVE_VALUES
        assert "+11" in driver.text()
        assert "best: " in driver.text()
        await driver.press("enter", "up", "enter")
        await answered(driver)
        await driver.until(lambda: table.board.has_move_values(table.position))
        await driver.press("v")
        assert "best: " not in driver.text()
        assert table.session.hint_count > 0


@pytest.mark.parametrize("text", ["", "human", "human nobody", "human  perfect", "a b c"])
def test_other_texts_name_no_players(text: str) -> None:
    assert parse_players(text) is None


def test_players_as_text() -> None:
    for white in PLAYER_DESCRIPTIONS:
        for black in PLAYER_DESCRIPTIONS:
            assert parse_players(format_players((white, black))) == (white, black)
    assert parse_players("person chance") == ("human", "random"), "as they were called before"
    assert default_players(0) == ("human", "perfect")
    assert describe_players(("learner", "human")) == "black against learner"
    assert describe_players(("human", "human")) == "two players"
    assert describe_players(("random", "learner")) == "random against learner"


@pytest.mark.long
async def test_the_badge_waits_for_nothing_where_nobody_here_plays(opened, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.tui.screens.play.opponents.MOVE_DELAY_SECONDS", 60.0)
    async with opened("hexapawn-3x3") as driver:
        await set_players(driver, "random", "learner")
        await driver.until(
            lambda: "… " not in driver.text().splitlines()[0].replace("thinking… ", "")
        )
        await set_players(driver, "human", "human")
        await driver.until(lambda: "Black wins in 6 plies" in driver.text())
        await play(driver, "a1a2")
        await driver.until(lambda: re.search(r"wins in \d plies", driver.text()))
