"""Saves that a newer version wrote, or that are damaged: what is read of them, and what is kept."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from many import case, first_of

from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved
from ludoscope.tui import keymap
from ludoscope.tui.commands import cli
from ludoscope.tui.lobby.lobby import Lobby
from ludoscope.tui.lobby.users import UserProfile
from ludoscope.tui.model.hexapawn_values import StartValues
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.database import DATABASE_NAME, copy_to_memory
from ludoscope.tui.saves.reader import read_content
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.saves.sql_tables import COLUMN_TYPES
from ludoscope.tui.saves.store import NewerSavesError, Store
from ludoscope.tui.saves.training import INSERT_ANSWER, UPSERT_MISTAKE
from ludoscope.tui.screens.picker.dialog import PickerDialog
from ludoscope.tui.screens.play.screen import PlayScreen

NAMES = ("lucas-07", "orush-02", "hexapawn-3x3", "FreeCell.1")
UPGRADE = """
ALTER TABLE session ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';
CREATE TABLE medal (name TEXT);
PRAGMA user_version = 7;
"""
SENTENCE = "sessions.sqlite is of version 7, this program reads version 6"


def save(name: str, moves: int = 2, updated: float = 1.0) -> SavedSession:
    session = Session(catalogue.find(name))
    for _ in range(moves):
        session.play(session.game.moves(session.position)[0])
    return SavedSession.from_session(session, 1.0, updated)


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of every file in a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of saves with four sessions."""
    folder = tmp_path / "saves"
    store = Store(folder)
    for name in NAMES:
        store.save(save(name))
    store.close()
    monkeypatch.setenv("LUDOSCOPE_HOME", str(folder))
    return folder


def change(folder: Path, statements: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        connection.executescript(statements)


def closed(folder: Path) -> None:
    change(folder, UPGRADE)


def killed(folder: Path) -> None:
    """Leave the files of a newer program that was killed: its upgrade is in the WAL alone."""
    copies = folder.with_name("copies")
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.executescript(UPGRADE)
        shutil.copytree(folder, copies)
    shutil.rmtree(folder)
    copies.rename(folder)
    assert (folder / f"{DATABASE_NAME}-wal").stat().st_size


def restored(folder: Path) -> None:
    """Leave what a backup restores of it: a WAL without the shared memory."""
    killed(folder)
    (folder / f"{DATABASE_NAME}-shm").unlink()


def with_rollback_journal(folder: Path) -> None:
    change(folder, f"PRAGMA journal_mode = DELETE; {UPGRADE}")


def damaged(folder: Path) -> None:
    """Damage the newer file too: it is newer all the same."""
    closed(folder)
    path = folder / DATABASE_NAME
    content = bytearray(path.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    path.write_bytes(content)


STATES = (closed, killed, restored, with_rollback_journal, damaged)


@pytest.mark.parametrize("upgrade", STATES)
def test_store_leaves_a_newer_file_as_it_is(folder: Path, upgrade: Callable) -> None:
    upgrade(folder)
    original = contents(folder)
    store = Store(folder)
    for request in (
        store.claim(),
        store.load("lucas-07"),
        store.outcomes(),
        store.save(save("lucas-08")),
        store.save_note("seats", "lucas-07", "person person"),
    ):
        with pytest.raises(NewerSavesError, match=SENTENCE):
            request.result()
    store.close()
    assert contents(folder) == original


@pytest.mark.parametrize("upgrade", STATES[:-1])
def test_export_reads_a_newer_file_as_far_as_it_can(
    folder: Path, upgrade: Callable, capsys: pytest.CaptureFixture
) -> None:
    assert cli.main(["export"]) == 0
    [_, *rows] = capsys.readouterr().out.splitlines()
    assert len(rows) == 2 * len(NAMES)
    upgrade(folder)
    original = contents(folder)
    assert cli.main(["export"]) == 1
    out, err = capsys.readouterr()
    assert out.splitlines()[1:] == rows
    assert err == f"ludoscope: {SENTENCE}: what it does not know is left out\n"
    assert contents(folder) == original


def test_import_refuses_a_newer_file(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert cli.main(["export", str(tmp_path / "text")]) == 0
    closed(folder)
    original = contents(folder)
    assert cli.main(["import", str(tmp_path / "text")]) == 65
    assert capsys.readouterr().err == f"ludoscope: {SENTENCE}; nothing is imported\n"
    assert contents(folder) == original


def test_import_of_a_newer_export_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    (tmp_path / "text").write_text('{"ludoscope": "saves", "version": 7, "more": []}\n')
    assert cli.main(["import", str(tmp_path / "text")]) == 65
    assert "version '7' found, expected '1' to '6'" in capsys.readouterr().err


def test_file_without_known_tables_is_one_sentence(
    folder: Path, capsys: pytest.CaptureFixture
) -> None:
    change(folder, "; ".join(f"DROP TABLE {table}" for table in COLUMN_TYPES))
    change(folder, "PRAGMA user_version = 7")
    original = contents(folder)
    assert cli.main(["export"]) == 65
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert contents(folder) == original


def test_newer_program_upgrades_the_file_during_a_session(folder: Path) -> None:
    store = Store(folder)
    assert store.load("lucas-07").result()
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as newer:
        newer.executescript(UPGRADE)
        dump = [*newer.iterdump()]
        for request in (
            store.load("lucas-07"),
            store.save(save("lucas-07", 5)),
            store.save_note("seats", "lucas-07", "person person"),
        ):
            with pytest.raises(NewerSavesError, match=SENTENCE):
                request.result()
        assert [*newer.iterdump()] == dump
    store.keep_in_memory()
    new = save("lucas-07", 5)
    store.save(new).result()
    assert store.load("lucas-07").result() == new
    assert not list(folder.glob("*.broken*"))
    store.close()


# Damage


def test_export_creates_nothing_without_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "none"))
    assert cli.main(["export"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("content", [b"no database" * 500, b"SQLite format 3\0" * 300])
def test_export_leaves_a_damaged_file_as_it_is(
    folder: Path, capsys: pytest.CaptureFixture, content: bytes
) -> None:
    (folder / DATABASE_NAME).write_bytes(content)
    original = contents(folder)
    assert cli.main(["export"]) == 65
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("ludoscope: sessions.sqlite: ")
    assert err.count("\n") == 1
    assert contents(folder) == original


def test_export_reads_the_pages_before_a_damaged_one(
    folder: Path, capsys: pytest.CaptureFixture
) -> None:
    store = Store(folder)
    for number in range(60):
        store.save(save("FreeCell.1")._replace(name=f"FreeCell.{number}"))
    store.close()
    path = folder / DATABASE_NAME
    with closing(sqlite3.connect(path)) as connection:
        [page] = connection.execute(
            "SELECT max(pageno) FROM dbstat WHERE name = 'session' AND pagetype = 'leaf'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)
    original = contents(folder)
    assert cli.main(["export"]) == 1
    out, err = capsys.readouterr()
    assert "rows after" in err
    assert "table session are left out: database disk image is malformed" in err
    assert len(out.splitlines()) > 10
    assert contents(folder) == original


WRONG_VALUES = ("x'00ff'", "NULL", "9223372036854775807", "-1", "9e999", "'text'", "1.5")


def test_row_with_a_wrong_value_is_left_out(folder: Path) -> None:
    """Try values of every SQL type in every column."""
    statements = {
        f"UPDATE {table} SET {column} = {value} WHERE name = 'lucas-07'": (table, column)
        for table, types in COLUMN_TYPES.items()
        for column in types
        for value in WRONG_VALUES
    }
    problem_count = 0
    with closing(copy_to_memory(folder)) as connection:
        connection.execute("INSERT INTO note VALUES ('fewest', 'lucas-07', '5')")
        connection.execute(
            INSERT_ANSWER, ("5f1c", "lucas-07", "peg", "storm", 1.0, 2.0, 1, 9.0, "a")
        )
        connection.execute(UPSERT_MISTAKE, ("lucas-07", "peg", "Lucas 7", "x", 0, 1.0))
        connection.commit()
        for statement, (table, column) in statements.items():
            with suppress(sqlite3.IntegrityError):  # most columns are NOT NULL
                connection.execute(statement)
            with case(statement):
                content, problems = read_content(connection)
                row_count = sum(len(rows) for rows in content)
                assert row_count >= 2 * len(NAMES) + 3 - len(problems) - (table == "note")
                for problem in problems:
                    assert problem.startswith((f"{table} 'lucas-07' is left", f"{table} 1 is left"))
                    assert f": {column} " in problem
            problem_count += len(problems)
            connection.rollback()
    assert problem_count > len(statements) / 2


@pytest.mark.parametrize(
    ("spec", "reason"),
    [
        ("[" * 200_000, "expected a JSON object"),
        ('{"family":' * 200_000, "expected a JSON object"),
        ('{"family": ' + "9" * 5000 + "}", "at most 300 digits"),
        ('{"family": NaN}', "expected a finite number"),
        ('{"family": "\\ud800"}', "half of a character"),
        ('{"family": "peg", "family": "peg"}', "found 'family' twice"),
    ],
)
async def test_puzzle_that_is_no_json_is_left_out_and_opens(
    open_app, folder: Path, capsys: pytest.CaptureFixture, spec: str, reason: str
) -> None:
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as connection:
        connection.execute("UPDATE session SET spec = ? WHERE name = 'lucas-07'", (spec,))
        connection.commit()
    assert cli.main(["export"]) == 1
    out, err = capsys.readouterr()
    assert err.startswith("ludoscope: session 'lucas-07' is left out: ")
    assert reason in err
    assert err.count("\n") == 1
    assert len(out.splitlines()) == 1 + 2 * (len(NAMES) - 1)
    if spec.startswith("["):
        async with open_app("lucas-07") as pilot:
            assert "the game was restarted" in " ".join(pilot.screen_text().split())


# The app


@first_of("size", [(80, 24), (120, 40)])
@first_of("name", ["lucas-07", ""])
async def test_app_offers_to_play_without_saving(
    open_app, folder: Path, name: str, size: tuple[int, int]
) -> None:
    closed(folder)
    original = contents(folder)
    async with open_app(size=size) as pilot:
        app = pilot.app
        await pilot.wait_until(lambda: isinstance(app.screen, PickerDialog))
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(app.screen, PickerDialog))
        text = " ".join(pilot.screen_text().split())
        assert "A newer version of Ludoscope wrote your saves" in text
        assert "is of version 7, this program reads" in text
        await pilot.press("enter")
        await pilot.wait_until(lambda: app.newer_saves.is_unsaved)
        if name:
            app.puzzle_opener.open(name)
            await pilot.wait_until(lambda: isinstance(app.screen, PlayScreen))
            await pilot.press("tab", "enter", "tab", "enter")
            await pilot.wait_until(lambda: "move 1" in pilot.screen_text())
            await pilot.wait_until(lambda: not app.autosave.has_pending)
    assert contents(folder) == original


async def test_app_quits_without_opening_the_puzzle(open_app, folder: Path) -> None:
    closed(folder)
    original = contents(folder)
    async with open_app() as pilot:
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PickerDialog))
        await pilot.press("down", "enter")
        await pilot.wait_until(lambda: pilot.app._exit)
        assert pilot.app.return_code in (None, 0)
    assert contents(folder) == original


@first_of("opens_puzzle", [False, True])
async def test_app_asks_when_the_file_is_upgraded_during_a_game(
    open_app, folder: Path, opens_puzzle: bool
) -> None:
    async with open_app("lucas-07") as pilot:
        app = pilot.app
        with closing(sqlite3.connect(folder / DATABASE_NAME)) as newer:
            newer.executescript(UPGRADE)
            dump = [*newer.iterdump()]
            if opens_puzzle:
                app.puzzle_opener.open("hexapawn-3x3")
            else:
                await pilot.press("u")
            await pilot.wait_until(lambda: isinstance(app.screen, PickerDialog))
            await pilot.press("enter")
            await pilot.wait_until(lambda: isinstance(app.screen, PlayScreen))
            assert app.screen.model.puzzle.name == NAMES[2 if opens_puzzle else 0]
            await pilot.wait_until(lambda: not app.autosave.has_pending)
            assert "are saved" not in pilot.screen_text()
            assert [*newer.iterdump()] == dump
    assert not list(folder.glob("*.broken*"))


# Settings and keys


def test_settings_of_a_newer_version_are_read_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(text := '{"version": 2, "suits": 4, "theme": "neon", "sound": "on"}')
    settings, problem, _ = Settings.load_file(tmp_path)
    assert settings == Settings(4)
    assert "settings.json is of version 2, this program writes version 1" in problem
    with pytest.raises(PermissionError, match="a newer version of Ludoscope"):
        Settings.change(tmp_path, analysis=False)
    assert path.read_text() == text


def test_changing_a_setting_keeps_what_only_newer_programs_know(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "neon", "sound": "on", "suits": 4}')
    Settings.change(tmp_path, clock=False)
    stored = json.loads(path.read_text())
    assert (stored["theme"], stored["sound"], stored["suits"]) == ("neon", "on", 4)
    assert Settings.load(tmp_path) == Settings(4, clock=False)


@pytest.mark.parametrize("version", ['"2"', "0", "true", "null", "1.5"])
def test_settings_without_a_valid_version_are_not_used(tmp_path: Path, version: str) -> None:
    (tmp_path / "settings.json").write_text(f'{{"version": {version}, "suits": 4}}')
    settings, problem, _ = Settings.load_file(tmp_path)
    assert settings == Settings()
    assert "has no valid version, expected 1" in problem


@pytest.mark.parametrize("text", ['{"suits": 4,}', "[]", '{"version": 0, "suits": 4}'])
def test_settings_that_cannot_be_read_are_kept_under_another_name(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "settings.json"
    for _ in range(2):
        path.write_text(text)
        Settings.change(tmp_path, toured=True)
        assert Settings.load(tmp_path) == Settings(toured=True)
    backups = list(tmp_path.glob("settings-????????-??????.broken*.json"))
    assert [backup.read_text() for backup in backups] == [text, text]


@pytest.mark.parametrize("text", ["{", '{"play.undo": "f5", "play.hint": 5}'])
def test_keys_that_cannot_be_read_are_kept_under_another_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(text)
    for _ in range(2):
        keymap.write(tmp_path, {"play.hint": "f6"})
    assert json.loads(path.read_text()) == {"play.hint": "f6"}
    [backup] = tmp_path.glob("keys-????????-??????.broken.json")
    assert backup.read_text() == text


async def test_keys_that_conflict_are_kept_under_another_name(open_app, folder: Path) -> None:
    path = folder / "keys.json"
    path.write_text(text := '{"play.hint": "f9", "play.solve": "f9"}')
    async with open_app("lucas-07") as pilot:
        message = "f9 is already used for"
        await pilot.wait_until(lambda: message in pilot.notifications() + pilot.status_message)
        await pilot.app.key_bindings.change("", {"play.undo": "f6"})
    assert json.loads(path.read_text()) == {"play.undo": "f6"}
    [backup] = folder.glob("keys-????????-??????.broken.json")
    assert backup.read_text() == text


def test_keys_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    for text in (
        '{"version": 2, "play.hint": "f5"}',
        '{"version": 2, "play.hint": {"keys": ["f5"]}}',
    ):
        path.write_text(text)
        keys, problem = keymap.read_keys_file(tmp_path)
        assert keys in ({}, {"play.hint": "f5"})
        assert "keys.json is of version 2" in problem
        with pytest.raises(PermissionError, match="a newer version of Ludoscope"):
            keymap.write(tmp_path, {"play.hint": "f6"})
        assert path.read_text() == text


async def test_key_of_an_unknown_action_is_reported_and_kept(open_app, folder: Path) -> None:
    path = folder / "keys.json"
    path.write_text('{"play.later": "f9", "play.hint": "f5"}')
    async with open_app("lucas-07") as pilot:
        bindings = pilot.app.key_bindings
        message = "there is no action 'play.later'"
        await pilot.wait_until(lambda: message in pilot.notifications() + pilot.status_message)
        assert bindings.effective_keys["play.hint"] == "f5"
        await bindings.change("", {**bindings.custom_keys, "play.undo": "f6"})
    assert json.loads(path.read_text()) == {
        "play.later": "f9",
        "play.hint": "f5",
        "play.undo": "f6",
    }


def test_hexapawn_values_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "sizes"
    path.write_text(text := '{"version": 2, "known": {"3x3": -6}}')
    values = StartValues(path)
    with pytest.raises(PermissionError, match="a newer version of Ludoscope"):
        values.add_result((6, 6), Solved(moves=(), value=-6), Limits(seconds=1.0))
    assert values.values[6, 6].value == -6
    assert path.read_text() == text


# The lobby


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there is no lobby on Windows")
def test_own_files_in_the_lobby_of_a_newer_version_are_kept(tmp_path: Path) -> None:
    lobby = Lobby(tmp_path, UserProfile(os.geteuid(), "anna"))
    lobby.update_presence(lambda presence: presence)
    [path] = tmp_path.glob("*/here.json")
    newer = {**json.loads(path.read_text()), "version": 2, "mood": "merry"}
    path.write_text(json.dumps(newer))
    original = contents(tmp_path)
    with pytest.raises(PermissionError, match="a newer version of Ludoscope"):
        lobby.update_presence(lambda presence: replace(presence, is_watchable=True))
    (path.parent / "game.json").write_text('{"ludoscope": "game", "version": 2}')
    with pytest.raises(PermissionError, match="a newer version of Ludoscope"):
        lobby.publish_game(b'{"ludoscope": "game", "version": 1}\n')
    assert contents(tmp_path) == original | contents(path.parent)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there is no lobby on Windows")
def test_lobby_of_a_newer_version_is_not_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture
) -> None:
    assert cli.main(["lobby", str(tmp_path / "lobby"), "--make"]) == 0
    [path] = (tmp_path / "lobby").iterdir()
    path.write_text(text := json.dumps({**json.loads(path.read_text()), "version": 2}))
    capsys.readouterr()
    for words in (["--make", "--guests"], []):
        assert cli.main(["lobby", str(tmp_path / "lobby"), *words])
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert "version of Ludoscope" in err
    assert path.read_text() == text
