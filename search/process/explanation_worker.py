"""A worker process that explains a lost position; see `search.process.worker` for the protocol.

A job has the keys "family" and "solvers" (the declarations as "module:name"), "game" (its spec),
"position" and "earlier" (texts), "seconds", "memory" (bytes) and "max_wins" (or null, each). The
messages are those of `search.process.explanation_wire`.
"""

from typing import Any

from ludoscope.games import FAMILIES, from_spec
from ludoscope.games.tracebacks import describe_exception
from ludoscope.search.budget import Limits
from ludoscope.search.explanation import Explanation, explain
from ludoscope.search.process.explanation_wire import encode
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.worker import limit_memory, send_message, serve
from ludoscope.search.registry import SOLVER_SETS


def run_job(job: dict[str, Any]) -> None:
    """Explain a position and send the events."""

    def send_fault(message: str) -> None:
        send_message({"event": "fault", "message": message})

    limit_loading_time(send_fault)
    limit_memory(job["memory"])
    try:
        _explain(job)
    except BrokenPipeError:
        raise
    except MemoryError:
        send_fault("no memory left")
    except BaseException as error:  # of a plug-in
        send_fault(describe_exception(error))


def _explain(job: dict[str, Any]) -> None:
    name = job["game"]["family"]
    FAMILIES.restrict_to(name, job["family"])
    SOLVER_SETS.restrict_to(name, job["solvers"])
    game = from_spec(job["game"])
    position = game.parse(job["position"])
    earlier = [game.parse(text) for text in job["earlier"]]
    limits = Limits(job["seconds"], memory=job["memory"])
    explanation: Explanation | None = None
    for event in explain(game, position, earlier, limits):
        if isinstance(event, Explanation):
            explanation = event
        if not isinstance(event, Explanation) or not event.is_complete:
            send_message(encode(game, position, event, job["max_wins"]))
    assert explanation
    send_message(encode(game, position, explanation, job["max_wins"], is_last=True))


if __name__ == "__main__":
    serve(run_job)
