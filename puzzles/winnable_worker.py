"""A worker process that finds puzzles of a numbered series that can be won.

See `search.process.worker` for the protocol. A job has the keys "series" (the name of a puzzle, or
of the series), "step" (1 or -1 for the following or previous numbers, 0 for random ones), "grade"
(the difficulty wanted, "" for any) and "ahead" (true if nobody waits for the puzzle). The only
message is

    {"event": "found", "name": name}    name is null if no puzzle was found
"""

from typing import Any

from ludoscope.puzzles.series import find_series
from ludoscope.puzzles.winnable import winnable_names
from ludoscope.search.process.worker import lower_priority, send_message, serve

NICENESS = 10  # of a search for which nobody waits


def run_job(job: dict[str, Any]) -> None:
    """Find one puzzle and send its name."""
    if job["ahead"]:
        lower_priority(NICENESS)
    series = find_series(job["series"])
    names = winnable_names(series, job["step"], job["grade"]) if series else iter(())
    send_message({"event": "found", "name": next(names, None)})


if __name__ == "__main__":
    serve(run_job)
