"""A preset of the lab: problems solved by several methods, beside published figures."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import ProgressBar

from ludoscope.search.budget import Limits
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.search.result_text import SOLVED
from ludoscope.tui.lab.export import preset_formatters
from ludoscope.tui.lab.preset_table import preset_notes, render_tables
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.lab.race import Race, RaceRow, create_preset_entrants
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.lab.race_runner import RaceRunner
from ludoscope.tui.screens.lab.table_export import copy_table, export_table
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, draw_line_plot
from ludoscope.tui.widgets.plot import Plot
from ludoscope.tui.widgets.styled_lines import StyledLines

BOX_EDGE_WIDTH, BOX_EDGE_HEIGHT = 4, 2  # columns and lines of a box that hold no text
LINES_OUTSIDE_BOXES = 4
MIN_PLOT_HEIGHT = 9  # lines, with its border
MEMORY_LIMIT = 1 << 30  # bytes


PLOT_TITLES = {"explored": "Explored, by problem", "seconds": "Time, by problem"}
AXIS_LABELS = {"explored": "positions", "seconds": "seconds"}


def preset_limits(preset: Preset) -> Limits:
    """Return the limits of each solver, which ignore the settings: figures stay comparable."""
    return Limits(seconds=preset.time_limit_seconds, memory=MEMORY_LIMIT)


def create_preset_race(preset: Preset) -> Race:
    return Race(create_preset_entrants(preset, preset_limits(preset)))


class PresetScreen(BaseScreen[None], inherit_bindings=False):
    """The tables of a preset with their notes, and a plot below them or in their place.

    The tables are drawn as lines: DataTable has no headings that span columns, and does not
    arrange tables side by side where there is room.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", "scroll", key_display="↑↓", id="article.up"),
        Binding("down,j", "scroll(1)", "down", id="article.down", show=False),
        Binding("tab,v", "view", "plot", id="lab.view"),
        Binding("s", "go", "run", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    CSS_PATH = "preset.tcss"
    AUTO_FOCUS = ""  # the keys are the screen's
    MIN_SIZE = (78, 20)

    def __init__(self, preset: Preset, race: Race) -> None:
        super().__init__()
        self.preset = preset
        self.family = preset.family
        self.race = race
        self.runner = RaceRunner(self, race, lambda: preset_limits(preset), self.show_progress)
        self._needs_refresh = False
        self._lines = StyledLines()
        self._tables = VerticalScroll(self._lines, id="figures", can_focus=False)
        self._plot = Plot(id="plot")
        self._progress_bar = ProgressBar(show_eta=False)
        self._fits_both = False  # True if there is room for the tables and the plot
        self._prefers_plot = False  # which of them is shown if there is not

    def compose_body(self) -> Iterable[Widget]:
        yield self._tables
        yield self._plot
        yield self._progress_bar

    def on_mount(self) -> None:
        self.runner.start_timer()

    def rows(self) -> list[RaceRow]:
        return [entrant.to_row() for entrant in self.race.entrants]

    # Refreshing

    def refresh_view(self) -> None:
        """Refresh everything when idle, once for all changes until then."""
        super().refresh_view()
        self._needs_refresh = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._needs_refresh and self.is_attached and self.is_active:
            self._needs_refresh = False
            self._refresh_boxes()
            self.show_progress()
            self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.refresh_view()
        # only then it is known if there is anything to scroll
        self.call_after_refresh(self.refresh_bindings)

    def on_screen_resume(self) -> None:
        self.on_appearance_changed()  # another screen may have changed the settings

    def on_appearance_changed(self) -> None:
        self._plot.redraw()
        super().on_appearance_changed()

    def _refresh_boxes(self) -> None:
        """Refresh what depends on the size of the screen."""
        self.title = f"Lab › {self.preset.title}"
        quantities = " and ".join(self.preset.quantities)
        seconds = cap_limits(preset_limits(self.preset)).seconds
        self._tables.border_title = f"{quantities.capitalize()}, at most {seconds:g} s each"
        self._plot.border_title = PLOT_TITLES[self.preset.quantities[0]]
        text_height = len(self._text()) + BOX_EDGE_HEIGHT
        self._fits_both = self.size.height - LINES_OUTSIDE_BOXES - text_height >= MIN_PLOT_HEIGHT
        self._tables.display = self._fits_both or not self._prefers_plot
        self._tables.styles.height = text_height if self._fits_both else "1fr"
        self._plot.display = self._fits_both or self._prefers_plot

    def show_progress(self) -> bool:
        """Refresh tables and plot; return True if anything differs."""
        entrants = self.race.entrants
        done_count = sum(entrant.is_finished for entrant in entrants)
        self.sub_title = f"{done_count} of {len(entrants)} done"
        if self.race.is_active:
            self.sub_title += f" · {self.race.running_count} running"
        self._progress_bar.update(total=len(entrants), progress=done_count)
        # in the terminal's own colours an empty bar looks like a full one
        self._progress_bar.visible = done_count > 0
        is_text_new = self._lines.show_lines(self._text())
        ascii_only = self.app.options.appearance.ascii_only
        is_plot_new = self._plot.show_plot(self._draw_plot, ascii_only, self.race.is_active)
        return is_plot_new or is_text_new

    def _text(self) -> Block:
        """Return the tables and the notes below them."""
        width = self.size.width - BOX_EDGE_WIDTH
        notes = " ".join(preset_notes(self.preset))
        tables = render_tables(self.preset, self.rows(), width)
        return [*tables, [], *drawing.wrap_text(notes, width, "dim")]

    def _draw_plot(self, width: int, height: int) -> Block:
        quantity = self.preset.quantities[0]
        numbers = {name: number for number, name in enumerate(self.preset.puzzles, start=1)}
        series = []
        for index, method in enumerate(self.preset.methods):
            points = [
                (numbers[row.puzzle], getattr(row, quantity))
                for row in self.rows()
                if row.verdict == SOLVED and row.solver == method.solver
            ]
            series.append(Series(method.solver, points, index))
        ascii_only = self.app.options.appearance.ascii_only
        return draw_line_plot(
            series,
            width,
            height,
            x_label="problem",
            y_label=AXIS_LABELS[quantity],
            log=True,
            ascii_only=ascii_only,
        )

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "go":
                return bool(self.runner.next_entrants()) or None
            case "stop":
                return self.race.is_active or None
            case "export":  # visitors have no access to files
                return self.app.files_allowed
            case "scroll":
                return (self._tables.display and bool(self._tables.max_scroll_y)) or None
            case "view":
                return not self._fits_both or None
        return True

    def action_go(self) -> None:
        self.runner.start_unfinished()

    def action_stop(self) -> None:
        self.runner.stop()

    def action_back(self) -> None:
        self.runner.stop_or_leave()

    def action_view(self) -> None:
        """Switch between the tables and the plot."""
        self._prefers_plot = not self._prefers_plot
        self.refresh_view()

    def action_scroll(self, line_count: int) -> None:
        target = self._tables.scroll_y + line_count
        self._tables.scroll_to(y=target, animate=False, immediate=True)

    async def action_export(self) -> None:
        write = preset_formatters(self.preset)
        formats = {".csv": write["csv"], ".json": write["json"], ".md": write["markdown"]}
        await export_table(self, f"preset-{self.preset.name}", formats, self.rows())

    def action_copy(self) -> None:
        copy_table(self, preset_formatters(self.preset)["markdown"](self.rows()))
