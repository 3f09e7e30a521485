"""What came of a search, in words and figures: the names of verdicts, the length of a solution."""

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict

SOLVED, UNSOLVABLE, GAVE_UP = "solved", "unsolvable", "gave up"
VERDICTS = {Solved: SOLVED, Unsolvable: UNSOLVABLE, GaveUp: GAVE_UP}


def reason_of(verdict: Verdict | None) -> str:
    """The proof that nothing solves it, or why the search gave up; "" for all else."""
    match verdict:
        case Unsolvable(proof=reason) | GaveUp(reason=reason):
            return reason
    return ""


def measured(game: AnyGame, measure: str, solved: Solved | None) -> tuple[int | None, str]:
    """How long a solution is, and in what; `measure` is what its solver counts in.

    As a person counts: of peg solitaire, all jumps of one peg in a row are one move.
    """
    if game.players == 2:
        if solved and solved.value is None:
            return len(solved.moves), "plies"
        return solved.value if solved else None, "plies"
    family = FAMILIES[game.family]
    if not solved or not family.counted_unit:
        return len(solved.moves) if solved else None, family.unit_for(measure)
    return family.count_moves(solved.moves), family.counted_unit


def optimal(solved: Solved | None, measure: str) -> bool:
    """Whether no solution is shorter in that measure; a value is exact."""
    return bool(solved and (solved.value is not None or solved.optimal_in == measure))
