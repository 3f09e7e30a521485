"""The styles of what the app draws, by role.

Everything drawn is text with a *role*: "piece", "cursor", "card_red". `STYLES` gives each role a
style in the terminal's own sixteen colours on the terminal's own background: that takes few bytes,
and it respects the palette that the user chose for the terminal. Roles differ in attributes too
(bold, underline, reverse), so that they can be told apart without colour.

Some boards have a *ground*, a background of their own: wood below pegs, squares of two shades below
pawns. A role on a ground is a role of its own, such as "piece on wood" (`role_on`). Its colours are
fixed, so that the board looks the same, and is readable, on every terminal background.

The module `themes` has the palettes of themes with colours of their own.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rich.style import Style

# Boats: a hull is filled with its colour and its letters have the colour of the background, so one
# contrast serves both. Neighbouring boats need not differ in colour, only in letter.

OTHER_BOAT_COLOR_COUNT = 8  # colours besides A's, given to the other boats in turn
BOAT_COLORS_16 = (  # A's colour first; for terminals with sixteen colours
    *("red", "bright_blue", "green", "yellow", "magenta"),
    *("cyan", "white", "bright_green", "bright_magenta"),
)
BOAT_COLORS_ON_DARK = (
    *("#ff5f5f", "#5fafff", "#87d75f", "#ffd75f", "#af87ff"),
    *("#5fd7d7", "#b2b2b2", "#ffaf5f", "#ff87d7"),
)
BOAT_COLORS_ON_LIGHT = (
    *("#d70000", "#005fd7", "#008700", "#875f00", "#875faf"),
    *("#00878f", "#626262", "#af5f00", "#af005f"),
)
BOAT_COLORS: Mapping[str, tuple[str, ...]] = {  # by theme
    "dark": BOAT_COLORS_ON_DARK,
    "light": BOAT_COLORS_ON_LIGHT,
    "high contrast": (
        *("#ff5f5f", "#5fafff", "#5fff5f", "#ffff00", "#d787ff"),
        *("#00ffff", "#ffffff", "#ffaf00", "#ff87ff"),
    ),
    # vermillion, then sky blue, bluish green, yellow, blue, reddish purple, grey, orange and white
    # of the set that the theme is made of
    "colour-blind": (
        *("#d55e00", "#56b4e9", "#009e73", "#f0e442", "#0072b2"),
        *("#cc79a7", "#999999", "#e69f00", "#e6e6e6"),
    ),
}


def _boat_styles() -> dict[str, Style]:
    """Return the styles of hulls, of decks with letters, and of the deck of the last move."""
    styles = {}
    for index, color in enumerate(BOAT_COLORS_16):
        deck = Style(color=color, bgcolor="black", reverse=True)  # readable on light terminals too
        styles[f"hull{index}"] = Style(color=color)
        styles[f"deck{index}"] = deck
        styles[f"deck{index}_last"] = deck + Style(bold=True, underline=True)
    return styles


def _boat_color_index(role: str) -> int | None:
    """Return the index in `BOAT_COLORS` that a boat's role uses; None for any other role."""
    part = role.removesuffix("_last")
    return int(part[4:]) if part[:4] in ("hull", "deck") and part[4:].isdigit() else None


# Grounds


class TextStyle(NamedTuple):
    """A text colour and attributes. Of the 256 colours where possible: half the bytes of RGB."""

    color: str
    attributes: Style


class BoardBackground(NamedTuple):
    """A background of a board: its colour, the nearest of 256 colours, and inks by role."""

    color: str
    eight_bit: int
    inks: Mapping[str, TextStyle]


WOOD = "wood"
DARK_SQUARE, LIGHT_SQUARE = "dark square", "light square"
_NORMAL, _BOLD, _UNDERLINE = Style(), Style(bold=True), Style(underline=True)
_MARKER_INKS: Mapping[str, TextStyle] = {
    "": TextStyle("color(231)", _NORMAL),
    "cursor": TextStyle("color(231)", _BOLD),
    "picked": TextStyle("color(221)", _BOLD),
    "held": TextStyle("color(221)", _BOLD),
    "last": TextStyle("color(221)", _UNDERLINE),
    "fresh": TextStyle("color(221)", _BOLD),
}
_WOOD_INKS: Mapping[str, TextStyle] = {
    **_MARKER_INKS,
    "piece": TextStyle("color(116)", _NORMAL),
    "mover": TextStyle("color(116)", _BOLD),
    "hole": TextStyle("#b8935f", _NORMAL),
    "dim": TextStyle("#d7c4a8", _NORMAL),
    "target": TextStyle("#a5ec7a", _BOLD),
    "first": TextStyle("#f2d16b", _NORMAL),
    "second": TextStyle("#7cc8ff", _NORMAL),
    "third": TextStyle("color(218)", _NORMAL),
    "good": TextStyle("#a5ec7a", _NORMAL),
    "bad": TextStyle("color(217)", _NORMAL),
    "notice": TextStyle("color(221)", _NORMAL),
}
_SQUARE_INKS: Mapping[str, TextStyle] = {
    **_MARKER_INKS,
    "piece": TextStyle("color(231)", _NORMAL),
    "mover": TextStyle("color(231)", _BOLD),
    "rival": TextStyle("color(232)", _NORMAL),
    "rival mover": TextStyle("color(232)", _BOLD),
    "piece last": TextStyle("color(231)", _UNDERLINE),
    "rival last": TextStyle("color(232)", _UNDERLINE),
    "target": TextStyle("#c8f5a0", _BOLD),
    "good": TextStyle("color(193)", _BOLD),
    "bad": TextStyle("color(224)", _BOLD),
    "notice": TextStyle("color(221)", _BOLD),
}
GROUNDS: Mapping[str, BoardBackground] = {
    WOOD: BoardBackground("#5f4632", 94, _WOOD_INKS),
    DARK_SQUARE: BoardBackground("#785840", 94, _SQUARE_INKS),
    LIGHT_SQUARE: BoardBackground("#94724f", 137, _SQUARE_INKS),
}


def role_on(role: str, ground: str) -> str:
    """Return the name of a role on a ground; the role itself if `ground` is ""."""
    if not ground:
        return role
    return f"{role} on {ground}" if role else ground


BASE_ROLES: Mapping[str, str] = {  # the role without its ground, by the role on a ground
    role_on(role, name): role for name, ground in GROUNDS.items() for role in ground.inks
}
_GROUND_STYLES: Mapping[str, Style] = {
    role_on(role, name): Style(color=ink.color, bgcolor=ground.color) + ink.attributes
    for name, ground in GROUNDS.items()
    for role, ink in ground.inks.items()
}


def without_grounds(styles: Mapping[str, Style]) -> dict[str, Style]:
    """Return styles in which a role on a ground looks like the role without it."""
    return {**styles, **{role: styles[base] for role, base in BASE_ROLES.items()}}


# Roles

SUIT_COLOR_NAMES = ("red", "black", "blue", "green")  # colours of rank and suit
_CARD_STYLES = {  # white faces; a picked card is reversed, which shows without colour
    "edge": Style(color="bright_black", bgcolor="white", dim=True),  # edges of a card
    "goal": Style(color="green", bgcolor="white", bold=True),  # the sign of a target on a card
    "picked_edge": Style(color="bright_yellow", bgcolor="black", reverse=True),
    **{
        f"card_{print_}": Style(color=print_, bgcolor="white", bold=print_ != "black")
        for print_ in SUIT_COLOR_NAMES
    },
    **{
        f"last_{print_}": Style(color=print_, bgcolor="white", bold=True, underline=True)
        for print_ in SUIT_COLOR_NAMES
    },
    **{
        f"picked_{print_}": Style(color="bright_yellow", bgcolor=print_, bold=True, reverse=True)
        for print_ in SUIT_COLOR_NAMES
    },
}
BOARD_STYLES: Mapping[str, Style] = {  # roles that boards draw
    **_CARD_STYLES,
    "": Style(),  # plain text
    "dim": Style(dim=True),  # coordinates, water, frames
    "piece": Style(color="cyan"),  # a peg, a white pawn
    "rival": Style(color="magenta"),  # a black pawn
    "hole": Style(dim=True),  # an empty hole or cell
    "cursor": Style(color="yellow", bold=True),  # the brackets of the cursor
    "picked": Style(reverse=True, bold=True),  # the selected piece
    "target": Style(color="green", bold=True),  # a legal target of the selected piece
    "mover": Style(color="cyan", bold=True),  # a piece that has a legal move
    "last": Style(color="yellow", underline=True),  # changed by the last move
    "fresh": Style(color="yellow", bold=True),  # the same where underlines would cut a piece apart
    "held": Style(color="yellow", bold=True),  # the selected piece, if it also changes its shape
    "tint": Style(),  # blank parts of the squares of the last move
    "red": Style(color="red", bold=True),  # a red card
    "black": Style(bold=True),  # a black card
    "blue": Style(color="bright_blue", bold=True),  # diamonds, with four suit colours
    "green": Style(color="green", bold=True),  # clubs, with four suit colours
    "hero": Style(color="red", bold=True, reverse=True),  # the piece that has to reach the goal
    **_boat_styles(),
    "exit": Style(color="green", bold=True),
    "good": Style(color="green"),  # a winning value
    "bad": Style(color="red"),  # a losing value
    "rival mover": Style(color="magenta", bold=True),  # pawns keep the colour of their side
    "piece last": Style(color="cyan", underline=True),
    "rival last": Style(color="magenta", underline=True),
    "first": Style(color="yellow"),  # three classes of holes, for overlays
    "second": Style(color="cyan"),
    "third": Style(color="magenta"),
    **_GROUND_STYLES,
}
LAST_MOVE_ROLES: Mapping[str, str] = {  # with the role whose text colour each one has in a theme
    "last": "last",
    "fresh": "fresh",
    "tint": "",
}
STYLES: Mapping[str, Style] = {
    **BOARD_STYLES,
    "title": Style(bold=True),
    "key": Style(color="cyan"),
    "chosen": Style(reverse=True),
    "notice": Style(color="yellow"),
    "won": Style(color="green", bold=True, reverse=True),
}

# Paints: how a theme with colours of its own paints a role


class RoleColors(NamedTuple):
    """The names of the background and of the text colour that a theme gives a role.

    `ground` is `THEME_GROUND`, `LAST_MOVE_GROUND`, a name in `GROUNDS` or "card white"; `ink` is a
    colour of the theme such as "red", or "boat 3", "card red", or a fixed colour such as "#b8935f".
    The attributes of a role are the same in all themes.
    """

    ground: str
    ink: str


THEME_GROUND, LAST_MOVE_GROUND = "", "moved"
CARD_PREFIX, BOAT_PREFIX = "card ", "boat "
CARD_COLORS: Mapping[str, str] = {
    "white": "#e4e4e4",  # the face of a card
    "bright_yellow": "#ffd75f",  # the face of a picked card
    "bright_black": "#8a8a8a",  # edges
    "black": "#1c1c1c",
    "red": "#af0000",
    "green": "#005f00",
    "blue": "#0000af",
}
THEME_CARD_COLORS: Mapping[str, Mapping[str, str]] = {  # changes to CARD_COLORS, by theme
    "light": {"white": "#ffffff"},
    "high contrast": {"white": "#ffffff", "black": "#000000", "bright_yellow": "#ffff00"},
    "colour-blind": {"red": "#d55e00", "green": "#009e73", "blue": "#0072b2"},
}
FIXED_PAINTS: Mapping[str, RoleColors] = {  # the same in every theme
    role_on(role, name): RoleColors(name, ink.color)
    for name, ground in GROUNDS.items()
    for role, ink in ground.inks.items()
}


def _paint(role: str, style: Style) -> RoleColors:
    """Return the paint of a role that has this style among sixteen colours."""
    if role in FIXED_PAINTS:
        return FIXED_PAINTS[role]
    boat = _boat_color_index(role)
    if boat is not None:
        return RoleColors(THEME_GROUND, f"{BOAT_PREFIX}{boat}")
    if style.color and style.bgcolor:
        ink, face = style.color.name, style.bgcolor.name
        if style.reverse:
            ink, face = face, ink
        return RoleColors(CARD_PREFIX + face, CARD_PREFIX + ink)
    base = STYLES[LAST_MOVE_ROLES.get(role, role)]
    ground = LAST_MOVE_GROUND if role in LAST_MOVE_ROLES else THEME_GROUND
    if base.dim:
        return RoleColors(ground, "dim")
    return RoleColors(ground, base.color.name.removeprefix("bright_") if base.color else "ink")


ROLE_COLORS: Mapping[str, RoleColors] = {
    role: _paint(role, style) for role, style in STYLES.items()
}
