"""The user's stylesheet: applied after the built-in one, or refused with a message."""

from pathlib import Path

import pytest
from many import case
from textual.color import Color

from ludoscope.tui.app import LudoscopeApp
from ludoscope.tui.services.user_stylesheet import MAX_BYTES, STYLESHEET_NAME, apply_user_stylesheet

MINE = "#bottom { background: #112233; color: $primary; }\n"
WRONG = {  # what is wrong, and what of it is told
    "TitleBar {\n  colr: red;\n}": ("line 2", "colr", "color"),
    "TitleBar {\n  color: nocolour;\n}": ("line 2", "color"),
    "TitleBar { color: red;": ("line 2", "end"),
    "\n\nTitleBar } color": ("line 3", "xpected"),
    "TitleBar { color: $no-such; }": ("line 1", "no-such"),
    "TitleBar { width: \x1b]0;title\x07; }": ("line 1",),
    "TitleBar {" * 5000: ("nested", "style.tcss"),
    "/* " + "x" * MAX_BYTES: ("larger",),
    "\udc80".encode(errors="surrogateescape"): ("UTF-8",),
}


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    (tmp_path / "saves").mkdir(mode=0o700)
    return tmp_path / "saves" / STYLESHEET_NAME


def ground(pilot) -> Color:
    return pilot.screen.query_one("#bottom").styles.background


@pytest.mark.long
async def test_user_stylesheet_overrides_the_built_in_one(open_app, mine: Path) -> None:
    mine.write_text(MINE)
    async with open_app("lucas-07") as pilot:
        assert pilot.notifications() == ""
        for theme in ("nord", "terminal"):
            await pilot.app.settings.change("theme", theme)
            assert ground(pilot) == Color.parse("#112233")
        await pilot.press("?")
        assert ground(pilot) == Color.parse("#112233")


@pytest.mark.long
async def test_invalid_stylesheet_is_reported_and_ignored(
    open_app, monkeypatch: pytest.MonkeyPatch, mine: Path
) -> None:
    told: list[str] = []
    monkeypatch.setattr(LudoscopeApp, "notify_anywhere", lambda _, sentence: told.append(sentence))
    async with open_app("lucas-07", show_clock=False, analysis=False) as pilot:
        usual = pilot.screen_text()
        await pilot.wait_until(lambda: bool(told))
        assert not any(told)
    mine.write_text("TitleBar {\n  colr: red;\n}")
    async with open_app("lucas-07", show_clock=False, analysis=False) as pilot:
        await pilot.wait_until(lambda: any(told))
        for part in (str(mine), "line 2", "colr", "the built-in style is used"):
            assert part in "".join(told)
        assert pilot.screen_text() == usual


@pytest.mark.long
async def test_visitors_have_no_user_stylesheet(open_app, mine: Path) -> None:
    mine.write_text(MINE)
    for shut in ({"files": False}, {"own_settings": False}):
        async with open_app(**shut) as pilot:
            assert ground(pilot) != Color.parse("#112233")


def test_stylesheet_error_is_one_line(mine: Path) -> None:
    app = LudoscopeApp(folder=mine.parent)
    try:
        for text, parts in WRONG.items():
            with case(text[:40]):
                mine.write_bytes(text if isinstance(text, bytes) else text.encode())
                said = apply_user_stylesheet(app, mine.parent)
                assert said.isprintable()
                assert len(said) < 500
                for part in (str(mine), *parts):
                    assert part in said, said
                assert not app.stylesheet.has_source(str(mine))
    finally:
        app.close_store()
