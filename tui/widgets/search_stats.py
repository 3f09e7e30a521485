"""The statistics of a solver's run, a row each: work done, rate, depth, memory, what is proved.

They are the same while the solver works and when it has ended; a row without a value is hidden.
"""

from collections.abc import Collection, Iterable, Sequence
from math import log1p

from rich.cells import cell_len
from textual import events
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ProgressBar, Sparkline, Static

from ludoscope.search.events import GaveUp, Unsolvable
from ludoscope.tui.model.search_history import SLOT_SECONDS
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.text import formatting

NAME_WIDTH = 9  # columns
MIN_GAUGE_WIDTH = 8  # columns
RATE_WIDTH = 9  # columns of a rate with the gap after it
TIME_SPAN_WIDTH = 10  # columns of the time that the rates cover
COLORS = {"good": "$success", "notice": "$warning", "dim": "dim"}
QUEUED = "Queued: this server's solver limit is reached"
STAT_NAMES = (
    "verdict",
    "explored",
    "rate",
    "frontier",
    "stored",
    "memory",
    "best",
    "by depth",
    "values",
)


class StatRow(Horizontal):
    """A text with a gauge beside it where there is room for one.

    Args:
        name: Name of the statistic.
        gauge: A Sparkline or ProgressBar.
        note_width: Columns behind the gauge for a note on it.
    """

    DEFAULT_CSS = """
    StatRow {
        height: auto;
        Static { width: 1fr; height: auto; }
        &.-gauged { height: 1; Static { width: auto; } }
        Sparkline, ProgressBar, Bar { width: 1fr; }
        .-note { text-style: dim; }
        Sparkline, ProgressBar { margin-right: 1; }
        Sparkline > .sparkline--min-color, Sparkline > .sparkline--max-color { color: $foreground; }
        /* without a background the rest of a bar is blank: its end shows without colours too */
        Bar > .bar--bar, Bar > .bar--complete { color: $primary; background: ansi_default; }
    }
    """

    def __init__(self, name: str, gauge: Widget | None = None, note_width: int = 0) -> None:
        self._text, self.gauge, self._note_width = Static(), gauge, note_width
        self._note = Static(classes="-note")
        children = (self._text, gauge, self._note) if gauge else (self._text,)
        super().__init__(*children, name=name, classes="-gauged" if gauge else "")
        self._content = Content()
        self.display = False

    def show_text(self, content: Content | None) -> bool:
        """Show a text, or hide the row if there is none; return True if that differs."""
        changed = self.display != bool(content)
        if changed:
            self.display = bool(content)
        if content and content != self._content:
            needs_layout = content.cell_length != self._content.cell_length
            self._content, changed = content, True
            self._text.update(content, layout=needs_layout)
        self._fit_gauge()
        return changed

    def _fit_gauge(self) -> None:
        if self.gauge and self.size:  # it has been laid out
            room = self.size.width - self._content.cell_length
            self.gauge.display = room >= MIN_GAUGE_WIDTH
            fits_note = room - self._note_width >= MIN_GAUGE_WIDTH
            self._note.display = fits_note and self._note_width > 0

    def show_note(self, text: str) -> None:
        """Show a note behind the gauge."""
        self._note.styles.width = self._note_width
        if self._note.content != text:
            self._note.update(text)

    def on_resize(self, event: events.Resize) -> None:
        self._fit_gauge()


class RateRow(StatRow):
    """A rate with a line of the latest rates, and the seconds that the line covers.

    A value of 0 is always on the line, since a Sparkline draws its smallest value as its lowest
    bar.

    Args:
        name: Name of the statistic.
    """

    def __init__(self, name: str) -> None:
        self._line = Sparkline()
        super().__init__(name, self._line, TIME_SPAN_WIDTH)
        self._rates: Sequence[float] = ()

    def on_mount(self) -> None:
        self.watch(self._line, "virtual_size", self._draw_line, init=False)

    def show_rates(self, rates: Iterable[float]) -> None:
        """Show the latest rates, a cell for each `SLOT_SECONDS`, at the right."""
        self._rates = list(rates)
        self._draw_line()

    def _draw_line(self) -> None:
        columns = max(2, self._line.size.width)
        latest = self._rates[1 - columns :]
        self._line.data = [0.0] * (columns - len(latest)) + [*latest]
        self.show_note(f"last {columns * SLOT_SECONDS:.0f} s")


class SearchStats(VerticalScroll, can_focus=False):
    """The statistics of a run; the mouse wheel scrolls them if there are more than lines."""

    DEFAULT_CSS = "SearchStats { height: auto; scrollbar-size-vertical: 1; }"

    def __init__(self) -> None:
        self._rate_row, self._levels = RateRow("rate"), Sparkline()
        self._memory = create_progress_bar()
        gauges = {"by depth": self._levels, "memory": self._memory}
        self._rows = [
            self._rate_row if name == "rate" else StatRow(name, gauges.get(name))
            for name in (*STAT_NAMES, "guarantees", "proved")
        ]
        super().__init__(*self._rows)
        self._solver_run: SolverRun | None = None  # shown last

    def on_mount(self) -> None:
        for gauge in (self._levels, self._memory):  # drawn for the room they get
            self.watch(gauge, "virtual_size", self._draw_gauges, init=False)

    def show_run(self, solver_run: SolverRun, width: int, names: Collection[str]) -> bool:
        """Show the statistics of a run.

        Args:
            solver_run: The run.
            width: Columns.
            names: Names of the statistics to show.

        Returns:
            True if any text differs from what was shown.
        """
        texts = {
            name: text for name, text in format_stats(solver_run, width).items() if name in names
        }
        changed = [row.show_text(texts.get(row.name or "")) for row in self._rows]
        self._solver_run = solver_run
        self._draw_gauges()
        return any(changed)

    def _draw_gauges(self) -> None:
        if not (solver_run := self._solver_run):
            return
        self._rate_row.show_rates(solver_run.history.rates)
        self._levels.data = [log1p(count) for count in solver_run.history.expanded_by_depth]
        limit = solver_run.limits.memory or 1
        one_cell = limit / (self._memory.size.width or limit)
        self._memory.update(total=limit, progress=max(solver_run.progress.bytes, one_cell))


def create_progress_bar() -> ProgressBar:
    """Create a progress bar without a percentage."""
    return ProgressBar(1, show_percentage=False, show_eta=False)


def format_stats(solver_run: SolverRun, width: int) -> dict[str, Content]:
    """Return the text of each statistic; numbers are rounded to fit `width` columns."""
    progress, verdict = solver_run.progress, solver_run.verdict
    texts = {}
    if verdict:
        texts["verdict"] = _labelled_text(
            "", solver_run.describe_verdict().partition(" · ")[0], solver_run.verdict_role
        )
    texts["explored"] = _explored(solver_run, width)
    # before its first report, a tenth of a second after the start, nothing is known of a search
    if verdict or progress.explored:
        texts |= _measured_texts(solver_run, width)
    texts["guarantees"] = _labelled_text("guarantees", solver_run.guarantee_text)
    if solver_run.is_queued and not verdict:
        texts["proved"] = _labelled_text("", QUEUED, "notice")
    elif not isinstance(verdict, Unsolvable):  # that verdict is the proof
        texts["proved"] = _labelled_text("proved", solver_run.proved_text, "good")
    return texts


def _measured_texts(solver_run: SolverRun, width: int) -> dict[str, Content]:
    """Return the texts of what a solver has reported; counts that it does not keep are left out."""
    progress, verdict = solver_run.progress, solver_run.verdict
    counters, texts = solver_run.solver.counters, {}
    if rate := _rate(solver_run):
        texts["rate"] = _labelled_value("rate", f"{rate:<{RATE_WIDTH}}")
    if not verdict:
        depth = f"depth {progress.depth:,}"
        if unit := counters.frontier.unit:
            texts["frontier"] = _counted("frontier", progress.frontier, unit, depth, width)
        else:
            texts["frontier"] = _labelled_value("depth", f"{progress.depth:,}")
        if unit := counters.stored.unit:
            texts["stored"] = _counted("stored", progress.entries, unit, "", width)
    if memory := _memory(solver_run):
        texts["memory"] = _labelled_value("memory", memory)
    if solver_run.best_score_text and not verdict:
        texts["best"] = _labelled_value("best", solver_run.best_score_text)
    if solver_run.history.expanded_by_depth:
        texts["by depth"] = _labelled_value("by depth", "")
    if solver_run.values_text:
        texts["values"] = _labelled_text("values", solver_run.values_text)
    return texts


def _explored(solver_run: SolverRun, width: int) -> Content:
    verdict = solver_run.verdict
    current = verdict or solver_run.progress
    seconds = formatting.format_duration(current.seconds)
    if current.explored or isinstance(verdict, GaveUp):
        unit = solver_run.solver.counters.explored.unit
        return _counted("explored", current.explored, unit, seconds, width)
    if verdict:
        return _labelled_value("explored", f"{formatting.NOTHING_EXPLORED}  {seconds}")
    return _labelled_value("explored", "–")


def _rate(solver_run: SolverRun) -> str:
    """Return the latest rate in positions a second, the average rate of an ended run."""
    rates, current = solver_run.history.rates, solver_run.verdict or solver_run.progress
    average = current.explored / current.seconds if current.seconds >= 0.01 else 0
    rate = rates[-1] if rates and not solver_run.verdict else average
    return f"{formatting.format_metric(rate)}/s" if rate or not solver_run.verdict else ""


def _memory(solver_run: SolverRun) -> str:
    """Return the memory in use and its limit, the peak of an ended run."""
    if solver_run.verdict:
        peak = solver_run.history.peak_bytes
        return f"up to {formatting.format_bytes(peak)}" if peak else ""
    limit = solver_run.limits.memory
    in_use = formatting.format_bytes(solver_run.progress.bytes)
    return f"{in_use} of {limit / 2**20:,.0f} MB " if limit else in_use  # a gauge follows


def _counted(name: str, number: int, unit: str, detail: str, width: int) -> Content:
    """Return a number with its unit and a text after it.

    Without room the unit is left out, or the text if there is no room for it either; and the
    number is rounded.
    """
    end = f"  {detail}" if detail else ""
    short_number = formatting.format_metric(number)
    texts = (f"{number:,} {unit}{end}", f"{number:,}{end}", f"{short_number}{end}")
    fitting = (text for text in texts if NAME_WIDTH + cell_len(text) <= width)
    return _labelled_value(name, next(fitting, texts[-1]))


def _labelled_value(name: str, text: str) -> Content:
    return Content.assemble((f"{name:<{NAME_WIDTH}}", "dim"), text)


def _labelled_text(name: str, text: str, role: str = "") -> Content:
    label = (f"{name}: ", "dim") if name else ""
    return Content.assemble(label, (text, COLORS.get(role, "")))
