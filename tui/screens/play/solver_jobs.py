"""SolverJobs: the solvers that work for the play screen.

Each is a task that reads the events of one child process. The screen looks at their progress when
it draws a frame, so that no event waits for one.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import Any

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Solved, Unsolvable, Verdict
from ludoscope.search.explanation import ExplanationProgress
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import SolverFault
from ludoscope.search.process.explanation_client import ExplanationRequest, explanation_events
from ludoscope.search.process.host_limits import cap_limits, worker_slots
from ludoscope.search.process.move_valuer import MoveValuer, can_value_moves
from ludoscope.search.registry import (
    default_solver,
    find_hint_solver,
    find_judge,
    find_prover,
)
from ludoscope.search.solver import Solver
from ludoscope.tui.model import analysis_text
from ludoscope.tui.model.analysis import KnownLine, loss_reason
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.hints import explain_loss, find_shortest_line, show_hint
from ludoscope.tui.model.players import HUMAN
from ludoscope.tui.model.reference import create_reference
from ludoscope.tui.model.solver_run import (
    ANALYSIS_LIMITS,
    EXPLANATION_LIMITS,
    HINT_LIMITS,
    OPPONENT_LIMITS,
    PROOF_LIMITS,
    SHORTER_HINT_LIMITS,
    SolverRun,
)
from ludoscope.tui.screens.play.background import BackgroundTasks

HINT_QUEUED = "Hint queued: this server's solver limit is reached"
ANALYSIS_DELAY_SECONDS = 0.15  # without a move: of a burst only the last position is analysed

VALUES_DELAY_SECONDS = 0.03  # without a move: of a burst only the last position is valued

OnVerdict = Callable[[Verdict], None]


class SolverJobs:
    """The solvers of a game, at most one for each purpose.

    The purposes are "solve", "hint", "answer" (the opponent's move), "judge" (can the position be
    won?), "trace" (which move lost the game?) and "review" (the fewest moves left on the way). A
    running solver is in `GameModel.running` under its purpose. The values of moves are found by a
    process of their own, also named "values".
    """

    def __init__(
        self,
        model: GameModel,
        tasks: BackgroundTasks,
        play_fallback_move: Callable[[], None],
        store_analysis: Callable[[str], None],
    ) -> None:
        """Create the jobs of a game; none is started.

        Args:
            model: The game.
            tasks: Runs the tasks.
            play_fallback_move: A function that makes the opponent's move if no solver found one
                in time.
            store_analysis: A function that stores the analysis of the game as a text.
        """
        self._model = model
        self._tasks = tasks
        self._play_fallback_move = play_fallback_move
        self._store_analysis = store_analysis
        self._reference = create_reference(model.game)
        self._traced_plies: set[int] = set()
        self._hint_revision = -1
        self._measured_plies: set[int] = set()
        self._move_valuer = MoveValuer()

    @property
    def is_busy(self) -> bool:
        """True while any solver is at work."""
        return bool(self._model.running)

    def is_running(self, purpose: str) -> bool:
        return purpose in self._model.running

    @property
    def awaits_hint(self) -> bool:
        """True if a hint is searched for and the player has done nothing on the board since."""
        return self.is_running("hint") and self._model.revision == self._hint_revision

    # A solution

    def solve(self, solver: Solver | None = None) -> None:
        """Start a solver on the current position, within the limits that the user has set.

        After the end of a game it starts on the first position.

        Args:
            solver: The solver, None for the default one.
        """
        model, preferences = self._model, self._model.options.preferences
        memory_limit = preferences.memory_limit_megabytes << 20
        limits = Limits(preferences.time_limit_seconds, memory=memory_limit)
        position, moves = model.position_to_solve, model.session.moves
        if model.session.is_over:
            moves = []
        solver = solver or default_solver(model.game)
        self.run(SolverRun(model.game, position, moves, solver, limits))

    def update_search(self) -> None:
        """Stop the search for a solution if the position has changed.

        If the opponent has moved, it goes on from there instead.
        """
        model, solver_run = self._model, self._model.running.get("solve")
        if not solver_run or solver_run.position == model.position_to_solve:
            return
        if model.game.players == 2 and model.session.player_to_move == HUMAN:
            self.solve(solver_run.solver)
        else:
            self.stop("solve")
            model.show_message("Search stopped: the position has changed")

    def run(self, solver_run: SolverRun) -> None:
        """Start a solver and show it in the panel, in place of the one before."""
        model = self._model
        model.leave_replay()
        model.solution, model.solver_run = None, solver_run
        self._start("solve", solver_run, lambda verdict: model.show_found_solution())

    def find_solution(self, solver_run: SolverRun, on_verdict: OnVerdict) -> None:
        """Start a solver without showing it."""
        self._start("solve", solver_run, on_verdict)

    # A hint

    def find_hint(self) -> None:
        """Show the first move of the shortest line known; search for a short one if none is."""
        model, judge = self._model, find_judge(self._model.game)
        solver = find_hint_solver(model.game)
        judgement = model.analysis.get(model.session.position)
        line = find_shortest_line(model)
        if line and self._is_good_hint(line, solver):
            self._show_line_of_hint(line)
        elif judgement and judgement.proof:
            explain_loss(model, judgement.proof)
        else:
            is_queued = worker_slots().is_full()
            model.show_message(HINT_QUEUED if is_queued else "Searching for a hint…")
            self._hint_revision = model.revision
            if not self.is_running("hint"):
                limits = HINT_LIMITS if solver == judge else SHORTER_HINT_LIMITS
                self._search_hint(self._new_run(solver, limits))

    def _is_good_hint(self, line: KnownLine, solver: Solver) -> bool:
        """Return True if no search for a hint would find a better line, or one has ended."""
        model = self._model
        if line.is_fewest or model.game.players > 1:
            return True
        if solver == find_judge(model.game) and not solver.is_exact:
            return True
        return bool(model.hint_line and model.hint_line.moves_from(model.session.position))

    def _show_line_of_hint(self, line: KnownLine) -> None:
        self._model.hint_line = line.replay
        show_hint(self._model, line.moves)

    def _search_hint(self, solver_run: SolverRun) -> None:
        """Start the search for a hint; if the player goes on meanwhile, it is only announced."""
        model = self._model

        def show(verdict: Verdict) -> None:
            line = find_shortest_line(model)
            judge = find_judge(model.game)
            if not line and isinstance(verdict, GaveUp) and solver_run.solver != judge:
                self._search_hint(self._new_run(judge, HINT_LIMITS))
            elif not line:
                self._explain_missing_hint(verdict)
            elif model.revision == self._hint_revision:
                self._show_line_of_hint(line)
            else:
                model.hint_line = line.replay
                model.show_message(
                    f"Hint found. Press {model.key_display('play.hint', 'i')} to show it."
                )

        self._start("hint", solver_run, show)

    def _explain_missing_hint(self, verdict: Verdict) -> None:
        model = self._model
        match verdict:
            case Unsolvable():
                explain_loss(model, loss_reason(verdict))
            case GaveUp(fault=fault) if fault:
                model.show_message(_fault_message(model, fault))
            case GaveUp():
                solve = model.key_display("play.solve", "s")
                model.show_message(f"No hint found in time. Press {solve} for a longer search.")
            case _:
                model.show_message("No moves left")

    # The opponent's move, and the values of moves

    def find_opponents_move(self) -> None:
        """Start a solver that makes the opponent's move, unless it is at work already."""
        if not self.is_running("answer"):
            solver_run = self._new_run(default_solver(self._model.game), OPPONENT_LIMITS)
            self._start("answer", solver_run, self._play_answer)

    def _play_answer(self, verdict: Verdict) -> None:
        if isinstance(verdict, Solved) and verdict.moves:
            self._model.make_move(verdict.moves[0])
        else:
            self._play_fallback_move()

    def value_moves(self) -> None:
        """Find the values of all moves of the current position, and show them as they come."""
        model = self._model
        position = model.session.position
        if not can_value_moves(model.game):
            model.show_message("No values: this game declares no function that finds them.")
            return

        async def work() -> None:
            await asyncio.sleep(VALUES_DELAY_SECONDS)
            try:
                reports = self._move_valuer.value_moves(
                    model.game, position, cap_limits(HINT_LIMITS)
                )
                async with aclosing(reports):
                    async for report in reports:
                        model.show_move_values(position, report.values, is_complete=report.is_last)
            except WorkerLost as error:
                model.show_message(f"No values found: {error}.")

        self._tasks.replace("values", work)

    # The explanation of a loss

    def explain(self) -> None:
        """Explain the current position, which is lost, or show the next page of it."""
        model = self._model
        if model.explanation:
            if model.explanation.pages:
                model.show_next_reason()
            else:
                model.show_message(model.explanation.describe_progress())
            return
        pages = model.begin_explanation()
        session = model.session
        earlier = [session.positions[ply] for ply in model.stop_plies if ply < session.ply]
        if model.game.players == 2:
            earlier = list(session.positions[: session.ply])
        request = ExplanationRequest(
            model.game, session.position, earlier[::-1], cap_limits(EXPLANATION_LIMITS), max_wins=1
        )

        async def work() -> None:
            try:
                async with aclosing(explanation_events(request)) as events:
                    async for event in events:
                        if model.explanation is not pages:
                            return  # closed, as when a solution is shown
                        if isinstance(event, ExplanationProgress):
                            pages.progress = event
                        else:
                            model.show_explanation(event)
            except (SolverFault, WorkerLost) as error:
                if model.explanation is not pages:
                    return
                model.close_explanation()
                model.show_message(f"No explanation found: {error}.")
            pages.progress = None
            model.notify()

        pages.progress = ExplanationProgress("changes", 0, 0, 0, 0.0)
        self._tasks.replace("explain", work)

    def stop_explaining(self) -> None:
        """Stop the explanation; what has been found stays."""
        self._tasks.cancel("explain")  # the model may have closed the explanation already
        explanation = self._model.explanation
        if explanation and explanation.progress:
            explanation.progress = None
            if not explanation.pages:
                self._model.close_explanation()
            self._model.notify()

    # Analysis

    def analyse(self) -> None:
        """Find out whether the current position can be won.

        That is looked up where it is known; else it is searched once no key has been pressed for
        `ANALYSIS_DELAY_SECONDS`.
        """

        def trace(verdict: Verdict) -> None:
            if self._model.lost_after_winning:
                self.trace_loss(lambda: None)

        solver_run = self._new_run(find_judge(self._model.game), ANALYSIS_LIMITS)
        look_up = self._reference.find_verdict
        self._start("judge", solver_run, trace, delay=ANALYSIS_DELAY_SECONDS, look_up=look_up)

    def undo_to_winnable(self) -> None:
        """Go back to the last winnable position, once it has been found."""
        model = self._model
        if model.review.next_ply_to_analyse(model.session.ply) is not None:
            model.show_message("Searching for the last winnable position…")
        self.trace_loss(model.undo_to_winnable)

    def trace_loss(self, on_traced: Callable[[], None]) -> None:
        """Analyse earlier positions, as few as possible, to find the move that lost the game."""
        self.stop("trace")
        self._traced_plies.clear()
        self._trace_next(on_traced)

    def _trace_next(self, on_traced: Callable[[], None]) -> None:
        session = self._model.session
        ply = self._model.review.next_ply_to_analyse(session.ply)
        if ply is None or ply in self._traced_plies:
            on_traced()
            return
        self._traced_plies.add(ply)
        game, position = session.game, session.positions[ply]
        solver_run = SolverRun(
            game, position, session.moves[:ply], find_judge(game), ANALYSIS_LIMITS
        )
        self._start(
            "trace",
            solver_run,
            lambda verdict: self._trace_next(on_traced),
            look_up=self._reference.find_verdict,
        )

    # Review

    def review(self) -> None:
        """Measure the line of the game: which move lost it, and the fewest moves from each ply."""
        model = self._model
        fewest = collection(model.game.family).fewest_moves(model.puzzle.name)
        for line in model.stored_lines:
            length = FAMILIES[model.game.family].line_length(
                model.game, model.game.start, line.moves
            )
            if length == fewest:
                model.analysis.add_shortest_line(line)
        self._measured_plies.clear()
        if model.lost_after_winning:
            self.trace_loss(self._measure_next)
        else:
            self._measure_next()

    def _measure_next(self) -> None:
        """Search for the fewest moves from the next ply; most of them follow from others."""
        game = self._model.game
        prover = None if FAMILIES[game.family].groups_moves else find_prover(game)
        ply = self._model.review.next_ply_to_measure(self._measured_plies)
        if ply is None or not prover:
            return
        self._measured_plies.add(ply)
        solver_run = self._run_at(ply, prover, PROOF_LIMITS)
        self._start("review", solver_run, lambda verdict: self._measure_next())

    def find_review_line(self, ply: int) -> None:
        """Search for a good line from a ply of the game, unless a search goes on."""
        model = self._model
        position = model.session.history.line[ply].position
        if self.is_running("review") or any(model.analysis.find_lines(position)):
            return
        solver = find_prover(model.game) or find_hint_solver(model.game)
        self._start("review", self._run_at(ply, solver, PROOF_LIMITS), lambda verdict: None)

    def _run_at(self, ply: int, solver: Solver, limits: Limits) -> SolverRun:
        """Return a run of a solver on a position of the line."""
        line = self._model.session.history.line
        moves = [node.move for node in line[1 : ply + 1]]
        return SolverRun(self._model.game, line[ply].position, moves, solver, limits)

    # Tasks

    def stop(self, *purposes: str) -> None:
        """Stop the solvers of these purposes, or all of them if none is given."""
        if not purposes or "values" in purposes:
            self._tasks.cancel("values")
        for purpose in purposes or tuple(self._model.running):
            if solver_run := self._model.running.pop(purpose, None):
                solver_run.cancel()
                self._tasks.cancel(purpose)
                self._model.notify()

    def close(self) -> None:
        """Stop all solvers and store the analysis."""
        self.stop()
        self.stop_explaining()
        self._move_valuer.close()
        self._save_analysis()

    def _new_run(self, solver: Solver, limits: Limits) -> SolverRun:
        session = self._model.session
        return SolverRun(session.game, session.position, session.moves, solver, limits)

    def _start(
        self,
        purpose: str,
        solver_run: SolverRun,
        on_verdict: OnVerdict,
        *,
        delay: float = 0,
        look_up: Callable[[Any], Verdict | None] | None = None,
    ) -> None:
        """Start a solver in place of the one that works for the same purpose.

        Args:
            purpose: See the class.
            solver_run: The solver and its position.
            on_verdict: A function that is called with the verdict once the analysis knows it.
            delay: Seconds before the solver starts.
            look_up: A function that returns the verdict on a position if it is known.
        """
        self.stop(purpose)
        self._model.running[purpose] = solver_run

        async def work() -> None:
            verdict = await solver_run.look_up(look_up) if look_up else None
            if not verdict:
                await asyncio.sleep(delay)
                verdict = await solver_run.run()
            del self._model.running[purpose]
            self._add_result(solver_run)
            on_verdict(verdict)
            self._model.notify()

        self._tasks.replace(purpose, work)
        self._model.notify()

    def _add_result(self, solver_run: SolverRun) -> None:
        version = self._model.analysis.version
        self._model.add_result(solver_run)
        if self._model.analysis.version != version:
            self._save_analysis()

    def _save_analysis(self) -> None:
        if text := analysis_text.format_analysis(self._model.analysis, self._model.session):
            self._store_analysis(text)


def _fault_message(model: GameModel, fault: str) -> str:
    """Return the sentence on a solver that has failed."""
    return f"{FAMILIES[model.game.family].title} failed: {fault}"
