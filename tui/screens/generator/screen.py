"""The workshop: a new ORush puzzle of a given length, and the hardest board found so far."""

import asyncio
import re
import secrets
import time
from collections.abc import Iterable
from contextlib import aclosing
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Sparkline, Static

from ludoscope.games import AnyGame
from ludoscope.games.rush.rules import read_game
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush import generator
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.search.process.client import worker_messages
from ludoscope.search.process.host_limits import cap_limits
from ludoscope.tui.boards.board import Board
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.play.solver_panel import look_at
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.text import formatting
from ludoscope.tui.widgets.board_view import BoardView
from ludoscope.tui.widgets.prompt import Ask
from ludoscope.tui.widgets.search_stats import RATE, Row, bar, draw_rates

LENGTH = re.compile("([0-9]{1,3}) *(moves?|slides?|squares?|steps?|cells?|)")
SQUARES = ("sq", "st", "ce")  # how the words for cells begin
TICK = 0.25  # seconds between frames while it works
MOST = Limits(seconds=600)
HARD = "puzzles this long can take minutes"


class WorkshopPage(BaseScreen[None], inherit_bindings=False):
    """At most one worker runs; what it says is shown when the terminal has time for it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "play it", id="workshop.play"),
        Binding("n", "make", "make another", id="workshop.make"),
        Binding("l", "length", "another length", id="workshop.length"),
        Binding("x", "stop", "stop", id="workshop.stop"),
        Binding("escape,q", "dismiss(None)", "back", key_display="esc", id="go.back"),
    ]
    TITLE = "ORush › a new puzzle"
    CSS_PATH = "generator.tcss"
    AUTO_FOCUS = ""
    LEAST = (60, 14)

    def __init__(self) -> None:
        super().__init__()
        self.length, self.measure = 20, "slides"
        self.made: Puzzle | None = None
        self.busy = False  # looking for one
        self._tried = self._longest = 0
        self._begun, self._rates = 0.0, SearchHistory()
        self._said = ""
        self._best = ""  # the grid of the hardest so far
        self._board: Board | None = None  # that, then the one that is made
        self._view, self._text = BoardView(id="view"), Static(id="said")
        self._spark, self._bar = Sparkline(), bar()
        self._rate, self._length = Row("rate", self._spark), Row("longest", self._bar)

    def body(self) -> Iterable[Widget]:
        panel = Vertical(self._text, self._rate, self._length, id="panel")
        panel.border_title = "Workshop"
        yield Horizontal(self._view, panel)

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick, pause=True)
        self.action_length()

    def _tick(self) -> None:
        if self.app.pace.free and self.on_top:
            self.paint()
            self.call_after_refresh(self.app.pace.drawn)

    def paint(self) -> None:
        """Show how far it is, or what was made."""
        super().paint()
        if not self.is_attached:
            return  # it was left
        said, rates = self._said, self._rates.rates
        self.sub_title = self._wanted if self.busy or self.made else ""
        if self.busy:
            hard = self.length >= generator.MIN_HARD_LENGTH[self.measure]
            said = f"{self._tried:,} boards tried" + (f"\n\n{HARD}" if hard else "")
        self._text.update(Content(said))
        rate = f"{formatting.metric(rates[-1] if rates else 0)}/s".ljust(RATE)
        self._rate.tell(Content(rate) if self.busy else None)
        self._length.tell(Content(f"longest: {self._longest} ") if self.busy else None)
        draw_rates(self._spark, rates)
        self._bar.update(total=self.length, progress=max(self._longest, 1))
        if self._board:
            shown = self.made or self._longest
            look_at(self._view, self._board, self._board.game.start if shown else None)
            titled = "The puzzle" if self.made else "The hardest so far" if shown else ""
            self._view.name_it(titled)

    def _draw(self, game: AnyGame) -> None:
        self._board = board_for(game, self.app.options)
        self._board.bare, self._board.pointing = True, False

    @property
    def _wanted(self) -> str:
        return f"{self.length} {formatting.unit(self.measure)}"

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.asking:
            return False
        match action:
            case "play":
                return self.made is not None
            case "make" | "length":
                return not self.busy
            case "stop":
                return self.busy
        return True

    def action_length(self) -> None:
        most = generator.MAX_LENGTH
        ways = f"2 to {most['slides']} moves, or 2 to {most['cells']} squares"
        self.ask(Ask("how long:", self._ordered, self._wanted, wanted=ways))

    def _ordered(self, text: str) -> bool:
        """Begin with that length; False when there is none such."""
        found = LENGTH.fullmatch(text)
        if not found:
            self.tell(f"'{text}' is not a length: 20 moves, or 35 squares")
            return False
        length, measure = int(found[1]), "cells" if found[2][:2] in SQUARES else "slides"
        try:
            generator.generate(0, length, measure)
        except ValueError as error:
            self.tell(str(error).replace(measure, formatting.unit(measure)))
            return False
        self.length, self.measure = length, measure
        self.action_make()
        return True

    def action_make(self) -> None:
        self.made, self._said = None, ""
        self._tried, self._longest, self._best = 0, 0, ""
        self._begun, self._rates = time.monotonic(), SearchHistory()
        self.busy = True
        self._timer.resume()
        self.run_worker(self._make, group="make", exclusive=True)
        self.paint()
        self.refresh_bindings()

    async def _make(self) -> None:
        most = cap_limits(MOST).seconds
        assert most
        job = {"seed": secrets.randbits(64), "length": self.length, "measure": self.measure}
        try:
            async with (
                asyncio.timeout(most),
                aclosing(
                    worker_messages("ludoscope.puzzles.rush.generator_worker", job)
                ) as messages,
            ):
                async for message in messages:
                    try:
                        self._hear(message)
                    except (ValueError, LookupError, TypeError):
                        raise WorkerLost("the process sent a malformed message") from None
                    if self.made:
                        break  # which ends the worker at once
        except TimeoutError:
            self._offer(f"none found in {formatting.span(most)}")
        except WorkerLost as lost:
            self._said = f"gave up: {lost}"
        finally:
            self.busy = False
            self._timer.pause()
            self.paint()
            self.refresh_bindings()

    def _hear(self, message: dict[str, str | int]) -> None:
        if message["event"] == "made":
            self.made = rush.generated_puzzle(str(message["string"]))
            self._draw(self.made.game)
            cells, slides = int(message["cells"]), int(message["slides"])
            lengths = f"{formatting.count(slides, 'slides')}, {formatting.count(cells, 'cells')}"
            self._said = f"{rush.find_grade(cells)}: {lengths}\n\nno boat or wall is superfluous"
            return
        self._tried = int(message["tried"])
        seconds = time.monotonic() - self._begun
        self._rates.note(Progress(explored=self._tried, seconds=seconds))
        if int(message["length"]) > self._longest:
            self._longest, self._best = int(message["length"]), str(message["grid"])
            self._draw(read_game(self._best))

    def _offer(self, why: str) -> None:
        """What was found until it ended, which can be played though it is shorter than wanted."""
        self._said = why
        if self._best and not self.made:
            self.made = rush.generated_puzzle(generator.puzzle_string(read_game(self._best)))
            length = formatting.count(self._longest, self.measure)
            self._said = f"{why}\n\nthe hardest found so far needs {length}"

    def action_stop(self) -> None:
        self._offer("stopped")
        self.workers.cancel_group(self, "make")

    def action_play(self) -> None:
        if self.made:
            self.app.opener.play(self.made)


def show(app: Services) -> None:
    """What the library of ORush opens."""
    app.push_screen(WorkshopPage())
