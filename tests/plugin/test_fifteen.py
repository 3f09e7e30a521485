"""The 15-puzzle of the examples, installed as a plug-in and played in the app."""

import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from registries import refresh_registries

from ludoscope.games import FAMILIES
from ludoscope.puzzles import catalogue
from ludoscope.testing import CHECKS, check_game
from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.user_options import UserOptions
from ludoscope.tui.widgets.svg import capture_frame

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
ENTRY_POINTS = {
    "games": "fifteen:FifteenFamily",
    "solvers": "fifteen:SOLVERS",
    "collections": "fifteen_board:FifteenPuzzles",
    "boards": "fifteen_board:FifteenBoards",
}
TIMEOUT_SECONDS = 60.0


@pytest.fixture(params=["all", "without a board"])
def installed(
    request: pytest.FixtureRequest,
    forked_workers: None,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> Iterator[bool]:
    """Install the example, in this process and its workers; return True if it has a board."""
    groups = [*ENTRY_POINTS] if request.param == "all" else ["games", "collections"]
    lines = [f"[ludoscope.{group}]\nfifteen = {ENTRY_POINTS[group]}\n" for group in groups]
    folder = tmp_path / "site"
    metadata = folder / "fifteen-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: fifteen\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    for name in ("fifteen.py", "fifteen_board.py"):
        shutil.copy(EXAMPLES / name, folder)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "saves"))
    monkeypatch.syspath_prepend(folder)
    sys.modules.pop("fifteen", None)
    refresh_registries()
    yield "boards" in groups
    monkeypatch.undo()
    refresh_registries()
    for name in ("fifteen", "fifteen_board"):
        sys.modules.pop(name, None)


async def test_it_is_played_or_left_out_with_a_sentence(installed: bool) -> None:
    assert "fifteen" in FAMILIES
    app = LudoscopeApp(catalogue.find("fifteen-2"), UserOptions(Appearance(reduced_motion=True)))

    def text() -> str:
        return "\n".join("".join(segment.text for segment in line) for line in capture_frame(app))

    try:
        async with app.run_test(size=(80, 24), notifications=True) as pilot:

            async def shows(*texts: str) -> None:
                until = time.monotonic() + TIMEOUT_SECONDS
                while not all(wanted in text() for wanted in texts):
                    assert time.monotonic() < until, f"{texts} never shown:\n{text()}"
                    await pilot.pause(0.02)

            if not installed:
                await shows("the game 'fifteen' of fifteen 1.0", "declares no BoardFamily")
                await shows("Peg solitaire", "Patience")
                app.workers.cancel_all()
                return
            await shows("15-puzzle", "in 8 slides", "of 16 in place")
            await pilot.press("down")
            await shows("in 7 slides")
            await pilot.press("u")
            await shows("in 8 slides")
            await pilot.press("i")
            await shows("the tile 9")
            for key in ("down", "down", "left", "left", "left", "up", "up", "up"):
                await pilot.press(key)
            await shows("Solved")
            app.workers.cancel_all()
    finally:
        app.close_store()


@pytest.mark.long
@pytest.mark.parametrize("installed", ["all"], indirect=True)
def test_it_keeps_the_contract(installed: bool) -> None:
    check_game("fifteen", *(check for check in CHECKS if check not in ("drawing", "solvers")))
