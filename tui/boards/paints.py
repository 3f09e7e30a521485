"""What each role is painted with where a theme has colours of its own: a ground and an ink.

Both are names, which a theme gives colours to; the attributes of a role stay as they are in
`tui.boards.styles.STYLES`.

ground  "" the theme's own; MOVED that of the last move; a card's face, "card white"; what is alike
        in every theme, one of `tui.boards.tints.GROUNDS`
ink     a colour of the theme, "red"; of a boat, "boat 3"; on a card, "card red"; "#b8935f" itself
"""

from collections.abc import Mapping

from rich.style import Style

from ludoscope.tui.boards.hulls import number_of
from ludoscope.tui.boards.styles import MOVED as MARKING
from ludoscope.tui.boards.styles import STYLES
from ludoscope.tui.boards.tints import GROUNDS, on

PLAIN, MOVED, CARD, BOAT = "", "moved", "card ", "boat "
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

FIXED = {
    on(role, ground): (ground, ink)
    for ground, (_, _, inks) in GROUNDS.items()
    for role, (ink, _) in inks.items()
}


def _paint(role: str, style: Style) -> tuple[str, str]:
    """The ground and the ink of a role that looks like this among sixteen colours."""
    if role in FIXED:
        return FIXED[role]
    boat = number_of(role)
    if boat is not None:
        return PLAIN, f"{BOAT}{boat}"
    if style.color and style.bgcolor:  # a reversed one has them the other way
        names = [style.color.name, style.bgcolor.name]
        ink, face = names[::-1] if style.reverse else names
        return CARD + face, CARD + ink
    base = STYLES[MARKING.get(role, role)]
    name = base.color.name.removeprefix("bright_") if base.color else "ink"
    return (MOVED if role in MARKING else PLAIN), ("dim" if base.dim else name)


PAINTS: Mapping[str, tuple[str, str]] = {
    role: _paint(role, style) for role, style in STYLES.items()
}
