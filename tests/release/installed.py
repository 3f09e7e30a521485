"""Check an installed Ludoscope: run with the Python of an otherwise empty environment.

Prints a line for what it has tried; an assertion fails where something does not work.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import ludoscope
from ludoscope.search.kernels import all_kernels_compiled

PUZZLES = ("lucas-07", "FreeCell.1", "Seahaven.1", "BakersDozen.1", "orush-02", "hexapawn-5x4")


def said(*words: str) -> str:
    """Run a command, which must succeed, and return what it prints."""
    command = [sys.executable, "-m", "ludoscope", *words]
    return subprocess.run(command, capture_output=True, check=True, encoding="utf-8").stdout


def main() -> None:
    """Solve a puzzle of each kind in this process, and one by the command."""
    assert all_kernels_compiled(), "a kernel is missing"
    for name in PUZZLES:
        puzzle = ludoscope.puzzle(name)
        verdict = ludoscope.solve(puzzle, time=60)
        assert isinstance(verdict, ludoscope.Solved), (name, verdict)
        assert ludoscope.verify(puzzle, verdict.moves).is_valid
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "moves.txt")
        said("solve", "orush-02", "-o", str(path))
        assert said("check", "orush-02", str(path)).endswith("SUCCES\n")
    assert len(json.loads(said("list", "--json"))) > 300
    print(said("--version").strip())
    print(f"{len(PUZZLES)} puzzles solved and verified, with kernels")


if __name__ == "__main__":
    main()
