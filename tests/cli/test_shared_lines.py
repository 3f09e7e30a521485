"""A shared line with moves: commands go on from the position that they lead to."""

import json
from pathlib import Path

import pytest

LINES = {  # a line, and the fewest moves or the plies that are left after it
    "ludoscope orush-02 2: C> B>": 2,
    "ludoscope hexapawn-3x3 1: b1b2": 5,
    "ludoscope lucas-01 2: 4,5:E 4,3:N": 3,
}


@pytest.mark.parametrize("line", LINES)
def test_a_solution_begins_where_the_line_ends(ludoscope, tmp_path: Path, line: str) -> None:
    path = tmp_path / "solution.txt"
    name, left = line.split()[1], LINES[line]
    solver = ("--solver", "fewest") if name.startswith("lucas") else ()
    solved = ludoscope("solve", line, *solver, "--json")
    summary = json.loads(solved.out)
    assert solved.code == 0
    assert abs(summary["length"]) == left
    assert json.loads(ludoscope("solve", name, *solver, "--json").out)["length"] != left
    assert ludoscope("solve", line, *solver, "-o", str(path)).code == 0
    assert ludoscope("check", line, str(path)).out == "SUCCES\n"
    assert "ECHEC" in ludoscope("check", name, str(path)).out


def test_a_trace_begins_where_the_line_ends(ludoscope) -> None:
    line = "ludoscope orush-02 2: C> B>"
    board = ludoscope("show", line).out
    assert board == "~~~~~~\n~~~~~~\n~~AA~~\n~~~~BC\n~~~~BC\n~~~~~~\n"
    assert ludoscope("solve", line, "--trace").out.startswith(f"0\n{board}")
    assert ludoscope("solve", line).out.startswith(f"{board}\nA>A>\n")
    assert "~~~~~~/~~~~~~/~~AA~~/~~~~BC/~~~~BC/~~~~~~" in ludoscope("solve", line, "--csv").out


def test_a_race_begins_where_the_line_ends(ludoscope) -> None:
    words = ("--solver", "swift", "--solver", "a-star", "--json")
    rows = json.loads(ludoscope("race", "ludoscope orush-02 2: C> B>", *words).out)
    assert [row["length"] for row in rows] == [2, 2]
    assert [row["length"] for row in json.loads(ludoscope("race", "orush-02", *words).out)] != [
        2,
        2,
    ]


def test_a_puzzle_of_another_game_is_refused(ludoscope) -> None:
    ran = ludoscope("show", "orush-02", "--game", "peg")
    assert (ran.code, ran.out) == (66, "")
    assert "orush-02 is a puzzle of rush, not of peg" in ran.err
