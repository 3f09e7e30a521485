"""The generator of ORush puzzles of a given length; start with `generate_puzzles`.

A run of simulated annealing (see the module `annealing`, or its kernel) changes the boats on the
lines of the grid until the hardest position that they allow has the required length. Then boats and
walls that can be removed without changing the length are removed. The same seed always makes the
same puzzles.

The bundled puzzles are made by the module `bundle`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from ludoscope.games.rush.boats import STANDARD_EXIT_ROW, STANDARD_SIDE, Boat, Cell
from ludoscope.games.rush.notation import STRING_WATER
from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.rush import annealing
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.generic.informed import a_star
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.rush.compiled import arrangements, line_tables, swift
from ludoscope.search.rush.heuristics import distance

KERNEL = "ludoscope.search.rush.kernels.annealing"
MAX_LENGTH = {"cells": 93, "slides": 60}  # moves; no puzzle on this grid is known to need more
MIN_HARD_LENGTH = {"cells": 75, "slides": 42}  # moves from which on the search takes minutes
BOAT_LENGTHS = ((), (2,), (3,), (2, 2), (2, 3), (3, 2), (3, 3), (2, 2, 2))  # of one line
MAX_STATES, MAX_STATES_HARD = 5_000, 10_000  # solvable states of a draft
MAX_IDLE_CHANGES, MAX_IDLE_CHANGES_HARD = 500, 1_500  # before a restart: changes that did not help
ACCEPTANCE = {"cells": 192, "slides": 154}  # probability of accepting one move less, times 256
DRAFTS_PER_REPORT = 1_000
PRUNING_LIMITS = Limits(explored=1_000_000)
BOAT_NAMES = "BCDEFGHIJKLMNOPQRSTUVWXYZ"

Walls = frozenset[Cell]


@dataclass(frozen=True, slots=True)
class DraftProgress:
    """A progress report of the generator.

    Attributes:
        drafts_since_restart: Number of drafts tried since the last restart.
        length: Length in moves of the hardest of them.
        game: That draft as a puzzle.
    """

    drafts_since_restart: int
    length: int
    game: RushGame


def generate(
    seed: int | str, length: int, measure: str = "cells", wall_count: int = 0
) -> Iterator[DraftProgress | RushGame]:
    """Return an endless iterator of different puzzles and of progress reports between them.

    The puzzles are minimal: if any boat or wall is removed, the solution gets shorter. Each has
    at least one boat besides A.

    Args:
        seed: Seed of the random numbers.
        length: Minimum number of moves to solve the puzzle.
        measure: Unit of the length, "cells" or "slides".
        wall_count: Maximum number of walls; unless it is 0 there is at least one wall.

    Raises:
        ValueError: The length is out of range. It is raised at once, not by the iterator.
    """
    min_length, max_length = 3 if wall_count else 2, MAX_LENGTH[measure]
    if not min_length <= length <= max_length:
        raise ValueError(
            f"found a length of {length} {measure}, expected {min_length} to {max_length}"
        )
    return _generate(Random(seed), length, measure, wall_count)


def _generate(
    random: Random, length: int, measure: str, wall_count: int
) -> Iterator[DraftProgress | RushGame]:
    generated: set[str] = set()
    while True:
        walls = _random_walls(random, wall_count)
        run = _start_annealing(random, walls, length, measure)
        while run.status is Status.SEARCHING:
            run.run(DRAFTS_PER_REPORT)
            best_length, lines, state = run.hardest()
            if best_length:
                yield DraftProgress(
                    run.explored, best_length, _make_game(_boats(lines, state), walls)
                )
        if run.status is Status.SOLVED:
            lines, states = run.states_at_distance(length)
            boats = _boats(lines, random.choice(states))
            game = prune(_make_game(boats, walls), length, measure)
            text = game.text(game.start)
            has_requested_walls = bool(game.walls) == bool(wall_count)
            if text not in generated and len(game.boats) > 1 and has_requested_walls:
                generated.add(text)
                yield game


def generate_puzzles(
    seed: int | str, length: int, measure: str = "cells", wall_count: int = 0
) -> Iterator[RushGame]:
    """Return an endless iterator of different puzzles, as `generate` without its reports."""
    events = generate(seed, length, measure, wall_count)
    return (event for event in events if isinstance(event, RushGame))


def _random_walls(random: Random, max_count: int) -> Walls:
    """Return 1 to `max_count` walls outside A's row, none if `max_count` is 0."""
    free = [
        (x, y) for y in range(STANDARD_SIDE) for x in range(STANDARD_SIDE) if y != STANDARD_EXIT_ROW
    ]
    return frozenset(random.sample(free, random.randint(1, max_count) if max_count else 0))


def _start_annealing(random: Random, walls: Walls, length: int, measure: str) -> annealing.Annealer:
    """Return a new run of annealing, of the compiled kernel if there is one.

    The kernel has the same interface as the readable version.
    """
    options: list[list[Any]] = []
    for index in range(annealing.LINE_COUNT):
        number = index % annealing.ROW_COUNT
        if index < annealing.ROW_COUNT:
            wall_mask = sum(1 << x for x, y in walls if y == number)
        else:
            wall_mask = sum(1 << y for x, y in walls if x == number)
        options.append([_line(wall_mask, lengths) for lengths in _boat_options(index, wall_mask)])
    seed = random.getrandbits(64)
    exit_arrangements = 1 << STANDARD_SIDE - 2  # A is alone on its row: the last offset is the exit
    if length >= MIN_HARD_LENGTH[measure]:
        max_states, max_idle_changes = MAX_STATES_HARD, MAX_IDLE_CHANGES_HARD
    else:
        max_states, max_idle_changes = MAX_STATES, MAX_IDLE_CHANGES
    parameters = (
        options,
        STANDARD_EXIT_ROW,
        exit_arrangements,
        MEASURES.index(measure),
        length,
        max_states,
        max_idle_changes,
        ACCEPTANCE[measure],
        seed,
    )
    if is_compiled(KERNEL):
        from ludoscope.search.rush.kernels.annealing import Annealer

        return cast(annealing.Annealer, Annealer(*parameters))
    return annealing.Annealer(*parameters)


def _boat_options(index: int, wall_mask: int) -> list[tuple[int, ...]]:
    """Return the lengths of boats that fit on a line; on A's row there is only A."""
    if index % annealing.ROW_COUNT >= STANDARD_SIDE:
        return [()]
    if index == STANDARD_EXIT_ROW:
        return [(2,)]
    return [
        lengths
        for lengths in BOAT_LENGTHS
        if next(arrangements(STANDARD_SIDE, wall_mask, lengths), None) is not None
    ]


def _line(wall_mask: int, lengths: tuple[int, ...]) -> Any:
    """Return the tables of a line, None if it has no boats."""
    if not lengths:
        return None
    if is_compiled(KERNEL):
        return line_tables(STANDARD_SIDE, wall_mask, lengths)
    offsets = tuple(arrangements(STANDARD_SIDE, wall_mask, lengths))
    return annealing.Line(lengths, offsets, wall_mask)


def _boats(lines: Sequence[Any], state: Sequence[int]) -> list[Boat]:
    """Return the boats of a draft in a state, boat A first; `_make_game` gives them names."""
    boats: list[Boat] = []
    for index, (tables, number) in enumerate(zip(lines, state, strict=True)):
        if tables:
            fixed, is_row = index % annealing.ROW_COUNT, index < annealing.ROW_COUNT
            for length, offset in zip(tables.lengths, tables.arrangements[number], strict=True):
                x, y = (offset, fixed) if is_row else (fixed, offset)
                boats.append(Boat("A", length, is_row, x, y))
    boats.sort(key=lambda boat: not (boat.is_horizontal and boat.y == STANDARD_EXIT_ROW))
    return boats


def _make_game(boats: Sequence[Boat], walls: Walls) -> RushGame:
    """Return the game with these boats; the first is A, the others are named in reading order."""
    target_boat, *other_boats = boats
    other_boats.sort(key=lambda boat: (boat.y, boat.x))
    lettered_boats = [
        boat._replace(name=name) for name, boat in zip(BOAT_NAMES, other_boats, strict=False)
    ]
    return RushGame(STANDARD_SIDE, STANDARD_SIDE, [target_boat, *lettered_boats], walls)


def solution_length(game: RushGame, measure: str) -> int | None:
    """Return the minimum number of moves to solve a puzzle.

    Args:
        game: The puzzle.
        measure: Unit of the result, "cells" or "slides".

    Returns:
        The number of moves, None if there is no solution or the search exceeds PRUNING_LIMITS.
    """
    game = game.with_measure(measure)
    if is_compiled("ludoscope.search.rush.kernels.breadth_first"):
        *_, verdict = swift(game, game.start, PRUNING_LIMITS)
    else:
        *_, verdict = a_star(game, game.start, PRUNING_LIMITS, estimate=distance(game))
    return len(verdict.moves) if isinstance(verdict, Solved) else None


def prune(game: RushGame, length: int, measure: str) -> RushGame:
    """Return a puzzle without the boats and walls whose removal does not change its length.

    Removing a boat or a wall never makes the solution longer, so one that is necessary stays
    necessary when others are removed. Therefore each is tried only once.

    Args:
        game: The puzzle.
        length: Its length.
        measure: Unit of the length, "cells" or "slides".
    """
    target_boat, *necessary = game.boats
    for boat in game.boats[1:]:
        remaining = [other_boat for other_boat in necessary if other_boat != boat]
        if solution_length(_make_game([target_boat, *remaining], game.walls), measure) == length:
            necessary = remaining
    walls = game.walls
    for wall in sorted(walls):
        if (
            solution_length(_make_game([target_boat, *necessary], walls - {wall}), measure)
            == length
        ):
            walls -= {wall}
    return _make_game([target_boat, *necessary], walls)


def puzzle_string(game: RushGame) -> str:
    """Return the grid as one string, row by row, as published collections write it."""
    return "".join(game.to_rows(game.start, STRING_WATER))
