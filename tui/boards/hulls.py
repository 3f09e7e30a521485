"""The colours of boats: A's red and those of the others, for each theme.

A hull is filled with its colour, and its letters have that of the ground: the one contrast counts
for both. Neighbours are told apart by it, boats by their letters alone.
"""

from collections.abc import Mapping

from rich.style import Style

OTHERS = 8  # colours besides that of A, in the order of the letters
SIXTEEN = (  # of a terminal that has no more
    *("red", "bright_blue", "green", "yellow", "magenta"),
    *("cyan", "white", "bright_green", "bright_magenta"),
)
DARK = (
    *("#ff5f5f", "#5fafff", "#87d75f", "#ffd75f", "#af87ff"),
    *("#5fd7d7", "#b2b2b2", "#ffaf5f", "#ff87d7"),
)
LIGHT = (
    *("#d70000", "#005fd7", "#008700", "#875f00", "#875faf"),
    *("#00878f", "#626262", "#af5f00", "#af005f"),
)
HULLS: Mapping[str, tuple[str, ...]] = {
    "dark": DARK,
    "light": LIGHT,
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


def roles() -> dict[str, Style]:
    """A hull, its deck with the letters, and the same of the boat that moved last."""
    styles = {}
    for number, colour in enumerate(SIXTEEN):
        deck = Style(color=colour, reverse=True)
        styles[f"hull{number}"] = Style(color=colour)
        styles[f"deck{number}"] = deck
        styles[f"deck{number}_last"] = deck + Style(bold=True, underline=True)
    return styles


def number_of(role: str) -> int | None:
    """Of the colour of a role of a boat, None of any other role."""
    part = role.removesuffix("_last")
    return int(part[4:]) if part[:4] in ("hull", "deck") and part[4:].isdigit() else None
