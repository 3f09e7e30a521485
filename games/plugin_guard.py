"""Guards of plug-ins: whatever an object of a plug-in raises or returns is checked at its boundary.

`guard` returns an object that stands for a declaration, a game or a board of a plug-in. Its methods
raise one exception, `PluginFault`, if the plug-in raises one that the contract does not allow, or
if the result is not of the type that the base class declares. Objects that come out of a guarded
object are guarded too; those that go in as arguments are the plug-in's own, so a plug-in sees
nothing of it.

Each layer states the contract of its classes with `add_contract`. What becomes of a fault is the
matter of a `Containment`: a command ends with the sentence, the app shows it in place of a board
and goes on. Families of Ludoscope itself are not guarded.
"""

import typing
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from ludoscope.games import tracebacks, type_checks
from ludoscope.games.errors import MAX_REPR_CHARACTERS, UserInterrupt, short_line
from ludoscope.games.family import GameFamily
from ludoscope.games.game import Game
from ludoscope.games.registry import PluginFault

Guarded = TypeVar("Guarded")
Replacement = Callable[..., Any]
"""Makes the result of a method that failed, from the fault, the object and the arguments."""


class TooSlow(BaseException):
    """Raised in a call of a plug-in that takes too long; the message says how long."""


class CallerStopped(TooSlow):
    """Raised in a call within a call that takes too long, to end that one too."""


class RefusedByFault(PluginFault, ValueError):
    """A fault in the app, where it is shown like the reason for which an input is refused."""


@dataclass(frozen=True)
class Contract:
    """The demands of Ludoscope on a class that plug-ins implement.

    Attributes:
        base: The class; annotations say of which type its members are.
        value_errors: The methods that may raise ValueError, for a wrong argument.
        os_errors: The methods that may raise OSError, for a file.
        functions: The members whose result is or holds functions that are called; in the other
            fields such a function is named like "animation_frames()".
        replacements: By method, what the app takes for the result if the method fails. Without
            one, the method raises the fault.
        checks: By method, a function of the result and the arguments that returns the result to
            use, or raises `WrongType`.
        names: Classes that the module of `base` imports only for type checkers.
        members: The annotations of all members by name.
    """

    base: type
    value_errors: Collection[str] = ()
    os_errors: Collection[str] = ()
    functions: Collection[str] = ()
    replacements: Mapping[str, Replacement] = field(default_factory=dict)
    checks: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    names: Mapping[str, Any] = field(default_factory=dict)
    members: Mapping[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "members", type_checks.member_annotations(self.base, self.names))


@dataclass(frozen=True)
class Containment:
    """The treatment of faults of plug-ins.

    Attributes:
        report: Called with each fault, in the thread of the call.
        replaces_results: True if `Contract.replacements` are used.
        watch: Makes a context for each call, given what is called. It may raise `TooSlow` in it.
        suffix: Appended to the sentence on a fault; it says where the traceback is.
    """

    report: Callable[[PluginFault], object] = bool
    replaces_results: bool = False
    watch: Callable[["Call"], AbstractContextManager[object]] = nullcontext
    suffix: str = ""


@dataclass(frozen=True)
class Call:
    """A call of a method of a plug-in.

    Attributes:
        title: The title of the game.
        method: The method: "SokobanBoard.draw".
        family: The name of the family.
    """

    title: str
    method: str
    family: str


_contracts: dict[type, Contract] = {}
_containment = Containment()
_titles: dict[str, str] = {}
"""The titles of the guarded families by name."""


def contain_faults(containment: Containment) -> Containment:
    """Treat faults in this way from now on; return the previous way."""
    global _containment
    previous, _containment = _containment, containment
    return previous


def add_contract(contract: Contract) -> None:
    """State the contract of a class; objects of it that come from plug-ins are guarded."""
    _contracts[contract.base] = contract


def guard(declaration: Guarded, family: str) -> Guarded:
    """Return a declaration of a plug-in, guarded.

    Args:
        declaration: An instance of a class with a contract; any other is returned as it is.
        family: The name of the family.

    Raises:
        PluginFault: An attribute is of the wrong type.
    """
    for base, contract in _contracts.items():
        if not getattr(base, "_is_protocol", False) and isinstance(declaration, base):
            if isinstance(declaration, GameFamily):
                _titles[family] = str(declaration.title)
            guarded = GuardedObject(declaration, contract, family)
            guarded.check_attributes()
            return cast(Guarded, guarded)
    return declaration


def unguarded(value: Any) -> Any:
    """Return the plug-in's own object for a guarded one, any other value as it is."""
    return value._target if type(value) is GuardedObject else value


def fault_message(family: str, description: str) -> str:
    """Return the sentence that is shown for a fault of a family."""
    return f"{_titles.get(family, family)} failed: {description}{_containment.suffix}"


class GuardedObject:
    """An object that stands for one of a plug-in; `isinstance` takes it for that."""

    __slots__ = ("_contract", "_family", "_target")
    _target: Any
    _contract: Contract
    _family: str

    def __init__(self, target: Any, contract: Contract, family: str) -> None:
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "_contract", contract)
        object.__setattr__(self, "_family", family)

    @property  # type: ignore[misc]  # as unittest.mock does it
    def __class__(self) -> type:
        return type(self._target)

    def __getattr__(self, name: str) -> Any:
        annotation = self._contract.members.get(name, Any)
        try:
            value = getattr(self._target, name)
        except UserInterrupt:
            raise
        except BaseException as error:
            is_optional = name not in self._contract.members and not hasattr(
                type(self._target), name
            )
            if isinstance(error, AttributeError) and is_optional:
                raise
            return self._replace(name, (), self._fault(name, error), error)
        if name.startswith("__"):
            return value
        if self._is_method(name) or type(value).__name__ == "method":

            def call(*arguments: Any, **keywords: Any) -> Any:
                return self._call(name, value, arguments, keywords, annotation)

            return call
        try:
            return self._conform(name, value, annotation, ())
        except PluginFault as fault:
            return self._replace(name, (), fault)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._target, name, unguarded(value))

    def __eq__(self, other: object) -> bool:
        return self._call_special("__eq__", lambda: bool(self._target == unguarded(other)))

    def __hash__(self) -> int:
        return self._call_special("__hash__", lambda: hash(self._target))

    def __str__(self) -> str:
        return self._call_special("__str__", lambda: str(self._target))

    def __repr__(self) -> str:
        return self._call_special("__repr__", lambda: repr(self._target))

    def _call_special(self, name: str, function: Callable[[], Guarded]) -> Guarded:
        try:
            return function()
        except UserInterrupt:
            raise
        except BaseException as error:
            fault = self._fault(name, error)
            self._report(fault)
            raise fault from error

    def check_attributes(self) -> None:
        """Raise PluginFault if an attribute, but for properties, is of the wrong type."""
        for name, annotation in self._contract.members.items():
            is_property = isinstance(getattr(type(self._target), name, None), property)
            if not self._is_method(name) and not is_property and hasattr(self._target, name):
                self._conform(name, getattr(self._target, name), annotation, ())

    def _is_method(self, name: str) -> bool:
        return callable(getattr(self._contract.base, name, None))

    def _call(
        self, name: str, function: Any, arguments: Any, keywords: Any, annotation: Any
    ) -> Any:
        """Call a method, or a function that one has returned, and check what it returns."""
        title = _titles.get(self._family, self._family)
        try:
            with _containment.watch(Call(title, self._name_of(name), self._family)):
                result = function(
                    *map(unguarded, arguments),
                    **{keyword: unguarded(value) for keyword, value in keywords.items()},
                )
            return self._conform(name, result, annotation, arguments)
        except (UserInterrupt, CallerStopped):
            raise
        except PluginFault as fault:
            return self._replace(name, arguments, fault)
        except BaseException as error:
            contract = self._contract
            if isinstance(error, ValueError) and name in contract.value_errors:
                raise
            if isinstance(error, OSError) and name in contract.os_errors:
                raise
            return self._replace(name, arguments, self._fault(name, error), error)

    def _conform(self, name: str, value: Any, annotation: Any, arguments: Any) -> Any:
        """Return a result as its annotation says, with what lies in it guarded."""

        def wrap(part: Any, kind: Any) -> Any:
            return self._wrap(name, part, kind)

        try:
            value = type_checks.conform(value, annotation, wrap)
            if check := self._contract.checks.get(name):
                value = check(value, *arguments)
            if annotation is Any:  # a class that only type checkers know there
                value = self._wrap_known(value)
        except type_checks.WrongType as error:
            expected = error.expected_text(annotation)
            raise self._wrong_type(name, value, expected) from None
        except PluginFault:
            raise
        except BaseException as error:  # of a method of the value, such as __len__
            raise self._fault(name, error) from error
        return value

    def _wrap(self, name: str, value: Any, kind: Any) -> Any:
        """Return a function, an iterator or an object in a result, guarded."""
        origin = typing.get_origin(kind) or kind
        if contract := _contracts.get(origin):
            if _needs_no_guard(value):
                return value
            return GuardedObject(value, contract, self._family)
        if origin in type_checks.ITERATORS:
            return self._iterate(name, value, kind)
        if name in self._contract.functions and callable(value):
            result = (*typing.get_args(kind), Any, Any)[1]

            def call(*arguments: Any, **keywords: Any) -> Any:
                return self._call(f"{name}()", value, arguments, keywords, result)

            return call
        return value

    def _wrap_known(self, value: Any) -> Any:
        """Return an object of a class with a contract, guarded; any other value as it is."""
        if _needs_no_guard(value):
            return value
        for base, contract in _contracts.items():
            if not getattr(base, "_is_protocol", False) and isinstance(value, base):
                return GuardedObject(value, contract, self._family)
        return value

    def _iterate(self, name: str, values: Iterator[Any], annotation: Any) -> Iterator[Any]:
        """Yield the items of an iterator, checked; raise PluginFault if it fails."""
        item = (*typing.get_args(annotation), Any)[0]
        iterator = iter(values)
        while True:
            try:
                value = self._conform(name, next(iterator), item, ())
            except StopIteration:
                return
            except UserInterrupt:
                raise
            except BaseException as error:
                fault = error if isinstance(error, PluginFault) else self._fault(name, error)
                self._report(fault)
                raise fault from error
            yield value

    def _replace(
        self, name: str, arguments: Any, fault: PluginFault, cause: BaseException | None = None
    ) -> Any:
        """Report a fault; return what stands for the result, or raise the fault."""
        self._report(fault)
        if _containment.replaces_results:
            if replacement := self._contract.replacements.get(name):
                return replacement(fault, self._target, *arguments)
            if not isinstance(fault, RefusedByFault):
                fault = RefusedByFault(str(fault), fault.family, fault.details)
                fault.is_reported = True
        raise fault from cause

    def _report(self, fault: PluginFault) -> None:
        if not fault.is_reported:
            fault.is_reported = True
            _containment.report(fault)

    def _fault(self, name: str, error: BaseException) -> PluginFault:
        package = type(self._target).__module__.partition(".")[0]
        if isinstance(error, TooSlow):
            place = tracebacks.find_location(error, package)
            description = f"{self._name_of(name)} {error}"
            if place and place.package == package:
                description += f" ({place})"
        else:
            description = tracebacks.describe_exception(error, package)
        details = tracebacks.format_traceback(error)
        return PluginFault(fault_message(self._family, description), self._family, details)

    def _wrong_type(self, name: str, value: Any, expected: str) -> PluginFault:
        verb = "returned" if self._is_method(name) or name.endswith("()") else "is"
        found = "None" if value is None else short_repr_of(value)
        description = f"{self._name_of(name)} {verb} {found}, expected {expected}"
        code = getattr(getattr(type(self._target), name, None), "__code__", None)
        if code:
            module = type(self._target).__module__
            place = tracebacks.module_location(module, code.co_filename, code.co_firstlineno)
            description += f" ({place})"
        return PluginFault(fault_message(self._family, description), self._family, description)

    def _name_of(self, name: str) -> str:
        return f"{type(self._target).__name__}.{name}"


def _needs_no_guard(value: object) -> bool:
    """Return True for an object of a class of Ludoscope, and one that is guarded already."""
    return type(value) is GuardedObject or type(value).__module__.startswith("ludoscope.")


def short_repr_of(value: object) -> str:
    """Return the repr of a value of a plug-in on one line, or its type if that fails."""
    try:
        return short_line(repr(value), MAX_REPR_CHARACTERS)
    except BaseException:
        return f"an object of type {type(value).__name__}"


def _check_side(side: object, game: object) -> object:
    if side not in (0, 1) or type(side) is not int:
        raise type_checks.WrongType("0 or 1")
    return side


def _check_group_sizes(sizes: list[int], game: Any, position: Any, moves: Any) -> list[int]:
    if sum(sizes) != len(moves) or any(size < 1 for size in sizes):
        raise type_checks.WrongType(f"numbers from 1 that add up to {len(moves)}")
    return sizes


add_contract(
    Contract(
        Game,
        value_errors=("play", "parse", "parse_moves", "play_line"),
        # an answer to `moves` or `move_text` would be taken for one of the rules
        replacements={
            "is_won": lambda *_: False,
            "key": lambda fault, game, position: position,
        },
    )
)
add_contract(
    Contract(
        GameFamily,
        value_errors=("from_spec",),
        replacements={
            "count_moves": lambda fault, family, moves: len(moves),
            "count_parts": lambda *_: None,
            "merge_moves": lambda *_: None,
            "merge_line": lambda fault, family, moves: [*moves],
            "group_moves": lambda fault, family, game, position, moves: [1] * len(moves),
            "is_one_step": lambda fault, family, game, position, moves: len(moves) == 1,
            "continue_line": lambda *_: (),
            "line_length": lambda fault, family, game, position, moves: len(moves),
            "move_number": lambda fault, family, ply: ply,
            "first_side": lambda *_: 0,
        },
        checks={"group_moves": _check_group_sizes, "first_side": _check_side},
    )
)
