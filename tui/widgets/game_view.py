"""GameView: a board with the goal and the list of moves beside it."""

from textual import events
from textual.containers import Horizontal, Vertical

from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.text import drawing
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.game_layout import has_room_for_panel
from ludoscope.tui.widgets.move_list import MoveList
from ludoscope.tui.widgets.styled_lines import StyledLines

GOAL_WIDTH = 26  # columns within the border and its padding


class GameView(Horizontal):
    """A game between others, or with another player; the moves are hidden on a narrow screen."""

    DEFAULT_CSS = """
    GameView {
        width: 1fr; height: 1fr;
        #board { border: round $border; }
        #side { width: 30; height: 1fr; }
        #goal, #moves { border: round $border; border-title-style: bold; }
        #goal { width: 1fr; padding: 0 1; }
        #moves { width: 1fr; height: 1fr; }
    }
    """

    def __init__(
        self, model: GameModel, *, show_cursor: bool = True, show_goal: bool = False
    ) -> None:
        self._model = model
        self._goal = StyledLines(id="goal")
        self._goal.border_title, self._goal.display = "Goal", show_goal
        self._board_area = BoardArea(id="board", show_cursor=show_cursor)
        self._move_list = MoveList(model)
        self._moves = Vertical(self._move_list, id="moves")
        self._moves.border_title = "Moves"
        self._side = Vertical(self._goal, self._moves, id="side")
        super().__init__(self._board_area, self._side)

    def on_resize(self, event: events.Resize) -> None:
        self._side.display = has_room_for_panel(self._model, self.app.size)
        self.call_after_refresh(self.refresh_view)

    def refresh_view(self) -> None:
        """Show the model as it is now."""
        if self._board_area.is_attached and self._board_area.size:
            self._board_area.show_game(self._model)
            self._move_list.refresh_view()
            if self._goal.display:
                goal = list(self._model.goal_lines(GOAL_WIDTH, self.size.height * 2 // 5))
                self._goal.show_lines(drawing.center(goal, GOAL_WIDTH, len(goal)))
