"""A worker process that generates an ORush puzzle; see `search.process.worker` for the protocol.

A job has the keys "seed", "length", "measure" ("cells" or "slides") and "memory" (limit in bytes,
or null). The messages are

    {"event": "trial", "tried", "length", "grid"}     progress: drafts tried, and the longest so far
    {"event": "made", "string", "cells", "slides"}    the puzzle and its lengths; the last message
"""

import time
from typing import Any

from ludoscope.games.rush.rules import MEASURES, RushGame
from ludoscope.puzzles.rush.generator import (
    DraftProgress,
    generate,
    puzzle_string,
    solution_length,
)
from ludoscope.search.process.worker import limit_memory, send_message, serve

REPORT_INTERVAL_SECONDS = 0.1


def run_job(job: dict[str, Any]) -> None:
    """Generate one puzzle and send it after progress reports."""
    limit_memory(job["memory"])
    best: DraftProgress | None = None
    tried_before_restart = tried_since_restart = 0
    last_report = 0.0
    for event in generate(job["seed"], job["length"], job["measure"]):
        if isinstance(event, RushGame):
            lengths = {measure: solution_length(event, measure) for measure in MEASURES}
            send_message({"event": "made", "string": puzzle_string(event), **lengths})
            return
        if event.drafts_since_restart < tried_since_restart:
            tried_before_restart += tried_since_restart
        tried_since_restart = event.drafts_since_restart
        if not best or event.length > best.length:
            best = event
        if time.monotonic() - last_report >= REPORT_INTERVAL_SECONDS:
            last_report = time.monotonic()
            grid = best.game.text(best.game.start)
            tried = tried_before_restart + tried_since_restart
            send_message({"event": "trial", "tried": tried, "length": best.length, "grid": grid})


if __name__ == "__main__":
    serve(run_job)
