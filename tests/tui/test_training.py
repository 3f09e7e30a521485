"""Training on the screen: the modes, what is stored, ratings, and the player's own mistakes."""

import asyncio
import random
import time
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from many import many
from pilot import DISK_SECONDS
from textual.widgets import OptionList

from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.training.bundled import bundled_positions
from ludoscope.puzzles.training.client import StepAnswer
from ludoscope.puzzles.training.series import Series, series_positions
from ludoscope.puzzles.training.training_position import TrainingPosition, play_step
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.seeded_random import SeededRandom
from ludoscope.tui.boards.rush.drawing import choose_scale
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lobby.training_results import make_result
from ludoscope.tui.model.exercise import ExerciseModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.training_record import TrainingRecord, format_themes
from ludoscope.tui.model.training_run import (
    DAY_SECONDS,
    STORM_PENALTY_SECONDS,
    STORM_SECONDS,
    TrainingRun,
    after_answer,
    due_mistakes,
    new_mistake,
    practice_positions,
)
from ludoscope.tui.saves import training
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.saves.training import Answer, Mistake
from ludoscope.tui.saves.transfer import export_saves, import_saves
from ludoscope.tui.screens.training import exercise
from ludoscope.tui.screens.training.exercise import ExerciseScreen
from ludoscope.tui.screens.training.mistakes import MistakesScreen
from ludoscope.tui.screens.training.screen import TrainingScreen
from ludoscope.tui.services import training as training_service
from ludoscope.tui.services.training import TrainingService

NOW = 1_795_168_800.0
# boat E can slide down one, two or three squares: two is right, and so is boat J to the left
SLIDES = next(
    position
    for position in bundled_positions("rush")
    if position.puzzle_text.startswith("rush DBBBC~/D~~ECF/DAAECF/GH~~~F/")
)
ROOT = Path(__file__).parents[2]
MAX_RATING_ERROR = 80  # root mean square; 44 with fifty players


def answer(position: TrainingPosition, correct: bool, at: float, mode: str = "practice") -> Answer:
    return Answer(
        f"{random.randrange(1 << 64):016x}",
        position.name,
        position.family,
        mode,
        at,
        4.0,
        correct,
        position.rating,
        format_themes(["endings"]),
    )


# Model


def test_a_streak_ends_with_the_first_mistake() -> None:
    positions = bundled_positions("peg")
    run = TrainingRun("streak", "peg", iter(positions), Series("streak", "peg", 1))
    assert run.go_on(0.0) == positions[0]
    run.add_answer("x", True, 3.0)
    assert run.go_on(3.0) == positions[1]
    given = run.add_answer("y", False, 8.0)
    assert given.seconds == 5.0
    assert run.is_over
    assert run.go_on(9.0) is None
    assert run.score == 1


def test_a_storm_lasts_three_minutes_less_ten_seconds_for_each_mistake() -> None:
    run = TrainingRun("storm", "peg", iter(bundled_positions("peg")), Series("storm", "peg", 1))
    run.go_on(100.0)
    assert run.seconds_left(100.0) == STORM_SECONDS
    run.add_answer("x", False, 101.0)
    assert run.seconds_left(101.0) == STORM_SECONDS - 1 - STORM_PENALTY_SECONDS
    assert not run.is_over
    assert run.go_on(100.0 + STORM_SECONDS - STORM_PENALTY_SECONDS) is None
    assert run.is_over


def test_practice_is_near_the_rating_and_repeats_nothing_soon() -> None:
    record, positions = TrainingRecord(), bundled_positions("rush")
    chosen = practice_positions("rush", positions, lambda: record, SeededRandom(1))
    names = set()
    for number in range(30):
        position = next(chosen)
        assert abs(position.rating - record.rating("rush").value) < 400
        assert position.name not in names
        names.add(position.name)
        record.add(answer(position, correct=number % 3 > 0, at=NOW + number))
    assert len(record.curves["rush"]) == 30


def test_the_record_counts_right_answers_by_theme_and_rates_practice_only() -> None:
    record, position = TrainingRecord(), bundled_positions("peg")[0]
    before = record.rating("peg").value
    record.add(answer(position, correct=True, at=NOW, mode="storm"))
    assert record.rating("peg").value == before
    record.add(answer(position, correct=False, at=NOW + 1))
    assert record.rating("peg").value < before
    assert record.position_ratings[position.name].value > position.rating
    score = record.scores_by_theme("peg")["endings"]
    assert (score.answers, score.right, score.percentage, score.average_seconds) == (2, 1, 50, 4.0)


def test_a_mistake_comes_back_after_a_day_and_after_four_until_found_twice() -> None:
    mistake = new_mistake(bundled_positions("peg")[0], "Lucas 1", NOW)
    assert not due_mistakes([mistake], NOW)
    assert due_mistakes([mistake], NOW + DAY_SECONDS) == [mistake]
    found = after_answer(mistake, is_right=True, now=NOW + DAY_SECONDS)
    assert (found.found, found.due) == (1, NOW + 5 * DAY_SECONDS)
    lost_again = after_answer(found, is_right=False, now=found.due)
    assert (lost_again.found, lost_again.due) == (0, found.due + DAY_SECONDS)
    twice = after_answer(found, is_right=True, now=found.due)
    assert not due_mistakes([twice], NOW + 1000 * DAY_SECONDS)


def test_ratings_of_simulated_players_are_recovered() -> None:
    """Fifty players have an error of 44; `docs/ratings.py` draws them."""
    spec = spec_from_file_location("ratings", ROOT / "docs" / "ratings.py")
    assert spec
    assert spec.loader
    ratings = module_from_spec(spec)
    spec.loader.exec_module(ratings)
    dice, strengths = random.Random(33), ratings.spread_strengths(many(50))
    errors = [ratings.simulate(strength, 120, dice) - strength for strength in strengths]
    assert ratings.root_mean_square(errors) < MAX_RATING_ERROR


def open_slides() -> tuple[ExerciseModel, list[str]]:
    """Return a model that shows SLIDES, and the list of the steps that it reports."""
    reported: list[str] = []

    def report(moves) -> None:
        reported.append(SLIDES.find_step(moves).moves)

    return ExerciseModel(SLIDES, UserOptions(), report), reported


@pytest.mark.parametrize(
    ("keys", "step"),
    [
        ("E down enter", "E>"),
        ("E down down enter", "E>E>"),
        ("E down down down", "E>E>E>"),  # it can go no further
        ("E shift+down", "E>E>E>"),
        ("E down up down down enter", "E>E>"),
        ("E down down up enter", "E>"),
        ("E down down up down enter", "E>E>"),
        ("E down down J left", "E>E>"),
        ("E down down J enter", "E>E>"),  # boat J is only picked
        ("J shift+left", "J<J<"),
        ("J left left", "J<J<"),
    ],
)
def test_a_slide_by_keys_is_an_answer_once_it_has_ended(keys: str, step: str) -> None:
    model, reported = open_slides()
    *first_keys, last_key = keys.split()
    for key in first_keys:
        model.handle_key(key)
    assert not reported
    model.handle_key(last_key)
    assert reported == [step]
    end = play_step(SLIDES.game, SLIDES.position, SLIDES.read_moves(step))
    assert model.session.position == end


def test_a_slide_that_has_not_ended_can_be_taken_back() -> None:
    model, reported = open_slides()
    for key in ("E", "down", "down"):
        model.handle_key(key)
    assert model.clear_selection()
    assert model.session.position == SLIDES.position
    assert not model.clear_selection()
    for key in ("enter", "down", "up", "enter"):
        model.handle_key(key)
    assert model.session.position == SLIDES.position
    assert not reported


def test_a_typed_slide_is_an_answer_at_once() -> None:
    model, reported = open_slides()
    assert model.play_text("E↓2")
    assert reported == ["E>E>"]


def test_of_several_typed_moves_the_first_is_the_answer() -> None:
    model, reported = open_slides()
    assert model.play_text("E↓2 J←2")
    assert reported == ["E>E>"]
    assert model.session.position == SLIDES.game.play(SLIDES.position, (4, 2))


# Saves


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "store")
    yield store
    store.close()


def test_answers_and_mistakes_are_exported_and_imported(store: Store, tmp_path: Path) -> None:
    position = bundled_positions("patience")[0]
    answers = [answer(position, True, NOW), answer(position, False, NOW + 1, "storm")]
    mistake = new_mistake(position, "FreeCell 1", NOW)
    store.run(lambda connection: training.add_answers(answers, connection)).result()
    store.run(lambda connection: training.add_mistakes([mistake], connection)).result()
    path = tmp_path / "exported"
    assert export_saves(tmp_path / "store", path) == []
    other = Store(tmp_path / "other")
    try:
        import_saves(other, path)
        import_saves(other, path)
        assert other.run(training.load_answers).result() == answers
        assert other.run(training.load_mistakes).result() == [mistake]
    finally:
        other.close()


def test_an_import_keeps_the_mistake_that_has_come_further(store: Store) -> None:
    mistake = new_mistake(bundled_positions("peg")[0], "Lucas 1", NOW)
    further = mistake._replace(found=1, due=NOW + 5 * DAY_SECONDS)
    for each in (mistake, further, mistake):
        store.run(lambda connection, each=each: training.add_mistakes([each], connection)).result()
    assert store.run(training.load_mistakes).result() == [further]


# Screens


async def start(pilot, family: str, mode_index: int) -> ExerciseScreen:
    """Start a mode of training from the home screen."""
    await pilot.press("t")
    await pilot.wait_until(lambda: getattr(pilot.app.screen, "is_loaded", False))
    screen = pilot.app.screen
    assert isinstance(screen, TrainingScreen)
    families = screen.query_one("#families", OptionList)
    families.highlighted = screen._families.index(family)
    modes = screen.query_one("#modes", OptionList)
    modes.highlighted = mode_index
    modes.focus()
    await pilot.press("enter")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, ExerciseScreen))
    return pilot.app.screen


def play(screen: ExerciseScreen, is_right: bool) -> None:
    """Make the first right or wrong step of the position."""
    position = screen._position
    steps = position.right_steps if is_right else position.wrong_steps
    screen.model.play_moves(position.read_moves(steps[0].moves))


async def answer_wrongly(pilot) -> ExerciseScreen:
    """Start practice of peg solitaire and make a wrong step."""
    screen = await start(pilot, "peg", 0)
    play(screen, is_right=False)
    return screen


def show(screen: ExerciseScreen, position: TrainingPosition) -> None:
    """Show a position in place of the one that the run has chosen."""
    screen._run.current = screen._position = position
    screen.model.show_exercise(position)


def stored_answers(pilot) -> list[Answer]:
    return pilot.app.saves.store.run(training.load_answers).result()


async def test_practice_rates_an_answer_and_refutes_a_wrong_one(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "peg", 0)
        play(screen, is_right=True)
        assert screen._verdict.startswith("Right. Rating +")
        await pilot.press("enter")
        assert not screen._verdict
        play(screen, is_right=False)
        assert screen._verdict.startswith("Wrong. Rating -")
        await pilot.wait_until(lambda: screen.model.replay)
        replay = screen.model.replay
        assert not screen.model.game.is_won(replay.positions[-1])
        assert any("left" in detail for detail in screen._details)
        ply = replay.ply
        await pilot.press("left")
        assert replay.ply == ply - 1
        await pilot.press("u")
        play(screen, is_right=True)
        assert screen._verdict == "Right."
        await pilot.wait_until(lambda: len(stored_answers(pilot)) == 2)
        assert [each.correct for each in stored_answers(pilot)] == [True, False]
        assert all(each.mode == "practice" for each in stored_answers(pilot))
        await pilot.press("escape")
        await pilot.wait_until(lambda: "peg" in pilot.app.screen._service.record.curves)


async def test_a_line_says_how_a_slide_goes_on_or_ends(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "rush", 0)
        show(screen, SLIDES)
        await pilot.press("E", "down")
        assert "E↓1 so far: ⏎ answers, esc takes it back" in pilot.screen_text()
        await pilot.press("escape")
        assert "so far" not in pilot.screen_text()
        assert screen.model.session.position == SLIDES.position
        await pilot.press("down", "down")
        assert "E↓2 so far" in pilot.screen_text()
        assert not screen._verdict
        await pilot.press("enter")
        assert screen._verdict.startswith("Right. Rating +")


async def test_a_slide_that_has_not_ended_is_no_answer(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "rush", 2)
        show(screen, SLIDES)
        await pilot.press("E", "down", "down")
        screen._run._storm_end = time.monotonic()
        screen._on_clock()
        assert screen._verdict == "Time is up. The end: 0 right, 0 wrong."
        assert screen.model.session.position == SLIDES.position


async def test_a_boat_is_dragged_to_its_answer(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "rush", 0)
        show(screen, SLIDES)
        area, board = screen._board_area, screen.model.board
        scale = choose_scale(board.game, *board.drawing_size(*area.size))
        corner = area.content_region.offset + area._board_offset(area._board_size())
        start_cell, end_cell = (corner + scale.letter_cell(column, 5) for column in (4, 2))
        await pilot.drag(start_cell, end_cell, release=False)
        await pilot.press("escape")
        await pilot.textual_pilot.mouse_up(offset=end_cell)
        assert pilot.app.screen is screen
        assert screen.model.session.position == SLIDES.position
        await pilot.drag(start_cell, end_cell)
        assert screen._verdict.startswith("Right. Rating +")
        position = screen.model.position
        await pilot.drag(end_cell, start_cell)
        assert screen.model.position == position, "it is answered"


async def test_of_a_chain_of_jumps_the_first_is_the_answer(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "peg", 1)
        position = screen._position
        step = position.right_steps[0]
        line = (*position.read_moves(step.moves), *position.read_line(step))
        screen.model.play_moves(line[:2])
        [given] = screen._run.answers
        assert (given.moves, given.is_right) == (step.moves, True)
        assert make_result(screen._run.series.code, [given.moves], 1.0).score == 1


async def test_the_answer_is_shown_and_counts_as_wrong(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "hexapawn", 0)
        await pilot.press("s")
        assert screen._verdict.startswith("Wrong.")
        assert screen._details[0].startswith("The answer: ")
        assert screen.model.replay.ply == 1
        await pilot.wait_until(lambda: len(stored_answers(pilot)) == 1)
        assert not stored_answers(pilot)[0].correct


async def test_an_answer_is_stored_though_the_screen_is_left_at_once(open_app) -> None:
    async with open_app() as pilot:
        await start(pilot, "hexapawn", 0)
        pilot.app.saves.store.run(lambda _connection: time.sleep(DISK_SECONDS))
        await pilot.press_together("s", "escape")
        await pilot.wait_until(lambda: len(stored_answers(pilot)) == 1)


async def test_a_streak_goes_on_by_itself_and_ends(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "rush", 1)
        expected = series_positions(screen._run.series, bundled_positions("rush"))
        for _ in range(2):
            assert screen._position == next(expected)
            play(screen, is_right=True)
        play(screen, is_right=False)
        assert "The end: 2 right, 1 wrong." in screen._verdict
        position = screen._position
        await pilot.press("enter")
        assert screen._position is position


@pytest.fixture
async def judgement(monkeypatch: pytest.MonkeyPatch) -> "asyncio.Future[StepAnswer]":
    """Return the future result of the worker process that judges answers."""
    judgement: asyncio.Future[StepAnswer] = asyncio.get_running_loop().create_future()

    async def judge_step(position: TrainingPosition, moves: str) -> StepAnswer:
        return await judgement

    monkeypatch.setattr(exercise, "judge_step", judge_step)
    return judgement


@pytest.fixture
def without_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every answer one that the certificate of its position does not list."""
    monkeypatch.setattr(TrainingPosition, "find_step", lambda position, moves: None)


async def test_an_answer_that_is_being_judged_counts(
    open_app, judgement: "asyncio.Future[StepAnswer]", without_certificates: None
) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "rush", 1)
        position = screen._position
        play(screen, is_right=False)
        await pilot.press("enter", "n", "s")
        assert screen._position is position
        assert screen._verdict == "Judging…"
        assert screen.model.replay is None
        judgement.set_result(StepAnswer(False))
        await pilot.wait_until(lambda: screen._run.is_over)
        assert "The end: 0 right, 1 wrong." in screen._verdict


async def test_an_answer_is_not_tried_again_while_it_is_being_judged(
    open_app, judgement: "asyncio.Future[StepAnswer]", without_certificates: None
) -> None:
    async with open_app() as pilot:
        screen = await answer_wrongly(pilot)
        await pilot.press("u")
        judgement.set_result(StepAnswer(False))
        await pilot.wait_until(lambda: screen._verdict.startswith("Wrong. Rating -"))
        await pilot.wait_until(lambda: len(stored_answers(pilot)) == 1)


@pytest.mark.parametrize("key", ["u", "n", "enter", "s"])
async def test_no_refutation_is_shown_after_a_new_attempt(
    open_app, judgement: "asyncio.Future[StepAnswer]", key: str
) -> None:
    async with open_app() as pilot:
        screen = await answer_wrongly(pilot)
        assert screen._verdict.startswith("Wrong. Rating -")
        await pilot.press(key)
        await pilot.wait_until(judgement.cancelled)
        assert screen.model.is_answered == (key == "s")


async def test_a_position_is_shown_again_if_its_answer_cannot_be_judged(
    open_app, judgement: "asyncio.Future[StepAnswer]", without_certificates: None
) -> None:
    async with open_app() as pilot:
        screen = await answer_wrongly(pilot)
        judgement.set_exception(WorkerLost("no answer"))
        await pilot.wait_until(lambda: not screen.model.is_answered)
        assert not screen._verdict
        assert "no answer" in pilot.notifications()
        assert not stored_answers(pilot)
        assert screen.model.session.position == screen._position.position


async def test_a_storm_counts_down_and_ends(open_app) -> None:
    async with open_app() as pilot:
        screen = await start(pilot, "hexapawn", 2)
        play(screen, is_right=True)
        play(screen, is_right=False)
        assert screen._run.seconds_left(time.monotonic()) < STORM_SECONDS - STORM_PENALTY_SECONDS
        assert "1 of 2 right" in screen.sub_title
        screen._run._storm_end = time.monotonic()
        screen._on_clock()
        assert screen._verdict == "Time is up. The end: 1 right, 1 wrong."
        position = screen._position
        await pilot.press("enter")
        assert screen._position is position


async def test_a_friend_gets_the_same_series(open_app) -> None:
    async with open_app() as pilot:
        await pilot.press("t")
        await pilot.wait_until(lambda: getattr(pilot.app.screen, "is_loaded", False))
        await pilot.press(*":storm-chess-1", "enter")
        assert "expected a series" in str(list(pilot.app._notifications)[-1].message)
        await pilot.press("escape", *":storm-rush-77", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, ExerciseScreen))
        first = next(series_positions(Series("storm", "rush", 77), bundled_positions("rush")))
        assert pilot.app.screen._position == first


async def start_series(pilot, code: str, monkeypatch: pytest.MonkeyPatch, make_positions) -> None:
    """Start a series of a game without bundled positions; some are made by a function."""
    monkeypatch.setattr(training_service, "_load_positions", lambda family: ())
    monkeypatch.setattr(training_service, "make_positions", make_positions)
    await pilot.press("t")
    await pilot.wait_until(lambda: getattr(pilot.app.screen, "is_loaded", False))
    await pilot.press(*f":{code}", "enter")


async def test_positions_of_a_series_that_are_not_bundled_are_made_from_its_number(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    seeds = []

    async def make_positions(family: str, seed: int):
        seeds.append(seed)
        for position in bundled_positions(family):
            yield position

    async with open_app() as pilot:
        await start_series(pilot, "storm-rush-77", monkeypatch, make_positions)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, ExerciseScreen))
        assert seeds == [77]


async def test_the_reason_why_no_positions_can_be_made_is_shown(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def make_positions(family: str, seed: int):
        yield bundled_positions(family)[0]
        raise WorkerLost("no answer")

    async with open_app() as pilot:
        await start_series(pilot, "storm-rush-77", monkeypatch, make_positions)
        await pilot.wait_until(lambda: bool(pilot.notifications()))
        assert pilot.notifications() == "Training is not possible: no answer"
        assert isinstance(pilot.app.screen, TrainingScreen)


def lost_session(name: str = "own-problem") -> Session:
    """Return a game in which a move has lost a problem that could be solved."""
    position = bundled_positions("peg")[0]
    session = Session(Puzzle(name, position.game, name.replace("-", " ").capitalize()))
    session.play(position.read_moves(position.wrong_steps[0].moves)[0])
    return session


async def save_lost_session(pilot, name: str = "own-problem", days_ago: float = 2.0) -> None:
    """Store a lost game as it was played some days ago."""
    session, played = lost_session(name), time.time() - days_ago * DAY_SECONDS
    saved = SavedSession.from_session(session, 5.0, played)
    await pilot.app.saves.wait_for_result(pilot.app.saves.store.save(saved), None)


async def open_mistakes(pilot) -> MistakesScreen:
    """Open the list of mistakes from the home screen."""
    await pilot.press("t")
    await pilot.wait_until(lambda: getattr(pilot.app.screen, "is_loaded", False))
    modes = pilot.app.screen.query_one("#modes", OptionList)
    modes.highlighted = 3
    modes.focus()
    await pilot.press("enter")
    assert isinstance(pilot.app.screen, MistakesScreen)
    return pilot.app.screen


async def test_mistakes_are_collected_only_on_request(open_app) -> None:
    async with open_app() as pilot:
        await save_lost_session(pilot)
        screen = await open_mistakes(pilot)
        assert not screen._service.mistakes
        await pilot.press("a")
        await pilot.wait_until(lambda: screen._service.mistakes and not screen._is_searching)
        [mistake] = screen._service.mistakes
        assert isinstance(mistake, Mistake)
        assert mistake.title == "Own problem"
        await pilot.press("t")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, ExerciseScreen))
        play(pilot.app.screen, is_right=True)
        await pilot.wait_until(lambda: screen._service.mistakes[0].found == 1)
        stored = pilot.app.saves.store.run(training.load_mistakes)
        assert stored.result()[0].found == 1
        service = TrainingService(pilot.app.saves)
        await service.load()
        assert service.collects_mistakes
        assert not service.record.curves  # nothing of it is rated
        assert await service.find_new_mistakes() == 0


async def test_enter_opens_the_mistake_that_is_listed(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_mistakes(pilot)
        listed, found = (
            new_mistake(position, "Lucas 1", played)
            for position, played in zip(bundled_positions("peg"), (NOW, NOW - 1), strict=False)
        )
        screen._service.mistakes = [listed]
        screen.refresh_view()
        screen._service.mistakes.append(found)  # in the background; it was due before
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, ExerciseScreen))
        assert pilot.app.screen._position.name == listed.name


async def test_a_game_that_cannot_be_searched_does_not_stop_the_search(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched = []

    async def find_mistakes(game, lines, side):
        searched.append(lines)
        if len(searched) == 1:
            raise WorkerLost("out of memory")
        yield bundled_positions("peg")[0]

    monkeypatch.setattr(training_service, "find_mistakes", find_mistakes)
    async with open_app() as pilot:
        await save_lost_session(pilot, "first-problem", days_ago=3.0)
        await save_lost_session(pilot, "second-problem", days_ago=2.0)
        service = TrainingService(pilot.app.saves)
        await service.load()
        with pytest.raises(WorkerLost, match="out of memory"):
            await service.find_new_mistakes()
        assert [mistake.title for mistake in service.mistakes] == ["Second problem"]
        assert await service.find_new_mistakes() == 0
        assert len(searched) == 2, "neither is searched again"


async def test_the_search_ends_when_mistakes_are_no_longer_collected(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    started, ended = asyncio.Event(), asyncio.Event()

    async def find_mistakes(game, lines, side):
        started.set()
        try:
            await asyncio.Event().wait()
            yield
        finally:
            ended.set()

    monkeypatch.setattr(training_service, "find_mistakes", find_mistakes)
    async with open_app() as pilot:
        await save_lost_session(pilot)
        screen = await open_mistakes(pilot)
        await pilot.press("a")
        await pilot.wait_until(started.is_set)
        assert "Searching your games" in pilot.screen_text()
        await pilot.press("a")
        await pilot.wait_until(ended.is_set)
        assert "Mistakes are not collected" in pilot.screen_text()
        assert not screen._is_searching
