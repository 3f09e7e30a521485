"""The lab: several solvers on one puzzle, side by side and live, with plots of their searches.

`open_lab` and `open_demo_race` open it.
"""

import asyncio
from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_solver, ranked_solvers, solver_set
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.registry import create_board
from ludoscope.tui.lab.export import format_csv, format_markdown
from ludoscope.tui.lab.presets import LUCAS, PRESETS, Preset
from ludoscope.tui.lab.race import Entrant, PastRace, Race, RaceRow, RaceSubject, default_line_up
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.saves.settings import SETTINGS_BY_NAME
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.lab.preset_screen import PresetScreen, create_preset_race
from ludoscope.tui.screens.lab.race_runner import RaceRunner
from ludoscope.tui.screens.lab.race_views import (
    BY_DEPTH,
    POSITION,
    VIEWS,
    build_table,
    draw_plot,
    reporting_count,
    view_title,
)
from ludoscope.tui.screens.lab.table_export import copy_table, export_table
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.picker.dialog import Choice, PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.race_replay.screen import RaceReplayScreen
from ludoscope.tui.screens.search_view.screen import SearchViewScreen
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.solver_pages import summarize_solver
from ludoscope.tui.widgets.board_area import position_lines
from ludoscope.tui.widgets.plot import Plot
from ludoscope.tui.widgets.puzzle_prompt import PuzzlePrompt
from ludoscope.tui.widgets.tab_bar import TabBar
from ludoscope.tui.widgets.text_table import TextTable

TABLE_EDGE_WIDTH = 4  # columns of the table's border, padding and scrollbar
LINES_OUTSIDE_BOXES = 4
MIN_PLOT_HEIGHT = 9  # lines, with its border
MIN_TABLE_HEIGHT = 5

DEFAULT_PUZZLE = "lucas-06"  # four methods solve it quickly, with very different effort
DEMO_PUZZLE = "lucas-07"  # one method takes ten seconds, and it alone finds the shortest solution
PresetChoice = Choice[Sequence[Solver] | Preset]


class LabScreen(BaseScreen[None], inherit_bindings=False):
    """A table with a row for each solver; below it tabs with the position and plots."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "row", key_display="↑↓", id="lab.up"),
        Binding("down,j", "move(1)", "down", id="lab.down", show=False),
        Binding("s", "go", "run", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("enter,space,w", "watch", "watch", id="lab.watch"),
        Binding("r", "replay", "race on board", id="lab.replay"),
        Binding("tab,v", "view(1)", "plot", id="lab.view"),
        Binding("shift+tab", "view(-1)", "previous plot", id="lab.view_back", show=False),
        Binding("plus", "add", "add", id="lab.add"),
        Binding("delete,backspace", "remove", "remove", key_display="del", id="lab.remove"),
        Binding("p", "presets", "presets", id="lab.presets"),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("i", "about", "how it works", id="lab.about"),
        Binding("colon", "ask", "puzzle", id="lab.puzzle"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    PURPOSE = (
        "Let several solvers work on the same position and compare them. Start the race, then "
        "look at their times, positions and memory."
    )
    CSS_PATH = "lab.tcss"
    AUTO_FOCUS = ""  # the keys are the screen's
    MIN_SIZE = (60, 18)
    view: reactive[int] = reactive(POSITION, init=False, repaint=False)  # a number of VIEWS

    def __init__(self, subject: RaceSubject) -> None:
        super().__init__()
        self.subject = subject
        self.family = subject.puzzle.game.family
        self.race = Race(subject.create_entrants(default_line_up(subject.puzzle.game), self.limits))
        self.runner = RaceRunner(self, self.race, lambda: self.limits, self.show_progress)
        self._needs_refresh = False
        self._preset_races: dict[str, Race] = {}  # kept until the lab is closed
        self._typed_names: list[str] = []  # of puzzles, for the history of the prompt
        self._table = TextTable(id="race")
        self._table.can_focus = False
        self._plot = Plot(id="plot")

    def compose_body(self) -> Iterable[Widget]:
        has_results = any(entrant.is_finished for entrant in self.race.entrants)
        self.set_reactive(LabScreen.view, BY_DEPTH if has_results else POSITION)
        self._tabs = TabBar(VIEWS, self.view)
        yield self._table
        yield self._tabs
        yield self._plot

    def on_mount(self) -> None:
        self.runner.start_timer()

    def on_unmount(self) -> None:
        self.runner.stop()
        self.app.last_race = PastRace(self.subject, self.race.entrants)

    @property
    def limits(self) -> Limits:
        """The limits of each solver, from the settings."""
        preferences = self.app.options.preferences
        memory = preferences.memory_limit_megabytes << 20  # bytes
        return Limits(preferences.time_limit_seconds, memory=memory)

    def change_subject(self, subject: RaceSubject) -> None:
        """Race on another puzzle, with the same solvers if it is of the same family."""
        solvers = [entrant.solver_run.solver for entrant in self.race.entrants]
        game = subject.puzzle.game
        if not solvers or game.family != self.family:
            solvers = default_line_up(game)
        self.subject, self.family = subject, game.family
        self.set_solvers(solvers)

    def set_solvers(self, solvers: Sequence[Solver]) -> None:
        """Replace the entrants; nothing runs until the user starts the race."""
        self.runner.stop()
        self.race.entrants = self.subject.create_entrants(solvers, self.limits)
        self._table.move_cursor(row=0)
        self.view = POSITION
        self.refresh_view()

    def rows(self) -> list[RaceRow]:
        return [entrant.to_row() for entrant in self.race.entrants]

    @property
    def _selected(self) -> Entrant | None:
        row, entrants = self._table.cursor_row, self.race.entrants
        return entrants[row] if 0 <= row < len(entrants) else None

    # Refreshing

    def refresh_view(self) -> None:
        """Refresh everything when idle, once for all changes until then."""
        super().refresh_view()
        self._needs_refresh = True
        self.check_idle()

    def on_idle(self) -> None:
        if self._needs_refresh and self.is_attached and self.is_active:
            self._needs_refresh = False
            self._refresh_boxes()
            self.show_progress()
            self.refresh_bindings()

    def on_resize(self, event: events.Resize) -> None:
        self.refresh_view()

    def on_screen_resume(self) -> None:
        self.on_appearance_changed()  # another screen may have changed the settings

    def on_appearance_changed(self) -> None:
        self._plot.redraw()
        super().on_appearance_changed()

    def _refresh_boxes(self) -> None:
        """Refresh what depends on the settings, the puzzle and the size of the screen."""
        options = self.app.options
        limits = " and ".join(
            SETTINGS_BY_NAME[name].current_option(options).label
            for name in ("seconds", "megabytes")
        )
        self.title = f"Lab › {FAMILIES[self.family].title} › {self.subject.title}"
        self._table.border_title = f"Race: at most {limits} each"
        max_height = self.size.height - LINES_OUTSIDE_BOXES - MIN_PLOT_HEIGHT
        self._table.styles.max_height = max(MIN_TABLE_HEIGHT, max_height)
        add = options.key_display("lab.add", "+")
        self.show_status(
            "" if self.race.entrants else f"No solvers in the race. Press {add} to add one."
        )

    def show_progress(self) -> bool:
        """Refresh table and plot; return True if anything differs."""
        entrants, ascii_only = self.race.entrants, self.app.options.appearance.ascii_only
        self.sub_title = formatting.format_count(len(entrants), "solver")
        if self.race.is_active:
            self.sub_title += f" · {self.race.running_count} running"
        width, styles = self.size.width - TABLE_EDGE_WIDTH, self.app.palette.styles
        is_table_new = self._table.set_rows(*build_table(self.rows(), width, styles, ascii_only))
        self._plot.set_title(view_title(entrants, self.view))
        subject = (tuple(entrants), self.subject.position)
        key = (self.view, *subject, reporting_count(entrants), ascii_only)
        is_plot_new = self._plot.show_plot(self._draw_view, key, self.race.is_active)
        return is_plot_new or is_table_new

    def _draw_view(self, width: int, height: int) -> Block:
        if self.view != POSITION:
            return draw_plot(
                self.race.entrants, self.view, width, height, self.app.options.appearance.ascii_only
            )
        board = create_board(self.subject.puzzle.game, self.app.options)
        board.shows_cursor = False
        lines = position_lines(board, self.subject.position, width, height)
        return drawing.center(lines, width, height)

    def watch_view(self, view: int) -> None:
        self._tabs.activate(view)
        self.refresh_view()

    def on_tabs_tab_activated(self) -> None:
        self.view = self._tabs.active_index

    def on_data_table_row_highlighted(self) -> None:
        self.refresh_bindings()

    def on_data_table_row_selected(self) -> None:
        if self.check_action("watch", ()):
            self.action_watch()

    # Actions

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.active_prompt:
            return False
        entrant = self._selected
        match action:
            case "go":
                return bool(self.runner.next_entrants()) or None
            case "replay":
                has_solution = any(entrant.solver_run.replay for entrant in self.race.entrants)
                return self.race.is_active or has_solution or None
            case "stop":
                return self.race.is_active or None
            case "export":  # visitors have no access to files
                return self.app.files_allowed and (bool(self.race.entrants) or None)
            case "copy":
                return bool(self.race.entrants) or None
            case "remove" | "about":
                return entrant is not None or None
            case "watch":
                return (entrant is not None and (entrant.is_running or entrant.is_finished)) or None
        return True

    def action_move(self, offset: int) -> None:
        self._table.move_cursor(row=self._table.cursor_row + offset)

    def action_view(self, offset: int) -> None:
        self.view = (self.view + offset) % len(VIEWS)

    def action_go(self) -> None:
        self.runner.start_unfinished()
        self._leave_position_view()

    def _leave_position_view(self) -> None:
        """Show a plot, now that there is something to plot."""
        if self.view == POSITION:
            self.view = BY_DEPTH

    def action_stop(self) -> None:
        self.runner.stop()

    def action_back(self) -> None:
        self.runner.stop_or_leave()

    async def action_export(self) -> None:
        formats = {".csv": format_csv, ".md": format_markdown}
        await export_table(self, self.subject.puzzle.name, formats, self.rows())

    def action_copy(self) -> None:
        copy_table(self, format_markdown(self.rows()))

    def action_add(self) -> None:
        """Ask for a solver, and add it to the race."""
        game = self.subject.puzzle.game
        racing = {entrant.solver_run.solver.name for entrant in self.race.entrants}

        def describe(solver: Solver) -> str:
            if not solver.is_available:
                return "not compiled here"
            mark = "✓ in the race  " if solver.name in racing else ""
            return mark + formatting.format_guarantee(solver, game.family, game.measure)

        def add(solver: Solver | None) -> None:
            if solver and solver.name in racing:
                self.notify_here(f"{solver.name} is already in the race")
            elif solver:
                self.race.entrants += self.subject.create_entrants([solver], self.limits)
                self.show_progress()
                self._table.move_cursor(row=len(self.race.entrants) - 1)
            self.refresh_view()

        choices = [
            Choice(
                solver.name,
                describe(solver),
                solver,
                summarize_solver(solver, game),
                solver.is_available,
            )
            for solver in ranked_solvers(game)
        ]
        self.app.push_screen(
            PickerDialog("Add a solver", choices, open_details=self._open_solver_page), add
        )

    def action_remove(self) -> None:
        if entrant := self._selected:
            self.runner.stop([entrant])
            self.race.entrants.remove(entrant)
            self.show_progress()

    def action_watch(self) -> None:
        """Open the search view of the selected solver."""
        entrant = self._selected
        assert entrant

        def on_closed(wants_solution: bool | None) -> None:
            if wants_solution and self.race.is_active:
                stop = self.app.options.key_display("lab.stop", "x")
                self.notify_here(f"Stop the other solvers first ({stop}) to see the solution")
            elif wants_solution:
                self.app.puzzle_opener.show_solution(self.subject.puzzle, entrant.solver_run)
            self.refresh_view()

        search_view = SearchViewScreen(entrant.solver_run, self.app.options, self.subject.title)
        self.app.push_screen(search_view, on_closed)

    def action_replay(self) -> None:
        """Show the race on the board, and then all solutions together."""

        def on_closed(wanted_run: SolverRun | None) -> None:
            if wanted_run:
                self.app.puzzle_opener.show_solution(self.subject.puzzle, wanted_run)
            self.refresh_view()

        self.app.push_screen(RaceReplayScreen(self.subject, self.runner), on_closed)

    def action_about(self) -> None:
        if entrant := self._selected:
            self._open_solver_page(entrant.solver_run.solver)

    def _open_solver_page(self, solver: Solver) -> None:
        self.app.navigator.open_solver_guide(self.subject.puzzle.game, solver)

    def action_presets(self) -> None:
        """Ask for a line-up of solvers, or open a table with published figures."""

        def apply(preset: Sequence[Solver] | Preset | None) -> None:
            if isinstance(preset, Preset):
                if preset.name not in self._preset_races:
                    self._preset_races[preset.name] = create_preset_race(preset)
                self.app.push_screen(PresetScreen(preset, self._preset_races[preset.name]))
            elif preset is not None:
                self.set_solvers(preset)

        self.app.push_screen(PickerDialog("Presets", self._preset_choices()), apply)

    def _preset_choices(self) -> list[PresetChoice]:
        game, family_solvers = self.subject.puzzle.game, solver_set(self.family)
        available = [solver for solver in ranked_solvers(game) if solver.is_available]
        by_name = {solver.name: solver for solver in available}
        paired_names = [name for pair in family_solvers.readable_pairs for name in pair]
        pairs = [by_name[name] for name in paired_names if name in by_name]
        representations = [
            solver for solver in available if solver.name in family_solvers.representations
        ]
        line_ups: list[PresetChoice] = [
            _line_up_choice("Four different methods", default_line_up(game)),
            Choice("Every method on this puzzle", f"{len(available)} solvers", available),
            _line_up_choice("Compiled against readable", pairs),
            _line_up_choice("Representations of a position", representations),
        ]
        presets: list[PresetChoice] = [
            Choice(preset.title, "beside published figures", preset) for preset in PRESETS.values()
        ]
        return [choice for choice in line_ups if choice.value] + presets

    def open_prompt(self, text: str = "") -> None:
        suggest, label = self.app.puzzle_finder.suggest, "Puzzle name or number:"
        self.show_prompt(
            PuzzlePrompt(label, self._find_puzzle, suggest, text, history=self._typed_names)
        )

    def _find_puzzle(self, text: str) -> bool:
        prompt = self.active_prompt

        async def find() -> None:
            puzzle = await self.app.puzzle_finder.find_or_message(text)
            if prompt and prompt.is_closed:  # by esc, while the file was being read
                return
            if isinstance(puzzle, str):
                self.notify_here(puzzle)
            else:
                self.close_prompt()
                self.change_subject(RaceSubject.from_puzzle(puzzle))

        self.run_worker(find, group="find", exclusive=True)
        return False  # the prompt stays until the puzzle is found


def _line_up_choice(title: str, solvers: list[Solver]) -> PresetChoice:
    return Choice(title, ", ".join(solver.name for solver in solvers), solvers)


async def current_subject(app: AppBase) -> RaceSubject:
    """Return the position on the board, the puzzle selected in a library, or the last one played.

    Without any of these it is the start of `DEFAULT_PUZZLE`.
    """
    puzzle: Puzzle | str = ""
    for screen in reversed(app.screen_stack):
        if isinstance(screen, PlayScreen):
            session = screen.model.session
            return RaceSubject(session.puzzle, session.position, session.moves)
        if isinstance(screen, LibraryScreen) and (name := screen.selected_puzzle_name()):
            puzzle = await app.puzzle_finder.find_or_message(name)
            break
    else:
        if save := await app.library.last_unfinished():
            try:
                puzzle = await asyncio.to_thread(save.puzzle)
            except ValueError as error:
                puzzle = str(error)
    if isinstance(puzzle, str):
        puzzle = await app.puzzle_finder.find_or_message(DEFAULT_PUZZLE)
        assert isinstance(puzzle, Puzzle)
    return RaceSubject.from_puzzle(puzzle)


async def open_lab(app: AppBase) -> None:
    """Open the lab, with the earlier results if it was last used on the same position."""
    if isinstance(app.top_screen(), LabScreen):
        app.notify_here("This is the lab")
        return
    if any(isinstance(screen, LabScreen) for screen in app.screen_stack):
        back = app.options.key_display("go.back", "esc")
        app.notify_here(f"The lab is already open. Press {back} to go back to it.")
        return
    subject = await current_subject(app)
    lab = LabScreen(subject)
    if app.last_race and app.last_race.subject.has_same_position(subject):
        lab.race.entrants = app.last_race.entrants
    await app.push_screen(lab)


async def open_demo_race(app: AppBase) -> None:
    """Open the lab on a puzzle where four readable solvers differ, and start the race."""
    puzzle = await app.puzzle_finder.find_or_message(DEMO_PUZZLE)
    assert isinstance(puzzle, Puzzle)
    subject = RaceSubject.from_puzzle(puzzle)
    lab = LabScreen(subject)
    solvers = [find_solver(puzzle.game, method.solver) for method in LUCAS.methods]
    lab.race.entrants = subject.create_entrants(solvers, lab.limits)
    await app.push_screen(lab)
    lab.action_go()
    watch = app.options.key_display("lab.watch", "⏎")
    lab.notify_here(
        f"{len(solvers)} solvers on one problem. Press {watch} to watch the selected one."
    )
