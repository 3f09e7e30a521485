"""A worker process that measures the difficulty of a game; see `search.process.worker`.

A job has the keys "family" and "collection" (the declarations as "module:name"), "game" (its spec)
and "memory" (limit in bytes, or null). The only message is one of

    {"event": "measured", "value"}    the value, null if it cannot be measured
    {"event": "fault", "message"}     the measure failed
"""

from typing import Any

from ludoscope.games import FAMILIES, from_spec
from ludoscope.games.tracebacks import describe_exception
from ludoscope.puzzles.registry import COLLECTIONS
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.worker import limit_memory, lower_priority, send_message, serve

NICENESS = 19  # the lowest priority: nobody waits for the value


def run_job(job: dict[str, Any]) -> None:
    """Measure the game of a job and send its value."""
    lower_priority(NICENESS)
    limit_loading_time(_send_fault)
    limit_memory(job["memory"])
    try:
        value = _measure(job)
    except MemoryError:
        value = None
    except BaseException as error:  # of a plug-in
        _send_fault(describe_exception(error))
        return
    send_message({"event": "measured", "value": value})


def _measure(job: dict[str, Any]) -> float | None:
    name = job["game"]["family"]
    FAMILIES.restrict_to(name, job["family"])
    COLLECTIONS.restrict_to(name, job["collection"])
    game = from_spec(job["game"])
    measure = COLLECTIONS[name].difficulty_measure(game)
    return measure.measure(game) if measure else None


def _send_fault(message: str) -> None:
    send_message({"event": "fault", "message": message})


if __name__ == "__main__":
    serve(run_job)
