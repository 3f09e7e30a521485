"""The house rules that a machine can check: what may import what, and how long a file may be."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FLOORS = {"games": 0, "search": 1, "puzzles": 2, "tui": 3}
FORBIDDEN = {"numpy", "numba", "multiprocessing", "pickle"}
FILES = sorted(path for floor in FLOORS for path in (ROOT / floor).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    floor = FLOORS[path.relative_to(ROOT).parts[0]]
    names = imported(path)
    assert not {name for name in names if FLOORS.get(name, 0) > floor}
    assert not names & FORBIDDEN
    if floor < FLOORS["tui"]:
        assert not names & {"textual", "rich"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


def test_the_core_loads_no_textual() -> None:
    code = "import games, search, puzzles, sys; assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_every_module_below_the_face_loads_no_textual() -> None:
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in FILES
        if path.relative_to(ROOT).parts[0] != "tui" and path.parent.name != "kernels"
    ]
    code = f"import sys, importlib\nfor name in {modules!r}: importlib.import_module(name)\n"
    code += "assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
