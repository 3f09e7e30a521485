"""The command `atlas`: count and store all winnable positions of a peg solitaire problem."""

import argparse
from collections.abc import Generator, Sequence
from typing import TypeVar

from ludoscope.games.peg.colouring import refute_by_counting_or_colouring
from ludoscope.games.peg.rules import PegGame
from ludoscope.puzzles import catalogue
from ludoscope.search.budget import Budget, Limits
from ludoscope.search.events import Progress
from ludoscope.search.peg.atlas import Atlas, atlas_path, load_cached, save_atlas
from ludoscope.search.peg.levels import LevelLimitReached, count_reachable
from ludoscope.search.registry import find_solver
from ludoscope.search.storage.quota import TooLargeError
from ludoscope.tui.commands.arguments import MEMORY, TIME, core_count
from ludoscope.tui.commands.errors import (
    EXIT_FAILURE,
    EXIT_UNSOLVABLE,
    FAILURE_WORD,
    UNSOLVABLE_WORD,
    UsageError,
)
from ludoscope.tui.commands.progress import format_progress
from ludoscope.tui.text.sanitize import show_progress

ResultType = TypeVar("ResultType")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("puzzle", metavar="PUZZLE", nargs="?", default="english-central")
    parser.add_argument("--game", choices=["peg"], help="the game, if the file does not show it")
    parser.add_argument("--time", **TIME, help="time limit")
    parser.add_argument("--memory", **MEMORY, help="memory limit (1024)")
    parser.add_argument(
        "--jobs", metavar="N", type=core_count, help="cores (default: all, up to 4)"
    )
    parser.add_argument(
        "--reachable", action="store_true", help="also count the positions reachable from the start"
    )


def run(options: argparse.Namespace) -> int:
    """Load the atlas or build it, print its counts and return the exit code."""
    game = catalogue.find(options.puzzle, options.game).game
    if not isinstance(game, PegGame):
        raise UsageError(f"{options.puzzle} is {game.family}, an atlas is of peg solitaire only")
    find_solver(game, "atlas")
    if proof := refute_by_counting_or_colouring(game.board, game.start, game.finish):
        print(f"{proof}\n{UNSOLVABLE_WORD}")
        return EXIT_UNSOLVABLE
    limits = Limits(options.time, memory=options.memory * 2**20, jobs=options.jobs)
    budget = Budget(limits)
    try:
        atlas = load_cached(game)
        source = "checked and read" if atlas else "made"
        atlas = atlas or _run_with_progress(Atlas.build(game, budget, limits.memory, limits.jobs))
        seconds = budget.seconds
        columns: dict[str, Sequence[int]] = {"winnable": atlas.counts}
        if options.reachable:
            columns["reachable"] = _run_with_progress(
                count_reachable(game, Budget(limits), limits.memory, limits.jobs)
            )
    except LevelLimitReached as reason:
        print(f"gave up: {reason}\n{FAILURE_WORD}")
        return EXIT_FAILURE
    _print_counts(columns)
    print(f"{len(game.symmetries)} symmetries keep the finish; {source} in {seconds:.3f} s")
    _store(atlas)
    if not any(atlas.counts):
        print(UNSOLVABLE_WORD)
        return EXIT_UNSOLVABLE
    return 0


def _run_with_progress(work: Generator[Progress, None, ResultType]) -> ResultType:
    """Run a generator to its end, show its reports on a terminal and return its result."""
    try:
        while True:
            show_progress(format_progress(next(work)))
    except StopIteration as end:
        result: ResultType = end.value
        return result
    finally:
        show_progress()


def _print_counts(columns: dict[str, Sequence[int]]) -> None:
    """Print a row for each number of jumps, then the sums."""
    print(" ".join(["jumps", *(f"{name:>14}" for name in columns)]))
    for jumps in range(max(map(len, columns.values()))):
        row = [counts[jumps] if jumps < len(counts) else 0 for counts in columns.values()]
        print(" ".join([f"{jumps:>5}", *(f"{count:>14,}" for count in row)]))
    print(" ".join(["  sum", *(f"{sum(counts):>14,}" for counts in columns.values())]))


def _store(atlas: Atlas) -> None:
    """Write the file if there is none yet, and print its size and path."""
    path = atlas_path(atlas.game)
    if load_cached(atlas.game) is None:
        try:
            save_atlas(atlas)
        except TooLargeError as error:
            print(f"not saved: {error.strerror}")
            return
    print(f"{path.stat().st_size:,} bytes in {path}")
