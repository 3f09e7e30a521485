"""ctrl+c while the program is being loaded: it ends with 130 and says nothing."""

import subprocess
import sys

import pytest
from many import first_of

pytestmark = pytest.mark.fresh

ARMED = """
import os, signal, sys
def heard(event, arguments):
    if event == "import" and arguments[0] == {module!r}:
        os.kill(os.getpid(), signal.SIGINT)
sys.addaudithook(heard)
from ludoscope.tui.start import main
sys.exit(main())
"""


@first_of(
    ("module", "words"),
    [
        ("argparse", "solve lucas-28"),
        ("ludoscope.tui.commands.cli", "solve lucas-28"),
        ("ludoscope.tui.commands.solution_steps", "solve lucas-28"),
        ("ludoscope.puzzles.names", "list"),
        ("asyncio", "solve lucas-28 --solver depth-first"),
        ("ludoscope.search.budget", "solve lucas-28 --solver depth-first"),
    ],
)
def test_while_a_module_is_loaded(module: str, words: str) -> None:
    process = subprocess.run(
        [sys.executable, "-c", ARMED.format(module=module), *words.split()],
        capture_output=True,
        timeout=60,
    )
    assert (process.returncode, process.stdout, process.stderr) == (130, b"", b"")


@first_of(
    "module",
    [
        "ludoscope.tui.app",
        "textual.app",
        "ludoscope.tui.terminal.driver",
        "ludoscope.tui.boards.styles",
    ],
)
def test_while_the_app_is_loaded(start, module: str) -> None:
    terminal = start("play", "lucas-01", program=("-c", ARMED.format(module=module)))
    assert terminal.wait(30) == 130
    assert terminal.output == b""


def test_who_ignores_it_goes_on() -> None:
    """Check a process that ignores SIGINT, as a shell starts its background jobs."""
    quiet = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    code = quiet + ARMED.format(module="ludoscope.tui.commands.solvers")
    process = subprocess.run(
        [sys.executable, "-c", code, "solvers", "rush"], capture_output=True, timeout=60
    )
    assert (process.returncode, process.stderr) == (0, b"")
    assert process.stdout
