"""What the palette finds: commands of this screen, other screens, puzzles, settings, pages."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, cast

from rich.cells import cell_len
from textual.command import Hit, Hits, Provider
from textual.content import Content

from ludoscope.games import FAMILIES
from ludoscope.tui.saves import exports
from ludoscope.tui.saves.settings import choices
from ludoscope.tui.services.app_protocol import Services
from ludoscope.tui.widgets.footer import told

ARROWS = frozenset("↑↓←→")
ALSO = {  # other words that find an action, by its id
    "app.quit": "exit leave close end",
    "app.suspend": "sleep background shell",
    "app.settings": "preferences options configuration",
    "app.help": "keys shortcuts manual about",
    "app.lab": "race compare solvers",
    "go.back": "close",
    "go.edit": "editor set up",
    "go.next": "forward",
    "go.restart": "reset start over again new game",
    "go.rules": "how to play help",
    "go.statistics": "scores results times records",
    "home.daily": "today puzzle of the day",
    "home.find": "search look for",
    "home.race": "demo watch solvers compare",
    "library.find": "search look for",
    "library.new": "generate random create",
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
SETTINGS_ALSO = {  # the same for settings, by their names
    "theme": "colours colors appearance",
    "suits": "colours colors cards",
    "size": "zoom large small",
    "motion": "reduced motion moving",
    "clock": "time timer",
    "analysis": "badge winnable evaluation",
    "autoplay": "automatic foundation home",
    "mouse": "click pointer",
    "seconds": "limit",
    "megabytes": "limit ram",
}
SETTINGS = "settings preferences options"
NAMES = 40  # columns of the list
MOST_WAYS = 5_000  # to find the letters of a query in a name, in order


@dataclass(frozen=True, slots=True)
class Named:
    """`aside` is said of it, `more` while the cursor is on it, `theme` is worn meanwhile.

    `also` are other words that find it.
    """

    name: str
    does: Callable[[], Any]
    aside: str = ""
    also: str = ""
    theme: str = ""
    more: str = ""


@dataclass(eq=False)
class Found(Hit):
    """What is listed."""

    theme: str = ""
    more: str = ""


class Ours(Provider):
    """Lists its commands in their order; RANK is its own place among the providers."""

    RANK: ClassVar[int] = 0

    @property
    def ours(self) -> Services:
        return cast(Services, self.app)

    def commands(self) -> Iterable[Named]:
        """What can be done."""
        return ()

    async def discover(self) -> Hits:
        for command in self.commands():
            yield self.hit(command, -self.RANK, ())

    async def search(self, query: str) -> Hits:
        for command in self.commands():
            score, offsets = self.strength(query, command)
            if score:
                yield self.hit(command, score, offsets)

    def strength(self, query: str, command: Named) -> tuple[float, Sequence[int]]:
        """How well a query names a command, and which letters of its name it holds."""
        match = self.matcher(query).fuzzy_search.match
        name, query = command.name.casefold(), query.casefold()
        if query in name or ways(query, name) <= MOST_WAYS:
            score, offsets = match(query, command.name)
            if score:
                begins = 1.5 if name.startswith(query) else 1.0
                return score * begins - self.RANK / 100, offsets
        if also_named(query, command.also.casefold()):
            return match(query, query)[0] / 2 - self.RANK / 100, ()
        return 0.0, ()

    def hit(self, command: Named, score: float, offsets: Sequence[int]) -> Found:
        name = Content(command.name)
        if self.match_style:
            for at in offsets:
                name = name.stylize(self.match_style, at, at + 1)
        gap = " " * max(2, NAMES - cell_len(command.name))
        shown = Content.assemble(name, gap, (command.aside, "dim"))
        theme, more = command.theme, command.more
        return Found(score, shown, command.does, command.name, theme=theme, more=more)


def also_named(query: str, also: str) -> bool:
    """Whether each word of `query` begins one of these words, or all of it stands in them."""
    words = also.split()
    return query in also or all(
        any(word.startswith(part) for word in words) for part in query.split()
    )


def ways(query: str, name: str) -> int:
    """How many beginnings of `query` can be picked from `name`, letter by letter in order.

    Textual's matcher tries them all.
    """
    rest = iter(name)
    if not all(letter in rest for letter in query):
        return 0
    picked = [1] + [0] * len(query)
    for letter in name:
        for at in range(len(query), 0, -1):
            if query[at - 1] == letter:
                picked[at] += picked[at - 1]
    return sum(picked)


class Here(Ours):
    """What a key does now."""

    def commands(self) -> Iterator[Named]:
        for key, active in told(self.screen):
            binding = active.binding
            arrows = not ARROWS.isdisjoint(key)
            if active.enabled and not arrows and binding.id != "app.palette":
                does = partial(self.ours.run_action, binding.action, active.node)
                yield Named(binding.description, does, key, ALSO.get(binding.id or "", ""))


class Places(Ours):
    """Screens that need not be next to this one."""

    RANK = 1

    def commands(self) -> Iterator[Named]:
        app, navigator = self.ours, self.ours.navigator
        for family in FAMILIES.values():
            yield Named(
                family.title, partial(navigator.open_library, family.name), family.puzzle_unit
            )
        yield Named("all puzzles", navigator.open_library, "library", "find search catalogue")
        here = {active.binding.action for _, active in told(self.screen) if active.enabled}
        if "app.statistics" not in here:
            yield Named(
                "statistics", partial(app.run_action, "statistics"), also="scores results times"
            )
        if app.company.on:
            also = "leaderboard people watch invite duel hexapawn two players"
            yield Named("company", navigator.open_company, "on this server", also)
        yield Named("tour", navigator.show_tour, also="welcome introduction getting started")
        about = partial(tell_about, app)
        yield Named("about Ludoscope", about, "version", "licence license credits saves folder")
        if app.files:  # a visitor has no way to such a file
            picture = partial(take_picture, app)
            yield Named("picture of this screen", picture, "SVG", "screenshot export")


class Pages(Ours):
    """Pages to read."""

    RANK = 2

    def commands(self) -> Iterator[Named]:
        for family in FAMILIES.values():
            does = partial(self.ours.navigator.open_rules, family.name)
            yield Named(f"rules: {family.title}", does, "to read", "help how to play")
        for family in FAMILIES.values():
            does = partial(self.ours.navigator.open_solvers, family.name)
            yield Named(f"how solvers work: {family.title}", does, "to read", "algorithms")

    async def search(self, query: str) -> Hits:
        """Also each solver by its name."""
        async for hit in super().search(query):
            yield hit
        for solver in await asyncio.to_thread(lambda: [*self._solvers()]):
            score, offsets = self.strength(query, solver)
            if score:
                yield self.hit(solver, score, offsets)

    def _solvers(self) -> Iterator[Named]:
        from ludoscope.search.registry import solvers

        for family in FAMILIES.values():
            for solver in solvers(family.name):
                does = partial(self.ours.navigator.open_solver_of, family.name, solver)
                name = f"how {solver.name} works"
                yield Named(name, does, family.title, more=solver.summary)


class Options(Ours):
    """Every option of every setting."""

    RANK = 3

    def commands(self) -> Iterator[Named]:
        options = self.ours.options
        for setting, option in choices(options, self.ours.company.on):
            aside = "now" if setting.worn(options) == option else setting.group
            does = partial(self.ours.settings.change, setting.name, option.value)
            theme = option.value if setting.name == "theme" else ""
            name, more = f"{setting.title}: {option.word}", setting.said(options)
            also = f"{setting.name} {SETTINGS_ALSO.get(setting.name, '')} {SETTINGS}"
            yield Named(name, does, aside, also, theme, more)


def tell_about(app: Services) -> None:
    """Which version this is, and where it keeps what is saved."""
    from importlib.metadata import version

    where = f"; saves in {app.folder}" if app.files else ""
    app.tell(f"Ludoscope {version('ludoscope')}, MIT licence{where}")


async def take_picture(app: Services) -> None:
    """Write what stands on the screen as SVG."""
    from ludoscope.tui.widgets import svg

    drawn = svg.still(svg.shown(app), str(app.title))
    try:
        where = await asyncio.to_thread(exports.write, app.folder, "ludoscope", {".svg": drawn})
    except OSError as error:
        app.tell(f"no picture written: {error.strerror}")
    else:
        app.tell(f"written: {where}")
