"""The generator of ORush puzzles: asks for a length, and shows the hardest board found so far."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterable, Mapping
from contextlib import aclosing
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from ludoscope.games import FAMILIES, AnyGame, Unit, count_text
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.rush import generator
from ludoscope.puzzles.rush.difficulty import FEWEST_SLIDES
from ludoscope.puzzles.rush.generated import generated_puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import worker_messages
from ludoscope.search.process.host_limits import cap_limits, worker_slots
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.prompt import PromptLine
from ludoscope.tui.widgets.search_stats import (
    RATE_WIDTH,
    RateRow,
    StatRow,
    create_progress_bar,
)

LENGTH_PATTERN = re.compile("([0-9]{1,3}) *(moves?|slides?|squares?|steps?|cells?|)")
SQUARE_UNITS = ("sq", "st", "ce")  # the first letters of units that mean squares
REFRESH_INTERVAL_SECONDS = 0.25
EXPLANATION = (
    "Makes a new puzzle.\n\nType the length of its shortest solution, in moves or in squares. "
    "Longer puzzles are harder, and take longer to find."
)
QUEUED = "The generator is queued: this server's solver limit is reached"
TIME_LIMIT = Limits(seconds=600)


class GeneratorScreen(BaseScreen[None], inherit_bindings=False):
    """A board, and beside it the progress of the process that generates a puzzle.

    Attributes:
        length: The length of the solution that is asked for.
        measure: Its unit, "slides" or "cells".
        puzzle: The generated puzzle, None until there is one.
        is_generating: True while the process runs.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "play it", id="generator.play"),
        Binding("n", "generate", "make another", id="generator.make"),
        Binding("colon", "length", "another length", id="generator.length"),
        Binding("x", "stop", "stop", id="generator.stop"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Makes a new ORush puzzle whose shortest solution has the length that you ask for. It "
        "tries random boards and keeps the hardest until one is long enough."
    )
    TITLE = "ORush › New puzzle"
    CSS_PATH = "generator.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (60, 14)

    def __init__(self) -> None:
        super().__init__()
        self.length, self.measure = 20, "slides"
        self.puzzle: Puzzle | None = None
        self.is_generating = False
        self.result = ""  # what came out; shown when the process has ended
        self._is_queued = False  # while the host allows no more processes
        self._tried_count = 0
        self._best_length, self._best_grid = 0, ""  # of the hardest board so far
        self._started_at, self._rates = 0.0, SearchHistory()
        self._board: Board | None = None
        self._board_area, self._text = BoardArea(id="view"), Static(id="result")
        self._progress_bar = create_progress_bar()
        self._rate_row = RateRow("rate")
        self._length_row = StatRow("longest", self._progress_bar)

    def compose_body(self) -> Iterable[Widget]:
        panel = Vertical(self._text, self._rate_row, self._length_row, id="panel")
        panel.border_title = "Generator"
        yield Horizontal(self._board_area, panel)

    def on_mount(self) -> None:
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer, pause=True)
        self.action_length()

    # Refreshing

    def _on_timer(self) -> None:
        if self.app.frame_pacer.is_free and self.is_active:
            self.refresh_view()
            self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def refresh_view(self) -> None:
        super().refresh_view()
        if not self.is_attached:
            return  # the screen was left meanwhile
        self.sub_title = self._length_text if self.is_generating or self.puzzle else ""
        self._show_progress()
        if self._board:
            self._show_board(self._board)

    def _show_progress(self) -> None:
        rates = self._rates.rates
        self._rate_row.show_rates(rates)
        self._progress_bar.update(total=self.length, progress=max(self._best_length, 1))
        if self.is_generating:
            rate = f"{formatting.format_metric(rates[-1] if rates else 0)}/s"
            text = QUEUED if self._is_queued else f"{self._tried_count:,} boards tried"
            if self.length >= generator.MIN_HARD_LENGTH[self.measure]:
                text += "\n\nPuzzles this long can take minutes"
            self._text.update(Content(text))
            self._rate_row.show_text(Content(f"{rate:<{RATE_WIDTH}}"))
            self._length_row.show_text(Content(f"longest: {self._best_length} "))
        else:
            self._text.update(Content(self.result or EXPLANATION))
            self._rate_row.show_text(None)
            self._length_row.show_text(None)

    def _show_board(self, board: Board) -> None:
        if self.puzzle:
            title = "The puzzle"
        elif self._best_length:
            title = "The hardest so far"
        else:
            title = ""
        self._board_area.show_position(board, board.game.start if title else None)
        self._board_area.set_title(title)

    def _set_game(self, game: AnyGame) -> None:
        self._board = create_board(game, self.app.options)
        self._board.is_thumbnail, self._board.shows_cursor = True, False

    @property
    def _length_text(self) -> str:
        return count_text(self.length, self._unit)

    @property
    def _unit(self) -> Unit:
        return FAMILIES["rush"].unit_of(self.measure)

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.active_prompt:
            return False
        match action:
            case "play":
                return self.puzzle is not None
            case "generate" | "length":
                return not self.is_generating
            case "stop":
                return self.is_generating
        return True

    def action_length(self) -> None:
        """Ask for a length, and generate a puzzle."""
        max_length = generator.MAX_LENGTH
        expected = f"2 to {max_length['slides']} moves, or 2 to {max_length['cells']} squares"
        prompt = PromptLine("Length:", self._set_length, self._length_text, hint=expected)
        prompt.on_cancel = self._leave_if_empty
        self.show_prompt(prompt)

    def _leave_if_empty(self) -> None:
        """Close the screen if there is nothing on it and nothing to wait for."""
        if not (self.puzzle or self.result or self.is_generating):
            self.dismiss()

    def _set_length(self, text: str) -> bool:
        match = LENGTH_PATTERN.fullmatch(text)
        if not match:
            self.notify_here(
                f"'{text}' is not a length. Expected, for example, 20 moves or 35 squares."
            )
            return False
        length = int(match[1])
        measure = "cells" if match[2][:2] in SQUARE_UNITS else "slides"
        try:
            generator.generate(0, length, measure)  # checks the length; it would run when iterated
        except ValueError as error:
            self.notify_here(str(error).replace(measure, FAMILIES["rush"].unit_of(measure).plural))
            return False
        self.length, self.measure = length, measure
        self.action_generate()
        return True

    def action_generate(self) -> None:
        self.puzzle, self.result = None, ""
        self._tried_count, self._best_length, self._best_grid = 0, 0, ""
        self._rates = SearchHistory()
        self.is_generating, self._is_queued = True, worker_slots().is_full()
        self._timer.resume()
        self.run_worker(self._generate, group="generate", exclusive=True)
        self.refresh_view()
        self.refresh_bindings()

    def action_stop(self) -> None:
        self._use_hardest("Stopped")
        self.workers.cancel_group(self, "generate")

    def action_play(self) -> None:
        if self.puzzle:
            self.app.puzzle_opener.open_puzzle(self.puzzle)

    # Generating

    async def _generate(self) -> None:
        limits = cap_limits(TIME_LIMIT)
        time_limit = limits.seconds
        assert time_limit
        job = {
            "seed": secrets.randbits(64),
            "length": self.length,
            "measure": self.measure,
            "memory": limits.memory,
        }
        module = "ludoscope.puzzles.rush.generator_worker"
        messages = worker_messages(module, job, time_limit)
        try:
            async with asyncio.timeout(None) as timeout, aclosing(messages):
                async for message in messages:
                    if timeout.when() is None:  # the first message: it waits for a process no more
                        timeout.reschedule(asyncio.get_running_loop().time() + time_limit)
                        self._is_queued, self._started_at = False, time.monotonic()
                    self._on_worker_message(message)
                    if self.puzzle:
                        break  # which ends the process at once
        except TimeoutError:
            self._use_hardest(f"No puzzle found in {formatting.format_time_limit(time_limit)}")
        except WorkerLost as error:
            self.result = f"Generator failed: {error}"
        finally:
            self.is_generating = False
            self._timer.pause()
            self.refresh_view()
            self.refresh_bindings()

    def _on_worker_message(self, message: Mapping[str, str | int]) -> None:
        try:
            if message["event"] == "made":
                self._set_puzzle(str(message["string"]), message["slides"], message["cells"])
            else:
                self._add_progress(message)
        except (ValueError, LookupError, TypeError):
            raise WorkerLost("the process sent a malformed message") from None

    def _set_puzzle(self, string: str, slides: str | int, cells: str | int) -> None:
        self.puzzle = generated_puzzle(string)
        self._set_game(self.puzzle.game)
        grade = FEWEST_SLIDES.difficulty(int(slides)).grade
        count = count_text(int(cells if self.measure == "cells" else slides), self._unit)
        self.result = f"{grade.capitalize()}: {count}\n\nEvery boat and wall is needed"

    def _add_progress(self, message: Mapping[str, str | int]) -> None:
        self._tried_count = int(message["tried"])
        seconds = time.monotonic() - self._started_at
        self._rates.add_progress(Progress(explored=self._tried_count, seconds=seconds))
        if int(message["length"]) > self._best_length:
            self._best_length, self._best_grid = int(message["length"]), str(message["grid"])
            self._set_game(read_game(self._best_grid))

    def _use_hardest(self, reason: str) -> None:
        """Offer the hardest board found so far, although it is shorter than asked for."""
        make = self.app.options.key_display("generator.make", "n")
        self.result = f"{reason}. {make} tries again."
        if self._best_grid and not self.puzzle:
            string = generator.puzzle_string(read_game(self._best_grid))
            self.puzzle = generated_puzzle(string)
            length = count_text(self._best_length, self._unit)
            self.result += f"\n\nThe hardest board found so far needs {length}"


def open_generator(app: AppBase) -> None:
    """Open the generator, from the library of ORush."""
    app.push_screen(GeneratorScreen())
