"""All that keys do, on all screens: what `keymap` calls actions, read from their bindings."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ludoscope.tui import screens
from ludoscope.tui.keymap import PLACES, Action

AnyScreen = type[Screen[Any]]


def pages() -> Iterator[AnyScreen]:
    """Every screen; loads them all."""
    from pkgutil import walk_packages

    for found in walk_packages(screens.__path__, f"{screens.__name__}."):
        module = import_module(found.name)
        classes = (one for one in vars(module).values() if isinstance(one, type))
        own = (one for one in classes if one.__module__ == module.__name__)
        yield from (one for one in own if issubclass(one, Screen))


def bindings(page: AnyScreen, app: type[App[Any]]) -> Iterator[Binding]:
    """Those of a screen, and those of the app that work on every screen, a key each."""
    taken = set()
    for holder in (page, app):
        for key, binding in _bound(holder).items():
            if binding.id and key not in taken:
                taken.add(key)
                yield binding


def _bound(holder: type[Screen[Any]] | type[App[Any]]) -> dict[str, Binding]:
    """By key, as a class has it from those that it extends."""
    bound: dict[str, Binding] = {}
    for base in reversed(holder.__mro__):
        for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
            bound.pop(binding.key, None)  # in the order of the class that has it last
            bound[binding.key] = binding
    return bound


def actions(app: type[App[Any]]) -> dict[str, Action]:
    """By id, in the order of the screens' tables."""
    found: dict[str, Action] = {}
    for page in sorted(pages(), key=lambda one: one.__name__):
        for binding in bindings(page, app):
            assert binding.id
            action = found.setdefault(binding.id, Action(binding.id, binding.description))
            action.places.add(page)
            if binding.key not in action.keys:
                action.keys.append(binding.key)
    first = list(PLACES)

    def order(row: tuple[str, Action]) -> tuple[int, str]:
        place = row[0].partition(".")[0]
        return first.index(place) if place in PLACES else len(first), place

    return dict(sorted(found.items(), key=order))
