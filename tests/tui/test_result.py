"""The result box at the end of a game and its actions."""

from math import inf

import pytest
from app_options import change_options, make_options
from many import each_of, first_of

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.peg.lucas import load_lucas_solutions
from ludoscope.search.events import GaveUp
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.registry import find_hint_solver, find_judge
from ludoscope.tui.model import celebration
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.result import GameResult, NextPuzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.screens.play.results import ResultUpdater
from ludoscope.tui.text import drawing
from ludoscope.tui.widgets.result_box import format_result_line, result_box

FIRST = load_lucas_solutions()[0]
FINISHED = f"ludoscope lucas-01 {len(FIRST)}: {' '.join(FIRST)}"
WON_MIDNIGHT = (
    "ludoscope MidnightOil.4 12: 8D-9D QD-KD QC-KC JC-QC TD-JD TC-JC 8H-9H 9S-TS 8S-9S 7S-8S"
    " QS-KS JH-QH"
)


def model_of(line: str, **values: bool) -> GameModel:
    puzzle = catalogue.find(line)
    session = Session(puzzle)
    for move in puzzle.moves:
        session.play(move)
    model = GameModel(session, make_options(**values))
    model.result = GameResult()
    return model


def solved(**values: bool) -> GameModel:
    return model_of(FINISHED, **values)


def text(block: drawing.Block) -> str:
    return "\n".join("".join(part for part, _ in line) for line in block)


async def play_all(pilot, moves) -> None:
    for move in moves:
        assert pilot.screen.model.play_text(move)
    await pilot.wait_until(pilot.is_result_final)
    await pilot.press("left")


@each_of("height", [1, 2, 3, 6, 9, 14, 30])
@each_of("width", [30, 40])
def test_result_box_stays_within_its_size(width, height):
    model = solved()
    model.result.previous_best, model.result.win_streak = BestResult(61.0, 7), 12
    box = result_box(model, width, height)
    assert len(box) <= height
    assert all(drawing.line_width(line) == width for line in box)
    assert height < 3 or "In 5 moves" in text(box) or "⏎ next" in text(box)
    assert height < 9 or "⏎ next" in text(box)


def test_records_are_shown_unless_the_clock_is_hidden():
    model = solved()
    model.result.previous_best = BestResult(61.0, 7)
    said = text(result_box(model, 40, 20))
    assert "Your record: fewest moves, fastest" in said
    assert "Before: 7 moves, 01:01" in said
    assert "No hints, no move undone" in said
    assert "★★★ the fewest possible" in said
    model.options = make_options(show_clock=False)
    said = text(result_box(model, 40, 20))
    assert "Your record: fewest moves" in said
    assert ":" not in said.replace("record:", "").replace("Before:", "")
    model.result.has_just_ended = False
    assert "Your best: 7 moves" in text(result_box(model, 40, 20))


def test_game_with_hints_sets_no_record():
    model = solved()
    model.result.previous_best = BestResult(61.0, 7)
    model.session.hint_count, model.session.has_undone = 2, True
    said = text(result_box(model, 40, 20))
    assert "record" not in said
    assert "With 2 hints: no stars" in said
    assert "★" not in said
    assert "Moves undone" in said
    assert "★" not in text([format_result_line(model)])


def test_stars_are_dark_before_they_are_lit():
    model = solved()
    model.result.stars_lit = False
    assert "☆☆☆ the fewest possible" in text(result_box(model, 30, 20))


def test_known_shorter_solution_is_shown():
    model = model_of("ludoscope orush-01 5: B> B< B< A> A>")
    said = text([format_result_line(model)])
    assert said.strip() == "✓ solved in 3 moves"
    model.result.fewest_moves = 2
    said = text(result_box(model, 40, 20))
    assert "★☆☆ fewest: 2 moves" in said
    assert said.count("2 moves") == 1
    assert "squares" not in said


def test_next_puzzle_is_named_as_far_as_there_is_room():
    model = solved()
    model.result.next_puzzle = NextPuzzle(catalogue.find("lucas-02"), "easy")
    lines = text(result_box(model, 30, 20)).splitlines()
    assert any("│ ⏎ next: Lucas 2, easy  " in line for line in lines)
    assert "⏎ next: Lucas 2, easy" in text([format_result_line(model)])
    model.result.next_puzzle = NextPuzzle(catalogue.find("lucas-19"), "hard")
    lines = text(result_box(model, 30, 20)).splitlines()
    assert any("│ ⏎ next: Lucas 19  " in line for line in lines)
    assert all(len(line) == 30 for line in lines)


def test_replay_has_keys_of_its_own():
    model = solved()
    assert "⏎ next" in text(result_box(model, 40, 30))
    model.solution = Replay(model.game, model.game.start, model.session.moves)
    model.show_solution()
    assert "In 5 moves" in text(result_box(model, 40, 30))
    assert "⏎ next" not in text(result_box(model, 40, 30))


def test_no_solution_is_shown_after_a_restart():
    model = solved()
    model._stored_lines = ()
    callbacks = []
    updater = ResultUpdater(
        model, None, None, None, lambda _, on_verdict: callbacks.append(on_verdict), None
    )
    updater.show_solution()
    assert model.message == "Searching for a solution…"
    model.restart()
    message = model.message
    assert message.startswith("Back at the start")
    for on_verdict in callbacks:
        on_verdict(None)
    assert model.message == message
    assert model.replay is None
    updater.show_solution()
    callbacks[-1](None)
    assert not model.message


class RecordedRuns:
    """The runs of solvers that a `ResultUpdater` has asked for; none of them is started."""

    def __init__(self, model: GameModel) -> None:
        self.names: list[str] = []
        self.updater = ResultUpdater(model, None, None, None, self._record, None)

    def _record(self, solver_run, on_verdict) -> None:
        self.names.append(solver_run.solver.name)
        self._on_verdict = on_verdict

    def give_up(self) -> None:
        self._on_verdict(GaveUp(reason="10 s, the time limit"))


@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
def test_solution_is_searched_by_the_fast_solver_and_at_last_by_the_judge():
    peg = solved()
    peg._stored_lines = ()
    runs = RecordedRuns(peg)
    runs.updater.show_solution()
    assert runs.names == ["swift"]  # not by `fewest`, which gives hints
    runs.give_up()
    assert runs.names == ["swift"]
    assert peg.message == "No solution found in time. Press s to choose another solver."

    patience = model_of(WON_MIDNIGHT)
    patience._stored_lines = ()
    runs = RecordedRuns(patience)
    runs.updater.show_solution()
    runs.give_up()
    judge = find_judge(patience.game).name
    assert runs.names == [find_hint_solver(patience.game).name, judge]
    assert len(set(runs.names)) == 2
    assert patience.message == "Searching for a solution…"
    runs.give_up()
    assert len(runs.names) == 2
    assert patience.message.startswith("No solution found in time.")


async def test_s_lists_the_solvers_if_no_solution_was_found(open_app) -> None:
    async with open_app(FINISHED, reduced_motion=True) as pilot:
        screen, model = pilot.screen, pilot.screen.model
        await pilot.wait_until(pilot.is_result_final)
        model._stored_lines, model.result.shortest_solution = (), None
        screen.results._find_solution = lambda _, on_verdict: on_verdict(GaveUp(reason="too hard"))
        await pilot.press("s")
        assert "Press s to choose another solver" in " ".join(pilot.screen_text().split())
        await pilot.press("s")
        assert isinstance(pilot.app.screen, PickerDialog)
        await pilot.press("escape", "r", "s")
        assert pilot.app.screen is screen
        await pilot.wait_until(lambda: model.replay is not None)


def test_result_box_avoids_the_board():
    empty = [[(" " * 20, "")] for _ in range(8)]
    box = drawing.draw_box("End", [[]], 10, 3)
    laid = text(drawing.overlay(empty, box)).splitlines()
    assert laid[5:] == [" " * 10 + line for line in text(box).splitlines()]
    full = [[("." * 20, "")] for _ in range(8)]
    assert drawing.overlay(full, box) is None
    assert drawing.overlay(empty[:2], box) is None


@first_of("size", [(60, 14), (80, 24), (120, 40), (200, 60)], 2)
async def test_result_is_shown_at_any_size(open_app, size) -> None:
    async with open_app(FINISHED, size=size, reduced_motion=True) as pilot:
        await pilot.press("left")
        assert "✓ Solved" in pilot.screen_text() or "✓ solved in 5 moves" in pilot.screen_text()


@pytest.mark.long
async def test_footer_hides_useless_keys_after_the_end(open_app) -> None:
    async with open_app(FINISHED, reduced_motion=True) as pilot:
        await pilot.press("left")
        assert "i hint" not in pilot.screen_text()
        assert "⏎ next" in pilot.screen_text().splitlines()[-2]  # to click on as well
        await pilot.press("u")
        assert "i hint" in pilot.screen_text()


async def test_result_is_one_line_if_there_is_no_room(open_app) -> None:
    async with open_app(FINISHED, size=(56, 20), reduced_motion=True) as pilot:
        await pilot.press("left")
        assert "✓ solved in 5 moves" in pilot.screen_text().splitlines()[-3]
        assert "Solved" not in pilot.screen_text()


@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_won_game_is_rated_and_its_record_saved(open_app) -> None:
    async with open_app("lucas-01", reduced_motion=True) as pilot:
        await play_all(pilot, FIRST)
        assert "the fewest possible" in pilot.screen_text()
        assert "✓ Solved" in pilot.screen_text()
        assert "best" not in pilot.screen_text()
        await pilot.press("r")
        assert "✓ Solved" not in pilot.screen_text()
        await play_all(pilot, FIRST)
        await pilot.wait_until(lambda: "2 won in a row" in pilot.screen_text())
        assert "5 moves, 00:0" in pilot.screen_text()
        await pilot.press("s")
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
        assert pilot.screen.model.session.hint_count == 0
        await pilot.press("escape")
        assert "✓ Solved" in pilot.screen_text()
        solved_screen = pilot.screen
        await pilot.wait_until(lambda: solved_screen.results.is_read)
        await pilot.wait_until(lambda: "⏎ next: Lucas 2, easy" in pilot.screen_text())
        await pilot.press("enter")
        await pilot.wait_until(lambda: pilot.screen is not solved_screen)
        assert pilot.screen.model.puzzle.name == "lucas-02"
        await pilot.press("escape")
        assert isinstance(pilot.screen, HomeScreen)


async def test_reduced_motion_lights_the_stars_at_once(open_app) -> None:
    async with open_app("lucas-01", reduced_motion=True) as pilot:
        for move in FIRST:
            assert pilot.screen.model.play_text(move)
        assert pilot.screen.model.result.stars_lit


class CelebrationRecorder:
    """The frames of the celebration that have been drawn, by their numbers."""

    def __init__(self, pilot, monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames: dict[int, str] = {}
        self.stops_after = inf
        draw = GameModel._draw_celebration

        def record(model, frame, *size):
            if frame >= self.stops_after:
                pilot.app.frame_pacer._resume_time = inf  # the last frame has not arrived
            lines = draw(model, frame, *size)
            self.frames[frame] = text(lines)
            return lines

        monkeypatch.setattr(GameModel, "_draw_celebration", record)


@pytest.mark.parametrize(
    ("line", "sign"),
    [
        (f"ludoscope lucas-01 {len(FIRST) - 1}: {' '.join(FIRST[:-1])}", "o"),
        pytest.param("ludoscope orush-01 3: B> B< B<", "~~~~~~", marks=pytest.mark.long),
    ],
    ids=["peg", "rush"],
)
async def test_win_is_celebrated_and_any_key_ends_it(open_app, monkeypatch, line, sign) -> None:
    last_move = FIRST[-1] if "lucas" in line else "A>"
    async with open_app(line, reduced_motion=False) as pilot:
        model, recorder = pilot.screen.model, CelebrationRecorder(pilot, monkeypatch)
        while not model.session.is_won:
            assert model.play_text(last_move)
        await pilot.wait_until(lambda: celebration.FRAME_COUNT in recorder.frames)
        await pilot.wait_until(pilot.is_result_final)
        assert set(recorder.frames) == {*range(1, celebration.FRAME_COUNT + 1)}
        assert any(sign in frame for frame in recorder.frames.values())
        await pilot.press("u", "y")
        await pilot.wait_until(lambda: model.result.celebration_frame > 1)
        await pilot.press("u")  # undoes at once
        assert not model.session.is_won
        recorder.frames.clear()
        recorder.stops_after = 2  # the connection becomes slow
        await pilot.press("y")
        await pilot.wait_until(lambda: 2 in recorder.frames)
        await pilot.wait_until(pilot.is_result_final)
        assert max(recorder.frames) == 2
        pilot.app.frame_pacer.add_answer()
        change_options(pilot.app, reduced_motion=True)
        recorder.frames.clear()
        await pilot.press("u", "y", "left")
        assert not recorder.frames


async def test_the_keys_of_a_result_can_be_clicked(open_app) -> None:
    async with open_app("ludoscope orush-01 2: B< A>", reduced_motion=True) as pilot:
        model = pilot.screen.model
        assert model.play_text("A>")
        await pilot.wait_until(lambda: "play again" in pilot.screen_text())
        lines = pilot.screen_text().splitlines()
        row = next(row for row, line in enumerate(lines) if "play again" in line)
        await pilot.click(lines[row].index("play again") + 3, row)
        assert model.session.at_start


async def test_the_keys_of_a_result_on_the_board_can_be_clicked(open_app) -> None:
    """Check it at a size at which a table takes the whole width and leaves room for the box."""
    async with open_app(WON_MIDNIGHT, size=(100, 28), reduced_motion=True) as pilot:
        screen = pilot.screen
        await pilot.wait_until(lambda: "play again" in pilot.screen_text())
        assert not screen.side_panel.display
        assert screen.board_area.overlay_fits
        lines = pilot.screen_text().splitlines()
        row = next(row for row, line in enumerate(lines) if "play again" in line)
        await pilot.click(lines[row].index("play again") + 3, row)
        await pilot.wait_until(lambda: screen.model.session.at_start)


def test_cards_leap_from_the_foundations_in_the_celebration() -> None:
    model = GameModel(Session(catalogue.find("FreeCell.1")), make_options())
    table = model.game.start
    won = table._replace(
        columns=tuple(() for _ in table.columns), foundation=tuple(13 for _ in table.foundation)
    )
    size = model.board.drawing_size(50, 20)
    still = text(model.board.draw(won, *size))
    frames = [text(model.board.draw_celebration(won, part / 10, *size)) for part in range(11)]
    assert any(frame.count("K") > still.count("K") for frame in frames)
    assert frames[-1].count("K") == still.count("K")
    assert {len(frame) for frame in frames} == {len(still)}


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_unknown_minimum_is_proved_after_a_win(open_app) -> None:
    line = "ludoscope peg xx./.../... to ..x/.../... 0:"
    async with open_app(line, reduced_motion=True) as pilot:
        assert pilot.screen.model.play_text("1,3:E")
        await pilot.wait_until(lambda: pilot.screen.model.result.fewest_moves == 1)
        await pilot.press("left")
        assert "the fewest possible" in pilot.screen_text()


@pytest.mark.long
async def test_a_duel_is_compared_with_perfect_play(open_app) -> None:
    line = "ludoscope hexapawn p./../PP W 0:"
    async with open_app(line, reduced_motion=True) as pilot:
        screen = pilot.screen
        await pilot.wait_until(
            lambda: not screen.solver_jobs.is_busy and not screen.model.needs_analysis
        )
        assert screen.model.play_text("b1b2")
        await pilot.wait_until(
            lambda: screen.model.session.is_over or not screen.model.is_opponents_turn
        )
        await pilot.wait_until(lambda: not screen.solver_jobs.is_busy)
        while not screen.model.session.is_over:
            assert screen.model.play_player_move(screen.model.game.moves(screen.model.position)[-1])
            await pilot.wait_until(
                lambda: screen.model.session.is_over or not screen.model.is_opponents_turn
            )
        await pilot.wait_until(pilot.is_result_final)
        await pilot.press("left")
        assert "With best play" in pilot.screen_text()
        assert "White vs perfect play" in pilot.screen_text()
