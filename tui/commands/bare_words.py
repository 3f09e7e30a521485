"""Command lines that do not begin with a command: a puzzle, a shared line, the course's syntax."""

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile

from ludoscope.games.errors import short_repr
from ludoscope.puzzles import catalogue, share
from ludoscope.tui.commands.course_syntax import (
    CourseSyntaxError,
    is_numbered_deal,
    translate_course_syntax,
)
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.parser import COMMANDS, HELP_OPTIONS


def expand_command_line(words: Sequence[str]) -> list[str]:
    """Return the command line that `words`, which begin with no command, stand for.

    A puzzle is played, and so is the line that the app shares, as a shell splits it into words;
    other options are those of `play`. The syntax of the course is translated; the name of a deal
    alone prints it there, but opens it on a terminal.

    Raises:
        UsageError: The first word is neither an option nor a puzzle.
    """
    if shared_line := _join_shared_line(words):
        return shared_line
    if len(words) == 1 and is_numbered_deal(words[0]) and _is_on_terminal():
        return ["play", *words]
    try:
        completed = translate_course_syntax(words)
    except CourseSyntaxError as error:
        raise UsageError(str(error)) from None
    first_word = completed[0]
    if first_word in COMMANDS or first_word in HELP_OPTIONS:
        return completed
    if not first_word.startswith("-"):
        _require_puzzle(first_word)
    return ["play", *completed]


def _is_on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _join_shared_line(words: Sequence[str]) -> list[str]:
    """Return the command that plays a shared line, whose own first word is missing from `words`.

    Return an empty list if the words are no shared line. Words from # on are a comment, which not
    every shell removes; words from -- on are for the command.
    """
    uncommented = list(takewhile(lambda word: not word.startswith("#"), words))
    line_words = list(takewhile(lambda word: not word.startswith("--"), uncommented))
    line = " ".join([share.COMMAND_WORD, *line_words])
    if not share.has_move_count(line):
        return []
    return ["play", line, *uncommented[len(line_words) :]]


def _require_puzzle(word: str) -> None:
    """Raise UsageError if there is no puzzle of that name."""
    try:
        if catalogue.find_file(word):
            return
        catalogue.find(word, files=False)
    except catalogue.UnknownName:
        similar = get_close_matches(word, list(COMMANDS), 1)
        hint = f"; did you mean {similar[0]}?" if similar else ""
        raise UsageError(f"{short_repr(word)} is neither a command nor a puzzle{hint}") from None
    except (LookupError, ValueError, OSError):
        return  # it is meant as a puzzle: `play` says what is wrong with it
