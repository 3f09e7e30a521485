"""A solution position by position: pictures to read, rows for other programs."""

import csv
import io
from collections.abc import Hashable, Iterator, Sequence

from ludoscope.games import AnyGame
from ludoscope.puzzles.catalogue import collection

COLUMNS = ("number", "move", "board", "seconds")
CSV = ".csv"


def traced(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> Iterator[str]:
    """Each position drawn, below its number and the move that led there."""
    writers = collection(game.family).position_formats
    draw = writers[collection(game.family).trace_format or next(iter(writers))]
    for number, (move, passed) in enumerate(_steps(game, position, moves)):
        head = f"{number}  {move}" if move else "0"
        yield f"{head}\n{draw(game, passed)}"


def framed(game: AnyGame, moves: Sequence[Hashable], solution: str) -> str:
    """The solution between the start and what it leads to, where a picture of both tells enough."""
    if not collection(game.family).prints_both_ends:
        return solution
    draw = next(iter(collection(game.family).position_formats.values()))
    *_, (_, last) = _steps(game, game.start, moves)
    return f"{draw(game, game.start)}\n{solution}\n{draw(game, last)}\n"


def table(game: AnyGame, position: Hashable, moves: Sequence[Hashable], seconds: float) -> str:
    """CSV with a row for the start and one for each move, boards in the one-line notation.

    `seconds` from the beginning of the search to its solution: a search finds all moves of a
    solution at once, so every row has the same.
    """
    rows = io.StringIO()
    writer = csv.writer(rows, lineterminator="\n")
    writer.writerow(COLUMNS)
    for number, (move, passed) in enumerate(_steps(game, position, moves)):
        writer.writerow((number, move, game.text(passed), f"{seconds:.6f}"))
    return rows.getvalue()


def _steps(
    game: AnyGame, position: Hashable, moves: Sequence[Hashable]
) -> Iterator[tuple[str, Hashable]]:
    """The move to each position ("" to the first), and the position."""
    yield "", position
    for move in moves:
        text = game.move_text(position, move)
        position = game.play(position, move)
        yield text, position
