"""ORush against published positions: fewest cells and slides, reachable positions, solutions.

Where the kernels are not compiled only small grids of the list are searched; all of them take the
readable search some minutes. By default the kernels search every third sea of the list,
LUDOSCOPE_FULL=1 has them search all.
"""

import os
from typing import NamedTuple

import pytest

from ludoscope.games.rush.rules import RushGame, read_game
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.generic.informed import a_star
from ludoscope.search.kernels import is_compiled
from ludoscope.search.rush.compiled import swift
from ludoscope.search.rush.explore import explore
from ludoscope.search.rush.heuristics import blocked, distance
from ludoscope.search.verify import check_verdict, replay_texts

QUICK = 12
STEP = 1 if os.environ.get("LUDOSCOPE_FULL") else 6


class Published(NamedTuple):
    string: str
    slides: int
    cells: int
    reachable: int


class Position(NamedTuple):
    game: RushGame
    reachable: int
    solution: str


@pytest.fixture(scope="module")
def listed(records) -> list[Published]:
    rows = [record.split() for record in records("rush")]
    return [Published(string, *map(int, numbers)) for string, *numbers in rows]


@pytest.fixture(scope="module")
def course(records) -> list[Position]:
    found = []
    for record in records("orush"):
        boats, reachable, solution = record.split("; ")
        found.append(Position(read_game(boats.replace(" ", "\n")), int(reachable), solution))
    return found


def sweep(game: RushGame) -> tuple[int | None, int]:
    """Return the moves to the nearest win and the number of reachable positions."""
    seen, level, depth, nearest = {game.start}, [game.start], 0, None
    while level:
        if nearest is None and any(map(game.is_won, level)):
            nearest = depth
        below = {game.play(here, move) for here in level for move in game.moves(here)} - seen
        seen |= below
        level = list(below)
        depth += 1
    return nearest, len(seen)


def agrees(puzzle: Published) -> bool:
    game = read_game(puzzle.string)
    slides = sweep(game.with_measure("slides"))
    return sweep(game) == (puzzle.cells, puzzle.reachable) and slides == (
        puzzle.slides,
        puzzle.reachable,
    )


def test_the_positions_of_the_course(course):
    for game, reachable, solution in course:
        steps = [solution[i : i + 2] for i in range(0, len(solution), 2)]
        assert sweep(game) == (len(steps), reachable)
        assert len(game.parse_moves(game.start, solution)) == len(steps)
        assert replay_texts(game, game.start, steps).is_valid
        assert replay_texts(game, game.start, steps[:-1]).failed_move == len(steps)


compiled_only = pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.explore"), reason="kernels not compiled"
)


def proved(game: RushGame) -> int:
    """Return the length of the solution that `swift` finds, checked against the rules."""
    *_, verdict = swift(game, game.start, Limits())
    assert isinstance(verdict, Solved)
    assert verdict.optimal_in == game.measure
    assert check_verdict(game, game.start, verdict).is_valid
    return len(verdict.moves)


@compiled_only
def test_every_position_of_the_course_compiled(course):
    for game, reachable, solution in course:
        component = explore(game, game.start)
        assert component.size == reachable
        assert component.distance(game.start, "cells") == proved(game) == len(solution) // 2
        slides = proved(game.with_measure("slides"))
        assert component.distance(game.start, "slides") == slides


@compiled_only
def test_the_seas_of_the_list_compiled(listed):
    wrong = []
    for puzzle in listed[::STEP]:
        game = read_game(puzzle.string)
        component = explore(game, game.start)
        distances = [component.distance(game.start, measure) for measure in ("slides", "cells")]
        lengths = [proved(game.with_measure(measure)) for measure in ("slides", "cells")]
        if not [puzzle.slides, puzzle.cells] == distances == lengths:
            wrong.append(puzzle.string)
        if component.size != puzzle.reachable:
            wrong.append(puzzle.string)
    assert wrong == []


def test_small_seas_of_the_list_in_both_measures(listed):
    puzzles = sorted(listed, key=lambda puzzle: puzzle.reachable)
    assert [p.string for p in puzzles[:QUICK] if not agrees(p)] == []


def test_the_hardest_walled_sea_with_the_estimate(listed):
    hardest = max(listed, key=lambda puzzle: puzzle.slides)
    for measure, fewest in (("cells", hardest.cells), ("slides", hardest.slides)):
        game = read_game(hardest.string, measure)
        *_, verdict = a_star(game, game.start, Limits(), estimate=distance(game))
        assert isinstance(verdict, Solved)
        assert len(verdict.moves) == fewest


def test_every_string_of_the_list_is_read_back_and_not_blocked(listed):
    count = 0
    for puzzle in listed:
        game = read_game(puzzle.string)
        assert "".join(game.to_rows(game.start, "o")) == puzzle.string
        assert not blocked(game)(game.start)
        count += 1
    assert count > 300


@pytest.mark.long
def test_the_whole_list_in_both_measures(listed):
    assert [p.string for p in listed if not agrees(p)] == []
