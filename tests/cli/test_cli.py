"""The command line as scripts see it: what it prints, and the exit codes."""

import fcntl
import json
import os
import signal
import subprocess
import sys
import termios
import time
from array import array
from pathlib import Path

import pytest
from hostile import Ran
from many import each_of, first_of

from ludoscope.games import FAMILIES
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles import catalogue
from ludoscope.search.registry import solvers
from ludoscope.tui import error_log
from ludoscope.tui.commands import cli
from ludoscope.tui.commands.errors import EXIT_FAULT
from ludoscope.tui.commands.list_puzzles import CatalogueRow, _print_counts

ENVIRONMENT = os.environ | {"PYTHONIOENCODING": "utf-8"}


def process(*words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "ludoscope", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT | environment,
    )


def last_line(result: Ran) -> str:
    return result.out.splitlines()[-1]


@each_of(
    ("name", "last", "code"),
    [
        ("lucas-05", "SUCCES", 0),
        ("orush-01", "SUCCES", 0),
        ("FreeCell.123456", "SUCCES", 0),
        ("MidnightOil.2", "INSOLUBLE", 2),
        ("european-central", "INSOLUBLE", 2),
        ("hexapawn-3x4", "5", 0),
    ],
)
def test_solve_ends_with_its_verdict(name: str, last: str, code: int, ludoscope) -> None:
    result = ludoscope("solve", name)
    assert (last_line(result), result.code) == (last, code)
    assert "Traceback" not in result.err


def test_solve_gives_up_at_its_time_limit(ludoscope) -> None:
    result = ludoscope("solve", "lucas-28", "--solver", "depth-first", "--time", "0.3")
    assert (last_line(result), result.code) == ("ECHEC", 1)
    assert "0.3 s, the time limit" in result.out


@pytest.mark.parametrize("name", ["FreeCell.123456", "lucas-03", "orush-07", "hexapawn-4x4"])
def test_a_solution_written_is_a_solution_checked(name: str, tmp_path: Path, ludoscope) -> None:
    path = tmp_path / "solution.txt"
    assert ludoscope("solve", name, "-o", str(path)).code == 0
    result = ludoscope("check", name, str(path))
    assert (last_line(result), result.code) == ("SUCCES", 0)
    lines = path.read_text()
    path.write_text(lines[: len(lines) // 2].rpartition("\n")[0])
    result = ludoscope("check", name, str(path))
    assert last_line(result).startswith("ECHEC ")
    assert result.code == 1


def test_standard_input_is_read_once(ludoscope) -> None:
    result = ludoscope("check", "-", "-")
    assert result.code == 64
    assert "standard input cannot be both PUZZLE and FILE" in result.err


def test_a_fault_of_a_plugin_is_said_without_a_log(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("LUDOSCOPE_HOME", str(home))
    fault = PluginFault("Lights Out failed", details="Traceback")
    assert cli._fail_by_plugin(fault) == EXIT_FAULT
    assert f"Lights Out failed; details are in {home}" in capsys.readouterr().err

    def find_no_home() -> Path:
        raise FileNotFoundError("no home folder")

    home.joinpath("errors.log").unlink()
    monkeypatch.setattr(error_log, "write_error", lambda title, details: False)
    for is_reported in (False, True):
        fault.is_reported = is_reported
        assert cli._fail_by_plugin(fault) == EXIT_FAULT
        assert capsys.readouterr().err == "ludoscope: Lights Out failed\n"
    monkeypatch.setattr(error_log, "log_path", find_no_home)
    assert cli._fail_by_plugin(fault) == EXIT_FAULT
    assert capsys.readouterr().err == "ludoscope: Lights Out failed\n"


def test_solve_json_is_one_object(ludoscope) -> None:
    answer = json.loads(ludoscope("solve", "orush-03", "--json").out)
    assert list(answer) == [
        "puzzle", "game", "solver", "verdict", "reason", "moves", "length", "measure",
        "optimal", "explored", "seconds", "value",
    ]  # fmt: skip
    assert (answer["puzzle"], answer["game"]) == ("orush-03", "rush")
    assert (answer["verdict"], answer["measure"], answer["optimal"]) == ("solved", "cells", True)
    assert answer["length"] == len(answer["moves"]) > 0
    answer = json.loads(ludoscope("solve", "european-central", "--json").out)
    assert (answer["verdict"], answer["moves"], answer["length"]) == ("unsolvable", [], None)
    assert "colouring" in answer["reason"]
    answer = json.loads(ludoscope("solve", "hexapawn-3x3", "--json").out)
    assert (answer["value"], answer["length"]) == (-6, 6)


@each_of(
    ("words", "code", "sentence"),
    [
        (["--frobnicate"], 64, "unrecognized arguments: --frobnicate (see"),
        (["--ascii"], 64, "needs a terminal"),
        (["frobnicate"], 64, "'frobnicate' is neither a command nor a puzzle (see"),
        (["slove", "lucas-01"], 64, "neither a command nor a puzzle; did you mean solve?"),
        (["lucas-01"], 64, "needs a terminal"),
        (["lucas-01", "--frob"], 64, "--frob"),
        (["orush-20", "2:", "A<", "A>", "#", "2", "cells"], 64, "needs a terminal"),
        (["FreeCell.1", "1:", "9S-TH"], 65, "shared line: move 1 of 1, '9S-TH'"),
        (["solve"], 64, "required"),
        (["solve", "lucas-01", "--time", "-3"], 64, "'-3' found, expected a number of seconds"),
        (["solve", "lucas-01", "--time", "nan"], 64, "--time: 'nan' found, expected a number of"),
        (["solve", "lucas-01", "--memory", "0"], 64, "'0' found, expected a number of MB from 1"),
        (["batch", "english", "0..3"], 64, "'0..3' found, expected a number such as 617, or two"),
        (["batch", "ms", "1", "--jobs", "0"], 64, "'0' found, expected a number from 1 to"),
        (["table", "--rows", "2..x"], 64, "'2..x' found, expected a number from 1 to 16, or two"),
        (["learn", "1x3"], 64, "'1x3' found, expected rows (2 to 16) x columns (1 to 16)"),
        (["generate", "rush", "--slides", "x"], 64, "'x' found, expected a number from 2 to 60"),
        (["generate", "rush", "--walls", "9"], 64, "'9' found, expected a number from 0 to 3"),
        (["solve", "FreeCell.1", "--no-symmetry"], 64, "FreeCell.1 is a puzzle of patience"),
        (["solve", "lucas-01", "--jobs", "0"], 64, "'0' found, expected a number of cores from 1"),
        (["solve", "lucas-01", "--jobs", "65"], 64, "to 64"),
        (
            ["solve", "orush-01", "--jobs", "2"],
            64,
            "solver swift uses one core only, like all of rush",
        ),
        (
            ["solve", "lucas-01", "--solver", "beam", "--jobs", "2"],
            64,
            "these of peg use several: atlas",
        ),
        (["solve", "lucas-01", "--solver", "a-star"], 64, "no solver 'a-star' for peg"),
        (["show", "lucas-01", "--format", "pysol"], 64, "no format 'pysol' for peg"),
        (["list", "chess"], 64, "invalid choice"),
        (["play", "lucas-01"], 64, "needs a terminal"),
        (["lucas-77"], 66, "no puzzle 'lucas-77': found problem 77 of Lucas, expected 1 to 30"),
        (["play", "-"], 64, "needs a terminal"),
        ([], 64, "needs a terminal"),
        (["show", "nowhere.txt"], 66, "'nowhere.txt'; try: ludoscope list"),
        (["show", "FreeCell.0"], 66, "FreeCell.0"),
        (["show", "FreeCell.1000000000"], 66, "FreeCell.1000000000"),
        (["show", "lucas-77"], 66, "expected 1 to 30"),
        (["check", "lucas-01", "nowhere.sol"], 66, "nowhere.sol: No such file"),
        (["solve", "lucas-01", "-o", "/nowhere/f.sol"], 66, "/nowhere"),
        (["show", "/etc"], 66, "/etc: Is a directory"),
        (["solve", "lucas-01", "-o", "/etc"], 66, "/etc: Is a directory"),
    ],
)
def test_wrong_words_are_one_line_and_an_exit_code(
    words: list[str], code: int, sentence: str, ludoscope
) -> None:
    result = ludoscope(*words)
    assert result.code == code
    assert sentence in result.err
    assert len(result.err.splitlines()) == 1
    assert not result.out


@pytest.mark.parametrize(
    ("content", "game", "where"),
    [
        ("A2H12\nB2V02\nC2V02\n", None, ":3: "),
        ("A2H12\nB3H42\n", None, ":2: "),
        ("3\n3\nPPz\n   \nppp\n", "hexapawn", ":3: "),
        ("Foundations: H-0 C-0 D-0 S-0\nFreecells:\nZZ 3C\n", "patience", ":3: "),
        ("...\n", "patience", ":1: "),
        ("", "rush", ":1: "),
    ],
)
def test_malformed_puzzles_name_file_and_line(
    content: str, game: str | None, where: str, tmp_path: Path, ludoscope
) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(content)
    result = ludoscope("solve", str(path), *(["--game", game] if game else []))
    assert result.code == 65
    assert result.err.startswith(f"ludoscope: {path}{where}")
    assert "expected" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("name", ["FreeCell.1", "lucas-01", "orush-01", "hexapawn-3x3"])
def test_malformed_solutions_name_file_and_line(name: str, tmp_path: Path, ludoscope) -> None:
    path = tmp_path / "bad.sol"
    path.write_text("what?\n")
    result = ludoscope("check", name, str(path))
    assert result.code == 65
    assert result.err.startswith(f"ludoscope: {path}")
    assert len(result.err.splitlines()) == 1


def test_a_puzzle_may_come_through_a_pipe(ludoscope) -> None:
    shown = ludoscope("show", "orush-05", "--format", "string").out
    result = ludoscope("solve", "-", stdin=shown)
    assert (last_line(result), result.code) == ("SUCCES", 0)
    rows = ludoscope("show", "lucas-02", "--format", "rows").out
    assert last_line(ludoscope("solve", "-", "--game", "peg", stdin=rows)) == "SUCCES"


def test_show_takes_a_format_that_can_say_that_black_is_to_move(ludoscope) -> None:
    drawn = ludoscope("show", "-", stdin="B\nBB-\n-W-\nW--\n")
    assert (drawn.code, drawn.out) == (0, "B\npp.\n.P.\nP..\n")
    assert ludoscope("show", "-", stdin=drawn.out).out == drawn.out
    asked = ludoscope("show", "-", "--format", "board", stdin=drawn.out)
    assert (asked.code, asked.out) == (64, "")
    assert "black is to move" in asked.err


def test_show_prints_start_and_finish(ludoscope) -> None:
    lines = ludoscope("show", "english-central").out.splitlines()
    assert "4  ● ● ● ○ ● ● ●" in lines
    assert "4  ○ ○ ○ ● ○ ○ ○" in lines


def test_list_names_every_family_and_json_the_same(ludoscope) -> None:
    lines = ludoscope("list").out.splitlines()
    rows = json.loads(ludoscope("list", "--json").out)
    (cross,) = (row for row in rows if row["name"] == "english-cross")
    assert (cross["difficulty"], cross["grade"]) == (6.0, "easy")
    assert {row["grade"] for row in rows if row["game"] == "hexapawn"} == {None}
    assert [line.split()[0] for line in lines] == [row["name"] for row in rows]
    assert {row["game"] for row in rows} == {"peg", "patience", "rush", "hexapawn"}
    assert all("\t" not in line for line in lines)


def test_solvers_states_every_guarantee(ludoscope) -> None:
    text = ludoscope("solvers", "rush").out
    assert "fewest squares, or proof" in text
    assert "fewest moves, or proof" in text


def test_fewest_counts_moves_as_players_do(ludoscope) -> None:
    if not all(row.is_available for row in solvers("peg") if row.name == "fewest"):
        pytest.skip("kernels not compiled here")
    answer = json.loads(ludoscope("solve", "lucas-05", "--solver", "fewest", "--json").out)
    assert (answer["length"], answer["measure"], answer["optimal"]) == (9, "moves", True)
    assert len(answer["moves"]) == 14
    said = ludoscope("solve", "lucas-05", "--solver", "fewest").out
    assert "14 jumps in 9 moves, the fewest moves there are" in said


@pytest.mark.long
@first_of("solver", ["fewest", "deep", "prove"])
def test_many_cores_and_little_memory(solver: str, ludoscope) -> None:
    words = ("solve", "lucas-05", "--json", "--solver", solver)
    alone, many = (
        json.loads(ludoscope(*words, "--jobs", jobs, "--memory", "64").out) for jobs in ("1", "64")
    )
    said = ("verdict", "length", "moves")
    assert [alone[name] for name in said] == [many[name] for name in said]
    assert alone["verdict"] == "solved"


def test_a_stream_that_knows_only_ascii_still_gets_a_picture() -> None:
    shown = process("show", "english-central", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "4  x x x . x x x" in shown.stdout


def test_as_a_process_it_says_the_same_and_ends_with_the_same_code(ludoscope) -> None:
    shown = process("show", "orush-05", "--format", "string")
    assert (shown.returncode, shown.stderr) == (0, "")
    for words in (["solve", "-"], ["show", "nowhere"]):
        alone, here = process(*words, stdin=shown.stdout), ludoscope(*words, stdin=shown.stdout)
        assert (alone.returncode, alone.stderr) == (here.code, here.err)
        assert alone.stdout.splitlines()[-1:] == here.out.splitlines()[-1:]


def test_a_closed_pipe_is_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoscope", "list"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    process.wait(60)


def test_an_interrupt_ends_solver_and_command_with_130() -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "ludoscope",
            "solve",
            "lucas-28",
            "--solver",
            "depth-first",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 60
    while not children.read_text().strip():
        assert time.monotonic() < until
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):  # nobody is left in its group
        os.killpg(process.pid, 0)


def test_an_interrupt_ends_a_command_whose_output_nobody_reads() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "ludoscope", "list", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=ENVIRONMENT,
    )
    assert process.stdout is not None
    unread, is_full = array("i", [0]), False
    until = time.monotonic() + 60
    while not is_full:  # longer than the buffer of a pipe
        assert time.monotonic() < until
        time.sleep(0.02)
        fcntl.ioctl(process.stdout, termios.FIONREAD, unread)
        is_full = unread[0] >= 1 << 16
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    assert process.stderr is not None
    assert process.stderr.read() == b""


INTERRUPTED = """
import sys
from types import SimpleNamespace
from ludoscope.tui.commands import cli
command = SimpleNamespace(run=lambda options: exec("raise KeyboardInterrupt"))
cli.load_command = lambda name: command
sys.exit(cli.main(["list"]))
"""


def test_an_interrupt_while_a_class_is_defined_ends_with_130(tmp_path: Path) -> None:
    (tmp_path / "interrupted.py").write_text(INTERRUPTED)
    command = [sys.executable, "-m", "interrupted"]
    assert subprocess.run(command, cwd=tmp_path, env=ENVIRONMENT).returncode == 130


NO_TEXTUAL = """
import sys
from ludoscope.tui.commands.cli import main
for words in {words!r}:
    try:
        main(words)
    except SystemExit:
        pass
    assert 'textual' not in sys.modules, words
"""
HEADLESS = [
    ["list"], ["show", "FreeCell.1"], ["FreeCell.1"], ["solve", "orush-01"], ["solvers"],
    ["check", "lucas-01", "/dev/null"], ["--help"],
]  # fmt: skip
SEARCHING = [
    ["race", "lucas-01", "--solver", "beam"],
    ["batch", "lucas", "1..2"],
    ["bench", "rush"],
]


@pytest.mark.parametrize(
    "words", [HEADLESS, pytest.param(SEARCHING, marks=pytest.mark.long)], ids=len
)
def test_headless_commands_never_load_textual(words: list[list[str]]) -> None:
    result = subprocess.run(
        [sys.executable, "-c", NO_TEXTUAL.format(words=words)],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr


def test_the_catalogue_is_counted_as_home_counts_it(capsys) -> None:
    _print_counts(
        [CatalogueRow(family, entry) for family in FAMILIES for entry in catalogue.entries(family)]
    )
    said = capsys.readouterr().err.splitlines()
    assert said[0] == "Peg solitaire: 258 puzzles, and today's"
    assert said[1] == "Patience: 113 deals listed, and today's"
