"""Styles on their way to the terminal: of each only what differs from the one before it.

Textual sends every stretch of text with its whole style and a reset behind it. With a colour for
the ground, in 24 bits, that is most of what goes over the line.

ink     what the terminal writes in: a foreground, a background, attributes; codes of SGR
plain   the ink after a reset
"""

import re
from functools import lru_cache
from typing import NamedTuple

_SGR = re.compile(r"\x1b\[([0-9;]*)m")
_MOVE = re.compile(r"(\x1b\[[0-9;]*H)+")
LINES = frozenset("49")  # underline and strike show on a blank too
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29"}


class Ink(NamedTuple):
    """Codes: "" is the terminal's own colour."""

    colour: str = ""
    ground: str = ""
    attributes: frozenset[str] = frozenset()


PLAIN = Ink()


def thrifty(text: str) -> str:
    """The same writing, with the same look, in fewer bytes; it begins and ends plain."""
    parts = _SGR.split(text)
    sent = [parts[0]]
    now = wanted = PLAIN
    for codes, written in zip(parts[1::2], parts[2::2], strict=True):
        wanted = _after(wanted, codes)
        if _MOVE.fullmatch(written):
            sent.append(written)
        elif written:
            needed = _blank(now, wanted) if written.isspace() else wanted
            sent += [_change(now, needed), written]
            now = needed
    return "".join([*sent, _change(now, PLAIN)])


@lru_cache(4096)
def _blank(now: Ink, wanted: Ink) -> Ink:
    """An ink in which a blank looks as in `wanted`, as near to `now` as may be."""
    if "7" in now.attributes | wanted.attributes:
        return wanted
    weight = now.attributes - LINES
    return Ink(now.colour, wanted.ground, weight | (wanted.attributes & LINES))


@lru_cache(4096)
def _after(ink: Ink, codes: str) -> Ink:
    """The ink once the terminal has read `codes`."""
    rest = (codes or "0").split(";")
    colour, ground, attributes = ink
    while rest:
        code = rest.pop(0)
        value = int(code or 0)
        if code in ("38", "48"):
            count = 4 if rest[:1] == ["2"] else 2
            code = ";".join([code, *rest[:count]])
            del rest[:count]
        if value == 0:
            colour, ground, attributes = PLAIN
        elif value in range(30, 40) or value in range(90, 98):
            colour = "" if value == 39 else code
        elif value in range(40, 50) or value in range(100, 108):
            ground = "" if value == 49 else code
        elif code in _OFF:
            attributes |= {code}
        else:
            attributes -= {one for one, off in _OFF.items() if off == code}
    return Ink(colour, ground, attributes)


@lru_cache(4096)
def _change(now: Ink, wanted: Ink) -> str:
    """The shortest codes that lead from one ink to another."""
    if now == wanted:
        return ""
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
