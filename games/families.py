"""The installed families of games, `FAMILIES`, from the entry-point group `ludoscope.games`.

The families of Ludoscope are declared in the same way as those of plug-ins:

    [project.entry-points."ludoscope.games"]
    peg = "ludoscope.games.peg.family:PegFamily"

A family that cannot be loaded is left out, and `FAMILIES.load_errors` gives the reasons.
"""

import re
from collections.abc import Iterator, Mapping
from threading import RLock
from typing import Any

from ludoscope.games.entry_points import forget_entry_points
from ludoscope.games.errors import short_repr, short_value
from ludoscope.games.family import REQUIRED_ATTRIBUTES, GameFamily
from ludoscope.games.game import AnyGame
from ludoscope.games.registry import (
    PluginError,
    guarded,
    installed_declarations,
    is_builtin,
    load_declaration,
)
from ludoscope.games.units import Unit

ENTRY_POINT_GROUP = "ludoscope.games"
CONTRACTS = "ludoscope.games.plugin_guard"
OPTIONAL_UNITS = ("counted_unit", "part_unit")
FAMILY_NAME = re.compile(r"[a-z][a-z0-9]{0,8}")  # a column of `list` has nine characters


class FamilyLeftOut(PluginError, KeyError):
    """Raised when a family is asked for that could not be loaded; the message says why."""

    __str__ = Exception.__str__  # that of KeyError quotes the message


class Families(Mapping[str, GameFamily]):
    """The families by name, in the order in which they are shown; all are loaded on first use.

    Attributes:
        load_errors: One sentence for each family that is left out, with the reason.
    """

    def __init__(self) -> None:
        self.load_errors: list[str] = []
        self._references: dict[str, str] = {}
        self._families: dict[str, GameFamily] | None = None
        self._distributions: dict[str, str] = {}
        self._left_out: dict[str, str] = {}
        self._lock = RLock()
        self._is_loading = False

    def _load(self) -> dict[str, GameFamily]:
        if self._families is None:
            with self._lock:  # two threads would report each error twice
                if self._is_loading:
                    raise PluginError("it needs the list of all games while it is being loaded")
                if self._families is None:
                    self._is_loading = True
                    try:
                        self._families = self._load_all()
                    finally:
                        self._is_loading = False
        return self._families

    def _load_all(self) -> dict[str, GameFamily]:
        families: dict[str, GameFamily] = {}
        for name, reference, distribution in installed_declarations(ENTRY_POINT_GROUP):
            if not is_builtin(reference):
                self._distributions[name] = distribution
            try:
                family = load_family(name, reference)
                if family.name in families:
                    raise PluginError(f"the name {family.name} is taken")
                family = guarded(family, name, reference, CONTRACTS)
            except PluginError as error:
                self._add_load_error(name, error)
            else:
                families[family.name] = family
                self._references[family.name] = reference
        if not families:
            self.load_errors.append("no game is installed: install Ludoscope again")
        return self._sorted(families)

    def _sorted(self, families: Mapping[str, GameFamily]) -> dict[str, GameFamily]:
        def rank(name: str) -> tuple[bool, int, str]:
            return not is_builtin(self._references.get(name, "")), families[name].order, name

        return {name: families[name] for name in sorted(families, key=rank)}

    def __getitem__(self, name: str) -> GameFamily:
        """Return a family.

        Raises:
            KeyError: There is no such family.
            FamilyLeftOut: It is installed, but could not be loaded.
        """
        families = self._load()
        if name not in families and name in self._left_out:
            raise FamilyLeftOut(self._left_out[name])
        return families[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._load())

    def __len__(self) -> int:
        return len(self._load())

    @property
    def plugins(self) -> list[str]:
        """The names of the families that are not part of Ludoscope."""
        return [name for name in self if not is_builtin(self._references.get(name, ""))]

    def exclude(self, name: str, error: Exception) -> str:
        """Remove a family whose solvers, collection or boards cannot be loaded.

        Returns:
            A sentence with the reason, which is also added to `load_errors`.
        """
        self.remove(name)
        return self._add_load_error(name, error)

    def _add_load_error(self, name: str, error: Exception) -> str:
        distribution = self._distributions.get(name)
        origin = f" of {distribution}" if distribution else ""
        message = f"the game {short_repr(name)}{origin} is left out: {error}"
        self.load_errors.append(message)
        self._left_out[name] = message
        return message

    def reason_left_out(self, name: str) -> str:
        """Return why a family that is installed is left out; "" for any other name."""
        return self._left_out.get(name, "") if name not in self else ""

    def reference(self, name: str) -> str:
        """Return the "module:name" by which other processes load a family; "" if they cannot."""
        return self._references.get(name, "") if name in self else ""

    def add(self, family: GameFamily, reference: str = "") -> None:
        """Add a family that is not installed.

        Args:
            family: The family.
            reference: Its "module:name" if other processes can import it.

        Raises:
            PluginError: The declaration is incomplete, or its name is taken.
        """
        check_family(family)
        if family.name in self:
            raise PluginError(f"the name {family.name} is taken")
        families = dict(self._load())
        families[family.name] = guarded(family, family.name, reference, CONTRACTS)
        if reference:
            self._references[family.name] = reference
        self._families = self._sorted(families)

    def remove(self, name: str) -> None:
        """Remove a family."""
        self._families = {other: family for other, family in self._load().items() if other != name}
        self._references.pop(name, None)

    def restrict_to(self, name: str, reference: str) -> None:
        """Replace all families by this one, without reading entry points; for worker processes."""
        self._families = {name: load_family(name, reference)}
        self._references = {name: reference}

    def refresh(self) -> None:
        """Forget what was loaded and read the entry points again on next use."""
        forget_entry_points()
        self.load_errors = []
        self._references = {}
        self._distributions = {}
        self._left_out = {}
        self._families = None


def load_family(name: str, reference: str) -> GameFamily:
    """Load the family that an entry point declares.

    Raises:
        PluginError: It cannot be loaded, is incomplete, or has another name than its entry point.
    """

    def check(family: GameFamily) -> None:
        if not FAMILY_NAME.fullmatch(name):
            raise PluginError("expected a name of one to nine small letters and digits")
        check_family(family)
        if family.name != name:
            raise PluginError(
                f"the name in {reference} is {short_repr(family.name)}, expected {short_repr(name)}"
            )

    return load_declaration(reference, GameFamily, check)  # type: ignore[type-abstract]  # a subclass


def check_family(family: GameFamily) -> None:
    """Check that a declaration is complete.

    Raises:
        PluginError: A required attribute is missing, or an attribute is malformed.
    """
    missing = [
        attribute
        for attribute in REQUIRED_ATTRIBUTES
        if not isinstance(getattr(family, attribute, None), str)
    ]
    if missing:
        raise PluginError(f"{type(family).__name__} declares no {' and no '.join(missing)}")
    for attribute in ("move_unit", "puzzle_unit", *OPTIONAL_UNITS):
        _check_unit(attribute, getattr(family, attribute))
    for measure, unit in dict(family.measure_units).items():
        _check_unit(f"measure_units[{short_repr(measure)}]", unit)
    if not isinstance(family.order, int):
        raise PluginError(f"order is {short_repr(family.order)}, expected a whole number")
    if family.players not in (1, 2):
        raise PluginError(f"players is {short_value(family.players)}, expected 1 or 2")
    prefixes = family.name_prefixes
    is_sequence = isinstance(prefixes, list | tuple)  # a text would be taken for its letters
    if not is_sequence or not all(isinstance(prefix, str) for prefix in prefixes):
        raise PluginError(f"name_prefixes is {short_value(prefixes)}, expected a tuple of texts")
    if not FAMILY_NAME.fullmatch(family.name):
        raise PluginError("expected a name of one to nine small letters and digits")


def _check_unit(attribute: str, unit: object) -> None:
    if unit is None and attribute in OPTIONAL_UNITS:
        return
    words = unit if isinstance(unit, Unit) else ()
    if not (words and all(isinstance(word, str) and word.strip() for word in words)):
        example = 'Unit("press", "presses")'
        raise PluginError(f"{attribute} is {short_repr(unit)}, expected two words: {example}")


FAMILIES = Families()
"""The installed families of games by name."""


def from_spec(spec: dict[str, Any]) -> AnyGame:
    """Return the game that a result of `Game.spec` describes.

    Raises:
        ValueError: The family is unknown, or the parameters are malformed.
    """
    family = spec.get("family")
    if isinstance(family, str) and (reason := FAMILIES.reason_left_out(family)):
        raise ValueError(reason)
    if not isinstance(family, str) or family not in FAMILIES:
        raise ValueError(
            f"unknown family {short_repr(family)}, expected one of {', '.join(FAMILIES)}"
        )
    return FAMILIES[family].from_spec(spec)
