"""SidePanel: the goal or the result, the moves, and a solver, beside or below the board."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.widget import Widget

from ludoscope.tui import screens
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.players import describe_players
from ludoscope.tui.screens.board_bindings import with_user_keys
from ludoscope.tui.screens.play.remarks import limit_lines, list_remarks
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.clickable_keys import ClickableKeys
from ludoscope.tui.widgets.game_layout import BORDER, GameLayout
from ludoscope.tui.widgets.move_list import MoveList
from ludoscope.tui.widgets.result_box import result_lines, result_title
from ludoscope.tui.widgets.styled_lines import StyledLines

if TYPE_CHECKING:
    from ludoscope.tui.screens.play.solver_panel import SolverPanel

MIN_LIST_HEIGHT = 6  # lines of the list of moves with its border
MIN_MOVES = 3  # moves that are listed before there are remarks below them
REMARK_HEIGHT = 3  # lines that are kept free for remarks, so that the list keeps its height
SUBTITLE_MARGIN = 6  # cells of a box that its border leaves of its width
MIN_KEY_WIDTH = 5  # cells of the keys in the tips


class SidePanel(Vertical):
    """Boxes one below the other, or side by side if the panel is below the board.

    A running solver has all of the panel. Its box is made for the first solver: two thirds of all
    widgets of the screen are in it.

    Attributes:
        result_keys: The labels of the keys that the result names, as it was last shown.
    """

    def __init__(self, model: GameModel) -> None:
        self._model = model
        self._result, self._goal = ClickableKeys(id="result"), StyledLines(id="goal")
        self._move_list, self._remarks = MoveList(model), StyledLines(id="remarks")
        self._moves = Vertical(self._move_list, self._remarks, id="moves")
        self._solver_panel: SolverPanel | None = None
        self.result_keys: frozenset[str] = frozenset()
        super().__init__(self._result, self._goal, self._moves)

    def refresh_view(self, layout: GameLayout) -> bool:
        """Show the model as it is now; return True if anything has changed."""
        model, is_below = self._model, bool(layout.panel_height)
        width = layout.panel_width or layout.width
        height = layout.panel_height or layout.board_height
        self.set_class(model.is_solving, "-working")
        result: Block = []
        goal: Block = []
        if not (model.is_solving or is_below or (model.replay and model.solver_run)):
            result, goal = self._result_or_goal(width, height)
        self.result_keys = frozenset(
            text for line in result for text, role in line if role == "key"
        )
        room = height - sum(len(lines) + BORDER for lines in (result, goal) if lines)
        solver_changed, solver_height = self._refresh_solver(width, height, room, is_below)
        room -= solver_height
        changed = [
            solver_changed,
            _set_display(self._moves, not model.is_solving),
            _fill_box(self._result, result, result_title(model) if result else ""),
            _fill_box(self._goal, goal, "Goal"),
        ]
        self._set_titles(width - SUBTITLE_MARGIN)
        if model.is_solving:
            return any(changed)
        if not model.shows_previous_analysis:
            lines: Block = []
            if not is_below:
                lines = remark_lines(model, width - BORDER, room - BORDER, has_result=bool(result))
            changed.append(_fill_box(self._remarks, lines, ""))
            self._move_list.tips = tips(model, room - BORDER - len(lines) - 1)
        return self._move_list.refresh_view() or any(changed)

    def _refresh_solver(
        self, width: int, height: int, room: int, is_below: bool
    ) -> tuple[bool, int]:
        """Show the solver; return whether anything has changed, and the lines that it takes."""
        model = self._model
        if not model.solver_run:
            return bool(self._solver_panel and _set_display(self._solver_panel, False)), 0
        if not self._solver_panel:
            self._solver_panel = screens.SolverPanel(model)
            self.mount(self._solver_panel)
        solver_panel = self._solver_panel
        columns = width // 2 if is_below and not model.is_solving else width
        columns -= BORDER + 2
        changed = solver_panel.refresh_view(columns, height - BORDER, is_below=is_below)
        solver_height = solver_panel.line_count + BORDER
        fits = model.is_solving or is_below or solver_height + MIN_LIST_HEIGHT <= room
        return _set_display(solver_panel, fits) or changed, solver_height if fits else 0

    def _set_titles(self, width: int) -> None:
        """Title the list of moves: by the players, and below it how hard the puzzle is."""
        model = self._model
        title = "Moves"
        if model.game.players == 2:
            title = describe_players(model.session.players).capitalize()
        if self._moves.border_title != title:
            self._moves.border_title = title
        rating = model.rating
        texts = [f"Difficulty: {rating.text}", f"Difficulty: {rating.grade}"] if rating else []
        subtitle = next((text for text in texts if len(text) <= width), "")
        if self._moves.border_subtitle != subtitle:
            self._moves.border_subtitle = subtitle

    def _result_or_goal(self, width: int, height: int) -> tuple[Block, Block]:
        """Return the lines of the result once the game has ended, else of the goal if it fits."""
        model = self._model
        goal = model.goal_lines(width - BORDER - 2, height * 2 // 5)
        goal_height = len(goal) if len(goal) + BORDER + MIN_LIST_HEIGHT <= height else 0
        if model.session.is_over or model.is_stuck or model.is_lost:
            room = height - MIN_LIST_HEIGHT - BORDER
            return result_lines(model, width - BORDER - 1, room, goal_height), []
        if not goal_height:
            return [], []
        return [], drawing.center(goal, width - BORDER - 2, goal_height)


def _fill_box(box: StyledLines, lines: Block, title: str) -> bool:
    """Show lines in a box, or hide the box if there are none; return True if that is new."""
    changed = [_set_display(box, bool(lines))]
    if lines:
        changed += [box.set_title(title), box.show_lines(lines)]
    return any(changed)


def _set_display(widget: Widget, is_shown: bool) -> bool:
    """Show or hide a widget; return True if that is new."""
    if widget.display == is_shown:
        return False
    widget.display = is_shown
    return True


def remark_lines(model: GameModel, width: int, height: int, *, has_result: bool) -> Block:
    """Return the remarks below the moves, after a blank line.

    Args:
        model: The game.
        width: The columns of the box.
        height: The lines that moves and remarks have together.
        has_result: True if a box above says which move has lost the game.
    """
    move_count = model.session.ply + model.session.undone_count
    room = max(0, height - min(MIN_MOVES, max(1, move_count)))
    wrapped = [
        line
        for text in list_remarks(model, has_panel=has_result)
        for line in drawing.wrap_text(text, width - 2)
    ]
    wrapped = limit_lines(wrapped, width - 2, room - 1)  # below a blank line
    lines: Block = [[], *([(" ", ""), *line] for line in wrapped)] if wrapped else []
    has_analysis = model.options.preferences.analysis and not model.replay
    free = min(REMARK_HEIGHT, room) - len(lines) if has_analysis else 0
    return [*lines, *([] for _ in range(free))]


def tips(model: GameModel, height: int) -> Sequence[StyledLine]:
    """Return how to make a first move, after a blank line; nothing if it needs more lines."""
    if model.replay or model.session.is_over:
        return ()
    pairs = with_user_keys(model.options, model.board.FIRST_MOVE_KEYS)
    if pairs:
        pairs.append((model.key_display("play.hint", "i"), "show a hint"))
    if not 0 < len(pairs) < height:
        return ()
    width = max(MIN_KEY_WIDTH, *(len(key) + 1 for key, _ in pairs))
    return [], *([(f" {key:<{width}}", "key"), (text, "dim")] for key, text in pairs)
