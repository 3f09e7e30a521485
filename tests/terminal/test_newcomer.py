"""A newcomer's first evening: nothing but keys that the screen itself names at that moment."""

import json
import re

import pytest

SENT = {  # what the footer calls a key, and what is sent for it
    "⏎": "enter",
    "esc": "escape",
    "^p": "ctrl+p",
    "→": "right",
    "↑↓←→": "down",
}
SILENT = 0.02  # seconds after which what a key brings is there


class Newcomer:
    """Presses a key only where the two last lines, or the help, say what it does."""

    def __init__(self, terminal):
        self.terminal = terminal

    def sees(self, *wanted, gone=()):
        self.terminal.see(*wanted, gone=gone)

    def presses(self, key, does):
        """Press a key that the last lines of the screen give for an action."""
        arrow = "[←→]*" if key == "→" else ""
        self.sees(rf"{arrow}{re.escape(key)} {does}")
        self.terminal.press(SENT.get(key, key))
        self.terminal.settle(SILENT)

    def looks_up(self, does):
        """Open the palette, where all commands are, and choose it there."""
        self.presses("^p", "commands")
        self.terminal.press(*does)
        self.sees(rf"› {does} *│", rf"│ (?i:{does}) ")
        self.terminal.press("enter")
        self.terminal.settle(SILENT)


def hinted_move(newcomer):
    """Ask twice for a hint, then type the move as the screen suggests."""
    newcomer.presses("i", "hint")
    newcomer.sees("Hint: the peg at")
    newcomer.presses("i", "show move")
    newcomer.sees(r"jumps \w+ \(\d,\d:\w+\)")
    move = re.search(r"\((\d,\d:\w+)\)", newcomer.terminal.text).group(1)
    newcomer.presses(":", "type a move")
    newcomer.terminal.press(*move)
    newcomer.presses("⏎", "play")


def watches_a_solver(newcomer):
    """Watch a readable solver step by step in the large view, then play a move of its solution."""
    newcomer.presses("s", "solve")
    newcomer.sees("solution", "solved in")
    newcomer.presses("s", "another solver")
    newcomer.sees("Solve with", "Breadth-first search")
    newcomer.sees("breadth-first: all boards one move away")  # what is said of the chosen one
    newcomer.presses("⏎", "choose")
    newcomer.sees("solution", r" 0 of \d")
    newcomer.presses("→", "step")
    newcomer.sees(r" 1 of \d")
    newcomer.presses("w", "watch")
    newcomer.sees("Watching › breadth-first", "the fewest possible")
    newcomer.presses("r", "step through")
    newcomer.sees("Steps › breadth-first", " step 1 ", r"expanded +0\b")
    newcomer.presses("→", "step")
    newcomer.sees(" step 2 ")
    newcomer.presses("n", "next expansion")
    newcomer.sees(r"expanded +[1-9]", gone=[" step 2 "])
    newcomer.presses("esc", "back")
    newcomer.sees("Watching › breadth-first", "the fewest possible")
    newcomer.presses("⏎", "replay solution")
    newcomer.sees(r" 1 of \d", gone=["Watching"])
    newcomer.presses("⏎", "play from here")
    newcomer.sees(r"\bmove 1 ", gone=["solution  "])


def visits_the_lab(newcomer):
    """Find the lab in the palette and run solvers there."""
    newcomer.looks_up("lab")
    newcomer.sees("Lab › Peg solitaire › English, plus", "The position")
    newcomer.presses("s", "run")
    names = ("breadth-first", "depth-first", "beam")
    newcomer.sees(*(f"{name} .*✓ (?:solved|fewest)" for name in names), "Explored, by depth")
    newcomer.presses("tab", "plot")
    newcomer.sees("Explored, over time", gone=["Explored, by depth"])
    newcomer.presses("esc", "back")
    newcomer.sees("English, plus", r"\bmove 1 ", gone=["Lab"])


def changes_the_theme(newcomer):
    """Change the theme in the settings, and check that it is applied and kept."""
    newcomer.looks_up("settings")
    newcomer.sees("Theme +terminal +▼")
    newcomer.presses("→", "change")
    newcomer.sees("Theme .*▼", gone=["Theme +terminal +▼"])
    newcomer.presses("esc", "back")
    newcomer.sees("English, plus", r"\bmove 1 ")


@pytest.mark.long
def test_the_first_evening(start, home):
    newcomer = Newcomer(start())
    terminal = newcomer.terminal

    newcomer.sees("Welcome to Ludoscope", "esc close")
    newcomer.presses("esc", "close")
    newcomer.sees("Peg solitaire", gone=["Welcome"])
    newcomer.presses("⏎", "open")
    newcomer.sees("Classics", " +Cross +6 → 1 ")  # the easiest comes first
    newcomer.presses("⏎", "open")
    newcomer.sees("English, cross ", r"\bmove 0 ", "6 pegs left")

    hinted_move(newcomer)
    newcomer.sees(r"\bmove 1 ")
    newcomer.presses("b", "bookmark")
    newcomer.sees("Bookmark 1")
    newcomer.presses("tab", "next peg")
    terminal.press("enter")  # its only jump
    newcomer.sees(r"\bmove 2 ", "No moves left", "Lost at jump 2")
    newcomer.presses("z", "back to winnable")
    newcomer.sees(r"\bmove 1 ", "✓ winnable", gone=["No moves left"])
    newcomer.presses("y", "makes it again")
    newcomer.sees(r"\bmove 2 ", "No moves left")
    newcomer.looks_up("tree of moves")
    newcomer.sees("Moves › English, cross", "◆ 1")
    newcomer.looks_up("next bookmark")
    newcomer.presses("⏎", "go to move")
    newcomer.sees(r"\bmove 1 ", gone=["Moves › English, cross"])

    for number in range(2, 6):
        hinted_move(newcomer)
        newcomer.sees(rf"\bmove {number} ")
    newcomer.sees("solved")

    newcomer.sees("✓ Solved", "The fewest possible", "With 5 hints: no stars")
    newcomer.looks_up("next")
    newcomer.sees("English, plus", r"\bmove 0 ")

    watches_a_solver(newcomer)
    visits_the_lab(newcomer)
    changes_the_theme(newcomer)

    newcomer.presses("esc", "back")
    newcomer.sees("… Plus ", "Fireplace")
    newcomer.presses("esc", "back")
    newcomer.sees("Continue", gone=["Fireplace"])
    newcomer.presses("q", "quit")
    assert terminal.wait(60) == 0
    assert json.loads((home / "settings.json").read_text())["theme"] != "terminal"

    back = Newcomer(start())
    back.sees("Continue", r" English, plus +jump 1", gone=["Welcome"])
    back.presses("↑↓←→", "choose")
    back.presses("⏎", "open")
    back.sees("English, plus", r"\bmove 1 ", "8 pegs left")
