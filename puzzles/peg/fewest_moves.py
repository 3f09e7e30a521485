"""The minimum number of moves of peg solitaire problems, each proved by the solver "fewest".

A move is one or more consecutive jumps by one peg. Of problems that are symmetric to each other
only one is listed. `data/fewest_solutions.txt` has a solution of each in so many moves.
"""

from functools import cache
from pathlib import Path

from ludoscope.puzzles import daily
from ludoscope.puzzles.peg.move_lists import read_move_lists

_SOLUTIONS = Path(__file__).parents[1] / "data" / "fewest_solutions.txt"

_LUCAS = (
    *(5, 6, 5, 6, 9, 8, 11, 10, 8, 8),
    *(13, 18, 10, 12, 11, 10, 11, 11, 10, 10),
    *(11, 13, 13, 14, 14, 15, 17, 21, 22, 20),
)

FEWEST_MOVES = {f"lucas-{number:02}": moves for number, moves in enumerate(_LUCAS, 1)} | {
    "english-35-35": 15,
    "english-35-65": 16,
    "english-36-33": 15,
    "english-36-36": 16,
    "english-36-63": 16,
    "english-37-31": 16,
    "english-37-34": 16,
    "english-37-37": 16,
    "english-37-64": 17,
    "english-44-47": 17,
    "english-45-15": 16,
    "english-45-42": 17,
    "english-45-45": 16,
    "english-46-13": 17,
    "english-46-43": 17,
    "english-46-46": 19,
    "english-47-14": 17,
    "english-47-41": 18,
    "english-47-44": 18,
    "english-47-47": 18,
    "english-central": 18,
    "english-anchor": 10,
    "english-arrow": 9,
    "english-bench": 6,
    "english-candlestick": 8,
    "english-cross": 5,
    "english-crown": 10,
    "english-diamond": 8,
    "english-fir": 8,
    "english-fireplace": 8,
    "english-fish": 6,
    "english-goblet": 9,
    "english-heart": 8,
    "english-hourglass": 11,
    "english-house": 9,
    "english-lamp": 9,
    "english-mushroom": 8,
    "english-plus": 6,
    "english-pyramid": 8,
    "english-ring": 9,
    "english-star": 10,
    "english-table": 9,
    "english-to-ends": 13,
    "english-to-guards": 16,
    "english-to-points": 18,
    "english-to-rim": 6,
    "english-to-square": 20,
    "english-to-star": 16,
    "english-to-sun": 15,
    "english-to-towers": 15,
    "english-windmill": 11,
    "european-clover": 7,
    "european-frame": 10,
    "european-ring": 7,
    "european-square": 12,
    "european-to-ends": 12,
    "european-to-five": 18,
    "european-to-table": 20,
    "european-to-towers": 15,
    "european-window": 6,
    "triangle-13-13": 9,
    "triangle-13-24": 10,
    "triangle-13-32": 10,
    "triangle-13-51": 9,
    "triangle-14-11": 10,
    "triangle-14-14": 11,
    "triangle-14-33": 10,
    "triangle-14-41": 11,
    "triangle-15-12": 11,
    "triangle-15-15": 10,
    "triangle-15-31": 10,
    "triangle-23-31": 11,
}


def fewest_moves(name: str) -> int | None:
    """Return the minimum number of moves of a problem, None if it is unknown.

    Args:
        name: Name of a problem of the catalogue, or of a daily puzzle such as "peg-daily".
    """
    return FEWEST_MOVES.get(daily.name_in_data(name, "peg"))


def shortest_solution(name: str) -> tuple[str, ...]:
    """Return a solution in the minimum number of moves, in compass notation; () if unknown.

    Args:
        name: As for `fewest_moves`.
    """
    return _load_solutions().get(daily.name_in_data(name, "peg"), ())


@cache
def _load_solutions() -> dict[str, tuple[str, ...]]:
    return read_move_lists(_SOLUTIONS)
