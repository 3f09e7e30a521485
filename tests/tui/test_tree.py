"""The tree of moves: laid out in rows, gone along on its screen, taken up another day."""

import asyncio
import sys
from collections.abc import Callable
from types import FrameType

import pytest
from textual import events
from textual.containers import Vertical
from textual.screen import Screen

from ludoscope.puzzles import catalogue
from ludoscope.search.process.client import SolverProcess
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import HUMAN, PERFECT
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.tree_rows import Row, build_rows, format_bars
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.tree.preview import PositionPreview
from ludoscope.tui.screens.tree.screen import TreeScreen
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.long_list import LongList


def begun(name: str) -> Session:
    return Session(catalogue.find(name))


def play(session: Session, *picks: int) -> None:
    for pick in picks:
        session.play(session.game.moves(session.position)[pick])


def drawn(found: list[Row]) -> list[str]:
    return [f"{format_bars(row, 99, 0)}{row.node.index}" for row in found]


def test_main_line_is_not_indented_and_branches_precede_its_continuation() -> None:
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


def test_moves_of_a_step_share_a_row_and_may_branch_within_it() -> None:
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


def test_redo_line_survives_a_restart() -> None:
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


def test_layout_time_is_linear_in_moves() -> None:
    session = begun("orush-05")
    wander(session)
    found, steps = counted(lambda: build_rows(session.history, lambda node: True))
    nodes = len(session.history.nodes)
    assert len(found) == nodes > 3000
    assert steps < 50 * nodes


def page(pilot) -> PlayScreen:
    assert isinstance(pilot.screen, PlayScreen)
    return pilot.screen


def typed(pilot, *texts: str) -> None:
    for text in texts:
        assert page(pilot).model.play_text(text)


@pytest.mark.long
async def test_heading_counts_moves_and_branches(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        typed(pilot, "4,5:E")
        await pilot.press("t")
        heading = pilot.screen_text().splitlines()[0]
        assert " 1 jump" in heading
        assert "moves" not in heading
        assert "branch" not in heading
        assert "bookmark" not in heading


@pytest.mark.long
async def test_board_uses_the_room_beside_the_tree_and_shows_its_verdict(open_app) -> None:
    async with open_app("english-cross", size=(120, 40)) as pilot:
        typed(pilot, "4,5:E", "4,4:S")
        model = page(pilot).model
        await pilot.wait_until(lambda: model.analysis.get(model.session.position) is not None)
        await pilot.press("t")
        assert [one.size.width for one in pilot.screen.query(PositionPreview)] == [120 - 48 - 4]
        assert "4 pegs left   ✗ lost" in pilot.screen_text()
        await pilot.resize(80, 24)
        assert [one.size.width for one in pilot.screen.query(PositionPreview)] == [80 - 48 - 4]
        await pilot.resize(50, 24)
        assert [one.size.width for one in pilot.screen.query(LongList)] == [50 - 2]


async def test_bookmarks_are_set_listed_and_visited(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        typed(pilot, "4,5:E")
        page(pilot).model.undo()
        typed(pilot, "3,4:S")
        await pilot.press("b")
        assert "Bookmark 1 set; t lists the bookmarks" in pilot.screen_text()
        assert "◆┣" in pilot.screen_text()
        session = page(pilot).model.session
        second = session.history.current
        await pilot.press("t")
        assert isinstance(pilot.screen, TreeScreen)
        assert "here ◆ 1" in pilot.screen_text()
        await pilot.press("left")
        assert "› ├─○" in pilot.screen_text()
        await pilot.press("enter")
        assert session.history.current is session.history.nodes[1]
        assert (session.ply, session.has_undone) == (1, True)
        await pilot.press("t", "tab", "enter")
        assert session.history.current is second
        await pilot.press("t", "home", "b", "escape")
        assert session.history.format_bookmarks() == "1:2 2:0"
        await pilot.press("b")
        assert "Bookmark 1 removed" in pilot.screen_text()
    async with open_app("lucas-07") as pilot:
        again = page(pilot).model.session
        assert again.history.to_text() == session.history.to_text()
        assert again.history.format_bookmarks() == "2:0"
        assert again.move_texts == session.move_texts
        await pilot.press("t", "up")
        assert "├─" in pilot.screen_text()


@pytest.mark.long
async def test_finished_game_keeps_its_tree(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        typed(pilot, "4,5:W", "4,3:N", "5,5:W", "2,5:E", "4,6:S")
        session = page(pilot).model.session
        assert session.is_over
        await pilot.press("b")
        history, attempt = session.history.to_text(), session.attempt_id
    for _ in range(2):
        async with open_app("lucas-01") as pilot:
            session = page(pilot).model.session
            assert (session.ply, session.history.to_text()) == (0, history)
            assert session.history.format_bookmarks()
            outcomes = await pilot.app.library.outcomes()
            assert [(outcome.won, outcome.clean) for outcome in outcomes] == [(True, True)]
    async with open_app("lucas-01") as pilot:
        typed(pilot, "4,5:W")
        await pilot.press()
        assert page(pilot).model.session.attempt_id != attempt
        assert len(await pilot.app.library.outcomes()) == 2


@pytest.mark.long
async def test_two_player_tree_stops_at_own_turns(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        model = page(pilot).model
        for _ in range(2):
            model.play_player_move(model.game.moves(model.session.position)[0])
            await pilot.wait_until(lambda: not model.is_opponents_turn)
        await pilot.press("t", "up")
        assert "here" in pilot.screen_text()
        await pilot.press("enter")
        assert (model.session.ply, model.session.undone_count, model.is_opponents_turn) == (
            2,
            2,
            False,
        )
        model.play_player_move(model.game.moves(model.session.position)[-1])
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        await pilot.press("t")
        assert "├─○   2" in pilot.screen_text()


async def test_only_the_selected_one_of_two_answers_is_deleted(open_app) -> None:
    async with open_app("hexapawn-4x4", analysis=False) as pilot:
        model = page(pilot).model
        session = model.session
        session.set_players((HUMAN, HUMAN))
        own_move, answer, other_answer = (0, 0, 1)
        play(session, own_move, answer)
        session.undo()
        play(session, other_answer)
        first, kept, deleted = session.history.nodes[1:]
        model.set_players((HUMAN, PERFECT))
        model.go_to_node(kept)
        await pilot.press("t")
        tree = pilot.screen
        while tree._selected_row.node is not deleted:
            await pilot.press("up")
        assert tree._selected_row.nodes == [first, deleted]
        await pilot.press("delete")
        assert session.history.nodes == [session.history.root, first, kept]
        assert "1 move deleted" in pilot.screen_text()


@pytest.fixture
def solver_gate(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Return an event that has to be set before any solver starts."""
    gate, start = asyncio.Event(), SolverProcess.start

    async def start_later(cls, *arguments, **options) -> SolverProcess:
        await gate.wait()
        return await start(*arguments, **options)

    monkeypatch.setattr(SolverProcess, "start", classmethod(start_later))
    return gate


async def test_the_opponents_reply_appears_in_the_open_tree(open_app, solver_gate) -> None:
    async with open_app("hexapawn-4x4", analysis=False) as pilot:
        model = page(pilot).model
        solver_gate.set()
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        solver_gate.clear()
        model.play_player_move(model.game.moves(model.session.position)[0])
        await pilot.press("t")
        tree, own_move = pilot.screen, model.session.history.current
        assert tree._selected_row.node is own_move
        solver_gate.set()
        await pilot.wait_until(lambda: tree._selected_row.node is not own_move)
        reply = model.session.history.current
        assert tree._selected_row.nodes == [own_move, reply]
        [line] = [line for line in pilot.screen_text().splitlines() if "here" in line]
        assert "› ●" in line


async def test_the_cursor_stays_where_it_was_when_the_game_goes_on(open_app) -> None:
    async with open_app("lucas-07", analysis=False) as pilot:
        typed(pilot, "4,5:E")
        model = page(pilot).model
        await pilot.press("t", "home")
        tree = pilot.screen
        model.play_player_move(model.game.moves(model.session.position)[0])
        await pilot.wait_until(lambda: len(tree._rows) == 3)
        assert tree._list.highlighted == 0
        assert "●   2" in pilot.screen_text()


async def test_the_preview_shows_a_verdict_that_comes_later(open_app, solver_gate) -> None:
    async with open_app("english-cross", size=(120, 40)) as pilot:
        typed(pilot, "4,5:E", "4,4:S")
        await pilot.press("t")
        assert "4 pegs left" in pilot.screen_text()
        assert "✗ lost" not in pilot.screen_text()
        solver_gate.set()
        await pilot.wait_until(lambda: "4 pegs left   ✗ lost" in pilot.screen_text())


@pytest.mark.long
async def test_only_visible_rows_are_built(open_app, monkeypatch) -> None:
    made = 0
    line = TreeScreen._draw_row

    def counting(*arguments) -> StyledLine:
        nonlocal made
        made += 1
        return line(*arguments)

    monkeypatch.setattr(TreeScreen, "_draw_row", counting)
    async with open_app("orush-05", size=(80, 24), analysis=False) as pilot:
        session = page(pilot).model.session
        wander(session)
        await pilot.press("t")
        assert f"{len(session.history.nodes) - 1:,} moves" in pilot.screen_text()
        assert "here" in pilot.screen_text()
        await pilot.press("home", "down", "right", "end", "up", "pageup")
        assert made < 500


async def test_a_list_that_shrinks_while_it_is_hidden_leaves_no_lines(open_app) -> None:
    async with open_app() as pilot:
        rows = LongList(4, lambda index, *_: [(f"row {index}", "")])
        await pilot.app.push_screen(screen := Screen())
        await screen.mount(box := Vertical(rows))
        await pilot.wait_until(lambda: "row 3" in pilot.screen_text())
        box.display = False
        await pilot.wait_until(lambda: not rows.size)
        rows.set_rows(2, 0)
        box.display = True
        await pilot.wait_until(lambda: "row 1" in pilot.screen_text())
        assert "row 2" not in pilot.screen_text()


async def test_click_highlights_and_a_second_click_goes_there(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        typed(pilot, "4,5:E")
        page(pilot).model.undo()
        typed(pilot, "3,4:S", "4,5:E")
        session = page(pilot).model.session
        await pilot.press("t")
        rows = pilot.screen_text().splitlines()
        at = next(y for y, row in enumerate(rows) if "├─○   1  4,5:E" in row)
        await pilot.click(12, at)
        assert "› ├─○   1  4,5:E" in pilot.screen_text()
        assert "Jump 1" in pilot.screen_text()
        await pilot.click(12, at)
        assert isinstance(pilot.screen, PlayScreen)
        assert session.history.current is session.history.nodes[1]


@pytest.mark.long
async def test_wheel_scrolls_without_highlighting(open_app) -> None:
    async with open_app("orush-05", analysis=False) as pilot:
        wander(page(pilot).model.session)
        await pilot.press("t", "home")
        tree = pilot.screen._list
        tree.post_message(events.MouseScrollDown(tree, 5, 5, 0, 1, 0, False, False, False, 5, 5))
        await pilot.wait_until(lambda: tree.scroll_offset.y > 0)
        assert tree.highlighted == 0
        await pilot.press("down")
        assert "› " in pilot.screen_text()


def test_step_of_many_cards_survives_a_restart() -> None:
    session = begun("FreeCell.1-free")
    play(session, 0, 0)
    session.play(session.game.moves(session.position)[0], continues_step=True)
    again = begun("FreeCell.1-free")
    SavedSession.from_session(session, 1.0, 1.0).resume(again)
    model = GameModel(again, UserOptions())
    model.undo()
    assert model.session.ply == 1
