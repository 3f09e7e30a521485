"""Moves that cannot be stored: told until they are, tried again, and asked about on leaving.

The writes that fail are real ones: the kernel refuses what goes beyond the size that a file of
this process may have. A disk that is full is tried in tests/terminal/test_full_disk.py.
"""

import resource
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from many import first_of, many

from ludoscope.puzzles import catalogue
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import autosave
from ludoscope.tui.saves.database import DATABASE_NAME
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen

NAME = "english-central"
NOT_SAVED = "saved: "


@contextmanager
def files_of(size: int) -> Iterator[None]:
    """Limit the size in bytes of the files that this process can write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a write lock on the saves, like another program that does not end."""
    other = sqlite3.connect(folder / DATABASE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(autosave, "RETRY_DELAY_SECONDS", 0.02)
    monkeypatch.setattr("ludoscope.tui.saves.database.LOCK_TIMEOUT_SECONDS", 0.02)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "saves"


def session(pilot) -> Session:
    assert isinstance(pilot.app.screen, PlayScreen)
    return pilot.app.screen.model.session


def play(pilot) -> None:
    """Play a move, or take one back if there is none."""
    model = pilot.app.screen.model
    moves = model.game.moves(model.session.position)
    if moves:
        assert model.play_moves(moves[:1])
    else:
        model.undo()


def stored(folder: Path) -> tuple[str, int]:
    """Return what a newly started program would find in the saves."""
    store = Store(folder)
    save = store.load(NAME).result()
    assert not store.next_notice()
    store.close()
    assert save
    return save.moves, save.node


def shown(pilot) -> tuple[str, int]:
    history = session(pilot).history
    return history.to_text(), history.current.index


@pytest.mark.long
async def test_notification_stays_until_the_moves_are_stored(open_app, folder: Path) -> None:
    async with open_app(NAME, analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        with locked(folder):
            for _ in range(2):
                play(pilot)
                await pilot.wait_until(lambda: NOT_SAVED in pilot.screen_text())
            await pilot.press("?", "escape", "m", "m")
            wanted = "2 moves are not saved: saves cannot be used: another program has locked"
            await pilot.wait_until(lambda: wanted in pilot.screen_text())
            assert "move 3" in pilot.screen_text()
            await pilot.press("escape")  # elsewhere as well
            await pilot.wait_until(lambda: not isinstance(pilot.app.screen, PlayScreen))
            assert wanted in pilot.screen_text()
        await pilot.wait_until(lambda: NOT_SAVED not in pilot.screen_text())
        assert "Everything is saved now" in pilot.screen_text()
    assert stored(folder)[1] == 3


async def test_unsaved_moves_are_kept_when_the_puzzle_is_reopened(open_app, folder: Path) -> None:
    async with open_app(NAME, analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        with locked(folder):
            play(pilot)
            await pilot.wait_until(lambda: NOT_SAVED in pilot.screen_text())
            before = shown(pilot)
            await pilot.press("escape")
            await pilot.wait_until(lambda: not isinstance(pilot.app.screen, PlayScreen))
            pilot.app.puzzle_opener.open(NAME)
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            assert shown(pilot) == before


async def asked(pilot) -> None:
    """Play a move that cannot be stored, then try to quit."""
    play(pilot)
    await pilot.press("ctrl+q")
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
    assert "1 move is not saved. Quit anyway?" in pilot.screen_text()


@first_of("choice", ["enter", "escape"])
async def test_quit_asks_and_can_be_cancelled(open_app, folder: Path, choice: str) -> None:
    stored_once(folder)
    async with open_app(NAME, analysis=False) as pilot:
        with locked(folder):
            await asked(pilot)
            await pilot.press(choice)
            assert isinstance(pilot.app.screen, PlayScreen)
            assert not pilot.app._exit
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
    assert stored(folder)[1] == 2


@pytest.mark.long
async def test_unanswered_quit_question_is_asked_again(open_app, folder: Path) -> None:
    """The game that is opened again lies below the question, which makes way for it."""
    stored_once(folder)
    with locked(folder):
        async with open_app(NAME, analysis=False) as pilot:
            await asked(pilot)
            pilot.app.puzzle_opener.open(NAME)
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
            await pilot.press("ctrl+q")
            await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
            assert not pilot.app._exit


@first_of("choice", [["down", "enter"], ["ctrl+q"]])
async def test_quit_without_saving(open_app, folder: Path, choice: list[str]) -> None:
    stored_once(folder)
    with locked(folder):
        async with open_app(NAME, analysis=False) as pilot:
            await asked(pilot)
            await pilot.press_together(*choice)
            await pilot.wait_until(lambda: pilot.app._exit)
        assert pilot.app.autosave.final_problem_message().startswith("1 move is not saved: ")
    assert stored(folder)[1] == 1


def stored_once(folder: Path) -> None:
    game = Session(catalogue.find(NAME))
    game.play(game.game.moves(game.position)[0])
    store = Store(folder)
    store.save(SavedSession.from_session(game, 1.0, 1.0)).result()
    store.close()


@pytest.mark.long
async def test_undone_win_counts_before_it_is_stored(open_app, folder: Path) -> None:
    async with open_app(NAME, analysis=False) as pilot:
        model = pilot.app.screen.model
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        with locked(folder):
            model.restart()
            play(pilot)
            [(key, pending)] = pilot.app.autosave._pending.items()
            pilot.app.autosave._pending[key] = won(pending)
            model.undo()
            await pilot.wait_until(lambda: NOT_SAVED in pilot.screen_text())
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
    store = Store(folder)
    assert store.puzzle_statuses("peg").result() == {NAME: "won"}
    store.close()


def won(pending: autosave.PendingSession) -> autosave.PendingSession:
    save = pending.save._replace(over=True, won=True)
    return pending.updated(save, (), now=save.updated, has_attempt=True)


@pytest.mark.long
async def test_failed_write_at_any_point_loses_nothing(open_app, folder: Path) -> None:
    """Each move's writes fail in turn: the first, the second, until none does."""
    points = 0
    async with open_app(NAME, analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        for _ in range(many(10)):
            points += await fail_at_each_write(pilot, folder)
    assert points >= 4 * many(10)


async def fail_at_each_write(pilot, folder: Path) -> int:
    """Play moves with a failing write, one later each time; return the number of failures."""
    step, failed = 0, 0
    while True:
        checkpoint(folder)
        with files_of(WRITES[step]):
            play(pilot)
            await pilot.wait_until(lambda: NOT_SAVED in pilot.screen_text() or not owes(pilot))
            well = not owes(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        assert stored(folder) == shown(pilot)
        if well:
            return failed
        step, failed = step + 1, failed + 1


# bytes of a WAL before a write, or in the middle of it: its head, heads of frames, pages
WRITES = [0, *(32 + frame * 4120 + part for frame in range(64) for part in (0, 24, 2000))]


def checkpoint(folder: Path) -> None:
    """Start a new WAL."""
    other = sqlite3.connect(folder / DATABASE_NAME)
    assert other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    other.close()


def owes(pilot) -> bool:
    return pilot.app.autosave.has_pending


@pytest.mark.long
def test_file_creation_is_retried_after_any_failed_write(tmp_path: Path) -> None:
    """The first store of all: the file, its tables, its journal."""
    game = Session(catalogue.find(NAME))
    game.play(game.game.moves(game.position)[0])
    save = SavedSession.from_session(game, 1.0, 1.0)
    failed, sizes = 0, [0, 16, *range(512, 1 << 16, 2048)]
    for size in sizes:
        folder = tmp_path / str(size)
        store = Store(folder)
        with files_of(size):
            answer = store.save(save)
            failed += answer.exception() is not None
        store.save(save).result()
        store.close()
        assert stored(folder) == (save.moves, save.node)
        assert not list(folder.glob("*.broken*"))
    assert failed >= 5
    assert failed < len(sizes)


@pytest.mark.long
async def test_file_deleted_during_play_is_written_again(open_app, folder: Path) -> None:
    store = Store(folder)
    other = Session(catalogue.find("lucas-02"))
    other.play(other.game.moves(other.position)[0])
    store.save(SavedSession.from_session(other, 1.0, 1.0)).result()
    store.close()
    async with open_app(NAME, analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        for path in folder.glob(f"{DATABASE_NAME}*"):
            path.unlink()
        play(pilot)
        await pilot.wait_until(lambda: "have been restored" in pilot.screen_text())
    assert stored(folder)[1] == 2
    store = Store(folder)
    assert store.load("lucas-02").result()
    store.close()


@pytest.mark.long
async def test_clock_set_back_keeps_the_order_of_sessions(
    open_app, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter([5e8, 9e9, 0.0, -1e9] + [1e9] * 99)
    monkeypatch.setattr(time, "time", lambda: next(hours))
    async with open_app(NAME, analysis=False) as pilot:
        updated = []
        for _ in range(4):
            play(pilot)
            await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
            save = await pilot.app.library.last_unfinished()
            assert save
            updated.append(save.updated)
        assert updated == sorted(set(updated))
        assert save.elapsed >= 0
    async with open_app("lucas-02", analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        save = await pilot.app.library.last_unfinished()
        assert save
        assert save.name == "lucas-02"


async def test_session_dated_far_in_the_future_does_not_block_others(
    open_app, folder: Path
) -> None:
    game = Session(catalogue.find("lucas-02"))
    game.play(game.game.moves(game.position)[0])
    save = SavedSession.from_session(game, 1.0, 1.0)._replace(updated=1e11)
    store = Store(folder)
    store.save(save, list(save.attempts(1.0))).result()
    store.close()
    began = time.time()
    async with open_app(NAME, analysis=False) as pilot:
        play(pilot)
        await pilot.wait_until(lambda: not pilot.app.autosave.has_pending)
        outcomes = await pilot.app.library.outcomes()
    assert stored(folder)[1] == 1  # and nothing was set aside
    begun_at = {outcome.name: outcome.begun for outcome in outcomes}
    assert began <= begun_at[NAME] <= time.time()
