"""Short descriptions of exceptions: what was raised, and in which line of which file."""

import sys
from collections.abc import Iterator
from types import FrameType, TracebackType
from typing import NamedTuple

from ludoscope.games.errors import error_text, short_line

MAX_LOCATION_CHARACTERS = 80
LIBRARY_PACKAGES = frozenset({"asyncio", "importlib", "textual", "rich", "_pytest", "pytest"})
OWN_PACKAGE = "ludoscope"


class Location(NamedTuple):
    """A line of a module.

    Attributes:
        package: The top-level package of the module: "sokoban".
        file: The path of the file from the folder of that package: "sokoban/board.py".
        line: The number of the line.
    """

    package: str
    file: str
    line: int

    def __str__(self) -> str:
        file = short_line(self.file, MAX_LOCATION_CHARACTERS)
        return f"{file}, line {self.line}"


def describe_exception(error: BaseException, package: str = "") -> str:
    """Return the type, the message and the location of an exception, on one line.

    For the location see `find_location`.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return error_text(error)  # its message ends with the file and the line
    location = find_location(error, package)
    return f"{error_text(error)} ({location})" if location else error_text(error)


def find_location(error: BaseException, package: str = "") -> Location | None:
    """Return the last line that an exception has passed in a package.

    Without one it is the last of a plug-in, else of Ludoscope: those of Python and of libraries say
    little about the fault.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Location("", error.filename.replace("\\", "/").rpartition("/")[2], error.lineno)
    locations = list(_locations(error.__traceback__))
    if inside := [place for place in locations if place.package == package]:
        return inside[-1]
    foreign = [place for place in locations if is_plugin_package(place.package)]
    own = [place for place in locations if place.package == OWN_PACKAGE]
    return next(reversed(foreign or own), None)


def is_plugin_package(package: str) -> bool:
    """Return True if a top-level package is neither ours, nor Python's, nor of a library we use."""
    known = package == OWN_PACKAGE or package in LIBRARY_PACKAGES
    return not known and package not in sys.stdlib_module_names and package != "__main__"


def frame_location(frame: FrameType, line: int) -> Location:
    """Return a line of the module of a frame."""
    return module_location(str(frame.f_globals.get("__name__", "")), frame.f_code.co_filename, line)


def module_location(module: str, filename: str, line: int) -> Location:
    """Return a line of a module, without the folders above its package."""
    parts = filename.replace("\\", "/").split("/")
    is_package = parts[-1] == "__init__.py"
    depth = module.count(".") + 1 + is_package
    return Location(module.partition(".")[0], "/".join(parts[-depth:]), line)


def format_traceback(error: BaseException) -> str:
    """Return the full traceback as Python prints it, even if the exception has no text."""
    import traceback  # 4 ms, and only for errors

    try:
        return "".join(traceback.format_exception(error))
    except BaseException:
        lines = traceback.format_tb(error.__traceback__)
        return "".join([*lines, type(error).__name__, "\n"])


def _locations(frames: TracebackType | None) -> Iterator[Location]:
    while frames:
        yield frame_location(frames.tb_frame, frames.tb_lineno)
        frames = frames.tb_next
