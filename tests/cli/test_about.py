"""`ludoscope solvers GAME --about NAME`: how a solver works, without a screen."""

import subprocess
import sys

import pytest
from many import first_of

from ludoscope.games import FAMILIES
from ludoscope.search.registry import solvers
from ludoscope.tui.commands.cli import main
from ludoscope.tui.commands.errors import EXIT_USAGE


@first_of("family", FAMILIES)
def test_every_solver_tells_how_it_works(family: str, capsys) -> None:
    for row in solvers(family):
        assert main(["solvers", family, "--about", row.name]) == 0
        told = capsys.readouterr().out
        assert all(f"\n{word} " in told for word in ("Guarantee", "Time", "Memory", "Source"))
        assert (
            row.implementation.partition(":")[0].removeprefix("ludoscope.").replace(".", "/")
            + ".py"
            in told
        )
        assert max(map(len, told.splitlines())) < 80


def test_a_solver_that_nobody_knows_and_a_game_that_is_missing_are_wrong_usage(capsys) -> None:
    assert main(["solvers", "rush", "--about", "mtd"]) == EXIT_USAGE
    assert "no solver 'mtd' for rush" in capsys.readouterr().err
    assert main(["solvers", "--about", "mtd"]) == EXIT_USAGE
    assert "needs a game" in capsys.readouterr().err


@pytest.mark.long
def test_no_screen_is_loaded_for_it() -> None:
    script = (
        "import sys; from ludoscope.tui.commands.cli import main\n"
        "main(['solvers', 'peg', '--about', 'swift'])\n"
        "sys.exit(any(name.partition('.')[0] == 'textual' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], stdout=subprocess.DEVNULL).returncode == 0
