"""The time in which the values of all moves of a position are found, by family.

The positions come from random games. Each is sent to a worker that has had other positions before,
as on the play screen, where a short delay is added that drops all but the last of a burst of moves.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from itertools import cycle
from statistics import median
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.process.move_valuer import MoveValuer

POSITIONS = 20  # for each row
MAX_PLIES = 12  # of a random game before its position is valued
LIMITS = Limits(seconds=4, memory=1 << 29)
PUZZLES = {
    "ORush": ("orush-01", "orush-50", "orush-100", "orush-150", "orush-200"),
    "peg solitaire": ("lucas-05", "lucas-12", "lucas-20", "english-central"),
    "FreeCell": ("ms-1", "ms-5", "ms-617", "ms-11982"),
    "Seahaven": ("Seahaven.1", "Seahaven.2", "Seahaven.3", "Seahaven.4"),
    "Midnight Oil": ("MidnightOil.1", "MidnightOil.2", "MidnightOil.3", "MidnightOil.4"),
    "Baker's Dozen": ("BakersDozen.1", "BakersDozen.2", "BakersDozen.3", "BakersDozen.4"),
    "hexapawn": ("hexapawn-3x3", "hexapawn-4x4", "hexapawn-5x4", "hexapawn-5x5"),
}


def measure_values() -> list[dict[str, Any]]:
    """Return for each game the milliseconds to the first values and to the last ones."""
    return [asyncio.run(_measure(title, names)) for title, names in PUZZLES.items()]


async def _measure(title: str, names: tuple[str, ...]) -> dict[str, Any]:
    valuer = MoveValuer()
    first, last = [], []
    positions = _random_positions(names)
    try:
        async for _ in valuer.value_moves(*next(positions), LIMITS):
            pass  # the process has started
        for _ in range(POSITIONS):
            started, first_seconds = time.perf_counter(), None
            async for _ in valuer.value_moves(*next(positions), LIMITS):
                first_seconds = first_seconds or time.perf_counter() - started
            first.append(first_seconds or 0.0)
            last.append(time.perf_counter() - started)
    finally:
        valuer.close()
    return {
        "game": title,
        "positions": POSITIONS,
        "first_ms": round(1000 * median(first), 1),
        "all_ms": round(1000 * median(last), 1),
        "slowest_ms": round(1000 * max(last), 1),
    }


def _random_positions(names: tuple[str, ...]) -> Iterator[tuple[AnyGame, Any]]:
    """Yield games and positions with moves, of the puzzles in turn."""
    generator = random.Random(1)
    for name in cycle(names):
        game = find(name).game
        game = FAMILIES[game.family].as_played(game)
        position = game.start
        for _ in range(generator.randrange(MAX_PLIES + 1)):
            child = game.play(position, generator.choice(list(game.moves(position))))
            if game.is_won(child) or not game.moves(child):
                break
            position = child
        yield game, position


def format_values(rows: list[dict[str, Any]]) -> str:
    """Return the measurements as a table."""
    lines = ["", f"{'values of moves':<16} positions  first ms    all ms   slowest"]
    lines += [
        f"{row['game']:<16} {row['positions']:>9} {row['first_ms']:>9.1f} {row['all_ms']:>9.1f}"
        f" {row['slowest_ms']:>9.1f}"
        for row in rows
    ]
    return "\n".join(lines)
