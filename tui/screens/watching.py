"""A solver at work, large: what it looks at, how far it is, what it has proved; then its summary.

It needs a `Solving` and nothing of the screen that it was opened from. What leaves it is True when
the person wants to see the solution.
"""

import time
from collections.abc import Callable
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from ludoscope.search.events import Unsolvable
from ludoscope.tui.boards import board_for
from ludoscope.tui.boards.board import Line, Look
from ludoscope.tui.play.solving import Solving
from ludoscope.tui.screens.page import BOTTOM, Page
from ludoscope.tui.screens.solver_panel import NAMES, described, memory, rate, row, sample, speed
from ludoscope.tui.text import drawing, words
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.plot import Series, lines
from ludoscope.tui.widgets.footer import Pair, footer_keys

TICK = 0.25  # seconds between looks
PLOT_SECONDS = 1.0  # between plots: many cells change in one
FIGURES = 44  # columns at least for what is told in words
LEAST_PLOT = 7  # lines
COUNT = 12  # columns of a number
LEAST_POINTS = 3  # of a line that tells anything
TOO_QUICK = "too quick for a plot"
LOG = 1000  # positions at a depth from which on plots are logarithmic


class WatchingPage(Page[bool]):
    """`work` sets a search to work, for the same to be begun once more."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "pause", id="watching.pause"),
        Binding("full_stop,right", "step(1)", "one step", key_display=".", id="watching.step"),
        Binding("down", "step(10)", "10 steps", id="watching.steps"),
        Binding("shift+down", "step(100)", "100 steps", id="watching.leap"),
        Binding("x", "stop", "stop", id="watching.stop"),
        Binding("enter,w", "replay", "watch the solution", id="watching.replay"),
        Binding("r", "again", "again, step by step", id="watching.again"),
        Binding("escape,q", "leave", "back", key_display="esc", id="go.back"),
    ]

    def __init__(
        self,
        solving: Solving,
        look: Look,
        title: str = "",
        work: Callable[[Solving], None] | None = None,
    ) -> None:
        super().__init__(look.ascii_only)
        self.solving = solving
        self._title = title
        self._work = work
        self._look = look
        self._board = board_for(solving.game, look)
        self._board.pointing = False
        self._plot: Block = []
        self._plotted: tuple[object, ...] = ()  # what it shows
        self._plotted_at = 0.0

    def on_mount(self) -> None:
        self._timer = self.set_interval(TICK, self._tick)

    def _tick(self) -> None:
        if self.app.pace.free:
            self.solving.look()
            self.paint_unasked()
        if self.solving.verdict:
            self._timer.pause()

    # The frame

    def least(self) -> tuple[int, int]:
        return 64, 18

    def frame(self, width: int, height: int) -> Block:
        room = height - 1 - BOTTOM
        columns = self._board.size(width - FIGURES - 4, room - 2)[0] + 4
        left = max(24, min(columns, width - FIGURES))
        figures = self._figures(width - left - 4)
        told = min(len(figures) + 2, room - LEAST_PLOT)
        title = "Verdict" if self.solving.verdict else "Search"
        right = [
            *self._box(title, figures, width - left, told),
            *self._plot_box(width - left, room - told),
        ]
        body = drawing.beside(self._looking_at(left, room), right)
        return drawing.block([self._header(width), *body, *self.bottom(width)], width, height)

    def _box(self, title: str, content: Block, width: int, height: int) -> Block:
        return drawing.box(title, [[(" ", ""), *line] for line in content], width, height)

    def _header(self, width: int) -> Line:
        solving = self.solving
        where: Line = [(" Watching › ", "dim"), (solving.solver.name, "title")]
        if self._title:
            where.append((f" on {self._title}", "dim"))
        if solving.verdict:
            state: Line = [("ended ", "")]
        elif solving.still:
            state = [("paused ", "notice")]
        else:
            state = [("working ", "good")]
        seconds = (solving.verdict or solving.progress).seconds
        return drawing.ends(where, [*state, (f" {words.clock(seconds)} ", "")], width)

    def _looking_at(self, width: int, height: int) -> Block:
        solving = self.solving
        title, position = "Looking at", solving.sample
        if solving.verdict:
            title, position = "Asked about", solving.position
            if solving.replay:
                title, position = "Where it leads", solving.replay.positions[-1]
        picture = sample(self._board, position, width - 4, height - 2)
        return drawing.box(title, drawing.centre(picture, width - 2, height - 2), width, height)

    def _figures(self, width: int) -> Block:
        solving = self.solving
        if solving.verdict:
            return self._summary(width)
        progress = solving.progress
        waiting = f"frontier {progress.frontier:,}" if progress.frontier else ""
        if len(waiting) > width - NAMES - COUNT - 2:
            waiting = f"frontier {words.metric(progress.frontier)}"
        return [
            row("explored", f"{progress.explored:>{COUNT},}", rate(solving)),
            *(speed(solving, width) or [row("rate", "")]),
            row("depth", f"{progress.depth:>{COUNT},}", waiting),
            row("table", f"{progress.entries:>{COUNT},}", "entries"),
            memory(solving, width),
            *(described("best", solving.best, width) if solving.best else []),
            *described("guarantees", solving.guarantee, width),
            *described("proved", solving.proved, width, "good"),
        ]

    def _summary(self, width: int) -> Block:
        """What stays of the search."""
        solving, verdict = self.solving, self.solving.verdict
        assert verdict
        said, *_ = solving.words().split(" · ")
        average = verdict.explored / verdict.seconds if verdict.seconds >= 0.01 else 0
        block = [
            *described("verdict", said, width, solving.role),
            row(
                "explored",
                f"{verdict.explored:>{COUNT},}",
                f"{words.metric(average)}/s on average" if average else "",
            ),
            *speed(solving, width),
            row("time", f"{words.duration(verdict.seconds):>{COUNT}}"),
        ]
        if solving.peak:
            block.append(row("memory", f"{words.memory(solving.peak):>{COUNT}}", "at most"))
        if solving.values:
            block += described("values", solving.values, width)
        block += described("guarantees", solving.guarantee, width)
        if not isinstance(verdict, Unsolvable):  # whose verdict is its proof
            block += described("proved", solving.proved, width, "good")
        return block

    def _plot_box(self, width: int, height: int) -> Block:
        """At most one plot a second; each step of a search that stands still has its own."""
        solving, now = self.solving, time.monotonic()
        step = solving.progress.explored if solving.progress.held else 0
        shown = (solving, width, height, step, solving.verdict)
        if shown != self._plotted or now - self._plotted_at >= PLOT_SECONDS:
            self._plotted, self._plotted_at = shown, now
            self._plot = self._drawn(width, height)
        return self._plot

    def _drawn(self, width: int, height: int) -> Block:
        title, label, shown, steps = self._curves()
        most = max((len(one.points) for one in shown), default=0)
        if self.solving.verdict and most < LEAST_POINTS:
            return self._way(width, height)
        top = max((y for one in shown for _, y in one.points), default=0)
        plot = lines(
            shown,
            width - 3,
            height - 2,
            x_label=label,
            log=label == "depth" and top >= LOG,
            steps=steps,
            ascii_only=self._look.ascii_only,
        )
        return drawing.box(title, [[(" ", ""), *line] for line in plot], width, height)

    def _way(self, width: int, height: int) -> Block:
        """The moves in columns, where the search was over before a line could be drawn."""
        room, replay = height - 2, self.solving.replay
        if not replay:
            inside = drawing.centre([[(TOO_QUICK, "dim")]], width - 2, room)
            return drawing.box("Over time", inside, width, height)
        said = [self._board.say(*replay.made(at)) for at in range(len(replay.moves))]
        texts = [f" {at:>3}  {move}  " for at, move in enumerate(said, 1)]
        wide = max(map(cell_len, texts))
        most = max(1, room) * max(1, (width - 2) // wide)
        if len(texts) > most:
            texts[most - 1 :] = [f"   …  {len(texts) - most + 1} more"]
        rows: Block = [[] for _ in range(room)]
        for at, text in enumerate(texts):
            rows[at % room] += drawing.fit([(text, "")], wide)
        return drawing.box("The way", rows, width, height)

    def _curves(self) -> tuple[str, str, list[Series], bool]:
        """What tells most of this search: a title, what goes along x, the lines, if in steps."""
        chronicle = self.solving.chronicle
        if chronicle.levels:
            counts = [(at * chronicle.band, n) for at, n in enumerate(chronicle.levels)]
            waiting = [(at * chronicle.band, n) for at, n in sorted(chronicle.frontier.items())]
            shown = [Series("explored", counts)]
            if len(waiting) >= LEAST_POINTS and any(chronicle.frontier.values()):
                shown.append(Series("frontier", waiting))
            return "By depth", "depth", shown, False
        last = chronicle.curve[-1][0]
        scale, label = (1000, "milliseconds") if last < 1 else (1, "seconds")
        if len(chronicle.best) >= LEAST_POINTS and chronicle.best[-1][1] >= 0:
            held = [*chronicle.best, (last, chronicle.best[-1][1])]
            best = [(seconds * scale, score) for seconds, score in held]
            return "Best so far, over time", label, [Series("score", best)], True
        curve = [(seconds * scale, explored) for seconds, explored in chronicle.curve]
        return "Over time", label, [Series("explored", curve)], False

    # Keys

    def keys_now(self) -> tuple[list[Pair], list[Pair]]:
        above, below = footer_keys(self, [])
        still = self.solving.still
        return [(key, "go on" if still and does == "pause" else does) for key, does in above], below

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        solving = self.solving
        match action:
            case "pause" | "stop":
                return solving.verdict is None or None
            case "step":
                return (solving.readable and solving.verdict is None) or None
            case "replay":
                return solving.replay is not None or None
            case "again":
                return (solving.readable and self._work is not None) or None
        return True

    def action_pause(self) -> None:
        self.solving.hold(not self.solving.still)
        self.paint()

    def action_step(self, count: int) -> None:
        self.solving.step(count)
        self.paint()

    def action_stop(self) -> None:
        self.solving.cancel()
        self.paint()

    def action_again(self) -> None:
        assert self._work
        self.solving = self.solving.again()
        self._work(self.solving)
        self._timer.resume()
        self.paint()

    def action_replay(self) -> None:
        self.dismiss(True)

    def action_leave(self) -> None:
        self.dismiss(False)
