"""The lab: several solvers on one puzzle, side by side, live; and how their searches differ."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.widget import Widget

from ludoscope.games import FAMILIES
from ludoscope.search.budget import Limits
from ludoscope.search.registry import ranked_solvers, solver_set
from ludoscope.search.solver import Solver
from ludoscope.tui.boards.registry import board_for
from ludoscope.tui.lab.export import as_csv, as_markdown
from ludoscope.tui.lab.presets import PRESETS, Preset
from ludoscope.tui.lab.race import Entrant, Matter, Race, field
from ludoscope.tui.model.solver_run import Solving
from ludoscope.tui.saves.settings import NAMED
from ludoscope.tui.screens.lab.race_screen import LEAST_PLOT, RacePage
from ludoscope.tui.screens.lab.race_views import BY_DEPTH, POSITION, VIEWS, plot, table, title
from ludoscope.tui.screens.picker.dialog import Choice, Picker
from ludoscope.tui.screens.play.solver_panel import sample
from ludoscope.tui.text import drawing, formatting
from ludoscope.tui.text.drawing import Block
from ludoscope.tui.text.solver_pages import in_short
from ludoscope.tui.widgets.prompt import Ask
from ludoscope.tui.widgets.tab_bar import Labels
from ludoscope.tui.widgets.text_table import Table

EDGES = 4  # columns of the table's box that hold no cell
AROUND = 4  # lines above and below the boxes


class LabPage(RacePage, inherit_bindings=False):
    """A row for each solver; below it, by tab, the position or one of the plots of `VIEWS`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "row", key_display="↑↓", id="lab.up"),
        Binding("down,j", "move(1)", "down", id="lab.down", show=False),
        Binding("full_stop,g", "go", "run", key_display="g", id="lab.go"),
        Binding("x", "stop", "stop", id="lab.stop"),
        Binding("enter,space", "watch", "watch", id="lab.watch"),
        Binding("tab,v", "view(1)", "plot", id="lab.view"),
        Binding("shift+tab", "view(-1)", "previous plot", id="lab.view_back", show=False),
        Binding("a", "add", "add", id="lab.add"),
        Binding("d,backspace,delete", "remove", "remove", id="lab.remove"),
        Binding("p", "presets", "presets", id="lab.presets"),
        Binding("e", "export", "export", id="lab.export"),
        Binding("c", "copy", "copy", id="lab.copy"),
        Binding("i", "about", "how it works", id="lab.about"),
        Binding("colon", "ask", "puzzle", id="lab.puzzle"),
        Binding("comma", "app.settings", "settings", id="app.settings"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]
    CSS_PATH = "lab.tcss"
    LEAST = (60, 18)
    view: reactive[int] = reactive(POSITION, init=False, repaint=False)  # of VIEWS

    def __init__(self, matter: Matter) -> None:
        super().__init__(Race([]))
        self.forms = {".csv": as_csv, ".md": as_markdown}
        self.race.entrants = matter.entrants(field(matter.puzzle.game), self.limits)
        self.matter = matter
        self.family = matter.puzzle.game.family
        self._articles: dict[str, Race] = {}  # of presets, kept from visit to visit
        self._names: list[str] = []  # of puzzles, typed before
        self._table = Table(id="race")
        self._table.can_focus = False

    def body(self) -> Iterable[Widget]:
        begun = any(one.over for one in self.race.entrants)
        self.set_reactive(LabPage.view, BY_DEPTH if begun else POSITION)
        self._labels = Labels(VIEWS, self.view)
        yield self._table
        yield self._labels
        yield self._plot

    def on_unmount(self) -> None:
        """What was found is there again when the lab is opened on the same position."""
        self.action_stop()
        self.app.raced = (self.matter, self.race.entrants)

    @property
    def limits(self) -> Limits:
        """Those of the settings."""
        preferences = self.app.options.preferences
        memory_limit = preferences.memory_limit_megabytes << 20
        return Limits(preferences.time_limit_seconds, memory=memory_limit)

    @property
    def file_name(self) -> str:
        return self.matter.puzzle.name

    def turn_to(self, matter: Matter) -> None:
        """Another puzzle: by the same solvers where it is of the same family."""
        self.action_stop()
        same = matter.puzzle.game.family == self.family
        chosen = [one.solving.solver for one in self.race.entrants]
        self.matter, self.family = matter, matter.puzzle.game.family
        self.line_up(chosen if same and chosen else field(matter.puzzle.game))

    def line_up(self, chosen: Sequence[Solver]) -> None:
        """Begin anew, with these."""
        self.action_stop()
        self.race.entrants = self.matter.entrants(chosen, self.limits)
        self._table.move_cursor(row=0)
        self.view = POSITION
        self.paint()

    def begin(self, entrant: Entrant) -> None:
        super().begin(entrant)
        self.view = self.view or BY_DEPTH

    @property
    def _row(self) -> Entrant | None:
        at = self._table.cursor_row
        return self.race.entrants[at] if 0 <= at < len(self.race.entrants) else None

    # What is shown

    def lay_out(self) -> None:
        options = self.app.options
        most = " and ".join(NAMED[name].worn(options).word for name in ("seconds", "megabytes"))
        self.title = f"Lab › {FAMILIES[self.family].title} › {self.matter.title}"
        self._table.border_title = f"Race: at most {most} each"
        self._table.styles.max_height = max(5, self.size.height - AROUND - LEAST_PLOT)
        add = options.key_display("lab.add", "a")
        self.status("" if self.race.entrants else f"no solver in the race: {add} adds a solver")

    def show(self) -> bool:
        entrants, ascii_only = self.race.entrants, self.app.options.appearance.ascii_only
        said = formatting.number(len(entrants), "solver")
        self.sub_title = f"{said} · {self.race.running} running" if self.busy else said
        width, styles = self.size.width - EDGES, self.app.palette.styles
        new = self._table.lay(*table(self.rows(), width, styles, ascii_only))
        self._plot.name_it(title(entrants, self.view))
        key = (self.view, tuple(entrants), self.matter.position, ascii_only)
        return self._plot.plot(self._picture, key, self.busy) or new

    def _picture(self, width: int, height: int) -> Block:
        if self.view != POSITION:
            ascii_only = self.app.options.appearance.ascii_only
            return plot(self.race.entrants, self.view, width, height, ascii_only)
        board = board_for(self.matter.puzzle.game, self.app.options)
        board.pointing = False
        return drawing.centre(sample(board, self.matter.position, width, height), width, height)

    def watch_view(self, view: int) -> None:
        self._labels.turn_to(view)
        self.paint()

    def on_tabs_tab_activated(self) -> None:
        self.view = self._labels.at

    def on_data_table_row_highlighted(self) -> None:
        self.refresh_bindings()

    def on_data_table_row_selected(self) -> None:
        if self.check_action("watch", ()):
            self.action_watch()

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.asking:
            return False
        if action in ("remove", "about"):
            return self._row is not None or None
        if action == "watch":
            row = self._row
            return (row is not None and (row.working or row.over)) or None
        return super().check_action(action, parameters)

    def action_move(self, by: int) -> None:
        self._table.move_cursor(row=self._table.cursor_row + by)

    def action_view(self, by: int) -> None:
        self.view = (self.view + by) % len(VIEWS)

    def action_add(self) -> None:
        game = self.matter.puzzle.game
        here = {one.solving.solver.name for one in self.race.entrants}

        def detail(solver: Solver) -> str:
            if not solver.is_available:
                return "not compiled here"
            racing = "✓ in the race  " if solver.name in here else ""
            return racing + formatting.guarantee(solver, game.measure)

        choices = [
            Choice(solver.name, detail(solver), solver, in_short(solver, game), solver.is_available)
            for solver in ranked_solvers(game)
        ]
        about = self._about

        def chosen(solver: Solver | None) -> None:
            if solver and solver.name in here:
                self.tell(f"{solver.name} is in the race already")
            elif solver:
                self.race.entrants += self.matter.entrants([solver], self.limits)
                self.show()
                self._table.move_cursor(row=len(self.race.entrants) - 1)
            self.paint()

        self.app.push_screen(Picker("Add a solver", choices, about=about), chosen)

    def action_remove(self) -> None:
        if row := self._row:
            self.halt([row])
            self.race.entrants.remove(row)
            self.show()

    def action_watch(self) -> None:
        from ludoscope.tui.screens.search_view.screen import WatchingPage

        row = self._row
        assert row

        def work(solving: Solving) -> None:
            self.halt([row])
            row.solving = solving
            self.begin(row)

        def left(to_solution: bool | None) -> None:
            if to_solution and self.busy:
                stop = self.app.options.key_display("lab.stop", "x")
                self.tell(f"the solution is on another screen, and some still run: {stop} first")
            elif to_solution:
                self.app.opener.show_solution(self.matter.puzzle, row.solving)
            self.paint()

        page = WatchingPage(row.solving, self.app.options, self.matter.title, work)
        self.app.push_screen(page, left)

    def action_about(self) -> None:
        if row := self._row:
            self._about(row.solving.solver)

    def _about(self, solver: Solver) -> None:
        self.app.navigator.open_solver(self.matter.puzzle.game, solver)

    def action_presets(self) -> None:
        game, family = self.matter.puzzle.game, solver_set(self.family)
        every = [solver for solver in ranked_solvers(game) if solver.is_available]
        pairs = [
            one
            for pair in family.readable_pairs
            for name in pair
            for one in every
            if one.name == name
        ]
        states = [one for one in every if one.name in family.representations]
        names = ", ".join
        choices = [
            Choice("four different methods", names(s.name for s in field(game)), field(game)),
            Choice("every method on this puzzle", f"{len(every)} solvers", every),
            Choice("compiled against readable", names(s.name for s in pairs), pairs),
            Choice("representations of a position", names(s.name for s in states), states),
            *(Choice(one.title, "beside published figures", one) for one in PRESETS.values()),
        ]

        def chosen(value: Sequence[Solver] | Preset | None) -> None:
            if isinstance(value, Preset):
                self._open_article(value)
            elif value is not None:
                self.line_up(value)

        self.app.push_screen(Picker("Presets", [one for one in choices if one.value != []]), chosen)

    def _open_article(self, preset: Preset) -> None:
        from ludoscope.tui.screens.lab.preset_screen import ArticlePage, race_of

        if preset.name not in self._articles:
            self._articles[preset.name] = race_of(preset)
        race = self._articles[preset.name]
        self.app.push_screen(ArticlePage(preset, race))

    def begin_typing(self, text: str = "") -> None:
        self.ask(Ask("a name or a number:", self._named, text, history=self._names))

    def _named(self, text: str) -> bool:
        async def find() -> None:
            found = await self.app.finder.found(text)
            if isinstance(found, str):
                self.tell(found)
            else:
                self.stop_asking()
                self.turn_to(Matter.start_of(found))

        self.run_worker(find, group="find", exclusive=True)
        return False  # the prompt stays until the puzzle is there
