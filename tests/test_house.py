"""The house rules that a machine can check: what may import what, and how long things may be."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PARTS = ("games", "search", "puzzles", "tui")  # each may import those before it

FILE_LINES, FUNCTION_LINES = 300, 40
FORBIDDEN = {"numpy", "numba", "multiprocessing", "pickle"}
LIBRARY = ROOT / "puzzles" / "library"  # the modules of the package itself, above all parts
HEADLESS = (
    "boards",
    "commands",
    "lab",
    "play",
    "saves",
    "text",
)  # the rooms of tui without Textual
FILES = sorted(path for part in PARTS for path in (ROOT / part).rglob("*.py"))


@cache
def tree(text: str) -> ast.Module:
    return ast.parse(text)


@cache
def imports(path: Path) -> frozenset[str]:
    """The names that a file imports, in functions and for types too."""
    found = set()
    for node in ast.walk(tree(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


def imported(path: Path) -> set[str]:
    """The top-level names that a file imports, and of our own package the parts."""
    return {
        ".".join(name.split(".")[: 1 + name.startswith("ludoscope.")]) for name in imports(path)
    }


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


def too_long(path: Path) -> Iterator[str]:
    """What is too long in a file: itself, and functions.

    All lines of a file count. Of a function all from `def` to its last one count, but for its
    docstring: those of solvers are the pages that the app shows.
    """
    text = path.read_text()
    if (lines := len(text.splitlines())) > FILE_LINES:
        yield f"{lines} lines"
    for node in ast.walk(tree(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0]
            told = first.end_lineno - first.lineno + 1 if ast.get_docstring(node) else 0
            if (lines := node.end_lineno - node.lineno + 1 - told) > FUNCTION_LINES:
                yield f"{node.name}: {lines} lines"


def test_files_and_functions_are_short() -> None:
    found = [f"{path.relative_to(ROOT)}: {what}" for path in FILES for what in too_long(path)]
    assert len(FILES) > 100
    assert not found, "\n".join(found)


def test_what_is_too_long_is_found(tmp_path: Path) -> None:
    path = tmp_path / "long.py"
    docstring = ['    """', *["    told"] * 50, '    """']
    body = ["    x = 1"] * FUNCTION_LINES
    path.write_text("\n".join(["def f():", *docstring, *body[1:]]))
    assert not list(too_long(path))
    path.write_text("\n".join(["async def f():", *docstring, *body]))
    assert list(too_long(path)) == [f"f: {FUNCTION_LINES + 1} lines"]
    path.write_text("x = 1\n" * FILE_LINES)
    assert not list(too_long(path))
    path.write_text("x = 1\n" * (FILE_LINES + 1))
    assert list(too_long(path)) == [f"{FILE_LINES + 1} lines"]


def module_of(path: Path) -> str:
    parts = ("ludoscope", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES if LIBRARY not in path.parents}


def needed(path: Path) -> set[str]:
    """The modules of ours that a file imports: the names, or where they are."""
    names = imports(path)
    return (names | {name.rpartition(".")[0] for name in names - MODULES.keys()}) & MODULES.keys()


def circles(needs: Mapping[str, set[str]]) -> list[set[str]]:
    """Those that need each other, directly or by way of others (Tarjan's components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        order[name] = lowest[name] = len(order)
        stack.append(name)
        for other in needs[name]:
            if other not in order:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], order[other])
        if lowest[name] == order[name]:
            at = stack.index(name)
            found.append(set(stack[at:]))
            del stack[at:]

    for name in needs:
        if name not in order:
            visit(name)
    return [component for component in found if len(component) > 1]


def test_there_is_no_import_circle() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"d", "b"}, "d": set()}) == [{"b", "c"}]
    assert circles({name: needed(path) - {name} for name, path in MODULES.items()}) == []


def test_what_differs_between_families_is_asked_of_their_declarations() -> None:
    by_name = re.compile(r"""\bfamily\s*(==|!=|(not\s+)?in)\s*\(?["']""")
    asking = [path for path in FILES if by_name.search(path.read_text())]
    assert [str(path.relative_to(ROOT)) for path in asking] == []


def test_the_core_loads_no_textual() -> None:
    code = "import sys, ludoscope, ludoscope.games, ludoscope.search, ludoscope.puzzles\n"
    code += "assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_no_module_below_the_screens_loads_textual() -> None:
    folders = {name: path.relative_to(ROOT).parts[:-1] for name, path in MODULES.items()}
    headless = [
        name
        for name, (part, *rooms) in folders.items()
        if "kernels" not in rooms and (part != "tui" or {*rooms} & {*HEADLESS})
    ]
    assert len(headless) > 200
    code = f"import sys, importlib\nfor name in {headless!r}: importlib.import_module(name)\n"
    code += "assert not {'textual', 'plotille'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
