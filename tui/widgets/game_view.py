"""GameView: a board with the list of moves beside it."""

from textual import events
from textual.containers import Horizontal, Vertical

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.game_layout import has_room_for_panel
from ludoscope.tui.widgets.move_list import MoveList


class GameView(Horizontal):
    """A game between others, or with another player; the moves are hidden on a narrow screen."""

    DEFAULT_CSS = """
    GameView {
        width: 1fr; height: 1fr;
        #board { border: round $border; }
        #moves { width: 30; height: 1fr; border: round $border; border-title-style: bold; }
    }
    """

    def __init__(self, model: GameModel, *, show_cursor: bool = True) -> None:
        self._model = model
        self._board_area = BoardArea(id="board", show_cursor=show_cursor)
        self._move_list = MoveList(model)
        self._moves = Vertical(self._move_list, id="moves")
        self._moves.border_title = "Moves"
        super().__init__(self._board_area, self._moves)

    def on_resize(self, event: events.Resize) -> None:
        self._moves.display = has_room_for_panel(self._model, self.app.size)
        self.call_after_refresh(self.refresh_view)

    def refresh_view(self) -> None:
        """Show the model as it is now."""
        if self._board_area.is_attached and self._board_area.size:
            self._board_area.show_game(self._model)
            self._move_list.refresh_view()
