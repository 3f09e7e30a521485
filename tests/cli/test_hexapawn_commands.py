"""The commands `table` and `learn` as scripts see them."""

import json
from pathlib import Path

import pytest
from many import each_of


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))


def test_the_table_is_filled_and_kept(ludoscope, tmp_path: Path) -> None:
    first = ludoscope("table", "--rows", "2..4", "--columns", "2..4")
    assert first.code == 0
    assert first.out.splitlines() == [
        "rows     2    3    4  columns",
        "   2    +1   +1   +1",
        "   3    -2   -6   +5",
        "   4    -6   -8  +11",
    ]
    kept = tmp_path / "cache" / "hexapawn-table.json"
    written = kept.read_bytes()
    again = ludoscope("table", "--rows", "2..3", "--columns", "2", "--json")
    assert json.loads(again.out)["values"] == {"2x2": 1, "3x2": -2}
    assert kept.read_bytes() == written  # nothing was searched again
    assert not first.err + again.err


def test_what_is_not_found_in_time(ludoscope) -> None:
    result = ludoscope("table", "--rows", "8", "--columns", "8", "--time", "0.05")
    assert result.code == 1
    assert result.out.splitlines()[1:] == ["   8     *", "* not found in 0.05 s"]


@pytest.mark.long
def test_a_learner_learns_the_same_from_the_same_seed(ludoscope) -> None:
    runs = [ludoscope("learn", "3x3", "--games", "220") for _ in range(2)]
    assert runs[0].out == runs[1].out
    lines = runs[0].out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["50", "100", "150", "200", "220"]
    assert "of 20" in lines[-2]
    assert lines[-1].endswith("boxes")
    other = ludoscope("learn", "3x3", "--games", "220", "--seed", "2")
    assert other.out != runs[0].out


def test_who_wins_and_what_each_move_is_worth(ludoscope) -> None:
    won = ludoscope("solve", "hexapawn-4x4", "--solver", "winner")
    assert (won.code, won.out.splitlines()[-1]) == (0, "won")
    lost = ludoscope("solve", "hexapawn-3x3", "--solver", "winner")
    assert lost.out.splitlines()[-1] == "lost"
    words = ("solve", "hexapawn-4x4", "--solver", "values")
    values = {"a1a2": 11, "b1b2": -12, "c1c2": -12, "d1d2": 11}
    assert json.loads(ludoscope(*words, "--json").out)["values"] == values
    lines = ludoscope(*words).out.splitlines()
    assert lines[-1] == "11"
    assert "a1a2   +11" in lines


@each_of(
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
def test_wrong_usage(ludoscope, words: tuple[str, ...]) -> None:
    result = ludoscope(*words)
    assert result.code == 64
    assert result.err.count("\n") == 1
