"""The editor of peg solitaire problems, and the files of all families' problems.

Those of the other families are in `test_editors`.
"""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many
from textual import events

from ludoscope.games import NotationError
from ludoscope.games.peg.board import BOARDS, Board
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.swift import pagoda_verdict
from ludoscope.search.verify import replay
from ludoscope.tui.commands.cli import main as ludoscope
from ludoscope.tui.model.peg_editor import (
    FINISH,
    PegEditor,
    create_initial_problem,
    example_hole_number,
    is_complete_number,
    list_boards,
    parse_hole,
)
from ludoscope.tui.saves import problems
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen

ENGLISH = BOARDS["english"]
CENTRAL = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))


def test_editor_edits_both_sides_and_undoes() -> None:
    editor = PegEditor(CENTRAL)
    editor.toggle(0)
    assert editor.pegs == CENTRAL.start & ~1
    assert editor.state.finish == CENTRAL.finish
    editor.switch_side()
    assert editor.side == FINISH
    editor.fill()
    assert editor.pegs == ENGLISH.all_holes
    editor.complement()
    assert editor.pegs == 1 | 1 << 16
    editor.clear()
    assert editor.pegs == 0
    for _ in range(9):
        editor.undo()
    assert editor.cursor == PegEditor(CENTRAL).cursor
    assert editor.state.spec() == CENTRAL.spec()
    assert not editor.can_undo
    editor.redo()
    editor.switch_side()
    editor.toggle(1)
    assert not editor.can_redo
    assert editor.pegs == CENTRAL.start & ~0b11


@given(st.sampled_from(sorted(list_boards())), st.data())
@settings(max_examples=many(60), deadline=None)
def test_the_dual_is_the_problem_backwards(name: str, data) -> None:
    positions = st.integers(0, list_boards()[name].all_holes)
    game = PegGame(list_boards()[name], data.draw(positions), data.draw(positions))
    editor = PegEditor(game)
    editor.dual()
    dual = editor.state
    assert (dual.start ^ game.finish, dual.finish ^ game.start) == (game.board.all_holes,) * 2
    editor.dual()
    assert editor.state.spec() == game.spec()


def test_every_hole_has_a_number() -> None:
    for board in list_boards().values():
        for hole, (x, y) in enumerate(board.holes):
            assert parse_hole(board, f"{x}{y}") == parse_hole(board, f" {x}, {y}") == hole
    wide = Board.from_rows(["." * 12])
    assert parse_hole(wide, "12,1") == 11
    assert not is_complete_number(wide, "12")
    assert is_complete_number(ENGLISH, "44")
    for text in ("", "4", "444", "1,2,3", "４４", "x", "11", "00", "999,999"):
        with pytest.raises(NotationError):
            parse_hole(ENGLISH, text)


def test_edit_without_effect_is_not_undoable() -> None:
    editor = PegEditor(CENTRAL)
    editor.complement()
    assert not editor.can_undo


@each_of("name", list_boards())
def test_a_new_problem_on_every_board(name: str) -> None:
    game = create_initial_problem(list_boards()[name])
    assert game.start.bit_count() == len(game.board.holes) - 1
    assert game.finish == game.board.all_holes & ~game.start
    if name in ("english", "european", "wiegleb", "diamond"):
        assert catalogue.find(f"{name}-central").game.spec() == game.spec()


def test_counting_and_colouring_arguments_are_shown_at_once() -> None:
    assert not PegEditor(CENTRAL).refutation()
    assert "counting" in PegEditor(PegGame(ENGLISH, 1, 3)).refutation()
    assert "colouring" in PegEditor(create_initial_problem(BOARDS["european"])).refutation()


def far(pegs: int) -> int:
    """Return a hole that only a pagoda function excludes as the place of a last peg."""
    return next(
        hole
        for hole in range(33)
        if not PegEditor(game := PegGame(ENGLISH, pegs, 1 << hole)).refutation()
        and pagoda_verdict(game, game.start, Budget(Limits(seconds=1)))
    )


# Files


@given(st.text(max_size=200))
@settings(max_examples=many(200), deadline=None)
def test_problem_name_must_be_a_file_name(name: str) -> None:
    safe = problems.safe_name(name)
    assert problems.safe_name(safe) == safe
    assert len(safe.encode()) <= problems.MAX_NAME_BYTES
    assert not set(safe) & set("/\\.\0\n~$")
    folder = Path("/data")
    assert problems.problem_path(folder, name, "peg").parent == folder / problems.FOLDER_NAME


@given(st.sampled_from(sorted(list_boards())), st.data())
@settings(max_examples=many(60), deadline=None)
def test_saved_problem_is_found(tmp_path_factory, name: str, data) -> None:
    folder = tmp_path_factory.mktemp("saves")
    board = list_boards()[name]
    positions = st.integers(0, board.all_holes)
    game = PegGame(board, data.draw(positions), data.draw(positions))
    path = problems.save(folder, "Ring I", game)
    [entry] = problems.library_entries(folder, "peg")
    assert entry.name == "problems/Ring I"
    for found in (problems.find(folder, "Ring I"), problems.find(folder, entry.name)):
        assert found is not None
        assert found.game.spec() == game.spec()
        assert found.name == entry.name
    assert catalogue.find(str(path)).game.spec() == game.spec()


def test_adjacent_problems_are_in_order_of_name(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        problems.save(tmp_path, name, CENTRAL)
    assert problems.adjacent_name(tmp_path, "problems/a", 1) == "problems/b"
    assert problems.adjacent_name(tmp_path, "problems/c", -1) == "problems/b"
    assert problems.adjacent_name(tmp_path, "problems/a", -1) is None
    assert problems.adjacent_name(tmp_path, "problems/c", 1) is None
    assert problems.adjacent_name(tmp_path, "problems/d", 1) is None
    assert problems.adjacent_name(tmp_path, "a", 1) is None


def test_names_outside_the_folder_are_not_found(tmp_path: Path) -> None:
    (tmp_path / "secret.peg.txt").write_text("xx.\n")
    problems.save(tmp_path, "one", CENTRAL)
    for name in ("../secret", "two", "", "problems/", "one.peg.txt", "/etc/passwd", "a\0b", "o/ne"):
        assert problems.find(tmp_path, name) is None


def test_damaged_file_raises_an_error(tmp_path: Path) -> None:
    problems.save(tmp_path, "one", CENTRAL).write_bytes(b"\xff")
    with pytest.raises(ValueError, match=r"one\.peg\.txt"):
        problems.find(tmp_path, "one")


def test_number_of_problems_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(problems, "MAX_PROBLEMS", 2)
    for name in ("one", "two", "two"):
        problems.save(tmp_path, name, CENTRAL)
    with pytest.raises(ValueError, match="2 problems already"):
        problems.save(tmp_path, "three", CENTRAL)


# The screen


async def edit(pilot, board: int = 0) -> EditorScreen:
    """Open the editor for a new problem from home."""
    await pilot.press("enter")
    await pilot.wait_until(lambda: " won" in pilot.screen_text().splitlines()[0])
    await pilot.press("e", *["down"] * board, "enter")
    screen = pilot.screen
    assert isinstance(screen, EditorScreen)
    return screen


async def test_a_text_pasted_beside_the_prompt_is_inserted_once(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        await pilot.press(":")
        prompt = screen.active_prompt
        before = prompt.input.value
        paste = events.Paste("fort")
        paste._set_forwarded()  # by the app
        prompt.post_message(paste)  # beside the input that has the focus
        await pilot.wait_until(lambda: prompt.input.value != before)
        assert prompt.input.value.count("fort") == 1


@pytest.mark.long
async def test_impossibility_is_shown_after_each_change(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        await pilot.press("enter")
        assert screen.editor.state.start == ENGLISH.all_holes
        assert "impossible: colouring" in pilot.screen_text()
        await pilot.press("tab", "+")
        assert "Start and finish are the same" in pilot.screen_text()
        await pilot.press("tab", "space")
        assert "impossible: counting" in pilot.screen_text()
        await pilot.press("u", "u", "u")
        await pilot.wait_until(lambda: "✓ solved in" in pilot.screen_text())
        await pilot.press("y")
        assert "impossible: colouring" in pilot.screen_text()


@pytest.mark.long
@pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.pagoda"), reason="kernels are not compiled"
)
async def test_pagoda_function_is_found_automatically(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        await pilot.press("-")
        hole = far(0b11)
        for pegs in (0b11, 1 << hole):
            await pilot.press("-")
            for peg in (h for h in range(33) if pegs >> h & 1):
                screen.editor.cursor = peg
                await pilot.press("enter")
            await pilot.press("tab")
        assert screen.editor.state.finish == 1 << hole
        await pilot.wait_until(lambda: "impossible: a pagoda function" in pilot.screen_text())


@pytest.mark.long
async def test_help_explains_terms_in_columns(open_app) -> None:
    async with open_app() as pilot:
        await edit(pilot)
        await pilot.press("?")
        lines = pilot.screen_text().splitlines()
        means = ("column 4, row 4", "give the finish a peg", "the same problem backwards")
        found = [line.index(text) for text in means for line in lines if text in line]
        assert len(found) == 3
        assert len(set(found)) == 1


async def test_problem_is_solved_in_the_editor_and_played(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        await pilot.wait_until(lambda: "✓ solved in" in pilot.screen_text())
        await pilot.press("s")
        await pilot.wait_until(lambda: "✓ solved in" in pilot.screen_text())
        assert screen.solver.solver_run.replay is not None
        assert replay(CENTRAL, CENTRAL.start, screen.solver.solver_run.replay.moves).is_valid
        await pilot.press("up")
        assert "✓ solved" in pilot.screen_text()
        await pilot.press("enter")
        assert "✓ solved" not in pilot.screen_text()
        assert "✗ impossible: colouring" in pilot.screen_text()
        assert "match the finish" in pilot.screen_text(), "all of it"
        await pilot.press("u", "p")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.game.spec() == CENTRAL.spec()
        await pilot.press("escape")
        assert pilot.screen is screen


@pytest.mark.long
async def test_problem_is_saved_listed_opened_and_resumed(open_app, tmp_path: Path, capsys) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        await pilot.press("w")
        await pilot.submit("My own/ring")
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        assert screen.editor.name == "My own-ring"
        await pilot.press("escape")
        assert isinstance(pilot.screen, LibraryScreen)
        await pilot.wait_until(lambda: "Your problems" in pilot.screen_text())
        await pilot.press("home", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == "problems/My own-ring"
        await pilot.press("tab", "enter")
        assert pilot.screen.model.session.ply == 1
    async with open_app() as pilot:
        await pilot.wait_until(lambda: "My own-ring" in pilot.screen_text())
        await pilot.press(":")
        await pilot.submit("My own-ring")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.session.ply == 1
        await pilot.press("e")
        assert pilot.screen.editor.name == "", "it is another problem after a move"
        await pilot.press("escape", "u", "e")
        assert pilot.screen.editor.name == "My own-ring"
    path = tmp_path / "saves" / "problems" / "My own-ring.peg.txt"
    assert ludoscope(["show", str(path)]) == 0
    assert "●" in capsys.readouterr().out


@pytest.mark.long
async def test_saving_asks_before_replacing_a_problem(open_app, tmp_path) -> None:
    folder = tmp_path / "saves"
    problems.save(folder, "one", PegGame(ENGLISH, 3, 4))
    async with open_app() as pilot:
        await edit(pilot)
        await pilot.press("w")
        await pilot.submit("one")
        await pilot.wait_until(lambda: "Press w again to replace it" in pilot.notifications())
        assert problems.find(folder, "one").game.start == 3
        await pilot.press("w")
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        assert problems.find(folder, "one").game.start == CENTRAL.start


async def test_each_question_has_to_be_answered_anew(open_app, tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    problems.save(folder, "ring", PegGame(ENGLISH, 3, 4))
    async with open_app("lucas-07") as pilot:
        await pilot.press("e", "enter", "escape", "w")
        await pilot.submit("ring")
        await pilot.wait_until(lambda: "Press w again to replace it" in pilot.notifications())
        await pilot.press("escape")
        assert isinstance(pilot.screen, EditorScreen)
        assert "or esc again to discard" in pilot.notifications()
        await pilot.press(":", "2", "enter", "w")
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        assert pilot.screen.editor.name == "ring2"
        await pilot.press(":", "backspace", "enter", "w")
        await pilot.wait_until(lambda: "already a problem ring." in pilot.notifications())
        assert problems.find(folder, "ring").game.start == 3


async def test_a_version_of_another_editor_is_replaced_only_if_confirmed(
    open_app, tmp_path: Path
) -> None:
    folder, other = tmp_path / "saves", PegGame(ENGLISH, 3, 4)
    problems.save(folder, "ring", CENTRAL)
    async with open_app() as pilot:
        pilot.app.puzzle_opener.open("problems/ring")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("e", "enter")
        problems.save(folder, "ring", other)
        await pilot.press("w")
        await pilot.wait_until(
            lambda: "ring has been changed elsewhere. Press w again" in pilot.notifications()
        )
        assert problems.find(folder, "ring").game == other
        for keys in (["w"], ["right", "enter", "w"]):
            await pilot.press(*keys)
            await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
            assert problems.find(folder, "ring").game == pilot.screen.editor.game


async def test_a_name_without_letters_does_not_replace_the_name(open_app, tmp_path: Path) -> None:
    problems.save(tmp_path / "saves", "ring", CENTRAL)
    async with open_app() as pilot:
        pilot.app.puzzle_opener.open("problems/ring")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("e", ":", *["backspace"] * 4, *"***", "enter")
        assert "at least one letter or digit" in pilot.notifications()
        assert pilot.screen.editor.name == "ring"
        await pilot.press("escape", "escape")
        assert isinstance(pilot.screen, PlayScreen), "nothing has changed"


@pytest.mark.long
async def test_full_disk_shows_an_error(open_app, tmp_path: Path) -> None:
    async with open_app() as pilot:
        await edit(pilot)
        (tmp_path / "saves" / "problems").write_text("in the way")
        await pilot.press("w")
        await pilot.submit("one")
        await pilot.wait_until(lambda: "Not saved: " in pilot.notifications())


@pytest.mark.long
async def test_catalogue_name_is_refused(open_app, tmp_path: Path) -> None:
    problems.save(tmp_path / "saves", "lucas-07", CENTRAL)
    async with open_app() as pilot:
        pilot.app.puzzle_opener.open("lucas-07")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.title.startswith("Lucas 7")
        pilot.app.puzzle_opener.open("problems/lucas-07", replace=True)
        await pilot.wait_until(lambda: pilot.screen.model.game.spec() == CENTRAL.spec())
        problems.save(tmp_path / "saves", "next", PegGame(ENGLISH, 3, 4))
        await pilot.press("n")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.title == "next")


async def test_leaving_an_unsaved_problem_needs_confirmation(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("e", "escape")
        assert isinstance(pilot.screen, PlayScreen)
        await pilot.press("e", "enter", "escape")
        assert "Press w to save, or esc again to discard" in pilot.notifications()
        await pilot.press("escape")
        assert isinstance(pilot.screen, PlayScreen)


async def test_quitting_with_an_unsaved_problem_needs_confirmation(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("e", "enter")
        for key in ("ctrl+q", "ctrl+c"):
            await pilot.press(key)
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
            assert "The problem is not saved. Quit anyway?" in pilot.screen_text()
            await pilot.press("enter")  # the first choice stays
            assert isinstance(pilot.app.screen, EditorScreen)
        assert not pilot.app._exit
        await pilot.press("ctrl+q")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: pilot.app._exit)


async def test_opening_the_puzzle_below_an_unsaved_problem_needs_confirmation(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        play_screen = pilot.screen
        await pilot.press("e", "enter")
        for keys, screen_type in ((["enter"], EditorScreen), (["down", "enter"], PlayScreen)):
            pilot.app.puzzle_opener.open("lucas-07")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
            assert "The problem is not saved. Leave anyway?" in pilot.screen_text()
            await pilot.press(*keys)
            assert isinstance(pilot.app.screen, screen_type)
        assert pilot.screen is play_screen


async def test_a_solution_is_shown_after_the_question(open_app) -> None:
    async with open_app("lucas-02") as pilot:
        play_screen = pilot.screen
        await pilot.press("s")
        await pilot.wait_until(lambda: play_screen.model.replay is not None)
        solver_run = play_screen.model.solver_run
        await pilot.press("escape", "e", "enter")
        pilot.app.puzzle_opener.show_solution(play_screen.model.puzzle, solver_run)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: pilot.app.screen is play_screen)
        assert play_screen.model.replay is not None


async def test_changed_problem_is_played_in_place_of_the_old_one(open_app, tmp_path: Path) -> None:
    problems.save(tmp_path / "saves", "ring", CENTRAL)
    async with open_app() as pilot:
        pilot.app.puzzle_opener.open("problems/ring")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        old_screen, saves = pilot.screen, pilot.app.saves
        for kind in ("difficulty", "verdicts"):
            saves.store.save_note(kind, "problems/ring", "of the old board")
        await pilot.press("e", "enter", "w")
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        for kind in ("difficulty", "verdicts"):
            assert "old" not in await saves.load_note(kind, "problems/ring")
        game = pilot.screen.editor.game
        assert game.spec() != CENTRAL.spec()
        await pilot.press("p")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.wait_until(lambda: pilot.screen is not old_screen)
        assert pilot.screen.model.game.spec() == game.spec()
        assert pilot.screen.model.puzzle.name == "problems/ring"
        assert old_screen not in pilot.app.screen_stack


@pytest.mark.long
async def test_click_toggles_a_peg_on_either_board(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        before = screen.editor.state
        await pilot.click(1 + 5 + 10, 2)
        assert (screen.editor.state.start ^ before.start).bit_count() == 1
        await pilot.click(40 + 1 + 5 + 10, 2)
        assert screen.editor.side == FINISH
        assert (screen.editor.state.finish ^ before.finish).bit_count() == 1
        await pilot.click(3, 20)
        assert screen.editor.state.finish != before.finish


@pytest.mark.long
async def test_small_screen_shows_one_board(open_app) -> None:
    async with open_app(size=(50, 24)) as pilot:
        await edit(pilot)
        assert "Start: 32 pegs" in pilot.screen_text()
        assert "Finish" not in pilot.screen_text()
        await pilot.press("tab")
        assert "Finish: 1 peg" in pilot.screen_text()


@each_of("board", list_boards().values())
def test_example_number_in_the_prompt_is_a_hole(board: Board) -> None:
    with pytest.raises(NotationError, match=f"such as {example_hole_number(board)}"):
        parse_hole(board, "")
    assert parse_hole(board, example_hole_number(board)) in range(len(board.holes))


@pytest.mark.long
async def test_hole_is_toggled_by_its_number(open_app) -> None:
    async with open_app() as pilot:
        screen = await edit(pilot)
        centre, other = 1 << 16, 1 << ENGLISH.hole_numbers[3, 5]
        await pilot.press("4", "4", "3", "5")
        assert screen.editor.state.start == CENTRAL.start ^ centre ^ other
        assert screen.editor.cursor == ENGLISH.hole_numbers[3, 5]
        await pilot.press("tab", "#")
        assert "such as 44" in pilot.screen_text()
        await pilot.press("3", "5", "enter", "u", "u")
        assert screen.editor.state.start == CENTRAL.start ^ centre
        assert screen.editor.state.finish == CENTRAL.finish
        await pilot.press("1", "1")
        assert "No hole at 1,1 on this board" in pilot.notifications()
        assert screen.active_prompt is None
        await pilot.press("4")
        assert "Hole 4: type the row" in pilot.screen_text()
        await pilot.press("escape")
        assert "type the row" not in pilot.screen_text()
        await pilot.press("#", "4", "enter")
        assert "expected column and row" in pilot.notifications()
        await pilot.press("escape")
        assert screen.editor.state.finish == CENTRAL.finish


@pytest.mark.long
async def test_type_ahead_of_holes_and_a_name(open_app, tmp_path: Path) -> None:
    """Each key is for what the one before it has opened or closed."""
    async with open_app() as pilot:
        screen = await edit(pilot)
        holes = ["4", "4", "#", *"35 53", "enter", "4", "4"]
        await pilot.press_together(*holes, "tab", "4", "4", "w", *"ring", "enter", "left", "enter")
        path = tmp_path / "saves" / "problems" / "ring.peg.txt"
        await pilot.wait_until(path.exists)  # the change after it takes the message back
        other = 1 << ENGLISH.hole_numbers[3, 5] | 1 << ENGLISH.hole_numbers[5, 3]
        kept = problems.find(tmp_path / "saves", "ring").game
        assert (kept.start, kept.finish) == (CENTRAL.start ^ other, 0)
        await pilot.wait_until(
            lambda: screen.editor.state.finish == 1 << ENGLISH.hole_numbers[3, 4]
        )
        assert screen.active_prompt is None


@pytest.mark.long
async def test_keys_after_an_answered_prompt_go_to_the_screen(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        for at in range(3):
            await pilot.press("e")
            screen = pilot.screen
            await pilot.press_together(":", *f"name {at}", "enter")
            await pilot.press("escape", "escape")
            assert (screen.editor.name, screen.active_prompt) == (f"name {at}", None)
            assert isinstance(pilot.screen, PlayScreen)


@pytest.mark.long
async def test_key_shows_the_dual_problem(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        await pilot.press("e")
        screen, game = pilot.screen, pilot.screen.editor.state
        assert "d dual" in pilot.screen_text()
        await pilot.press("d")
        assert screen.editor.state.spec() == game.dual().spec()
        await pilot.press("u")
        assert screen.editor.state.spec() == game.spec()
        await pilot.press("?")
        assert "the same problem backwards" in pilot.screen_text()
        assert "column 4, row 4" in pilot.screen_text()
