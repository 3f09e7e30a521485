"""The timeline under the board, and the other ways to go to a move: the list, the keys."""

import re

import pytest
from many import case, first_of

from ludoscope.puzzles.puzzle import PublishedSolution
from ludoscope.tui.model.analysis import LOST, WINNABLE, Judgement
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.review import GameReview
from ludoscope.tui.widgets.move_list import MoveList
from ludoscope.tui.widgets.seek_bar import LEFT_ARROW, SeekBar


async def played(pilot, states, moves=None) -> None:
    """Play first moves and note the states of positions ("w" winnable, "l" lost, " " unknown)."""
    model = pilot.screen.model
    for _ in states[1:]:
        assert model.play_player_move(model.game.moves(model.session.position)[0])
    for node, state in zip(model.session.history.line, states, strict=True):
        if state != " ":
            known = Judgement(WINNABLE, len(states) - node.ply) if state == "w" else Judgement(LOST)
            model.analysis.add_judgement(node.position, known)
    pilot.screen.solver_jobs.stop()
    await pilot.press("tab")


async def test_click_on_a_seek_bar_cell_goes_to_its_position(open_app, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with open_app("english-central") as pilot:
        screen, model = pilot.screen, pilot.screen.model
        row = screen.query_one(SeekBar).region.y
        await played(pilot, "wwwlll")
        row = screen.query_one(SeekBar).region.y
        assert pilot.screen_text().splitlines()[row] == " ◄ ▇▆▅?×[×] ►"
        y, nodes = screen.query_one(MoveList).region.y, model.session.history.nodes[:]
        for x, ply in (
            (5, 2), (3, 0), (7, 2), (0, 1), (12, 2), (6, 2), (10, 5), (12, 5), (23, 5),
        ):  # fmt: skip
            with case(x):
                await pilot.click(x, row)
                assert model.session.ply == ply
        for at, ply in ((0, 1), (4, 5), (2, 3), (9, 3)):
            with case("list", at):
                await pilot.click(screen.query_one(MoveList).region.x + 8, y + at)
                assert model.session.ply == ply
        for key, ply in (("home", 0), ("end", 5), ("pageup", 0), ("pagedown", 5)):
            with case(key):
                await pilot.press(key)
                assert model.session.ply == ply
        assert model.session.history.nodes == nodes
        assert "◄" in pilot.screen_text().splitlines()[row]
        await pilot.press("a", "tab")
        assert "◄" not in pilot.screen_text().splitlines()[row], "without analysis"


async def test_message_replaces_the_keys_without_moving_the_board(open_app, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with open_app("FreeCell.1") as pilot:
        screen = pilot.screen
        await played(pilot, "www")
        before, board = pilot.screen_text().splitlines(), screen.board_area.region
        await pilot.press("b")
        now = pilot.screen_text().splitlines()
        assert now[-1].startswith(" Bookmark 1 set; t lists the bookmarks")
        assert (now[-3], screen.board_area.region) == (before[-3], board)
        await pilot.press("tab")
        assert "? help" in pilot.screen_text().splitlines()[-1]
        await pilot.press("7")
        assert " a–d cell  1–8 column  ⏎ best place " in pilot.screen_text()
        assert "esc drop" in pilot.screen_text()


@pytest.mark.long
@first_of("name, count", [("FreeCell.1", 3), ("hexapawn-5x5", 3), ("lucas-07", 6)])
async def test_heading_list_timeline_and_tree_agree(open_app, monkeypatch, name, count) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with open_app(name) as pilot:
        model, session = pilot.screen.model, pilot.screen.model.session
        session.set_players(("human", "random"))
        for _ in range(3):  # moves of several cards, or with their answers
            for at in range(2):
                session.play(model.game.moves(session.position)[0], at > 0 and "hex" not in name)
        await pilot.press("tab")
        lines = pilot.screen_text().splitlines()
        assert f"move {count} " in lines[0]
        assert f" {count}  " in lines[pilot.screen.query_one(MoveList).region.y + count - 1]
        assert re.fullmatch(rf" ◄ .{{{count}}}\[.\] ►", lines[-3])
        model.seek(4)
        await pilot.press("t")
        lines = pilot.screen_text().splitlines()
        assert f"  {count} moves" in lines[0]
        assert f"─ move {count * 2 // 3} ─" in lines[1]
        assert [f" {at * count // 3} " in lines[2 + at] for at in range(1, 4)] == [True] * 3


@pytest.mark.long
async def test_found_solution_leaves_room_for_the_timeline(open_app, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with open_app("orush-20") as pilot:
        model = pilot.screen.model
        await pilot.press("s")
        await pilot.wait_until(lambda: model.replay is not None)
        await pilot.press("escape")
        assert model.play_player_move(model.solution.moves[0])
        model.undo()
        await pilot.press("left")
        line = pilot.screen_text().splitlines()[-3]
        assert line.startswith(" ◄ ")
        assert re.search(r"► +solved in \d+ moves", line)


@pytest.mark.long
async def test_a_replay_of_two_players_counts_as_their_game(open_app) -> None:
    async with open_app("hexapawn-3x3") as pilot:
        model = pilot.screen.model
        moves, position = [], model.game.start
        while model.game.moves(position):
            moves.append(model.game.moves(position)[0])
            position = model.game.play(position, moves[-1])
        model.show_published_solution(PublishedSolution("a game", "", tuple(moves)))
        await pilot.press("right", "right", "right")
        assert f" move 2 of {-(-len(moves) // 2)} " in pilot.screen_text().splitlines()[-3]


@pytest.mark.long
async def test_click_in_a_two_player_list_selects_that_move(open_app) -> None:
    async with open_app("hexapawn-5x5") as pilot:
        screen, model = pilot.screen, pilot.screen.model
        model.set_players(("human", "human"))
        await played(pilot, "     ")
        moves = screen.query_one(MoveList).region
        for x, y, ply in ((8, 0, 1), (17, 0, 2), (8, 1, 3), (17, 1, 4)):
            await pilot.click(moves.x + x, moves.y + y)
            assert model.session.ply == ply
        model.set_players(("human", "random"))
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        count = len(model.session.history.nodes)
        await pilot.click(moves.x + 8, moves.y)
        assert model.session.ply == 2, "where the program has answered"
        assert len(model.session.history.nodes) == count


@first_of("size", [(80, 24), (120, 40)])
async def test_many_moves_share_cells_and_losses_stay_visible(open_app, monkeypatch, size) -> None:
    async with open_app("orush-200", size=size) as pilot:
        screen, session = pilot.screen, pilot.screen.model.session
        for _ in range(100):
            for _ in range(2):  # there and back, as new moves
                first = session.game.moves(session.position)[0]
                session.play(first)
        states = [WINNABLE] * 77 + [LOST] * 124
        course = GameReview(states, [9] * 201, frozenset({77}), frozenset(), [True] * 201, "")
        monkeypatch.setattr(GameModel, "review", course)
        await pilot.press("tab")
        bar = screen.query_one(SeekBar)
        line = pilot.screen_text().splitlines()[bar.region.y]
        assert len(line) <= size[0]
        each = 3 if size[0] == 80 else 2
        assert line.index("?") - len(LEFT_ARROW) == 77 // each
        await pilot.click(line.index("?"), bar.region.y)
        assert 77 <= session.ply < 77 + each


@pytest.mark.long
async def test_keys_go_to_the_ends_of_a_replay(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        model.show_published_solution(model.puzzle.published_solution)
        steps = len(model.replay.moves)
        for key, at in (("end", steps), ("pageup", steps - 10), ("home", 0), ("pagedown", 10)):
            await pilot.press(key)
            assert model.replay.ply == at
        assert "home first" in pilot.screen_text()
        await pilot.press("enter")
        assert model.session.ply == 10
