"""ORush as a person plays it: letters and arrows, drags, typed moves; slides are what counts."""

import re

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
from ludoscope.tui.model.session import Session

ARROWS = {(True, True): "right", (True, False): "left", (False, True): "down", (False, False): "up"}


def solution(game):
    """Return a solution with the fewest slides."""
    *_, verdict = find_judge(game).run(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    return verdict.moves


def solved_in(model, moves):
    """Return True if the puzzle is solved, and the expected result; each slide is one move."""
    assert model.session.moves == list(moves)
    return model.session.is_won, f"In {len(moves)} moves"


@pytest.mark.long
async def test_a_puzzle_is_solved_by_letters_and_arrows(open_app) -> None:
    async with open_app("orush-08") as pilot:
        model = pilot.screen.model
        moves = solution(model.game)
        for index, distance in moves:
            boat = model.game.boats[index]
            keys = [boat.name, *[ARROWS[boat.is_horizontal, distance > 0]] * abs(distance)]
            await pilot.press(*keys)
            said = f"{model.session.ply}  {slide_text(boat.name, boat.is_horizontal, distance)}"
            listed = re.compile(rf"{re.escape(said)}(\?!)? ")  # it may cost moves
            await pilot.wait_until(lambda listed=listed: listed.search(pilot.screen_text()))
        won, said = solved_in(model, moves)
        assert won
        await pilot.wait_until(
            lambda: said in pilot.screen_text() and "A is out" in pilot.screen_text()
        )
        await pilot.press("enter", "z")  # there is no boat to be picked any more
        assert "The game is won" in pilot.screen_text()
        assert "boat" not in pilot.screen_text()
        await pilot.press("n")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "orush-09")


async def test_puzzles_are_solved_by_drags_and_by_clicks(open_app) -> None:
    async with open_app("orush-06") as pilot:
        screen = pilot.screen
        model, game, view = screen.model, screen.model.game, screen.board_area
        room = model.board.drawing_size(*view.size)
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
            boat: Boat = game.boats_at(model.session.position)[index]
            end = boat.with_offset(boat.offset + distance).cells[0]
            await pilot.drag(place(boat.cells[0]), place(end))
        won, said = solved_in(model, moves)
        assert won
        await pilot.wait_until(lambda: said in pilot.screen_text())
        await pilot.press("r")
        for index, distance in moves:
            boat: Boat = game.boats_at(model.session.position)[index]
            end = boat.with_offset(boat.offset + distance).cells[-1 if distance > 0 else 0]
            await pilot.click(*place(boat.cells[0]))
            await pilot.click(*place(end))
        assert solved_in(model, moves)[0]
        await pilot.press("r")
        index, distance = moves[0]
        boat: Boat = game.boats_at(model.session.position)[index]
        end = boat.with_offset(boat.offset + distance).cells[-1 if distance > 0 else 0]
        await pilot.press(boat.name)
        await pilot.click_with_slip(*place(end))
        assert model.session.moves == [moves[0]], "a click that slips within the square"


@pytest.mark.long
async def test_consecutive_steps_of_a_boat_are_one_move(open_app) -> None:
    async with open_app("orush-01") as pilot:
        session = pilot.screen.model.session
        await pilot.press("B", "down", "down", "B", "down")
        assert " move 1 " in pilot.screen_text()
        assert "1  B↓3 " in pilot.screen_text()
        await pilot.press("up")
        assert " move 2 " in pilot.screen_text()
        await pilot.press("u", "backspace")
        assert session.position == session.game.start
        assert " move 0 " in pilot.screen_text()
        await pilot.press("y")
        assert session.move_texts[: session.ply] == ["B>B>B>"]
        assert len(session.history.nodes) == 3
        for text, ply in (("b↑3", 2), ("b d 1", 3), ("bv2", 3), ("B<", 4), ("a l 1", 5)):
            await pilot.press(":")
            await pilot.submit(text)
            assert session.ply == ply, text


@pytest.mark.long
async def test_a_hinted_move_takes_two_keys(open_app) -> None:
    async with open_app("orush-20") as pilot:
        model = pilot.screen.model
        for _ in range(3):
            before = model.session.ply
            await pilot.press("i")
            await pilot.wait_until(lambda: model.hint is not None)
            hint, said = model.hint, " ".join(pilot.screen_text().split())
            assert "⏎ plays it" in said
            await pilot.press("enter")
            assert model.session.ply == before + 1
            assert model.session.last_move == hint


@pytest.mark.long
async def test_small_letters_are_commands_and_capitals_are_boats(open_app) -> None:
    async with open_app("orush-20") as pilot:
        model = pilot.screen.model
        names = [boat.name for boat in model.game.boats]
        for key, message in {
            "b": "",
            "g": "Boats have capital letters: press G to pick that boat" if "G" in names else "",
            "y": "Nothing to redo",
            "X": "There is no boat X. Commands are small letters: x for stop or resign "
            "(is Caps Lock on?)",
        }.items():
            await pilot.press(key)
            assert message in " ".join(pilot.screen_text().split()), key
        await pilot.press("B", "u")
        selected = model.game.boats[model.board._selected]
        assert (selected.name, model.session.at_start) == ("B", True)
        pilot.app.key_bindings.apply({"play.undo": "f5"})
        await pilot.press("u")
        assert model.session.at_start


def test_continued_slide_keeps_branches_and_bookmarks() -> None:
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


def test_games_saved_by_single_steps_can_be_continued() -> None:
    session = Session(catalogue.find("orush-01"))
    session.restore(["B>", "B> +", "B> +"], 3, 0.0)
    model = GameModel(session, UserOptions())
    assert (session.ply, len(session.history.nodes)) == (3, 4)
    model.undo()
    assert session.position == session.game.start
