"""The thirty problems of peg solitaire in Édouard Lucas's "Récréations mathématiques".

They are played on the European board. A hole is written as its column and row (1 to 7), as in
Lucas. Lucas's solutions are in `data/lucas_solutions.txt`.
"""

from functools import cache
from pathlib import Path

from ludoscope.games.peg import notation
from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.peg.move_lists import parse_line, read_move_lists

_SOLUTIONS = Path(__file__).parents[1] / "data" / "lucas_solutions.txt"

ALL_BUT = "all but "

# Start and finish of each problem, as lists of pegs; after ALL_BUT a start lists the empty holes.
LUCAS_PROBLEMS: tuple[tuple[str, str], ...] = (
    (  # 1
        "35 43 44 45 46 55",
        "44",
    ),
    (  # 2
        "24 34 42 43 44 45 46 54 64",
        "44",
    ),
    (  # 3
        "23 33 34 43 44 45 53 54 63",
        "44",
    ),
    (  # 4
        "34 35 36 37 45 46 47 54 55 56 57",
        "44",
    ),
    (  # 5
        "25 31 32 35 41 42 43 44 45 46 47 51 52 55 65",
        "45",
    ),
    (  # 6
        "14 24 25 34 35 36 44 45 46 47 54 55 56 64 65 74",
        "45",
    ),
    (  # 7
        "14 22 24 26 33 34 35 41 42 43 44 45 46 47 53 54 55 62 64 66 74",
        "44",
    ),
    (  # 8
        "14 23 24 25 32 34 36 41 42 43 44 45 46 47 52 54 56 63 64 65 74",
        "44",
    ),
    (  # 9
        "all but 13 15 22 26 31 37 41 51 57 62 66 73 75",
        "44",
    ),
    (  # 10
        "all but 13 15 22 26 31 37 44 51 57 62 66 73 75",
        "44",
    ),
    (  # 11
        "all but 13 15 31 37 51 57 73 75",
        "44",
    ),
    (  # 12
        "all but 22 26 44 62 66",
        "44",
    ),
    (  # 13
        "all but 44",
        "13 14 15 22 26 31 35 37 41 43 44 45 46 47 51 55 57 62 66 73 74 75",
    ),
    (  # 14
        "all but 44",
        "13 14 15 22 24 26 31 34 37 41 44 47 51 54 57 62 64 66 73 74 75",
    ),
    (  # 15
        "all but 44",
        "13 14 15 22 26 31 34 37 41 43 44 45 47 51 54 57 62 66 73 74 75",
    ),
    (  # 16
        "all but 44",
        "13 14 15 22 26 31 35 37 41 42 44 47 51 55 57 62 66 73 74 75",
    ),
    (  # 17
        "all but 44",
        "13 14 15 24 31 34 37 41 42 43 45 46 47 51 54 57 64 73 74 75",
    ),
    (  # 18
        "all but 44",
        "13 14 15 22 26 31 33 35 37 41 47 51 53 55 57 62 66 73 74 75",
    ),
    (  # 19
        "all but 44",
        "13 14 15 22 26 31 33 37 41 45 47 51 53 57 62 66 73 74 75",
    ),
    (  # 20
        "all but 44",
        "13 14 15 22 26 31 34 37 41 47 51 54 57 62 66 73 74 75",
    ),
    (  # 21
        "all but 44",
        "13 14 15 22 26 31 37 41 44 47 51 57 62 66 73 74 75",
    ),
    (  # 22
        "all but 44",
        "13 15 22 26 31 37 41 44 47 51 57 62 66 73 75",
    ),
    (  # 23
        "all but 44",
        "13 14 15 22 25 31 35 41 45 51 55 62 65 73 74 75",
    ),
    (  # 24
        "all but 44",
        "13 15 22 26 31 33 35 37 51 53 55 57 62 66 73 75",
    ),
    (  # 25
        "all but 44",
        "13 15 22 26 31 33 37 45 51 53 57 62 66 73 75",
    ),
    (  # 26
        "all but 44",
        "13 15 22 26 31 37 44 51 57 62 66 73 75",
    ),
    (  # 27
        "all but 44",
        "26 31 34 35 41 42 43 44 51 54 55 66",
    ),
    (  # 28
        "all but 44",
        "23 46 63",
    ),
    (  # 29
        "all but 44",
        "41 47",
    ),
    (  # 30
        "all but 51",
        "37",
    ),
)

# Lucas's titles, as far as it is known to which problem they belong: these two describe a ring of
# sixteen pegs around three and around two. No known source says which problem "La Pyramide" is.
LUCAS_TITLES = {
    19: "Trois cavaliers cernés par seize soldats",
    20: "Adam et Ève dans le Paradis terrestre",
}


def lucas_problem(number: int) -> PegGame:
    """Return problem `number`, 1 to 30.

    Raises:
        IndexError: The number is greater than 30.
    """
    start, finish = LUCAS_PROBLEMS[number - 1]
    board = BOARDS["european"]
    if start.startswith(ALL_BUT):
        return PegGame(
            board,
            board.all_holes & ~_position_of_holes(start.removeprefix(ALL_BUT)),
            _position_of_holes(finish),
        )
    return PegGame(board, _position_of_holes(start), _position_of_holes(finish))


@cache
def load_lucas_solutions() -> tuple[tuple[str, ...], ...]:
    """Return Lucas's solutions, one for each problem: its moves in compass notation."""
    return tuple(read_move_lists(_SOLUTIONS).values())


def lucas_solution(number: int) -> tuple[notation.Move, ...]:
    """Return the jumps of Lucas's solution of problem `number`, 1 to 30.

    Raises:
        IndexError: The number is greater than 30.
    """
    board = BOARDS["european"]
    return parse_line(board, load_lucas_solutions()[number - 1])


def _position_of_holes(holes: str) -> int:
    """Return the position with pegs in holes written as in LUCAS_PROBLEMS."""
    board = BOARDS["european"]
    return sum(1 << board.hole_at(int(hole[0]), int(hole[1])) for hole in holes.split())
