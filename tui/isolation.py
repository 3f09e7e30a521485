"""Isolation of guest sessions: the program starts over with a clean environment.

Python, Textual and the folders of the saves depend on environment variables, and a guest's ssh
client may set some if the server is configured so. PYTHONINSPECT, for instance, opens a prompt of
the interpreter when the program ends, however it ends. Therefore the entry point, before it does
anything else, replaces the process by an isolated interpreter (`python -I`), which ignores such
variables, with an environment that has little more than the description of the terminal.

The new process enters the program at `start.run_isolated`, which never restarts.
"""

import _signal as signal  # the module `signal` imports four others first
import os
import sys
from collections.abc import Mapping, Sequence
from typing import NoReturn

import ludoscope
from ludoscope.tui.commands.errors import EXIT_FAILURE, EXIT_MISSING, EXIT_USAGE

GUEST_OPTION = "--guest"
ALLOWED_VARIABLES = (
    "COLORTERM",
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LUDOSCOPE_NO_PLUGINS",
    "LUDOSCOPE_REDUCED_MOTION",
    "NO_COLOR",
    "TERM",
)
# On macOS it sets `sys.executable`, which is about to be run.
EXECUTABLE_VARIABLE = "PYTHONEXECUTABLE"
MISSING_HOME = "/nonexistent"
INTERPRETER_OPTIONS = ("-I", "-B")  # isolated; without writing bytecode

# An isolated interpreter finds modules neither in the current folder nor through variables nor in
# the user's site-packages. The package is loaded from the folder where it was found before; its
# dependencies may be there too, but must not shadow other modules.
BOOTSTRAP_CODE = """\
import sys
folder = sys.argv.pop(1)
sys.path.insert(0, folder)
import ludoscope
del sys.path[0]
if folder not in sys.path:
    sys.path.append(folder)
from ludoscope.tui.start import run_isolated
sys.exit(run_isolated())
"""


def has_guest_option(arguments: Sequence[str]) -> bool:
    """Return True if an argument looks like `--guest`, even shortened or as another's value."""
    names = (argument.partition("=")[0] for argument in arguments)
    return any(len(name) > len("--") and GUEST_OPTION.startswith(name) for name in names)


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the allowed variables, the home of the user database and the default path."""
    import pwd  # not on Windows

    try:
        home = pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:  # containers may run a program as a user that is not in the database
        home = MISSING_HOME
    return {
        **{name: environment[name] for name in ALLOWED_VARIABLES if name in environment},
        "HOME": home,
        "PATH": os.defpath,
    }


def restart_isolated(arguments: Sequence[str]) -> NoReturn:
    """Replace this process by the program in an isolated interpreter.

    If that fails, the process ends at once, since an exception could end at a prompt.
    """
    executable = sys.executable or "python"
    try:
        if EXECUTABLE_VARIABLE in os.environ:
            _exit(EXIT_USAGE, f"{GUEST_OPTION} does not start while {EXECUTABLE_VARIABLE} is set")
        # ctrl+c waits until `run_isolated` handles it: the new interpreter would print a traceback
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        folder = os.path.dirname(os.path.dirname(os.path.abspath(ludoscope.__file__)))
        command = [executable, *INTERPRETER_OPTIONS, "-c", BOOTSTRAP_CODE, folder, *arguments]
        os.execve(executable, command, clean_environment(os.environ))
    except OSError as error:
        _exit(EXIT_MISSING, f"{executable} cannot be started: {error.strerror}")
    finally:
        os._exit(EXIT_FAILURE)


def unblock_interrupts() -> None:
    """Unblock ctrl+c after `restart_isolated`; it takes effect if it was pressed meanwhile."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])


def _exit(code: int, message: str) -> NoReturn:
    os.write(2, f"ludoscope: {message}\n".encode(errors="backslashreplace"))
    os._exit(code)
