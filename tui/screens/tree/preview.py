"""The preview of the tree of moves: a position, with its analysis and comment below it."""

from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from ludoscope.tui.model.badge import STATE_ROLES, STATE_SYMBOLS
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.players import describe_value
from ludoscope.tui.model.review import get_state
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.text.formatting import step_unit
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.styled_lines import StyledLines


class PositionPreview(Vertical):
    """The board at the selected node of the tree, a caption, and the comment on the move."""

    DEFAULT_CSS = """
    PositionPreview {
        #caption { height: 1; margin-top: 1; }
        #comment { max-height: 5; }
    }
    """

    def __init__(self, model: GameModel) -> None:
        self._board_area, self._caption = BoardArea(show_cursor=False), StyledLines(id="caption")
        self._comment = Static(id="comment")
        super().__init__(self._board_area, self._caption, self._comment)
        self._model = model
        self.show_node(model.session.history.current)

    def show_node(self, node: Node) -> None:
        board, number = self._model.preview_board, self._model.session.node_number(node)
        title = f"{step_unit(self._model.game).singular} {number}" if number else "start"
        self.border_title = title.capitalize()

        def draw(width: int, height: int) -> Block:
            return list(board.draw(node.position, width, height, node.move))

        self._board_area.show_picture(board, draw)
        self._caption.set_drawing(lambda width, _: [self._describe(node, width)])
        self._comment.display = bool(node.annotation)
        self._comment.update(Content(node.annotation))

    def refresh_caption(self) -> bool:
        """Show what is now known of the position; return True if the caption has changed."""
        return self._caption.redraw()

    def _describe(self, node: Node, width: int) -> StyledLine:
        """Return a summary of the position with its analysis; without summary if too long."""
        summary = self._model.preview_board.status_text(node.position)
        analysis = self._describe_analysis(node)
        caption = [(summary, "dim"), ("   ", ""), *analysis]
        return analysis if analysis and drawing.line_width(caption) > width else caption

    def _describe_analysis(self, node: Node) -> StyledLine:
        """Return the analysis of the position, as in the header of the play screen."""
        model = self._model
        if not model.options.preferences.analysis:
            return []
        judgement = model.analysis.get(node.position)
        if judgement is None:
            return []
        if judgement.value is not None:
            return [(describe_value(judgement.value, model.session.side_at(node.ply)), "notice")]
        state = get_state(model.analysis, model.session, node)
        return [(f"{STATE_SYMBOLS[state]} {state}", STATE_ROLES[state])] if state else []
