"""Private names of Textual and rich: used in tui/terminal alone, and listed there."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
import rich
import textual

from ludoscope.games.entry_points import installed_version
from ludoscope.puzzles.bench.pseudo_terminal import FRAME_END, PseudoTerminal
from ludoscope.tui.commands import cli, versions
from ludoscope.tui.terminal import driver_choice, private
from ludoscope.tui.terminal.diff_driver import DiffDriver
from ludoscope.tui.terminal.driver import HardenedDriver

ROOT = Path(__file__).parents[2]
APP = "ludoscope.tui.app"
ROOM = ROOT / "tui" / "terminal"
FILES = sorted((ROOT / "tui").rglob("*.py"))
EXTRA = {ROOT / "tui" / "web_server.py"} if not find_spec("textual_serve") else set()
OTHERS = [path for path in FILES if ROOM not in path.parents and path not in EXTRA]
LIBRARIES = (textual, rich)
OURS = frozenset(["_exit", "_replace"])  # documented all the same, by Python
_IMPORT = re.compile(r"^ *(?:from|import) (?:textual|rich)\b[^\n(]*(?:\([^)]*)?\b_", re.MULTILINE)
_NAME = re.compile(r"\b_[a-z]\w*")
_OWN = re.compile(r"(?:\bself\.|\bdef |^    )(_[a-z]\w*)", re.MULTILINE)


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__") and name not in OURS


def theirs(module: str) -> bool:
    return module.partition(".")[0] in [library.__name__ for library in LIBRARIES]


@cache
def all_theirs() -> frozenset[str]:
    """Return every private attribute of Textual's and rich's classes."""
    found: set[str] = set()
    for library in LIBRARIES:
        for path in Path(library.__path__[0]).rglob("*.py"):
            found |= set(_OWN.findall(path.read_text(encoding="utf-8")))
    return frozenset(found)


def inherited(kind: type) -> frozenset[str]:
    """Return the private attributes that one of our classes inherits from theirs."""
    return frozenset().union(*(_own(base) for base in kind.__mro__ if theirs(base.__module__)))


@cache
def _own(kind: type) -> frozenset[str]:
    """Return the private attributes of one of their classes."""
    named = {name for name in vars(kind) if is_private(name)}
    return frozenset(named | set(_OWN.findall(inspect.getsource(kind))))


def module_of(path: Path) -> str:
    return ".".join(("ludoscope", *path.relative_to(ROOT).with_suffix("").parts))


def classes(tree: ast.Module, module: str) -> Iterator[tuple[ast.ClassDef, type]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node, getattr(import_module(module), node.name)


@lru_cache(maxsize=1)
def nodes_of(tree: ast.Module) -> list[ast.AST]:
    return [*ast.walk(tree)]


def imported(tree: ast.Module) -> Iterator[str]:
    for node in nodes_of(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        yield from (
            name for name in names if theirs(name) and any(map(is_private, name.split(".")))
        )


def attributes(tree: ast.Module, module: str) -> Iterator[str]:
    """Yield uses of their private attributes, on their objects and on subclasses of ours."""
    for node in nodes_of(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            ours = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not ours and node.attr in all_theirs():
                yield ast.unparse(node)
        elif isinstance(node, ast.Constant) and node.value in all_theirs():  # for getattr
            yield f"a.{node.value}"
    for made, kind in classes(tree, module):
        for node in ast.walk(made):
            name = ""
            if isinstance(node, ast.Attribute):
                name = node.attr
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                name = node.name
            if is_private(name) and name in inherited(kind):
                yield f"{made.name}.{name}"


def used(path: Path) -> set[str]:
    code = path.read_text(encoding="utf-8")
    if not (all_theirs() - OURS).intersection(_NAME.findall(code)) and not _IMPORT.search(code):
        return set()  # most modules need not be parsed
    tree = ast.parse(code)
    return {*imported(tree), *attributes(tree, module_of(path))}


def test_only_the_terminal_uses_private_names() -> None:
    found = {str(path.relative_to(ROOT)): used(path) for path in OTHERS}
    assert {path: names for path, names in found.items() if names} == {}
    assert len(found) > 100


def test_private_names_are_found() -> None:
    assert [*imported(ast.parse("from textual._loop import a\nimport rich._log, os"))] == [
        "textual._loop.a",
        "rich._log",
    ]
    assert [*imported(ast.parse("from textual.keys import _character_to_key"))]
    assert [*attributes(ast.parse("driver._mouse = app.top_screen"), "")] == ["driver._mouse"]
    assert [*attributes(ast.parse("getattr(app, '_driver')"), "")] == ["a._driver"]
    assert {"_driver", "_display", "_running"} <= inherited(import_module(APP).LudoscopeApp)
    assert {"_key_thread", "_loop", "_sigcont_application"} <= inherited(HardenedDriver)


def test_private_names_of_the_terminal_are_listed() -> None:
    in_use = {name.rpartition(".")[2] for path in ROOM.rglob("*.py") for name in used(path)}
    assert in_use == {re.split("[:.]", name)[-1] for name in private.NAMES}


def test_textual_has_every_listed_name() -> None:
    assert private.NAMES
    assert private.find_missing() == []
    assert installed_version("textual") in versions.CHECKED_TEXTUAL_VERSIONS


@pytest.mark.parametrize(
    "name", ["textual._gone:KEYS", "textual.app:Gone", "textual.app:App._gone"]
)
def test_missing_name_is_reported(name: str) -> None:
    assert private.find_missing([name]) == [name]


def test_version_command_reports_missing_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    assert issubclass(driver_choice.choose_driver_class(False), HardenedDriver)
    assert cli.main(["--version"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line.partition(" ")[0] for line in told] == [
        "ludoscope",
        "kernels",
        "CPython",
        "Textual",
    ]
    with monkeypatch.context() as patch:
        patch.setattr(private, "OTHER_NAMES", {"textual.widget:Widget._gone": ""})
        patch.setattr(private, "NAMES", {**private.DRIVER, **private.OTHER_NAMES})
        assert issubclass(driver_choice.choose_driver_class(False), HardenedDriver)
        assert driver_choice.describe_missing_names().endswith(
            " has no Widget._gone: some features are off"
        )
    monkeypatch.delattr("textual._keyboard_protocol.FUNCTIONAL_KEYS")
    kind = driver_choice.choose_driver_class(True)
    assert issubclass(kind, DiffDriver)
    assert not issubclass(kind, HardenedDriver)
    assert kind.ascii_only
    monkeypatch.setattr(versions, "CHECKED_TEXTUAL_VERSIONS", ())
    assert cli.main(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[4].endswith(" has no FUNCTIONAL_KEYS: Textual's own driver is used")


def test_app_works_without_a_missing_name(tmp_path: Path) -> None:
    program = (
        "import textual.drivers.linux_driver, textual._keyboard_protocol as keys, sys\n"
        "del keys.FUNCTIONAL_KEYS\n"
        "from ludoscope.tui.start import main\n"
        "sys.exit(main())"
    )
    home = {"LUDOSCOPE_HOME": str(tmp_path)}
    command = [sys.executable, "-c", program, "play", "lucas-07"]
    with PseudoTerminal(command, env=home) as terminal:
        shown = lambda output: b"move 0" in output and output.endswith(FRAME_END)  # noqa: E731
        terminal.read_until(shown, 30)
        terminal.press("tab")
        told = terminal.read_until(lambda output: output.endswith(FRAME_END), 30)
        assert len(told) < 400  # the painter needs no such name
        terminal.press("ctrl+q")
        assert terminal.wait(30) == 0
