"""Puzzles, positions and games as values: equality, text, and the moves made on them."""

import copy
import pickle
from dataclasses import FrozenInstanceError, replace
from importlib.metadata import version

import pytest
from many import each_of

import ludoscope
from ludoscope.games.game import ComparedBySpec
from ludoscope.tui.commands import cli

# each family; the last one is drawn in its second format, since black is to move
NAMES = ("lucas-07", "triangle-15-15", "FreeCell.123456", "ms-1-free", "orush-02", "hexapawn-3x3")
STARTED = {
    "peg": "ludoscope lucas-01 2: 4,5:E 4,3:N # 2 moves",
    "patience": "ludoscope Seahaven.11 2: 7S-8S 8H-9H",
    "rush": "ludoscope orush-02 2: C> B>",
    "hexapawn": "ludoscope hexapawn-3x3 1: b1b2",
}

pytestmark = pytest.mark.usefixtures("forked_workers")


@each_of("name", NAMES)
def test_equal_puzzles_are_equal(name: str) -> None:
    puzzle, again = ludoscope.puzzle(name), ludoscope.puzzle(name)
    assert puzzle == again
    assert puzzle is not again
    assert {puzzle: 1}[again] == 1
    assert puzzle.game == again.game
    assert len({puzzle.game, again.game}) == 1
    assert puzzle.position == again.start
    assert len({puzzle.position, again.position}) == 1
    for copied in (copy.deepcopy(puzzle), pickle.loads(pickle.dumps(puzzle))):
        assert copied == puzzle
    moved = puzzle.after([puzzle.start.moves[0]])
    for other in (ludoscope.puzzle("lucas-08"), replace(puzzle, name="x"), moved, name, None):
        assert puzzle != other
    assert moved.game == puzzle.game
    assert moved.position != puzzle.position
    assert moved == puzzle.after([puzzle.start.moves[0]])


def test_games_differ_by_every_parameter() -> None:
    names = (*NAMES, "lucas-08", "ms-1", "FreeCell.123456-free", "hexapawn-3x4")
    games = [ludoscope.puzzle(name).game for name in names]
    games += [ludoscope.puzzle("lucas-07").game.without_symmetry()]
    games += [ludoscope.puzzle("orush-02").game.with_measure("slides")]
    assert all(isinstance(game, ComparedBySpec) for game in games)
    assert len(set(games)) == len(games)
    assert games[0] != games[0].spec()


def test_a_puzzle_cannot_be_changed() -> None:
    puzzle = ludoscope.puzzle("lucas-07")
    with pytest.raises(FrozenInstanceError):
        puzzle.name = "x"
    with pytest.raises(FrozenInstanceError):
        puzzle.position.value = 0


@pytest.mark.parametrize("name", [*NAMES, *STARTED])
def test_str_draws_what_show_prints(name: str, capsys) -> None:
    puzzle = ludoscope.puzzle(STARTED.get(name, name))
    assert cli.main(["show", STARTED.get(name, name)]) == 0
    assert capsys.readouterr().out == f"{puzzle}\n"
    assert str(puzzle).startswith(str(puzzle.position))


@each_of("name", NAMES)
def test_repr_is_short_and_names_the_puzzle(name: str) -> None:
    puzzle = ludoscope.puzzle(name)
    assert repr(puzzle) == f"<Puzzle {name}>"
    assert repr(puzzle.after([puzzle.start.moves[0]])) == f"<Puzzle {name} after 1 move>"
    assert repr(puzzle.position).startswith(f"<Position {puzzle.game.family} ")
    hostile = replace(puzzle, name="\x1b[2J\n" + "x" * 500)
    assert repr(hostile).isprintable()
    assert max(map(len, (repr(puzzle.position), repr(hostile)))) < 100


@each_of("name", NAMES)
def test_the_text_of_a_position_is_parsed_again(name: str) -> None:
    puzzle = ludoscope.puzzle(name)
    for position in (puzzle.start, puzzle.start.play(puzzle.start.moves[0])):
        parsed = ludoscope.parse(position.text)
        assert parsed.game.family == puzzle.game.family
        assert parsed.position.text == position.text
        assert parsed == ludoscope.parse(f"{position.text}\r\n", puzzle.game.family)


def test_a_position_plays_to_its_end() -> None:
    position = ludoscope.puzzle("orush-02").position
    for text in ("C>", "B>", "A>A>"):
        assert not position.is_won
        position = position.play(text)
    assert position.is_won
    assert position.moves


@pytest.mark.parametrize("family", STARTED)
def test_a_puzzle_with_moves_is_solved_from_where_it_stands(family: str) -> None:
    puzzle = ludoscope.parse(STARTED[family])
    assert puzzle.position != puzzle.start
    for solver in ludoscope.solvers(puzzle):
        verdict = ludoscope.solve(puzzle, solver.name, time=0.3)
        assert not isinstance(verdict, ludoscope.Unsolvable), solver
        if isinstance(verdict, ludoscope.Solved):
            assert ludoscope.verify(puzzle, verdict.moves), solver
            assert ludoscope.verify(puzzle, str(verdict)), solver
            whole = replace(puzzle, moves=())
            assert ludoscope.verify(whole, puzzle.moves + verdict.moves), solver
            assert puzzle.after(verdict.moves).position.is_won
            assert verdict.puzzle is puzzle
            assert repr(verdict).startswith(f"<Solved {puzzle.name} in ")


def test_moves_of_a_puzzle_must_be_legal() -> None:
    puzzle = replace(ludoscope.puzzle("orush-02"), moves=[[2, 1], [0, 9]])
    assert puzzle.moves == ((2, 1), (0, 9))
    with pytest.raises(ludoscope.Error, match="move 2: A is blocked by B"):
        _ = puzzle.position


def test_catalogue_entries_are_puzzles() -> None:
    entries = list(ludoscope.catalogue())
    assert {"triangle-15-15", "lucas-07", "FreeCell.N", "orush-02"} <= {e.name for e in entries}
    entry = next(entry for entry in ludoscope.catalogue("rush"))
    assert ludoscope.puzzle(entry) == ludoscope.puzzle(entry.name)


def test_solvers_that_are_not_available_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = ludoscope.puzzle("lucas-07")
    compiled = [solver.name for solver in ludoscope.solvers(puzzle)]
    assert {*compiled} == {solver.name for solver in ludoscope.solvers("peg")}
    monkeypatch.setattr("ludoscope.search.solver.is_compiled", lambda kernel: False)
    readable = ludoscope.solvers(puzzle)
    assert readable
    assert {solver.name for solver in readable} < {*compiled}
    assert not any(solver.kernels for solver in readable)
    assert repr(readable[0]) == f"<Solver {readable[0].name}>"


def test_the_version_is_that_of_the_distribution() -> None:
    assert ludoscope.__version__ == version("ludoscope")
