"""Lookup of puzzles by exact name, and names for puzzles that are not in a catalogue.

`puzzles.catalogue` also finds puzzles in files and shared lines, and by other spellings.
"""

from collections.abc import Iterator

from ludoscope.games import AnyGame
from ludoscope.games.errors import short_repr
from ludoscope.games.game import spec_text
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.registry import (
    UnknownPuzzle,
    collection,
    collections_for_name,
    has_prefix_of,
)


def entries(family: str) -> Iterator[Entry]:
    """Yield the entries of the catalogue of a family.

    Raises:
        UnknownPuzzle: There is no such family.
    """
    return collection(family).entries()


def find_by_name(name: str) -> Puzzle | None:
    """Return the puzzle with that name in any family; None if there is none.

    Raises:
        UnknownPuzzle: The name belongs to a family, but its number is out of range.
    """
    for family, puzzles in collections_for_name(name):
        try:
            puzzle = puzzles.find(name)
        except PluginFault:
            if has_prefix_of(family, name):
                raise
            continue  # it may be the name of another family
        except ValueError as error:
            raise UnknownPuzzle(f"no puzzle {short_repr(name)}: {error}") from None
        if puzzle:
            return puzzle
    return None


def name_opened_in_app(name: str) -> str:
    """Return the name under which the app opens a puzzle; see `Collection.name_opened_in_app`."""
    for family, puzzles in collections_for_name(name):
        try:
            name_in_app = puzzles.name_opened_in_app(name)
        except PluginFault:
            continue
        if name_in_app != name or has_prefix_of(family, name):
            return name_in_app
    return name


def current_title(name: str, family: str, stored_title: str) -> str:
    """Return the title of a saved puzzle; earlier versions may have stored another one."""
    try:
        return collection(family).title_for_name(name) or stored_title
    except UnknownPuzzle:  # the family is not installed
        return stored_title


def puzzle_of_game(game: AnyGame) -> Puzzle:
    """Return a game as a puzzle whose name is derived from its parameters."""
    digest = game_digest(game)
    return Puzzle(f"pasted-{digest}", game, f"pasted {digest[:4]}", "pasted")


def game_digest(game: AnyGame) -> str:
    """Return a digest of a game: eight hexadecimal digits."""
    return spec_digest(spec_text(game))


def spec_digest(text: str) -> str:
    """Return the digest of the game with these parameters, a text that `spec_text` returned."""
    from hashlib import sha256  # OpenSSL is slow to load, and most puzzles have a name

    return sha256(text.encode()).hexdigest()[:8]
