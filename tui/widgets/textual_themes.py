"""Our themes as themes of Textual's, for its widgets; `tui.boards.themes` has the colours."""

from collections.abc import Mapping
from dataclasses import replace

from textual.app import App
from textual.theme import BUILTIN_THEMES, Theme

from ludoscope.tui.boards.themes import SHADES, luminance, mixed, shade_of

TERMINAL = "ludoscope-terminal"  # the sixteen colours of the terminal, on its own ground


def register(app: App[None]) -> None:
    """Let an app know ours."""
    ansi = BUILTIN_THEMES["ansi-dark"]
    frames = {"border": "ansi_default", "border-blurred": "ansi_default"}  # not in colour
    app.register_theme(replace(ansi, name=TERMINAL, variables={**ansi.variables, **frames}))
    for name, shades in SHADES.items():
        app.register_theme(_theme(name, shades))


def theme_of(name: str) -> str:
    """Textual's name of a theme that a person has chosen."""
    return (
        TERMINAL if name in ("terminal", "no colours") else _own(name) if name in SHADES else name
    )


def _own(name: str) -> str:
    return f"ludoscope-{name.replace(' ', '-')}"


def _theme(name: str, shades: Mapping[str, str]) -> Theme:
    ground, ink = shade_of(shades["ground"]), shade_of(shades["ink"])
    return Theme(
        name=_own(name),
        primary=shades["cyan"],
        secondary=shades["blue"],
        accent=shades["magenta"],
        success=shades["green"],
        warning=shades["yellow"],
        error=shades["red"],
        foreground=shades["ink"],
        background=shades["ground"],
        surface=shades["ground"],
        panel=mixed(ground, ink, 0.08).hex,
        dark=luminance(ground) < luminance(ink),
        variables={"border": shades["dim"], "border-blurred": shades["dim"]},
    )
