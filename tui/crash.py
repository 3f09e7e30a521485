"""The report of an error in Ludoscope: a short plain traceback, and where the whole one is."""

import sys
import traceback
from importlib import metadata

from ludoscope.games import tracebacks
from ludoscope.tui.error_log import LOG_NAME, log_path, write_error
from ludoscope.tui.text.sanitize import escape_controls

MAX_LINES = 38  # of the traceback, so that with what follows it fills no screen of 40 lines
MAX_LINE_CHARACTERS = 200
FIRST_LINES = 9  # kept if lines are left out in the middle


def report_crash(error: BaseException, *, show_paths: bool = True) -> None:
    """Print a short traceback on standard error, and log the whole one.

    Args:
        error: The error.
        show_paths: False for guests, who get no path of the host.
    """
    details = tracebacks.format_traceback(error)
    is_logged = write_error("Ludoscope failed", details)
    if show_paths:
        print("\n".join(short_traceback(error)), file=sys.stderr)
        place = f"; the whole traceback is in {log_path()}" if is_logged else ""
    else:
        print(f"ludoscope: {tracebacks.describe_exception(error)}", file=sys.stderr)
        place = f"; the host finds the whole traceback in {LOG_NAME}" if is_logged else ""
    print(f"ludoscope: this is a fault in Ludoscope {_version()}{place}", file=sys.stderr)


def short_traceback(error: BaseException) -> list[str]:
    """Return a traceback of at most MAX_LINES lines, without frames of libraries in its middle."""
    lines: list[str] = []
    try:
        exception = traceback.TracebackException.from_exception(error)
        _leave_out_libraries(exception)
        for block in exception.format():
            lines += [line[:MAX_LINE_CHARACTERS] for line in block.splitlines()]
    except Exception:  # of the exception itself
        lines = tracebacks.format_traceback(error).splitlines()
    if len(lines) > MAX_LINES:
        last_count = MAX_LINES - FIRST_LINES - 1
        left_out = len(lines) - FIRST_LINES - last_count
        lines[FIRST_LINES:-last_count] = [f"  … {left_out} lines are left out"]
    return [escape_controls(line) for line in lines]


def _leave_out_libraries(exception: traceback.TracebackException) -> None:
    """Remove all frames but those of Ludoscope and the last one, also of what caused it."""
    while True:
        frames = exception.stack
        exception.stack = traceback.StackSummary.from_list(
            [frame for frame in frames if _is_ours(frame.filename) or frame is frames[-1]]
        )
        following = exception.__cause__ or exception.__context__
        if following is None:
            return
        exception = following


def _is_ours(filename: str) -> bool:
    return "/site-packages/" not in filename.replace("\\", "/").replace(
        "/site-packages/ludoscope/", "/"
    ) and not filename.startswith((sys.base_prefix, "<frozen"))


def _version() -> str:
    try:
        return metadata.version("ludoscope")
    except metadata.PackageNotFoundError:
        return "from a source tree"
