"""Every screen: what works everywhere works there, and each of its keys can be another.

Of the settings and the lab each screen opens one, both with LUDOSCOPE_FULL=1. Any bytes come last,
in any size: they may lead anywhere. By default these are tried on `OFTEN`, screens of different
kinds; all others, whose tables of keys are made and shown by the same code, with the long tests.
"""

import random
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest
from lobbies import make_lobby_with_duel
from test_random_input import (  # noqa: F401
    BYTES,
    FULL,
    IN_LOBBY,
    SCREENS,
    go_to_screen,
    quick_solvers,
    send_random_bytes,
    send_random_sizes,
)
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from ludoscope import tui
from ludoscope.tui import actions as registry
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.screens.base import BaseScreen
from ludoscope.tui.screens.help.screen import HelpScreen
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.palette.providers import ScreenCommands
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.screens.settings.screen import SettingsScreen
from ludoscope.tui.widgets.footer import key_symbol, list_help_keys
from ludoscope.tui.widgets.game_footer import GameFooter
from ludoscope.tui.widgets.key_line import ScreenFooter

ONE_OF_EACH = {  # a way of `test_random_input` to every class of screen
    "HomeScreen": "home",
    "LibraryScreen": "library",
    "PlayScreen": "peg",
    "TreeScreen": "tree",
    "ReviewScreen": "review",
    "MapScreen": "map",
    "LastWinnableScreen": "last-winnable",
    "EditorScreen": "editor",
    "HelpScreen": "help",
    "PaletteScreen": "palette",
    "PickerDialog": "solvers",
    "PlayersDialog": "players",
    "SettingsScreen": "settings",
    "TourDialog": "tour",
    "DocumentScreen": "rules",
    "SearchViewScreen": "watching",
    "StepViewScreen": "steps",
    "ShareDialog": "share",
    "LabScreen": "lab",
    "PresetScreen": "article",
    "StatisticsScreen": "statistics",
    "DailiesScreen": "dailies",
    "MatchboxScreen": "matchboxes",
    "GeneratorScreen": "workshop",
    "HexapawnValuesScreen": "sizes",
    "LobbyScreen": "lobby",
    "SpectatorScreen": "spectator",
    "DuelScreen": "duel",
    "RaceReplayScreen": "race-replay",
}
EVERYWHERE = {"?": HelpScreen, "ctrl+p": PaletteScreen, ",": SettingsScreen, "ctrl+l": LabScreen}
PREFIXES = ("", "ctrl+", "shift+", "ctrl+shift+", "alt+", "alt+ctrl+", "alt+shift+",
            "alt+ctrl+shift+", "super+", "hyper+", "super+ctrl+", "super+alt+",
            "hyper+alt+")  # fmt: skip
LAID = ("PaletteScreen", "PickerDialog", "PlayersDialog", "ShareDialog", "TourDialog")
OFTEN = ("TreeScreen",)
every_screen = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.long][: kind not in OFTEN]) for kind in ONE_OF_EACH],
)


EXTRA = "ludoscope.tui.web_server"  # needs the extra `web`, and has no screen


def test_every_screen_class_is_listed() -> None:
    for module in walk_packages(tui.__path__, "ludoscope.tui."):
        if module.name != EXTRA:
            import_module(module.name)
    found = list(Screen.__subclasses__())
    for holder in found:
        found += holder.__subclasses__()
    ours = {one for one in found if one.__module__.startswith("ludoscope.tui.")}
    assert ours == set(registry.all_screens()), "screens are in tui.screens"
    helping = {parent for one in ours for parent in one.__mro__[1:]}
    assert {one.__name__ for one in ours - helping} == set(ONE_OF_EACH)


@pytest.mark.long
async def test_widgets_are_styled_once_when_a_screen_opens(
    open_app, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app() as pilot:
        monkeypatch.setattr(Stylesheet, "reparse", lambda _: pytest.fail("all are styled again"))
        navigator = pilot.app.navigator
        for open_screen in (
            partial(navigator.open_library, "rush"),
            navigator.open_statistics,
            navigator.open_settings,
            navigator.open_tour,
        ):
            below = pilot.app.screen
            open_screen()
            await pilot.wait_until(lambda below=below: pilot.app.screen is not below)
            screen = pilot.app.screen
            styles = {widget: widget.styles.css for widget in screen.walk_children()}
            pilot.app.stylesheet.update(screen)
            assert styles == {widget: widget.styles.css for widget in styles}


async def open_screen_class(pilot, kind: str) -> Screen:
    if type(pilot.app.screen).__name__ != kind:
        await go_to_screen(pilot, ONE_OF_EACH[kind])
    await pilot.wait_until(lambda: type(pilot.app.screen).__name__ == kind)
    here = pilot.app.screen
    if getattr(here, "active_prompt", None):  # what is typed is for it alone
        # without a length the generator is left
        await pilot.press("enter" if kind == "GeneratorScreen" else "escape")
    return pilot.app.screen


@every_screen
async def test_every_screen_supports_global_keys_and_key_changes(
    open_app, kind: str, tmp_path: Path
) -> None:
    lobby = make_lobby_with_duel(tmp_path / "shared") if ONE_OF_EACH[kind] in IN_LOBBY else None
    async with open_app(SCREENS[ONE_OF_EACH[kind]][0], lobby=lobby) as pilot:
        first = pilot.app.screen
        await check_global_keys(pilot, first, kind)
        await return_to_screen(pilot, first, kind)
        await check_key_changes(pilot, kind)
        await return_to_screen(pilot, first, kind)
        await open_screen_class(pilot, kind)
        dice = random.Random(kind)
        await send_random_sizes(pilot, dice)
        await send_random_bytes(pilot, dice, BYTES)


async def return_to_screen(pilot, first: Screen, kind: str) -> None:
    """Close overlays until the first screen is on top again."""
    if kind in LAID:
        while pilot.app.screen is not first:
            await pilot.press("escape")


async def check_global_keys(pilot, first: Screen, kind: str) -> None:
    turn = list(ONE_OF_EACH).index(kind) % 2  # settings or lab, in turn
    for key in EVERYWHERE if FULL else ("?", "ctrl+p", (",", "ctrl+l")[turn]):
        await return_to_screen(pilot, first, kind)
        here = await open_screen_class(pilot, kind)
        if kind == "PaletteScreen" and len(key) == 1:
            continue  # it is written to
        here.notice = ""
        pilot.app.clear_notifications()
        await pilot.press(key)
        if (kind, key) in (("PaletteScreen", "ctrl+p"), ("HelpScreen", "?")):
            assert pilot.app.screen is not here, "its own key closes it"
            continue
        await pilot.wait_until(lambda h=here: pilot.app.screen is not h or has_reacted(pilot))
        assert isinstance(pilot.app.screen, EVERYWHERE[key]) or has_reacted(pilot), key
        if pilot.app.screen is not here and isinstance(here, BaseScreen):
            await pilot.press("escape")
            assert pilot.app.screen is here


def has_reacted(pilot) -> bool:
    """Return True if a message is shown, as a notification or above the keys."""
    return (
        bool(pilot.status_message or pilot.notifications()) or "open already" in pilot.screen_text()
    )


def footer_keys(screen: BaseScreen) -> list[str]:
    """Return the keys in the footer."""
    shown = [key.label for line in screen.query(ScreenFooter) for key in line.shown]
    rows = [row for line in screen.query(GameFooter) for row in line._pairs]
    return shown + [key for row in rows for key, _ in row]


def bottom_lines(pilot) -> str:
    return " ".join(pilot.screen_text().splitlines()[-2:])


async def check_key_changes(pilot, kind: str) -> None:
    """Footer, help and palette show the fresh ones."""
    actions = registry.load_actions(LudoscopeApp)
    fresh = {name: f"{PREFIXES[at // 24]}f{1 + at % 24}" for at, name in enumerate(actions)}
    here = await open_screen_class(pilot, kind)
    await pilot.resize(300, 60)
    pilot.app.key_bindings.apply({"play.hint": fresh["play.hint"]})  # for what resets keys
    before = {active.binding.id for _, active in list_help_keys(here)}
    pilot.app.key_bindings.apply(fresh)
    after = {active.binding.id: key for key, active in list_help_keys(here)}
    assert after == {name: key_symbol(fresh[name]) for name in before}
    if isinstance(here, BaseScreen):
        await check_shown_keys(pilot, here, after)
    pilot.app.key_bindings.apply({})
    await pilot.resize(80, 24)


async def check_shown_keys(pilot, here: BaseScreen, after: dict[str, str]) -> None:
    here.refresh_view()
    boards = {key for key, _ in here.help_content().board_keys}
    known = set(after.values()) | boards
    await pilot.wait_until(lambda: footer_keys(here) and set(footer_keys(here)) <= known)
    await pilot.wait_until(lambda: all(key in bottom_lines(pilot) for key in footer_keys(here)))
    live = {active.binding.id for _, active in list_help_keys(here) if active.enabled}
    listed = {command.detail for command in ScreenCommands(here).commands()}
    assert listed == {after[name] for name in live - {"app.palette"}}
    if isinstance(here, HelpScreen):
        return
    pilot.app.action_help()
    await pilot.textual_pilot.pause()
    lines = pilot.screen_text()
    assert all(key in lines for key in after.values())
    pilot.app.screen.dismiss(None)
    await pilot.wait_until(lambda: pilot.app.screen is here)
