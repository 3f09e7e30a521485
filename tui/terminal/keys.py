"""Keys and bindings as Textual sees them, by what is public of it."""

from collections.abc import Mapping

from textual.binding import Binding, BindingsMap
from textual.dom import DOMNode


def key_of(character: str) -> str:
    """Textual's name of the key that types a character."""
    if character == ",":
        return "comma"  # which also parts keys
    [binding] = Binding.make_bindings([Binding(character, "")])
    return binding.key


def bindings_of(holder: type) -> Mapping[str, list[Binding]]:
    """The bindings of a class by key, with those of the classes it comes from."""
    found: dict[str, list[Binding]] = {}
    for base in reversed(holder.__mro__):
        if issubclass(base, DOMNode):
            found.update(BindingsMap(vars(base).get("BINDINGS", [])).key_to_bindings)
    return found
