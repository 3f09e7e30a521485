"""Databases damaged in every way: each opens, with a notice when something was lost, and works.

LUDOSCOPE_ROUNDS says how many there are.
"""

import os
import random
import time
from pathlib import Path
from threading import Event

import pytest
from many import first_of

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import results
from ludoscope.tui.saves.database import DATABASE_NAME
from ludoscope.tui.saves.reader import read_content
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.statistics import Tally
from ludoscope.tui.saves.store import NewerSavesError, Store
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.text import formatting

ROUNDS = int(os.environ.get("LUDOSCOPE_ROUNDS", "60"))
RECOVERY = 2.0  # seconds of work, however busy the machine
HELD_SECONDS = 60.0  # at most, should a test fail before it lets go


def save(name: str, moves: int, updated: float) -> SavedSession:
    session = Session(catalogue.find(name))
    for _ in range(moves):
        session.play(session.game.moves(session.position)[0])
    return SavedSession.from_session(session, 1.0, updated)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a database with forty sessions, some of them long."""
    folder = tmp_path_factory.mktemp("sound")
    store = Store(folder)
    for at in range(40):
        row = save(("lucas-07", "orush-02", "hexapawn-4x4", "FreeCell.1")[at % 4], 3, float(at))
        store.save(row._replace(name=f"{row.name}-{at}", moves="\n".join([row.moves] * (at + 1))))
    store.close()
    return (folder / DATABASE_NAME).read_bytes()


def damaged(sound: bytes, chance: random.Random) -> bytes:
    content = bytearray(sound)
    match chance.randrange(5):
        case 0:  # bytes anywhere
            for _ in range(chance.choice((1, 3, 30, 300))):
                content[chance.randrange(len(content))] = chance.randrange(256)
        case 1:  # a bit of the head, where formats, sizes and the tables' text are
            content[chance.randrange(100)] ^= 1 << chance.randrange(8)
        case 2:  # the tables' text
            content[chance.randrange(100, 4096)] = chance.randrange(256)
        case 3:
            del content[chance.randrange(len(content)) :]
        case 4:
            return chance.randbytes(chance.randrange(9000))
    return bytes(content)


@first_of("part", range(4))
def test_every_damaged_database_opens(sound: bytes, tmp_path: Path, part: int) -> None:
    new = save("lucas-07", 2, 99.0)
    for at in range(part, ROUNDS, 4):
        content = damaged(sound, random.Random(at))
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / DATABASE_NAME).write_bytes(content)
        began = time.process_time()
        store = Store(folder)
        try:
            sessions = store.unfinished_sessions(50).result()
        except NewerSavesError:  # the version is what was damaged
            store.close()
            assert [path.read_bytes() for path in folder.iterdir()] == [content]
            continue
        for row in sessions:
            try:
                row.resume(Session(row.puzzle()))
            except ValueError as error:
                assert str(error)
            assert row.family in FAMILIES
            assert (
                len(formatting.format_clock(row.elapsed) + formatting.format_age(2e9 - row.updated))
                < 40
            )
        for family in ("peg", "patience", "rush", "hexapawn"):
            store.puzzle_statuses(family).result()
        for query in (
            results.recent_wins,
            results.best_results,
            results.daily_wins,
            results.hinted_dailies,
            results.count_perfect_beaten,
        ):
            store.run(query).result()
        tally = Tally.from_outcomes(store.outcomes().result())
        assert len(formatting.format_clock(tally.average_seconds or 0)) < 20
        assert store.run(read_content).result().problems == []
        store.save(new).result()
        assert store.load(new.name).result() == new
        assert time.process_time() - began < RECOVERY
        notice = store.next_notice()
        store.close()
        aside = [path.read_bytes() for path in folder.glob("*.broken*.sqlite")]
        assert aside == ([content] if notice else []), notice


@first_of("name", ["", "lucas-07"])
async def test_app_works_on_a_damaged_database(open_app, tmp_path: Path, name: str) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / DATABASE_NAME).write_bytes(b"nothing that SQLite knows" * 50)
    async with open_app(name) as pilot:
        await pilot.wait_until(lambda: "could not be read" in pilot.screen_text())
        if not name:
            pilot.app.puzzle_opener.open("lucas-07")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("tab", "enter", "tab", "enter")
        await pilot.press("escape")
        await pilot.wait_until(lambda: "Lucas 7   " in pilot.screen_text())


async def test_start_message_keeps_an_earlier_notification(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        pilot.app.notify_here("some saves could not be read")
        await pilot.app._show_start_messages()
        await pilot.press()
        assert "some saves could not be read" in pilot.screen_text()


@pytest.mark.long
async def test_second_instance_shows_a_message_and_works(open_app) -> None:
    async with open_app() as first, open_app() as second:
        await second.wait_until(lambda: "Another Ludoscope" in second.screen_text())
        assert "Another Ludoscope" not in first.screen_text()
        second.app.puzzle_opener.open("lucas-07")
        await second.wait_until(lambda: isinstance(second.app.screen, PlayScreen))
        await second.press("tab", "enter", "tab", "enter")
        assert "move 1" in second.screen_text()


async def test_move_is_shown_once_it_is_stored(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        store = pilot.app._store
        go = Event()
        store.run(lambda connection: go.wait(HELD_SECONDS))
        pilot.screen.model.play_player_move(
            pilot.screen.model.game.moves(pilot.screen.model.position)[0]
        )
        pilot.screen.refresh_view()
        assert "move 0" in pilot.screen_text()
        go.set()
        await pilot.wait_until(lambda: "move 1" in pilot.screen_text())


@pytest.mark.long
async def test_slow_disk_does_not_block_the_app(open_app) -> None:
    async with open_app("lucas-07") as pilot:
        store = pilot.app._store
        go = Event()
        held = store.run(lambda connection: go.wait(HELD_SECONDS))
        pilot.screen.model.play_player_move(
            pilot.screen.model.game.moves(pilot.screen.model.position)[0]
        )
        await pilot.wait_until(lambda: "saving is slow" in pilot.screen_text())
        assert "move 1" in pilot.screen_text()
        assert not held.done()
        await pilot.press("u")
        assert "move 0" in pilot.screen_text()
        assert not held.done()
        go.set()
        await pilot.wait_until(held.done)
        await pilot.press("y")
        assert "move 1" in pilot.screen_text()
