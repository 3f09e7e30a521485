"""The events that a solver yields: any number of `Progress`, then exactly one `Verdict`.

The verdict is one of `Solved`, `Unsolvable` (proved) and `GaveUp` (a limit was reached).
"""

from collections.abc import Hashable
from dataclasses import dataclass

SOLVER_FAULT = "fault in the solver: "  # begins the reason of a verdict for a solver that fails


@dataclass(frozen=True, slots=True)
class Progress:
    """A report on a running search, sent at most ten times a second.

    Attributes:
        explored: Positions expanded; some solvers count generated positions or recursive calls.
        frontier: Positions waiting to be expanded.
        depth: Moves from the start to the current position.
        best: The lowest score so far, or the length of the best solution so far; None for a search
            without either.
        entries: Positions stored.
        bytes: Bytes that the stored positions take.
        seconds: Time of the search without pauses.
        sample: A position that is being searched.
        levels: Positions expanded by depth: one count for each group of `band` depths, at most 200
            counts; empty if the solver does not count by depth.
        band: The number of consecutive depths in each count of `levels`.
        proved: What has been proved so far, for people to read.
        held: True if the search is paused.
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
class SearchStatistics:
    """The statistics that every verdict has.

    Attributes:
        explored: Positions expanded, as in `Progress`.
        seconds: Time spent in the solver.
        levels: Positions expanded by depth, as in `Progress`.
        band: The number of consecutive depths in each count of `levels`.
        entries: Positions stored, as last reported; 0 if never reported.
        bytes: Bytes that they take, as last reported.
        width: Positions kept of each level, or successors kept of each position, in the last pass;
            None for a search that keeps all.
    """

    explored: int = 0
    seconds: float = 0.0
    levels: tuple[int, ...] = ()
    band: int = 1
    entries: int = 0
    bytes: int = 0
    width: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Solved(SearchStatistics):
    """The verdict that a position can be won; in games for two, the value of the position.

    Attributes:
        moves: One player: a solution. Two players: a line of best play if `value` is given, else a
            line that the winning side wins.
        optimal_in: The measure, such as "moves", in which no solution is shorter; None if that is
            not proved.
        value: Two players: plies until the game ends with best play, positive if the side to move
            wins, 0 or negative if it loses; None if only the winner is known.
        values: Two players: (move, value for the side to move) of every legal move, from solvers
            that compute them.
    """

    moves: tuple[Hashable, ...]
    optimal_in: str | None = None
    value: int | None = None
    values: tuple[tuple[Hashable, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Unsolvable(SearchStatistics):
    """The verdict that no line of moves wins, which is proved.

    Attributes:
        proof: The method of the proof, for people to read.
        certificate: The proof line by line if it can be checked without a search
            (see `search.certificate`), else empty.
        exhausted: True if all positions that can be reached were searched, except those that were
            proved to be lost or needless and those behind them.
    """

    proof: str
    certificate: tuple[str, ...] = ()
    exhausted: bool = False

    def __str__(self) -> str:
        return self.proof

    def __repr__(self) -> str:
        return f"<Unsolvable: {self.proof}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class GaveUp(SearchStatistics):
    """The verdict that the search ended without an answer.

    Attributes:
        reason: The limit that was reached, for people to read.
        proved: What was proved nevertheless, for people to read.
        ended: True if no limit was reached, but nothing was left to search and nothing is proved.
    """

    reason: str
    proved: str = ""
    ended: bool = False

    def __str__(self) -> str:
        return self.reason

    def __repr__(self) -> str:
        return f"<GaveUp: {self.reason}>"

    @property
    def fault(self) -> str:
        """The description of the fault, if the solver failed; else ""."""
        is_fault = self.reason.startswith(SOLVER_FAULT)
        return self.reason.removeprefix(SOLVER_FAULT) if is_fault else ""

    @classmethod
    def from_progress(cls, progress: Progress, reason: str) -> "GaveUp":
        """Return the verdict of a search that was cut off after the report `progress`."""
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


Verdict = Solved | Unsolvable | GaveUp
Event = Progress | Solved | Unsolvable | GaveUp
