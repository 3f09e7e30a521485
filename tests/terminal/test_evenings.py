"""Each family played by keys and by mouse, at three sizes, in themes, without colour, in ASCII."""

import json

import pytest
from person import BEYOND_RIGHT, MANNERS, USUAL, Person

from ludoscope.tui.screens.play.results import NEXT_DELAY_SECONDS

# Microsoft deal 24 in the notation that FreeCell players use, as freecell-solver 6 solves it:
# `fc-solve --load-config ct -opt -p -t -sam -sn`. No card goes home by itself in it.
PUBLISHED = """
4h 7a 7b 7h 1c 1d a1 7a 74 7h ch 2c 27 2h 2h 7h 67 c6 75 2c 27 2h 45 32 73 87 87 c8 85 a8 4c 4a 46
4h d4 24 87 8d 82 b8 28 47 1b 12 14 c2 1c 1h 5h 1h ah dh 61 6a 6d 63 a2 64 c6 86 38 3h 43 34 3h 4h
3a b3 42 a4 5c 5b 5a 5h 2h a6 b6 c6 5a 5b 5c 51 a4 5a 5h 7h 6h 7h 6h 7h 6h 7h 6h 7h 4h 6h 7h 4h 2h
1h 6h 7h 2h 8h ch bh 3h 2h 1h 8h dh 3h 2h 1h 8h ah 1h
"""
SOLUTION = [move[0].upper() + move[1:] for move in PUBLISHED.split()]  # small letters are commands

ALL = [USUAL, *(pytest.param(one, marks=pytest.mark.long) for one in MANNERS[1:])]


def goes_on(person):
    """Go to the next puzzle; a key counts once the result has been shown for a moment."""
    person.terminal.settle(NEXT_DELAY_SECONDS)
    person.presses("next puzzle")


@pytest.fixture
def sits_down(start, home):
    """Return a function that opens the app, at home or on a puzzle, with a player's settings."""

    def open_it(manner, *puzzle):
        home.mkdir()
        (home / "settings.json").write_text(json.dumps({"theme": manner.theme}))
        terminal = start(*puzzle, *manner.arguments, env=manner.env, size=manner.size)
        return Person(terminal, manner)

    return open_it


@pytest.mark.long
@pytest.mark.parametrize("manner", ALL, ids=str)
def test_pegs(sits_down, manner):
    person = sits_down(manner, "english-plus")
    person.sees("English, plus", r"\bmove 0 ", "✓ winnable")

    person.presses("hint")
    person.sees("Hint: the peg at", "⏎ plays")
    person.terminal.press("enter")
    person.sees(r"\bmove 1 ")
    person.presses("undo")
    person.sees(r"\bmove 0 ")

    person.drags(person.cell(3, 4), person.cell(1, 4))
    person.sees(r"\bmove 1 ")
    person.drags(person.cell(4, 6), person.cell(1, 4))
    person.clicks(person.cell(5, 4))
    person.clicks(person.cell(7, 4))
    person.sees(r"\bmove 2 ")
    person.presses("type a move")
    person.types("4,5:N")
    person.terminal.press("enter")
    person.sees(r"\bmove 3 ")
    person.terminal.press("tab", "enter", "tab", "enter")
    person.sees(r"\bmove 4 ", "No moves left", "5 pegs", "Lost at jump")
    person.presses("back to winnable")
    person.sees("✓ winnable", gone=["No moves left", r"\bmove 4 "])

    person.terminal.press("ctrl+c")
    person.sees("Quit")
    person.terminal.press("escape")
    person.sees("✓ winnable", "English, plus", gone=["Quit"])


@pytest.mark.long
@pytest.mark.parametrize("manner", ALL, ids=str)
def test_boats(sits_down, manner):
    person = sits_down(manner, "orush-1")
    person.sees("Number 1", "2 moves to the exit", r"\bmove 0 ")
    up, low = person.places("B")
    above = up[0], 2 * up[1] - low[1]

    person.presses("hint")
    person.sees("Hint: boat B clears the way", "⏎ plays")
    person.terminal.press("enter")
    person.sees(r"\bmove 1 ")
    person.presses("undo")
    person.sees(r"\bmove 0 ")

    person.terminal.press("B", "down")
    person.sees(r"\bmove 1 ")
    person.terminal.press("up")
    person.sees(r"\bmove 2 ")
    person.sees_at([up, low], "B")
    person.drags(low, up)
    person.sees(r"\bmove 2 ")
    person.sees_at([above, up], "B")
    person.drags(up, (2, 3))
    person.sees_at([above, up], "B")
    person.terminal.press("A", "left", "left")
    person.sees(r"\bmove 3 ")
    person.terminal.write(BEYOND_RIGHT)
    person.sees("✓ Solved", r"In \d moves")
    goes_on(person)
    person.sees(r"Number (?!1 )\d+ ", r"\bmove 0 ")


@pytest.mark.long
@pytest.mark.parametrize("manner", ALL, ids=str)
def test_pawns(sits_down, manner):
    person = sits_down(manner, "hexapawn-4x4")
    person.sees("4×4", "✓ White wins in 11 plies", "White to move", r"\bmove 0 ")

    person.presses("hint")
    person.sees("Hint: the pawn at", "⏎ plays")
    person.terminal.press("enter")
    person.sees(r"\bmove 1 ", "White to move")
    person.presses("undo")
    person.sees(r"\bmove 0 ")

    person.drags(person.cell("b", 1), person.cell("d", 3))
    person.drags(person.cell("b", 1), person.cell("b", 2))
    person.sees(r"\bmove 1 ", "White to move")
    person.presses("undo")
    person.clicks(person.cell("a", 1))
    person.clicks(person.cell("a", 2))
    person.sees(r"\bmove 1 ", "White to move")
    plays = "enter plays" if person.ascii else "⏎ plays"
    for _ in range(60):  # each of six moves is made by two keys, unless one came too early
        if plays in person.terminal.text:
            person.terminal.press("enter")
            person.sees(r"i hint|you won")
        if "you won" in person.terminal.text:
            break
        person.presses("hint")
        person.terminal.settle()
    person.sees("you won", "[Ww]ith best play")


def finds_the_deal(person):
    """Find a deal by the name that players use."""
    person.presses("find")
    person.types("ms 24")
    person.sees("FreeCell 24", "1 puzzle ")
    person.terminal.press("enter")
    person.sees("Patience › FreeCell 24", r"\bmove 0 ", r"✓ (?:winnable )?within \d+ moves")


def plays(person, moves, at):
    """Play moves of two keys each and wait for the move count."""
    person.types("".join(moves))
    person.sees(rf"\bmove {at} ")


def plays_with_the_mouse(person):
    """Play the first moves with the mouse: double clicks, single clicks and a drag."""
    for at, card in enumerate(("A♠", "J♦", "8♥", "A♦"), 1):
        place = person.last(card)
        person.clicks(place)
        person.clicks(place)
        person.sees(rf"\bmove {at} ")
    plays(person, SOLUTION[4:8], 8)
    person.drags(person.last("5♠"), person.last("6♦"))
    person.sees(r"\bmove 9 ")
    plays(person, SOLUTION[9:12], 12)


def makes_mistakes(person):
    """Try an illegal move, an undone move, a drag to nowhere and an incomplete move."""
    person.types("31")
    person.sees("does not go on")
    plays(person, ["57"], 13)
    person.presses("undo")
    person.sees(r"\bmove 12 ")
    person.drags(person.last("4♥"), (2, 3))
    person.types("2")
    person.terminal.press("escape")
    person.sees(r"\bmove 12 ", "Patience › FreeCell 24")


def goes_away_and_comes_back(person):
    """Leave, find the deal in the list of played ones, and resume it from home."""
    person.presses("back")
    person.sees("Patience: Played", "… FreeCell 24", "1 puzzle ")
    person.presses("back")  # what was looked for is given up first
    person.sees("Patience: Played", gone=["1 puzzle "])
    person.presses("back")
    person.sees("Continue", r"FreeCell 24 +move 12")
    person.terminal.press("down", "enter")
    person.sees("Patience › FreeCell 24", r"\bmove 12 ")


@pytest.mark.long
@pytest.mark.parametrize("manner", ALL, ids=str)
def test_cards(sits_down, manner):
    person = sits_down(manner)
    person.sees("Welcome to Ludoscope")
    person.terminal.press("escape")
    person.sees("Start here", gone=["Welcome"])
    person.looks_up("Autoplay: off")  # the solution tells of each card that goes home
    person.sees("Autoplay: off", gone=["Commands"])
    finds_the_deal(person)
    person.sees("Autoplay off")
    plays_with_the_mouse(person)
    makes_mistakes(person)
    goes_away_and_comes_back(person)
    person.types("".join(SOLUTION[12:]))
    person.sees("✓ Solved", f"{len(SOLUTION)} moves")
    goes_on(person)
    person.sees(r"Patience › FreeCell (?!24 )\d+ ", r"\bmove 0 ")
