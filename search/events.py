"""The events of a solver: any number of `Progress`, then exactly one verdict.

Progress    a report, at most ten a second
Solved      a solution (two players: a line of best play and its value)
Unsolvable  a proof that there is no solution
GaveUp      no answer, and the reason
"""

from collections.abc import Hashable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a search.

    `explored` positions expanded (by some solvers: entered, or calls made)
    `frontier` positions to expand
    `depth`    moves from the start to the current position
    `best`     the lowest score so far, None where there is no score
    `entries`  positions stored, in `bytes` bytes
    `sample`   a current position
    `levels`   positions expanded so far, by depth: a number for each `band` depths, at most 200 to
               keep messages small; empty where they are not counted
    `proved`   what is proved so far, in a few words
    `held`     whether the search is paused
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
    """The last event. `seconds` were spent in the solver, the other fields are as in Progress.

    `entries` and `bytes` are those of the last report, 0 if there was none. `width` is how many
    positions of each level, or successors of each position, the last pass kept; None for searches
    that keep all.
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
    """`moves` lead to a win; `optimal_in` is the measure in which none are shorter, or None.

    Two players: `value` is the value of the position in plies and `moves` a line of best play; if
    `value` is None, they are a line that the winning side wins. `values` are (move, value in plies
    for the side to move) of all moves, from solvers that compute them.
    """

    moves: tuple[Hashable, ...]
    optimal_in: str | None = None
    value: int | None = None
    values: tuple[tuple[Hashable, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unsolvable(Verdict):
    """No line of moves wins; `proof` says in a few words how that was proved.

    `certificate` is the proof line by line if it can be checked without a search
    (`search.peg.certificate`), else empty. `exhausted`: whether the
    search has tried all positions that can be reached, except those that it proved to be lost.
    """

    proof: str
    certificate: tuple[str, ...] = ()
    exhausted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GaveUp(Verdict):
    """No answer; `reason` is the limit that was reached, `proved` what is proved nevertheless.

    `ended`: no limit was reached, but the search had nothing left to try and proved nothing.
    """

    reason: str
    proved: str = ""
    ended: bool = False

    @classmethod
    def after(cls, progress: Progress, reason: str) -> "GaveUp":
        """The verdict of a search that ended after `progress` without one."""
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
