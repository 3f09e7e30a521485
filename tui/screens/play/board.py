"""What the play screen does for its board: keys that mean places of it, and the mouse upon it."""

from textual import events
from textual.binding import ActiveBinding

from ludoscope.tui import actions
from ludoscope.tui.screens.play.speech import PlaySpeech
from ludoscope.tui.screens.typed import name_of
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.footer import told


class PlayBoard(PlaySpeech):
    """The board has keys before what they do on the screen otherwise; not while a line is shown."""

    board: BoardView

    # Keys

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """Without letters where those are keys of pieces, except the person's own keys."""
        active = super().active_bindings
        if not self.table.lettered:
            return active
        own = self.app.options.preferences.key_displays
        return {
            key: one
            for key, one in active.items()
            if len(key) > 1 or not key.isalpha() or one.binding.id in own
        }

    def hears(self, event: events.Key) -> bool:
        self.woken()
        return self._lets_go(event) or self._for_board(event)

    def _lets_go(self, event: events.Key) -> bool:
        """A key lets go of what is being dragged; whether that is all it does, as of escape."""
        if not self.board.let_go():
            return False
        self.table.board.release()
        self.paint()
        return event.key == "escape"

    def _for_board(self, event: events.Key) -> bool:
        """Whether the key is the board's; the capital of a place's letter does the rest."""
        name, table = name_of(event), self.table
        if table.replay or table.session.over or self.asking:
            return False
        if table.board.wants(name):
            table.press(name)
            self.paint()
            return True
        if len(name) != 1 or name.lower() == name or name.lower() not in table.board.letters:
            return False
        active = self.active_bindings.get(name.lower())
        if active and active.enabled:
            self.call_next(self.run_action, active.binding.action)
        return active is not None

    def key_shown(self, key: str) -> str:
        """The sign of a key as it works now: letters of the board have given way to capitals."""
        given_way = len(key) == 1 and key in self.table.board.letters
        return key.upper() if given_way and not self.table.session.over else key

    def unbound(self, event: events.Key) -> None:
        """The board has what no binding wants; a digit that it does not want begins a move."""
        if why := self.app.why_not(self, event.key):
            self.tell(why)
            return
        name = name_of(event)
        if not self.table.replay and not self.table.press(name):
            if name.isdigit():
                self.begin_typing(name)
            elif said := self._unheard(event.key):
                self.say("; ".join(filter(None, (self.notice, said))))
        self.paint()

    def _unheard(self, key: str) -> str:
        """What to say of a key that has nothing to do, not on the board either; "" of most.

        Of a letter that names no piece, the key that does here what it does on other boards.
        """
        usual = {one.key: one.id for one in actions.bindings(type(self), type(self.app))}
        name = usual.get(key)
        if key in self.active_bindings:
            idle = {"play.undo": "nothing to undo", "play.redo": "nothing to redo"}
            return self.table.standing if name == "play.winnable" else idle.get(name or "", "")
        here = ((sign, one.binding) for sign, one in told(self) if one.binding.id == name)
        return next((f"{binding.description}: {sign}" for sign, binding in here), "")

    # The mouse

    def on_click(self) -> None:
        self.woken()

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self.woken()
        if not self.table.replay:
            at = (event.x, event.y, event.width, event.height)
            self.table.click(*at, double=event.times == 2)
            self.paint()

    def on_board_view_dragged(self, event: BoardView.Dragged) -> None:
        """A piece is taken along, or dropped."""
        self.woken()
        way = (event.start, event.end, event.width, event.height)
        if self.table.replay:
            return
        if event.ended:
            self.table.drop(*way)
            self.paint()
        elif self.table.drag(*way) and self.app.pace.free:  # else the drop is soon enough
            self.paint_unasked()
