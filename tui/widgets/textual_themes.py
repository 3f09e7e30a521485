"""Our themes as themes of Textual, for its widgets; `tui.boards.themes` has the colours."""

from collections.abc import Mapping
from dataclasses import replace

from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from ludoscope.tui.boards.themes import THEME_COLORS, luminance, mix_colors, parse_hex_color

TERMINAL_THEME = "ludoscope-terminal"  # the terminal's own sixteen colours and background


def register_themes(app: App[None]) -> None:
    """Register our themes with an app."""
    ansi = BUILTIN_THEMES["ansi-dark"]
    borders = {"border": "ansi_default", "border-blurred": "ansi_default"}  # not coloured
    variables = {**ansi.variables, **borders}
    app.register_theme(replace(ansi, name=TERMINAL_THEME, variables=variables))
    for name, shades in THEME_COLORS.items():
        app.register_theme(_build_theme(name, shades))


def textual_theme_name(name: str) -> str:
    """Return Textual's name for the theme of a setting."""
    if name in ("terminal", "no colours"):
        return TERMINAL_THEME
    return _theme_name(name) if name in THEME_COLORS else name


def _theme_name(name: str) -> str:
    return f"ludoscope-{name.replace(' ', '-')}"


def _build_theme(name: str, shades: Mapping[str, str]) -> Theme:
    background, foreground = parse_hex_color(shades["ground"]), parse_hex_color(shades["ink"])
    return Theme(
        name=_theme_name(name),
        primary=shades["cyan"],
        secondary=shades["blue"],
        accent=shades["magenta"],
        success=shades["green"],
        warning=shades["yellow"],
        error=shades["red"],
        foreground=shades["ink"],
        background=shades["ground"],
        surface=shades["ground"],
        panel=mix_colors(background, foreground, 0.08).hex,
        dark=luminance(background) < luminance(foreground),
        variables={"border": shades["dim"], "border-blurred": shades["dim"]},
    )
