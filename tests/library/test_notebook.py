"""The notebook of the documentation: its cells run and show what is stored in it."""

import ast
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from many import case

NOTEBOOK = Path(__file__).parents[2] / "docs" / "notebook.ipynb"

pytestmark = pytest.mark.usefixtures("forked_workers")


def code_cells() -> list[dict[str, Any]]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def run_cell(source: str, namespace: dict[str, Any]) -> Any:
    """Run a cell as Jupyter does; return the value of its last line, if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "<cell>", "exec"), namespace)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)


def shown_as(value: Any) -> set[str]:
    """Return the picture formats of a value; check that they are well-formed."""
    methods = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
    kinds = {kind for kind, method in methods.items() if hasattr(value, method)}
    for kind in kinds:
        ElementTree.fromstring(getattr(value, methods[kind])())
    return kinds


def test_every_cell_runs_and_shows_what_is_stored(capsys: pytest.CaptureFixture[str]) -> None:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    cells = code_cells()
    assert len(cells) > 10
    displayed = []
    for cell in cells:
        source = "".join(cell["source"])
        with case(source):
            kinds = shown_as(run_cell(source, namespace))
            printed = capsys.readouterr().out
            outputs = cell["outputs"]
            stored = {kind for output in outputs for kind in output.get("data", {})}
            assert kinds == stored - {"text/plain"}
            assert bool(printed) == any(output["output_type"] == "stream" for output in outputs)
            assert all(output["output_type"] != "error" for output in outputs)
            displayed += sorted(kinds)
    assert {"image/svg+xml", "text/html"} <= set(displayed)
    stored_size = NOTEBOOK.stat().st_size
    assert stored_size < 300_000
