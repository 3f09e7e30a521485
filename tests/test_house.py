"""The house rules that a machine can check: what may import what, and how long things may be."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("games", "search", "puzzles", "tui")  # each may import those before it

FILE_LINES, FUNCTION_LINES = 300, 40
FORBIDDEN = {"numpy", "numba", "multiprocessing", "pickle"}
LIBRARY = ROOT / "ludoscope"  # the modules of the package itself, above all parts
HEADLESS = (
    "boards",
    "commands",
    "company",
    "lab",
    "play",
    "saves",
    "text",
)  # the rooms of tui without Textual
FILES = sorted([*LIBRARY.glob("*.py"), *(p for part in PARTS for p in (ROOT / part).rglob("*.py"))])


Imports = list[tuple[str, list[str]]]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def read(path: Path) -> tuple[str, Imports, list[Function]]:
    """The text, the modules imported, each with the names that are imported from it, functions."""
    text = path.read_text()
    modules: Imports = []
    functions: list[Function] = []
    checked: set[int] = set()  # imports for a type checker alone
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            modules += [(alias.name, []) for alias in node.names]
        elif isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            checked |= {id(inner) for statement in node.body for inner in ast.walk(statement)}
        elif isinstance(node, ast.ImportFrom) and node.module and id(node) not in checked:
            modules.append((node.module, [alias.name for alias in node.names]))
        elif isinstance(node, Function):
            functions.append(node)
    return text, modules, functions


def module_of(path: Path) -> str:
    parts = ("ludoscope", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in FILES if LIBRARY not in path.parents}


def needed(path: Path) -> set[str]:
    """The modules of ours that a file imports, in functions too."""
    found = set()
    for module, names in read(path)[1]:
        whole = {f"{module}.{name}" for name in names} or {module}
        found |= {name if name in MODULES else module for name in whole}
    return found & MODULES.keys()


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
    asking = [path for path in FILES if by_name.search(read(path)[0])]
    assert [str(path.relative_to(ROOT)) for path in asking] == []


def test_neither_the_core_nor_a_module_below_the_screens_loads_textual() -> None:
    folders = {name: path.relative_to(ROOT).parts[:-1] for name, path in MODULES.items()}
    headless = [
        name
        for name, (part, *rooms) in folders.items()
        if "kernels" not in rooms and (part != "tui" or {*rooms} & {*HEADLESS})
    ]
    assert len(headless) > 200
    code = (
        "import sys, importlib, ludoscope, ludoscope.games, ludoscope.search, ludoscope.puzzles\n"
    )
    code += "assert 'textual' not in sys.modules\n"
    code += f"for name in {headless!r}: importlib.import_module(name)\n"
    code += "assert not {'textual', 'plotille'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_the_sections_that_the_documentation_takes_from_other_files_are_there() -> None:
    taken = re.compile(r"^\{\{ ([\w.]+): (#+ .+) \}\}$", re.MULTILINE)
    for page in (ROOT / "docs").glob("*.md"):
        for name, heading in taken.findall(page.read_text("utf-8")):
            lines = (ROOT / name).read_text("utf-8").splitlines()
            assert heading in lines, f"docs/{page.name} takes {heading!r} from {name}"
