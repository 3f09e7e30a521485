"""The app by its keys: every family opened, played, undone, solved, saved."""

import random
import re
import time
from pathlib import Path

import pytest
from many import first_of, many

from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.play.header import format_move_count
from ludoscope.tui.screens.play.screen import PlayScreen

FAMILIES = [
    ("lucas-01", ["tab", "enter", "tab", "enter"]),
    ("orush-01", ["left"]),
    ("hexapawn-3x3", ["enter", "up", "enter"]),  # black, which wins, after white's first move
    ("FreeCell.1", ["enter", "tab", "enter"]),
]


def play_page(driver) -> PlayScreen:
    assert isinstance(driver.page, PlayScreen)
    return driver.page


async def answered(driver) -> None:
    table = play_page(driver).model
    await driver.until(lambda: not table.is_opponents_turn)


@first_of(("name", "keys"), FAMILIES[::-1], 2)
async def test_a_move_by_keys_is_undone_and_redone(opened, name: str, keys: list[str]) -> None:
    async with opened(name) as driver:
        await answered(driver)
        session = play_page(driver).model.session
        assert session.ply == session.player_side
        begun = session.position
        await driver.press(*keys)
        assert session.ply > session.player_side, driver.text()
        await answered(driver)
        moved = session.position
        assert format_move_count(session) in driver.text()
        await driver.press("ctrl+u")
        assert (session.ply, session.position) == (session.player_side, begun)
        assert format_move_count(session) in driver.text()
        await driver.press("ctrl+y")
        assert session.position == moved


@first_of("name", ["lucas-01", "hexapawn-3x3", "orush-02", "st.2"])
async def test_a_solution_is_stepped_along_and_taken_over(opened, name: str) -> None:
    async with opened(name) as driver:
        await answered(driver)
        table = play_page(driver).model
        own = table.session.moves  # with white's first one where the person is black
        assert len(own) == table.session.player_side
        begun = table.session.position
        await driver.press("ctrl+s", "enter")
        await driver.until(lambda: table.replay is not None)
        assert "esc back to your game" in driver.text()
        replay = table.replay
        await driver.press("right", "right", "left")
        assert replay.ply == 1
        assert (table.session.moves, table.session.position) == (own, begun)
        await driver.press("enter")
        assert table.replay is None
        assert table.session.moves[: len(own) + 1] == [*own, *replay.moves[:1]]
        await answered(driver)
        await driver.press("ctrl+u")
        assert (table.session.moves, table.session.position) == (own, begun)


@pytest.mark.long
async def test_a_hint_and_a_replay_leave_the_persons_position(opened) -> None:
    async with opened("lucas-01") as driver:
        table = play_page(driver).model
        await driver.press("tab", "enter", "tab", "enter")
        own = table.session.position
        await driver.press("s", "enter")
        await driver.until(lambda: table.replay is not None or table.solver_run.verdict is not None)
        await driver.press("right", "escape")
        assert table.position == own
        assert isinstance(driver.page, PlayScreen)
        await driver.press("u", "i")
        await driver.until(lambda: table.hint is not None)
        assert "Hint: " in driver.text()
        assert table.session.ply == 0


@pytest.mark.long
async def test_a_solver_is_stopped_while_the_board_is_played(opened, running) -> None:
    async with opened("english-central") as driver:
        page = play_page(driver)
        await driver.press("s")
        await choose(driver, "breadth-first")
        await driver.until(lambda: page.model.solver_run.progress.explored > 0)
        await driver.press("tab", "enter", "tab", "enter")
        assert page.model.session.ply == 1
        assert "x stop" in driver.text()
        pid = page.model.solver_run._run.pid
        await driver.press("x")
        await driver.until(lambda: not running(pid))
        assert "stopped" in driver.text()


async def choose(driver, name: str) -> None:
    """Move down a list to the row that begins with `name`."""
    assert f" {name} " in driver.text()
    while not driver.chosen.startswith(f"{name} "):
        await driver.press("down")
    await driver.press("enter")


@pytest.mark.long
async def test_leaving_kills_the_solver(opened, fresh_workers, running) -> None:
    async with opened("english-central") as driver:
        page = play_page(driver)
        await driver.press("s")
        await choose(driver, "breadth-first")
        await driver.until(lambda: page.model.solver_run.progress.explored > 0)
        pid = page.model.solver_run._run.pid
        await driver.press("ctrl+q")
    assert not running(pid)


@pytest.mark.long
async def test_a_typed_move_and_one_that_is_wrong(opened) -> None:
    async with opened("english-central") as driver:
        session = play_page(driver).model.session
        await driver.press(":")
        await driver.type("11-13")
        assert "no hole at 1,1" in driver.text()
        assert session.ply == 0
        await driver.press("ctrl+u")
        await driver.type("4,2:N")
        assert session.move_texts == ["4,2:N"]
        await driver.press("2")
        await driver.press("escape")
        assert session.ply == 1


async def test_the_program_answers_and_undo_takes_both_back(opened) -> None:
    async with opened("hexapawn-4x4") as driver:
        session = play_page(driver).model.session
        await driver.press(":")
        await driver.type("a1a2")
        await answered(driver)
        assert session.ply == 2
        await driver.press("u")
        assert session.ply == 0


@pytest.mark.long
async def test_winning_is_said_and_the_next_puzzle_is_a_key_away(opened) -> None:
    async with opened("orush-01") as driver:
        table = play_page(driver).model
        for _ in range(30):
            await driver.press("ctrl+g")
            await driver.until(lambda: table.hint is not None)
            move = table.game.move_text(table.session.position, table.hint)
            await driver.press(":")
            await driver.type(move)
            if table.session.is_won:
                break
        assert "solved" in driver.text()
        await driver.press("n")
        await driver.until(lambda: play_page(driver).model.puzzle.name == "orush-02")
        await driver.press("ctrl+o")
        await driver.until(lambda: play_page(driver).model.puzzle.name == "orush-01")


@pytest.mark.long
async def test_the_mouse_picks_and_jumps(opened) -> None:
    async with opened("english-central") as driver:
        table = play_page(driver).model
        rows = driver.text().splitlines()
        hole = "│█  █│"  # with the cursor on it, which marks its corners
        y = next(y for y, row in enumerate(rows) if hole in row)
        x = rows[y].index(hole) + 2
        await driver.click(x + 12, y)
        assert hole not in driver.text()
        assert driver.text().splitlines()[y][x + 10 : x + 16] == "│█▌▐█│", "the peg is picked"
        await driver.click(x, y)
        assert table.session.move_texts == ["6,4:W"]


@pytest.mark.long
async def test_the_time_spent_is_saved_on_leaving(opened) -> None:
    async with opened("lucas-01") as driver:
        await driver.press("tab", "enter", "tab", "enter")
        play_page(driver).model.session._elapsed = 500.0
        await driver.press("escape")
    async with opened("lucas-01") as driver:
        assert play_page(driver).model.session.elapsed_seconds(time.monotonic()) >= 500.0


@pytest.mark.long
async def test_a_session_is_continued_after_a_restart(opened) -> None:
    async with opened("lucas-01") as driver:
        await driver.press("tab", "enter", "tab", "enter")
        left = play_page(driver).model.session.position
    async with opened() as driver:
        await driver.until(lambda: "move 1" in driver.text())
        await driver.press("down", "enter")
        await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
        assert play_page(driver).model.session.position == left


async def test_a_store_that_fails_leaves_a_working_game(opened, tmp_path: Path) -> None:
    (tmp_path / "saves").write_text("a file where the folder should be")
    async with opened("lucas-01") as driver:
        await driver.press("tab", "enter", "tab", "enter")
        await driver.until(lambda: "saves cannot be used" in driver.text())
        assert play_page(driver).model.session.ply == 1


@pytest.mark.long
async def test_no_frame_in_ascii_has_another_character(opened) -> None:
    async with opened("lucas-01", ascii_only=True) as driver:
        frames = [driver.text()]
        for key in ("tab", "enter", "s", "escape", "question_mark", "escape", "ctrl+p"):
            await driver.press(key)
            frames.append(driver.text())
        assert all(frame.isascii() for frame in frames)


@pytest.mark.parametrize(
    "name", [*(pytest.param(name, marks=pytest.mark.long) for name in ("", "lucas-01")), "mo.3"]
)
async def test_any_size_of_terminal(opened, name: str) -> None:
    async with opened(name) as driver:
        for size in [(1, 1), (200, 60), (12, 5), (60, 3), (3, 60), (80, 24)]:
            await driver.resize(*size)
        assert len(driver.text().splitlines()) == 24


@pytest.mark.long
async def test_help_footer_and_palette_follow_a_keymap(opened) -> None:
    async with opened("lucas-01") as driver:
        await driver.press("tab", "enter", "tab", "enter")
        await driver.press("ctrl+p", *"undo", "enter")
        assert play_page(driver).model.session.ply == 0
        driver.app.set_keymap({"play.hint": "f5"})
        await driver.press("tab")
        assert "f5 hint" in driver.text()
        await driver.press("?")
        assert re.search("f5 +hint", driver.text())
        await driver.press(*["down"] * 20)
        assert "5,3:NWSE" in driver.text()


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
async def test_any_keys_in_any_order(opened, name: str) -> None:
    chance = random.Random(name)
    async with opened(name) as driver:
        for _ in range(many(100)):
            await driver.press(chance.choice(KEYS))
            screen = driver.app.screen
            if isinstance(screen, HomeScreen):
                driver.app.puzzle_opener.open(name)
                await driver.until(lambda: isinstance(driver.app.screen, PlayScreen))
            assert len(driver.text().splitlines()) <= 24


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
async def test_keys_typed_ahead_are_heard_in_order(opened) -> None:
    async with opened("english-central") as driver:
        page = play_page(driver)
        await driver.press_at_once(":", *"4,2:N", "enter")
        await driver.until(lambda: page.model.session.move_texts == ["4,2:N"])
        await driver.press_at_once("u", "s", "down", "enter")
        await driver.until(lambda: page.model.solver_run is not None)
        assert page.model.solver_run.solver.name == "prove"
        assert page.model.session.ply == 0


async def test_ctrl_c_asks_before_it_quits_a_game(opened) -> None:
    async with opened("lucas-01") as driver:
        page = driver.page
        await driver.press("tab", "enter", "tab", "enter", "ctrl+c")
        assert "Quit Ludoscope?" in driver.text()
        await driver.press("escape")
        assert driver.page is page
        await driver.press(",", "ctrl+c", "down", "enter")
        assert not driver.app._exit
        await driver.press("escape", "ctrl+c", "enter")
        assert driver.app._exit


@pytest.mark.long
async def test_ctrl_c_quits_at_once_without_a_game_or_when_pressed_again(opened) -> None:
    for keys in ([], ["tab", "enter", "tab", "enter", "ctrl+c"]):
        async with opened("lucas-01") as driver:
            await driver.press(*keys)
            assert not driver.app._exit
            await driver.press_at_once("ctrl+c")
            await driver.until(lambda: driver.app._exit)


@pytest.mark.long
async def test_a_notice_goes_with_its_screen_unless_something_is_lost(opened) -> None:
    async with opened() as driver:
        for say, stands in ((driver.app.notify_here, False), (driver.app.notify_anywhere, True)):
            driver.app.navigator.open_library("peg")
            await driver.press()
            say("said in the library")
            await driver.until(lambda: driver.said() == "said in the library")
            await driver.press("escape")
            assert isinstance(driver.page, HomeScreen)
            assert bool(driver.said()) == stands
