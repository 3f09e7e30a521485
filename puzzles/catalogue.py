"""The catalogue: finds puzzles of all families by name, and reads them from files and texts.

Start with `find`. `puzzles.names` is the part of the catalogue that reads no files.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from ludoscope.games import FAMILIES, NotationError
from ludoscope.games.errors import join_words, short_repr
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles import name_search, share
from ludoscope.puzzles.files import FileError, MissingFile, read_text, wait_for_file
from ludoscope.puzzles.names import entries, find_by_name, name_opened_in_app, puzzle_of_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import UnknownPuzzle, collection, collections, listed_entries
from ludoscope.puzzles.series import parse_member
from ludoscope.puzzles.share import is_shared

__all__ = [
    "AmbiguousName",
    "UnknownName",
    "UnknownPuzzle",
    "adjacent_name",
    "collection",
    "entries",
    "find",
    "is_puzzle_text",
    "is_shared",
    "name_opened_in_app",
    "parse",
    "puzzle_of_game",
    "read_file",
]

MAX_LISTED_NAMES = 12  # names in an error message
UNKNOWN_FORMAT = "not the format of any game"


class UnknownName(UnknownPuzzle):
    """Raised if neither a puzzle nor a file has the given name.

    Attributes:
        suggestions: The names of puzzles with a similar name.
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        if suggestions:
            message += f"; did you mean {join_words(suggestions)}?"
        super().__init__(message)
        self.suggestions = suggestions


class AmbiguousName(UnknownPuzzle):
    """Raised if a name could mean several puzzles."""


def find(name: str, family: str | None = None, *, files: bool = True) -> Puzzle:
    """Return the puzzle for a name, a shared line, a path or a drawn position.

    These are tried in turn: "-" for standard input, a shared line, a name of the catalogue, the
    path of a file or the common beginning of the paths of a pair of files (`puzzles.peg.files`),
    a position drawn in rows, such as ppp/.../PPP, and last a title or a number in any spelling
    (`puzzles.name_search`).

    Args:
        name: The name, line, path or position.
        family: The family, for a file whose format fits several families, or for a name that
            matches puzzles of several families.
        files: True to read files and standard input; False for names from untrusted sources.

    Raises:
        UnknownPuzzle: There is no such puzzle, several have the name, or a number is out of range.
        FileError: The file, shared line or drawn position is malformed.
        OSError: The file cannot be read.
    """
    if name == "-" and files:
        return read_file(None, family)
    if is_shared(name):
        return _of_family(_read_shared(name, "shared line"), family)
    if puzzle := find_by_name(name):
        return _of_family(puzzle, family)
    if files and name and "\n" not in name and (path := find_file(name)):
        return read_file(path, family)
    if puzzle := _read_rows(name, family):
        return puzzle
    if family:
        collection(family)  # raises the reason if it cannot be loaded
    entries_by_family = list(listed_entries([family] if family else None))
    if puzzle := _find_by_title(name, entries_by_family):
        return puzzle
    if any(entry.is_numbered_series and entry.name == name for _, entry in entries_by_family):
        raise UnknownName(f"{name} stands for many puzzles: give a number instead of the N")
    missing = "no puzzle and no file" if files else "no puzzle"
    suggestions = name_search.closest_names(name, entries_by_family)
    raise UnknownName(f"{missing} is called {short_repr(name)}", suggestions)


def _of_family(puzzle: Puzzle, family: str | None) -> Puzzle:
    """Return a puzzle if it is one of a family; raise UnknownPuzzle if it is one of another."""
    if family not in (None, puzzle.game.family):
        raise UnknownPuzzle(f"{puzzle.name} is a puzzle of {puzzle.game.family}, not of {family}")
    return puzzle


def _read_rows(text: str, family: str | None) -> Puzzle | None:
    """Return the puzzle that several rows, joined by / or line breaks, describe; None if none.

    Raises:
        FileError: The rows are malformed, in a format that only one family uses.
    """
    if not ("/" in text or "\n" in text):
        return None
    family = family or recognise_family(text)
    if not family or not collection(family).recognises(text):  # a path, say
        return None
    try:
        return puzzle_of_game(collection(family).read(text, None).game)
    except NotationError as error:
        if text.startswith("~/") or text.replace("/", "").isalnum():  # more likely a path
            return None
        raise FileError("drawn position", error) from None
    except MissingFile:
        return None


def _find_by_title(
    text: str, entries_by_family: Sequence[name_search.FamilyEntry]
) -> Puzzle | None:
    """Return the puzzle with a title or a number, in any spelling; None if there is none.

    Raises:
        AmbiguousName: Several puzzles match.
    """
    if "/" in text:  # a path
        return None
    matches = name_search.matching_entries(text, entries_by_family)
    names = list(dict.fromkeys(name_opened_in_app(entry.name) for _, entry in matches))
    if len(names) > 1:
        _require_one(names)
        name_list = ", ".join(names[:MAX_LISTED_NAMES]) + (
            ", …" if names[MAX_LISTED_NAMES:] else ""
        )
        if len(matches) == 2:
            both = " or ".join(f"{entry.name} ({entry.title})" for _, entry in matches)
            raise AmbiguousName(f"{short_repr(text)} may be {both}: give one of these names")
        raise AmbiguousName(f"several puzzles are called {short_repr(text)}: {name_list}")
    for name in names or map(name_opened_in_app, name_search.candidate_names(text)):
        with suppress(PluginFault):  # nobody has asked for this name
            if puzzle := find_by_name(name):
                return puzzle
    return None


def _require_one(names: Iterable[str]) -> None:
    """Raise UnknownPuzzle if none of the names is that of a puzzle: a number is out of range."""
    errors = []
    for name in names:
        try:
            find_by_name(name)
        except UnknownPuzzle as error:
            errors.append(error)
        else:
            return
    raise errors[0]


def find_file(name: str) -> Path | None:
    """Return the file with a path, or a file of the pair whose paths begin with it, if any.

    Raises:
        OSError: The system does not say whether there is one; TimeoutError if it does not answer.
    """
    path = Path(name)
    # `Path.exists` hides other errors from Python 3.14 on, such as those of permissions
    with suppress(FileNotFoundError, NotADirectoryError, ValueError):
        wait_for_file(path.stat, name)
        return path
    for _, puzzles in collections():
        with suppress(PluginFault):  # the file may be of another family
            if pair := wait_for_file(partial(puzzles.find_file_pair, path), name):
                return pair
    return None


def read_file(path: Path | None, family: str | None = None) -> Puzzle:
    """Return the puzzle in a file.

    It has the name of the file; if that is the name of another puzzle of the catalogue, "./" is put
    before it, so that what is known of that puzzle is not taken for known of this one.

    Args:
        path: The file; None for standard input.
        family: The family whose format the file has; recognised by its content if None.

    Raises:
        FileError: The file is malformed.
        UnknownPuzzle: The file belongs to a pair and the other one is missing, or the family or
            a puzzle of a shared line does not exist.
        OSError: The file cannot be read.
    """
    name = str(path) if path else "standard input"
    try:
        text = read_text(path)
        if is_shared(text):
            return _of_family(_read_shared(text, name), family)
        if not family and not (family := recognise_family(text)):
            hint = f"--game {'|'.join(FAMILIES)} to say which"
            raise NotationError(f"{UNKNOWN_FORMAT}, expected a puzzle file (or {hint})")
        return _with_own_name(collection(family).read(text, path))
    except NotationError as error:
        raise FileError(name, error) from None
    except MissingFile as error:
        raise UnknownPuzzle(str(error)) from None


def _with_own_name(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle from a file under a name that no other puzzle of the catalogue has."""
    namesake = None
    with suppress(UnknownPuzzle, PluginFault):
        namesake = find_by_name(puzzle.name)
    if namesake and namesake.game.spec() != puzzle.game.spec():
        return replace(puzzle, name=f"./{puzzle.name}")
    return puzzle


def is_puzzle_text(text: str) -> bool:
    """Return True if a pasted text describes a puzzle, and is not a name or a list of moves."""
    text = share.extract_shared_line(text)
    if is_shared(text):
        return True
    lines = text.strip().splitlines()
    if "|" not in text and all(len(line.split()) == 2 for line in lines[1:]):
        return False  # a single line, or lines that each have the two words of a patience move
    return recognise_family(text) is not None


def parse(text: str, family: str | None = None, source: str = "pasted text") -> Puzzle:
    """Return the puzzle that a text describes; its name is derived from its content.

    No file is read, and the name of a puzzle is none of these texts.

    Args:
        text: A text in a file format of a family, a shared line, or a summary that ends with one.
        family: The family whose format the text has; recognised by its content if None.
        source: What errors call the text.

    Raises:
        UnknownPuzzle: The family, or the puzzle of a shared line, does not exist.
        FileError: The text is malformed.
    """
    text = share.extract_shared_line(text)
    if is_shared(text):
        return _of_family(_read_shared(text, source), family)
    try:
        # with a line break, as it is a text and not a name
        if not family and not (family := recognise_family(f"{text}\n")):
            raise NotationError(f"{UNKNOWN_FORMAT}, expected a board, a deal or a shared line")
        return puzzle_of_game(collection(family).read(text, None).game)
    except NotationError as error:
        raise FileError(source, error) from None


def _read_shared(text: str, source: str) -> Puzzle:
    try:
        return share.decode(text)
    except NotationError as error:
        raise FileError(source, error) from None


def recognise_family(text: str) -> str | None:
    """Return the first family that recognises the format of a text; None if none does."""
    for family, puzzles in collections():
        with suppress(PluginFault):  # the text may be of another family
            if puzzles.recognises(text):
                return family
    return None


def adjacent_name(name: str, step: int) -> str | None:
    """Return the name of the next or previous puzzle, by number or in catalogue order.

    Args:
        name: The name of a puzzle.
        step: 1 for the next puzzle, −1 for the previous one.

    Returns:
        The name; None at either end, and for a name that is not in the catalogue.
    """
    member = parse_member(name)
    if member and member.number is not None:
        return next((puzzle.name for puzzle in member.puzzles(step)), None)
    for family in FAMILIES:
        names = [
            entry.name for _, entry in listed_entries([family]) if not entry.is_numbered_series
        ]
        if name in names:
            index = names.index(name) + step
            return names[index] if 0 <= index < len(names) else None
    return None
