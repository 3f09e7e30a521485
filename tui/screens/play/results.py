"""ResultUpdater: the details of the end of a game, and a solution to show after it."""

import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES
from ludoscope.puzzles.registry import collection
from ludoscope.search.events import GaveUp, Solved, Verdict
from ludoscope.search.registry import find_hint_solver, find_judge, find_prover
from ludoscope.search.solver import Solver
from ludoscope.tui import lazy
from ludoscope.tui.model import celebration
from ludoscope.tui.model.badge import find_fewest_moves
from ludoscope.tui.model.game_model import Change, GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.result import GameResult, NextPuzzle
from ludoscope.tui.saves.results import BestResult
from ludoscope.tui.saves.statistics import Tally
from ludoscope.tui.screens.play.background import BackgroundTasks
from ludoscope.tui.services.library import LibraryService
from ludoscope.tui.terminal.frame_pacer import FramePacer

if TYPE_CHECKING:
    from ludoscope.tui.model.solver_run import SolverRun

STARS_DELAY_SECONDS = 0.15
NEXT_DELAY_SECONDS = 0.5  # after the end, in which enter belongs to the last move
TASK_GROUP, NEXT_TASK_GROUP = "result", "next puzzle"
SEARCHING = "Searching for a solution…"

FindNextPuzzle = Callable[[str], Awaitable[NextPuzzle | None]]
FindSolution = Callable[["SolverRun", "Callable[[Verdict], None]"], None]


class ResultUpdater:
    """Keeps `GameModel.result` up to date.

    The player's best result is read before the game ends, the streak after it. The fewest moves
    are proved in the background if neither the catalogue nor the analysis knows them.

    Attributes:
        has_found_no_solution: True if `show_solution` has ended without one, after this game.
    """

    def __init__(
        self,
        model: GameModel,
        tasks: BackgroundTasks,
        library: LibraryService,
        frame_pacer: FramePacer,
        find_solution: FindSolution,
        find_next_puzzle: FindNextPuzzle,
    ) -> None:
        """Create an updater.

        Args:
            model: The game.
            tasks: Runs the tasks and timers.
            library: The results of earlier games.
            frame_pacer: Says when the terminal is ready for the next frame of the celebration.
            find_solution: A function that runs a solver and calls another one with its verdict.
            find_next_puzzle: A function that returns the puzzle to go on to, by a puzzle's name.
        """
        self._model = model
        self._tasks = tasks
        self._library = library
        self._pace = frame_pacer
        self._find_solution = find_solution
        self._find_next_puzzle = find_next_puzzle
        self._best: BestResult | None = None
        self._ended_at = 0.0
        self.has_found_no_solution = False

    async def read_best(self) -> None:
        """Read the player's best result before it is improved."""
        self._best = await self._library.best_result(self._model.puzzle.name)

    def update(self, *, has_just_ended: bool = True) -> None:
        """Begin a new result if the game is over, else remove the old one.

        Args:
            has_just_ended: False if the game was over already when it was opened; nothing
                is animated then.
        """
        model, session = self._model, self._model.session
        self.has_found_no_solution = False
        if not session.is_over:
            if model.result:
                self._tasks.cancel(TASK_GROUP)
                self._tasks.cancel(NEXT_TASK_GROUP)
            model.result = None
            return
        self._ended_at = time.monotonic()
        is_animated = has_just_ended and not model.options.appearance.reduced_motion
        prover = self._find_prover()
        result = GameResult(
            self._best,
            has_just_ended,
            is_proving=prover is not None,
            stars_lit=not is_animated,
            can_celebrate=is_animated and session.is_won and session.is_in_attempt,
        )
        model.result = result
        if session.is_won and not session.hint_count and session.game.players == 1:
            length, seconds = session.move_count, session.final_seconds
            best = self._best or BestResult(seconds, length)
            self._best = BestResult(
                seconds if best.seconds is None else min(seconds, best.seconds),
                length if best.length is None else min(length, best.length),
            )
        self._tasks.replace(TASK_GROUP, partial(self._complete, result, prover))
        self._tasks.replace(NEXT_TASK_GROUP, partial(self._add_next_puzzle, result))
        if is_animated:
            self._tasks.call_later(STARS_DELAY_SECONDS, self._light_stars)

    @property
    def is_read(self) -> bool:
        """True once the result has been shown long enough for a key to be meant for it."""
        return time.monotonic() - self._ended_at >= NEXT_DELAY_SECONDS

    def _light_stars(self) -> None:
        """Light all stars at once, which takes the fewest bytes; then animate a win."""
        if result := self._model.result:
            result.stars_lit = True
            self._celebrate(result)

    def _celebrate(self, result: GameResult) -> None:
        """Show the next frame; stop if the terminal is slow or the player has gone on."""
        is_due = result.can_celebrate and result.celebration_frame < celebration.FRAME_COUNT
        goes_on = is_due and result is self._model.result and self._pace.is_free
        result.celebration_frame = result.celebration_frame + 1 if goes_on else 0
        result.can_celebrate = goes_on
        self._model.notify(Change.ANIMATION)
        if goes_on:
            self._tasks.call_later(celebration.FRAME_SECONDS, partial(self._celebrate, result))

    async def _complete(self, result: GameResult, prover: "Solver | None") -> None:
        """Add the streak and, with a prover, the fewest moves."""
        outcomes = await self._library.outcomes()
        game = self._model.game
        title = collection(game.family).game_title(game.spec())
        result.win_streak = Tally.from_outcomes(
            one for one in outcomes if (one.family, one.game) == (game.family, title)
        ).streak
        self._model.notify()
        if prover:
            await self._prove_fewest(result, prover)
            self._model.notify()

    async def _add_next_puzzle(self, result: GameResult) -> None:
        """Add the puzzle to go on to, so that it is named before it is opened."""
        result.next_puzzle = await self._find_next_puzzle(self._model.puzzle.name)
        self._model.notify()

    def _find_prover(self) -> "Solver | None":
        """Return a solver for the fewest moves, or the value of the start, if that is unknown."""
        model = self._model
        if FAMILIES[model.game.family].groups_moves:
            return None  # it counts in another unit than players
        start = model.analysis.get(model.session.positions[0])
        if model.game.players == 2:
            known_value = start and start.value
        else:
            known_value = find_fewest_moves(model.analysis, model.session)
        return find_prover(model.game) if known_value is None else None

    async def _prove_fewest(self, result: GameResult, prover: "Solver") -> None:
        model = self._model
        limits = lazy.solver_run.PROOF_LIMITS
        solver_run = lazy.solver_run.SolverRun(model.game, model.game.start, [], prover, limits)
        try:
            verdict = await solver_run.run()
        finally:
            result.is_proving = False
        model.analysis.add_result(solver_run)
        if isinstance(verdict, Solved) and verdict.optimal_in:
            result.shortest_solution = solver_run.replay
            result.fewest_moves = FAMILIES[model.game.family].count_moves(verdict.moves)

    def show_solution(self) -> None:
        """Replay a solution from the start: the shortest one known, or one that is found now."""
        model, result = self._model, self._model.result
        known = (result and result.shortest_solution) or next(iter(model.stored_lines), None)
        if known:
            self._show(known)
            return
        solver = find_hint_solver(model.game)
        if solver.is_exact:  # it may need longer
            solver = find_judge(model.game)
        model.show_message(SEARCHING)
        self._search_solution(solver)

    def _search_solution(self, solver: Solver) -> None:
        """Search for a solution and replay it; try the judge if `solver` gives up."""
        model, game, judge = self._model, self._model.game, find_judge(self._model.game)
        limits = lazy.solver_run.SOLUTION_LIMITS
        solver_run = lazy.solver_run.SolverRun(game, game.start, [], solver, limits)

        def show(verdict: Verdict) -> None:
            if not model.session.is_over:  # the player has started again
                if model.message == SEARCHING:
                    model.show_message("")
            elif solver_run.replay:
                model.message = ""
                self._show(solver_run.replay)
            elif isinstance(verdict, GaveUp) and solver != judge:
                self._search_solution(judge)
            else:
                self.has_found_no_solution = True
                solve = model.key_display("play.solve", "s")
                model.show_message(
                    f"No solution found in time. Press {solve} to choose another solver."
                )

        self._find_solution(solver_run, show)

    def _show(self, line: Replay) -> None:
        self._model.solver_run, self._model.solution = None, line
        self._model.show_solution()
