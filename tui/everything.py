"""Whatever can be done now, by name: what the palette offers."""

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from textual.binding import ActiveBinding
from textual.screen import Screen

from ludoscope.games import FAMILIES
from ludoscope.tui.saves import exports
from ludoscope.tui.saves.settings import choices
from ludoscope.tui.screens.picker import Choice
from ludoscope.tui.services.contract import Services
from ludoscope.tui.widgets.footer import told

ARROWS = frozenset("↑↓←→")
Command = Callable[[], Any]


def everything(app: Services, page: Screen[Any]) -> list[Choice]:
    """The value of each choice is a command, to be awaited."""
    return [*_here(app, page), *_elsewhere(app), *_options(app)]


def _here(app: Services, page: Screen[Any]) -> Iterator[Choice]:
    """What a key does now."""

    def run(active: ActiveBinding) -> Command:
        return partial(app.run_action, active.binding.action, active.node)

    for key, active in told(page):
        moves = not ARROWS.isdisjoint(key)
        if active.enabled and not moves and active.binding.id != "app.palette":
            yield Choice(active.binding.description, key, run(active), group="Here")


def _elsewhere(app: Services) -> Iterator[Choice]:
    """Screens that need not be next to this one."""

    def go(does: Callable[[], object]) -> Command:
        async def went() -> None:
            does()

        return went

    navigator = app.navigator
    titles = {family.name: family.title for family in FAMILIES.values()}
    for family, title in titles.items():
        yield Choice(title, "", go(partial(navigator.open_library, family)), group="Go to")
    for name in ("statistics", "tour"):
        yield Choice(name, "", partial(app.run_action, name), group="Go to")
    if app.files:  # a visitor has no way to such a file
        yield Choice("picture of this screen", "", partial(take_picture, app), group="Go to")
    for family, title in titles.items():
        rules = go(partial(navigator.open_rules, family))
        yield Choice(f"rules: {title}", "", rules, group="To read")
    for family, title in titles.items():
        solvers = go(partial(navigator.open_solvers, family))
        yield Choice(f"how solvers work: {title}", "", solvers, group="To read")


def _options(app: Services) -> Iterator[Choice]:
    """Every option of every setting."""
    look = app.look
    for setting, option in choices(look):
        now = "now" if setting.worn(look) == option else ""
        does = partial(app.preferences.change, setting.name, option.value)
        name = f"{setting.title}: {option.word}"
        yield Choice(name, now, does, setting.said(look), group=setting.group)


async def take_picture(app: Services) -> None:
    """Write what stands on the screen as SVG."""
    from ludoscope.tui.widgets import picture

    drawn = picture.still(picture.shown(app), str(app.title))
    try:
        where = await asyncio.to_thread(exports.write, app.folder, "ludoscope", {".svg": drawn})
    except OSError as error:
        app.tell(f"no picture written: {error.strerror}")
    else:
        app.tell(f"written: {where}")
