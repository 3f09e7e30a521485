"""The step view: a readable solver step by step, with its tree, frontier and source.

The steps are recorded, so the view goes back as well as forwards. Start with `StepViewScreen`.
"""

import time
from collections.abc import Iterable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widget import Widget
from textual.widgets import Tabs

from ludoscope.search.trace import MAX_STEPS
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.model.step_player import StepPlayer
from ludoscope.tui.screens.base import BaseScreen, HelpContent
from ludoscope.tui.screens.step_view.panes import (
    CounterPane,
    FrontierPane,
    NodeList,
    SourcePane,
    TreePane,
)
from ludoscope.tui.text import formatting, trace_text
from ludoscope.tui.text.trace_text import TraceText
from ludoscope.tui.widgets.board_area import BoardArea
from ludoscope.tui.widgets.search_stats import QUEUED
from ludoscope.tui.widgets.tab_bar import TabBar

REFRESH_INTERVAL_SECONDS = 0.1
MIN_WIDTH_FOR_PANES = 112  # columns to show all panes beside the board
MIN_BOARD_WIDTH, MIN_PANE_WIDTH = 38, 40  # columns with borders
BOX_EDGE_WIDTH, BOX_EDGE_HEIGHT = 4, 2  # border and padding
COUNTER_HEIGHT = 5  # lines with borders
TABS = ("tree", "frontier", "source")


class StepViewScreen(BaseScreen[None], inherit_bindings=False):
    """A readable solver that is followed step by step.

    Args:
        solver_run: A traced run, not yet started; the screen starts it, and ends it when it closes.
        options: The options that the board is drawn with.
        title: The title of the puzzle.
        shown_for: The name of a compiled solver whose method this one shows, or "".
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", "step", key_display="←→", id="steps.forward"),
        Binding("left,h", "step(-1)", "step back", id="steps.back", show=False),
        Binding("space", "play(True)", "play", id="steps.play"),
        Binding("space", "play(False)", "pause", id="steps.play"),
        Binding("n", "expansion(1)", "next expansion", id="steps.next"),
        Binding("tab", "turn(1)", "view", id="steps.tab"),
        Binding("p", "expansion(-1)", "previous expansion", id="steps.previous", show=False),
        Binding("plus", "speed(1)", "speed", key_display="+-", id="steps.faster"),
        Binding("minus", "speed(-1)", "slower", id="steps.slower", show=False),
        Binding("up,k", "select(-1)", "select", key_display="↑↓", id="steps.up"),
        Binding("down,j", "select(1)", "next node", id="steps.down", show=False),
        Binding("pageup", "select_page(-1)", "page up", id="steps.page_up", show=False),
        Binding("pagedown", "select_page(1)", "page down", id="steps.page_down", show=False),
        Binding("home,g", "seek(1)", "first step", id="steps.first", show=False),
        Binding("end,G", "seek_end", "last recorded step", id="steps.last", show=False),
        Binding("shift+tab", "turn(-1)", "previous view", id="steps.tab_back", show=False),
        Binding("i", "about", "how it works", id="steps.about"),
        Binding("escape,q", "dismiss", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Follow a search step by step: the tree that it makes, the positions that wait, and the "
        "line of its source that runs. Every step is recorded, so you can also go back."
    )
    CSS_PATH = "step_view.tcss"
    AUTO_FOCUS = ""
    MIN_SIZE = (78, 18)

    def __init__(
        self, solver_run: SolverRun, options: UserOptions, title: str = "", shown_for: str = ""
    ) -> None:
        super().__init__()
        solver_name = solver_run.solver.name
        subject = f"{solver_name} on {title}" if title else solver_name
        self.title = f"Steps › {subject}"
        self._shown_for = shown_for
        self._player = StepPlayer(solver_run)
        self._options = options
        self._board = create_board(solver_run.solver.game_in_measure(solver_run.game), options)
        self._board.shows_cursor = False
        self._tab = 0
        self._timer: Timer | None = None
        self._last_tick = 0.0
        self._shown_state: object = None
        self._board_area, self._counters = BoardArea(id="board"), CounterPane()
        self._words = TraceText(self._player.trace, self._board)
        self._tree = TreePane(self._player, self._words)
        self._frontier = FrontierPane(self._player, self._words)
        self._source = SourcePane(id="source")

    def compose_body(self) -> Iterable[Widget]:
        self._tree.border_title, self._counters.border_title = "Tree", "Counters"
        yield Horizontal(
            Vertical(self._board_area, self._counters, id="left"),
            Vertical(
                TabBar(["Tree", "Frontier", "Source"]),
                Vertical(self._tree, self._frontier, id="nodes"),
                self._source,
                id="panes",
            ),
        )

    def on_mount(self) -> None:
        self.run_worker(self._player.solver_run.run(), group="steps", exclusive=True)
        self._last_tick = time.monotonic()
        self._timer = self.set_interval(REFRESH_INTERVAL_SECONDS, self._on_timer)
        if self._shown_for:
            self.notify_here(
                f"{self._shown_for} is compiled: its steps cannot be shown. "
                f"{self._player.solver_run.solver.name} is its readable counterpart."
            )

    def on_unmount(self) -> None:
        self._player.solver_run.cancel()

    def on_resize(self, event: events.Resize) -> None:
        width, height = event.size
        is_wide = width >= MIN_WIDTH_FOR_PANES
        self.set_class(is_wide, "-wide")
        self.set_class(not is_wide, "-narrow")
        self._show_tab()
        max_width = width // 3 if is_wide else width - MIN_PANE_WIDTH
        board_width, _ = self._board.drawing_size(
            max_width - BOX_EDGE_WIDTH, height - COUNTER_HEIGHT - BOX_EDGE_HEIGHT - 3
        )
        column_width = max(MIN_BOARD_WIDTH, min(board_width + BOX_EDGE_WIDTH, max_width))
        self.query_one("#left").styles.width = column_width
        self.call_after_refresh(self.refresh_view)

    # Refreshing

    def _on_timer(self) -> None:
        now = time.monotonic()
        if not (self.is_active and self.app.frame_pacer.is_free):
            self._last_tick = now
            return
        seconds, self._last_tick = now - self._last_tick, now
        changed = self._player.advance(seconds)
        state = self._search_state()
        if changed or state != self._shown_state:
            self._shown_state = state
            self.refresh_view()
            self.call_after_refresh(self.app.frame_pacer.query_after_frame)

    def _search_state(self) -> object:
        """Return what may change by itself: the steps recorded, and whether the solver works."""
        player = self._player
        solver_run = player.solver_run
        return (
            len(player.trace),
            player.has_no_steps,
            solver_run.is_queued,
            solver_run.verdict is None,
        )

    def refresh_view(self) -> None:
        super().refresh_view()
        if not self.is_mounted or not self._board_area.size:
            return
        player = self._player
        selected = player.selected
        number = selected.number if selected else -1
        self._show_board()
        self._counters.show_player(player)
        self._tree.show_nodes(player.trace.tree_at(player.step_count), number)
        self._tree.border_title = (
            f"Tree: {formatting.format_count(player.counters.generated, 'node')}"
        )
        self._frontier.show_player(player, number)
        self._source.show_player(player)
        self.sub_title = f"step {player.step_count:,}   {self._state_text()}"
        self.show_status(self._status_text())
        self.refresh_bindings()

    def _show_board(self) -> None:
        player, node = self._player, self._player.selected
        if not node:
            self._board_area.set_title("Start")
            self._board_area.show_position(self._board, player.solver_run.position)
            return
        name = self._words.name(node)
        place = f"After {name}" if node.parent >= 0 else name.capitalize()
        position = player.trace.position_of(node.number)
        if position is not None and player.solver_run.game.players == 2:
            place += f": {self._board.status_text(position)}"  # the side to move
        self._board_area.set_title(f"{place}, {player.state_of(node).value}")
        moves = player.trace.moves_of(node)
        self._board_area.show_position(self._board, position, moves[-1] if moves else None)

    def _state_text(self) -> str:
        player = self._player
        if player.is_finished:
            return "finished"
        return f"{'playing' if player.is_playing else 'paused'}, {player.speed_text}"

    def _status_text(self) -> str:
        player, step = self._player, self._player.step
        verdict = player.solver_run.describe_verdict()
        if not step:
            return self._empty_text(verdict)
        root = player.trace.root_at(player.step_count)
        assert root
        if node := player.chosen:
            return self._words.describe_node(node, player.step_count, root)
        if player.is_at_end and player.trace.is_full:
            end = f"The first {MAX_STEPS:,} steps are recorded; the solver goes on without them"
            return f"{end}: {verdict}" if verdict else f"{end}…"
        text = self._words.describe_step(step, root)
        return f"{text}.  {verdict}" if player.is_finished else text

    def _empty_text(self, verdict: str) -> str:
        """Return the status before the first step."""
        if self._player.has_no_steps:
            return "This solver does not report its steps, so they cannot be shown."
        if self._player.solver_run.is_queued:
            return QUEUED
        return f"No steps: {verdict}" if verdict else "Starting the solver…"

    def on_appearance_changed(self) -> None:
        self._tree.refresh()
        self._frontier.refresh()
        super().on_appearance_changed()

    # Keys and mouse

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        match action:
            case "play":
                return parameters != (self._player.is_playing,)
            case "turn":
                return self.has_class("-narrow")
        return True

    def action_step(self, count: int) -> None:
        self._player.set_playing(False)
        self._player.go_to(self._player.step_count + count)
        self.refresh_view()

    def action_play(self, play: bool) -> None:
        if play and self._player.is_finished:
            self._player.go_to(0)
        self._player.set_playing(play)
        self.refresh_view()

    def action_expansion(self, direction: int) -> None:
        self._player.set_playing(False)
        if direction > 0:
            self._player.go_to_next_expansion()
        else:
            self._player.go_to_previous_expansion()
        self.refresh_view()

    def action_speed(self, direction: int) -> None:
        if not self._player.change_speed(direction):
            self.notify_here(f"This is the {'fastest' if direction > 0 else 'slowest'} speed.")
        self.refresh_view()

    def action_seek(self, step_count: int) -> None:
        self._player.set_playing(False)
        self._player.go_to(step_count)
        self.refresh_view()

    def action_seek_end(self) -> None:
        self.action_seek(len(self._player.trace))

    def action_select(self, offset: int) -> None:
        """Select a node of the tree, `offset` rows below the selected one."""
        nodes = self._tree.nodes
        if not nodes:
            return
        self._player.set_playing(False)
        index = max(0, min(self._tree.highlighted + offset, len(nodes) - 1))
        self._player.select(nodes[index])
        self.refresh_view()

    def action_select_page(self, direction: int) -> None:
        self.action_select(direction * max(1, self._tree.size.height - 1))

    def on_node_list_picked(self, event: NodeList.Picked) -> None:
        self._player.set_playing(False)
        self._player.select(event.node)
        self.refresh_view()

    def action_turn(self, direction: int) -> None:
        self._tab = (self._tab + direction) % len(TABS)
        self._show_tab()
        self.call_after_refresh(self.refresh_view)

    def on_tabs_tab_activated(self, event: Tabs.TabActivated) -> None:
        self._tab = self.query_one(TabBar).active_index
        self._show_tab()
        self.call_after_refresh(self.refresh_view)

    def _show_tab(self) -> None:
        for index, name in enumerate(TABS):
            self.set_class(index == self._tab, f"-{name}")
        self.query_one(TabBar).activate(self._tab)

    def action_about(self) -> None:
        solver_run = self._player.solver_run
        self.app.navigator.open_solver_guide(solver_run.game, solver_run.solver)

    def help_content(self) -> HelpContent:
        return HelpContent("Steps of a search", self.PURPOSE, symbols=trace_text.LEGEND)
