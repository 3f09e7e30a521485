"""MoveList: the moves of a game or a replay, one line each, or two moves of a game for two."""

from collections.abc import Sequence
from math import ceil

from textual import events

from ludoscope.games import FAMILIES
from ludoscope.tui.model.badge import BLUNDER_MARK, COST_MARK
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.history import Node
from ludoscope.tui.model.replay import StepRange
from ludoscope.tui.model.review import GameReview
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.widgets.long_list import LongList
from ludoscope.tui.widgets.seek_bar import SeekRequested

NUMBER_WIDTH = 6  # columns of the number at the start of a line
MOVE_WIDTH = 20  # columns of a move and its blunder sign
PAIRED_MOVE_WIDTH = 8  # the same where two moves share a line
SIGNS_WIDTH = 2  # columns after a move: a bookmark, other moves tried
Spans = Sequence[StepRange]


class MoveList(LongList):
    """The moves of a game, undone ones dim; posts `SeekRequested` when a move is clicked.

    The last move made is scrolled into view. Update the list with `refresh_view`.

    Attributes:
        tips: Lines to show while no move has been made.
    """

    SHOWS_CURSOR = False  # the last move is bold: with two in a line, a cursor row says too little

    def __init__(self, model: GameModel) -> None:
        super().__init__(0, lambda row, _, width: drawing.fit_line(self._line(row), width))
        self._model = model
        self._spans: Spans = []
        self._played = 0
        self.tips: Sequence[StyledLine] = ()

    def refresh_view(self) -> bool:
        """Show the moves of the model as they are now; return True if anything has changed."""
        model = self._model
        self._spans = move_spans(model)
        if not self._spans and not model.is_opponents_turn:
            return self.set_rows(1 + len(self.tips), 0) or self.refresh_rows()
        played, players = played_count(model, self._spans), model.game.players
        if played != self._played:
            self._played = played
            self.scroll_to_highlight()
        rows = max(1, ceil(len(self._spans) / players))
        return self.set_rows(rows, max(0, played - 1) // players) or self.refresh_rows()

    def _line(self, row: int) -> StyledLine:
        if self._spans and self._spans[-1].end > self._model.length:
            self._spans = move_spans(self._model)  # the game changed, and `refresh_view` follows
        if row and not self._spans:
            return self.tips[row - 1] if row <= len(self.tips) else []
        return move_line(self._model, self._spans, row)

    def on_click(self, event: events.Click) -> None:
        event.prevent_default()  # of `LongList`, which would choose the line
        offset = event.get_content_offset(self)
        if offset is None:
            return
        players = self._model.game.players
        is_second = players > 1 and offset.x >= NUMBER_WIDTH + PAIRED_MOVE_WIDTH + SIGNS_WIDTH
        index = (self.visible_rows.start + offset.y) * players + int(is_second)
        if index < len(self._spans):
            _, end = self._spans[index]
            self.post_message(SeekRequested(end))


def move_spans(model: GameModel) -> Spans:
    """Return the span of each listed move, undone ones included, in plies or single jumps."""
    if model.replay:
        return model.replay.step_ranges
    if FAMILIES[model.game.family].groups_moves:
        return model.session.step_ranges
    return [StepRange(ply, ply + 1) for ply in range(model.length)]


def played_count(model: GameModel, spans: Spans) -> int:
    """Return how many of the listed moves have been made."""
    return sum(end <= model.ply for _, end in spans)


def move_line(model: GameModel, spans: Spans, row: int) -> StyledLine:
    """Return a row of the list: one move, or the moves of both players.

    Moves are dim if they have been undone, or were made in a game that was already lost.
    """
    session, replay, players = model.session, model.replay, model.game.players
    if not spans:
        return [(" The opponent moves first" if model.is_opponents_turn else " No move yet", "dim")]
    played = played_count(model, spans)
    review = model.review if model.options.preferences.analysis and not replay else None
    width = MOVE_WIDTH if players == 1 else PAIRED_MOVE_WIDTH
    line: StyledLine = [(f"{row + 1:>4}  ", "dim")]
    for index, (start, end) in enumerate(spans[row * players : (row + 1) * players], row * players):
        is_dim = index >= played or (review is not None and end in review.moves_in_lost_positions)
        role = "dim" if is_dim else ""
        if index == played - 1:
            role = "title"
        steps = [(replay or session).move_at(ply) for ply in range(start, end)]
        text = model.board.step_text(steps[0][0], [move for _, move in steps])
        sign, sign_role = _review_mark(review, range(start + 1, end + 1)) if review else ("", "")
        padding = width - drawing.line_width([(text + sign, "")])
        line += [(text, role), (sign, sign_role), (" " * padding, "")]
        nodes = session.history.line[start + 1 : end + 1]
        signs = (" " * SIGNS_WIDTH, "") if replay else (_node_signs(nodes), "notice")
        line.append(signs)
    return line


def _review_mark(review: GameReview, move_numbers: range) -> tuple[str, str]:
    """Return the mark of a step that lost the win or cost moves, and its role."""
    if not review.blunders.isdisjoint(move_numbers):
        return BLUNDER_MARK, "bad"
    has_cost = any(move in review.costs for move in move_numbers)
    return (COST_MARK, "notice") if has_cost else ("", "")


def _node_signs(nodes: Sequence[Node]) -> str:
    """Return two cells: ◆ after a bookmarked move, ┣ if other moves were tried in its place."""
    has_alternatives = any(node.parent and len(node.parent.children) > 1 for node in nodes)
    return f"{'◆' if nodes[-1].bookmark_number else ' '}{'┣' if has_alternatives else ' '}"
