"""The app by its keys: every family opened, played, undone, solved, saved."""

import asyncio
import random
import re
import time
from pathlib import Path

import pytest
from many import first_of, many
from pilot import WAIT_TIMEOUT_SECONDS
from textual import events
from textual.geometry import Size

from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.play.header import format_move_count
from ludoscope.tui.screens.play.screen import PlayScreen

FAMILIES = [
    ("lucas-01", ["tab", "enter", "tab", "enter"]),
    ("orush-01", ["left"]),
    ("hexapawn-3x3", ["enter", "up", "enter"]),  # black, which wins, after white's first move
    ("FreeCell.1", ["enter"]),
]


def play_page(pilot) -> PlayScreen:
    assert isinstance(pilot.screen, PlayScreen)
    return pilot.screen


async def answered(pilot) -> None:
    model = play_page(pilot).model
    await pilot.wait_until(lambda: not model.is_opponents_turn)


@first_of(("name", "keys"), FAMILIES[::-1])
async def test_a_move_by_keys_is_undone_and_redone(open_app, name: str, keys: list[str]) -> None:
    async with open_app(name) as pilot:
        await answered(pilot)
        session = play_page(pilot).model.session
        assert session.ply == session.player_side
        begun = session.position
        await pilot.press(*keys)
        assert session.ply > session.player_side, pilot.screen_text()
        await answered(pilot)
        moved = session.position
        assert format_move_count(session) in pilot.screen_text()
        await pilot.press("u")
        assert (session.ply, session.position) == (session.player_side, begun)
        assert format_move_count(session) in pilot.screen_text()
        await pilot.press("y")
        assert session.position == moved


@pytest.mark.long
@first_of("name", ["lucas-01", "hexapawn-3x3", "orush-02", "st.2"])
async def test_solution_can_be_stepped_through_and_continued(open_app, name: str) -> None:
    async with open_app(name) as pilot:
        await answered(pilot)
        model = play_page(pilot).model
        own = model.session.moves  # with white's first one where the person is black
        assert len(own) == model.session.player_side
        begun = model.session.position
        await pilot.press("s")
        await pilot.wait_until(lambda: model.replay is not None)
        assert "esc back to your game" in pilot.screen_text()
        replay = model.replay
        await pilot.press("right", "right", "left")
        assert replay.ply == 1
        assert (model.session.moves, model.session.position) == (own, begun)
        await pilot.press("enter")
        assert model.replay is None
        assert model.session.moves[: len(own) + 1] == [*own, *replay.moves[:1]]
        await answered(pilot)
        await pilot.press("u")
        assert (model.session.moves, model.session.position) == (own, begun)


@pytest.mark.long
async def test_hint_and_replay_keep_the_position(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = play_page(pilot).model
        await pilot.press("tab", "enter", "tab", "enter")
        own = model.session.position
        await pilot.press("s")
        await pilot.wait_until(
            lambda: model.replay is not None or model.solver_run.verdict is not None
        )
        await pilot.press("right", "escape")
        assert model.position == own
        assert isinstance(pilot.screen, PlayScreen)
        await pilot.press("u", "i")
        await pilot.wait_until(lambda: model.hint is not None)
        assert "Hint: " in pilot.screen_text()
        assert model.session.ply == 0


@pytest.mark.long
async def test_solver_can_be_stopped_while_playing(open_app, process_exists) -> None:
    async with open_app("english-central") as pilot:
        screen = play_page(pilot)
        await pilot.press("s", "s")
        await choose(pilot, "breadth-first")
        await pilot.wait_until(lambda: screen.model.solver_run.progress.explored > 0)
        assert "x stop" in pilot.screen_text()
        pid = screen.model.solver_run._process.pid
        await pilot.press("x")
        await pilot.wait_until(lambda: not process_exists(pid))
        assert "stopped" in pilot.screen_text()
        await pilot.press("s")
        await choose(pilot, "breadth-first")
        await pilot.wait_until(lambda: screen.model.solver_run.progress.explored > 0)
        pid = screen.model.solver_run._process.pid
        await pilot.press("tab", "enter")
        assert screen.model.session.ply == 1
        await pilot.wait_until(lambda: not process_exists(pid))
        assert "Search stopped: the position has changed" in pilot.screen_text()
        assert "Solver: " not in pilot.screen_text()


async def choose(pilot, name: str) -> None:
    """Choose a solver by its name in the list of solvers."""
    choices = pilot.app.screen._choices
    index = next(at for at, one in enumerate(choices) if getattr(one.value, "name", "") == name)
    await pilot.press("home", *["down"] * index, "enter")


@pytest.mark.long
async def test_quitting_kills_the_solver(open_app, fresh_workers, process_exists) -> None:
    async with open_app("english-central") as pilot:
        screen = play_page(pilot)
        await pilot.press("s", "s")
        await choose(pilot, "breadth-first")
        await pilot.wait_until(lambda: screen.model.solver_run.progress.explored > 0)
        pid = screen.model.solver_run._process.pid
        await pilot.press("ctrl+q")
    assert not process_exists(pid)


@pytest.mark.long
async def test_typed_move_is_played_or_refused(open_app) -> None:
    async with open_app("english-central") as pilot:
        session = play_page(pilot).model.session
        await pilot.press(":")
        await pilot.submit("11-13")
        assert "No hole at 1,1" in " ".join(pilot.screen_text().split())
        assert session.ply == 0
        await pilot.press("ctrl+u")
        await pilot.submit("4,2:N")
        assert session.move_texts == ["4,2:N"]
        await pilot.press("2")
        await pilot.press("escape")
        assert session.ply == 1


async def test_undo_takes_back_the_opponent_s_reply_too(open_app) -> None:
    async with open_app("hexapawn-4x4") as pilot:
        session = play_page(pilot).model.session
        await pilot.press(":")
        await pilot.submit("a1a2")
        await answered(pilot)
        assert session.ply == 2
        await pilot.press("u")
        assert session.ply == 0


@pytest.mark.long
async def test_win_shows_a_message_and_a_key_opens_the_next_puzzle(open_app) -> None:
    async with open_app("orush-01") as pilot:
        model = play_page(pilot).model
        for _ in range(30):
            await pilot.press("i")
            await pilot.wait_until(lambda: model.hint is not None)
            move = model.game.move_text(model.session.position, model.hint)
            await pilot.press(":")
            await pilot.submit(move)
            if model.session.is_won:
                break
        assert "solved" in pilot.screen_text()
        await pilot.press("n")
        await pilot.wait_until(lambda: play_page(pilot).model.puzzle.name == "orush-02")
        await pilot.press("p")
        await pilot.wait_until(lambda: play_page(pilot).model.puzzle.name == "orush-01")


@pytest.mark.long
async def test_mouse_clicks_play_a_jump(open_app) -> None:
    async with open_app("english-central") as pilot:
        model = play_page(pilot).model
        rows = pilot.screen_text().splitlines()
        hole = "│█  █│"  # with the cursor on it, which marks its corners
        y = next(y for y, row in enumerate(rows) if hole in row)
        x = rows[y].index(hole) + 2
        await pilot.click(x + 12, y)
        assert hole not in pilot.screen_text()
        assert pilot.screen_text().splitlines()[y][x + 10 : x + 16] == "│█▌▐█│", "the peg is picked"
        await pilot.click(x, y)
        assert model.session.move_texts == ["6,4:W"]


@pytest.mark.long
async def test_elapsed_time_is_saved_on_quit(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter")
        play_page(pilot).model.session._elapsed_seconds = 500.0
        await pilot.press("escape")
    async with open_app("lucas-01") as pilot:
        assert play_page(pilot).model.session.elapsed_seconds(time.monotonic()) >= 500.0


async def test_a_session_is_continued_after_a_restart(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter")
        left = play_page(pilot).model.session.position
    async with open_app() as pilot:
        await pilot.wait_until(lambda: "jump 1" in pilot.screen_text())
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert play_page(pilot).model.session.position == left


async def test_game_works_if_the_store_fails(open_app, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter")
        await pilot.wait_until(lambda: "saves cannot be used" in pilot.screen_text())
        assert play_page(pilot).model.session.ply == 1


@pytest.mark.long
async def test_no_frame_in_ascii_has_another_character(open_app) -> None:
    async with open_app("lucas-01", ascii_only=True) as pilot:
        frames = [pilot.screen_text()]
        for key in ("tab", "enter", "s", "escape", "question_mark", "escape", "ctrl+p"):
            await pilot.press(key)
            frames.append(pilot.screen_text())
        assert all(frame.isascii() for frame in frames)


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=pytest.mark.long) for name in ("", "lucas-01")), "mo.3"]
)
async def test_any_size_of_terminal(open_app, name: str) -> None:
    async with open_app(name) as pilot:
        for size in [(1, 1), (200, 60), (12, 5), (60, 3), (3, 60), (80, 24)]:
            await pilot.resize(*size)
        assert len(pilot.screen_text().splitlines()) == 24


@pytest.mark.long
async def test_help_footer_and_palette_follow_a_keymap(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press("tab", "enter", "tab", "enter")
        await pilot.press("ctrl+p", *"undo", "enter")
        assert play_page(pilot).model.session.ply == 0
        pilot.app.set_keymap({"play.hint": "f5"})
        await pilot.press("tab")
        assert "f5 hint" in pilot.screen_text()
        await pilot.press("?")
        assert re.search("f5 +hint", pilot.screen_text())
        await pilot.press(*["down"] * 20)
        assert "5,3:NWSE" in pilot.screen_text()


KEYS = [
    *(
        "up",
        "down",
        "left",
        "right",
        "shift+left",
        "shift+up",
        "tab",
        "shift+tab",
        "enter",
        "space",
    ),
    *("escape", "u", "y", "i", "s", "x", "w", "o", ":", "n", "p", "r", "?", "/", "ctrl+p", "home"),
    *"hjklABCXf0123459",
]


@first_of("name", ["orush-08", "hexapawn-3x3", "st.2", "english-central"])
async def test_any_keys_in_any_order(open_app, name: str) -> None:
    chance = random.Random(name)
    async with open_app(name) as pilot:
        for _ in range(many(100)):
            await pilot.press(chance.choice(KEYS))
            screen = pilot.app.screen
            if isinstance(screen, HomeScreen):
                pilot.app.puzzle_opener.open(name)
                await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            assert len(pilot.screen_text().splitlines()) <= 24


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_type_ahead_is_handled_in_order(open_app) -> None:
    async with open_app("english-central") as pilot:
        screen = play_page(pilot)
        await pilot.press_together(":", *"4,2:N", "enter")
        await pilot.wait_until(lambda: screen.model.session.move_texts == ["4,2:N"])
        await pilot.press_together("u", "s", "s", "down", "enter")
        await pilot.wait_until(lambda: screen.model.solver_run is not None)
        assert screen.model.solver_run.solver.name == "both-ends"
        assert screen.model.session.ply == 0


async def test_ctrl_c_asks_before_it_quits_a_game(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        screen = pilot.screen
        await pilot.press("tab", "enter", "tab", "enter", "ctrl+c")
        assert "Quit Ludoscope? (ctrl+c also quits)" in pilot.screen_text()
        await pilot.press("escape")
        assert pilot.screen is screen
        await pilot.press(",", "ctrl+c", "down", "enter")
        assert not pilot.app._exit
        await pilot.press("escape", "ctrl+c", "enter")
        assert pilot.app._exit


async def test_quit_dialog_names_the_key_that_is_set(open_app, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    (folder / "keys.json").write_text('{"app.interrupt": "f9"}')
    async with open_app("lucas-01") as pilot:
        await pilot.wait_until(
            lambda: pilot.app.options.key_display("app.interrupt", "ctrl+c") == "f9"
        )
        await pilot.press("tab", "enter", "tab", "enter", "f9")
        assert "Quit Ludoscope? (f9 also quits)" in pilot.screen_text()


@pytest.mark.long
async def test_ctrl_c_quits_at_once_without_a_game_or_when_pressed_again(open_app) -> None:
    for keys in ([], ["tab", "enter", "tab", "enter", "ctrl+c"]):
        async with open_app("lucas-01") as pilot:
            await pilot.press(*keys)
            assert not pilot.app._exit
            await pilot.press_together("ctrl+c")
            await pilot.wait_until(lambda: pilot.app._exit)


@pytest.mark.long
async def test_notification_closes_with_its_screen_unless_data_is_lost(open_app) -> None:
    async with open_app() as pilot:
        for say, stands in ((pilot.app.notify_here, False), (pilot.app.notify_anywhere, True)):
            pilot.app.navigator.open_library("peg")
            await pilot.press()
            say("said in the library")
            await pilot.wait_until(lambda: pilot.notifications() == "said in the library")
            await pilot.press("escape")
            assert isinstance(pilot.screen, HomeScreen)
            assert bool(pilot.notifications()) == stands


async def test_a_screen_does_not_take_two_sizes_in_turn_without_end(open_app) -> None:
    async with open_app("lucas-03") as pilot:
        app, screen = pilot.app, pilot.app.screen
        first, last = Size(100, 30), Size(90, 28)
        app._size = app._driver._size = last
        with app.batch_update():
            for size in (first, last):
                screen.post_message(events.Resize(size, size))
                screen.call_later(lambda: None)  # else Textual takes the second instead of both
            await asyncio.wait_for(pilot.textual_pilot.pause(), WAIT_TIMEOUT_SECONDS)
        assert screen.size == last
