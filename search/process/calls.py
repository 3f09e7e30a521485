"""The worker of an executor: a process that makes the calls it is sent, one after the other.

The first line that comes in is {"memory": its limit in bytes or null}, and {} goes out when it is
ready; then for each {"function": "module:name", "arguments": […]} one line goes out,
{"result": what it returned}, or {"error": "ValueError: why"}. See `search.process.executor`.
"""

from functools import partial
from json import loads
from queue import SimpleQueue
from typing import Any

from ludoscope.games import load_object
from ludoscope.games.errors import shown
from ludoscope.search.process.worker import limit_memory, send, serve

Calls = SimpleQueue[bytes]


def work(calls: Calls, job: dict[str, Any]) -> None:
    """Make calls for as long as they come."""
    limit_memory(job["memory"])
    send({})
    while True:
        send(answer(loads(calls.get())))


def answer(call: dict[str, Any]) -> dict[str, Any]:
    """Make one call."""
    try:
        return {"result": load_object(call["function"])(*call["arguments"])}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {shown(error)}"}


if __name__ == "__main__":
    queued = Calls()
    serve(partial(work, queued), queued.put)
