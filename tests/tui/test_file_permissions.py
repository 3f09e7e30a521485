"""File permissions: files are readable by the owner only, never links, never pipes."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoscope.games.peg.board import BOARDS
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Solved
from ludoscope.search.peg.atlas import Atlas, load_cached, save_atlas
from ludoscope.search.storage import private_files
from ludoscope.search.storage.folders import cache_folder
from ludoscope.search.storage.quota import evict_atlases, saved_bytes
from ludoscope.tui import keymap
from ludoscope.tui.commands import cli
from ludoscope.tui.model.hexapawn_values import FILE_NAME as SIZES
from ludoscope.tui.model.hexapawn_values import StartValues
from ludoscope.tui.model.session import Session
from ludoscope.tui.saves import KEYS_FILE, exports, problems
from ludoscope.tui.saves.database import DATABASE_NAME, claim_folder
from ludoscope.tui.saves.save import SavedSession
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.saves.store import Store, StoreError

TRIANGLE = PegGame(BOARDS["triangle"], BOARDS["triangle"].all_holes & ~1)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def usual_mask():
    """Set a umask that lets everyone read files unless a program restricts them."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def atlas() -> Atlas:
    work = Atlas.build(TRIANGLE, Budget(Limits()))
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value


def save(folder: Path) -> None:
    session = Session(catalogue.find("lucas-01"))
    session.play(session.game.moves(session.position)[0])
    store = Store(folder)
    try:
        store.claim()
        store.save(SavedSession.from_session(session, 1.0, 1.0)).result()
    finally:
        store.close()


def hexapawn(folder: Path) -> None:
    StartValues(folder / "cache" / SIZES).add_result(
        (3, 3), Solved(moves=(), explored=1, seconds=0.1, value=1), Limits()
    )


WRITERS: dict[str, Callable[[Path], object]] = {
    "settings.json": lambda folder: Settings.change(folder, suits=4),
    KEYS_FILE: lambda folder: keymap.write(folder, {"play.undo": "z"}),
    "problems/a.peg.txt": lambda folder: problems.save(folder, "a", TRIANGLE),
    DATABASE_NAME: save,
    "in-use": save,
    f"cache/{SIZES}": hexapawn,
}


def everything(folder: Path) -> None:
    for write in dict.fromkeys(WRITERS.values()):
        write(folder)
    exports.write(folder, "race", {".csv": "a", ".svg": "b"})
    save_atlas(atlas())


@pytest.mark.parametrize("profile", ["", "profiles/ann"])
def test_all_written_files_are_private(home: Path, profile: str) -> None:
    everything(home / profile)
    found = [home, *home.rglob("*")]
    assert len(found) > 10
    modes = {path: path.stat().st_mode & 0o777 for path in found}
    assert modes == {path: 0o700 if path.is_dir() else 0o600 for path in found}


def test_permissions_of_older_files_are_tightened(home: Path) -> None:
    everything(home)
    before = [path for path in home.rglob("*") if path.parent.name != "exports"]
    for path in before:
        path.chmod(0o755 if path.is_dir() else 0o644)
    everything(home)
    assert not [path for path in before if path.exists() and path.stat().st_mode & 0o077]


def refused(folder: Path, name: str) -> str:
    """Return the reason why a file cannot be written."""
    if name == "in-use":  # the saves do without
        save(folder)
    try:
        (claim_folder if name == "in-use" else WRITERS[name])(folder)
    except (OSError, StoreError) as error:
        return str(error)
    raise AssertionError("written")


@pytest.mark.parametrize("name", WRITERS)
def test_symbolic_links_are_not_followed(home: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / "target"
    target.write_text("untouched")
    place = home / name
    place.parent.mkdir(parents=True)
    place.symlink_to(target)
    assert "symbolic link" in refused(home, name)
    assert target.read_text() == "untouched"
    assert place.is_symlink()


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_symbolic_links_beside_the_database_are_refused(
    home: Path, tmp_path: Path, ending: str
) -> None:
    home.mkdir()
    (home / f"{DATABASE_NAME}{ending}").symlink_to(tmp_path / "target")
    with pytest.raises(StoreError, match="symbolic link"):
        save(home)
    assert not (tmp_path / "target").exists()


@pytest.mark.parametrize("name", WRITERS)
def test_pipes_are_not_opened(home: Path, name: str) -> None:
    place = home / name
    place.parent.mkdir(parents=True)
    os.mkfifo(place)
    assert "not a regular file" in refused(home, name)
    assert Settings.load(home) == Settings()
    assert keymap.read_keys_file(home)[0] == {}
    assert problems.find(home, "a") is None
    assert StartValues().saved_values == {}


@pytest.mark.parametrize("name", ["problems", "cache", "exports", "profiles", "profiles/ann"])
def test_linked_folders_are_refused(home: Path, tmp_path: Path, name: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    everything(elsewhere)
    before = {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
    shutil.rmtree(home)
    (home / name).parent.mkdir(parents=True)
    (home / name).symlink_to(elsewhere / ("" if "profiles" in name else name))
    own = home / "profiles/ann" if "profiles" in name else home
    failed = 0
    for write in (everything, *dict.fromkeys(WRITERS.values())):
        try:
            write(own)
        except (OSError, StoreError) as error:
            assert "symbolic link" in str(error)
            failed += 1
    assert failed
    after = {path: path.read_bytes() for path in elsewhere.rglob("*") if path.is_file()}
    assert after == before
    assert problems.library_entries(own, "peg") == [] or name not in ("problems", "profiles/ann")


def test_home_itself_may_be_a_link(home: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    home.symlink_to(tmp_path / "disk")
    everything(home)
    assert (tmp_path / "disk" / DATABASE_NAME).is_file()


def test_file_named_by_the_user_follows_the_umask(home: Path, tmp_path: Path) -> None:
    save(home)
    assert cli.main(["export", str(tmp_path / "mine.txt")]) == 0
    assert (tmp_path / "mine.txt").stat().st_mode & 0o777 == 0o644


def test_a_failed_write_leaves_nothing(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    private_files.write_atomically(home / "a", "before")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        private_files.write_atomically(home / "a", "after")
    assert [path.read_text() for path in home.iterdir()] == ["before"]


# How much is kept


def test_least_recently_used_atlases_are_deleted(home: Path) -> None:
    made = save_atlas(atlas())
    size = made.stat().st_size
    for at in range(4):
        old = cache_folder() / f"peg-{at}.atlas"
        old.write_bytes(bytes(size))
        os.utime(old, (at + 1, at + 1))
    os.utime(made, (2.5, 2.5))
    assert load_cached(TRIANGLE)  # so it was used last
    evict_atlases(cache_folder(), size, 3 * size)
    assert {path.name for path in cache_folder().iterdir()} == {made.name, "peg-3.atlas"}


def test_too_large_atlas_is_not_stored(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr("ludoscope.search.storage.quota.DEFAULT_CACHE_BYTES", 100)
    assert cli.main(["atlas", "lucas-01"]) == 0
    assert "not saved: " in capsys.readouterr().out
    assert not list(home.rglob("*.atlas"))


def test_only_the_cache_and_profiles_at_the_top_are_not_counted(tmp_path: Path) -> None:
    for place in ("cache", "profiles", "exports", "exports/cache", "exports/profiles"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "file").write_bytes(bytes(100))
    assert saved_bytes(tmp_path) == 300


def test_saves_respect_the_quota(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOSCOPE_QUOTA", "1")
    store = Store(home)
    kept = [store.save_note("seats", str(at), "x" * 10_000) for at in range(100)]
    assert "the limit of 0.5 MB for saves is reached" in str(kept[-1].exception())
    assert store.load_note("seats", "0").result()
    store.close()
    assert (home / DATABASE_NAME).stat().st_size <= 500_000
    private_files.write_atomically(home / "exports" / "large", bytes(500_000))
    with pytest.raises(ValueError, match="limit of"):
        problems.save(home, "one", TRIANGLE)


def test_mistyped_profile_is_reported_and_not_created(
    home: Path, capsys: pytest.CaptureFixture, tmp_path: Path
) -> None:
    assert cli.main(["export", "--profile", "typo"]) == 66
    assert "no such profile: typo" in capsys.readouterr().err
    (tmp_path / "bad").write_text("{}\n")
    assert cli.main(["import", str(tmp_path / "bad"), "--profile", "typo"]) == 65
    assert not home.exists()
    save(home)
    assert cli.main(["export", str(tmp_path / "good")]) == 0
    assert cli.main(["import", str(tmp_path / "good"), "--profile", "new"]) == 0
    assert "profile new was created" in capsys.readouterr().out


@pytest.mark.long
async def test_unreadable_settings_are_reported(open_app, tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    (tmp_path / "saves" / "settings.json").symlink_to("/dev/null")
    async with open_app(size=(120, 40)) as pilot:
        await pilot.wait_until(lambda: "the default settings are used" in pilot.notifications())
        await pilot.press(",", "right")
        await pilot.wait_until(lambda: "settings.json is a symbolic link" in pilot.screen_text())
