"""The worker: a process that runs a solver on a position and reports its progress.

It reads a job as a line of JSON and writes events as lines of JSON, the verdict last; see
`search.process.wire`. While it works it reads commands: pause, resume and step. It ends when the
job is done, when its output is closed, or when its standard input is closed, which shows that the
parent has ended; see also `search.process.child_process`.

After a job with a number the process takes another one, from the same families, unless the job has
left threads behind, or memory that would not be counted in the next search. It then ends, and the
client starts a new process.

`serve` is also the main function of other workers.
"""

import json
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from queue import SimpleQueue
from typing import Any, BinaryIO

from ludoscope.games import FAMILIES, AnyGame, from_spec
from ludoscope.games.errors import short_repr
from ludoscope.games.json_objects import parse_object
from ludoscope.games.tracebacks import describe_exception
from ludoscope.search.budget import Limits
from ludoscope.search.events import Event, GaveUp, Progress
from ludoscope.search.memory import address_space, memory_in_use
from ludoscope.search.pause import Pause
from ludoscope.search.process.loading_limit import limit_loading_time
from ludoscope.search.process.wire import encode
from ludoscope.search.registry import SOLVER_SETS, find_solver
from ludoscope.search.solver import Solver
from ludoscope.search.trace import TraceLog

INTERPRETER_BYTES = 256 * 2**20  # for the interpreter, in addition to the limit of the solver
THREAD_ADDRESS_BYTES = 80 * 2**20  # address space of a thread, for its stack and allocations
MAX_RETAINED_BYTES = 64 * 2**20  # more memory left from earlier jobs ends the process
MIN_LIMIT_PER_RETAINED = 8  # so does more than one eighth of the memory limit of the next job
STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO = 0, 1, 2
READ_BYTES = 1 << 16


def serve(
    run_job: Callable[[dict[str, Any]], None],
    handle_line: Callable[[bytes], object] = bool,
    on_job: Callable[[dict[str, Any]], object] = bool,
) -> None:
    """Run one job, as the main function of a worker; exit at once if the parent ends.

    Args:
        run_job: Runs the job.
        handle_line: Called with each further line of the input, in another thread. The process
            exits if it raises an exception.
        on_job: Called with the job before the other thread starts.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    _message_stream()  # before a plug-in is imported
    lines = _read_lines()
    line = next(lines, None)
    if line is None:
        sys.exit("found no job, expected one line of JSON")
    job = parse_object(line)
    on_job(job)
    threading.Thread(target=_handle_lines, args=(lines, handle_line), daemon=True).start()
    try:
        run_job(job)
    except BrokenPipeError:
        os._exit(1)


class JobQueue:
    """The jobs that the process has received and not begun, and the commands to the last one."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[tuple[dict[str, Any], Pause]] = SimpleQueue()
        self._pause = Pause()

    def add(self, job: dict[str, Any]) -> None:
        """Add a job, which begins paused if it asks for that."""
        self._pause = Pause()
        if job["held"]:
            self._pause.pause()
        self._jobs.put((job, self._pause))

    def handle_line(self, line: bytes) -> None:
        """Add the job in a line, or carry out a command to the last job."""
        if line.startswith(b"{"):
            self.add(parse_object(line))
        else:
            handle_command(self._pause, line)

    def next_job(self) -> tuple[dict[str, Any], Pause]:
        """Wait for a job and return it with its pause."""
        return self._jobs.get()


def run_jobs(jobs: JobQueue) -> None:
    """Run jobs until one is the last, or the process is no longer like a new one."""
    initial_memory, initial_address_space = memory_in_use(), address_space()
    initial_threads = threading.active_count()
    retained = 0
    while True:
        job, pause = jobs.next_job()
        limit = job["memory"]
        if retained and limit is not None and retained * MIN_LIMIT_PER_RETAINED > limit:
            return
        run_job(pause, job, address_space() - initial_address_space)
        retained = memory_in_use() - initial_memory
        if (
            "number" not in job
            or retained > MAX_RETAINED_BYTES
            or threading.active_count() > initial_threads
        ):
            return


def run_job(pause: Pause, job: dict[str, Any], reserved: int = 0) -> None:
    """Run a solver and write its events to standard output.

    Args:
        pause: The pause of the search.
        job: The job.
        reserved: Bytes of address space that earlier jobs have left; each thread that has ended
            leaves some 70 MB.
    """
    stamp = {"number": job["number"]} if "number" in job else {}

    def send(message: dict[str, Any]) -> None:
        send_message({**message, **stamp})

    def send_fault(message: str) -> None:
        send({"event": "fault", "message": message})

    limit_loading_time(send_fault)
    try:
        if reference := job.get("family"):
            name = job["game"]["family"]
            FAMILIES.restrict_to(name, reference)
            SOLVER_SETS.restrict_to(name, job["solvers"])
        game = from_spec(job["game"])
        solver = find_solver(game, job["solver"])
        start = solver.game_in_measure(game).parse(job["position"])
        trace = TraceLog(solver.game_in_measure(game), start) if job.get("traced") else None
        limits = Limits(
            job["seconds"], job["explored"], job["memory"], job["jobs"], pause, trace=trace
        )
    except (ValueError, LookupError) as error:
        send_fault(str(error))
        return
    except BaseException as error:  # of a plug-in
        send_fault(describe_exception(error))
        return
    limit_memory(limits.memory, limits.jobs or 1, is_last=not stamp, reserved=reserved)
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
    game = solver.game_in_measure(game)

    def send_event(event: Event) -> None:
        message = encode(game, start, event)
        if limits.trace:
            message["trace"] = limits.trace.take()
        send(message)

    try:
        for event in solver.run(game, start, limits):
            if isinstance(event, Progress) and pause.paused:
                send_event(replace(event, held=True))
                pause.wait()
            else:
                send_event(event)
            if not isinstance(event, Progress):
                break
    except MemoryError:
        send_event(GaveUp(reason="no memory left"))
    except BrokenPipeError:
        raise
    except (Exception, SystemExit, KeyboardInterrupt, GeneratorExit) as error:
        send({"event": "fault", "message": describe_exception(error)})


def limit_memory(
    memory: int | None, threads: int = 1, *, is_last: bool = True, reserved: int = 0
) -> None:
    """Limit the address space of this process, so that a solver gets a MemoryError.

    This is a second line of defence: a solver keeps the limit itself.

    Args:
        memory: Bytes for the solver, None for no limit.
        threads: Threads that the solver uses.
        is_last: False if the process takes further jobs; then the limit can be raised again.
        reserved: Bytes of address space that earlier jobs have left, which are not counted.
    """
    if memory is None and is_last:
        return
    # Windows has no limit, others a lower one; what exceeds an integer of C is no limit
    with suppress(ImportError, ValueError, OSError, OverflowError):
        import resource

        bound, hard_limit = _initial_address_limits()
        if memory is not None:
            bound = memory + INTERPRETER_BYTES + threads * THREAD_ADDRESS_BYTES + max(0, reserved)
            if hard_limit != resource.RLIM_INFINITY:
                bound = min(bound, hard_limit)
        resource.setrlimit(resource.RLIMIT_AS, (bound, bound if is_last else hard_limit))


@cache
def _initial_address_limits() -> tuple[int, int]:
    """Return the soft and the hard limit of the address space that the process was started with."""
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)


def lower_priority(niceness: int) -> None:
    """Give this process a lower priority, where the system can.

    Args:
        niceness: How much lower; 19 is the lowest.
    """
    with suppress(AttributeError, OSError):  # Windows has no such call
        os.nice(niceness)


def send_message(message: dict[str, Any]) -> None:
    """Write a message for the parent to what was standard output at the start."""
    stream = _message_stream()
    stream.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
    stream.flush()


@cache
def _message_stream() -> BinaryIO:
    """Return the stream of the messages, with standard output replaced by standard error.

    What a plug-in prints is therefore never taken for a message.
    """
    stream = os.fdopen(os.dup(STDOUT_FILENO), "wb")
    os.dup2(STDERR_FILENO, STDOUT_FILENO)
    return stream


def handle_command(pause: Pause, line: bytes) -> None:
    """Carry out a command: pause, resume or step; raise ValueError for anything else."""
    command, *arguments = line.split()
    match command:
        case b"pause":
            pause.pause()
        case b"resume":
            pause.resume()
        case b"step":
            pause.step(int(arguments[0]))
        case _:
            raise ValueError(f"expected pause, resume or step, found {short_repr(line)}")


def _read_lines() -> Iterator[bytes]:
    """Yield the lines of standard input until its end, without an incomplete last line.

    `sys.stdin` is not used: Python aborts if a thread still waits in it at exit.
    """
    incomplete = b""
    while data := os.read(STDIN_FILENO, READ_BYTES):
        *lines, incomplete = (incomplete + data).split(b"\n")
        yield from lines


def _handle_lines(lines: Iterator[bytes], handle: Callable[[bytes], object]) -> None:
    """Call `handle` with each line; exit at their end, and if it raises an exception."""
    try:
        for line in lines:
            handle(line)
    finally:
        os._exit(1)


if __name__ == "__main__":
    jobs = JobQueue()
    serve(lambda _: run_jobs(jobs), jobs.handle_line, jobs.add)
