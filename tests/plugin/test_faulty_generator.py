"""Generators of an installed plug-in that fail: the command says so, other games are generated."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from faults import Fault, install_lights_out
from registries import refresh_registries

from ludoscope.tui.commands.cli import main

DECLARE = """
from ludoscope.puzzles.generator import Generator

class LightsOutGenerator(Generator):
    def generate(self, seed, **options):
        {generate}

    def facts(self, puzzle):
        return {facts}

LightsOutCollection.generator = lambda self: {generator}
"""
SOUND = {
    "generate": "yield LightsOutCollection().find('lightsout-1')",
    "facts": "{'lights': 3}",
    "generator": "LightsOutGenerator()",
}
FAULTS = [
    {"generator": "1 / 0"},
    {"generator": "5"},
    {"generate": "yield 1 / 0"},
    {"generate": "yield 5"},
    {"facts": "1 / 0"},
    {"facts": "5"},
]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    yield folder
    monkeypatch.undo()
    for name in [name for name in sys.modules if name.partition(".")[0] == "lightsout"]:
        del sys.modules[name]
    refresh_registries()


def install(site: Path, changes: dict[str, str]) -> None:
    code = DECLARE.format(**{**SOUND, **changes})
    install_lights_out(site, Fault("generator", "puzzles", code, ""))
    refresh_registries()


def test_a_sound_one_generates(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    install(site, {})
    assert main(["generate", "lightsout", "--seed", "1", "--json"]) == 0
    assert '"lights": 3' in capsys.readouterr().out


@pytest.mark.parametrize("changes", FAULTS, ids=str)
def test_a_faulty_one_is_named_and_leaves_others(
    changes: dict[str, str], site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    install(site, changes)
    assert main(["generate", "lightsout", "--seed", "1", "--json"]) in (1, 70)
    captured = capsys.readouterr()
    assert captured.out == ""
    for line in captured.err.splitlines():
        assert line.startswith(("ludoscope: Lights Out failed: ", "ludoscope: the generator of"))
    assert captured.err
    assert main(["generate", "rush", "--slides", "3", "--seed", "1"]) == 0
    assert main(["generate", "hexapawn"]) == 64
    assert main(["--help"]) == 0
