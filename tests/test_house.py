"""The house rules that a machine can check: what may import what, and how long a file may be."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("games", "search", "puzzles", "tui")  # each may import those before it
FORBIDDEN = {"numpy", "numba", "multiprocessing", "pickle"}
LIBRARY = ROOT / "puzzles" / "library"  # the modules of the package itself, above all parts
FILES = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports, and of our own package the parts."""
    modules = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            modules |= {f"{node.module}.{alias.name}" for alias in node.names}
    return {".".join(name.split(".")[: 1 + name.startswith("ludoscope.")]) for name in modules}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path: Path) -> None:
    names = imported(path)
    assert not names & FORBIDDEN
    assert not names & set(PARTS), "the installed name is ludoscope"
    if path.parent == LIBRARY:
        return
    part = path.relative_to(ROOT).parts[0]
    above = PARTS[PARTS.index(part) + 1 :]
    assert not names & {f"ludoscope.{other}" for other in above}
    if part != "tui":
        assert not names & {"textual", "rich"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_files_are_short(path: Path) -> None:
    assert len(path.read_text().splitlines()) <= 400


def test_the_core_loads_no_textual() -> None:
    code = "import sys, ludoscope, ludoscope.games, ludoscope.search, ludoscope.puzzles\n"
    code += "assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_every_module_below_the_face_loads_no_textual() -> None:
    modules = [
        "ludoscope." + ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in FILES
        if path.relative_to(ROOT).parts[0] != "tui"
        and path.parent.name not in ("kernels", "library")
    ]
    modules = [name.removesuffix(".__init__") for name in modules]
    code = f"import sys, importlib\nfor name in {modules!r}: importlib.import_module(name)\n"
    code += "assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
