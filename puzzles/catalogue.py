"""The catalogue: puzzles of every family by name, from files, or from a line that was sent."""

import re
from collections.abc import Sequence
from pathlib import Path

from ludoscope.games import FAMILIES, NotationError
from ludoscope.games.errors import short_repr
from ludoscope.puzzles import share, spelling
from ludoscope.puzzles.files import FileError, MissingFile, read_text
from ludoscope.puzzles.names import by_name, entries, unnamed, usual
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection, collections
from ludoscope.puzzles.share import is_shared

__all__ = [
    "AmbiguousName",
    "UnknownName",
    "UnknownPuzzle",
    "collection",
    "entries",
    "find",
    "holds_puzzle",
    "is_shared",
    "neighbour",
    "pasted",
    "read_file",
    "unnamed",
    "usual",
]

ANY_NUMBER = "N"
SAID = 12  # names in a sentence


class UnknownName(UnknownPuzzle):
    """There is neither a puzzle nor a file of that name; `near` are names that look like it."""

    def __init__(self, sentence: str, near: Sequence[str] = ()) -> None:
        near_ones = " or ".join(filter(None, (", ".join(near[:-1]), *near[-1:])))
        super().__init__(sentence + (f"; did you mean {near_ones}?" if near else ""))
        self.near = near


class AmbiguousName(UnknownPuzzle):
    """Several puzzles are called so."""


def find(name: str, family: str | None = None, *, files: bool = True) -> Puzzle:
    """The puzzle called `name`: a catalogue name or, with `files`, a path, the common beginning
    of two file names (`puzzles.peg.files`), or "-" (standard input); else a name as it is shown,
    or a number, see `puzzles.spelling`.

    `family` says how to read a file whose format is ambiguous, and whose number is meant.
    UnknownPuzzle (also for a number out of range), FileError (malformed), OSError (unreadable),
    each with one sentence.
    """
    if name == "-" and files:
        return read_file(None, family)
    if is_shared(name):
        return _shared(name, "what was shared")
    if puzzle := by_name(name):
        return puzzle
    path = Path(name)
    if files and (found := path if path.exists() else _half_of(path)):
        return read_file(found, family)
    listed = [
        (known, entry)
        for known, offered in collections([family] if family else None)
        for entry in offered.entries()
    ]
    if puzzle := _called(name, listed):
        return puzzle
    what = "no puzzle and no file" if files else "no puzzle"
    raise UnknownName(f"{what} is called {short_repr(name)}", spelling.nearest(name, listed))


def _called(text: str, listed: Sequence[spelling.Listed]) -> Puzzle | None:
    """The puzzle that is meant by a name as it is shown, or by a number: one by the usual rules."""
    if "/" in text:  # a path
        return None
    names = list(dict.fromkeys(usual(entry.name) for _, entry in spelling.meant(text, listed)))
    if len(names) > 1:
        several = ", ".join(names[:SAID]) + (", …" if names[SAID:] else "")
        raise AmbiguousName(f"several puzzles are called {short_repr(text)}: {several}")
    found = map(by_name, names or map(usual, spelling.direct(text)))
    return next(filter(None, found), None)


def _half_of(root: Path) -> Path | None:
    """One of the two files of a puzzle whose names begin so."""
    files = (puzzles.find_file_pair(root) for _, puzzles in collections())
    return next(filter(None, files), None)


def read_file(path: Path | None, family: str | None = None) -> Puzzle:
    """The puzzle in a file (None: standard input), of the family named or the one recognised."""
    name = str(path) if path else "standard input"
    try:
        text = read_text(path)
        if is_shared(text):
            return _shared(text, name)
        known = family or _recognised(text)
        return collection(known).read(text, path)
    except NotationError as error:
        raise FileError(name, error) from None
    except MissingFile as error:
        raise UnknownPuzzle(str(error)) from None


def holds_puzzle(text: str) -> bool:
    """Whether a pasted text is a puzzle, and not a name or a list of moves."""
    text = share.last_line(text)
    if is_shared(text):
        return True
    lines = text.strip().splitlines()
    many = "|" in text or any(len(line.split()) != 2 for line in lines[1:])
    try:
        return many and bool(_recognised(text))
    except NotationError:
        return False


def pasted(text: str) -> Puzzle:
    """The puzzle in a text, named by its content; FileError when the text is malformed."""
    text = share.last_line(text)
    if is_shared(text):
        return _shared(text, "what was pasted")
    try:
        return unnamed(collection(_recognised(text)).read(text, None).game)
    except NotationError as error:
        raise FileError("what was pasted", error) from None


def _shared(text: str, where: str) -> Puzzle:
    try:
        return share.read(text)
    except NotationError as error:
        raise FileError(where, error) from None


def _recognised(text: str) -> str:
    """The family whose format a text has; NotationError when there is none."""
    for family, offered in collections():
        if offered.recognises(text):
            return family
    raise NotationError(
        "not the format of any game, expected a puzzle file "
        f"(or --game {'|'.join(FAMILIES)} to say which)"
    )


def neighbour(name: str, step: int) -> str | None:
    """The next (`step` 1) or previous (−1) name, by number or in the order of the catalogue."""
    for _, offered in collections():
        listed = [entry.name for entry in offered.entries()]
        for numbering in listed:
            if numbering.endswith(ANY_NUMBER):
                stem = re.escape(numbering.removesuffix(ANY_NUMBER))
                if match := re.fullmatch(f"({stem})([0-9]+)(.*)", name):
                    return _numbered(f"{match[1]}{{}}{match[3]}", int(match[2]) + step)
        if name in listed:
            names = [other for other in listed if not other.endswith(ANY_NUMBER)]
            index = names.index(name) + step
            return names[index] if 0 <= index < len(names) else None
    return None


def _numbered(pattern: str, number: int) -> str | None:
    """The name with that number, None when there is no such puzzle."""
    try:
        return find(pattern.format(number)).name
    except (UnknownPuzzle, OSError):
        return None
