"""Lucas's thirty problems: his own solutions replay, and `swift` finds some of its own."""

import re
from pathlib import Path
from pprint import pformat
from typing import NamedTuple

import pytest
from many import FULL, case

from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS
from ludoscope.puzzles.catalogue import find
from ludoscope.puzzles.peg.lucas import lucas_problem
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.kernels import is_compiled
from ludoscope.search.peg.solvers import BEAM_KERNELS
from ludoscope.search.peg.swift import swift
from ludoscope.search.verify import replay, replay_texts
from ludoscope.tui.commands.cli import main as ludoscope

NUMBERS = range(1, 31)
SOME = NUMBERS if FULL else NUMBERS[::6]


class Published(NamedTuple):
    """Holes by column and row, from 1, as two digits."""

    start: list[int]
    finish: list[int]
    jumps: list[tuple[int, int]]


@pytest.fixture(scope="module")
def published(records) -> dict[int, Published]:
    found = {}
    for record in records("lucas"):
        number, start, finish, jumps = re.split(" > |[:;] ", record)
        holes = [list(map(int, part.split())) for part in (start, finish)]
        pairs = [tuple(map(int, jump.split("-"))) for jump in jumps.split()]
        found[int(number)] = Published(*holes, pairs)
    return found


def picture(pegs: list[int]) -> list[str]:
    """Return the lines of a problem file: board framed by E, row 7 first, x for a peg."""
    lines = ["E" * 9]
    for row, width in zip(range(7, 0, -1), (3, 5, 7, 7, 7, 5, 3), strict=True):
        first = (9 - width) // 2
        holes = ["x" if 10 * x + row in pegs else "." for x in range(first, first + width)]
        lines.append("".join(holes).center(9, "E"))
    return [*lines, "E" * 9]


def test_our_problem_is_his(published) -> None:
    for number in NUMBERS:
        with case(number):
            game = lucas_problem(number)
            board = BOARDS["european"]
            for pegs, holes in (
                (game.start, published[number].start),
                (game.finish, published[number].finish),
            ):
                assert pegs == sum(1 << board.hole_at(hole // 10, hole % 10) for hole in holes)


def test_his_solution_replays(published) -> None:
    for number in NUMBERS:
        with case(number):
            jumps = [f"{start}/{to}" for start, to in published[number].jumps]
            result = replay_texts(lucas_problem(number), lucas_problem(number).start, jumps)
            assert result.is_valid, result.reason


def test_his_solution_replays_from_a_list_as_printed(published, tmp_path: Path, capsys) -> None:
    """Pairs as they stand in the appendix, and the same jumps as texts, on one line and on many."""
    for number in SOME:
        with case(number):
            pairs = published[number].jumps
            board = BOARDS["european"]
            jumps = [jump for a, b in pairs for jump in notation.parse_move(board, f"{a}/{b}")]
            path = tmp_path / "list"
            for printed in (pairs, notation.to_compass(board, jumps)):
                for text in (
                    str(printed),
                    str(printed).replace(" ", ""),
                    pformat(printed, width=40),
                ):
                    path.write_text(text)
                    assert ludoscope(["check", f"lucas-{number}", str(path)]) == 0
                    assert capsys.readouterr().out == "SUCCES\n"


def test_we_write_his_two_files_and_read_them(published, tmp_path: Path) -> None:
    for number in SOME:
        with case(number):
            root = tmp_path / f"EL{number:02}"
            assert (
                ludoscope(["show", f"lucas-{number}", "--format", "two-files", "-o", str(root)])
                == 0
            )
            for half, holes in (("I", published[number].start), ("F", published[number].finish)):
                assert (tmp_path / f"{root.name}{half}.txt").read_text().split() == picture(holes)
            assert find(str(root)).game.spec() == lucas_problem(number).spec()


@pytest.mark.skipif(not all(map(is_compiled, BEAM_KERNELS)), reason="kernels not compiled here")
def test_swift_solves_it() -> None:
    for number in NUMBERS:
        with case(number):
            game = lucas_problem(number)
            *_, verdict = swift(game, game.start, Limits(seconds=60))
            assert isinstance(verdict, Solved)
            assert replay(game, game.start, verdict.moves).is_valid
