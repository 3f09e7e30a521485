"""Hexapawn: catalogue and files.

The catalogue lists full starting positions by rows × columns; other sizes that the rules allow are
found by name. `hexapawn-config-5x5-15` is one of the configurations in the timing table of a
report, named by its size and value. `hexapawn-daily` is a position in which exactly one move wins
for white. A solution file has moves such as `b2b3` or `b2xc3`, of white and black in turn,
separated by white space.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import cast

from ludoscope.games import AnyGame, NotationError
from ludoscope.games.hexapawn.formats import read_board, read_sides, write_board, write_sides
from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_line, parse_move
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.puzzle import Entry, Puzzle, Writer, write_solution

SIZES = [(rows, columns) for rows in range(3, 9) for columns in range(2, 9)]

SOURCE = "timing table of a report on memo functions"
CONFIG = "hexapawn-config-"

_CONFIGURATIONS = Path(__file__).parents[1] / "data" / "hexapawn-configurations.txt"
_NAME = re.compile(r"hexapawn-([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")
_BOARD = re.compile(r" *[1-9][0-9]? *\r?\n *[1-9][0-9]? *\r?\n[PpWB. \r\n-]*")
_SIDES = re.compile(r"[WB] *\r?\n[PpWB.-]+ *(?:\r?\n.*)?", re.DOTALL)
_LINE = re.compile(r"[PpWB.-]+(?:/[PpWB.-]+)+ [WB]\s*")


def entries() -> Iterator[Entry]:
    for rows, columns in SIZES:
        pawns = f"{columns} pawns a side"
        name, size = f"hexapawn-{rows}x{columns}", rows * columns
        yield Entry(name, f"{rows}×{columns}", f"{rows} rows", pawns, size)
    for name, line in configurations().items():
        drawn = line.split()[0].split("/")
        white, black = (line.count(pawn) for pawn in "Pp")
        detail, size = f"{white} against {black} pawns", len(drawn) * len(drawn[0])
        yield Entry(CONFIG + name, _title(name), "Configurations", detail, size)
    yield daily.entry("hexapawn", _won_in(daily.today()))


@cache
def configurations() -> dict[str, str]:
    """The configurations of the report in one-line notation, by size and value ("5x5-15")."""
    found = (line.partition(" ") for line in read_lines(_CONFIGURATIONS))
    return {name: line for name, _, line in found}


def _title(name: str) -> str:
    """ "5×5, value 15", "3×4, value −2"."""
    size, _, value = name.partition("-")
    return f"{size.replace('x', '×')}, value {value.replace('minus', '−')}"


def _won_in(day: date) -> str:
    position, _, value = daily.of("hexapawn", day).split()
    rows = position.split("/")
    return f"{len(rows)}×{len(rows[0])}: win in {value} plies"


def find(name: str) -> Puzzle | None:
    if day := daily.day_of(name, "hexapawn"):
        game = parse_line(daily.of("hexapawn", day).rpartition(" ")[0])
        title = daily.title_of(day)
        return Puzzle(daily.name_of("hexapawn", day), game, title, _won_in(day))
    config = name.removeprefix(CONFIG)
    if config != name and config in configurations():
        title = f"Configuration {_title(config)}"
        return Puzzle(name, parse_line(configurations()[config]), title, SOURCE)
    match = _NAME.fullmatch(name)
    if not match:
        return None
    rows, columns = map(int, match.groups())
    return Puzzle(f"hexapawn-{rows}x{columns}", HexapawnGame(rows, columns), f"{rows}×{columns}")


def recognise(text: str) -> bool:
    return any(form.fullmatch(text) for form in (_BOARD, _SIDES, _LINE))


def read(text: str, path: Path | None) -> Puzzle:
    """Any of the three formats is read; the begin of the text says which."""
    if "/" in text:
        game = parse_line(text.strip())
    elif text[:1] in ("W", "B"):
        game = read_sides(text)
    else:
        game = read_board(text)
    name = path.name if path else "standard input"
    return Puzzle(name, game, name, f"{game.rows} rows by {game.columns} columns")


def _write_line(game: HexapawnGame, position: Position) -> str:
    return game.text(position) + "\n"


WRITERS = {
    name: cast(Writer, write)
    for name, write in (("board", write_board), ("sides", write_sides), ("line", _write_line))
}


def read_solution(game: AnyGame, text: str) -> list[str]:
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        for word in line.split():
            try:
                parse_move(word)
            except NotationError as error:
                raise NotationError(str(error), number) from None
            found.append(word)
    return found


SOLUTIONS = {"moves": write_solution}
