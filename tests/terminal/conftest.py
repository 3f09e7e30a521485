"""The program in a real pseudo-terminal, its screen read as a person would."""

import re
import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path

import pyte
import pytest
from nest import Nest

from ludoscope.puzzles.bench import pseudo_terminal
from ludoscope.puzzles.bench.pseudo_terminal import MOUSE_OFF, MOUSE_ON, PseudoTerminal

COLUMNS, ROWS = 80, 24
STEP = 0.01  # seconds
PATIENCE = 20.0  # seconds for anything to appear, on a machine that may be busy

# pyte takes these extensions of other terminals for text.
_UNKNOWN = re.compile(rb"\x1b\[[<>=][0-9;]*[a-zA-Z]")


class Terminal(PseudoTerminal):
    """`lines` is what stands on the screen.

    What it sends by itself comes `late`, in seconds: its answers and, where somebody is `pointing`,
    where the mouse goes while the program wants to know.
    `overdue`: by how many seconds at most something came later than it should, since the machine
    was busy.
    """

    late = overdue = 0.0
    pointing = False

    def __init__(self, command, size=(COLUMNS, ROWS), **options):
        columns, rows = size
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._sent = deque()  # when it comes, and what
        self._pointed = 0.0
        super().__init__(command, columns=columns, rows=rows, **options)

    def read(self, seconds=0.0):
        until = time.monotonic() + seconds
        while True:
            left = max(0.0, until - time.monotonic())
            step = min(left, STEP) if self.late or self.pointing else left
            data = super().read(step)
            self._stream.feed(_UNKNOWN.sub(b"", data))
            self._point()
            self._deliver()
            if data or left <= step:
                return data

    def send(self, data):
        self._sent.append((time.monotonic() + self.late, data))

    def delivered(self):
        """Return True if everything that the terminal has sent has arrived."""
        return not self._sent

    def _deliver(self):
        if self._sent:
            self.overdue = max(self.overdue, time.monotonic() - self._sent[0][0])
        while self._sent and self._sent[0][0] <= time.monotonic():
            super().send(self._sent.popleft()[1])

    def _point(self):
        now = time.monotonic()
        wanted = self.output.rfind(MOUSE_ON) > self.output.rfind(MOUSE_OFF)
        if self.pointing and wanted and now - self._pointed > STEP:
            self._pointed = now
            self.send(b"\x1b[<35;%d;9M" % (20 + int(now / STEP) % 9))

    @property
    def lines(self):
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self):
        return "\n".join(self.lines)

    def see(self, *wanted, gone=()):
        """Wait until all `wanted` patterns stand on the screen, and none of `gone`."""
        until = time.monotonic() + PATIENCE
        while not self._shows(wanted, gone):
            ended = self.process.poll() is not None  # what it wrote before may be unread
            if (not self.read(0.05) and ended) or time.monotonic() > until:
                raise AssertionError(f"{wanted} without {gone} never came, but\n{self.text}")

    def settle(self, seconds=0.06):
        """Read until the program has been silent for so long."""
        while self.read(seconds):
            pass

    def _shows(self, wanted, gone):
        text = self.text
        return all(re.search(p, text) for p in wanted) and not any(re.search(p, text) for p in gone)


@pytest.fixture(scope="session")
def nest():
    made = Nest()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def forked(request, monkeypatch):
    """Fork the apps, unless the test is marked `fresh`."""
    if not request.node.get_closest_marker("fresh"):
        monkeypatch.setattr(pseudo_terminal, "subprocess", request.getfixturevalue("nest"))


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def processes(home, nest):
    """Return a function that lists the ids of all processes started with this LUDOSCOPE_HOME."""
    mark = f"LUDOSCOPE_HOME={home}".encode()

    def now():
        found = set(nest.living())
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # ended meanwhile, or somebody else's
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found.add(int(folder.name))
        return sorted(found)

    return now


@pytest.fixture
def start(home):
    """Yield a function that starts `ludoscope`; processes still running at the end are killed."""
    running = []

    def started(*arguments, program=("-m", "ludoscope"), env=None, size=(COLUMNS, ROWS)):
        command = [sys.executable, *program, *arguments]
        env = {"LUDOSCOPE_HOME": str(home), **(env or {})}
        running.append(Terminal(command, size, env=env))
        return running[-1]

    yield started
    for terminal in running:
        terminal.close()
