"""New ORush puzzles of a given length.

    draft    a choice of boats for every line; annealing changes drafts until their hardest
             position is long enough (`puzzles.rush.annealing`, or its kernel)
    pruned   without boats and walls whose removal does not change the length

The same seed makes the same puzzles. The bundled ones are made by `puzzles.rush.bundle`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from ludoscope.games.rush.boats import COURSE_ROW, COURSE_SIDE, Boat, Cell
from ludoscope.games.rush.notation import STRING_WATER
from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.rush import annealing
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.generic.informed import a_star
from ludoscope.search.kernels import Status, compiled
from ludoscope.search.rush.compiled import arrangements, line, swift
from ludoscope.search.rush.heuristics import distance

KERNEL = "ludoscope.search.rush.kernels.annealing"
LONGEST = {"cells": 93, "slides": 60}  # no puzzle on this grid is known to need more
HARD = {"cells": 75, "slides": 42}  # from here on the search takes minutes
CHOICES = ((), (2,), (3,), (2, 2), (2, 3), (3, 2), (3, 3), (2, 2, 2))  # lengths of boats on a line
LARGEST, LARGEST_HARD = 5_000, 10_000  # most positions of a draft
PATIENCE, PATIENCE_HARD = 500, 1_500  # changes without improvement before a restart
MERCY = {"cells": 192, "slides": 154}  # probability of accepting one move less, times 256
SLICE = 1_000  # drafts between reports
PRUNING = Limits(explored=1_000_000)
LETTERS = "BCDEFGHIJKLMNOPQRSTUVWXYZ"

Walls = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class Trial:
    """A report: drafts tried, and the longest one since the last restart."""

    tried: int
    length: int
    game: RushGame


def generate(
    seed: int | str, length: int, measure: str = "cells", wall_count: int = 0
) -> Iterator[Trial | RushGame]:
    """An endless sequence of different puzzles of `length` moves, with reports in between.

    They are minimal: without any of its boats or walls a puzzle would be shorter. There is always a
    boat besides A. With a `wall_count` there are 1 to `wall_count` walls. ValueError when the
    length is out of range.
    """
    shortest, longest = 3 if wall_count else 2, LONGEST[measure]
    if not shortest <= length <= longest:
        found = f"found a length of {length} {measure}"
        raise ValueError(f"{found}, expected {shortest} to {longest}")
    return _generate(Random(seed), length, measure, wall_count)


def _generate(
    random: Random, length: int, measure: str, wall_count: int
) -> Iterator[Trial | RushGame]:
    made: set[str] = set()
    while True:
        walls = _walls(random, wall_count)
        run = _run(random, walls, length, measure)
        while run.status is Status.SEARCHING:
            run.run(SLICE)
            best, lines, numbers = run.hardest()
            if best:
                yield Trial(run.explored, best, _game(_boats(lines, numbers), walls))
        if run.status is Status.SOLVED:
            lines, positions = run.found(length)
            boats = _boats(lines, random.choice(positions))
            game = pruned(_game(boats, walls), length, measure)
            text = game.text(game.start)
            if text not in made and len(game.boats) > 1 and bool(game.walls) == bool(wall_count):
                made.add(text)
                yield game


def puzzles(
    seed: int | str, length: int, measure: str = "cells", wall_count: int = 0
) -> Iterator[RushGame]:
    """What `generate` makes, without the reports."""
    made = generate(seed, length, measure, wall_count)
    return (event for event in made if isinstance(event, RushGame))


def _walls(random: Random, most: int) -> Walls:
    """1 to `most` walls (none if `most` is 0), not on the row of A."""
    free = [(x, y) for y in range(COURSE_SIDE) for x in range(COURSE_SIDE) if y != COURSE_ROW]
    return frozenset(random.sample(free, random.randint(1, most) if most else 0))


def _run(random: Random, walls: Walls, length: int, measure: str) -> Any:
    """A run of annealing."""
    options: list[list[Any]] = []
    for place in range(annealing.LINES):
        number = place % annealing.ROWS
        across = place < annealing.ROWS
        bits = sum(1 << (x if across else y) for x, y in walls if (y if across else x) == number)
        options.append([_line(bits, lengths) for lengths in _choices(place, bits)])
    seed = random.getrandbits(64)
    exit_bit = 1 << COURSE_SIDE - 2  # A at the exit has the last of its arrangements
    hard = length >= HARD[measure]
    limits = (LARGEST_HARD, PATIENCE_HARD) if hard else (LARGEST, PATIENCE)
    parameters = (MEASURES.index(measure), length, *limits, MERCY[measure], seed)
    if compiled(KERNEL):
        from ludoscope.search.rush.kernels.annealing import Annealer

        return Annealer(options, COURSE_ROW, exit_bit, *parameters)
    return annealing.Annealer(options, COURSE_ROW, exit_bit, *parameters)


def _choices(place: int, walls: int) -> list[tuple[int, ...]]:
    """The choices of boats on a line; on A's row there is only A."""
    if place % annealing.ROWS >= COURSE_SIDE:
        return [()]
    if place == COURSE_ROW:
        return [(2,)]
    return [c for c in CHOICES if next(arrangements(COURSE_SIDE, walls, c), None) is not None]


def _line(walls: int, lengths: tuple[int, ...]) -> Any:
    """The tables of a line, None of an empty one."""
    if not lengths:
        return None
    if compiled(KERNEL):
        return line(COURSE_SIDE, walls, lengths)
    offsets = tuple(arrangements(COURSE_SIDE, walls, lengths))
    return annealing.Line(lengths, offsets, walls)


def _boats(lines: Sequence[Any], numbers: Sequence[int]) -> list[Boat]:
    """The boats of a draft's position, A first."""
    boats: list[Boat] = []
    for place, (tables, number) in enumerate(zip(lines, numbers, strict=True)):
        if tables:
            fixed, across = place % annealing.ROWS, place < annealing.ROWS
            for length, offset in zip(tables.lengths, tables.arrangements[number], strict=True):
                x, y = (offset, fixed) if across else (fixed, offset)
                boats.append(Boat("A", length, across, x, y))
    boats.sort(key=lambda boat: not (boat.across and boat.y == COURSE_ROW))
    return boats


def _game(boats: Sequence[Boat], walls: Walls) -> RushGame:
    """The game with `boats` lettered in reading order, A, the first, excepted."""
    hero, *others = boats
    others.sort(key=lambda boat: (boat.y, boat.x))
    lettered = [boat._replace(name=name) for name, boat in zip(LETTERS, others, strict=False)]
    return RushGame(COURSE_SIDE, COURSE_SIDE, [hero, *lettered], walls)


def solution_length(game: RushGame, measure: str) -> int | None:
    """The fewest moves in a measure; None without a solution or beyond the limit."""
    game = game.in_measure(measure)
    if compiled("ludoscope.search.rush.kernels.breadth_first"):
        *_, verdict = swift(game, game.start, PRUNING)
    else:
        *_, verdict = a_star(game, game.start, PRUNING, estimate=distance(game))
    return len(verdict.moves) if isinstance(verdict, Solved) else None


def pruned(game: RushGame, length: int, measure: str) -> RushGame:
    """`game`, of `length` moves, without boats and walls whose removal does not change that.

    Removing a boat or a wall never makes a puzzle longer, so what is necessary remains necessary
    when others are removed: each is tried once.
    """
    hero, *others = game.boats
    for boat in game.boats[1:]:
        fewer = [other for other in others if other != boat]
        if solution_length(_game([hero, *fewer], game.walls), measure) == length:
            others = fewer
    walls = game.walls
    for wall in sorted(walls):
        if solution_length(_game([hero, *others], walls - {wall}), measure) == length:
            walls -= {wall}
    return _game([hero, *others], walls)


def string(game: RushGame) -> str:
    """The puzzle as a string, as in published collections."""
    return "".join(game.rows(game.start, STRING_WATER))
