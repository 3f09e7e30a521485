"""Each family in a terminal of 80×24, by keys alone: opened, played, undone, solved, replayed.

LUDOSCOPE_FULL=1 plays longer.
"""

import os
import re
from itertools import cycle, islice

import pytest
from many import first_of

LONG = bool(os.environ.get("LUDOSCOPE_FULL"))
ENOUGH = 10 if LONG else 4  # moves


def moves_made(terminal):
    found = re.search(r"(?<!since )\bmove (\d+) |(\d+) moves?, \d+ square", terminal.text)
    return int(found[1] or found[2])


def after(number):
    """Return a pattern for the top line after that number of moves."""
    return rf"\bmove {number} |\b{number} moves?, \d+ square"


def by_keys(*ways):
    """Play by the keys of each way in turn."""

    def play(terminal):
        for made, way in enumerate(islice(cycle(ways), ENOUGH), 1):
            terminal.press(*way)
            terminal.see(after(made))

    return play


def by_tab(moved, moves=ENOUGH):
    """Move the next piece that can move, to the next place if it has several, again and again.

    Args:
        moved: A pattern for the screen after a move, with its number.
        moves: The number of moves.
    """

    def play(terminal):
        for made in range(1, moves + 1):
            terminal.press("tab", "enter")
            terminal.see(rf"{moved(made)}|tab next (hole|square)")
            if not re.search(moved(made), terminal.text):
                terminal.press("tab", "enter")
            terminal.see(moved(made), gone=["thinking"])

    return play


def by_hints(terminal):
    """Ask for a hint, then for its move, and press the key that plays it, again and again."""
    for number in range(1, ENOUGH + 1):
        terminal.press("i")
        terminal.see("Hint: .*; i shows the move")
        terminal.press("i")
        terminal.see("plays it")
        key = re.search(r"Hint: .*; (\S+) plays it", terminal.text).group(1)
        terminal.press("enter" if key == "⏎" else key)
        terminal.see(rf"\bmove {number} ")


JUMPS = 20  # of a solution of Lucas 7
by_pegs = by_tab(lambda made: rf"\b{JUMPS - made + 1} pegs left")
by_pawns = by_tab(lambda made: rf" {made}  [a-e]\S+ +[a-e]\d", moves=5 if LONG else 2)
FAMILIES = {  # a puzzle, what its screen says, how it is played
    "peg": ("lucas-07", "Peg solitaire › Lucas 7", by_pegs),
    "hexapawn": ("hexapawn-5x5", "Hexapawn › 5×5", by_pawns),
    "rush": ("orush-20", "ORush › Number 20", by_keys(["G", "down"], ["G", "up"])),
    "patience": ("FreeCell.123456", "Patience › xpat2 FreeCell 123456", by_hints),
}


@first_of("family", sorted(FAMILIES, key=lambda family: family != "rush"))
def test_a_family_by_keys_alone(start, family):
    puzzle, title, play = FAMILIES[family]
    terminal = start("play", puzzle)
    terminal.see(title, after(0))

    play(terminal)
    made = moves_made(terminal)
    assert made >= 2, terminal.text
    terminal.press("u")
    terminal.see(after(f"({made - 1}|{made - 2})"))
    terminal.press("y")
    terminal.see(after(made))
    terminal.press("r")
    terminal.see(after(0))

    terminal.press("s")
    terminal.see("solution", r" 0 of \d+")
    length = int(re.search(r" 0 of (\d+)", terminal.text).group(1))
    terminal.press("right")
    terminal.see(f" 1 of {length}")
    terminal.press("space")  # and it goes on by itself
    terminal.see(f" 2 of {length}")
    terminal.press("escape")
    terminal.see(title, after(0), gone=["solution  "])
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", "Peg solitaire", "ORush")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0


@pytest.mark.long
def test_the_name_of_a_deal_alone_opens_it(start):
    terminal = start("FreeCell.5")
    terminal.see("Patience › xpat2 FreeCell 5", after(0))
    terminal.press("escape")
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", gone=["Welcome"])
    terminal.write(b":oil 3")
    terminal.see("Full Midnight Oil 3", "MidnightOil.3")
    terminal.press("down", "enter")
    terminal.see("Patience › Full Midnight Oil 3")


@pytest.mark.long  # test_newcomer has it too
def test_a_puzzle_is_found_from_home(start):
    terminal = start()
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", "Peg solitaire", "ORush", gone=["Welcome"])
    terminal.press("enter")
    terminal.see("Peg solitaire", " +Cross ", gone=["Hexapawn"])
    terminal.press("enter")
    terminal.see("Peg solitaire › English, cross", r"\bmove 0 ")


@pytest.mark.long
def test_keys_typed_faster_than_frames_mean_the_same(start):
    terminal = start("play", "hexapawn-5x5")
    terminal.see(r"\bmove 0 ")
    terminal.write(b":b1b2\r")
    terminal.see(r"\bmove [12] ", "b1b2")
