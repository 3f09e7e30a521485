"""The rules of a family as a document, with the user's keys and the boards as they are played."""

from rich.console import RenderableType
from textual.binding import Binding

from ludoscope.games import FAMILIES
from ludoscope.tui import keymap
from ludoscope.tui.boards.rules_page import KeyDisplay, write_rules_document
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.documents.screen import DocumentScreen, Part
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.widgets.footer import key_symbol


def rules_screen(options: UserOptions, family: str) -> DocumentScreen:
    """Return a screen with the rules of a family."""

    def render(styles: Styles) -> RenderableType:
        return write_rules_document(family, options, key_formatter(options), styles).document

    title = f"{FAMILIES[family].title} › Rules"
    return DocumentScreen(title, [Part(title, render)], family)


def key_formatter(options: UserOptions) -> KeyDisplay:
    """Return a function that formats the key of an action, or keys of a board such as "↑↓←→"."""
    default_keys: dict[str | None, str] = {}
    for binding in Binding.make_bindings([*PlayScreen.BINDINGS, *LibraryScreen.BINDINGS]):
        default_keys.setdefault(binding.id, binding.key_display or key_symbol(binding.key))

    def format_key(name: str) -> str:
        if name in default_keys:
            return options.key_display(name, default_keys[name])
        return keymap.replace_board_keys(name, options.preferences.key_displays)

    return format_key
