"""What the mouse does on the board of the play screen: clicks, and pieces taken along."""

from textual import events

from ludoscope.tui.play.table import Table
from ludoscope.tui.screens.play_speech import PlaySpeech
from ludoscope.tui.widgets.board_view import BoardView


class Mouse:
    """Does on the table what the board's widget tells of; not while a line is shown."""

    def __init__(self, page: PlaySpeech, table: Table, view: BoardView) -> None:
        self._page, self._table, self._view = page, table, view

    def clicked(self, event: BoardView.Picked) -> None:
        self._page.woken()
        if not self._table.replay:
            double = event.times == 2
            self._table.click(event.x, event.y, event.width, event.height, double=double)
            self._page.paint()

    def dragged(self, event: BoardView.Dragged) -> None:
        page, table = self._page, self._table
        page.woken()
        if table.replay:
            return
        way = (event.start, event.end, event.width, event.height)
        if event.ended:
            table.drop(*way)
            page.paint()
        elif table.drag(*way) and page.app.pace.free:  # else the drop is soon enough
            page.paint_unasked()

    def interrupted(self, event: events.Key) -> bool:
        """A key lets go of what is being dragged; whether that is all it does, as of escape."""
        if not self._view.let_go():
            return False
        self._table.board.release()
        self._page.paint()
        return event.key == "escape"
