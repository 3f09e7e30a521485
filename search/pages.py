"""The page of a solver: how it works, from the docstring of its function, and its code.

Modules are read as text and not imported, so the code of a kernel can be shown whether or not it
is compiled. The docstring of a solver has this form:

    a title of one line
    how it works, in paragraphs
    Time, Memory, Verdict, Source: a word, spaces and a text, whose further lines are indented
    remarks for callers, which are not part of the page

    place    "module:name", where name is a function, a class, or a method as "Class.name"
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ludoscope.search.solver import Solver, reference_text

OURS = "ludoscope"
PARTS = Path(__file__).parents[1]  # the folder of `games`, `search`, …
FIELDS = ("Time", "Memory", "Verdict", "Source")
START_CHECK = "start check"  # the keyword of what is applied to the start only
_FIELD = re.compile(f"({'|'.join(FIELDS)}) +")

Definition = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Code:
    """A definition and the file it is in.

    `file` is relative to the package, `name` the function, class or method, `text` the whole file,
    `lines` the range of lines of the definition, from 1, `doc` its docstring.
    """

    file: str
    name: str
    text: str
    lines: range
    doc: str


@dataclass(frozen=True, slots=True)
class Account:
    """How a solver works: `how` in paragraphs, `facts` the texts of FIELDS."""

    title: str
    how: tuple[str, ...]
    facts: Mapping[str, str]


@cache
def code(place: str) -> Code:
    """The code at a place; LookupError if the name is not defined, OSError if it cannot be read."""
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
    """How a solver works, from the docstring of its function."""
    title, *parts = code(reference_text(solver.code)).doc.split("\n\n")
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


def heuristics(solver: Solver) -> Iterator[tuple[str, Code]]:
    """Yield (keyword, code) of each heuristic and pruning rule that a solver uses."""
    references = dict(solver.heuristics)
    if solver.start_check:
        references[START_CHECK] = solver.start_check
    for keyword, reference in references.items():
        yield keyword, code(reference_text(reference))


def sources(solver: Solver) -> list[Code]:
    """Return the code of a solver in the order in which to read it, one entry for each file."""
    places = [reference_text(solver.code), *solver.sources]
    parts = [code(place) for place in places]
    parts += [one for keyword, one in heuristics(solver) if keyword != START_CHECK]
    parts += [code(place) for place in solver.kernel_sources]
    files: dict[str, Code] = {}
    for part in parts:
        files.setdefault(part.file, part)
    return list(files.values())
