"""The structure of the program, as far as import-linter does not check it.

Import-linter checks what may import what; its contracts are in `pyproject.toml`. Here: references
in strings, import cycles between modules, what is loaded without Textual, and sections that the
documentation includes.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

import pytest

from ludoscope.games import FAMILIES

ROOT = Path(__file__).parents[1]
TYPING = "TYPE_CHECKING"
LAYERS = ("games", "search", "puzzles", "tui")  # each may refer to those before it
# folders of tui
HEADLESS = ("boards", "commands", "lab", "lobby", "model", "plain", "saves", "text")
PACKAGE = ROOT / "ludoscope"
PATHS = sorted(path for layer in LAYERS for path in (ROOT / layer).rglob("*.py"))


@cache
def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def module_name(path: Path) -> str:
    parts = ("ludoscope", *path.relative_to(ROOT).with_suffix("").parts)
    return ".".join(parts).removesuffix(".__init__")


MODULES = {module_name(path): path for path in PATHS}


@lru_cache(maxsize=1)
def nodes_of(tree: ast.Module) -> list[ast.AST]:
    return [*ast.walk(tree)]


def is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def strings_and_imports(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each string but docstrings, and of each dotted name imported."""
    docstrings = {
        id(statement.value)
        for statement in nodes_of(tree)
        if isinstance(statement, ast.stmt) and is_docstring(statement)
    }
    for node in nodes_of(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names):
                yield from ((node.lineno, f"{module}.{alias.name}") for alias in names)
            case ast.Constant(value=str() as text) if id(node) not in docstrings:
                yield node.lineno, text


def upward_references(code: str, layer: str) -> list[tuple[int, str]]:
    """Return (line, layer) of each reference to a layer above `layer`."""
    above = "|".join(LAYERS[LAYERS.index(layer) + 1 :])
    reference = re.compile(rf"\bludoscope\.({above})\b")
    if not above or not re.search(rf"\bludoscope(\.|\s+import\b.*)({above})\b", code):
        return []  # few modules need to be parsed
    return [
        (line, higher)
        for line, text in strings_and_imports(ast.parse(code))
        for higher in reference.findall(text)
    ]


@pytest.mark.parametrize("layer", LAYERS)
def test_no_module_refers_to_a_higher_layer(layer: str) -> None:
    paths = [path for path in PATHS if path.is_relative_to(ROOT / layer)]
    assert paths
    # "ludoscope.solvers", "ludoscope.collections" and "ludoscope.boards" are entry-point groups
    found = {
        str(path.relative_to(ROOT)): upward_references(path.read_text(encoding="utf-8"), layer)
        for path in paths
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_upward_references_are_found_in_strings_too() -> None:
    code = (
        '"""Used by ludoscope.tui.app."""\n'
        'BOARD = "ludoscope.tui.boards.peg:PegBoard"\n'
        "def load():\n"
        '    """See ludoscope.puzzles.catalogue."""\n'
        "    from ludoscope.search import verify\n"
        "    import ludoscope.games.peg\n"
    )
    assert sorted(upward_references(code, "games")) == [(2, "tui"), (5, "search")]
    assert sorted(upward_references(code, "puzzles")) == [(2, "tui")]
    assert upward_references(code, "tui") == []


def is_name(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def statements(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Yield the statements that are run, nested ones too, but not those for type checkers."""
    for one in body:
        yield one
        for part in ("body", "orelse", "finalbody", "handlers", "cases"):
            if part != "body" or not (isinstance(one, ast.If) and is_name(one.test, TYPING)):
                yield from statements(getattr(one, part, ()))


def imported_modules(path: Path) -> set[str]:
    """Return the modules of ours that a module imports at runtime, in functions too."""
    found: set[str] = set()
    for node in statements(parse(path).body):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return found & MODULES.keys()


def cycles(imports: Mapping[str, set[str]]) -> list[set[str]]:
    """Return the strongly connected components of more than one module (Tarjan's algorithm)."""
    index: dict[str, int] = {}
    low_link: dict[str, int] = {}
    stack: list[str] = []
    components: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low_link[name] = len(index)
        stack.append(name)
        for other in imports[name]:
            if other not in index:
                visit(other)
                low_link[name] = min(low_link[name], low_link[other])
            elif other in stack:
                low_link[name] = min(low_link[name], index[other])
        if low_link[name] == index[name]:
            position = stack.index(name)
            components.append(set(stack[position:]))
            del stack[position:]

    for name in imports:
        if name not in index:
            visit(name)
    return [component for component in components if len(component) > 1]


def test_there_are_no_import_cycles() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"d", "b"}, "d": set()}) == [{"b", "c"}]
    assert cycles({name: imported_modules(path) - {name} for name, path in MODULES.items()}) == []


def test_differences_between_families_are_methods_of_their_declarations() -> None:
    by_name = re.compile(r"""\bfamily\s*(==|!=|(not\s+)?in)\s*\(?["']""")
    found = [path for path in PATHS if by_name.search(path.read_text(encoding="utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in found] == []


def test_neither_the_lower_layers_nor_headless_modules_load_textual() -> None:
    folders = {name: path.relative_to(ROOT).parts[:-1] for name, path in MODULES.items()}
    headless = [
        name
        for name, (layer, *inner) in folders.items()
        if "kernels" not in inner and (layer != "tui" or (inner and inner[0] in HEADLESS))
    ]
    assert len(headless) > 200
    code = (
        "import sys, importlib, ludoscope, ludoscope.games, ludoscope.search, ludoscope.puzzles\n"
    )
    code += "assert 'textual' not in sys.modules\n"
    code += f"for name in {headless!r}: importlib.import_module(name)\n"
    code += "assert not {'textual', 'plotille'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_sections_that_the_documentation_includes_exist() -> None:
    included = re.compile(r"^(.*)<!-- \{\{ ([\w.]+): (#+ .+) \}\} -->$", re.MULTILINE)
    pages = {page.name: page.read_text("utf-8") for page in (ROOT / "docs").glob("*.md")}
    found = [(name, *groups) for name, text in pages.items() for groups in included.findall(text)]
    for page, shown, name, heading in found:
        lines = (ROOT / name).read_text("utf-8").splitlines()
        assert heading in lines, f"docs/{page} includes {heading!r} of {name}"
        anchor = re.sub(r"[^\w -]", "", heading.lstrip("# ").lower()).replace(" ", "-")
        assert f"(../{name}#{anchor})" in shown, f"docs/{page} has no link to {heading!r}"
    # every placeholder is found, and none stands where readers of the repository see it
    assert len(found) + 1 == sum(text.count("{{ ") for text in pages.values())
    assert re.search(r"^.+ <!-- \{\{ commands \}\} -->$", pages["command-line.md"], re.MULTILINE)


def test_messages_quote_texts_by_short_repr() -> None:
    """Check that no f-string has `!r`, which neither shortens a text nor escapes all of it."""
    allowed = {"__getattr__"}  # names of attributes, in an error for programmers
    found = [
        f"{name}:{value.lineno}"
        for name, path in MODULES.items()
        if not name.startswith("ludoscope.puzzles.bench")
        and "!r" in path.read_text(encoding="utf-8")
        for function in nodes_of(parse(path))
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        and function.name not in allowed
        for value in ast.walk(function)
        if isinstance(value, ast.FormattedValue) and value.conversion == ord("r")
    ]
    assert not found


def test_contributing_draws_the_layers_as_they_are() -> None:
    command = [Path(sys.executable).with_name("import-linter"), "drawgraph", "ludoscope"]
    graph = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout
    imports = set(re.findall(r'"\.(\w+)" ->  "\.(\w+)"', graph))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    diagram = text.partition("```mermaid\n")[2].partition("```")[0]
    assert imports
    assert set(re.findall(r"(\w+) --> (\w+)", diagram)) == imports


def json_parsers(tree: ast.Module) -> list[int]:
    """Return the lines that refer to a parser of the module json."""
    names = {"load", "loads", "JSONDecoder", "decoder", "scanner"}
    lines = []
    for node in nodes_of(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="json"), attr=name) if name in names:
                lines.append(node.lineno)
            case ast.ImportFrom(module="json", names=aliases):
                lines += [node.lineno for alias in aliases if alias.name in names]
            case ast.Import(names=aliases):
                renamed = [alias for alias in aliases if alias.name == "json" and alias.asname]
                submodules = [alias for alias in aliases if alias.name.startswith("json.")]
                lines += [node.lineno for _ in (*renamed, *submodules)]
    return lines


def test_json_is_parsed_by_the_bounded_reader_alone() -> None:
    code = (
        "import json\nimport json as j\nfrom json import loads\nimport json.decoder\n"
        "json.loads('')\nread = json.load\njson.JSONDecoder().decode('')\njson.dumps(1)\n"
    )
    assert sorted(json_parsers(ast.parse(code))) == [2, 3, 4, 5, 6, 7]
    paths = [*PATHS, *PACKAGE.glob("*.py")]
    paths = [path for path in paths if "json" in path.read_text(encoding="utf-8")]
    found = {str(path.relative_to(ROOT)) for path in paths if json_parsers(parse(path))}
    assert found == {"games/json_objects.py"}


WALL_CLOCK = {"time.time", "time.time_ns", "datetime.now", "datetime.today", "date.today"}


def wall_clock_calls(tree: ast.Module) -> list[int]:
    """Return the lines that read the wall clock, which may be set back or forward."""
    lines = []
    for node in nodes_of(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if f"{module}.{name}" in WALL_CLOCK:
                    lines.append(node.lineno)
            case ast.ImportFrom(module="time", names=aliases):
                lines += [node.lineno for alias in aliases if f"time.{alias.name}" in WALL_CLOCK]
    return lines


def test_durations_and_limits_are_measured_with_a_monotonic_clock() -> None:
    code = "from time import time\ntime.time()\ndate.today()\nclock = time.time\ntime.monotonic()\n"
    assert sorted(wall_clock_calls(ast.parse(code))) == [1, 2, 3, 4]
    mentioned = re.compile(r"\btime\.time|from time import|\bdate(time)?\.(now|today)")
    paths = [path for path in PATHS if mentioned.search(path.read_text(encoding="utf-8"))]
    found = {str(path.relative_to(ROOT)) for path in paths if wall_clock_calls(parse(path))}
    assert found == {  # all for dates that are stored or shown
        "puzzles/daily.py",
        "tui/lobby/lobby.py",
        "tui/lobby/shared_files.py",
        "tui/saves/autosave.py",
        "tui/saves/broken_files.py",
        "tui/screens/home/rows.py",
        "tui/screens/palette/puzzle_commands.py",
        "tui/screens/statistics/screen.py",
        "tui/services/lobby.py",
        "tui/services/training.py",
    }


def test_every_page_of_the_documentation_is_in_its_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = re.findall(r": ([\w-]+\.(?:md|ipynb))$", navigation, re.MULTILINE)
    pages = [path for path in (ROOT / "docs").iterdir() if path.suffix in (".md", ".ipynb")]
    assert len(set(listed)) == len(listed)
    assert {path.name for path in pages} == {*listed} - {f"solvers-{name}.md" for name in FAMILIES}
