"""The problems 1 to 12 of Lucas by four methods, beside published figures: a table of the lab."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from search.room import allowed
from search.watch import Limits
from tui import drawing
from tui.boards.board import Line
from tui.drawing import Block
from tui.lucas_table import LIMITS, METHODS, NAMES
from tui.plot import Series, lines
from tui.race import SOLVED
from tui.race_export import as_csv, lucas_head, lucas_markdown, lucas_rows
from tui.screens.page import BOTTOM
from tui.screens.race_page import RacePage

LEAST_PLOT = 9  # lines of its box
NOTE = (
    "In each cell the positions that were explored. Published: those of a study of the same "
    "problems, in plain Python too, which counted on its own terms; – where it found nothing."
)


class ArticlePage(RacePage):
    """Twelve rows of four; below them, where there is room, how they grow."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop,g", "go", "go", key_display="g", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    forms: ClassVar = {".csv": as_csv, ".md": lucas_markdown}
    family = "peg"

    @property
    def limits(self) -> Limits:
        return LIMITS  # always these: its figures are compared

    @property
    def file_name(self) -> str:
        return "lucas-1-12"

    # The frame

    def least(self) -> tuple[int, int]:
        return 78, 20

    def frame(self, width: int, height: int) -> Block:
        room = height - 1 - BOTTOM
        tall = len(NAMES) + 3
        title = f"Explored, {allowed(LIMITS).seconds:g} s each at most"
        rows = drawing.centre(self._table(), width - 2, tall - 2)
        frame = [self._header(width), *drawing.box(title, rows, width, tall)]
        note = [[(" ", ""), *line] for line in drawing.wrap(NOTE, width - 2, "dim")]
        left = room - tall - len(note)
        if left >= LEAST_PLOT:
            picture = self.plot_now((width, left), lambda: self._picture(width, left))
            frame += drawing.box("Explored, by problem", picture, width, left)
        frame += note
        body = drawing.block(frame, width, height - BOTTOM)
        return [*body, *self.bottom(width)]

    def _header(self, width: int) -> Line:
        done = sum(entrant.over for entrant in self.race.entrants)
        said = f"{done} of {len(self.race.entrants)} done"
        if self.busy:
            said += f" · {self.race.running} at work"
        where: Line = [(" Lab › ", "dim"), ("Lucas 1–12 by four methods", "title")]
        return drawing.ends(where, [(f"{said} ", "")], width)

    def _table(self) -> Block:
        head = lucas_head()[1:]
        widths = [max(8, len(name)) + 1 for name in head]
        titles = "".join(f"{name:>{wide}}" for name, wide in zip(head, widths, strict=True))
        block: Block = [[(f"     {titles}", "dim")]]
        for at, (_, *cells) in enumerate(lucas_rows(self.rows()), 1):
            line: Line = [(f"  {at:>2} ", "dim")]
            for name, cell, wide in zip(head, cells, widths, strict=True):
                given_up = cell in ("gave up", "stopped")
                role = "dim" if name == "published" else "notice" if given_up else ""
                line.append((f"{cell:>{wide}}", role))
            block.append(line)
        return block

    def _picture(self, width: int, height: int) -> Block:
        rows = self.rows()
        series = []
        for at, method in enumerate(METHODS):
            points = [
                (NAMES.index(row.puzzle) + 1, row.explored)
                for row in rows
                if row.solver == method and row.verdict == SOLVED
            ]
            series.append(Series(method, points, at))
        drawn = lines(
            series, width - 4, height - 2, x_label="problem", log=True,
            ascii_only=self.look.ascii_only,
        )  # fmt: skip
        return [[(" ", ""), *line] for line in drawn]
