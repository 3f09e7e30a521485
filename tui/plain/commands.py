"""The commands of the plain mode.

A line that begins with the name of a command, or that is its letter, is a command; any other line
is a move. The letters are the keys of the same commands on the screen.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import NamedTuple


class Command(NamedTuple):
    """A command.

    Attributes:
        letter: A letter that stands for it; "" for none.
        argument: What may follow it, for the help.
        summary: What it does.
        binding: The id of the same command on the screen, "" if there is none.
        needs_game: False if it works without an open puzzle.
    """

    letter: str
    argument: str
    summary: str
    binding: str = ""
    needs_game: bool = True


COMMANDS: Mapping[str, Command] = {
    "board": Command("b", "", "the whole board in words"),
    "at": Command("", "PLACE", "what is at a place, or where a piece is"),
    "moves": Command("m", "", "all legal moves"),
    "status": Command("", "", "whether the game can be won, moves, time, hints"),
    "hint": Command("i", "", "which piece to move and why; again: the move", "play.hint"),
    "undo": Command("u", "[N]", "take back a move, or N moves", "play.undo"),
    "redo": Command("y", "[N]", "make a move again that was taken back", "play.redo"),
    "winnable": Command("z", "", "go back to the last winnable position", "play.winnable"),
    "solve": Command("s", "[SOLVER]", "print a solution from here; ctrl+c stops it", "play.solve"),
    "restart": Command("r", "", "go back to the start", "go.restart"),
    "line": Command("", "", "the moves made so far"),
    "rules": Command("", "", "the goal, and how moves are typed"),
    "players": Command("o", "WHO", "white, black, both or none: who you are", "play.sides"),
    "analysis": Command("a", "", "say after each move whether it can be won, or not"),
    "share": Command(
        "c", "[result]", "the game in words and as a line; result: without the moves", "play.copy"
    ),
    "next": Command("n", "", "open the next puzzle or deal", "go.next"),
    "previous": Command("p", "", "open the previous one", "go.previous"),
    "random": Command("d", "", "open a random one of the same kind", "go.random"),
    "similar": Command("", "", "open one that is as hard and not won yet"),
    "open": Command("", "NAME", "open a puzzle: open lucas 7, open ms 24", "", False),
    "games": Command("", "", "the games to continue and the puzzles of the day", "", False),
    "calendar": Command("", "[MONTH]", "the daily puzzles of a month: calendar 2026-11", "", False),
    "help": Command("?", "", "this list", "", False),
    "quit": Command("q", "", "leave; the game is saved and can be continued", "app.quit", False),
}
ALIASES: Mapping[str, str] = {
    "exit": "quit",
    "prev": "previous",
    "where": "at",
    "what": "at",
    "look": "board",
    "daily": "games",
    "dailies": "calendar",
    "history": "line",
    "continue": "games",
    **{command.letter: name for name, command in COMMANDS.items() if command.letter},
}
KEY_DISPLAYS: Mapping[str, str] = {
    **{command.binding: f'"{name}"' for name, command in COMMANDS.items() if command.binding},
    "play.tree": "t on the screen",
    "play.matchboxes": "m on the screen",
}
"""What stands for the keys of the screen in messages that name them."""


# "o white" is a command, but "o left" and "u u 2" move boats
_LETTER_ARGUMENT = re.compile(
    r"[0-9]+|(?!(?:left|right|up|down)\b)[a-z]{2}.*", re.IGNORECASE | re.ASCII
)


class Request(NamedTuple):
    """A command with what follows it; the command is "" for a move."""

    command: str
    argument: str


def parse_line(line: str) -> Request:
    """Return the command of a line, or the line as a move."""
    word, _, argument = line.partition(" ")
    argument = argument.strip()
    name = word if len(word) == 1 else word.lower()  # capital letters are pieces
    name = ALIASES.get(name, name)
    command = COMMANDS.get(name)
    if not command or (len(word) == 1 and argument and not _fits_letter(command, argument)):
        return Request("", line)
    return Request(name, argument)


def _fits_letter(command: Command, argument: str) -> bool:
    """Return True if the letter of a command with this argument is the command, and no move."""
    return bool(command.argument and _LETTER_ARGUMENT.fullmatch(argument))


def similar_command(line: str) -> str:
    """Return the command that the first word of a line may be misspelt for, or ""."""
    word = line.partition(" ")[0].lower()
    matches = get_close_matches(word, [*COMMANDS], 1, cutoff=0.7) if len(word) > 2 else []
    return matches[0] if matches else ""


def help_lines() -> list[str]:
    """Return a line for each command."""
    lines = []
    for name, command in COMMANDS.items():
        letter = f", or {command.letter}" if command.letter else ""
        argument = f" {command.argument}" if command.argument else ""
        lines.append(f"{name}{argument}{letter}: {command.summary}")
    return lines
