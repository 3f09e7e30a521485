"""The registry of what families declare to one layer, from the entry points of distributions.

Each layer has a registry: `games.families`, `search.registry`, `puzzles.registry` and
`tui.boards.registry`. An entry point names a class, which is called without arguments, or an
instance; it is loaded on first use.
"""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from operator import attrgetter
from typing import Any, Generic, TypeVar

from ludoscope.games.entry_points import entry_points, forget_entry_points

Declared = TypeVar("Declared")


class PluginError(LookupError):
    """Raised when a plug-in cannot be loaded; the message gives the reason in one line."""


def load_object(reference: str) -> Any:
    """Import the object that "module:name" refers to, or a module if there is no name.

    Raises:
        PluginError: There is no such object, or importing its module raised an exception.
    """
    module_name, _, name = reference.partition(":")
    try:
        module = import_module(module_name)
        return attrgetter(name)(module) if name else module
    except (Exception, SystemExit) as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:200]}".rstrip(": ")
        raise PluginError(f"{reference} cannot be loaded ({reason})") from error


class Registry(Mapping[str, Declared], Generic[Declared]):
    """The declarations of one layer by family name; each is loaded on first use.

    Args:
        group: The entry-point group: "ludoscope.games".
        base: The class of which every declaration must be an instance.
    """

    def __init__(self, group: str, base: type[Declared]) -> None:
        self._group = group
        self._base = base
        self._references: dict[str, str] | None = None
        self._loaded: dict[str, Declared] = {}

    @property
    def references(self) -> Mapping[str, str]:
        """The installed declarations as "module:name", by family name."""
        if self._references is None:
            references: dict[str, str] = {}
            for name, reference in builtin_first(self._group):
                references.setdefault(name, reference)
            self._references = references  # only when complete: another thread may read it
        return self._references

    def __getitem__(self, name: str) -> Declared:
        """Return the declaration of a family, loading it if necessary.

        Raises:
            KeyError: The family declares nothing in this group.
            PluginError: The declaration cannot be loaded.
        """
        if name not in self._loaded:
            self._loaded[name] = load_declaration(self.references[name], self._base)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.references, **self._loaded})

    def __len__(self) -> int:
        return len({**self.references, **self._loaded})

    def __contains__(self, name: object) -> bool:
        return name in self._loaded or name in self.references

    def reference(self, name: str) -> str:
        """Return the "module:name" from which other processes can load a declaration.

        "" if they cannot.
        """
        return self.references.get(name, "")

    def add(self, name: str, declaration: Declared, reference: str = "") -> Callable[[], None]:
        """Add a declaration that is not installed; return a function that removes it again.

        Args:
            name: The name of the family.
            declaration: The declaration.
            reference: Its "module:name" if other processes can import it.
        """
        self._loaded[name] = declaration
        references = dict(self.references)
        if reference:
            references[name] = reference
        self._references = references

        def remove() -> None:
            self._loaded.pop(name, None)
            if self._references:
                self._references.pop(name, None)

        return remove

    def restrict_to(self, name: str, reference: str) -> None:
        """Replace all declarations by this one, without reading entry points.

        For worker processes, which need only one.
        """
        self._references = {name: reference} if reference else {}
        self._loaded = {}

    def refresh(self) -> None:
        """Forget what was loaded and read the entry points again on next use."""
        forget_entry_points()
        self._references = None
        self._loaded = {}


def load_declaration(reference: str, base: type[Declared]) -> Declared:
    """Load a declaration and, if it is a class, make an instance of it.

    Raises:
        PluginError: It cannot be loaded, or is not an instance of `base`.
    """
    declaration = load_object(reference)
    if isinstance(declaration, type):
        try:
            declaration = declaration()
        except Exception as error:
            raise PluginError(f"{reference} cannot be loaded ({error})") from error
    if not isinstance(declaration, base):
        raise PluginError(f"{reference} is not a {base.__name__}")
    return declaration


def builtin_first(group: str) -> list[tuple[str, str]]:
    """Return (name, reference) of the entry points in a group, those of Ludoscope first.

    So no other distribution can replace a declaration of Ludoscope.
    """
    return sorted(entry_points(group), key=lambda entry: not is_builtin(entry[1]))


def is_builtin(reference: str) -> bool:
    """Return True if a reference is to a declaration of Ludoscope itself."""
    return reference.startswith("ludoscope.")
