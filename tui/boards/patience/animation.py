"""Cards away from their locations: moving from one position to another, or dragged by the mouse."""

import math
from collections.abc import Sequence

from ludoscope.games.patience.cards import SUITS, card_of
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.tui.boards.board import CellOffset
from ludoscope.tui.boards.patience.drawing import TableDrawing
from ludoscope.tui.boards.patience.layout import Layout
from ludoscope.tui.boards.patience.locations import CardSpot, Location, card_spots

MAX_GROUPS = 3  # of cards with the same start and end: more are hard to follow, and slow to send
LEAPING_RANKS = (13, 12)
LEAP_DURATION = 0.4  # of one card, as a part of the celebration
BOUNCES = 2.5  # of a card before it has left the table


class MovingCards:
    """Cards drawn away from their locations, on a table without them.

    Attributes:
        cards: The moving cards, in the order in which they are drawn.
    """

    def __init__(
        self,
        position_before: Position,
        position_after: Position,
        dragged: Sequence[int] | None = None,
    ) -> None:
        """Create the animation from one position to another.

        Args:
            position_before: The position at the beginning.
            position_after: The position at the end.
            dragged: The cards to move; None for those that lie elsewhere afterwards.
        """
        self._position_before, self._position_after = position_before, position_after
        self._spots_before = card_spots(position_before)
        self._spots_after = card_spots(position_after)
        self.cards = self._moved_cards() if dragged is None else dragged

    def _moved_cards(self) -> list[int]:
        return [
            card
            for card, spot in sorted(self._spots_after.items(), key=lambda item: item[1])
            if self._spots_before[card].location != spot.location
        ]

    @property
    def frame_progress(self) -> Sequence[float]:
        """The progress of the cards, 0 to 1, in each frame; none if too many cards move."""
        groups = {
            (self._spots_before[card].location, self._spots_after[card].location)
            for card in self.cards
        }
        if not 0 < len(groups) <= MAX_GROUPS:
            return ()
        return (1 / 3, 2 / 3) if len(self.cards) == 1 else (1 / 2,)

    @property
    def position_without_cards(self) -> Position:
        """The position at the end without the moving cards."""
        position_after, moving = self._position_after, set(self.cards)
        spots = [self._spots_after[card].location for card in moving]
        suits = [location.number for location in spots if location.kind == "foundation"]
        return position_after._replace(
            columns=tuple(
                tuple(card for card in column if card not in moving)
                for column in position_after.columns
            ),
            cells=tuple(NO_CARD if card in moving else card for card in position_after.cells),
            foundation=tuple(
                count - suits.count(suit) for suit, count in enumerate(position_after.foundation)
            ),
        )

    def draw_moving(self, drawing: TableDrawing, layout: Layout, progress: float) -> None:
        """Draw the cards on a straight line from start to end; `progress` is 0 to 1."""
        for card in self.cards:
            start_x, start_y = _card_origin(self._position_before, self._spots_before[card], layout)
            end_x, end_y = _card_origin(self._position_after, self._spots_after[card], layout)
            x = round(start_x + (end_x - start_x) * progress)
            y = round(start_y + (end_y - start_y) * progress)
            height = layout.size.height
            drawing.draw_card(x, min(y, layout.height - height), card, height)

    def draw_dragged(
        self, drawing: TableDrawing, layout: Layout, start: CellOffset, end: CellOffset
    ) -> None:
        """Draw the cards where the mouse has dragged them from `start` to `end`, on the table."""
        size, count = layout.size, len(self.cards)
        x, y = _card_origin(self._position_before, self._spots_before[self.cards[0]], layout)
        step = size.strip_height if size.has_edges else 1
        max_x = layout.width - size.face_width - 1
        max_y = max(0, layout.height - (count - 1) * step - size.height)
        x = min(max(1, x + end[0] - start[0]), max_x)
        y = min(max(0, y + end[1] - start[1]), max_y)
        for index, card in enumerate(self.cards):
            is_last = index == count - 1
            height = size.height if is_last else step
            drawing.draw_card(x, y + index * step, card, height, covered=not is_last)


def draw_leaping_cards(drawing: TableDrawing, layout: Layout, progress: float) -> None:
    """Draw kings and queens that leap from the foundations, one after the other, and bounce away.

    Args:
        drawing: The table.
        layout: Its layout.
        progress: The part of the celebration that is over, from 0 to 1.
    """
    size = layout.size
    cards = [(rank, suit) for rank in LEAPING_RANKS for suit in range(len(SUITS))]
    for index, (rank, suit) in enumerate(cards):
        start = index * (1 - LEAP_DURATION) / (len(cards) - 1)
        leap = (progress - start) / LEAP_DURATION
        if not 0 < leap < 1:
            continue
        x, y = layout.card_origin(Location("foundation", suit))
        floor = layout.height - size.height
        height = (floor - y) * (1 - leap) * abs(math.cos(math.pi * BOUNCES * leap))
        x -= round((x + size.column_step) * leap)
        drawing.draw_card(x, floor - round(height), card_of(rank, suit), size.height)


def _card_origin(position: Position, spot: CardSpot, layout: Layout) -> tuple[int, int]:
    """Return the column of a card's face and its first row."""
    x, y = layout.card_origin(spot.location)
    if spot.location.kind == "column":
        y += layout.card_offset(spot.cards_below, len(position.columns[spot.location.number]))
    return x, y
