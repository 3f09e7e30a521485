"""Puzzles of one name in the app: each keeps its game. The store is tested in `test_store`."""

from pathlib import Path

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.saves import problems
from ludoscope.tui.saves.puzzle_names import is_set_aside
from ludoscope.tui.screens.play.screen import PlayScreen

ENGLISH = BOARDS["english"]
CENTRAL = PegGame(ENGLISH, ENGLISH.all_holes & ~(1 << 16))
GRID = "~~~~~~\n~~~~~~\n~~AABC\n~~~~BC\n~~~~~~\n~~~~~~\n"


def write_grids(folder: Path) -> list[Path]:
    """Write files of one name with different puzzles; return their paths."""
    paths = [folder / name / "grid.txt" for name in ("one", "two")]
    for path, grid in zip(paths, (GRID, GRID.replace("~~AABC", "~AA~BC")), strict=True):
        path.parent.mkdir()
        path.write_text(grid)
    return paths


async def open_puzzle(pilot, name: str, puzzle: Puzzle) -> None:
    """Open a puzzle by name and wait for its screen."""
    pilot.app.puzzle_opener.open(name)
    await pilot.wait_until(lambda: open_puzzle_of(pilot) == puzzle)


def open_puzzle_of(pilot) -> Puzzle | None:
    """Return the puzzle that is being played."""
    screen = pilot.app.screen
    return screen.model.puzzle if isinstance(screen, PlayScreen) else None


async def play_move(pilot) -> list[str]:
    """Play a move and wait until it is stored; return the moves."""
    model = pilot.app.screen.model
    assert model.play_player_move(model.game.moves(model.position)[0])
    await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
    return model.session.move_texts


async def test_files_of_one_name_keep_their_games(open_app, tmp_path: Path) -> None:
    first, second = write_grids(tmp_path)
    async with open_app(size=(120, 40), analysis=False) as pilot:
        await open_puzzle(pilot, str(first), catalogue.find(str(first)))
        moves = await play_move(pilot)
        await open_puzzle(pilot, str(second), catalogue.find(str(second)))
        message = "another puzzle called grid.txt before; its game is kept"
        await pilot.wait_until(lambda: message in " ".join(pilot.screen_text().split()))
        assert pilot.app.screen.model.session.move_texts == []
        await play_move(pilot)
        await pilot.press("escape")
        await pilot.wait_until(lambda: "grid.txt (earlier " in pilot.screen_text())
        await open_puzzle(pilot, str(first), catalogue.find(str(first)))
        assert pilot.app.screen.model.session.move_texts == moves
        assert pilot.app.screen.model.session.ply == 1
        await pilot.press("escape")
        await pilot.wait_until(lambda: "grid.txt (earlier " in pilot.screen_text())


async def test_a_puzzle_set_aside_is_opened_from_the_lists(open_app, tmp_path: Path) -> None:
    first, second = write_grids(tmp_path)
    async with open_app(analysis=False) as pilot:
        await open_puzzle(pilot, str(first), catalogue.find(str(first)))
        moves = await play_move(pilot)
        await open_puzzle(pilot, str(second), catalogue.find(str(second)))
        [outcome] = await pilot.app.library.outcomes()
        assert is_set_aside(outcome.name)
        preview = await pilot.app.library.preview(outcome.name)
        assert preview.picture
        pilot.app.puzzle_opener.reopen(outcome.name)
        game = catalogue.find(str(first)).game
        set_aside = Puzzle(outcome.name, game, outcome.title)
        await pilot.wait_until(lambda: open_puzzle_of(pilot) == set_aside)
        assert pilot.app.screen.model.session.move_texts == moves


async def test_the_game_of_a_changed_problem_is_kept(open_app, tmp_path: Path) -> None:
    problem = problems.saved_puzzle("ring", CENTRAL)
    problems.save(tmp_path / "saves", "ring", CENTRAL)
    async with open_app(analysis=False) as pilot:
        await open_puzzle(pilot, problem.name, problem)
        await play_move(pilot)
        pilot.app.saves.store.save_note("difficulty", problem.name, "of the old board")
        await pilot.press("u", "e", "right", "enter", "w")  # without another peg
        await pilot.wait_until(lambda: "Saved as" in pilot.notifications())
        [outcome] = pilot.app.saves.store.outcomes().result()
        name = outcome.name
        assert is_set_aside(name)
        assert await pilot.app.saves.load_note("difficulty", name) == "of the old board"
        assert await pilot.app.saves.load_note("difficulty", problem.name) == ""
