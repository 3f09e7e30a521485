"""The rules of a family, to read."""

from rich.console import RenderableType
from textual.binding import Binding

from ludoscope.games import FAMILIES
from ludoscope.tui import keymap
from ludoscope.tui.boards.rules_page import Keys, book
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.letter_keys import lettered, shown_key
from ludoscope.tui.screens.documents.screen import Part, ReadingPage
from ludoscope.tui.screens.library.screen import LibraryPage
from ludoscope.tui.screens.play.keys import PlayKeys
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.widgets.footer import sign


class RulesPage(ReadingPage):
    """Keys are named as the person has them, boards drawn as they are played."""

    def __init__(self, family: str) -> None:
        self.family = family
        title = f"{FAMILIES[family].title} › rules"
        super().__init__(title, [Part(title, self._written)])

    def _written(self, styles: Styles) -> RenderableType:
        options = self.app.options
        return book(self.family, options, keys_of(options, self.family), styles).page


def keys_of(options: UserOptions, family: str) -> Keys:
    """What tells the sign of an action's key on the boards of a family, and of their own keys."""
    letters = lettered(family)
    usual: dict[str | None, str] = {}
    for binding in Binding.make_bindings([*PlayKeys.BINDINGS, *LibraryPage.BINDINGS]):
        usual.setdefault(binding.id, binding.key_display or sign(binding.key))

    def shown(name: str) -> str:
        if name in usual:
            return shown_key(options, name, usual[name], letters)
        return keymap.respelt(name, options.preferences.key_displays)

    return shown
