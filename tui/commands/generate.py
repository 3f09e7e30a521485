"""The command `generate`: new puzzles of a wanted length, a line each or as files in a folder."""

import argparse
import json
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.files import write_text
from ludoscope.puzzles.rush import collection as rush
from ludoscope.puzzles.rush import generator
from ludoscope.tui.commands.usage import GAVE_UP, UsageError
from ludoscope.tui.text.plain import show_progress

USUAL = ("slides", 20)  # where no length is asked for


@dataclass(frozen=True, slots=True)
class Wanted:
    """`walls` is the most of them, one at least unless that is 0."""

    length: int
    measure: str
    walls: int
    count: int
    seed: int


def _wanted(options: argparse.Namespace) -> Wanted:
    """What the options ask for; UsageError when there are no such puzzles."""
    measure, length = USUAL
    for name in MEASURES:
        if getattr(options, name) is not None:
            measure, length = name, getattr(options, name)
    seed = secrets.randbits(32) if options.seed is None else options.seed
    try:
        generator.generate(seed, length, measure, options.walls)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return Wanted(length, measure, options.walls, options.count, seed)


def generate_puzzles(options: argparse.Namespace) -> int:
    """Print or write the puzzles; the exit code."""
    order = _wanted(options)
    folder = Path(options.output) if options.output else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    made = []
    for number, game in enumerate(_puzzles(order, options.time), 1):
        row = _row(order, game)
        if folder:
            name = f"orush-{order.length}-{order.measure}-{order.seed}-{number:02}.txt"
            write_text(folder / name, rush.WRITERS["grid"](game, game.start))
            row["file"] = str(folder / name)
        made.append(row)
        if not options.json:
            place = f"  {row['file']}" if folder else ""
            print(
                f"{row['puzzle']}  {row['cells']} cells, {row['slides']} slides{place}", flush=True
            )
    if options.json:
        print(json.dumps(made, ensure_ascii=False, indent=1))
    if options.seed is None:
        print(f"the same again: --seed {order.seed}", file=sys.stderr)
    if len(made) < order.count:
        said = f"{len(made)} of {order.count} puzzles in {options.time:g} s"
        print(f"ludoscope: gave up: {said}", file=sys.stderr)
        return GAVE_UP
    return 0


def _row(order: Wanted, game: RushGame) -> dict[str, object]:
    lengths = {measure: generator.solution_length(game, measure) for measure in MEASURES}
    return {
        "puzzle": generator.string(game),
        **lengths,
        "grade": rush.grade(lengths["cells"] or 0),
        "boats": len(game.boats),
        "walls": len(game.walls),
        "seed": order.seed,
    }


def _puzzles(order: Wanted, seconds: float | None) -> Iterator[RushGame]:
    """As many as are wanted, or as time allows; how it goes is a line on a terminal."""
    until = time.monotonic() + seconds if seconds else float("inf")
    best, found = 0, 0
    for event in generator.generate(order.seed, order.length, order.measure, order.walls):
        if isinstance(event, RushGame):
            show_progress()
            yield event
            best, found = 0, found + 1
            if found == order.count:
                return
        else:
            best = max(best, event.length)
            longest = min(best, order.length)
            show_progress(f"longest so far: {longest} {order.measure} of {order.length}")
        if time.monotonic() > until:
            show_progress()
            return
