"""What the terminal can show, and how each role looks.

Styles use the terminal's own sixteen colours and its own ground: few bytes, and every palette
that a person has chosen stays theirs. Without colour the attributes still tell roles apart.
"""

import locale
import os
import re
import unicodedata
from functools import lru_cache

from rich.style import Style

from ludoscope.tui.boards import hulls
from ludoscope.tui.boards.appearance import Appearance
from ludoscope.tui.boards.tints import TINTED
from ludoscope.tui.browser import in_browser

INKS = ("red", "black", "blue", "green")  # what cards are printed in
CARDS = {  # white faces; reversed, what is picked can be told without colour
    "edge": Style(color="bright_black", bgcolor="white", dim=True),  # of a card, and its face
    "goal": Style(color="green", bgcolor="white", bold=True),  # a target's sign on a card
    "picked_edge": Style(color="bright_yellow", bgcolor="black", reverse=True),
    **{f"card_{ink}": Style(color=ink, bgcolor="white", bold=ink != "black") for ink in INKS},
    **{f"last_{ink}": Style(color=ink, bgcolor="white", bold=True, underline=True) for ink in INKS},
    **{
        f"picked_{ink}": Style(color="bright_yellow", bgcolor=ink, bold=True, reverse=True)
        for ink in INKS
    },
}
ROLES = {  # of what boards draw
    **CARDS,
    "": Style(),  # plain text
    "dim": Style(dim=True),  # coordinates, water, frames
    "piece": Style(color="cyan"),  # a peg, a white pawn
    "rival": Style(color="magenta"),  # a black pawn
    "hole": Style(dim=True),  # an empty place
    "cursor": Style(color="yellow", bold=True),  # the brackets of the cursor
    "picked": Style(reverse=True, bold=True),  # what is selected
    "target": Style(color="green", bold=True),  # where the selected thing may go
    "mover": Style(color="cyan", bold=True),  # what has a legal move
    "last": Style(color="yellow", underline=True),  # what the last move changed
    "fresh": Style(color="yellow", bold=True),  # the same where lines would tear a piece apart
    "held": Style(color="yellow", bold=True),  # what is selected, where its shape says so
    "tint": Style(),  # what is blank of the squares of the last move
    "red": Style(color="red", bold=True),  # a red card
    "black": Style(bold=True),  # a black card
    "blue": Style(color="bright_blue", bold=True),  # diamonds, where each suit has its colour
    "green": Style(color="green", bold=True),  # clubs, then
    "hero": Style(color="red", bold=True, reverse=True),  # the piece that has to get there
    **hulls.roles(),
    "exit": Style(color="green", bold=True),
    "good": Style(color="green"),  # a winning value
    "bad": Style(color="red"),  # a losing value
    "rival mover": Style(color="magenta", bold=True),  # pawns keep the colour of their side
    "piece last": Style(color="cyan", underline=True),
    "rival last": Style(color="magenta", underline=True),
    "first": Style(color="yellow"),  # three classes of places
    "second": Style(color="cyan"),
    "third": Style(color="magenta"),
    **TINTED,
}
MOVED = {  # roles of the last move, which a theme tints the ground of; and their own without it
    "last": "last",
    "fresh": "fresh",
    "tint": "",
}
STYLES = {
    **ROLES,
    "title": Style(bold=True),
    "key": Style(color="cyan"),
    "chosen": Style(reverse=True),
    "notice": Style(color="yellow"),
    "won": Style(color="green", bold=True, reverse=True),
}

PLAIN = str.maketrans(  # where the names of characters, see NAMED, would say less
    {
        **dict(zip("−═┣◆⏎œ", "-=Y@<o", strict=True)),
        **dict(zip("▗▖▝▘▁▂▃▄▅▆", "..''_.-=+*", strict=True)),
        **dict(zip("○◌·•×□☆", ".*-ox..", strict=True)),
        **dict(zip("♠♥♦♣", "SHDC", strict=True)),
        **dict(zip("±Σ≤≥", "+S<>", strict=True)),
    }
)
NAMED = [  # parts of names of characters, those that Textual's own widgets draw among them
    ("BRAILLE PATTERN BLANK", " "),
    (r"BRAILLE PATTERN DOTS-\d{1,2}$", "."),
    (r"BRAILLE PATTERN DOTS-\d{3,4}$", ":"),
    ("BRAILLE", "#"),
    ("BOX .*DIAGONAL CROSS", "X"),
    ("BOX .*UPPER RIGHT TO LOWER LEFT", "/"),
    ("BOX .*UPPER LEFT TO LOWER RIGHT", "\\"),
    ("BOX .*(HORIZONTAL|LEFT|RIGHT).*(VERTICAL|UP|DOWN)", "+"),
    ("BOX .*(VERTICAL|UP|DOWN).*(HORIZONTAL|LEFT|RIGHT)", "+"),
    ("BOX .*(HORIZONTAL|LEFT|RIGHT)", "-"),
    ("BOX ", "|"),
    ("UPPER ONE EIGHTH", "-"),
    ("(LEFT|RIGHT) ONE (EIGHTH|QUARTER) BLOCK", "|"),
    ("BLOCK|SHADE|QUADRANT|SEXTANT", "#"),
    ("LEFT RIGHT .*ARROW", "-"),
    ("UP DOWN .*ARROW", "|"),
    ("LEFTWARDS|LEFT-POINTING|ERASE TO THE LEFT", "<"),
    ("RIGHTWARDS|RIGHT-POINTING", ">"),
    ("UPWARDS|UP-POINTING", "^"),
    ("DOWNWARDS|DOWN-POINTING", "v"),
    ("CHECK MARK", "+"),
    ("BALLOT X|MULTIPLICATION X|CROSS MARK", "x"),
    ("BULLET|STAR|ASTERISK", "*"),
    ("CIRCLE|DIAMOND|LOZENGE", "o"),
    ("SQUARE|RECTANGLE", "#"),
    ("DASH|HYPHEN|HORIZONTAL BAR", "-"),
    ("SINGLE .*QUOTATION MARK", "'"),
    ("QUOTATION MARK", '"'),
    ("SPACE", " "),
]


def plain(text: str) -> str:
    """`text` in characters up to 126, each in the place of one; letters lose their accents."""
    if not text.isascii():
        text = text.translate(PLAIN)
    return text if text.isascii() else "".join(map(_letter, text))


@lru_cache(1024)
def _letter(char: str) -> str:
    base = unicodedata.normalize("NFKD", char)[0]
    if " " <= base <= "~":
        return base
    name = unicodedata.name(char, "")
    return next((shown for part, shown in NAMED if re.search(part, name)), "?")


def encoding() -> str:
    """How the terminal writes characters.

    ssh passes on the name of a locale that need not be installed here. The terminal has it all
    the same, and what it is encoded in is the end of its name.
    """
    try:
        locale.setlocale(locale.LC_CTYPE, "")
        return locale.nl_langinfo(locale.CODESET)
    except locale.Error:
        named = map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))
        return next(filter(None, named), "").partition("@")[0].rpartition(".")[2]


def detect_appearance(ascii_only: bool = False, reduced_motion: bool = False) -> Appearance:
    """Return the default appearance, adapted to the terminal and the environment.

    Only ASCII is used if the locale is not UTF-8 or the terminal is known to have few glyphs.
    LUDOSCOPE_REDUCED_MOTION, if it is not empty, turns animations off for the whole run.

    Args:
        ascii_only: Use only ASCII, whatever the terminal supports.
        reduced_motion: Turn animations off for the whole run.
    """
    poor = os.environ.get("TERM", "dumb") in {"linux", "dumb", ""}
    poor = poor or encoding().lower().replace("-", "") != "utf8"
    reduced_motion = reduced_motion or bool(os.environ.get("LUDOSCOPE_REDUCED_MOTION"))
    ascii_only = ascii_only or (poor and not in_browser())
    return Appearance(
        ascii_only=ascii_only, reduced_motion=reduced_motion, motion_locked=reduced_motion
    )
