"""The command line of the course, translated to that of this program.

    ludoscope FreeCell.123456                     the deal: the numbers of its cards, its columns
    ludoscope FreeCell.123456 -search FILE        solve it, and write the solution
    ludoscope FreeCell.123456 -check FILE         replay a solution
    ludoscope -help

Options are before or after the name. `-search` and `-check` also take any other PUZZLE, but the
name of such a puzzle alone is not a command.
"""

import re
from collections.abc import Container, Sequence

from ludoscope.games.errors import short_repr

OPTIONS = ("-search", "-check")
HELP = ("-help", "--help", "-h")
EXPECTED = "expected -search FILE, -check FILE or -help"
_DEAL = re.compile(r"([A-Za-z]+)\.[0-9]{1,12}")


class CourseError(ValueError):
    """Words that cannot be understood, in one sentence."""


def translated(words: Sequence[str], commands: Container[str]) -> list[str]:
    """The words of a command of ours; CourseError for a malformed command line of the course.

    Words that begin with one of our `commands`, or do not use the course's form, are returned
    unchanged.
    """
    if not words or not _meant(words, commands):
        return list(words)
    if any(word in HELP for word in words):
        return ["--help"]
    names, files = _sorted(words)
    if len(files) > 1:
        raise CourseError("found both -search and -check, expected one of them")
    if len(names) != 1:
        named = " and ".join(map(short_repr, names))
        found = f"found the puzzles {named}" if names else "no puzzle is named"
        raise CourseError(f"{found}, expected one such as FreeCell.123456")
    [name] = names
    match files:
        case {"-check": file}:
            return ["check", "--", name, file]
        case {"-search": file}:
            return ["solve", "-o", file, "--", name]
    return ["show", "--format", "permutation", "--format", "pysol", "--", name]


def _meant(words: Sequence[str], commands: Container[str]) -> bool:
    """Whether this is a command line of the course."""
    if words[0] in commands:
        return False
    return is_deal(words[0]) or any(word in (*OPTIONS, "-help") for word in words)


def _sorted(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """The puzzles, and by option its file."""
    names: list[str] = []
    files: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if word in files:
            raise CourseError(f"{word} is given twice")
        if word in OPTIONS:
            file = next(rest, "")
            if not file or (file.startswith("-") and file != "-"):
                found = f"found {short_repr(file)}" if file else "found none"
                raise CourseError(f"{word} needs a FILE, {found}")
            files[word] = file
        elif word.startswith("-") and word != "-":
            raise CourseError(f"no option {short_repr(word)}, {EXPECTED}")
        else:
            names.append(word)
    return names, files


def is_deal(name: str) -> bool:
    """Whether `name` has the form of a numbered deal of patience, `FreeCell.123456` or `st.12`."""
    found = _DEAL.fullmatch(name)
    if not found:
        return False
    from ludoscope.games.patience.variants import find_variant

    return find_variant(found[1]) is not None
