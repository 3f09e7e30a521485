"""What Textual writes, cell by cell: characters with their ink, however many cells one takes.

strip     a piece of what Textual writes that holds nothing but characters and changes of ink
cluster   a character with what is joined to it: accents, the rest of an emoji
"""

import re
from collections.abc import Callable
from functools import lru_cache

from rich.cells import cell_len

from ludoscope.tui.terminal.cell_style import Ink, after, on_a_blank

Cell = tuple[str, Ink]  # a cluster stands in the first of its cells, "" in the others
Spelling = Callable[[str], str]  # a text in other characters, one for each of them

JOINER = "\u200d"
_FLAG = re.compile(r"[\U0001f1e6-\U0001f1ff]{1,2}")
_SGR = re.compile(r"\x1b\[([0-9;:]{0,99})m")
_AGREED = (  # wide since there are terminals; compiled where there is such text, which takes 2 ms
    r"[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]*"
)
_MORE = re.compile(r"[\x00-\x1a\x1c-\x1f\x7f-\x9f]|\x1b(?!\[[0-9;:]{0,99}m)")


@lru_cache(1024)
def strip(text: str, ink: Ink, spelling: Spelling | None) -> tuple[list[Cell], Ink, bool] | None:
    """The cells, the ink at the end, whether a cluster takes other than one cell.

    None when there is more in `text`. The list is kept: it must not be changed.
    """
    if _MORE.search(text):
        return None
    found: list[Cell] = []
    wide = False
    for at, part in enumerate(_SGR.split(text)):
        if at % 2:
            ink = after(ink, part)
        elif part:
            wide = wide or not _narrow(part)
            if wide and not spelling:
                _join(found, part)
            found += cells_of(part, ink, spelling)
    return found, ink, wide


def _join(cells: list[Cell], text: str) -> None:
    """Give the last cluster the accents that `text` begins with, which have an ink of their own."""
    at = len(cells) - 1
    while at > 0 and not cells[at][0]:
        at -= 1
    for char in text:
        if at < 0 or cell_len(char):
            return
        cells[at] = (cells[at][0] + char, cells[at][1])


@lru_cache(2048)
def cells_of(text: str, ink: Ink, spelling: Spelling | None = None) -> tuple[Cell, ...]:
    """The cells of printable `text`."""
    blank = on_a_blank(ink)
    if _narrow(text):
        shown = spelling(text) if spelling else text
        return tuple((char, blank if char == " " else ink) for char in shown)
    cells: list[Cell] = []
    for cluster, width in clusters(text):
        if spelling:
            shown = spelling(cluster[0])
            cells += [(shown, blank if shown == " " else ink), *[(" ", blank)] * (width - 1)]
        else:
            cells += [(cluster, ink), *[("", ink)] * (width - 1)]
    return tuple(cells)


@lru_cache(1024)
def _narrow(text: str) -> bool:
    """Whether every character takes one cell, by itself."""
    return text.isascii() or (all(cell_len(char) == 1 for char in text) and not _FLAG.search(text))


def clusters(text: str) -> list[tuple[str, int]]:
    """With the cells that each takes, by the same tables as the layout of the screen."""
    found: list[str] = []
    for char in text:
        joins = cell_len(char) == 0 or (found and found[-1].endswith(JOINER))
        if found and (joins or _FLAG.fullmatch(found[-1] + char)):
            found[-1] += char
        elif cell_len(char):
            found.append(char)
    sized = [(cluster, cell_len(cluster)) for cluster in found]
    whole = cell_len(text)
    if sum(width for _, width in sized) != whole:
        return [(text, whole)] if whole else []
    return sized


@lru_cache(1024)
def certain(text: str) -> bool:
    """Whether terminals agree about the cells of each character."""
    return _narrow(text) or bool(re.fullmatch(_AGREED, text))
