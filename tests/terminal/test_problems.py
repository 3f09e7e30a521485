"""Puzzles set up in a terminal of 80×24 by keys alone: found impossible, mended, solved, kept."""

import re
import time

import pytest

from ludoscope.search.kernels import all_kernels_compiled


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
def test_a_problem_of_one_s_own_by_keys_alone(start, home):
    terminal = start()
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", "Peg solitaire", "ORush", gone=["Welcome"])
    terminal.press("enter")
    terminal.see("Lucas 1", "new problem")
    terminal.press("e")
    terminal.see("New problem", " English +33 holes")
    terminal.press("enter")
    terminal.see("Start: 32 pegs", "Finish: 1 peg", r"\[○\]", "✓ solved in 31")

    terminal.press("right", "enter")  # a second hole
    terminal.see("Start: 31 pegs", "✗ impossible: colouring", gone=["solved"])
    terminal.press("tab", "~")
    terminal.see("› Finish: 2 pegs", "✓ solved in", gone=["impossible"])

    terminal.press("w", *"My holes/2", "enter")
    terminal.see("Saved as")
    path = home / "problems" / "My holes-2.peg.txt"
    terminal.press("p")
    terminal.see("My holes-2", r"\bmove 0 ", "31 pegs left")
    terminal.press("s")
    terminal.see("solution", " 0 of 29")
    terminal.press("right", "right")
    terminal.see(" 2 of 29")
    terminal.press("enter")
    terminal.see(r"\bmove 2 ", gone=["solution  "])
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0

    solving = start("solve", str(path))
    solving.see("SUCCES")
    assert solving.wait(60) == 0

    terminal = start()
    terminal.see("My holes-2 +jump 2")
    terminal.press("enter")
    terminal.see("your problems", "My holes-2")
    terminal.press("enter")
    terminal.see("My holes-2", r"\bmove 2 ", "29 pegs left")


@pytest.mark.long
def test_a_guest_s_problem_stays_with_the_guest_s_saves(start, tmp_path):
    data = tmp_path / "data"
    terminal = start("play", "--guest", "--data", str(data), "lucas-01")
    terminal.see(r"\bmove 0 ")
    terminal.press("e")
    terminal.see("New problem", "Start: 6 pegs")
    terminal.press("w", *"../../mine", "enter")
    terminal.see("Saved as mine")
    assert not re.search(str(tmp_path), terminal.text)
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert [path.name for path in (data / "problems").iterdir()] == ["mine.peg.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


PAPER_DEAL = (  # row by row, as one reads a table
    "3D5H3STHJD7DKSTC KHKDKC7SJC9C8C8D 5S6S4H6C5D2CAH7H 4C9H2S3C4SQSTSAC"
    "9D2H7CJH8H6D2D3H ADQH4D8SAS9SJSQC 6HQD5CTD"
)
PAPER_GRID = "A2H02 B2V14 C2V32 D2V30 E2H13 F3V40 G2V21 H2H24 I2V00 J2H25"
PAPER_POSITIONS = {  # of each family: the keys, what stands below the board, and what is played
    "Patience": (["enter", *PAPER_DEAL.replace(" ", "")], "✓ solved in", "FreeCell-free"),
    "ORush": (["#", *PAPER_GRID, "enter"], "✓ solved in .* fewest possible", "slides"),
    "Hexapawn": ([*"BB2W2W1B", "tab"], "✓ Black wins in", "pp../P..P/.p../.... B"),
}


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
@pytest.mark.parametrize("title", PAPER_POSITIONS)
def test_a_position_that_exists_only_on_paper_is_entered_and_played(start, home, title):
    keys, verdict, shared = PAPER_POSITIONS[title]
    terminal = start()
    terminal.see("Welcome to Ludoscope")
    terminal.press("escape")
    terminal.see("Patience", "Hexapawn", "Peg solitaire", "ORush", gone=["Welcome"])
    terminal.press("ctrl+p")
    terminal.see("Commands")
    terminal.press(*f"New problem: {title}")
    terminal.see(rf"│ New problem: {title} ")
    terminal.press("enter")
    terminal.see("New problem: choose" if title == "Patience" else f"{title} › New problem")
    begun = time.monotonic()
    terminal.press(*keys)
    terminal.see(verdict)
    assert time.monotonic() - begun < 60
    terminal.press("w", *"On paper", "enter")
    terminal.see("Saved as")
    [path] = (home / "problems").iterdir()
    assert shared in path.read_text()
    terminal.press("p")
    terminal.see("On paper", r"\bmove 0 ")
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
