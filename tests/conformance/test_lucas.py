"""Lucas's thirty problems: his own solutions replay, and `swift` finds some of its own."""

import json
from pathlib import Path
from pprint import pformat

import pytest

from ludoscope.games.peg import BOARDS, notation
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import compiled
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.peg.swift import swift
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.cli import main as ludoscope

NUMBERS = range(1, 31)


@pytest.fixture(scope="module")
def published(data: Path) -> dict[str, dict[str, list]]:
    return json.loads((data / "lucas" / "lucas_problems.json").read_text())


@pytest.mark.parametrize("number", NUMBERS)
def test_our_problem_is_his(number: int, published, data: Path) -> None:
    game = problem(number)
    board = BOARDS["european"]
    theirs = published[str(number)]
    for pegs, holes in ((game.start, theirs["initial"]), (game.finish, theirs["final"])):
        assert pegs == sum(1 << board.hole_at(hole // 10, hole % 10) for hole in holes)
    file = find(str(data / "lucas" / f"EL{number:02}I.txt")).game
    assert (file.board, file.start, file.finish) == (board, game.start, game.finish)


@pytest.mark.parametrize("number", NUMBERS)
def test_his_solution_replays(number: int, published) -> None:
    jumps = [f"{start}/{to}" for start, to in published[str(number)]["lucas_solution"]]
    result = replay_texts(problem(number), problem(number).start, jumps)
    assert result.right, result.reason


@pytest.mark.parametrize("number", NUMBERS)
def test_his_solution_replays_from_a_list_as_printed(
    number: int, published, tmp_path: Path, capsys
) -> None:
    """Pairs as they stand in the appendix, and the same jumps as texts, on one line and on many."""
    pairs = [tuple(pair) for pair in published[str(number)]["lucas_solution"]]
    board = BOARDS["european"]
    jumps = [jump for a, b in pairs for jump in notation.parse(board, f"{a}/{b}")]
    path = tmp_path / "list"
    for printed in (pairs, notation.compass(board, jumps)):
        for text in (str(printed), str(printed).replace(" ", ""), pformat(printed, width=40)):
            path.write_text(text)
            assert ludoscope(["check", f"lucas-{number}", str(path)]) == 0
            assert capsys.readouterr().out == "SUCCES\n"


@pytest.mark.parametrize("number", NUMBERS)
def test_we_write_his_two_files(number: int, data: Path, tmp_path: Path) -> None:
    root = tmp_path / f"EL{number:02}"
    assert ludoscope(["show", f"lucas-{number}", "--format", "two-files", "-o", str(root)]) == 0
    for half in ("I", "F"):
        name = f"EL{number:02}{half}.txt"
        theirs = (data / "lucas" / name).read_text().split()
        assert (tmp_path / name).read_text().split() == theirs
    assert find(str(data / "lucas" / root.name)).game.spec() == problem(number).spec()


@pytest.mark.skipif(not all(map(compiled, BEAM_KERNELS)), reason="kernels not compiled here")
@pytest.mark.parametrize("number", NUMBERS)
def test_swift_solves_it(number: int) -> None:
    game = problem(number)
    *_, verdict = swift(game, game.start, Limits(seconds=60))
    assert isinstance(verdict, Solved)
    assert replay(game, game.start, verdict.moves).right
