"""What the screens of the lab share: solvers running, a look at them now and then, exports."""

import asyncio
from collections.abc import Iterable, Mapping
from functools import partial

from textual import events
from textual.worker import Worker

from ludoscope.search.budget import Limits
from ludoscope.tui.lab.export import Form
from ludoscope.tui.lab.race import Entrant, Figures, Race
from ludoscope.tui.saves import exports
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.widgets.drawing import Plot

TICK = 0.25  # seconds between looks
LEAST_PLOT = 9  # lines of its box


class RacePage(BaseScreen[None]):
    """`forms` are how its table is written, by suffix."""

    AUTO_FOCUS = ""  # the keys are the screen's
    forms: Mapping[str, Form]

    def __init__(self, race: Race) -> None:
        super().__init__()
        self.race = race
        self._tasks: dict[Entrant, Worker[None]] = {}
        self._plot = Plot(id="plot")
        self._stale = False  # what is shown, until it is updated

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick, pause=not self.busy)

    def _tick(self) -> None:
        if self.app.pace.free:
            self.race.look()
            if self.on_top and self.show():
                self.call_after_refresh(self.app.pace.drawn)
        if not self.busy:
            self._timer.pause()  # an idle app sends nothing

    @property
    def busy(self) -> bool:
        return any(entrant.queued or entrant.working for entrant in self.race.entrants)

    @property
    def limits(self) -> Limits:
        """Of each of them."""
        raise NotImplementedError

    @property
    def file_name(self) -> str:
        """What a file of the table is called, but for its date."""
        raise NotImplementedError

    def rows(self) -> list[Figures]:
        return [entrant.figures() for entrant in self.race.entrants]

    # What is shown

    def lay_out(self) -> None:
        """Update what keys and the size of the screen change."""
        raise NotImplementedError

    def show(self) -> bool:
        """Update what solvers change; whether any figure differs."""
        raise NotImplementedError

    def paint(self) -> None:
        """Have the widgets updated, once for all that has come together."""
        super().paint()
        self._stale = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._stale and self.is_attached and self.on_top:
            self._stale = False
            self.lay_out()
            self.show()
            self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.paint()
        # what scrolls is known when all has its place
        self.call_after_refresh(self.refresh_bindings)

    def on_screen_resume(self) -> None:
        self.look_changed()  # perhaps it has, on another screen

    def look_changed(self) -> None:
        self._plot.redraw()
        super().look_changed()

    # Work

    def start(self, entrants: Iterable[Entrant]) -> None:
        """Run them, as soon as there is room."""
        for entrant in entrants:
            entrant.renew(self.limits)
            self.begin(entrant)

    def begin(self, entrant: Entrant) -> None:
        entrant.queued = True
        self._tasks[entrant] = self.run_worker(partial(self._work, entrant), group="race")
        self._timer.resume()
        self.paint()

    async def _work(self, entrant: Entrant) -> None:
        await self.race.enter(entrant)
        entrant.solving.look()
        self.paint()

    def halt(self, entrants: Iterable[Entrant]) -> None:
        """End their processes, at once."""
        for entrant in entrants:
            if entrant.working:
                entrant.solving.cancel()
            if task := self._tasks.pop(entrant, None):
                task.cancel()
            entrant.queued = entrant.working = False
        self.paint()

    def unfinished(self) -> list[Entrant]:
        """Those that `go` runs: who has not begun, else who was stopped, else all."""
        idle = [one for one in self.race.entrants if not one.queued and not one.working]
        fresh = [one for one in idle if not one.over]
        stopped = [one for one in idle if one.over and one.figures().reason == "stopped"]
        return fresh or stopped or (idle if not self.busy else [])

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go":
                return bool(self.unfinished()) or None
            case "stop":
                return self.busy or None
            case "export":  # a visitor has no way to such a file
                return self.app.files
        return True

    def action_go(self) -> None:
        self.start(self.unfinished())

    def action_stop(self) -> None:
        self.halt([one for one in self.race.entrants if one.queued or one.working])

    def action_back(self) -> None:
        """Stop what works, then leave: what was found is not lost by one key."""
        if self.busy:
            self.action_stop()
            back = self.app.options.key_display("go.back", "esc")
            self.tell(f"stopped; {back} again goes back")
        else:
            self.dismiss()

    async def action_export(self) -> None:
        rows = self.rows()
        texts = {suffix: form(rows) for suffix, form in self.forms.items()}
        try:
            where = await asyncio.to_thread(exports.write, self.app.folder, self.file_name, texts)
        except OSError as error:
            self.app.announce(f"not written: {error.strerror}")
        else:
            self.tell(f"written: {where}")

    def action_copy(self) -> None:
        text = self.forms[".md"](self.rows())
        self.app.copy_to_clipboard(text)
        self.tell("copied as Markdown, if your terminal allows it")
