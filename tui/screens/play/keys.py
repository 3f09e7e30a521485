"""The keys of the play screen: what each does, and when it works.

What needs more than a few lines is in a module of its own; here is the one list of them.
"""

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from ludoscope.puzzles.puzzle import PublishedSolution
from ludoscope.tui.model.hints import known_move, show_hint
from ludoscope.tui.screens.board_bindings import BOARD_KEYS, command_key
from ludoscope.tui.screens.play.autoplay import switch_autoplay
from ludoscope.tui.screens.play.board import PlayBoard
from ludoscope.tui.screens.play.opponents import Opponents, choose_players
from ludoscope.tui.screens.play.results import Results

if TYPE_CHECKING:  # the app opens without solvers
    from ludoscope.tui.model.solver_run import Solving
    from ludoscope.tui.screens.play.solver_jobs import SolverJobs

SPECIAL = ("edit", "autoplay", "find", "matchboxes", "turn")  # of the boards that name them
FAR = 10  # moves


class PlayKeys(PlayBoard):
    """Keys in; the table holds the game, `solver_jobs` the solvers."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *BOARD_KEYS,
        Binding("space", "space", "pick, or play/pause", id="board.space", show=False),
        Binding("home", "along('first')", "start", id="play.first", show=False),
        Binding("end", "along('last')", "end", id="play.last", show=False),
        Binding("pageup", "along('back')", "ten moves back", id="play.far_back", show=False),
        Binding("pagedown", "along('on')", "ten moves forward", id="play.far_on", show=False),
        command_key("u", "undo", "undo", "play.undo", "backspace"),
        command_key("y", "redo", "redo", "play.redo"),
        command_key("z", "winnable", "back to winnable", "play.winnable"),
        command_key("i", "hint", "hint", "play.hint"),
        command_key("s", "solve", "solve", "play.solve"),
        command_key("x", "stop", "stop", "play.stop"),
        command_key("w", "watch", "watch", "play.watch"),
        Binding("colon", "ask", "type a move", id="play.type"),
        command_key("b", "bookmark", "bookmark", "play.bookmark"),
        command_key("t", "tree", "tree of moves", "play.tree"),
        command_key("c", "copy", "share", "play.copy"),
        Binding("o", "players", "players", id="play.sides"),
        Binding("m", "matchboxes", "matchboxes", id="play.matchboxes"),
        Binding("v", "overlay", "overlay", id="play.overlay"),
        Binding("F", "turn", "turn the board", id="play.turn"),
        Binding("e", "edit", "edit", id="go.edit"),
        command_key("a", "analysis", "analysis on or off", "set.analysis"),
        Binding("f", "autoplay", "autoplay", id="play.autoplay"),
        Binding("slash", "find", "find a card", id="play.find"),
        command_key("n", "go(1)", "next", "go.next"),
        command_key("p", "go(-1)", "previous", "go.previous"),
        command_key("r", "restart", "restart", "go.restart"),
        Binding("escape,q", "back", "back", key_display="esc", id="go.back"),
    ]

    at_work: "dict[str, Solving]"  # solvers, by what for
    opponents: Opponents
    results: Results

    @cached_property
    def solver_jobs(self) -> "SolverJobs":
        """Made with the first of them: the first frame does without."""
        from ludoscope.tui.screens.play.solver_jobs import SolverJobs

        return SolverJobs(self, self.table, self.at_work, self.opponents.guess)

    def look_into_it(self) -> None:
        """Have the position answered, or judged, or its moves valued, if that is due."""
        raise NotImplementedError

    def keep(self) -> None:
        """Store the session as it stands."""
        self.app.autosave.keep(self.table.session)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key works now; None when it will another time, False when it never does.

        Footer and palette show those that work, the help also those that will.
        """
        board = self.table.board
        never = action in SPECIAL and action not in board.ACTIONS
        never |= action == "players" and self.table.game.players == 1
        never |= action == "overlay" and not board.OVERLAYS
        return False if never else self._works(action) or None

    def _works(self, action: str) -> bool:
        table = self.table
        match action:
            case "undo" | "restart":
                return not (table.replay or table.session.at_start)
            case "redo":
                return not table.replay and table.session.undone > 0
            case "winnable":
                return table.fallen
            case "ask":
                return not table.replay and not table.session.over
            case "hint":
                return not table.replay and not table.session.over
            case "solve":
                return not ("solve" in self.at_work or table.replay or table.session.over)
            case "stop":
                return "solve" in self.at_work or "hint" in self.at_work
            case "watch" if table.session.over and not table.replay:
                return "solve" not in self.at_work
            case "watch":
                return table.solving is not None or bool(table.solution and not table.replay)
            case "tree" | "bookmark":
                return not (table.replay or all(n.joined for n in table.session.history.nodes[1:]))
            case "players" | "matchboxes" | "find" | "autoplay":
                return not table.replay
        return True

    # Actions

    def action_board(self, key: str) -> None:
        if not self.table.replay:
            self.table.press(key)
        elif key in ("left", "right"):
            self.table.replay.playing = False
            self.table.step(-1 if key == "left" else 1)
        elif key == "enter":
            self.table.take_over()
        self.paint()

    def action_space(self) -> None:
        replay = self.table.replay
        if not replay:
            self.table.press("enter")
        else:
            if not replay.playing and replay.at == len(replay.moves):
                self.table.step(-replay.steps)
            if self.app.options.appearance.reduced_motion:
                self.table.step(1)
            else:
                replay.playing = not replay.playing
        self.paint()

    def action_undo(self) -> None:
        self.table.undo()
        self.paint()

    def action_redo(self) -> None:
        self.table.redo()
        self.paint()

    def action_along(self, to: str) -> None:
        """To an end of the line that is shown, or of the game; or many moves along it."""
        if to in ("on", "back"):
            self.table.leap(FAR if to == "on" else -FAR)
        else:
            self.table.seek(0 if to == "first" else self.table.extent[0])
        self.paint()

    def action_winnable(self) -> None:
        """Back to the last position that could be won; nothing of what was played is lost."""
        self.solver_jobs.retreat()
        self.paint()

    def action_restart(self) -> None:
        self.table.restart()
        self.paint()

    async def action_autoplay(self) -> None:
        await switch_autoplay(self, self.table)

    def action_turn(self) -> None:
        self.table.turn()
        self.paint()

    def action_overlay(self) -> None:
        """The next overlay; after the last one none."""
        board = self.table.board
        ring = ("", *board.OVERLAYS)
        board.overlay = ring[(ring.index(board.overlay) + 1) % len(ring)]
        self.say(board.overlay or "no overlay")
        self.solver_jobs.stop("values")
        self.look_into_it()
        self.paint()

    def action_watch(self) -> None:
        """The solution; the search large, while there is none or while it is being shown."""
        if self.table.solution and not self.table.replay:
            self.table.watch()
            self.paint()
        elif self.table.session.over and not self.table.replay:
            self.results.watch()
            self.paint()
        elif self.table.solving:
            self._watch_search(self.table.solving)

    def _watch_search(self, solving: "Solving") -> None:
        from ludoscope.tui.screens.search_view.screen import WatchingPage

        table = self.table

        def left(to_solution: bool | None) -> None:
            if to_solution and table.solution and not table.replay:
                table.watch()
            self.paint()

        page = WatchingPage(solving, self.app.options, table.puzzle.title, self.solver_jobs.work)
        self.app.push_screen(page, left)

    def action_bookmark(self) -> None:
        self.say(self.table.bookmark())
        self.keep()
        self.paint()

    def action_tree(self) -> None:
        from ludoscope.tui.screens.tree.screen import TreePage

        self.app.push_screen(TreePage(self.table, self.solver_jobs, self.keep))

    def action_players(self) -> None:
        choose_players(self, self.table)

    def action_matchboxes(self) -> None:
        from ludoscope.tui.screens.matchboxes.screen import MatchboxPage

        self.app.push_screen(MatchboxPage(self.table, self.opponents))

    async def action_analysis(self) -> None:
        on = not self.app.options.preferences.analysis
        await self.app.settings.change("analysis", on, f"analysis {'on' if on else 'off'}")

    def look_changed(self) -> None:
        """Judge the position if that is wanted now; every choice shows in the next frame."""
        self.solver_jobs.stop("judge")
        self.look_into_it()
        self.paint()

    def action_hint(self) -> None:
        table = self.table
        known = known_move(table) if table.hint is None else table.hint
        if known is not None:
            show_hint(table, known)
        else:
            self.solver_jobs.hint()
        self.paint()

    def action_copy(self) -> None:
        from ludoscope.tui.model.share import forms
        from ludoscope.tui.screens.share.dialog import SharePage

        self.app.push_screen(SharePage(forms(self.table)))

    def action_stop(self) -> None:
        self.solver_jobs.stop("solve", "hint")
        self.paint()

    def action_solve(self) -> None:
        from ludoscope.search.solver import Solver
        from ludoscope.tui.screens.picker.dialog import Picker
        from ludoscope.tui.screens.play.solver_jobs import LAB, solver_choices

        def chosen(choice: Solver | PublishedSolution | str | None) -> None:
            if choice == LAB:
                self.app.navigator.open_lab()
            elif isinstance(choice, PublishedSolution):
                self.table.follow(choice)
            elif isinstance(choice, Solver):
                self.solver_jobs.solve(choice)
            self.paint()

        def about(choice: Solver | PublishedSolution | str) -> None:
            if isinstance(choice, Solver):
                self.app.navigator.open_solver(self.table.game, choice)

        choices = solver_choices(self.table.puzzle, self.table.game)
        self.app.push_screen(Picker("Solve with", choices, about=about), chosen)

    def action_edit(self) -> None:
        game: Any = self.table.game
        self.app.navigator.edit(game, self.table.puzzle.name)

    def action_go(self, step: int) -> None:
        self.app.opener.go_to_neighbour(self.table.puzzle.name, step)

    def action_back(self) -> None:
        """Out of what is innermost: a selection, a replay, a solver's panel, the screen."""
        table = self.table
        if table.replay:
            table.leave_replay()
            self.look_into_it()
        elif not table.board.release():
            self.dismiss()
            return
        self.paint()
