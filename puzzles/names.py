"""Puzzles by their names alone: what each family lists, and what a puzzle without a name is called.

`puzzles.catalogue` finds them in files and in lines that were sent as well.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import cast

from ludoscope.games import FAMILIES, AnyGame, Unloadable, load
from ludoscope.games.errors import shown
from ludoscope.puzzles.puzzle import Collection, Entry, Puzzle


class UnknownPuzzle(LookupError):
    """No such puzzle and no such file, or only one of its two files."""


def collection(family: str) -> Collection:
    """What that family offers; UnknownPuzzle for one that does not exist or cannot be loaded."""
    if family not in FAMILIES:
        raise UnknownPuzzle(f"no game {shown(family)}, expected one of {', '.join(FAMILIES)}")
    try:
        return cast(Collection, load(FAMILIES[family].collection))
    except Unloadable as error:
        raise UnknownPuzzle(FAMILIES.leave_out(family, error)) from error


def collections(families: Iterable[str] = FAMILIES) -> Iterator[tuple[str, Collection]]:
    """Those of these families that can be loaded."""
    for family in families:
        with suppress(UnknownPuzzle):
            yield family, collection(family)


def entries(family: str) -> Iterator[Entry]:
    """The catalogue of a family, in its order."""
    return collection(family).entries()


def by_name(name: str) -> Puzzle | None:
    """The puzzle that a family has under this name, None when none has.

    UnknownPuzzle when it is a name that cannot be: a number out of range.
    """

    def alike(family: str) -> bool:
        return name.lower().startswith(tuple(FAMILIES[family].names))

    for _, offered in collections(sorted(FAMILIES, key=alike, reverse=True)):
        try:
            puzzle = offered.find(name)
        except ValueError as error:
            raise UnknownPuzzle(f"no puzzle {shown(name)}: {error}") from None
        if puzzle:
            return puzzle
    return None


def usual(name: str) -> str:
    """The name of the puzzle that the app opens where a person names one."""
    for family in FAMILIES.values():
        if family.usual:
            name = load(family.usual)(name)
    return name


def unnamed(game: AnyGame) -> Puzzle:
    """A puzzle that nobody named, with a name that the same game has again."""
    known = mark(game)
    return Puzzle(f"pasted-{known}", game, f"pasted {known[:4]}", "pasted")


def mark(game: AnyGame) -> str:
    """Eight letters and digits that the same game has again."""
    from hashlib import sha256  # late: OpenSSL is slow to load, and few puzzles have no name

    spec = json.dumps(game.spec(), sort_keys=True)
    return sha256(spec.encode()).hexdigest()[:8]
