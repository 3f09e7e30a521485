"""The commands of the palette, a provider each for the screen, navigation, help and settings.

Start with `BaseProvider`, which lists and matches `PaletteCommand`s. Puzzles are in
`puzzle_commands`.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import partial
from typing import ClassVar, NamedTuple, cast

from rich.cells import cell_len
from textual.command import Hit, Hits, Provider
from textual.content import Content

from ludoscope.games import FAMILIES
from ludoscope.games.entry_points import installed_version
from ludoscope.tui import lazy, screens
from ludoscope.tui.boards.registry import board_family
from ludoscope.tui.saves.settings import setting_option_pairs
from ludoscope.tui.screens.exporting import export_files
from ludoscope.tui.services.app_protocol import AppBase
from ludoscope.tui.text.formatting import capitalize_first
from ludoscope.tui.widgets.footer import list_help_keys

ARROWS = frozenset("↑↓←→")
ACTION_KEYWORDS = {  # other words that find an action, by its id
    "app.quit": "exit leave close end",
    "app.suspend": "sleep background shell",
    "app.settings": "preferences options configuration",
    "app.help": "keys shortcuts manual about",
    "app.lab": "race compare solvers",
    "go.back": "close",
    "go.edit": "editor set up",
    "go.next": "forward",
    "go.random": "new game deal shuffle any",
    "go.restart": "reset start over again new game",
    "go.rules": "how to play help",
    "go.statistics": "scores results times records",
    "home.daily": "today puzzle of the day",
    "home.find": "search look for",
    "home.race": "demo watch solvers compare",
    "library.find": "search look for",
    "library.grade": "difficulty easy hard filter",
    "library.new": "generate random create",
    "library.order": "sort hardest easiest shortest",
    "library.similar": "same difficulty grade next",
    "play.autoplay": "automatic foundation home",
    "play.bookmark": "mark remember",
    "play.copy": "copy send export",
    "play.find": "search highlight",
    "play.hint": "clue help",
    "play.overlay": "colouring pagoda values",
    "play.sides": "players opponent computer colour",
    "play.solve": "solution answer solver",
    "play.tree": "history branches variations bookmarks",
    "play.type": "enter notation",
    "play.undo": "take back",
    "play.watch": "search solver",
    "set.analysis": "badge winnable evaluation",
}
SETTING_KEYWORDS = {  # other words that find a setting, by its name
    "theme": "colours colors appearance",
    "suits": "colours colors cards",
    "size": "zoom large small",
    "motion": "reduced motion moving",
    "clock": "time timer",
    "deals": "solvable random next",
    "analysis": "badge winnable evaluation",
    "autoplay": "automatic foundation home",
    "mouse": "click pointer",
    "seconds": "limit",
    "megabytes": "limit ram",
}
ALL_SETTINGS_KEYWORDS = "settings preferences options"
NAME_WIDTH = 40  # columns of the list
_WORD = re.compile(r"[^\W_]+")


FAMILY_COMMANDS = {  # titles and keywords of `BoardFamily.library_actions`
    "new": ("new puzzle", "generator generate create random"),
    "table": ("values by size", "table boards"),
}


class Score(IntEnum):
    """The scores of matches: whole words before beginnings of words, names before keywords.

    Letters scattered over a name, which Textual's fuzzy search finds, are no match: "new" would
    find a theme.
    """

    NAME = 100
    WORDS = 80
    WORD_PREFIXES = 60
    KEYWORDS = 40
    KEYWORD_PREFIXES = 20


@dataclass(frozen=True, slots=True)
class PaletteCommand:
    """A command that the palette lists.

    Attributes:
        name: The text in the list.
        callback: Called when the command is chosen.
        detail: A second column.
        keywords: Other words that find the command.
        theme: A theme shown while the cursor is on the command.
        description: A text shown below the list while the cursor is on the command.
    """

    name: str
    callback: Callable[[], None] | Callable[[], Awaitable[object]]
    detail: str = ""
    keywords: str = ""
    theme: str = ""
    description: str = ""


@dataclass(eq=False)
class CommandHit(Hit):
    """A search result, with what the palette shows while the cursor is on it."""

    theme: str = ""
    description: str = ""


class Match(NamedTuple):
    """The result of matching a query with a command.

    Attributes:
        score: The rank among the results, 0.0 if the query does not match.
        offsets: The matching letters of the command's name; none if only a keyword matches.
    """

    score: float
    offsets: Sequence[int] = ()


class BaseProvider(Provider):
    """A provider that lists its commands in order; a subclass implements `commands`."""

    RANK: ClassVar[int] = 0
    """The position of the provider among commands with equal scores, 0 is first."""

    @property
    def services(self) -> AppBase:
        return cast(AppBase, self.app)

    def commands(self) -> Iterable[PaletteCommand]:
        """Return the commands that are available now."""
        return ()

    async def discover(self) -> Hits:
        for command in self.commands():
            yield self.hit(command, Match(-self.RANK))

    async def search(self, query: str) -> Hits:
        for command in self.commands():
            match = self.match_command(query, command)
            if match.score:
                yield self.hit(command, match)

    def match_command(self, query: str, command: PaletteCommand) -> Match:
        """Match the words of a query with the name of a command, or else with its keywords."""
        words, name = query.casefold().split(), command.name.casefold()
        if name == query.casefold().strip():
            return Match(Score.NAME - self.RANK, range(len(name)))
        spans = [match.span() for match in _WORD.finditer(name)]
        if all(any(name[start:end] == word for start, end in spans) for word in words):
            return Match(Score.WORDS - self.RANK, list(_matching_offsets(words, name)))
        if all(any(name.startswith(word, start) for start, _ in spans) for word in words):
            return Match(Score.WORD_PREFIXES - self.RANK, list(_matching_offsets(words, name)))
        known = {*_WORD.findall(command.keywords.casefold()), *_WORD.findall(name)}
        if known.issuperset(words):
            return Match(Score.KEYWORDS - self.RANK)
        if all(any(each.startswith(word) for each in known) for word in words):
            return Match(Score.KEYWORD_PREFIXES - self.RANK)
        return Match(0.0)

    def hit(self, command: PaletteCommand, match: Match) -> CommandHit:
        name = Content(capitalize_first(command.name))
        if self.match_style:
            for offset in match.offsets:
                name = name.stylize(self.match_style, offset, offset + 1)
        gap = " " * max(2, NAME_WIDTH - cell_len(command.name))
        return CommandHit(
            match.score,
            Content.assemble(name, gap, (command.detail, "dim")),
            command.callback,
            command.name,
            theme=command.theme,
            description=command.description,
        )


def _matching_offsets(words: Iterable[str], name: str) -> Iterator[int]:
    """Yield the offsets of the letters of a name that the words begin."""
    for start in (match.start() for match in _WORD.finditer(name)):
        lengths = [len(word) for word in words if name.startswith(word, start)]
        yield from range(start, start + max(lengths, default=0))


class ScreenCommands(BaseProvider):
    """The actions of the screen that have a key and are enabled."""

    def commands(self) -> Iterator[PaletteCommand]:
        for key, active in list_help_keys(self.screen):
            binding = active.binding
            is_arrow = not ARROWS.isdisjoint(key)
            if active.enabled and not is_arrow and binding.id != "app.palette":
                callback = partial(self.services.run_action, binding.action, active.node)
                keywords = ACTION_KEYWORDS.get(binding.id or "", "")
                yield PaletteCommand(binding.description, callback, key, keywords)


class NavigationCommands(BaseProvider):
    """Screens and dialogs that can be opened from anywhere."""

    RANK = 1

    def commands(self) -> Iterator[PaletteCommand]:
        app, navigator = self.services, self.services.navigator
        for family in FAMILIES.values():
            open_library = partial(navigator.open_library, family.name)
            yield PaletteCommand(family.title, open_library, family.puzzle_unit.plural)
        yield PaletteCommand(
            "all puzzles", navigator.open_library, "library", "find search catalogue"
        )
        actions = {
            active.binding.action for _, active in list_help_keys(self.screen) if active.enabled
        }
        if isinstance(self.screen, screens.PlayScreen):
            open_similar = partial(app.run_action, "open_similar", self.screen)
            keywords = ACTION_KEYWORDS["library.similar"]
            yield PaletteCommand("another like this", open_similar, "puzzle", keywords)
        yield from self._family_commands(actions)
        if "app.statistics" not in actions:
            open_statistics = partial(app.run_action, "statistics")
            yield PaletteCommand("statistics", open_statistics, keywords="scores results times")
        yield PaletteCommand(
            "training",
            navigator.open_training,
            "find the right move",
            "practice puzzles exercises rating streak storm mistakes learn tactics",
        )
        yield PaletteCommand(
            "daily calendar", navigator.open_dailies, keywords="month past days puzzles streak"
        )
        if app.lobby.is_available:
            keywords = "company leaderboard players watch invite duel hexapawn two players"
            yield PaletteCommand("lobby", navigator.open_lobby, "on this server", keywords)
        yield PaletteCommand(
            "tour", navigator.open_tour, keywords="welcome introduction getting started"
        )
        yield PaletteCommand(
            "about Ludoscope",
            partial(show_about, app),
            "version",
            "licence license credits saves folder",
        )
        if app.files_allowed:  # else the user has no access to the file
            save_picture = partial(save_screenshot, app)
            yield PaletteCommand("picture of this screen", save_picture, "SVG", "screenshot export")

    def _family_commands(self, shown_actions: Container[str]) -> Iterator[PaletteCommand]:
        """Yield what only some families have, such as an editor."""
        for family in FAMILIES.values():
            if "new_problem" not in shown_actions and board_family(family.name).has_editor:
                open_editor = partial(screens.open_new_problem, self.services, family.name)
                keywords = "editor edit set up enter own position deal table"
                yield PaletteCommand(
                    f"new problem: {family.title}", open_editor, "editor", keywords
                )
            for name, open_screen in board_family(family.name).library_actions.items():
                if f"family_action('{name}')" not in shown_actions and name in FAMILY_COMMANDS:
                    title, keywords = FAMILY_COMMANDS[name]
                    open_it = partial(open_screen, self.services)
                    yield PaletteCommand(f"{title}: {family.title}", open_it, keywords=keywords)


class HelpCommands(BaseProvider):
    """The rules of each family and the guide to its solvers."""

    RANK = 2

    def commands(self) -> Iterator[PaletteCommand]:
        navigator = self.services.navigator
        for family in FAMILIES.values():
            open_rules = partial(navigator.open_rules, family.name)
            yield PaletteCommand(f"rules: {family.title}", open_rules, "rules", "help how to play")
        for family in FAMILIES.values():
            open_solvers = partial(navigator.open_solver_list, family.name)
            yield PaletteCommand(
                f"solver guide: {family.title}",
                open_solvers,
                "guide",
                f"how solvers work algorithms {family.title}",
            )

    async def search(self, query: str) -> Hits:
        """Search the solvers by name, too."""
        async for hit in super().search(query):
            yield hit
        for command in await asyncio.to_thread(lambda: list(self._solver_commands())):
            match = self.match_command(query, command)
            if match.score:
                yield self.hit(command, match)

    def _solver_commands(self) -> Iterator[PaletteCommand]:
        for family in FAMILIES.values():
            for solver in lazy.registry.solvers(family.name):
                open_guide = partial(
                    self.services.navigator.open_family_solver, family.name, solver
                )
                yield PaletteCommand(
                    f"how {solver.name} works",
                    open_guide,
                    family.title,
                    description=solver.summary,
                )


class SettingCommands(BaseProvider):
    """Every option of every setting."""

    RANK = 3

    def commands(self) -> Iterator[PaletteCommand]:
        options, settings = self.services.options, self.services.settings
        for setting, option in setting_option_pairs(options, self.services.lobby.is_available):
            is_current = setting.current_option(options) == option
            keywords = SETTING_KEYWORDS.get(setting.name, "")
            yield PaletteCommand(
                f"{setting.title}: {option.label}",
                partial(settings.change, setting.name, option.value),
                "current" if is_current else setting.group,
                f"{setting.name} {keywords} {ALL_SETTINGS_KEYWORDS}",
                option.value if setting.name == "theme" else "",
                setting.full_description(options),
            )


def show_about(app: AppBase) -> None:
    """Show the version, the licence and the folder of the saves."""
    folder = f"; saves in {app.data_folder}" if app.files_allowed else ""
    app.notify_here(f"Ludoscope {installed_version('ludoscope')}, MIT licence{folder}")


async def save_screenshot(app: AppBase) -> None:
    """Write a picture of the screen as SVG."""
    svg = lazy.svg
    picture = svg.render_picture(svg.capture_frame(app), str(app.title))
    await export_files(app, "ludoscope", {".svg": picture})
