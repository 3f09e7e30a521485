"""The review of a game: the line that was played beside the best one, from mistake to mistake."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games import count_text
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.model.badge import BLUNDER_MARK, COST_MARK
from ludoscope.tui.model.game_model import GameModel
from ludoscope.tui.model.line_comparison import LineComparison, ShownStep
from ludoscope.tui.model.review_text import cost_unit, describe_cost, summarize_review
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.play.solver_jobs import SolverJobs
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block, StyledLine
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.styled_lines import StyledLines

REFRESH_INTERVAL_SECONDS = 0.25
MISTAKE_WIDTH = 8  # cells for a mistake with its number, at the most
OTHER_LINES = 9  # of the screen besides the boards: bars, summary, captions, mistakes
NO_BEST_LINE = "No better line is known"


@dataclass
class MistakeChosen(Message):
    """Posted when a mistake is clicked.

    Attributes:
        move: The number of the move, in plies from 1.
    """

    move: int


class MistakeLine(StyledLines):
    """The mistakes with their marks in one line; the one shown is in brackets."""

    DEFAULT_CSS = "MistakeLine { height: 1; }"

    def __init__(self, model: GameModel) -> None:
        super().__init__()
        self._model = model
        self._moves_by_cell: list[int | None] = []
        self._shown_move: int | None = None

    def show(self, shown_move: int | None) -> None:
        """Show the mistakes, with the one that is shown on the boards in brackets."""
        self._shown_move = shown_move
        self.set_drawing(lambda width, _: [self._draw_line(width)])

    def _draw_line(self, width: int) -> StyledLine:
        """Return the mistakes; those around the one shown if there is not room for all."""
        moves = self._model.review.mistakes
        line: StyledLine = [(" Mistakes: ", "dim")] if moves else []
        self._moves_by_cell = [None] * drawing.line_width(line)
        room = max(1, (width - drawing.line_width(line)) // MISTAKE_WIDTH)
        shown = moves.index(self._shown_move) if self._shown_move in moves else 0
        first = max(0, min(shown - room // 2, len(moves) - room))
        for move in moves[first : first + room]:
            is_shown = move == self._shown_move
            part: StyledLine = [
                ("[" if is_shown else " ", "cursor"),
                (f"{self._model.session.move_number(move)}", ""),
                move_mark(self._model, move),
                ("]" if is_shown else " ", "cursor"),
            ]
            self._moves_by_cell += [move] * drawing.line_width(part)
            line += part
        return drawing.fit_line(line, width)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None and offset.x < len(self._moves_by_cell):
            move = self._moves_by_cell[offset.x]
            if move is not None:
                self.post_message(MistakeChosen(move))


def move_mark(model: GameModel, move: int) -> tuple[str, str]:
    """Return the mark of a mistake and its role."""
    return (BLUNDER_MARK, "bad") if move in model.review.blunders else (COST_MARK, "notice")


class BoardWithCaption(Vertical):
    """A position of a line, and a caption above it."""

    def __init__(self, model: GameModel, *, id: str) -> None:  # noqa: A002
        self._board = create_board(model.game, model.options)
        self._board.shows_cursor = False
        self._board.viewing_side = model.board.viewing_side
        self._caption = StyledLines(classes="caption")
        self._area = BoardArea(show_cursor=False)
        super().__init__(self._caption, self._area, id=id, classes="line")

    @property
    def min_size(self) -> tuple[int, int]:
        return self._board.min_size()

    def show(self, step: ShownStep, caption: StyledLine) -> None:
        """Show the position after a step, with its last move marked."""
        self._caption.set_drawing(lambda width, _: [drawing.fit_line(caption, width)])
        marked_move = step.moves[-1] if step.moves else None

        def draw(width: int, height: int) -> Block:
            return list(self._board.draw(step.position, width, height, marked_move))

        self._area.show_picture(self._board, draw)

    def step_text(self, step: ShownStep) -> str:
        return self._board.step_text(step.position_before, list(step.moves)) if step.moves else ""


class ReviewScreen(BaseScreen[int | None], inherit_bindings=False):
    """The played line beside the best one; returns the ply from which to play on, or None.

    Args:
        model: The game.
        solver_jobs: Measures the positions of the game in worker processes.
        can_retry: False if the game cannot be played on from an earlier position.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "step", key_display="←→", id="review.on"),
        Binding("left,h", "step(-1)", "step back", id="review.back", show=False),
        Binding("tab", "mistake(1)", "mistake", id="review.next"),
        Binding("shift+tab", "mistake(-1)", "previous mistake", id="review.previous", show=False),
        Binding("enter", "try_again", "try from here", id="review.retry"),
        Binding("space", "swap", "other line", key_display="space", id="review.swap"),
        Binding("home", "seek_start", "start", id="review.first", show=False),
        Binding("end", "seek_end", "end", id="review.last", show=False),
        Binding("x", "stop", "stop", id="review.stop"),
        Binding("equals_sign", "dismiss(None)", "review", id="play.review", show=False),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "The moves that you played beside the best ones. Solvers compare each position with the "
        "one before it; what they cannot prove in time stays unmarked."
    )
    CSS_PATH = "review.tcss"
    AUTO_FOCUS = ""

    def __init__(
        self, model: GameModel, solver_jobs: SolverJobs, *, can_retry: bool = True
    ) -> None:
        super().__init__()
        self._can_retry = can_retry
        self.family = model.game.family
        self._model, self._solver_jobs = model, solver_jobs
        self._lines = LineComparison(model)
        self._has_moved = False
        self._is_stopped = False
        self._searched_plies: set[int] = set()
        self._version = -1
        self._summary, self._mistakes = Static(id="summary"), MistakeLine(model)
        self._played = BoardWithCaption(model, id="played")
        self._best = BoardWithCaption(model, id="best")

    def compose_body(self) -> Iterable[Widget]:
        yield self._summary
        yield Horizontal(self._played, self._best, id="boards")
        yield self._mistakes

    def on_mount(self) -> None:
        self.title = f"Review › {self._model.puzzle.title}"
        self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        self._solver_jobs.review()
        self._show()

    def on_unmount(self) -> None:
        self._solver_jobs.stop("review", "trace")

    def on_resize(self, event: events.Resize) -> None:
        width, height = self._played.min_size
        is_narrow = event.size.width // 2 - 2 < width
        fits_stacked = event.size.height - OTHER_LINES >= 2 * (height + 1)
        self.set_class(is_narrow and fits_stacked, "-stacked")
        self.set_class(is_narrow and not fits_stacked, "-single")
        self.refresh_bindings()

    # Refreshing

    @property
    def _is_running(self) -> bool:
        return self._solver_jobs.is_running("review") or self._solver_jobs.is_running("trace")

    def _on_timer(self) -> None:
        """Show what the solvers have found since the last time."""
        version = self._model.analysis.version * 2 + self._is_running
        if version == self._version or not self.app.frame_pacer.is_free:
            return
        self._version = version
        if not self._has_moved and (mistakes := self._model.review.mistakes):
            self._lines.go_to_move(mistakes[0])
        elif not (self._lines.best_line and self._lines.best_is_shortest):
            self._lines.update_best_line()
        if not self._is_stopped:
            self._search_best_line()
        self._show()
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def _show(self) -> None:
        self._summary.update(
            Content(" ".join(summarize_review(self._model, is_running=self._is_running)))
        )
        lines = self._lines
        played, best = lines.played_step(), lines.best_step()
        self._played.show(played, self._played_caption(played))
        self._best.show(best, self._best_caption(best))
        self._mistakes.show(self._mistake_at(lines.played_ply))
        self.refresh_bindings()

    def on_appearance_changed(self) -> None:
        self._show()

    def _played_caption(self, step: ShownStep) -> StyledLine:
        """Return the number of the move played, the move, its mark and what it cost."""
        ply = self._lines.played_ply
        if not step.moves:
            return [("Played: ", "dim"), ("the start", "")]
        caption: StyledLine = [
            (f"Played {self._model.session.move_number(ply)}: ", "dim"),
            (self._played.step_text(step), "title"),
        ]
        move = self._mistake_at(ply)
        if move is None:
            return caption
        mark, role = move_mark(self._model, move)
        return [*caption, (mark, role), (f"  {describe_cost(self._model, move)}", role)]

    def _best_caption(self, step: ShownStep) -> StyledLine:
        """Return what the best line is, its move, and how many moves it has left."""
        lines = self._lines
        if not lines.best_line:
            text = "Searching for the best line…" if self._is_running else NO_BEST_LINE
            return [(text, "dim")]
        name = "Best" if lines.best_is_shortest else "A winning line"
        steps_left = lines.best_steps_left() or 0
        left = count_text(steps_left, cost_unit(self._model))
        if lines.index <= lines.fork:
            return [(f"{name}: {left} from here", "dim")]
        move = (self._best.step_text(step), "title")
        return [
            (f"{name}: ", "dim"),
            move,
            (f"  {left} left" if steps_left else "  the end", "dim"),
        ]

    def _mistake_at(self, ply: int) -> int | None:
        """Return the mistake in the step that ends at a ply of the played line."""
        index = self._lines.stops.index(ply)
        start = self._lines.stops[max(index - 1, 0)]
        review = self._model.review
        marked = review.blunders | review.costs.keys()
        return next((move for move in sorted(marked) if start < move <= ply), None)

    # Actions

    def help_content(self) -> HelpContent:
        marks = [
            (COST_MARK, "a move after which more moves are needed than before"),
            (BLUNDER_MARK, "a move that lost the win"),
        ]
        return HelpContent("Review", self.PURPOSE, symbols=marks)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "try_again":
                return self._can_retry
            case "mistake":
                return bool(self._model.review.mistakes) or None
            case "swap":
                return self.has_class("-single")
            case "stop":
                return self._is_running or None
        return True

    def _moved(self) -> None:
        self._has_moved = True
        self._show()

    def action_step(self, count: int) -> None:
        self._lines.step(count)
        self._moved()

    def action_seek_start(self) -> None:
        self._lines.step(-self._lines.last_index)
        self._moved()

    def action_seek_end(self) -> None:
        self._lines.step(self._lines.last_index)
        self._moved()

    def action_mistake(self, direction: int) -> None:
        if not self._lines.next_mistake(direction):
            self.notify_here("No later mistake" if direction > 0 else "No earlier mistake")
        self._on_mistake_shown()

    def on_mistake_chosen(self, event: MistakeChosen) -> None:
        self._lines.go_to_move(event.move)
        self._on_mistake_shown()

    def _on_mistake_shown(self) -> None:
        self._search_best_line()
        self._moved()

    def _search_best_line(self) -> None:
        """Search for the best line in place of the mistake shown, once, if none is known."""
        lines = self._lines
        if lines.best_line or self._is_running or not self._model.review.mistakes:
            return
        if lines.fork_ply not in self._searched_plies:
            self._searched_plies.add(lines.fork_ply)
            self._solver_jobs.find_review_line(lines.fork_ply)

    def action_swap(self) -> None:
        self.toggle_class("-shows-best")

    def action_stop(self) -> None:
        self._is_stopped = True
        self._solver_jobs.stop("review", "trace")
        self._show()

    def action_try_again(self) -> None:
        """Play on from the position shown; from before the mistake if one is shown."""
        lines = self._lines
        is_mistake = self._mistake_at(lines.played_ply) is not None
        index = max(0, min(lines.index, len(lines.stops) - 1) - is_mistake)
        self.dismiss(lines.stops[index])
