"""Hints in two steps: which piece, then the move."""

import random
import re

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
)
def test_board_marks_the_hinted_piece_before_the_move(name, ascii_only):
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
        assert told
        assert board.describe_piece(position, move).isprintable()
        position = game.play(position, move)


WHERE = {
    "lucas-07": ("5,4:S", "the peg at 5,4"),
    "orush-20": ("A<", "boat A"),
    "hexapawn-4x4": ("b1b2", "the pawn at b1"),
    "FreeCell.3": ("2H T", "2♥ in column 8"),
}


@pytest.mark.parametrize("name", WHERE)
def test_hint_names_the_place_as_the_board_labels_it(name):
    text, said = WHERE[name]
    game = catalogue.find(name).game
    (move,) = game.parse_moves(game.start, text)
    assert create_board(game, UserOptions()).describe_piece(game.start, move) == said


async def hinted(pilot) -> None:
    await pilot.press("i")
    await pilot.wait_until(lambda: pilot.screen.model.hint is not None)


async def test_hint_shows_piece_then_move_and_counts_once(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        model = pilot.screen.model
        await hinted(pilot)
        x, y = model.game.board.holes[model.hint[0]]
        text = " ".join(pilot.screen_text().split())
        assert f"Hint: the peg at {x},{y} " in text
        assert "; ⏎ plays it" in text
        assert "i show move" in text
        assert model.marked_move == model.hint[:1]
        await pilot.press("right", "i")
        move_text = model.board.move_text(model.position, model.hint)
        assert re.search(
            rf"Hint: the peg at {x},{y} jumps (north|east|south|west) \({move_text}\); ",
            pilot.screen_text(),
        )
        assert model.marked_move == model.hint
        await pilot.press("i")
        assert model.session.hint_count == 1
        assert model.play_player_move(model.hint)
        assert model.hint is None
        await hinted(pilot)
        assert "show move" in " ".join(pilot.screen_text().split())
        assert model.session.hint_count == 2


@pytest.mark.long
async def test_hint_names_the_user_s_keys(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        change_options(pilot.app, key_displays={"board.enter": "f5"})
        await hinted(pilot)
        assert "; f5 plays it" in " ".join(pilot.screen_text().split())


@pytest.mark.long
async def test_hint_in_a_lost_game_shows_the_losing_move_then_the_way_back(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        screen, model = pilot.screen, pilot.screen.model
        for text in ("", "4,5:N", "4,3:N"):
            assert not text or model.play_text(text)
            await pilot.wait_until(
                lambda: not screen.solver_jobs.is_busy and not model.needs_analysis
            )
        assert model.analysis.find_loss(model.session) == (1, True)
        await pilot.press("i")
        assert "No jump helps: lost since jump 1; i again shows the way back" in pilot.screen_text()
        await pilot.press("i")
        text = " ".join(pilot.screen_text().split())
        assert "z goes back before jump 1, 4,5:N; lost:" in text
        assert model.session.hint_count == 0


@first_of("name", ["lucas-07", "hexapawn-4x4"])
async def test_enter_plays_the_move_after_the_first_hint(open_app, name) -> None:
    async with open_app(name) as pilot:
        model = pilot.screen.model
        await hinted(pilot)
        hint = model.hint
        await pilot.press("enter")
        assert model.session.moves[0] == hint
        await pilot.wait_until(lambda: not model.is_opponents_turn)
        made = len(model.session.moves)
        await hinted(pilot)
        hint = model.hint
        await pilot.press("tab", "enter")  # another piece
        assert hint not in model.session.moves[made:]


@pytest.mark.long
@first_of(
    "name",
    ["orush-20", "FreeCell.3", "lucas-07", "hexapawn-3x3", "mo.32", "FreeCell.3-free", "st.2"],
)
async def test_enter_plays_the_move_after_the_second_hint(open_app, name) -> None:
    async with open_app(name) as pilot:
        model = pilot.screen.model
        for _ in range(2):
            await pilot.wait_until(lambda: not model.is_opponents_turn)
            made = len(model.session.moves)
            await hinted(pilot)
            await pilot.press("i")
            assert "enter plays it" in pilot.screen_text() or "⏎ plays it" in pilot.screen_text()
            hint = model.hint
            await pilot.press("enter")
            assert model.session.moves[made] == hint


@pytest.mark.long
@first_of(("name", "sign"), [("FreeCell.3", "{ } found"), ("orush-20", "→ a hint")])
async def test_help_explains_the_symbols_of_the_board(open_app, name, sign) -> None:
    async with open_app(name, size=(80, 50)) as pilot:
        await pilot.press("question_mark")
        assert sign in pilot.screen_text()
        assert pilot.screen_text().count("◌") == 1


@pytest.mark.long
async def test_hint_says_what_it_is_waiting_for(open_app) -> None:
    async with open_app(
        "wiegleb-central", host_limits=HostLimits(workers=1), analysis=False
    ) as pilot:
        await pilot.press("s", "s", "enter")
        await pilot.wait_until(
            lambda: "Solver: breadth-first" in pilot.screen_text() and worker_slots().is_full()
        )
        await pilot.press("i")
        await pilot.wait_until(lambda: "Hint queued" in pilot.screen_text())
        await pilot.press("i")  # once more
        assert "Hint queued" in pilot.screen_text()
        await pilot.press("x")
        await pilot.wait_until(lambda: "Hint queued" not in pilot.screen_text())


async def test_enter_waits_for_a_hint_unless_the_player_has_gone_on(open_app, monkeypatch) -> None:
    jobs = "ludoscope.tui.screens.play.solver_jobs"
    monkeypatch.setattr(f"{jobs}.find_shortest_line", lambda model: None)
    async with open_app("lucas-07") as pilot:
        model = pilot.screen.model
        monkeypatch.setattr(
            f"{jobs}.SolverJobs._start",  # a search without end
            lambda jobs, purpose, run, *_, **__: model.running.update({purpose: run}),
        )
        await pilot.press("tab", "i", "enter")
        assert "Still searching for a hint; x stops the search" in pilot.screen_text()
        assert model.session.at_start
        assert not model.board.has_selection()
        await pilot.press("tab", "enter")
        assert not model.session.at_start or model.board.has_selection()


@pytest.mark.long
async def test_late_hint_keeps_a_started_move(open_app) -> None:
    async with open_app("FreeCell.3") as pilot:
        model = pilot.screen.model
        await pilot.wait_until(lambda: not model.needs_analysis)
        pilot.app.post_message(Key("i", "i"))
        pilot.app.post_message(Key("8", "8"))
        await pilot.wait_until(
            lambda: "Press i to show it" in pilot.notifications() + pilot.screen_text()
        )
        assert model.hint is None
        assert model.board.has_selection()
        await pilot.press("escape", "i")
        await pilot.wait_until(lambda: model.hint is not None)


def test_losing_move_has_the_number_of_the_move_list() -> None:
    session = Session(catalogue.find("st.1-free"))
    model = GameModel(session, UserOptions())
    assert model.play_text("9c")
    model.analysis.add_judgement(session.game.start, Judgement(WINNABLE, 60))
    model.analysis.add_judgement(session.position, Judgement(LOST, proof="told"))
    model.hint_revealed = True
    explain_loss(model, "told")
    assert model.message == "z goes back before move 1, J♣ → cell; lost: told"


async def test_hint_leaves_the_keys_at_the_bottom_of_a_small_terminal(open_app) -> None:
    async with open_app("lucas-05") as pilot:
        await hinted(pilot)
        lines = pilot.screen_text().splitlines()
        assert sum("Hint: " in line for line in lines) == 1
        assert "⏎ play hinted move" in lines[-2]
        assert "i show move" in lines[-2]
