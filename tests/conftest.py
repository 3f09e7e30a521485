"""Fixtures of all tests; SIGINT is handled even when the tests run in the background."""

import gc
import os
import signal
from collections.abc import Iterator

import pytest
from forking import forked_workers, fresh_workers, nursery
from hypothesis import HealthCheck, settings
from many import FULL

from ludoscope.search.process import spawn
from ludoscope.search.process.background import keep_workers
from ludoscope.search.process.host_limits import HostLimits, set_host_limits

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


__all__ = ["as_it_was", "forked_workers", "fresh_workers", "nursery"]

# how fast cases are made says something of the machine, not of the program
settings.register_profile(
    "any machine",
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=100 if FULL else 15,
    deadline=None,
)
settings.load_profile("any machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow tests; at the end the other workers would wait for them."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_collection_finish() -> None:
    """Look for garbage seldom: an app makes many objects, and that took a quarter of their time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """Restore the environment and the host limits after each test, and end idle workers."""
    before = dict(os.environ)
    yield
    keep_workers(keep=True)
    set_host_limits(HostLimits())
    if dict(os.environ) != before:
        os.environ.clear()
        os.environ.update(before)


@pytest.fixture
def pids(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return the ids of the processes that are started, also those of the future."""
    started: list[int] = []
    popen = spawn.subprocess.Popen

    def start(*words, **options):
        process = popen(*words, **options)
        started.append(process.pid)
        return process

    monkeypatch.setattr(spawn.subprocess, "Popen", start)
    return started
