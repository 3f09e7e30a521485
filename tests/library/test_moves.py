"""Moves as callers give them: values, lists after JSON, texts, and what is none of these."""

import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import each_of

import ludoscope
from ludoscope.games.given_moves import play_given
from ludoscope.search.verify import replay

SOLVABLE = ("lucas-07", "triangle-15-15", "FreeCell.123456", "ms-617-free", "orush-02")
pytestmark = pytest.mark.usefixtures("forked_workers")


def solution(name: str) -> tuple[ludoscope.Puzzle, ludoscope.Solved]:
    puzzle = ludoscope.puzzle(name)
    verdict = ludoscope.solve(puzzle)
    assert isinstance(verdict, ludoscope.Solved)
    return puzzle, verdict


@each_of("name", [*SOLVABLE, "hexapawn-4x4"])
def test_moves_are_accepted_as_json_gives_them_back(name: str) -> None:
    puzzle, solved = solution(name)
    moves = json.loads(json.dumps(solved.moves))
    assert all(isinstance(move, list) for move in moves)
    assert ludoscope.verify(puzzle, moves)
    assert not ludoscope.verify(puzzle, moves[:-1])
    assert ludoscope.notation(puzzle, moves) == str(solved)
    assert puzzle.after(moves) == puzzle.after(solved.moves)
    assert puzzle.after(moves).moves == solved.moves
    assert puzzle.after(moves).position.is_won


@each_of("name", [*SOLVABLE, "hexapawn-4x4"])
def test_texts_are_moves(name: str) -> None:
    puzzle, solved = solution(name)
    assert ludoscope.verify(puzzle, str(solved))
    position, texts = puzzle.position, []
    for move in solved.moves:
        texts.append(position.game.move_text(position.value, move))
        assert position.play(texts[-1]) == position.play(move)
        position = position.play(move)
    assert position.is_won
    assert ludoscope.verify(puzzle, texts)
    assert ludoscope.notation(puzzle, texts) == str(solved)
    assert ludoscope.verify(puzzle, iter([*texts[:2], *solved.moves[2:]]))


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.integers(-2, 60)
    | st.floats()
    | st.text(max_size=5)
    | st.binary(max_size=2)
    | st.sampled_from([object(), int, len, {}, {1: 2}, {3}, frozenset((1, 2)), 1j]),
    lambda inner: st.lists(inner, max_size=3) | st.lists(inner, max_size=3).map(tuple),
    max_leaves=5,
)
PAIR = st.tuples(st.integers(-100, 100), st.integers(-100, 10**12))
PUZZLES = [ludoscope.puzzle(name) for name in (*SOLVABLE, "fmo.3", "hexapawn-4x4")]


@given(st.sampled_from(PUZZLES), st.lists(JUNK | PAIR, min_size=1, max_size=3))
def test_what_is_no_move_is_no_solution(puzzle: ludoscope.Puzzle, moves: list[Any]) -> None:
    replayed = ludoscope.verify(puzzle, moves)
    assert not replayed
    assert 0 < replayed.failed_move <= len(moves) + 1
    assert replayed.reason
    assert replayed.reason.isprintable()
    for function in (ludoscope.notation, ludoscope.Puzzle.after):
        try:
            function(puzzle, moves)
        except ludoscope.Error as error:
            assert str(error) == f"move {replayed.failed_move}: {replayed.reason}"
        else:
            assert replayed.failed_move == len(moves) + 1


@given(st.sampled_from(PUZZLES), JUNK)
def test_moves_that_are_no_list_raise_error_or_type_error(puzzle, moves) -> None:
    try:
        assert not ludoscope.verify(puzzle, moves)
    except (ludoscope.Error, TypeError) as error:
        assert str(error).isprintable()


@each_of(
    ("name", "move", "reason"),
    [
        ("lucas-07", None, r"found None, expected a move such as \(\d+, \d+\)"),
        ("lucas-07", (1, 2, 3), r"found \(1, 2, 3\), expected a move such as"),
        ("lucas-07", (10**30, 1), "expected two numbers below 37"),
        ("hexapawn-3x3", (-1, 3), "there is no square number -1"),
        ("hexapawn-3x3", (10**12, 3), "there is no square number 1000000000000"),
        ("hexapawn-3x3", (0, 10**12), "a white pawn moves one row up"),
        ("FreeCell.1", (10**30, 53), "card 1000000000000000000000000000000 is neither"),
        ("FreeCell.1", "R", "no reshuffle is left"),
        ("orush-02", [0, [1]], r"found \[0, \[1\]\], expected a move such as"),
    ],
)
def test_the_reason_says_what_is_wrong(name: str, move: object, reason: str) -> None:
    puzzle = ludoscope.puzzle(name)
    with pytest.raises(ludoscope.Error, match=reason):
        puzzle.position.play(move)


def test_a_list_within_itself_is_no_move() -> None:
    endless: list[Any] = []
    endless.append(endless)
    reason = ludoscope.verify(PUZZLES[0], [endless]).reason
    assert reason == "found lists nested too deeply, expected a move"


class Step(NamedTuple):
    """A move that is a NamedTuple, of which JSON makes a list."""

    distance: int


@dataclass(frozen=True)
class Walk:
    """A walk to 0 whose moves are of two kinds: a `Step`, and the text "home"."""

    family = "peg"  # any, for its name only
    measure = "steps"
    players = 1
    start: int = 3
    fails: bool = False

    def moves(self, position: int) -> list[Any]:
        return [Step(-1), "home"] if position else []

    def play(self, position: int, move: Any) -> int:
        if self.fails:
            raise KeyError(position)
        return 0 if move == "home" else position + move.distance

    def is_won(self, position: int) -> bool:
        return position == 0

    def parse_moves(self, position: int, text: str) -> list[Any]:
        return [Step(-len(text))]

    def spec(self) -> dict[str, Any]:
        return {"start": self.start}


def test_a_move_may_be_of_any_kind() -> None:
    game = Walk()
    assert play_given(game, 3, [-1]) == ((Step(-1),), 2)
    assert isinstance(play_given(game, 3, [-1]).moves[0], Step)
    assert play_given(game, 3, "home") == (("home",), 0)
    assert play_given(game, 3, "xx") == ((Step(-2),), 1)
    assert replay(game, 3, [[-1], Step(-1), "x"])
    assert "expected a move such as Step(distance=-1)" in replay(game, 3, [5]).reason


def test_rules_that_fail_are_named() -> None:
    assert replay(Walk(fails=True), 3, ["home"]).reason == "the rules fail: KeyError: 3"
