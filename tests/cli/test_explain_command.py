"""The command `explain` as scripts see it."""

import json
from pathlib import Path

from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.share import encode
from ludoscope.search.verify import replay_texts

LOST_GRID = "......\n...B..\nAA.B..\n...B.C\n...D.C\n...D..\n"


def test_a_lost_grid_is_explained(ludoscope, tmp_path: Path) -> None:
    path = tmp_path / "lost.txt"
    path.write_text(LOST_GRID)
    result = ludoscope("explain", str(path))
    assert result.code == 2
    assert result.out.splitlines()[1:] == [
        "Take away boat B, and it can be won; 2 of 3 boats away win.",
        "2 of 3 boats (B, D) make it lost: it stays lost if every other boat is taken away; "
        "none of them can be left out.",
    ]
    assert not result.err


def test_the_object_has_the_moves_of_every_win(ludoscope, tmp_path: Path) -> None:
    path = tmp_path / "lost.txt"
    path.write_text(LOST_GRID)
    summary = json.loads(ludoscope("explain", str(path), "--json").out)
    assert summary["lost"]
    assert summary["smallest"] == 1
    assert summary["core"]["elements"] == ["B", "D"]
    (boats,) = summary["changes"]
    assert (boats["kind"], boats["total"], boats["won"], boats["lost"]) == ("boat", 3, 2, 1)
    for win in boats["wins"]:
        game = read_game(win["position"])
        assert replay_texts(game, game.start, win["moves"])


def test_moves_of_a_shared_line_are_taken_back(ludoscope) -> None:
    puzzle = catalogue.find("lucas-01")
    result = ludoscope("explain", encode(puzzle, puzzle.after("4,5:N").moves))
    assert result.code == 2
    assert "Take back 1 move, and it can be won." in result.out.splitlines()


def test_exit_codes_of_positions_that_are_not_lost(ludoscope) -> None:
    won = ludoscope("explain", "orush-02")
    assert (won.code, won.out) == (0, "The position can be won.\n")
    undecided = ludoscope("explain", "ms-11982", "--time", "0.001")
    assert undecided.code == 1
    assert undecided.out.startswith("Not decided: ")
    assert ludoscope("explain", "no-such-puzzle").code == 66
