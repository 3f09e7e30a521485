"""Generators, numbered puzzles and suites of a plug-in in `generate`, `batch` and `bench`."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from lamps import Lamps
from many import each_of

import ludoscope
from ludoscope.puzzles import daily, series
from ludoscope.puzzles.batch.name_patterns import find_name_pattern
from ludoscope.puzzles.bench.suites import Suite
from ludoscope.puzzles.generator import Generator, GeneratorProgress, Option
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.tui.commands.cli import main


class LampGenerator(Generator):
    options = (
        Option("lamps", "how many lamps, 100 % of them on", 1, 9),
        Option("max_rows", "at most N rows", 1, 3),
        Option("colour", "the colour", choices=("red", "blue"), excludes=("lamps",)),
        Option("walls", "walls between them", 0, 1),
    )

    def generate(self, seed: int, **options: Any) -> Iterator[Puzzle | GeneratorProgress]:
        if options.get("lamps") == 9:
            raise ValueError("found 9 lamps, and no room for them")

        def puzzles() -> Iterator[Puzzle | GeneratorProgress]:
            for number in range(3):
                yield GeneratorProgress(f"{number} so far")
                game = Lamps(options.get("lamps", 2) + seed + number)
                yield Puzzle(f"new-{number}", game, "New", options.get("colour", "no colour"))

        return puzzles()


class LampPuzzles(ludoscope.Collection):
    example = "lamps-1"
    daily_prefix = "lamps-2"
    numbered_series = ("lamps-N",)
    new: object = LampGenerator()

    def find(self, name: str) -> Puzzle | None:
        if day := daily.parse_day(name, "lamps"):
            return Puzzle(daily.name_for("lamps", day), Lamps(day.day), "Lamps of the day")
        head, _, number = name.partition("-")
        if head != "lamps":
            return None
        if not 100 <= int(number) < 200:
            raise ValueError("expected 100 to 199")
        return Puzzle(name, Lamps(int(number)), number)

    def generator(self) -> Any:
        return self.new

    def bench_suite(self) -> tuple[Suite, ...]:
        return (Suite("lamps", "Lamps 100-101", "breadth-first", ("lamps-100", "lamps-101")),)


class LampFamily(ludoscope.GameFamily):
    name, title, goal = "lamps", "Lamps", "Switch off all lamps."

    def from_spec(self, spec: dict[str, Any]) -> Lamps:
        return Lamps(spec["start"])


@pytest.fixture(autouse=True)
def lamps() -> Iterator[None]:
    with ludoscope.register(LampFamily, collection=LampPuzzles):
        yield


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_generate_offers_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "generate", "--help")
    assert code == 0
    assert "rush, lamps" in out
    assert "how many lamps, 100 % of them on" in out
    assert "--slides" in out
    code, out, err = run(capsys, "generate", "lamps", "--count", "2", "--seed", "4", "--lamps", "3")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "ludoscope 'lamps {%22family%22:%22lamps%22,%22start%22:7} 0:'  no colour",
        "ludoscope 'lamps {%22family%22:%22lamps%22,%22start%22:8} 0:'  no colour",
    ]


def test_a_generated_line_is_solved(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "generate", "lamps", "--seed", "1", "--json")
    [puzzle] = json.loads(out)
    assert puzzle["seed"] == 1
    code, out, _ = run(capsys, "solve", puzzle["puzzle"])
    assert code == 0
    assert "3 moves, the fewest moves there are" in out


def test_generated_files_are_in_its_format(capsys: pytest.CaptureFixture[str], tmp_path) -> None:
    code, _, err = run(
        capsys, "generate", "lamps", "--count", "4", "--seed", "1", "-o", f"{tmp_path}"
    )
    assert code == 1
    assert err == "ludoscope: gave up: 3 of 4 puzzles\n"
    assert [(file.name, file.read_text()) for file in sorted(tmp_path.iterdir())] == [
        ("lamps-1-01.txt", "3\n"),
        ("lamps-1-02.txt", "4\n"),
        ("lamps-1-03.txt", "5\n"),
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("lamps --slides 3", "--slides: not of lamps, which has --lamps, --max-rows, --colour"),
        ("rush --lamps 3", "--lamps: not of rush, which has --slides, --cells, --walls"),
        ("lamps --lamps 10", "--lamps: '10' found, expected a number from 1 to 9"),
        ("lamps --walls 2", "--walls: '2' found, expected a number from 0 to 1"),
        ("lamps --colour green", "--colour: 'green' found, expected one of red, blue"),
        ("lamps --colour red --lamps 3", "--colour: not allowed with argument --lamps"),
        ("lamps --lamps 9", "found 9 lamps, and no room for them"),
        ("hexapawn", "puzzles of hexapawn cannot be generated, expected one of "),
    ],
)
def test_wrong_options(capsys: pytest.CaptureFixture[str], words: str, said: str) -> None:
    code, out, err = run(capsys, "generate", *words.split())
    assert (code, out, err.count("\n")) == (64, "", 1)
    assert said in err


def test_a_daily_puzzle_is_found_without_a_bundled_file() -> None:
    puzzle = ludoscope.puzzle("lamps-2-daily-2026-11-20")
    assert puzzle.game.start == 20
    assert daily.is_daily_name(puzzle.name)
    assert series.find_series(puzzle.name) is None


@pytest.mark.parametrize("name", ["training", "debug", "no_plugins"])
def test_options_of_the_command_are_no_names_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.setattr(LampGenerator, "options", (Option(name, "more of it"),))
    code, out, _ = run(capsys, "generate", "--help")
    assert code == 0
    assert "more of it" not in out
    code, _, err = run(capsys, "generate", "lamps")
    assert code == 1
    assert f"the generator of lamps cannot have an option called '{name}'" in err


def test_the_library_generates() -> None:
    puzzles = ludoscope.generate("lamps", seed=5, max_rows=2)
    assert [puzzle.game.start for puzzle in puzzles] == [7, 8, 9]
    assert next(ludoscope.generate("lamps", colour="red")).source == "red"


@each_of(
    ("arguments", "error", "said"),
    [
        ({"slides": 3}, TypeError, "no option 'slides', expected lamps, max_rows, colour, walls"),
        ({"lamps": "3"}, TypeError, "found lamps '3', expected a number from 1 to 9"),
        ({"lamps": True}, TypeError, "found lamps True, expected a number from 1 to 9"),
        ({"lamps": 10}, ludoscope.Error, "found lamps 10, expected a number from 1 to 9"),
        ({"colour": 3}, TypeError, "found colour 3, expected one of red, blue"),
        ({"colour": "x"}, ludoscope.Error, "found colour 'x', expected one of red, blue"),
        ({"colour": "red", "lamps": 1}, ludoscope.Error, "cannot be given together with"),
        ({"lamps": 9}, ludoscope.Error, "no room for them"),
        ({"seed": "x"}, TypeError, "found seed 'x', expected a whole number"),
        ({"time": 0}, ludoscope.Error, "found time 0, expected seconds above 0"),
        ({"time": "1"}, TypeError, "found time '1', expected seconds above 0"),
        ({"family": "go"}, ludoscope.Error, "no game 'go', expected one of peg, "),
        ({"family": None}, TypeError, "family: found None (NoneType), expected a text"),
    ],
)
def test_wrong_arguments_of_the_library(
    arguments: dict[str, Any], error: type[Exception], said: str
) -> None:
    with pytest.raises(error) as raised:
        ludoscope.generate(**{"family": "lamps", **arguments})
    assert said in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ("x", "the generator of lamps is 'x', not a Generator"),
        (type("G", (LampGenerator,), {"options": ("lamps",)})(), "has 'lamps', expected an Option"),
        (
            type("G", (LampGenerator,), {"options": (Option("json", ""),)})(),
            "cannot have an option called 'json'",
        ),
        (
            type("G", (LampGenerator,), {"options": (Option("--x\x1b", ""),)})(),
            "cannot have an option called",
        ),
        (
            type("G", (LampGenerator,), {"generate": lambda self, seed: iter((5,))})(),
            "the generator of lamps made '5', expected a Puzzle",
        ),
    ],
)
def test_a_faulty_generator_is_named(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    declared: object,
    said: str,
) -> None:
    monkeypatch.setattr(LampPuzzles, "new", declared)
    code, out, err = run(capsys, "generate", "lamps", "--seed", "1")
    assert (code, out) == (1, "")
    assert said in err
    assert err.count("\n") == 1
    assert "\x1b" not in err
    assert run(capsys, "generate", "rush", "--slides", "3", "--seed", "1")[0] == 0
    with pytest.raises(ludoscope.Error, match="lamps"):
        list(ludoscope.generate("lamps"))


def test_the_help_names_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Play peg solitaire, patience, ORush, hexapawn and lamps, and watch" in out


def test_batch_offers_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "batch", "hexapawn", "1..2")
    assert code == 64
    assert "orush, lamps, or a name with N" in err
    code, _, err = run(capsys, "batch", "lamps", "1..2")
    assert (code, "expected 100 to 199" in err) == (64, True)
    assert find_name_pattern("lamps", range(150, 152)) == "lamps-{}"


def test_bench_measures_its_suites(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "bench", "lamps", "--json")
    assert code == 0
    [row] = json.loads(out)["rows"]
    assert (row["family"], row["work"], row["solved"]) == ("lamps", "Lamps 100-101", 2)
