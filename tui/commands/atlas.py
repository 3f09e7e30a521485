"""The command `atlas`: all winnable positions of a problem of peg solitaire, counted and kept."""

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
from ludoscope.tui.commands.errors import GAVE_UP, UsageError
from ludoscope.tui.commands.solve import progress_line
from ludoscope.tui.text.sanitize import show_progress

Made = TypeVar("Made")

IMPOSSIBLE = 2  # the exit code


def run_atlas(options: argparse.Namespace) -> int:
    """Read the atlas or make it, and print what is in it; the exit code."""
    game = catalogue.find(options.puzzle, options.game).game
    if not isinstance(game, PegGame):
        raise UsageError(f"{options.puzzle} is {game.family}, an atlas is of peg solitaire only")
    find_solver(game, "atlas")
    if proof := refute_by_counting_or_colouring(game.board, game.start, game.finish):
        print(f"{proof}\nINSOLUBLE")
        return IMPOSSIBLE
    limits = Limits(options.time, memory=options.memory * 2**20, jobs=options.jobs)
    budget = Budget(limits)
    try:
        atlas = load_cached(game)
        kept = "checked and read" if atlas else "made"
        atlas = atlas or _shown(Atlas.build(game, budget, limits.memory, limits.jobs))
        kept += f" in {budget.seconds:.3f} s"
        columns: dict[str, Sequence[int]] = {"winnable": atlas.counts}
        if options.reachable:
            columns["reachable"] = _shown(
                count_reachable(game, Budget(limits), limits.memory, limits.jobs)
            )
    except LevelLimitReached as reason:
        print(f"gave up: {reason}\nECHEC")
        return GAVE_UP
    _print_counts(columns)
    print(f"{len(game.symmetries)} symmetries keep the finish; {kept}")
    _keep(atlas)
    if not any(atlas.counts):
        print("INSOLUBLE")
        return IMPOSSIBLE
    return 0


def _shown(work: "Generator[Progress, None, Made]") -> Made:
    """What the work comes to; its reports are a line on a terminal."""
    try:
        while True:
            event = next(work)
            show_progress(progress_line(event))
    except StopIteration as end:
        made: Made = end.value
        return made
    finally:
        show_progress()


def _print_counts(columns: dict[str, Sequence[int]]) -> None:
    """A row for each number of jumps, then the sums."""
    print(" ".join(["jumps", *(f"{name:>14}" for name in columns)]))
    for jumps in range(max(map(len, columns.values()))):
        counts = [counts[jumps] if jumps < len(counts) else 0 for counts in columns.values()]
        print(" ".join([f"{jumps:>5}", *(f"{count:>14,}" for count in counts)]))
    print(" ".join(["  sum", *(f"{sum(counts):>14,}" for counts in columns.values())]))


def _keep(atlas: Atlas) -> None:
    """Write the file where it is not there yet, and say where it is."""
    path = atlas_path(atlas.game)
    if load_cached(atlas.game) is None:
        try:
            save_atlas(atlas)
        except TooLargeError as error:
            print(f"not saved: {error.strerror}")
            return
    print(f"{path.stat().st_size:,} bytes in {path}")
