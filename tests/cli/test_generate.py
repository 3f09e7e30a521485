"""`ludoscope generate`: puzzles of a wanted length as lines, as JSON, as files."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from ludoscope.puzzles.generator import GeneratorProgress
from ludoscope.puzzles.registry import collection
from ludoscope.search.kernels import is_compiled
from ludoscope.tui.commands import generate as command

SEED = 7  # in place of a random one
SEARCHES = [  # words, and the function that searches
    (("hexapawn", "--training"), "generate_positions"),
    (("peg", "--jumps", "4"), "generate_puzzles"),
]


@pytest.fixture
def generate(ludoscope):
    return partial(ludoscope, "generate")


def interrupted(search: Callable[..., Iterator[Any]], count: int) -> Callable[..., Iterator[Any]]:
    """Return a search that is interrupted after it has found `count` puzzles or positions."""

    def run(*arguments: Any) -> Iterator[Any]:
        found = 0
        for event in search(*arguments):
            yield event
            found += event is not None and not isinstance(event, GeneratorProgress)
            if found == count:
                raise KeyboardInterrupt

    return run


@pytest.fixture
def interrupt(monkeypatch):
    """Let the searches be interrupted after two results, and fix the seed."""
    monkeypatch.setattr(command.secrets, "randbits", lambda bits: SEED)
    with monkeypatch.context() as patch:
        for _, search in SEARCHES:
            patch.setattr(command, search, interrupted(getattr(command, search), 2))
        yield patch


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


@pytest.mark.parametrize("words", [words for words, _ in SEARCHES])
def test_an_interrupt_keeps_what_was_found_and_tells_the_seed(generate, interrupt, words):
    result = generate(*words, "--count", "9", "--json")
    assert (result.code, result.err) == (130, f"the same again: --seed {SEED}\n")
    found = json.loads(result.out)
    assert len(found) == 2
    interrupt.undo()
    again = generate(*words, "--count", "2", "--seed", str(SEED), "--json")
    assert json.loads(again.out) == found


def test_an_interrupt_writes_the_training_positions_found(generate, interrupt, tmp_path):
    path = tmp_path / "new" / f"training-hexapawn-{SEED}.txt"
    result = generate("hexapawn", "--training", "--count", "9", "-o", str(path.parent))
    assert (result.code, result.out) == (130, f"{path}\n")
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(("words", "search"), SEARCHES)
def test_a_folder_is_refused_before_the_search(generate, monkeypatch, tmp_path, words, search):
    def fail(*_: object) -> Iterator[None]:
        pytest.fail("searched")
        yield

    monkeypatch.setattr(command, search, fail)
    (tmp_path / "file").touch()
    for folder in (str(tmp_path / "file"), str(tmp_path / "file" / "folder"), "/proc"):
        result = generate(*words, "-o", folder)
        assert (result.code, result.out) == (66, "")
        assert result.err.count("\n") == 1


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
