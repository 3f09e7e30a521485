"""The race on the board: what each solver looks at, then all solutions at the same tempo."""

from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.lab.race import RaceSubject
from ludoscope.tui.lab.replay import RaceReplay
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.lab.race_runner import RaceRunner
from ludoscope.tui.screens.race_replay.lanes_area import LanesArea
from ludoscope.tui.screens.race_replay.views import (
    BoardGrid,
    Lanes,
    arrange_boards,
    draw_boards,
    draw_lanes,
)
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.widgets.styled_lines import StyledLines

STEP_INTERVAL_SECONDS = 0.5
LEAP = 10  # steps
LINES_BESIDE_LANES = 4  # the axis and the border


class RaceReplayScreen(BaseScreen[SolverRun], inherit_bindings=False):
    """The boards of all solvers of a race, and a lane for each below them.

    It returns a solver run if the user wants to play on from its solution.

    Args:
        subject: The position of the race.
        runner: The runner of the race, which may still run.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "play", "play/pause", id="race.play"),
        Binding("right,l", "step(1)", "step", key_display="←→", id="race.step"),
        Binding("left,h", "step(-1)", "step back", id="race.back", show=False),
        Binding("shift+right", f"step({LEAP})", f"{LEAP} steps", id="race.leap", show=False),
        Binding("shift+left", f"step(-{LEAP})", f"{LEAP} back", id="race.leap_back", show=False),
        Binding("home,g", "seek(0)", "start", id="race.start", show=False),
        Binding("end,G", "seek(1)", "end", id="race.end", show=False),
        Binding("tab,v", "view", "race/solutions", id="race.view"),
        Binding("x", "stop", "stop", id="race.stop"),
        Binding("down,j", "select(1)", "solver", key_display="↑↓", id="race.down"),
        Binding("up,k", "select(-1)", "up", id="race.up", show=False),
        Binding("enter", "open", "open solution", id="race.open"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Watch the solvers race: first the position that each one searches, then all solutions "
        "at the same tempo. The shorter solution is at its end first."
    )
    CSS_PATH = "race_replay.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (64, 18)

    def __init__(self, subject: RaceSubject, runner: RaceRunner) -> None:
        super().__init__()
        self.title = f"Lab › Race › {subject.title}"
        self.family = subject.puzzle.game.family
        self.replay = RaceReplay(runner.race.entrants)
        self.selected = 0
        self._runner = runner
        self._game = subject.puzzle.game
        self._was_racing = self.replay.is_racing
        self._grid = BoardGrid([[0]], 1, 1)
        self._lanes = Lanes([], 0, 1)
        self._boards_area, self._lanes_area = StyledLines(id="boards"), LanesArea(id="lanes")

    def compose_body(self) -> Iterable[Widget]:
        yield self._boards_area
        yield self._lanes_area

    def on_mount(self) -> None:
        self._fit_lanes()
        self._boards_area.set_drawing(self._draw_boards)
        self._timer = self.set_interval(STEP_INTERVAL_SECONDS, self._on_timer)
        if not self._was_racing:
            self._start_replay()

    # Refreshing

    def _start_replay(self) -> None:
        """Play the solutions from the start; select the fastest solver."""
        self.replay.start()
        places = [lane.place or len(self.replay.entrants) + 1 for lane in self.replay.lanes()]
        if places:
            self.selected = places.index(min(places))

    def _on_timer(self) -> None:
        if not (self.is_active and self.app.frame_pacer.is_free):
            return
        is_racing = self.replay.is_racing
        if is_racing:
            self._runner.race.update_progress()
        if self.replay.is_playing:
            self.replay.advance()
        elif self._was_racing and not is_racing and self.replay.shows_race:
            self._start_replay()
        elif not is_racing:
            return  # an idle app sends nothing
        self._was_racing = is_racing
        self.refresh_view()
        self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def refresh_view(self) -> None:
        super().refresh_view()
        if not self._boards_area.size:
            return
        replay = self.replay
        self.sub_title = self._state_text()
        self._boards_area.redraw()
        width = self._lanes_area.content_size.width or self.size.width - 4
        board = create_board(self._game, self.app.options)
        ascii_only = self.app.options.appearance.ascii_only
        self._lanes = draw_lanes(
            replay, board, self.selected, self._visible_lanes, width, ascii_only
        )
        self._lanes_area.selected_line = self.selected - self._visible_lanes.start
        self._lanes_area.show_lines(self._lanes.lines)
        self.refresh_bindings()

    @property
    def _visible_lanes(self) -> range:
        """The lanes around the selected one that half of the screen has room for."""
        lane_count = len(self.replay.entrants)
        count = min(lane_count, max(1, self.size.height // 2 - LINES_BESIDE_LANES))
        start = min(max(0, self.selected - count // 2), lane_count - count)
        return range(start, start + count)

    def _fit_lanes(self) -> None:
        self._lanes_area.styles.height = len(self._visible_lanes) + LINES_BESIDE_LANES

    def _state_text(self) -> str:
        replay = self.replay
        if replay.shows_race:
            return (
                f"racing  {replay.seconds:.0f} s" if replay.is_racing else "no solution to replay"
            )
        text = f"step {replay.step} of {replay.step_count}"
        if replay.is_playing:
            return text
        return f"{text} · {'paused' if replay.step < replay.step_count else 'end'}"

    def _draw_boards(self, width: int, height: int) -> Block:
        board = create_board(self._game, self.app.options)
        board.shows_cursor = False
        lanes = self.replay.lanes()
        if not lanes:
            return []
        self._grid = arrange_boards(board, len(lanes), self.selected, width, height)
        ascii_only = self.app.options.appearance.ascii_only
        return draw_boards(board, lanes, self._grid, self.selected, ascii_only)

    def on_resize(self, event: events.Resize) -> None:
        self._fit_lanes()
        self.call_after_refresh(self.refresh_view)

    def on_appearance_changed(self) -> None:
        super().on_appearance_changed()
        self.refresh_view()

    def on_screen_resume(self) -> None:
        self.call_after_refresh(self.refresh_view)

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "play" | "step" | "seek":
                return self.replay.step_count > 0 or None
            case "view":
                return self.replay.is_racing and self.replay.step_count > 0
            case "stop":
                return self.replay.is_racing
            case "open":
                has_solution = self._selected_run.replay is not None
                return (has_solution and not self.replay.is_racing) or None
        return True

    @property
    def _selected_run(self) -> SolverRun:
        return self.replay.entrants[self.selected].solver_run

    def action_play(self) -> None:
        self.replay.toggle()
        self.refresh_view()

    def action_step(self, count: int) -> None:
        self.replay.is_playing = False
        self.replay.seek(self.replay.step + count)
        self.refresh_view()

    def action_seek(self, fraction: int) -> None:
        self.replay.is_playing = False
        self.replay.seek(fraction * self.replay.step_count)
        self.refresh_view()

    def action_view(self) -> None:
        """Switch between the race and the solutions that it has found so far."""
        if self.replay.shows_race:
            self.replay.start()
        else:
            self.replay.is_playing, self.replay.shows_race = False, True
        self.refresh_view()

    def action_stop(self) -> None:
        """Stop the solvers that still run, and replay the solutions of the others."""
        self._runner.stop()

    def action_select(self, offset: int) -> None:
        self.selected = (self.selected + offset) % len(self.replay.entrants)
        self.refresh_view()

    def action_open(self) -> None:
        self.dismiss(self._selected_run)

    def action_back(self) -> None:
        self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Select the solver of a board or a lane; in a track, also go to that step."""
        if (offset := event.get_content_offset(self._boards_area)) is not None:
            lane = self._grid.lane_at(offset.x, offset.y)
            if lane is not None:
                self.selected = lane
        elif (offset := event.get_content_offset(self._lanes_area)) is not None:
            if offset.y < len(self._visible_lanes):
                self.selected = self._visible_lanes[offset.y]
            column = offset.x - self._lanes.track_start
            if not self.replay.shows_race and 0 <= column < self._lanes.track_width:
                self.replay.is_playing = False
                fraction = (column + 1) / self._lanes.track_width
                self.replay.seek(round(fraction * self.replay.step_count))
        self.refresh_view()
