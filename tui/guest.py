"""A guest session on a shared server: no files, no shell, limited solvers, a clean environment.

For the environment see `isolation`.
"""

import sys
from typing import NamedTuple

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.commands.errors import UsageError

GUEST_LIMITS = HostLimits(seconds=600, megabytes=1024, workers=2)  # unless the host sets others


class DisabledAction(NamedTuple):
    """An action that guests cannot use: its default key, and the message when it is pressed."""

    default_key: str
    reason: str


DISABLED_BINDINGS = {  # by binding id
    "app.suspend": DisabledAction(
        "ctrl+z", "Visitors cannot suspend the program: that would open a shell"
    ),
    "lab.export": DisabledAction("e", "Visitors cannot write files; the table can be copied"),
    "map.export": DisabledAction("e", "Visitors cannot write files"),
}


def host_limits(
    guest: bool, seconds: float | None, megabytes: int | None, workers: int | None
) -> HostLimits:
    """Return the host's limits for solvers, with defaults for guests."""
    defaults = GUEST_LIMITS if guest else HostLimits()
    return HostLimits(
        seconds or defaults.seconds, megabytes or defaults.megabytes, workers or defaults.workers
    )


def require_isolation() -> None:
    """Raise UsageError unless the process is protected from the guest; see `tui.isolation`."""
    if sys.platform == "win32":  # it lacks links that are refused, and limits of memory
        raise UsageError("--guest needs a system such as Linux or macOS")
    if not sys.flags.isolated:
        raise UsageError("--guest needs an isolated interpreter: start the command ludoscope")
