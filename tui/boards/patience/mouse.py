"""The mouse in patience: clicks, and dragged runs."""

from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import top_run
from ludoscope.tui.boards.board import IGNORED, NOWHERE, Board, Cell, Reply
from ludoscope.tui.boards.patience.controller import CHANCE_KEYS, Desk
from ludoscope.tui.boards.patience.cursor import stands
from ludoscope.tui.boards.patience.layout import Layout, Place, layout, place_at
from ludoscope.tui.boards.user_options import UserOptions


class MouseBoard(Board):
    """`_dragged`: the cells where the held button picked a run and where the mouse is now."""

    game: PatienceGame

    def __init__(self, game: PatienceGame, options: UserOptions) -> None:
        super().__init__(game, options)
        self._desk = Desk(game)
        self._dragged: tuple[Cell, Cell] | None = None

    def _layout(self, width: int, height: int) -> Layout:
        return layout(self.game.variant, width, height)

    def release(self) -> bool:
        """Let go of what is dragged or picked."""
        self._dragged = None
        return self._desk.release()

    def click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        """Pick the run that begins with that card, or put there what is picked."""
        shape = self._layout(width, height)
        if self.game.variant.has_chances and y < 2 and x < shape.x(shape.per - 4) - 1:
            return self._desk.chance(position, CHANCE_KEYS[y])
        place = place_at(self.game.variant, shape, x, y)
        if place not in stands(self.game):
            return IGNORED
        self._desk.cursor, self._desk.typing = place, False
        if self._desk.raising.on:
            return self._raise_at(position, shape, y)
        count = self._count_at(position, shape, place, y)
        if self._desk.hand.place == place and count in (0, len(self._desk.held(position))):
            self._desk.hand.drop()
            return Reply()
        if self._desk.hand.place not in (None, place):
            return self._desk.put(position, place)
        return self._desk.take(position, count, exact=count > 1)

    def _raise_at(self, position: Position, shape: Layout, y: int) -> Reply:
        column = position.columns[self._desk.cursor[1]]
        index = shape.index_at(y - shape.spot(self._desk.cursor)[1], len(column)) if column else 0
        self._desk.raising.aim(len(column) - 1 - index)
        return self._desk.enter(position)

    def _count_at(self, position: Position, shape: Layout, place: Place, y: int) -> int:
        """How many cards a run has that begins with the one drawn there; 0 if it is none."""
        kind, index = place
        column = position.columns[index] if kind == "column" else ()
        if not column:
            return 0
        count = len(column) - shape.index_at(y - shape.spot(place)[1], len(column))
        return count if count <= len(top_run(self.game, column)) else 0

    def double_click(self, position: Position, x: int, y: int, width: int, height: int) -> Reply:
        """A card home if it can go there, else to a free cell."""
        place = place_at(self.game.variant, self._layout(width, height), x, y)
        if place is None or place != self._desk.hand.place or self._desk.raising.on:
            return self.click(position, x, y, width, height)
        return self._desk.send_away(position)

    def drag(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> bool:
        if not self._dragged or self._dragged[0] != start:
            self._grasp(position, start, self._layout(width, height))
        if self._desk.hand.place is None:
            return False
        self._dragged = (start, end)
        return True

    def _grasp(self, position: Position, start: Cell, shape: Layout) -> Reply:
        """The run that begins with the card there."""
        self.release()
        place = place_at(self.game.variant, shape, *start)
        if place is None or place not in stands(self.game):
            return IGNORED
        self._desk.cursor = place
        count = self._count_at(position, shape, place, start[1])
        if place[0] == "column" and position.columns[place[1]] and not count:
            return Reply(notice="the cards from that one on are not a run and cannot move together")
        return self._desk.take(position, count, exact=count > 1)

    def drop(self, position: Position, start: Cell, end: Cell, width: int, height: int) -> Reply:
        shape = self._layout(width, height)
        reply = self._grasp(position, start, shape)
        if self._desk.hand.place is None:
            return reply
        place = place_at(self.game.variant, shape, *end)
        if place == self._desk.hand.place:
            return Reply()
        if place is None:
            self.release()
            return Reply(notice=NOWHERE)
        return self._desk.put(position, place, keep=False)
