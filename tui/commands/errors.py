"""Exit codes and errors of the command line.

A command that fails prints one line on standard error; these are the exit codes:

* 0: solved, or the solution is valid
* 1 `EXIT_FAILURE`: gave up, or the solution is not valid
* 2 `EXIT_UNSOLVABLE`: proved unsolvable
* 64 `EXIT_USAGE`: wrong usage
* 65 `EXIT_MALFORMED`: malformed file
* 66 `EXIT_MISSING`: no such puzzle or file, or a file that cannot be read or written
* 70 `EXIT_FAULT`: a plug-in failed, or Ludoscope itself
* 130 `EXIT_INTERRUPTED`: interrupted with Ctrl+C
* 141 `EXIT_BROKEN_PIPE`: the reader of the output has closed it; nothing is printed
* 143 `EXIT_TERMINATED`: ended by SIGTERM, as by `kill` or `timeout`
"""

import sys

from ludoscope.tui.text.sanitize import escape_controls

EXIT_FAILURE = 1
EXIT_UNSOLVABLE = 2
EXIT_USAGE = 64
EXIT_MALFORMED = 65
EXIT_MISSING = 66
EXIT_FAULT = 70  # EX_SOFTWARE of BSD's sysexits.h, like those above
EXIT_INTERRUPTED = 130  # 128 + SIGINT
EXIT_BROKEN_PIPE = 141  # 128 + SIGPIPE, as a shell reports a program that this signal ends
EXIT_TERMINATED = 143  # 128 + SIGTERM
# last lines of the output, in French: the assignment of a university course prescribes them
SUCCESS_WORD, FAILURE_WORD, UNSOLVABLE_WORD = "SUCCES", "ECHEC", "INSOLUBLE"
MAX_QUOTED_CHARACTERS = 300  # kept at each end of a message that quotes user input


class UsageError(Exception):
    """Raised when options contradict the puzzle or each other; the message says how."""


def fail(exit_code: int, message: str) -> int:
    """Print an error message on standard error, in one line, and return the exit code."""
    warn(message)
    return exit_code


def warn(message: str) -> None:
    """Print a message on standard error, in one line."""
    print(f"ludoscope: {to_one_line(message)}", file=sys.stderr)


def to_one_line(message: str) -> str:
    """Return the message without line breaks, shortened in the middle if it is very long.

    Control characters are escaped before, since the escapes take more space.
    """
    line = escape_controls(" ".join(message.split()))
    if len(line) <= 2 * MAX_QUOTED_CHARACTERS:
        return line
    return f"{line[:MAX_QUOTED_CHARACTERS]} ... {line[-MAX_QUOTED_CHARACTERS:]}"


def describe_os_error(error: OSError) -> str:
    """Return the file name, if there is one, and the reason."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename else reason
