"""Every command with every bad value: a sentence and an exit code of cli.md, nothing half written.

LUDOSCOPE_FULL=1 runs every command in every circumstance, not a share that has each of both.
"""

import asyncio
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest
from hostile import (
    FULL,
    NOT_RUN,
    Ran,
    commands,
    judged,
    options,
    positionals,
    ran,
    readers,
    values,
    with_value,
    words,
)  # fmt: skip

from ludoscope.search.process import client
from ludoscope.tui.commands import cli
from ludoscope.tui.commands.interrupt import Terminated, interrupted_by_sigterm
from ludoscope.tui.lobby.host_settings import HostSettings, make_lobby

T = TypeVar("T")
RUN = [name for name in commands() if name not in NOT_RUN]
HEADER = b'{"ludoscope": "saves", "version": 2}\n'
Make = Callable[[Path], object]


def pairs(names: Sequence[str], others: Iterable[T], every: int) -> list[tuple[str, T]]:
    """Return all pairs, or a selection in which each value occurs, and each name in `every`."""
    step = 1 if FULL else every
    return [
        (name, other)
        for at, other in enumerate(others)
        for number, name in enumerate(names)
        if (at + number) % step == 0
    ]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run each command in a folder with a pipe nobody reads, a lobby folder and empty saves."""
    here = tmp_path / "here" / "there"
    here.mkdir(parents=True)
    os.mkfifo(here / "fifo")
    make_lobby(here / "folder", HostSettings())
    monkeypatch.chdir(here)
    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    # a server runs until it is ended: as if textual-serve were not installed
    monkeypatch.setitem(sys.modules, "ludoscope.tui.web_server", None)
    return tmp_path


# Values


ARGUMENTS = [
    (name, action.dest)
    for name, grammar in commands().items()
    for action in (*positionals(grammar), *options(grammar))
]


@pytest.mark.parametrize(("name", "dest"), ARGUMENTS)
def test_values(name: str, dest: str, place: Path) -> None:
    """One value of three by default, each with many arguments."""
    grammar = commands()[name]
    action = next(action for action in grammar._actions if action.dest == dest)
    failed = {}
    turn = slice(None) if FULL else slice(ARGUMENTS.index((name, dest)) % 3, None, 3)
    for value in values(action)[turn]:
        before = set(place.rglob("*"))
        result = ran(with_value(name, action, value))
        wrong = judged(result, place)
        made = [path for path in place.rglob("*") if path not in before and path.is_file()]
        if result.code >= 64 and [path for path in made if "home" not in path.parts]:
            wrong.append(f"made {made}")
        if wrong:
            failed[value[:20]] = wrong, result.err[:300]
    assert not failed


@pytest.mark.parametrize("name", [name for name, dest in ARGUMENTS if dest == "output"])
def test_an_empty_name_of_an_output_is_refused(name: str, place: Path) -> None:
    """A script passes it for a variable that is not set, and would lose the results."""
    result = ran(words(name, "output", ["-o", ""]))
    assert (result.code, result.out) == (64, "")
    assert "argument -o: '' found, expected the name of a " in result.err
    assert not judged(result, place)


@pytest.mark.parametrize("name", commands())
def test_a_value_of_two_dashes(name: str, place: Path) -> None:
    """Argparse takes it for the end of the options, and the value for a list of none."""
    for action in options(commands()[name]):
        for flag in action.option_strings:
            given = f"{flag}=--" if flag.startswith("--") else f"{flag}--"
            result = ran(words(name, action.dest, [given]))
            assert result.code == 64, given
            assert not judged(result, place)


@pytest.mark.parametrize("name", commands())
def test_options_that_do_not_exist(name: str, place: Path) -> None:
    for word in ("--\x1b[31m", "--nö", "-\x9b", "--=", "--=x", "-", "--json=\x1b", "a\nb\u202e"):
        assert not judged(ran([*words(name), word, word, word]), place), word


# Files


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)  # the name alone: a path may be too long for it


FILES: dict[str, bytes | Make] = {
    "none": lambda path: None,
    "empty": b"",
    "a mark alone": b"\xef\xbb\xbf",
    "zeros": bytes(5000),
    "binary": bytes(range(256)) * 20,
    "line ends": b"\r\n\x85\x0b\x0c\x1c" * 500,
    "controls": b"\x1b]0;t\x07\x1b[2J\xc2\x9b31m\xe2\x80\xaegnp\n" * 3,
    "long line": b"A2H12" * 50_000,
    "many lines": b"A2H12\n" * 20_000,
    "brackets": b"[" * 500_000,
    "nested": HEADER + b'{"session":' * 100_000,
    "nested and closed": HEADER + b'{"session":' * 900 + b"1" + b"}" * 900,
    "digits": HEADER + b'{"attempt": ' + b"9" * 6000 + b"}\n",
    "wide": HEADER + b'{"' + b"x" * 200_000 + b'": 1}\n',
    "half a pair": HEADER + b'{"note": "\\ud800\\u001b", "name": "\\u009b", "number": NaN}\n',
    "shared": b"ludoscope lucas-07 999999: " + b"5,4:SW " * 1000,
    "shared, a game": b"ludoscope peg " + b"." * 3000 + b" to " + b"x" * 3000 + b" 0:",
    "100 MB": lambda path: (path.touch(), os.truncate(path, 100 << 20)),
    "a folder": lambda path: path.mkdir(),
    "a pipe": lambda path: os.mkfifo(path),
    "a socket": _socket,
    "no end": lambda path: path.symlink_to("/dev/zero"),
    "a circle": lambda path: path.symlink_to(path.name),
    "nowhere": lambda path: path.symlink_to("nowhere"),
    "beside a file": lambda path: path.symlink_to("/dev/null/file"),
}
NO_INPUT = ("none", "a folder", "a pipe", "a socket", "a circle", "nowhere", "beside a file")
READERS = [f"{name} {place.dest}" for name, place in readers()]
STRANGE = "\x1b[31m\x9b\u202e"  # in the name of the file


@pytest.mark.parametrize(("reader", "kind"), pairs(READERS, FILES, len(READERS)))
def test_files(reader: str, kind: str, place: Path) -> None:
    name, dest = reader.split()
    action = next(action for action in commands()[name]._actions if action.dest == dest)
    path, made = Path(f"{STRANGE}.txt"), FILES[kind]
    if isinstance(made, bytes):
        path.write_bytes(made)
    else:
        made(path)
    families = [a.choices or () for a in options(commands()[name]) if a.dest == "game"]
    asked = [f"--game={family}" for family in [*families, ()][0]]
    for extra in [[], *([word] for word in (asked if FULL else asked[:1]))]:
        given = with_value(name, action, str(path))
        given[1:1] = extra
        result = ran(given)
        assert result.code in (1, 65, 66) or kind == "none", result
        assert not judged(result, place), result
        if kind not in NO_INPUT:
            given[-(given[::-1].index(str(path)) + 1)] = "-"
            result = ran(given, path)
            assert result.code in (1, 65, 66), result
            assert not judged(result, place), result


# Circumstances

CIRCUMSTANCES: list[dict[str, str | None]] = [
    {"LUDOSCOPE_HOME": None, "HOME": None, "XDG_DATA_HOME": "/proc/none"},
    {"LUDOSCOPE_HOME": "/proc/none"},
    {"LUDOSCOPE_HOME": "/dev/null"},
    {"LUDOSCOPE_HOME": "fifo"},
    {"LUDOSCOPE_HOME": "/" + "x" * 5000},
    {"LUDOSCOPE_HOME": "/dev/null/\x1b[31m\x9b"},
    {"LUDOSCOPE_HOME": "\udcff"},
    *({"TERM": term} for term in (None, "", "dumb", "\x1b[31m", "x" * 5000)),
    *(
        {"COLUMNS": size, "LINES": size}
        for size in ("", "0", "1", "-5", "nan", "9" * 30, "9" * 5000, "\x1b")
    ),
]


@pytest.mark.parametrize(("name", "circumstances"), pairs(RUN, CIRCUMSTANCES, len(RUN)))
def test_circumstances(
    name: str,
    circumstances: dict[str, str | None],
    place: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for given in (words(name), [name, "--help"], [name, "--nothing"]):
        with monkeypatch.context() as for_the_command:  # pytest writes lines of COLUMNS too
            for variable, value in circumstances.items():
                if value is None:
                    for_the_command.delenv(variable, raising=False)
                else:
                    for_the_command.setenv(variable, value)
            result = ran(given)
        assert not judged(result, place), result


def test_a_user_without_a_home(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a user missing from the user database: no folder named ~ is created."""
    for variable in ("LUDOSCOPE_HOME", "HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(os, "getuid", lambda: 54321)
    for name in RUN:
        result = ran(words(name))
        assert not judged(result, place), result
        assert result.code in (0, 1, 65) or "LUDOSCOPE_HOME" in result.err
    assert set(os.listdir(".")) <= {"fifo", "folder", "newgame"}


# Interrupts


@contextmanager
def restored_signals() -> Iterator[None]:
    """Restore the handlers that an interrupted command leaves, since its process goes on here.

    Asyncio's own stays if the interrupt comes just after `Runner.run` has installed it.
    """
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield
    finally:
        for number, handler in handlers:
            signal.signal(number, handler)


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize("name", RUN)
def test_an_interrupt_at_any_call(name: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The signal comes at the so-manieth call of a function: 130, or it was done before."""
    faults: list[Any] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda fault: faults.append(fault))
    work, left = cli.run_command_line, 0

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= event == "call"
        if left == 0 and event == "call":
            signal.raise_signal(signal.SIGINT)

    def watched(given: list[str]) -> int:
        sys.setprofile(count)
        try:
            return work(given)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(cli, "run_command_line", watched)
    for moment in [2, 10, 100, 1000, 5000, *(range(20, 20_000, 997) if FULL else ())]:
        left = moment
        with restored_signals():
            result = ran(words(name))
        if [fault for fault in faults if fault.exc_type is KeyboardInterrupt]:
            faults.clear()  # it came while an object was deleted, where Python raises nothing
            continue
        half_made = asyncio.BaseEventLoop.__del__  # Python's own takes a loop for complete
        faults = [fault for fault in faults if fault.object is not half_made]
        assert result.code == 130 or left > 0, (moment, result)
        assert not judged(result, place), (moment, result)
        assert not faults, (moment, faults)


@pytest.mark.usefixtures("fresh_workers")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interrupt_while_a_solver_starts(
    number: int, code: int, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asyncio waits for ever for a process whose start it cancelled."""
    start = client.SolverProcess.start

    async def interrupted(*given: Any, **options: Any) -> client.SolverProcess:
        asyncio.get_running_loop().call_soon(signal.raise_signal, number)
        return await start(*given, **options)

    monkeypatch.setattr(client.SolverProcess, "start", interrupted)
    assert ran(words("solve")) == Ran(code, "", "")


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
def test_sigterm_interrupts_also_where_ctrl_c_is_ignored(handler: Any) -> None:
    def receive_sigterm() -> None:
        with interrupted_by_sigterm():
            assert callable(signal.getsignal(signal.SIGTERM))  # else it would end the tests
            signal.raise_signal(signal.SIGTERM)

    with restored_signals():
        signal.signal(signal.SIGINT, handler)
        with pytest.raises(Terminated):
            receive_sigterm()
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


# What only a process of its own shows

SHELL = {
    "no input": "<&-",
    "no output": ">&-",
    "no errors": "2>&-",
    "none of them": "<&- >&- 2>&-",
    "a full disk": ">/dev/full",
    "errors to a full disk": "2>/dev/full",
    "output and errors to a full disk": ">/dev/full 2>&1",
    "a reader who leaves": "2>&1 | head -c 1",
    "a reader who has left": "2>&1 | true",
    "only output that is read": ">/dev/null 2>&1 </dev/zero",
    "ASCII": "",
    "an unknown language": "",
}
LANGUAGE = {
    "ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "an unknown language": {"LANG": "xx_YY.none", "LC_ALL": "\x1b[31m"},
}
ASKED = [*RUN, "--version", "--help"]


def in_shell(given: Sequence[str], redirected: str, **environment: str) -> Ran:
    """Run a command as a shell runs it; the exit code is that of the command."""
    settings = [f"{variable}={value}" for variable, value in environment.items()]
    program = shlex.join(["env", *settings, sys.executable, "-m", "ludoscope", *given])
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {{ {program}; echo $? >code; }} {redirected}"],
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
        env=os.environ,
    )
    texts = (raw.decode(errors="replace") for raw in (result.stdout, result.stderr))
    return Ran(int(Path("code").read_text()), *texts)


@pytest.mark.parametrize(("name", "kind"), pairs(ASKED, SHELL, len(ASKED)))
def test_processes(name: str, kind: str, place: Path) -> None:
    given = words(name) if name in RUN else [name]
    result = in_shell(given, SHELL[kind], **LANGUAGE.get(kind, {}))
    if "2>" in SHELL[kind] and result.code >= 64:
        assert not result.err
        result = result._replace(err="ludoscope: said to nobody")
    assert not judged(result, place), result
    silent = name in ("check", "export", "import", "report")  # they print nothing of /dev/null
    if kind in ("no output", "a full disk") and not silent:
        assert result.code == 66, result
        assert "standard output: " in result.err
    if kind in ("a reader who leaves", "a reader who has left"):  # or who has read it all before
        is_repeatable = name in RUN and name != "new-game"  # whose folder is there now
        assert result.code in (141, ran(given).code if is_repeatable else 0), result
    if kind in ("no errors", "errors to a full disk", "no input") and name not in (
        "import",
        "new-game",
    ):
        assert result.code == ran(given).code if name in RUN else not result.code


def test_a_pipe_that_does_not_wait(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a pipe that is still empty at the first read."""
    solution = "".join(ran(["solve", "lucas-01"]).out.splitlines(keepends=True)[:-2])
    read, write = os.pipe()
    os.set_blocking(read, False)

    def select(*files: Any) -> None:
        if files:
            monkeypatch.undo()
            os.write(write, solution.encode())
            os.close(write)

    monkeypatch.setattr("ludoscope.puzzles.files.select.select", select)
    assert ran(["check", "lucas-01", "-"], read) == Ran(0, "SUCCES\n", "")
