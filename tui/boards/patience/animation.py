"""Cards on their way from place to place: which of them travel, and what stays behind.

group  cards that travel together: from one place to one other
"""

from collections.abc import Sequence

from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.board import Cell
from ludoscope.tui.boards.patience.drawing import Picture
from ludoscope.tui.boards.patience.layout import Layout, Place
from ludoscope.tui.boards.patience.locations import places

MOST = 3  # groups that the eye can follow at once, and a slow line has room for


class Flight:
    """The cards that lie elsewhere in `after` than they lay in `before`."""

    def __init__(
        self,
        game: PatienceGame,
        before: Position,
        after: Position,
        held: Sequence[int] | None = None,
    ) -> None:
        """`held` cards travel wherever they lie; without that those that lie elsewhere."""
        self._game = game
        self._from, self._to = places(before), places(after)
        self._before, self._after = before, after
        self.cards = (
            held
            if held is not None
            else [
                card
                for card, (place, _) in sorted(self._to.items(), key=lambda item: item[1])
                if self._from[card][0] != place
            ]
        )

    @property
    def ways(self) -> Sequence[float]:
        """How far they are in each picture, as parts of the way; none where too many travel."""
        groups = {(self._from[card][0], self._to[card][0]) for card in self.cards}
        if not 0 < len(groups) <= MOST:
            return ()
        return (1 / 3, 2 / 3) if len(self.cards) == 1 else (1 / 2,)

    @property
    def left(self) -> Position:
        """What lies there meanwhile."""
        after, cards = self._after, set(self.cards)
        gone = [card & 3 for card in cards if self._to[card][0][0] == "home"]
        return after._replace(
            columns=tuple(tuple(c for c in column if c not in cards) for column in after.columns),
            cells=tuple(NO_CARD if card in cards else card for card in after.cells),
            foundation=tuple(
                count - gone.count(suit) for suit, count in enumerate(after.foundation)
            ),
        )

    def draw(self, picture: Picture, shape: Layout, way: float) -> None:
        """Set the cards into a picture of what is left."""
        for card in self.cards:
            (x, y), (to_x, to_y) = (
                self._at(position, spots[card], shape)
                for position, spots in ((self._before, self._from), (self._after, self._to))
            )
            across, down = round(x + (to_x - x) * way), round(y + (to_y - y) * way)
            picture.card(across, min(down, shape.height - shape.size.tall), card, shape.size.tall)

    def drag(self, picture: Picture, shape: Layout, start: Cell, end: Cell) -> None:
        """Set the cards into the picture where the mouse has taken them, within its edges."""
        size, count = shape.size, len(self.cards)
        x, y = self._at(self._before, self._from[self.cards[0]], shape)
        step = shape.size.strip if shape.boxed else 1
        across = min(max(1, x + end[0] - start[0]), shape.width - size.face - 1)
        lowest = shape.height - (count - 1) * step - size.tall
        down = min(max(0, y + end[1] - start[1]), max(0, lowest))
        for at, card in enumerate(self.cards):
            last = at == count - 1
            picture.card(across, down + at * step, card, size.tall if last else step, not last)

    def _at(self, position: Position, spot: tuple[Place, int], shape: Layout) -> tuple[int, int]:
        place, row = spot
        x, y = shape.spot(place)
        if place[0] == "column":
            y += shape.down(row, len(position.columns[place[1]]))
        return x, y
