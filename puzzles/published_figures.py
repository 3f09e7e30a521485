"""Published results of searches, and a list of unsolvable deals, for comparison with our solvers.

A figure is a number of explored positions, a beam width or a time. The figures and their sources
are in `data/published_figures.txt`.
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ludoscope.puzzles.bundled import read_lines

REPORT_METHOD = "-"
"""The method of figures for which a report names no method."""

UNSOLVABLE_DEALS = (11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948)
"""The deals among the first million of Microsoft FreeCell that cannot be solved."""

UNSOLVABLE_SOURCE = "M. Keller's FreeCell FAQ"

_FILE = Path(__file__).with_name("data") / "published_figures.txt"
_DEAL_OF_FIRST_MILLION = re.compile(r"ms-(\d{1,6}|1000000)(-free)?")
_REMARK = re.compile(r"([^\w\s]) (.+)")  # a footnote mark and its text


class PublishedFigures(NamedTuple):
    """The published figures of one search; None for a figure that is not published.

    Attributes:
        explored: The number of positions explored, or of calls of a recursive function.
        width: The beam width.
        seconds: The time.
        footnote_mark: The mark that refers to the remark; "" if there is none.
        remark: A remark on the figures; "" if there is none.
    """

    explored: int | None = None
    width: int | None = None
    seconds: float | None = None
    footnote_mark: str = ""
    remark: str = ""


NO_FIGURES = PublishedFigures()


@cache
def _figures() -> dict[tuple[str, str], PublishedFigures]:
    figures = {}
    for line in read_lines(_FILE):
        puzzle, method, explored, width, seconds, *remark = line.split(maxsplit=5)
        match = _REMARK.fullmatch(remark[0]) if remark else None
        figures[puzzle, method] = PublishedFigures(
            None if explored == "-" else int(explored),
            None if width == "-" else int(width),
            None if seconds == "-" else float(seconds),
            *(match.groups() if match else ()),
        )
    return figures


def find_figures(puzzle: str, method: str) -> PublishedFigures:
    """Return the figures for a puzzle, `NO_FIGURES` if none are published.

    Args:
        puzzle: The name of the puzzle.
        method: The name of the solver that uses the same method, or `REPORT_METHOD`.
    """
    return _figures().get((puzzle, method), NO_FIGURES)


def is_unsolvable_microsoft_deal(puzzle: str) -> bool | None:
    """Return True if a deal of Microsoft FreeCell is in `UNSOLVABLE_DEALS`, False if it is not.

    None if it is not one of the first million, so that nothing is known.
    """
    deal = _DEAL_OF_FIRST_MILLION.fullmatch(puzzle)
    return int(deal[1]) in UNSOLVABLE_DEALS if deal else None
