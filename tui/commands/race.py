"""The command `race`: several solvers on one puzzle, a line of progress, a table."""

import argparse
import asyncio
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from ludoscope.games import FAMILIES
from ludoscope.games.errors import short_repr
from ludoscope.puzzles.files import check_writable, write_text
from ludoscope.puzzles.puzzle import Puzzle
from ludoscope.search.budget import Limits
from ludoscope.search.kernels import all_kernels_compiled
from ludoscope.search.process.child_process import wait_for_killed
from ludoscope.search.registry import find_solver
from ludoscope.tui.commands.errors import UsageError
from ludoscope.tui.commands.solve import searched
from ludoscope.tui.lab.export import FORMS, SUFFIXES, Form, exit_code, preset_forms
from ludoscope.tui.lab.presets import PRESETS, Preset, preset_names
from ludoscope.tui.lab.race import Entrant, Figures, Matter, Race, field, preset_entrants
from ludoscope.tui.text.formatting import metric
from ludoscope.tui.text.sanitize import printable, show_progress

SECONDS = 60.0  # for each solver, unless said
LOOK_SECONDS = 0.25  # from one line of progress to the next


def run_race(options: argparse.Namespace) -> int:
    """Race and print; the exit code."""
    if not options.preset:
        return _race_puzzle(searched(options), options)
    if options.solver:
        raise UsageError("a preset names its solvers itself: --preset without --solver")
    if options.preset not in PRESETS:
        raise UsageError(f"no preset {short_repr(options.preset)}, expected {preset_names()}")
    preset = PRESETS[options.preset]
    if options.no_symmetry and not FAMILIES[preset.family].can_ignore_symmetry:
        said = f"{preset.name} is a preset of {preset.family}, expected one of peg solitaire"
        raise UsageError(f"--no-symmetry: {said}")
    return _race_preset(preset, options)


def _race_puzzle(puzzle: Puzzle, options: argparse.Namespace) -> int:
    path = _output(options)
    game = puzzle.game
    chosen = [find_solver(game, name) for name in dict.fromkeys(options.solver)] or field(game)
    start = Matter.start_of(puzzle).entrants(chosen, _limits(options, SECONDS))
    return _race(start, FORMS, path, options)


def _race_preset(preset: Preset, options: argparse.Namespace) -> int:
    """The puzzles and solvers of a preset."""
    path = _output(options)
    limits = _limits(options, preset.seconds)
    start = preset_entrants(preset, limits, merge_symmetric=not options.no_symmetry)
    return _race(start, preset_forms(preset, None if path else _columns()), path, options)


def _output(options: argparse.Namespace) -> Path | None:
    """The file to write; OSError where it can't be written."""
    path = Path(options.output) if options.output else None
    if path:
        check_writable(path)  # better said before the search than after it
    return path


def _limits(options: argparse.Namespace, seconds: float) -> Limits:
    return Limits(seconds=options.time or seconds, memory=options.memory * 2**20)


def _columns() -> int | None:
    """Of the terminal, or those that COLUMNS names; None where there is neither."""
    return shutil.get_terminal_size((0, 0)).columns or None


def _race(
    start: Sequence[Entrant], forms: dict[str, Form], path: Path | None, options: argparse.Namespace
) -> int:
    if not all_kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    rows = asyncio.run(_run(start))
    form = options.form or (SUFFIXES.get(path.suffix.lower(), "text") if path else "text")
    text = forms[form](rows)
    if path:
        write_text(path, printable(text))  # the puzzle may be called by the name of its file
    else:
        print(text, end="")
    return exit_code(rows)


async def _run(start: Sequence[Entrant]) -> list[Figures]:
    race = Race(start)
    telling = asyncio.create_task(_tell(race)) if sys.stderr.isatty() else None
    try:
        await race.run()
    finally:
        if telling:
            telling.cancel()
        show_progress()
        await wait_for_killed()
    return [entrant.figures() for entrant in race.entrants]


async def _tell(race: Race) -> None:
    """Keep the line of progress up to date."""
    while True:
        show_progress(progress_line(race))
        await asyncio.sleep(LOOK_SECONDS)


def progress_line(race: Race) -> str:
    """How far all are by now, and what those at work do, in less than 80 columns."""
    race.look()
    done = sum(entrant.over for entrant in race.entrants)
    several = len({entrant.puzzle for entrant in race.entrants}) > 1
    parts = [f"{done} of {len(race.entrants)} done"]
    for entrant in race.entrants:
        if entrant.working:
            row = entrant.figures()
            name = f"{row.puzzle} {row.solver}" if several else row.solver
            parts.append(f"{name} {metric(row.explored)} in {row.seconds:.0f} s")
    return " · ".join(parts)[:79]
