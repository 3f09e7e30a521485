"""The commands `table`, the values of hexapawn by board size, and `learn`, how matchboxes do."""

import argparse
import json
import sys
from collections.abc import Sequence

from ludoscope.games.hexapawn.rules import HexapawnGame
from ludoscope.search.budget import Limits
from ludoscope.search.events import Progress
from ludoscope.search.hexapawn.matchboxes import GAMES_PER_POINT, Learner, train
from ludoscope.search.registry import default_solver
from ludoscope.tui.commands.errors import GAVE_UP, what_failed
from ludoscope.tui.commands.solve import progress_line
from ludoscope.tui.model.hexapawn_values import Size, Sizes
from ludoscope.tui.text.sanitize import show_progress


def print_table(options: argparse.Namespace) -> int:
    """Fill the table as far as the limits allow, and print it; 1 where something is left open."""
    limits = Limits(seconds=options.time, memory=options.memory * 2**20)
    rows = range(max(2, options.rows.start), options.rows.stop)  # there are none of one row
    columns, sizes = options.columns, Sizes()
    lost = [_found(sizes, board, limits) for board in sizes.due(rows, columns, limits)]
    show_progress()
    if any(lost):
        print(f"ludoscope: the values are not saved: {lost[-1]}", file=sys.stderr)
    asked = {(row, column): sizes.known[row, column] for row in rows for column in columns}
    if options.json:
        values = {f"{row}x{column}": known.value for (row, column), known in asked.items()}
        print(json.dumps({"measure": "plies", "values": values}))
    else:
        print("\n".join(sizes.lines(rows, columns)))
    open_ones = [known for known in asked.values() if known.value is None]
    if open_ones and not options.json:
        print(f"* not found in {max(known.seconds for known in open_ones):g} s")
    return GAVE_UP if open_ones else 0


def _found(sizes: Sizes, board: Size, limits: Limits) -> str:
    """Find a value and keep it; what is wrong where it can't be kept."""
    game = HexapawnGame(*board)
    try:
        for event in default_solver(game).run(game, game.start, limits):
            if isinstance(event, Progress):
                show_progress(f"{board[0]}×{board[1]}  {progress_line(event)}"[:79])
            else:
                sizes.take(board, event, limits)
    except OSError as error:
        return what_failed(error)
    return ""


def print_learning(options: argparse.Namespace) -> int:
    """Train a new learner against random moves and print how many of each 50 games it won."""
    rows, columns = options.size
    learner = Learner(rows, columns, int(options.side == "black"), options.seed)
    for _ in train(learner, options.games):
        if learner.games % GAMES_PER_POINT == 0:
            print(_point(learner.games, learner.wins_per_point), flush=True)
    if learner.games % GAMES_PER_POINT:
        print(_point(learner.games, learner.wins_per_point))
    print(f"{len(learner.boxes):,} boxes")
    return 0


def _point(games: int, curve: Sequence[int]) -> str:
    played = games % GAMES_PER_POINT or GAMES_PER_POINT
    share = curve[-1] / played
    return f"{games:>7,}  {curve[-1]:>2} of {played:<2}  {'#' * round(share * 40)}"
