"""Generated problems of peg solitaire: all can be solved, none twice."""

import json
from itertools import islice

import pytest

import ludoscope as library
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.generator import GeneratorProgress
from ludoscope.puzzles.peg.problem_generator import ProblemGenerator
from ludoscope.tui.commands.cli import main


@pytest.mark.parametrize(("board", "jumps"), [("triangle", 9), ("english", 6), ("diamond", 8)])
def test_each_has_a_solution_of_its_length(board: str, jumps: int) -> None:
    for puzzle in islice(library.generate("peg", seed=5, board=board, jumps=jumps), 3):
        assert puzzle.game.board.name == board
        assert puzzle.game.finish.bit_count() == 1
        verdict = library.solve(puzzle, time=60)
        assert isinstance(verdict, library.Solved)
        assert len(verdict.moves) == jumps
        assert library.verify(puzzle, verdict.moves).is_valid


def test_the_same_seed_makes_the_same_problems_and_none_twice() -> None:
    first, again = (
        [puzzle.game.spec() for puzzle in islice(library.generate("peg", seed=7), 20)]
        for _ in range(2)
    )
    assert first == again
    assert len({json.dumps(spec) for spec in first}) == 20
    assert next(library.generate("peg", seed=8)).game.spec() != first[0]


def test_it_ends_when_there_are_no_more() -> None:
    assert len(list(library.generate("peg", seed=1, board="triangle", jumps=1))) == 36


def test_it_reports_while_it_finds_none() -> None:
    events = ProblemGenerator().generate(1, jumps=31)
    report = next(event for event in events if isinstance(event, GeneratorProgress))
    assert report.text.endswith("jumps of 31")


def test_lines_and_files_of_the_command_are_read(capsys, tmp_path) -> None:
    words = ("peg", "--jumps", "5", "--board", "european", "--seed", "3", "--json")
    assert main(["generate", *words, "-o", str(tmp_path)]) == 0
    [made] = json.loads(capsys.readouterr().out)
    assert (made["board"], made["pegs"], made["jumps"], made["seed"]) == ("european", 6, 5, 3)
    spec = share.decode(made["puzzle"]).game.spec()
    assert catalogue.find(made["file"]).game.spec() == spec
    assert made["file"] == str(tmp_path / "european-5-jumps-3-01.txt")


def test_longer_than_the_board_is_refused(capsys) -> None:
    assert main(["generate", "peg", "--board", "triangle", "--jumps", "20"]) == 64
    said = "found 20 jumps, expected 1 to 13 on the board triangle"
    assert said in capsys.readouterr().err
    with pytest.raises(library.Error, match=said):
        library.generate("peg", board="triangle", jumps=20)
