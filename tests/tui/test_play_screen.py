"""The play screen as it is made of widgets: what is drawn when, the mouse, the line to type on."""

import time

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


async def test_a_move_is_shown_when_it_is_stored_and_not_before(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        screen = pilot.screen
        before = [
            screen.board_area.render_line(y).text for y in range(screen.board_area.size.height)
        ]
        assert screen.model.play_player_move(screen.model.game.moves(screen.model.position)[0])
        assert pilot.app.autosave.must_delay_frame
        assert not screen.update_widgets()
        screen.board_area.on_resize(events.Resize(screen.board_area.size, screen.board_area.size))
        assert [screen.board_area.render_line(y).text for y in range(len(before))] == before
        assert "move 0" in pilot.screen_text()
        await pilot.wait_until(lambda: not pilot.app.autosave.must_delay_frame)
        assert [screen.board_area.render_line(y).text for y in range(len(before))] != before
        assert "move 1" in pilot.screen_text()


async def test_only_changed_board_lines_are_rendered(open_app, monkeypatch) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        board, rendered = pilot.screen.board_area, []
        monkeypatch.setattr(board, "refresh", lambda *regions: rendered.append(regions))
        await pilot.press("left")
        lines = [(region.y, region.height) for regions in rendered for region in regions]
        assert lines == [(lines[0][0] + at, 1) for at in range(3)]  # those of a disc
        rendered.clear()
        pilot.screen.update_widgets()
        assert not rendered


@pytest.mark.long
async def test_key_does_not_repaint_the_solver_panel(open_app, monkeypatch) -> None:
    async with open_app(MIDDLE, analysis=False, show_clock=False) as pilot:
        screen, game = pilot.screen, pilot.screen.model.game
        screen.model.solver_run = one = SolverRun(
            game, game.start, [], find_solver(game, "breadth-first")
        )
        await pilot.press("right")
        refresh, painted = Widget.refresh, set()

        def noted(widget, *regions, **how):
            painted.add(widget)
            return refresh(widget, *regions, **how)

        monkeypatch.setattr(Widget, "refresh", noted)
        await pilot.press("left")
        assert painted == {screen.board_area}
        one.progress = Progress(explored=5)
        await pilot.press("right")
        assert len(painted) > 1
        assert not any(isinstance(widget, SolverPanel) for widget in painted), "but parts of it"


@pytest.mark.long
async def test_click_on_the_seek_bar_steps_through_a_solution(open_app) -> None:
    async with open_app("orush-01") as pilot:
        model = pilot.screen.model
        await pilot.press("s")
        await pilot.wait_until(lambda: model.replay is not None)
        bar = pilot.screen.query_one(SeekBar)
        steps = len(model.replay.moves)
        places = {1 + len("◄ ") + steps + 1: 1, 1: 0, 3 + steps - 1: steps, 3: 1}
        for x, at in places.items():
            await pilot.click(x, bar.region.y)
            assert model.replay.ply == at
            assert f" {at} of {steps}" in pilot.screen_text()


@pytest.mark.long
async def test_footer_keys_can_be_clicked(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        board = pilot.screen.model.board
        own = pilot.screen_text().splitlines()[-2]
        cursor = board.cursor
        for arrow, there in (("←", False), ("→", True)):
            await pilot.click(own.index(arrow), 22)
            assert (board.cursor == cursor) is there
        await pilot.click(own.index(": type") + 3, 22)
        await pilot.wait_until(lambda: pilot.screen.active_prompt is not None)


async def test_new_footer_key_does_not_move_the_others(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        model = pilot.screen.model
        for _ in range(2):
            model.play_player_move(model.game.moves(model.session.position)[-1])
        await pilot.press("left")
        before = pilot.screen_text().splitlines()[-2:]
        await pilot.press("u")
        own, ways = pilot.screen_text().splitlines()[-2:]
        assert own == before[0]
        assert "y redo" in ways
        assert before[1].startswith(ways.partition("  y redo")[0])


async def test_prompt_shows_the_game_and_its_notation(open_app) -> None:
    async with open_app(MIDDLE) as pilot:
        model = pilot.screen.model
        model.play_player_move(model.game.moves(model.session.position)[-1])
        await pilot.wait_until(lambda: not pilot.screen.solver_jobs.is_busy)
        await pilot.press("left")
        timeline = pilot.screen_text().splitlines()[-3]
        assert "◄" in timeline
        await pilot.press(":", "x")
        shown = pilot.screen_text().splitlines()
        assert shown[-3] == timeline
        assert shown[-2].startswith(" : x ")
        assert shown[-2].endswith(f" {model.board.NOTATION}")
        await pilot.press("enter")
        assert "not a valid move" in pilot.screen_text().splitlines()[-3]


@pytest.mark.long
async def test_closed_prompt_is_not_painted_again(open_app, monkeypatch) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        await pilot.press(":", *"4,2:N")
        painted = []
        monkeypatch.setattr(Input, "refresh", lambda *_, **__: painted.append(1))
        await pilot.press("enter")
        assert pilot.screen.model.session.ply == 1
        assert not painted


async def test_frame_during_quit_is_harmless(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        await pilot.screen.query("#status").remove()
        pilot.screen.message_bar.show_status("too late")


@pytest.mark.long
async def test_prompt_recalls_earlier_lines(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        screen = pilot.screen
        for move in ("4,2:N", "4,5:S"):
            await pilot.press(":")
            await pilot.submit(move)
        await pilot.press(":", "up", "up")
        assert screen.active_prompt.input.value == "4,2:N"
        assert screen.model.board.NOTATION in pilot.screen_text()
        await pilot.press("escape")
        assert screen.active_prompt is None
        assert "jump/pick up" in pilot.screen_text()


async def test_long_message_replaces_the_keys(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        screen = pilot.screen
        assert isinstance(screen, PlayScreen)
        height = screen.board_area.size.height
        screen.notify_here(" ".join(["a long sentence"] * 9))
        await pilot.wait_until(
            lambda: " ".join(pilot.screen_text().split()).count("long sentence") == 9
        )
        assert "jump/pick up" not in pilot.screen_text()
        assert screen.board_area.size.height == height
        await pilot.press("left")
        assert "jump/pick up" in pilot.screen_text()
        assert "sentence" not in pilot.screen_text()


async def test_a_message_without_room_ends_with_an_ellipsis(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        pilot.screen.notify_here(" ".join(["a long sentence"] * 40))
        await pilot.wait_until(lambda: "a long sentence" in pilot.screen_text())
        assert pilot.screen_text().splitlines()[-1].endswith("…")


@pytest.mark.long
async def test_the_wheel_scrolls_the_moves_and_the_next_one_is_scrolled_to(open_app) -> None:
    async with open_app("orush-200", size=(80, 24), analysis=False) as pilot:
        screen, model = pilot.screen, pilot.screen.model
        moves = screen.query_one(MoveList)
        first = model.game.moves(model.position)[0]
        for _ in range(15):
            model.play_player_move(first)
            model.play_player_move((first[0], -first[1]))
        screen.refresh_view()
        many = model.session.ply
        assert many > moves.size.height
        await pilot.wait_until(
            lambda: f"  {many}  " in pilot.screen_text() and "│   1  " not in pilot.screen_text()
        )
        for _ in range(20):
            moves.post_message(wheel(moves, events.MouseScrollUp))
        await pilot.wait_until(lambda: "│   1  " in pilot.screen_text())
        screen.update_widgets()
        assert "│   1  " in pilot.screen_text(), "a clock or a solver does not scroll back"
        assert f"  {many}  " not in pilot.screen_text()
        await pilot.click(moves.region.x + 8, moves.region.y + 2)
        assert (model.session.ply, model.session.undone_count) == (3, many - 3)
        await pilot.press("end")
        assert model.session.ply == many
        await pilot.press("u")
        await pilot.wait_until(lambda: f"  {many}  " in pilot.screen_text())


def wheel(on: Widget, turn: type[events.MouseScrollUp]) -> events.MouseScrollUp:
    place = on.region.offset
    return turn(on, 1, 1, 0, 0, 0, False, False, False, place.x + 1, place.y + 1)


async def test_first_move_tip_is_shown_until_a_move_is_made(open_app) -> None:
    async with open_app(MIDDLE, analysis=False) as pilot:
        assert "No move yet" in pilot.screen_text()
        assert "next movable peg" in pilot.screen_text()
        await pilot.press("tab", "enter", "tab", "enter")
        assert "next movable peg" not in pilot.screen_text()
        await pilot.press("u")
        assert "next movable peg" not in pilot.screen_text(), "the move is listed, undone"


async def test_first_move_tip_is_hidden_without_room(open_app) -> None:
    async with open_app("FreeCell.1") as pilot:
        told = tips(pilot.screen.model, 5)
        assert ["".join(text for text, _ in line) for line in told][1:] == [
            " ⏎    move, or pick up",
            " 75   column 7 to 5",
            " i    show a hint",
        ]
        assert not tips(pilot.screen.model, 3)


def test_panel_shrinks_if_cards_get_edges() -> None:
    panels = {"FreeCell.1": 30, "Seahaven.1": 28, "BakersDozen.1": 0, "mo.4": 30, MIDDLE: 30}
    for name, columns in panels.items():
        model = GameModel(Session(catalogue.find(name)), UserOptions())
        assert GameLayout.for_screen(model, Size(80, 24)).panel_width == columns


async def test_notification_during_quit_is_dropped(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.screen.query_one("#bottom").remove()  # as on leaving, before the screen itself
        pilot.screen.notify_here("solved")
        await pilot.press()


async def test_clock_alone_refreshes_the_screen_once_a_second(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app("lucas-01", analysis=False) as pilot:
        screen = pilot.screen
        await pilot.wait_until(lambda: not screen.model.running)
        screen._timer.pause()
        seconds = 5.0
        monkeypatch.setattr(screen.model.session, "elapsed_seconds", lambda now: seconds)
        for _ in range(2):  # the last refresh of what was running, and of the clock
            screen._on_timer()
        refreshes: list[bool] = []
        monkeypatch.setattr(
            screen,
            "update_widgets",
            lambda *, with_board, with_header: bool(refreshes.append(with_board)),
        )
        for _ in range(3):
            screen._on_timer()
        assert not refreshes
        seconds = 6.0
        screen._on_timer()
        assert len(refreshes) == 1


async def test_a_click_ends_a_pause_and_does_nothing_else(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        assert model.play_text("4,5:E")
        for words in ("any key go on", "Paused"):
            await pilot.press("full_stop")
            lines = pilot.screen_text().splitlines()
            y = next(y for y, line in enumerate(lines) if words in line)
            await pilot.click(lines[y].index(words), y)
            await pilot.wait_until(lambda: not model.is_paused)
            assert not model.board.has_selection()
            assert not model.message
            assert model.session.ply == 1


async def test_clock_stands_before_the_first_move_behind_screens_and_in_a_pause(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        session = pilot.screen.model.session
        assert session.is_idle(time.monotonic())
        assert pilot.screen.model.play_text("4,5:E")
        assert not session.is_idle(time.monotonic())
        await pilot.press("comma")
        assert session.is_idle(time.monotonic())
        await pilot.press("escape")
        assert not session.is_idle(time.monotonic())
        await pilot.press("full_stop")
        assert session.is_idle(time.monotonic())
        assert "Paused" in pilot.screen_text()
        assert "any key go on" in pilot.screen_text()
        await pilot.press("n")  # any key ends the pause, and does nothing else
        await pilot.wait_until(lambda: "Paused" not in pilot.screen_text())
        assert not session.is_idle(time.monotonic())
