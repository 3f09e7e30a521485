"""Text to be read, laid out in lines: paragraphs, headings, tables of words, code, pictures.

What stands between ` is shown as a name. Nothing here knows Textual.

leaf   what is shown under one heading or tab: lines for a width, and the line to begin at
"""

import re
from collections.abc import Callable, Sequence
from itertools import groupby, zip_longest

from rich.cells import cell_len

from ludoscope.tui.boards.board import Line
from ludoscope.tui.text import drawing
from ludoscope.tui.text.drawing import Block

Leaf = Callable[[int], tuple[Block, int]]

NAME = "mover"  # told apart without colour, too
QUOTES = '"' * 3
_WORDS = str.maketrans({"·": "*", "≤": "<=", "≥": ">=", "→": "->", "Σ": "sum ", "±": "+-"})
_PIECE = re.compile(r"(`[^`]*`)")


def spelt(text: str, ascii_only: bool) -> str:
    """The text; where no other characters can be shown, signs in several of those that can."""
    return text.translate(_WORDS) if ascii_only else text


def _words(text: str) -> list[Line]:
    """The words of a text, each in one or more roles."""
    words: list[Line] = [[]]
    for number, piece in enumerate(_PIECE.split(text)):
        role = NAME if number % 2 else ""
        for at, part in enumerate(re.split(r"\s+", piece.strip("`") if role else piece)):
            if at:
                words.append([])
            if part:
                words[-1].append((part, role))
    return [word for word in words if word]


def flow(text: str, width: int, first: Sequence[tuple[str, str]] = (), indent: int = 0) -> Block:
    """A paragraph, broken between words; `first` stands before it, further lines are indented."""
    line: Line = list(first)
    used = drawing.cells(line)
    lines: Block = []
    fresh = True  # nothing of the paragraph is on the line yet
    for word in _words(text):
        taken = drawing.cells(word)
        if not fresh and used + 1 + taken > width:
            lines.append(line)
            line, used, fresh = [(" " * indent, "")] if indent else [], indent, True
        if not fresh:
            line.append((" ", ""))
            used += 1
        line += word
        used += taken
        fresh = False
    return [*lines, line]


def heading(text: str) -> Block:
    return [[(text, "title")], []]


def table(rows: Sequence[tuple[str, str]], width: int, role: str = "key") -> Block:
    """Words at the left, what is to be said of them in a column beside them."""
    left = max(cell_len(word) for word, _ in rows) + 2
    lines: Block = []
    for word, said in rows:
        if left > width // 2:  # no room beside them
            lines += [*folded([[(word, role)]], width), *flow(said, width, [("  ", "")], 2)]
        else:
            lines += flow(said, width, [(word + " " * (left - cell_len(word)), role)], left)
    return lines


def folded(lines: Sequence[Line], width: int) -> Block:
    """Lines of code; what is longer goes on in the next one, four cells further in.

    Sentences in a docstring flow on from line to line instead.
    """
    folds: Block = []
    rest = [_cells(line) for line in reversed(lines)]
    while rest:
        cells = rest.pop()
        if len(cells) <= width:
            folds.append(_runs(cells))
            continue
        deep, flows = _depth(cells), _flows(cells)
        indent = min(deep + (0 if flows else 4), width // 2)
        blanks = [at for at in range(indent + 1, width + 1) if cells[at][0] == " "]
        cut = blanks[-1] if blanks else width
        folds.append(_runs(cells[:cut]))
        left = cells[cut + 1 :] if blanks else cells[cut:]
        if flows and rest and _flows(rest[-1]) and deep == _depth(rest[-1]):
            left = [*left, (" ", left[-1][1]), *rest.pop()[deep:]]
        rest.append([(" ", "")] * indent + left)
    return folds


Cell = tuple[str, str]


def _cells(line: Line) -> list[Cell]:
    return [(char, role) for text, role in line for char in text]


def _depth(cells: Sequence[Cell]) -> int:
    return next((at for at, (char, _) in enumerate(cells) if char != " "), 0)


def _flows(cells: Sequence[Cell]) -> bool:
    """Whether it is a line of sentences: of a docstring, not of a table, not its last one."""
    text = "".join(char for char, _ in cells).strip()
    written = all(role == "good" for char, role in cells if char != " ")
    return bool(text) and written and "  " not in text and not text.endswith(QUOTES)


def _runs(cells: Sequence[Cell]) -> Line:
    runs = groupby(cells, lambda cell: cell[1])
    return [("".join(char for char, _ in run), role) for role, run in runs]


def beside(pictures: Sequence[tuple[Block, str]], width: int, gap: int = 4) -> Block:
    """Pictures with a line or two of words below each, as many in a row as there is room for."""
    lines: Block = []
    row: list[tuple[Block, str]] = []
    for picture in pictures:
        if row and sum(map(_wide, (*row, picture))) + gap * len(row) > width:
            lines += [*_row(row, gap), []]
            row = []
        row.append(picture)
    return [*lines, *_row(row, gap)]


LEGEND = 22  # cells that the words below a picture may take at least


def _wide(picture: tuple[Block, str]) -> int:
    return max(LEGEND, *map(drawing.cells, picture[0]))


def _row(row: Sequence[tuple[Block, str]], gap: int) -> Block:
    height = max(len(block) for block, _ in row)
    columns: list[Block] = []
    for picture in row:
        block, words = picture
        wide = _wide(picture)
        said = [[(text, "dim") for text, _ in line] for line in flow(words, wide)] if words else []
        padded = [*block, *([[]] * (height - len(block))), [], *said]
        columns.append([drawing.fit(line, wide) for line in padded])
    rows = zip_longest(*columns)
    widths = [_wide(picture) for picture in row]
    return [
        [
            piece
            for line, wide in zip(across, widths, strict=True)
            for piece in (*(line or [(" " * wide, "")]), (" " * gap, ""))
        ][:-1]
        for across in rows
    ]
