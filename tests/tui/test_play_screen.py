"""The play screen as it is made of widgets: what is drawn when, the mouse, the line to type on."""

import pytest
from textual import events
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from ludoscope.puzzles import catalogue
from ludoscope.search.events import Progress
from ludoscope.search.registry import find_solver
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.session import Session
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.play.side_panel import tips
from ludoscope.tui.screens.play.solver_panel import SolverPanel
from ludoscope.tui.widgets.game_layout import GameLayout
from ludoscope.tui.widgets.move_list import MoveList
from ludoscope.tui.widgets.seek_bar import SeekBar

MIDDLE = "english-central"


async def test_a_move_is_shown_when_it_is_stored_and_not_before(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        page = driver.page
        before = [page.board_area.render_line(y).text for y in range(page.board_area.size.height)]
        assert page.model.play(page.model.game.moves(page.model.position)[0])
        assert driver.app.autosave.delays_frame
        assert not page.update_widgets()
        page.board_area.on_resize(events.Resize(page.board_area.size, page.board_area.size))
        assert [page.board_area.render_line(y).text for y in range(len(before))] == before
        assert "move 0" in driver.text()
        await driver.until(lambda: not driver.app.autosave.delays_frame)
        assert [page.board_area.render_line(y).text for y in range(len(before))] != before
        assert "move 1" in driver.text()


async def test_of_the_board_only_lines_that_differ_are_rendered(opened, monkeypatch) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        board, rendered = driver.page.board_area, []
        monkeypatch.setattr(board, "refresh", lambda *regions: rendered.append(regions))
        await driver.press("left")
        lines = [(region.y, region.height) for regions in rendered for region in regions]
        assert lines == [(lines[0][0] + at, 1) for at in range(3)]  # those of a disc
        rendered.clear()
        driver.page.update_widgets()
        assert not rendered


@pytest.mark.long
async def test_a_key_between_two_reports_leaves_the_solver_alone(opened, monkeypatch) -> None:
    async with opened(MIDDLE, analysis=False, show_clock=False) as driver:
        page, game = driver.page, driver.page.model.game
        page.model.solver_run = one = SolverRun(
            game, game.start, [], find_solver(game, "breadth-first")
        )
        await driver.press("right")
        refresh, painted = Widget.refresh, set()

        def noted(widget, *regions, **how):
            painted.add(widget)
            return refresh(widget, *regions, **how)

        monkeypatch.setattr(Widget, "refresh", noted)
        await driver.press("left")
        assert painted == {page.board_area}
        one.progress = Progress(explored=5)
        await driver.press("right")
        assert len(painted) > 1
        assert not any(isinstance(widget, SolverPanel) for widget in painted), "but parts of it"


@pytest.mark.long
async def test_the_bar_of_a_solution_is_stepped_along_with_the_mouse(opened) -> None:
    async with opened("orush-01") as driver:
        table = driver.page.model
        await driver.press("ctrl+s", "enter")
        await driver.until(lambda: table.replay is not None)
        bar = driver.page.query_one(SeekBar)
        steps = len(table.replay.moves)
        places = {1 + len("◄ ") + steps + 1: 1, 1: 0, 3 + steps - 1: steps, 3: 1}
        for x, at in places.items():
            await driver.click(x, bar.region.y)
            assert table.replay.ply == at
            assert f" {at}/{steps}" in driver.text()


@pytest.mark.long
async def test_keys_are_pressed_with_the_mouse_each_arrow_for_itself(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        board = driver.page.model.board
        own = driver.text().splitlines()[-2]
        cursor = board.cursor
        for arrow, there in (("←", False), ("→", True)):
            await driver.click(own.index(arrow), 22)
            assert (board.cursor == cursor) is there
        await driver.click(own.index(": type") + 3, 22)
        await driver.until(lambda: driver.page.active_prompt is not None)


async def test_a_key_that_comes_leaves_the_others_where_they_are(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        table = driver.page.model
        for _ in range(2):
            table.play(table.game.moves(table.session.position)[-1])
        await driver.press("left")
        before = driver.text().splitlines()[-2:]
        await driver.press("u")
        own, ways = driver.text().splitlines()[-2:]
        assert own == before[0]
        assert "y redo" in ways
        assert before[1].startswith(ways.partition("  y redo")[0])


async def test_the_game_and_what_may_be_typed_stand_with_the_line(opened) -> None:
    async with opened(MIDDLE) as driver:
        table = driver.page.model
        table.play(table.game.moves(table.session.position)[-1])
        await driver.until(lambda: not driver.page.solver_jobs.is_busy)
        await driver.press("left")
        timeline = driver.text().splitlines()[-3]
        assert "◄" in timeline
        await driver.press(":", "x")
        shown = driver.text().splitlines()
        assert shown[-3] == timeline
        assert shown[-2].startswith(" : x ")
        assert shown[-2].endswith(f" {table.board.NOTATION}")
        await driver.press("enter")
        assert "not a valid move" in driver.text().splitlines()[-3]


@pytest.mark.long
async def test_a_line_that_is_over_is_not_painted_again(opened, monkeypatch) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        await driver.press(":", *"4,2:N")
        painted = []
        monkeypatch.setattr(Input, "refresh", lambda *_, **__: painted.append(1))
        await driver.press("enter")
        assert driver.page.model.session.ply == 1
        assert not painted


async def test_a_frame_that_comes_while_the_app_leaves_does_no_harm(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        await driver.page.query("#status").remove()
        driver.page.message_bar.show_status("too late")


@pytest.mark.long
async def test_lines_typed_before_come_back(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        page = driver.page
        for move in ("4,2:N", "4,5:S"):
            await driver.press(":")
            await driver.type(move)
        await driver.press(":", "up", "up")
        assert page.active_prompt.input.value == "4,2:N"
        assert page.model.board.NOTATION in driver.text()
        await driver.press("escape")
        assert page.active_prompt is None
        assert "pick/jump" in driver.text()


async def test_a_long_sentence_takes_the_place_of_the_keys(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        page = driver.page
        assert isinstance(page, PlayScreen)
        height = page.board_area.size.height
        page.notify_here(" ".join(["a long sentence"] * 9))
        await driver.until(lambda: " ".join(driver.text().split()).count("long sentence") == 9)
        assert "pick/jump" not in driver.text()
        assert page.board_area.size.height == height
        await driver.press("left")
        assert "pick/jump" in driver.text()
        assert "sentence" not in driver.text()


@pytest.mark.long
async def test_the_wheel_scrolls_the_moves_and_the_next_one_is_scrolled_to(opened) -> None:
    async with opened("orush-200", size=(80, 24), analysis=False) as driver:
        page, table = driver.page, driver.page.model
        moves = page.query_one(MoveList)
        first = table.game.moves(table.position)[0]
        for _ in range(15):
            table.play(first)
            table.play((first[0], -first[1]))
        page.refresh_view()
        many = table.session.ply
        assert many > moves.size.height
        await driver.until(
            lambda: f"  {many}  " in driver.text() and "│   1  " not in driver.text()
        )
        for _ in range(20):
            moves.post_message(wheel(moves, events.MouseScrollUp))
        await driver.until(lambda: "│   1  " in driver.text())
        page.update_widgets()
        assert "│   1  " in driver.text(), "a clock or a solver does not scroll back"
        assert f"  {many}  " not in driver.text()
        await driver.click(moves.region.x + 8, moves.region.y + 2)
        assert (table.session.ply, table.session.undone_count) == (3, many - 3)
        await driver.press("end")
        assert table.session.ply == many
        await driver.press("ctrl+u")
        await driver.until(lambda: f"  {many}  " in driver.text())


def wheel(on: Widget, turn: type[events.MouseScrollUp]) -> events.MouseScrollUp:
    place = on.region.offset
    return turn(on, 1, 1, 0, 0, 0, False, False, False, place.x + 1, place.y + 1)


async def test_how_a_first_move_is_made_is_told_until_there_is_one(opened) -> None:
    async with opened(MIDDLE, analysis=False) as driver:
        assert "no move yet" in driver.text()
        assert "next movable peg" in driver.text()
        await driver.press("tab", "enter", "tab", "enter")
        assert "next movable peg" not in driver.text()
        await driver.press("u")
        assert "next movable peg" not in driver.text(), "the move is listed, undone"


async def test_where_there_is_no_room_for_it_nothing_is_told(opened) -> None:
    async with opened("FreeCell.1") as driver:
        told = tips(driver.page.model, 5)
        assert ["".join(text for text, _ in line) for line in told][1:] == [
            " ⏎    pick up, then place",
            " 75   column 7 to 5",
            " i    shows a move",
        ]
        assert not tips(driver.page.model, 3)


def test_the_panel_yields_where_cards_have_edges_then() -> None:
    panels = {"FreeCell.1": 30, "Seahaven.1": 28, "BakersDozen.1": 0, "mo.4": 30, MIDDLE: 30}
    for name, columns in panels.items():
        table = GameModel(Session(catalogue.find(name)), UserOptions())
        assert GameLayout.for_screen(table, Size(80, 24)).panel_width == columns


async def test_what_is_said_while_the_app_leaves_is_said_to_nobody(opened) -> None:
    async with opened("lucas-07") as driver:
        await driver.page.query_one("#bottom").remove()  # as on leaving, before the screen itself
        driver.page.notify_here("solved")
        await driver.press()
