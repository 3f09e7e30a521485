"""The puzzles that the user has set up in the editor: a file for each, beside the saves.

    NAME.FAMILY.txt   a shared line (see `puzzles.share`), which every command reads; earlier
                      versions wrote NAME.peg.txt in the one-file form of `games.peg.notation`
    problems/NAME     the name of the puzzle in the app; NAME alone is enough where it is unique

A name is used as a file name: it has no dots or separators. It belongs to one puzzle of one family.
The double suffix keeps a name that ends in I from being taken for the first of two files.
"""

import errno
import unicodedata
from pathlib import Path

from ludoscope.games import FAMILIES, AnyGame, NotationError
from ludoscope.puzzles import share
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.puzzles.names import game_digest
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.storage import private_files, quota
from ludoscope.tui import lazy

FOLDER_NAME = "problems"
PREFIX = f"{FOLDER_NAME}/"
SUFFIX = ".txt"
GROUP = "your problems"
MAX_PROBLEMS = 1000
MAX_NAME_BYTES = 80
NAME_PUNCTUATION = frozenset(" -_+,()'")  # allowed in names besides letters and digits


def safe_name(name: str) -> str:
    """Return a name without the characters that a file name must not have; "" if none remain."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    safe_name = "".join(
        char if char.isalnum() or char in NAME_PUNCTUATION else "-" for char in name
    )
    while len(safe_name.encode()) > MAX_NAME_BYTES:
        safe_name = safe_name[:-1]
    return safe_name.strip(" -")


def problem_path(folder: Path, name: str, family: str) -> Path:
    """Return the path of the problem of that name and family, which need not exist."""
    return folder / FOLDER_NAME / f"{safe_name(name)}.{family}{SUFFIX}"


def existing_path(folder: Path, name: str) -> Path | None:
    """Return the file of the problem of that name, of whichever family; None if there is none."""
    paths = (problem_path(folder, name, family) for family in FAMILIES)
    return next((path for path in paths if path.is_file()), None)


def save(folder: Path, name: str, game: AnyGame) -> Path:
    """Write a problem and return its path.

    Raises:
        OSError: The file cannot be written.
        ValueError: A limit on the number of problems or the size of the saves is reached.
    """
    path, previous = problem_path(folder, name, game.family), existing_path(folder, name)
    if not previous and len(_files(folder)) >= MAX_PROBLEMS:
        raise ValueError(f"there are {MAX_PROBLEMS} problems already, the most that are kept")
    max_bytes = quota.max_saved_bytes()
    if max_bytes and quota.saved_bytes(folder) > max_bytes:
        raise ValueError(f"your saves have reached their limit of {max_bytes / 1e6:g} MB")
    private_files.write_atomically(path, f"{share.encode(saved_puzzle(name, game), ())}\n")
    if previous and previous != path:  # of another family
        previous.unlink(missing_ok=True)
    return path


def delete(folder: Path, name: str) -> None:
    """Delete the file of a problem, if it exists.

    Raises:
        OSError: The file cannot be deleted.
    """
    private_files.check_no_links(folder / FOLDER_NAME)
    if path := existing_path(folder, name):
        path.unlink(missing_ok=True)


def rename(folder: Path, old: str, new: str) -> None:
    """Rename a problem.

    Raises:
        OSError: The file cannot be renamed.
        ValueError: The new name is empty or in use.
    """
    if not safe_name(new):
        raise ValueError("a name needs a letter or a digit")
    private_files.check_no_links(folder / FOLDER_NAME)
    old_path, other_path = existing_path(folder, old), existing_path(folder, new)
    if other_path and not (old_path and other_path.samefile(old_path)):
        raise ValueError(f"there is a problem called {safe_name(new)} already")
    if not old_path:
        raise FileNotFoundError(errno.ENOENT, "there is no such problem")
    old_path.rename(problem_path(folder, new, _family_of(old_path)))


def saved_puzzle(name: str, game: AnyGame) -> Puzzle:
    """Return the puzzle of a saved problem."""
    name = safe_name(name)
    return Puzzle(f"{PREFIX}{name}", game, name, GROUP)


def unsaved_puzzle(title: str, game: AnyGame) -> Puzzle:
    """Return the puzzle of a problem without a file; its name depends only on the problem."""
    digest = game_digest(game)
    return Puzzle(f"problem-{digest}", game, title or f"problem {digest[:4]}", GROUP)


def problem_name(puzzle_name: str) -> str:
    """Return the user's name of a saved problem, "" for other puzzles."""
    return puzzle_name.removeprefix(PREFIX) if puzzle_name.startswith(PREFIX) else ""


def library_entries(folder: Path, family: str) -> list[Entry]:
    """Return the library entries of the problems of a family, by name."""
    names = sorted(_name_of(path) for path in _files(folder) if _family_of(path) == family)
    return [Entry(f"{PREFIX}{name}", name, GROUP) for name in names if name == safe_name(name)]


def adjacent_name(folder: Path, puzzle_name: str, step: int) -> str | None:
    """Return the puzzle name of the next (`step` 1) or previous (−1) problem of the same family.

    None at the ends.
    """
    path = existing_path(folder, problem_name(puzzle_name)) if problem_name(puzzle_name) else None
    if not path:
        return None
    names = [entry.name for entry in library_entries(folder, _family_of(path))]
    if puzzle_name not in names:
        return None
    index = names.index(puzzle_name) + step
    return names[index] if 0 <= index < len(names) else None


def find(folder: Path, name: str) -> Puzzle | None:
    """Return the problem of that name, with or without prefix, None if there is none.

    Raises:
        OSError: The file cannot be read.
        FileError: The file is malformed.
    """
    name = name.removeprefix(PREFIX)
    path = existing_path(folder, name) if name and safe_name(name) == name else None
    if not path:
        return None
    try:
        text = read_text(path, opener=private_files.opener)
    except NotationError as error:
        raise FileError(path.name, error) from None
    return saved_puzzle(name, lazy.catalogue.parse(text, _family_of(path), path.name).game)


def _files(folder: Path) -> list[Path]:
    try:
        private_files.check_no_links(folder / FOLDER_NAME)
        paths = [path for path in (folder / FOLDER_NAME).iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []  # the folder is made with the first problem
    return [path for path in paths if _family_of(path) in FAMILIES]


def _name_of(path: Path) -> str:
    """Return the name of a problem from the path of its file."""
    return path.name.removesuffix(f".{_family_of(path)}{SUFFIX}")


def _family_of(path: Path) -> str:
    """Return the family of a problem from the path of its file; "" if it has none."""
    return path.name.removesuffix(SUFFIX).rpartition(".")[2]
