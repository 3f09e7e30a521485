"""The generator of the daily positions of hexapawn; boards and wins get longer towards Sunday."""

import random
from collections.abc import Hashable, Iterator

from ludoscope.games.hexapawn.rules import HexapawnGame, Position
from ludoscope.puzzles.daily_bundle import (
    DAYS_PER_WEEK,
    WEEK_COUNT,
    interleave_days,
    run_to_verdict,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import find_solver

# Monday to Sunday: (rows, columns) of the boards; minimum and maximum number of plies to the win
ENDINGS_BY_WEEKDAY = (
    (((4, 4), (4, 5), (5, 3)), 3, 7),
    (((4, 5), (4, 6), (5, 4)), 5, 9),
    (((5, 5), (4, 6)), 9, 11),
    (((5, 5), (5, 6)), 11, 15),
    (((5, 6), (6, 5)), 15, 17),
    (((6, 6), (6, 5)), 17, 21),
    (((6, 6), (6, 7)), 21, 27),
)
EXTRA_PLIES = (0, 2, 4)  # one of these is added to 2 · rows − 4 random plies
MIN_MOVES = 3  # legal moves of a position, one of which wins


def daily_position_lines(seed: int) -> Iterator[str]:
    """Yield positions in which exactly one move wins, each as a line and the plies to the win."""
    return interleave_days(
        [
            _generate_endings(f"{seed}/{day}", *ENDINGS_BY_WEEKDAY[day])
            for day in range(DAYS_PER_WEEK)
        ]
    )


def _generate_endings(
    seed: str, boards: tuple[tuple[int, int], ...], min_plies: int, max_plies: int
) -> Iterator[str]:
    """Yield WEEK_COUNT lines for one day of the week."""
    rng = random.Random(seed)
    endings: set[tuple[int, int, Hashable]] = set()
    while len(endings) < WEEK_COUNT:
        game = HexapawnGame(*rng.choice(boards))
        position = _random_position(game, rng)
        key = (game.rows, game.columns, game.key(position))
        if key in endings or len(game.moves(position)) < MIN_MOVES:
            continue
        verdict = run_to_verdict(find_solver(game, "values").run(game, position, Limits()))
        assert isinstance(verdict, Solved)
        wins = [value for _, value in verdict.values if value > 0]
        if len(wins) == 1 and min_plies <= wins[0] <= max_plies:
            endings.add(key)
            yield f"{game.text(position)} {wins[0]}"


def _random_position(game: HexapawnGame, rng: random.Random) -> Position:
    """Return a position with white to move, after random moves; the start if the game ends."""
    position = game.start
    for _ in range(2 * game.rows - 4 + rng.choice(EXTRA_PLIES)):
        moves = game.moves(position)
        if not moves:
            return game.start
        position = game.play(position, rng.choice(moves))
    return position
