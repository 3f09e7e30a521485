"""Boards with a ground of their own: wood for pegs, squares of two shades for pawns.

A role on a ground is a role of its own, named "piece on wood". Its ink and its ground are both
fixed, so that a board looks alike, and can be read, on whatever ground the terminal has. Where
there are sixteen colours, or none, a role on a ground looks as it does without.

ground  WOOD, or one of the squares DARK and LIGHT: its colour, and the one nearest of 256
ink     a colour, and what is added to it
"""

from collections.abc import Mapping

from rich.style import Style

WOOD = "wood"
DARK, LIGHT = "dark square", "light square"
Inks = Mapping[str, tuple[str, Style]]
NONE, BOLD, LINE = Style(), Style(bold=True), Style(underline=True)
MARKS: Inks = {  # what points at things
    "": ("#ffffff", NONE),
    "cursor": ("#ffffff", BOLD),
    "picked": ("#ffd75f", BOLD),
    "held": ("#ffd75f", BOLD),
    "last": ("#ffd75f", LINE),
    "fresh": ("#ffd75f", BOLD),
}
ON_WOOD: Inks = {
    **MARKS,
    "piece": ("#8fd7d7", NONE),
    "mover": ("#8fd7d7", BOLD),
    "hole": ("#b8935f", NONE),
    "dim": ("#d7c4a8", NONE),
    "target": ("#a5ec7a", BOLD),
    "first": ("#f2d16b", NONE),
    "second": ("#7cc8ff", NONE),
    "third": ("#f7a8cc", NONE),
    "good": ("#a5ec7a", NONE),
    "bad": ("#ffb3a0", NONE),
}
ON_SQUARES: Inks = {
    **MARKS,
    "piece": ("#ffffff", NONE),
    "mover": ("#ffffff", BOLD),
    "rival": ("#0c0c0c", NONE),
    "rival mover": ("#0c0c0c", BOLD),
    "piece last": ("#ffffff", LINE),
    "rival last": ("#0c0c0c", LINE),
    "target": ("#c8f5a0", BOLD),
    "good": ("#d8ffb8", BOLD),
    "bad": ("#ffe0d6", BOLD),
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
