"""A visitor's session on a shared server, limited to the game.

Textual, Python and the folders of the saves listen to the environment, and what a visitor's ssh
client may put there depends on the server's settings. So the program starts over with a clean
one, before anything of it is read.
"""

import os
import re
import sys
from collections.abc import Mapping, Sequence

from ludoscope.search.process.host_limits import HostLimits
from ludoscope.tui.commands.errors import UsageError

KEPT = (
    "COLORTERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LUDOSCOPE_REDUCED_MOTION",
    "NO_COLOR",
    "TERM",
)
GUEST_LIMITS = HostLimits(seconds=600, megabytes=1024, workers=2)  # where the host says nothing
NOWHERE = "/nonexistent"
SHUT = {  # actions that visitors have not: the usual key, and what is said of it
    "app.suspend": ("ctrl+z", "visitors cannot suspend the program: that would open a shell"),
    "lab.export": ("e", "visitors cannot write files; the table can be copied"),
}
PROFILE = re.compile(r"[A-Za-z0-9_-]{1,64}")


def host_limits(
    guest: bool, seconds: float | None, megabytes: int | None, workers: int | None
) -> HostLimits:
    """What the host has set for solvers; for guests also where nothing was said."""
    usual = GUEST_LIMITS if guest else HostLimits()
    return HostLimits(
        seconds or usual.seconds, megabytes or usual.megabytes, workers or usual.workers
    )


def clean(environment: Mapping[str, str]) -> dict[str, str]:
    """What tells of the terminal, and the home that the user database names."""
    import pwd

    kept = {name: environment[name] for name in KEPT if name in environment}
    try:
        home = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # containers run programs as users that no database names
        home = NOWHERE
    ours = {"HOME": home, "PATH": os.defpath}
    return {**kept, **ours, "PYTHONDONTWRITEBYTECODE": "1"}


def start_over(words: Sequence[str]) -> None:
    """Become the same program in a clean environment; return when it is clean already.

    UsageError on systems where what protects the host is not there: links that are not followed,
    limits of memory.
    """
    if sys.platform == "win32":
        raise UsageError("--guest needs a system such as Linux or macOS")
    environment = clean(os.environ)
    if dict(os.environ) != environment:
        # -P: the folder that the visitor stands in is no place to load modules from
        program = [sys.executable, "-P", "-m", "ludoscope", *words]
        os.execve(sys.executable, program, environment)
