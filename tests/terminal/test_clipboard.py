"""A line to send, through the terminal's clipboard and back by a paste."""

import re
from base64 import b64decode

import pytest

COPIED = re.compile(rb"\x1b\]52;c;([A-Za-z0-9+/=]*)\a")
SENT = "ludoscope lucas-07 1: 5,4:SW"


@pytest.mark.long
def test_a_line_goes_to_the_clipboard_and_comes_back_as_a_paste(start):
    terminal = start("play", "lucas-07")
    terminal.see(r"\bmove 0 ")
    for move in ("5,4:S", "5,2:W"):
        terminal.press(":", *move, "enter")
    terminal.see("19 pegs left")
    terminal.settle()
    terminal.press("c")
    raw = terminal.read_until(COPIED.search)
    copied = COPIED.search(raw)
    assert b64decode(copied[1]).decode() == SENT
    terminal.see(re.escape(SENT), r"Copied \(if your terminal supports it\)")

    terminal.press("escape", "escape")
    terminal.see("d today")
    terminal.write(b"\x1b[200~ludoscope lucas-07 1: 4,5:E # 1 move\x1b[201~")
    terminal.see(r"\bmove 1 ", "as it was sent. Your own game is kept in the tree: press t")
