"""The command `generate`: new puzzles of a wanted length, a line each or as files in a folder."""

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
from ludoscope.tui.commands.errors import GAVE_UP, UsageError
from ludoscope.tui.text.sanitize import show_progress

USUAL = (20, "slides")  # where no length is asked for


def generate_puzzles(options: argparse.Namespace) -> int:
    """Print or write the puzzles; the exit code."""
    lengths = ((getattr(options, measure), measure) for measure in MEASURES)
    length, measure = next((one for one in lengths if one[0] is not None), USUAL)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    try:
        events = generator.generate(seed, length, measure, options.walls)
    except ValueError as error:
        raise UsageError(str(error)) from None
    folder = Path(options.output) if options.output else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    made = []
    for game in _found(events, length, measure, options.time):
        row = _row(game, seed)
        made.append(row)
        if folder:
            name = f"orush-{length}-{measure}-{seed}-{len(made):02}.txt"
            write_text(folder / name, rush.POSITION_FORMATS["grid"](game, game.start))
            row["file"] = str(folder / name)
        if not options.json:
            place = f"  {row['file']}" if folder else ""
            said = f"{row['puzzle']}  {row['cells']} cells, {row['slides']} slides{place}"
            print(said, flush=True)
        if len(made) == options.count:
            break
    if options.json:
        print(json.dumps(made, ensure_ascii=False, indent=1))
    if options.seed is None:
        print(f"the same again: --seed {seed}", file=sys.stderr)
    if len(made) < options.count:
        said = f"{len(made)} of {options.count} puzzles in {options.time:g} s"
        print(f"ludoscope: gave up: {said}", file=sys.stderr)
        return GAVE_UP
    return 0


def _row(game: RushGame, seed: int) -> dict[str, object]:
    lengths = {measure: generator.solution_length(game, measure) for measure in MEASURES}
    return {
        "puzzle": generator.puzzle_string(game),
        **lengths,
        "grade": rush.find_grade(lengths["cells"] or 0),
        "boats": len(game.boats),
        "walls": len(game.walls),
        "seed": seed,
    }


def _found(
    events: Iterable[generator.GeneratorProgress | RushGame],
    length: int,
    measure: str,
    seconds: float | None,
) -> Iterator[RushGame]:
    """The puzzles for which there is time; how it goes is a line on a terminal."""
    until = time.monotonic() + seconds if seconds else float("inf")
    best = 0
    for event in events:
        if isinstance(event, RushGame):
            show_progress()
            yield event
            best = 0
        else:
            best = max(best, event.length)
            longest = min(best, length)
            show_progress(f"longest so far: {longest} {measure} of {length}")
        if time.monotonic() > until:
            show_progress()
            return
