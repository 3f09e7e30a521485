"""The rules of a family, to read."""

from textual.binding import Binding

from ludoscope.games import FAMILIES
from ludoscope.tui import keymap
from ludoscope.tui.boards.board import Look
from ludoscope.tui.boards.rules import Keys, book
from ludoscope.tui.screens.library import LibraryPage
from ludoscope.tui.screens.play_keys import PlayKeys
from ludoscope.tui.screens.reading import ReadingPage, Tab
from ludoscope.tui.text.prose import Leaf
from ludoscope.tui.widgets.footer import sign


class RulesPage(ReadingPage):
    """Keys are named as the person has them, boards drawn as they are played."""

    def __init__(self, ascii_only: bool, family: str) -> None:
        self.family = family
        title = f"{FAMILIES[family].title} › rules"
        super().__init__(ascii_only, title, [Tab(title, self._written)])

    def _written(self) -> Leaf:
        look = self.app.look
        return book(self.family, look, keys_of(look)).leaf


def keys_of(look: Look) -> Keys:
    """What tells the sign of an action's key, and of the keys of a board."""
    usual: dict[str | None, str] = {}
    for binding in Binding.make_bindings([*PlayKeys.BINDINGS, *LibraryPage.BINDINGS]):
        usual.setdefault(binding.id, binding.key_display or sign(binding.key))

    def shown(name: str) -> str:
        if name in usual:
            return look.key(name, usual[name])
        return keymap.respelt(name, look.keys)

    return shown
