"""The screens, a folder each: a class that composes widgets and handles keys, and its stylesheet.

Screens that the app opens are attributes of this package and are imported on first use, so that the
first frame does not wait for them (the play screen alone takes 100 ms):

    app.push_screen(screens.StatisticsScreen())
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.tui.screens.dailies.screen import DailiesScreen as DailiesScreen
    from ludoscope.tui.screens.documents.rules import rules_screen as rules_screen
    from ludoscope.tui.screens.documents.solver_guide import solver_guide as solver_guide
    from ludoscope.tui.screens.documents.solver_guide import (
        solver_guide_picker as solver_guide_picker,
    )
    from ludoscope.tui.screens.editor.new_problem import open_new_problem as open_new_problem
    from ludoscope.tui.screens.editor.screen import EditorScreen as EditorScreen
    from ludoscope.tui.screens.generator.screen import open_generator as open_generator
    from ludoscope.tui.screens.help.screen import HelpScreen as HelpScreen
    from ludoscope.tui.screens.hexapawn_values.screen import (
        open_hexapawn_values as open_hexapawn_values,
    )
    from ludoscope.tui.screens.lab.screen import open_demo_race as open_demo_race
    from ludoscope.tui.screens.lab.screen import open_lab as open_lab
    from ludoscope.tui.screens.last_winnable.screen import open_last_winnable as open_last_winnable
    from ludoscope.tui.screens.library.screen import LibraryScreen as LibraryScreen
    from ludoscope.tui.screens.lobby.answer import ask_to_answer as ask_to_answer
    from ludoscope.tui.screens.lobby.answer import open_duel as open_duel
    from ludoscope.tui.screens.lobby.dialogs import ask_to_share_results as ask_to_share_results
    from ludoscope.tui.screens.lobby.dialogs import offer_results as offer_results
    from ludoscope.tui.screens.lobby.screen import LobbyScreen as LobbyScreen
    from ludoscope.tui.screens.map.screen import MapScreen as MapScreen
    from ludoscope.tui.screens.matchboxes.screen import MatchboxScreen as MatchboxScreen
    from ludoscope.tui.screens.palette.providers import HelpCommands as HelpCommands
    from ludoscope.tui.screens.palette.providers import NavigationCommands as NavigationCommands
    from ludoscope.tui.screens.palette.providers import ScreenCommands as ScreenCommands
    from ludoscope.tui.screens.palette.providers import SettingCommands as SettingCommands
    from ludoscope.tui.screens.palette.puzzle_commands import PuzzleCommands as PuzzleCommands
    from ludoscope.tui.screens.palette.screen import PaletteScreen as PaletteScreen
    from ludoscope.tui.screens.picker.dialog import Choice as Choice
    from ludoscope.tui.screens.picker.dialog import PickerDialog as PickerDialog
    from ludoscope.tui.screens.play.screen import PlayScreen as PlayScreen
    from ludoscope.tui.screens.play.solver_choices import solver_choices as solver_choices
    from ludoscope.tui.screens.play.solver_jobs import SolverJobs as SolverJobs
    from ludoscope.tui.screens.play.solver_panel import SolverPanel as SolverPanel
    from ludoscope.tui.screens.players.dialog import PlayersDialog as PlayersDialog
    from ludoscope.tui.screens.review.screen import ReviewScreen as ReviewScreen
    from ludoscope.tui.screens.search_view.screen import SearchViewScreen as SearchViewScreen
    from ludoscope.tui.screens.settings.screen import SettingsScreen as SettingsScreen
    from ludoscope.tui.screens.share.dialog import ShareDialog as ShareDialog
    from ludoscope.tui.screens.statistics.screen import StatisticsScreen as StatisticsScreen
    from ludoscope.tui.screens.step_view.screen import StepViewScreen as StepViewScreen
    from ludoscope.tui.screens.tour.dialog import TourDialog as TourDialog
    from ludoscope.tui.screens.training.screen import TrainingScreen as TrainingScreen
    from ludoscope.tui.screens.tree.screen import TreeScreen as TreeScreen

LAZY = (
    "ludoscope.tui.screens.dailies.screen:DailiesScreen",
    "ludoscope.tui.screens.documents.rules:rules_screen",
    "ludoscope.tui.screens.documents.solver_guide:solver_guide",
    "ludoscope.tui.screens.documents.solver_guide:solver_guide_picker",
    "ludoscope.tui.screens.editor.screen:EditorScreen",
    "ludoscope.tui.screens.editor.new_problem:open_new_problem",
    "ludoscope.tui.screens.generator.screen:open_generator",
    "ludoscope.tui.screens.help.screen:HelpScreen",
    "ludoscope.tui.screens.hexapawn_values.screen:open_hexapawn_values",
    "ludoscope.tui.screens.lab.screen:open_demo_race",
    "ludoscope.tui.screens.lab.screen:open_lab",
    "ludoscope.tui.screens.last_winnable.screen:open_last_winnable",
    "ludoscope.tui.screens.library.screen:LibraryScreen",
    "ludoscope.tui.screens.lobby.answer:ask_to_answer",
    "ludoscope.tui.screens.lobby.answer:open_duel",
    "ludoscope.tui.screens.lobby.dialogs:ask_to_share_results",
    "ludoscope.tui.screens.lobby.dialogs:offer_results",
    "ludoscope.tui.screens.lobby.screen:LobbyScreen",
    "ludoscope.tui.screens.map.screen:MapScreen",
    "ludoscope.tui.screens.matchboxes.screen:MatchboxScreen",
    "ludoscope.tui.screens.palette.providers:HelpCommands",
    "ludoscope.tui.screens.palette.providers:NavigationCommands",
    "ludoscope.tui.screens.palette.providers:ScreenCommands",
    "ludoscope.tui.screens.palette.providers:SettingCommands",
    "ludoscope.tui.screens.palette.puzzle_commands:PuzzleCommands",
    "ludoscope.tui.screens.palette.screen:PaletteScreen",
    "ludoscope.tui.screens.picker.dialog:Choice",
    "ludoscope.tui.screens.picker.dialog:PickerDialog",
    "ludoscope.tui.screens.play.screen:PlayScreen",
    "ludoscope.tui.screens.play.solver_choices:solver_choices",
    "ludoscope.tui.screens.play.solver_jobs:SolverJobs",
    "ludoscope.tui.screens.play.solver_panel:SolverPanel",
    "ludoscope.tui.screens.players.dialog:PlayersDialog",
    "ludoscope.tui.screens.review.screen:ReviewScreen",
    "ludoscope.tui.screens.search_view.screen:SearchViewScreen",
    "ludoscope.tui.screens.settings.screen:SettingsScreen",
    "ludoscope.tui.screens.share.dialog:ShareDialog",
    "ludoscope.tui.screens.statistics.screen:StatisticsScreen",
    "ludoscope.tui.screens.step_view.screen:StepViewScreen",
    "ludoscope.tui.screens.tour.dialog:TourDialog",
    "ludoscope.tui.screens.training.screen:TrainingScreen",
    "ludoscope.tui.screens.tree.screen:TreeScreen",
)
_MODULES = {name: module for module, name in (reference.split(":") for reference in LAZY)}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
