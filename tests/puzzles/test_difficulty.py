"""The difficulty of puzzles: grades, bundled values, and values measured in a worker."""

import asyncio

import pytest
from many import each_of, first_of

from ludoscope.games import FAMILIES
from ludoscope.games.registry import PluginFault
from ludoscope.games.units import MOVES
from ludoscope.puzzles import catalogue, daily, difficulty, difficulty_process
from ludoscope.puzzles.difficulty import NO_VALUE, Difficulty, DifficultyMeasure
from ludoscope.puzzles.difficulty_bundle import value_text
from ludoscope.puzzles.registry import collection
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.patience.difficulty import measure_forgiveness
from ludoscope.search.process.child_process import WorkerLost

needs_kernels = pytest.mark.skipif(
    not all_kernels_compiled(), reason="without kernels deals and problems have no value"
)
FORGIVENESS = collection("patience").difficulty_measure("ms-N")
assert FORGIVENESS


@each_of(
    ("value", "grade"),
    [
        (20, "easy"),
        (19.9, "medium"),
        (12, "medium"),
        (8, "hard"),
        (7.9, "very hard"),
        (0.5, "very hard"),
    ],
)
def test_greater_forgiveness_is_easier(value: float, grade: str):
    assert FORGIVENESS.difficulty(value) == Difficulty(value, grade)
    assert not FORGIVENESS.is_harder_when_greater


@each_of(
    ("value", "grade"),
    [(-1, "easy"), (9.9, "easy"), (10, "medium"), (27.9, "hard"), (28, "very hard")],
)
def test_more_bits_are_harder(value: float, grade: str):
    bits = collection("peg").difficulty_measure("english-cross")
    assert bits
    assert bits.difficulty(value) == Difficulty(value, grade)
    assert bits.is_harder_when_greater


def test_values_have_units():
    measure = DifficultyMeasure("", MOVES, (("easy", 0),), "", lambda game: 1)
    assert (measure.value_text(1.02), measure.value_text(15)) == ("1 move", "15 moves")
    assert FORGIVENESS.value_text(8.26) == "8.3 moves"


@pytest.mark.parametrize("name", ["hexapawn-4x4", "BakersDozen.3", "FreeCell.5-back"])
def test_some_games_have_no_measure(name: str):
    puzzle = catalogue.find(name)
    puzzles = collection(puzzle.game.family)
    assert puzzles.difficulty_measure(puzzle.game) is None
    assert puzzles.difficulty_measure(name) is None
    assert puzzles.known_difficulty(name) is None


def test_rules_about_the_foundation_and_aliases_do_not_change_the_difficulty():
    known = collection("patience").known_difficulty
    assert known("ms-617") == known("ms-617-free") == known("MS-617-forced")
    assert known("FreeCell.5") == known("fc.5-free")
    assert known("FreeCell.5")


def test_nothing_is_known_of_names_of_no_puzzle():
    for family in FAMILIES:
        known = collection(family).known_difficulty
        for name in ("", "x", "ms-", "orush-9999", "peg-daily-2026-13-01", "ms-N"):
            assert known(name) is None


@pytest.mark.parametrize("family", ["patience", "rush"])
def test_listed_puzzles_have_a_bundled_difficulty(family: str):
    puzzles = collection(family)
    without = {
        entry.name
        for entry in puzzles.entries()
        if puzzles.difficulty_measure(entry.name)
        and not entry.is_numbered_series
        and "daily" not in entry.name
        and not puzzles.known_difficulty(entry.name)
    }
    # the first cannot be won, the second only where cards are kept back
    assert without == ({"ms-11982", "ms-1941-free"} if family == "patience" else set())


def test_daily_puzzles_have_the_difficulty_of_their_line():
    known = collection("patience").known_difficulty
    for day in (4, 100, 700):
        line = daily.load_lines("patience")[day]
        if collection("patience").difficulty_measure(line):
            assert known(line)
    numbers = range(1, len(daily.load_lines("rush")) + 1)
    assert all(difficulty.bundled_value(f"orush-daily-{number}") for number in numbers)


RECOMPUTED = (
    *("ms-617", "Seahaven.5", "english-cross", "lucas-08", "orush-07"),  # the usual ones
    *("ms-11982", "MidnightOil.4", "english-lamp", "triangle-15-15", "orush-24"),
)


@needs_kernels
@first_of("name", RECOMPUTED, 5)
def test_bundled_values_are_those_that_are_measured(name: str):
    _check_bundled(name)


@needs_kernels
@pytest.mark.long
def test_more_bundled_values_are_those_that_are_measured():
    for family in ("patience", "rush"):
        for entry in collection(family).entries():
            if not entry.is_numbered_series and "daily" not in entry.name:
                _check_bundled(entry.name)
    for number in range(1, 31):
        _check_bundled(f"ms-{number}")


def _check_bundled(name: str) -> None:
    puzzle = catalogue.find(name)
    known = collection(puzzle.game.family).known_difficulty(name)
    assert value_text(puzzle.game) == (f"{known.value:g}" if known else NO_VALUE), name


@pytest.mark.long
@needs_kernels
def test_other_walks_give_nearly_the_same_forgiveness():
    for name, grade in (("ms-617", "very hard"), ("Seahaven.5", "easy")):
        game = catalogue.find(name).game
        measure = collection("patience").difficulty_measure(game)
        values = [measure_forgiveness(game, salt) for salt in ("", "a", "b")]  # type: ignore[arg-type]
        assert measure
        assert len(set(values)) == 3
        assert {measure.difficulty(value or 0).grade for value in values} == {grade}


@needs_kernels
@pytest.mark.parametrize("name", ["english-cross", "orush-02"])
async def test_a_worker_measures_the_bundled_value(name: str):
    puzzle = catalogue.find(name)
    known = collection(puzzle.game.family).known_difficulty(name)
    measured = await difficulty_process.measure_in_worker(puzzle)
    assert known
    assert measured
    assert measured.grade == known.grade
    assert measured.value == pytest.approx(known.value, abs=0.01)


@needs_kernels
async def test_what_cannot_be_measured_has_no_difficulty():
    for name in ("MidnightOil.1", "BakersDozen.3"):
        assert await difficulty_process.measure_in_worker(catalogue.find(name)) is None


async def test_one_worker_runs_at_a_time_and_a_cancelled_one_ends(
    monkeypatch: pytest.MonkeyPatch,
):
    running: list[int] = []
    release, started = asyncio.Event(), asyncio.Event()

    async def messages(module: str, job: dict[str, object], max_seconds: float):
        running.append(1)
        started.set()
        try:
            assert len(running) == 1
            await release.wait()
            yield {"event": "measured", "value": 12.5}
        finally:
            running.pop()

    monkeypatch.setattr(difficulty_process, "worker_messages", messages)
    puzzle = catalogue.find("ms-617")
    first, second = (
        asyncio.create_task(difficulty_process.measure_in_worker(puzzle)) for _ in range(2)
    )
    await started.wait()
    first.cancel()
    release.set()
    assert await second == Difficulty(12.5, "medium")
    assert not running


@pytest.mark.parametrize("error", [TimeoutError(), WorkerLost("it was killed")])
async def test_a_worker_that_is_lost_or_too_slow_gives_no_answer(
    error: Exception, monkeypatch: pytest.MonkeyPatch
):
    async def messages(module: str, job: dict[str, object], max_seconds: float):
        raise error
        yield {}

    monkeypatch.setattr(difficulty_process, "worker_messages", messages)
    with pytest.raises(type(error)):
        await difficulty_process.measure_in_worker(catalogue.find("ms-617"))


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"event": "fault", "message": "ZeroDivisionError: no\x1b[2J"}, "ZeroDivisionError"),
        ({"event": "measured", "value": "12"}, "expected a number or None"),
        ({"event": "measured", "value": True}, "expected a number or None"),
        ({"event": "measured", "value": float("nan")}, "expected a number or None"),
    ],
)
async def test_a_measure_that_fails_is_a_fault_of_its_family(
    message: dict[str, object], reason: str, monkeypatch: pytest.MonkeyPatch
):
    async def messages(module: str, job: dict[str, object], max_seconds: float):
        yield message

    monkeypatch.setattr(difficulty_process, "worker_messages", messages)
    with pytest.raises(PluginFault, match=reason) as raised:
        await difficulty_process.measure_in_worker(catalogue.find("ms-617"))
    assert str(raised.value).isprintable()
