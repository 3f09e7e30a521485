"""Games found by entry points, faulty declarations that are reported, and games removed again."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from registries import refresh_registries

from ludoscope.games import FAMILIES
from ludoscope.games.families import Families
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collections_for_name
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.widgets.svg import capture_frame

OURS = ["peg", "patience", "rush", "hexapawn"]
MODULE_FILE = "game_by_a_stranger.py"
DECLARED = """
from ludoscope.games import GameFamily, Unit
from ludoscope.games.peg.rules import from_spec


class Family(GameFamily):
    name = {name!r}
    title = "T"
    goal = ""

    def from_spec(self, spec):
        return from_spec(spec)


FAMILY = Family()
"""
OLD = "from ludoscope.games.family import Family\nFAMILY = Family(name='go')\n"
WITH = DECLARED.format(name="go").replace('    title = "T"\n', '    title = "T"\n    {}\n')
UNITS = WITH.format("move_unit = {}")
INCOMPLETE = DECLARED.replace('    title = "T"\n', "")

PATIENCE_SECONDS = 60.0  # what takes longer hangs


def distribute(
    folder: Path, name: str, code: str, package: str = "game_by_a_stranger", broken: str = ""
) -> None:
    """Write a distribution as an installer leaves it, that declares a game of that name.

    Its declaration in the entry-point group `broken` cannot be loaded.
    """
    (folder / f"{package}.py").write_text(code)
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    entry = f"[ludoscope.games]\n{name} = {package}:FAMILY\n"
    if broken:
        entry += f"\n[ludoscope.{broken}]\n{name} = {package}:NOTHING\n"
    (about / "entry_points.txt").write_text(entry)


def test_ours_come_first() -> None:
    assert list(FAMILIES) == OURS
    assert FAMILIES.load_errors == []


def test_a_game_by_a_stranger_comes_after_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribute(tmp_path, "checkers", DECLARED.format(name="checkers"), "good_game")
    monkeypatch.syspath_prepend(tmp_path)
    found = Families()
    assert list(found) == [*OURS, "checkers"]
    assert found.reference("checkers") == "good_game:FAMILY"
    assert found.reference("chess") == ""
    assert found.load_errors == []


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("go", "\nimport nowhere", f"No module named 'nowhere' ({MODULE_FILE}, line 2)"),
        ("go", "raise SystemExit(3)", f"SystemExit: 3 ({MODULE_FILE}, line 1)"),
        ("go", "x = (", f"SyntaxError: '(' was never closed ({MODULE_FILE}, line 1)"),
        ("go", "FAMILY = 5", "game_by_a_stranger:FAMILY is not a GameFamily"),
        ("go", OLD, "it was made for version 0.1: declare a GameFamily, a SolverSet, a Collection"),
        ("go", INCOMPLETE.format(name="go"), "Family declares no title"),
        ("go", "", "AttributeError: "),
        ("go", DECLARED.format(name="no"), "is 'no', expected 'go'"),
        ("peg", DECLARED.format(name="peg"), "the name peg is taken"),
        ("go", UNITS.format("'moves'"), "move_unit is 'moves', expected two words: Unit("),
        ("go", UNITS.format("('move', 'moves')"), "expected two words: Unit("),
        ("go", UNITS.format("Unit('move', '')"), "expected two words: Unit("),
        ("go", UNITS.format("Unit('move', 2)"), "expected two words: Unit("),
        ("go", WITH.format("players = 3"), "players is 3, expected 1 or 2"),
        ("go", WITH.format("players = None"), "players is None, expected 1 or 2"),
        ("go", WITH.format("name_prefixes = 'go-'"), "name_prefixes is 'go-', expected a tuple of"),
        ("go", WITH.format("name_prefixes = ['go-', 5]"), "name_prefixes is ['go-', 5], expected"),
        ("G o!", DECLARED.format(name="G o!"), "expected a name of one to nine small"),
    ],
)
def test_what_cannot_be_loaded_is_left_out(
    name: str, code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribute(tmp_path, name, code)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "game_by_a_stranger", raising=False)
    found = Families()
    assert list(found) == OURS
    (fault,) = found.load_errors
    assert fault.startswith(f"the game {name!r} of game_by_a_stranger 1.0 is left out: ")
    assert said in fault
    assert "\n" not in fault
    sys.modules.pop("game_by_a_stranger", None)


def test_a_list_of_name_prefixes_hides_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribute(tmp_path, "go", WITH.format("name_prefixes = ['go-']"))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "game_by_a_stranger", raising=False)
    refresh_registries()
    try:
        assert catalogue.find("orush-01").game.family == "rush"
        assert next(collections_for_name("GO-1"))[0] == "go"
    finally:
        monkeypatch.undo()
        refresh_registries()
        sys.modules.pop("game_by_a_stranger", None)


def test_the_program_says_what_it_left_out_and_goes_on(tmp_path: Path) -> None:
    distribute(tmp_path, "go", "1 / 0")
    command = [sys.executable, "-m", "ludoscope", "solve", "orush-01"]
    home = str(tmp_path / "home")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "LUDOSCOPE_HOME": home}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.endswith("SUCCES\n")
    assert done.stderr == (
        "ludoscope: the game 'go' of game_by_a_stranger 1.0 is left out: "
        "game_by_a_stranger:FAMILY cannot be loaded: "
        "ZeroDivisionError: division by zero (game_by_a_stranger.py, line 1)\n"
    )


def test_puzzles_and_solvers_that_cannot_be_loaded_are_left_out_when_they_are_wanted(
    tmp_path: Path,
) -> None:
    distribute(tmp_path, "go", DECLARED.format(name="go"), broken="solvers")
    home = str(tmp_path / "home")
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "LUDOSCOPE_HOME": home}
    for words, code in ((["list", "hexapawn"], 0), (["solvers"], 64)):
        command = [sys.executable, "-m", "ludoscope", *words]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert ("the game 'go' of game_by_a_stranger 1.0 is left out" in done.stderr) == (
            words[0] != "list"
        )
        assert "Traceback" not in done.stderr


def text(app: LudoscopeApp) -> str:
    return "\n".join("".join(segment.text for segment in line) for line in capture_frame(app))


@pytest.mark.long
async def test_home_goes_on_without_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribute(tmp_path, "go", DECLARED.format(name="go"), broken="collections")
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.syspath_prepend(tmp_path)
    refresh_registries()
    assert "go" in FAMILIES
    app = LudoscopeApp(None, UserOptions(Appearance(reduced_motion=True)))
    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:
            home = app.screen
            until = time.monotonic() + PATIENCE_SECONDS
            while not (home.is_loaded and "left out" in text(app)):
                assert time.monotonic() < until, text(app)
                await pilot.pause(0.02)
            assert list(FAMILIES) == OURS
            app.workers.cancel_all()
    finally:
        app.close_store()
        monkeypatch.undo()
        refresh_registries()
        sys.modules.pop("game_by_a_stranger", None)


def test_the_games_of_a_family_that_is_gone_are_kept_but_not_shown(tmp_path: Path) -> None:
    session = Session(catalogue.find("orush-01"))
    session.play(session.game.moves(session.position)[0])
    here = SavedSession.from_session(session, 1.0, 2.0)
    gone = here._replace(name="sokoban-1", family="sokoban", attempt="gone", over=True, won=True)
    store = Store(tmp_path)
    for save in (here, gone, gone._replace(name="sokoban-2", over=False, attempt="open")):
        store.save(save).result()
    store.close()
    store = Store(tmp_path)
    assert [save.name for save in store.unfinished_sessions(9).result()] == ["orush-01"]
    assert [outcome.name for outcome in store.outcomes().result()] == ["orush-01"]
    assert store.run(results.recent_wins).result() == []
    assert store.run(results.best_results).result() == {}
    assert store.load("sokoban-1").result() == gone
    assert store.next_notice() == ""
    store.close()
