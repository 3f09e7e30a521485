"""How a search remembers the way to a position, and how it words what it has proved."""

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from ludoscope.games import AnyGame
from ludoscope.search.budget import Budget
from ludoscope.search.events import Solved, Unsolvable

Path = tuple[Any, Hashable] | None
"""(path to the position before, last move); None at the start. Branches share their stems."""

EXHAUSTION = "exhaustion: "
"""How the proof of a search that was exhausted begins."""

Score = Callable[[Any], float]
"""A guess of how far a position is from a win, lower is better."""

Dead = Callable[[Any], str]
"""The proof in a few words that a position is lost; "" when there is none."""


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
    """The verdict on a position that needs no search: it is won, or proved lost."""
    if game.is_won(position):
        return budget.solved((), optimal_in)
    if reason := dead(position):
        return budget.unsolvable(reason)
    return None


def exhaustion(searched: int, cut: Counter[str]) -> str:
    """The proof of a search that ran dry: what it searched, what it cut off and why."""
    words = [f"all {searched:,} positions that can be reached were searched"]
    words += [f"{count:,} cut off by {reason}" for reason, count in sorted(cut.items())]
    return EXHAUSTION + ", ".join(words)
