"""Themes: the colours of the roles in `tui.boards.styles.STYLES`. Start with `theme_palette`.

The theme "terminal" uses the terminal's own sixteen colours. Any other theme, ours in
`THEME_COLORS` or one of Textual's, gives RGB values for its background ("ground"), its text
("ink"), weaker text ("dim") and six colours. The styles of all roles are computed from these, and
moved towards black or white until they are legible on their background.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rich.color import Color, parse_rgb_hex
from rich.color_triplet import ColorTriplet
from rich.style import Style

from ludoscope.tui import lazy
from ludoscope.tui.boards.styles import (
    BOAT_COLORS,
    BOAT_COLORS_ON_DARK,
    BOAT_COLORS_ON_LIGHT,
    BOAT_PREFIX,
    CARD_COLORS,
    CARD_PREFIX,
    FIXED_PAINTS,
    GROUNDS,
    LAST_MOVE_GROUND,
    ROLE_COLORS,
    STYLES,
    THEME_CARD_COLORS,
    THEME_GROUND,
    without_grounds,
)

MAX_REPLACEMENT_DISTANCE = 700  # squared, to the one of 256 colours used instead: half the bytes
MIN_TEXT_CONTRAST, MIN_DIM_CONTRAST = 4.6, 3.1  # WCAG 2 asks for 4.5 and 3
LAST_MOVE_TINT = 0.22  # share of yellow in the background of the last move
MIN_TINT_CONTRAST = 1.2  # between that background and the theme's own

THEME_COLORS: Mapping[str, Mapping[str, str]] = {
    "dark": {
        "ground": "#16191d",
        "ink": "#dadada",
        "dim": "#8a8a8a",
        "red": "#ff8787",
        "green": "#87d787",
        "yellow": "#d7af5f",
        "blue": "#87afff",
        "magenta": "#d787d7",
        "cyan": "#5fd7d7",
    },
    "light": {
        "ground": "#fbfaf6",
        "ink": "#262626",
        "dim": "#6c6c6c",
        "red": "#af0000",
        "green": "#005f00",
        "yellow": "#875f00",
        "blue": "#005fd7",
        "magenta": "#870087",
        "cyan": "#005f87",
    },
    "high contrast": {
        "ground": "#000000",
        "ink": "#ffffff",
        "dim": "#c6c6c6",
        "red": "#ff8787",
        "green": "#5fff5f",
        "yellow": "#ffff00",
        "blue": "#87afff",
        "magenta": "#ff87ff",
        "cyan": "#00ffff",
    },
    # M. Okabe and K. Ito, Color Universal Design, 2008: vermillion, bluish green, yellow, blue,
    # reddish purple and sky blue
    "colour-blind": {
        "ground": "#101216",
        "ink": "#e6e6e6",
        "dim": "#8b9097",
        "red": "#d55e00",
        "green": "#009e73",
        "yellow": "#f0e442",
        "blue": "#0072b2",
        "magenta": "#cc79a7",
        "cyan": "#56b4e9",
    },
}
BLACK, WHITE = ColorTriplet(0, 0, 0), ColorTriplet(255, 255, 255)
_CUBE = (0, 95, 135, 175, 215, 255)
EIGHT_BIT_COLORS: Mapping[int, ColorTriplet] = {  # those of 256 that all terminals show alike
    **{16 + n: ColorTriplet(_CUBE[n // 36], _CUBE[n // 6 % 6], _CUBE[n % 6]) for n in range(216)},
    **{232 + n: ColorTriplet(8 + 10 * n, 8 + 10 * n, 8 + 10 * n) for n in range(24)},
}
OWN_THEMES = ("terminal", "no colours", *THEME_COLORS)
TEXTUAL_THEMES = (
    "nord",
    "gruvbox",
    "dracula",
    "tokyo-night",
    "monokai",
    "flexoki",
    "catppuccin-mocha",
    "catppuccin-latte",
    "rose-pine",
    "rose-pine-dawn",
    "solarized-dark",
    "solarized-light",
    "atom-one-dark",
    "atom-one-light",
    "textual-dark",
    "textual-light",
)


class Palette(NamedTuple):
    """A style for each role."""

    styles: Mapping[str, Style]


TERMINAL_PALETTE = Palette(STYLES)
SIXTEEN_COLOR_PALETTE = Palette(without_grounds(STYLES))


@cache
def theme_palette(theme: str, color_system: str | None = None) -> Palette:
    """Return the palette of a theme; the terminal's own colours if there is no such theme.

    Args:
        theme: The name of one of our themes or of one of Textual's.
        color_system: What the terminal can show, in rich's terms. With "256" the nearest of the
            256 colours are used; with "standard" (16 colours) all themes look alike.
    """
    if theme == "no colours":
        styles = SIXTEEN_COLOR_PALETTE.styles
        return Palette({role: style.without_color for role, style in styles.items()})
    if color_system == "standard":
        return SIXTEEN_COLOR_PALETTE
    theme_colors = THEME_COLORS.get(theme) or _textual_theme_colors(theme)
    eight_bit = color_system == "256"
    if not theme_colors and not eight_bit:
        return TERMINAL_PALETTE
    inks = _inks(theme, theme_colors)
    backgrounds = _backgrounds(theme_colors, inks, eight_bit)
    painted = {
        role: _painted_style(role, backgrounds[paint.ground], inks[paint.ink], eight_bit)
        for role, paint in ROLE_COLORS.items()
        if paint.ground in backgrounds
    }
    return Palette({**STYLES, **painted})


class Background(NamedTuple):
    """A background colour: the RGB value to compute with, and the colour sent to the terminal."""

    rgb: ColorTriplet
    color: Color


def _backgrounds(
    theme_colors: Mapping[str, str] | None, inks: Mapping[str, ColorTriplet], eight_bit: bool
) -> dict[str, Background]:
    """Return the backgrounds by name; without a theme only those that are alike in all themes."""
    backgrounds = {
        name: _eight_bit_background(ground.eight_bit)
        if eight_bit
        else Background(parse_hex_color(ground.color), Color.parse(ground.color))
        for name, ground in GROUNDS.items()
    }
    if not theme_colors:
        return backgrounds
    theme_rgb = parse_hex_color(theme_colors["ground"])
    if eight_bit:
        theme_background = _eight_bit_background(_nearest_eight_bit(theme_rgb))
    else:
        theme_background = Background(theme_rgb, Color.from_rgb(*theme_rgb))
    backgrounds[THEME_GROUND] = theme_background
    tinted = mix_colors(
        theme_background.rgb, parse_hex_color(theme_colors["yellow"]), LAST_MOVE_TINT
    )
    backgrounds[LAST_MOVE_GROUND] = _eight_bit_background(  # half the bytes of RGB
        _nearest_eight_bit(tinted, theme_background.rgb, MIN_TINT_CONTRAST)
    )
    for paint in ROLE_COLORS.values():
        if paint.ground.startswith(CARD_PREFIX):
            nearest = _nearest_eight_bit(inks[paint.ground])
            backgrounds[paint.ground] = _eight_bit_background(nearest)
    return backgrounds


def _eight_bit_background(number: int) -> Background:
    return Background(EIGHT_BIT_COLORS[number], Color.from_ansi(number))


def _inks(theme: str, theme_colors: Mapping[str, str] | None) -> dict[str, ColorTriplet]:
    """Return the text colours by name; without a theme only those that are alike in all themes."""
    fixed = {paint.ink: Color.parse(paint.ink).get_truecolor() for paint in FIXED_PAINTS.values()}
    if not theme_colors:
        return fixed
    background = parse_hex_color(theme_colors["ground"])
    is_dark = contrast(background, WHITE) > contrast(background, BLACK)
    boats = BOAT_COLORS.get(theme) or (BOAT_COLORS_ON_DARK if is_dark else BOAT_COLORS_ON_LIGHT)
    cards = {**CARD_COLORS, **THEME_CARD_COLORS.get(theme, {})}
    hex_colors = {
        **theme_colors,
        **{f"{BOAT_PREFIX}{index}": color for index, color in enumerate(boats)},
        **{CARD_PREFIX + name: color for name, color in cards.items()},
    }
    return {**fixed, **{name: parse_hex_color(color) for name, color in hex_colors.items()}}


def _painted_style(role: str, background: Background, ink: ColorTriplet, eight_bit: bool) -> Style:
    """Return the style of a role in a theme, legible on its background."""
    style, paint = STYLES[role], ROLE_COLORS[role]
    is_fixed = role in FIXED_PAINTS  # figures on a ground: chosen by hand, legible as they are
    needs_less_contrast = is_fixed or paint.ink == "dim" or style.dim
    min_contrast = MIN_DIM_CONTRAST if needs_less_contrast else MIN_TEXT_CONTRAST
    if not is_fixed:
        ink = make_legible(ink, background.rgb, min_contrast)
    text_color = _cheapest_color(ink, background.rgb, min_contrast, eight_bit)
    # a reversed card: the terminal swaps both again
    swapped = style.reverse and paint.ink.startswith(CARD_PREFIX)
    return Style(
        color=background.color if swapped else text_color,
        bgcolor=text_color if swapped else background.color,
        bold=style.bold,
        underline=style.underline,
        reverse=style.reverse,
    )


def _cheapest_color(
    rgb: ColorTriplet, background: ColorTriplet, min_contrast: float, eight_bit: bool
) -> Color:
    """Return one of the 256 colours if it is near enough or if `eight_bit`, else the RGB colour."""
    number = _nearest_eight_bit(rgb, background, min_contrast)
    if eight_bit or _distance(EIGHT_BIT_COLORS[number], rgb) < MAX_REPLACEMENT_DISTANCE:
        return Color.from_ansi(number)
    return Color.from_rgb(*rgb)


@cache
def _nearest_eight_bit(
    rgb: ColorTriplet, background: ColorTriplet = BLACK, min_contrast: float = 1
) -> int:
    """Return the number of the nearest of the 256 colours with that contrast to `background`."""
    by_distance = sorted(EIGHT_BIT_COLORS, key=lambda n: _distance(EIGHT_BIT_COLORS[n], rgb))
    return next(n for n in by_distance if contrast(EIGHT_BIT_COLORS[n], background) >= min_contrast)


def _distance(first: ColorTriplet, second: ColorTriplet) -> float:
    """Return the squared "redmean" distance, close to what the eye sees (T. Riemersma, 2001)."""
    first_red, first_green, first_blue = first
    second_red, second_green, second_blue = second
    red_mean = (first_red + second_red) / 2
    red, green, blue = first_red - second_red, first_green - second_green, first_blue - second_blue
    return (
        (2 + red_mean / 256) * red * red
        + 4 * green * green
        + (2 + (255 - red_mean) / 256) * blue * blue
    )


def _textual_theme_colors(theme: str) -> Mapping[str, str] | None:
    """Return the colours of one of Textual's themes; None if it has no such theme."""
    textual_theme = lazy.textual_theme.BUILTIN_THEMES.get(theme)
    if textual_theme is None:
        return None
    colors = textual_theme.to_color_system().generate()
    background, text = colors["background"], colors["foreground"]
    return {
        "ground": background,
        "ink": text,
        "dim": mix_colors(parse_hex_color(text), parse_hex_color(background), 0.45).hex,
        "red": colors["error"],
        "green": colors["success"],
        "yellow": colors["warning"],
        "blue": colors["secondary"],
        "magenta": colors["accent"],
        "cyan": colors["primary"],
    }


def parse_hex_color(hex_color: str) -> ColorTriplet:
    """Return the RGB value of a colour such as "#16191d"; transparency is ignored."""
    return parse_rgb_hex(hex_color[1:7])


def mix_colors(base: ColorTriplet, added: ColorTriplet, share: float) -> ColorTriplet:
    """Return a mixture of two colours; `share`, 0 to 1, is that of the added one."""
    return ColorTriplet(*(round(a + (b - a) * share) for a, b in zip(base, added, strict=True)))


@cache
def luminance(color: ColorTriplet) -> float:
    """Return the relative luminance, 0 to 1, as WCAG 2 defines it."""

    def linear(component: int) -> float:
        value = component / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(color: ColorTriplet, background: ColorTriplet) -> float:
    """Return the contrast ratio, 1 to 21, as WCAG 2 defines it."""
    darker, lighter = sorted((luminance(color), luminance(background)))
    return (lighter + 0.05) / (darker + 0.05)


def make_legible(
    color: ColorTriplet, background: ColorTriplet, min_contrast: float
) -> ColorTriplet:
    """Return the color, moved towards black or white as far as the contrast requires."""
    extreme = max(BLACK, WHITE, key=lambda end: contrast(end, background))
    for percent in range(0, 101, 2):
        candidate = mix_colors(color, extreme, percent / 100)
        if contrast(candidate, background) >= min_contrast:
            return candidate
    return extreme
