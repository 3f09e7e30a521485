"""Ink: what the terminal writes in, and the shortest way from one ink to another.

With a colour for the ground, in 24 bits, styles are most of what goes over the line.

plain   the ink after a reset
bare    of nothing but a ground: a blank that waits for it may be written in any ink of that ground
"""

from functools import lru_cache
from typing import NamedTuple

RESET = "\x1b[m"
SHOWN = frozenset(["4", "7", "9", "21", "51", "52", "53"])  # on a blank too
_ENDS = {"22": "1 2", "23": "3", "24": "4 21", "25": "5 6", "27": "7", "28": "8", "29": "9"}
_ENDS |= {"54": "51 52", "55": "53"}
_OFF = {on: off for off, ons in _ENDS.items() for on in ons.split()}


class Ink(NamedTuple):
    """Codes of SGR: "" is the terminal's own colour. `link` is where a click leads (OSC 8)."""

    colour: str = ""
    ground: str = ""
    attributes: frozenset[str] = frozenset()
    link: str = ""


PLAIN = Ink()


def bare(ink: Ink) -> bool:
    """Whether a blank that waits for it looks the same in any other ink of that ground."""
    return not (ink.colour or ink.attributes or ink.link)


@lru_cache(1024)
def on_a_blank(ink: Ink) -> Ink:
    """The ink of a blank: bare unless more than its ground shows."""
    return ink if ink.attributes & SHOWN else Ink(ground=ink.ground, link=ink.link)


@lru_cache(4096)
def blanked(now: Ink, wanted: Ink) -> Ink:
    """An ink in which a blank looks as in `wanted`, as near to `now` as may be."""
    if not bare(wanted):
        return wanted
    return Ink(now.colour, wanted.ground, now.attributes - SHOWN)


@lru_cache(4096)
def after(ink: Ink, codes: str) -> Ink:
    """The ink once the terminal has read `codes`."""
    rest = (codes or "0").split(";")
    colour, ground, attributes, link = ink
    while rest:
        code = rest.pop(0)
        value = int(code.partition(":")[0] or 0)
        if code in ("38", "48"):
            count = 4 if rest[:1] == ["2"] else 2
            code = ";".join([code, *rest[:count]])
            del rest[:count]
        if value == 0:
            colour, ground, attributes = "", "", frozenset()
        elif value in range(30, 40) or value in range(90, 98):
            colour = "" if value == 39 else code
        elif value in range(40, 50) or value in range(100, 108):
            ground = "" if value == 49 else code
        elif code in _OFF:
            attributes |= {code}
        else:
            attributes -= {one for one, off in _OFF.items() if off == code}
    return Ink(colour, ground, attributes, link)


@lru_cache(4096)
def change(now: Ink, wanted: Ink) -> str:
    """The shortest sequences that lead from one ink to another."""
    link = f"\x1b]8;{wanted.link or ';'}\x1b\\" if now.link != wanted.link else ""
    return link + (_codes(now, wanted) if now[:3] != wanted[:3] else "")


def _codes(now: Ink, wanted: Ink) -> str:
    gone = sorted({_OFF[one] for one in now.attributes - wanted.attributes})
    kept = {one for one in now.attributes & wanted.attributes if _OFF[one] not in gone}
    codes = [*gone, *sorted(wanted.attributes - kept)]
    if now.colour != wanted.colour:
        codes.append(wanted.colour or "39")
    if now.ground != wanted.ground:
        codes.append(wanted.ground or "49")
    anew = [*sorted(wanted.attributes), wanted.colour, wanted.ground]
    return min(_sgr(codes), _sgr(["", *(code for code in anew if code)]), key=len)


def _sgr(codes: list[str]) -> str:
    return f"\x1b[{';'.join(codes)}m"
