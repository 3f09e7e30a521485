"""`ludoscope generate`: puzzles of a wanted length as lines, as JSON, as files."""

import json
import os
import subprocess
import sys

import pytest

from ludoscope.puzzles import rush
from ludoscope.search.kernels import compiled

ENVIRONMENT = os.environ | {"PYTHONIOENCODING": "utf-8"}


def generate(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludoscope.tui.cli", "generate", *words],
        capture_output=True,
        text=True,
        timeout=60,
        env=ENVIRONMENT,
    )


@pytest.mark.skipif(
    not compiled("ludoscope.search.rush.kernels.annealing"), reason="kernels not compiled"
)
def test_twenty_slides_where_nothing_is_said():
    made = generate("rush", "--count", "2")
    assert made.returncode == 0
    lines = made.stdout.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.endswith(", 20 slides")
        assert len(line.split()[0]) == 36
    seed = made.stderr.split()[-1]
    again = generate("rush", "--count", "2", "--seed", seed)
    assert (again.stdout, again.stderr) == (made.stdout, "")


def test_json():
    made = json.loads(generate("rush", "--cells", "6", "--seed", "3", "--json").stdout)
    assert [puzzle["cells"] for puzzle in made] == [6]
    assert made[0]["grade"] == "beginner"
    assert made[0]["seed"] == 3
    assert len(made[0]["puzzle"]) == 36


def test_files_that_the_program_reads(tmp_path):
    folder = tmp_path / "new" / "puzzles"
    made = generate("rush", "--slides", "4", "--count", "2", "--seed", "8", "-o", str(folder))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["orush-4-slides-8-01.txt", "orush-4-slides-8-02.txt"]
    for file, line in zip(files, made.stdout.splitlines(), strict=True):
        game = rush.read(file.read_text(encoding="utf-8"), file).game
        assert rush.WRITERS["string"](game, game.start).strip() == line.split()[0]
        assert line.endswith(str(file))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rush", "--slides", "61"], "expected 2 to 60"),
        (["rush", "--cells", "2", "--walls", "1"], "expected 3 to 93"),
        (["rush", "--cells", "9", "--slides", "5"], "not allowed with"),
        (["rush", "--count", "0"], "--count"),
        (["peg"], "invalid choice"),
    ],
)
def test_wrong_usage(words, said):
    result = generate(*words)
    assert result.returncode == 64
    assert said in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_it_gives_up_in_time():
    result = generate("rush", "--slides", "60", "--time", "0.3", "--seed", "1")
    assert result.returncode == 1
    assert result.stdout == ""
    assert "gave up: 0 of 1 puzzles in 0.3 s" in result.stderr
