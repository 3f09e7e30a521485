"""The problems that a person has set up: a file for each, in the folder of their saves.

    NAME.peg.txt      the one-file form of `games.peg.notation`, which every command reads
    problems/NAME     what the app calls the puzzle; NAME alone will do where nothing else has it

A name becomes the name of a file and nothing else: no separators, no dots to begin with. The
double suffix keeps a name that ends in I from being taken for the first of two files.
"""

import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

from ludoscope.games import NotationError
from ludoscope.puzzles.files import FileError, read_text
from ludoscope.puzzles.names import game_digest
from ludoscope.puzzles.puzzle import Entry, Puzzle
from ludoscope.search.storage import private_files, quota

if TYPE_CHECKING:
    from ludoscope.games.peg.rules import PegGame

FOLDER = "problems"
PREFIX = f"{FOLDER}/"
SUFFIX = ".peg.txt"
GROUP = "your problems"
MOST = 1000  # problems of one person
LONGEST = 80  # bytes of a name
ALSO = frozenset(" -_+,()'")  # besides letters and digits


def safe(name: str) -> str:
    """The name as a file may have it; "" when nothing is left of it."""
    name = unicodedata.normalize("NFC", " ".join(name.split()))
    kept = "".join(char if char.isalnum() or char in ALSO else "-" for char in name)
    while len(kept.encode()) > LONGEST:
        kept = kept[:-1]
    return kept.strip(" -")


def place(folder: Path, name: str) -> Path:
    """Where the problem of that name is, or would be."""
    return folder / FOLDER / f"{safe(name)}{SUFFIX}"


def save(folder: Path, name: str, game: "PegGame") -> Path:
    """Write a problem; OSError, or ValueError when there is no room for it."""
    from ludoscope.games.peg import notation

    path = place(folder, name)
    if not path.exists() and len(_files(folder)) >= MOST:
        raise ValueError(f"there are {MOST} problems already, more are not kept")
    most = quota.max_saved_bytes()
    if most and quota.saved_bytes(folder) > most:
        raise ValueError(f"your saves have reached their limit of {most / 1e6:g} MB")
    private_files.write_atomically(
        path, notation.write_problem(game.board, game.start, game.finish)
    )
    return path


def delete(folder: Path, name: str) -> None:
    """Take the file of a problem away; OSError."""
    path = place(folder, name)
    private_files.check_no_links(path.parent)
    path.unlink(missing_ok=True)


def rename(folder: Path, old: str, new: str) -> Puzzle:
    """The same problem under its new name; OSError, or ValueError when it cannot have that one."""
    if not safe(new):
        raise ValueError("a name needs a letter or a digit")
    before, after = place(folder, old), place(folder, new)
    private_files.check_no_links(before.parent)
    if after.exists() and not after.samefile(before):
        raise ValueError(f"there is a problem called {safe(new)} already")
    before.rename(after)
    found = find(folder, safe(new))
    assert found
    return found


def saved(name: str, game: "PegGame") -> Puzzle:
    """The puzzle that such a file holds."""
    name = safe(name)
    return Puzzle(f"{PREFIX}{name}", game, name, GROUP)


def unsaved(name: str, game: "PegGame") -> Puzzle:
    """A puzzle that is in no file, with a name that the same problem has again."""
    known = game_digest(game)
    return Puzzle(f"problem-{known}", game, name or f"problem {known[:4]}", GROUP)


def own_name(puzzle: str) -> str:
    """What the person has called the puzzle of that name, "" when it is none of theirs."""
    return puzzle.removeprefix(PREFIX) if puzzle.startswith(PREFIX) else ""


def entries(folder: Path) -> list[Entry]:
    """For the library, by name."""
    names = sorted(path.name.removesuffix(SUFFIX) for path in _files(folder))
    return [Entry(f"{PREFIX}{name}", name, GROUP) for name in names if name == safe(name)]


def neighbour(folder: Path, name: str, step: int) -> str | None:
    """The next (`step` 1) or previous (−1) of them after the one of that name, if there is one."""
    names = [entry.name for entry in entries(folder)] if name.startswith(PREFIX) else []
    at = names.index(name) + step if name in names else -1
    return names[at] if 0 <= at < len(names) else None


def find(folder: Path, name: str) -> Puzzle | None:
    """The problem of that name, None when there is none; OSError, FileError."""
    name = name.removeprefix(PREFIX)
    path = place(folder, name)
    if safe(name) != name or not name or not path.is_file():
        return None
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.puzzles.peg.files import read

    try:
        game = read(read_text(path, opener=private_files.opener), None).game
    except NotationError as error:
        raise FileError(path.name, error) from None
    assert isinstance(game, PegGame)
    return saved(name, game)


def _files(folder: Path) -> list[Path]:
    try:
        private_files.check_no_links(folder / FOLDER)
        return [path for path in (folder / FOLDER).iterdir() if path.name.endswith(SUFFIX)]
    except OSError:
        return []  # none yet
