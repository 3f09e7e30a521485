"""Documents made of rich's renderables: a screen shows them, the command line prints them.

Start reading at `DocumentBuilder`, which builds a document part by part. Text between backticks is
shown as a name. `Styles` are the styles of roles, see `tui.boards.styles`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.sanitize import escape_controls

Styles = Mapping[str, Style]
DrawForWidth = Callable[[int], Block]
"""Returns the lines of a drawing for a width of the page."""

NAME_ROLE = "mover"  # distinct without colours, too
DRAWING_GAP = 4  # cells between drawings
MIN_CAPTION_WIDTH = 22  # cells
_ASCII = str.maketrans({"·": "*", "≤": "<=", "≥": ">=", "→": "->", "Σ": "sum ", "±": "+-"})


def format_paragraph(text: str, styles: Styles, role: str = "") -> Text:
    """Return a text that is wrapped where it is shown, with names in backticks highlighted."""
    pieces = re.split("`([^`]*)`", escape_controls(" ".join(text.split())))
    return Text.assemble(
        *((piece, styles[NAME_ROLE if index % 2 else role]) for index, piece in enumerate(pieces))
    )


def render_lines(page: RenderableType, width: int) -> Iterator[str]:
    """Render a document as lines of plain text."""
    console = Console(width=width, color_system=None)
    for line in console.render_lines(page, pad=False):
        yield "".join(segment.text for segment in line).rstrip()


@dataclass(frozen=True, slots=True)
class DefinitionList:
    """Terms with their definitions beside them, or below them on a narrow page."""

    rows: Sequence[tuple[Text, Text]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if max(term.cell_len for term, _ in self.rows) + 2 > options.max_width // 2:
            for term, definition in self.rows:
                yield term
                yield Padding(definition, (0, 0, 0, 2))
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        for row in self.rows:
            table.add_row(*row)
        yield table


@dataclass(frozen=True, slots=True)
class DocumentTable:
    """A table whose first row has the column titles; a narrow page shows it row by row."""

    rows: Sequence[Sequence[str]]
    title_style: Style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        titles, *body = self.rows
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_row(*map(Text, titles), style=self.title_style)
        for row in body:
            table.add_row(*map(Text, row))
        if console.measure(table).maximum <= options.max_width:
            yield table
            return
        for first, *values in body:
            cells = zip(titles[1:], values, strict=True)
            text = "; ".join(f"{title} {cell}" for title, cell in cells)
            yield Text(first, self.title_style)
            yield Padding(Text(text), (0, 0, 0, 2))


class CaptionedDrawing(NamedTuple):
    """A drawing for the current width, with the caption below it."""

    lines: Block
    caption: Text

    @property
    def width(self) -> int:
        """Cells that the drawing takes, and its caption at least."""
        return max([MIN_CAPTION_WIDTH, *map(drawing.line_width, self.lines)])


@dataclass(frozen=True, slots=True)
class DrawingRow:
    """Drawings with captions, as many side by side as there is room for."""

    drawings: Sequence[tuple[DrawForWidth, Text]]
    styles: Styles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        row: list[CaptionedDrawing] = []
        row_width = 0
        for draw, caption in self.drawings:
            captioned = CaptionedDrawing(draw(options.max_width), caption)
            if row and row_width + captioned.width > options.max_width:
                yield from self._render_row(row)
                yield Text()
                row, row_width = [], 0
            row.append(captioned)
            row_width += captioned.width + DRAWING_GAP
        yield from self._render_row(row)

    def _render_row(self, row: Sequence[CaptionedDrawing]) -> RenderResult:
        height = max(len(captioned.lines) for captioned in row)
        for y in range(height + 1):
            for captioned in row:
                line = captioned.lines[y] if y < len(captioned.lines) else []
                padded = drawing.fit_line(line, captioned.width + DRAWING_GAP)
                yield from (Segment(text, self.styles[role]) for text, role in padded)
            yield Segment.line()
        captions = Table.grid(padding=(0, DRAWING_GAP, 0, 0))
        for captioned in row:
            captions.add_column(width=captioned.width)
        captions.add_row(*(captioned.caption for captioned in row))
        yield captions


class DocumentBuilder:
    """A document that is written part by part.

    Args:
        styles: The style of each role.
        ascii_only: True to write all text in ASCII.
    """

    def __init__(self, styles: Styles, ascii_only: bool = False) -> None:
        self._styles, self._ascii_only = styles, ascii_only
        self._parts: list[RenderableType] = []

    @property
    def document(self) -> RenderableType:
        """The document written so far."""
        return Group(*self._parts[:-1])  # without the blank line at the end

    def _to_ascii(self, text: str) -> str:
        """Replace signs by ASCII words if only ASCII can be shown."""
        return text.translate(_ASCII) if self._ascii_only else text

    def _paragraph(self, text: str, role: str = "") -> Text:
        return format_paragraph(self._to_ascii(text), self._styles, role)

    def _add(self, part: RenderableType) -> None:
        self._parts += [part, Text()]

    def add_heading(self, text: str) -> None:
        """Add a heading."""
        self.add_paragraph(text, "title")

    def add_paragraph(self, text: str, role: str = "") -> None:
        """Add a paragraph."""
        self._add(self._paragraph(text, role))

    def add_list(self, *texts: str) -> None:
        """Add a bulleted list."""
        bullet = Text("*" if self._ascii_only else "•", self._styles["dim"])
        table = Table.grid(padding=(0, 1, 0, 0))
        for text in texts:
            table.add_row(bullet, self._paragraph(text))
        self._add(table)

    def add_definitions(self, rows: Iterable[tuple[str, str]], role: str = "key") -> None:
        """Add a list of terms and their definitions, the terms in a role."""
        style = self._styles[role]
        self._add(
            DefinitionList([(Text(term, style), self._paragraph(text)) for term, text in rows])
        )

    def add_drawings(self, *pictures: tuple[DrawForWidth, str]) -> None:
        """Add drawings with their captions."""
        drawings = [(draw, self._paragraph(caption, "dim")) for draw, caption in pictures]
        self._add(DrawingRow(drawings, self._styles))

    def add_table(self, rows: Iterable[Sequence[str]]) -> None:
        """Add a table; the first row has the column titles."""
        cells = [[self._to_ascii(cell) for cell in row] for row in rows]
        self._add(DocumentTable(cells, self._styles["title"]))
