"""ExerciseScreen: one training position after the other, each to be answered by a step.

Answers that the certificate of the position lists are judged at once; any other is judged in a
worker process, and so is the refutation of a wrong one, which is then replayed on the board.
"""

import time
from collections.abc import Hashable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical

from ludoscope.games import FAMILIES
from ludoscope.puzzles.training.client import StepAnswer, judge_step
from ludoscope.puzzles.training.series import STORM, STREAK
from ludoscope.puzzles.training.training_position import CertifiedStep, TrainingPosition
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.tui.model.exercise import (
    ExerciseModel,
    proof_text,
    sentence,
    step_text,
    step_tokens,
    winning_replay,
)
from ludoscope.tui.model.game_model import Change
from ludoscope.tui.model.replay import Replay
from ludoscope.tui.model.training_record import MISTAKES, PRACTICE
from ludoscope.tui.model.training_run import (
    MODE_TITLES,
    STORM_PENALTY_SECONDS,
    TrainingRun,
    position_rating,
    stored_answer,
)
from ludoscope.tui.screens.base import SAVE_ERROR_CLASS, BaseScreen, HelpContent, character_or_key
from ludoscope.tui.screens.board_bindings import BOARD_BINDINGS, with_board_keys, with_user_keys
from ludoscope.tui.services.training import TrainingService, worker_problem
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.formatting import format_clock
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.footer import FooterKeyGroups, footer_keys
from ludoscope.tui.widgets.game_layout import has_room_for_panel, min_size
from ludoscope.tui.widgets.message_bar import HEIGHT, MessageBar
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.seek_bar import SeekRequested
from ludoscope.tui.widgets.styled_lines import StyledLines

CLOCK_INTERVAL_SECONDS = 1.0  # between two times of a storm on the screen
RIGHT, WRONG = "good", "bad"  # roles


class ExerciseScreen(BaseScreen[None], inherit_bindings=False):
    """A run of training positions.

    Args:
        run: The run, at its first position.
        service: Stores the answers.
    """

    CSS_PATH = "training.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_BINDINGS,
        Binding("space", "board('enter')", "pick, or play/pause", id="board.space", show=False),
        Binding("n", "next", "next position", id="training.next"),
        Binding("u", "again", "try again", id="training.again"),
        Binding("s", "solution", "show the answer", id="training.solution"),
        Binding("colon", "ask", "type a move", id="play.type"),
        Binding("percent_sign", "turn", "turn the board", id="play.turn"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Find the move that the question asks for; any right one counts. A wrong one is refuted on "
        "the board, where the arrow keys step through the line."
    )

    def __init__(self, run: TrainingRun, service: TrainingService) -> None:
        super().__init__()
        assert run.current
        self._run, self._service = run, service
        self._position = run.current
        self._is_rated = True  # False when the same position is tried again
        self._is_judging = False  # True while it is not known whether the answer is right
        self._verdict = ""
        self._verdict_role = ""
        self._details: list[str] = []
        self.model = ExerciseModel(run.current, self.app.options, self._on_step)
        self.model.add_listener(self._on_model_changed)
        self.family = run.current.family
        self._board_area = BoardArea(id="board", can_drag=True)
        self._panel = StyledLines(id="panel")
        self._bar = MessageBar(self.model)

    def compose(self) -> ComposeResult:
        yield self.create_header()
        with Vertical(id="body"):
            yield Horizontal(self._board_area, self._panel, id="exercise")
        yield self._bar

    def min_size(self) -> tuple[int, int]:
        return min_size(self.model)

    def on_mount(self) -> None:
        self._panel.set_title(MODE_TITLES[self._run.mode])
        if self._run.mode == STORM:
            self.set_interval(CLOCK_INTERVAL_SECONDS, self._on_clock)
        self.call_after_refresh(self._refresh_view)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._refresh_view)

    def on_screen_resume(self) -> None:
        self._refresh_view()

    # Display

    def refresh_view(self) -> None:
        super().refresh_view()
        self._refresh_view()

    def _refresh_view(self) -> None:
        if not (self.is_mounted and self.is_active and self._board_area.is_attached):
            return
        self.title = f"Training › {MODE_TITLES[self._run.mode]} › {FAMILIES[self.family].title}"
        self.sub_title = self._score_text()
        self._panel.display = has_room_for_panel(self.model, self.size)
        if self._board_area.size:
            self._board_area.show_game(self.model)
        self._panel.set_drawing(self._draw_panel)
        is_asking = self.active_prompt is not None
        text = self._message()
        role = "notice" if self.model.message else self._verdict_role
        message = drawing.wrap_text(text, self.size.width - 2, role) if text else []
        self._bar.refresh_view(
            message[: HEIGHT - 1],
            [(self._remark(), "")],
            self.size.width,
            is_asking=is_asking,
            has_save_error=self.has_class(SAVE_ERROR_CLASS),
        )
        self._bar.show_keys(self._footer_keys())

    def _message(self) -> str:
        """Return the message below the board: the verdict too, unless the panel says it."""
        if self.model.message or self._panel.display:
            return self.model.message
        return " ".join([self._verdict, *self._details])

    def _remark(self) -> str:
        """Return the question, or the keys that end a step which may go on."""
        model = self.model
        step = self._position.find_step(model.open_step) if model.open_step else None
        if step is None:
            return self._question
        enter = model.key_display("board.enter", "⏎")
        back = model.key_display("go.back", "esc")
        text = step_text(model, self._position, step)
        return f"{text} so far: {enter} answers, {back} takes it back"

    @property
    def _question(self) -> str:
        return self._position.trainer.question_of(self._position.game)

    def _score_text(self) -> str:
        run = self._run
        seconds = run.seconds_left(time.monotonic())
        score = f"{run.score} of {len(run.answers)} right"
        return score if seconds is None else f"{score} · {format_clock(seconds)}"

    def _draw_panel(self, width: int, height: int) -> Block:
        """Return the question, the verdict with its reasons, the ratings and the goal."""
        lines: Block = [*drawing.wrap_text(self._question, width, "title"), []]
        if self._verdict:
            lines += [*drawing.wrap_text(self._verdict, width, self._verdict_role), []]
            for text in self._details:
                lines += drawing.wrap_text(text, width)
            lines.append([])
        lines += [[(text, "dim")] for text in self._figures()]
        if self.model.board.goal_position() is not None:  # a puzzle may have another finish
            goal = [[], [("Goal:", "dim")], *self.model.goal_lines(width, height // 2)]
            lines += goal if len(lines) + len(goal) <= height else []
        return drawing.fit_block(lines, width, height)

    def _figures(self) -> list[str]:
        """Return the ratings in practice, else the score."""
        if self._run.mode != PRACTICE:
            texts = [self._score_text()]
            if self._run.series:
                texts.append(self._run.series.code)
            return texts
        rating = self._service.record.rating(self.family)
        texts = [f"Your rating: {rating.value:,.0f} ± {2 * rating.deviation:,.0f}"]
        if self._verdict:
            difficulty = position_rating(self._service.record, self._position)
            texts.append(f"This position: {difficulty:,.0f}")
            themes = self._position.themes
            texts += [", ".join(themes)] if themes else []
        return texts

    def _on_model_changed(self, change: Change) -> None:
        self._refresh_view()

    def _on_clock(self) -> None:
        """Show the time of a storm, and end it when it is up."""
        if not self._run.is_over and self._run.check_time(time.monotonic()):
            self._cancel_judging()
            self.model.close()
            self._end_run()
            self._show_verdict(f"Time is up. {self._end_text()}", "notice", [])
        elif self.app.frame_pacer.is_free:
            self._refresh_view()

    # Answers

    def _on_step(self, moves: Sequence[Hashable]) -> None:
        """Judge a step by the certificate, or in a worker process."""
        step = self._position.find_step(moves)
        tokens = step.moves if step else step_tokens(self._position, moves)
        if step and step.is_right:
            self._add_answer(tokens, is_right=True, step=step)
            return
        if step:
            self._add_answer(tokens, is_right=False, step=step)
        else:
            self._is_judging = True
            self._show_verdict("Judging…", "", [])
        if self._run.mode != STORM or not step:
            position = self._position
            self.run_worker(self._judge(position, tokens), group="judge", exclusive=True)

    async def _judge(self, position: TrainingPosition, tokens: str) -> None:
        """Judge a step, and show its refutation if it is wrong."""
        try:
            answer = await judge_step(position, tokens)
        except WorkerLost as error:
            if self.is_attached:
                self.notify_here(worker_problem(error))
                if self._is_judging:
                    self._ask_again("")
            return
        if position is not self._position or not self.is_attached:
            return
        if self._is_judging:
            if answer.is_right is None:
                self._ask_again("Not decided in time. Try another move.")
                return
            self._is_judging = False
            self._add_answer(tokens, is_right=answer.is_right, step=None)
        if answer.is_right is False and self._position is position:
            self._show_refutation(answer, tokens)

    def _ask_again(self, verdict: str) -> None:
        """Show the position again after an answer that could not be judged."""
        self._is_judging = False
        self._show_verdict(verdict, "", [])
        self.model.show_exercise(self._position)

    def _cancel_judging(self) -> None:
        """Stop the worker that judges or refutes an answer."""
        self._is_judging = False
        self.workers.cancel_group(self, "judge")

    def _show_refutation(self, answer: StepAnswer, tokens: str) -> None:
        """Replay the line on the board and say how far it goes."""
        position, game = self._position, self._position.game
        moves = list(position.read_moves(tokens))
        replay = Replay(game, position.position, moves)
        for text in answer.line:
            moves += game.parse_moves(replay.positions[-1], text)
            replay = Replay(game, position.position, moves)
        replay.ply = len(position.read_moves(tokens))
        self.model.replay = replay
        if answer.progress:
            extent = "No line goes further than" if answer.is_furthest else "A line reaches"
            self._details.append(f"{extent} {answer.progress}.")
        if answer.blocked:
            self._details.append(sentence(answer.blocked))
        self._refresh_view()

    def _add_answer(self, tokens: str, *, is_right: bool, step: CertifiedStep | None) -> None:
        """Count and store an answer, and show the verdict."""
        run, role = self._run, RIGHT if is_right else WRONG
        details = [proof_text(self._position, step)] if step and not is_right else []
        if not self._is_rated:
            self._show_verdict("Right." if is_right else "Wrong.", role, details)
            return
        before = self._service.record.rating(self.family).value
        given = run.add_answer(tokens, is_right, time.monotonic())
        answer = stored_answer(run.mode, given, self._position.themes, self._service.now)
        self._service.record.add(answer)
        self.run_worker(self._service.store_answer(answer))
        if run.mode == MISTAKES:
            self.run_worker(self._service.add_attempt(self._position.name, is_right))
        if run.mode == STORM or (run.mode == STREAK and is_right):
            if not is_right:
                self.notify_here(f"Wrong: {STORM_PENALTY_SECONDS:.0f} seconds less")
            self._go_on()
            return
        verdict = "Right." if is_right else "Wrong."
        if run.mode == PRACTICE:
            change = round(self._service.record.rating(self.family).value - before)
            verdict += f" Rating {change:+}."
        if run.is_over:
            verdict += f" {self._end_text()}"
            self._end_run()
        self._show_verdict(verdict, role, details)

    def _show_verdict(self, verdict: str, role: str, details: list[str]) -> None:
        self._verdict, self._verdict_role, self._details = verdict, role, details
        self._refresh_view()

    def _end_text(self) -> str:
        """Return the score at the end of a run."""
        wrong = len(self._run.answers) - self._run.score
        return f"The end: {self._run.score} right, {wrong} wrong."

    def _end_run(self) -> None:
        """Offer the result of a series to the leaderboard."""
        if self._run.series:
            self.app.lobby.share_training(self._run)

    def _go_on(self) -> None:
        """Show the next position, or the end of the run."""
        self._verdict, self._verdict_role, self._details = "", "", []
        self._is_rated = True
        position = self._run.go_on(time.monotonic())
        if position is None:
            self.model.close()
            self._end_run()
            self._show_verdict(self._end_text(), "notice", [])
            return
        self._position, self.family = position, position.family
        self.model.show_exercise(position)

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "next":
            return self._can_go_on or None
        if action in ("again", "solution") and self._is_judging:
            return None
        if action == "again":
            return (self.model.is_answered and self._run.mode in (PRACTICE, MISTAKES)) or None
        if action == "solution":
            in_time = self._run.mode != STORM or self._run.is_over
            return (in_time and self.model.replay is None) or None
        return action != "ask" or not self.model.is_answered or None

    @property
    def _can_go_on(self) -> bool:
        return self.model.is_answered and not self._is_judging and not self._run.is_over

    def _footer_keys(self) -> FooterKeyGroups:
        if self.active_prompt:
            return FooterKeyGroups(
                with_user_keys(self.app.options, [("⏎", "play"), ("esc", "cancel")])
            )
        keys = footer_keys(self, [])
        if not self.model.is_answered:
            keys = with_board_keys(keys, self.model)
            answer = [("⏎", "answer")] if self.model.open_step else []
            return keys._replace(main=[*with_user_keys(self.app.options, answer), *keys.main])
        own_keys = [("⏎", "next")] if self._can_go_on else []
        if self.model.replay:
            own_keys.append(("←→", "step"))
        return keys._replace(main=[*with_user_keys(self.app.options, own_keys), *keys.main])

    def help_content(self) -> HelpContent:
        board = self.model.board
        keys = with_user_keys(self.app.options, board.KEY_LABELS)
        return HelpContent("Training", self.PURPOSE, keys, board.NOTATION)

    def intercept_key(self, event: events.Key) -> bool:
        """Put back what the mouse holds before any key; escape does no more than that."""
        return self._cancel_drag() and event.key == "escape"

    def _cancel_drag(self) -> bool:
        """Put back what the mouse holds; return False if it holds nothing."""
        is_dragging = self._board_area.cancel_drag()
        if is_dragging:
            self.model.board.clear_selection()
            self._refresh_view()
        return is_dragging

    def handle_unbound_key(self, event: events.Key) -> None:
        self.action_board(character_or_key(event))

    def on_board_area_clicked(self, event: BoardArea.Clicked) -> None:
        if not self.model.is_answered:
            self.model.begin_input(time.monotonic())
            self.model.click(*event.cell, *event.board_size)

    def on_board_area_dragged(self, event: BoardArea.Dragged) -> None:
        if self.model.is_answered:
            return
        self.model.begin_input(time.monotonic())
        if event.is_drop:
            self.model.drop(event.start, event.end, *event.board_size)
        elif (
            self.model.drag(event.start, event.end, *event.board_size)
            and self.app.frame_pacer.is_free
        ):
            self._refresh_view()  # on a slow line the drop is soon enough

    def on_seek_requested(self, event: SeekRequested) -> None:
        if self.model.replay:
            self.model.seek(event.ply)

    def open_prompt(self, text: str = "") -> None:
        if not self.model.is_answered:
            hint = self.model.board.NOTATION
            self.show_prompt(PromptLine(":", self.model.play_text, text, hint=hint))

    def action_board(self, key: str) -> None:
        if not self.model.is_answered:
            self.model.begin_input(time.monotonic())
            self.model.handle_key(key)
        elif key == "enter" and self._can_go_on:
            self.action_next()
        elif self.model.replay and key in ("left", "right"):
            self.model.step_replay(1 if key == "right" else -1)

    def action_turn(self) -> None:
        self.model.flip_board()

    def action_next(self) -> None:
        self._cancel_judging()
        self._go_on()

    def action_again(self) -> None:
        """Show the same position again; what is found now is not rated."""
        self._cancel_judging()
        self._is_rated = False
        self._verdict, self._verdict_role, self._details = "", "", []
        self.model.show_exercise(self._position)

    def action_solution(self) -> None:
        """Show a right step and the line to the win; before an answer that counts as wrong."""
        self._cancel_judging()
        step = self._position.right_steps[0]
        if not self.model.is_answered:
            self.model.close()
            self._add_answer("", is_right=False, step=None)
        if self._run.current is self._position:
            replay = winning_replay(self._position, step)
            replay.step(1)
            self.model.replay = replay
            answer = step_text(self.model, self._position, step)
            self._details = [f"The answer: {answer}."]
            self._refresh_view()

    def action_back(self) -> None:
        if not self.model.clear_selection():
            self.dismiss()
