"""What all tests need: an interrupt that is heard, also when they run in the background."""

import os
import signal
from collections.abc import Iterator

import pytest

from ludoscope.search.process.host_limits import HostLimits, set_host_limits

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    """What `play` sets for the whole program, a test leaves behind as it found it."""
    before = dict(os.environ)
    yield
    set_host_limits(HostLimits())
    os.environ.clear()
    os.environ.update(before)
