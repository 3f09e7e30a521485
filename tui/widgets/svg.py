"""Frames as SVG: one to look at, or several, of which `docs/film.py` makes a short film.

Textual's screenshot needs a font from the net, and makes no film. Here characters stand on a grid
whatever font shows them: each run of text is given its length. Every different line is kept once.

frame   its lines from top to bottom, each a list of segments of which all have a style
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby

from rich.cells import cell_len
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme

from ludoscope.tui.boards.styles import plain
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.terminal.private import strips

Frame = Sequence[Sequence[Segment]]

CELL, LINE, FONT = 8.4, 16.5, 14  # pixels: columns, lines, and the letters in them
EDGE, BAR = 12, 30  # pixels around the frame, and of the bar above it

GROUND = ColorTriplet(24, 26, 33)
TEXT = ColorTriplet(214, 218, 226)
INKS = TerminalTheme(
    GROUND,
    TEXT,
    [
        (58, 62, 74),
        (238, 102, 102),
        (126, 200, 120),
        (229, 192, 96),
        (110, 160, 240),
        (214, 128, 206),
        (96, 196, 204),
        (214, 218, 226),
    ],
    [
        (120, 126, 142),
        (250, 130, 130),
        (156, 222, 148),
        (245, 212, 130),
        (140, 184, 255),
        (232, 160, 224),
        (136, 220, 226),
        (255, 255, 255),
    ],
)
FAMILY = "ui-monospace, 'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace"


def shown(app: Services) -> Frame:
    """What stands on the terminal: the screen, and what it is laid over."""
    ascii_only = app.options.appearance.ascii_only
    return [
        [Segment(plain(text) if ascii_only else text, style) for text, style, _ in line]
        for line in strips(app)
    ]


def still(frame: Frame, title: str) -> str:
    """A picture of one frame."""
    return drawn([frame], title)


def drawn(frames: Sequence[Frame], title: str, rules: str = "") -> str:
    """Frames below each other behind a window of the size of one; `rules` of CSS may move them."""
    drawing = _Drawing(_ground(frames[0]))
    columns = max(_cells(line) for frame in frames for line in frame)
    rows = max(map(len, frames))
    width, height = columns * CELL, rows * LINE
    uses = [drawing.frame(frame, at * rows) for at, frame in enumerate(frames)]
    whole = (width + 2 * EDGE, height + BAR + EDGE)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole[0]:g} {whole[1]:g}"'
            f' width="{whole[0]:g}" height="{whole[1]:g}" role="img" aria-label="{escape(title)}">',
            f"<style>text{{font:{FONT}px {FAMILY};white-space:pre;fill:{TEXT.hex}}}"
            f"{drawing.css()}{rules}</style>",
            "<defs>",
            *drawing.lines(),
            "</defs>",
            f'<rect width="100%" height="100%" rx="8" fill="{drawing.ground.hex}"/>',
            *(
                f'<circle cx="{18 + 18 * at}" cy="16" r="5" fill="{INKS.ansi_colors[at + 1].hex}"'
                ' opacity="0.8"/>'
                for at in range(3)
            ),
            f'<text x="{whole[0] / 2:g}" y="21" text-anchor="middle" opacity="0.6">'
            f"{escape(title)}</text>",
            f'<svg x="{EDGE}" y="{BAR}" width="{width:g}" height="{height:g}"><g class="film">',
            *uses,
            "</g></svg>",
            "</svg>",
            "",
        ]
    )


class _Drawing:
    """The lines and styles met so far; every different one is written once."""

    def __init__(self, ground: ColorTriplet) -> None:
        self.ground = ground
        self._lines: dict[str, str] = {}
        self._styles: dict[str, str] = {}

    def frame(self, frame: Frame, first: int) -> str:
        uses = []
        for y, line in enumerate(frame, first):
            if written := self._line(line):
                uses.append(f'<use href="#{written}" y="{y * LINE:g}"/>')
        return "".join(uses)

    def css(self) -> str:
        return "".join(f".{name}{{{rules}}}" for rules, name in self._styles.items())

    def lines(self) -> list[str]:
        return [f'<g id="{name}">{line}</g>' for line, name in self._lines.items()]

    def _line(self, line: Sequence[Segment]) -> str:
        """The name of a line, "" when there is nothing to see in it."""
        column, parts = 0, []
        for style, run in groupby(line, key=lambda segment: segment.style or Style()):
            text = "".join(segment.text for segment in run)
            parts.append(self._run(text, style, column))
            column += cell_len(text)
        written = "".join(parts)
        return self._lines.setdefault(written, f"l{len(self._lines)}") if written else ""

    def _run(self, text: str, style: Style, column: int) -> str:
        ink, ground = _rgb(style.color, TEXT), _rgb(style.bgcolor, self.ground)
        if style.reverse:
            ink, ground = ground, ink
        width = cell_len(text)
        box = ""
        if ground != self.ground:
            box = (
                f'<rect x="{column * CELL:g}" width="{width * CELL:g}" height="{LINE:g}"'
                f' fill="{ground.hex}"/>'
            )
        if not style.underline:
            lead = len(text) - len(text.lstrip(" "))
            column, text = column + lead, text.strip(" ")
            width = cell_len(text)
        if not text:
            return box
        return (
            f'{box}<text x="{column * CELL:g}" y="{FONT - 1}" textLength="{width * CELL:g}"'
            f"{self._class(style, ink)}>{escape(text, quote=False)}</text>"
        )

    def _class(self, style: Style, ink: ColorTriplet) -> str:
        rules = [f"fill:{ink.hex}"] if ink != TEXT else []
        rules += ["font-weight:bold"] if style.bold else []
        rules += ["opacity:.6"] if style.dim else []
        rules += ["text-decoration:underline"] if style.underline else []
        if not rules:
            return ""
        name = self._styles.setdefault(";".join(rules), f"s{len(self._styles)}")
        return f' class="{name}"'


def _ground(frame: Frame) -> ColorTriplet:
    """What a theme has set behind everything."""
    style = next((segment.style for line in frame for segment in line if segment.style), Style())
    return _rgb(style.bgcolor, GROUND)


def _cells(line: Sequence[Segment]) -> int:
    return sum(cell_len(segment.text) for segment in line)


def _rgb(color: Color | None, otherwise: ColorTriplet) -> ColorTriplet:
    if color is None or color.is_default:
        return otherwise
    return color.get_truecolor(INKS)
