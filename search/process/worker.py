"""The worker: a process that runs one solver on one position and reports its progress.

It reads one job as a line of JSON and writes events as lines of JSON, the verdict last; see
`search.process.wire`. While it works it reads orders: to pause, to resume, to make some steps. It
ends when its work is done, when its output is closed, or when its standard input is closed: then
its parent has ended; see also `search.process.child`.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.games.errors import shown
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress
from ludoscope.search.process.pause import Pause
from ludoscope.search.process.wire import encode
from ludoscope.search.registry import SOLVER_SETS, find_solver
from ludoscope.search.solver import Solver

HEADROOM = 256 * 2**20  # bytes for the interpreter, beyond the memory limit of the solver
ADDRESSES = 80 * 2**20  # bytes that a thread reserves for its stack and allocations
INPUT = 0  # the descriptor of standard input


def serve(
    work: Callable[[dict[str, Any]], None],
    order: Callable[[bytes], object] = bool,
    begin: Callable[[dict[str, Any]], object] = bool,
) -> None:
    """Read the job from standard input and call `work` with it; exit when the parent has ended.

    `begin` is called with the job first; then `order`, in another thread, with each further line.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    lines = _lines()
    line = next(lines, None)
    if line is None:
        sys.exit("found no job, expected one line of JSON")
    job = json.loads(line)
    begin(job)
    threading.Thread(target=_follow_orders, args=(lines, order), daemon=True).start()
    try:
        work(job)
    except BrokenPipeError:
        os._exit(1)


def work(pause: Pause, job: dict[str, Any]) -> None:
    """Run the job and write its events to standard output."""
    try:
        if reference := job.get("family"):
            name = job["game"]["family"]
            FAMILIES.restrict_to(name, reference)
            SOLVER_SETS.restrict_to(name, job["solvers"])
        game = from_spec(job["game"])
        solver = find_solver(game, job["solver"])
        start = solver.view(game).parse(job["position"])
        limits = Limits(job["seconds"], job["explored"], job["memory"], job["jobs"], pause)
    except (ValueError, LookupError) as error:
        send({"event": "fault", "message": str(error)})
        return
    limit_memory(limits.memory, limits.jobs or 1)
    run_solver(pause, solver, game, start, limits, send)


def run_solver(
    pause: Pause,
    solver: Solver,
    game: AnyGame,
    start: Any,
    limits: Limits,
    send: Callable[[dict[str, Any]], object],
) -> None:
    """Run a solver on the position `start` and send its events as JSON objects."""
    game = solver.view(game)
    try:
        for event in solver.run(game, start, limits):
            if isinstance(event, Progress) and pause.paused:
                send(encode(game, start, replace(event, held=True)))
                pause.wait()
            else:
                send(encode(game, start, event))
    except MemoryError:
        send(encode(game, start, GaveUp(reason="no memory left")))
    except BrokenPipeError:
        raise
    except Exception as error:
        send({"event": "fault", "message": f"{type(error).__name__}: {shown(error)}"})


def hold(pause: Pause, job: dict[str, Any]) -> None:
    """Pause the search before it starts if the job says so."""
    if job["held"]:
        pause.pause()


def limit_memory(memory: int | None, threads: int = 1) -> None:
    """Limit the address space, in case a solver exceeds `memory` bytes: MemoryError follows."""
    if memory is None:
        return
    with suppress(ImportError, ValueError, OSError):  # Windows has none, others a lower limit
        import resource

        bound = memory + HEADROOM + threads * ADDRESSES
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound))


def send(message: dict[str, Any]) -> None:
    """Write a line for the parent."""
    sys.stdout.buffer.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
    sys.stdout.buffer.flush()


def obey(pause: Pause, line: bytes) -> None:
    """Carry out an order: pause, resume or step; ValueError for anything else."""
    order, *count = line.split()
    match order:
        case b"pause":
            pause.pause()
        case b"resume":
            pause.resume()
        case b"step":
            pause.step(int(count[0]))
        case _:
            raise ValueError(f"expected pause, resume or step, found {line!r}")


def _lines() -> Iterator[bytes]:
    """The lines of standard input until its end, without an incomplete last line.

    `sys.stdin` is not used: Python aborts if a thread still waits in it at exit.
    """
    rest = b""
    while data := os.read(INPUT, 1 << 16):
        *whole, rest = (rest + data).split(b"\n")
        yield from whole


def _follow_orders(lines: Iterator[bytes], order: Callable[[bytes], object]) -> None:
    """Call `order` with each line; exit when the parent has ended or an order is malformed."""
    try:
        for line in lines:
            order(line)
    finally:
        os._exit(1)


if __name__ == "__main__":
    pause = Pause()
    serve(partial(work, pause), partial(obey, pause), partial(hold, pause))
