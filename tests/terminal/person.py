"""A person before a real terminal: reads what stands on the screen, presses only what it names."""

import re
import time
from dataclasses import dataclass, field

from pointer import click, drag

from ludoscope.tui.text.ascii_text import to_ascii

SENT = {"⏎": "enter", "esc": "escape"}  # what is sent for a key that is called so
BEYOND_RIGHT = b"\x1b[1;2C"  # shift and an arrow
PATIENCE = 20.0  # seconds for anything to appear, on a machine that may be busy
REST = 0.15  # seconds without a frame, in which nothing slides
NAMES = r"[│|]( +\w)+ *"  # of the columns


@dataclass(frozen=True)
class Manner:
    """The settings of a simulated player: terminal size, arguments, environment, theme."""

    name: str
    size: tuple[int, int] = (80, 24)
    arguments: tuple[str, ...] = ()
    env: dict[str, str] = field(default_factory=dict)
    theme: str = "dark"

    def __str__(self) -> str:
        return self.name


USUAL = Manner("80x24-dark")
SIZES = ((80, 24), (120, 40), (200, 55))
MANNERS = [
    *(
        Manner(f"{columns}x{lines}-{theme}", (columns, lines), theme=theme)
        for columns, lines in SIZES
        for theme in ("dark", "light", "colour-blind")
    ),
    *(
        Manner(f"{columns}x{lines}-{name}", (columns, lines), arguments, env)
        for columns, lines in SIZES
        for name, arguments, env in (
            ("without-colour", (), {"NO_COLOR": "1"}),
            ("ascii", ("--ascii",), {}),
        )
    ),
]


class Person:
    def __init__(self, terminal, manner=USUAL):
        self.terminal = terminal
        self.ascii = "--ascii" in manner.arguments

    def sees(self, *wanted, gone=()):
        """Wait for patterns; in ASCII each character stands as what is shown in its place."""
        self.terminal.see(*map(self._spelt, wanted), gone=[*map(self._spelt, gone)])

    def _spelt(self, pattern):
        if not self.ascii:
            return pattern
        pattern = pattern.replace("⏎", "enter")
        return "".join(char if char.isascii() else re.escape(to_ascii(char)) for char in pattern)

    def presses(self, does):
        """Press the key that the last lines of the screen give for an action."""
        named = re.compile(rf"(\S+) {re.escape(does)}(?=$|  | \S+ \S)", re.MULTILINE)
        until = time.monotonic() + PATIENCE
        while not (found := named.search("\n".join(self.terminal.lines[-3:]))):
            assert time.monotonic() < until, f"no key for {does} in\n{self.terminal.text}"
            self.terminal.read(0.05)
        key = found[1]
        self.terminal.press(SENT.get(key, re.sub(r"^\^(?=.)", "ctrl+", key)))

    def types(self, text):
        """Type the letters and digits of a text, each as a key."""
        self.terminal.press(*text)

    def looks_up(self, does):
        """Run a command from the palette, which lists them all."""
        self.terminal.press("ctrl+p")
        self.sees("Commands")
        self.types(does)
        self.sees(rf"[│|] (?i:{does}) ")
        self.terminal.press("enter")

    # Where things stand, as columns and lines counted from 1, as the mouse tells them

    @property
    def board(self):
        """Return the lines of the board, which is left of the goal."""
        lines = self.terminal.lines
        right = next(line.index(" Goal ") - 3 for line in lines if " Goal " in line)
        return [line[:right] for line in lines[:-3]]  # without messages and keys

    def places(self, text):
        """Return all places on the board that show the text."""
        spelt = to_ascii(text) if self.ascii else text
        lines = enumerate(self.board[2:], 3)
        return [(found.start() + 1, y) for y, line in lines for found in re.finditer(spelt, line)]

    def last(self, text):
        """Return the last place on the board that shows the text, once nothing slides there."""
        until, before = time.monotonic() + PATIENCE, []
        while not before or before != self.places(text):
            assert time.monotonic() < until, f"{text} is not at rest in\n{self.terminal.text}"
            before = self.places(text)
            self.terminal.read(REST)
        return before[-1]

    def sees_at(self, places, text):
        """Wait until that stands at these places: what slides has come to rest."""
        until = time.monotonic() + PATIENCE
        while self.places(text) != places:
            assert time.monotonic() < until, f"{text} is not at {places} in\n{self.terminal.text}"
            self.terminal.read(0.05)

    def cell(self, column, row):
        """Return the place of a cell on a board with labels below columns and left of rows."""
        lines = self.board
        named = rf"^\W+{row}(?!\S)"
        y = next(at for at, line in enumerate(lines[2:], 3) if re.search(named, line))
        below = next(line for line in reversed(lines) if re.fullmatch(NAMES, line))
        return below.index(str(column)) + 1, y

    # The mouse

    def clicks(self, place):
        click(self.terminal, *place)

    def drags(self, start, end):
        drag(self.terminal, start, end)
