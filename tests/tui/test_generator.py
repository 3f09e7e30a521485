"""The generator: a puzzle is made in a worker process, shown, played and found again."""

import re
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from many import first_of

from ludoscope.puzzles import catalogue
from ludoscope.puzzles.registry import collection
from ludoscope.puzzles.rush import collection as rush
from ludoscope.search.budget import Limits
from ludoscope.search.process.child_process import ChildProcess
from ludoscope.search.process.host_limits import HostLimits, worker_slots
from ludoscope.search.process.worker import INTERPRETER_BYTES, THREAD_ADDRESS_BYTES
from ludoscope.search.registry import find_judge
from ludoscope.search.verify import check_verdict
from ludoscope.tui.screens.generator.screen import GeneratorScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen


@asynccontextmanager
async def open_generator(open_app, **options):
    async with open_app(**options) as pilot:
        await pilot.press("right", "right", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.screen, LibraryScreen))
        await pilot.press("n")
        await pilot.wait_until(lambda: isinstance(pilot.screen, GeneratorScreen))
        await pilot.wait_until(lambda: pilot.screen.active_prompt is not None)
        yield pilot


async def make(pilot, length):
    pilot.screen.active_prompt.input.value = ""
    await pilot.submit(length)
    await pilot.wait_until(
        lambda: bool(pilot.screen.puzzle) and "The puzzle" in pilot.screen_text()
    )


@pytest.mark.long
async def test_generated_puzzle_is_played_and_reopened(open_app):
    async with open_generator(open_app) as pilot:
        assert "Length:" in pilot.screen_text()
        await make(pilot, "6 steps")
        made = pilot.screen.puzzle
        assert "6 squares" in pilot.screen_text()
        assert "Easy: 6 squares" in pilot.screen_text()
        string = collection("rush").position_formats["string"](made.game, made.game.start).strip()
        assert made.name == f"generated-{string}"
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.screen, PlayScreen))
        session = pilot.screen.model.session
        assert session.puzzle.name == made.name
        pilot.screen.model.play_moves([made.game.moves(made.game.start)[0]])
        await pilot.wait_until(lambda: not pilot.app.autosave.must_delay_frame)
        overview = await pilot.app.library.overview()
        again = overview.unfinished[0].puzzle()
        assert (again.name, again.game.spec()) == (made.name, made.game.spec())
        assert catalogue.find(made.name, files=False).game.spec() == made.game.spec()


@pytest.mark.long
async def test_another_puzzle_and_another_length(open_app):
    async with open_generator(open_app) as pilot:
        await make(pilot, "5")
        first = pilot.screen.puzzle
        await pilot.press("n")
        await pilot.wait_until(lambda: pilot.screen.puzzle not in (None, first))
        await pilot.press(":")
        await pilot.wait_until(lambda: pilot.screen.active_prompt is not None)
        assert pilot.screen.active_prompt.input.value == "5 moves"
        await make(pilot, "4 squares")
        await pilot.wait_until(lambda: "Easy: 4 squares" in pilot.screen_text())


@first_of(
    ("typed", "said"),
    [
        ("many", "'many' is not a length"),
        ("61 slides", "61 moves, expected 2 to 60"),
        ("1 cell", "2 to 93"),
    ],
)
async def test_invalid_length_is_refused(open_app, typed, said):
    async with open_generator(open_app) as pilot:
        pilot.screen.active_prompt.input.value = ""
        await pilot.submit(typed)
        assert said in pilot.notifications()
        assert pilot.screen.active_prompt


@pytest.mark.long
async def test_stopped_search_offers_the_hardest_puzzle_so_far(
    open_app,
):
    async with open_generator(open_app) as pilot:
        pilot.screen.active_prompt.input.value = ""
        await pilot.submit("60 slides")
        await pilot.wait_until(lambda: "The hardest so far" in pilot.screen_text())
        assert "Puzzles this long can take" in pilot.screen_text()
        assert "longest: " in pilot.screen_text()
        await pilot.wait_until(lambda: re.search(r"[1-9][\d.k]*/s +▁+[▂-█]", pilot.screen_text()))
        await pilot.press("x")
        await pilot.wait_until(lambda: "Stopped" in pilot.screen_text())
        assert "/s" not in pilot.screen_text()
        await pilot.wait_until(lambda: pilot.screen.check_action("generate", ()))
        found = re.search(r"board found so far needs (\d+) moves", pilot.screen.result)
        made = pilot.screen.puzzle.game.with_measure("slides")
        await pilot.press("enter")
        await pilot.wait_until(lambda: isinstance(pilot.screen, PlayScreen))
        assert pilot.screen.model.game.spec() == made.spec()
        *_, verdict = find_judge(made).run(made, made.start, Limits())
        assert len(verdict.moves) == int(found[1])


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
async def test_the_generator_keeps_the_memory_limit_of_the_host(open_app, monkeypatch):
    children = []
    start = ChildProcess.start

    async def start_recorded(module, job):
        children.append(await start(module, job))
        return children[-1]

    monkeypatch.setattr(ChildProcess, "start", start_recorded)
    limits = HostLimits(megabytes=64)
    async with open_generator(open_app, host_limits=limits) as pilot:
        pilot.screen.active_prompt.input.value = ""
        await pilot.submit("60 moves")
        await pilot.wait_until(lambda: pilot.screen.sub_title == "60 moves" and bool(children))
        path = Path(f"/proc/{children[-1].pid}/limits")
        bound = 64 * 2**20 + INTERPRETER_BYTES + THREAD_ADDRESS_BYTES
        await pilot.wait_until(
            lambda: bool(re.search(rf"Max address space +{bound} ", path.read_text()))
        )


async def test_time_in_the_queue_does_not_count(open_app, monkeypatch):
    limit = "ludoscope.tui.screens.generator.screen.TIME_LIMIT"
    monkeypatch.setattr(limit, Limits(seconds=1e-6))
    async with open_generator(open_app, host_limits=HostLimits(workers=1)) as pilot:
        slots = worker_slots()
        await slots.acquire()
        pilot.screen.active_prompt.input.value = ""
        await pilot.submit("60 moves")
        await pilot.wait_until(lambda: "The generator is queued" in pilot.screen_text())
        assert pilot.screen.is_generating
        slots.release()
        await pilot.wait_until(lambda: "No puzzle found in" in pilot.screen_text())
        monkeypatch.setattr(limit, Limits(seconds=600))
        await pilot.wait_until(lambda: not slots.is_full())
        await pilot.press("n")
        await pilot.wait_until(lambda: "boards tried" in pilot.screen_text())


@pytest.mark.parametrize(
    "name", ["generated-oBo", "generated-AAAAoooooooooooooooooooooooooooooooo"]
)
def test_malformed_generated_name_is_refused(name):
    with pytest.raises(catalogue.UnknownPuzzle, match="no puzzle"):
        catalogue.find(name, files=False)


def test_a_generated_name_opens_anywhere():
    puzzle = collection("rush").find("generated-" + rush.bundled_puzzles()[8].string)
    assert puzzle.game.spec() == collection("rush").find("orush-09").game.spec()
    *_, verdict = find_judge(puzzle.game).run(puzzle.game, puzzle.game.start, Limits())
    assert check_verdict(puzzle.game, puzzle.game.start, verdict).is_valid


@pytest.mark.long
async def test_escape_leaves_no_empty_generator(open_app):
    async with open_generator(open_app) as pilot:
        assert "Makes a new puzzle" in pilot.screen_text()
        await pilot.press("escape")
        await pilot.wait_until(lambda: not isinstance(pilot.screen, GeneratorScreen))
