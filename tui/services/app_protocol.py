"""The app as its screens and widgets know it: what they show by, and the services they ask.

What needs no screen is a class here beside; what opens one is described, and made above them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from textual.app import App
from textual.screen import Screen
from textual.worker import Worker

from ludoscope.tui.boards.themes import Palette
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.saves.autosave import Autosave
from ludoscope.tui.services.key_bindings import OwnKeys
from ludoscope.tui.services.library import Library
from ludoscope.tui.services.no_lobby import CompanyService
from ludoscope.tui.services.preferences import SettingsService
from ludoscope.tui.services.puzzle_finder import Finder
from ludoscope.tui.services.records import Records
from ludoscope.tui.terminal.frame_pacer import Pace
from ludoscope.tui.terminal.input_queue import Turns

if TYPE_CHECKING:
    from ludoscope.games import AnyGame
    from ludoscope.games.peg.rules import PegGame
    from ludoscope.puzzles.puzzle import Puzzle
    from ludoscope.search.solver import Solver
    from ludoscope.tui.lab.race import Entrant, Matter
    from ludoscope.tui.model.solver_run import Solving
    from ludoscope.tui.saves.save import Save


class Opener(Protocol):
    """Opens puzzles; what cannot be opened is told."""

    busy: bool  # whether the puzzle that the app was started with is still on its way
    left: str  # the name of the puzzle played last, until a library has gone to it

    def open(self, name: str, family: str | None = None, replace: bool = False) -> None:
        """The puzzle of that name or in that file; with `replace` in place of the game shown."""

    def open_named(self, text: str, family: str | None = None) -> None:
        """What a person has named: what they began so, else the puzzle as it is usually played."""

    def open_text(self, text: str) -> bool:
        """The puzzle that a text holds; False when it is not the text of one."""

    def resume(self, save: "Save") -> None:
        """A session, as it was left."""

    def reopen(self, name: str) -> None:
        """A puzzle that was played, if need be as it was then."""

    def play(self, puzzle: "Puzzle") -> None:
        """This one."""

    def show_solution(self, puzzle: "Puzzle", solving: "Solving") -> None:
        """What a solver has found, to be stepped along on the puzzle's own screen."""

    def go_to_neighbour(self, name: str, step: int) -> None:
        """The next or the previous puzzle of the catalogue, in place of this one."""


class Navigator(Protocol):
    """Opens screens that know nothing of the one they are opened from."""

    def open_library(self, family: str = "", wanted: str = "") -> None:
        """A family's, or without one that of all; `wanted` is searched for."""

    def open_rules(self, family: str) -> None:
        """The rules of a family, to read."""

    def open_solver(self, game: "AnyGame", solver: "Solver") -> None:
        """How a solver works; what `game` counts is what it counts."""

    def open_solver_of(self, family: str, solver: "Solver") -> None:
        """How a solver works on the puzzle that stands for a family."""

    def open_solvers(self, family: str) -> None:
        """The solvers of a family, to read how they work."""

    def open_lab(self) -> None:
        """The lab, on the puzzle at hand."""

    def open_palette(self) -> None:
        """Whatever can be done now, by name; what is laid over the screen makes way for it."""

    def show_race(self) -> None:
        """The lab, where several solvers set out on a puzzle at once."""

    def edit(self, game: "PegGame", puzzle: str = "") -> None:
        """Let the person set up a problem, to begin with this one, of the puzzle of that name."""

    def open_company(self) -> None:
        """Who else plays on this server, where its host has made that possible."""

    def ask_for_board(self) -> None:
        """Ask whether solved puzzles of the day are put on the leaderboard."""

    def offer_results(self) -> None:
        """Ask whether those that were solved today already are put there too."""

    def show_tour(self) -> None:
        """The tour, over the screen."""


class Services(App[None]):
    """`tui.app` fills this in; `files` is False where visitors play, who open and write none."""

    if TYPE_CHECKING:  # by Textual's own a coroutine has one of two results, and mypy finds neither
        run_worker: Callable[..., Worker[Any]]

    options: UserOptions
    palette: Palette
    pace: Pace
    turns: Turns
    folder: Path  # where saves, settings and exports are
    files: bool
    autosave: Autosave
    records: Records
    finder: Finder
    library: Library
    company: CompanyService
    settings: SettingsService
    own_keys: OwnKeys
    opener: Opener
    navigator: Navigator
    raced: "tuple[Matter, list[Entrant]] | None" = None  # what the lab was left with

    speaker: Screen[Any] | None = None  # of which the last notice tells; None if it is of no screen

    def tell(self, sentence: str) -> None:
        """Say something, unless it is "", on the screen on top, and of it."""
        raise NotImplementedError

    def announce(self, sentence: str) -> None:
        """Say what is to be read on whatever screen: what went wrong with files, who invites."""
        raise NotImplementedError

    def page(self) -> Screen[Any] | None:
        """The screen on top, under what may be laid over it."""
        raise NotImplementedError

    def dress(self, theme: str = "") -> None:
        """Apply the chosen theme, or preview `theme`."""
        raise NotImplementedError

    def why_not(self, screen: Screen[Any], key: str) -> str:
        """What is said of a key that visitors have no use of on this screen, else ""."""
        raise NotImplementedError
