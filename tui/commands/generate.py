"""The command `generate`: new puzzles of a given length, a line each or as files in a folder."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.files import write_text
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush import generator
from ludoscope.tui.commands.arguments import TIME, positive_count, wall_count, whole_number
from ludoscope.tui.commands.errors import EXIT_FAILURE, UsageError
from ludoscope.tui.text.sanitize import show_progress

DEFAULT_LENGTH = 20
DEFAULT_MEASURE = "slides"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("family", metavar="GAME", choices=["rush"], help="rush")
    length = parser.add_mutually_exclusive_group()
    length.add_argument(
        "--slides", metavar="N", type=whole_number, help="fewest slides to the exit (20)"
    )
    length.add_argument("--cells", metavar="N", type=whole_number, help="fewest cells to the exit")
    parser.add_argument("--walls", metavar="N", type=wall_count, default=0, help="1 to N walls")
    parser.add_argument(
        "--count", metavar="K", type=positive_count, default=1, help="how many puzzles (1)"
    )
    parser.add_argument("--seed", metavar="S", type=whole_number, help="random seed")
    parser.add_argument("--time", **TIME, help="time limit")
    parser.add_argument("--json", action="store_true", help="print one list")
    parser.add_argument("-o", dest="output", metavar="FOLDER", help="a file for each puzzle")


def run(options: argparse.Namespace) -> int:
    """Generate puzzles, print or write them, and return the exit code."""
    length, measure = _requested_length(options)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    try:
        events = generator.generate(seed, length, measure, options.walls)
    except ValueError as error:
        raise UsageError(str(error)) from None
    folder = Path(options.output) if options.output else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    puzzles = []
    for game in _generated_games(events, length, measure, options.time):
        puzzle = _describe(game, seed)
        puzzles.append(puzzle)
        if folder:
            path = folder / f"orush-{length}-{measure}-{seed}-{len(puzzles):02}.txt"
            write_text(path, rush.POSITION_FORMATS["grid"](game, game.start))
            puzzle["file"] = str(path)
        if not options.json:
            _print_puzzle(puzzle)
        if len(puzzles) == options.count:
            break
    if options.json:
        print(json.dumps(puzzles, ensure_ascii=False, indent=1))
    if options.seed is None:
        print(f"the same again: --seed {seed}", file=sys.stderr)
    if len(puzzles) < options.count:
        print(
            f"ludoscope: gave up: {len(puzzles)} of {options.count} puzzles in {options.time:g} s",
            file=sys.stderr,
        )
        return EXIT_FAILURE
    return 0


def _requested_length(options: argparse.Namespace) -> tuple[int, str]:
    """Return the shortest solution that is asked for, and its measure."""
    for measure in MEASURES:
        length = getattr(options, measure)
        if length is not None:
            return length, measure
    return DEFAULT_LENGTH, DEFAULT_MEASURE


def _describe(game: RushGame, seed: int) -> dict[str, object]:
    lengths = {measure: generator.solution_length(game, measure) for measure in MEASURES}
    return {
        "puzzle": generator.puzzle_string(game),
        **lengths,
        "grade": rush.find_grade(lengths["cells"] or 0),
        "boats": len(game.boats),
        "walls": len(game.walls),
        "seed": seed,
    }


def _print_puzzle(puzzle: dict[str, object]) -> None:
    line = f"{puzzle['puzzle']}  {puzzle['cells']} cells, {puzzle['slides']} slides"
    if "file" in puzzle:
        line += f"  {puzzle['file']}"
    print(line, flush=True)


def _generated_games(
    events: Iterable[generator.GeneratorProgress | RushGame],
    length: int,
    measure: str,
    time_limit: float | None,
) -> Iterator[RushGame]:
    """Yield games until the time limit in seconds, and show the progress on a terminal."""
    deadline = time.monotonic() + time_limit if time_limit else float("inf")
    best_length = 0
    for event in events:
        if isinstance(event, RushGame):
            show_progress()
            yield event
            best_length = 0
        else:
            best_length = min(max(best_length, event.length), length)
            show_progress(f"longest so far: {best_length} {measure} of {length}")
        if time.monotonic() > deadline:
            show_progress()
            return
