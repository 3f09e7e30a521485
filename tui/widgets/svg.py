"""Frames as SVG: one picture, or several frames of which `docs/film.py` makes a short film.

Textual's screenshot needs a font from the network, and makes no film. Here characters stand on a
grid whatever font shows them: each run of text is given its length. Equal lines are stored once.
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

from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.terminal.private import render_screen_lines
from ludoscope.tui.text.ascii_text import to_ascii

Frame = Sequence[Sequence[Segment]]
"""The lines of a frame from top to bottom, as segments that all have a style."""

CELL_WIDTH, LINE_HEIGHT, FONT_SIZE = 8.4, 16.5, 14  # pixels
MARGIN, TITLE_HEIGHT = 12, 30  # pixels around the frame, and of the bar above it

BACKGROUND = ColorTriplet(24, 26, 33)
FOREGROUND = ColorTriplet(214, 218, 226)
ANSI_COLORS = TerminalTheme(
    BACKGROUND,
    FOREGROUND,
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
FONT_FAMILY = "ui-monospace, 'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace"


def capture_frame(app: AppBase) -> Frame:
    """Return what the terminal shows: the screen, with the screens below a modal one."""
    ascii_only = app.options.appearance.ascii_only
    return [
        [Segment(to_ascii(text) if ascii_only else text, style) for text, style, _ in line]
        for line in render_screen_lines(app)
    ]


def render_picture(frame: Frame, title: str) -> str:
    """Render a frame in a window with a title."""
    return render_svg([frame], title)


def render_svg(frames: Sequence[Frame], title: str, rules: str = "") -> str:
    """Render frames below each other, in a window of the size of one.

    Args:
        frames: The frames.
        title: The title of the window.
        rules: CSS that may move the group of class `film`, which holds the frames.
    """
    writer = _SvgWriter(_background(frames[0]))
    columns = max(_width(line) for frame in frames for line in frame)
    rows = max(map(len, frames))
    width, height = columns * CELL_WIDTH, rows * LINE_HEIGHT
    film = [writer.write_frame(frame, index * rows) for index, frame in enumerate(frames)]
    full_width, full_height = width + 2 * MARGIN, height + TITLE_HEIGHT + MARGIN
    buttons = [
        f'<circle cx="{18 + 18 * index}" cy="16" r="5" fill="{color.hex}" opacity="0.8"/>'
        for index, color in enumerate(ANSI_COLORS.ansi_colors[code] for code in (1, 2, 3))
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {full_width:g} {full_height:g}"'
            f' width="{full_width:g}" height="{full_height:g}"'
            f' role="img" aria-label="{escape(title)}">',
            f"<style>text{{font:{FONT_SIZE}px {FONT_FAMILY};white-space:pre;fill:{FOREGROUND.hex}}}"
            f"{writer.css()}{rules}</style>",
            "<defs>",
            *writer.lines(),
            "</defs>",
            f'<rect width="100%" height="100%" rx="8" fill="{writer.background.hex}"/>',
            *buttons,
            f'<text x="{full_width / 2:g}" y="21" text-anchor="middle" opacity="0.6">'
            f"{escape(title)}</text>",
            f'<svg x="{MARGIN}" y="{TITLE_HEIGHT}" width="{width:g}" height="{height:g}">'
            '<g class="film">',
            *film,
            "</g></svg>",
            "</svg>",
            "",
        ]
    )


class _SvgWriter:
    """The lines and styles of all frames; each different one is written once."""

    def __init__(self, background: ColorTriplet) -> None:
        self.background = background
        self._line_ids: dict[str, str] = {}
        self._style_classes: dict[str, str] = {}

    def write_frame(self, frame: Frame, first_row: int) -> str:
        """Return a frame whose first line stands at `first_row`."""
        uses = []
        for row, line in enumerate(frame, first_row):
            if line_id := self._line_id(line):
                uses.append(f'<use href="#{line_id}" y="{row * LINE_HEIGHT:g}"/>')
        return "".join(uses)

    def css(self) -> str:
        """Return the rules of the styles met so far."""
        return "".join(f".{name}{{{rules}}}" for rules, name in self._style_classes.items())

    def lines(self) -> list[str]:
        """Return the definitions of the lines met so far."""
        return [f'<g id="{line_id}">{line}</g>' for line, line_id in self._line_ids.items()]

    def _line_id(self, line: Sequence[Segment]) -> str:
        """Return the id of a line, "" for a blank one."""
        column, parts = 0, []
        for style, run in groupby(line, key=lambda segment: segment.style or Style()):
            text = "".join(segment.text for segment in run)
            parts.append(self._run(text, style, column))
            column += cell_len(text)
        content = "".join(parts)
        return self._line_ids.setdefault(content, f"l{len(self._line_ids)}") if content else ""

    def _run(self, text: str, style: Style, column: int) -> str:
        color = _rgb(style.color, FOREGROUND)
        background = _rgb(style.bgcolor, self.background)
        if style.reverse:
            color, background = background, color
        box = ""
        if background != self.background:
            box = (
                f'<rect x="{column * CELL_WIDTH:g}" width="{cell_len(text) * CELL_WIDTH:g}"'
                f' height="{LINE_HEIGHT:g}" fill="{background.hex}"/>'
            )
        if not style.underline:
            column += len(text) - len(text.lstrip(" "))
            text = text.strip(" ")
        if not text:
            return box
        x, length = column * CELL_WIDTH, cell_len(text) * CELL_WIDTH
        return (
            f'{box}<text x="{x:g}" y="{FONT_SIZE - 1}" textLength="{length:g}"'
            f"{self._class(style, color)}>{escape(text, quote=False)}</text>"
        )

    def _class(self, style: Style, color: ColorTriplet) -> str:
        rules = [f"fill:{color.hex}"] if color != FOREGROUND else []
        rules += ["font-weight:bold"] if style.bold else []
        rules += ["opacity:.6"] if style.dim else []
        rules += ["text-decoration:underline"] if style.underline else []
        if not rules:
            return ""
        name = self._style_classes.setdefault(";".join(rules), f"s{len(self._style_classes)}")
        return f' class="{name}"'


def _background(frame: Frame) -> ColorTriplet:
    """Return the background that the theme gives the screen."""
    style = next((segment.style for line in frame for segment in line if segment.style), Style())
    return _rgb(style.bgcolor, BACKGROUND)


def _width(line: Sequence[Segment]) -> int:
    return sum(cell_len(segment.text) for segment in line)


def _rgb(color: Color | None, default: ColorTriplet) -> ColorTriplet:
    if color is None or color.is_default:
        return default
    return color.get_truecolor(ANSI_COLORS)
