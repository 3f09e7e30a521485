"""Ludoscope on a Windows that is pretended: run alone, it ends with a line that says what worked.

    python tests/release/windows.py FOLDER      FOLDER is empty, and has saves afterwards

Python's own library is loaded first, as it must go on to work here. Then the platform says that it
is Windows, and what POSIX has and Windows has not is gone: modules, functions, flags. In the place
of what only Windows has stand the parts of it that are asked for.
"""

import asyncio
import ctypes
import ctypes.wintypes
import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType, SimpleNamespace
from typing import Any

GONE = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
LACKING = (
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK"),
    *("fchmod", "geteuid", "getpgrp", "getsid", "getuid", "killpg", "pread", "ttyname", "waitid"),
)
OURS = ("ludoscope", "textual", "rich", "platformdirs")
LEFT_OUT = (  # what nothing loads on Windows
    *(f"ludoscope.tui.terminal.{name}" for name in ("driver", "output", "diff_driver")),
    "ludoscope.puzzles.bench.pseudo_terminal",
    "ludoscope.tui.web_server",  # of the extra "web", which may be missing
    *(f"ludoscope.tui.commands.bench_{name}" for name in ("latency", "screen", "start", "traffic")),
)
MEGABYTES = 48


class Process:
    """Stands for a function of the kernel, which takes notes of its types."""

    def __call__(self) -> int:
        return -1


class Memory:
    """The same, of the figures of a process."""

    def __call__(self, process: object, counters: Any, size: int) -> int:
        counters._obj.resident = MEGABYTES << 20
        return 1


class Driver:
    """Stands for Textual's own, which loads what is only on Windows."""


def _fake(name: str, **content: Any) -> None:
    module = ModuleType(name)
    vars(module).update(content)
    sys.modules[name] = module


def _load() -> list[str]:
    """Import all modules of the project except those for POSIX, and return their names."""
    parts = [import_module(f"ludoscope.{part}") for part in ("games", "search", "puzzles", "tui")]
    found = [
        module.name
        for part in parts
        for module in walk_packages(part.__path__, f"{part.__name__}.", onerror=_raise)
    ]
    names = [name for name in found if name not in LEFT_OUT and "__main__" not in name]
    for name in names:
        import_module(name)
    return names


def _raise(name: str) -> None:
    raise ImportError(name)


def pretend() -> None:
    """Make this process look like Windows to the program."""
    _load()  # with it, all that it needs of Python's library
    asyncio.new_event_loop().close()  # from Python 3.14 on, the kind of loop is chosen only now
    for name in list(sys.modules):
        if name.partition(".")[0] in OURS:
            del sys.modules[name]
    sys.platform = "win32"
    sys.modules.update(dict.fromkeys(GONE))  # None: importing them fails
    for name in LACKING:
        delattr(os, name)
    locked: set[tuple[int, int]] = set()

    def locking(handle: int, mode: int, count: int) -> None:
        there = os.fstat(handle)
        if (there.st_dev, there.st_ino) in locked:
            raise PermissionError(13, "Permission denied")
        locked.add((there.st_dev, there.st_ino))

    kernel = SimpleNamespace(GetCurrentProcess=Process(), K32GetProcessMemoryInfo=Memory())
    ctypes.windll = SimpleNamespace(kernel32=kernel)  # type: ignore[attr-defined]
    _fake("msvcrt", locking=locking, LK_NBLCK=2)
    _fake("asyncio.windows_utils", Popen=subprocess.Popen)
    _fake("textual.drivers.windows_driver", WindowsDriver=Driver)
    _fake("textual._win_sleep", sleep=asyncio.sleep)


def command(*words: str) -> tuple[int, str]:
    """Run a command and return its exit code and its output on both streams."""
    from ludoscope.tui.commands.cli import main

    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = main(words)
    return code, said.getvalue()


def try_commands(folder: Path) -> None:
    """Run the headless commands, one of each kind."""
    moves, results = str(folder / "moves.txt"), str(folder / "results.csv")
    assert command("list", "rush")[0] == 0
    assert command("show", "lucas-07")[0] == 0
    assert command("solve", "orush-02", "-o", moves)[0] == 0
    assert command("check", "orush-02", moves) == (0, "SUCCES\n")
    assert command("solve", "hexapawn-4x4")[1].endswith("\n11\n")
    assert command("batch", "ms", "1..2", "-o", results, "--jobs", "1")[0] == 0
    assert len(Path(results).read_text().splitlines()) == 3
    for words in (("play", "--guest"), ("lobby", str(folder), "--make")):
        code, said = command(*words)
        assert code in (64, 66), (words, said)
        assert "needs a system" in said, (words, said)


async def try_app(folder: Path) -> None:
    """Play a game in the app, and check that it is saved and restored."""
    from ludoscope.puzzles import catalogue
    from ludoscope.tui.app import LudoscopeApp

    for _ in range(2):
        app = LudoscopeApp(catalogue.find("orush-02"), folder=folder)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("c", "right")
            await pilot.pause()
        assert not app.close_store()


def main() -> None:
    pretend()
    names = _load()
    from ludoscope.search.memory import memory_in_use
    from ludoscope.tui.terminal.driver_choice import choose_driver_class

    assert memory_in_use() == MEGABYTES << 20
    assert choose_driver_class(False) is Driver
    folder = Path(sys.argv[1])
    os.environ["LUDOSCOPE_HOME"] = str(folder)
    try_commands(folder)
    asyncio.run(try_app(folder))
    assert len(names) > 300
    print(f"{len(names)} modules, commands and the app work without POSIX")


if __name__ == "__main__":
    main()
