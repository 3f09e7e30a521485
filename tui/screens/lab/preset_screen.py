"""A preset of the lab: problems by methods, beside the figures of a report."""

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import ProgressBar

from ludoscope.search.budget import Limits
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.search.result_text import SOLVED
from ludoscope.tui.lab.export import preset_forms
from ludoscope.tui.lab.preset_table import notes, tables
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.lab.race import Race, preset_entrants
from ludoscope.tui.screens.lab.race_screen import LEAST_PLOT, RacePage
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines
from ludoscope.tui.widgets.styled_lines import Lines

SIDES, EDGES = 4, 2  # columns and lines of a box that hold no text
AROUND = 4  # lines above and below the boxes
MEGABYTES = 1024
PLOTTED = {"explored": ("Explored", 1), "seconds": ("Milliseconds", 1000)}  # a scale that has a log


def limits_of(preset: Preset) -> Limits:
    """The limits of the preset, whatever the settings, so that figures can be compared."""
    return Limits(seconds=preset.seconds, memory=MEGABYTES << 20)


def race_of(preset: Preset) -> Race:
    """A race with all entrants at the start."""
    return Race(preset_entrants(preset, limits_of(preset)))


class ArticlePage(RacePage, inherit_bindings=False):
    """The tables and their notes; below them, or in place of them, how they grow.

    DataTable has no heads that span columns, nor tables side by side where there is room.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "scroll", key_display="↑↓", id="article.up"),
        Binding("down,j", "scroll(1)", "down", id="article.down", show=False),
        Binding("tab,v", "view", "plot", id="lab.view"),
        Binding("full_stop,g", "go", "run", key_display="g", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    CSS_PATH = "preset.tcss"
    LEAST = (78, 20)

    def __init__(self, preset: Preset, race: Race) -> None:
        super().__init__(race)
        self.preset = preset
        self.family = preset.family
        forms = preset_forms(preset)
        self.forms = {".csv": forms["csv"], ".json": forms["json"], ".md": forms["markdown"]}
        self._lines = Lines()
        self._figures = VerticalScroll(self._lines, id="figures", can_focus=False)
        self._bar = ProgressBar(show_eta=False)
        self._both = False  # whether there is room for figures and plot
        self._turned = False  # to the plot, where there is not

    @property
    def limits(self) -> Limits:
        return limits_of(self.preset)

    @property
    def file_name(self) -> str:
        return f"preset-{self.preset.name}"

    # What is shown

    def body(self) -> Iterable[Widget]:
        yield self._figures
        yield self._plot
        yield self._bar

    def lay_out(self) -> None:
        shown = " and ".join(self.preset.shown)
        limit = cap_limits(self.limits).seconds
        self.title = f"Lab › {self.preset.title}"
        self._figures.border_title = f"{shown.capitalize()}, at most {limit:g} s each"
        what, _ = PLOTTED[self.preset.shown[0]]
        self._plot.border_title = f"{what}, by problem"
        tall = len(self._text()) + EDGES
        self._both = self.size.height - AROUND - tall >= LEAST_PLOT
        self._figures.display = self._both or not self._turned
        self._figures.styles.height = tall if self._both else "1fr"
        self._plot.display = self._both or self._turned

    def show(self) -> bool:
        entrants = self.race.entrants
        done = sum(entrant.over for entrant in entrants)
        self.sub_title = f"{done} of {len(entrants)} done"
        if self.busy:
            self.sub_title += f" · {self.race.running} running"
        self._bar.update(total=len(entrants), progress=done)
        self._bar.visible = done > 0  # in the terminal's colours an empty bar looks full
        new = self._lines.show(self._text())
        ascii_only = self.app.options.appearance.ascii_only
        return self._plot.plot(self._picture, ascii_only, self.busy) or new

    def _text(self) -> Block:
        """The tables, and what is said below them."""
        width = self.size.width - SIDES
        text = tables(self.preset, self.rows(), width)
        return [*text, [], *drawing.wrap(" ".join(notes(self.preset)), width, "dim")]

    def _picture(self, width: int, height: int) -> Block:
        what = self.preset.shown[0]
        _, scale = PLOTTED[what]
        places = {name: at for at, name in enumerate(self.preset.puzzles, 1)}
        rows = [row for row in self.rows() if row.verdict == SOLVED]
        series = []
        for at, method in enumerate(self.preset.methods):
            ours = [row for row in rows if row.solver == method.solver]
            points = [(places[row.puzzle], scale * getattr(row, what)) for row in ours]
            series.append(Series(method.solver, points, at))
        ascii_only = self.app.options.appearance.ascii_only
        return lines(series, width, height, x_label="problem", log=True, ascii_only=ascii_only)

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "scroll":
            return (self._figures.display and bool(self._figures.max_scroll_y)) or None
        if action == "view":
            return not self._both or None
        return super().check_action(action, parameters)

    def action_view(self) -> None:
        self._turned = not self._turned
        self.paint()

    def action_scroll(self, by: int) -> None:
        self._figures.scroll_to(y=self._figures.scroll_y + by, animate=False, immediate=True)
