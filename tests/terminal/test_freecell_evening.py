"""An evening of somebody who knows FreeCell: by number, moves of two keys, drags, double clicks."""

import re

from test_hands import click, drag

# Microsoft deal 24 in the notation that FreeCell players use, as freecell-solver 6 solves it:
# `fc-solve --load-config ct -opt -p -t -sam -sn`. No card goes home by itself in it.
PUBLISHED = """
4h 7a 7b 7h 1c 1d a1 7a 74 7h ch 2c 27 2h 2h 7h 67 c6 75 2c 27 2h 45 32 73 87 87 c8 85 a8 4c 4a 46
4h d4 24 87 8d 82 b8 28 47 1b 12 14 c2 1c 1h 5h 1h ah dh 61 6a 6d 63 a2 64 c6 86 38 3h 43 34 3h 4h
3a b3 42 a4 5c 5b 5a 5h 2h a6 b6 c6 5a 5b 5c 51 a4 5a 5h 7h 6h 7h 6h 7h 6h 7h 6h 7h 4h 6h 7h 4h 2h
1h 6h 7h 2h 8h ch bh 3h 2h 1h 8h dh 3h 2h 1h 8h ah 1h
"""
SOLUTION = PUBLISHED.split()
SECOND, FOURTH, SEVENTH = 9, 21, 39  # columns of the screen in which these columns of cards are


class Player:
    """Knows the game, and reads the rest on the screen."""

    def __init__(self, terminal):
        self.terminal = terminal
        self.moves = 0

    def sees(self, *wanted, gone=()):
        self.terminal.see(*wanted, gone=gone)

    def presses(self, key, does):
        """A key that the footer names."""
        self.sees(rf"{re.escape(key)} {does}")
        self.terminal.press({"esc": "escape", "⏎": "enter", "^p": "ctrl+p"}.get(key, key))

    def has_moved(self, number=1):
        self.moves += number
        self.sees(rf"\bmove {self.moves} ")

    def plays(self, moves):
        """Two keys each."""
        self.terminal.press(*"".join(moves))
        self.has_moved(len(moves))

    def line_of(self, card):
        """The line of the screen, counted from 1, in which a card stands."""
        return next(at for at, line in enumerate(self.terminal.lines, 1) if card in line)


def finds_the_deal(player):
    """As players call it."""
    player.presses("/", "find")
    player.terminal.press(*"ms 24")
    player.sees("Microsoft FreeCell 24", "1 puzzle ")
    player.terminal.press("enter")
    player.sees("Patience › Microsoft FreeCell 24", r"\bmove 0 ", "✓ winnable")


def keeps_cards_back(player):
    """The solution tells of each card that goes home."""
    player.presses("^p", "commands")
    player.terminal.press(*"autoplay off")
    player.sees("│ autoplay: off ")
    player.terminal.press("enter")
    player.sees("Autoplay off", gone=["Commands"])


def plays_with_the_mouse(player):
    """The beginning of the solution: a double click home, one to a cell, and a drag."""
    terminal = player.terminal
    for column, card in ((FOURTH, "A♠"), (SEVENTH, "J♦"), (SEVENTH, "8♥"), (SEVENTH, "A♦")):
        line = player.line_of(card)
        click(terminal, column, line)
        click(terminal, column, line)
        player.has_moved()
    player.plays(SOLUTION[4:8])
    drag(terminal, (SEVENTH, player.line_of("5♠")), (FOURTH, player.line_of("6♦")))
    player.has_moved()
    player.plays(SOLUTION[9:12])


def makes_mistakes(player):
    """A move that is none, one that is taken back, a drag to nowhere, half a move."""
    terminal = player.terminal
    terminal.press(*"31")
    player.sees("does not go on")
    player.plays(["57"])
    player.presses("u", "undo")
    player.has_moved(-1)
    line = player.line_of("Q♦")
    drag(terminal, (SECOND, line), (SEVENTH + 30, line))
    player.sees(rf"\bmove {player.moves} ")
    terminal.press("2")
    player.sees("2")
    terminal.press("escape")
    player.sees(rf"\bmove {player.moves} ", "Patience › Microsoft FreeCell 24")


def goes_away_and_comes_back(player):
    """The library has the deal among those that were played, and it waits at home."""
    player.presses("esc", "back")
    player.sees("Patience: Played", "… Microsoft FreeCell 24", "1 puzzle ")
    player.presses("esc", "back")  # what was looked for is given up first
    player.sees("Patience: Played", gone=["1 puzzle "])
    player.presses("esc", "back")
    player.sees("Continue", rf"Microsoft FreeCell 24 +move {player.moves}")
    player.terminal.press("down", "enter")
    player.sees("Patience › Microsoft FreeCell 24", rf"\bmove {player.moves} ")


def test_the_evening(start):
    terminal = start()
    player = Player(terminal)
    player.sees("Welcome to Ludoscope")
    terminal.press("enter")
    player.sees("Start here", gone=["Welcome"])
    finds_the_deal(player)
    keeps_cards_back(player)
    plays_with_the_mouse(player)
    makes_mistakes(player)
    goes_away_and_comes_back(player)
    player.plays(SOLUTION[12:])
    player.sees("✓ Solved", f"{len(SOLUTION)} moves")
    player.presses("n", "next")
    player.sees("Patience › Microsoft FreeCell 25", r"\bmove 0 ")
