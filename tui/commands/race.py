"""The command `race`: several solvers on one puzzle, a line of progress, a table."""

import argparse
import asyncio
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.registry import find_solver
from ludoscope.tui.commands.arguments import (
    FILE_FAMILY,
    MEMORY,
    NAMES,
    NO_SYMMETRY,
    OUTPUT,
    TIME,
)
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.progress import MAX_WIDTH
from ludoscope.tui.commands.puzzle_argument import find_puzzle_to_search
from ludoscope.tui.lab.export import (
    FORMAT_BY_SUFFIX,
    FORMATTERS,
    TableFormatter,
    exit_code,
    preset_formatters,
)
from ludoscope.tui.lab.presets import PRESETS, Preset, format_preset_names
from ludoscope.tui.lab.race import (
    Entrant,
    Race,
    RaceRow,
    RaceSubject,
    create_preset_entrants,
    default_line_up,
)
from ludoscope.tui.text.formatting import format_metric
from ludoscope.tui.text.sanitize import escape_controls, show_progress

DEFAULT_TIME_LIMIT_SECONDS = 60.0  # of each solver
PROGRESS_INTERVAL_SECONDS = 0.25


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Exit code: 0 when one solved it, 2 when one proved it unsolvable, else 1."
    subject = parser.add_mutually_exclusive_group(required=True)
    subject.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    subject.add_argument(
        "--preset",
        metavar="NAME",
        help=f"{format_preset_names()}: a table of several puzzles, beside published figures",
    )
    parser.add_argument("--game", **FILE_FAMILY)
    parser.add_argument("--solver", **NAMES, help="a solver, repeatable (default: four)")
    parser.add_argument("--no-symmetry", **NO_SYMMETRY)
    parser.add_argument("--time", **TIME, help="time limit of each solver (60, presets 10 to 60)")
    parser.add_argument("--memory", **MEMORY, help="memory limit of each solver (1024)")
    formats = parser.add_mutually_exclusive_group()
    for name in ("csv", "json", "markdown"):
        formats.add_argument(f"--{name}", dest="form", action="store_const", const=name)
    parser.add_argument("-o", **OUTPUT, help="write the table to FILE.csv, .json, .md or .txt")


def run(options: argparse.Namespace) -> int:
    """Run a race, print its table and return the exit code."""
    if not options.preset:
        return _race_puzzle(find_puzzle_to_search(options), options)
    if options.solver:
        raise UsageError("a preset names its solvers itself: --preset without --solver")
    if options.preset not in PRESETS:
        raise UsageError(
            f"no preset {short_repr(options.preset)}, expected {format_preset_names()}"
        )
    preset = PRESETS[options.preset]
    if options.no_symmetry and not FAMILIES[preset.family].can_ignore_symmetry:
        raise UsageError(
            f"--no-symmetry: {preset.name} is a preset of {preset.family}, "
            "expected one of peg solitaire"
        )
    return _race_preset(preset, options)


def _race_puzzle(puzzle: Puzzle, options: argparse.Namespace) -> int:
    path = _writable_path(options)
    game = puzzle.game
    solvers = [
        find_solver(game, name) for name in dict.fromkeys(options.solver)
    ] or default_line_up(game)
    limits = _limits(options, DEFAULT_TIME_LIMIT_SECONDS)
    return _race(
        RaceSubject.from_puzzle(puzzle).create_entrants(solvers, limits), FORMATTERS, path, options
    )


def _race_preset(preset: Preset, options: argparse.Namespace) -> int:
    path = _writable_path(options)
    limits = _limits(options, preset.time_limit_seconds)
    entrants = create_preset_entrants(preset, limits, merge_symmetric=not options.no_symmetry)
    return _race(
        entrants, preset_formatters(preset, None if path else _screen_width()), path, options
    )


def _writable_path(options: argparse.Namespace) -> Path | None:
    """Return the file to write; raise OSError before the race if it cannot be written."""
    if not options.output:
        return None
    path = Path(options.output)
    check_writable(path)
    return path


def _limits(options: argparse.Namespace, default_seconds: float) -> Limits:
    return Limits(seconds=options.time or default_seconds, memory=options.memory * 2**20)


def _screen_width() -> int | None:
    """Return the columns of the terminal, or those of COLUMNS; None if there is neither."""
    return shutil.get_terminal_size((0, 0)).columns or None


def _race(
    entrants: Sequence[Entrant],
    formats: Mapping[str, TableFormatter],
    path: Path | None,
    options: argparse.Namespace,
) -> int:
    if not all_kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    rows = asyncio.run(_run(entrants))
    suffix_format = FORMAT_BY_SUFFIX.get(path.suffix.lower(), "text") if path else "text"
    text = formats[options.form or suffix_format](rows)
    if path:
        write_text(path, escape_controls(text))  # the puzzle may have the name of a hostile file
    else:
        print(text, end="")
    return exit_code(rows)


async def _run(entrants: Sequence[Entrant]) -> list[RaceRow]:
    race = Race(entrants)
    progress = asyncio.create_task(_show_progress(race)) if sys.stderr.isatty() else None
    try:
        await race.run()
    finally:
        if progress:
            progress.cancel()
        show_progress()
        await wait_for_killed()
    return [entrant.to_row() for entrant in race.entrants]


async def _show_progress(race: Race) -> None:
    while True:
        show_progress(format_race_progress(race))
        await asyncio.sleep(PROGRESS_INTERVAL_SECONDS)


def format_race_progress(race: Race) -> str:
    """Return how many searches are done and what the running ones do, in less than 80 columns."""
    race.update_progress()
    done_count = sum(entrant.is_finished for entrant in race.entrants)
    has_several_puzzles = len({entrant.puzzle for entrant in race.entrants}) > 1
    parts = [f"{done_count} of {len(race.entrants)} done"]
    for entrant in race.entrants:
        if entrant.is_running:
            figures = entrant.to_row()
            name = f"{figures.puzzle} {figures.solver}" if has_several_puzzles else figures.solver
            parts.append(f"{name} {format_metric(figures.explored)} in {figures.seconds:.0f} s")
    return " · ".join(parts)[:MAX_WIDTH]
