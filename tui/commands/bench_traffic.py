"""What the app sends over the line, in bytes, at 80×24: measured from outside, per board and theme.

The terminal has all colours, so that every theme has its own.
"""

import random
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.color import ColorSystem

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.search.registry import ranked_solvers
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.boards.themes import OWN, TEXTUAL, palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import Settings


@dataclass(frozen=True, slots=True)
class Scene:
    """A puzzle, keys that move its cursor, a solver that has long to work on it, if one has."""

    board: str
    puzzle: str
    cursor: str
    solver: str

    def __str__(self) -> str:
        return self.board


ARROWS = "right down right up left down tab shift+tab"
CROWDED = "~~HH~~\n~~~~DD\nAA~~BB\n~~GG~~\nF~CC~~\nF~~~EE\n"  # 51,000 positions, no way out
SCENES = (
    Scene("peg", "english-central", ARROWS, "breadth-first"),
    Scene("peg, Lucas 22", "lucas-22", ARROWS, "breadth-first"),
    Scene("peg, triangle", "triangle-15-15", ARROWS, ""),
    Scene("hexapawn 4×4", "hexapawn-4x4", ARROWS, "recursion"),
    Scene("hexapawn 5×5", "hexapawn-5x5", ARROWS, "recursion"),
    Scene("hexapawn 7×7", "hexapawn-7x7", ARROWS, "recursion"),
    Scene("rush", CROWDED, "tab tab C D shift+tab H", "beam"),
    Scene("FreeCell", "FreeCell.123456", ARROWS, "breadth-first"),
    Scene("Baker's Dozen", "BakersDozen.1", ARROWS, "breadth-first"),
    Scene("Midnight Oil", "MidnightOil.4", ARROWS, ""),
)
THEMES = (*OWN, *TEXTUAL)
CLOCK = re.compile(  # a frame of nothing else
    rb"\x1b\[\?2026h\x1b\[1;7[0-9]H(?:\x1b\[[0-9;]*m)?[0-9:]+(?:\x1b\[[0-9;]*H)?\x1b\[\?2026l"
)
FIRST = re.compile(b"(move 0|0 moves).*" + re.escape(FRAME_END), re.DOTALL)
MOVES = 6
OPENING = 1.5  # seconds until a solver's panel is there
QUIET = 0.08  # seconds of silence after which a frame was the last
JUDGED = 0.8  # the same before a move, so that all before it has come, and until it is judged
WAIT = 3.0  # seconds that the first frame may take


@dataclass(frozen=True, slots=True)
class Traffic:
    """The most bytes that a key for the cursor and a move took, then bytes a second."""

    board: str
    theme: str
    cursor: int
    move: int
    clock: float
    solver: float


def dearest() -> str:
    """The theme whose styles take the most bytes."""

    def taken(theme: str) -> int:
        styles = palette(theme, "truecolor").styles.values()
        return sum(len(style.render(" ", color_system=ColorSystem.TRUECOLOR)) for style in styles)

    return max(THEMES, key=taken)


@contextmanager
def playing(puzzle: str, theme: str = OWN[0]) -> Iterator[PseudoTerminal]:
    """The app on a puzzle, with saves of its own."""
    command = [sys.executable, "-m", "ludoscope", "play", puzzle]
    with tempfile.TemporaryDirectory() as home:
        Settings.change(Path(home), theme=theme)
        colours = {"LUDOSCOPE_HOME": home, "COLORTERM": "truecolor"}
        with PseudoTerminal(command, env=colours) as terminal:
            terminal.read_until(lambda output: FIRST.search(output) is not None)
            yield terminal


@contextmanager
def stored(puzzle: str) -> Iterator[str]:
    """What the app calls a puzzle that may be given as a whole board."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        if "\n" in puzzle:
            path.write_text(puzzle)
            puzzle = str(path)
        yield puzzle


def sent(terminal: PseudoTerminal, *keys: str, quiet: float = QUIET) -> int:
    """Bytes until all is quiet after `keys`, without those of the clock."""
    before = len(terminal.written)
    terminal.press(*keys)
    wait = WAIT
    while terminal.read(wait):
        wait = quiet
    return len(CLOCK.sub(b"", terminal.written[before:]))


def rate(terminal: PseudoTerminal, seconds: float) -> float:
    """Bytes a second for so long, without a key."""
    before, until = len(terminal.written), time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        terminal.read(left)
    return (len(terminal.written) - before) / seconds


def line(game: AnyGame, count: int) -> list[str]:
    """Moves to be typed one after the other; only the first where the program answers.

    Before and between them the app makes those that make themselves.
    """
    chance, board = random.Random(count), board_for(game, UserOptions())
    position: Any = game.start
    texts: list[str] = []
    while len(texts) < (count if game.players == 1 else 1):
        while (by_itself := board.automatic(position)) is not None:
            position = game.play(position, by_itself)
        moves = [move for move in game.moves(position) if _readable(game, board, position, move)]
        if not moves:
            break
        move = chance.choice(moves)
        texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return texts


def _readable(game: AnyGame, board: Board, position: Any, move: Any) -> bool:
    """Whether its text means it: two low numbers are columns at the prompt, elsewhere cards."""
    with suppress(ValueError):
        return list(board.read(position, game.move_text(position, move))) == [move]
    return False


def typed(terminal: PseudoTerminal, move: str) -> int:
    """Bytes of a move, with its judgement."""
    sent(terminal, ":", *move, quiet=JUDGED)
    return sent(terminal, "enter", quiet=JUDGED)


def traffic(scene: Scene, seconds: float = 4.0, theme: str = OWN[0]) -> Traffic:
    """Measure; `seconds` for each of the figures that are rates."""
    with stored(scene.puzzle) as name, playing(name, theme) as terminal:
        game = catalogue.find(catalogue.name_opened_in_app(name)).game
        sent(terminal, quiet=JUDGED)
        cursor = max(sent(terminal, key) for key in scene.cursor.split())
        clock = rate(terminal, seconds)
        moves = []
        for text in line(game, MOVES):
            moves.append(typed(terminal, text))
            moves += [sent(terminal, key) for key in ("ctrl+u", "ctrl+y")]
        working = _working(terminal, game, scene.solver, seconds) if scene.solver else 0.0
        return Traffic(scene.board, theme, cursor, max(moves), clock, working)


def _working(terminal: PseudoTerminal, game: AnyGame, solver: str, seconds: float) -> float:
    """Bytes a second while that solver is at work on the beginning."""
    sent(terminal, "ctrl+r")
    sent(terminal, "ctrl+s")
    names = [one.name for one in ranked_solvers(FAMILIES[game.family].as_played(game))]
    terminal.press(*["down"] * names.index(solver), "enter")
    rate(terminal, OPENING)
    return rate(terminal, seconds)


def start(puzzle: str = "english-central") -> tuple[float, float]:
    """Seconds from the command to the first frame of a board, and megabytes in memory then."""
    started = time.perf_counter()
    with playing(puzzle) as terminal:
        seconds = time.perf_counter() - started
        sent(terminal)
        status = Path(f"/proc/{terminal.process.pid}/status").read_text()
        return seconds, int(status.split("VmRSS:")[1].split()[0]) / 1024
