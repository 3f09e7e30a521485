"""Formatting of verdicts: their names, their reasons, and the length of a solution."""

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict

SOLVED, UNSOLVABLE, GAVE_UP = "solved", "unsolvable", "gave up"
VERDICT_TEXTS = {Solved: SOLVED, Unsolvable: UNSOLVABLE, GaveUp: GAVE_UP}


def verdict_reason(verdict: Verdict | None) -> str:
    """Return the proof of unsolvability or the reason for giving up; "" for any other verdict."""
    match verdict:
        case Unsolvable(proof=reason) | GaveUp(reason=reason):
            return reason
    return ""


def solution_length(game: AnyGame, measure: str, solved: Solved | None) -> tuple[int | None, str]:
    """Return the length of a solution as players count it, and the unit.

    In peg solitaire, for example, consecutive jumps of one peg are one move.

    Args:
        game: The game that was solved.
        measure: The measure of the solver, which names the unit.
        solved: The verdict, None if there is no solution.

    Returns:
        The length, None without a solution, and the unit. In games for two the length is the value
        of the position in plies, or the length of the line if only the winner is known.
    """
    if game.players == 2:
        if solved and solved.value is None:
            return len(solved.moves), "plies"
        return solved.value if solved else None, "plies"
    family = FAMILIES[game.family]
    if not family.counted_unit:
        return len(solved.moves) if solved else None, measure
    return family.count_moves(solved.moves) if solved else None, family.counted_unit.plural


def is_optimal(solved: Solved | None, measure: str) -> bool:
    """Return True if a solution is proved shortest in `measure`, or is an exact value."""
    return bool(solved and (solved.value is not None or solved.optimal_in == measure))
