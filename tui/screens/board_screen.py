"""A board and the moves beside it: what the screens of company share, which follow games of others.

The play screen has a solver, an analysis and an end of its own besides.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget

from ludoscope.tui.boards.board import Line
from ludoscope.tui.lobby.users import Person
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play.header import BOTTOM, NARROW, least
from ludoscope.tui.screens.play.side_panel import MoveList
from ludoscope.tui.services.lobby import Snapshot, in_company
from ludoscope.tui.text.formatting import moment
from ludoscope.tui.widgets.board_view import BoardArea
from ludoscope.tui.widgets.footer import Keys, footer_keys
from ludoscope.tui.widgets.game_footer import GameFooter


class BoardPage(BaseScreen[None], inherit_bindings=False):
    """`table` is what is shown; `follow` is called with each snapshot of the shared folder."""

    CSS_PATH: ClassVar = "../board_screen.tcss"
    AUTO_FOCUS = ""
    model: GameModel

    def __init__(self, table: GameModel) -> None:
        super().__init__()
        self.model, self.family = table, table.game.family
        self.board, self._moves, self._keys = BoardArea(id="board"), MoveList(), GameFooter()
        self._next: Timer | None = None  # picture of a move on its way

    def body(self) -> Iterable[Widget]:
        listed = Vertical(self._moves, id="moves")
        listed.border_title = "Moves"
        yield Horizontal(self.board, listed, id="game")

    def footer(self) -> Widget:
        return self._keys

    def least(self) -> tuple[int, int]:
        return least(self.model)

    def on_mount(self) -> None:
        in_company(self.app).listeners.append(self.follow)
        self.call_after_refresh(self.draw)
        in_company(self.app).wake()

    def on_unmount(self) -> None:
        in_company(self.app).listeners.remove(self.follow)

    def on_resize(self, event: events.Resize) -> None:
        room = event.size.width - NARROW - 2
        wide = self.model.board.size(room, event.size.height - BOTTOM - 3)[0]
        self.query_one("#moves").display = wide <= room
        self.call_after_refresh(self.draw)

    def on_screen_resume(self) -> None:
        self.draw()

    def follow(self, snapshot: Snapshot) -> None:
        """Show what others have done."""
        raise NotImplementedError

    # What is shown

    def draw(self) -> None:
        """Show the table as it is."""
        if not (self.is_mounted and self.on_top and self.board.is_attached and self.board.size):
            return
        table = self.model
        self.board.show_picture(table.board, self.picture)
        self._moves.show(table)
        self._keys.show(self.keys_now())
        if table.animation.picture and not self._next:
            self._next = self.set_timer(table.animation.pause, self._move_on)

    def picture(self, width: int, height: int) -> list[Line]:
        """The board as it is now."""
        return self.model.picture(width, height)

    def paint(self) -> None:
        super().paint()
        self.draw()

    def _move_on(self) -> None:
        self._next = None
        self.model.animation.advance()
        self.draw()

    def keys_now(self) -> Keys:
        """The keys that work now, and ways to elsewhere."""
        return footer_keys(self, [])

    def presence(self, person: Person) -> str:
        """Whether somebody is here, or when they were; a time of day, so that it stays true."""
        snapshot = in_company(self.app).snapshot
        name, seen = snapshot.name(person), snapshot.who(person)
        if not seen:
            return f"{name} is offline"
        if snapshot.here(person):
            return f"{name} is online"
        return f"{name} {'has left' if seen.here.gone else 'was last seen'}, {moment(seen.since)}"
