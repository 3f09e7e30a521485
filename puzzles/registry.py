"""The registry of collections: the puzzles of each family.

A family declares its puzzles by an entry point:

[project.entry-points."ludoscope.collections"]
peg = "ludoscope.puzzles.peg.collection:PegCollection"
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from ludoscope.games import FAMILIES, PluginError, Registry
from ludoscope.games.errors import short_repr
from ludoscope.games.registry import PluginFault
from ludoscope.puzzles.collection import Collection
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.errors import Error


class UnknownPuzzle(Error, LookupError):
    """Raised if there is no such puzzle, file or family, or only one of a pair of files."""


class _NoPuzzles(Collection):
    """The collection of a family that declares none."""


COLLECTIONS: Registry[Collection] = Registry(
    "ludoscope.collections", Collection, "ludoscope.puzzles.contracts"
)


def collection(family: str) -> Collection:
    """Return the puzzles of a family; an empty collection if it declares none.

    Raises:
        UnknownPuzzle: There is no such family, or its collection cannot be loaded; the family is
            then removed from FAMILIES.
    """
    if reason := FAMILIES.reason_left_out(family):
        raise UnknownPuzzle(reason)
    if family not in FAMILIES:
        raise UnknownPuzzle(f"no game {short_repr(family)}, expected one of {', '.join(FAMILIES)}")
    if family not in COLLECTIONS:
        return _NoPuzzles()
    try:
        return COLLECTIONS[family]
    except PluginError as error:
        raise UnknownPuzzle(FAMILIES.exclude(family, error)) from error


def collections(families: Iterable[str] | None = None) -> Iterator[tuple[str, Collection]]:
    """Yield (family, collection) of the given families, or of all; skip those that fail to load."""
    for family in list(FAMILIES) if families is None else families:
        with suppress(UnknownPuzzle):
            yield family, collection(family)


def listed_entries(families: Iterable[str] | None = None) -> Iterator[tuple[str, Entry]]:
    """Yield (family, entry) of the catalogues of the given families, or of all.

    Where a plug-in fails, the entries of the next family follow.
    """
    for family, puzzles in collections(families):
        with suppress(PluginFault):
            for entry in puzzles.entries():
                yield family, entry


def collections_for_name(name: str) -> Iterator[tuple[str, Collection]]:
    """Yield (family, collection) of all families, those first whose name prefixes match `name`."""
    return collections(sorted(FAMILIES, key=lambda family: not has_prefix_of(family, name)))


def has_prefix_of(family: str, name: str) -> bool:
    """Return True if a name begins with one of the prefixes that a family declares."""
    return name.lower().startswith(tuple(FAMILIES[family].name_prefixes))
