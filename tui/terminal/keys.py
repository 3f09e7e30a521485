"""Keys as Textual sees them, by what is public of it."""

from textual.binding import Binding


def key_of(character: str) -> str:
    """Textual's name of the key that types a character."""
    if character == ",":
        return "comma"  # which also parts keys
    [binding] = Binding.make_bindings([Binding(character, "")])
    return binding.key
