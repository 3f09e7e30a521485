"""The app where the system limits its address space, as `ulimit -v` does."""

import sys

import pytest

pytestmark = [
    pytest.mark.fresh,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits it elsewhere"),
]

LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, ({kilobytes} << 10,) * 2)
from ludoscope.tui.commands.cli import main
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.long
@pytest.mark.parametrize("kilobytes", [200_000, 350_000])
def test_the_app_makes_do_with_little(start, kilobytes):
    program = ("-c", LIMITED.format(kilobytes=kilobytes))
    terminal = start("play", "FreeCell.5", program=program)
    terminal.see(r"\bmove 0 ", r"✓ within \d+ moves")
    terminal.press("ctrl+q")
    assert terminal.wait(20) == 0


def test_too_little_is_a_sentence(start):
    terminal = start("play", "lucas-03", program=("-c", LIMITED.format(kilobytes=100_000)))
    assert terminal.wait(20) == 64
    assert "needs 128 MB of address space, found a limit of 97 MB" in terminal.text.replace(
        "\n", " "
    )
