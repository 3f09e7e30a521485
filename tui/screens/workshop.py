"""The workshop: a new ORush puzzle of a wanted length, and the hardest board met on the way."""

import asyncio
import re
import secrets
from contextlib import aclosing
from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoscope.games.rush import read_game
from ludoscope.puzzles import rush
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.puzzles.rush import generator
from ludoscope.search.budget import Limits
from ludoscope.search.process.child import WorkerLost
from ludoscope.search.process.client import lines
from ludoscope.search.process.host_limits import allowed
from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.boards.miniature import Miniature
from ludoscope.tui.screens.page import Page
from ludoscope.tui.services.contract import Services
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block

LENGTH = re.compile("([0-9]{1,3}) *(slides?|steps?|cells?|)")  # a step is a cell
TICK = 0.25  # seconds between frames while it works
PANEL = 30  # columns
MOST = Limits(seconds=600)
HARD = "such long ones can take minutes"


class WorkshopPage(Page[None]):
    """One worker at most is at work; what it says is shown when the terminal has time for it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "play", "play it", id="workshop.play"),
        Binding("n", "make", "make another", id="workshop.make"),
        Binding("l", "length", "another length", id="workshop.length"),
        Binding("x", "stop", "stop", id="workshop.stop"),
        Binding("escape,q", "leave", "back", key_display="esc", id="go.back"),
    ]

    def __init__(self, look: Look) -> None:
        super().__init__(look.ascii_only)
        self._look = look
        self.length, self.measure = 20, "slides"
        self.made: Puzzle | None = None
        self._at_work = False
        self._tried = self._longest = 0
        self._said: list[str] = []
        self._picture: Miniature | None = None

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick, pause=True)
        self.action_length()

    def _tick(self) -> None:
        if self.app.pace.free:
            self.paint_unasked()

    @property
    def busy(self) -> bool:
        """Whether it is looking for one."""
        return self._at_work

    # The frame

    def least(self) -> tuple[int, int]:
        return 60, 14

    def frame(self, width: int, height: int) -> Block:
        title: Line = [(" ORush › ", "dim"), ("a new puzzle", "title")]
        wanted = f"{self.length} {words.unit(self.measure)} " if self._at_work or self.made else ""
        room = height - 4
        inner = width - PANEL - 2
        picture = self._picture
        board = picture.draw(inner, room - 2) if picture else drawing.block([], inner, room - 2)
        named = "The puzzle" if self.made else "The hardest so far"
        left = drawing.box(named if picture else "", board, width - PANEL, room)
        right = drawing.box("Workshop", self._panel(PANEL - 4), PANEL, room)
        top = drawing.ends(title, [(wanted, "")], width)
        return drawing.block(
            [top, *drawing.beside(left, right), *self.bottom(width)], width, height
        )

    def _panel(self, width: int) -> Block:
        said = list(self._said)
        if self._at_work:
            said += [f"{self._tried:,} boards tried", f"the longest takes {self._longest}"]
            if self.length >= generator.HARD[self.measure]:
                said += ["", HARD]
        drawn: Block = [[]]
        for sentence in said:
            drawn += [[(" ", ""), *line] for line in drawing.wrap(sentence, width)] or [[]]
        return drawn

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "play":
                return self.made is not None or None
            case "make" | "length":
                return not self._at_work or None
            case "stop":
                return self._at_work or None
        return True

    def action_length(self) -> None:
        most = generator.LONGEST
        ways = f"2 to {most['slides']} slides, or 2 to {most['cells']} steps"
        now = f"{self.length} {words.unit(self.measure)}"
        self.ask("how long:", self._ordered, now, keys=("make", ways))

    def _ordered(self, text: str) -> bool:
        """Begin with that length; False when there is none such."""
        found = LENGTH.fullmatch(text)
        if not found:
            self.notice = "that is no length: 20 slides, or 35 steps"
            return False
        length, measure = int(found[1]), "cells" if found[2][:2] in ("st", "ce") else "slides"
        try:
            generator.generate(0, length, measure)
        except ValueError as error:
            self.notice = str(error)
            return False
        self.length, self.measure = length, measure
        self.action_make()
        return True

    def action_make(self) -> None:
        self.made, self._picture, self._said = None, None, []
        self._tried = self._longest = 0
        self._at_work = True
        self._timer.resume()
        self.run_worker(self._make, group="make", exclusive=True)
        self.paint()

    async def _make(self) -> None:
        most = allowed(MOST).seconds
        assert most
        job = {"seed": secrets.randbits(64), "length": self.length, "measure": self.measure}
        try:
            async with (
                asyncio.timeout(most),
                aclosing(lines("ludoscope.puzzles.rush.workshop", job)) as messages,
            ):
                async for message in messages:
                    try:
                        self._hear(message)
                    except (ValueError, LookupError, TypeError):
                        raise WorkerLost("the process sent a malformed message") from None
                    if self.made:
                        break  # which ends the worker at once
        except TimeoutError:
            self._said = [f"none found in {words.span(most)}"]
        except WorkerLost as lost:
            self._said = [f"gave up: {lost}"]
        finally:
            self._at_work = False
            self._timer.pause()
            self.paint()

    def _hear(self, message: dict[str, str | int]) -> None:
        if message["event"] == "made":
            self.made = rush.generated(str(message["string"]))
            self._picture = Miniature(self.made.game, self._look)
            cells, slides = int(message["cells"]), int(message["slides"])
            lengths = f"{words.count(cells, 'cells')}, {words.count(slides, 'slides')}"
            self._said = [f"{rush.grade(cells)}: {lengths}", "nothing in it could be left out"]
            return
        self._tried = int(message["tried"])
        if int(message["length"]) > self._longest:
            self._longest = int(message["length"])
            self._picture = Miniature(read_game(str(message["grid"])), self._look)

    def action_stop(self) -> None:
        self.workers.cancel_group(self, "make")
        self._said = ["stopped"]

    def action_play(self) -> None:
        if self.made:
            self.app.opener.play(self.made)

    def action_leave(self) -> None:
        self.workers.cancel_group(self, "make")
        self.dismiss()


def show(app: Services) -> None:
    """What the library of ORush opens."""
    app.push_screen(WorkshopPage(app.look))
