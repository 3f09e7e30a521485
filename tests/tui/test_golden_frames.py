"""Every screen as it is shown, in tests/golden/frames, and as a picture in docs/screens.

UPDATE_GOLDEN=1 (`make pictures`) writes them anew. By default each screen is compared once, in
80×24 cells and in the usual colours, and `ALSO` in all ways. What shows a screen once more, in
another state or in ASCII, is compared with the long tests; so, with LUDOSCOPE_FULL=1, are other
sizes, themes and pictures.

NAME-80x24.txt        the characters
NAME-120x40.txt       on a larger screen
NAME-ascii.txt        with --ascii
NAME-ink.txt          80×24: a letter for the style of each cell, styles listed below
NAME-ink-nocolor.txt  the same with NO_COLOR
"""

import os
import re
import string
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path

import pytest
from app_options import change_options
from lobbies import make_full_lobby
from many import FULL
from rich.color import ColorSystem
from rich.segment import Segment
from textual.command import CommandList
from textual.screen import ModalScreen

from ludoscope.search.budget import Limits
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.registry import find_solver
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.model.search_history import SearchHistory
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.documents.screen import DocumentScreen
from ludoscope.tui.screens.editor.screen import EditorScreen
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.lobby.screen import LobbyScreen
from ludoscope.tui.screens.palette.screen import PaletteScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.spectator.screen import SpectatorScreen
from ludoscope.tui.screens.statistics.screen import MIN_BOARD_WIDTH
from ludoscope.tui.widgets.plot import Plot
from ludoscope.tui.widgets.svg import capture_frame, render_picture

FRIDAY = date(2026, 11, 20)
ATTRIBUTES = ("bold", "dim", "underline", "reverse")
ROOT = Path(__file__).parents[2]
FRAMES = ROOT / "tests" / "golden" / "frames"
PICTURES = ROOT / "docs" / "screens"
METHODS = ("breadth-first", "depth-first", "breadth-limited", "beam")
BRANCHED = [":", *"4,5:E", "enter", "u", ":", *"3,4:S", "enter"]
FIRST = ["4,5:E", "4,3:N", "3,5:E", "6,5:W", "4,6:S"]
WINNING = [key for move in FIRST for key in (":", *move, "enter")]
WON_MIDNIGHT = (
    "ludoscope MidnightOil.4 12: 8D-9D QD-KD QC-KC JC-QC TD-JD TC-JC 8H-9H 9S-TS 8S-9S 7S-8S"
    " QS-KS JH-QH"
)
WITH_MISTAKES = "ludoscope 'orush-05 7: C< C>C> B> D<D< C> B> A>A>A>'"
PAPER_GRID = ["#", *"A2H12 B3V30 C2H00 D3H34 E2V50", "enter", "right", "right"]
SCREENS = {  # a puzzle to begin with, keys from there
    "home": ("", []),
    "home-today": ("orush-01", ["left", "escape", "d", "d"]),
    "calendar": ("orush-daily-2026-11-11", ["left", "escape", "c", "left", "left"]),
    "library": ("", ["enter"]),
    "library-patience": ("", ["right", "enter", "down", "down"]),
    "library-hexapawn": ("", ["left", "enter", "tab", "down"]),
    "found-everywhere": ("", ["/", *"orush 19"]),
    "training": ("", ["t", "down", "down"]),
    "exercise": ("", ["t", ":", *"streak-rush-7", "enter"]),
    "exercise-wrong": ("", ["t", ":", *"streak-rush-7", "enter", ":", *"G>", "enter"]),
    "mistakes": ("", ["t", "enter", "end", "enter"]),
    "statistics": ("lucas-01", ["tab", "enter", "tab", "enter", "escape", "s"]),
    "peg": ("lucas-07", ["tab", "enter"]),
    "jumped": ("lucas-07", ["tab", "enter", "tab", "enter"]),
    "colouring": ("lucas-07", ["tab", "enter", "tab", "enter", "v", "v"]),
    "hint-where": ("lucas-03", ["i"]),
    "hint-what": ("lucas-03", ["i", "i"]),
    "won": ("lucas-01", WINNING),
    "won-midnight": (WON_MIDNIGHT, []),
    "share": ("lucas-07", ["tab", "enter", "tab", "enter", "c"]),
    "tree": ("lucas-07", [*BRANCHED, "b", "t"]),
    "review": (WITH_MISTAKES, ["="]),
    "explained": ("mo.2", ["!"]),
    "map": ("orush-150", ["@"]),
    "last-winnable": ("lucas-05", ["&", "enter"]),
    "editor": ("", ["enter", "e", "down", "enter", "tab"]),
    "editing": ("lucas-05", ["e"]),
    "editor-patience": ("", ["right", "enter", "e", "enter", *"7SQDTHKC4H5S9C2D7S", "left"]),
    "editor-orush": ("", ["right", "right", "enter", "e", *PAPER_GRID]),
    "editor-hexapawn": ("", ["left", "enter", "e", *"BB2W2W1B", "tab"]),
    "rush": ("orush-20", ["left", "right"]),
    "hexapawn": ("hexapawn-5x5", []),
    "values": ("hexapawn-4x4", ["v"]),
    "values-peg": ("lucas-12", ["v"]),
    "values-patience": ("Seahaven.3", ["v"]),
    "values-orush": ("orush-05", ["v"]),
    "sizes": ("", ["right", "right", "right", "enter", "v"]),
    "players": ("hexapawn-3x3", ["o"]),
    "workshop": ("", ["right", "right", "enter", "n", *["backspace"] * 9, *"9 slides", "enter"]),
    "matchboxes": ("hexapawn-3x3", ["m", "s"]),
    "patience": ("FreeCell.1", ["right", "right", "enter", "tab"]),
    "put": ("FreeCell.1", ["right", "right", "enter", "tab", "enter"]),
    "found": ("FreeCell.1-free", ["/", "7"]),
    "midnight": ("mo.3", ["right"]),
    "replay": ("orush-01", ["s"]),
    "watching": ("lucas-06", []),
    "watched": ("lucas-06", []),
    "steps": ("orush-05", []),
    "help": ("lucas-07", ["?"]),
    "palette": ("lucas-07", ["ctrl+p"]),
    "settings": ("lucas-07", [",", "down"]),
    "keymap": ("lucas-07", [",", "tab", "down"]),
    "tour": ("", ["ctrl+p", *"tour", "enter"]),
    "rules-peg": ("", ["enter", "r"]),
    "rules-patience": ("", ["right", "enter", "r"]),
    "rules-rush": ("", ["right", "right", "enter", "r"]),
    "rules-hexapawn": ("", ["right", "right", "right", "enter", "r"]),
    "solver-page": ("orush-20", ["s", "s", *["down"] * 4, "i"]),
    "solver-code": ("orush-20", ["s", "s", *["down"] * 4, "i", "right"]),
    "solvers": ("orush-20", ["s", "s"]),
    "solver-list": ("", ["ctrl+p", *"guide: orush", "enter"]),
    "lab": ("lucas-04", ["tab", "enter", "tab", "enter", "ctrl+l"]),
    "raced": ("lucas-04", ["ctrl+l"]),
    "race-replay": ("lucas-04", ["ctrl+l"]),
    "lab-article": ("lucas-04", ["ctrl+l"]),
    "leaderboard": ("", ["o", "tab", "tab"]),
    "people": ("", ["o", "tab", "tab", "tab"]),
    "invitation": ("", ["o"]),
    "duel": ("", ["o", "down", "enter"]),
    "spectator": ("", ["o", "tab", "tab", "tab", "enter"]),
}
PAUSED = ("watching", "steps")  # their searches wait for keys
LOBBY = ("leaderboard", "people", "invitation", "duel", "spectator")

THEMED = ("patience", "rush", "peg", "hexapawn", "watched")
THEMES = ("dark", "light", "colour-blind", "nord")
COMPILED = (
    "home",
    "editor",
    "editing",
    "editor-orush",
    "editor-hexapawn",
    "explained",
    "review",
    "rush",
    "replay",
    "solvers",
    "solver-list",
    "workshop",
)
"""Those that show what compiled solvers find or promise."""

ALSO = ("library",)
ONCE_MORE = ("home-today", "explained", "found-everywhere", "colouring", "values",
             "values-peg", "values-patience", "values-orush",
             "library-patience", "library-hexapawn", "jumped", "hint-where",
             "hint-what", "won-midnight", "editing", "players", "put", "found", "midnight",
             "won", "watched", "keymap", "rules-patience", "rules-rush", "rules-hexapawn",
             "solver-page", "solver-list", "lab", "people", "matchboxes", "raced", "workshop",
             "race-replay",
             "tour", "sizes", "lab-article", "spectator", "invitation", "solver-code",
             "rules-peg", "watching", "editor", "editor-patience", "editor-orush",
             "editor-hexapawn", "hexapawn", "leaderboard", "duel", "statistics", "share",
             "training", "exercise", "mistakes",
             "solvers")  # fmt: skip
IN_ASCII = ("home",)

UPDATE = bool(os.environ.get("UPDATE_GOLDEN"))
uncompiled = pytest.mark.skipif(not all_kernels_compiled(), reason="kernels are not compiled")


def each(usual: Collection[str]) -> pytest.MarkDecorator:
    """Return a `parametrize` mark for every screen; the usual ones are compared by default."""
    return pytest.mark.parametrize(
        "name",
        [
            pytest.param(
                name,
                marks=[
                    *[uncompiled][: name in COMPILED],
                    *[pytest.mark.long][: name not in usual and not UPDATE],
                ],
            )
            for name in SCREENS
        ],
    )


JUDGES = {
    "peg": "depth-first",
    "patience": "best-first",
    "rush": "breadth-first-slides",
    "hexapawn": "mtd-readable",
}
# by screen, where that one takes too long
QUICKER_JUDGES = {"values-peg": {"peg": "depth-first-pagodas"}}


@pytest.fixture(autouse=True)
def machine_independent_analysis(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Use judges whose line does not depend on the machine or on the compiled kernels."""
    callspec = getattr(request.node, "callspec", None)
    name = callspec.params.get("name", "") if callspec else ""
    judges = JUDGES | QUICKER_JUDGES.get(name, {})
    for module in ("search.registry", "tui.screens.play.solver_jobs"):
        monkeypatch.setattr(
            f"ludoscope.{module}.find_judge",
            lambda game: find_solver(game, judges[game.family]),
        )
    monkeypatch.setattr(
        "ludoscope.tui.screens.play.solver_jobs.ANALYSIS_LIMITS", Limits(seconds=600)
    )


@pytest.fixture(autouse=True)
def fixed_random_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def random_deal(*_: str) -> str:
        return "MidnightOil.807168"

    monkeypatch.setattr("secrets.randbits", lambda bits: 1)
    deals = "ludoscope.tui.services.winnable_deals.WinnableDeals.random_deal"
    monkeypatch.setattr(deals, random_deal)


@pytest.fixture(autouse=True)
def fixed_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoscope.puzzles.daily.today", lambda: FRIDAY)


@pytest.fixture
def open_named_screen(open_app, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Return a function that opens the app for a named screen, with a lobby folder if needed."""

    def given(name: str, **values):
        if name not in LOBBY:
            return open_app(SCREENS[name][0], **values)
        for module in ("screens.lobby.rows", "services.presence", "screens.spectator.screen"):
            monkeypatch.setattr(f"ludoscope.tui.{module}.format_local_time", lambda when: "14:52")
        monkeypatch.setattr(
            "ludoscope.tui.lobby.presence.OFFLINE_AFTER_SECONDS", 1e9
        )  # on a slow machine too
        lobby = make_full_lobby(tmp_path / "shared", FRIDAY)
        return open_app(folder=tmp_path / "anna", lobby=lobby, **values)

    return given


def check(path: Path, text: str) -> None:
    """Compare with the stored file."""
    if UPDATE:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    kept = path.read_text(encoding="utf-8")
    assert text == kept, f"{path.name} differs; UPDATE_GOLDEN=1 accepts it"


def read_frame(pilot) -> list[list[Segment]]:
    """Return the frame without times that differ from run to run."""
    frame = []
    for line in capture_frame(pilot.app):
        text = "".join(segment.text for segment in line)
        text = re.sub(r"\d\d:\d\d(?= *$| [│|])", "00:00", text)
        rest = iter(re.sub(r"\d\.\d{3} s", "0.000 s", text))
        frame.append([Segment("".join(islice(rest, len(s.text))), s.style) for s in line])
    return frame


def frame_text(pilot) -> str:
    lines = ("".join(segment.text for segment in line).rstrip() for line in read_frame(pilot))
    return "\n".join(lines) + "\n"


def frame_styles(pilot) -> str:
    """Return the style of each cell as a letter, with a key to the letters."""
    letters: dict[str, str] = {}
    rows = []
    for line in read_frame(pilot):
        row = ""
        for segment in line:
            style = segment.style
            named = f"{style.color.name if style.color else 'default'}"
            named += "".join(f" {a}" for a in ATTRIBUTES if getattr(style, a))
            plain = named == "default"
            letter = "." if plain else letters.setdefault(named, string.ascii_letters[len(letters)])
            row += re.sub(r"[^ ]", letter, segment.text) if plain else letter * len(segment.text)
        rows.append(row.rstrip())
    legend = [f"{letter}  {named}" for named, letter in letters.items()]
    return "\n".join([*rows, "", *legend]) + "\n"


async def wait_for_analysis(pilot) -> None:
    await pilot.wait_until(
        lambda: all(
            worker.is_finished
            for worker in pilot.app.workers
            if worker.group != "map"  # its process waits for questions
        )
    )
    screen = pilot.app.screen
    if isinstance(screen, PlayScreen):
        model = screen.model
        await pilot.wait_until(
            lambda: (
                not (screen.solver_jobs.is_busy or model.needs_analysis or model.is_opponents_turn)
            )
        )
        await pilot.wait_until(
            lambda: not pilot.app.autosave.must_delay_frame
        )  # before that nothing is drawn


async def wait_for_lists(pilot) -> None:
    screen = pilot.app.screen
    if isinstance(screen, LibraryScreen):
        await pilot.wait_until(pilot.is_preview_loaded)
    if isinstance(screen, PaletteScreen):
        found = screen.query_one(CommandList)
        measured = found._lines  # else when it is painted first, and it has a scrollbar after that
        await pilot.wait_until(lambda: found.virtual_size.height == len(measured))
        preview = screen._theme_preview._timer  # it applies the theme, even if it is the same
        await pilot.wait_until(lambda: not preview or preview._task.done())


async def wait_for_larger_contents(pilot, name: str) -> None:
    """Wait for what a screen shows besides when it becomes larger."""
    if name not in PAUSED:
        await wait_for_analysis(pilot)
    *_, below, top = [None, *pilot.app.screen_stack]
    home = below if isinstance(top, ModalScreen) else top
    if isinstance(home, HomeScreen):
        lists = re.compile("─ (Start here|Continue) ─")
        await pilot.wait_until(lambda: home.is_loaded and lists.search(frame_text(pilot)))
    if name == "statistics":
        await wait_for_statistics(pilot)


async def wait_for_statistics(pilot) -> None:
    board = "─ Lucas 1 ─" if pilot.app.size.width >= MIN_BOARD_WIDTH else ""
    await pilot.wait_until(
        lambda: "Lucas 1 " in pilot.screen_text() and board in pilot.screen_text()
    )


async def open_screen(pilot, name: str) -> None:
    """Open a screen and wait until everything on it has loaded."""
    home = pilot.app.screen
    if isinstance(home, HomeScreen):
        await pilot.wait_until(lambda: home.is_loaded)
    await wait_for_analysis(pilot)
    if name in (
        "tree",
        "rush",
        "solvers",
        "solver-page",
        "solver-code",
        "exercise-wrong",
    ):  # of what came before
        for key in SCREENS[name][1]:
            await pilot.press(key)
            await wait_for_analysis(pilot)
            if name == "solvers" and isinstance(pilot.app.screen, PlayScreen):
                await hide_run_time(pilot)
    elif name.startswith("library"):  # its list is gone along once it is there
        for key in SCREENS[name][1]:
            await pilot.press(key)
            await wait_for_lists(pilot)
    elif name in LOBBY:
        await press_in_lobby(pilot, SCREENS[name][1])
    else:
        await pilot.press(*SCREENS[name][1])
    await wait_for_analysis(pilot)
    screen = pilot.app.screen
    if isinstance(screen, HomeScreen):
        screen.animation_timer.pause()
        await pilot.wait_until(lambda: screen.is_loaded)
    await wait_for_lists(pilot)
    if isinstance(screen, DocumentScreen):
        await pilot.wait_until(pilot.is_document_loaded)
    if isinstance(screen, EditorScreen):
        await pilot.wait_until(
            lambda: screen.solver.solver_run is None or screen.solver.solver_run.verdict is not None
        )
    if name == "matchboxes":
        await pilot.wait_until(lambda: not screen._opponents.is_training)
    if name == "workshop":
        await pilot.wait_until(
            lambda: pilot.screen.puzzle is not None and not pilot.screen.is_generating
        )
    if name == "statistics":
        await wait_for_statistics(pilot)
    if name.startswith("won"):
        model = pilot.screen.model
        await pilot.wait_until(lambda: pilot.is_result_final() and not model.animation.frame)
        await pilot.press("left")
    if name == "review":
        await pilot.wait_until(lambda: "shortest line was left" in pilot.screen_text())
        await pilot.wait_until(lambda: "Reviewing" not in pilot.screen_text())
    if name == "explained":
        model = pilot.screen.model
        await pilot.wait_until(lambda: model.explanation and not model.explanation.progress)
        await pilot.press("!", "!", "!")
    if name == "last-winnable":
        await pilot.wait_until(lambda: "is to move" in pilot.screen_text())
        await pilot.press(":", *"3,5:W", "enter")
        await pilot.wait_until(lambda: "The second player is to move" in pilot.screen_text())
    if name == "map":
        await pilot.wait_until(lambda: "on every shortest way" in pilot.screen_text())
        await pilot.press("right")
        await pilot.wait_until(lambda: "the way here" in pilot.screen_text())
        await pilot.press("1")
        await pilot.wait_until(lambda: "positions expanded" in pilot.screen_text())
    if name == "replay":
        await hide_run_time(pilot)
        await pilot.press("right", "right")
    if name == "steps":
        await step_through(pilot)
    if name in ("watching", "watched"):
        await step_search(pilot, to_the_end=name == "watched")
    if SCREENS[name][1][-1:] == ["ctrl+l"]:
        await prepare_lab(pilot, name)


async def hide_run_time(pilot) -> None:
    """Set the time of the shown solution's run to 0: on a slow machine its rate is shown too."""
    model = pilot.app.screen.model
    await pilot.wait_until(lambda: model.replay is not None)
    model.solver_run.verdict = replace(model.solver_run.verdict, seconds=0.0)
    model.notify()


async def press_in_lobby(pilot, keys: Sequence[str]) -> None:
    """Press keys in the lobby, waiting before each until changes by others are read."""

    async def seen(true: Callable[[], bool]) -> None:
        def look() -> bool:
            pilot.app.lobby.poll_soon()
            return true()

        await pilot.wait_until(look)

    service = pilot.app.lobby
    await seen(lambda: bool(service.snapshot.duels))
    pilot.app.clear_notifications()
    for key in keys:
        await pilot.press(key)
        if key == "c":
            await seen(lambda: service.snapshot.day == FRIDAY)
    if isinstance(pilot.screen, LobbyScreen) and keys[-1] == "enter":
        await pilot.wait_until(lambda: not isinstance(pilot.screen, LobbyScreen))
    if isinstance(pilot.screen, SpectatorScreen):
        await seen(lambda: "14:52" in pilot.screen_text())


async def prepare_lab(pilot, name: str) -> None:
    """Prepare the lab with solvers that need no kernel, and hide machine-dependent values."""
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
    screen = pilot.screen
    screen.set_solvers([find_solver(screen.subject.puzzle.game, method) for method in METHODS])
    if name == "lab-article":
        await pilot.press("p", "down", "down", "down", "enter")
    if name in ("raced", "race-replay"):
        await pilot.press("s")
        await pilot.wait_until(lambda: not screen.race.is_active)
        for entrant in screen.race.entrants:
            solving = entrant.solver_run
            solving.verdict = replace(solving.verdict, seconds=0.5, bytes=0)
            solving.history.peak_bytes = 0
            solving.history.explored_curve = []
    pilot.screen.refresh_view()
    if name == "race-replay":
        await pilot.press("r", "home", "right", "right", "right")
    await pilot.press("down")


async def step_through(pilot) -> None:
    """Open the step view of A* and expand some positions."""
    game = pilot.screen.model.game
    solver = find_solver(game, "a-star-slides")
    pilot.screen.solver_jobs.run(SolverRun(game, game.start, [], solver, paused=True))
    await pilot.press("w", "r")
    await pilot.wait_until(lambda: "Start: " in pilot.screen_text())
    player = pilot.app.screen._player
    await pilot.wait_until(lambda: player.solver_run.verdict)  # all its steps are recorded
    await pilot.press(*["n"] * 3, *["right"] * 5)


async def step_search(pilot, *, to_the_end: bool) -> None:
    """Step a search to 101 positions or its end, and hide machine-dependent values."""
    game = pilot.screen.model.game
    limits = Limits(memory=1 << 30)
    solver = find_solver(game, "breadth-first")
    solving = SolverRun(game, game.start, [], solver, limits, paused=True)
    pilot.screen.solver_jobs.run(solving)
    await pilot.press("w")
    await pilot.wait_until(lambda: solving.progress.held)
    solving.step(100)
    await pilot.wait_until(lambda: solving.progress.explored == 101)
    if to_the_end:
        await pilot.press("space")
        await pilot.wait_until(lambda: solving.verdict is not None)
        solving.verdict = replace(solving.verdict, seconds=0.0)
        solving.history = SearchHistory()
        solving.history.add_verdict(solving.verdict)
        pilot.screen.query_one(Plot)._state = None  # it may have drawn the other history
    else:
        solving._latest_progress = replace(solving._latest_progress, seconds=0.0, bytes=0)
        solving.update_progress()
    pilot.screen.refresh_view()
    await pilot.wait_until(lambda: "00:00" in pilot.screen_text())
    if to_the_end:  # when the search was looked at is the machine's, too
        await pilot.wait_until(lambda: "frontier" not in pilot.screen_text())


def disable_colour(app: LudoscopeApp, monkeypatch: pytest.MonkeyPatch) -> tuple:
    """Switch an app to the appearance of NO_COLOR, and return its former one."""
    worn = app.palette, app._filters, app.no_color
    with monkeypatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        other = LudoscopeApp()
    other.close_store()
    apply_appearance(app, other.palette, other._filters, other.no_color)
    return worn


def apply_appearance(app: LudoscopeApp, palette, filters, no_color) -> None:
    app.palette, app._filters, app.no_color = palette, filters, no_color
    app.refresh_css(animate=False)


async def check_in_themes(
    pilot, name: str, themes: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compare the screen in each theme with its picture, in true colour."""
    theme_before = pilot.app.options.appearance.theme
    with monkeypatch.context() as patch:
        patch.setattr(pilot.app.console, "_color_system", ColorSystem.TRUECOLOR)
        for theme in themes:
            change_options(pilot.app, theme=theme)
            pilot.app._on_setting_changed("theme")
            await pilot.press()
            await wait_for_analysis(pilot)
            check(PICTURES / f"{name}-{theme}.svg", render_picture(read_frame(pilot), theme))
    change_options(pilot.app, theme=theme_before)
    pilot.app._on_setting_changed("theme")
    await pilot.press()


@each(SCREENS.keys() - ONCE_MORE)
async def test_frames_with_and_without_colour(
    open_named_screen, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_named_screen(name) as pilot:
        await open_screen(pilot, name)
        check(FRAMES / f"{name}-80x24.txt", frame_text(pilot))
        check(FRAMES / f"{name}-ink.txt", frame_styles(pilot))
        if not (UPDATE or FULL or name in ALSO):
            return
        coloured = disable_colour(pilot.app, monkeypatch)
        if name not in PAUSED:
            await wait_for_analysis(pilot)
        check(FRAMES / f"{name}-80x24.txt", frame_text(pilot))
        check(FRAMES / f"{name}-ink-nocolor.txt", frame_styles(pilot))
        apply_appearance(pilot.app, *coloured)
        if name in THEMED:
            await check_in_themes(pilot, name, THEMES, monkeypatch)
        await pilot.resize(120, 40)
        await wait_for_larger_contents(pilot, name)
        check(FRAMES / f"{name}-120x40.txt", frame_text(pilot))
        check(PICTURES / f"{name}.svg", render_picture(read_frame(pilot), "ludoscope"))
        if name in THEMED:
            await check_in_themes(pilot, f"{name}-wide", THEMES[:1], monkeypatch)


@each(IN_ASCII)
async def test_frames_in_ascii(open_named_screen, name: str) -> None:
    async with open_named_screen(name, ascii_only=True) as pilot:
        await open_screen(pilot, name)
        frame = frame_text(pilot)
        assert frame.isascii()
        check(FRAMES / f"{name}-ascii.txt", frame)


async def test_frame_with_four_suit_colours(open_app) -> None:
    async with open_app("FreeCell.1", four_colours=True) as pilot:
        await open_screen(pilot, "patience")
        check(FRAMES / "patience-ink-four.txt", frame_styles(pilot))


def test_each_screen_has_its_picture_in_the_documentation() -> None:
    told = (PICTURES.parent / "screens.md").read_text(encoding="utf-8")
    assert [name for name in SCREENS if not (PICTURES / f"{name}.svg").exists()] == []
    assert [name for name in SCREENS if f"screens/{name}.svg" not in told] == []
