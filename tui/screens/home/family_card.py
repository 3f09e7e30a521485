"""A card of the home screen: the name of a family, an animated board, and the number of wins."""

from typing import TYPE_CHECKING

from textual import events
from textual.containers import Horizontal
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message

from ludoscope.games.family import GameFamily
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.styled_lines import StyledLines

if TYPE_CHECKING:
    from ludoscope.tui.boards.thumbnails import RandomPlayThumbnail

TITLE_MARGIN = 6  # columns of a card besides its title
TALLY_LINES = 2  # the number of wins, and a blank line above it


class FamilyCard(StyledLines, can_focus=True):
    """A family; a click opens its library.

    Only the title shows the focus: a border of another colour would be sent with each move of it.
    """

    DEFAULT_CSS = """
    FamilyCard {
        width: 1fr; height: 1fr; border: round $border;
        &:focus { border-title-style: reverse; }
    }
    """

    class Opened(Message):
        """A card was clicked."""

        def __init__(self, family: str) -> None:
            super().__init__()
            self.family = family

    def __init__(self, family: GameFamily, expected_width: int) -> None:
        """Create a card.

        Args:
            family: The family.
            expected_width: The columns that it will probably have, so that the first frame has the
                title that fits.
        """
        super().__init__()
        self.family = family
        self.board: RandomPlayThumbnail | None = None
        self.progress_text = ""
        """The number of wins, as text."""
        self.set_drawing(self._draw_card)
        self._set_title(expected_width)

    def _draw_card(self, width: int, height: int) -> Block:
        """Return the lines of the board and the tally."""
        board_height = height - TALLY_LINES
        lines: Block = []
        if self.board and board_height > 0:
            lines = self.board.draw(width, board_height)
        blank_lines: Block = [[] for _ in range(height - len(lines) - 1)]
        tally = drawing.crop_with_ellipsis([[(self.progress_text, "dim")]], width - 2, 1)[0]
        return [*lines, *blank_lines, [(" ", ""), *tally]]

    def text_cursor(self) -> Offset | None:
        """Return the first character of the title in the border, while the card has the focus."""
        return Offset(2, -1) if self.has_focus else None

    def on_resize(self, event: events.Resize) -> None:
        self._set_title(self.outer_size.width)

    def _set_title(self, width: int) -> None:
        is_wide = len(self.family.title) + TITLE_MARGIN <= width
        self.border_title = Content(self.family.title if is_wide else self.family.short_title)

    def on_click(self, event: events.Click) -> None:
        event.stop()
        self.post_message(self.Opened(self.family.name))


class FamilyCards(Horizontal):
    """The cards, side by side."""

    class Resized(Message):
        """The cards got another size, or their first."""

    def on_resize(self) -> None:
        self.post_message(self.Resized())
