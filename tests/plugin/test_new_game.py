"""The command `new-game`: the package that it writes, and what it refuses."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from distributions import forget_package, put_on_path
from many import case
from test_sokoban import open_app

from ludoscope.testing import CHECKS, find_faults
from ludoscope.tui.commands import new_game
from ludoscope.tui.commands.cli import main

ROOT = Path(__file__).parents[2]
NAME = "coins"


@pytest.fixture
def package(
    forked_workers: None,
    checked_here: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Iterator[Path]:
    """Return the folder that `new-game` has written, installed in this process."""
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", NAME, "--title", "Heads & tails"]) == 0
    site = tmp_path / "site"
    site.mkdir()
    put_on_path(tmp_path / NAME, site)
    monkeypatch.syspath_prepend(site)
    forget_package(NAME)
    yield tmp_path / NAME
    monkeypatch.undo()
    forget_package(NAME)


async def test_package_is_played_at_once(package: Path) -> None:
    async with open_app("coins-1") as pilot:
        await pilot.wait_for_text("Heads & tails", "winnable in 1", "2 of 4 tails")
        await pilot.press("i")
        await pilot.wait_for_text("look at coin 2")
        await pilot.press("enter")
        await pilot.wait_for_text("Solved")


def test_package_keeps_the_contract_and_the_style(package: Path) -> None:
    assert find_faults(NAME, *CHECKS) == []
    lines = [line for path in package.rglob("*.py") for line in path.read_text().splitlines()]
    assert len(lines) < 350
    rules = ["--isolated", "--line-length", "100", "--select", "E,F,N,UP,SIM,RUF,B,D3,D4"]
    command = [sys.executable, "-m", "ruff", "check", *rules, "--ignore", "D413,D407,D406,D401"]
    subprocess.run([*command, str(package)], check=True, capture_output=True)


@pytest.mark.long
def test_package_is_typed(package: Path) -> None:
    config = ["--config-file", str(ROOT / "pyproject.toml"), "--follow-imports=silent"]
    command = [sys.executable, "-m", "mypy", *config, "-p", NAME]
    env = {"MYPYPATH": f"{ROOT}:{package}", "PATH": ""}
    done = subprocess.run(command, cwd=package, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


REFUSED = {  # words after `new-game`: the exit code, and a part of the sentence
    ("../coins",): (64, "found the name '../coins', expected one to nine small letters"),
    ("/tmp/coins",): (64, "expected one to nine small letters"),
    ("",): (64, "found the name ''"),
    ("Coins",): (64, "found the name 'Coins'"),
    ("two-words",): (64, "found the name 'two-words'"),
    ("é",): (64, "expected one to nine small letters"),
    ("tenletters",): (64, "expected one to nine small letters"),
    ("lambda",): (64, "the name lambda is a keyword of Python"),
    ("peg",): (64, "the name peg is taken by a game that is installed"),
    ("solve",): (64, "the name solve is taken by the command solve"),
    ("json",): (64, "the name json is taken by a module"),
    ("textual",): (64, "the name textual is taken by a module"),
    ("tests",): (64, "the name tests is taken by a module"),
    ("coins", "--title", 'a "quote"'): (64, "found the title"),
    ("coins", "--title", "two\nlines"): (64, "found the title"),
    ("coins", "--title", ""): (64, "found the title ''"),
    ("coins", "--guest"): (64, "unrecognized arguments: --guest"),
    ("folder",): (66, "folder: File exists"),
    ("file",): (66, "file: File exists"),
    ("link",): (66, "link: File exists"),
}


def test_other_names_are_refused_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    Path("link").symlink_to("nowhere")
    before = sorted(tmp_path.iterdir())
    for words, (exit_code, sentence) in REFUSED.items():
        with case(*words):
            assert main(["new-game", *words]) == exit_code
            error = capsys.readouterr().err
            assert sentence in error
            assert error.count("\n") == 1
            assert sorted(tmp_path.iterdir()) == before


def test_a_package_that_cannot_be_written_is_removed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    files = list(new_game._package_files("coins", "Coins"))

    def full_disk(name: str, title: str) -> Iterator[tuple[Path, str]]:
        yield from files[:3]
        raise OSError(28, "No space left on device", "rules.py")

    def interrupted(name: str, title: str) -> Iterator[tuple[Path, str]]:
        yield from files[:3]
        raise KeyboardInterrupt

    for write, exit_code in ((full_disk, 66), (interrupted, 130)):
        monkeypatch.setattr(new_game, "_package_files", write)
        assert main(["new-game", "coins"]) == exit_code
        assert list(tmp_path.iterdir()) == []
    assert "No space left on device" in capsys.readouterr().err
