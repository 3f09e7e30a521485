"""Bytes decide how the app feels over SSH: what keys, moves, clocks and solvers may send.

At 80×24 a key for the cursor may take 200, a key in a list 250, a typed move with its judgement and
the answer to it 1,100, in the theme whose styles take the most 1,300; a second of a solver 900, of
a clock 60, of an app that waits none. What the clock sends meanwhile counts for none of the keys.

LUDOSCOPE_FULL=1 measures longer, every board in two themes and one board in all of them.
"""

import os

import pytest
from lobbies import make_lobby_with_duel

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END
from ludoscope.puzzles.registry import collection
from ludoscope.search.budget import Limits
from ludoscope.search.registry import ranked_solvers
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.themes import OWN_THEMES
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands import bench_traffic
from ludoscope.tui.commands.bench_start import PROGRAMS, PUZZLE, measure_start
from ludoscope.tui.commands.bench_traffic import (
    CLOCK_FRAME,
    SCENES,
    SOLVER_START_SECONDS,
    THEMES,
    find_costliest_theme,
    measure_byte_rate,
    measure_traffic,
    open_puzzle,
    press_and_count_bytes,
    type_move,
)

FULL = os.environ.get("LUDOSCOPE_FULL")
USUAL, DEAR = OWN_THEMES[0], "dearest"
RUSH = next(scene for scene in SCENES if scene.board == "rush")
LARGE = ("peg, Lucas 22", "peg, triangle")  # of the most cells
SHOWN = [(RUSH, theme) for theme in (THEMES if FULL else [DEAR])]
SHOWN += [(scene, USUAL) for scene in SCENES if scene.board in LARGE and not FULL]
OTHERS = [(scene, theme) for scene in SCENES if scene != RUSH for theme in (USUAL, DEAR)]
WON = ["orush-02", "triangle-13-13", "english-central", "FreeCell.1"]
SCREEN = 1.0  # seconds of silence after which a screen is whole

pytestmark = pytest.mark.quiet


def max_bytes(terminal, keys):
    return max(press_and_count_bytes(terminal, key, silence_seconds=SCREEN) for key in keys)


def named(theme):
    return find_costliest_theme() if theme == DEAR else theme


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Reduce the number of moves, and the analysis of each, which takes a tenth of a second."""
    if not FULL:
        monkeypatch.setattr(bench_traffic, "MOVE_COUNT", 2)
        monkeypatch.setattr(bench_traffic, "ANALYSIS_SILENCE_SECONDS", 0.3)


@pytest.mark.long
@pytest.mark.parametrize(("scene", "theme"), [*SHOWN, *(OTHERS if FULL else [])], ids=str)
def test_budgets(scene, theme):
    found = measure_traffic(scene, 4.0 if FULL else 1.2, named(theme))
    assert 0 < found.cursor <= 200
    assert 0 < found.move <= (1100 if theme == USUAL else 1300)
    assert 0 < found.clock <= 60
    assert not scene.solver or found.clock < found.solver <= 900


def winning(puzzle, theme, *, is_slow):
    """Return the bytes of the winning move, and those of the celebration.

    The game is the stored solution, so that it is the same whatever the solvers do; that of a
    solver where none is stored. A slow connection is one that has not drawn the last frame of a
    clock or a solver.
    """
    found = catalogue.find(catalogue.name_opened_in_app(puzzle))
    game, moves = found.game, collection(found.game.family).shortest_solution(found)
    if not moves:
        *_, verdict = ranked_solvers(game)[0].run(game, game.start, Limits(seconds=10.0))
        moves = verdict.moves
    position, made, board = game.start, set(), create_board(game, UserOptions())
    with open_puzzle(puzzle, theme) as terminal:
        press_and_count_bytes(terminal, silence_seconds=bench_traffic.ANALYSIS_SILENCE_SECONDS)
        terminal.answers_queries = not is_slow
        for move in moves:
            while (by_itself := board.automatic_move(position)) is not None:
                made.add(by_itself)
                position = game.play(position, by_itself)
            if move in made:
                continue
            text = game.move_text(position, move)
            position = game.play(position, move)
            before = len(terminal.output)
            taken = type_move(terminal, text)
            _, won, after = terminal.output[before:].partition(b"solved")
            if won:
                celebration = len(CLOCK_FRAME.sub(b"", after.partition(FRAME_END)[2]))
                return taken - celebration, celebration
    raise ValueError(f"{puzzle} was not won")


@pytest.mark.long
@pytest.mark.parametrize("theme", [USUAL, DEAR] if FULL else [DEAR])
@pytest.mark.parametrize("puzzle", WON if FULL else WON[:1])
@pytest.mark.parametrize("is_slow", [True, False], ids=["slow", "fast"])
def test_the_move_that_wins(puzzle, theme, is_slow):
    move, celebration = winning(puzzle, named(theme), is_slow=is_slow)
    assert 0 < move <= (1600 if theme == USUAL else 1700)
    assert 0 < celebration <= (550 if is_slow else 8000)


@pytest.mark.long
@pytest.mark.parametrize("theme", [USUAL, DEAR])
def test_a_key_in_the_settings_and_in_the_keys(theme):
    with open_puzzle("lucas-07", named(theme)) as terminal:
        terminal.press(",")
        terminal.read_until(lambda output: b"Memory" in output)
        press_and_count_bytes(terminal, silence_seconds=SCREEN)
        if theme == DEAR:
            press_and_count_bytes(
                terminal, "down", silence_seconds=SCREEN
            )  # away from the one setting that can be reset
        assert (
            0
            < max(
                press_and_count_bytes(terminal, key, silence_seconds=SCREEN) for key in ["down"] * 7
            )
            <= 250
        )
        press_and_count_bytes(terminal, "tab", silence_seconds=SCREEN)
        assert (
            0
            < max(
                press_and_count_bytes(terminal, key, silence_seconds=SCREEN) for key in ["down"] * 7
            )
            <= 250
        )


@pytest.mark.long
def test_a_race_in_the_lab():
    with open_puzzle("hexapawn-7x7", USUAL) as terminal:
        press_and_count_bytes(terminal, silence_seconds=0.5)
        press_and_count_bytes(terminal, "ctrl+l", silence_seconds=0.5)
        assert (
            0 < max(press_and_count_bytes(terminal, key) for key in ("down", "down", "up")) <= 250
        )
        terminal.press("s")
        measure_byte_rate(terminal, SOLVER_START_SECONDS)
        assert 0 < measure_byte_rate(terminal, 3.0 if FULL else 1.2) <= 900
        press_and_count_bytes(terminal, "x", silence_seconds=0.5)
        assert measure_byte_rate(terminal, 1.0) <= 60


def test_nothing_is_sent_when_nothing_happens(start):
    terminal = start(env={"LUDOSCOPE_REDUCED_MOTION": "1"})
    terminal.see("Welcome to Ludoscope")
    terminal.settle(0.5)
    assert measure_byte_rate(terminal, 1.0) == 0


@pytest.mark.long
def test_lobby_asks_the_files_and_sends_nothing(start, tmp_path):
    make_lobby_with_duel(tmp_path / "shared")
    lobby = ("--profile", "anna", "--lobby", str(tmp_path / "shared"))
    terminal = start("play", *lobby, env={"LUDOSCOPE_REDUCED_MOTION": "1"})
    terminal.see("Welcome")
    terminal.press("escape")
    terminal.see("o lobby", "It is your move against bob")
    terminal.press("o", "tab")
    terminal.see("bob +left")
    assert 0 < press_and_count_bytes(terminal, "tab", silence_seconds=SCREEN) <= 500
    terminal.press("enter")
    terminal.see("Your move · bob has left")
    terminal.settle(SCREEN)
    assert 0 < max(press_and_count_bytes(terminal, key) for key in ("up", "down")) <= 200
    assert measure_byte_rate(terminal, 2.0) == 0


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "keys"),
    [((), ["escape"]), (("play", "lucas-01"), [":", *"4,4:S", "enter"])],
    ids=["home", "play"],
)
def test_nothing_is_sent_when_nobody_plays(start, arguments, keys):
    terminal = start(*arguments)
    terminal.settle(0.5)
    terminal.press(*keys)  # away with the tour; the clock stands until the first move
    assert measure_byte_rate(terminal, 10.0) > 0
    measure_byte_rate(terminal, 55.0)
    assert measure_byte_rate(terminal, 5.0) == 0
    terminal.press("right")
    measure_byte_rate(terminal, 0.3)  # what the key itself draws
    assert measure_byte_rate(terminal, 2.0) > 0


@pytest.mark.long
@pytest.mark.fresh
def test_memory_and_first_frame():
    start = measure_start(PROGRAMS[PUZZLE])
    assert start.megabytes <= 60
    assert start.cpu_seconds <= start.seconds * (os.cpu_count() or 1)
    assert start.seconds <= 5.0  # how soon on an idle machine is for the bench to say
