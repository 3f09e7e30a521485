"""Containment of faults of plug-ins in the app: they are logged and shown, and the app goes on.

A call of a plug-in in the event loop is stopped after `MAX_CALL_SECONDS`, with SIGALRM, and that
method is not called again: the app would not answer to keys, not even to the one that quits. In
other threads it is stopped too, unless it waits in C code.
"""

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType

from ludoscope.games import FAMILIES, tracebacks
from ludoscope.games.plugin_guard import (
    Call,
    CallerStopped,
    Containment,
    TooSlow,
    contain_faults,
    fault_message,
)
from ludoscope.games.registry import PluginError, PluginFault, is_builtin
from ludoscope.tui.error_log import LOG_NAME, write_error

MAX_CALL_SECONDS = 5.0  # of a method of a plug-in
SLOW_SECONDS = 0.5  # after which the user is told which game is slow
REPEAT_SECONDS = 10.0  # before the same message is shown again
EXIT_GRACE_SECONDS = 3.0  # for a thread of a plug-in to end
MAX_LOGGED_FAULTS = 100  # in a run of the app: one may come with each frame


@dataclass
class RunningCall:
    """A call that has not returned yet.

    Attributes:
        call: The call.
        start: When it began, in seconds of the monotonic clock.
        is_stopped: True once it has been told to end.
        nested: The calls within it that have not returned either, each with its start.
    """

    call: Call
    start: float
    is_stopped: bool = False
    nested: list[tuple[Call, float]] = field(default_factory=list)

    @property
    def slow_method(self) -> str:
        """The method that takes the time: the innermost one of half of it at least."""
        half = (time.monotonic() + self.start) / 2
        slow = [call for call, start in self.nested if start < half]
        return (slow[-1] if slow else self.call).method


class PluginFaults:
    """The faults of plug-ins while the app runs.

    Args:
        notify: Shows a message; called in any thread.
    """

    def __init__(self, notify: Callable[[str], None]) -> None:
        self._notify = notify
        self._shown: dict[str, float] = {}
        self._logged: set[str] = set()
        self._stopped_methods: set[str] = set()
        self._running: dict[int, RunningCall] = {}
        self._previous: Containment | None = None
        self._has_alarm = hasattr(signal, "setitimer")

    def start(self) -> None:
        """Contain faults from now on."""
        self._previous = contain_faults(
            Containment(self.report, True, self.watch, f"; details are in {LOG_NAME}")
        )
        if self._has_alarm and threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self._stop_main_call)
        else:
            self._has_alarm = False

    def stop(self) -> None:
        """Leave faults to others."""
        if self._previous:
            contain_faults(self._previous)
        if self._has_alarm:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)

    def report(self, fault: PluginFault) -> None:
        """Log a fault and show its message, unless it was shown a moment ago."""
        message = str(fault)
        if message not in self._logged and len(self._logged) < MAX_LOGGED_FAULTS:
            self._logged.add(message)
            write_error(message, fault.details)
        self._show(message)

    def contain(self, error: BaseException) -> bool:
        """Report an error that a plug-in has caused; return False for any other."""
        if fault := find_fault(error):
            if isinstance(fault, PluginFault) and not fault.is_reported:
                self.report(fault)
            else:
                self._show(str(fault))
            return True
        if unguarded_fault := find_unguarded_fault(error):
            self.report(unguarded_fault)
        return unguarded_fault is not None

    def _show(self, message: str) -> None:
        now = time.monotonic()
        if now - self._shown.get(message, -REPEAT_SECONDS) >= REPEAT_SECONDS:
            self._shown[message] = now
            self._notify(message)

    # Slow plug-ins

    @contextmanager
    def watch(self, call: Call) -> Iterator[None]:
        """Stop the block if it takes too long, and tell the user if it is slow."""
        thread = threading.get_ident()
        outer = self._running.get(thread)
        if outer and outer.is_stopped:
            raise CallerStopped
        if call.method in self._stopped_methods:
            raise TooSlow("was stopped before and is not called again")
        if outer:
            outer.nested.append((call, time.monotonic()))
            try:
                yield
            except CallStopped as stopped:
                raise CallerStopped from stopped
            finally:
                outer.nested.pop()
            return
        running = self._running[thread] = RunningCall(call, time.monotonic())
        has_alarm = self._has_alarm and threading.current_thread() is threading.main_thread()
        if has_alarm:
            signal.setitimer(signal.ITIMER_REAL, MAX_CALL_SECONDS)
        try:
            yield
        except CallerStopped:
            raise CallStopped from None
        finally:
            if has_alarm:
                signal.setitimer(signal.ITIMER_REAL, 0)
            self._running.pop(thread, None)
        seconds = time.monotonic() - running.start
        if seconds > SLOW_SECONDS:
            self._show(f"{call.title} is slow: {call.method} took {seconds:.1f} s")

    def _stop_main_call(self, number: int, frame: FrameType | None) -> None:
        running = self._running.get(threading.main_thread().ident or 0)
        if running and not running.is_stopped:
            self._mark_stopped(running)
            raise CallStopped

    def _mark_stopped(self, running: RunningCall) -> None:
        running.is_stopped = True
        self._stopped_methods.add(running.slow_method)

    def stop_slow_threads(self) -> None:
        """Stop calls in other threads that take too long; to be called every second or so."""
        now, main_thread = time.monotonic(), threading.main_thread().ident
        for thread, running in list(self._running.items()):
            if thread == main_thread or now - running.start < MAX_CALL_SECONDS:
                continue
            if not running.is_stopped:
                self._mark_stopped(running)
                self._show(
                    f"{running.call.title} failed: {running.call.method} takes more than "
                    f"{MAX_CALL_SECONDS:.0f} s and is stopped"
                )
                if sys.implementation.name == "cpython":
                    ctypes.pythonapi.PyThreadState_SetAsyncExc(
                        ctypes.c_ulong(thread), ctypes.py_object(CallStopped)
                    )

    def end_process_soon(self, end_process: Callable[[], object]) -> None:
        """End the process after a while if a plug-in is at work in a thread that does not end.

        The event loop would wait for that thread.
        """

        def end_if_stuck() -> None:
            if self._has_running_threads:
                end_process()

        if self._has_running_threads:
            timer = threading.Timer(EXIT_GRACE_SECONDS, end_if_stuck)
            timer.daemon = True
            timer.start()

    @property
    def _has_running_threads(self) -> bool:
        return any(thread != threading.main_thread().ident for thread in self._running)


class CallStopped(TooSlow):
    """Raised in a call that takes too long; in another thread it cannot be given a message."""

    def __str__(self) -> str:
        return f"took more than {MAX_CALL_SECONDS:.0f} s and was stopped"


def find_fault(error: BaseException | None) -> PluginError | None:
    """Return the error of a plug-in that an error is, or that has caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, PluginError):
            return error
        if isinstance(error, BaseExceptionGroup):
            return next(filter(None, map(find_fault, error.exceptions)), None)
        seen.add(id(error))
        worker_error = getattr(error, "error", None)  # of Textual's WorkerFailed
        error = (
            error.__cause__
            or error.__context__
            or (worker_error if isinstance(worker_error, BaseException) else None)
        )
    return None


def find_unguarded_fault(error: BaseException) -> PluginFault | None:
    """Return the fault of a plug-in for an error raised in its code, None for any other error.

    It was raised in no guarded call, but by a value that a plug-in has made: by comparing two
    positions, for example.
    """
    while isinstance(cause := getattr(error, "error", None), BaseException):
        error = cause
    location = tracebacks.find_location(error)
    if location is None:
        return None
    for family in FAMILIES:
        reference = FAMILIES.reference(family)
        if not is_builtin(reference) and reference.partition(".")[0].partition(":")[0] == (
            location.package
        ):
            description = tracebacks.describe_exception(error)
            details = tracebacks.format_traceback(error)
            return PluginFault(fault_message(family, description), family, details)
    return None
