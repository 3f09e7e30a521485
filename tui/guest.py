"""A guest session on a shared server: no files, no shell, limited solvers, a clean environment.

Textual, Python and the folders of the saves depend on environment variables, and a guest's ssh
client may set some, depending on the configuration of the server. Therefore the program restarts
itself with a clean environment before it reads any of them.
"""

import os
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.commands.errors import UsageError

ALLOWED_VARIABLES = (
    "COLORTERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LUDOSCOPE_REDUCED_MOTION",
    "NO_COLOR",
    "TERM",
)
GUEST_LIMITS = HostLimits(seconds=600, megabytes=1024, workers=2)  # unless the host sets others
MISSING_HOME = "/nonexistent"


class DisabledAction(NamedTuple):
    """An action that guests cannot use: its default key, and the message when it is pressed."""

    default_key: str
    reason: str


DISABLED_BINDINGS = {  # by binding id
    "app.suspend": DisabledAction(
        "ctrl+z", "Visitors cannot suspend the program: that would open a shell"
    ),
    "lab.export": DisabledAction("e", "Visitors cannot write files; the table can be copied"),
}


def host_limits(
    guest: bool, seconds: float | None, megabytes: int | None, workers: int | None
) -> HostLimits:
    """Return the host's limits for solvers, with defaults for guests."""
    defaults = GUEST_LIMITS if guest else HostLimits()
    return HostLimits(
        seconds or defaults.seconds, megabytes or defaults.megabytes, workers or defaults.workers
    )


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that describe the terminal, and the home of the user database."""
    import pwd  # not on Windows

    try:
        home = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # containers may run a program as a user that is not in the database
        home = MISSING_HOME
    return {
        **{name: environment[name] for name in ALLOWED_VARIABLES if name in environment},
        "HOME": home,
        "PATH": os.defpath,
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def restart_in_clean_environment(arguments: Sequence[str]) -> None:
    """Restart the program with a clean environment; return if it is clean already.

    Raises:
        UsageError: The system lacks what protects the host: refusing symbolic links, and limits
            of memory.
    """
    if sys.platform == "win32":
        raise UsageError("--guest needs a system such as Linux or macOS")
    environment = clean_environment(os.environ)
    if dict(os.environ) != environment:
        # -P: never import modules from the guest's current folder
        command = [sys.executable, "-P", "-m", "ludoscope", *arguments]
        os.execve(sys.executable, command, environment)
