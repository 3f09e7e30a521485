"""The families of games that are installed, found by the entry points `ludoscope.games`.

    [project.entry-points."ludoscope.games"]
    peg = "ludoscope.games.peg.family:FAMILY"

The name is that of the family, the object a `games.family.Family`. Ours are declared in the same
way as anybody's. One that cannot be loaded is left out, and `FAMILIES.faults` says why.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from ludoscope.games.errors import shown
from ludoscope.games.family import Family, Unloadable, load
from ludoscope.games.installed import entry_points

GROUP = "ludoscope.games"
NAME = re.compile(r"[a-z][a-z0-9]{0,8}")  # a column of `list` has room for nine characters


class Families(Mapping[str, Family]):
    """The declarations by name, in the order to be shown; read on first use."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._places: dict[str, str] = {}

    @cached_property
    def _known(self) -> dict[str, Family]:
        found: dict[str, Family] = {}
        for name, place in sorted(entry_points(GROUP), key=lambda entry: not _ours(entry[1])):
            try:
                family = declared(name, place)
                if family.name in found:
                    raise ValueError(f"the name {family.name} is taken")
            except (Unloadable, ValueError) as error:
                self._note(name, error)
            else:
                found[family.name] = family
                self._places[family.name] = place
        if not found:
            self.faults.append("no game is installed: install Ludoscope again")

        def rank(name: str) -> tuple[bool, int, str]:
            return not _ours(self._places[name]), found[name].order, name

        return {name: found[name] for name in sorted(found, key=rank)}

    def __getitem__(self, name: str) -> Family:
        return self._known[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def leave_out(self, name: str, error: Exception) -> str:
        """Have this family no more, since something of it cannot be loaded; a sentence on that."""
        self._known = {other: family for other, family in self._known.items() if other != name}
        return self._note(name, error)

    def _note(self, name: str, error: Exception) -> str:
        said = f"the game {shown(name)} is left out: {error}"
        self.faults.append(said)
        return said

    def where(self, name: str) -> str:
        """The reference to a family's declaration, "" where it is not installed."""
        return self._places.get(name, "") if name in self else ""

    def only(self, name: str, place: str) -> None:
        """Know this family alone, by what `where` said in another process: nothing is looked up."""
        self._known = {name: declared(name, place)}


def declared(name: str, place: str) -> Family:
    """The declaration at a place; Unloadable, ValueError when it is none or of another name."""
    family: Any = load(place)
    if not isinstance(family, Family):
        raise ValueError(f"{place} is not a Family")
    if not NAME.fullmatch(name):
        raise ValueError("expected a name of one to nine small letters and digits")
    if family.name != name:
        raise ValueError(f"{place} calls itself {shown(family.name)}")
    return family


def _ours(place: str) -> bool:
    """Whether Ludoscope itself declares it: its games come first, and their names are taken."""
    return place.startswith("ludoscope.")


FAMILIES = Families()
