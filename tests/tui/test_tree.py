"""The tree of moves: laid out in rows, gone along on its screen, taken up another day."""

import sys
from collections.abc import Callable
from types import FrameType

import pytest
from textual import events

from ludoscope.puzzles import catalogue
from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import LOST, Judgement
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.tree_rows import Row, build_rows, format_bars
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.tree.preview import PositionPreview
from ludoscope.tui.screens.tree.screen import TreeScreen
from ludoscope.tui.widgets.long_list import LongList


def begun(name: str) -> Session:
    return Session(catalogue.find(name))


def play(session: Session, *picks: int) -> None:
    for pick in picks:
        session.play(session.game.moves(session.position)[pick])


def drawn(found: list[Row]) -> list[str]:
    return [f"{format_bars(row, 99, 0)}{row.node.index}" for row in found]


def test_the_line_is_at_the_edge_and_branches_stand_before_it_goes_on() -> None:
    session = begun("lucas-07")
    play(session, 0, 0, 0)
    session.go_to(session.history.nodes[1])
    play(session, 1, 0)
    session.go_to(session.history.nodes[4])
    play(session, 1)
    session.go_to(session.history.nodes[2])
    found = build_rows(session.history, lambda node: True)
    assert drawn(found) == ["0", "1", "├─4", "│ ├─5", "│ 6", "2", "3"]
    assert [row.node.index for row in found if row.has_siblings] == [4, 5, 6, 2]
    assert format_bars(found[3], 3, 2) == "…├─"
    session.go_to(session.history.nodes[6])
    assert drawn(build_rows(session.history, lambda node: True))[2:4] == ["├─2", "│ 3"]


def test_the_moves_of_a_step_share_a_row_and_may_part_within_it() -> None:
    session = begun("lucas-07")
    game = session.game
    play(session, 0)
    for pick in (0, 1):
        session.go_to(session.history.nodes[2 if pick else 1])
        for _ in range(2 - pick):
            session.play(game.moves(session.position)[pick], continues_step=True)
    found = build_rows(session.history, lambda node: not node.children)
    assert [[node.index for node in row.nodes] for row in found] == [[], [1, 2, 3], [1, 2, 4]]
    assert [row.has_siblings for row in found] == [False, True, True]


def test_the_way_to_redo_is_the_same_another_day() -> None:
    session = begun("lucas-07")
    play(session, 0)
    session.go_to(session.history.root)
    play(session, 1)
    session.go_to(session.history.nodes[1])
    play(session, 0)  # a younger move of an older branch
    session.go_to(session.history.nodes[2])
    session.undo()
    again = begun("lucas-07")
    SavedSession.from_session(session, 1.0, 1.0).resume(again)
    assert again.move_texts == session.move_texts == [session.history.nodes[2].text]


def counted(work: Callable[[], list[Row]]) -> tuple[list[Row], int]:
    """Return the result of `work` and the number of Python lines it ran."""
    steps = 0

    def step(frame: FrameType, event: str, argument: object) -> Callable[..., object]:
        nonlocal steps
        steps += event == "line"
        return step

    before = sys.gettrace()
    sys.settrace(step)
    try:
        found = work()
    finally:
        sys.settrace(before)
    return found, steps


def wander(session: Session) -> None:
    """Play six thousand moves, with branches."""
    for at in range(6000):
        if at % 7 == 6:
            session.go_to(session.history.nodes[at * 7919 % len(session.history.nodes)])
        moves = session.game.moves(session.position)
        play(session, at % len(moves))


def test_six_thousand_moves_are_laid_out_in_proportion_to_their_number() -> None:
    session = begun("orush-05")
    wander(session)
    found, steps = counted(lambda: build_rows(session.history, lambda node: True))
    nodes = len(session.history.nodes)
    assert len(found) == nodes > 3000
    assert steps < 50 * nodes


def page(driver) -> PlayScreen:
    assert isinstance(driver.page, PlayScreen)
    return driver.page


def typed(driver, *texts: str) -> None:
    for text in texts:
        assert page(driver).model.play_text(text)


@pytest.mark.long
async def test_the_heading_counts_what_there_is(opened) -> None:
    async with opened("lucas-07") as driver:
        typed(driver, "4,5:E")
        await driver.press("t")
        heading = driver.text().splitlines()[0]
        assert " 1 move" in heading
        assert "moves" not in heading
        assert "branch" not in heading
        assert "bookmark" not in heading


@pytest.mark.long
async def test_the_board_has_the_room_that_the_list_leaves_and_its_verdict(opened) -> None:
    async with opened("lucas-07", size=(120, 40)) as driver:
        typed(driver, "4,5:E")
        table = page(driver).model
        table.analysis.add_judgement(table.session.position, Judgement(LOST, proof="told"))
        await driver.press("t")
        assert [one.size.width for one in driver.page.query(PositionPreview)] == [120 - 48 - 4]
        assert "19 jumps left   ✗ lost" in driver.text()
        await driver.resize(80, 24)
        assert [one.size.width for one in driver.page.query(PositionPreview)] == [80 - 48 - 4]
        await driver.resize(50, 24)
        assert [one.size.width for one in driver.page.query(LongList)] == [50 - 2]


async def test_bookmarks_are_set_listed_and_gone_to(opened) -> None:
    async with opened("lucas-07") as driver:
        typed(driver, "4,5:E")
        page(driver).model.undo()
        typed(driver, "3,4:S")
        await driver.press("b")
        assert "bookmark 1 set: t lists them" in driver.text()
        assert "◆┣" in driver.text()
        session = page(driver).model.session
        second = session.history.current
        await driver.press("t")
        assert isinstance(driver.page, TreeScreen)
        assert "here ◆ 1" in driver.text()
        await driver.press("left")
        assert "› ├─○" in driver.text()
        await driver.press("enter")
        assert session.history.current is session.history.nodes[1]
        assert (session.ply, session.has_undone) == (1, True)
        await driver.press("t", "tab", "enter")
        assert session.history.current is second
        await driver.press("t", "home", "b", "escape")
        assert session.history.format_bookmarks() == "1:2 2:0"
        await driver.press("b")
        assert "bookmark 1 removed" in driver.text()
    async with opened("lucas-07") as driver:
        again = page(driver).model.session
        assert again.history.to_text() == session.history.to_text()
        assert again.history.format_bookmarks() == "2:0"
        assert again.move_texts == session.move_texts
        await driver.press("t", "up")
        assert "├─" in driver.text()


@pytest.mark.long
async def test_a_game_that_is_over_keeps_its_tree(opened) -> None:
    async with opened("lucas-01") as driver:
        typed(driver, "4,5:W", "4,3:N", "5,5:W", "2,5:E", "4,6:S")
        session = page(driver).model.session
        assert session.is_over
        await driver.press("b")
        history, attempt = session.history.to_text(), session.attempt_id
    for _ in range(2):
        async with opened("lucas-01") as driver:
            session = page(driver).model.session
            assert (session.ply, session.history.to_text()) == (0, history)
            assert session.history.format_bookmarks()
            outcomes = await driver.app.library.outcomes()
            assert [(outcome.won, outcome.clean) for outcome in outcomes] == [(True, True)]
    async with opened("lucas-01") as driver:
        typed(driver, "4,5:W")
        await driver.press()
        assert page(driver).model.session.attempt_id != attempt
        assert len(await driver.app.library.outcomes()) == 2


@pytest.mark.long
async def test_where_two_play_one_goes_to_ones_own_turns(opened) -> None:
    async with opened("hexapawn-4x4") as driver:
        table = page(driver).model
        for _ in range(2):
            table.play_player_move(table.game.moves(table.session.position)[0])
            await driver.until(lambda: not table.is_opponents_turn)
        await driver.press("t", "up")
        assert "here" in driver.text()
        await driver.press("enter")
        assert (table.session.ply, table.session.undone_count, table.is_opponents_turn) == (
            2,
            2,
            False,
        )
        table.play_player_move(table.game.moves(table.session.position)[-1])
        await driver.until(lambda: not table.is_opponents_turn)
        await driver.press("t")
        assert "├─○   2" in driver.text()


@pytest.mark.long
async def test_of_six_thousand_moves_only_those_seen_are_made(opened, monkeypatch) -> None:
    made = 0
    line = TreeScreen._draw_row

    def counting(*arguments) -> StyledLine:
        nonlocal made
        made += 1
        return line(*arguments)

    monkeypatch.setattr(TreeScreen, "_draw_row", counting)
    async with opened("orush-05", size=(80, 24), analysis=False) as driver:
        session = page(driver).model.session
        wander(session)
        await driver.press("ctrl+t")
        assert f"{len(session.history.nodes) - 1:,} moves" in driver.text()
        assert "here" in driver.text()
        await driver.press("home", "down", "right", "end", "up", "pageup")
        assert made < 500


async def test_a_click_chooses_and_a_second_one_goes_there(opened) -> None:
    async with opened("lucas-07") as driver:
        typed(driver, "4,5:E")
        page(driver).model.undo()
        typed(driver, "3,4:S", "4,5:E")
        session = page(driver).model.session
        await driver.press("t")
        rows = driver.text().splitlines()
        at = next(y for y, row in enumerate(rows) if "├─○   1  4,5:E" in row)
        await driver.click(12, at)
        assert "› ├─○   1  4,5:E" in driver.text()
        assert "move 1" in driver.text()
        await driver.click(12, at)
        assert isinstance(driver.page, PlayScreen)
        assert session.history.current is session.history.nodes[1]


@pytest.mark.long
async def test_the_wheel_scrolls_and_chooses_nothing(opened) -> None:
    async with opened("orush-05", analysis=False) as driver:
        wander(page(driver).model.session)
        await driver.press("ctrl+t", "home")
        tree = driver.page._list
        tree.post_message(events.MouseScrollDown(tree, 5, 5, 0, 1, 0, False, False, False, 5, 5))
        await driver.until(lambda: tree.scroll_offset.y > 0)
        assert tree.chosen == 0
        await driver.press("down")
        assert "› " in driver.text()


def test_a_step_of_many_cards_is_one_step_another_day() -> None:
    session = begun("FreeCell.1-free")
    play(session, 0, 0)
    session.play(session.game.moves(session.position)[0], continues_step=True)
    again = begun("FreeCell.1-free")
    SavedSession.from_session(session, 1.0, 1.0).resume(again)
    table = GameModel(again, UserOptions())
    table.undo()
    assert table.session.ply == 1
