"""Plug-ins that misbehave when they are loaded: a sentence names them, and the program goes on."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from registries import refresh_registries
from test_declarations import DECLARED, OURS, distribute

from ludoscope.games import FAMILIES
from ludoscope.games.registry import NO_PLUGINS_VARIABLE
from ludoscope.tui.commands import play
from ludoscope.tui.commands.cli import main

MODULE = "game_by_a_stranger"
PLUGIN = f"the plug-in {MODULE}:FAMILY of {MODULE} 1.0"
LEFT_OUT = f"ludoscope: the game 'go' of {MODULE} 1.0 is left out: "
TIMEOUT_SECONDS = 60.0


class Output(NamedTuple):
    code: int
    out: str
    err: str


Install = Callable[..., None]
Run = Callable[..., Output]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return a function that installs a plug-in that runs some code when it is imported."""

    def install_plugin(code: str, broken: str = "") -> None:
        site = tmp_path / "site"
        site.mkdir()
        distribute(site, "go", f"{code}\n{DECLARED.format(name='go')}", broken=broken)
        monkeypatch.syspath_prepend(site)
        refresh_registries()

    monkeypatch.setenv("LUDOSCOPE_HOME", str(tmp_path / "home"))
    yield install_plugin
    monkeypatch.undo()
    os.environ.pop(NO_PLUGINS_VARIABLE, None)
    sys.modules.pop(MODULE, None)
    refresh_registries()


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a function that runs a command with the descriptors of this process."""

    def run_command(*words: str) -> Output:
        with (
            open(0, closefd=False, encoding="utf-8") as stdin,
            open(1, "w", closefd=False, encoding="utf-8") as stdout,
            open(2, "w", closefd=False, encoding="utf-8") as stderr,
        ):
            monkeypatch.setattr(sys, "stdin", stdin)
            monkeypatch.setattr(sys, "stdout", stdout)
            monkeypatch.setattr(sys, "stderr", stderr)
            code = main(words)
        return Output(code, *capfd.readouterr())

    return run_command


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise KeyboardInterrupt", f": KeyboardInterrupt ({MODULE}.py, line 1)"),
        ("raise GeneratorExit", f": GeneratorExit ({MODULE}.py, line 1)"),
        ("raise BaseException('x' * 9999)", ": BaseException: xxx"),
        ("import sys; sys.exit('enough')", f": SystemExit: enough ({MODULE}.py, line 1)"),
        ("import os; os._exit(3)", f": SystemExit: 3 ({MODULE}.py, line 1)"),
        ("def f(): f()\nf()", ": RecursionError: maximum recursion depth exceeded"),
        ("raise MemoryError", f": MemoryError ({MODULE}.py, line 1)"),
        ("\ninput('Name? ')", f": EOFError: EOF when reading a line ({MODULE}.py, line 2)"),
        (
            "class Odd(Exception):\n def __str__(self): raise ValueError\nraise Odd",
            f": Odd ({MODULE}.py, line 3)",
        ),
        (
            "from ludoscope.games import FAMILIES; list(FAMILIES)",
            "it needs the list of all games while it is being loaded",
        ),
    ],
)
def test_it_is_left_out(code: str, reason: str, install: Install, run: Run) -> None:
    install(code)
    result = run("list", "--json")
    assert result.code == 0
    assert {entry["game"] for entry in json.loads(result.out)} == set(OURS)
    assert result.err.startswith(LEFT_OUT)
    assert reason in result.err
    assert result.err.count("\n") == 1
    assert len(result.err) < 500


def test_its_traceback_is_logged(install: Install, run: Run, tmp_path: Path) -> None:
    install("def fail():\n    raise ZeroDivisionError('injected')\nfail()")
    assert f"ZeroDivisionError: injected ({MODULE}.py, line 2)" in run("list", "--json").err
    log = (tmp_path / "home" / "errors.log").read_text()
    assert f": {MODULE}:FAMILY cannot be loaded: ZeroDivisionError: injected" in log
    assert "Traceback (most recent call last):" in log
    assert "line 3, in <module>" in log


@pytest.mark.parametrize("broken", ["", "collections"])
def test_debug_ends_with_the_traceback(broken: str, install: Install, tmp_path: Path) -> None:
    install("" if broken else "raise SystemExit('enough')", broken)
    with pytest.raises(RuntimeError, match=f"{MODULE}:.* cannot be loaded: ") as raised:
        main(["list", "--debug"])
    cause = AttributeError if broken else SystemExit
    assert raised.value.__cause__
    assert isinstance(raised.value.__cause__.__cause__, cause)
    assert not (tmp_path / "home" / "errors.log").exists()


@pytest.mark.parametrize(
    ("code", "effect"),
    [
        ("print('hello \\x1b[31m')", r"printed 'hello \\u001b[31m'"),
        ("import sys; print('x' * 9999, file=sys.stderr)", f"printed '{'x' * 37}...'"),
        ("import os; os.write(1, b'raw\\n'); os.write(2, b'raw')", r"printed 'raw\nraw'"),
        ("import os; os.system('echo from a shell')", "printed 'from a shell'"),
        ("import os; os.chdir('/')", "changed the working folder"),
        (
            "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)",
            "changed the handling of signals",
        ),
        ("import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)", ""),
        ("import io, sys; sys.stdout = sys.stderr = io.StringIO()", ""),
        ("import os; os.close(0); os.close(1); os.close(2)", ""),
        ("import sys; sys.stdin.read()", ""),
    ],
)
def test_what_it_does_when_it_is_imported_is_undone(
    code: str, effect: str, install: Install, run: Run
) -> None:
    install(code)
    before = os.getcwd(), signal.getsignal(signal.SIGTERM), signal.getsignal(signal.SIGINT)
    descriptors = len(os.listdir("/dev/fd"))
    result = run("list", "--json")
    assert result.code == 0
    assert json.loads(result.out)
    assert "go" in FAMILIES
    assert result.err == (effect and f"ludoscope: {PLUGIN} {effect} while it was loaded\n")
    assert before == (
        os.getcwd(),
        signal.getsignal(signal.SIGTERM),
        signal.getsignal(signal.SIGINT),
    )
    assert len(os.listdir("/dev/fd")) == descriptors


def test_an_interrupt_that_the_plugin_does_not_raise_itself(
    install: Install, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check the library, where ctrl+c raises KeyboardInterrupt wherever the program is."""
    install("import signal; signal.raise_signal(signal.SIGINT)")
    with pytest.raises(KeyboardInterrupt):
        list(FAMILIES)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_one_that_takes_long_is_named(
    install: Install, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class TimeIsOver(threading.Timer):
        def start(self) -> None:
            assert self.interval == 10
            self.function(*self.args)

    monkeypatch.setattr(threading, "Timer", TimeIsOver)
    install("")
    result = run("list", "rush", "--json")
    assert json.loads(result.out)
    assert result.err == (
        f"ludoscope: {PLUGIN} is still being loaded; ctrl+c ends the program, "
        "--no-plugins starts without plug-ins\n"
    )


def started_process(*words: str) -> "subprocess.Popen[str]":
    path = os.pathsep.join([*sys.path[:1], os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-m", "ludoscope", *words],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_an_interrupt_while_it_blocks(tmp_path: Path, install: Install) -> None:
    begun = tmp_path / "begun"
    install(f"open({str(begun)!r}, 'x').close()\nwhile True:\n try: input()\n except: pass")
    with started_process("list", "--json") as process:
        until = time.monotonic() + TIMEOUT_SECONDS
        while not begun.exists():
            assert time.monotonic() < until
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert (process.returncode, out) == (130, "")
    assert err == (
        f"ludoscope: interrupted while {PLUGIN} was being loaded; "
        "--no-plugins starts without plug-ins\n"
    )


def test_a_thread_of_a_plugin_does_not_keep_the_program_from_ending(install: Install) -> None:
    install("import threading; threading.Thread(target=threading.Event().wait).start()")
    with started_process("list", "rush") as process:
        out, err = process.communicate(timeout=TIMEOUT_SECONDS)
    assert process.returncode == 0
    assert out.startswith("orush-01")
    assert "started a thread that does not end with the program while it was loaded" in err


@pytest.mark.parametrize(
    "words",
    [
        ["--no-plugins", "list", "--json"],
        ["list", "--no-plugins", "--json"],
        ["list", "--json", "--no-plugins"],
    ],
)
def test_the_option_starts_without_plugins(words: list[str], install: Install, run: Run) -> None:
    install("raise KeyboardInterrupt")
    result = run(*words)
    assert {entry["game"] for entry in json.loads(result.out)} == set(OURS)
    assert (result.code, result.err) == (0, "")
    assert MODULE not in sys.modules
    assert os.environ[NO_PLUGINS_VARIABLE] == "1"  # for worker processes


def test_after_two_dashes_the_option_is_a_word(install: Install, run: Run) -> None:
    install("")
    result = run("show", "--", "--no-plugins")
    assert result.code == 66
    assert "'--no-plugins'" in result.err
    assert "go" in FAMILIES


@pytest.mark.usefixtures("forked_workers")
def test_a_worker_of_a_batch_loads_one_that_prints(install: Install, run: Run) -> None:
    install("import os; os.write(1, b'raw'); print('hello', flush=True)")
    result = run("batch", "ms", "1..2", "--jobs", "1")
    assert result.code == 0
    assert result.out.startswith("solved 2 of 2")


def test_all_of_it_is_loaded_before_the_app_has_the_screen(install: Install, run: Run) -> None:
    install("", broken="boards")
    assert "go" in FAMILIES
    play.load_plugins()
    assert list(FAMILIES) == OURS
    [message] = FAMILIES.load_errors
    assert message.startswith(f"the game 'go' of {MODULE} 1.0 is left out: {MODULE}:NOTHING cannot")
