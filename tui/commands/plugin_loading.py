"""Supervision of plug-ins while they are loaded: what they print, change, or wait for.

`supervise_loading` is for `games.registry.supervise_plugins`. It works on the whole process, and so
it is for the command line and the start of the app, not for the app while it has the screen.
"""

import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, Any, NoReturn

from ludoscope.games.entry_points import find_distribution
from ludoscope.games.errors import short_repr
from ludoscope.tui.commands.errors import EXIT_INTERRUPTED
from ludoscope.tui.commands.parser import NO_PLUGINS_OPTION
from ludoscope.tui.text.sanitize import escape_controls

Handler = Callable[[int, FrameType | None], Any] | int | None

NOTICE_SECONDS = 10.0  # after which a plug-in that is still being loaded is named
STANDARD_DESCRIPTORS = (0, 1, 2)
MAX_PRINTED_BYTES = 200  # read of what a plug-in has printed

_plugin_threads: list[threading.Thread] = []


@contextmanager
def supervise_loading(reference: str) -> Iterator[None]:
    """Load a plug-in in this context, which prints a sentence if it misbehaves.

    What the plug-in prints goes nowhere, it reads empty input, and its changes of the working
    folder, of the standard streams and of signal handlers are undone. A sentence names it if
    loading it takes long, and if that is interrupted, which ends the program.
    """
    distribution = find_distribution(reference)
    plugin = f"the plug-in {reference}" + (f" of {distribution}" if distribution else "")
    effects: list[str] = []
    with _Redirection() as redirection:
        try:
            with (
                _interruptible(plugin, redirection),
                _notice_if_slow(plugin, redirection),
                _undone_changes(effects),
            ):
                yield
        finally:
            if printed := redirection.read():
                effects.insert(0, f"printed {short_repr(printed)}")
    if effects:
        print(f"ludoscope: {plugin} {' and '.join(effects)} while it was loaded", file=sys.stderr)


def exit_despite_plugin_threads(exit_code: int) -> None:
    """End the process if threads that plug-ins have started would keep it from ending."""
    if any(thread.is_alive() for thread in _plugin_threads):
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os._exit(exit_code)


class _Redirection:
    """Standard streams that lead to a temporary file, and from which nothing can be read."""

    def __enter__(self) -> "_Redirection":
        sys.stdout.flush()
        sys.stderr.flush()
        self._streams = sys.stdin, sys.stdout, sys.stderr
        self._descriptors = [os.dup(descriptor) for descriptor in STANDARD_DESCRIPTORS]
        self._file = _temporary_file()
        with open(os.devnull, "rb") as empty:
            os.dup2(empty.fileno(), 0)
        os.dup2(self._file.fileno(), 1)
        os.dup2(self._file.fileno(), 2)
        return self

    def __exit__(self, *_: object) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._streams
        self._flush()
        for descriptor, saved in zip(STANDARD_DESCRIPTORS, self._descriptors, strict=True):
            os.dup2(saved, descriptor)
            os.close(saved)
        self._file.close()

    def _flush(self) -> None:
        """Write what is buffered to the temporary file."""
        for stream in (*self._streams[1:], sys.__stdout__, sys.__stderr__):
            with suppress(OSError, ValueError, AttributeError):  # closed by the plug-in, or None
                stream.flush()  # type: ignore[union-attr]

    def read(self) -> str:
        """Return the beginning of what was printed."""
        self._flush()
        self._file.seek(0)
        return self._file.read(MAX_PRINTED_BYTES).decode(errors="replace").strip()

    def write_error(self, message: str) -> None:
        """Write a message to standard error as it was before."""
        with suppress(OSError):
            text = escape_controls(f"ludoscope: {message}\n")
            os.write(self._descriptors[2], text.encode(errors="replace"))


def _temporary_file() -> IO[bytes]:
    """Return a new temporary file, or the null device if none can be created."""
    try:
        return tempfile.TemporaryFile(buffering=0)
    except OSError:
        return open(os.devnull, "r+b", buffering=0)


@contextmanager
def _interruptible(plugin: str, redirection: _Redirection) -> Iterator[None]:
    """End the program with a sentence on ctrl+c in the block, whatever the plug-in would do."""
    exit_process = os._exit
    process_id = os.getpid()

    def end_process(signal_number: int, frame: FrameType | None) -> None:
        redirection.write_error(
            f"interrupted while {plugin} was being loaded; "
            f"{NO_PLUGINS_OPTION} starts without plug-ins"
        )
        exit_process(EXIT_INTERRUPTED)

    def refuse_exit(status: int) -> NoReturn:
        if os.getpid() != process_id:  # a process that the plug-in has forked
            exit_process(status)
        raise SystemExit(status)

    is_main_thread = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    if is_main_thread and callable(handler):
        signal.signal(signal.SIGINT, end_process)
    os._exit = refuse_exit
    try:
        yield
    finally:
        os._exit = exit_process
        if is_main_thread and callable(handler):
            signal.signal(signal.SIGINT, handler)


@contextmanager
def _notice_if_slow(plugin: str, redirection: _Redirection) -> Iterator[None]:
    """Write a sentence if the block takes longer than NOTICE_SECONDS."""
    message = (
        f"{plugin} is still being loaded; ctrl+c ends the program, "
        f"{NO_PLUGINS_OPTION} starts without plug-ins"
    )
    timer = threading.Timer(NOTICE_SECONDS, redirection.write_error, [message])
    timer.daemon = True
    with suppress(RuntimeError):  # at the system's limit of threads
        timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if timer.is_alive():
            timer.join()


@contextmanager
def _undone_changes(effects: list[str]) -> Iterator[None]:
    """Undo changes of the process made in the block, and append what was changed to `effects`."""
    folder = _working_folder()
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    threads = set(threading.enumerate())
    try:
        yield
    finally:
        if folder and _working_folder() != folder:
            os.chdir(folder)
            effects.append("changed the working folder")
        if _restore_handlers(handlers):
            effects.append("changed the handling of signals")
        started = [t for t in threading.enumerate() if t not in threads and not t.daemon]
        if started:
            _plugin_threads.extend(started)
            effects.append("started a thread that does not end with the program")


def _working_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # it was deleted
        return ""


def _restore_handlers(handlers: Mapping[signal.Signals, Handler]) -> bool:
    """Restore signal handlers; return True if one of them had changed."""
    changed = [number for number in handlers if signal.getsignal(number) != handlers[number]]
    for number in changed:
        if (handler := handlers[number]) is not None:  # not one of C code
            signal.signal(number, handler)
    return bool(changed)
