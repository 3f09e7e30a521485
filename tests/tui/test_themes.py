"""Themes: every role can be read on its ground, and told from the others."""

from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from many import each_of, first_of
from rich.color import ColorSystem
from rich.segment import Segment
from textual.theme import BUILTIN_THEMES

from ludoscope.tui.boards.styles import (
    BASE_ROLES,
    GROUNDS,
    LAST_MOVE_ROLES,
    STYLES,
    SUIT_COLOR_NAMES,
    role_on,
)
from ludoscope.tui.boards.themes import (
    OWN_THEMES,
    SIXTEEN_COLOR_PALETTE,
    TERMINAL_PALETTE,
    TEXTUAL_THEMES,
    THEME_COLORS,
    contrast,
    luminance,
    make_legible,
    theme_palette,
)
from ludoscope.tui.saves.settings import Settings
from ludoscope.tui.widgets.svg import capture_frame

COLOURED = (*THEME_COLORS, *TEXTUAL_THEMES)
# of linear RGB; G. Machado, M. Oliveira, L. Fernandes, 2009, severity 1.0
PROTAN = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
DEUTAN = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
TRITAN = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)
OPPOSED = [
    ("piece", "rival"),
    ("good", "bad"),
    ("red", "black"),
    ("card_red", "card_black"),
    ("good", "notice"),
    ("bad", "notice"),
]


def shades(style):
    return style.color.get_truecolor(), style.bgcolor.get_truecolor()


def test_contrast_follows_the_wcag_formula() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    assert make_legible((200, 200, 200), (255, 255, 255), 4.5) != (200, 200, 200)


@first_of("colours", ["truecolor", "256"])
@pytest.mark.parametrize("theme", COLOURED)
def test_every_role_is_legible(theme: str, colours: str) -> None:
    styles = theme_palette(theme, colours).styles
    assert set(styles) == set(STYLES)
    for role, style in styles.items():
        least = 3 if STYLES[role].dim or role in BASE_ROLES else 4.5  # on wood there are figures
        assert contrast(*shades(style)) >= least, role
    plain = {
        role: style.bgcolor
        for role, style in styles.items()
        if role not in BASE_ROLES and not STYLES[role].bgcolor
    }
    assert len({shade for role, shade in plain.items() if role not in LAST_MOVE_ROLES}) == 1
    assert len({shade for role, shade in plain.items() if role in LAST_MOVE_ROLES}) == 1
    assert contrast(plain["tint"].get_truecolor(), plain[""].get_truecolor()) >= 1.2
    for ground in GROUNDS:
        assert len({styles[role_on(role, ground)].bgcolor for role in GROUNDS[ground].inks}) == 1
    faces = {styles[f"card_{ink}"].bgcolor for ink in SUIT_COLOR_NAMES}
    assert len(faces) == 1  # white, also on a light table
    assert luminance(faces.pop().get_truecolor()) > 0.7


@each_of("theme", OWN_THEMES)
def test_roles_keep_their_attributes(theme: str) -> None:
    for role, style in theme_palette(theme).styles.items():
        plain = STYLES[BASE_ROLES.get(role, role) if theme == "no colours" else role]
        assert (style.bold, style.underline, style.reverse) == (
            plain.bold,
            plain.underline,
            plain.reverse,
        ), role


def test_textual_themes_are_available() -> None:
    assert set(TEXTUAL_THEMES) <= set(BUILTIN_THEMES)
    assert theme_palette("terminal") is TERMINAL_PALETTE is theme_palette("no such theme")
    assert theme_palette("dark", "standard") is SIXTEEN_COLOR_PALETTE


def lab(rgb, matrix):
    """Return the CIE Lab values of a colour as seen with that colour vision."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (p / 255 for p in rgb)
    ]
    seen = [min(1, max(0, sum(m * c for m, c in zip(row, linear, strict=True)))) for row in matrix]
    xyz = [
        sum(m * c for m, c in zip(row, seen, strict=True)) / white
        for row, white in zip(
            ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)),
            (0.9505, 1.0, 1.089),
            strict=True,
        )
    ]
    f = [v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116 for v in xyz]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


@pytest.mark.parametrize("matrix", [PROTAN, DEUTAN, TRITAN], ids=["protan", "deutan", "tritan"])
def test_colour_blind_theme_has_distinct_roles(matrix) -> None:
    styles = theme_palette("colour-blind").styles
    for one, other in OPPOSED:
        pair = [lab(styles[role].color.get_truecolor(), matrix) for role in (one, other)]
        assert sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 > 15, (one, other)


def segments(pilot) -> list[Segment]:
    """Return the segments of the screen, without notifications."""
    pilot.app.clear_notifications()
    return [segment for line in capture_frame(pilot.app) for segment in line]


@pytest.mark.long
async def test_theme_is_applied_to_all_screens_and_saved(
    open_app, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_app("lucas-01") as pilot:
        monkeypatch.setattr(pilot.app.console, "_color_system", ColorSystem.TRUECOLOR)
        await pilot.press("ctrl+p", *"theme: light", "enter")
        wanted = pilot.app.palette.styles[""].bgcolor
        assert wanted.triplet.hex == THEME_COLORS["light"]["ground"]
        assert len(pilot.app.screen_stack) > 1
        for _ in pilot.app.screen_stack[:]:
            grounds = Counter(segment.style.bgcolor for segment in segments(pilot))
            assert wanted in grounds
            assert not any(ground is None or ground.is_default for ground in grounds)
            await pilot.press("escape")
        await pilot.wait_until(lambda: Settings.load(tmp_path / "saves").theme == "light")


async def test_sixteen_colour_theme_keeps_the_terminal_background(
    open_app,
) -> None:
    async with open_app("lucas-01", theme="light") as pilot:
        assert pilot.app.console.color_system == "standard"
        grounds = {segment.style.bgcolor for segment in segments(pilot)}
        assert all(ground is None or ground.is_default for ground in grounds), grounds


@first_of("theme", ["nord", "dark"])
async def test_no_color_removes_all_colour(open_app, theme: str, monkeypatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with open_app("lucas-01", theme=theme) as pilot:
        for style in (segment.style for segment in segments(pilot)):
            assert style.color is None or style.color.is_default
            assert style.bgcolor is None or style.bgcolor.is_default


def test_roles_differ_without_colour() -> None:
    bare = theme_palette("no colours").styles
    assert not any(style.color or style.bgcolor for style in bare.values())
    for one, other in combinations(("", "dim", "picked", "cursor", "last"), 2):
        assert bare[one] != bare[other], (one, other)


def test_base_roles_are_equal_in_every_theme() -> None:
    """Check that the terminal's own theme needs no computed colours at startup."""
    for theme in ("dark", "nord"):
        styles = theme_palette(theme, "truecolor").styles
        assert {role: styles[role] for role in BASE_ROLES} == {
            role: STYLES[role] for role in BASE_ROLES
        }


async def test_dialogs_have_the_colours_of_the_theme(open_app, monkeypatch) -> None:
    """On a dark terminal text in its own colour would vanish on the ground of a light theme."""
    async with open_app("orush-20", theme="light") as pilot:
        monkeypatch.setattr(pilot.app.console, "_color_system", ColorSystem.TRUECOLOR)
        pilot.app._on_setting_changed("theme")
        for key in ("ctrl+p", "c", ","):
            await pilot.press(key)
            texts = [
                segment
                for line in capture_frame(pilot.app)
                for segment in line
                if segment.text.strip() and segment.style
            ]
            assert texts
            assert [text for text in texts if text.style.color.is_default] == [], key
            await pilot.press("escape")
