"""The screens, a folder each: a class that composes widgets and handles keys, and its stylesheet.

Screens that the app opens are attributes of this package and are imported on first use, so that the
first frame does not wait for them (the play screen alone takes 100 ms):

    app.push_screen(screens.StatisticsPage())
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoscope.tui.screens.documents.rules import RulesPage as RulesPage
    from ludoscope.tui.screens.documents.solver_page import SolverList as SolverList
    from ludoscope.tui.screens.documents.solver_page import SolverPage as SolverPage
    from ludoscope.tui.screens.editor.screen import EditorPage as EditorPage
    from ludoscope.tui.screens.help.screen import HelpPage as HelpPage
    from ludoscope.tui.screens.lab.subject import open_lab as open_lab
    from ludoscope.tui.screens.lab.subject import show_race as show_race
    from ludoscope.tui.screens.library.screen import LibraryPage as LibraryPage
    from ludoscope.tui.screens.lobby.dialogs import ask_for_board as ask_for_board
    from ludoscope.tui.screens.lobby.dialogs import offer_results as offer_results
    from ludoscope.tui.screens.lobby.screen import CompanyPage as CompanyPage
    from ludoscope.tui.screens.modal import Laid as Laid
    from ludoscope.tui.screens.palette.providers import Here as Here
    from ludoscope.tui.screens.palette.providers import Options as Options
    from ludoscope.tui.screens.palette.providers import Pages as Pages
    from ludoscope.tui.screens.palette.providers import Places as Places
    from ludoscope.tui.screens.palette.puzzle_commands import Puzzles as Puzzles
    from ludoscope.tui.screens.palette.screen import Palette as Palette
    from ludoscope.tui.screens.picker.dialog import Choice as Choice
    from ludoscope.tui.screens.picker.dialog import Picker as Picker
    from ludoscope.tui.screens.play.screen import PlayPage as PlayPage
    from ludoscope.tui.screens.settings.screen import SettingsPage as SettingsPage
    from ludoscope.tui.screens.statistics.screen import StatisticsPage as StatisticsPage
    from ludoscope.tui.screens.tour.dialog import Tour as Tour

LAZY = (
    "ludoscope.tui.screens.documents.rules:RulesPage",
    "ludoscope.tui.screens.documents.solver_page:SolverList",
    "ludoscope.tui.screens.documents.solver_page:SolverPage",
    "ludoscope.tui.screens.editor.screen:EditorPage",
    "ludoscope.tui.screens.help.screen:HelpPage",
    "ludoscope.tui.screens.lab.subject:open_lab",
    "ludoscope.tui.screens.lab.subject:show_race",
    "ludoscope.tui.screens.library.screen:LibraryPage",
    "ludoscope.tui.screens.lobby.dialogs:ask_for_board",
    "ludoscope.tui.screens.lobby.dialogs:offer_results",
    "ludoscope.tui.screens.lobby.screen:CompanyPage",
    "ludoscope.tui.screens.modal:Laid",
    "ludoscope.tui.screens.palette.providers:Here",
    "ludoscope.tui.screens.palette.providers:Options",
    "ludoscope.tui.screens.palette.providers:Pages",
    "ludoscope.tui.screens.palette.providers:Places",
    "ludoscope.tui.screens.palette.puzzle_commands:Puzzles",
    "ludoscope.tui.screens.palette.screen:Palette",
    "ludoscope.tui.screens.picker.dialog:Choice",
    "ludoscope.tui.screens.picker.dialog:Picker",
    "ludoscope.tui.screens.play.screen:PlayPage",
    "ludoscope.tui.screens.settings.screen:SettingsPage",
    "ludoscope.tui.screens.statistics.screen:StatisticsPage",
    "ludoscope.tui.screens.tour.dialog:Tour",
)
_MODULES = {name: module for module, name in (reference.split(":") for reference in LAZY)}


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
