"""No variable of a guest's environment leaves an interpreter, however the program is left.

Each variable is set together with PYTHONINSPECT, with which any end of an interpreter that heeds
it is a prompt.
"""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from many import case

from ludoscope.tui.isolation import BOOTSTRAP_CODE, INTERPRETER_OPTIONS, has_guest_option

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")

ROOT = Path(__file__).parents[2]
# the console script of the tree that is tested
CONSOLE_SCRIPT = (
    "-c",
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    "from ludoscope.tui.start import main; sys.exit(main())",
)
BOARD = r"\bmove 0 "
PROMPT = b">>>"
# "{evil}" is a folder with modules that leave a mark
SLOW_VARIABLES = {  # Python takes long to start, or writes very much
    "PYTHONDEBUG": "1",
    "PYTHONDEVMODE": "1",
    "PYTHONDUMPREFS": "1",
    "PYTHONDUMPREFSFILE": "{evil}/references",
    "PYTHONMALLOC": "debug",
    "PYTHONMALLOCSTATS": "1",
    "PYTHONOPTIMIZE": "2",
    "PYTHONPROFILEIMPORTTIME": "1",
    "PYTHONPYCACHEPREFIX": "{evil}",
    "PYTHONTRACEMALLOC": "5",
    "PYTHONVERBOSE": "1",
}
OTHER_VARIABLES = {
    "PYTHONASYNCIODEBUG": "1",
    "PYTHONBREAKPOINT": "os.system",
    "PYTHONCASEOK": "1",
    "PYTHONCOERCECLOCALE": "warn",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONFAULTHANDLER": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONINSPECT": "1",
    "PYTHONINTMAXSTRDIGITS": "640",
    "PYTHONIOENCODING": "utf-16",
    "PYTHONLEGACYWINDOWSFSENCODING": "1",
    "PYTHONLEGACYWINDOWSSTDIO": "1",
    "PYTHONNODEBUGRANGES": "1",
    "PYTHONNOUSERSITE": "",
    "PYTHONPATH": "{evil}",
    "PYTHONPERFSUPPORT": "1",
    "PYTHONSAFEPATH": "",
    "PYTHONSTARTUP": "{evil}/sitecustomize.py",
    "PYTHONSTATS": "1",
    "PYTHONTHREADDEBUG": "1",
    "PYTHONUNBUFFERED": "1",
    "PYTHONUSERBASE": "{evil}",
    "PYTHONUTF8": "0",
    "PYTHONWARNDEFAULTENCODING": "1",
    "PYTHONWARNINGS": "error",
    "PYTHON_BASIC_REPL": "1",
    "PYTHON_COLORS": "1",
    "PYTHON_CONTEXT_AWARE_WARNINGS": "1",
    "PYTHON_CPU_COUNT": "1",
    "PYTHON_DISABLE_REMOTE_DEBUG": "1",
    "PYTHON_FROZEN_MODULES": "off",
    "PYTHON_GIL": "1",
    "PYTHON_HISTORY": "{evil}/history",
    "PYTHON_JIT": "1",
    "PYTHON_PERF_JIT_SUPPORT": "1",
    "PYTHON_PRESITE": "sitecustomize",
    "PYTHON_THREAD_INHERIT_CONTEXT": "1",
    "PYTHON_TLBC": "1",
}
TRIED_VARIABLES = {**OTHER_VARIABLES, **SLOW_VARIABLES}
# Python itself does not start, or not with its own modules
FATAL_VARIABLES = {
    "PYTHONHASHSEED": "x",
    "PYTHONHOME": "{evil}",
    "PYTHONINTMAXSTRDIGITS": "x",
    "PYTHONIOENCODING": "nonsense",
    "PYTHONMALLOC": "x",
    "PYTHONPLATLIBDIR": "{evil}",
    "PYTHONTRACEMALLOC": "x",
    "PYTHONUTF8": "x",
}
REFUSED_VARIABLES = {"PYTHONEXECUTABLE": "/bin/sh"}
USAGES = [  # arguments and exit code, the first ones for the usual tests
    (["play", "--guest", "-h"], 0),
    (["play", "--guest", "--nosuch"], 64),
    (["play", "--guest", "--profile", "../x"], 64),
    (["play", "--guest", "no-such-puzzle"], 66),
    (["solve", "lucas-01", "--guest"], 64),
    (["play", "--guest", "--profile"], 64),
    (["play", "--profile", "--guest"], 64),
    (["play", "--guest", "--max-time", "x"], 64),
    (["play", "--guest", "a", "b"], 64),
    (["play", "--guest", "/etc/passwd"], 66),
    (["play", "--guest=1"], 64),
    (["play", "--gues", "-h"], 0),
    (["play", "--guest", "--lobb", "x"], 64),
    (["play", "--guest", "--company", "x"], 64),
    (["lucas-01", "--guest", "--nosuch"], 64),
    (["no-such-puzzle", "--guest"], 64),
    (["hexapawn", "3x3", "b1b2", "--guest", "--nosuch"], 64),
    (["FreeCell.1", "-search", "--guest"], 64),
    (["list", "--guest"], 64),
    (["company", "--guest"], 64),
    (["--version", "--guest"], 0),
    (["--help", "--guest"], 0),
    (["serve", "--guest", "--port", "x"], 64),
]
USUAL_USAGES = USAGES[:4]
STRIDE = 6  # so many variables together meet every usage


@pytest.fixture
def evil(tmp_path):
    """Create modules that write to `mark` whether their interpreter is isolated."""
    folder = tmp_path / "evil"
    code = f"import sys; open({str(tmp_path / 'mark')!r}, 'a').write(str(sys.flags.isolated))\n"
    version = "python{}.{}".format(*sys.version_info)
    for path in (folder, folder / "lib" / version / "site-packages"):
        path.mkdir(parents=True)
        for module in ("sitecustomize", "usercustomize", "textual", "antigravity"):
            (path / f"{module}.py").write_text(code)
    return folder


def with_inspection(variables, evil):
    values = {name: value.format(evil=evil) for name, value in variables.items()}
    return {"PYTHONINSPECT": "1", **values}


def check_ends(terminal, code):
    """Wait for the end of the program; check its exit code and that no prompt was shown."""
    deadline = time.monotonic() + 60
    while terminal.process.poll() is None:
        assert PROMPT not in terminal.output, "an interpreter is left"
        assert time.monotonic() < deadline, terminal.output[-1000:]
        terminal.read(0.02)
    while terminal.read():
        pass
    assert PROMPT not in terminal.output, "an interpreter was left"
    assert b"Traceback" not in terminal.output
    assert terminal.process.returncode == code, terminal.output[-1000:]


def check_usages(start, evil, usages, variables, code=None):
    """Run each usage with the variables; all end with `code` if it is given."""
    env = with_inspection(variables, evil)
    for arguments, usual_code in usages:
        with case(arguments):
            terminal = start(*arguments, program=CONSOLE_SCRIPT, env=env)
            check_ends(terminal, usual_code if code is None else code)
    mark = evil.parent / "mark"
    assert not mark.exists() or "1" not in mark.read_text(), "modules of the guest's were loaded"


def is_isolated(terminal):
    arguments = Path(f"/proc/{terminal.process.pid}/cmdline").read_bytes().split(b"\0")
    return BOOTSTRAP_CODE.encode() in arguments


def wait_for_restart(terminal):
    deadline = time.monotonic() + 60
    while not is_isolated(terminal):
        assert time.monotonic() < deadline
        terminal.read(0.001)


def test_wrong_usage_ends_without_a_prompt(start, evil):
    check_usages(start, evil, USUAL_USAGES, OTHER_VARIABLES)


@pytest.mark.long
def test_no_wrong_usage_leaves_a_prompt(start, evil):
    check_usages(start, evil, USAGES, OTHER_VARIABLES)


@pytest.mark.long
@pytest.mark.parametrize("name", TRIED_VARIABLES)
def test_no_variable_leaves_a_prompt(start, evil, name):
    """Each variable meets the usual usages and some others, and its neighbours meet the rest.

    The program starts over before it reads the usage, so that not each pair has to be tried.
    """
    at = list(TRIED_VARIABLES).index(name)
    others = USAGES[len(USUAL_USAGES) + at % STRIDE :: STRIDE]
    check_usages(start, evil, [*USUAL_USAGES[:2], *others], {name: TRIED_VARIABLES[name]})


@pytest.mark.long
@pytest.mark.parametrize("name", FATAL_VARIABLES)
def test_python_that_cannot_start_leaves_no_prompt(start, evil, name):
    for arguments, _ in USUAL_USAGES:
        env = with_inspection({name: FATAL_VARIABLES[name]}, evil)
        terminal = start(*arguments, program=CONSOLE_SCRIPT, env=env)
        terminal.wait(60)
        assert PROMPT not in terminal.output


def test_a_variable_that_names_another_interpreter_is_refused(start, evil):
    check_usages(start, evil, USUAL_USAGES[:1], REFUSED_VARIABLES, 64)


def test_an_interpreter_that_cannot_be_started_is_reported(start):
    code = CONSOLE_SCRIPT[1].replace("import sys;", "import sys; sys.executable = '/no/python';")
    terminal = start("play", "--guest", program=("-i", "-c", code))
    check_ends(terminal, 66)
    assert "/no/python cannot be started: No such file" in terminal.text


def test_every_variable_that_python_knows_is_tried():
    help_text = subprocess.check_output([sys.executable, "--help-env"], text=True)
    python_variables = set(re.findall(r"\bPYTHON_?[A-Z0-9]+(?:_[A-Z0-9]+)*\b", help_text))
    tables = (OTHER_VARIABLES, SLOW_VARIABLES, FATAL_VARIABLES, REFUSED_VARIABLES)
    assert python_variables <= set().union(*tables)


@pytest.mark.parametrize("options", [(), ("-i",)])
def test_ctrl_c_during_the_start_ends_the_program(start, evil, options):
    env = with_inspection({}, evil)
    terminal = start("play", "--guest", program=(*options, *CONSOLE_SCRIPT), env=env)
    wait_for_restart(terminal)
    terminal.process.send_signal(signal.SIGINT)
    check_ends(terminal, 130)


@pytest.mark.long
@pytest.mark.parametrize("variables", [{}, OTHER_VARIABLES], ids=["inspect", "all"])
@pytest.mark.parametrize(
    "ending", ["quit", "ctrl+c", "terminate", "hang up", "hang up at the start"]
)
def test_the_app_is_left_without_a_prompt(start, evil, tmp_path, ending, variables):
    arguments = ("play", "--guest", "--data", str(tmp_path / "data"), "hexapawn-3x3")
    terminal = start(*arguments, program=CONSOLE_SCRIPT, env=with_inspection(variables, evil))
    if ending == "hang up at the start":
        wait_for_restart(terminal)
    else:
        terminal.see(BOARD)
    match ending:
        case "quit":
            terminal.press("ctrl+q")
            check_ends(terminal, 0)
        case "ctrl+c":
            terminal.press("ctrl+c", "ctrl+c")
            terminal.settle()
            assert terminal.process.poll() is None
            terminal.press("ctrl+q")
            check_ends(terminal, 0)
        case "terminate":
            terminal.process.terminate()
            check_ends(terminal, 128 + signal.SIGTERM)
        case _:
            terminal.hang_up()
            terminal.process.wait(20)
    assert not (tmp_path / "mark").exists() or "1" not in (tmp_path / "mark").read_text()


def test_the_package_that_was_started_runs_isolated(tmp_path):
    """Check that it is taken from its folder, and that the folder hides no other module."""
    package = tmp_path / "ludoscope" / "tui"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "start.py").write_text(
        "import json, sys, dependency\n"
        "def run_isolated():\n"
        "    print(json.dumps([sys.argv[1:], dependency.__name__, sys.flags.isolated]))\n"
        "    return 7\n"
    )
    (tmp_path / "dependency.py").touch()
    (tmp_path / "json.py").write_text("raise ImportError\n")
    command = [sys.executable, *INTERPRETER_OPTIONS, "-c", BOOTSTRAP_CODE, tmp_path, "--guest"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (7, '[["--guest"], "dependency", 1]\n'), done.stderr


def test_arguments_that_look_like_the_option_of_a_guest():
    for arguments in ("--guest", "--g", "--gu=x", "play x --guest", "-- --guest", "--data --guest"):
        with case(arguments):
            assert has_guest_option(arguments.split())
    for arguments in (
        "",
        "--",
        "-",
        "-g",
        "--guests",
        "--game",
        "guest",
        "lobby x --make --guests",
    ):
        with case(arguments):
            assert not has_guest_option(arguments.split())
