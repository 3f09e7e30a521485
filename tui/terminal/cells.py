"""Terminal text as cells: each character cluster with its style, one or more cells wide.

A cluster is a character with what is joined to it: combining accents, the parts of an emoji.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len

from ludoscope.tui.terminal.cell_style import CellStyle, apply_sgr, blank_style

Cell = tuple[str, CellStyle]
"""A cluster and its style; "" in the cells after the first of a wide cluster.

A plain tuple, since one is made for each character.
"""

Transliteration = Callable[[str], str]
"""Replaces each character of a text by one that the terminal can show."""

ZERO_WIDTH_JOINER = "\u200d"
_FLAG = re.compile(r"[\U0001f1e6-\U0001f1ff]{1,2}")
_SGR = re.compile(r"\x1b\[([0-9;:]{0,99})m")
_AGREED_WIDE = (  # wide in every terminal; compiled when there is such text, which takes 2 ms
    r"[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]*"
)
_OTHER_CONTROL = re.compile(r"[\x00-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[0-9;:]{0,99}m)")


class ParsedText(NamedTuple):
    """The cells of a text, the style at its end, and if a cluster is not one cell wide.

    `cells` is cached: it must not be changed.
    """

    cells: list[Cell]
    style: CellStyle
    has_wide: bool


class Cluster(NamedTuple):
    """A character with what is joined to it, and its width in cells."""

    text: str
    width: int


@lru_cache(1024)
def parse_text(
    text: str, style: CellStyle, transliterate: Transliteration | None
) -> ParsedText | None:
    """Return the cells of printable text with SGR sequences; None if it has other controls."""
    if _OTHER_CONTROL.search(text):
        return None
    cells: list[Cell] = []
    has_wide = False
    for index, part in enumerate(_SGR.split(text)):
        if index % 2:
            style = apply_sgr(style, part)
        elif part:
            has_wide = has_wide or not _is_single_width(part)
            if has_wide and not transliterate:
                _join_combining(cells, part)
            cells += layout_text(part, style, transliterate)
    return ParsedText(cells, style, has_wide)


def _join_combining(cells: list[Cell], text: str) -> None:
    """Join the combining characters at the start of `text` to the last cluster of `cells`.

    They may have a style of their own, which the cluster cannot show.
    """
    last = len(cells) - 1
    while last > 0 and not cells[last][0]:
        last -= 1
    for char in text:
        if last < 0 or cell_len(char):
            return
        cells[last] = (cells[last][0] + char, cells[last][1])


@lru_cache(2048)
def layout_text(
    text: str, style: CellStyle, transliterate: Transliteration | None = None
) -> tuple[Cell, ...]:
    """Return the cells of printable text."""
    blank = blank_style(style)
    if _is_single_width(text):
        characters = transliterate(text) if transliterate else text
        return tuple((char, blank if char == " " else style) for char in characters)
    cells: list[Cell] = []
    for cluster, width in split_clusters(text):
        if transliterate:
            char = transliterate(cluster[0])
            cells += [(char, blank if char == " " else style), *[(" ", blank)] * (width - 1)]
        else:
            cells += [(cluster, style), *[("", style)] * (width - 1)]
    return tuple(cells)


@lru_cache(1024)
def _is_single_width(text: str) -> bool:
    """Return True if every character is a cluster of one cell."""
    return text.isascii() or (all(cell_len(char) == 1 for char in text) and not _FLAG.search(text))


def split_clusters(text: str) -> list[Cluster]:
    """Split a text into clusters, whose widths add up to rich's width of the text.

    Where they would not, the text is one cluster.
    """
    clusters: list[str] = []
    for char in text:
        joins = cell_len(char) == 0 or (clusters and clusters[-1].endswith(ZERO_WIDTH_JOINER))
        if clusters and (joins or _FLAG.fullmatch(clusters[-1] + char)):
            clusters[-1] += char
        elif cell_len(char):
            clusters.append(char)
    sized = [Cluster(cluster, cell_len(cluster)) for cluster in clusters]
    total = cell_len(text)
    if sum(cluster.width for cluster in sized) != total:
        return [Cluster(text, total)] if total else []
    return sized


@lru_cache(1024)
def has_agreed_width(text: str) -> bool:
    """Return True if all terminals give each character the same number of cells."""
    return _is_single_width(text) or bool(re.fullmatch(_AGREED_WIDE, text))
