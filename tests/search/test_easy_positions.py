"""No compiled solver gives up some moves before the end of a game, whatever the rules.

Left out are the solvers that are named after an exhaustive method and begin with it: `deep`, which
searches depth-first, and `atlas`, which finds all winnable positions of the problem.
"""

import pytest
from many import case, first_of

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import default_solver, solvers
from ludoscope.search.verify import check_verdict

MAX_EXPLORED = 10_000  # positions
MOVES_LEFT = (1, 4, 8)
EXHAUSTIVE = ("deep", "atlas")

PATIENCE = (
    *("FreeCell.1", "FreeCell.24-free", "FreeCell.7-back"),
    *("st.2", "st.2-free", "mo.4", "mo.4-free"),
    *("bd.7", "bd.7-free", "bd.1-back", "fmo.24", "fmo.1-free"),
)
OTHERS = ("lucas-05", "lucas-20", "triangle-15-15", "orush-03", "hexapawn-4x4")
MORE = (
    *(f"FreeCell.{number}-back" for number in range(1, 31)),
    *(f"ms-{number}{rules}" for number in range(1, 11) for rules in ("", "-free", "-back")),
    *(f"bd.{number}-back" for number in range(1, 11)),
    *("st.5", "st.6", "st.9-free", "mo.32", "mo.117-free", "bd.1", "bd.24-free"),
    *("fmo.1", "fmo.2", "fmo.2-free", "fmo.7"),
    *("lucas-28", "english-central", "wiegleb-49-49", "european-37-57", "asymmetric-38-38"),
    *("diamond-48-68", "orush-20", "orush-40", "hexapawn-5x5"),
)


@first_of("name", dict.fromkeys((*PATIENCE, *OTHERS, *MORE)), len(PATIENCE) + len(OTHERS))
def test_no_solver_gives_up_before_the_end_of_a_game(name: str) -> None:
    puzzle = catalogue.find(name).game
    default = default_solver(puzzle)
    if not default.is_available or not default.kernels:
        pytest.skip("kernels not compiled here")
    game = default.game_in_measure(puzzle)
    *_, solution = default.run(game, game.start, Limits(seconds=60))
    assert isinstance(solution, Solved)
    for moves_left in MOVES_LEFT:
        position = game.start
        for move in solution.moves[: max(0, len(solution.moves) - moves_left)]:
            position = game.play(position, move)
        for solver in solvers(game.family):
            if not solver.kernels or not solver.is_available or solver.name in EXHAUSTIVE:
                continue
            with case(solver.name, moves_left):
                limits = Limits(explored=MAX_EXPLORED)
                *_, verdict = solver.run(game, position, limits)
                assert isinstance(verdict, Solved)
                assert check_verdict(solver.game_in_measure(game), position, verdict).is_valid
