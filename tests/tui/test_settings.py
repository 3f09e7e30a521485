"""Settings: one table, a screen that changes them at once, a file that keeps them."""

import json
import os
import re
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from app_options import change_options
from rich.color import ColorSystem

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.terminal_support import detect_appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.users import UserProfile as LobbyPerson
from ludoscope.tui.navigator import FIRST_PUZZLE
from ludoscope.tui.saves.settings import SETTINGS, SETTINGS_BY_NAME, VALID_VALUES, Settings
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.settings.key_table import KeyTable
from ludoscope.tui.screens.settings.screen import SettingsScreen
from ludoscope.tui.screens.settings.setting_row import SettingRow
from ludoscope.tui.screens.tour.dialog import TourDialog
from ludoscope.tui.services.choice_store import ChoiceStore
from ludoscope.tui.services.settings_service import SettingsService
from ludoscope.tui.widgets.svg import capture_frame
from ludoscope.tui.widgets.textual_themes import textual_theme_name

CLOCK = re.compile(r"\b\d\d:\d\d\b")


def test_settings_match_the_file_and_the_options() -> None:
    assert Settings._field_defaults == {name: offered[0] for name, offered in VALID_VALUES.items()}
    usual = UserOptions()
    for setting in SETTINGS:
        assert setting.current_option(usual) is setting.options[0], setting.name
        assert setting.description.endswith(".")


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_option_survives_a_restart(tmp_path: Path, setting) -> None:
    for option in setting.options:
        Settings.change(tmp_path, **{setting.name: option.value})
        options = Settings.load(tmp_path).apply(UserOptions())
        assert setting.current_option(options) is option


@pytest.mark.long
async def test_chosen_settings_survive_a_restart_of_the_program(
    open_app, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Every setting, changed on its screen; then the command that starts the app, the screen.

    One of them is ASCII.
    """
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr("ludoscope.tui.run.run_app", lambda *app, **more: apps.append(app) or 0)
    apps: list[tuple] = []
    make_lobby(tmp_path / "shared", HostSettings())
    lobby = Lobby(tmp_path / "shared", LobbyPerson(os.geteuid()))  # with settings of its own
    async with open_app(lobby=lobby) as pilot:
        options = pilot.app.options
        usual = {one.name: one.current_option(options).label for one in SETTINGS}
        await pilot.press(",")
        for setting in SETTINGS:
            await pilot.press("right", "down")
            assert setting.current_option(options).label != usual[setting.name]
        chosen = {one.name: one.current_option(options).label for one in SETTINGS}
    assert main(["play"]) == 0
    _, options, folder = apps[0]
    app = LudoscopeApp(None, options, folder, lobby=lobby)
    try:
        async with app.run_test(size=(80, 40)) as pilot:
            lines: list[str] = []
            while not any("|  Results" in line for line in lines):  # the last one is shown
                if not isinstance(app.screen, SettingsScreen):  # the first key may end the tour
                    await pilot.press("comma")
                await pilot.pause()
                lines = ["".join(segment.text for segment in line) for line in capture_frame(app)]
    finally:
        app.close_store()
    assert {one.name: one.current_option(options).label for one in SETTINGS} == chosen
    for setting in SETTINGS:
        row = next(line for line in lines if line[3:].startswith(f"{setting.title} "))
        assert chosen[setting.name] == row[15:].strip("v| ")


def test_reduced_motion_option_overrides_the_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOSCOPE_REDUCED_MOTION", "1")
    options = Settings(motion=True).apply(UserOptions(detect_appearance()))
    assert options.appearance.reduced_motion


def test_ascii_option_overrides_the_setting() -> None:
    locked = UserOptions(detect_appearance(ascii_only=True))
    assert Settings(ascii=False).apply(locked).appearance.ascii_only


@pytest.mark.long
async def test_board_is_drawn_in_ascii_at_once_and_back(open_app, tmp_path: Path) -> None:
    """Tested by a board whose shapes differ, as the driver replaces single characters."""
    async with open_app("orush-02") as pilot:

        def board_is_ascii() -> bool:
            lines = pilot.screen.board_area._lines
            return all(text.isascii() for line in lines for text, _ in line)

        assert not board_is_ascii()
        await pilot.press(",", *["down"] * 3, "right", "escape")
        assert board_is_ascii()
        await pilot.wait_until(lambda: Settings.load(tmp_path / "saves").ascii)
        await pilot.press(",", *["down"] * 3, "right", "escape")
        assert not board_is_ascii()


async def test_setting_is_applied_at_once_and_saved(open_app, tmp_path: Path) -> None:
    async with open_app("lucas-01") as pilot:
        assert CLOCK.search(pilot.screen_text().splitlines()[0])
        await pilot.press(",", *["down"] * 6, "right")
        assert "Clock: hidden" in pilot.screen_text()
        assert "Show the time while you play." in pilot.screen_text()
        await pilot.press("escape")
        assert not CLOCK.search(pilot.screen_text().splitlines()[0])
        await pilot.wait_until(lambda: not Settings.load(tmp_path / "saves").clock)
        await pilot.press(",", *["down"] * 6, "delete", "escape")
        assert CLOCK.search(pilot.screen_text().splitlines()[0])


@pytest.mark.long
async def test_theme_list_previews_the_highlighted_theme(open_app, tmp_path: Path) -> None:
    async with open_app("lucas-01") as pilot:
        app = pilot.app
        app.console._color_system = ColorSystem.TRUECOLOR
        await pilot.press(",", "enter", *["down"] * 3)
        await pilot.wait_until(lambda: app.theme == textual_theme_name("light"))
        await pilot.press("escape")
        assert (
            app.theme
            == textual_theme_name("terminal")
            == textual_theme_name(app.options.appearance.theme)
        )
        await pilot.press("enter", "down", "down", "tab")  # to the keys, with nothing chosen
        await pilot.wait_until(lambda: app.theme == textual_theme_name("terminal"))
        await pilot.press("tab", "enter", *["down"] * 3, "enter")
        assert app.options.appearance.theme == "light"
        await pilot.wait_until(lambda: app.theme == textual_theme_name("light"))
        await pilot.wait_until(lambda: Settings.load(tmp_path / "saves").theme == "light")
        await pilot.press("delete")
        assert app.theme == textual_theme_name("terminal")


@pytest.mark.long
async def test_type_ahead_is_handled_in_order(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        options = pilot.app.options
        choose = ["down", "enter", "down", "enter"]  # of two options
        pilot.app.action_settings()
        await pilot.press_together(
            *choose, *choose, "down", "down", "enter", "tab", "down", "enter", "f7"
        )
        await pilot.wait_until(lambda: bool(pilot.app.key_bindings.custom_keys))
        appearance = options.appearance
        assert appearance.four_colours
        assert appearance.small_boards
        assert not appearance.reduced_motion
        assert pilot.app.key_bindings.custom_keys == {"app.palette": "f7"}


@pytest.mark.long
async def test_search_covers_settings_and_keys(open_app) -> None:
    async with open_app("lucas-01") as pilot:
        await pilot.press(",")
        assert "terminal" in pilot.screen_text()
        assert "play.hint" not in pilot.screen_text()
        await pilot.press("tab")
        assert "terminal" not in pilot.screen_text()
        assert "then the new key" in pilot.screen_text()
        await pilot.press("/", *"solve", "enter")
        settings, keys = pilot.screen_text().split("─ Keys ─")
        assert "Solvers" in settings  # a group of them
        assert re.search(r"│ Play +solve +s +play.solve", keys)
        await pilot.press("escape", "tab", "/", *"play.solve", "enter", "escape")
        key_table = pilot.screen.query_one(KeyTable)
        assert key_table.has_focus
        assert key_table.highlighted_action.id == "play.solve"
        assert "play.solve" in pilot.screen_text()
        await pilot.press("enter")
        assert "esc to keep the old one" in pilot.screen_text()


@pytest.mark.long
async def test_unsaved_settings_apply_to_this_session(open_app, tmp_path: Path) -> None:
    async with open_app() as pilot:
        (tmp_path / "saves" / "settings.json").mkdir()
        await pilot.press(",", "down", "right")
        await pilot.wait_until(lambda: "not saved: " in pilot.screen_text())
        assert pilot.app.options.appearance.four_colours


@pytest.mark.long
async def test_tour_ends_if_it_cannot_be_saved_as_seen(
    open_app, monkeypatch, tmp_path: Path
) -> None:
    async with open_app(tour_pending=True) as pilot:
        said: list[str] = []  # that the file cannot be read either may be said before or after
        choice_store = pilot.app.settings._choice_store._replace(notify_anywhere=said.append)
        monkeypatch.setattr(pilot.app.settings, "_choice_store", choice_store)
        await pilot.wait_until(lambda: "Welcome to Ludoscope" in pilot.screen_text())
        (tmp_path / "saves" / "settings.json").mkdir(parents=True)
        await pilot.press("escape")
        await pilot.wait_until(
            lambda: any(one.startswith("Settings cannot be saved: ") for one in said)
        )


@pytest.mark.long
async def test_a_small_board_does_not_grow(open_app) -> None:
    async with open_app("lucas-05", size=(140, 50)) as pilot:
        large = pilot.screen_text()
        await pilot.app.settings.change("size", "small")
        await pilot.press("tab", "shift+tab")
        assert pilot.screen_text() != large
        rows = [row for row in pilot.screen_text().splitlines() if "●" in row.partition("││")[0]]
        await pilot.resize(80, 24)
        assert len(rows) == len(
            [row for row in pilot.screen_text().splitlines() if "●" in row.partition("││")[0]]
        )


async def test_the_tour_is_shown_once(open_app, tmp_path: Path) -> None:
    async with open_app(tour_pending=True) as pilot:
        await pilot.wait_until(lambda: "Welcome to Ludoscope" in pilot.screen_text())
        for page in range(1, 6):
            assert f"{page} of 5" in pilot.screen_text()
            await pilot.press("right" if page % 2 else "space")
        await pilot.press("left")
        assert "4 of 5" in pilot.screen_text()
        await pilot.press("x", "d")  # neither closes it nor reaches the screen below
        assert "4 of 5" in pilot.screen_text()
        await pilot.press("escape")
        await pilot.wait_until(lambda: Settings.load(tmp_path / "saves").toured)
        await pilot.press("right")
        assert "Welcome" not in pilot.screen_text()
        await pilot.press("ctrl+p", *"tour", "enter")
        assert "Welcome" in pilot.screen_text()
    options = Settings.load(tmp_path / "saves").apply(UserOptions())
    assert not options.preferences.tour_pending
    options = Settings().apply(UserOptions())
    assert options.preferences.tour_pending


async def test_the_tour_offers_its_puzzle_at_the_first_start(open_app) -> None:
    async with open_app(tour_pending=True) as pilot:
        await pilot.wait_until(lambda: "play this puzzle" in pilot.screen_text())
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name == FIRST_PUZZLE
        await pilot.press("ctrl+p", *"tour", "enter")
        assert "play this puzzle" not in pilot.screen_text()
        await pilot.press("enter")
        assert isinstance(pilot.app.screen, PlayScreen)


@pytest.mark.long
async def test_reloading_home_does_not_show_the_tour_again(open_app) -> None:
    """Check that home may reload while the key that ended the tour is still being handled."""
    async with open_app(tour_pending=True) as pilot:
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, TourDialog))
        home = pilot.app.screen_stack[0]
        pilot.app.screen.dismiss(None)
        home._show_first_tour()
        await pilot.press()
        assert pilot.app.screen is home


@pytest.mark.long
async def test_tour_does_not_cover_a_screen_opened_meanwhile(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.app.screen
        await pilot.wait_until(lambda: home.is_loaded)
        change_options(pilot.app, tour_pending=True)
        home._show_first_tour()
        pilot.app.navigator.open_library("peg")
        await pilot.press()
        assert not isinstance(pilot.app.screen, TourDialog)


@pytest.mark.long
async def test_the_tour_waits_for_the_home_screen(open_app) -> None:
    async with open_app("lucas-01", tour_pending=True) as pilot:
        await pilot.press("tab")
        assert "Welcome" not in pilot.screen_text()
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Welcome to Ludoscope" in pilot.screen_text())


@pytest.mark.long
async def test_mouse_clicks_footer_keys_and_rows(open_app) -> None:
    async with open_app("lucas-01", size=(100, 24)) as pilot:

        async def click(word: str) -> None:
            rows = pilot.screen_text().splitlines()
            y = next(y for y, row in enumerate(rows) if word in row)
            await pilot.click(rows[y].index(word) + 1, y)

        await click("help")
        assert pilot.screen_text().startswith(" Help")
        await click("back")
        await pilot.press(",")
        await click("Suits")
        assert pilot.screen.query(SettingRow)[1].field.has_focus
        await click("two colours")
        await click("four colours")
        assert pilot.app.options.appearance.four_colours
        await click("shown")
        assert pilot.app.options.preferences.show_clock
        row = next(line for line in pilot.screen_text().splitlines() if " Clock " in line)
        await pilot.click(row.index("shown") - 3, pilot.screen_text().splitlines().index(row))
        assert not pilot.app.options.preferences.show_clock
        await click("find")
        await pilot.press(*"clock", "enter")
        await pilot.wait_until(lambda: "matching “clock”" in pilot.screen_text())
        assert "Suits" not in pilot.screen_text()
        await pilot.press("escape", "escape")
        assert not isinstance(pilot.app.screen, SettingsScreen)


async def test_unknown_value_falls_back_to_the_default(tmp_path: Path) -> None:
    kept = {"theme": "no such theme", "clock": False, "seconds": "600"}
    (tmp_path / "settings.json").write_text(json.dumps(kept))
    assert Settings.load(tmp_path) == Settings(clock=False)


def test_host_limit_lowers_offered_and_chosen_values() -> None:
    options = UserOptions(host_limits=HostLimits(seconds=30, megabytes=2000, workers=1))
    time, memory = SETTINGS_BY_NAME["seconds"], SETTINGS_BY_NAME["megabytes"]
    assert [one.label for one in time.available_options(options)] == ["30 seconds", "10 seconds"]
    assert [one.label for one in memory.available_options(options)] == [
        "1,024 MB",
        "2,000 MB",
        "64 MB",
        "256 MB",
    ]
    assert "This server allows at most 30 seconds." in time.full_description(options)
    preferences = Settings(seconds=3600, megabytes=4096).apply(options).preferences
    assert (preferences.time_limit_seconds, preferences.memory_limit_megabytes) == (30, 2000)
    preferences = Settings(seconds=10, megabytes=64).apply(options).preferences
    assert (preferences.time_limit_seconds, preferences.memory_limit_megabytes) == (10, 64)
    tight = UserOptions(host_limits=HostLimits(seconds=90, megabytes=1))
    assert [one.label for one in time.available_options(tight)] == [
        "90 seconds",
        "10 seconds",
        "1 minute",
    ]
    assert [one.label for one in memory.available_options(tight)] == ["1 MB"]


@pytest.mark.long
async def test_a_visitor_is_offered_what_the_host_allows_and_is_told_why(open_app) -> None:
    async with open_app(host_limits=HostLimits(seconds=30)) as pilot:
        await pilot.press("ctrl+p", *"time:")
        assert "Time: 30 seconds" in pilot.screen_text()
        assert "Time: 1 hour" not in pilot.screen_text()
        await pilot.press("escape", ",", "/", *"memory", "enter", "escape", "/", *"time", "enter")
        assert "This server allows" in pilot.screen_text()
        await pilot.press("right", "right", "right")
        assert pilot.app.options.preferences.time_limit_seconds == 10


async def test_a_default_that_the_host_lowers_needs_no_reset(open_app) -> None:
    async with open_app(host_limits=HostLimits(seconds=30)) as pilot:
        await pilot.press(",")
        rows = {row.setting.name: row for row in pilot.screen.query(SettingRow)}
        rows["seconds"].field.focus()
        await pilot.wait_until(lambda: "This server allows" in pilot.screen_text())
        assert not pilot.screen.check_action("reset", ())
        await pilot.press("right")
        assert pilot.screen.check_action("reset", ())


async def test_a_theme_that_is_not_shown_is_reported_as_such(open_app, monkeypatch) -> None:
    async def check(hidden: str, reason: str, shown: str) -> None:
        async with open_app() as pilot:
            await pilot.press(",")
            await pilot.app.settings.change("theme", hidden)
            message = f"Theme: {hidden}, but {reason}"
            await pilot.wait_until(lambda: message in pilot.screen_text())
            await pilot.app.settings.change("theme", shown)
            await pilot.wait_until(lambda: f"Theme: {shown}" in pilot.screen_text())
            assert "but this" not in pilot.screen_text()

    await check("dark", "this terminal has only sixteen colours", "terminal")
    monkeypatch.setenv("NO_COLOR", "1")
    await check("light", "this session shows no colours", "no colours")


@pytest.mark.parametrize(
    ("is_web", "off_message"),
    [
        (True, "Mouse: off, but in a browser it is always on"),
        (False, "Mouse: off, but only from the next start on"),
    ],
)
async def test_a_mouse_that_stays_on_is_reported_as_such(
    open_app, monkeypatch, is_web: bool, off_message: str
) -> None:
    monkeypatch.setattr(LudoscopeApp, "is_web", property(lambda app: is_web))
    async with open_app() as pilot:
        await pilot.press(",")
        await pilot.app.settings.change("mouse", False)
        await pilot.wait_until(lambda: off_message in pilot.screen_text())


@pytest.mark.long
async def test_visitor_settings_are_not_saved(open_app, tmp_path: Path) -> None:
    async with open_app(own_settings=False) as pilot:
        await pilot.press(",", "down", "right")
        assert pilot.app.options.appearance.four_colours
        assert "for this session" in pilot.screen_text()
        await pilot.press("tab", "enter", "f7")
        assert pilot.app.key_bindings.custom_keys
        assert "for this session" in pilot.screen_text()
    assert not [path for path in (tmp_path / "saves").iterdir() if path.suffix == ".json"]


@pytest.mark.long
async def test_actions_denied_to_visitors_are_hidden_and_explained(open_app) -> None:
    async with open_app("lucas-01", files=False) as pilot:
        await pilot.press("ctrl+z")
        text = " ".join(pilot.screen_text().split())
        assert "Visitors cannot suspend the program: that would open a shell; undo: u" in text
        await pilot.press(":", "escape", "escape", ":", *"/etc/passwd", "enter")
        await pilot.wait_until(lambda: "visitors cannot open files" in pilot.screen_text())
        await pilot.press("escape", "ctrl+l")
        await pilot.wait_until(lambda: "Lab" in pilot.screen_text())
        assert "export" not in pilot.screen_text()
        await pilot.press("e")
        assert "Visitors cannot write files" in pilot.screen_text()
        await pilot.press("?")
        assert "export" not in pilot.screen_text()
        await pilot.press("escape", ",", "tab")
        listed = pilot.screen.query_one(KeyTable).actions
        assert listed
        assert not {"app.suspend", "lab.export"} & {action.id for action in listed}


@pytest.mark.parametrize(
    ("words", "kept"),
    [((), True), (("--guest",), False), (("--guest", "--profile", "anna"), True)],
)
def test_settings_are_saved_for_users_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words, kept: bool
) -> None:
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True, raising=False)
    monkeypatch.setattr("ludoscope.tui.commands.play.require_isolation", lambda: None)
    monkeypatch.setenv("LUDOSCOPE_HOME", "")  # which --data sets
    apps: list[tuple] = []
    monkeypatch.setattr(
        "ludoscope.tui.run.run_app", lambda *app, **more: apps.append((app, more)) or 0
    )
    assert main(["play", "--data", str(tmp_path), "--max-time", "20", *words]) == 0
    ((_, options, _), more) = apps[0]
    assert more["store_choices"] is kept
    assert options.preferences.time_limit_seconds == options.host_limits.seconds == 20


def test_only_the_service_changes_the_options_of_the_app(tmp_path: Path) -> None:
    choice_store = ChoiceStore(tmp_path, False, lambda said: None, lambda said: None)
    settings = SettingsService(choice_store, UserOptions(), lambda name: None)
    options = settings.options
    for part in ("appearance", "preferences", "host_limits"):
        with pytest.raises(AttributeError):
            setattr(options, part, getattr(options, part))
    with pytest.raises(FrozenInstanceError):
        options.appearance.theme = "nord"
    settings.set_color_depth("few")
    settings.set_key_displays({"play.undo": "f1"})
    assert settings.options is options
    assert options.appearance.color_depth == "few"
    assert options.key_display("play.undo", "u") == "f1"
