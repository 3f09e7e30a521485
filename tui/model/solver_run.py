"""A solver working on a position in a child process: its progress, verdict and solution.

Start with `SolverRun`.
"""

import asyncio
from collections.abc import Callable, Hashable, Sequence

from ludoscope.games import FAMILIES, AnyGame, count_text
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.path import EXHAUSTION_PREFIX
from ludoscope.search.process.child_process import call_in_thread
from ludoscope.search.process.client import SolverFault, SolverProcess
from ludoscope.search.process.host_limits import cap_limits, worker_slots
from ludoscope.search.solver import Solver, reference_text
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.model.search_trace import SearchTrace
from ludoscope.tui.text import formatting

DEFAULT_LIMITS = Limits(seconds=600, memory=1 << 30)
HINT_LIMITS = Limits(seconds=4, memory=1 << 29)
SHORTER_HINT_LIMITS = Limits(
    seconds=0.8, memory=1 << 28
)  # for solvers that shorten a line until stopped
ANALYSIS_LIMITS = Limits(seconds=0.4, memory=1 << 26)
OPPONENT_LIMITS = Limits(seconds=2, memory=1 << 29)
EXPLANATION_LIMITS = Limits(60.0, memory=1 << 30)
PROOF_LIMITS = Limits(seconds=5, memory=1 << 28)  # of the fewest moves, at the end of a game
SOLUTION_LIMITS = Limits(seconds=10, memory=1 << 28)

MAX_REPLAY_MOVES = 10_000
SAMPLE_INTERVAL_SECONDS = 1.0  # drawing the sample position is most of the output of a frame

# the meaning of the best score so far, by the name of the heuristic or of the solver
BEST_SCORE_FORMATS = {
    "blocked": "{:.0%} of the pegs cannot jump",
    "spread": "spread of the pegs: {:,.0f}",
    "distance": "at least {:.0f} {measure} from a win",
    "fewest": "a solution in {:.0f} moves",
    "short": "a solution in {:.0f} moves",
    "short-cards": "a solution in {:.0f} moves",
}


class SolverRun:
    """A run of one solver on one position.

    Attributes:
        moves_from_start: The moves from the start of the game to the position.
        progress: The report on screen, replaced by `update_progress`.
        sample_position: A position from the search to show, None if there is none.
        replay: The solution as a line, once found.
        verdict: The result, None while the solver is running.
        limits: The limits of the run, capped by those of the host.
        is_paused: True while the solver is paused.
        is_queued: True while the run waits because the host allows no more workers.
        is_stepping: True while the solver makes the steps that were asked for last.
        trace: The steps of a search that is traced, else None.
    """

    def __init__(
        self,
        game: AnyGame,
        position: Hashable,
        moves_from_start: Sequence[Hashable],
        solver: Solver,
        limits: Limits = DEFAULT_LIMITS,
        paused: bool = False,
        traced: bool = False,
    ) -> None:
        self.game = game
        self.position = position
        self.moves_from_start = list(moves_from_start)
        self.solver = solver
        self.progress = Progress()
        self.sample_position: Hashable = None
        self.replay: Replay | None = None
        self.verdict: Verdict | None = None
        self.history = SearchHistory()
        self.limits = cap_limits(limits)
        self.is_paused = paused
        self.is_queued = False
        self.is_stepping = paused
        self.trace = SearchTrace(solver.game_in_measure(game), position) if traced else None
        self._latest_progress = Progress()
        self._next_sample_seconds = 0.0
        self._process: SolverProcess | None = None
        self._startup: asyncio.Timeout | None = None  # while the process starts

    @property
    def measure(self) -> str:
        """The unit in which the solver counts moves."""
        return self.solver.measure or self.game.measure

    def _unit_words(self, measure: str) -> str:
        return FAMILIES[self.game.family].unit_of(measure).plural

    @property
    def best_score_text(self) -> str:
        """The best score so far as text, "" if the solver has none."""
        score = self.progress.best
        if score is None:
            return ""
        heuristics = self.solver.heuristics
        guide = heuristics.get("score") or heuristics.get("estimate") or self.solver.name
        name = reference_text(guide).rpartition(":")[2]
        template = BEST_SCORE_FORMATS.get(name, "a score of {:,.0f}")
        return template.format(score, measure=self._unit_words(self.measure))

    @property
    def proved_text(self) -> str:
        """The facts that the run has proved so far."""
        match self.verdict:
            case Solved(optimal_in=str(measure)) if self.game.players == 1:
                return f"no solution has fewer {self._unit_words(measure)}"
            case Solved(value=None) if self.game.players == 2:
                return "who wins, whatever the other side plays"
            case Solved() if self.game.players == 2:
                return "the value: neither side can do better"
            case Solved():
                return "that it can be solved: the solution was replayed"
            case Unsolvable(proof=proof):
                return proof
            case GaveUp(proved=proved):
                return proved or "nothing"
        return self.progress.proved or "nothing yet"

    @property
    def values_text(self) -> str:
        """The moves by their value: "+19: b1b2 c1c2; −24: a1a2", the best first.

        It is "" unless the solver computes the values of all moves.
        """
        moves_by_value: dict[int, list[str]] = {}
        for move, value in self.verdict.values if isinstance(self.verdict, Solved) else ():
            move_text = self.game.move_text(self.position, move)
            moves_by_value.setdefault(value, []).append(move_text)
        # a fast win is best and a fast loss worst
        wins = sorted(value for value in moves_by_value if value > 0)
        losses = sorted(value for value in moves_by_value if value <= 0)
        texts = (f"{value:+}: {' '.join(moves_by_value[value])}" for value in [*wins, *losses])
        return "; ".join(texts).replace("-", "−")

    @property
    def guarantee_text(self) -> str:
        """The meaning of a verdict of this solver, in the unit in which it counts."""
        return formatting.format_guarantee(self.solver, self.game.family, self.game.measure)

    async def run(self) -> Verdict:
        """Run the solver until its verdict; kill its process if the task is cancelled."""
        try:
            if not self.verdict:  # else it was cancelled before
                await self._start()
            if self._process and not self.verdict:  # else it was cancelled while it started
                await self._follow(self._process)
        except SolverFault as fault:
            self.verdict = fault.to_verdict(self._latest_progress)
        finally:
            self.cancel()
        assert self.verdict
        return self.verdict

    async def _start(self) -> None:
        """Start the process, which may wait for a slot; `cancel` ends the wait."""
        started_paused, self.is_queued = self.is_paused, worker_slots().is_full()
        try:
            async with asyncio.timeout(None) as self._startup:
                self._process = await SolverProcess.start(
                    self.game,
                    self.position,
                    self.solver,
                    self.limits,
                    started_paused,
                    traced=self.trace is not None,
                )
        except TimeoutError:  # by `cancel`
            return
        finally:
            self.is_queued, self._startup = False, None
        if started_paused != self.is_paused:  # changed while the process started
            self.set_paused(self.is_paused)

    async def _follow(self, process: SolverProcess) -> None:
        """Take in the events of the process up to its verdict."""
        async for event in process:
            self._record_trace()
            if isinstance(event, Progress):
                self._latest_progress = event
                self.is_stepping &= not event.held
                self.history.add_progress(event)
            else:
                await self._conclude(event)

    def _record_trace(self) -> None:
        """Add the steps that have arrived to the trace.

        Raises:
            SolverFault: A step contradicts those before it.
        """
        if self.trace is not None and self._process:
            try:
                self.trace.add(self._process.trace_steps[len(self.trace) :])
            except ValueError as error:
                raise SolverFault(f"its trace does not hold: {error}") from None

    async def look_up(self, find_verdict: Callable[[Hashable], Verdict | None]) -> Verdict | None:
        """Take the verdict from `find_verdict`, called in a thread, if it has one."""
        verdict = await call_in_thread(find_verdict, self.position)
        if verdict:
            await self._conclude(verdict)
        return verdict

    async def _conclude(self, verdict: Verdict) -> None:
        if isinstance(verdict, Solved) and 0 < len(verdict.moves) <= MAX_REPLAY_MOVES:
            moves = FAMILIES[self.game.family].merge_line(verdict.moves)
            self.replay = await call_in_thread(
                Replay, self.game, self.position, moves, self.moves_from_start
            )
        self.verdict, self.is_stepping = verdict, False
        self.history.add_verdict(verdict)

    def set_paused(self, paused: bool) -> None:
        """Pause or resume the solver."""
        self.is_paused = paused
        if self._process:
            if paused:
                self._process.pause()
            else:
                self._process.resume()

    def step(self, count: int) -> None:
        """Expand `count` more positions, then pause."""
        self.is_paused = self.is_stepping = True
        if self._process:
            self._process.step(count)

    def new_traced_run(self, solver: Solver) -> "SolverRun":
        """Return a traced run of a readable solver on the same position, paused at its start."""
        return SolverRun(
            self.game,
            self.position,
            self.moves_from_start,
            solver,
            self.limits,
            paused=True,
            traced=True,
        )

    def update_progress(self) -> None:
        """Update `progress` and, at most once a second, `sample_position`, before drawing."""
        self.progress = self._latest_progress
        if self.progress.held or self.progress.seconds >= self._next_sample_seconds:
            self.sample_position = self.progress.sample
            self._next_sample_seconds = self.progress.seconds + SAMPLE_INTERVAL_SECONDS

    def cancel(self) -> None:
        """Kill the process, or end the wait for it; without a verdict it becomes "stopped"."""
        if self._startup:
            self._startup.reschedule(0)  # a time that has passed
        if self._process:
            self._process.cancel()
        if not self.verdict:
            self.verdict = GaveUp.from_progress(self._latest_progress, "stopped")

    @property
    def verdict_role(self) -> str:
        """The style of the verdict on screen."""
        return "good" if isinstance(self.verdict, Solved) else "notice"

    def describe_verdict(self) -> str:
        """Return the verdict in one line, "" while the solver is running."""
        verdict = self.verdict
        if verdict is None:
            return ""
        duration = formatting.format_duration(verdict.seconds)
        explored = formatting.format_explored(verdict)
        return f"{self.describe_outcome(verdict)} · {duration} · {explored}"

    def describe_outcome(self, verdict: Verdict) -> str:
        """Return the verdict in one line, without what the search has cost."""
        match verdict:
            case Solved():
                return self._describe_solution(verdict)
            case Unsolvable(proof=proof):
                return f"unsolvable: {proof.removeprefix(EXHAUSTION_PREFIX)}"
            case GaveUp(reason="stopped"):
                return "stopped"
            case GaveUp(reason=reason):
                return f"gave up: {reason}"

    def _describe_solution(self, verdict: Solved) -> str:
        moves = verdict.moves
        if self.game.players == 2:
            if verdict.value is None:
                return f"the side to move {'wins' if len(moves) % 2 else 'loses'}"
            outcome = "wins" if verdict.value > 0 else "loses"
            return f"the side to move {outcome} in {abs(verdict.value)} plies"
        family = FAMILIES[self.game.family]
        if self.replay:
            length = family.line_length(self.game, self.position, self.replay.moves)
            text = f"solved in {count_text(length, family.player_unit(self.game.measure))}"
        else:
            text = f"solved: {count_text(len(moves), family.unit_of(self.measure))}"
        if verdict.optimal_in:
            text += ", the fewest possible"
            unit = self._unit_words(verdict.optimal_in)
            if unit != family.player_unit(self.game.measure).plural:
                text += f" {unit}"
        if len(moves) > MAX_REPLAY_MOVES:
            text += ", too long to watch"
        return text
