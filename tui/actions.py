"""The actions of all screens, collected from their bindings: `load_actions` is the main entry."""

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, TypeAlias

from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from ludoscope.tui import screens
from ludoscope.tui.keymap import GROUPS, Action

ScreenClass: TypeAlias = type[Screen[Any]]


def all_screens() -> Iterator[ScreenClass]:
    """Yield every screen class; imports the modules of all screens."""
    for module_info in walk_packages(screens.__path__, f"{screens.__name__}."):
        module = import_module(module_info.name)
        for value in vars(module).values():
            is_screen = isinstance(value, type) and issubclass(value, Screen)
            if is_screen and value.__module__ == module.__name__:
                yield value


def screen_bindings(screen: ScreenClass, app: type[App[Any]]) -> Iterator[Binding]:
    """Yield the bindings with an id of a screen, then those of the app for other keys."""
    seen_keys = set()
    for owner in (screen, app):
        for key, binding in _bindings_by_key(owner).items():
            if binding.id and key not in seen_keys:
                seen_keys.add(key)
                yield binding


def _bindings_by_key(owner: ScreenClass | type[App[Any]]) -> dict[str, Binding]:
    """Return the bindings of a class and its bases; of two for a key the subclass's."""
    by_key: dict[str, Binding] = {}
    for base in reversed(owner.__mro__):
        for binding in Binding.make_bindings(base.__dict__.get("BINDINGS", ())):
            by_key.pop(binding.key, None)  # keep the order of the class that declares it last
            by_key[binding.key] = binding
    return by_key


def load_actions(app: type[App[Any]]) -> dict[str, Action]:
    """Return all actions by binding id, sorted by group; imports the modules of all screens."""
    actions: dict[str, Action] = {}
    for screen in sorted(all_screens(), key=lambda screen: screen.__name__):
        for binding in screen_bindings(screen, app):
            assert binding.id
            action = actions.setdefault(binding.id, Action(binding.id, binding.description))
            action.screens.add(screen)
            if binding.key not in action.keys:
                action.keys.append(binding.key)
    groups = list(GROUPS)

    def sort_key(name: str) -> tuple[int, str]:
        group = name.partition(".")[0]
        return groups.index(group) if group in GROUPS else len(groups), group

    return {name: actions[name] for name in sorted(actions, key=sort_key)}
