"""Company: two apps on one shared folder, in one process."""

from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from ludoscope.puzzles import daily
from ludoscope.tui.company.company import Company
from ludoscope.tui.company.host import Host, make_company
from ludoscope.tui.company.people import Person


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A folder for company."""
    path = tmp_path / "shared"
    make_company(path, Host())
    return path


@pytest.fixture
def joined(opened, shared: Path, tmp_path: Path):
    """Opens the app for somebody of this account, by profile."""
    import os

    def join(profile: str, name: str = "", **look):
        company = Company(shared, Person(os.geteuid(), profile))
        return opened(name, folder=tmp_path / profile, company=company, **look)

    return join


async def news(driver, true: Callable[[], bool]) -> None:
    """Wait for what comes by way of the files, and have it looked for at once."""

    def look() -> bool:
        driver.app.company.wake()
        return true()

    await driver.until(look)


async def test_a_duel_is_played_dropped_and_resumed(joined) -> None:
    async with AsyncExitStack() as stack:
        anna = await stack.enter_async_context(joined("anna"))
        bob = await stack.enter_async_context(joined("bob"))
        await news(anna, lambda: len(anna.app.company.snapshot.people) == 2)
        await anna.press("c", "tab")
        await news(anna, lambda: "bob" in anna.text())
        assert "here" in anna.text()
        await anna.press("i")
        await anna.press("backspace", "backspace", "backspace", *"3x3", "enter", "enter")
        await news(bob, lambda: "anna invites you, hexapawn 3×3: c at home opens it" in bob.said())
        await bob.press("c")
        await news(bob, lambda: "invites you" in bob.text())
        await bob.press("enter")
        await news(bob, lambda: "anna is to move" in bob.text())
        await news(anna, lambda: "bob accepts" in anna.said())
        await anna.press("tab", "enter")
        assert "your move" in anna.text()
        await anna.press(":", *"b1b2", "enter")
        await news(bob, lambda: "your move" in bob.text())
        print(anna.text()); print(bob.text())
