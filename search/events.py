"""What a solver says while it works: `Progress` now and then, exactly one verdict at the end.

Progress    at most ten a second
Solved      a line of moves that replays (two players: the line of best play, and its value)
Unsolvable  proved, and how
GaveUp      anything else, and why
"""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a search stands. `best` is the lowest score met so far, `sample` a position at hand.

    `levels`  positions expanded at each depth so far, each number for `band` depths: 200 numbers
              at most, so that a message stays small. Empty where a solver doesn't know
    `proved`  what is certain by now, in a few words; "" when nothing is
    `held`    whether the search stands still until it is told to go on
    """

    explored: int = 0
    frontier: int = 0
    depth: int = 0
    best: float | None = None
    entries: int = 0
    bytes: int = 0
    seconds: float = 0.0
    sample: Hashable = None
    levels: tuple[int, ...] = ()
    band: int = 1
    proved: str = ""
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The last event: positions expanded (or calls made) and seconds spent in the solver.

    `levels` and `band` as in the last Progress; `entries` positions were stored in `bytes` at the
    last report, 0 if there was none. `width` is that of the last pass of a search that keeps so
    many positions of each level, or successors of each position; None for other searches.
    """

    explored: int = 0
    seconds: float = 0.0
    levels: tuple[int, ...] = ()
    band: int = 1
    entries: int = 0
    bytes: int = 0
    width: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved(Verdict):
    """`moves` lead to a win; `optimal_in` names the measure in which none are fewer.

    With two players they are the line of best play, and `value` is the value of the position.
    Without a `value` they are a line in which the side that can win does.
    `values` are the values of moves from the position, for the side to move, where asked for.
    """

    moves: tuple[Hashable, ...]
    optimal_in: str | None = None
    value: int | None = None
    values: tuple[tuple[Hashable, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsolvable(Verdict):
    """No line of moves wins; `proof` says in a few words why that is certain.

    `certificate` is the proof line by line where it can be checked without a search
    (`search.peg.certificate`), empty where it cannot. `exhausted` says whether the search has tried
    all that can be reached, but for what it could prove to be lost.
    """

    proof: str
    certificate: tuple[str, ...] = ()
    exhausted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveUp(Verdict):
    """No answer; `reason` names the limit that was reached, `proved` is what is certain still.

    `ended` says that no limit was reached: nothing was left to search, which proved nothing.
    """

    reason: str
    proved: str = ""
    ended: bool = False

    @classmethod
    def after(cls, progress: Progress, reason: str) -> "GaveUp":
        """The end of a search that told no more than that."""
        return cls(
            reason=reason,
            proved=progress.proved,
            explored=progress.explored,
            seconds=progress.seconds,
            levels=progress.levels,
            band=progress.band,
            entries=progress.entries,
            bytes=progress.bytes,
        )


Event = Progress | Solved | Unsolvable | GaveUp
