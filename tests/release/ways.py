"""The ways to install Ludoscope, each tried from built artefacts in an environment of its own.

    python tests/release/ways.py DIST      a table: size, seconds to install, first frame

A way whose program is not on this machine is told to be untried. Other Pythons are looked for
on the PATH, and where pyenv keeps them.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which

from ludoscope.puzzles.bench.pseudo_terminal import PseudoTerminal

VERSIONS = ("3.11", "3.12", "3.13", "3.14")
INSTALLED = Path(__file__).with_name("installed.py")
STARTS = 5
SECONDS = 20.0  # for a frame to come


@dataclass(frozen=True)
class Way:
    """`commands` install `artefact` so that `program` and `python` are there afterwards."""

    name: str
    artefact: Path
    commands: tuple[tuple[str, ...], ...]
    python: Path
    environ: tuple[tuple[str, str], ...] = ()

    @property
    def program(self) -> Path:
        return self.python.with_name("ludoscope")

    def install(self) -> float:
        """Install and return the seconds it took; raise CalledProcessError on failure."""
        began = time.monotonic()
        for command in self.commands:
            subprocess.run(
                command, check=True, capture_output=True, env={**os.environ, **dict(self.environ)}
            )
        return time.monotonic() - began

    def works(self) -> str:
        """Run `installed.py` in the environment and return its output."""
        command = [str(self.python), "-I", str(INSTALLED)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def first_frame(self, home: Path) -> float:
        """Return the seconds from the app's start to its first frame, the minimum of several."""
        return min(_first_frame(self.program, home) for _ in range(STARTS))


def python_of(version: str) -> Path | None:
    """Return the path of the interpreter of a Python version, or None if there is none."""
    if found := which(f"python{version}"):
        command = [found, "-c", "import sys; print(sys.executable)"]
        asked = subprocess.run(command, capture_output=True, text=True)
        if asked.returncode == 0:
            return Path(asked.stdout.strip())
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found_there = sorted(root.glob(f"versions/{version}.*/bin/python"))
    return found_there[-1] if found_there else None


def ways(dist: Path, folder: Path) -> Iterator[Way | str]:
    """Yield each way of installing, or the reason why it cannot be tried here."""
    [wheel], [source] = dist.glob("*.whl"), dist.glob("*.tar.gz")
    for version in VERSIONS:
        if python := python_of(version):
            yield _by_pip(f"pip, wheel, Python {version}", wheel, folder / version, str(python))
        else:
            yield f"pip, wheel, Python {version}: not on this machine"
    yield _by_pip("pip, source", source, folder / "source", sys.executable)
    tools = folder / "uv"
    if which("uv"):
        names = ("UV_TOOL_DIR", str(tools)), ("UV_TOOL_BIN_DIR", str(tools / "bin"))
        command = ("uv", "tool", "install", "--python", sys.executable, str(wheel))
        yield Way("uv tool, wheel", wheel, (command,), tools / "ludoscope/bin/python", names)
    else:
        yield "uv tool, wheel: uv is not on this machine"
    tools = folder / "pipx"
    if which("pipx"):
        names = ("PIPX_HOME", str(tools)), ("PIPX_BIN_DIR", str(tools / "bin"))
        command = ("pipx", "install", "--python", sys.executable, str(wheel))
        yield Way("pipx, wheel", wheel, (command,), tools / "venvs/ludoscope/bin/python", names)
    else:
        yield "pipx, wheel: pipx is not on this machine"


def _by_pip(name: str, artefact: Path, folder: Path, python: str) -> Way:
    there = folder / "bin" / "python"
    install = (str(there), "-m", "pip", "install", "--quiet", str(artefact))
    return Way(name, artefact, ((python, "-m", "venv", str(folder)), install), there)


def _first_frame(program: Path, home: Path) -> float:
    environ = {"LUDOSCOPE_HOME": str(home)}
    began = time.monotonic()
    with PseudoTerminal([str(program)], env=environ) as terminal:
        while b"Hexapawn" not in terminal.output:
            assert time.monotonic() - began < SECONDS, terminal.output[-500:]
            terminal.read(0.1)
        return time.monotonic() - began


def main() -> None:
    print(f"{'way':<28} {'kB':>6} {'seconds':>8} {'first frame':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for way in ways(Path(sys.argv[1]), Path(folder)):
            if isinstance(way, str):
                print(way)
                continue
            seconds, size = way.install(), way.artefact.stat().st_size / 1000
            way.works()
            frame = 1000 * way.first_frame(Path(folder, "home"))
            print(f"{way.name:<28} {size:>6.0f} {seconds:>8.1f} {frame:>9.0f} ms")


if __name__ == "__main__":
    main()
