"""Checks of values against annotations, for what the methods of plug-ins return.

`conform(value, annotation, wrap)` returns the value, with what lies in it guarded, or raises
`WrongType`. Only what Ludoscope relies on is checked: no annotation, `Any` and names that cannot be
resolved allow everything.
"""

import collections.abc
import dataclasses
import re
import sys
import types
import typing
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from ludoscope.games.errors import join_words, short_value

Wrap = Callable[[Any, Any], Any]
"""Guards a value, given the class, function type or iterator type that its annotation names."""

SEQUENCES = (list, tuple, collections.abc.Sequence, collections.abc.Collection)
ITERATORS = (collections.abc.Iterator, collections.abc.Iterable, collections.abc.Generator)
MAPPINGS = (dict, collections.abc.Mapping)
FIELD_CLASS_PACKAGE = "ludoscope"  # of the classes whose fields are checked
MODULE_PREFIX = re.compile(r"(?:\w+\.)+(?=\w)")


class WrongType(TypeError):
    """Raised if a value is not of its annotated type.

    Attributes:
        reason: What is wrong with a part of the value, for which its type does not account.
    """

    def __init__(self, expected: str = "", reason: str = "") -> None:
        super().__init__(expected)
        self.reason = reason

    def expected_text(self, annotation: Any) -> str:
        """Return what was expected of a value with an annotation, and the reason if there is one.

        Args:
            annotation: The annotation, which is what was expected if the check does not say more.
        """
        expected = str(self) or annotation_text(annotation)
        return f"{expected}: {self.reason}" if self.reason else expected


def conform(value: Any, annotation: Any, wrap: Wrap) -> Any:
    """Return a value as its annotation says.

    A list or tuple is converted to the other where that is annotated; functions, iterators and
    objects of plug-ins in the value are replaced by what `wrap` returns.

    Raises:
        WrongType: It is of another type, or a position or move is None or not hashable.
    """
    if annotation in (Any, object, None.__class__, None) or isinstance(
        annotation, str | typing.ForwardRef
    ):
        if annotation in (None, None.__class__) and value is not None:
            raise WrongType
        return value
    if isinstance(annotation, typing.TypeVar) or annotation is Hashable:
        return _conform_hashable(value)
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin in (typing.Union, types.UnionType):
        return _conform_union(value, arguments, wrap)
    if origin is collections.abc.Callable or annotation is collections.abc.Callable:
        if not callable(value):
            raise WrongType
        return wrap(value, annotation)
    if origin in ITERATORS:
        if not isinstance(value, origin):
            raise WrongType
        return wrap(value, annotation)
    if origin in SEQUENCES:
        return _conform_sequence(value, origin, arguments, wrap)
    if origin in MAPPINGS:
        return _conform_mapping(value, arguments, wrap)
    return _conform_object(value, origin or annotation, wrap)


def annotation_text(annotation: Any) -> str:
    """Return an annotation as it is written in code, without the names of modules."""
    if annotation is None or annotation is types.NoneType:
        return "None"
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        return " | ".join(map(annotation_text, typing.get_args(annotation)))
    if isinstance(annotation, type) and not typing.get_args(annotation):
        return annotation.__name__
    text = MODULE_PREFIX.sub("", str(annotation))
    return text.replace("~", "")  # which marks type variables


def member_annotations(base: type, names: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
    """Return the annotations of the public members of a class; for a method, of what it returns.

    Args:
        base: The class.
        names: Names that its module has only for type checkers; others allow everything.
    """
    annotations: dict[str, Any] = {}
    for owner in reversed(base.__mro__):
        module = vars(sys.modules[owner.__module__]) if owner.__module__ in sys.modules else {}
        known_names = {**module, **(names or {})}
        attributes = getattr(owner, "__annotations__", {})
        members = {**attributes, **vars(owner)}
        for name, member in members.items():
            if name.startswith("_"):
                continue
            if isinstance(member, property):
                member = member.fget
            if isinstance(member, types.FunctionType):
                annotation = member.__annotations__.get("return", Any)
            else:
                annotation = attributes.get(name, Any)
            if name not in annotations or annotation is not Any:
                annotations[name] = _resolve(annotation, known_names)
    return annotations


def _resolve(annotation: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(annotation, types.GenericAlias):
        arguments = tuple(_resolve(argument, names) for argument in annotation.__args__)
        if arguments != annotation.__args__:
            origin: Any = annotation.__origin__
            return types.GenericAlias(origin, arguments)
        return annotation
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, dict(names))  # an annotation of Ludoscope's own code
    except NameError:
        return Any


def _conform_hashable(value: Any) -> Any:
    if value is None:
        raise WrongType
    try:
        hash(value)
    except TypeError:
        raise WrongType(reason=f"a {type(value).__name__} is not hashable") from None
    return value


def _conform_union(value: Any, alternatives: Sequence[Any], wrap: Wrap) -> Any:
    if value is None and types.NoneType in alternatives:
        return None
    reason = ""  # of the alternative whose class matches, if one does
    for alternative in alternatives:
        try:
            return conform(value, alternative, wrap)
        except WrongType as error:
            reason = reason or error.reason
    raise WrongType(reason=reason)


def _conform_sequence(value: Any, origin: Any, arguments: Sequence[Any], wrap: Wrap) -> Any:
    is_fixed = origin is tuple and arguments and arguments[-1] is not Ellipsis
    item = Any if not arguments else arguments[0]
    if isinstance(value, str | bytes):
        if origin in (list, tuple) or item not in (Any, str):
            raise WrongType
        return value
    if not isinstance(value, Sequence):
        raise WrongType
    annotations = arguments if is_fixed else [item] * len(value)
    if len(annotations) != len(value):
        raise WrongType
    items = [conform(part, kind, wrap) for part, kind in zip(value, annotations, strict=True)]
    has_changed = any(new is not old for new, old in zip(items, value, strict=True))
    if origin in (list, tuple) and not isinstance(value, origin):
        return items if origin is list else tuple(items)
    if not has_changed:
        return value
    return items if isinstance(value, list) else tuple(items)


def _conform_mapping(value: Any, arguments: Sequence[Any], wrap: Wrap) -> Any:
    if not isinstance(value, Mapping):
        raise WrongType
    if not arguments:
        return value
    key, item = arguments
    result = {conform(k, key, wrap): conform(v, item, wrap) for k, v in value.items()}
    has_changed = any(result[k] is not v for k, v in value.items())
    return result if has_changed else value


def _conform_object(value: Any, kind: Any, wrap: Wrap) -> Any:
    if not isinstance(kind, type):
        return value
    if getattr(kind, "_is_protocol", False):
        members = member_annotations(kind)
        missing = [name for name in members if not hasattr(value, name)]
        if len(missing) == len(members):  # something else altogether
            raise WrongType
        if missing:
            raise WrongType(reason=f"the {kind.__name__.lower()} has no {join_words(missing)}")
        return wrap(value, kind)
    if kind is float and isinstance(value, int):
        return value
    if kind is type:
        if not isinstance(value, type):
            raise WrongType
        return value
    if not isinstance(value, kind):
        raise WrongType
    if kind.__module__.partition(".")[0] == FIELD_CLASS_PACKAGE:
        return wrap(_conform_fields(value, kind, wrap), kind)
    return value


def _conform_fields(value: Any, kind: type, wrap: Wrap) -> Any:
    """Return a NamedTuple or dataclass of Ludoscope with fields as annotated."""
    if not hasattr(kind, "_fields") and not dataclasses.is_dataclass(kind):
        return value
    annotations = member_annotations(kind)
    names = getattr(kind, "_fields", None) or [
        field.name for field in dataclasses.fields(kind) if field.init
    ]
    changes = {}
    for name in names:
        old, annotation = getattr(value, name), annotations.get(name, Any)
        try:
            new = conform(old, annotation, wrap)
        except WrongType as error:
            found = f"its {name} is {short_value(old)}"
            reason = f"{found}, expected {error.expected_text(annotation)}"
            raise WrongType(reason=reason) from None
        if new is not old:
            changes[name] = new
    if not changes:
        return value
    return (
        value._replace(**changes)
        if hasattr(value, "_replace")
        else dataclasses.replace(value, **changes)
    )
