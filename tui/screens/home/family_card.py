"""A family on the home screen: its name, an animated board, how much of it was won."""

from textual import events
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message

from ludoscope.games.family import GameFamily
from ludoscope.tui.boards.thumbnails import Miniature
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.styled_lines import Lines

FRAME = 6  # columns of a card around its title
BELOW = 2  # lines: what was won, and a blank one above it


class FamilyCard(Lines, can_focus=True):
    """The upper edge alone says where the focus is: sides and corners would be sent each time."""

    DEFAULT_CSS = """
    FamilyCard {
        width: 1fr; height: 1fr; border: round $border;
        &:focus { border-title-style: reverse; }
    }
    """

    class Opened(Message):
        """The card of that family was clicked."""

        def __init__(self, family: str) -> None:
            super().__init__()
            self.family = family

    def __init__(self, family: GameFamily) -> None:
        super().__init__()
        self.family = family
        self.picture: Miniature | None = None
        self.tally = ""  # how much of it was won
        self.set_drawing(self._drawn)

    def _drawn(self, width: int, height: int) -> Block:
        """The board as it stands, and what was won below it."""
        room = height - BELOW
        board = self.picture.draw(width, room) if self.picture and room > 0 else []
        told = drawing.cut([[(self.tally, "dim")]], width - 2, 1)[0]
        return [*board, *[[] for _ in range(height - len(board) - 1)], [(" ", ""), *told]]

    def on_resize(self, event: events.Resize) -> None:
        width = self.outer_size.width
        fits = len(self.family.title) + FRAME <= width
        self.border_title = Content(self.family.title if fits else self.family.short_title)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Opened(self.family.name))


class Cards(Horizontal):
    """The families, side by side; the lists below them have what these leave."""

    class Resized(Message):
        """The cards have another size, or their first."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())
