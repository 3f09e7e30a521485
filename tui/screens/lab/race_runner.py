"""Running the solvers of a race in the background of a screen."""

from collections.abc import Callable, Iterable
from functools import partial

from textual.worker import Worker

from ludoscope.search.budget import Limits
from ludoscope.tui.lab.race import Entrant, Race
from ludoscope.tui.screens.base import BaseScreen

REFRESH_INTERVAL_SECONDS = 0.25


class RaceRunner:
    """The workers of a race, and a timer that refreshes the screen while they run.

    Args:
        screen: The screen that the workers belong to; they end with it. Its `refresh_view` is
            called when an entrant is started, finished or stopped.
        race: The entrants.
        limits: Returns the limits of an entrant that is started.
        show_progress: Shows the latest progress and returns True if anything differs.
    """

    def __init__(
        self,
        screen: BaseScreen[None],
        race: Race,
        limits: Callable[[], Limits],
        show_progress: Callable[[], bool],
    ) -> None:
        self.race = race
        self._screen = screen
        self._limits = limits
        self._show_progress = show_progress
        self._workers: dict[Entrant, Worker[None]] = {}

    def start_timer(self) -> None:
        """Start refreshing the screen; call this when it is mounted."""
        self._timer = self._screen.set_interval(
            REFRESH_INTERVAL_SECONDS, self._refresh, pause=not self.race.is_active
        )

    def _refresh(self) -> None:
        pacer = self._screen.app.frame_pacer
        if pacer.is_free:
            self.race.update_progress()
            if self._screen.is_active and self._show_progress():
                self._screen.call_after_refresh(pacer.query_after_frame)
        if not self.race.is_active:
            self._timer.pause()  # an idle app sends nothing

    def next_entrants(self) -> list[Entrant]:
        """Return the entrants to start next.

        These are the ones that have never run; if there are none, the ones that were stopped; and
        if all have finished, every entrant.
        """
        idle = [entrant for entrant in self.race.entrants if not entrant.is_active]
        waiting = [entrant for entrant in idle if not entrant.is_finished]
        stopped = [entrant for entrant in idle if entrant.to_row().reason == "stopped"]
        if waiting or stopped:
            return waiting or stopped
        return [] if self.race.is_active else idle

    def start_unfinished(self) -> None:
        for entrant in self.next_entrants():
            entrant.reset(self._limits())
            self.start(entrant)

    def start(self, entrant: Entrant) -> None:
        """Run an entrant as soon as there is a free slot."""
        entrant.is_queued = True
        self._workers[entrant] = self._screen.run_worker(partial(self._run, entrant), group="race")
        self._timer.resume()
        self._screen.refresh_view()

    async def _run(self, entrant: Entrant) -> None:
        await self.race.run_entrant(entrant)
        entrant.solver_run.update_progress()
        self._workers.pop(entrant, None)
        self._screen.refresh_view()

    def stop(self, entrants: Iterable[Entrant] | None = None) -> None:
        """Kill the processes of some entrants, by default of all that are running or queued."""
        if entrants is None:
            entrants = [entrant for entrant in self.race.entrants if entrant.is_active]
        for entrant in entrants:
            if entrant.is_running:
                entrant.solver_run.cancel()
            if worker := self._workers.pop(entrant, None):
                worker.cancel()
            entrant.is_queued = entrant.is_running = False
        self._screen.refresh_view()

    def stop_or_leave(self) -> None:
        """Stop the race; if it does not run, leave the screen."""
        if not self.race.is_active:
            self._screen.dismiss()
            return
        self.stop()
        back = self._screen.app.options.key_display("go.back", "esc")
        self._screen.notify_here(f"Stopped. Press {back} again to go back.")
