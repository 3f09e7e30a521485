"""The command `race`: several solvers on one puzzle, a line of progress, a table."""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from puzzles.files import must_be_writable, write_text
from puzzles.puzzle import Puzzle
from search.client import ended
from search.kernels import kernels_compiled
from search.registry import find_solver
from search.watch import Limits
from tui.lucas_table import LIMITS, lucas_entrants
from tui.plain import printable, show_progress
from tui.race import Entrant, Figures, Race, entrants, field
from tui.race_export import FORMS, LUCAS_FORMS, SUFFIXES, exit_code
from tui.words import metric

LOOK_SECONDS = 0.25
SECONDS = {"": 60.0, "lucas": LIMITS.seconds}  # for each solver and puzzle, unless said


def race_puzzle(puzzle: Puzzle | None, options: argparse.Namespace) -> int:
    """Race and print; the exit code. Without a puzzle it is a preset."""
    path = Path(options.output) if options.output else None
    if path:
        must_be_writable(path)  # better said before the search than after it
    preset = options.preset or ""
    limits = Limits(seconds=options.time or SECONDS[preset], memory=options.memory * 2**20)
    if puzzle:
        game = puzzle.game
        chosen = [find_solver(game, name) for name in dict.fromkeys(options.solver)] or field(game)
        start = entrants(puzzle, chosen, limits)
    else:
        start = lucas_entrants(limits)
    if not kernels_compiled():
        print("kernels not compiled: this takes longer than it could", file=sys.stderr)
    rows = asyncio.run(_run(start))
    form = options.form or (SUFFIXES.get(path.suffix.lower(), "text") if path else "text")
    text = (FORMS if puzzle else LUCAS_FORMS)[form](rows)
    if path:
        write_text(path, printable(text))  # the puzzle may be called by the name of its file
    else:
        print(text, end="")
    return exit_code(rows)


async def _run(start: Sequence[Entrant]) -> list[Figures]:
    race = Race(start)
    live = asyncio.create_task(_tell(race)) if sys.stderr.isatty() else None
    try:
        await race.run()
    finally:
        if live:
            live.cancel()
            with suppress(asyncio.CancelledError):
                await live
        await ended()
    return [entrant.figures() for entrant in race.entrants]


async def _tell(race: Race) -> None:
    """Keep a line on the terminal up to date."""
    try:
        while True:
            race.look()
            show_progress(progress_line(race))
            await asyncio.sleep(LOOK_SECONDS)
    finally:
        show_progress()


def progress_line(race: Race) -> str:
    """How far all are, and what those at work do, in less than 80 columns."""
    done = sum(entrant.over for entrant in race.entrants)
    several = len({entrant.puzzle for entrant in race.entrants}) > 1
    parts = [f"{done} of {len(race.entrants)} done"]
    for entrant in race.entrants:
        if entrant.working:
            row = entrant.figures()
            name = f"{row.puzzle} {row.solver}" if several else row.solver
            parts.append(f"{name} {metric(row.explored)} in {row.seconds:.0f} s")
    return " · ".join(parts)[:79]
