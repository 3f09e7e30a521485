"""ORush as a person plays it: letters and arrows, drags, typed moves; slides are what counts."""

import pytest

from ludoscope.games.rush.boats import Boat
from ludoscope.games.rush.slides import slide_text
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_judge
from ludoscope.tui.boards.rush.drawing import choose_scale
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.letter_keys import CONTROL_KEYS
from ludoscope.tui.model.session import Session

ARROWS = {(True, True): "right", (True, False): "left", (False, True): "down", (False, False): "up"}


def solution(game):
    """Return a solution with the fewest slides."""
    *_, verdict = find_judge(game).run(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    return verdict.moves


def solved_in(table, moves):
    """Return True if the puzzle is solved, and the expected result; each slide is one move."""
    squares = sum(abs(distance) for _, distance in moves)
    assert table.session.moves == list(moves)
    return table.session.is_won, f"in {len(moves)} moves, {squares} squares"


@pytest.mark.long
async def test_a_puzzle_is_solved_by_letters_and_arrows(opened) -> None:
    async with opened("orush-08") as driver:
        table = driver.page.model
        moves = solution(table.game)
        for index, distance in moves:
            boat = table.game.boats[index]
            keys = [boat.name.lower(), *[ARROWS[boat.is_horizontal, distance > 0]] * abs(distance)]
            await driver.press(*keys)
            said = f"{table.session.ply}  {slide_text(boat.name, boat.is_horizontal, distance)} "
            await driver.until(lambda said=said: said in driver.text())
        won, said = solved_in(table, moves)
        assert won
        await driver.until(lambda: said in driver.text() and "A is out" in driver.text())
        await driver.press("enter", "z")  # there is no boat to be picked any more
        assert "the game is won" in driver.text()
        assert "boat" not in driver.text()
        await driver.press("n")
        await driver.until(lambda: driver.page.model.puzzle.name == "orush-09")


async def test_a_puzzle_is_solved_by_drags_and_one_by_clicks(opened) -> None:
    async with opened("orush-06") as driver:
        page = driver.page
        table, game, view = page.model, page.model.game, page.board_area
        room = table.board.drawing_size(*view.size)
        scale = choose_scale(game, *room)
        left, top = (
            at + (has - taken) // 2
            for at, has, taken in zip(view.content_region.offset, view.size, room, strict=True)
        )

        def place(square):
            column, row = scale.letter_cell(*square)
            return left + column, top + row

        moves = solution(game)
        for index, distance in moves:
            boat: Boat = game.boats_at(table.session.position)[index]
            end = boat.with_offset(boat.offset + distance).cells[0]
            await driver.drag(place(boat.cells[0]), place(end))
        won, said = solved_in(table, moves)
        assert won
        await driver.until(lambda: said in driver.text())
        await driver.press("r")
        for index, distance in moves:
            boat: Boat = game.boats_at(table.session.position)[index]
            end = boat.with_offset(boat.offset + distance).cells[-1 if distance > 0 else 0]
            await driver.click(*place(boat.cells[0]))
            await driver.click(*place(end))
        assert solved_in(table, moves)[0]


@pytest.mark.long
async def test_squares_one_after_the_other_are_one_move(opened) -> None:
    async with opened("orush-01") as driver:
        session = driver.page.model.session
        await driver.press("b", "down", "down", "b", "down")
        assert "1 move, 3 squares" in driver.text()
        assert "1  B↓3 " in driver.text()
        await driver.press("up")
        assert "2 moves, 4 squares" in driver.text()
        await driver.press("ctrl+u", "backspace")
        assert session.position == session.game.start
        assert "0 moves, 0 squares" in driver.text()
        await driver.press("ctrl+y")
        assert session.move_texts[: session.ply] == ["B>B>B>"]
        assert len(session.history.nodes) == 3
        for text, ply in (("b↑3", 2), ("b d 1", 3), ("bv2", 3), ("B<", 4), ("a l 1", 5)):
            await driver.press(":")
            await driver.type(text)
            assert session.ply == ply, text


@pytest.mark.long
async def test_a_hinted_move_takes_two_keys(opened) -> None:
    async with opened("orush-20") as driver:
        table = driver.page.model
        for _ in range(3):
            before = table.session.ply
            await driver.press("ctrl+g")
            await driver.until(lambda: table.hint is not None)
            hint, said = table.hint, " ".join(driver.text().split())
            assert "⏎ plays, ^g again shows the move" in said
            await driver.press("enter")
            assert table.session.ply == before + 1
            assert table.session.last_move == hint


@pytest.mark.long
async def test_letters_are_boats_and_commands_have_other_keys(opened) -> None:
    async with opened("orush-20") as driver:
        page = driver.page
        for letter in "uyisxwbtcaonpr":
            await driver.press(letter)
            assert driver.page is page
        assert "there is no boat R; restart: ^r" in driver.text()
        driver.app.key_bindings.apply({"play.undo": "f5"})
        for letter, said in {"u": "U; undo: f5", "s": "S; solve: ^s", "q": "Q; back: esc"}.items():
            await driver.press(letter)
            assert f" there is no boat {said}" in driver.text().splitlines()
        live = page.active_bindings
        assert not any(len(key) == 1 and key.isalpha() for key in live)
        ids = {one.binding.id for one in live.values()}
        assert set(CONTROL_KEYS) <= ids
        driver.app.key_bindings.apply({"play.hint": "z", "go.back": "escape,q"})
        await driver.press("q")
        assert driver.page is not page, "a key that the person has chosen is theirs"


def test_what_goes_on_with_a_slide_keeps_what_was_played_otherwise() -> None:
    session = Session(catalogue.find("orush-01"))
    boat = 1
    session.play((boat, 2))
    session.undo()
    session.play((boat, 1))
    session.play((boat, 1))
    assert [node.text for node in session.history.nodes] == ["", "B>B>"]
    session.toggle_bookmark()
    session.play((boat, 1))
    assert [node.text for node in session.history.nodes] == ["", "B>B>", "B>"]
    session.play((0, -1))
    session.undo()
    session.play((boat, -1))
    session.undo()
    session.go_to(session.history.nodes[1])
    assert session.move_texts == ["B>B>", "B>", "B<"]
    again = Session(catalogue.find("orush-01"))
    again.restore(session.history.to_text().splitlines(), 2, 0.0)
    assert again.history.to_text() == session.history.to_text()


def test_games_that_were_saved_square_by_square_go_on() -> None:
    session = Session(catalogue.find("orush-01"))
    session.restore(["B>", "B> +", "B> +"], 3, 0.0)
    table = GameModel(session, UserOptions())
    assert (session.ply, len(session.history.nodes)) == (3, 4)
    table.undo()
    assert session.position == session.game.start
