"""Styles of terminal cells, and the shortest SGR sequence from one style to another.

With 24-bit backgrounds, style changes are most of the bytes of a frame.
"""

from functools import lru_cache
from typing import NamedTuple

RESET = "\x1b[m"
VISIBLE_ON_BLANK = frozenset(["4", "7", "9", "21", "51", "52", "53"])
"""Attributes that show on a blank too: underline, reverse, strike, frame, overline."""

_ATTRIBUTES_ENDED_BY = {"22": "1 2", "23": "3", "24": "4 21", "25": "5 6", "27": "7", "28": "8"}
_ATTRIBUTES_ENDED_BY |= {"29": "9", "54": "51 52", "55": "53"}
_END_CODES = {code: end for end, codes in _ATTRIBUTES_ENDED_BY.items() for code in codes.split()}


class CellStyle(NamedTuple):
    """The style of a cell, as SGR codes; "" is the terminal's default colour.

    `link` is the target of a hyperlink, as in OSC 8.
    """

    foreground: str = ""
    background: str = ""
    attributes: frozenset[str] = frozenset()
    link: str = ""


DEFAULT_STYLE = CellStyle()
"""The style after a reset."""


def has_only_background(style: CellStyle) -> bool:
    """Return True if a blank in this style looks the same in any style of that background."""
    return not (style.foreground or style.attributes or style.link)


@lru_cache(1024)
def blank_style(style: CellStyle) -> CellStyle:
    """Return the style of a blank: the background alone unless an attribute is visible on it."""
    if style.attributes & VISIBLE_ON_BLANK:
        return style
    return CellStyle(background=style.background, link=style.link)


@lru_cache(4096)
def nearest_blank_style(current: CellStyle, target: CellStyle) -> CellStyle:
    """Return a style in which a blank looks as in `target`, as near to `current` as possible."""
    if not has_only_background(target):
        return target
    return CellStyle(current.foreground, target.background, current.attributes - VISIBLE_ON_BLANK)


@lru_cache(4096)
def apply_sgr(style: CellStyle, parameters: str) -> CellStyle:
    """Return the style after the SGR sequence with these parameters ("1;38;5;9")."""
    remaining = (parameters or "0").split(";")
    foreground, background, attributes, link = style
    while remaining:
        code = remaining.pop(0)
        value = int(code.partition(":")[0] or 0)
        if code in ("38", "48"):
            count = 4 if remaining[:1] == ["2"] else 2
            code = ";".join([code, *remaining[:count]])
            del remaining[:count]
        if value == 0:
            foreground, background, attributes = "", "", frozenset()
        elif value in range(30, 40) or value in range(90, 98):
            foreground = "" if value == 39 else code
        elif value in range(40, 50) or value in range(100, 108):
            background = "" if value == 49 else code
        elif code in _END_CODES:
            attributes |= {code}
        else:
            attributes -= {started for started, end in _END_CODES.items() if end == code}
    return CellStyle(foreground, background, attributes, link)


@lru_cache(4096)
def encode_change(current: CellStyle, target: CellStyle) -> str:
    """Return the shortest sequences that change one style into another."""
    link = f"\x1b]8;{target.link or ';'}\x1b\\" if current.link != target.link else ""
    return link + (_encode_sgr(current, target) if current[:3] != target[:3] else "")


def _encode_sgr(current: CellStyle, target: CellStyle) -> str:
    ends = sorted({_END_CODES[code] for code in current.attributes - target.attributes})
    unchanged = {
        code for code in current.attributes & target.attributes if _END_CODES[code] not in ends
    }
    changes = [*ends, *sorted(target.attributes - unchanged)]
    if current.foreground != target.foreground:
        changes.append(target.foreground or "39")
    if current.background != target.background:
        changes.append(target.background or "49")
    full = [*sorted(target.attributes), target.foreground, target.background]
    after_reset = ["", *(code for code in full if code)]
    return min(_sgr(changes), _sgr(after_reset), key=len)


def _sgr(codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m"
