"""The command `atlas` as scripts see it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludoscope.search.kernels import compiled

pytestmark = pytest.mark.skipif(
    not compiled("ludoscope.search.peg.kernels.levels"), reason="kernels not compiled here"
)


def atlas(home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludoscope.tui.cli", "atlas", *words],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | {"LUDOSCOPE_HOME": str(home)},
    )


def test_it_counts_and_keeps_and_reads_again(tmp_path: Path) -> None:
    first = atlas(tmp_path, "triangle-15-15", "--reachable", "--jobs", "3")
    assert first.returncode == 0
    lines = first.stdout.splitlines()
    assert lines[0].split() == ["jumps", "winnable", "reachable"]
    assert lines[15].split() == ["sum", "190", "1,544"]
    assert "made in" in lines[16]
    (kept,) = (tmp_path / "cache").iterdir()
    assert lines[17] == f"{kept.stat().st_size:,} bytes in {kept}"
    again = atlas(tmp_path, "triangle-15-15")
    assert again.returncode == 0
    assert "checked and read in" in again.stdout
    kept.write_bytes(kept.read_bytes()[:-1])
    assert "made in" in atlas(tmp_path, "triangle-15-15").stdout
    assert not first.stderr + again.stderr  # no progress where there is no terminal


def test_problems_without_a_solution(tmp_path: Path) -> None:
    coloured = atlas(tmp_path, "european-central")
    assert coloured.returncode == 2
    assert coloured.stdout.endswith("INSOLUBLE\n")
    searched = atlas(tmp_path, "triangle-23-23")
    assert searched.returncode == 2
    assert "sum              0" in searched.stdout
    assert searched.stdout.endswith("INSOLUBLE\n")


def test_what_it_gives_up(tmp_path: Path) -> None:
    for words in (("--memory", "24"), ("--time", "0.001")):
        result = atlas(tmp_path, *words)
        assert result.returncode == 1
        assert "limit\nECHEC\n" in result.stdout
    board = "\n".join(["x" * 9] * 8 + ["x" * 8 + "."])
    result = atlas(tmp_path, "-", stdin=f"{board}\n")
    assert (result.returncode, result.stdout.splitlines()[0]) == (
        1,
        "gave up: a board of 81 holes, expected at most 64",
    )
    assert not (tmp_path / "cache").exists()


def test_what_it_does_not_take(tmp_path: Path) -> None:
    assert atlas(tmp_path, "orush-01").returncode == 64
    assert atlas(tmp_path, "triangle-15-15", "--jobs", "0").returncode == 64
    assert atlas(tmp_path, "no-such-puzzle").returncode == 66
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    result = atlas(blocked, "triangle-15-15")
    assert result.returncode == 66
    assert "Traceback" not in result.stderr
