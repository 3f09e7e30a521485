"""A distribution by a stranger, installed into a folder of its own."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from many import FULL
from registries import refresh_registries

from ludoscope.games import FAMILIES
from ludoscope.tui.game_check import client, subject
from ludoscope.tui.game_check.checks import CheckResult, run_checks
from ludoscope.tui.game_check.subject import Subject
from ludoscope.tui.game_check.worker import LOADING

SOKOBAN = Path(__file__).with_name("sokoban")
BUSY_FACTOR = 10  # by which checks may take longer where other tests run beside them


BUILD = "from setuptools import build_meta; build_meta.build_wheel('..')"


def install(source: Path, folder: Path) -> None:
    """Build the wheel of a distribution and unpack it, as an installer does."""
    subprocess.run([sys.executable, "-c", BUILD], cwd=source, check=True, capture_output=True)
    [wheel] = source.parent.glob("*.whl")
    shutil.unpack_archive(wheel, folder, "zip")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder in which Sokoban is installed."""
    folder = tmp_path_factory.mktemp("stranger")
    source = shutil.copytree(SOKOBAN, folder / "source")  # setuptools builds in it
    install(source, folder / "site")
    return folder / "site"


@pytest.fixture
def installed(
    site: Path, forked_workers: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Iterator[None]:
    """Install Sokoban beside the bundled games, in this process and in its workers."""
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.syspath_prepend(site)
    refresh_registries()
    assert "sokoban" in FAMILIES
    yield
    monkeypatch.undo()
    refresh_registries()
    for name in [name for name in sys.modules if name.split(".")[0] == "sokoban"]:
        del sys.modules[name]


@pytest.fixture
def checked_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `check-game` run its checks in this process, and on fewer positions: in less time."""
    if not FULL:
        monkeypatch.setattr(subject, "MAX_PUZZLES", 2)
        monkeypatch.setattr(subject, "MAX_POSITIONS", 40)

    def check(name: str, checks: list[str], seed: int, seconds: float) -> Iterator[CheckResult]:
        yield CheckResult(LOADING, (), 0.0)
        yield from run_checks(Subject(name, seed=seed), checks, BUSY_FACTOR * seconds)

    monkeypatch.setattr(client, "check_in_process", check)
