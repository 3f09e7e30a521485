"""Styles in fewer bytes: what the terminal shows stays the same."""

import re

from hypothesis import given
from hypothesis import strategies as st
from rich.color import Color
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from tui.ink import LINES, PLAIN, _after, thrifty

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
WRITINGS = st.lists(st.tuples(st.sampled_from(["ab", "  ", "♠", " x"]), STYLES), max_size=8)
CONSOLE = Console(color_system="truecolor", force_terminal=True)


def shown(text: str) -> list:
    """Each character with its ink, of a blank only what shows; moves of the cursor in between."""
    ink, found = PLAIN, []
    for part in re.split(r"(\x1b\[[0-9;]*[mH])", text):
        if part.endswith("m") and part.startswith("\x1b"):
            ink = _after(ink, part[2:-1])
        elif part.startswith("\x1b"):
            found.append(part)
        else:
            for char in part:
                if char == " " and "7" not in ink.attributes:
                    found.append((char, ink.ground, ink.attributes & LINES))
                else:
                    found.append((char, *ink))
    assert ink == PLAIN
    return found


@given(WRITINGS, WRITINGS)
def test_it_looks_the_same_in_no_more_bytes(first, second) -> None:
    lines = [Strip([Segment(*piece) for piece in line]).render(CONSOLE) for line in (first, second)]
    text = "\x1b[3;1H".join(lines)
    assert shown(thrifty(text)) == shown(text)
    assert len(thrifty(text)) <= len(text)


def test_only_what_differs_is_sent() -> None:
    text = "\x1b[1;32;40mab\x1b[0m\x1b[32;40mcd\x1b[0m\x1b[2;2H\x1b[2;31;40m  \x1b[0mx"
    assert thrifty(text) == "\x1b[1;32;40mab\x1b[22mcd\x1b[2;2H  \x1b[mx"
