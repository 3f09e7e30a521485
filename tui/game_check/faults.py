"""Calls of the methods of a game, and the faults that they show: `Examiner` and `Fault`."""

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from ludoscope.games.errors import short_line
from ludoscope.games.registry import noted_interrupt
from ludoscope.search.seeded_random import SeededRandom

CALL_LIMIT_SECONDS = 10.0  # for one call of a method
REPEATED_ALARM_SECONDS = 1.0  # between alarms, if the method catches the first
MAX_FAULTS_PER_CHECK = 5
MAX_PLACE_CHARACTERS = 90
MAX_VALUE_CHARACTERS = 100


class Fault(NamedTuple):
    """A difference between a game and its contract.

    Attributes:
        check: The name of the check that found it: "moves".
        place: The puzzle and the position, or the declaration: "coins-1, position HTTH".
        call: The call: "play(position, 3)".
        found: What it returned or raised.
        expected: What the contract says.
    """

    check: str
    place: str
    call: str
    found: str
    expected: str

    def __str__(self) -> str:
        """Return the fault in two lines."""
        return (
            f"{self.check}: {self.place}: {self.call}\n"
            f"    found {self.found}, expected {self.expected}"
        )


class Description(str):
    """A description of what was found, shown as it is; of any other value the repr is shown."""


class CallFailed(Exception):
    """Raised after a call that the current part of a check cannot do without has failed."""


class EndOfCheck(Exception):
    """Raised when a check has found enough faults, or its time is up."""


class CallTimeout(BaseException):
    """Raised in a method that takes too long; no `except Exception` catches it."""


class Examiner:
    """Calls methods for one check and records faults.

    Attributes:
        faults: The faults found so far; of those that show in many positions, the first.
        place: Where the check is, for faults.
        random: A source of random numbers that depends on the seed alone.
        out_of_time: True if the check ended before it was complete.
    """

    def __init__(self, check: str, seed: int, deadline: float) -> None:
        self.faults: list[Fault] = []
        self.place = check
        self.random = SeededRandom(seed, 0)
        self.out_of_time = False
        self._check = check
        self._deadline = deadline
        self._recorded: set[tuple[str, ...]] = set()

    def record(self, call: str, found: str, expected: str) -> None:
        """Record a fault, unless the same method has failed a similar expectation before.

        Raises:
            EndOfCheck: There are enough of them.
        """
        kind = call.partition("(")[0], *expected.split()[:2]  # values may follow
        if kind in self._recorded:
            return
        self._recorded.add(kind)
        found = short_line(found, MAX_VALUE_CHARACTERS)
        place = short_line(self.place, MAX_PLACE_CHARACTERS)
        call = short_line(call, MAX_PLACE_CHARACTERS)
        self.faults.append(Fault(self._check, place, call, found, expected))
        if len(self.faults) >= MAX_FAULTS_PER_CHECK:
            raise EndOfCheck

    def require(self, is_true: object, call: str, found: object, expected: str) -> None:
        """Record a fault and raise CallFailed unless a condition is true.

        Args:
            is_true: The condition.
            call: The call that it is about.
            found: What was found instead: a value, or a `Description`.
            expected: What the contract says.
        """
        if not is_true:
            self.record(call, show(found), expected)
            raise CallFailed

    def require_type(self, value: object, expected: type | tuple[type, ...], call: str) -> None:
        """Require that a value is of a type, or of one of several."""
        types = expected if isinstance(expected, tuple) else (expected,)
        is_flag = isinstance(value, bool) and bool not in types  # also an int
        names = " or ".join(one.__name__ for one in types)
        self.require(isinstance(value, types) and not is_flag, call, value, names)

    def call(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call, which must not raise.

        Raises:
            CallFailed: It has raised, or takes too long, which is recorded.
        """
        return self._call(name, function, arguments, ())

    def attempt(self, name: str, function: Callable[..., Any], *arguments: Any) -> Any:
        """Return the result of a call that may raise ValueError, or the error."""
        return self._call(name, function, arguments, (ValueError,))

    def _call(
        self,
        name: str,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        allowed: tuple[type[BaseException], ...],
    ) -> Any:
        self.check_time()
        text = call_text(name, arguments)
        expected = "a result or ValueError" if allowed else "a result"
        try:
            with own_interrupts(), time_limit(CALL_LIMIT_SECONDS):
                return function(*arguments)
        except CallTimeout:
            self.record(text, f"no answer in {CALL_LIMIT_SECONDS:g} s", expected)
            raise EndOfCheck from None  # other positions would take as long
        except allowed as error:
            return error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.record(text, describe_error(error), expected)
        raise CallFailed from None

    @contextmanager
    def at(self, place: str) -> Iterator[None]:
        """Check one thing; a failed call ends it, and the check goes on with the next one."""
        previous, self.place = self.place, place
        self.check_time()
        try:
            with own_interrupts():
                yield
        except CallFailed:
            pass
        except (EndOfCheck, KeyboardInterrupt):
            raise
        except BaseException as error:  # of an object of the game: its `__eq__`, its `__hash__`
            self.record("use of the result", describe_error(error), "no exception")
        finally:
            self.place = previous

    def check_time(self) -> None:
        """Raise EndOfCheck if the time is up."""
        if time.monotonic() > self._deadline:
            self.out_of_time = True
            raise EndOfCheck


class GameInterrupt(Exception):
    """A KeyboardInterrupt that a game has raised itself; it is the cause."""


@contextmanager
def own_interrupts() -> Iterator[None]:
    """Raise GameInterrupt in place of a KeyboardInterrupt that no ctrl+c has caused."""
    with noted_interrupt() as was_interrupted:
        try:
            yield
        except KeyboardInterrupt as error:
            if was_interrupted():
                raise
            raise GameInterrupt from error


@contextmanager
def alarm_handler() -> Iterator[None]:
    """Interrupt calls in the block that take too long, on systems with alarm signals."""
    if not _has_alarm():
        yield
        return

    def interrupt(signal_number: int, frame: FrameType | None) -> None:
        raise CallTimeout

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _has_alarm() -> bool:
    is_main_thread = threading.current_thread() is threading.main_thread()
    return is_main_thread and hasattr(signal, "setitimer")


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise CallTimeout in a block that takes longer."""
    if not _has_alarm():
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds, REPEATED_ALARM_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def show(value: object) -> str:
    """Return the repr of a value of a game on one short line."""
    try:
        text = value if isinstance(value, Description) else repr(value)
        return short_line(text, MAX_VALUE_CHARACTERS)
    except Exception as error:
        return f"a {type(value).__name__} whose repr raises {type(error).__name__}"


def call_text(name: str, arguments: tuple[Any, ...]) -> str:
    """Return a call as text; the position, which `Fault.place` names, is left out."""
    if name.endswith(")") or " " in name:
        return name
    return f"{name}({', '.join(map(show, arguments))})"


def describe_error(error: BaseException) -> str:
    """Return the type and the message of an exception, with the line of the game that raised it."""
    if isinstance(error, GameInterrupt) and error.__cause__:
        error = error.__cause__
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.dirname(frame.filename) != os.path.dirname(__file__)
    ]
    place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
    try:
        message = short_line(str(error), MAX_VALUE_CHARACTERS)
    except Exception:  # of the exception's own class
        message = ""
    return f"{type(error).__name__}{place}" + (f": {message}" if message else "")
