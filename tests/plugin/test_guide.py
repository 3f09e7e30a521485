"""The guide to plug-ins, `docs/adding-a-game.md`: its files are written and its commands run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from distributions import forget_package, put_on_path

from ludoscope.tui.commands.cli import main

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
FINISHED = ROOT / "docs" / "examples" / "lights_out"
GAME = "lightsout"
IN_FULL = re.compile(r"^`([\w/.]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Step(NamedTuple):
    """A step of the guide: the files it shows, then the commands it runs with their output."""

    title: str
    files: dict[str, str]
    commands: list[tuple[str, str]]


def read_steps() -> Iterator[Step]:
    for part in GUIDE.split("\n## Step ")[1:]:
        title, _, text = part.partition("\n")
        text = text.partition("\n## ")[0] if "\n## " in text else text
        consoles = "".join(CONSOLE.findall(text))
        commands = [each.partition("\n") for each in consoles.split("$ ")[1:]]
        yield Step(title, dict(IN_FULL.findall(text)), [(line, out) for line, _, out in commands])


STEPS = list(read_steps())


def write_files(step: Step, folder: Path) -> None:
    for name, text in step.files.items():
        (folder / name).write_text(text, encoding="utf-8")


@pytest.mark.long
def test_each_step_does_what_the_guide_says(
    forked_workers: None,
    checked_here: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site = tmp_path / "site"
    site.mkdir()
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.chdir(tmp_path)
    try:
        for step in STEPS:
            if step.files:
                write_files(step, tmp_path / GAME)
                put_on_path(tmp_path / GAME, site)
                forget_package(GAME)
            for line, expected in step.commands:
                program, *words = shlex.split(line)
                if program == "ludoscope":
                    assert main(words) == 0, (step.title, line, capsys.readouterr())
                    printed = capsys.readouterr().out.rstrip()
                    pattern = re.escape(expected.rstrip()).replace("…", "(?s:.*)")
                    assert re.fullmatch(pattern, printed), f"{line}:\n{printed}"
                if words[0] == "new-game":
                    put_on_path(tmp_path / GAME, site)
                    monkeypatch.syspath_prepend(site)
                    forget_package(GAME)
    finally:
        monkeypatch.undo()
        forget_package(GAME)
    assert len(STEPS) == 6


def test_the_files_of_the_last_steps_are_the_finished_game(tmp_path: Path) -> None:
    shown: dict[str, str] = {}
    for step in STEPS:
        shown |= step.files
    assert set(shown) > {f"{GAME}/rules.py", f"{GAME}/board.py", "tests/test_game.py"}
    for name, text in shown.items():
        assert (FINISHED / name).read_text(encoding="utf-8") == text, name


def test_files_that_the_guide_does_not_show_are_those_of_new_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new-game", GAME, "--title", "Lights Out"]) == 0
    shown = {name for step in STEPS for name in step.files}
    paths = [path.relative_to(GAME) for path in Path(GAME).rglob("*") if path.is_file()]
    hidden = {str(path) for path in paths} - shown
    assert hidden == {"pyproject.toml", f"{GAME}/__init__.py"}
    for name in hidden:
        assert (FINISHED / name).read_text() == (Path(GAME) / name).read_text(), name


@pytest.mark.long
def test_the_finished_game_is_installed_by_pip_and_passes_its_tests(tmp_path: Path) -> None:
    source = shutil.copytree(FINISHED, tmp_path / "source")
    environment = tmp_path / "venv"
    venv.create(environment, system_site_packages=True, symlinks=True, with_pip=False)
    python = environment / "bin" / "python"
    target = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    pip = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--quiet", "--target", target, str(source)], check=True)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), target])}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        str(source / "tests"),
    ]
    done = subprocess.run(command, env=env, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
