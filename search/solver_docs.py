"""The documentation page of a solver: the docstring of its algorithm, and the source code.

Start with `read_doc` and `source_files`. Modules are read as text and not imported, so the source
of a kernel can be shown whether or not it is compiled.

The docstring of a solver has these parts, with an empty line between them:

    a title of one line
    paragraphs on how it works
    a block of fields: Time, Memory, Verdict and Source, each followed by spaces and a text, whose
        further lines are indented
    remarks for callers, which are not part of the page

A reference is "module:name", where name is a function, a class, or a method as "Class.name". A
definition whose source is not found, such as a lambda, is left out; the summary of a solver then
stands in place of its docstring.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from ludoscope.search.solver import Reference, Solver, reference_text

PACKAGE_NAME = "ludoscope"
SOURCE_ROOT = Path(__file__).parents[1]  # the folder that contains games/ and search/
DOC_FIELDS = ("Time", "Memory", "Verdict", "Source")
START_CHECK = "start check"  # returned by `heuristic_code` in place of a keyword
_FIELD = re.compile(f"({'|'.join(DOC_FIELDS)}) +")

DefinitionNode = ast.FunctionDef | ast.ClassDef


@dataclass(frozen=True, slots=True)
class Code:
    """A definition and the file that contains it.

    Attributes:
        file: The path of the file, relative to the folder that contains the package.
        name: The function, the class, or the method as "Class.name".
        file_text: The text of the whole file.
        lines: The line numbers of the definition, from 1.
        docstring: The docstring of the definition.
    """

    file: str
    name: str
    file_text: str
    lines: range
    docstring: str


@dataclass(frozen=True, slots=True)
class SolverDoc:
    """The documentation of a solver.

    Attributes:
        title: The title, in one line.
        paragraphs: The paragraphs on how it works.
        fields: The texts of the fields by their names; see `DOC_FIELDS`.
    """

    title: str
    paragraphs: tuple[str, ...]
    fields: Mapping[str, str]


@cache
def find_code(reference: str) -> Code:
    """Return the definition that a reference names.

    Raises:
        LookupError: The module is not installed, or does not define the name.
        ValueError: The name of the module is empty, or the file is not Python in UTF-8.
        SyntaxError: The file is not Python.
        OSError: The file cannot be read.
    """
    module, _, name = reference.partition(":")
    root, path = _module_path(module)
    text = path.read_text(encoding="utf-8")
    scope: ast.Module | DefinitionNode = ast.parse(text)
    for part in name.split("."):
        definitions = [
            node
            for node in scope.body
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == part
        ]
        if not definitions:
            raise LookupError(f"{module} has no {name}")
        scope = definitions[0]
    assert isinstance(scope, ast.FunctionDef | ast.ClassDef)
    first_line = min([scope.lineno, *(decorator.lineno for decorator in scope.decorator_list)])
    lines = range(first_line, (scope.end_lineno or first_line) + 1)
    file = path.relative_to(root).as_posix()
    return Code(file, name, text, lines, inspect.cleandoc(ast.get_docstring(scope) or ""))


def _module_path(module: str) -> tuple[Path, Path]:
    """Return the path of a module, after the folder that displayed paths are relative to.

    Raises:
        LookupError: The module is not installed.
    """
    package, *submodules = module.split(".")
    if package == PACKAGE_NAME:
        return SOURCE_ROOT, SOURCE_ROOT.joinpath(*submodules).with_suffix(".py")
    spec = find_spec(package)  # `find_spec` of a submodule would import its package
    if not spec or not spec.origin:
        raise LookupError(f"no module is called {module}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return origin.parent, origin
    path = origin.parent.joinpath(*submodules)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return origin.parents[1], path


def _find_definition(reference: Reference) -> Code | None:
    """Return the definition of a function; None if its source is not found."""
    try:
        return find_code(reference_text(reference))
    except (LookupError, OSError, SyntaxError, ValueError):
        return None


def read_doc(solver: Solver) -> SolverDoc:
    """Return the documentation in the docstring of a solver's algorithm.

    If there is none, it is the name of the solver and its summary.
    """
    code = _find_definition(solver.implementation)
    if not code or not code.docstring:
        return SolverDoc(solver.name, (solver.summary,), {})
    title, *parts = code.docstring.split("\n\n")
    paragraphs: list[str] = []
    fields: dict[str, str] = {}
    for part in parts:
        if _FIELD.match(part):
            fields = _parse_fields(part)
            break
        paragraphs.append(" ".join(part.split()))
    return SolverDoc(" ".join(title.split()), tuple(paragraphs), fields)


def _parse_fields(block: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    name = ""
    for line in block.splitlines():
        if match := _FIELD.match(line):
            name = match[1]
            fields[name] = line[match.end() :]
        else:
            fields[name] += f" {line.strip()}"
    return fields


def heuristic_code(solver: Solver) -> Iterator[tuple[str, Code]]:
    """Yield (keyword, definition) of each heuristic and pruning rule that a solver uses."""
    references = dict(solver.heuristics)
    if solver.start_check:
        references[START_CHECK] = solver.start_check
    for keyword, reference in references.items():
        if code := _find_definition(reference):
            yield keyword, code


def source_files(solver: Solver) -> list[Code]:
    """Return the source code of a solver in reading order, one definition for each file."""
    references: list[Reference] = [solver.implementation, *solver.sources]
    references += [*solver.heuristics.values(), *solver.kernel_sources]
    files: dict[str, Code] = {}
    for code in filter(None, map(_find_definition, references)):
        files.setdefault(code.file, code)
    return list(files.values())
