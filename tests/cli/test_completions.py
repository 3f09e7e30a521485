"""`ludoscope completions SHELL`: what shells complete words by, from the grammar."""

import subprocess
import sys
from shutil import which

import pytest

from ludoscope.tui.commands.completions import SHELLS

ASK = """\
source /dev/stdin
COMP_WORDS=(ludoscope solv) COMP_CWORD=1
_shtab_ludoscope 2>/dev/null
echo "${COMPREPLY[@]}"
"""


def test_every_shell_is_told_of_every_command(ludoscope) -> None:
    for shell in SHELLS:
        ran = ludoscope("completions", shell)
        assert ran.code == 0
        assert all(word in ran.out for word in ("solve", "generate", "symmetry", "completions"))


@pytest.mark.skipif(not which("bash"), reason="no bash")
def test_bash_completes_a_command(ludoscope) -> None:
    script = ludoscope("completions", "bash").out
    words = ["bash", "-c", ASK]
    told = subprocess.run(words, input=script, capture_output=True, text=True).stdout
    assert told.split() == ["solve", "solvers"]


def test_without_its_library_it_is_told_what_to_install(ludoscope, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    ran = ludoscope("completions", "bash")
    assert ran.code == 64
    assert "ludoscope[shell]" in ran.err
