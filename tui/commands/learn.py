"""The command `learn`: train the matchboxes of hexapawn against random moves."""

import argparse

from ludoscope.search.hexapawn.matchboxes import GAMES_PER_POINT, Learner, train
from ludoscope.tui.commands.arguments import hexapawn_size, positive_count

BAR_WIDTH = 40  # characters of the longest bar


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "size", metavar="ROWSxCOLUMNS", nargs="?", type=hexapawn_size, default="3x3"
    )
    parser.add_argument(
        "--games", metavar="N", type=positive_count, default=1000, help="how many (1000)"
    )
    parser.add_argument(
        "--seed", metavar="S", type=positive_count, default=1, help="random seed (1)"
    )
    parser.add_argument("--side", choices=("white", "black"), default="black", help="(black)")


def run(options: argparse.Namespace) -> int:
    """Train a new learner, print how many of each 50 games it won, and return the exit code."""
    rows, columns = options.size
    side = 1 if options.side == "black" else 0
    learner = Learner(rows, columns, side, options.seed)
    for _ in train(learner, options.games):
        if learner.games % GAMES_PER_POINT == 0:
            _print_point(learner)
    if learner.games % GAMES_PER_POINT:
        _print_point(learner)
    print(f"{len(learner.boxes):,} boxes")
    return 0


def _print_point(learner: Learner) -> None:
    """Print the wins in the latest games as a number and a bar."""
    game_count = learner.games % GAMES_PER_POINT or GAMES_PER_POINT
    wins = learner.wins_per_point[-1]
    bar = "#" * round(wins / game_count * BAR_WIDTH)
    print(f"{learner.games:>7,}  {wins:>2} of {game_count:<2}  {bar}", flush=True)
