"""The command `race`: a table for people or scripts, and an exit code."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludoscope.tui.commands import cli

ENVIRONMENT = os.environ | {"PYTHONIOENCODING": "utf-8"}


def run(capsys, *words: str) -> tuple[int, str, str]:
    code = cli.main(["race", *words])
    said = capsys.readouterr()
    return code, said.out, said.err


def test_a_line_for_each_solver(capsys) -> None:
    code, out, _ = run(
        capsys, "lucas-03", "--solver", "beam", "--solver", "depth-first", "--solver", "beam"
    )
    lines = out.splitlines()
    assert code == 0
    assert [line.split()[0] for line in lines] == ["solver", "beam", "depth-first"]
    assert all(line.endswith("solved") for line in lines[1:])


def test_for_scripts(capsys, tmp_path: Path) -> None:
    code, out, _ = run(capsys, "orush-01", "--solver", "a-star", "--json")
    [row] = json.loads(out)
    assert (code, row["puzzle"], row["verdict"], row["optimal"]) == (0, "orush-01", "solved", True)
    path = tmp_path / "race.csv"
    code, out, _ = run(capsys, "orush-01", "--solver", "a-star", "-o", str(path))
    with path.open() as file:
        [kept] = csv.DictReader(file)
    assert (code, out) == (0, "")
    assert kept["length"] == str(row["length"])


@pytest.mark.long
def test_without_symmetry_solvers_count_more(capsys) -> None:
    names = ("swift", "fewest", "deep", "depth-first", "beam")
    words = [word for name in names for word in ("--solver", name)]
    merged, apart = (
        json.loads(run(capsys, "lucas-05", *words, "--json", *more)[1])
        for more in ([], ["--no-symmetry"])
    )
    for one, other in zip(merged, apart, strict=True):
        assert one["verdict"] == other["verdict"]
        assert one["explored"] < other["explored"], one["solver"]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["european-central", "--solver", "beam", "--solver", "depth-first"], 2),
        (["lucas-28", "--solver", "depth-first", "--time", "0.2"], 1),
    ],
)
def test_the_exit_code_tells_what_is_known(capsys, words: list[str], code: int) -> None:
    assert run(capsys, *words)[0] == code


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["lucas-01", "--solver", "mtd"], "no solver 'mtd' for peg"),
        (["--preset", "lucas", "--solver", "beam"], "without --solver"),
        (["orush-01", "--no-symmetry"], "orush-01 is a puzzle of rush"),
    ],
)
def test_wrong_words_are_one_line(capsys, words: list[str], sentence: str) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (64, "")
    assert sentence in err
    assert err.count("\n") == 1


def test_an_interruption_leaves_no_process() -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "ludoscope",
            "race",
            "lucas-28",
            "--solver",
            "depth-first",
        ],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    until = time.monotonic() + 60
    while not children.read_text().strip():
        assert time.monotonic() < until
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)
