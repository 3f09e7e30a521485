"""Frames as plain text in tests/golden/frames; UPDATE_GOLDEN=1 writes them anew."""

import os
import re
from pathlib import Path

import pytest

from tui.screens.home import HomePage
from tui.screens.library import LibraryPage
from tui.screens.play import PlayPage

FOLDER = Path(__file__).parents[1] / "golden" / "frames"
SIZES = [(80, 24), (120, 40)]
PLAYED = [
    ("peg", "lucas-07", ["tab", "enter"]),
    ("rush", "orush-20", ["left", "right"]),
    ("hexapawn", "hexapawn-5x5", ["enter"]),
    ("patience", "FreeCell.1", ["enter", "tab"]),
    ("midnight", "mo.3", ["right"]),
]


def check(name: str, frame: str) -> None:
    """Compare with the golden frame, the clock apart."""
    frame = re.sub(r"\d\d:\d\d$", "00:00", frame, flags=re.MULTILINE) + "\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(frame, encoding="utf-8")
    assert frame == path.read_text(encoding="utf-8"), f"{name} differs; UPDATE_GOLDEN=1 accepts it"


@pytest.mark.parametrize("size", SIZES)
async def test_home(opened, size: tuple[int, int]) -> None:
    async with opened(size=size) as driver:
        page = driver.page
        assert isinstance(page, HomePage)
        page.living.pause()
        await driver.until(lambda: bool(page.pictures))
        check(f"home-{size[0]}x{size[1]}", driver.text())


@pytest.mark.parametrize("size", SIZES)
async def test_library(opened, size: tuple[int, int]) -> None:
    async with opened(size=size) as driver:
        await driver.press("enter")
        page = driver.page
        assert isinstance(page, LibraryPage)
        await driver.until(lambda: bool(page.previews))
        check(f"library-{size[0]}x{size[1]}", driver.text())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("family", "name", "keys"), PLAYED)
async def test_play(opened, size: tuple[int, int], family: str, name: str, keys: list[str]) -> None:
    async with opened(name, size=size) as driver:
        await driver.press(*keys)
        check(f"{family}-{size[0]}x{size[1]}", driver.text())


@pytest.mark.parametrize("size", SIZES)
async def test_statistics(opened, size: tuple[int, int]) -> None:
    async with opened("lucas-01", size=size) as driver:
        await driver.press("tab", "enter", "tab", "enter", "escape", "s")
        await driver.until(lambda: "Lucas 1 " in driver.text())
        check(f"statistics-{size[0]}x{size[1]}", driver.text())


@pytest.mark.parametrize("size", SIZES)
async def test_replay(opened, size: tuple[int, int]) -> None:
    async with opened("orush-01", size=size) as driver:
        page = driver.page
        assert isinstance(page, PlayPage)
        await driver.press("s", "enter")
        await driver.until(lambda: page.table.replay is not None)
        await driver.press("right", "right")
        frame = re.sub(r"\d\.\d{3} s", "0.000 s", driver.text())
        check(f"replay-{size[0]}x{size[1]}", frame)


async def test_help(opened) -> None:
    async with opened("lucas-07") as driver:
        await driver.press("?")
        check("help-80x24", driver.text())


async def test_ascii(opened) -> None:
    async with opened("lucas-07", ascii_only=True) as driver:
        await driver.press("tab", "enter")
        check("peg-ascii-80x24", driver.text())
