"""`ludoscope generate`: puzzles of a wanted length as lines, as JSON, as files."""

import json
from functools import partial

import pytest

from ludoscope.puzzles.registry import collection
from ludoscope.search.kernels import is_compiled


@pytest.fixture
def generate(ludoscope):
    return partial(ludoscope, "generate")


@pytest.mark.long
@pytest.mark.skipif(
    not is_compiled("ludoscope.search.rush.kernels.annealing"), reason="kernels not compiled"
)
def test_twenty_slides_where_nothing_is_said(generate):
    made = generate("rush", "--count", "2")
    assert made.code == 0
    lines = made.out.splitlines()
    assert len(lines) == 2
    for line in lines:
        assert line.endswith(", 20 slides")
        assert len(line.split()[0]) == 36
    seed = made.err.split()[-1]
    again = generate("rush", "--count", "2", "--seed", seed)
    assert (again.out, again.err) == (made.out, "")


def test_json(generate):
    made = json.loads(generate("rush", "--cells", "6", "--seed", "3", "--json").out)
    assert [puzzle["cells"] for puzzle in made] == [6]
    assert made[0]["grade"] == "easy"
    assert made[0]["seed"] == 3
    assert len(made[0]["puzzle"]) == 36


def test_files_that_the_program_reads(generate, tmp_path):
    folder = tmp_path / "new" / "puzzles"
    made = generate("rush", "--slides", "4", "--count", "2", "--seed", "8", "-o", str(folder))
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == ["orush-4-slides-8-01.txt", "orush-4-slides-8-02.txt"]
    for file, line in zip(files, made.out.splitlines(), strict=True):
        game = collection("rush").read(file.read_text(encoding="utf-8"), file).game
        assert (
            collection("rush").position_formats["string"](game, game.start).strip()
            == line.split()[0]
        )
        assert line.endswith(str(file))


def test_training_positions_as_json_name_their_file(generate, tmp_path):
    path = tmp_path / "training-hexapawn-7.txt"
    words = ("hexapawn", "--training", "--count", "2", "--seed", "7")
    assert generate(*words, "-o", str(tmp_path)).out == f"{path}\n"
    lines = path.read_text()
    made = json.loads(generate(*words, "-o", str(tmp_path), "--json").out)
    assert [position["file"] for position in made] == [str(path)] * 2
    assert path.read_text() == lines
    assert all("file" not in position for position in json.loads(generate(*words, "--json").out))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["rush", "--slides", "61"], "expected a number from 2 to 60"),
        (["rush", "--cells", "2", "--walls", "1"], "expected 3 to 93"),
        (["rush", "--cells", "9", "--slides", "5"], "not allowed with"),
        (["rush", "--count", "0"], "--count"),
        (["hexapawn"], "puzzles of hexapawn cannot be generated, expected one of peg, rush"),
        (["chess"], "invalid choice"),
    ],
)
def test_wrong_usage(generate, words, said):
    result = generate(*words)
    assert result.code == 64
    assert said in result.err
    assert result.err.count("\n") == 1
    assert result.out == ""


def test_it_gives_up_in_time(generate):
    result = generate("rush", "--slides", "60", "--time", "0.3", "--seed", "1")
    assert result.code == 1
    assert result.out == ""
    assert "gave up: 0 of 1 puzzles in 0.3 s" in result.err
