"""The first frame, and the modules loaded before it."""

import subprocess
import sys

import pytest
from stock import Terminals, connect

from ludoscope.tui.screens.home.screen import HomeScreen

OPEN = """
import sys
from ludoscope.tui import startup
from ludoscope.tui.commands import cli
startup.import_asyncio_without_ssl()
from ludoscope.tui.commands import play
import ludoscope.tui.run, ludoscope.tui.commands.address_space
from ludoscope.tui.app import LudoscopeApp
LudoscopeApp().get_default_screen()
packages = ("sqlite3", "ludoscope.tui.model", "ludoscope.tui.saves.store", "ludoscope.puzzles.p",
    "ludoscope.puzzles.c", "ludoscope.tui.boards.board")
print(*sorted(name for name in sys.modules if name.startswith(packages)))
import ludoscope.tui.screens.play.screen
late = {"ssl", "_hashlib", "ctypes", "email", "zipfile", "importlib.metadata"}
print(*sorted(late & set(sys.modules)))
import ludoscope.tui.run, ludoscope.tui.services.base_lobby
print(*sorted(name for name in sys.modules if name.startswith("ludoscope.tui.lobby.")))
import ssl
assert ssl.OPENSSL_VERSION
"""

FRAMES = """
import sys, types
from ludoscope.tui.commands import cli, play
play._has_terminal = lambda: True
sys.modules["ludoscope.tui.run"] = types.SimpleNamespace(run_app=lambda *app, **more: 0)
cli.main(["play"])
from textual.screen import UPDATE_PERIOD
print(UPDATE_PERIOD < 0.005)
"""


@pytest.mark.usefixtures("with_painting")
@pytest.mark.parametrize("name", ["lucas-07", "FreeCell.24"])
async def test_first_frame_of_a_puzzle_is_complete(open_app, monkeypatch, name: str) -> None:
    terminals, frames = Terminals(), []
    connect(monkeypatch, terminals)
    write = terminals.write

    def written(text: str) -> None:
        write(text)
        frames.append("\n".join(terminals.stock.display))

    terminals.write = written
    async with open_app(name, analysis=False, show_clock=False):
        pass
    shown = [frame for frame in frames if frame.strip()]
    assert "? help" in shown[0]
    assert set(shown) == {shown[0]}


async def test_hidden_widgets_are_mounted_later(open_app) -> None:
    async with open_app("lucas-07", analysis=False) as pilot:
        home = pilot.app.screen_stack[0]
        assert isinstance(home, HomeScreen)
        assert not home.query("FamilyCard, #status")
        assert not pilot.screen.query("SolverPanel, SearchStats")
        await pilot.press("escape")
        await pilot.wait_until(lambda: home.is_loaded)
        assert len(home.query("FamilyCard")) == 4
        assert home.focused in home.query("FamilyCard")


@pytest.mark.long
async def test_home_below_a_puzzle_follows_the_size(open_app) -> None:
    async with open_app("lucas-07", analysis=False) as pilot:
        await pilot.resize(50, 15)
        await pilot.press("escape")
        assert "Start here" in pilot.screen_text()
        await pilot.resize(30, 8)
        assert "This needs 38×12 cells" in pilot.screen_text()


@pytest.mark.long
async def test_returning_to_a_screen_does_not_restyle_it(open_app, monkeypatch) -> None:
    styled = []
    async with open_app() as pilot:
        monkeypatch.setattr(
            HomeScreen, "update_node_styles", lambda *_, **__: styled.append("home")
        )
        await pilot.press("s", "escape")
        assert isinstance(pilot.app.screen, HomeScreen)
        assert not styled


def test_first_frame_loads_no_needless_modules() -> None:
    run = subprocess.run([sys.executable, "-c", OPEN], capture_output=True, text=True, check=True)
    assert run.stdout == "\n\n\n"


@pytest.mark.long
def test_key_after_a_frame_waits_at_most_one_frame(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("TEXTUAL_FPS", raising=False)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path))
    run = subprocess.run([sys.executable, "-c", FRAMES], capture_output=True, text=True, check=True)
    assert run.stdout == "True\n"
