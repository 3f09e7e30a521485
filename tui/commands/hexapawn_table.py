"""The command `table`: the values of hexapawn by board size."""

import argparse
import json

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.search.budget import Limits
from ludoscope.search.counters import COMPILED_NULL_WINDOW
from ludoscope.search.events import Progress
from ludoscope.search.registry import default_solver
from ludoscope.tui.commands.arguments import MEMORY, TIME, board_sizes
from ludoscope.tui.commands.errors import EXIT_FAILURE, describe_os_error, warn
from ludoscope.tui.commands.progress import MAX_WIDTH, format_progress
from ludoscope.tui.model.hexapawn_values import BoardSize, StartValues
from ludoscope.tui.text.sanitize import show_progress

MIN_ROWS = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rows", metavar="A..B", type=board_sizes, default="3..8", help="(3..8)")
    parser.add_argument(
        "--columns", metavar="A..B", type=board_sizes, default="2..8", help="(2..8)"
    )
    parser.add_argument("--time", **TIME, default=10.0, help="for each board (10)")
    parser.add_argument("--memory", **MEMORY, help="for each board (1024)")
    parser.add_argument("--json", action="store_true", help="print one object")


def run(options: argparse.Namespace) -> int:
    """Compute the values within the limits and print them; return 1 if some are unknown."""
    limits = Limits(seconds=options.time, memory=options.memory * 2**20)
    rows = range(max(MIN_ROWS, options.rows.start), options.rows.stop)
    columns = options.columns
    sizes = StartValues()
    save_errors = [
        error
        for size in sizes.unsolved_sizes(rows, columns, limits)
        if (error := _solve(sizes, size, limits))
    ]
    show_progress()
    if save_errors:
        warn(f"the values are not saved: {save_errors[-1]}")
    results = {(row, column): sizes.values[row, column] for row in rows for column in columns}
    if options.json:
        values = {f"{row}x{column}": result.value for (row, column), result in results.items()}
        print(json.dumps({"measure": "plies", "values": values}))
    else:
        print("\n".join(sizes.format_table(rows, columns)))
    unsolved = [result for result in results.values() if result.value is None]
    if unsolved and not options.json:
        print(f"* not found in {max(result.seconds for result in unsolved):g} s")
    return EXIT_FAILURE if unsolved else 0


def _solve(sizes: StartValues, size: BoardSize, limits: Limits) -> str:
    """Find and store the value of a board size; return the reason if it cannot be stored."""
    game = HexapawnGame(*size)
    rows, columns = size
    try:
        for event in default_solver(game).run(game, game.start, limits):
            if isinstance(event, Progress):
                report = format_progress(event, COMPILED_NULL_WINDOW)
                show_progress(f"{rows}×{columns}  {report}"[:MAX_WIDTH])
            else:
                sizes.add_result(size, event, limits)
    except OSError as error:
        return describe_os_error(error)
    return ""
