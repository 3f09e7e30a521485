"""Left in the middle of a move's search: nothing but the terminal's own state is written."""

import re
import time

import pytest

AFTER = re.compile(rb"\x1b\[\?1049l(.*)", re.DOTALL)  # the screen from before is back
ESCAPES = re.compile(rb"\x1b\[[0-9;?<=>]*[a-zA-Z]")


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.17, 0.2, 0.25, 0.3])
def test_leaving_soon_after_a_move(start, processes, seconds):
    terminal = start("play", "FreeCell.1")
    terminal.see("move 0")
    terminal.press("enter", "tab", "enter")
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        terminal.read(left)
    terminal.press("ctrl+q")
    assert terminal.wait(5) == 0
    terminal.settle(0.2)
    written = AFTER.search(bytes(terminal.written))
    assert written
    assert ESCAPES.sub(b"", written[1]).strip() == b""
    assert processes() == []
