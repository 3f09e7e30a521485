"""A solution position by position: drawings to read, rows for other programs."""

import csv
import io
from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from ludoscope.games import AnyGame
from ludoscope.puzzles.catalogue import collection

CSV_COLUMNS = ("number", "move", "board", "seconds")
CSV_SUFFIX = ".csv"


class Step(NamedTuple):
    """A position of a solution, and the text of the move to it; "" for the first position."""

    move: str
    position: Hashable


def iterate_steps(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> Iterator[Step]:
    """Yield the given position, then each position after a move."""
    yield Step("", position)
    for move in moves:
        text = game.move_text(position, move)
        position = game.play(position, move)
        yield Step(text, position)


def draw_steps(game: AnyGame, position: Hashable, moves: Sequence[Hashable]) -> Iterator[str]:
    """Yield a drawing of each position, below its number and the move to it."""
    puzzles = collection(game.family)
    writers = puzzles.position_formats
    draw = writers[puzzles.trace_format or next(iter(writers))]
    for number, step in enumerate(iterate_steps(game, position, moves)):
        heading = f"{number}  {step.move}" if step.move else "0"
        yield f"{heading}\n{draw(game, step.position)}"


def add_both_ends(
    game: AnyGame, position: Hashable, moves: Sequence[Hashable], solution: str
) -> str:
    """Return a solution between drawings of its first and last position.

    Families whose collection does not print both ends get the solution alone.
    """
    puzzles = collection(game.family)
    if not puzzles.prints_both_ends:
        return solution
    draw = next(iter(puzzles.position_formats.values()))
    *_, last_step = iterate_steps(game, position, moves)
    return f"{draw(game, position)}\n{solution}\n{draw(game, last_step.position)}\n"


def format_csv(game: AnyGame, position: Hashable, moves: Sequence[Hashable], seconds: float) -> str:
    """Return CSV with a row for the start and one for each move; boards are in one-line notation.

    Args:
        game: The game.
        position: The position before the first move.
        moves: The moves of the solution.
        seconds: Duration of the search; a search finds all moves at once, so every row has it.
    """
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for number, step in enumerate(iterate_steps(game, position, moves)):
        writer.writerow((number, step.move, game.text(step.position), f"{seconds:.6f}"))
    return output.getvalue()
