"""The bytes that the app sends at 80×24, measured from outside, by board and theme.

The terminal has all colours, so that every theme has its own.
"""

import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.color import ColorSystem

from ludoscope.games import FAMILIES, AnyGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.themes import OWN_THEMES, TEXTUAL_THEMES, theme_palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.text.solver_list import list_solvers


@dataclass(frozen=True, slots=True)
class Scene:
    """A board to measure.

    Attributes:
        board: Name in the table.
        puzzle: Name of a puzzle, or the whole board.
        cursor_keys: Keys that move the cursor, separated by spaces.
        solver: A solver that runs for a long time on it; "" if there is none.
    """

    board: str
    puzzle: str
    cursor_keys: str
    solver: str

    def __str__(self) -> str:
        return self.board


@dataclass(frozen=True, slots=True)
class Traffic:
    """The most bytes that a cursor key and a move took, and bytes a second without a key."""

    board: str
    theme: str
    cursor: int
    move: int
    clock: float
    solver: float


ARROWS = "right down right up left down tab shift+tab"
CROWDED_BOARD = "~~HH~~\n~~~~DD\nAA~~BB\n~~GG~~\nF~CC~~\nF~~~EE\n"  # unsolvable, 51,000 positions
SCENES = (
    Scene("peg", "english-central", ARROWS, "breadth-first"),
    Scene("peg, Lucas 22", "lucas-22", ARROWS, "breadth-first"),
    Scene("peg, triangle", "triangle-15-15", ARROWS, ""),
    Scene("hexapawn 4×4", "hexapawn-4x4", ARROWS, "recursion"),
    Scene("hexapawn 5×5", "hexapawn-5x5", ARROWS, "recursion"),
    Scene("hexapawn 7×7", "hexapawn-7x7", ARROWS, "recursion"),
    Scene("rush", CROWDED_BOARD, "tab tab C D shift+tab H", "beam"),
    Scene("FreeCell", "FreeCell.123456", ARROWS, "breadth-first"),
    Scene("Baker's Dozen", "BakersDozen.1", ARROWS, "breadth-first"),
    Scene("Midnight Oil", "MidnightOil.4", ARROWS, ""),
)
THEMES = (*OWN_THEMES, *TEXTUAL_THEMES)
CLOCK_FRAME = re.compile(  # a frame with nothing but the clock
    rb"\x1b\[\?2026h(?:\x1b\[[0-9;]*m)?\x1b\[1;7[0-9]H(?:\x1b\[[0-9;]*m)?[0-9:]+"
    rb"(?:\x1b\[[0-9;]*[A-DH]|\x1bM|[\v\b])*\x1b\[\?2026l"  # and the cursor's way back
    rb"(?:\x1b\[5n)?"  # a query, to know when the terminal has drawn it
)
FIRST_FRAME = re.compile(b"(move 0|0 moves).*" + re.escape(FRAME_END), re.DOTALL)
MOVE_COUNT = 3
SOLVER_START_SECONDS = 1.5  # until a solver's panel is shown
FRAME_SILENCE_SECONDS = 0.08  # without output, after which a frame was the last
ANALYSIS_SILENCE_SECONDS = 0.8  # without output, after which a move has been analysed
OPPONENT_SECONDS = 4.0  # without another frame than the clock's, after which an opponent is done
MAX_OPPONENT_SECONDS = 40.0
MAX_WAIT_SECONDS = 3.0  # for the first frame


def find_costliest_theme() -> str:
    """Return the theme whose styles take the most bytes."""

    def style_bytes(theme: str) -> int:
        styles = theme_palette(theme, "truecolor").styles.values()
        return sum(len(style.render(" ", color_system=ColorSystem.TRUECOLOR)) for style in styles)

    return max(THEMES, key=style_bytes)


@contextmanager
def open_puzzle(
    puzzle: str, theme: str = OWN_THEMES[0], on_open: Callable[[PseudoTerminal], object] = bool
) -> Iterator[PseudoTerminal]:
    """Open the app on a puzzle, with an empty folder of saves, and wait for the first frame.

    Args:
        puzzle: The argument that names the puzzle.
        theme: The theme.
        on_open: Called with the terminal as soon as it is open.
    """
    command = [sys.executable, "-m", "ludoscope", "play", puzzle]
    with tempfile.TemporaryDirectory() as home:
        Settings.change(Path(home), theme=theme)
        environment = {"LUDOSCOPE_HOME": home, "COLORTERM": "truecolor"}
        with PseudoTerminal(command, env=environment) as terminal:
            on_open(terminal)
            terminal.read_until(lambda output: FIRST_FRAME.search(output) is not None)
            yield terminal


@contextmanager
def as_argument(puzzle: str) -> Iterator[str]:
    """Provide the command line argument for a puzzle: its name, or a file with the whole board."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.txt"
        if "\n" in puzzle:
            path.write_text(puzzle)
            puzzle = str(path)
        yield puzzle


def press_and_count_bytes(
    terminal: PseudoTerminal, *keys: str, silence_seconds: float = FRAME_SILENCE_SECONDS
) -> int:
    """Press keys and return the bytes until the app is silent, without those of the clock."""
    length_before = len(terminal.output)
    terminal.press(*keys)
    wait_seconds = MAX_WAIT_SECONDS
    while terminal.read(wait_seconds):
        wait_seconds = silence_seconds
    return len(CLOCK_FRAME.sub(b"", terminal.output[length_before:]))


def measure_byte_rate(terminal: PseudoTerminal, seconds: float) -> float:
    """Return the bytes a second over some seconds without a key."""
    length_before = len(terminal.output)
    _read_for(terminal, seconds)
    return (len(terminal.output) - length_before) / seconds


def _wait_for_opponent(terminal: PseudoTerminal) -> None:
    """Wait until the opponent has moved and the answer is analysed: nothing but the clock goes on.

    On a large board both are stopped by their time limits only.

    Raises:
        TimeoutError: Something else goes on.
    """
    deadline = time.monotonic() + MAX_OPPONENT_SECONDS
    while time.monotonic() < deadline:
        length_before = len(terminal.output)
        _read_for(terminal, OPPONENT_SECONDS)
        if FRAME_END not in CLOCK_FRAME.sub(b"", terminal.output[length_before:]):
            return
    raise TimeoutError("there are other frames than the clock's all the time")


def _read_for(terminal: PseudoTerminal, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while (remaining := deadline - time.monotonic()) > 0:
        terminal.read(remaining)


def choose_moves(game: AnyGame, max_count: int) -> list[str]:
    """Return moves to be typed one after the other; only one in a game for two.

    Before and between them the app plays the automatic moves.
    """
    generator = random.Random(max_count)
    board = create_board(game, UserOptions())
    position: Any = game.start
    move_texts: list[str] = []
    while len(move_texts) < (max_count if game.players == 1 else 1):
        while (automatic_move := board.automatic_move(position)) is not None:
            position = game.play(position, automatic_move)
        moves = [move for move in game.moves(position) if _is_typable(game, board, position, move)]
        if not moves:
            break
        move = generator.choice(moves)
        move_texts.append(game.move_text(position, move))
        position = game.play(position, move)
    return move_texts


def _is_typable(game: AnyGame, board: Board, position: Any, move: Any) -> bool:
    """Return True if the prompt reads a move's text as this move: two low numbers are columns."""
    with suppress(ValueError):
        return list(board.parse_moves(position, game.move_text(position, move))) == [move]
    return False


def type_move(terminal: PseudoTerminal, move: str) -> int:
    """Type a move and return the bytes until it is analysed."""
    press_and_count_bytes(terminal, ":", *move, silence_seconds=ANALYSIS_SILENCE_SECONDS)
    return press_and_count_bytes(terminal, "enter", silence_seconds=ANALYSIS_SILENCE_SECONDS)


def measure_traffic(
    scene: Scene,
    seconds: float = 3.0,
    theme: str = OWN_THEMES[0],
    on_open: Callable[[PseudoTerminal], object] = bool,
) -> Traffic:
    """Measure the bytes of a scene, `seconds` for each of the figures that are rates.

    Args:
        scene: The board.
        seconds: The time for each rate.
        theme: The theme.
        on_open: Called with the terminal as soon as it is open.

    Raises:
        OSError: The app cannot be started; TimeoutError if it does not answer in time.
    """
    with as_argument(scene.puzzle) as name, open_puzzle(name, theme, on_open) as terminal:
        game = catalogue.find(catalogue.name_opened_in_app(name)).game
        press_and_count_bytes(terminal, silence_seconds=ANALYSIS_SILENCE_SECONDS)
        cursor = max(press_and_count_bytes(terminal, key) for key in scene.cursor_keys.split())
        moves = []
        for move in choose_moves(game, MOVE_COUNT):
            moves.append(type_move(terminal, move))
            moves += [press_and_count_bytes(terminal, key) for key in ("u", "y")]
        if game.players == 1:
            press_and_count_bytes(terminal, silence_seconds=ANALYSIS_SILENCE_SECONDS)
        else:
            _wait_for_opponent(terminal)
        clock = measure_byte_rate(terminal, seconds)  # it stands until the first move
        solver = _measure_solver(terminal, game, scene.solver, seconds) if scene.solver else 0.0
        return Traffic(scene.board, theme, cursor, max(moves), clock, solver)


def _measure_solver(terminal: PseudoTerminal, game: AnyGame, solver: str, seconds: float) -> float:
    """Return the bytes a second while a solver runs on the start."""
    press_and_count_bytes(terminal, "r")
    press_and_count_bytes(terminal, "s", "s")  # the default solver, then the choice of another
    as_played = FAMILIES[game.family].as_played(game)
    names = [each.name for each in list_solvers(as_played)]
    terminal.press(*["down"] * names.index(solver), "enter")
    _read_for(terminal, SOLVER_START_SECONDS)
    return measure_byte_rate(terminal, seconds)
