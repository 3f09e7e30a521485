"""SeekBar: a line to go along a game or a replay with the mouse.

Textual has no slider; its `ProgressBar` does not react to clicks, and has one colour for all of
its cells.
"""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from textual import events
from textual.message import Message

from ludoscope.games import FAMILIES
from ludoscope.tui.boards.board import Board
from ludoscope.tui.model.analysis import LOST, WINNABLE
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.review import GameReview
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import StyledLine
from ludoscope.tui.text.formatting import step_unit
from ludoscope.tui.widgets.styled_lines import StyledLines

LEFT_ARROW, RIGHT_ARROW = " ◄ ", " ► "
MIN_TIMELINE_WIDTH = 12  # cells
LEVELS = "▁▃▄▅▆▇"  # of a winnable position: the fewer moves to the end, the lower
MOVE_WIDTH = 50  # cells at the right of a replay bar for the move and its number
LEGEND = (  # for the help
    ("▇▅▁", "winnable; the lower, the nearer the end"),
    ("×", "lost"),
    ("? ??", "the move that lost the game"),
    ("+ ?!", "a move that cost moves"),
)


@dataclass
class SeekRequested(Message):
    """Posted when the user points at a place of the game or the replay.

    Attributes:
        ply: The number of moves from its start to that place.
    """

    ply: int


class SeekLine(NamedTuple):
    """A drawn bar and what a click does.

    Attributes:
        line: The text.
        targets: For each cell from the left the ply that a click on it goes to, or None.
    """

    line: StyledLine
    targets: Sequence[int | None]


class SeekBar(StyledLines):
    """A bar with an arrow at each end, which go one step; posts `SeekRequested` when clicked."""

    DEFAULT_CSS = "SeekBar { height: 1; }"
    _targets: Sequence[int | None] = ()

    def show_replay(self, replay: Replay, board: Board) -> bool:
        """Show how far a replay has been stepped through; return True if anything has changed."""
        return self._show_seek_line(replay_line(replay, board, self.app.size.width))

    def show_timeline(self, model: GameModel, remark: StyledLine, width: int) -> bool:
        """Show the timeline of a game, followed by a remark.

        Args:
            model: The game.
            remark: Text for the right end of the line.
            width: The cells of the line.

        Returns:
            False if there is nothing to show, or not enough room.
        """
        seek_line = timeline_line(model, remark, width)
        if not seek_line:
            return False
        self._show_seek_line(seek_line)
        return True

    def _show_seek_line(self, seek_line: SeekLine) -> bool:
        self._targets = seek_line.targets
        return self.show_lines([seek_line.line])

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and offset.x < len(self._targets):
            ply = self._targets[offset.x]
            if ply is not None:
                self.post_message(SeekRequested(ply))


def replay_line(replay: Replay, board: Board, width: int) -> SeekLine:
    """Return the bar of a replay: a square for each step, or for several if there are many."""
    step, steps = replay.count_steps_to(replay.ply), replay.step_count
    length = min(steps, max(1, width - MOVE_WIDTH))
    filled = round(length * step / steps) if steps else 0
    number, unit = FAMILIES[board.game.family].move_number, step_unit(board.game).singular
    line = [
        (LEFT_ARROW, "key"),
        ("■" * filled, "piece"),
        ("□" * (length - filled), "dim"),
        (RIGHT_ARROW, "key"),
        (f" {unit} {number(step)} of {number(steps)}  ", ""),
        (board.step_text(*replay.step_at(step - 1)) if step else "", "title"),
    ]
    squares = [replay.step_ends[round((cell + 1) * steps / length)] for cell in range(length)]
    return SeekLine(line, _with_arrows(squares, replay.step_ends, step))


def _with_arrows(
    targets: Sequence[int | None], stops: Sequence[int], index: int
) -> list[int | None]:
    """Return the targets of a bar between those of its arrows, which go one stop back or on."""
    previous_stop, next_stop = stops[max(index - 1, 0)], stops[min(index + 1, len(stops) - 1)]
    return [*[previous_stop] * len(LEFT_ARROW), *targets, *[next_stop] * len(RIGHT_ARROW)]


def timeline_line(model: GameModel, remark: StyledLine, width: int) -> SeekLine | None:
    """Return a line that shows how a game went, or None if it cannot be shown.

    A cell stands for one stop of the game (see `GameModel.stop_plies`), undone moves included, or
    for several if there are more stops than cells.
    """
    stops = model.stop_plies
    remark_width = drawing.line_width(remark) + 2 if remark else 0
    room = width - len(LEFT_ARROW) - len(RIGHT_ARROW) - 2 - remark_width
    is_shown = model.options.preferences.analysis and not model.is_solving and len(stops) > 1
    if not is_shown or room < MIN_TIMELINE_WIDTH:
        return None
    review = model.review
    stops_per_cell = ceil(len(stops) / room)
    longest = max((length for length in review.lengths if length), default=1)
    index = bisect_left(stops, model.session.ply)
    cells: list[tuple[str, str]] = []
    targets: list[int | None] = []
    for start in range(0, len(stops), stops_per_cell):
        group = stops[start : start + stops_per_cell]
        first_ply = stops[start - 1] + 1 if start else 0
        sign = _review_sign(review, range(first_ply, group[-1] + 1), longest)
        if start <= index < start + stops_per_cell:
            cells += [("[", "cursor"), sign, ("]", "cursor")]
            targets += [None, None, None]
        else:
            cells.append(sign)
            targets.append(group[-1])
    line: StyledLine = [(LEFT_ARROW, "key"), *drawing.join_runs(cells), (RIGHT_ARROW, "key")]
    right: StyledLine = [*remark, (" ", "")] if remark else []
    return SeekLine(drawing.align_to_edges(line, right, width), _with_arrows(targets, stops, index))


def _review_sign(review: GameReview, plies: range, longest: int) -> tuple[str, str]:
    """Return the sign and the role for some positions.

    That is a blunder, a loss or a move that cost moves, the first of these that there is, else how
    far the last position is from a win.
    """
    if any(ply in review.blunders for ply in plies):
        return "?", "bad"
    if LOST in [review.states[ply] for ply in plies]:
        return "×", "bad"
    if any(ply in review.costs for ply in plies):
        return "+", "notice"
    if review.states[plies[-1]] != WINNABLE:
        return "·", "dim"
    lengths = reversed(review.lengths[: plies[-1] + 1])
    length = next((distance for distance in lengths if distance is not None), longest)
    return LEVELS[max(0, ceil(len(LEVELS) * length / longest) - 1)], "good"
