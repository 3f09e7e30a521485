"""Paths of moves, types of heuristics, and verdicts and proofs that several searches share."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget
from ludoscope.search.events import Solved, Unsolvable

MovePath = tuple[Any, Hashable] | None
"""The path from the start to a position: (path to its parent, last move), None at the start.

The paths of siblings share the path to their parent, so each position adds only one pair.
"""

EXHAUSTION_PREFIX = "exhaustion: "
"""The beginning of a proof by exhaustive search."""

Score = Callable[[Any], float]
"""A heuristic: an estimate of the distance from a position to a win; lower is better."""

LossProof = Callable[[Any], str]
"""A pruning rule: the proof that a position is lost, in a few words, or "" if there is none."""


def moves_of_path(path: MovePath) -> tuple[Hashable, ...]:
    """Return the moves of a path, first move first."""
    moves: list[Hashable] = []
    while path is not None:
        path, move = path
        moves.append(move)
    return tuple(reversed(moves))


def no_loss_proof(_position: Any) -> str:
    """Return "": the pruning rule that prunes nothing."""
    return ""


def trivial_verdict(
    game: AnyGame,
    position: Any,
    budget: Budget,
    dead: LossProof = no_loss_proof,
    optimal_in: str | None = None,
) -> Solved | Unsolvable | None:
    """Return the verdict on a start that needs no search, None if it needs one.

    Args:
        game: The game.
        position: The start.
        budget: The budget of the search.
        dead: A pruning rule; if it proves that the start is lost, the verdict is `Unsolvable`.
        optimal_in: The measure in which the solver proves its solutions shortest, or None.
    """
    if game.is_won(position):
        return budget.solved((), optimal_in)
    if reason := dead(position):
        return budget.unsolvable(reason)
    return None


def exhaustion_proof(searched: int, pruned: Counter[str]) -> str:
    """Return the text of a proof by exhaustive search.

    It does not speak of all positions that can be reached: those that only pruned positions lead
    to, or moves that a solver proves needless, are not among the positions searched.

    Args:
        searched: Positions that were searched, and those that were pruned.
        pruned: How many of them were pruned, by the reason that a pruning rule gave; counts of 0
            are left out.
    """
    parts = [f"all {searched:,} positions that matter were searched"]
    for reason, count in sorted(pruned.items()):
        if count:
            parts.append(f"{count:,} of them pruned by {reason}")
    return EXHAUSTION_PREFIX + ", ".join(parts)
