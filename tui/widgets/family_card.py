"""A family on the home screen: its name, an animated board, how much of it was won."""

from dataclasses import dataclass

from textual import events
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from ludoscope.games.family import Family
from ludoscope.tui.boards.miniature import Miniature
from ludoscope.tui.widgets.sketch import Sketch

FRAME = 6  # columns of a card around its title


class FamilyCard(Vertical, can_focus=True):
    """The upper edge alone says where the focus is: sides and corners would be sent each time."""

    DEFAULT_CSS = """
    FamilyCard {
        width: 1fr; height: 1fr; border: round $border;
        Lines { height: 1fr; }
        .tally { height: 1; margin-top: 1; padding: 0 1; text-style: dim; text-overflow: ellipsis; }
        &:focus { border-title-style: reverse; }
    }
    """

    @dataclass
    class Opened(Message):
        """The card of that family was clicked."""

        family: str

    def __init__(self, family: Family) -> None:
        self._board, self._tally = Sketch(), Static(classes="tally")
        super().__init__(self._board, self._tally)
        self.family = family
        self.picture: Miniature | None = None

    def show_tally(self, text: str) -> None:
        """How much of it was won."""
        self._tally.update(Content(text), layout=False)

    def draw(self) -> bool:
        """Show the board as it stands; whether anything in it is new."""
        return self._board.draw(self.picture.draw if self.picture else None)

    def on_resize(self) -> None:
        width = self.outer_size.width
        fits = len(self.family.title) + FRAME <= width
        self.border_title = Content(self.family.title if fits else self.family.brief)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Opened(self.family.name))


class Cards(Horizontal):
    """The families, side by side; the lists below them have what these leave."""

    class Resized(Message):
        """The cards have another size, or their first."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())
