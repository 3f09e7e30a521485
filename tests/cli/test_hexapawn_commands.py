"""The commands `table` and `learn` as scripts see them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest


def ludoscope(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludoscope.tui.cli", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"LUDOSCOPE_HOME": str(home)},
    )


def test_the_table_is_filled_and_kept(tmp_path: Path) -> None:
    first = ludoscope(tmp_path, "table", "--rows", "3..4", "--columns", "2..4")
    assert first.returncode == 0
    assert first.stdout.splitlines() == [
        "rows     2    3    4  columns",
        "   3    -2   -6   +5",
        "   4    -6   -8  +11",
    ]
    kept = tmp_path / "cache" / "hexapawn-table.json"
    written = kept.read_bytes()
    again = ludoscope(tmp_path, "table", "--rows", "3", "--columns", "2..4", "--json")
    assert json.loads(again.stdout)["values"] == {"3x2": -2, "3x3": -6, "3x4": 5}
    assert kept.read_bytes() == written  # nothing was searched again
    assert not first.stderr + again.stderr


def test_what_is_not_found_in_time(tmp_path: Path) -> None:
    result = ludoscope(tmp_path, "table", "--rows", "8", "--columns", "8", "--time", "0.05")
    assert result.returncode == 1
    assert result.stdout.splitlines()[1:] == ["   8     *", "* not found in 0.05 s"]


def test_a_learner_learns_the_same_from_the_same_seed(tmp_path: Path) -> None:
    runs = [ludoscope(tmp_path, "learn", "3x3", "--games", "220") for _ in range(2)]
    assert runs[0].stdout == runs[1].stdout
    lines = runs[0].stdout.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["50", "100", "150", "200", "220"]
    assert "of 20" in lines[-2]
    assert lines[-1].endswith("boxes")
    other = ludoscope(tmp_path, "learn", "3x3", "--games", "220", "--seed", "2")
    assert other.stdout != runs[0].stdout


def test_who_wins_and_what_each_move_is_worth(tmp_path: Path) -> None:
    won = ludoscope(tmp_path, "solve", "hexapawn-4x4", "--solver", "winner")
    assert (won.returncode, won.stdout.splitlines()[-1]) == (0, "won")
    lost = ludoscope(tmp_path, "solve", "hexapawn-3x3", "--solver", "winner")
    assert lost.stdout.splitlines()[-1] == "lost"
    words = ("solve", "hexapawn-4x4", "--solver", "values")
    values = {"a1a2": 11, "b1b2": -12, "c1c2": -12, "d1d2": 11}
    assert json.loads(ludoscope(tmp_path, *words, "--json").stdout)["values"] == values
    lines = ludoscope(tmp_path, *words).stdout.splitlines()
    assert lines[-1] == "11"
    assert "a1a2   +11" in lines


@pytest.mark.parametrize(
    "words",
    [
        ("table", "--rows", "4..3"),
        ("table", "--rows", "0"),
        ("table", "--columns", "2..17"),
        ("table", "--columns", "2..x"),
        ("learn", "1x3"),
        ("learn", "3"),
        ("learn", "3x17"),
        ("learn", "3x3", "--games", "0"),
    ],
)
def test_wrong_usage(tmp_path: Path, words: tuple[str, ...]) -> None:
    result = ludoscope(tmp_path, *words)
    assert result.returncode == 64
    assert result.stderr.count("\n") == 1
