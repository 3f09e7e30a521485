"""A problem set up in a terminal of 80×24 by keys alone, found impossible, mended and solved."""

import re

import pytest

from ludoscope.search.kernels import all_kernels_compiled


@pytest.mark.long
@pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")
def test_a_problem_of_one_s_own_by_keys_alone(start, home):
    terminal = start()
    terminal.see("Welcome to Ludoscope")
    terminal.press("enter")
    terminal.see("Patience", "Hexapawn", "Peg solitaire", "ORush", gone=["Welcome"])
    terminal.press("enter")
    terminal.see("Lucas 1", "new problem")
    terminal.press("e")
    terminal.see("New problem", " english +33 holes")
    terminal.press("enter")
    terminal.see("Start: 32 pegs", "Finish: 1 peg", r"\[○\]", "may be solvable")

    terminal.press("right", "enter")  # a second hole
    terminal.see("Start: 31 pegs", "impossible: colouring", gone=["may be"])
    terminal.press("s")
    terminal.see("✗ unsolvable: colouring")
    terminal.press("tab", "c")
    terminal.see("› Finish: 2 pegs", "may be solvable", gone=["unsolvable"])
    terminal.press("s")
    terminal.see("✓ solved in")

    terminal.press("w", *"My holes/2", "enter")
    terminal.see("Saved as")
    path = home / "problems" / "My holes-2.peg.txt"
    terminal.press("p")
    terminal.see("My holes-2", r"\bmove 0 ", "29 jumps left")
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
    terminal.see("My holes-2", r"\bmove 2 ", "27 jumps left")


@pytest.mark.long
def test_a_guest_s_problem_stays_with_the_guest_s_saves(start, tmp_path):
    data = tmp_path / "data"
    terminal = start("play", "--guest", "--data", str(data), "lucas-01")
    terminal.see(r"\bmove 0 ")
    terminal.press("e")
    terminal.see("new problem", "Start: 6 pegs")
    terminal.press("w", *"../../mine", "enter")
    terminal.see("Saved as mine")
    assert not re.search(str(tmp_path), terminal.text)
    terminal.press("ctrl+q")
    assert terminal.wait(60) == 0
    assert [path.name for path in (data / "problems").iterdir()] == ["mine.peg.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["data"]
