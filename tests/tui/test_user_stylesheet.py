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
HUGE = "99999999"
TOO_LARGE = {  # what is larger than any screen, and what is told of it
    f"* {{\n  width: {HUGE};\n}}": ("line 2", f"{HUGE} found in width", "at most 1000"),
    f"$x: {HUGE};\n* {{ height: $x; }}": ("line 1", f"{HUGE} found in $x", "at most 1000"),
    "$x: 500;\n* {\n  layout: grid;\n  grid-size: $x; }": (
        "line 4",
        "500 found in grid-size",
        "20",
    ),
    "* { width: 1" + "0" * 400 + "; }": ("line 1", "1000"),
    "* { width: 11fr; }": ("11fr found in width", "at most 10fr"),
    "* { width: -201%; }": ("-201% found in width", "at most 200%"),
    **{
        f"* {{ {name}: {HUGE}{unit}; }}": (
            f"{HUGE}{unit.partition(' ')[0]} found in {name},",
            "at most",
        )
        for name, unit in (
            *(("height", unit) for unit in ("fr", "%", "w", "h", "vw", "vh")),
            *((f"{bound}-{side}", "") for bound in ("min", "max") for side in ("width", "height")),
            *((space, "") for space in ("padding", "margin", "padding-left", "margin-bottom")),
            *(("offset-x", ""), ("offset", " 1"), ("line-pad", ""), ("scrollbar-size", " 1")),
            *(("grid-size", " 2"), ("grid-gutter", ""), ("grid-columns", "fr"), ("grid-rows", "")),
            *(("column-span", ""), ("row-span", ""), ("grid-gutter-vertical", "")),
        )
    },
    f"* {{ offset: 1 -{HUGE}; }}": (f"-{HUGE} found in offset",),
    f"A {{ B {{ &:hover {{ padding: 0 {HUGE} }} }} }}": (f"{HUGE} found in padding",),
    "$a: 1 1;\n" + "$a: $a $a;\n" * 40: ("65,536 values",),
    "$v0: 1 1;\n"
    + "".join(f"$v{n}: $v{n - 1} $v{n - 1};\n" for n in range(1, 40))
    + "* { padding: $v39; }": ("line 14", "65,536 values"),
}
SANE = (
    "$wide: 40; PlayScreen SidePanel { width: $wide; min-width: 20; max-width: 50%; }",
    "* { width: 1fr; height: 1fr; padding: 1 2; margin: 0 1 0 1; offset: -1 -2; opacity: 50%; }",
    "* { layout: grid; grid-size: 3 2; grid-columns: 1fr 2fr; grid-gutter: 1 2; column-span: 2; }",
    "* { transition: offset 500ms in_out_cubic; tint: red 20%; scrollbar-size: 1 1; dock: top; }",
    "* { hatch: cross $primary 40%; keyline: heavy rgb(255,255,255); border: round #ff0000 50%; }",
    MINE,
    "",
)


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
        for text, parts in (WRONG | TOO_LARGE).items():
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


@pytest.mark.long
def test_usual_sizes_are_taken(mine: Path) -> None:
    app = LudoscopeApp(folder=mine.parent)
    try:
        for text in SANE:
            with case(text):
                mine.write_text(text)
                assert apply_user_stylesheet(app, mine.parent) == ""
                assert app.stylesheet.source[str(mine), ""].content == text
    finally:
        app.close_store()
