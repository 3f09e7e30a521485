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


async def played(driver, states, moves=None) -> None:
    """Play first moves and note the states of positions ("w" winnable, "l" lost, " " unknown)."""
    table = driver.page.model
    for _ in states[1:]:
        assert table.play(table.game.moves(table.session.position)[0])
    for node, state in zip(table.session.history.line, states, strict=True):
        if state != " ":
            known = Judgement(WINNABLE, len(states) - node.ply) if state == "w" else Judgement(LOST)
            table.analysis.add_judgement(node.position, known)
    driver.page.solver_jobs.stop()
    await driver.press("tab")


async def test_a_cell_for_each_position_and_a_click_goes_there(opened, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with opened("english-central") as driver:
        page, table = driver.page, driver.page.model
        row = page.query_one(SeekBar).region.y
        await played(driver, "wwwlll")
        row = page.query_one(SeekBar).region.y
        assert driver.text().splitlines()[row] == " ◄ ▇▆▅?×[×] ►"
        y, nodes = page.query_one(MoveList).region.y, table.session.history.nodes[:]
        for x, ply in (
            (5, 2), (3, 0), (7, 2), (0, 1), (12, 2), (6, 2), (10, 5), (12, 5), (23, 5),
        ):  # fmt: skip
            with case(x):
                await driver.click(x, row)
                assert table.session.ply == ply
        for at, ply in ((0, 1), (4, 5), (2, 3), (9, 3)):
            with case("list", at):
                await driver.click(page.query_one(MoveList).region.x + 8, y + at)
                assert table.session.ply == ply
        for key, ply in (("home", 0), ("end", 5), ("pageup", 0), ("pagedown", 5)):
            with case(key):
                await driver.press(key)
                assert table.session.ply == ply
        assert table.session.history.nodes == nodes
        assert "◄" in driver.text().splitlines()[row]
        await driver.press("a", "tab")
        assert "◄" not in driver.text().splitlines()[row], "without analysis"


async def test_what_is_said_stands_in_place_of_keys_and_moves_nothing(opened, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with opened("FreeCell.1") as driver:
        page = driver.page
        await played(driver, "www")
        before, board = driver.text().splitlines(), page.board_area.region
        for key, said in (("B", "bookmark 1 set: t lists them"), ("7", "column 7 to: column 1–8")):
            with case(key):
                await driver.press(key)
                now = driver.text().splitlines()
                assert now[-1].startswith(f" {said}")
                assert (now[-3], page.board_area.region) == (before[-3], board)
                await driver.press("escape" if key == "7" else "tab")
                assert "? help" in driver.text().splitlines()[-1]


@pytest.mark.long
@first_of("name, count", [("FreeCell.1", 3), ("hexapawn-5x5", 3), ("lucas-07", 6)])
async def test_heading_list_timeline_and_tree_count_alike(opened, monkeypatch, name, count) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with opened(name) as driver:
        table, session = driver.page.model, driver.page.model.session
        session.set_players(("human", "random"))
        for _ in range(3):  # moves of several cards, or with their answers
            for at in range(2):
                session.play(table.game.moves(session.position)[0], at > 0 and "hex" not in name)
        await driver.press("tab")
        lines = driver.text().splitlines()
        assert f"move {count} " in lines[0]
        assert f" {count}  " in lines[driver.page.query_one(MoveList).region.y + count - 1]
        assert re.fullmatch(rf" ◄ .{{{count}}}\[.\] ►", lines[-3])
        table.seek(4)
        await driver.press("t")
        lines = driver.text().splitlines()
        assert f"  {count} moves" in lines[0]
        assert f"─ move {count * 2 // 3} ─" in lines[1]
        assert [f" {at * count // 3} " in lines[2 + at] for at in range(1, 4)] == [True] * 3


@pytest.mark.long
async def test_a_solution_that_was_found_leaves_room_for_it(opened, monkeypatch) -> None:
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.SolverJobs.analyse", lambda self: None
    )
    async with opened("orush-20") as driver:
        table = driver.page.model
        await driver.press("ctrl+s", "enter")
        await driver.until(lambda: table.replay is not None)
        await driver.press("right", "enter")
        line = driver.text().splitlines()[-3]
        assert line.startswith(" ◄ ")
        assert re.search(r"► +solved: \d+ moves, \d+ squares", line)


@pytest.mark.long
async def test_a_replay_of_two_players_counts_as_their_game(opened) -> None:
    async with opened("hexapawn-3x3") as driver:
        table = driver.page.model
        moves, position = [], table.game.start
        while table.game.moves(position):
            moves.append(table.game.moves(position)[0])
            position = table.game.play(position, moves[-1])
        table.show_published_solution(PublishedSolution("a game", "", tuple(moves)))
        await driver.press("right", "right", "right")
        assert f" 2/{-(-len(moves) // 2)} " in driver.text().splitlines()[-3]


@pytest.mark.long
async def test_of_two_players_a_move_is_the_one_that_is_clicked(opened) -> None:
    async with opened("hexapawn-5x5") as driver:
        page, table = driver.page, driver.page.model
        table.set_players(("human", "human"))
        await played(driver, "     ")
        moves = page.query_one(MoveList).region
        for x, y, ply in ((8, 0, 1), (17, 0, 2), (8, 1, 3), (17, 1, 4)):
            await driver.click(moves.x + x, moves.y + y)
            assert table.session.ply == ply
        table.set_players(("human", "random"))
        await driver.until(lambda: not table.is_opponents_turn)
        count = len(table.session.history.nodes)
        await driver.click(moves.x + 8, moves.y)
        assert table.session.ply == 2, "where the program has answered"
        assert len(table.session.history.nodes) == count


@first_of("size", [(80, 24), (120, 40)])
async def test_many_moves_share_cells_and_a_loss_is_seen_among_them(
    opened, monkeypatch, size
) -> None:
    async with opened("orush-200", size=size) as driver:
        page, session = driver.page, driver.page.model.session
        for _ in range(100):
            for _ in range(2):  # there and back, as new moves
                first = session.game.moves(session.position)[0]
                session.play(first)
        states = [WINNABLE] * 77 + [LOST] * 124
        course = GameReview(states, [9] * 201, frozenset({77}), frozenset(), [True] * 201, "")
        monkeypatch.setattr(GameModel, "review", course)
        await driver.press("tab")
        bar = page.query_one(SeekBar)
        line = driver.text().splitlines()[bar.region.y]
        assert len(line) <= size[0]
        each = 3 if size[0] == 80 else 2
        assert line.index("?") - len(LEFT_ARROW) == 77 // each
        await driver.click(line.index("?"), bar.region.y)
        assert 77 <= session.ply < 77 + each


@pytest.mark.long
async def test_keys_go_to_the_ends_of_a_replay(opened) -> None:
    async with opened("lucas-07") as driver:
        table = driver.page.model
        table.show_published_solution(table.puzzle.published_solution)
        steps = len(table.replay.moves)
        for key, at in (("end", steps), ("pageup", steps - 10), ("home", 0), ("pagedown", 10)):
            await driver.press(key)
            assert table.replay.ply == at
        assert "home first" in driver.text()
        await driver.press("enter")
        assert table.session.ply == 10
