"""Bytes decide how the app feels over SSH: what keys, moves, clocks and solvers may send.

LUDOSCOPE_FULL=1 measures longer, every board in two themes and one board in all of them.
"""

import os

import pytest
from gathered import gather

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.registry import ranked_solvers
from ludoscope.tui.boards.themes import OWN
from ludoscope.tui.commands import bench_traffic
from ludoscope.tui.commands.bench_traffic import (
    OPENING,
    SCENES,
    THEMES,
    dearest,
    playing,
    rate,
    sent,
    traffic,
    typed,
)
from ludoscope.tui.commands.bench_traffic import start as started
from ludoscope.tui.terminal.pseudo_terminal import FRAME_END

FULL = os.environ.get("LUDOSCOPE_FULL")
USUAL, DEAR = OWN[0], "dearest"
RUSH = next(scene for scene in SCENES if scene.board == "rush")
SHOWN = [(RUSH, theme) for theme in (THEMES if FULL else [DEAR])]
OTHERS = [(scene, theme) for scene in SCENES if scene != RUSH for theme in (USUAL, DEAR)]
WON = ["orush-02", "triangle-13-13", "english-central", "FreeCell.1", "Seahaven.1"]
SCREEN = 1.0  # seconds of silence after which a screen is whole


def named(theme):
    return dearest() if theme == DEAR else theme


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Fewer moves, and less time for the judgement of each, which takes a tenth of a second."""
    if not FULL:
        monkeypatch.setattr(bench_traffic, "MOVES", 2)
        monkeypatch.setattr(bench_traffic, "JUDGED", 0.3)


@pytest.mark.long
@pytest.mark.parametrize(("scene", "theme"), [*SHOWN, *(OTHERS if FULL else [])], ids=str)
def test_budgets(scene, theme):
    found = traffic(scene, 4.0 if FULL else 1.2, named(theme))
    assert 0 < found.cursor <= 400
    assert 0 < found.move <= 1500
    assert 0 < found.clock <= 60
    assert not scene.solver or found.clock < found.solver <= 2000


def winning(puzzle, theme):
    """Bytes of the move that wins, and of what moves then, as far as the line takes it.

    ValueError when no solution is found in a few seconds.
    """
    game = catalogue.find(catalogue.usual(puzzle)).game
    solver = ranked_solvers(game)[0]
    *_, verdict = solver.run(game, game.start, Limits(seconds=10.0, memory=1 << 28))
    if not isinstance(verdict, Solved):
        raise ValueError(f"{puzzle} is not solved by {solver.name}")
    position = game.start
    with playing(puzzle, theme) as terminal:
        sent(terminal, quiet=bench_traffic.JUDGED)
        for move in verdict.moves:
            text = game.move_text(position, move)
            position = game.play(position, move)
            taken = typed(terminal, text)
            _, won, after = terminal.written[-taken:].partition(b"solved")
            if won:
                celebration = len(after.partition(FRAME_END)[2])
                return taken - celebration, celebration
    raise ValueError(f"{puzzle} was not won")


@pytest.mark.long
@pytest.mark.parametrize("theme", [USUAL, DEAR] if FULL else [DEAR])
@pytest.mark.parametrize("puzzle", WON if FULL else WON[:1])
def test_the_move_that_wins(puzzle, theme):
    move, celebration = winning(puzzle, named(theme))
    assert 0 < move <= 1500
    assert 0 < celebration <= 500


@pytest.mark.long
@pytest.mark.parametrize("theme", [USUAL, DEAR])
def test_a_key_in_the_settings_and_in_the_keys(theme):
    with playing("lucas-07", named(theme)) as terminal:
        terminal.press(",")
        terminal.read_until(lambda output: b"memory" in output)
        sent(terminal, quiet=SCREEN)
        if theme == DEAR:
            sent(terminal, "down", quiet=SCREEN)  # away from the one setting that can be reset
        assert 0 < max(sent(terminal, key) for key in ["down"] * 7) <= 250
        sent(terminal, "tab", quiet=SCREEN)
        assert 0 < max(sent(terminal, key) for key in ["down"] * 7) <= 250


@pytest.mark.long
def test_a_race_in_the_lab():
    with playing("hexapawn-7x7", USUAL) as terminal:
        sent(terminal, quiet=0.5)
        sent(terminal, "ctrl+l", quiet=0.5)
        assert 0 < max(sent(terminal, key) for key in ("down", "down", "up")) <= 250
        terminal.press("g")
        rate(terminal, OPENING)
        assert 0 < rate(terminal, 3.0 if FULL else 1.2) <= 900
        sent(terminal, "x", quiet=0.5)
        assert rate(terminal, 1.0) <= 60


def test_nothing_is_sent_when_nothing_happens(start):
    terminal = start(env={"LUDOSCOPE_REDUCED_MOTION": "1"})
    terminal.see("Peg solitaire", "Patience", "ORush", "Hexapawn")
    terminal.settle(0.5)
    assert rate(terminal, 1.0) == 0


@pytest.mark.long
def test_company_asks_the_files_and_sends_nothing(start, tmp_path):
    gather(tmp_path / "shared")
    company = ("--profile", "anna", "--company", str(tmp_path / "shared"))
    terminal = start("play", *company, env={"LUDOSCOPE_REDUCED_MOTION": "1"})
    terminal.see("Welcome")
    terminal.press("enter")
    terminal.see("c company", "it is your move against bob")
    terminal.press("c", "tab")
    terminal.see("bob +left")
    assert 0 < sent(terminal, "tab", quiet=SCREEN) <= 500
    terminal.press("enter")
    terminal.see("your move · bob has left")
    terminal.settle(SCREEN)
    assert 0 < max(sent(terminal, key) for key in ("up", "down")) <= 200
    assert rate(terminal, 2.0) == 0


@pytest.mark.long
@pytest.mark.parametrize("arguments", [(), ("play", "lucas-07")], ids=["home", "play"])
def test_nothing_is_sent_when_nobody_plays(start, arguments):
    terminal = start(*arguments)
    terminal.settle(0.5)
    terminal.press("right")  # away with the tour
    assert rate(terminal, 10.0) > 0
    rate(terminal, 55.0)
    assert rate(terminal, 5.0) == 0
    terminal.press("right")
    terminal.settle(0.3)
    assert rate(terminal, 2.0) > 0


@pytest.mark.long
@pytest.mark.fresh
def test_memory_and_first_frame():
    seconds, megabytes = started()
    assert megabytes <= 60
    assert seconds <= 5.0  # how soon on an idle machine is for the bench to say
