"""The solvers at work for a play screen: a solution, a hint, the other side's answer, a judgement.

Each is a task that reads the events of one child process. The screen looks at what they left on
the table when it likes, so no event ever waits for a frame.
"""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludoscope.games import AnyGame
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict
from ludoscope.search.process.host_limits import worker_slots
from ludoscope.search.solver import Solver
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import why_lost
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.hints import show_hint, show_loss
from ludoscope.tui.model.reference import reference
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.solver_run import (
    ANSWER_LIMITS,
    HINT_LIMITS,
    JUDGE_LIMITS,
    SHORT_LIMITS,
    Solving,
)
from ludoscope.tui.screens.play.speech import PlaySpeech

if TYPE_CHECKING:
    from ludoscope.tui.screens.picker.dialog import Choice

LAB = "lab"  # chosen in place of a solver
WAITS = "the hint is queued: the host allows no more solvers at once"
PAUSE = 0.15  # seconds without a move before a position is judged: of a burst only the last


class SolverJobs:
    """At most one task of each kind; `guess` moves where no answer was found in time."""

    def __init__(
        self,
        screen: PlaySpeech,
        table: Table,
        at_work: dict[str, Solving],
        guess: Callable[[], None],
    ) -> None:
        self._screen = screen
        self._table = table
        self._at_work = at_work
        self._guess = guess
        self._reference = reference(table.game)
        table.analysis.aside = self._reference.aside
        self._asked: set[int] = set()  # numbers of the positions that were judged to trace a loss

    @property
    def busy(self) -> bool:
        return bool(self._at_work)

    def works(self, kind: str) -> bool:
        return kind in self._at_work

    def solve(self, solver: Solver) -> None:
        preferences = self._table.options.preferences
        memory_limit = preferences.memory_limit_megabytes << 20
        limits = Limits(preferences.time_limit_seconds, memory=memory_limit)
        self.work(self._new(solver, limits))

    def work(self, solving: Solving) -> None:
        """Let it work, in place of what does; it stays on the table."""
        table = self._table
        table.leave_replay()
        table.solution, table.solving = None, solving
        self._start("solve", solving, lambda verdict: table.solved())

    def find(self, solving: Solving, then: Callable[[Verdict], None]) -> None:
        """Let a solver look for a line to watch."""
        self._start("solve", solving, then)

    def hint(self) -> None:
        """Begin with the first move of a short solution: one that is known, else to be found."""
        from ludoscope.search.registry import find_hint_solver, find_judge

        table = self._table
        analysis, position, solver = (
            table.analysis,
            table.session.position,
            find_hint_solver(table.game),
        )
        usual = solver == find_judge(table.game)
        known = analysis.next_move(position) if usual else None
        judgement = analysis.of(position)
        if known is not None:
            show_hint(table, known)
        elif judgement and judgement.proof:
            show_loss(table, judgement.proof)
        else:
            self._screen.tell(WAITS if worker_slots().is_full() else "looking for a hint…")
            if "hint" not in self._at_work:  # asked for once more, it comes no sooner
                limits = HINT_LIMITS if usual else SHORT_LIMITS
                self._look_for_hint(self._new(solver, limits))

    def _look_for_hint(self, solving: Solving) -> None:
        table = self._table
        asked = table.touches

        def found(verdict: Verdict) -> None:
            if table.touches == asked or not solving.replay:
                self._hinted(verdict, solving.replay)
            else:  # the person does something else by now, which is left alone
                table.advice = solving.replay
                self._screen.tell(f"{table.key('play.hint', 'i')} shows the hint")

        self._start("hint", solving, found)

    def answer(self) -> None:
        """Let the program play the side to move, unless it is thinking already."""
        from ludoscope.search.registry import default_solver

        if not self.works("answer"):
            solver = default_solver(self._table.game)
            self._start("answer", self._new(solver, ANSWER_LIMITS), self._answered)

    def value(self) -> None:
        """Have every move wear its value."""
        from ludoscope.search.registry import find_solver

        table = self._table
        solving = self._new(find_solver(table.game, "values"), HINT_LIMITS)

        def found(verdict: Verdict) -> None:
            if isinstance(verdict, Solved):
                table.value(verdict)
            elif isinstance(verdict, GaveUp):
                self._screen.tell(f"values not found ({verdict.reason})")

        self._start("values", solving, found, PAUSE)

    def judge(self) -> None:
        """Find out whether the position can be won: at once where that can be looked up.

        Elsewhere it is searched, once the person rests for a moment.
        """
        from ludoscope.search.registry import find_judge

        def judged(verdict: Verdict) -> None:
            if self._table.fallen:  # which move lost it, if that is not known
                self.trace(lambda: None)

        solving = self._new(find_judge(self._table.game), JUDGE_LIMITS)
        self._start("judge", solving, judged, PAUSE, self._reference.verdict)

    def retreat(self) -> None:
        """Go back to the last winnable position, once that is found."""
        table = self._table
        if table.course.question(table.session.ply) is not None:
            self._screen.tell("looking for the last winnable position…")
        self.trace(table.retreat)

    def trace(self, found: Callable[[], None]) -> None:
        """Judge earlier positions, as few as can be, until it is known where the game was lost."""
        self.stop("trace")
        self._asked.clear()
        self._trace(found)

    def _trace(self, found: Callable[[], None]) -> None:
        from ludoscope.search.registry import find_judge

        session = self._table.session
        ply = self._table.course.question(session.ply)
        if ply is None or ply in self._asked:
            found()
            return
        self._asked.add(ply)
        game, position, way = session.game, session.positions[ply], session.moves[:ply]
        solving = Solving(game, position, way, find_judge(game), JUDGE_LIMITS)
        look_up = self._reference.verdict
        self._start("trace", solving, lambda verdict: self._trace(found), look_up=look_up)

    def stop(self, *kinds: str) -> None:
        """End the children of these kinds, of all kinds when none is named."""
        for kind in kinds or tuple(self._at_work):
            if solving := self._at_work.pop(kind, None):
                solving.cancel()
                self._screen.workers.cancel_group(self._screen, kind)

    def _new(self, solver: Solver, limits: Limits) -> Solving:
        session = self._table.session
        return Solving(session.game, session.position, session.moves, solver, limits)

    def _start(
        self,
        kind: str,
        solving: Solving,
        then: Callable[[Verdict], None],
        pause: float = 0,
        look_up: Callable[[Any], Verdict | None] | None = None,
    ) -> None:
        self.stop(kind)
        self._at_work[kind] = solving

        async def work() -> None:
            verdict = await solving.look_up(look_up) if look_up else None
            if not verdict:
                await asyncio.sleep(pause)
                verdict = await solving.run()
            del self._at_work[kind]
            self._learn(solving)
            then(verdict)
            self._screen.paint()

        self._screen.run_worker(work, group=kind, exclusive=True)

    def _learn(self, solving: Solving) -> None:
        """Have the table hear of it, and what is new kept with the game for another time."""
        before = self._table.analysis.version
        self._table.learn(solving)
        if self._table.analysis.version != before:
            self._remember()

    def _remember(self) -> None:
        """Not by way of `autosave`: a frame need not wait for it, nor anybody know if it fails."""
        table = self._table
        if text := analysis_text.write(table.analysis, table.session):
            self._screen.app.records.store.save_note("verdicts", table.puzzle.name, text)

    def close(self) -> None:
        """The screen is left."""
        self.stop()
        self._remember()

    def _hinted(self, verdict: Verdict, line: Replay | None) -> None:
        match verdict:
            case Solved(moves=moves) if moves:
                self._table.advice = line
                show_hint(self._table, moves[0])
            case Unsolvable():
                show_loss(self._table, why_lost(verdict))
            case GaveUp():
                table = self._table
                known = table.analysis.next_move(table.session.position)
                if known is None:
                    solve = table.key("play.solve", "s")
                    self._screen.tell(f"no hint within the time limit: {solve} searches longer")
                else:
                    show_hint(table, known)
            case _:
                self._screen.tell("no move is left")

    def _answered(self, verdict: Verdict) -> None:
        table = self._table
        if isinstance(verdict, Solved) and verdict.moves:
            table.answer(verdict.moves[0])
        else:
            self._guess()


def solver_choices(puzzle: Puzzle, game: AnyGame) -> "list[Choice]":
    """The solvers of a puzzle, as `game` is played: the usual one first, with what each guarantees.

    Then the lab, where they can be compared, and what is published.

    The value is a solver, `LAB`, or the solution published.
    """
    from ludoscope.search.registry import ranked_solvers
    from ludoscope.tui.screens.picker.dialog import Choice
    from ludoscope.tui.text.formatting import guarantee
    from ludoscope.tui.text.solver_pages import in_short

    published = puzzle.published_solution
    choices = [
        Choice(
            solver.name,
            guarantee(solver, game.measure) if solver.is_available else "not compiled here",
            solver,
            in_short(solver, game),
            solver.is_available,
        )
        for solver in ranked_solvers(game)
    ]
    choices.append(Choice("compare several", "in the lab…", LAB, "side by side, on this position"))
    if published:
        choices.append(Choice(published.title, published.detail, published, puzzle.source))
    return choices
