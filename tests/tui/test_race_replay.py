"""The race on the board: the solvers race, then their solutions are replayed together."""

from types import SimpleNamespace

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.registry import find_solver
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.lab.race import Entrant, RaceSubject
from ludoscope.tui.lab.replay import RaceReplay, finishing_places
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.race_replay.screen import RaceReplayScreen
from ludoscope.tui.screens.race_replay.views import arrange_boards, draw_lanes


def entrants(name: str, *solvers: str) -> list[Entrant]:
    """Return entrants that have all run to their verdict."""
    subject = RaceSubject.from_puzzle(catalogue.find(name))
    game = subject.puzzle.game
    racing = subject.create_entrants([find_solver(game, name) for name in solvers], Limits())
    for entrant in racing:
        run = entrant.solver_run
        *_, run.verdict = run.solver.run(game, run.position, Limits())
        run.replay = Replay(game, run.position, run.verdict.moves)
    return racing


def lane_texts(replay: RaceReplay, game: object, width: int = 80) -> list[str]:
    board, visible = create_board(game, UserOptions()), range(len(replay.entrants))
    lines = draw_lanes(replay, board, 0, visible, width, False).lines
    return ["".join(text for text, _ in line) for line in lines]


def test_a_shorter_solution_is_at_its_end_first() -> None:
    racing = entrants("orush-09", "breadth-first-slides", "best-first")
    replay = RaceReplay(racing)
    short, long = (entrant.solver_run.replay.step_count for entrant in racing)
    assert short < long == replay.step_count
    replay.start()
    for _ in range(short):
        replay.advance()
    first, second = replay.lanes()
    assert first.is_done
    assert not second.is_done
    assert racing[0].solver_run.game.is_won(first.position)
    assert replay.is_playing
    while replay.is_playing:
        replay.advance()
    assert all(lane.is_done for lane in replay.lanes())
    texts = lane_texts(replay, racing[0].solver_run.game)
    assert f"{short} of {short} moves ✓" in texts[0]
    assert texts[0].count("■") < texts[1].count("■")


def test_jumps_of_one_peg_are_one_step() -> None:
    racing = entrants("lucas-04", "breadth-first", "depth-first")
    replay = RaceReplay(racing)
    counts = [FAMILIES["peg"].count_moves(each.solver_run.verdict.moves) for each in racing]
    assert counts[0] == 6, "the fewest of this problem"
    assert counts[0] < counts[1] == replay.step_count
    replay.seek(counts[0])
    assert [lane.is_done for lane in replay.lanes()] == [True, False]
    texts = lane_texts(replay, racing[0].solver_run.game)
    assert "6 of 6 moves ✓" in texts[0]
    assert f"6 of {counts[1]} moves" in texts[1]


def test_places_are_by_the_time_of_each_solver_and_giving_up_has_none() -> None:
    racing = entrants("lucas-01", "breadth-first", "depth-first", "beam")
    for entrant, seconds in zip(racing, (0.3, 0.1, 0.2), strict=True):
        moves = entrant.solver_run.verdict.moves
        entrant.solver_run.verdict = type(entrant.solver_run.verdict)(moves=moves, seconds=seconds)
    assert finishing_places(racing) == [3, 1, 2]
    racing[1].solver_run.verdict = GaveUp(reason="stopped", seconds=0.1)
    assert finishing_places(racing) == [2, None, 1]


def test_a_running_solver_shows_the_position_that_it_searches() -> None:
    subject = RaceSubject.from_puzzle(catalogue.find("lucas-07"))
    game = subject.puzzle.game
    [entrant] = subject.create_entrants([find_solver(game, "depth-first")], Limits())
    replay = RaceReplay([entrant])
    assert replay.lanes()[0].position == subject.position
    entrant.is_running = True
    child = game.play(game.start, game.moves(game.start)[0])
    run = entrant.solver_run
    run._latest_progress = Progress(explored=1_234, seconds=2.0, sample=child)
    run.update_progress()
    assert replay.lanes()[0].position == child
    lane, axis, _ = lane_texts(replay, game)
    assert "1.2k entered" in lane
    assert "■" in lane
    assert "seconds" in axis


def test_all_boards_are_shown_where_they_fit_else_the_selected_one() -> None:
    board = create_board(catalogue.find("lucas-07").game, UserOptions())
    assert arrange_boards(board, 4, 2, 40, 10).rows == [[2]]
    wide = arrange_boards(board, 4, 2, 196, 40)
    assert sorted(lane for row in wide.rows for lane in row) == [0, 1, 2, 3]
    last = wide.rows[-1][-1]
    x, y = (len(wide.rows[-1]) - 1) * wide.width, (len(wide.rows) - 1) * wide.height
    assert wide.lane_at(x, y) == last
    assert wide.lane_at(wide.width * 9, 0) is None


async def test_keys_and_mouse_go_through_the_solutions(open_app) -> None:
    async with open_app("lucas-04") as pilot:
        await pilot.press("ctrl+l")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
        lab = pilot.app.screen
        assert lab.check_action("replay", ()) is None, "nothing to look at before the race"
        lab.race.entrants = entrants("lucas-04", "breadth-first", "depth-first")
        lab.refresh_view()
        await pilot.press("r")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, RaceReplayScreen))
        screen = pilot.app.screen
        assert screen.replay.is_playing
        assert not screen.replay.shows_race
        await pilot.press("home", "right", "right")
        assert (screen.replay.step, screen.replay.is_playing) == (2, False)
        await pilot.wait_until(lambda: "step 2 of 10 · paused" in pilot.screen_text())
        await pilot.press("end")
        await pilot.wait_until(lambda: pilot.screen_text().count(" moves ✓") == 2)
        area = screen._lanes_area.content_region
        x, y = area.x + screen._lanes.track_start, area.y + 1
        await pilot.textual_pilot.click(offset=(x + screen._lanes.track_width // 2, y))
        assert screen.selected == 1
        assert 4 <= screen.replay.step <= 6
        await pilot.press("left", "left", "space")
        assert screen.replay.is_playing
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert "depth-first" in pilot.screen_text()


async def test_of_many_solvers_the_lanes_around_the_selected_one_are_shown(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        racing = entrants("lucas-01", *["breadth-first", "depth-first", "beam"] * 6)
        subject = RaceSubject.from_puzzle(catalogue.find("lucas-01"))
        runner = SimpleNamespace(race=SimpleNamespace(entrants=racing))
        screen = RaceReplayScreen(subject, runner)
        await pilot.app.push_screen(screen)
        await pilot.press("home")
        screen.selected = 0
        for _ in racing:
            await pilot.press("down")
            await pilot.wait_until(lambda: len(screen._lanes.lines) > 2)
            assert screen.selected in screen._visible_lanes
            assert screen._boards_area.size.height >= 6
        assert screen.selected == 0
