"""Text to be read, made of rich's renderables: a screen shows them, the command line prints them.

What stands between ` is shown as a name. Nothing here knows Textual.

styles    what each role looks like, see `tui.boards.styles`
picture   the lines of a drawing for a width of the page, and the words below it
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.segment import Segment
from rich.style import Style
from rich.table import Table
from rich.text import Text

from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.sanitize import printable

Styles = Mapping[str, Style]
Draw = Callable[[int], Block]  # for a width of the page
Picture = tuple[Draw, Text]

NAME = "mover"  # told apart without colour, too
GAP = 4  # cells between pictures
LEGEND = 22  # cells that the words below a picture may take at least
_WORDS = str.maketrans({"·": "*", "≤": "<=", "≥": ">=", "→": "->", "Σ": "sum ", "±": "+-"})


def paragraph(text: str, styles: Styles, role: str = "") -> Text:
    """Words, broken between lines wherever there is need."""
    pieces = re.split("`([^`]*)`", printable(" ".join(text.split())))
    named = ((piece, styles[NAME if at % 2 else role]) for at, piece in enumerate(pieces))
    return Text.assemble(*named)


def printed(page: RenderableType, width: int) -> Iterator[str]:
    """A page in lines of plain text."""
    console = Console(width=width, color_system=None)
    for line in console.render_lines(page, pad=False):
        yield "".join(segment.text for segment in line).rstrip()


@dataclass(frozen=True, slots=True)
class Pairs:
    """Words at the left, beside them what is to be said of each; without room below them."""

    rows: Sequence[tuple[Text, Text]]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if max(word.cell_len for word, _ in self.rows) + 2 > options.max_width // 2:
            for word, said in self.rows:
                yield word
                yield Padding(said, (0, 0, 0, 2))
            return
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        for row in self.rows:
            table.add_row(*row)
        yield table


@dataclass(frozen=True, slots=True)
class Grid:
    """A table with a heading in its first row; narrow pages have it row by row."""

    rows: Sequence[Sequence[str]]
    heading: Style

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        names, *rest = self.rows
        table = Table.grid(padding=(0, 2, 0, 0))
        for row in self.rows:
            table.add_row(*map(Text, row), style=self.heading if row is names else None)
        if console.measure(table).maximum <= options.max_width:
            yield table
            return
        for first, *others in rest:
            told = "; ".join(f"{n} {cell}" for n, cell in zip(names[1:], others, strict=True))
            yield Text(first, self.heading)
            yield Padding(Text(told), (0, 0, 0, 2))


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures with words below each, as many in a row as there is room for."""

    pictures: Sequence[Picture]
    styles: Styles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        drawn = [(draw(options.max_width), words) for draw, words in self.pictures]
        row: list[tuple[Block, Text]] = []
        for picture in drawn:
            if row and sum(map(_wide, (*row, picture))) + GAP * len(row) > options.max_width:
                yield from self._row(row)
                yield Text()
                row = []
            row.append(picture)
        yield from self._row(row)

    def _row(self, row: Sequence[tuple[Block, Text]]) -> RenderResult:
        widths = [_wide(picture) for picture in row]
        height = max(len(lines) for lines, _ in row)
        for y in range(height + 1):
            for (lines, _), width in zip(row, widths, strict=True):
                line = drawing.fit(lines[y] if y < len(lines) else [], width + GAP)
                yield from (Segment(text, self.styles[role]) for text, role in line)
            yield Segment.line()
        table = Table.grid(padding=(0, GAP, 0, 0))
        for width in widths:
            table.add_column(width=width)
        table.add_row(*(words for _, words in row))
        yield table


def _wide(picture: tuple[Block, Text]) -> int:
    return max(LEGEND, *map(drawing.cells, picture[0]))


class Draft:
    """A page that is written part by part, in the looks that `styles` has for each role."""

    def __init__(self, styles: Styles, ascii_only: bool = False) -> None:
        self._styles, self._plain = styles, ascii_only
        self._parts: list[RenderableType] = []

    @property
    def page(self) -> RenderableType:
        return Group(*self._parts[:-1])  # without the blank line at the end

    def _spelt(self, text: str) -> str:
        """The text; where no other characters can be shown, signs in several of those that can."""
        return text.translate(_WORDS) if self._plain else text

    def _said(self, text: str, role: str = "") -> Text:
        return paragraph(self._spelt(text), self._styles, role)

    def _add(self, part: RenderableType) -> None:
        self._parts += [part, Text()]

    def heading(self, text: str) -> None:
        self.text(text, "title")

    def text(self, text: str, role: str = "") -> None:
        self._add(self._said(text, role))

    def points(self, *texts: str) -> None:
        """One thing after the other."""
        bullet = Text("*" if self._plain else "•", self._styles["dim"])
        table = Table.grid(padding=(0, 1, 0, 0))
        for text in texts:
            table.add_row(bullet, self._said(text))
        self._add(table)

    def rows(self, rows: Iterable[tuple[str, str]], role: str = "key") -> None:
        """Words, and what is to be said of each."""
        style = self._styles[role]
        self._add(Pairs([(Text(word, style), self._said(text)) for word, text in rows]))

    def pictures(self, *pictures: tuple[Draw, str]) -> None:
        """Drawings and the words below them."""
        told = [(draw, self._said(words, "dim")) for draw, words in pictures]
        self._add(Pictures(told, self._styles))

    def grid(self, rows: Iterable[Sequence[str]]) -> None:
        """A table with a heading in its first row."""
        said = [[self._spelt(cell) for cell in row] for row in rows]
        self._add(Grid(said, self._styles["title"]))
