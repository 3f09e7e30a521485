"""A time limit for loading plug-ins in worker processes, where nobody sees which one hangs."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoscope.games.registry import supervise_plugins

MAX_LOADING_SECONDS = 30.0
_is_loading = False


def is_loading() -> bool:
    """Return True while this process, a worker, imports the module of a game."""
    return _is_loading


def limit_loading_time(send_failure: Callable[[str], object]) -> None:
    """End this process if loading a plug-in takes too long.

    Args:
        send_failure: Sends a sentence to the parent before; called in another thread.
    """

    @contextmanager
    def limit(reference: str) -> Iterator[None]:
        def end_process() -> None:
            try:
                send_failure(f"{reference} was not loaded within {MAX_LOADING_SECONDS:.0f} s")
            finally:
                os._exit(1)

        timer = threading.Timer(MAX_LOADING_SECONDS, end_process)
        timer.daemon = True
        timer.start()
        _set_loading(True)
        try:
            yield
        finally:
            _set_loading(False)
            timer.cancel()
            timer.join()  # a process with a thread left behind takes no further job

    supervise_plugins(limit)


def _set_loading(value: bool) -> None:
    global _is_loading
    _is_loading = value
