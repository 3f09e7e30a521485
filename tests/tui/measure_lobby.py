"""Time to open the lobby and the longest pause of the event loop, in a folder of many accounts.

    sudo python tests/tui/measure_lobby.py 1500 --files 10000

The folder has a player for each account, with presence, a game and results of today's puzzles, and
files of no meaning. As root it belongs to as many accounts as there are players; other users can
measure up to 200 profiles of their own. A line for each step: the time until it was shown, and
the three longest pauses of the event loop meanwhile. The CPU time includes that of the measurement,
which wakes up every 2 ms.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from app_options import make_options

from ludoscope.puzzles import catalogue, daily
from ludoscope.puzzles.registry import collections
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.search.memory import memory_in_use
from ludoscope.search.registry import default_solver
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby
from ludoscope.tui.lobby.lobby import MAX_PROFILES_PER_ACCOUNT, Lobby
from ludoscope.tui.lobby.presence import Presence
from ludoscope.tui.lobby.published_games import encode_game, encode_result
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.session import Session
from ludoscope.tui.services.lobby import get_lobby_service

MAX_ACCOUNTS, MAX_FILES = 9_000, 90_000
FIRST_UID = 20_000
STEP_SECONDS = 600.0
BEAT_SECONDS = 0.002
IDLE_SECONDS = 10.0
SOLVER_SECONDS = 30.0


def player_files() -> dict[str, bytes]:
    """Return the files of a player by name: presence, a game, and results of today."""
    game = Session(catalogue.find("lucas-07"))
    game.play(game.game.moves(game.position)[0])
    files = {"here.json": Presence(is_watchable=True).encode(), "game.json": encode_game(game)}
    for family, puzzles in collections():
        if not puzzles.daily_prefix:
            continue
        name = daily.name_for(family, daily.today())
        session = Session(catalogue.find(name))
        if session.game.players == 2:
            continue
        solver = default_solver(session.game)
        *_, verdict = solver.run(session.game, session.position, Limits(seconds=SOLVER_SECONDS))
        if isinstance(verdict, Solved):
            for move in verdict.moves:
                session.play(move)
            files[f"result-{name}.json"] = encode_result(session, 61.0)
    return files


def fill_lobby(folder: Path, accounts: int, files: int) -> None:
    """Create a lobby with so many players, and files of no meaning up to so many in all."""
    make_lobby(folder, HostSettings())
    is_root = os.geteuid() == 0
    contents = player_files()
    for number in range(accounts):
        uid = FIRST_UID + number if is_root else os.geteuid()
        name = str(uid) if is_root else f"{uid}.player-{number}"
        (folder / name).mkdir(mode=0o755)
        for file_name, data in contents.items():
            path = folder / name / file_name
            path.write_bytes(data)
            path.chmod(0o644)
            if is_root:
                os.chown(path, uid, uid)
        if is_root:
            os.chown(folder / name, uid, uid)
    for number in range(files - accounts * len(contents)):
        (folder / f"{number}.txt").touch()


class LoopPauses:
    """The times for which the event loop did not run other tasks."""

    def __init__(self) -> None:
        self._pauses: list[float] = []
        self._task = asyncio.create_task(self._beat())

    async def _beat(self) -> None:
        while True:
            started = time.perf_counter()
            await asyncio.sleep(BEAT_SECONDS)
            self._pauses.append(time.perf_counter() - started - BEAT_SECONDS)

    async def report(self, title: str, step: Callable[[], Awaitable[object]]) -> None:
        """Run a step and print its time and the longest pauses."""
        self._pauses.clear()
        started, cpu_started = time.perf_counter(), time.process_time()
        await asyncio.wait_for(step(), STEP_SECONDS)
        elapsed, cpu = time.perf_counter() - started, time.process_time() - cpu_started
        longest = sorted(self._pauses, reverse=True)[:3]
        pauses = ", ".join(f"{1000 * pause:.0f}" for pause in longest)
        print(f"{title:22} {elapsed:7.2f} s, {cpu:6.2f} s CPU; pauses {pauses} ms", flush=True)


async def wait_until(condition: Callable[[], object]) -> None:
    while not condition():
        await asyncio.sleep(BEAT_SECONDS)


async def measure(folder: Path) -> None:
    """Open the app and the lobby, and print the times."""
    lobby = Lobby(folder, UserProfile(os.geteuid(), "observer"))
    app = LudoscopeApp(
        None, make_options(reduced_motion=True), folder.parent / "saves", lobby=lobby
    )
    async with app.run_test(size=(80, 24)) as pilot:
        service = get_lobby_service(app)
        pauses = LoopPauses()

        async def open_lobby() -> None:
            await pilot.press("o")
            await wait_until(lambda: service.snapshot.leaderboard)

        async def show_players() -> None:
            await pilot.press("tab")

        await pauses.report("first poll", lambda: wait_until(lambda: service.snapshot.taken_at))
        await pauses.report("home, nobody types", lambda: asyncio.sleep(IDLE_SECONDS))
        await pauses.report("lobby opened", open_lobby)
        await pauses.report(
            "all results checked",
            lambda: wait_until(lambda: not service.snapshot.unchecked_results),
        )
        await pauses.report("leaderboard, no key", lambda: asyncio.sleep(IDLE_SECONDS))
        await pauses.report("players shown", show_players)
        await pauses.report("players, no key", lambda: asyncio.sleep(IDLE_SECONDS))
        print(f"memory {memory_in_use() / 2**20:.0f} MB")
    app.close_store()


def main() -> None:
    """Create the folder and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("accounts", type=int)
    parser.add_argument("--files", type=int, default=0, help="in the whole folder")
    options = parser.parse_args()
    max_accounts = MAX_ACCOUNTS if os.geteuid() == 0 else MAX_PROFILES_PER_ACCOUNT
    if not (0 < options.accounts <= max_accounts and options.files <= MAX_FILES):
        parser.error(f"expected 1 to {max_accounts:,} accounts and up to {MAX_FILES:,} files")
    with tempfile.TemporaryDirectory() as name:
        os.environ["LUDOSCOPE_HOME"] = str(Path(name) / "saves")
        fill_lobby(Path(name) / "lobby", options.accounts, options.files)
        asyncio.run(measure(Path(name) / "lobby"))


if __name__ == "__main__":
    sys.exit(main())
