"""The worker of `WorkerExecutor`: a process that makes function calls one after another.

The messages are lines of JSON. In: first {"memory": limit in bytes or null}, then for each call
{"function": "module:name", "arguments": […]}. Out: first {} when the process is ready, then for
each call {"result": value} or {"error": "ValueError: reason"}.
"""

from functools import partial
from queue import SimpleQueue
from typing import Any

from ludoscope.games import load_object
from ludoscope.games.json_objects import parse_object
from ludoscope.games.tracebacks import describe_exception
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.worker import limit_memory, send_message, serve

CallQueue = SimpleQueue[bytes]


def make_calls(calls: CallQueue, job: dict[str, Any]) -> None:
    """Make the calls in the queue until the process ends, and send their results."""
    limit_memory(job["memory"])
    limit_loading_time(lambda message: send_message({"error": message}))
    send_message({})
    while True:
        send_message(make_call(parse_object(calls.get())))


def make_call(call: dict[str, Any]) -> dict[str, Any]:
    """Make a call and return the message with its result or its error."""
    try:
        return {"result": load_object(call["function"])(*call["arguments"])}
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        return {"error": describe_exception(error)}


if __name__ == "__main__":
    queue = CallQueue()
    serve(partial(make_calls, queue), queue.put)
