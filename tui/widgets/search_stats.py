"""The figures of a solver's run, a row each: what it has done, how fast, how far, what is certain.

They are the same while it works and when it has ended; a row that has nothing to tell is gone.
"""

from collections.abc import Collection, Iterable
from math import log1p

from rich.cells import cell_len
from textual import events
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ProgressBar, Sparkline, Static

from ludoscope.search.events import Unsolvable
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.text import formatting

NAMES = 9  # columns of the names of figures
GAUGE = 8  # cells of a gauge at least
RATE = 9  # of a rate and the gap after it
COLOURS = {"good": "$success", "notice": "$warning", "dim": "dim"}
QUEUED = "queued: the host allows no more solvers at once"
ROWS = ("verdict", "explored", "rate", "frontier", "table", "memory", "best", "by depth", "values")


class Row(Horizontal):
    """What is told, and a gauge beside it where there is room for one."""

    DEFAULT_CSS = """
    Row {
        height: auto;
        Static { width: 1fr; height: auto; }
        &.-gauged { height: 1; Static { width: auto; } }
        Sparkline, ProgressBar, Bar { width: 1fr; }
        Sparkline, ProgressBar { margin-right: 1; }
        Sparkline > .sparkline--min-color, Sparkline > .sparkline--max-color { color: $foreground; }
        /* without a ground the rest of a bar is blank: the bar ends without colours too */
        Bar > .bar--bar, Bar > .bar--complete { color: $primary; background: ansi_default; }
    }
    """

    def __init__(self, name: str, gauge: Widget | None = None) -> None:
        self._text, self.gauge = Static(), gauge
        children = (self._text, gauge) if gauge else (self._text,)
        super().__init__(*children, name=name, classes="-gauged" if gauge else "")
        self._said = Content()
        self.display = False

    def tell(self, said: Content | None) -> bool:
        """Show this, or nothing; whether that is new."""
        new = self.display != bool(said)
        if new:
            self.display = bool(said)
        if said and said != self._said:
            wide = said.cell_length != self._said.cell_length
            self._said, new = said, True
            self._text.update(said, layout=wide)
        self._fit()
        return new

    def _fit(self) -> None:
        if self.gauge and self.size:  # else it is yet to be laid out
            self.gauge.display = self._said.cell_length + GAUGE <= self.size.width

    def on_resize(self, event: events.Resize) -> None:
        self._fit()


class Figures(VerticalScroll, can_focus=False):
    """Those of a run; the wheel scrolls them where there are more than lines."""

    DEFAULT_CSS = "Figures { height: auto; scrollbar-size-vertical: 1; }"

    def __init__(self) -> None:
        self._rates, self._levels = Sparkline(), Sparkline()
        self._memory = bar()
        gauges = {"rate": self._rates, "by depth": self._levels, "memory": self._memory}
        self._rows = [Row(name, gauges.get(name)) for name in (*ROWS, "guarantees", "proved")]
        super().__init__(*self._rows)
        self._solving: Solving | None = None  # what was told of last

    def on_mount(self) -> None:
        for gauge in (self._rates, self._levels, self._memory):  # drawn for the room they get
            self.watch(gauge, "virtual_size", self._draw_gauges, init=False)

    def tell(self, solving: Solving, width: int, wanted: Collection[str]) -> bool:
        """Show what is `wanted` of them, in so many columns; whether anything is new."""
        said = {name: text for name, text in told(solving, width).items() if name in wanted}
        new = [row.tell(said.get(row.name or "")) for row in self._rows]
        self._solving = solving
        self._draw_gauges()
        return any(new)

    def _draw_gauges(self) -> None:
        if not (solving := self._solving):
            return
        draw_rates(self._rates, solving.history.rates)
        self._levels.data = [log1p(count) for count in solving.history.levels]
        most = solving.limits.memory or 1
        held = max(solving.progress.bytes, most / (self._memory.size.width or most))  # a cell
        self._memory.update(total=most, progress=held)


def bar() -> ProgressBar:
    """A bar alone; what it shows of the total is said beside it."""
    return ProgressBar(1, show_percentage=False, show_eta=False)


def draw_rates(line: Sparkline, rates: Iterable[float]) -> None:
    """Show the newest, a cell each, at the right, above zero: Textual's least bar is the least."""
    room = max(2, line.size.width)
    newest = list(rates)[1 - room :]
    line.data = [0.0] * (room - len(newest)) + newest


def told(solving: Solving, width: int) -> dict[str, Content]:
    """What each row says; none of more than `width` columns, where it is of numbers."""
    progress, verdict = solving.progress, solving.verdict
    known = verdict or progress
    rows = {}
    if verdict:
        rows["verdict"] = _words("", solving.words().partition(" · ")[0], solving.role)
    rows["explored"] = _counted(
        "explored", known.explored, formatting.duration(known.seconds), width
    )
    if rate := _rate(solving):
        rows["rate"] = _named("rate", f"{rate:<{RATE}}")
    if not verdict:
        depth = f"depth {progress.depth:,}"
        rows["frontier"] = _counted("frontier", progress.frontier, depth, width)
        rows["table"] = _counted("table", progress.entries, "entries", width)
    if memory := _memory(solving):
        rows["memory"] = _named("memory", memory)
    if solving.best and not verdict:
        rows["best"] = _named("best", solving.best)
    if solving.history.levels:
        rows["by depth"] = _named("by depth", "")
    if solving.values:
        rows["values"] = _words("values", solving.values)
    rows["guarantees"] = _words("guarantees", solving.guarantee)
    if solving.waits and not verdict:
        rows["proved"] = _words("", QUEUED, "notice")
    elif not isinstance(verdict, Unsolvable):  # whose verdict is its proof
        rows["proved"] = _words("proved", solving.proved, "good")
    return rows


def _rate(solving: Solving) -> str:
    """Positions a second, lately; over the whole time where that is not known, or it has ended."""
    rates, known = solving.history.rates, solving.verdict or solving.progress
    overall = known.explored / known.seconds if known.seconds >= 0.01 else 0
    rate = rates[-1] if rates and not solving.verdict else overall
    return f"{formatting.metric(rate)}/s" if rate or not solving.verdict else ""


def _memory(solving: Solving) -> str:
    """The bytes held of those allowed; at the end the most that it held."""
    if solving.verdict:
        peak = solving.history.peak
        return f"{formatting.memory(peak)} at most" if peak else ""
    most = solving.limits.memory
    held = formatting.memory(solving.progress.bytes)
    return f"{held} of {most / 2**20:,.0f} " if most else held


def _counted(name: str, number: int, more: str, width: int) -> Content:
    """A number in full, or rounded where there is no room."""
    for said in (f"{number:,}", formatting.metric(number)):
        if NAMES + cell_len(said) + 2 + cell_len(more) <= width:
            break
    return _named(name, f"{said}  {more}")


def _named(name: str, said: str) -> Content:
    return Content.assemble((f"{name:<{NAMES}}", "dim"), said)


def _words(name: str, said: str, role: str = "") -> Content:
    return Content.assemble((f"{name}: ", "dim") if name else "", (said, COLOURS.get(role, "")))
