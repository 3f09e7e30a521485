"""The start of worker processes: their command line and their pipes.

It loads little, so that a process can be started before the modules that talk to it are imported;
see `search.process.child_process` for these.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

WORKER_MODULE = "ludoscope.search.process.worker"  # runs solvers

# The program that runs a worker's module. On Linux the kernel kills a worker when its parent ends
# (PR_SET_PDEATHSIG, SIGKILL), even a worker that was stopped by a signal. This is set first: until
# then a worker learns only from the end of its standard input that its parent has ended. Modules
# are found neither through the current folder nor through PYTHON* variables; folders of the
# parent's path are appended, so that they shadow no other module.
BOOTSTRAP_CODE = """\
import sys
if sys.platform == "linux":
    try:
        import ctypes
        ctypes.CDLL(None).prctl(1, 9)
    except (ImportError, OSError, AttributeError, MemoryError):
        pass
import runpy
module, *parent_path = sys.argv[1:]
sys.path += [folder for folder in parent_path if folder not in sys.path]
sys.argv[1:] = []
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""


def spawn(module: str) -> "subprocess.Popen[bytes]":
    """Start a process that runs the module of a worker, with pipes to it.

    Raises:
        OSError: No process can be started.
    """
    return _popen()(
        worker_command(module),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
    )


@contextmanager
def idle_worker() -> "Iterator[subprocess.Popen[bytes] | None]":
    """Start a worker of solvers that waits for its job, and end it if it is still there.

    Yields:
        The process; None if none can be started, for which `ChildProcess.start` has the reason.
    """
    process = None
    with ExitStack() as stack:
        with suppress(OSError), _interrupts_blocked():
            process = spawn(WORKER_MODULE)
            stack.callback(_end, process)
        yield process


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl+C, where the system can, while a process is started: it would be left behind."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    previous = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, previous)


def _end(process: "subprocess.Popen[bytes]") -> None:
    if process.poll() is None:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe:
            pipe.close()


def _popen() -> "type[subprocess.Popen[bytes]]":
    """Return the class of processes whose pipes asyncio can read on this system."""
    if sys.platform == "win32":
        from asyncio.windows_utils import Popen

        return Popen
    return subprocess.Popen


def worker_command(module: str) -> list[str]:
    """Return the command line that runs a worker's module; see `BOOTSTRAP_CODE`."""
    options = ["-I"] if sys.flags.isolated else ["-E", "-P"]
    if sys.dont_write_bytecode:
        options.append("-B")
    path = [folder for folder in sys.path if os.path.isabs(folder)]
    return [sys.executable, *options, "-c", BOOTSTRAP_CODE, module, *path]
