"""Hints in two steps: which piece, then the move."""

import random

import pytest
from app_options import change_options
from many import first_of
from textual.events import Key

from ludoscope.puzzles import catalogue
from ludoscope.search.process.host_limits import HostLimits, worker_slots
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.picking_board import PickingBoard
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.analysis import LOST, WINNABLE, Judgement
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.hints import explain_loss
from ludoscope.tui.model.session import Session


def cells(lines):
    return [(char, role) for line in lines for text, role in line for char in text]


def marked(plain, drawn):
    """Return the cells that look different; only a dot on a pawn's square is added as text."""
    assert len(drawn) == len(plain)
    others = {at for at, (old, new) in enumerate(zip(plain, drawn, strict=True)) if old != new}
    for at in others:
        (char, _), (now, role) = plain[at], drawn[at]
        assert now == char or (now, role.split()[0]) == ("•", "fresh")
    return others


@first_of("ascii_only", [False, True])
@first_of(
    "name",
    ["lucas-07", "triangle-13-13", "orush-20", "hexapawn-4x4", "FreeCell.3", "mo.3", "st.2"],
    3,
)
def test_a_board_marks_the_piece_and_less_than_the_move(name, ascii_only):
    game = catalogue.find(name).game
    board, dice, position = (
        create_board(game, UserOptions(Appearance(ascii_only=ascii_only))),
        random.Random(1),
        None,
    )
    position = game.start
    for _ in range(12):
        moves = game.moves(position)
        if not moves or game.is_won(position):
            break
        move = dice.choice(moves)
        plain, piece, whole = (
            cells(board.draw(position, 100, 40, last))
            for last in (None, board.piece_of_move(move), move)
        )
        told, shown = marked(plain, piece), marked(plain, whole)
        assert told < shown if isinstance(board, PickingBoard) else told <= shown
        assert told or board.HINTS_SHOW_MOVE
        assert board.describe_piece(position, move).isprintable()
        position = game.play(position, move)


WHERE = {
    "lucas-07": ("5,4:S", "the peg at 5,4"),
    "orush-20": ("A<", "boat A"),
    "hexapawn-4x4": ("b1b2", "the pawn at b1"),
    "FreeCell.3": ("2H T", "2♥, column 8"),
}


@pytest.mark.parametrize("name", WHERE)
def test_where_is_said_as_the_board_is_labelled(name):
    text, said = WHERE[name]
    game = catalogue.find(name).game
    (move,) = game.parse_moves(game.start, text)
    assert create_board(game, UserOptions()).describe_piece(game.start, move) == said


async def hinted(driver) -> None:
    await driver.press("ctrl+g")
    await driver.until(lambda: driver.page.model.hint is not None)


async def test_first_where_then_what_and_one_help(opened) -> None:
    async with opened("lucas-01") as driver:
        table = driver.page.model
        await hinted(driver)
        x, y = table.game.board.holes[table.hint[0]]
        said = f"Hint: look at the peg at {x},{y}; ⏎ plays, i again shows the move"
        assert said in driver.text()
        assert table.marked_move == table.hint[:1]
        await driver.press("right", "i")
        assert f"Hint: {table.board.move_text(table.position, table.hint)}" in driver.text()
        assert table.marked_move == table.hint
        await driver.press("i")
        assert table.session.hint_count == 1
        assert table.play(table.hint)
        assert table.hint is None
        await hinted(driver)
        assert "i again shows the move" in driver.text()
        assert table.session.hint_count == 2


@pytest.mark.long
async def test_the_keys_in_it_are_those_of_the_person(opened) -> None:
    async with opened("lucas-01") as driver:
        change_options(driver.app, key_displays={"play.hint": "f5"})
        await hinted(driver)
        assert "f5 again shows the move" in driver.text()


@pytest.mark.long
async def test_of_a_lost_game_since_when_then_how_far_back(opened) -> None:
    async with opened("lucas-01") as driver:
        page, table = driver.page, driver.page.model
        for text in ("", "4,5:N", "4,3:N"):
            assert not text or table.play_text(text)
            await driver.until(lambda: not page.solver_jobs.is_busy and not table.needs_analysis)
        assert table.analysis.find_loss(table.session) == (1, True)
        await driver.press("i")
        assert "No jump helps: lost since move 1; i again shows the way back" in driver.text()
        await driver.press("i")
        text = " ".join(driver.text().split())
        assert "z goes back before move 1, 4,5:N; lost:" in text
        assert table.session.hint_count == 0


@first_of("name", ["lucas-07", "hexapawn-4x4"])
async def test_enter_makes_the_move_of_which_the_place_alone_was_said(opened, name) -> None:
    async with opened(name) as driver:
        table = driver.page.model
        await hinted(driver)
        hint = table.hint
        await driver.press("enter")
        assert table.session.moves[0] == hint
        await driver.until(lambda: not table.is_opponents_turn)
        made = len(table.session.moves)
        await hinted(driver)
        await driver.press("tab", "enter")  # a piece is picked, as ever
        assert len(table.session.moves) == made


@first_of(
    "name",
    ["orush-20", "FreeCell.3", "lucas-07", "hexapawn-3x3", "mo.32", "FreeCell.3-free", "st.2"],
)
async def test_after_both_steps_enter_makes_the_move(opened, name) -> None:
    async with opened(name) as driver:
        table = driver.page.model
        for _ in range(2):
            await driver.until(lambda: not table.is_opponents_turn)
            made = len(table.session.moves)
            await hinted(driver)
            if not table.board.HINTS_SHOW_MOVE:
                await driver.press("ctrl+g")
            assert "enter plays it" in driver.text() or "⏎ plays it" in driver.text()
            hint = table.hint
            await driver.press("enter")
            assert table.session.moves[made] == hint


@first_of(("name", "sign"), [("FreeCell.3", "{ } found"), ("orush-20", "→ a hint")])
async def test_the_help_tells_the_signs_of_its_board(opened, name, sign) -> None:
    async with opened(name) as driver:
        await driver.press("question_mark")
        assert sign in driver.text()
        assert driver.text().count("◌") == 1


@pytest.mark.long
async def test_a_hint_says_what_it_waits_for(opened) -> None:
    async with opened(
        "english-central", host_limits=HostLimits(workers=1), analysis=False
    ) as driver:
        await driver.press("s")
        await driver.until(lambda: "Solve with" in driver.text())
        chosen = [one.name for one in driver.app.screen._choices].index("breadth-first")
        await driver.press(*["down"] * chosen, "enter")
        await driver.until(
            lambda: "Solver: breadth-first" in driver.text() and worker_slots().is_full()
        )
        await driver.press("i")
        await driver.until(lambda: "Hint queued" in driver.text())
        await driver.press("i")  # once more
        assert "Hint queued" in driver.text()
        await driver.press("x")
        await driver.until(lambda: "Hint queued" not in driver.text())


@pytest.mark.long
async def test_a_hint_that_comes_late_leaves_half_a_move_alone(opened) -> None:
    async with opened("FreeCell.3") as driver:
        table = driver.page.model
        await driver.until(lambda: not table.needs_analysis)
        driver.app.post_message(Key("i", "i"))
        driver.app.post_message(Key("8", "8"))
        await driver.until(lambda: "Press i to show it" in driver.said() + driver.text())
        assert table.hint is None
        assert table.board.pending_input_text(table.position)
        await driver.press("escape", "i")
        await driver.until(lambda: table.hint is not None)


def test_of_a_lost_game_the_move_is_told_as_the_list_has_it() -> None:
    session = Session(catalogue.find("st.1-free"))
    table = GameModel(session, UserOptions())
    assert table.play_text("9c")
    table.analysis.add_judgement(session.game.start, Judgement(WINNABLE, 60))
    table.analysis.add_judgement(session.position, Judgement(LOST, proof="told"))
    table.hint_revealed = True
    explain_loss(table, "told")
    assert table.message == "z goes back before move 1, J♣ → cell; lost: told"
