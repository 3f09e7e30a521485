"""Boards with a ground of their own: wood for pegs, squares of two shades for pawns.

A role on a ground is a role of its own, named "piece on wood". Its ink and its ground are both
fixed, so that a board looks alike, and can be read, on whatever ground the terminal has. Where
there are sixteen colours, or none, a role on a ground looks as it does without.

ground  WOOD, or one of the squares DARK and LIGHT: its colour, and the one nearest of 256
ink     a colour, and what is added to it; one of 256 where that will do, at half the bytes
"""

from collections.abc import Mapping

from rich.style import Style

WOOD = "wood"
DARK, LIGHT = "dark square", "light square"
Inks = Mapping[str, tuple[str, Style]]
NONE, BOLD, LINE = Style(), Style(bold=True), Style(underline=True)
MARKS: Inks = {  # what points at things
    "": ("color(231)", NONE),
    "cursor": ("color(231)", BOLD),
    "picked": ("color(221)", BOLD),
    "held": ("color(221)", BOLD),
    "last": ("color(221)", LINE),
    "fresh": ("color(221)", BOLD),
}
ON_WOOD: Inks = {
    **MARKS,
    "piece": ("color(116)", NONE),
    "mover": ("color(116)", BOLD),
    "hole": ("#b8935f", NONE),
    "dim": ("#d7c4a8", NONE),
    "target": ("#a5ec7a", BOLD),
    "first": ("#f2d16b", NONE),
    "second": ("#7cc8ff", NONE),
    "third": ("color(218)", NONE),
    "good": ("#a5ec7a", NONE),
    "bad": ("color(217)", NONE),
}
ON_SQUARES: Inks = {
    **MARKS,
    "piece": ("color(231)", NONE),
    "mover": ("color(231)", BOLD),
    "rival": ("color(232)", NONE),
    "rival mover": ("color(232)", BOLD),
    "piece last": ("color(231)", LINE),
    "rival last": ("color(232)", LINE),
    "target": ("#c8f5a0", BOLD),
    "good": ("color(193)", BOLD),
    "bad": ("color(224)", BOLD),
}
GROUNDS: Mapping[str, tuple[str, int, Inks]] = {
    WOOD: ("#5f4632", 94, ON_WOOD),
    DARK: ("#785840", 94, ON_SQUARES),
    LIGHT: ("#94724f", 137, ON_SQUARES),
}


def on(role: str, ground: str) -> str:
    """The role on a ground; "" is no ground of its own."""
    return (f"{role} on {ground}" if role else ground) if ground else role


BASES = {on(role, ground): role for ground, (_, _, inks) in GROUNDS.items() for role in inks}
TINTED = {
    on(role, ground): Style(color=ink, bgcolor=shade) + added
    for ground, (shade, _, inks) in GROUNDS.items()
    for role, (ink, added) in inks.items()
}


def flat(styles: Mapping[str, Style]) -> dict[str, Style]:
    """The same, with nothing that has a ground of its own."""
    return {**styles, **{role: styles[base] for role, base in BASES.items()}}
