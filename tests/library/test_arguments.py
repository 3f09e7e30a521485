"""Wrong arguments: Error for a wrong value, TypeError for a wrong type, each with one sentence."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ludoscope_examples import load_fifteen
from many import each_of

import ludoscope
from ludoscope import Error

PUZZLE = ludoscope.puzzle("orush-02")
DUEL = ludoscope.puzzle("hexapawn-3x3")
SERIES = next(entry for entry in ludoscope.catalogue("patience") if entry.is_numbered_series)


class Silent:
    """A value that cannot be shown."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


WRONG: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any], type[Exception], str]] = [
    (ludoscope.puzzle, ("sudoku",), {}, Error, "no puzzle and no file is called 'sudoku'"),
    (ludoscope.puzzle, ("",), {}, Error, "no puzzle and no file is called ''"),
    (ludoscope.puzzle, ("FreeCell.-5",), {}, Error, "no puzzle and no file is called"),
    (ludoscope.puzzle, ("FreeCell.0",), {}, Error, "expected 1 to"),
    (ludoscope.puzzle, ("x" * 5000,), {}, Error, "File name too long"),
    (ludoscope.puzzle, ("\ud800",), {}, Error, "no puzzle and no file is called '\\ud800'"),
    (ludoscope.puzzle, (Path("nobody"),), {}, Error, "nobody: No such file or directory"),
    (ludoscope.puzzle, (Path(__file__),), {"files": False}, Error, "files=False"),
    (ludoscope.puzzle, ("ludoscope orush-02 3: C>",), {}, Error, "the line was cut off"),
    (ludoscope.puzzle, ("orush-02", "chess"), {}, Error, "no game 'chess', expected one of"),
    (ludoscope.puzzle, ("orush-02", "peg"), {}, Error, "orush-02 is a puzzle of rush, not of peg"),
    (ludoscope.puzzle, (SERIES,), {}, Error, "ms-N stands for many puzzles"),
    (ludoscope.puzzle, (None,), {}, TypeError, "name: found None (NoneType), expected"),
    (ludoscope.puzzle, (5,), {}, TypeError, "name: found 5 (int), expected a name or a path"),
    (ludoscope.puzzle, (b"orush-02",), {}, TypeError, "name: found b'orush-02' (bytes)"),
    (ludoscope.puzzle, (PUZZLE,), {}, TypeError, "name: found <Puzzle orush-02> (Puzzle)"),
    (ludoscope.puzzle, (["orush-02"],), {}, TypeError, "name: found ['orush-02'] (list)"),
    (ludoscope.puzzle, (Silent(),), {}, TypeError, "name: found a Silent (Silent)"),
    (ludoscope.puzzle, ("orush-02", 5), {}, TypeError, "family: found 5 (int)"),
    (ludoscope.puzzle, ("orush-02",), {"files": 1}, TypeError, "files: found 1 (int)"),
    (ludoscope.parse, ("",), {}, Error, "text: not the format of any game"),
    (ludoscope.parse, ("FreeCell.1",), {}, Error, "text: found the name 'FreeCell.1'"),
    (ludoscope.parse, (str(Path(__file__)),), {}, Error, "text: not the format of any game"),
    (ludoscope.parse, ("A2H12\nB9H00\n",), {}, Error, "text:2: "),
    (ludoscope.parse, ("ppp/.../PPP",), {"family": "chess"}, Error, "no game 'chess'"),
    (ludoscope.parse, ("ludoscope nobody 0:",), {}, Error, "no puzzle is called 'nobody'"),
    (ludoscope.parse, ("x" * (1 << 21),), {}, Error, "text: larger than 1 MiB"),
    (ludoscope.parse, ("\ud800\0",), {"family": "peg"}, Error, "text: no hole on the board"),
    (ludoscope.parse, (None,), {}, TypeError, "text: found None (NoneType), expected a text"),
    (ludoscope.parse, (b"AA~",), {}, TypeError, "text: found b'AA~' (bytes)"),
    (ludoscope.parse, (Path("x"),), {}, TypeError, "text: found "),
    (ludoscope.parse, ("x",), {"family": PUZZLE}, TypeError, "family: found <Puzzle orush-02>"),
    (ludoscope.catalogue, ("chess",), {}, Error, "no game 'chess', expected one of"),
    (ludoscope.catalogue, ("",), {}, Error, "no game '', expected one of"),
    (ludoscope.catalogue, (5,), {}, TypeError, "family: found 5 (int)"),
    (ludoscope.solvers, ("chess",), {}, Error, "no game 'chess', expected one of"),
    (ludoscope.solvers, (None,), {}, TypeError, "puzzle_or_family: found None (NoneType)"),
    (ludoscope.solvers, (PUZZLE.game,), {}, TypeError, "puzzle_or_family: found "),
    (ludoscope.solve, ("orush-02",), {}, TypeError, "puzzle: found 'orush-02' (str), expected a"),
    (ludoscope.solve, (PUZZLE, "nobody"), {}, Error, "no solver 'nobody' for rush"),
    (ludoscope.solve, (PUZZLE, ""), {}, Error, "no solver '' for rush"),
    (ludoscope.solve, (PUZZLE, 5), {}, TypeError, "solver: found 5 (int)"),
    (ludoscope.solve, (PUZZLE,), {"time": 0}, Error, "found time 0, expected seconds above 0"),
    (ludoscope.solve, (PUZZLE,), {"time": "1"}, TypeError, "time: found '1' (str)"),
    (ludoscope.solve, (PUZZLE,), {"time": True}, TypeError, "time: found True (bool)"),
    (ludoscope.solve, (PUZZLE,), {"memory": -1}, Error, "found memory -1, expected MB above 0"),
    (ludoscope.solve, (PUZZLE,), {"memory": [1]}, TypeError, "memory: found [1] (list)"),
    (ludoscope.solve, (PUZZLE,), {"memory": 1e303}, Error, "found memory 1e+303, expected at most"),
    (ludoscope.solve, (PUZZLE,), {"time": 10**400}, Error, "..., expected at most 1,000,000,000,"),
    (ludoscope.solve, (PUZZLE,), {"time": 10**5000}, Error, "expected at most 1,000,000,000,000,"),
    (ludoscope.solve, (PUZZLE,), {"progress": 5}, TypeError, "progress: found 5 (int)"),
    (ludoscope.asolve, (None,), {}, TypeError, "puzzle: found None (NoneType)"),
    (ludoscope.stream, (PUZZLE, "nobody"), {}, Error, "no solver 'nobody' for rush"),
    (ludoscope.astream, (5,), {}, TypeError, "puzzle: found 5 (int)"),
    (ludoscope.solve_many, (PUZZLE,), {}, TypeError, "puzzles: found <Puzzle orush-02>"),
    (ludoscope.solve_many, ([PUZZLE],), {"workers": 0}, Error, "found workers 0"),
    (ludoscope.verify, ("orush-02", []), {}, TypeError, "puzzle: found 'orush-02' (str)"),
    (ludoscope.verify, (PUZZLE, None), {}, TypeError, "moves: found None (NoneType), expected a"),
    (ludoscope.verify, (PUZZLE, 5), {}, TypeError, "moves: found 5 (int)"),
    (ludoscope.verify, (PUZZLE, b"C>"), {}, TypeError, "moves: found b'C>' (bytes)"),
    (ludoscope.verify, (PUZZLE, {(2, 1)}), {}, TypeError, "moves: found {(2, 1)} (set)"),
    (ludoscope.verify, (PUZZLE, {2: 1}), {}, TypeError, "moves: found {2: 1} (dict)"),
    (ludoscope.verify, (PUZZLE, "C>\n7\n"), {}, Error, "line 2: found '7', expected a move such"),
    (ludoscope.notation, (None, []), {}, TypeError, "puzzle: found None (NoneType)"),
    (ludoscope.notation, (PUZZLE, 5), {}, TypeError, "moves: found 5 (int)"),
    (ludoscope.notation, (PUZZLE, [None]), {}, Error, "move 1: found None, expected a move such"),
    (ludoscope.notation, (PUZZLE, [5]), {}, Error, "move 1: found 5, expected a move such as"),
    (ludoscope.notation, (PUZZLE, ["C>", "x"]), {}, Error, "move 2: found 'x', expected a move"),
    (ludoscope.notation, (PUZZLE, [[2, [1]]]), {}, Error, "move 1: found [2, [1]], expected"),
    (ludoscope.notation, (PUZZLE, [(2, 1), (99, 1)]), {}, Error, "move 2: there is no boat number"),
    (ludoscope.notation, (PUZZLE, [(2, 9)]), {}, Error, "move 1: C is blocked by the edge"),
    (PUZZLE.after, (None,), {}, TypeError, "moves: found None (NoneType)"),
    (PUZZLE.after, ([(0, 1)],), {}, Error, "move 1: A is blocked by B"),
    (PUZZLE.start.play, (None,), {}, Error, "found None, expected a move such as (0, -1)"),
    (PUZZLE.start.play, ("Z>",), {}, Error, "there is no boat Z"),
    (ludoscope.svg, (None,), {}, TypeError, "what: found None (NoneType)"),
    (ludoscope.adjudicate, (DUEL,), {}, Error, "found a game of hexapawn for two, expected a"),
    (ludoscope.generate, ("chess",), {}, Error, "no game 'chess'"),
    (ludoscope.generate, (None,), {}, TypeError, "family: found None (NoneType)"),
    (ludoscope.register, (None,), {}, TypeError, "family: found None (NoneType), expected a Game"),
    (ludoscope.register, (int,), {}, TypeError, "family: found <class 'int'> (type)"),
    (ludoscope.register, (ludoscope.GameFamily,), {}, Error, "the game cannot be registered: "),
]


def call(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Return the result of a call, also of a coroutine."""
    result = function(*arguments, **options)
    return asyncio.run(result) if asyncio.iscoroutine(result) else result


@each_of(
    ("function", "arguments", "options", "kind", "message"),
    WRONG,
)
def test_a_wrong_argument_is_one_sentence(function, arguments, options, kind, message) -> None:
    with pytest.raises((Error, TypeError)) as caught:
        call(function, arguments, options)
    assert type(caught.value) is kind
    text = str(caught.value)
    assert message in text
    assert text.isprintable()
    assert len(text) < 400


def test_solvers_and_collections_are_checked_before_a_game_is_registered() -> None:
    family = load_fifteen().FifteenFamily
    with pytest.raises(TypeError, match="solvers: found 5"):
        ludoscope.register(family, solvers=5)
    with pytest.raises(TypeError, match="collection: found 'x'"):
        ludoscope.register(family, collection="x")
    with ludoscope.register(family), pytest.raises(Error, match="the name fifteen is taken"):
        ludoscope.register(family)


def test_no_public_name_is_that_of_a_module() -> None:
    root = Path(ludoscope.__file__).parent
    modules = {path.stem for path in root.iterdir() if path.is_dir() or path.suffix == ".py"}
    assert {"games", "search", "puzzles", "tui", "api"} <= modules
    assert not modules & set(ludoscope.__all__)


@given(st.text(), st.sampled_from([None, "peg", "patience", "rush", "hexapawn"]))
def test_parse_raises_nothing_but_error(text: str, family: str | None) -> None:
    try:
        puzzle = ludoscope.parse(text, family)
    except Error as error:
        assert str(error).isprintable()
    else:
        assert str(puzzle)
