"""An evening with a faulty plug-in in a simulated terminal, and what the app showed of it.

It is a program of its own, since a fault that is not contained may never end:

    python fault_session.py [PICTURES]      with the plug-in on PYTHONPATH

It prints a JSON object: the sentences shown, the steps done, and the error that ended the app.
"""

import asyncio
import json
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from ludoscope.games import FAMILIES, plugin_guard
from ludoscope.games.registry import guard_plugins
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.preferences import Preferences
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands import play
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.widgets.svg import capture_frame

STEP_TIMEOUT_SECONDS = 25.0  # several calls may be stopped one after the other
PUZZLE, OTHER_PUZZLE = "lightsout-4", "lucas-07"


class Evening:
    """A person at the app, who notes each sentence that names the game.

    Attributes:
        sentences: The sentences on Lights Out, in the order in which they were shown.
        steps: What was done, and what was on the screen then, in a word.
    """

    def __init__(self, app: LudoscopeApp, pilot: "Pilot[None]", pictures: Path | None) -> None:
        self.app, self.pilot, self.pictures = app, pilot, pictures
        self.sentences: list[str] = []
        self.steps: dict[str, str] = {}

    def _look(self) -> str:
        if not self.app.screen_stack:
            return ""
        width = self.app.size.width
        lines = capture_frame(self.app) if width else []
        text = "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)
        for notice in list(self.app._notifications):
            self._note(notice.message)
        if isinstance(self.app.screen, PlayScreen) and "failed" in self.app.screen.model.message:
            self._note(self.app.screen.model.message)
        return text

    def _note(self, sentence: str) -> None:
        is_new = sentence not in self.sentences
        if is_new and ("Lights Out" in sentence or "lightsout" in sentence):
            self.sentences.append(sentence)

    async def wait(self, condition: Callable[[], object], seconds: float = 6.0) -> bool:
        start = time.monotonic()
        while not condition():
            if time.monotonic() - start > seconds or not self.app.is_running:
                return False
            await asyncio.sleep(0.02)
        return True

    async def press(self, *keys: str) -> None:
        for key in keys:
            if self.app.is_running:
                await self.pilot.press(key)
                await self.wait(lambda: not self.app.autosave.must_delay_frame)

    async def note(self, step: str) -> str:
        await self.pilot.pause(0.1)
        text = self._look()
        on_screen = "failed:" in " ".join(text.split())
        name = type(self.app.screen).__name__ if self.app.screen_stack else "none"
        self.steps[step] = f"{name}{', sentence on it' if on_screen else ''}"
        if self.pictures:
            self.pictures.mkdir(exist_ok=True)
            (self.pictures / f"{len(self.steps):02} {step}.txt").write_text(text)
        return text

    async def to_home(self) -> None:
        for _ in range(8):
            if isinstance(self.app.screen, HomeScreen):
                return
            await self.press("escape")
            await self.pilot.pause(0.05)

    async def spend(self) -> None:
        app = self.app
        await self.wait(
            lambda: isinstance(app.screen, HomeScreen) and app.screen.is_loaded,
            STEP_TIMEOUT_SECONDS,
        )
        await self.note("home")
        await self.press("right", "right", "right", "right")
        await asyncio.sleep(1.2)
        await self.note("home animated")
        if "lightsout" in FAMILIES:
            await self.see_lights_out()
        app.navigator.open_race()
        await self.wait(lambda: False, 0.5)
        await self.to_home()
        app.navigator.open_statistics()
        await self.wait(lambda: False, 0.3)
        await self.note("statistics")
        await self.to_home()
        app.puzzle_opener.open(OTHER_PUZZLE)
        is_open = await self.wait(lambda: isinstance(app.screen, PlayScreen), 10)
        if is_open:
            game, session = app.screen.model.game, app.screen.model.session
            app.screen.model.play_player_move(game.moves(session.position)[0])
            self.steps["other game"] = f"{app.screen.model.session.ply} ply"
        await self.to_home()

    @property
    def is_solving(self) -> bool:
        """True while a solver runs on the game that is shown."""
        screen = self.app.screen
        return isinstance(screen, PlayScreen) and bool(screen.model.running)

    async def see_lights_out(self) -> None:
        app = self.app
        app.navigator.open_library("lightsout")
        await self.wait(lambda: isinstance(app.screen, LibraryScreen))
        await self.wait(lambda: False, 0.6)
        await self.press("down", "down")
        await self.wait(lambda: False, 0.6)
        await self.note("library")
        await self.press("r")
        await self.wait(lambda: False, 0.4)
        await self.note("rules from the library")
        await self.to_home()
        app.puzzle_opener.open(PUZZLE)
        await self.wait(lambda: isinstance(app.screen, PlayScreen), 8)
        await self.note("puzzle opened")
        if isinstance(app.screen, PlayScreen):
            await self.play()
        await self.to_home()

    async def play(self) -> None:
        await self.press("@")
        await self.wait(lambda: False, 0.8)
        await self.press("right", "1")
        await self.note("map")
        await self.to_game()
        await self.press("right", "enter")
        await self.note("move played")
        await self.press("up", "enter", "u")
        await self.note("undone")
        await self.press("y", "i")
        await self.wait(lambda: False, 0.8)
        await self.wait(lambda: not self.is_solving)
        await self.note("hint")
        await self.press("i")
        await self.wait(lambda: False, 0.4)
        await self.press("s", "s")
        await self.wait(lambda: False, 1.0)
        await self.note("solver")
        await self.press("escape")
        await self.to_game()
        if self.app.screen.model.replay:  # else a click and a move are not for the board
            await self.press("escape")
        await self.pilot.click("#board", offset=(20, 6))
        await self.note("clicked")
        await self.press("colon", "b", "2", "enter")
        await self.to_game()
        await self.press("t")
        await self.wait(lambda: False, 0.3)
        await self.note("tree")
        for key, step in (("c", "share"), ("R", "rules"), ("question_mark", "help")):
            await self.to_game()
            await self.press(key)
            await self.wait(lambda: False, 0.3)
            await self.note(step)
        await self.to_game()

    async def to_game(self) -> None:
        """Close what is above the play screen, or open it again."""
        for _ in range(4):
            if isinstance(self.app.screen, PlayScreen):
                return
            if isinstance(self.app.screen, HomeScreen):
                self.app.puzzle_opener.open(PUZZLE)
                await self.wait(lambda: isinstance(self.app.screen, PlayScreen))
                return
            await self.press("escape")
            await self.pilot.pause(0.05)


async def spend_evening(pictures: Path | None, size: tuple[int, int]) -> dict[str, Any]:
    """Return what was shown."""
    guard_plugins(plugin_guard.guard)
    play.load_plugins()
    options = UserOptions(Appearance(), Preferences())
    app = LudoscopeApp(options=options)
    app.settings.replace_options(options.appearance, options.preferences)
    start = time.monotonic()
    error = ""
    sentences: list[str] = []
    notify = app.notify_here

    def note_and_notify(message: str) -> None:
        sentences.append(message)
        notify(message)

    app.notify_here = note_and_notify  # type: ignore[method-assign]
    evening = None
    try:
        async with app.run_test(size=size, notifications=True) as pilot:
            evening = Evening(app, pilot, pictures)
            await evening.spend()
            quit_start = time.monotonic()
            app.exit()
    except Exception as exception:
        error = f"{type(exception).__name__}: {exception}"
    finally:
        app.close_store()
    if app.fatal_error:
        error = f"{type(app.fatal_error).__name__}: {app.fatal_error}"
    shown = list(dict.fromkeys([*sentences, *(evening.sentences if evening else ())]))
    return {
        "error": error,
        "sentences": [s for s in shown if "Lights Out" in s or "lightsout" in s],
        "steps": evening.steps if evening else {},
        "seconds": round(time.monotonic() - start, 1),
        "quit_seconds": round(time.monotonic() - quit_start, 1) if not error else 0,
    }


if __name__ == "__main__":
    signal.alarm(150)
    width, height = (int(n) for n in (sys.argv[2] if len(sys.argv) > 2 else "80x24").split("x"))
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 and sys.argv[1] != "-" else None
    print(
        "\n" + json.dumps(asyncio.run(spend_evening(folder, (width, height))), ensure_ascii=False)
    )
