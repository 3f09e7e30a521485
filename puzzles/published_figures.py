"""Published figures of searches, to compare with those of our solvers.

They are in `data/published_figures.txt`, with their sources.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.puzzles.bundled import read_lines

REPORT = "-"
"""The method of figures that correspond to none of our solvers."""

_FILE = Path(__file__).with_name("data") / "published_figures.txt"
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
