"""A visitor's session with a log of every file, program and connection that it opens."""

import ast
import json
import os
import site
import sys
import sysconfig
from pathlib import Path

from ludoscope.search.process.spawn import BOOTSTRAP_CODE
from ludoscope.tui.isolation import INTERPRETER_OPTIONS

ROOT = Path(__file__).parents[2]
WATCHED = """
import json, os, sys
sys.path.insert(0, {root!r})
from ludoscope.tui.isolation import clean_environment
environment = clean_environment(os.environ)
os.environ.clear()
os.environ.update(environment)
log = os.open({log!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
DOORS = "open os. subprocess. shutil. sqlite3.connect socket.connect pty. ctypes.dlopen"
def heard(event, arguments):
    if event.startswith(tuple(DOORS.split())):
        said = json.dumps([event, [str(one) for one in arguments]])
        os.write(log, said.encode() + b"\\n")
sys.addaudithook(heard)
from ludoscope.tui.commands.cli import main
sys.exit(main(sys.argv[1:]))
"""
WORKERS = [  # how the words of processes of our own begin
    [sys.executable, *INTERPRETER_OPTIONS, "-c", BOOTSTRAP_CODE, module]
    for module in (
        "ludoscope.search.process.worker",
        "ludoscope.search.process.values_worker",
        "ludoscope.search.process.explanation_worker",
        "ludoscope.search.process.executor_worker",  # makes calls of functions that are named here
        "ludoscope.puzzles.winnable_worker",
        "ludoscope.puzzles.difficulty_worker",
        "ludoscope.puzzles.state_map_worker",
        "ludoscope.puzzles.training.worker",
        "ludoscope.puzzles.rush.generator_worker",
    )
]
HARMLESS = ("os.putenv", "os.unsetenv", "os.kill", "sqlite3.connect/handle")
READABLE = [
    *(Path(path).resolve() for path in (sys.prefix, sys.base_prefix, ROOT)),
    *(Path(path).resolve() for path in sysconfig.get_paths().values()),
    *(Path(path).resolve() for path in site.getsitepackages()),
    *map(Path, ("/proc", "/etc/localtime", "/usr/share/zoneinfo", "/etc/nsswitch.conf")),
    *map(Path, ("/etc/passwd", "/dev/tty", "/dev/urandom")),
]


def program(log):
    """Return the arguments that replace `-m ludoscope` and log audit events to `log`."""
    return *INTERPRETER_OPTIONS, "-c", WATCHED.format(root=str(ROOT), log=str(log))


def heard(log):
    """Return the audit events so far: name and arguments."""
    return [json.loads(line) for line in log.read_text().splitlines()]


def refused(entry, data):
    """Return True if an audit event is one that a visitor must not cause."""
    event, arguments = entry
    if event in HARMLESS:
        return False
    if event == "subprocess.Popen":
        words = ast.literal_eval(arguments[1])
        return words[: len(WORKERS[0])] not in WORKERS
    if event == "os.posix_spawn" or event.startswith(("os.exec", "os.system", "os.fork", "pty.")):
        return True
    first = arguments[0] if arguments else ""
    if first.isdigit():  # a file that is open already
        return False
    path = Path(os.path.abspath(first))
    if any(path.is_relative_to(place) for place in (data, os.devnull, "/dev/pts")):
        return False
    readings = ("os.listdir", "os.scandir", "os.stat", "ctypes.dlopen")
    reading = event in readings or (event == "open" and not writes(arguments))
    return not (reading and any(path.is_relative_to(place) for place in READABLE))


def writes(arguments):
    """Return True if an "open" event with these arguments (path, mode, flags) may write."""
    flags = int(arguments[2])
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND))


def session(leader):
    """Return the command lines of all processes of a session except its leader."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            words = (folder / "cmdline").read_bytes().decode().split("\0")[:-1]
        except OSError:  # ended meanwhile
            continue
        if int(fields[3]) == leader != int(folder.name) and words:  # the dying have none
            found.append(words)
    return found


def state(terminal):
    """Return the state of the process: "T" when it is stopped, as by ctrl+z."""
    return Path(f"/proc/{terminal.process.pid}/stat").read_text().rpartition(")")[2].split()[0]


def opener(home, running):
    """Return a function that starts the app in a terminal, like the fixture `start`."""
    from conftest import Terminal

    def start(*arguments, program=("-m", "ludoscope"), env=None):
        env = {"LUDOSCOPE_HOME": str(home), **(env or {})}
        running.append(Terminal([sys.executable, *program, *arguments], env=env))
        return running[-1]

    return start
