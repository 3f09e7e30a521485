"""`ludoscope completions SHELL`: what shells complete words by, from the grammar."""

import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

import ludoscope as library
from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal
from ludoscope.puzzles.entry import Entry
from ludoscope.puzzles.generator import Generator, Option
from ludoscope.tui.commands.completions import SHELLS

ASK = """\
source /dev/stdin
COMP_WORDS=(ludoscope solv) COMP_CWORD=1
_shtab_ludoscope 2>/dev/null
echo "${COMPREPLY[@]}"
"""
HOSTILE = "touch marked"
HOSTILE_NAMES = (
    f"lucas-0$({HOSTILE})",
    f"lucas-0`{HOSTILE}`",
    f"lucas-0;{HOSTILE}",
    "\x1b]0;x\x07",
)
STARTS = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
}
PREPARATIONS = {
    "bash": "source ./_ludoscope",
    "zsh": "fpath=($PWD $fpath); autoload -U compinit; compinit -u -D",
}
LIST_KEYS = {"bash": "\t\t", "zsh": "\t"}


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


@pytest.fixture
def program(ludoscope, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a stand-in for the program that lists names, also hostile ones."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for command in ("list", "solvers"):
        names = ludoscope(command, "--names").out
        (folder / f"{command}.txt").write_text(names + "\n".join(HOSTILE_NAMES) + "\n")
    (folder / "ludoscope").write_text(f'#!/bin/sh\ncat "{folder}/$1.txt"\n')
    (folder / "ludoscope").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    monkeypatch.chdir(folder)
    return folder


@pytest.mark.parametrize("shell", STARTS)
def test_names_of_puzzles_and_solvers_are_completed(ludoscope, program: Path, shell: str) -> None:
    if not which(shell):
        pytest.skip(f"no {shell}")
    (program / "_ludoscope").write_text(ludoscope("completions", shell).out)
    environment = {"PS1": "ready$ ", "HISTFILE": "", "INPUTRC": "/dev/null"}
    with PseudoTerminal(STARTS[shell], env=environment, columns=200) as terminal:

        def enter(line: str, *shown: str) -> None:
            terminal.write(f"\x15{line}".encode())
            terminal.read_until(lambda output: all(word.encode() in output for word in shown))

        terminal.read_until(lambda output: b"ready$" in output)
        enter(f"{PREPARATIONS[shell]}\necho pre''pared\n", "prepared")
        enter(f"ludoscope solve lucas-1{LIST_KEYS[shell]}", "lucas-10", "lucas-17")
        enter("ludoscope solve lucas-07 --solver depth-f\t", "irst")
        enter(f"ludoscope solve lucas-0{LIST_KEYS[shell]}", "lucas-09")
        enter(f"ludoscope solve --solver {LIST_KEYS[shell]}", "swift")
        enter("echo e''nd\n", "end")
    assert not (program / "marked").exists()


@pytest.mark.skipif(not which("fish"), reason="no fish")
def test_fish_completes_names(ludoscope, program: Path) -> None:
    script = program / "script"
    script.write_text(ludoscope("completions", "fish").out)

    def complete(line: str) -> list[str]:
        code = f"source {script}; complete -C '{line}'"
        words = ["fish", "--no-config", "-c", code]
        printed = subprocess.run(words, capture_output=True, text=True).stdout
        return [line.partition("\t")[0] for line in printed.splitlines()]

    assert "lucas-17" in complete("ludoscope solve lucas-1")
    assert "depth-first" in complete("ludoscope solve lucas-07 --solver depth-f")
    assert complete("ludoscope solve --solver lucas-0")
    assert not (program / "marked").exists()


class HostileGenerator(Generator):
    options = (Option("lamps", f"$({HOSTILE}) `{HOSTILE}` \" ' ; ] %s"),)

    def generate(self, seed, **options):
        return iter(())


class HostileFamily(library.GameFamily):
    name, title, goal = "hostile", f"$({HOSTILE}) `{HOSTILE}` \"'", "?"

    def from_spec(self, spec):
        raise ValueError


class HostilePuzzles(library.Collection):
    def generator(self):
        return HostileGenerator()


@pytest.mark.parametrize("shell", SHELLS)
def test_declarations_of_a_plugin_run_nothing(ludoscope, tmp_path: Path, shell: str) -> None:
    if not which(shell):
        pytest.skip(f"no {shell}")
    with library.register(HostileFamily, collection=HostilePuzzles):
        ran = ludoscope("completions", shell)
    assert ran.code == 0
    assert "lamps" in ran.out
    (tmp_path / "script").write_text(ran.out)
    define = "autoload -U compinit; compinit -u -D; " if shell == "zsh" else ""
    words = [shell, "-c", f"{define}source ./script"]
    subprocess.run(words, cwd=tmp_path, capture_output=True, check=True)
    assert not (tmp_path / "marked").exists()


def test_names_that_a_shell_would_run_are_left_out(ludoscope) -> None:
    names = [*HOSTILE_NAMES, "with space", "good-1", "FreeCell.1", "-x", "good-1"]

    class Puzzles(library.Collection):
        def entries(self):
            return (Entry(name, "", "") for name in names)

    with library.register(HostileFamily, collection=Puzzles):
        ran = ludoscope("list", "hostile", "--names")
    assert ran.out.split("\n") == ["good-1", "FreeCell.1", ""]


def test_names_of_solvers_are_listed_once(ludoscope) -> None:
    names = ludoscope("solvers", "--names").out.splitlines()
    assert {"swift", "mtd", "beam-both-ends", "a-star"} <= set(names)
    assert len(set(names)) == len(names)
    assert ludoscope("solvers", "rush", "--names").out.splitlines()[0] in names
    assert ludoscope("solvers", "--names", "--about", "swift").code == 64


def test_without_its_library_it_is_told_what_to_install(ludoscope, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "shtab", None)
    ran = ludoscope("completions", "bash")
    assert ran.code == 64
    assert "ludoscope[shell]" in ran.err
