"""The worker that makes a new ORush puzzle and reports on it; see `search.process.worker`.

A job      {"seed", "length", "measure"}
A message  {"event": "trial", "tried", "length", "grid"}: drafts so far, and the longest one
           {"event": "made", "string", "cells", "slides"}: the puzzle, the last message
"""

import time
from typing import Any

from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.rush.generator import Trial, generate, solution_length, string
from ludoscope.search.process.worker import send, serve

REPORT_SECONDS = 0.1


def work(job: dict[str, Any]) -> None:
    """Make one puzzle."""
    best: Trial | None = None
    tried, before, reported = 0, 0, 0.0
    for event in generate(job["seed"], job["length"], job["measure"]):
        if isinstance(event, RushGame):
            lengths = {measure: solution_length(event, measure) for measure in MEASURES}
            send({"event": "made", "string": string(event), **lengths})
            return
        if event.tried < before:  # restarted
            tried += before
        before = event.tried
        if not best or event.length > best.length:
            best = event
        if time.monotonic() - reported >= REPORT_SECONDS:
            reported = time.monotonic()
            grid = best.game.text(best.game.start)
            send({"event": "trial", "tried": tried + before, "length": best.length, "grid": grid})


if __name__ == "__main__":
    serve(work)
