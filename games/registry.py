"""The registry of what families declare to one layer, from the entry points of distributions.

Each layer has a registry: `games.families`, `search.registry`, `puzzles.registry` and
`tui.boards.registry`. An entry point names a class, which is called without arguments, or an
instance; it is loaded on first use.

The entry points of other distributions are plug-ins. Whatever loading one raises is a
`PluginError`; the command line also supervises it, see `supervise_plugins`.
"""

import _signal as signal  # the module `signal` imports four others first
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from operator import attrgetter
from types import FrameType
from typing import Any, Generic, TypeVar

from ludoscope.games.entry_points import EntryPoint, entry_points, forget_entry_points
from ludoscope.games.tracebacks import describe_exception

Declared = TypeVar("Declared")
Loaded = TypeVar("Loaded")
PluginSupervisor = Callable[[str], AbstractContextManager[object]]
"""Makes a context for loading the plug-in "module:name"."""

PluginGuard = Callable[[Any, str], Any]
"""Returns a declaration of a plug-in, and of the family of that name, with its faults contained."""

NO_PLUGINS_VARIABLE = "LUDOSCOPE_NO_PLUGINS"  # of the environment, which worker processes inherit
_supervise: PluginSupervisor = nullcontext
_guard: "PluginGuard | None" = None


class PluginError(LookupError):
    """Raised when a plug-in cannot be loaded; the message gives the reason in one line."""


def supervise_plugins(supervisor: PluginSupervisor) -> PluginSupervisor:
    """Load plug-ins in the contexts of this supervisor from now on; return the previous one."""
    global _supervise
    previous, _supervise = _supervise, supervisor
    return previous


class PluginFault(PluginError):
    """Raised when a plug-in that was loaded fails; the message is a sentence that names the game.

    Attributes:
        family: The name of the family.
        details: The whole traceback, for a log.
        is_reported: True if it was logged.
        is_shown: True if the user has seen its message.
    """

    def __init__(self, message: str, family: str = "", details: str = "") -> None:
        super().__init__(message)
        self.family = family
        self.details = details
        self.is_reported = False
        self.is_shown = False


def guard_plugins(guard: PluginGuard | None) -> PluginGuard | None:
    """Guard the declarations of plug-ins that are loaded from now on; return the previous guard.

    The program does so, with `games.plugin_guard`. In the library an exception of a plug-in reaches
    the caller as it is.
    """
    global _guard
    previous, _guard = _guard, guard
    return previous


def is_guarding_plugins() -> bool:
    """Return True if the declarations of plug-ins are guarded when they are loaded."""
    return _guard is not None


def guarded(declaration: Declared, family: str, reference: str, contracts: str) -> Declared:
    """Return a declaration, guarded if it is one of a plug-in.

    Args:
        declaration: The declaration.
        family: The name of the family.
        reference: The declaration as "module:name".
        contracts: The module that states the contract of its class.
    """
    if _guard is None or is_builtin(reference):
        return declaration
    import_module(contracts)
    guarded_declaration: Declared = _guard(declaration, family)
    return guarded_declaration


def load_object(reference: str) -> Any:
    """Import the object that "module:name" refers to, or a module if there is no name.

    Raises:
        PluginError: There is no such object, or importing its module raised an exception.
    """
    return _load(reference, lambda: _import_object(reference))


def _import_object(reference: str) -> Any:
    module_name, _, name = reference.partition(":")
    module = import_module(module_name)
    return attrgetter(name)(module) if name else module


def _load(reference: str, load: Callable[[], Loaded]) -> Loaded:
    """Call a function that imports a module; raise PluginError for whatever it raises."""
    if is_builtin(reference):
        try:
            return load()
        except PluginError:
            raise
        except (Exception, SystemExit) as error:
            raise _plugin_error(reference, error) from error
    with _supervise(reference), noted_interrupt() as was_interrupted:
        try:
            return load()
        except PluginError:
            raise
        except BaseException as error:
            if was_interrupted():
                raise
            raise _plugin_error(reference, error) from error


def _plugin_error(reference: str, error: BaseException) -> PluginError:
    package = reference.partition(":")[0].partition(".")[0]
    return PluginError(f"{reference} cannot be loaded: {describe_exception(error, package)}")


@contextmanager
def noted_interrupt() -> Iterator[Callable[[], bool]]:
    """Yield a function that returns True if ctrl+c was pressed in the block.

    A plug-in may raise KeyboardInterrupt itself.
    """
    was_interrupted = False
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield lambda: False  # no interrupt raises an exception in this thread
        return

    def note_interrupt(signal_number: int, frame: FrameType | None) -> None:
        nonlocal was_interrupted
        was_interrupted = True
        handler(signal_number, frame)

    signal.signal(signal.SIGINT, note_interrupt)
    try:
        yield lambda: was_interrupted
    finally:
        signal.signal(signal.SIGINT, handler)


class Registry(Mapping[str, Declared], Generic[Declared]):
    """The declarations of one layer by family name; each is loaded on first use.

    Attributes:
        group: The entry-point group: "ludoscope.games".
    """

    def __init__(self, group: str, base: type[Declared], contracts: str) -> None:
        """Create a registry.

        Args:
            group: The entry-point group.
            base: The class of which every declaration must be an instance.
            contracts: The module that states to `games.plugin_guard` what a declaration may do.
        """
        self.group = group
        self._base = base
        self._contracts = contracts
        self._references: dict[str, str] | None = None
        self._loaded: dict[str, Declared] = {}

    @property
    def references(self) -> Mapping[str, str]:
        """The installed declarations as "module:name", by family name."""
        if self._references is None:
            references: dict[str, str] = {}
            for entry in installed_declarations(self.group):
                references.setdefault(entry.name, entry.value)
            self._references = references  # only when complete: another thread may read it
        return self._references

    def __getitem__(self, name: str) -> Declared:
        """Return the declaration of a family, loading it if necessary.

        Raises:
            KeyError: The family declares nothing in this group.
            PluginError: The declaration cannot be loaded.
        """
        if name not in self._loaded:
            reference = self.references[name]
            declaration = load_declaration(reference, self._base)
            self._loaded[name] = guarded(declaration, name, reference, self._contracts)
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
        self._loaded[name] = guarded(declaration, name, reference, self._contracts)
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


def load_declaration(
    reference: str, base: type[Declared], check: Callable[[Declared], object] | None = None
) -> Declared:
    """Load a declaration and, if it is a class, make an instance of it.

    Args:
        reference: The declaration as "module:name".
        base: The class of which it must be an instance.
        check: Called with the instance; raises PluginError if it is not valid.

    Raises:
        PluginError: It cannot be loaded, or is not valid.
    """

    def load() -> Declared:
        declaration = _import_object(reference)
        if isinstance(declaration, type):
            declaration = declaration()
        if not isinstance(declaration, base):
            raise PluginError(f"{reference} is not a {base.__name__}")
        if check:
            check(declaration)
        return declaration

    return _load(reference, load)


def installed_declarations(group: str) -> list[EntryPoint]:
    """Return the entry points in a group, those of Ludoscope first.

    So no other distribution can replace a declaration of Ludoscope. Those of other distributions
    are left out if the environment says so.
    """
    found = entry_points(group)
    if plugins_disabled():
        return [entry for entry in found if is_builtin(entry.value)]
    return sorted(found, key=lambda entry: not is_builtin(entry.value))


def plugins_disabled() -> bool:
    """Return True if only what belongs to Ludoscope is loaded."""
    return bool(os.environ.get(NO_PLUGINS_VARIABLE))


def is_builtin(reference: str) -> bool:
    """Return True if a reference is to a declaration of Ludoscope itself."""
    return reference.startswith("ludoscope.")
