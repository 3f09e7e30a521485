"""The end of a game on a play screen: what is found out about it, and the solution to watch.

The person's own best is read before the game, the streak after it; the fewest moves are proved in
the background where neither the catalogue nor the analysis knows them and a solver may.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from ludoscope.games import FAMILIES
from ludoscope.tui.model import confetti
from ludoscope.tui.model.badge import fewest_known
from ludoscope.tui.model.game_model import Table
from ludoscope.tui.model.result import Result
from ludoscope.tui.saves.results import Best
from ludoscope.tui.saves.statistics import Tally
from ludoscope.tui.screens.play.speech import PlaySpeech

if TYPE_CHECKING:  # the app opens without solvers
    from ludoscope.search.events import Verdict
    from ludoscope.search.solver import Solver
    from ludoscope.tui.model.solver_run import Solving

TWINKLE = 0.15  # seconds until the stars are lit


Find = Callable[["Solving", "Callable[[Verdict], None]"], None]


class Results:
    """Begins anew with each end that the session comes to; `find` lets a solver look for a line."""

    def __init__(self, screen: PlaySpeech, table: Table, find: Find) -> None:
        self._screen = screen
        self._table = table
        self._find = find
        self._best: Best | None = None

    async def remember(self) -> None:
        """Read the person's best, before they better it."""
        self._best = await self._screen.app.library.best(self._table.puzzle.name)

    def look(self, fresh: bool = True) -> None:
        """The session has changed: at its end the box is to be filled, else it is gone."""
        table, session = self._table, self._table.session
        if not session.over:
            if table.result:
                self._screen.workers.cancel_group(self._screen, "result")
            table.result = None
            return
        still = table.options.appearance.reduced_motion or not fresh
        solver = self._prover()
        table.result = Result(self._best, fresh, proving=solver is not None, lit=still)
        if session.won and not session.hints and session.game.players == 1:
            length, seconds = session.count, session.elapsed(0)
            best = self._best or Best(seconds, length)
            self._best = Best(
                min(seconds, best.seconds or seconds), min(length, best.length or length)
            )
        self._screen.run_worker(
            partial(self._fill, table.result, solver), group="result", exclusive=True
        )
        if not still:
            self._screen.set_timer(TWINKLE, self._light)

    def _light(self) -> None:
        """Light the stars: once, for each costs bytes. Then celebrate a win."""
        if result := self._table.result:
            result.lit = True
            self._celebrate(result)

    def _celebrate(self, result: Result) -> None:
        """The next picture, unless the line has not taken the last one, or the person went on."""
        onward = result is self._table.result and result.step < confetti.STEPS
        falls = onward and self._table.session.won and self._screen.app.pace.free
        result.step = result.step + 1 if falls else 0
        self._screen.paint_unasked()
        if falls:
            self._screen.set_timer(confetti.PAUSE, partial(self._celebrate, result))

    async def _fill(self, result: Result, solver: "Solver | None") -> None:
        table = self._table
        outcomes = await self._screen.app.library.outcomes()
        result.streak = Tally.from_outcomes(
            o for o in outcomes if o.family == table.game.family
        ).streak
        self._screen.paint()
        if solver:
            await self._prove(result, solver)
            self._screen.paint()

    def _prover(self) -> "Solver | None":
        """What may find the fewest moves, or the value of the start, where that is not known."""
        from ludoscope.search.registry import find_prover  # late: the app opens without it

        table = self._table
        start = table.analysis.of(table.session.positions[0])
        if table.game.players == 2:
            known = start and start.value
        else:
            known = fewest_known(table.analysis, table.session)
        return find_prover(table.game) if known is None else None

    async def _prove(self, result: Result, solver: "Solver") -> None:
        """Find the fewest moves there are, if that does not take long."""
        from ludoscope.search.events import Solved
        from ludoscope.tui.model.solver_run import PROOF_LIMITS, Solving

        table = self._table
        solving = Solving(table.game, table.game.start, [], solver, PROOF_LIMITS)
        try:
            verdict = await solving.run()
        finally:
            result.proving = False
        table.analysis.hear(solving)
        if isinstance(verdict, Solved) and verdict.optimal_in:
            result.line = solving.replay
            result.fewest = FAMILIES[table.game.family].count_moves(verdict.moves)

    # A solution to watch

    def watch(self) -> None:
        """Show a solution from the start, the best that can be had in a moment."""
        from ludoscope.search.registry import find_hint_solver
        from ludoscope.tui.model.solver_run import WATCH_LIMITS, Solving

        table, result = self._table, self._table.result
        if result and result.line:
            table.solution = result.line
            table.watch()
            return
        game = table.game
        solving = Solving(game, game.start, [], find_hint_solver(game), WATCH_LIMITS)
        self._screen.tell("looking for a solution…")

        def found(verdict: "Verdict") -> None:
            if solving.replay and table.session.over:
                self._screen.notice = ""
                table.solution = solving.replay
                table.watch()
            else:
                solve = table.key("play.solve", "s")
                said = f"none found within the time limit: {solve} solves from any position"
                self._screen.tell(said)

        self._find(solving, found)
