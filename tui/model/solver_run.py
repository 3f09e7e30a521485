"""A running solver for the screen: its latest events, kept until they are read."""

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.path import EXHAUSTION_PREFIX
from ludoscope.search.process.host_limits import cap_limits, worker_slots
from ludoscope.search.solver import Solver, reference_text
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.text import formatting

LIMITS = Limits(seconds=600, memory=1 << 30)
HINT_LIMITS = Limits(seconds=4, memory=1 << 29)
SHORT_LIMITS = Limits(seconds=0.8, memory=1 << 28)  # for a hint: the longer, the shorter the line
JUDGE_LIMITS = Limits(seconds=0.4, memory=1 << 26)
ANSWER_LIMITS = Limits(seconds=2, memory=1 << 29)
PROOF_LIMITS = Limits(seconds=5, memory=1 << 28)  # of the fewest moves, at the end of a game
WATCH_LIMITS = Limits(seconds=10, memory=1 << 28)  # of a solution to be watched then

LONGEST = 10_000  # moves of a line that is kept to be watched
SAMPLE_SECONDS = 1.0  # between positions shown: a picture is most of what a frame sends

BEST = {  # by what a solver is led by, or its name, what its best so far means
    "blocked": "{:.0%} of the pegs cannot jump",
    "spread": "pegs together to {:,.0f}",
    "distance": "{:.0f} {measure} at least from a win",
    "fewest": "a solution in {:.0f} moves",
    "short": "a solution in {:.0f} moves",
    "short-cards": "a solution in {:.0f} moves",
}


class Solving:
    """One run on one position; `line` is how the session came there, from the game's start."""

    def __init__(
        self,
        game: AnyGame,
        position: Hashable,
        line: Sequence[Hashable],
        solver: Solver,
        limits: Limits = LIMITS,
        held: bool = False,
    ) -> None:
        self.game = game
        self.position = position
        self.line = list(line)
        self.solver = solver
        self.progress = Progress()  # what is shown of it: news is taken up by `look` alone
        self.sample: Hashable = None
        self.replay: Replay | None = None
        self.verdict: Verdict | None = None
        self.history = SearchHistory()
        self.limits = cap_limits(limits)
        self.still = held  # whether it is to stand still
        self.waits = False  # for room: the host allows no more workers at once
        self._latest = Progress()
        self._next_sample = 0.0
        self._run: Any = None

    @property
    def measure(self) -> str:
        """What the solver counts as a move."""
        return self.solver.measure or self.game.measure

    @property
    def readable(self) -> bool:
        """Whether it can go step by step."""
        return not self.solver.kernels

    @property
    def best(self) -> str:
        """The best so far, in words; "" where the solver knows none."""
        best = self.progress.best
        if best is None:
            return ""
        heuristics = self.solver.heuristics
        guide = heuristics.get("score") or heuristics.get("estimate") or self.solver.name
        name = reference_text(guide).rpartition(":")[2]
        return BEST.get(name, "a score of {:,.0f}").format(
            best, measure=formatting.unit(self.measure)
        )

    @property
    def proved(self) -> str:
        """What is certain: by now, or at the end."""
        match self.verdict:
            case Solved(optimal_in=str(measure)) if self.game.players == 1:
                return f"no solution has fewer {formatting.unit(measure)}"
            case Solved(value=None) if self.game.players == 2:
                return "who wins, whatever the other side plays"
            case Solved() if self.game.players == 2:
                return "the value: neither side can do better"
            case Solved():
                return "that it can be solved: the line was replayed"
            case Unsolvable(proof=proof):
                return proof
            case GaveUp(proved=proved):
                return proved or "nothing"
        return self.progress.proved or "nothing yet"

    @property
    def values(self) -> str:
        """ "+19: b1b2 c1c2; −24: a1a2", the best first; "" where nobody asked for them."""
        found = self.verdict.values if isinstance(self.verdict, Solved) else ()
        moves: dict[int, list[str]] = {}
        for move, value in found:
            moves.setdefault(value, []).append(self.game.move_text(self.position, move))
        best_first = sorted(moves.items(), key=lambda one: (one[0] <= 0, one[0]))
        texts = (f"{value:+}: {' '.join(those)}" for value, those in best_first)
        return "; ".join(texts).replace("-", "−")

    @property
    def guarantee(self) -> str:
        """What a verdict of the solver means, in the measure it counts in."""
        return formatting.guarantee(self.solver, self.game.measure)

    async def run(self) -> Verdict:
        """Work until the verdict; when the task is cancelled the solver's process goes at once."""
        # late: the app opens without it
        from ludoscope.search.process.client import SolverFault, SolverProcess

        try:
            held, self.waits = self.still, worker_slots().is_full()
            self._run = await SolverProcess.start(
                self.game, self.position, self.solver, self.limits, held
            )
            self.waits = False
            if held != self.still:  # the person was quicker
                self.hold(self.still)
            async for event in self._run:
                if isinstance(event, Progress):
                    self._latest = event
                    self.history.note(event)
                else:
                    await self._conclude(event)
        except SolverFault as fault:
            self.verdict = fault.to_verdict(self._latest)
        finally:
            self.cancel()
        assert self.verdict
        return self.verdict

    async def look_up(self, known: Callable[[Any], Verdict | None]) -> Verdict | None:
        """Take the verdict from somewhere that knows it without work, if that is so."""
        from ludoscope.search.process.child_process import call_in_thread

        verdict = await call_in_thread(known, self.position)
        if verdict:
            await self._conclude(verdict)
        return verdict

    async def _conclude(self, verdict: Verdict) -> None:
        from ludoscope.search.process.child_process import call_in_thread

        if isinstance(verdict, Solved) and 0 < len(verdict.moves) <= LONGEST:
            moves = FAMILIES[self.game.family].merge_line(verdict.moves)
            self.replay = await call_in_thread(Replay, self.game, self.position, moves, self.line)
        self.verdict = verdict
        self.history.conclude(verdict)

    def hold(self, still: bool) -> None:
        """Have it stand still, or go on."""
        self.still = still
        if self._run:
            if still:
                self._run.pause()
            else:
                self._run.resume()

    def step(self, count: int) -> None:
        """Have it expand so many positions more, and stand still."""
        self.still = True
        if self._run:
            self._run.step(count)

    def again(self) -> "Solving":
        """The same once more, standing still at its first step."""
        return Solving(self.game, self.position, self.line, self.solver, self.limits, held=True)

    def look(self) -> None:
        """Take up the newest words, for a frame."""
        self.progress = self._latest
        if self.progress.held or self.progress.seconds >= self._next_sample:
            self.sample = self.progress.sample
            self._next_sample = self.progress.seconds + SAMPLE_SECONDS

    def cancel(self) -> None:
        """End the process, at once; without a verdict yet, it is that the solver was stopped."""
        if self._run:
            self._run.cancel()
        if not self.verdict:
            self.verdict = GaveUp.from_progress(self._latest, "stopped")

    @property
    def role(self) -> str:
        """Of what came out."""
        return "good" if isinstance(self.verdict, Solved) else "notice"

    def words(self) -> str:
        """What came out, in one line."""
        verdict = self.verdict
        match verdict:
            case Solved(value=value) if self.game.players == 2 and value is not None:
                said = f"the side to move {'wins' if value > 0 else 'loses'} in {abs(value)} plies"
            case Solved(moves=moves) if self.game.players == 2:
                said = f"the side to move {'wins' if len(moves) % 2 else 'loses'}"
            case Solved(moves=moves, optimal_in=measure):
                declared = FAMILIES[self.game.family]
                counted = declared.counted_unit
                said = f"solved: {formatting.length(declared.name, moves, self.measure, counted)}"
                if measure:
                    several = counted or declared.part_unit
                    said += f", proved fewest{f' {formatting.unit(measure)}' if several else ''}"
                if len(moves) > LONGEST:
                    said += ", too long to watch"
            case Unsolvable(proof=proof):
                said = f"unsolvable: {proof.removeprefix(EXHAUSTION_PREFIX)}"
            case GaveUp(reason="stopped"):
                said = "stopped"
            case GaveUp(reason=reason):
                said = f"gave up: {reason}"
            case _:
                return ""
        return f"{said} · {formatting.duration(verdict.seconds)} · explored {verdict.explored:,}"
