"""Published figures of searches, and deals known to be unsolvable, to compare with our solvers'.

The figures are in `data/published_figures.txt`, with their sources.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.puzzles.bundled import read_lines

REPORT = "-"
"""The method of figures that correspond to none of our solvers."""

UNSOLVABLE = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
"""The deals among the first million of Microsoft FreeCell that cannot be solved."""

UNSOLVABLE_SOURCE = "M. Keller's FreeCell FAQ"

_FILE = Path(__file__).with_name("data") / "published_figures.txt"
_MILLION = re.compile(r"ms-(\d{1,6}|1000000)(-free)?")
_SIGN = re.compile(r"([^\w\s]) (.+)")


class PublishedFigures(NamedTuple):
    """Positions explored (or calls made), width, seconds; None if not published.

    `sign` is the mark of a figure with a `remark`; both are "" if there is none.
    """

    explored: int | None = None
    width: int | None = None
    seconds: float | None = None
    sign: str = ""
    remark: str = ""


NOTHING = PublishedFigures()


@cache
def _figures() -> dict[tuple[str, str], PublishedFigures]:
    found = {}
    for line in read_lines(_FILE):
        puzzle, method, explored, width, seconds, *rest = line.split(maxsplit=5)
        signed = _SIGN.fullmatch(rest[0]) if rest else None
        found[puzzle, method] = PublishedFigures(
            None if explored == "-" else int(explored),
            None if width == "-" else int(width),
            None if seconds == "-" else float(seconds),
            *(signed.groups() if signed else ()),
        )
    return found


def published(puzzle: str, method: str) -> PublishedFigures:
    """The figures for a puzzle by a method, named as our solver; `NOTHING` where none are known."""
    return _figures().get((puzzle, method), NOTHING)


def named_unsolvable(puzzle: str) -> bool | None:
    """Whether the list of `UNSOLVABLE` deals has a deal; None for a puzzle that it is not about."""
    deal = _MILLION.fullmatch(puzzle)
    return int(deal[1]) in UNSOLVABLE if deal else None
