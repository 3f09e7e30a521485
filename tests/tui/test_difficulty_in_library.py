"""How hard puzzles are: measured in the background, stored, listed, and used to find others."""

import pytest

from ludoscope.games.units import Unit
from ludoscope.puzzles import catalogue
from ludoscope.puzzles.difficulty import Difficulty, DifficultyMeasure
from ludoscope.puzzles.patience.collection import PatienceCollection
from ludoscope.puzzles.peg.collection import PegCollection
from ludoscope.puzzles.series import find_series
from ludoscope.search.process.child_process import WorkerLost
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.services import difficulties
from ludoscope.tui.services.winnable_deals import WinnableDeals

FORGIVENESS = DifficultyMeasure(
    "forgiveness",
    Unit("move", "moves"),
    (("easy", 20), ("medium", 12), ("hard", 8), ("very hard", 0)),
    "The number of random moves that a deal forgives.",
    lambda game: None,
    1,
)
BITS = DifficultyMeasure(
    "bits",
    Unit("bit", "bits"),
    (("easy", 0), ("medium", 10), ("hard", 18), ("very hard", 28)),
    "Bits.",
    lambda game: None,
)
PEG_VALUES = {f"lucas-{number:02}": 3.0 * number for number in range(1, 13)}


@pytest.fixture
def measures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give deals a measure and no values, and Lucas's problems values."""

    def patience_measure(self, puzzle) -> DifficultyMeasure | None:
        return None if "Bakers" in str(puzzle) else FORGIVENESS

    def peg_difficulty(self, name: str) -> Difficulty | None:
        return BITS.difficulty(PEG_VALUES[name]) if name in PEG_VALUES else None

    monkeypatch.setattr(PatienceCollection, "difficulty_measure", patience_measure)
    monkeypatch.setattr(PatienceCollection, "known_difficulty", lambda self, name: None)
    monkeypatch.setattr(PegCollection, "difficulty_measure", lambda self, puzzle: BITS)
    monkeypatch.setattr(PegCollection, "known_difficulty", peg_difficulty)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Measure 9 moves for every puzzle; return the list of the names of those measured."""
    names: list[str] = []

    async def measure(puzzle) -> Difficulty:
        names.append(puzzle.name)
        return FORGIVENESS.difficulty(9.0)

    monkeypatch.setattr(difficulties, "measure_in_worker", measure)
    return names


async def open_puzzle(pilot, name: str) -> None:
    pilot.app.puzzle_opener.open(name)
    await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))


async def open_library(pilot, family: str) -> LibraryScreen:
    pilot.app.navigator.open_library(family)
    await pilot.wait_until(
        lambda: isinstance(pilot.app.screen, LibraryScreen) and pilot.screen.is_loaded
    )
    return pilot.screen


@pytest.mark.usefixtures("measures")
async def test_an_opened_deal_is_measured_once_and_listed_with_its_grade(
    open_app, measured
) -> None:
    async with open_app(size=(120, 40)) as pilot:
        for _ in range(2):
            await open_puzzle(pilot, "FreeCell.123-free")
            await pilot.wait_until(lambda: "Difficulty: hard" in pilot.screen_text())
            await pilot.press("?")
            await pilot.wait_until(lambda: "The number of random moves" in pilot.screen_text())
            await pilot.press("escape")
            model = pilot.screen.model
            model.play_player_move(model.game.moves(model.position)[0])
            await pilot.press("escape")
        assert measured == ["FreeCell.123-free"]
        await open_library(pilot, "patience")
        await pilot.press("end")
        text = pilot.screen_text()
        row = next(line for line in text.splitlines() if "… xpat2 FreeCell 123" in line)
        assert "hard" in row
        assert "hard · forgives 9" in text


@pytest.mark.usefixtures("measures")
async def test_a_deal_that_was_not_measured_in_time_is_not_measured_again(
    open_app, monkeypatch
) -> None:
    asked: list[str] = []

    async def measure(puzzle) -> Difficulty:
        asked.append(puzzle.name)
        raise TimeoutError

    monkeypatch.setattr(difficulties, "measure_in_worker", measure)
    async with open_app(size=(120, 40)) as pilot:
        puzzle = catalogue.find("FreeCell.123-free")
        assert await pilot.app.difficulties.find(puzzle) is None
        assert await pilot.app.difficulties.find(puzzle) is None
        assert asked == ["FreeCell.123-free"]


@pytest.mark.usefixtures("measures")
async def test_a_deal_is_measured_again_if_the_worker_was_lost(open_app, monkeypatch) -> None:
    answers = [WorkerLost("it was killed"), FORGIVENESS.difficulty(9.0)]
    asked: list[str] = []

    async def measure(puzzle) -> Difficulty:
        asked.append(puzzle.name)
        answer = answers[len(asked) - 1]
        if isinstance(answer, WorkerLost):
            raise answer
        return answer

    monkeypatch.setattr(difficulties, "measure_in_worker", measure)
    async with open_app(size=(120, 40)) as pilot:
        await open_puzzle(pilot, "FreeCell.123-free")
        await pilot.wait_until(lambda: len(asked) == 1)
        await pilot.press("escape")
        await open_puzzle(pilot, "FreeCell.123-free")
        await pilot.wait_until(lambda: "Difficulty: hard" in pilot.screen_text())
        assert len(asked) == 2


@pytest.mark.usefixtures("measures")
async def test_puzzles_are_filtered_and_sorted_by_grade(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_library(pilot, "peg")
        model = screen._model
        await pilot.press("equals_sign")
        assert {item.entry.name for item in model.entries} == {"lucas-01", "lucas-02", "lucas-03"}
        assert "3 puzzles" in pilot.screen_text()
        assert " easy" in pilot.screen_text().splitlines()[-2]
        await pilot.press("escape", "o", "home")
        assert "easiest first" in pilot.screen_text()
        assert [item.entry.name for item in model.entries[:12]] == [*PEG_VALUES]
        await pilot.press("o")
        assert "hardest first" in pilot.screen_text()
        assert [item.entry.name for item in model.entries[:12]] == [*PEG_VALUES][::-1]


@pytest.mark.usefixtures("measures")
async def test_another_like_this_is_of_the_same_grade_and_not_won(open_app) -> None:
    async with open_app() as pilot:
        similar = pilot.app.similar.similar_puzzle
        assert await similar("lucas-05") in ("lucas-04", "lucas-06")
        await open_puzzle(pilot, "lucas-04")
        pilot.screen.model.session.resigned = True  # won
        pilot.screen._save()
        await pilot.app.autosave.wait_until_saved()
        assert await similar("lucas-03") == "lucas-02"


@pytest.mark.long
@pytest.mark.usefixtures("measures")
async def test_like_a_deal_is_a_winnable_deal_of_the_same_grade(
    open_app, monkeypatch, measured
) -> None:
    async with open_app() as pilot:
        requests = []

        async def random_deal(series: str, grade: str = "") -> str:
            requests.append((series, grade))
            return "Seahaven.3-free"

        monkeypatch.setattr(pilot.app.winnable_deals, "random_deal", random_deal)
        await open_puzzle(pilot, "Seahaven.5-free")
        depth = len(pilot.app.screen_stack)
        await pilot.press("ctrl+p", *"another like", "enter")
        await pilot.wait_until(lambda: pilot.screen.model.puzzle.name == "Seahaven.3-free")
        assert requests == [("Seahaven.5-free", "hard")]
        assert len(pilot.app.screen_stack) == depth
        assert find_series(requests[0][0]).pattern == "Seahaven.{}-free"


@pytest.mark.long
@pytest.mark.usefixtures("measures")
async def test_the_library_opens_another_like_the_highlighted_puzzle(open_app) -> None:
    async with open_app() as pilot:
        screen = await open_library(pilot, "peg")
        screen._model.move_to_puzzle("lucas-05")
        await pilot.press("plus")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        assert pilot.screen.model.puzzle.name in ("lucas-04", "lucas-06")


def test_no_grade_is_shown_where_there_is_no_measure() -> None:
    for name in ("BakersDozen.1-free", "hexapawn-3x3"):
        puzzle = catalogue.find(name)
        assert catalogue.collection(puzzle.game.family).known_difficulty(name) is None


async def test_a_deal_as_hard_as_another_is_found() -> None:
    deals = WinnableDeals(UserOptions())
    try:
        name = await deals.random_deal("Seahaven.N-free", "medium")
    finally:
        await deals.close()
    game = catalogue.find(name).game
    measure = catalogue.collection("patience").difficulty_measure(game)
    assert measure.difficulty(measure.measure(game)).grade == "medium"
