"""Bytes decide how the app feels over SSH: what keys, moves, clocks and solvers may send."""

import os

import pytest

from tui.traffic import SCENES, rate, traffic
from tui.traffic import start as started

FULL = os.environ.get("LUDOSCOPE_FULL")
SHOWN = SCENES if FULL else [scene for scene in SCENES if scene.board == "rush"]


@pytest.mark.parametrize("scene", SHOWN, ids=lambda scene: scene.board)
def test_budgets(scene):
    found = traffic(scene, 4.0 if FULL else 1.2)
    assert 0 < found.cursor <= 400
    assert 0 < found.move <= 1500
    assert 0 < found.clock <= 60
    assert found.clock < found.solver <= 2000


def test_nothing_is_sent_when_nothing_happens(start):
    terminal = start(env={"LUDOSCOPE_REDUCED_MOTION": "1"})
    terminal.see("Peg solitaire", "Patience", "ORush", "Hexapawn")
    terminal.settle(0.5)
    assert rate(terminal, 1.0) == 0


@pytest.mark.skipif(not FULL, reason="takes more than a minute: LUDOSCOPE_FULL=1")
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


def test_memory_and_first_frame():
    seconds, megabytes = started()
    assert megabytes <= 60
    assert seconds <= 5.0  # how soon on an idle machine is for the bench to say
