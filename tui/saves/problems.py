"""The peg solitaire problems that the user has composed: a file for each, beside the saves.

    NAME.peg.txt      the one-file form of `games.peg.notation`, which every command reads
    problems/NAME     the name of the puzzle in the app; NAME alone is enough where it is unique

A name is used as a file name: it has no separators and does not begin with a dot. The double suffix
keeps a name that ends in I from being taken for the first of two files.
"""

import unicodedata
from pathlib import Path

from ludoscope.games import NotationError
from ludoscope.games.peg import notation
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.puzzles.names import game_digest
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.storage import private_files, quota
from ludoscope.tui import lazy

FOLDER_NAME = "problems"
PREFIX = f"{FOLDER_NAME}/"
SUFFIX = ".peg.txt"
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


def problem_path(folder: Path, name: str) -> Path:
    """Return the path of the problem of that name, which need not exist."""
    return folder / FOLDER_NAME / f"{safe_name(name)}{SUFFIX}"


def save(folder: Path, name: str, game: PegGame) -> Path:
    """Write a problem and return its path.

    Raises:
        OSError: The file cannot be written.
        ValueError: A limit on the number of problems or the size of the saves is reached.
    """
    path = problem_path(folder, name)
    if not path.exists() and len(_files(folder)) >= MAX_PROBLEMS:
        raise ValueError(f"there are {MAX_PROBLEMS} problems already, the most that are kept")
    max_bytes = quota.max_saved_bytes()
    if max_bytes and quota.saved_bytes(folder) > max_bytes:
        raise ValueError(f"your saves have reached their limit of {max_bytes / 1e6:g} MB")
    text = notation.write_problem(game.board, game.start, game.finish)
    private_files.write_atomically(path, text)
    return path


def delete(folder: Path, name: str) -> None:
    """Delete the file of a problem, if it exists.

    Raises:
        OSError: The file cannot be deleted.
    """
    path = problem_path(folder, name)
    private_files.check_no_links(path.parent)
    path.unlink(missing_ok=True)


def rename(folder: Path, old: str, new: str) -> None:
    """Rename a problem.

    Raises:
        OSError: The file cannot be renamed.
        ValueError: The new name is empty or in use.
    """
    if not safe_name(new):
        raise ValueError("a name needs a letter or a digit")
    old_path, new_path = problem_path(folder, old), problem_path(folder, new)
    private_files.check_no_links(old_path.parent)
    if new_path.exists() and not new_path.samefile(old_path):
        raise ValueError(f"there is a problem called {safe_name(new)} already")
    old_path.rename(new_path)


def saved_puzzle(name: str, game: PegGame) -> Puzzle:
    """Return the puzzle of a saved problem."""
    name = safe_name(name)
    return Puzzle(f"{PREFIX}{name}", game, name, GROUP)


def unsaved_puzzle(title: str, game: PegGame) -> Puzzle:
    """Return the puzzle of a problem without a file; its name depends only on the problem."""
    digest = game_digest(game)
    return Puzzle(f"problem-{digest}", game, title or f"problem {digest[:4]}", GROUP)


def problem_name(puzzle_name: str) -> str:
    """Return the user's name of a saved problem, "" for other puzzles."""
    return puzzle_name.removeprefix(PREFIX) if puzzle_name.startswith(PREFIX) else ""


def library_entries(folder: Path) -> list[Entry]:
    """Return the library entries of all problems, by name."""
    names = sorted(path.name.removesuffix(SUFFIX) for path in _files(folder))
    return [Entry(f"{PREFIX}{name}", name, GROUP) for name in names if name == safe_name(name)]


def adjacent_name(folder: Path, puzzle_name: str, step: int) -> str | None:
    """Return the puzzle name of the next (`step` 1) or previous (−1) problem, None at the ends."""
    if not puzzle_name.startswith(PREFIX):
        return None
    names = [entry.name for entry in library_entries(folder)]
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
    path = problem_path(folder, name)
    if safe_name(name) != name or not name or not path.is_file():
        return None
    try:
        text = read_text(path, opener=private_files.opener)
        game = lazy.peg_files.read(text, None).game
    except NotationError as error:
        raise FileError(path.name, error) from None
    assert isinstance(game, PegGame)
    return saved_puzzle(name, game)


def _files(folder: Path) -> list[Path]:
    try:
        private_files.check_no_links(folder / FOLDER_NAME)
        return [path for path in (folder / FOLDER_NAME).iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []  # the folder is made with the first problem
