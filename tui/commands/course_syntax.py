"""The command line prescribed by a university course, translated to that of this program.

    ludoscope FreeCell.123456                     the deal: the numbers of its cards, its columns
    ludoscope FreeCell.123456 -search FILE        solve it, and write the solution
    ludoscope FreeCell.123456 -check FILE         replay a solution
    ludoscope -help

Options stand before or after the name. `-search` and `-check` also take any other PUZZLE; the name
of such a puzzle alone is not in the syntax of the course, and neither are the options of `play`,
such as `FreeCell.123456 --ascii`.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games.errors import short_repr
from ludoscope.games.patience.variants import find_variant

FILE_OPTIONS = ("-search", "-check")
HELP_OPTIONS = ("-help", "--help", "-h")
EXPECTED = "expected -search FILE, -check FILE or -help"
_NUMBERED_DEAL = re.compile(r"([A-Za-z]+)\.[0-9]{1,12}")


class CourseSyntaxError(ValueError):
    """Raised for a malformed command line of the course; the message says what is wrong."""


class _Arguments(NamedTuple):
    """The puzzles named on a command line, and the file of each option."""

    puzzles: list[str]
    files: dict[str, str]


def translate_course_syntax(words: Sequence[str]) -> list[str]:
    """Return the command of this program for a command line of the course.

    Words in any other syntax are returned unchanged.

    Raises:
        CourseSyntaxError: The command line is malformed.
    """
    if not _is_course_syntax(words):
        return list(words)
    if any(word in HELP_OPTIONS for word in words):
        return ["--help"]
    puzzles, files = _split_arguments(words)
    if len(files) > 1:
        raise CourseSyntaxError("found both -search and -check, expected one of them")
    if len(puzzles) != 1:
        quoted = " and ".join(map(short_repr, puzzles))
        problem = f"found the puzzles {quoted}" if puzzles else "no puzzle is named"
        raise CourseSyntaxError(f"{problem}, expected one such as FreeCell.123456")
    [puzzle] = puzzles
    match files:
        case {"-check": file}:
            return ["check", "--", puzzle, file]
        case {"-search": file}:
            return ["solve", "-o", file, "--", puzzle]
    return ["show", "--format", "permutation", "--format", "pysol", "--", puzzle]


def _is_course_syntax(words: Sequence[str]) -> bool:
    if any(word in (*FILE_OPTIONS, "-help") for word in words):
        return True
    has_play_option = any(word.startswith("--") and word != "--help" for word in words)
    return is_numbered_deal(words[0]) and not has_play_option


def _split_arguments(words: Sequence[str]) -> _Arguments:
    puzzles: list[str] = []
    files: dict[str, str] = {}
    remaining = iter(words)
    for word in remaining:
        if word in files:
            raise CourseSyntaxError(f"{word} is given twice")
        if word in FILE_OPTIONS:
            file = next(remaining, "")
            if not file or (file.startswith("-") and file != "-"):
                problem = f"found {short_repr(file)}" if file else "found none"
                raise CourseSyntaxError(f"{word} needs a FILE, {problem}")
            files[word] = file
        elif word.startswith("-") and word != "-":
            raise CourseSyntaxError(f"no option {short_repr(word)}, {EXPECTED}")
        else:
            puzzles.append(word)
    return _Arguments(puzzles, files)


def is_numbered_deal(name: str) -> bool:
    """Return True for a numbered deal of patience such as `FreeCell.123456` or `st.12`."""
    match = _NUMBERED_DEAL.fullmatch(name)
    return match is not None and find_variant(match[1]) is not None
