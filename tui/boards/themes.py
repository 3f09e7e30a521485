"""Themes: colours for the roles of `tui.boards.styles.STYLES`.

There a role has one of the terminal's sixteen colours. The theme "terminal" leaves it so; any
other says what red, green, yellow, blue, magenta and cyan are on its own ground, so that a role
is named in one place only.

    ground  what stands behind everything
    ink     plain text; "dim" a weaker one, for frames and coordinates
    legible a colour, moved towards black or white until it can be read on the ground
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rich.color import Color, parse_rgb_hex
from rich.color_triplet import ColorTriplet as Shade
from rich.style import Style

from ludoscope.tui.boards.hulls import DARK, HULLS, LIGHT
from ludoscope.tui.boards.paints import BOAT, CARD, CARDS, FIXED, MOVED, OWN_CARDS, PAINTS, PLAIN
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.tints import GROUNDS, flat

ALIKE = 700  # squared distance of colours that may stand for each other: half the bytes
TEXT, WEAK = 4.6, 3.1  # contrast of text and of what is dim; WCAG 2 asks for 4.5 and 3
TINT, SEEN = 0.22, 1.2  # of yellow in the ground of the last move; contrast with the other

SHADES: Mapping[str, Mapping[str, str]] = {
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
        "dim": "#767676",
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
BLACK, WHITE = Shade(0, 0, 0), Shade(255, 255, 255)
_STEPS = (0, 95, 135, 175, 215, 255)
EIGHT_BIT: Mapping[int, Shade] = {  # those of 256 that are the same on every terminal
    **{16 + n: Shade(_STEPS[n // 36], _STEPS[n // 6 % 6], _STEPS[n % 6]) for n in range(216)},
    **{232 + n: Shade(8 + 10 * n, 8 + 10 * n, 8 + 10 * n) for n in range(24)},
}
OWN = ("terminal", "no colours", *SHADES)
TEXTUAL = (
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


TERMINAL = Palette(STYLES)
SIXTEEN = Palette(flat(STYLES))


@cache
def palette(theme: str, colours: str | None = None) -> Palette:
    """The palette of the theme of that name; "terminal" where there is none.

    `colours` that the terminal has, as rich calls them: of "256" those are taken that come
    nearest, and among 16 ("standard") no theme has its own.
    """
    if theme == "no colours":
        return Palette({role: style.without_color for role, style in SIXTEEN.styles.items()})
    if colours == "standard":
        return SIXTEEN
    shades = SHADES.get(theme) or _derived(theme)
    few = colours == "256"
    if not shades and not few:
        return TERMINAL
    inks = _inks(theme, shades)
    grounds = _grounds(shades, inks, few)
    painted = {
        role: _painted(role, grounds[ground], inks[ink], few)
        for role, (ground, ink) in PAINTS.items()
        if ground in grounds
    }
    return Palette({**STYLES, **painted})


class Ground(NamedTuple):
    """A colour that things stand on, as it is reckoned with and as it is sent."""

    shade: Shade
    colour: Color


def _grounds(
    shades: Mapping[str, str] | None, inks: Mapping[str, Shade], few: bool
) -> dict[str, Ground]:
    """By their names; without shades of a theme only those that are alike in all."""
    found = {
        name: _eight_bit(number) if few else Ground(shade_of(shade), Color.parse(shade))
        for name, (shade, number, _) in GROUNDS.items()
    }
    if not shades:
        return found
    plain = shade_of(shades["ground"])
    if few:
        found[PLAIN] = _eight_bit(_nearest(plain))
    else:
        found[PLAIN] = Ground(plain, Color.from_rgb(*plain))
    plain = found[PLAIN].shade
    tinted = mixed(plain, shade_of(shades["yellow"]), TINT)
    found[MOVED] = _eight_bit(_nearest(tinted, plain, SEEN))  # at half the bytes
    faces = {ground for ground, _ in PAINTS.values() if ground.startswith(CARD)}
    return {**found, **{face: _eight_bit(_nearest(inks[face])) for face in faces}}


def _eight_bit(number: int) -> Ground:
    return Ground(EIGHT_BIT[number], Color.from_ansi(number))


def _inks(theme: str, shades: Mapping[str, str] | None) -> dict[str, Shade]:
    """The colours of a theme, and those that are alike in all, by the names of inks."""
    found = {ink: Color.parse(ink).get_truecolor() for _, ink in FIXED.values()}
    if not shades:
        return found
    ground = shade_of(shades["ground"])
    dark = contrast(ground, WHITE) > contrast(ground, BLACK)
    boats = HULLS.get(theme) or (DARK if dark else LIGHT)
    cards = {**CARDS, **OWN_CARDS.get(theme, {})}
    named = {
        **shades,
        **{f"{BOAT}{number}": shade for number, shade in enumerate(boats)},
        **{CARD + name: shade for name, shade in cards.items()},
    }
    return {**found, **{name: shade_of(shade) for name, shade in named.items()}}


def _painted(role: str, ground: Ground, shade: Shade, few: bool) -> Style:
    """A role in a theme: legible on its ground."""
    style, (_, ink) = STYLES[role], PAINTS[role]
    least = WEAK if role in FIXED or ink == "dim" or style.dim else TEXT  # of figures, or of text
    if role not in FIXED:
        shade = legible(shade, ground.shade, least)
    colour = _colour(shade, ground.shade, least, few)
    paper = style.reverse and ink.startswith(CARD)  # its face is the colour, and the ink the ground
    return Style(
        color=ground.colour if paper else colour,
        bgcolor=colour if paper else ground.colour,
        bold=style.bold,
        underline=style.underline,
        reverse=style.reverse,
    )


def _colour(shade: Shade, ground: Shade, least: float, few: bool) -> Color:
    """As it is, or the one of 256 that can stand for it."""
    near = _nearest(shade, ground, least)
    cheap = few or _distance(EIGHT_BIT[near], shade) < ALIKE
    return Color.from_ansi(near) if cheap else Color.from_rgb(*shade)


@cache
def _nearest(shade: Shade, ground: Shade = BLACK, least: float = 1) -> int:
    """The number of the one of 256 colours that comes nearest, with that contrast on `ground`."""
    by_distance = sorted(EIGHT_BIT, key=lambda n: _distance(EIGHT_BIT[n], shade))
    return next(n for n in by_distance if contrast(EIGHT_BIT[n], ground) >= least)


def _distance(one: Shade, other: Shade) -> float:
    """Squared, in a cheap space where equal distances look about equal (T. Riemersma, 2001)."""
    red = (one[0] + other[0]) / 2
    r, g, b = (a - b for a, b in zip(one, other, strict=True))
    return (2 + red / 256) * r * r + 4 * g * g + (2 + (255 - red) / 256) * b * b


def _derived(theme: str) -> Mapping[str, str] | None:
    """The shades of a theme of Textual's, None when it has no such theme."""
    from textual.theme import BUILTIN_THEMES

    found = BUILTIN_THEMES.get(theme)
    if found is None:
        return None
    made = found.to_color_system().generate()
    ground, ink = made["background"], made["foreground"]
    return {
        "ground": ground,
        "ink": ink,
        "dim": mixed(shade_of(ink), shade_of(ground), 0.45).hex,
        "red": made["error"],
        "green": made["success"],
        "yellow": made["warning"],
        "blue": made["secondary"],
        "magenta": made["accent"],
        "cyan": made["primary"],
    }


def shade_of(text: str) -> Shade:
    """Of a colour such as "#16191d"."""
    return parse_rgb_hex(text[1:7])


def mixed(one: Shade, other: Shade, part: float) -> Shade:
    """`part` of the other in the one."""
    return Shade(*(round(a + (b - a) * part) for a, b in zip(one, other, strict=True)))


@cache
def luminance(shade: Shade) -> float:
    """Relative luminance, 0 to 1, as WCAG 2 defines it."""

    def linear(part: int) -> float:
        value = part / 255
        return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)

    red, green, blue = map(linear, shade)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Shade, other: Shade) -> float:
    """1 to 21, as WCAG 2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def legible(shade: Shade, ground: Shade, least: float) -> Shade:
    """`shade`, or the nearest to it towards black or white with that much contrast."""
    end = max(BLACK, WHITE, key=lambda one: contrast(one, ground))
    for step in range(51):
        moved = mixed(shade, end, step / 50)
        if contrast(moved, ground) >= least:
            return moved
    return end
