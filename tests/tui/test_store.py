"""Saved sessions: what is written comes back, and a store that fails says so."""

import os
import sqlite3
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves.database import DATABASE_NAME
from ludoscope.tui.saves.puzzle_names import is_set_aside, rename_puzzle
from ludoscope.tui.saves.results import Note, best_results, played_puzzles, recent_wins
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.store import Store, StoreContent, StoreError
from ludoscope.tui.saves.transfer import export_saves, import_saves

TRIANGLE = BOARDS["triangle"]
PUZZLE = Puzzle("triangle", PegGame(TRIANGLE, TRIANGLE.all_holes & ~1), "Triangle")
NAMESAKE = Puzzle("triangle", PegGame(TRIANGLE, TRIANGLE.all_holes & ~2), "Triangle")


def played(moves: int, puzzle: Puzzle = PUZZLE) -> Session:
    session = Session(puzzle)
    for _ in range(moves):
        session.play(session.game.moves(session.position)[0])
    return session


@pytest.fixture
def store(tmp_path: Path):
    store = Store(tmp_path / "saves")
    yield store
    store.close()


def test_session_resumes_where_it_was_left(store: Store) -> None:
    session = played(4)
    session.undo()
    store.save(SavedSession.from_session(session, elapsed=61.0, updated=1.0))
    save = store.load("triangle").result()
    assert save
    again = Session(save.puzzle())
    save.resume(again)
    assert again.position == session.position
    assert again.undone_count == 1
    assert again.elapsed_seconds(0.0) == 61.0


def test_one_row_per_puzzle_and_wins_are_kept(store: Store) -> None:
    won = SavedSession.from_session(played(3), 5.0, 1.0)._replace(over=True, won=True)
    store.save(won)
    store.save(SavedSession.from_session(played(1), 6.0, 2.0))
    save = store.load("triangle").result()
    assert save
    assert (save.won, save.over, save.ply) == (False, False, 1)
    assert store.puzzle_statuses("peg").result() == {"triangle": "won"}


def test_unfinished_sessions_newest_first(store: Store) -> None:
    save = SavedSession.from_session(played(2), 5.0, 1.0)
    for name, updated, ply, over in [
        ("a", 1, 2, 0),
        ("b", 3, 2, 0),
        ("c", 2, 0, 0),
        ("d", 4, 2, 1),
    ]:
        store.save(save._replace(name=name, updated=updated, ply=ply, over=bool(over)))
    assert [row.name for row in store.unfinished_sessions(9).result()] == ["b", "a"]
    assert [row.name for row in store.unfinished_sessions(1).result()] == ["b"]


def test_a_save_of_another_start_is_refused(store: Store) -> None:
    store.save(SavedSession.from_session(played(2), 5.0, 1.0))
    save = store.load("triangle").result()
    assert save
    with pytest.raises(ValueError, match="has changed"):
        save.resume(Session(NAMESAKE))


def set_aside_names(store: Store) -> list[str]:
    return [name for name in store.puzzle_statuses("peg").result() if is_set_aside(name)]


def save_won(store: Store) -> SavedSession:
    """Store a session of `PUZZLE` with a win, a best result, players and an analysis."""
    save = SavedSession.from_session(played(3), 5.0, 1.0)
    attempt = next(save.attempts())._replace(won=True, seconds=5.0, length=3)
    store.save(save, [attempt], [Note("fewest", "triangle", 3)]).result()
    for kind in ("verdicts", "seats"):
        store.save_note(kind, "triangle", kind).result()
    return save


def test_two_puzzles_of_one_name_keep_their_games_and_results(store: Store) -> None:
    won = save_won(store)
    assert store.open_session(NAMESAKE).result() == (None, True)
    assert store.load("triangle").result() is None
    assert store.load_note("seats", "triangle").result() == ""
    begun = SavedSession.from_session(played(1, NAMESAKE), 6.0, 2.0)
    store.save(begun).result()
    [name] = set_aside_names(store)
    assert store.puzzle_statuses("peg").result() == {name: "won", "triangle": "started"}
    assert [save.title for save in store.unfinished_sessions(9).result()] == [
        "Triangle",
        f"Triangle (earlier {name[-8:-4]})",
    ]
    assert store.open_session(PUZZLE).result() == (won, True)
    assert store.open_session(PUZZLE).result() == (won, False)
    assert store.load_note("verdicts", "triangle").result() == "verdicts"
    assert store.run(best_results).result()["triangle"].length == 3
    [name] = set_aside_names(store)
    assert store.puzzle_statuses("peg").result() == {name: "started", "triangle": "won"}
    assert store.open_session(NAMESAKE).result() == (begun, True)


def test_saving_sets_another_puzzle_of_the_name_aside(store: Store) -> None:
    """A session that could not be stored for a while may meet that of another puzzle."""
    first = SavedSession.from_session(played(1), 1.0, 1.0)
    second = SavedSession.from_session(played(1, NAMESAKE), 1.0, 2.0)
    for save in (first, second, first._replace(elapsed=3.0), second._replace(elapsed=4.0)):
        store.save(save).result()
    assert store.open_session(NAMESAKE).result().save.elapsed == 4.0
    assert store.open_session(PUZZLE).result().save.elapsed == 3.0
    assert len(set_aside_names(store)) == 1


def test_a_puzzle_set_aside_is_continued_under_its_own_name(store: Store) -> None:
    save_won(store)
    store.open_session(NAMESAKE).result()
    [name] = set_aside_names(store)
    puzzle = store.load(name).result().puzzle()
    assert store.open_session(puzzle).result().save.ply == 3
    store.save(SavedSession.from_session(played(5, puzzle), 9.0, 9.0)).result()
    assert set_aside_names(store) == [name]
    opened = store.open_session(PUZZLE).result()
    assert (opened.save.ply, opened.save.title) == (5, "Triangle")
    assert store.open_session(puzzle).result().save.ply == 5  # in a list that is still shown


def test_an_unreadable_puzzle_is_not_set_aside(store: Store) -> None:
    save = save_won(store)._replace(spec="{")
    store.merge(StoreContent([save._replace(updated=9.0)], [], [])).result()
    opened = store.open_session(PUZZLE).result()
    assert not opened.has_set_aside
    with pytest.raises(ValueError, match="cannot be read"):
        opened.save.resume(Session(PUZZLE))


def test_import_keeps_both_puzzles_of_one_name(store: Store, tmp_path: Path) -> None:
    save_won(store)
    assert export_saves(tmp_path / "saves", tmp_path / "exported") == []
    other = Store(tmp_path / "other")
    try:
        own = SavedSession.from_session(played(2, NAMESAKE), 1.0, 5.0)
        other.save(own).result()
        for _ in range(2):
            import_saves(other, tmp_path / "exported")
            assert other.load("triangle").result() == own
            [name] = set_aside_names(other)
            assert other.puzzle_statuses("peg").result() == {name: "won", "triangle": "started"}
            assert other.run(best_results).result()[name].length == 3
        assert other.open_session(PUZZLE).result().save.ply == 3
        import_saves(other, tmp_path / "exported")
        assert other.puzzle_statuses("peg").result()["triangle"] == "won"
        assert len(other.outcomes().result()) == 2
    finally:
        other.close()


def test_renaming_a_puzzle_keeps_another_one_of_the_new_name(store: Store) -> None:
    save_won(store)
    own = Puzzle("ring", NAMESAKE.game, "Ring")
    store.save(SavedSession.from_session(played(1, own), 1.0, 2.0)).result()
    store.run(partial(rename_puzzle, old="ring", new="triangle", title="Triangle")).result()
    assert store.load("ring").result() is None
    [name] = set_aside_names(store)
    assert store.puzzle_statuses("peg").result() == {name: "won", "triangle": "started"}
    assert store.load_note("verdicts", "triangle").result() == ""
    assert store.open_session(PUZZLE).result().save.ply == 3


def test_closing_writes_everything(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for ply in range(1, 30):
        store.save(SavedSession.from_session(played(1), 0.0, 0.0)._replace(name=f"puzzle-{ply}"))
    store.close()
    count = sqlite3.connect(tmp_path / "sessions.sqlite").execute("SELECT count(*) FROM session")
    assert count.fetchone() == (29,)


def test_the_folder_is_private(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "saves")
    store.load("nothing").result()
    store.close()
    assert (tmp_path / "new" / "saves").stat().st_mode & 0o777 == 0o700


def test_unopenable_store_gives_a_reason(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    store = Store(tmp_path / "file")
    with pytest.raises(StoreError, match="cannot be used"):
        store.load("triangle").result()
    store.close()


def test_the_file_is_private(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    store.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
@pytest.mark.parametrize("begun", [False, True])
def test_unwritable_folder_is_reported(tmp_path: Path, begun: bool) -> None:
    if begun:
        store = Store(tmp_path)
        store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
        store.close()
    tmp_path.chmod(0o555)
    try:
        store = Store(tmp_path)
        store.claim()
        with pytest.raises(StoreError, match="cannot be used"):
            store.save(SavedSession.from_session(played(2), 0.0, 0.0)).result()
        store.close()
    finally:
        tmp_path.chmod(0o755)
    assert not broken(tmp_path)


def broken(folder: Path) -> list[bytes]:
    """Return the contents of the databases that were set aside as broken."""
    return [path.read_bytes() for path in folder.glob("sessions-????????-??????.broken*.sqlite")]


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0", b"\0" * 9000]
)
def test_file_that_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE_NAME).write_bytes(content)
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
    assert "are kept as sessions-" in store.next_notice()
    assert broken(tmp_path) == [content]
    save = store.load("triangle").result()
    assert save
    assert save.ply == 1
    store.close()


def test_two_files_set_aside_in_one_second_are_both_kept(tmp_path: Path) -> None:
    for content in (b"one" * 100, b"two" * 100):
        (tmp_path / DATABASE_NAME).write_bytes(content)
        store = Store(tmp_path)
        store.load("nothing").result()
        store.close()
    assert set(broken(tmp_path)) == {b"one" * 100, b"two" * 100}


def test_damage_found_during_a_game(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
    other = sqlite3.connect(tmp_path / DATABASE_NAME)
    other.execute("DROP TABLE attempt")
    other.close()
    store.save(SavedSession.from_session(played(2), 0.0, 0.0)).result()
    assert "are kept as" in store.next_notice()
    save = store.load("triangle").result()
    assert save
    assert save.ply == 2
    store.close()


@pytest.mark.parametrize(
    "change",
    ["moves = x'00ff'", "family = 'a pig'", "elapsed = 9e999", "ply = -1", "updated = 'yesterday'"],
)
def test_impossible_value_counts_as_damage(tmp_path: Path, change: str) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
    store.close()
    other = sqlite3.connect(tmp_path / DATABASE_NAME)
    with other:
        other.execute(f"UPDATE session SET {change}")
    other.close()
    store = Store(tmp_path)
    assert store.load("triangle").result() is None
    assert "damaged" in store.next_notice()
    store.close()


def test_deleted_file_is_recreated(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 0.0)).result()
    for path in tmp_path.iterdir():
        path.unlink()
    store.save(SavedSession.from_session(played(2), 0.0, 0.0)).result()
    store.close()
    assert (tmp_path / DATABASE_NAME).exists()


def test_full_disk_is_reported_and_recovered_from(store: Store) -> None:
    store.save(SavedSession.from_session(played(1), 0.0, 1.0)).result()
    store.run(lambda connection: connection.execute("PRAGMA max_page_count = 1")).result()
    large = SavedSession.from_session(played(2), 0.0, 2.0)._replace(moves="x" * 100_000)
    with pytest.raises(StoreError, match="the disk is full"):
        store.save(large).result()
    save = store.load("triangle").result()
    assert save
    assert save.ply == 1
    store.run(lambda connection: connection.execute("PRAGMA max_page_count = 9999")).result()
    store.save(large).result()


def test_two_instances_share_the_saves(tmp_path: Path) -> None:
    first, second = Store(tmp_path), Store(tmp_path)
    first.claim()
    first.save(SavedSession.from_session(played(1), 0.0, 1.0)).result()
    second.claim()
    second.save(SavedSession.from_session(played(2), 0.0, 2.0)).result()
    assert not first.next_notice()
    assert "Another Ludoscope" in second.next_notice()
    save = first.load("triangle").result()
    assert save
    assert save.ply == 2
    first.close()
    second.close()
    third = Store(tmp_path)
    third.claim()
    third.close()
    assert not third.next_notice()


@pytest.mark.long
def test_long_lock_by_another_instance_is_reported(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(1), 0.0, 1.0)).result()
    other = sqlite3.connect(tmp_path / DATABASE_NAME, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked"):
        store.save(SavedSession.from_session(played(2), 0.0, 2.0)).result()
    other.execute("ROLLBACK")
    other.close()
    store.save(SavedSession.from_session(played(2), 0.0, 2.0)).result()
    store.close()


def write_first_version(folder: Path, rows: Sequence[tuple[str, int, int, int]]) -> SavedSession:
    """Write sessions of three moves, each with its name, ply, over and won; return one of today."""
    connection = sqlite3.connect(folder / DATABASE_NAME)
    connection.execute(VERSION_1)
    old = SavedSession.from_session(played(3), 12.0, 100.0)
    row = (old.title, old.family, old.spec, old.moves)
    for name, ply, over, won in rows:
        values = (name, *row, ply, 0, 12.0, 100.0, over, won)
        connection.execute(f"INSERT INTO session VALUES ({', '.join('?' * 11)})", values)
    connection.execute("PRAGMA user_version = 1")
    connection.commit()
    connection.close()
    return old


def test_an_export_of_the_first_version_counts_nothing_twice(tmp_path: Path) -> None:
    write_first_version(tmp_path, [("triangle", 2, 0, 1), ("begun", 3, 0, 0)])
    assert export_saves(tmp_path, tmp_path / "exported") == []
    store = Store(tmp_path)
    before = store.outcomes().result()
    assert len(before) == 3
    import_saves(store, tmp_path / "exported")
    assert store.outcomes().result() == before
    store.close()


def test_saves_of_the_first_version(tmp_path: Path) -> None:
    rows = [("triangle", 2, 0, 1), ("begun", 3, 0, 0), ("ended", 3, 1, 1), ("lost", 3, 1, 0)]
    old = write_first_version(tmp_path, rows)
    store = Store(tmp_path)
    save = store.load("triangle").result()
    assert save
    assert (save.moves, save.node, save.ply, save.elapsed) == (old.moves, 2, 2, 12.0)
    assert store.puzzle_statuses("peg").result() == {
        "triangle": "won",
        "begun": "started",
        "ended": "won",
        "lost": "started",
    }
    outcomes = store.outcomes().result()
    assert sorted((o.name, o.won, o.is_open) for o in outcomes) == [
        ("begun", False, True),
        ("ended", True, False),
        ("lost", False, False),
        ("triangle", False, True),
        ("triangle", True, False),
    ]
    assert all(o.seconds is o.length is None and not o.clean for o in outcomes)
    store.save_note("seats", "triangle", "person person").result()
    assert store.load_note("seats", "triangle").result() == "person person"
    assert not store.next_notice()
    store.close()


def test_renaming_a_puzzle_to_its_own_name_keeps_its_results(store: Store) -> None:
    save = SavedSession.from_session(played(2), 5.0, 1.0)
    store.save(save)
    store.run(partial(rename_puzzle, old="triangle", new="triangle", title=save.title)).result()
    assert store.load("triangle").result() == save


def test_notes_by_kind_and_name(store: Store) -> None:
    assert store.load_note("learner", "3x3 black").result() == ""
    for text in ("first", "second"):
        store.save_note("learner", "3x3 black", text).result()
    store.save_note("seats", "3x3 black", "other").result()
    assert store.load_note("learner", "3x3 black").result() == "second"


def test_saves_of_the_second_version_gain_notes(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.save(SavedSession.from_session(played(2), 1.0, 1.0)).result()
    store.close()
    connection = sqlite3.connect(tmp_path / DATABASE_NAME)
    for table in ("note", "answer", "mistake"):
        connection.execute(f"DROP TABLE {table}")
    for column in ("node", "bookmarks", "comments"):
        connection.execute(f"ALTER TABLE session DROP COLUMN {column}")
    connection.execute("PRAGMA user_version = 2")
    connection.commit()
    connection.close()
    store = Store(tmp_path)
    store.save_note("learner", "3x3 black", "kept").result()
    assert store.load_note("learner", "3x3 black").result() == "kept"
    assert store.load("triangle").result()
    assert not store.next_notice()
    store.close()


def test_saves_of_the_third_version_become_trees(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE_NAME)
    connection.executescript(VERSION_3)
    old = played(4)
    values = (
        "triangle",
        "Triangle",
        "peg",
        SavedSession.from_session(old, 0.0, 0.0).spec,
        "\n".join(old.move_texts),
    )
    row = (*values, 3, 0, 12.0, 100.0, 0, 0, "5f1c5f1c5f1c5f1c", 0, 0)
    connection.execute(f"INSERT INTO session VALUES ({', '.join('?' * 14)})", row)
    attempt = ("5f1c5f1c5f1c5f1c", "triangle", 90.0, 0, 0, None, None)
    connection.execute("INSERT INTO attempt VALUES (?, ?, ?, ?, ?, ?, ?)", attempt)
    connection.execute("INSERT INTO note VALUES ('seats', 'triangle', 'kept')")
    connection.commit()
    connection.close()

    store = Store(tmp_path)
    save = store.load("triangle").result()
    assert save
    again = Session(PUZZLE)
    save.resume(again)
    assert (again.move_texts, again.ply, again.undone_count) == (old.move_texts, 3, 1)
    assert (again.attempt_id, again.hint_count, again.has_undone) == ("5f1c5f1c5f1c5f1c", 0, False)
    assert store.load_note("seats", "triangle").result() == "kept"
    assert len(store.outcomes().result()) == 1

    again.undo()
    again.play(again.game.moves(again.position)[-1])
    again.toggle_bookmark()
    store.save(SavedSession.from_session(again, 13.0, 101.0)).result()
    save = store.load("triangle").result()
    assert save
    branched = Session(PUZZLE)
    save.resume(branched)
    assert branched.history.to_text() == again.history.to_text()
    assert branched.history.format_bookmarks() == f"1:{branched.history.current.index}"
    assert not store.next_notice()
    store.close()


VERSION_1 = """
CREATE TABLE session (
    name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
    moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
    updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL
)"""


VERSION_3 = """
CREATE TABLE session (
    name TEXT PRIMARY KEY, title TEXT NOT NULL, family TEXT NOT NULL, spec TEXT NOT NULL,
    moves TEXT NOT NULL, ply INTEGER NOT NULL, person INTEGER NOT NULL, elapsed REAL NOT NULL,
    updated REAL NOT NULL, over INTEGER NOT NULL, won INTEGER NOT NULL,
    attempt TEXT NOT NULL DEFAULT '', hints INTEGER NOT NULL DEFAULT 1,
    undid INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE attempt (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, begun REAL NOT NULL, won INTEGER NOT NULL,
    clean INTEGER NOT NULL, seconds REAL, length INTEGER
);
CREATE TABLE note (kind TEXT NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (kind, name));
PRAGMA user_version = 3"""


def test_storing_a_move_after_five_thousand_is_fast(store: Store) -> None:
    save = SavedSession.from_session(played(1), 0.0, 1.0)._replace(
        moves="\n".join(["5,4:NESW"] * 5000)
    )
    store.save(save).result()
    began = time.process_time()
    for _ in range(20):
        store.save(save).result()
    assert (time.process_time() - began) / 20 < 0.01


def test_deals_have_the_titles_of_today_whatever_was_stored(store: Store) -> None:
    titles = {
        "FreeCell.123456": ("FreeCell 123456 forced", "xpat2 FreeCell 123456, full autoplay"),
        "ms-24-free": ("Microsoft FreeCell 24", "FreeCell 24"),
        "pasted-12345678": ("pasted 1234", "pasted 1234"),
    }
    deal = catalogue.find("ms-24-free").game
    for name, (stored_title, _) in titles.items():
        session = Session(Puzzle(name, deal, stored_title))
        session.play(deal.moves(session.position)[0])
        save = SavedSession.from_session(session, 5.0, 1.0)
        attempt = next(save.attempts())._replace(won=True)
        store.save(save, [attempt])
    current = {name: title for name, (_, title) in titles.items()}
    rows = (
        store.unfinished_sessions(9).result(),
        store.outcomes().result(),
        store.run(recent_wins).result(),
        store.run(partial(played_puzzles, "patience")).result(),
    )
    for found in rows:
        assert {row.name: row.title for row in found} == current
    save = store.load("ms-24-free").result()
    assert save
    assert save.puzzle().title == "FreeCell 24"
