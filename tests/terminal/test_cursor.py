"""The terminal's own cursor as tmux sees it: hidden by default, and at what has the focus."""

import re
import shutil
import subprocess
import sys
import time

import pytest

PATIENCE_SECONDS = 20.0
WALK = (  # keys, and what stands from the cursor on afterwards
    (["Escape"], "Peg solitaire"),
    (["Right"], "Patience"),
    (["Enter"], "[A-Z]"),
    ([":"], " "),
    (["Escape", ","], "Theme"),
    (["Tab"], "[A-Z]"),
    (["Escape", "?"], "Deals and puzzles|[A-Z]"),
)


class Tmux:
    """A window of 80×24 cells in a tmux server of its own."""

    def __init__(self, folder, *command: str) -> None:
        self._socket = str(folder / "tmux")
        self._run("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", *command)

    def _run(self, *words: str) -> str:
        command = ["tmux", "-S", self._socket, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def press(self, *keys: str) -> None:
        for key in keys:
            self._run("send-keys", key)
            time.sleep(0.2)  # an escape and the next key would be one with alt

    def text_at_cursor(self) -> str:
        """Return the line of the cursor from the cursor on."""
        x, y = self._run("display-message", "-p", "#{cursor_x} #{cursor_y}").split()
        line = self._run("capture-pane", "-p").splitlines()[int(y)]
        return line.ljust(80)[int(x) :]

    def is_cursor_visible(self) -> bool:
        return self._run("display-message", "-p", "#{cursor_flag}").strip() == "1"

    def see_at_cursor(self, wanted: str) -> None:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not re.match(wanted, text := self.text_at_cursor()):
            assert time.monotonic() < deadline, f"{wanted} is not at the cursor, but {text}"
            time.sleep(0.05)

    def close(self) -> None:
        self._run("kill-server")


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("tmux"), reason="needs tmux")
def test_tmux_finds_the_cursor_on_several_screens(home, tmp_path) -> None:
    command = f"LUDOSCOPE_HOME={home} {sys.executable} -m ludoscope"
    tmux = Tmux(tmp_path, command)
    try:
        tmux.see_at_cursor("Keys or mouse")  # the tour
        for keys, wanted in WALK:
            tmux.press(*keys)
            tmux.see_at_cursor(wanted)
        assert not tmux.is_cursor_visible()
    finally:
        tmux.close()
