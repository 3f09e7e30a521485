"""Styles in few bytes: the terminal shows what it would show otherwise."""

import re

from hypothesis import example, given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual._compositor import LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from ludoscope.tui.terminal.cell_style import DEFAULT_STYLE, VISIBLE_ON_BLANK, apply_sgr
from ludoscope.tui.terminal.screen_diff import ScreenDiff

WIDTH, HEIGHT = 12, 3
SHADES = st.sampled_from([None, "red", "bright_blue", "color(200)", "#123456", "default"])
STYLES = st.builds(
    lambda colour, ground, bold, dim, underline, reverse: Style(
        color=colour,
        bgcolor=ground,
        bold=bold,
        dim=dim,
        underline=underline,
        reverse=reverse,
    ),
    SHADES.map(lambda name: name and Color.parse(name)),
    SHADES.map(lambda name: name and Color.parse(name)),
    *[st.sampled_from([True, None])] * 4,
)
TEXTS = st.sampled_from(["ab", "  ", "♠", " x", " ", "a", "日本"])


@st.composite
def few_styles(draw) -> list:
    """Draw frames that have many styles in common."""
    styles = draw(st.lists(STYLES, min_size=1, max_size=3))
    pieces = st.lists(st.tuples(TEXTS, st.sampled_from(styles)), max_size=9)
    return draw(
        st.lists(st.lists(pieces, min_size=HEIGHT, max_size=HEIGHT), min_size=1, max_size=4)
    )


FRAMES = few_styles()
CONSOLE = Console(color_system="truecolor", force_terminal=True)
WIDE = "日本"


def strip(pieces) -> Strip:
    return Strip([Segment(*piece) for piece in pieces]).adjust_cell_length(WIDTH)


def written(frame) -> str:
    """Return what Textual writes for a frame."""
    update = LayoutUpdate([[strip(line)] for line in frame], Region(0, 0, WIDTH, HEIGHT))
    return update.render_segments(CONSOLE)


class Terminal:
    """Each cell with its style, of a blank only what shows."""

    def __init__(self) -> None:
        self.cells = {}
        self._style, self._x, self._y = DEFAULT_STYLE, 0, 0

    def read(self, text: str) -> None:
        for part in re.split(r"(\x1b\[[0-9;]*[A-DHXm]|\x1bM|[\v\b])", text):
            if part == "\b":
                self._x -= 1
            elif part in ("\v", "\x1bM"):
                self._y += 1 if part == "\v" else -1
            elif part.startswith("\x1b"):
                self._obey(part[2:-1], part[-1])
            else:
                for char in part:
                    self._write(char)

    def _obey(self, codes: str, command: str) -> None:
        if command == "m":
            self._style = apply_sgr(self._style, codes)
        elif command in "CD":
            self._x += int(codes or 1) * (1 if command == "C" else -1)
        elif command == "X":  # blank so many cells; the cursor stays
            at = self._x
            for _ in range(int(codes or 1)):
                self._write(" ")
            self._x = at
        elif command in "AB":
            self._y += int(codes or 1) * (1 if command == "B" else -1)
        else:
            row, _, column = codes.partition(";")
            self._y, self._x = int(row or 1) - 1, int(column or 1) - 1

    def _write(self, char: str) -> None:
        foreground, background, attributes, _ = self._style
        if char == " " and "7" not in attributes:
            visible = attributes & VISIBLE_ON_BLANK
            appearance = (char, background, foreground if visible else "", visible)
        else:
            appearance = (char, *self._style)
        self.cells[self._y, self._x] = appearance
        self._x += 1
        if char in WIDE:
            self.cells[self._y, self._x] = None
            self._x += 1


RED = Style(color="red")
LONE = [[[(first, RED), ("cd", Style()), (last, Style())], [], []] for first, last in ("ae", "b ")]


@given(FRAMES)
@example(LONE)
def test_output_reproduces_each_frame(frames) -> None:
    screen_diff, terminal = ScreenDiff(), Terminal()
    for frame in frames:
        wanted = Terminal()
        for y, line in enumerate(frame, 1):
            wanted.read(f"\x1b[{y}H{strip(line).render(CONSOLE)}")
        terminal.read(screen_diff.translate(written(frame)))
        assert terminal.cells == wanted.cells


@given(FRAMES)
def test_unchanged_styles_are_not_sent_again(frames) -> None:
    screen_diff = ScreenDiff()
    for frame in frames:
        screen_diff.translate(written(frame))
        assert screen_diff.translate(written(frame)) == ""
    screen_diff.invalidate()
    assert screen_diff.translate(written(frames[0])).startswith("\x1b[m\x1b[")


def test_each_style_is_sent_once_and_persists() -> None:
    screen_diff = ScreenDiff()
    green = Style(color="green")

    def sent(*pieces: tuple[str, Style]) -> str:
        return screen_diff.translate(written([pieces, [], []]))

    sent()
    assert sent(("a", RED), ("b", green), ("c", RED)) == "\x1b[31m\x1b[Ha c\x1b[32m\b\bb"
    assert sent(("a", RED), ("d", green), ("c", RED)) == "\x1b[1;2Hd"
    assert sent(("a", RED), ("d", green), (" ", RED)) == "\x1b[1;3H "
