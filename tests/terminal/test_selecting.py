"""Text of Textual's own is selected with the mouse and copied, through our driver."""

import re
import sys
from base64 import b64decode

import pytest

from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal

PROGRAM = """
import sys
from textual.app import App
from textual.widgets import Input, Static
from ludoscope.tui.terminal.driver_choice import choose_driver_class

class Words(App):
    CSS = "Input { border: none; height: 1; }"

    def compose(self):
        yield Static("to be selected, word by word")
        yield Input("\u65e5", select_on_focus=False)

Words(driver_class=choose_driver_class(False), ansi_color=True).run()
"""
COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\a")
PLACE = re.compile(rb"\x1b\[2;(\d+)H\x1b\[\?2026l")


@pytest.fixture
def words():
    with PseudoTerminal([sys.executable, "-c", PROGRAM]) as terminal:
        terminal.read_until(lambda output: b"selected" in output)
        terminal.read_until(lambda output: b"\x1b[?2026l" in output)
        yield terminal


def test_text_is_selected_and_copied(words) -> None:
    words.write(b"\x1b[<0;7;1M")
    for x in range(8, 16):
        words.write(b"\x1b[<32;%d;1M" % x)
    words.write(b"\x1b[<0;16;1m")
    words.read_until(lambda output: b"\x1b[?2026l" in output)
    words.press("ctrl+c")
    raw = words.read_until(COPIED.search)
    assert b64decode(COPIED.search(raw)[1]).decode() == "selected,"


@pytest.mark.long
def test_the_cursor_is_where_an_input_method_looks_for_it(words) -> None:
    places = []
    for key in ("a", "\u672c", "b"):
        words.press(key)
        places.append(int(PLACE.search(words.read_until(PLACE.search))[1]))
    assert [place - places[0] for place in places] == [0, 2, 3]
