"""A race of solvers to look at: the race itself, then all solutions at the same tempo.

In the race, a lane has the position that its solver searches, or the end of its solution. In the
replay, it has the position after as many steps as the replay has gone. In peg solitaire a step is
a move, which may be several jumps: all solutions of a problem have the same number of jumps.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from ludoscope.games import FAMILIES
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.tui.lab.race import Entrant
from ludoscope.tui.model.solver_run import SolverRun


@dataclass(frozen=True, slots=True)
class Lane:
    """The state of one solver of a race.

    Attributes:
        entrant: The solver.
        place: Its place among those that have found an answer, by their own clocks; None without.
        position: The position to show, None if there is none.
        step: Steps of the solution made so far.
        step_count: Steps of the solution; None without a solution.
    """

    entrant: Entrant
    place: int | None
    position: Hashable
    step: int = 0
    step_count: int | None = None

    @property
    def is_done(self) -> bool:
        """True if the whole solution has been replayed."""
        return self.step_count is not None and self.step == self.step_count


class RaceReplay:
    """The current step of the solutions of a race.

    Attributes:
        entrants: The solvers.
        step: Steps that each solution has made, or all of its steps if it has fewer.
        is_playing: True while the solutions are played automatically.
        shows_race: True if the race is shown, False if the solutions are.
    """

    def __init__(self, entrants: Sequence[Entrant]) -> None:
        self.entrants = entrants
        self.step = 0
        self.is_playing = False
        self.shows_race = True

    @property
    def is_racing(self) -> bool:
        """True while a solver runs or waits for its turn."""
        return any(entrant.is_active for entrant in self.entrants)

    def start(self) -> None:
        """Play the solutions from the start."""
        self.step, self.shows_race = 0, self.step_count == 0
        self.is_playing = not self.shows_race

    @property
    def step_count(self) -> int:
        """The steps of the longest solution, 0 without one."""
        return max((len(ends) - 1 for ends in map(_step_ends, self._runs)), default=0)

    @property
    def seconds(self) -> float:
        """The time of the slowest solver so far."""
        return max((entrant.to_row().seconds for entrant in self.entrants), default=0.0)

    @property
    def _runs(self) -> list[SolverRun]:
        return [entrant.solver_run for entrant in self.entrants]

    def seek(self, step: int) -> None:
        """Go to a step of the solutions, clamped to the longest one."""
        self.shows_race = False
        self.step = min(max(step, 0), self.step_count)

    def advance(self) -> None:
        """Make the next step; stop playing at the end of the longest solution."""
        self.seek(self.step + 1)
        self.is_playing = self.step < self.step_count

    def toggle(self) -> None:
        """Play or pause; at the end, play from the start."""
        if self.shows_race or self.step == self.step_count:
            self.start()
            return
        self.is_playing = not self.is_playing

    def lanes(self) -> list[Lane]:
        """Return the state of each solver, in the order of the race."""
        places = finishing_places(self.entrants)
        return [
            self._lane(entrant, place) for entrant, place in zip(self.entrants, places, strict=True)
        ]

    def _lane(self, entrant: Entrant, place: int | None) -> Lane:
        run = entrant.solver_run
        if replay := run.replay:
            ends = _step_ends(run)
            step_count = len(ends) - 1
            step = step_count if self.shows_race else min(self.step, step_count)
            position = replay.positions[ends[step]]
            return Lane(entrant, place, position, step, step_count)
        is_searching = entrant.is_running and run.sample_position is not None
        return Lane(entrant, place, run.sample_position if is_searching else run.position)


def _step_ends(run: SolverRun) -> Sequence[int]:
    """Return the plies at which a step of a solution ends, 0 first; only 0 without a solution."""
    if not run.replay:
        return (0,)
    counts_moves = FAMILIES[run.game.family].counted_unit is not None
    return run.replay.move_ends if counts_moves else run.replay.step_ends


def finishing_places(entrants: Sequence[Entrant]) -> list[int | None]:
    """Return the place of each entrant by its own time; None if it has found no answer."""
    times = [
        run.verdict.seconds if isinstance(run.verdict, Solved | Unsolvable) else None
        for run in (entrant.solver_run for entrant in entrants)
    ]
    known = [seconds for seconds in times if seconds is not None]
    return [
        None if seconds is None else 1 + sum(other < seconds for other in known)
        for seconds in times
    ]
