"""The collection of hexapawn: catalogue and files.

The catalogue lists full starting positions by rows × columns; other sizes that the rules allow are
found by name. `hexapawn-config-5x5-15` is a position ("configuration") from the timing table of a
report, named by its size and value. `hexapawn-daily` is a position in which exactly one move wins
for white. A solution file has moves such as `b2b3` or `b2xc3`, white's and black's in turn,
separated by white space. The formats of positions are those of `games.hexapawn.formats`.
"""

import re
from collections.abc import Hashable, Iterator, Sequence
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from ludoscope.games import AnyGame, NotationError, Unit, count_text
from ludoscope.games.hexapawn.formats import (
    is_drawing,
    read_board,
    read_drawing,
    read_sides,
    write_board,
    write_sides,
)
from ludoscope.games.hexapawn.rules import HexapawnGame, Position, parse_game, parse_move
from ludoscope.puzzles import daily
from ludoscope.puzzles.bundled import read_lines
from ludoscope.puzzles.collection import (
    Collection,
    PositionWriter,
    SolutionWriter,
    write_line,
    write_solution,
)
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.files import file_title
from ludoscope.puzzles.hexapawn.sharing import HexapawnSharing
from ludoscope.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from ludoscope.puzzles.bench.suites import Suite
    from ludoscope.puzzles.svg import Picture
    from ludoscope.puzzles.trainer import Trainer

BOARD_SIZES = [(rows, columns) for rows in range(3, 9) for columns in range(2, 9)]

CONFIG_SOURCE = "timing table of a report on memo functions"
CONFIG_PREFIX = "hexapawn-config-"

_CONFIGURATIONS = Path(__file__).parents[1] / "data" / "hexapawn-configurations.txt"
_NAME = re.compile(r"hexapawn-([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")
_BOARD = re.compile(r" *[1-9][0-9]? *\r?\n *[1-9][0-9]? *\r?\n[PpWB. \r\n-]*")
_SIDES = re.compile(r"[WB] *\r?\n[PpWB.-]+ *(?:\r?\n.*)?", re.DOTALL)


@cache
def configurations() -> dict[str, str]:
    """Return the configurations in one-line notation, by name: size and value, "5x5-15"."""
    lines = (line.partition(" ") for line in read_lines(_CONFIGURATIONS))
    return {name: position for name, _, position in lines}


def _config_title(name: str) -> str:
    """Return the title of a configuration: "3×4, value −2" for "3x4-minus2"."""
    size, _, value = name.partition("-")
    return f"{size.replace('x', '×')}, value {value.replace('minus', '−')}"


def _daily_detail(day: date) -> str:
    position, _, value = daily.line_for("hexapawn", day).split()
    rows = position.split("/")
    return f"{len(rows)}×{len(rows[0])}: win in {value} plies"


POSITION_FORMATS: dict[str, PositionWriter] = {
    "board": cast(PositionWriter, write_board),
    "sides": cast(PositionWriter, write_sides),
    "line": write_line,
}


SOLUTION_FORMATS: dict[str, SolutionWriter] = {"moves": write_solution}


class HexapawnCollection(Collection):
    """Full boards by size, configurations from a report, and daily positions."""

    example = "hexapawn-4x4"
    daily_prefix = "hexapawn"
    trace_format = "sides"
    sharing = HexapawnSharing()
    position_formats = POSITION_FORMATS
    solution_formats = SOLUTION_FORMATS

    def entries(self) -> Iterator[Entry]:
        """Yield the full boards by size, the configurations, and the daily position."""
        for rows, columns in BOARD_SIZES:
            pawns = f"{columns} pawns a side"
            name, size = f"hexapawn-{rows}x{columns}", rows * columns
            yield Entry(name, f"{rows}×{columns}", f"{rows} rows", pawns, size)
        for name, line in configurations().items():
            rows_of_cells = line.split()[0].split("/")
            white, black = (line.count(pawn) for pawn in "Pp")
            detail, size = (
                f"{white} against {black} pawns",
                len(rows_of_cells) * len(rows_of_cells[0]),
            )
            yield Entry(CONFIG_PREFIX + name, _config_title(name), "Configurations", detail, size)
        yield daily.todays_entry("hexapawn", _daily_detail(daily.today()))

    def find(self, name: str) -> Puzzle | None:
        """Return a position by name."""
        if day := daily.parse_day(name, "hexapawn"):
            game = parse_game(daily.line_for("hexapawn", day).rpartition(" ")[0])
            title = daily.title_for(day)
            return Puzzle(daily.name_for("hexapawn", day), game, title, _daily_detail(day))
        config = name.removeprefix(CONFIG_PREFIX)
        if config != name and config in configurations():
            title = f"Configuration {_config_title(config)}"
            return Puzzle(name, parse_game(configurations()[config]), title, CONFIG_SOURCE)
        match = _NAME.fullmatch(name)
        if not match:
            return None
        rows, columns = map(int, match.groups())
        return Puzzle(
            f"hexapawn-{rows}x{columns}", HexapawnGame(rows, columns), f"{rows}×{columns}"
        )

    def recognises(self, text: str) -> bool:
        """Return True if a text is a position in one of the formats, or a drawn one."""
        return any(pattern.fullmatch(text) for pattern in (_BOARD, _SIDES)) or is_drawing(text)

    def read(self, text: str, path: Path | None) -> Puzzle:
        """Return the position in a text in any of the formats, or a drawn one."""
        first_line = text.partition("\n")[0].strip()
        if first_line in ("W", "B"):
            game = read_sides(text)
        elif is_drawing(text) or not (first_line.isdecimal() or text.isspace() or not text):
            game = read_drawing(text)
        else:
            game = read_board(text)
        name = file_title(path)
        size = f"{game.rows} rows by {count_text(game.columns, Unit('column', 'columns'))}"
        return Puzzle(name, game, name, size)

    def read_solution(self, game: AnyGame, text: str) -> list[str]:
        """Return the moves in a file, which are separated by white space."""
        words = []
        for number, line in enumerate(text.split("\n"), 1):
            for word in line.split():
                try:
                    parse_move(word)
                except NotationError as error:
                    raise NotationError(str(error), number) from None
                words.append(word)
        return words

    def draw(self, game: AnyGame, position: Hashable) -> "Picture":
        """Return the picture of a position."""
        from ludoscope.puzzles.hexapawn.pictures import draw_position

        return draw_position(cast(HexapawnGame, game), cast(Position, position))

    def make_daily_lines(self, seed: int) -> Iterator[str]:
        """Generate the lines of the list of daily positions."""
        from ludoscope.puzzles.hexapawn.dailies import daily_position_lines

        return daily_position_lines(seed)

    def trainer(self) -> "Trainer":
        """Return how positions for training are made."""
        from ludoscope.puzzles.hexapawn.trainer import HexapawnTrainer

        return HexapawnTrainer()

    def bench_suite(self) -> "Sequence[Suite]":
        """Return the sets of puzzles that the command `bench` measures."""
        from ludoscope.puzzles.bench.suites import HEXAPAWN_SUITES

        return HEXAPAWN_SUITES
