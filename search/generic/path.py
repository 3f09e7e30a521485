"""What searches share: paths to positions, heuristics, and the wording of proofs."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget
from ludoscope.search.events import Solved, Unsolvable

Path = tuple[Any, Hashable] | None
"""(path to the position before, last move); None at the start. Paths share their beginnings."""

EXHAUSTION = "exhaustion: "
"""How a proof by a finished search begins."""

Score = Callable[[Any], float]
"""An estimate of the distance of a position from a win; lower is better."""

Dead = Callable[[Any], str]
"""The proof that a position is lost, in a few words; "" when there is none."""


def line(path: Path) -> tuple[Hashable, ...]:
    """The moves of a path, first move first."""
    moves: list[Hashable] = []
    while path is not None:
        path, move = path
        moves.append(move)
    return tuple(reversed(moves))


def alive(_position: Any) -> str:
    """The `Dead` that proves nothing."""
    return ""


def settled(
    game: AnyGame,
    position: Any,
    budget: Budget,
    dead: Dead = alive,
    optimal_in: str | None = None,
) -> Solved | Unsolvable | None:
    """The verdict on a position that is won, or that `dead` proves lost; else None."""
    if game.is_won(position):
        return budget.solved((), optimal_in)
    if reason := dead(position):
        return budget.unsolvable(reason)
    return None


def exhaustion(searched: int, pruned: Counter[str]) -> str:
    """The proof of a finished search: `searched` positions, some of them pruned, and why."""
    words = [f"all {searched:,} positions that can be reached were searched"]
    words += [f"{count:,} pruned by {reason}" for reason, count in sorted(pruned.items())]
    return EXHAUSTION + ", ".join(words)
