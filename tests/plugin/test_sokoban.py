"""A game by a stranger, on the command line and in the app.

Nothing of ours is changed for it: `sokoban/` is installed as any distribution is.
"""

import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from many import first_of
from textual.pilot import Pilot

import ludoscope
from ludoscope.puzzles import catalogue, share
from ludoscope.puzzles.training.check import find_flaw
from ludoscope.puzzles.training.generate import generate_positions
from ludoscope.search.budget import Limits
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.commands.cli import main
from ludoscope.tui.screens.home.screen import HomeScreen
from ludoscope.tui.screens.lab.screen import LabScreen
from ludoscope.tui.screens.library.screen import LibraryScreen
from ludoscope.tui.screens.play.screen import PlayScreen
from ludoscope.tui.widgets.svg import capture_frame

SOKOBAN = Path(__file__).with_name("sokoban")
COMMANDS = """\
$ ludoscope list sokoban
sokoban-1              sokoban   Puzzles                  One push
sokoban-2              sokoban   Puzzles                  Round the box
sokoban-3              sokoban   Puzzles                  Two rooms

$ ludoscope show sokoban-1
######
#.$@-#
######

$ ludoscope solve sokoban-1
L
1 move, the fewest moves there are (a-star, explored 1 in … s)
SUCCES

$ ludoscope solve sokoban-2 --solver breadth-first -o solution.txt
8 moves, the fewest moves there are (breadth-first, explored … in … s)
SUCCES

$ ludoscope check sokoban-2 solution.txt
SUCCES

$ ludoscope race sokoban-3
solver                      explored      rate     length      time   memory bytes/position verdict
a-star                         … 21 moves … solved, fewest possible
breadth-first                  … 21 moves … solved, fewest possible

$ ludoscope solvers sokoban
sokoban
  a-star                 fewest moves, or proof that there is no solution
                         A*: goes on where the moves made, and those needed at the least, are fewest
  breadth-first          fewest moves, or proof that there is no solution
                         breadth-first: all positions one move away, then two, and so on
"""  # … stands for output that differs between runs
WAIT_TIMEOUT_SECONDS = 60.0  # what takes longer hangs

pytestmark = pytest.mark.usefixtures("installed")


def commands() -> Iterator[tuple[list[str], str]]:
    """Yield the words of each command after a `$`, and its printed output."""
    for one in COMMANDS.split("$ ludoscope ")[1:]:
        line, _, printed = one.partition("\n")
        yield shlex.split(line), printed.rstrip()


@pytest.mark.long
def test_it_is_small() -> None:
    files = [*SOKOBAN.rglob("*.py"), SOKOBAN / "pyproject.toml"]
    lines = [line for path in files for line in path.read_text().splitlines() if line.strip()]
    assert len(lines) <= 250


def test_commands_know_its_levels(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    told = list(commands())
    assert {words[0] for words, _ in told} == {"list", "show", "solve", "check", "race", "solvers"}
    for words, expected in told:
        assert main(words) == 0
        printed = capsys.readouterr().out.rstrip()
        pattern = re.escape(expected).replace("…", ".*")
        assert re.fullmatch(pattern, printed), f"{words}:\n{printed}\nexpected\n{expected}"


def test_a_batch_solves_its_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["batch", "sokoban", "1..3", "--jobs", "1"]) == 0
    assert capsys.readouterr().out.startswith("solved 3 of 3")


def test_installed_program_lists_the_plugin_last(site: Path) -> None:
    command = [sys.executable, "-m", "ludoscope", "solvers"]
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    families = [line for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert families == ["peg", "patience", "rush", "hexapawn", "sokoban"]
    assert not done.stderr


def test_shared_line_contains_an_unnamed_level() -> None:
    level = catalogue.parse("#####\n#@$.#\n#####\n")
    again = catalogue.parse(share.encode(level, ["r"], "1 move"))
    assert again.game.spec() == level.game.spec()
    assert again.moves == ("r",)
    named = catalogue.find("sokoban-1")
    assert share.encode(named, ["l"]) == "ludoscope sokoban-1 1: L"


def test_plain_mode_plays_it_by_its_texts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("at 1\nmoves\nhint\nhint\nsolve\nL\nshare\n"))
    assert main(["play", "--plain", "sokoban-2"]) == 0
    printed = capsys.readouterr().out
    assert "Round the box. Sokoban." in printed
    assert "Row 1: ######" in printed
    assert "This game has no names of places; board says the whole position." in printed
    assert re.search(r"Hint: \w+\. Typed: \w+\.", printed)
    assert "Solved in" in printed
    assert "\nludoscope sokoban-2 1: L\n" in printed


def test_picture_of_a_level_is_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "sokoban-2", "--format", "svg"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["######", "#----#", "#-.$@#", "#--$.#", "#----#", "######"]
    assert root[0].text == "Round the box"


class AppPilot:
    """Pilot of the app in a simulated terminal."""

    def __init__(self, app: LudoscopeApp, textual_pilot: Pilot) -> None:
        self.app, self.textual_pilot = app, textual_pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.textual_pilot.press(key)
            await self.wait_until(lambda: not self.app.autosave.must_delay_frame)

    async def wait_until(self, condition: Callable[[], object]) -> None:
        waited = 0.0
        while not condition():
            assert waited < WAIT_TIMEOUT_SECONDS, f"timed out:\n{self.screen_text()}"
            await self.textual_pilot.pause(0.02)
            waited += 0.02

    async def wait_for_text(self, *texts: str) -> None:
        await self.wait_until(lambda: all(text in self.screen_text() for text in texts))

    def screen_text(self) -> str:
        lines = capture_frame(self.app)
        return "\n".join("".join(segment.text for segment in line) for line in lines)


@asynccontextmanager
async def open_app(name: str = "", size: tuple[int, int] = (80, 24)):
    app = LudoscopeApp(
        catalogue.find(name) if name else None, UserOptions(Appearance(reduced_motion=True))
    )
    try:
        async with app.run_test(size=size, notifications=True) as textual_pilot:
            pilot = AppPilot(app, textual_pilot)
            await pilot.wait_until(lambda: not name or isinstance(app.screen, PlayScreen))
            yield pilot
            app.workers.cancel_all()
    finally:
        app.close_store()


@pytest.mark.long
@first_of("size", [(80, 24), (60, 19), (200, 60)])
async def test_home_has_its_card_and_opens_its_library(size: tuple[int, int]) -> None:
    async with open_app(size=size) as pilot:
        await pilot.wait_until(lambda: pilot.app.screen.is_loaded)
        await pilot.press("left", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LibraryScreen))
        await pilot.wait_for_text("Sokoban", "3 levels", "One push")
        await pilot.press("r")
        await pilot.wait_for_text("Push every box onto a goal.")
        await pilot.press("escape", "down", "enter")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, PlayScreen))
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LibraryScreen))
        await pilot.press("escape")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, HomeScreen))
        await pilot.press("s")
        await pilot.wait_for_text("Statistics", "Hexapawn")
        await pilot.press("end")
        await pilot.wait_for_text("Sokoban")


async def test_level_is_played_analysed_undone_hinted_and_won() -> None:
    async with open_app("sokoban-2") as pilot:
        await pilot.wait_for_text("in 8 moves", "0 of 2 on a goal")
        await pilot.press("left")
        await pilot.wait_for_text("in 7 moves", "1 of 2 on a goal")
        await pilot.press("u")
        await pilot.wait_for_text("in 8 moves")
        await pilot.press("i")
        await pilot.wait_for_text("look at the player")
        await pilot.press("i")
        await pilot.wait_for_text("plays it")
        await pilot.press("colon", *"LullddrR", "enter")
        await pilot.wait_for_text("Solved", "The fewest possible")


async def test_its_map_is_walked_and_searched() -> None:
    async with open_app("sokoban-2") as pilot:
        await pilot.press("@")
        await pilot.wait_for_text("Can be won in 8")
        await pilot.press("right")
        await pilot.wait_for_text("Can be won in 7")
        await pilot.press("1")
        await pilot.wait_for_text("positions expanded")
        await pilot.press("enter")
        await pilot.wait_for_text("1 of 2 on a goal", "move 1")


@pytest.mark.long
async def test_the_lab_races_its_solvers() -> None:
    async with open_app("sokoban-2") as pilot:
        await pilot.press("ctrl+l")
        await pilot.wait_until(lambda: isinstance(pilot.app.screen, LabScreen))
        await pilot.press("s")
        await pilot.wait_until(
            lambda: all(one.is_finished for one in pilot.app.screen.race.entrants)
        )
        await pilot.wait_for_text("a-star", "breadth-first", "8 moves")
        await pilot.press("i")
        await pilot.wait_for_text("Sokoban › Solvers › a-star", "solvers.py")
        await pilot.press("right")
        await pilot.wait_for_text("def a_star")
        await pilot.press("right")
        await pilot.wait_for_text("lower bound of the moves")


def test_training_follows_from_the_declarations() -> None:
    """A push into a corner loses: the default trainer finds such positions in the catalogue."""
    found = next(filter(None, islice(generate_positions("sokoban", 1), 300)))
    assert find_flaw(found) == ""
    solver = found.trainer.second_solver(found.game)
    assert find_flaw(found, solver, Limits(explored=50_000)) == ""
    assert next(ludoscope.training("sokoban", seed=1)).text == found.text
