"""Random bytes and terminal sizes on every screen: the app stays alive and consistent.

LUDOSCOPE_BYTES says how many bytes go to each screen, LUDOSCOPE_ROUNDS how many sizes it takes;
with LUDOSCOPE_FULL=1 both are more. Here are the long tests: by default each screen takes a few in
`test_every_screen`.
"""

import asyncio
import os
import random
from functools import partial
from pathlib import Path

import pytest
from lobbies import make_lobby_with_duel
from many import first_of
from textual import events

from ludoscope.puzzles.catalogue import find
from ludoscope.search.budget import Limits
from ludoscope.search.registry import find_solver
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.model.solver_run import SolverRun
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.screens.spectator.screen import SpectatorScreen
from ludoscope.tui.services.puzzle_finder import find_in_thread
from ludoscope.tui.terminal.input_parser import SEQUENCE_TIMEOUT_SECONDS, InputDropped, InputParser

FULL = os.environ.get("LUDOSCOPE_FULL")
BYTES = int(os.environ.get("LUDOSCOPE_BYTES", "500" if FULL else "30"))
SIZES = int(os.environ.get("LUDOSCOPE_ROUNDS", "4" if FULL else "1"))
QUICK = Limits(seconds=0.05, memory=1 << 28)  # for every solver that a screen may ask
CHUNKS = (20, 200, 2000) if FULL else (5, 20)  # bytes that come together
SHORTEST = "4,5:E 4,3:N 3,5:E 6,5:W 4,6:S"
LEAVE = b"\x03\x11\x1a"  # ctrl+c, ctrl+q and ctrl+z mean to go

WINNING = [key for jump in SHORTEST.split() for key in (":", *jump, "enter")]
SCREENS = {  # a puzzle to begin with, keys that lead from there to the screen
    "home": ("", []),
    "library": ("", ["enter"]),
    "everything": ("", ["/"]),
    "peg": ("lucas-07", []),
    "triangle": ("triangle-11-11", []),
    "tree": ("lucas-07", ["tab", "enter", "tab", "enter", "t"]),
    "review": ("lucas-01", [*WINNING, "="]),
    "colouring": ("lucas-07", ["v"]),
    "editor": ("", ["enter", "e", "enter"]),
    "editor-patience": ("", ["right", "enter", "e", "enter"]),
    "editor-rush": ("orush-20", ["e"]),
    "editor-hexapawn": ("hexapawn-4x4", ["e"]),
    "patience": ("FreeCell.7-free", []),
    "midnight": ("mo.3", []),
    "rush": ("orush-20", []),
    "hexapawn": ("hexapawn-5x5", []),
    "replay": ("orush-01", ["s"]),
    "help": ("lucas-07", ["?"]),
    "palette": ("lucas-07", ["ctrl+p"]),
    "solvers": ("orush-20", ["s", "s"]),
    "settings": ("lucas-07", [","]),
    "keymap": ("", [",", "tab"]),
    "tour": ("", ["ctrl+p", *"tour", "enter"]),
    "rules": ("", ["right", "enter", "r"]),
    "rules-peg": ("", ["enter", "r"]),
    "rules-rush": ("", ["right", "right", "enter", "r"]),
    "rules-hexapawn": ("", ["left", "enter", "r"]),
    "solver": ("orush-20", ["s", "s", "i"]),
    "code": ("orush-20", ["s", "s", "i", "left"]),
    "watching": ("lucas-06", []),
    "steps": ("lucas-06", []),
    "won": ("lucas-01", WINNING),
    "share": ("lucas-07", ["tab", "enter", "tab", "enter", "c"]),
    "lab": ("lucas-04", ["ctrl+l"]),
    "race": ("orush-20", ["ctrl+l", "s"]),
    "race-replay": ("orush-20", ["ctrl+l", "s", "r"]),
    "presets": ("", ["ctrl+l", "p"]),
    "article": ("", ["ctrl+l", "p", "end", "enter", "s"]),
    "players": ("hexapawn-3x3", ["o"]),
    "statistics": ("", ["s"]),
    "dailies": ("", ["c"]),
    "training": ("", ["t"]),
    "exercise": ("", ["t", ":", *"streak-patience-7", "enter"]),
    "mistakes": ("", ["t", "enter", "end", "enter"]),
    "map": ("orush-10", ["@"]),
    "last-winnable": ("lucas-05", ["&", "enter"]),
    "matchboxes": ("hexapawn-3x3", ["m"]),
    "workshop": ("", ["right", "right", "enter", "n"]),
    "sizes": ("", ["right", "right", "right", "enter", "v"]),
    "books": ("", ["ctrl+p", *"how peg", "enter"]),
    "lobby": ("", ["o"]),
    "spectator": ("", ["o", "tab", "enter"]),
    "duel": ("", ["o", "tab", "tab", "enter"]),
}
IN_LOBBY = ("lobby", "spectator", "duel")
WORDS = (
    *("\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\r", " ", "\t", "\x1b[Z", "\x7f", "\x1b", "\x10"),
    *("u", "y", "i", "x", "r", "n", "p", "w", "o", "c", "h", "j", "k", "l", "?", "/", ":"),
    *("v", "m", "t", "b", "a", "d", "e", "g", "s", "f", ",", ".", "\x0c"),
    *("5,4:S", "45/65", "b2b3", "3a", "A>", "\x1b[H", "\x1b[F", "\x1b[1;2C", "\x1b[5~", "\x1b[6~"),
    *("\x1b[I", "\x1b[O", "\x1b[0n", "\x1b[1;1R", "\x1b[?62c", "\x1bOP", "\x1b[200~", "\x1b[201~"),
)


def random_input(dice: random.Random) -> bytes:
    """Return a chunk of meaningful keys, mouse reports, pastes and noise."""
    data = b""
    chunk = dice.choice(CHUNKS)
    while len(data) < chunk:
        match dice.randrange(8):
            case 0:
                data += dice.randbytes(dice.randrange(1, 12))
            case 1:
                x, y, button = (
                    dice.randrange(100),
                    dice.randrange(40),
                    dice.choice((0, 2, 35, 64, 65)),
                )
                data += f"\x1b[<{button};{x};{y}{dice.choice('Mm')}".encode()
            case 2:
                data += bytes(dice.choices(range(32, 127), k=dice.randrange(1, 6)))
            case 3:
                data += chr(dice.randrange(0x20, 0xD800)).encode()
            case _:
                data += dice.choice(WORDS).encode()
    return data.translate(None, LEAVE)


def check_consistency(pilot) -> None:
    """Check that the app runs and that each game's position matches its moves."""
    app = pilot.app
    assert app._exception is None
    assert app.is_running or app.return_code == 0
    for screen in app.screen_stack:
        if isinstance(screen, PlayScreen):
            session = screen.model.session
            position = session.game.start
            for move in session.moves:
                position = session.game.play(position, move)
            assert position == session.position


def make_lobby_for(screen: str, folder: Path) -> Lobby | None:
    """Return the lobby that a screen needs, or None."""
    return make_lobby_with_duel(folder / "shared") if screen in IN_LOBBY else None


async def go_to_screen(pilot, screen: str) -> None:
    """Go from the puzzle's first screen to the screen of that name."""
    if screen in IN_LOBBY:
        await pilot.wait_until(lambda: bool(pilot.app.lobby.snapshot.duels))
    for key in SCREENS[screen][1]:
        await pilot.press(key)
        if key in ("ctrl+l", "l"):
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
    if screen == "spectator":
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, SpectatorScreen))
    if screen == "replay":
        await pilot.wait_until(lambda: pilot.screen.model.replay is not None)
    if screen in ("watching", "steps"):
        game, position = pilot.screen.model.game, pilot.screen.model.position_to_solve
        solver = find_solver(game, "breadth-first")
        solving = SolverRun(game, position, [], solver, QUICK, paused=True)
        pilot.screen.solver_jobs.run(solving)
        await pilot.press("w")
        await pilot.wait_until(lambda: solving.progress.held)
    if screen == "steps":
        await pilot.press("r")
        await pilot.wait_until(lambda: "Start: " in pilot.screen_text())


@pytest.fixture(autouse=True)
def quick_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HINT_LIMITS", "OPPONENT_LIMITS"):
        monkeypatch.setattr(f"ludoscope.tui.screens.play.solver_jobs.{name}", QUICK)
    monkeypatch.setattr("ludoscope.tui.model.solver_run.PROOF_LIMITS", QUICK)
    monkeypatch.setattr(LabScreen, "limits", QUICK)
    monkeypatch.setattr(
        "ludoscope.tui.screens.lab.preset_screen.preset_limits", lambda preset: QUICK
    )


@pytest.mark.long
@pytest.mark.parametrize("screen", SCREENS)
async def test_random_sizes_and_bytes_keep_the_app_consistent(
    open_app, with_painting, screen: str, tmp_path: Path
) -> None:
    name, _ = SCREENS[screen]
    lobby = make_lobby_for(screen, tmp_path)
    dice, sent = random.Random(screen), 0
    while sent < BYTES:
        async with open_app(name, lobby=lobby) as pilot:
            await go_to_screen(pilot, screen)
            if not sent:
                await send_random_sizes(pilot, dice)
            sent += await send_random_bytes(pilot, dice, BYTES - sent)
        if not FULL:
            return  # what remains when it was left


async def send_random_sizes(pilot, dice: random.Random) -> None:
    for _ in range(SIZES):
        width = dice.choice((1, 2, dice.randrange(1, 30), dice.randrange(1, 501)))
        height = dice.choice((1, 2, dice.randrange(1, 20), dice.randrange(1, 201)))
        await pilot.resize(width, height)
        check_consistency(pilot)
    await pilot.resize(80, 24)
    assert "are needed here" not in pilot.screen_text()


async def send_random_bytes(pilot, dice: random.Random, most: int) -> int:
    """Type on the screen until it is left, and return the number of bytes."""
    incoming, sent, wanted = InputParser(), 0, type(pilot.app.screen)
    while sent < most and pilot.app.is_running and wanted in map(type, pilot.app.screen_stack):
        data = random_input(dice)
        sent += len(data)
        for event in (
            *incoming.feed(data.decode(errors="ignore")),
            *incoming.advance_idle_time(SEQUENCE_TIMEOUT_SECONDS),
        ):
            if not isinstance(event, InputDropped):
                pilot.app.post_message(event)
        await pilot.textual_pilot.pause()
        check_consistency(pilot)
        pilot.screen_text()
    return sent


@pytest.mark.long
async def test_quitting_twice_is_harmless(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.app.screen
        await pilot.press("enter", "ctrl+p")
        picker = pilot.app.screen
        picker.dismiss(None)
        picker.dismiss(None)
        await pilot.press("escape")
        home.dismiss(None)
        await pilot.press("right")
        assert pilot.app.screen_stack == [home]


async def test_keys_after_quit_are_ignored(open_app) -> None:
    async with open_app() as pilot:
        home = pilot.screen
        pilot.app._screen_stack.clear()  # as when the app closes, one screen after the other
        try:
            await home.on_key(events.Key("right", None))
            key, mouse = events.Key("right", None), events.MouseMove(home, *[0] * 5, *[False] * 3)
            for event in (key, mouse):
                event._set_forwarded()
                await pilot.app.on_event(event)
        finally:
            pilot.app._screen_stack.append(home)
        assert pilot.app._exception is None


@pytest.mark.long
async def test_opening_puzzles_in_quick_succession(open_app) -> None:
    """Each opening gives way to the next, wherever it has come to."""
    dice = random.Random(1)
    async with open_app("lucas-07") as pilot:
        for at in range(60):
            pilot.post_key("np"[at % 2])
            await asyncio.sleep(dice.random() * 0.01)
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("tab", "enter")
        assert pilot.app.is_running
        await pilot.wait_until(lambda: "Lucas" in pilot.screen_text())


@pytest.mark.parametrize("turns", range(6) if FULL else (3,))
async def test_app_exits_before_a_picker_opens(open_app, turns: int) -> None:
    async with open_app("orush-01") as pilot:
        pilot.screen.action_solve()
        for _ in range(turns):
            await asyncio.sleep(0)
        pilot.app.exit()
        await pilot.wait_until(lambda: not pilot.app.is_running)
        assert pilot.app._exception is None


@pytest.mark.parametrize("turns", range(6) if FULL else (4,))
@first_of("page", ["help", "lab", "settings", "statistics"])
async def test_app_exits_before_a_screen_opens(open_app, page: str, turns: int) -> None:
    async with open_app("orush-01") as pilot:
        pilot.app.call_later(pilot.app.run_action, f"app.{page}")
        for _ in range(turns):
            await asyncio.sleep(0)
        pilot.app.exit()
        await pilot.wait_until(lambda: not pilot.app.is_running)
        assert pilot.app._exception is None


@pytest.mark.long
async def test_quitting_while_the_next_puzzle_opens(open_app) -> None:
    find_next = partial(find_in_thread, partial(find, "lucas-08"))
    async with open_app() as pilot:
        home = pilot.app.screen
        for at in range(4 if FULL else 2):
            pilot.app.puzzle_opener.open("lucas-07")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            pilot.app.puzzle_opener._open(find_next, replace=True)
            await asyncio.sleep(at * 0.001)
            await pilot.press("escape")
            await pilot.wait_until(lambda: not pilot.app.workers._workers)
            assert pilot.app.is_running
            while pilot.app.screen is not home:
                await pilot.press("escape")
