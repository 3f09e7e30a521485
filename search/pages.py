"""What there is to read of a solver: how it works, from its docstring, and its code.

Nothing is imported for it, only read: kernels are compiled, and may not be, but their text is
there all the same. A docstring that is a page has this form:

    a title, a line
    how it works, in paragraphs
    Time, Memory, Verdict, Source: a word, blanks, and what is to be said, further lines indented
    remarks for whoever calls it, which are no part of the page

    place    "module:name", the name of a function or a class, or of a method as "Class.name"
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ludoscope.games import FAMILIES
from ludoscope.search.solver import Solver

OURS = "ludoscope"
PARTS = Path(__file__).parents[1]  # the folder of `games`, `search`, …
FIELDS = ("Time", "Memory", "Verdict", "Source")
AT_FIRST = "at first"  # what is put to the start of a search alone
_FIELD = re.compile(f"({'|'.join(FIELDS)}) +")

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Code:
    """A file, named from the root of its project; `lines` are those of the definition."""

    file: str
    name: str
    text: str
    lines: range
    doc: str


@dataclass(frozen=True, slots=True)
class Account:
    """How a solver works: paragraphs, then what FIELDS say."""

    title: str
    how: tuple[str, ...]
    facts: Mapping[str, str]


@cache
def code(place: str) -> Code:
    """The code of a place. LookupError where there is none, OSError where it cannot be read."""
    module, _, name = place.partition(":")
    root, path = _file(module)
    text = path.read_text(encoding="utf-8")
    scope: ast.Module | Definition = ast.parse(text)
    for part in name.split("."):
        found = [
            node
            for node in scope.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == part
        ]
        if not found:
            raise LookupError(f"{module} has no {name}")
        scope = found[0]
    assert isinstance(scope, ast.FunctionDef | ast.ClassDef)
    first = min([scope.lineno, *(mark.lineno for mark in scope.decorator_list)])
    lines = range(first, (scope.end_lineno or first) + 1)
    file = path.relative_to(root).as_posix()
    return Code(file, name, text, lines, inspect.cleandoc(ast.get_docstring(scope) or ""))


def _file(module: str) -> tuple[Path, Path]:
    """The folder that names of files are told from, and the file of a module in it.

    LookupError for a module that is not installed.
    """
    top, *below = module.split(".")
    if top == OURS:
        return PARTS, PARTS.joinpath(*below).with_suffix(".py")
    spec = find_spec(top)  # of its package alone: what is below would have to be loaded
    if not spec or not spec.origin:
        raise LookupError(f"no module is called {module}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return origin.parent, origin
    path = origin.parent.joinpath(*below)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return origin.parents[1], path


def account(solver: Solver) -> Account:
    """How a solver works, as its function tells."""
    title, *parts = code(solver.code).doc.split("\n\n")
    how: list[str] = []
    facts: dict[str, str] = {}
    for part in parts:
        if _FIELD.match(part):
            facts = _facts(part)
            break
        how.append(" ".join(part.split()))
    return Account(" ".join(title.split()), tuple(how), facts)


def _facts(part: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in part.splitlines():
        if match := _FIELD.match(line):
            name = match[1]
            found[name] = line[match.end() :]
        else:
            found[name] += f" {line.strip()}"
    return found


def told(solver: Solver, family: str) -> Iterator[tuple[str, Code]]:
    """What a solver is told of the game: by the name that it has there, the code that says it."""
    names = {**solver.knows, **({AT_FIRST: solver.asks} if solver.asks else {})}
    for keyword, factory in names.items():
        yield keyword, code(f"{FAMILIES[family].heuristics}:{factory}")


def readings(solver: Solver, family: str) -> list[Code]:
    """The code behind a solver in the order to read it, a file at a time."""
    places = [solver.code, *solver.also]
    found = [code(place) for place in places]
    found += [one for keyword, one in told(solver, family) if keyword != AT_FIRST]
    found += [code(place) for place in solver.loops]
    files: dict[str, Code] = {}
    for one in found:
        files.setdefault(one.file, one)
    return list(files.values())
