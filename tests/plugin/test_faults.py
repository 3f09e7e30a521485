"""Faults put into Lights Out one at a time: neither the app nor a command ends with a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from faults import FAULTS, Fault, install_lights_out
from registries import refresh_registries

from ludoscope.games import FAMILIES, plugin_guard
from ludoscope.games.registry import PluginFault, guard_plugins
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.save import SavedSession

HERE = Path(__file__).parent
TIMEOUT_SECONDS = 200.0
BY_NAME = {fault.name: fault for fault in FAULTS}
SENTENCE = "Lights Out failed: "

Install = Callable[..., None]


class Output(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs Lights Out with a fault in this process."""

    def install_fault(name: str = "") -> None:
        site = tmp_path / "site"
        site.mkdir()
        install_lights_out(site, BY_NAME[name] if name else None)
        monkeypatch.syspath_prepend(site)
        refresh_registries()

    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    yield install_fault
    monkeypatch.undo()
    for module in [name for name in sys.modules if name.partition(".")[0] == "lightsout"]:
        del sys.modules[module]
    refresh_registries()


@pytest.fixture
def guarded() -> Iterator[list[PluginFault]]:
    """Guard plug-ins as the app does; return the faults reported."""
    faults: list[PluginFault] = []
    containment = plugin_guard.Containment(faults.append, replaces_results=True)
    previous = plugin_guard.contain_faults(containment)
    previous_guard = guard_plugins(plugin_guard.guard)
    yield faults
    plugin_guard.contain_faults(previous)
    guard_plugins(previous_guard)


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Callable[..., Output]:
    """Return a function that runs a command in this process."""

    def run_command(*words: str) -> Output:
        code = main(words)
        return Output(code, *capfd.readouterr())

    return run_command


@pytest.mark.usefixtures("install")
@pytest.mark.parametrize(
    ("fault", "words", "sentence"),
    [
        (
            "LightsOutCollection.entries raises",
            ["list", "lightsout"],
            "ZeroDivisionError: injected",
        ),
        (
            "LightsOutCollection.find raises",
            ["show", "lightsout-1"],
            "(lightsout/puzzles.py, line ",
        ),
        ("LightsOut.moves raises", ["check", "lightsout-1", "-"], "(lightsout/rules.py, line "),
        (
            "LightsOut.play returns []",
            ["check", "lightsout-1", "-"],
            "LightsOut.play returned [], expected Position",
        ),
        ("LightsOut.play raises KeyboardInterrupt", ["check", "lightsout-1", "-"], "Interrupt"),
        (
            "LightsOutCollection.find returns 'a puzzle'",
            ["show", "lightsout-1"],
            "returned 'a puzzle'",
        ),
    ],
)
def test_a_command_ends_with_a_sentence(
    fault: str,
    words: list[str],
    sentence: str,
    install: Install,
    run: Callable[..., Output],
    tmp_path: Path,
) -> None:
    (tmp_path / "solution").write_text("b2\n")
    install(fault)
    words = [str(tmp_path / "solution") if word == "-" else word for word in words]
    result = run(*words)
    assert result.code == 70
    assert result.err.startswith(f"ludoscope: {SENTENCE}")
    assert sentence in result.err
    assert result.err.count("\n") == 1
    assert str(tmp_path / "home" / "errors.log") in result.err
    log = (tmp_path / "home" / "errors.log").read_text()
    assert SENTENCE in log
    assert (tmp_path / "home" / "errors.log").stat().st_mode & 0o777 == 0o600


def test_a_catalogue_that_fails_leaves_those_of_other_games(
    install: Install, run: Callable[..., Output]
) -> None:
    install("LightsOutCollection.entries raises")
    result = run("list", "--json")
    assert {entry["game"] for entry in json.loads(result.out)} == {
        *("peg", "patience", "rush", "hexapawn")
    }
    assert result.code == 0
    assert result.err.startswith(f"ludoscope: {SENTENCE}")


def test_a_puzzle_of_another_game_is_found(install: Install, run: Callable[..., Output]) -> None:
    install("LightsOutCollection.find raises")
    assert run("show", "nosuch").code == 66
    assert run("show", "lucas-01").code == 0


def test_debug_ends_with_the_traceback(install: Install) -> None:
    install("LightsOut.text raises")
    with pytest.raises(ZeroDivisionError, match="injected"):
        main(["show", "--debug", "lightsout-1", "--format", "line"])


def test_a_library_gets_the_exception_as_it_is(install: Install) -> None:
    install("LightsOut.moves raises")
    game = catalogue.find("lightsout-1").game
    with pytest.raises(ZeroDivisionError):
        game.moves(game.start)


def test_a_guarded_game_is_taken_for_the_plugins_own(
    install: Install, guarded: list[PluginFault]
) -> None:
    install()
    from lightsout.rules import LightsOut

    game = catalogue.find("lightsout-1").game
    assert type(game) is plugin_guard.GuardedObject
    assert isinstance(game, LightsOut)
    own = LightsOut(game.rows, game.columns, game.start)
    assert game == own
    assert own == game
    assert hash(game) == hash(own)
    assert repr(game) == repr(own)
    assert not hasattr(game, "play_line")
    assert guarded == []


def test_families_of_ludoscope_are_not_guarded(guarded: list[PluginFault]) -> None:
    refresh_registries()
    assert not [name for name in FAMILIES if type(FAMILIES[name]) is plugin_guard.GuardedObject]
    assert type(collection("peg")) is not plugin_guard.GuardedObject


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if ".draw raises " in fault.name])
def test_a_board_shows_why_it_cannot_be_drawn(
    fault: Fault, install: Install, guarded: list[PluginFault]
) -> None:
    install(fault.name)
    game = catalogue.find("lightsout-1").game
    board = create_board(game, UserOptions())
    for width, height in ((40, 10), (3, 2), (1, 1)):
        lines = board.draw(game.start, width, height)
        assert len(lines) <= height
        text = " ".join("".join(piece for piece, _ in line).strip() for line in lines)
        assert text.startswith(SENTENCE[:width].split()[0][: min(width, 5)]) or width < 6
    assert {fault.family for fault in guarded} == {"lightsout"}


@pytest.mark.parametrize(
    "fault",
    [
        fault
        for fault in FAULTS
        if fault.module in ("rules", "family", "puzzles", "board")
        and (fault.name.endswith(" raises") or " returns " in fault.name)
    ],
)
def test_every_fault_is_a_fault_of_the_plugin(
    fault: Fault, install: Install, guarded: list[PluginFault]
) -> None:
    """Call what the app calls of a game: nothing but a fault is raised, and it names the line."""
    install(fault.name)
    calls: list[Callable[[], object]] = []
    try:
        game = catalogue.find("lightsout-1").game
        session = Session(catalogue.find("lightsout-1"))
        board = create_board(game, UserOptions())
    except PluginFault:
        assert guarded
        return
    start = session.position
    calls += [
        lambda: session.play(4),
        lambda: session.is_over,
        lambda: session.move_count,
        lambda: list(collection("lightsout").entries()),
        lambda: collection("lightsout").recognises("*.\n"),
        lambda: collection("lightsout").read("*.\n", None),
        lambda: SavedSession.from_session(session, 0, 0).resume(Session(session.puzzle)),
        lambda: FAMILIES["lightsout"].from_spec(game.spec()),
        lambda: [game.key(start), game.text(start), game.parse(game.text(start))],
        lambda: [game.moves(start), game.parse_moves(start, "b2"), game.move_text(start, 4)],
        lambda: board.draw(start, *board.drawing_size(40, 20)),
        lambda: [board.handle_key(start, "enter"), board.handle_click(start, 1, 1, 40, 20)],
        lambda: [board.min_size(), board.fits(9, 9), board.goal_lines(9, 9)],
        lambda: [board.propose_move(start, 4), board.point_at(start, 4)],
        lambda: [board.describe_piece(start, 4), board.status_text(start)],
        lambda: [board.dead_end_text(start), board.selection_notes(start)],
        lambda: board.on_position_changed(start, 4, start),
        lambda: board.animation_frames(start, [4], start),
        lambda: [board.parse_moves(start, "b2"), board.move_text(start, 4)],
        lambda: [board.automatic_move(start), board.goal_position(), board.clear_selection()],
        lambda: board.handles_key("x"),
    ]
    for call in calls:
        try:
            call()
        except (PluginFault, ValueError):  # a wrong text is refused
            continue
    for reported in guarded:
        assert str(reported).startswith(SENTENCE)
        assert reported.family == "lightsout"


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_app_goes_on(fault: Fault, tmp_path: Path) -> None:
    """Spend an evening with each fault: see `fault_session`."""
    site, home = tmp_path / "site", tmp_path / "home"
    site.mkdir()
    install_lights_out(site, fault)
    path = os.pathsep.join([str(HERE.parents[1]), str(site)])
    done = subprocess.run(
        [sys.executable, HERE / "fault_session.py"],
        env={**os.environ, "PYTHONPATH": path, "LUDOSCOPE_HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT_SECONDS,
    )
    evening = json.loads(done.stdout.splitlines()[-1])
    assert evening["error"] == ""
    assert evening["steps"]["other game"].endswith("1 ply")
    assert "Traceback" not in done.stderr
    assert all(SENTENCE in s or "is slow" in s or "left out" in s for s in evening["sentences"])
