"""Saved sessions: what is written comes back, and a store that fails says so."""

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from games.peg import BOARDS, PegGame
from puzzles.puzzle import Puzzle
from tui.session import Session
from tui.store import Save, Store, StoreError

TRIANGLE = BOARDS["triangle"]
PUZZLE = Puzzle("triangle", PegGame(TRIANGLE, TRIANGLE.full & ~1), "Triangle")


def played(moves: int) -> Session:
    session = Session(PUZZLE)
    for _ in range(moves):
        session.play(session.game.moves(session.position)[0])
    return session


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "saves")
    yield store
    store.close()


def test_a_session_is_taken_up_where_it_was(store: Store) -> None:
    session = played(4)
    session.undo()
    store.save(Save.of(session, elapsed=61.0, updated=1.0))
    save = store.load("triangle").result()
    assert save
    again = Session(save.puzzle())
    save.resume(again)
    assert again.position == session.position
    assert again.undone == 1
    assert again.elapsed(0.0) == 61.0


def test_there_is_one_row_a_puzzle_and_a_win_is_kept(store: Store) -> None:
    won = replace(Save.of(played(3), 5.0, 1.0), over=True, won=True)
    store.save(won)
    store.save(Save.of(played(1), 6.0, 2.0))
    save = store.load("triangle").result()
    assert save
    assert (save.won, save.over, save.ply) == (True, False, 1)
    assert store.won_counts().result() == {"peg": 1}
    assert store.marks("peg").result() == {"triangle": "won"}


def test_unfinished_sessions_newest_first(store: Store) -> None:
    save = Save.of(played(2), 5.0, 1.0)
    for name, updated, ply, over in [
        ("a", 1, 2, 0),
        ("b", 3, 2, 0),
        ("c", 2, 0, 0),
        ("d", 4, 2, 1),
    ]:
        store.save(replace(save, name=name, updated=updated, ply=ply, over=bool(over)))
    assert [row.name for row in store.unfinished(9).result()] == ["b", "a"]
    assert [row.name for row in store.unfinished(1).result()] == ["b"]


def test_a_save_of_another_start_is_refused(store: Store) -> None:
    store.save(Save.of(played(2), 5.0, 1.0))
    save = store.load("triangle").result()
    assert save
    other = Puzzle("triangle", PegGame(TRIANGLE, TRIANGLE.full & ~2), "Triangle")
    with pytest.raises(ValueError, match="has changed"):
        save.resume(Session(other))


def test_closing_writes_everything(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for ply in range(1, 30):
        store.save(replace(Save.of(played(1), 0.0, 0.0), name=f"puzzle-{ply}"))
    store.close()
    count = sqlite3.connect(tmp_path / "sessions.sqlite").execute("SELECT count(*) FROM session")
    assert count.fetchone() == (29,)


def test_the_folder_is_private(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "saves")
    store.load("nothing").result()
    store.close()
    assert (tmp_path / "new" / "saves").stat().st_mode & 0o777 == 0o700


def test_a_store_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file")
    with pytest.raises(StoreError, match="cannot be used"):
        store.load("triangle").result()
    store.close()


def test_a_damaged_file_says_why(tmp_path: Path) -> None:
    (tmp_path / "sessions.sqlite").write_bytes(b"no database at all" * 100)
    store = Store(tmp_path)
    with pytest.raises(StoreError, match="cannot be used"):
        store.save(Save.of(played(1), 0.0, 0.0)).result()
    store.close()


def test_a_file_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "sessions.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    store = Store(tmp_path)
    with pytest.raises(StoreError, match="newer version"):
        store.load("triangle").result()
    store.close()
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (99,)
