"""Themes: colours for the roles of `tui.boards.look.STYLES`.

There a role has one of the terminal's sixteen colours. The theme "terminal" leaves it so; any
other says what red, green, yellow, blue, magenta and cyan are on its own ground, so that a role
is named in one place only.

    ground  what stands behind everything
    ink     plain text; "dim" a weaker one, for frames and coordinates
    legible a colour, moved towards black or white until it can be read on the ground
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rich.color import Color, parse_rgb_hex
from rich.color_triplet import ColorTriplet as Shade
from rich.style import Style

from ludoscope.tui.boards import hulls
from ludoscope.tui.boards.hulls import DARK, HULLS, LIGHT
from ludoscope.tui.boards.look import MOVED, STYLES
from ludoscope.tui.boards.tints import GROUNDS, TINTED, flat, on

ALIKE = 700  # squared distance of colours that may stand for each other: half the bytes
TEXT, WEAK = 4.6, 3.1  # contrast of text and of what is dim; WCAG 2 asks for 4.5 and 3
TINT = 0.22  # of yellow in the ground of the last move

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
CARDS: Mapping[str, str] = {  # where a theme has no others
    "white": "#e4e4e4",  # a card's face
    "bright_yellow": "#ffd75f",  # the face of one that is picked
    "bright_black": "#8a8a8a",  # edges
    "black": "#1c1c1c",
    "red": "#af0000",
    "green": "#005f00",
    "blue": "#0000af",
}
OWN_CARDS: Mapping[str, Mapping[str, str]] = {
    "light": {"white": "#ffffff"},
    "high contrast": {"white": "#ffffff", "black": "#000000", "bright_yellow": "#ffff00"},
    "colour-blind": {"red": "#d55e00", "green": "#009e73", "blue": "#0072b2"},
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


@dataclass(frozen=True, slots=True)
class Palette:
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
    boats = HULLS.get(theme) or (DARK if not shades or _is_dark(shades["ground"]) else LIGHT)
    cards = {**CARDS, **OWN_CARDS.get(theme, {})}
    styles = _coloured(shades, boats, cards, few) if shades else STYLES
    return Palette({**styles, **(_tinted() if few else TINTED)})


def _is_dark(ground: str) -> bool:
    return contrast(shade_of(ground), WHITE) > contrast(shade_of(ground), BLACK)


def _tinted() -> dict[str, Style]:
    """What has a ground of its own, among 256 colours."""
    found = {}
    for ground, (_, number, inks) in GROUNDS.items():
        for role, (ink, added) in inks.items():
            near = _nearest(shade_of(ink), EIGHT_BIT[number], WEAK)
            style = Style(color=Color.from_ansi(near), bgcolor=Color.from_ansi(number))
            found[on(role, ground)] = style + added
    return found


def _coloured(
    shades: Mapping[str, str], boats: Sequence[str], cards: Mapping[str, str], few: bool
) -> dict[str, Style]:
    plain = shade_of(shades["ground"])
    tinted = mixed(plain, shade_of(shades["yellow"]), TINT)
    if few:
        plain = EIGHT_BIT[_nearest(plain)]
        tinted = EIGHT_BIT[_nearest(tinted, besides=plain)]

    def colour(shade: Shade, ground: Shade, least: float) -> Color:
        near = _nearest(shade, ground, least)
        cheap = few or _distance(EIGHT_BIT[near], shade) < ALIKE
        return Color.from_ansi(near) if cheap else Color.from_rgb(*shade)

    def coloured(role: str, style: Style) -> Style:
        if style.color and style.bgcolor:
            return printed(style, style.color.name, style.bgcolor.name)
        boat = hulls.number_of(role)
        base = STYLES[MOVED.get(role, role)]
        ground = tinted if role in MOVED else plain
        name = base.color.name.removeprefix("bright_") if base.color else "ink"
        name = "dim" if base.dim else name
        least = WEAK if name == "dim" else TEXT
        shade = shade_of(shades[name] if boat is None else boats[boat])
        return Style(
            color=colour(legible(shade, ground, least), ground, least),
            bgcolor=Color.from_ansi(_nearest(ground)) if few else Color.from_rgb(*ground),
            bold=style.bold,
            underline=style.underline,
            reverse=style.reverse,
        )

    def printed(style: Style, ink: str, face: str) -> Style:
        """On a card; a reversed style has its ink for the ground."""
        if style.reverse:
            ink, face = face, ink
        ground = EIGHT_BIT[_nearest(shade_of(cards[face]))]
        least = WEAK if style.dim else TEXT
        inked = colour(legible(shade_of(cards[ink]), ground, least), ground, least)
        paper = colour(ground, plain, 1)
        return Style(
            color=paper if style.reverse else inked,
            bgcolor=inked if style.reverse else paper,
            bold=style.bold,
            underline=style.underline,
            reverse=style.reverse,
        )

    return {role: coloured(role, style) for role, style in STYLES.items() if role not in TINTED}


def _nearest(
    shade: Shade, ground: Shade = BLACK, least: float = 1, besides: Shade | None = None
) -> int:
    """The number of the one of 256 colours that comes nearest, with that contrast on `ground`.

    It is not that of `besides`.
    """
    enough = [
        n for n, one in EIGHT_BIT.items() if one != besides and contrast(one, ground) >= least
    ]
    return min(enough, key=lambda n: _distance(EIGHT_BIT[n], shade))


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
