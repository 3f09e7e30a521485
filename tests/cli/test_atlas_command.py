"""The command `atlas` as scripts see it."""

from functools import partial
from pathlib import Path

import pytest

from ludoscope.search.kernels import is_compiled

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.peg.kernels.bucket_tables"),
    reason="kernels not compiled here",
)


@pytest.fixture
def atlas(ludoscope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    return partial(ludoscope, "atlas")


def test_it_counts_and_keeps_and_reads_again(atlas, tmp_path: Path) -> None:
    first = atlas("triangle-15-15", "--reachable", "--jobs", "3")
    assert first.code == 0
    lines = first.out.splitlines()
    assert lines[0].split() == ["jumps", "winnable", "reachable"]
    assert lines[15].split() == ["sum", "190", "1,544"]
    assert "made in" in lines[16]
    (kept,) = (tmp_path / "cache").iterdir()
    assert lines[17] == f"{kept.stat().st_size:,} bytes in {kept}"
    again = atlas("triangle-15-15")
    assert again.code == 0
    assert "checked and read in" in again.out
    kept.write_bytes(kept.read_bytes()[:-1])
    assert "made in" in atlas("triangle-15-15").out
    assert not first.err + again.err  # no progress where there is no terminal


def test_problems_without_a_solution(atlas, tmp_path: Path) -> None:
    coloured = atlas("european-central")
    assert coloured.code == 2
    assert coloured.out.endswith("INSOLUBLE\n")
    searched = atlas("triangle-23-23")
    assert searched.code == 2
    assert "sum              0" in searched.out
    assert searched.out.endswith("INSOLUBLE\n")


def test_what_it_gives_up(atlas, tmp_path: Path) -> None:
    for words in (("--memory", "24"), ("--time", "0.001")):
        result = atlas(*words)
        assert result.code == 1
        assert "limit\nECHEC\n" in result.out
    board = "\n".join(["x" * 9] * 8 + ["x" * 8 + "."])
    result = atlas("-", stdin=f"{board}\n")
    assert (result.code, result.out.splitlines()[0]) == (
        1,
        "gave up: a board of 81 holes, expected at most 64",
    )
    assert not (tmp_path / "cache").exists()


def test_what_it_does_not_take(atlas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert atlas("orush-01").code == 64
    assert atlas("triangle-15-15", "--jobs", "0").code == 64
    assert atlas("no-such-puzzle").code == 66
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    monkeypatch.setenv("LUDOSCOPE_HOME", str(blocked))
    result = atlas("triangle-15-15")
    assert result.code == 66
    assert "Traceback" not in result.err
