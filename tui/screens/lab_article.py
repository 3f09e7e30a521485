"""A preset of the lab: problems by methods, beside the figures of a report."""

from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoscope.search.budget import Limits
from ludoscope.search.process.host_limits import allowed
from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.lab.export import preset_forms
from ludoscope.tui.lab.preset_table import notes, tables
from ludoscope.tui.lab.presets import Preset
from ludoscope.tui.lab.race import SOLVED, Race, preset_entrants
from ludoscope.tui.screens.page import BOTTOM
from ludoscope.tui.screens.race_page import RacePage
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines

LEAST_PLOT = 9  # lines of its box
MEGABYTES = 1024
PLOTTED = {"explored": ("Explored", 1), "seconds": ("Milliseconds", 1000)}  # a scale that has a log


def limits_of(preset: Preset) -> Limits:
    """The limits of the preset, whatever the settings, so that figures can be compared."""
    return Limits(seconds=preset.seconds, memory=MEGABYTES << 20)


def race_of(preset: Preset) -> Race:
    """A race with all entrants at the start."""
    return Race(preset_entrants(preset, limits_of(preset)))


class ArticlePage(RacePage):
    """The tables and their notes; below them, where there is room, how they grow."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,g", "go", "go", key_display="g", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("up,k", "scroll(-1)", "scroll", key_display="↑↓", id="article.up"),
        Binding("down,j", "scroll(1)", "down", id="article.down", show=False),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, look: Look, preset: Preset, race: Race, folder: Path) -> None:
        super().__init__(look, race, folder)
        self.preset = preset
        self.family = preset.family
        forms = preset_forms(preset)
        self.forms = {".csv": forms["csv"], ".json": forms["json"], ".md": forms["markdown"]}
        self._top = 0
        self._hidden = 0  # lines that there is no room for

    @property
    def limits(self) -> Limits:
        return limits_of(self.preset)

    @property
    def file_name(self) -> str:
        return f"preset-{self.preset.name}"

    # The frame

    def least(self) -> tuple[int, int]:
        return 78, 20

    def frame(self, width: int, height: int) -> Block:
        room = height - 1 - BOTTOM
        text = self._text(width - 4)
        tall = min(len(text) + 2, room)
        if (left := room - tall) < LEAST_PLOT:
            tall, left = room, 0
        self._hidden = max(0, len(text) - (tall - 2))
        self._top = min(self._top, self._hidden)
        inner = [[(" ", ""), *line] for line in text[self._top : self._top + tall - 2]]
        frame = [self._header(width), *drawing.box(self._title(), inner, width, tall)]
        if left:
            picture = self.plot_now((width, left), lambda: self._picture(width, left))
            what, _ = PLOTTED[self.preset.shown[0]]
            frame += drawing.box(f"{what}, by problem", picture, width, left)
        body = drawing.block(frame, width, height - BOTTOM)
        return [*body, *self.bottom(width)]

    def _title(self) -> str:
        shown = " and ".join(self.preset.shown)
        return f"{shown.capitalize()}, {allowed(self.limits).seconds:g} s each at most"

    def _text(self, width: int) -> Block:
        """The tables, and what is said below them."""
        text = tables(self.preset, self.rows(), width)
        return [*text, [], *drawing.wrap(" ".join(notes(self.preset)), width, "dim")]

    def _header(self, width: int) -> Line:
        done = sum(entrant.over for entrant in self.race.entrants)
        said = f"{done} of {len(self.race.entrants)} done"
        if self.busy:
            said += f" · {self.race.running} at work"
        where: Line = [(" Lab › ", "dim"), (self.preset.title, "title")]
        return drawing.ends(where, [(f"{said} ", "")], width)

    def _picture(self, width: int, height: int) -> Block:
        what = self.preset.shown[0]
        _, scale = PLOTTED[what]
        places = {name: at for at, name in enumerate(self.preset.puzzles, 1)}
        rows = [row for row in self.rows() if row.verdict == SOLVED]
        series = []
        for at, method in enumerate(self.preset.methods):
            points = [
                (places[row.puzzle], scale * getattr(row, what))
                for row in rows
                if row.solver == method.solver
            ]
            series.append(Series(method.solver, points, at))
        drawn = lines(
            series, width - 4, height - 2, x_label="problem", log=True,
            ascii_only=self.look.ascii_only,
        )  # fmt: skip
        return [[(" ", ""), *line] for line in drawn]

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "scroll":
            return bool(self._hidden) or None
        return super().check_action(action, parameters)

    def action_scroll(self, by: int) -> None:
        self._top = max(0, min(self._top + by, self._hidden))
        self.paint()
