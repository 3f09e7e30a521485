"""Faults put into Lights Out one at a time: neither the app nor a command ends with a traceback."""

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from faults import FAULTS, Fault, install_lights_out
from many import first_of
from registries import refresh_registries
from rich.style import Style
from textual.pilot import Pilot

import ludoscope
from ludoscope.games import FAMILIES, PluginError, from_spec, load_object, plugin_guard
from ludoscope.games.registry import (
    NO_PLUGINS_VARIABLE,
    PluginFault,
    guard_plugins,
    supervise_plugins,
)
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.search.process import loading_limit
from ludoscope.search.storage.folders import data_folder
from ludoscope.testing import check_game
from ludoscope.tui import error_log
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.board import StyledLine
from ludoscope.tui.boards.registry import board_family, create_board
from ludoscope.tui.boards.rules_page import write_rules_document
from ludoscope.tui.boards.thumbnails import RandomPlayThumbnail
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands import batch_report, list_puzzles
from ludoscope.tui.commands.cli import main
from ludoscope.tui.model.badge import describe_position
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import transfer
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.services import plugin_faults
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.puzzle_list import PuzzleList
from ludoscope.tui.widgets.svg import capture_frame

HERE = Path(__file__).parent
TIMEOUT_SECONDS = 60.0  # what takes longer hangs
EVENING_SECONDS = 200.0
BY_NAME = {fault.name: fault for fault in FAULTS}
IN_CALLS = [  # one of each module first
    *(BY_NAME[f"{method} raises"] for method in ("LightsOut.key", "LightsOutFamily.group_moves")),
    *(BY_NAME[f"{method} raises"] for method in ("LightsOutBoard.__init__", "LightsOut.effects")),
    *(fault for fault in FAULTS if fault.module != "solvers" and "returns" in fault.name),
    *(fault for fault in FAULTS if fault.module != "solvers" and fault.name.endswith(" raises")),
]
SENTENCE = "Lights Out failed: "
NOT_MET = {  # faults in what is not called in an evening of `fault_session`
    *("LightsOutFamily.count_parts raises", "LightsOutFamily.from_spec returns None"),
    *("LightsOutCollection.recognises raises", "LightsOutCollection.read raises"),
    *("LightsOutCollection.known_difficulty raises", "LightsOutBoard.dead_end_text raises"),
    *("LightsOutBoards.start_value raises", "LightsOutBoards.create_editor raises"),
}

Install = Callable[..., None]


class Output(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs Lights Out with a fault in this process."""

    def install_fault(name: str = "", *, code: str = "", module: str = "rules") -> None:
        site = tmp_path / "site"
        site.mkdir()
        fault = Fault("", module, code, "") if code else None
        install_lights_out(site, BY_NAME[name] if name else fault)
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
def watched(guarded: list[PluginFault]) -> Iterator[tuple[plugin_faults.PluginFaults, list[str]]]:
    """Watch calls of plug-ins as the app does; return the faults and the messages shown."""
    messages: list[str] = []
    faults = plugin_faults.PluginFaults(messages.append)
    faults.start()
    yield faults, messages
    faults.stop()


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


def test_what_a_plugin_prints_goes_to_standard_error(
    install: Install, run: Callable[..., Output]
) -> None:
    install(
        code="_text = LightsOut.text\n"
        "def text(*arguments):\n    print('NOISE')\n    return _text(*arguments)\n"
        "LightsOut.text = text\n"
    )
    result = run("show", "lightsout-1", "--format", "line")
    assert result.code == 0
    assert result.out.count("\n") == 1
    assert "NOISE" not in result.out
    assert "NOISE" in result.err


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


@first_of("fault", [fault for fault in FAULTS if ".draw raises " in fault.name], 2)
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


@pytest.mark.long
async def test_a_catalogue_that_fails_is_not_called_empty(
    install: Install, guarded: list[PluginFault]
) -> None:
    install("LightsOutCollection.entries raises")
    app = LudoscopeApp()
    try:
        async with app.run_test(size=(120, 30)) as pilot:
            await wait_until(pilot, lambda: "lightsout" in app.library.faults)
            overview = await app.library.overview()
            assert overview.progress["lightsout"] == "failed"
            app.navigator.open_library("lightsout")
            await wait_until(pilot, lambda: isinstance(app.screen, LibraryScreen))
            await wait_until(pilot, lambda: app.screen.query(PuzzleList))
            listed = app.screen.query_one(PuzzleList)
            await wait_until(
                pilot, lambda: listed.options and SENTENCE in str(listed.options[0].prompt)
            )
    finally:
        app.close_store()


async def test_the_sentence_has_the_room_around_a_small_drawing(
    install: Install, guarded: list[PluginFault]
) -> None:
    install(
        code="LightsOutBoard.drawing_size = lambda *_: (12, 3)\n"
        "LightsOutBoard.draw = lambda *_, **__: None\n",
        module="board",
    )
    app = LudoscopeApp(catalogue.find("lightsout-4"))
    try:
        async with app.run_test(size=(80, 24)) as pilot:
            await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await wait_until(pilot, lambda: app.screen.query(BoardArea))
            area = app.screen.query_one(BoardArea)
            await wait_until(pilot, lambda: "errors.log" in text_of(area._lines))
            assert "LightsOutBoard.draw returned None, expected" in text_of(area._lines)
    finally:
        app.close_store()
    thumbnail = RandomPlayThumbnail(catalogue.find("lightsout-4").game, UserOptions())
    assert "(lightsout/board.py, line " in text_of(thumbnail.draw(30, 10))


@first_of("fault", IN_CALLS, 6, ids=lambda fault: fault.name)
def test_every_fault_is_a_fault_of_the_plugin(
    fault: Fault, install: Install, guarded: list[PluginFault]
) -> None:
    """Call what the app calls of a game: nothing but a fault is raised, and it names the line."""
    install(fault.name)
    with suppress(PluginFault):  # without a game there is nothing to call
        for call in calls_of_the_app():
            with suppress(PluginFault, ValueError):  # a wrong text is refused
                call()
    assert any(fault.sentence in str(reported) for reported in guarded), guarded
    for reported in guarded:
        assert str(reported).startswith(SENTENCE)
        assert reported.family == "lightsout"


def calls_of_the_app() -> list[Callable[[], object]]:
    """Return what the app calls of Lights Out; raise PluginFault if it has no game to call."""
    game = catalogue.find("lightsout-1").game
    session = Session(catalogue.find("lightsout-1"))
    board = create_board(game, UserOptions())
    family, puzzles = FAMILIES["lightsout"], collection("lightsout")
    boards, start = board_family("lightsout"), session.position
    return [
        lambda: session.play(4),
        lambda: session.is_over,
        lambda: session.move_count,
        lambda: list(puzzles.entries()),
        lambda: puzzles.recognises("*.\n"),
        lambda: puzzles.read("*.\n", None),
        lambda: puzzles.name_opened_in_app("lightsout-1"),
        lambda: puzzles.fewest_moves("lightsout-1"),
        lambda: puzzles.difficulty_measure("lightsout-1"),
        lambda: puzzles.known_difficulty("lightsout-1"),
        lambda: SavedSession.from_session(session, 0, 0).resume(Session(session.puzzle)),
        lambda: family.from_spec(game.spec()),
        lambda: family.as_played(game),
        lambda: family.count_moves([4]),
        lambda: family.count_parts([4]),
        lambda: family.merge_moves(4, 4),
        lambda: family.group_moves(game, start, [4]),
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
        lambda: write_rules_document("lightsout", UserOptions(), str, defaultdict(Style)),
        lambda: boards.create_reference(game),
        lambda: boards.start_value("lightsout-1"),
        lambda: boards.puzzle_fact("lightsout-1"),
        lambda: boards.create_editor(game, start, UserOptions()),
        lambda: boards.user_entries(Path()),
    ]


def test_the_board_in_words_has_the_guarded_game(
    install: Install, guarded: list[PluginFault]
) -> None:
    install("LightsOut.text returns 5")
    game = catalogue.find("lightsout-4").game
    board = board_family("lightsout").create_spoken_board(game)
    with pytest.raises(PluginFault, match=r"Lights Out failed: .*LightsOut.text returned 5"):
        board.describe_board(game.start)
    assert guarded


@pytest.mark.long
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_the_app_goes_on(fault: Fault, tmp_path: Path) -> None:
    """Spend an evening with each fault: see `fault_session`."""
    assert BY_NAME.keys() >= NOT_MET
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
        timeout=EVENING_SECONDS,
    )
    evening = json.loads(done.stdout.splitlines()[-1])
    assert evening["error"] == ""
    assert evening["steps"]["other game"].endswith("1 ply")
    assert "Traceback" not in done.stderr
    sentences = evening["sentences"]
    assert all(SENTENCE in s or "is slow" in s or "left out" in s for s in sentences)
    if not fault.sentence:
        assert sentences == []
    elif fault.name not in NOT_MET:
        assert any(fault.sentence in sentence for sentence in sentences), sentences


def test_a_game_that_is_not_installed_is_exported_and_imported_again(
    install: Install,
    run: Callable[..., Output],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install()
    session = Session(catalogue.find("lightsout-1"))
    for move in (0, 4):
        session.play(move)
    save_session(session)
    healthy = run("export").out
    monkeypatch.setenv(NO_PLUGINS_VARIABLE, "1")
    refresh_registries()
    exported = tmp_path / "exported"
    assert run("export", str(exported)) == Output(0, "", "")
    [row] = [json.loads(line) for line in exported.read_text().splitlines() if "session" in line]
    assert (row["session"], row["moves"], row["ply"]) == ("lightsout-1", ["a1", "b2"], 2)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "elsewhere"))
    assert run("import", str(exported)).code == 0
    assert run("export").out == exported.read_text()
    monkeypatch.delenv(NO_PLUGINS_VARIABLE)
    refresh_registries()
    assert run("export").out == healthy


def test_a_stored_row_is_checked() -> None:
    row = {
        "session": "go-1",
        "title": "Go",
        "puzzle": {"family": "go"},
        "moves": ["a1"],
        "node": 1,
        "bookmarks": [],
        "comments": [],
        "person": 0,
        "elapsed": 1.0,
        "updated": 1.0,
        "attempt": "0" * 16,
        "hints": 0,
        "undid": False,
        "ply": 1,
        "over": False,
        "won": False,
    }
    assert transfer.read_session(row).family == "go"
    for field, value in (("ply", 2), ("node", 2), ("person", 2), ("won", True), ("moves", [""])):
        with pytest.raises(ValueError, match=r"found|not over"):
            transfer.read_session({**row, field: value})
    with pytest.raises(ValueError, match="unknown family 'Go'"):
        transfer.read_session({**row, "puzzle": {"family": "Go"}})


def test_a_saved_game_that_cannot_be_restored_is_kept(
    install: Install, guarded: list[PluginFault]
) -> None:
    install("LightsOut.parse_moves raises")
    session = Session(catalogue.find("lightsout-1"))
    session.play(0)
    saved = SavedSession.from_session(session, 1.0, 2.0)
    with pytest.raises(PluginFault):  # which the puzzle opener does not take for a changed puzzle
        saved.resume(Session(session.puzzle))


def test_a_family_that_is_left_out_says_why(install: Install) -> None:
    install("a family imports a name that is missing")
    reason = "ImportError: cannot import name 'no_such_name'"
    assert "lightsout" not in FAMILIES
    with pytest.raises(KeyError, match=reason) as raised:
        FAMILIES["lightsout"]
    sentence = "the game 'lightsout' of ludoscope[-_]lightsout 0.1 is left"
    assert re.match(sentence, str(raised.value))
    with pytest.raises(LookupError, match=reason):
        collection("lightsout")
    with pytest.raises(ValueError, match=reason):
        from_spec({"family": "lightsout"})


def test_the_library_and_pytest_say_why_a_family_is_left_out(install: Install) -> None:
    install("a family imports a name that is missing")
    reason = r"^the game 'lightsout' of .* is left out: .*cannot import name 'no_such_name'"
    for call in (ludoscope.catalogue, ludoscope.solvers, ludoscope.training):
        with pytest.raises(ludoscope.Error, match=reason):
            call("lightsout")
    with pytest.raises(ludoscope.Error, match=reason):
        ludoscope.puzzle("lightsout-1", "lightsout")
    with pytest.raises(ValueError, match=reason):
        check_game("lightsout")
    from lightsout.rules import LightsOut

    with pytest.raises(ludoscope.Error, match=reason):
        ludoscope.solve(ludoscope.Puzzle("one light", LightsOut(1, 1, 1), "One light"))


@pytest.mark.parametrize(
    ("module", "call"),
    [
        ("puzzles", lambda: ludoscope.catalogue("lightsout")),
        ("puzzles", lambda: ludoscope.puzzle("nobody", "lightsout", files=False)),
        ("solvers", lambda: ludoscope.solvers("lightsout")),
    ],
)
def test_the_library_says_why_a_declaration_cannot_be_loaded(
    module: str, call: Callable[[], object], install: Install
) -> None:
    install(code="raise ZeroDivisionError\n", module=module)
    reason = rf"is left out: .*: ZeroDivisionError \(lightsout/{module}\.py, line [0-9]+\)$"
    with pytest.raises(ludoscope.Error, match=reason):
        call()
    assert [*ludoscope.catalogue()]


@pytest.mark.parametrize(
    "name", ["a solver raises", "a solver yields nonsense", "a solver returns its verdict"]
)
def test_a_fault_in_a_solver_is_named(
    name: str, install: Install, run: Callable[..., Output]
) -> None:
    install(name)
    result = run("solve", "lightsout-1")
    assert result.code == 1
    assert result.out.startswith(f"fault in the solver: {BY_NAME[name].sentence}")


def test_a_batch_names_the_fault_in_the_solver() -> None:
    rows = [{"reason": "time limit"}, {"reason": "fault in the solver: OSError (x.py, line 3)"}]
    assert batch_report.find_fault(rows) == rows[1]["reason"]
    assert batch_report.find_fault(rows[:1]) == ""


@pytest.mark.usefixtures("install")
async def test_a_hint_says_that_the_solver_has_failed(install: Install) -> None:
    install("a solver raises")
    app = LudoscopeApp(catalogue.find("lightsout-4"))
    reason = "failed: ZeroDivisionError: injected"
    try:
        async with app.run_test() as pilot:
            await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await pilot.press("i")
            await wait_until(pilot, lambda: f"Lights Out {reason}" in shown_text(app))
            screen = app.screen
            assert isinstance(screen, PlayScreen)
            session, analysis = screen.model.session, screen.model.analysis
            await wait_until(pilot, lambda: analysis.get(session.position))
            [sentence] = describe_position(analysis, session)
            assert sentence.startswith(f"The solver {reason}")
    finally:
        app.close_store()


def test_the_traceback_of_a_fault_in_ludoscope_is_short(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(depth: int) -> None:
        secret = "\x1b[31m"
        if depth:
            fail(depth - 1)
        raise RuntimeError(f"a bug {secret}")

    def run_command(_: object) -> int:
        try:
            fail(300)
        except RuntimeError as error:
            raise ValueError("\x1b[32m" * 99) from error
        return 0

    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    monkeypatch.setattr(list_puzzles, "run", run_command)
    assert main(["list"]) == 70
    printed = capsys.readouterr().err
    assert len(printed.splitlines()) <= 40
    assert printed.startswith("Traceback (most recent call last):\n")
    assert "ValueError: " in printed
    assert not set(printed) & set("\x1b╭│")
    assert printed.endswith(f"; the whole traceback is in {tmp_path / 'errors.log'}\n")
    log = (tmp_path / "errors.log").read_text()
    assert "RuntimeError: a bug \\u001b[31m" in log
    assert "\x1b" not in log
    with pytest.raises(ValueError, match=r"\x1b"):
        main(["list", "--debug"])


def test_the_log_is_bounded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    for number in range(30):
        assert error_log.write_error(f"fault {number}", "x" * 10**6)
    sizes = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert sizes.keys() == {"errors.log", "errors.log.1"}
    assert max(sizes.values()) < error_log.MAX_LOG_BYTES + error_log.MAX_ENTRY_CHARACTERS + 200


@pytest.mark.parametrize(
    ("value", "reason"),
    [("None", ""), ("[]", ": a list is not hashable"), ("({},)", ": a tuple is not hashable")],
)
def test_a_position_must_be_hashable(
    value: str, reason: str, install: Install, guarded: list[PluginFault]
) -> None:
    install(code=f"LightsOut.play = lambda *_: {value}\n")
    session = Session(catalogue.find("lightsout-1"))
    with pytest.raises(PluginFault) as raised:
        session.play(0)
    assert f"returned {value}, expected Position{reason} (" in str(raised.value)
    assert session.ply == 0


def test_moves_must_be_hashable(install: Install, guarded: list[PluginFault]) -> None:
    install(code="LightsOut.moves = lambda *_: [[1]]\n")
    game = catalogue.find("lightsout-1").game
    with pytest.raises(PluginFault, match=r"expected Sequence\[Move\]: a list is not hashable"):
        game.moves(game.start)


@pytest.mark.parametrize(
    ("methods", "reason"),
    [
        ("LightsOut.parse_moves", "the game has no parse_moves"),
        ("LightsOut.parse_moves, LightsOut.text", "the game has no text or parse_moves"),
    ],
)
def test_a_method_that_a_game_lacks_is_named(
    methods: str, reason: str, install: Install, guarded: list[PluginFault]
) -> None:
    install(code=f"del {methods}\n")
    with pytest.raises(PluginFault) as raised:
        FAMILIES["lightsout"].from_spec({"family": "lightsout", "start": "***"})
    assert f"expected Game[Any, Any]: {reason} (lightsout/family.py, line " in str(raised.value)
    with pytest.raises(LookupError, match=r"LightsOutCollection\.puzzles is ") as left_out:
        collection("lightsout")
    assert str(left_out.value).endswith(reason)


def test_a_field_of_a_wrong_type_is_named(install: Install, guarded: list[PluginFault]) -> None:
    install(code="LightsOutBoard.handle_key = lambda *_: InputResult(4)\n", module="board")
    game = catalogue.find("lightsout-1").game
    create_board(game, UserOptions()).handle_key(game.start, "enter")
    [fault] = guarded
    reason = "its moves is 4, expected tuple[Hashable, ...] (lightsout/board.py, line "
    assert f"expected InputResult: {reason}" in str(fault)


@first_of(
    "code",
    [
        "from lightsout.board import LightsOutBoard\n"
        "LightsOutBoard.KEY_LABELS = property(lambda self: [][0])\n",
        "LightsOut.play = lambda *_: None\n",
    ],
)
async def test_a_saved_game_whose_position_fails_can_be_opened(
    code: str, install: Install, guarded: list[PluginFault]
) -> None:
    """The play screen shows the fault or closes again, and the app goes on."""
    install()
    session = Session(catalogue.find("lightsout-4"))
    session.play(0)
    save_session(session)
    exec(f"from lightsout.rules import LightsOut\n{code}", {})
    await check_that_the_app_goes_on()


async def check_that_the_app_goes_on(*keys: str) -> None:
    """Open a board of Lights Out, press keys, and check that the fault is shown and no more."""
    app = LudoscopeApp(catalogue.find("lightsout-4"))
    try:
        async with app.run_test(notifications=True) as pilot:
            if keys:
                await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
                await pilot.press(*keys)
            await wait_until(pilot, lambda: SENTENCE.split()[-1] in shown_text(app))
            app.puzzle_opener.open("lucas-07")
            await wait_until(pilot, lambda: "lucas-07" in opened_names(app))
        assert app.fatal_error is None
    finally:
        app.close_store()


@first_of("name", ["LightsOutBoard.draw raises", "LightsOut.moves raises"])
async def test_the_app_shows_the_sentence_and_goes_on(
    name: str, install: Install, guarded: list[PluginFault]
) -> None:
    install(name)
    await check_that_the_app_goes_on("enter", "u", "enter")


async def test_a_call_that_never_ends_is_stopped(
    install: Install,
    watched: tuple[plugin_faults.PluginFaults, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plugin_faults, "MAX_CALL_SECONDS", 0.2)
    install("draw never ends")
    _, messages = watched
    game = catalogue.find("lightsout-1").game
    board = create_board(game, UserOptions())
    for _ in range(2):
        assert "stopped" in str(board.draw(game.start, 40, 10))
    assert messages[0].startswith(f"{SENTENCE}LightsOutBoard.draw took more than 0 s and was")


async def test_a_call_within_a_call_that_was_stopped_is_not_made(
    install: Install,
    watched: tuple[plugin_faults.PluginFaults, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rules of Lights Out are written by the plug-in, which draws board after board."""
    monkeypatch.setattr(plugin_faults, "MAX_CALL_SECONDS", 0.2)
    install("draw never ends")
    faults, messages = watched
    arguments = "lightsout", UserOptions(), str, defaultdict(Style)
    writing = asyncio.create_task(asyncio.to_thread(write_rules_document, *arguments))
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not writing.done():
            faults.stop_slow_threads()
            await asyncio.sleep(0.02)
    await writing
    assert any("LightsOutBoards.write_rules took more" in message for message in messages)
    game = catalogue.find("lightsout-1").game
    drawn = create_board(game, UserOptions()).draw(game.start, 40, 10)
    assert "was stopped before" in str(drawn)


async def test_a_slow_call_in_a_thread_is_named(
    install: Install,
    watched: tuple[plugin_faults.PluginFaults, list[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The event loop has time to show it, which it has not between calls of its own."""
    monkeypatch.setattr(plugin_faults, "SLOW_SECONDS", 0.0)
    install()
    _, messages = watched
    game = catalogue.find("lightsout-1").game
    messages.clear()  # of loading the plug-in
    await asyncio.to_thread(game.moves, game.start)
    assert [message.partition(" took")[0] for message in messages] == [
        "Lights Out is slow: LightsOut.moves"
    ]


def test_a_plugin_that_is_never_loaded_ends_its_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Over(threading.Timer):
        def start(self) -> None:
            assert self.interval == loading_limit.MAX_LOADING_SECONDS
            self.function()

        def join(self, timeout: float | None = None) -> None:
            """Do nothing, as no thread was started."""

    messages: list[str] = []
    exits: list[int] = []
    monkeypatch.setattr(threading, "Timer", Over)
    monkeypatch.setattr(os, "_exit", exits.append)
    previous = supervise_plugins(nullcontext)
    try:
        loading_limit.limit_loading_time(messages.append)
        with pytest.raises(PluginError):
            load_object("no_such_plugin:NAME")
    finally:
        supervise_plugins(previous)
    assert messages == ["no_such_plugin:NAME was not loaded within 30 s"]
    assert exits == [1]


def save_session(session: Session) -> None:
    """Store a session in the folder of the saves."""
    store = Store(data_folder())
    store.claim().result()
    store.save(SavedSession.from_session(session, 1.0, 2.0)).result()
    store.close()


def shown_text(app: LudoscopeApp) -> str:
    """Return what is on the screen, and the notifications."""
    frame = "\n".join("".join(part.text for part in line) for line in capture_frame(app))
    return frame + "\n".join(notice.message for notice in app._notifications)


def text_of(lines: Sequence[StyledLine]) -> str:
    """Return the words of a drawing."""
    return " ".join(" ".join(piece for line in lines for piece, _ in line).split())


def opened_names(app: LudoscopeApp) -> list[str]:
    """Return the names of the puzzles that are open."""
    return [s.model.puzzle.name for s in app.screen_stack if isinstance(s, PlayScreen)]


async def wait_until(pilot: "Pilot[None]", condition: Callable[[], object]) -> None:
    """Wait until a condition holds."""
    deadline = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        assert time.monotonic() < deadline
        await pilot.pause(0.02)
