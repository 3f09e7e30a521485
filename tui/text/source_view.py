"""The source of a function as a student reads it: without reports to the tracer, a line lit.

Start with `find_listing`.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ludoscope.search.solver_docs import find_code
from ludoscope.tui.text.drawing import Block, StyledLine, line_text
from ludoscope.tui.text.highlighting import fold_code_lines, highlight

TRACER_NAMES = ("trace", "_trace")  # of variables and attributes that hold a tracer
MARKER = "► "
LIT_ROLE = "cursor"
MIN_CODE_WIDTH = 8  # cells
MIN_WIDTH_FOR_INDENT = 60  # cells; with fewer, code is indented by half as much

LineRange = range
"""Numbers of lines, from 1."""

FoldedLines = list[tuple[int, StyledLine]]
"""Lines with their numbers in the file; a folded line has several."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The source of a function without its reports to the tracer and without its docstring.

    Attributes:
        name: The function, or the method as "Class.name".
        file: The path of its file.
        numbers: The number in the file of each line that is shown.
        lines: The lines, highlighted.
        reports: The lines of the reports, each with the lines of the statement it is about.
    """

    name: str
    file: str
    numbers: tuple[int, ...]
    lines: Block
    reports: tuple[tuple[LineRange, LineRange], ...]

    def lit_lines(self, line: int) -> LineRange:
        """Return the lines of the statement that a report in `line` is about."""
        for report, statement in reversed(self.reports):
            if line in report:
                return statement
        return range(line, line + 1)

    def fold(self, width: int) -> FoldedLines:
        """Return the lines folded to a width in cells, each with its number in the file."""
        folded: FoldedLines = []
        for number, source in zip(self.numbers, self.lines, strict=True):
            line = _halve_indent(source) if width < MIN_WIDTH_FOR_INDENT else source
            parts = fold_code_lines([line], max(MIN_CODE_WIDTH, width - len(MARKER)))
            folded += [(number, part) for part in parts or [[]]]
        return folded


def mark_lines(lines: FoldedLines, lit: LineRange) -> Block:
    """Return folded lines with a marker at those that are lit."""
    return [_mark(line, number in lit) for number, line in lines]


def _halve_indent(line: StyledLine) -> StyledLine:
    """Return a line indented by half as much."""
    if not line:
        return line
    text, role = line[0]
    indent = len(text) - len(text.lstrip(" "))
    return [(text[indent // 2 :], role), *line[1:]]


def _mark(line: StyledLine, is_lit: bool) -> StyledLine:
    if is_lit:
        return [(MARKER + line_text(line), LIT_ROLE)]
    return [(" " * len(MARKER), ""), *line]


@cache
def find_listing(code: str) -> Listing | None:
    """Return the listing of a function, None if its source is not found.

    Args:
        code: The function as "module:name".
    """
    reference = code.partition(".<locals>")[0]
    try:
        definition = find_code(reference)
    except (LookupError, OSError, SyntaxError, ValueError):
        return None
    source = definition.file_text.splitlines()
    tree = ast.parse(definition.file_text)
    function = next(
        (
            node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef)
            and node.end_lineno == definition.lines.stop - 1
            and node.lineno >= definition.lines.start
        ),
        None,
    )
    hidden: set[int] = set()
    reports: list[tuple[LineRange, LineRange]] = []
    if function:
        if ast.get_docstring(function) is not None:
            hidden.update(_lines(function.body[0]))
        for report, statement in _find_reports(function):
            reports.append((report, statement))
            hidden.update(report)
    numbers = [number for number in definition.lines if number not in hidden]
    texts = [source[number - 1] for number in numbers]
    indent = min((len(text) - len(text.lstrip()) for text in texts if text.strip()), default=0)
    lines = highlight("\n".join(text[indent:] for text in texts))
    lines += [[] for _ in range(len(numbers) - len(lines))]
    return Listing(definition.name, definition.file, tuple(numbers), lines, tuple(reports))


def _lines(node: ast.stmt) -> LineRange:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _find_reports(parent: ast.AST) -> Iterator[tuple[LineRange, LineRange]]:
    """Yield the lines of each report in a statement, and those of what it is about.

    That is the statement before it, or the header of the block that it begins.
    """
    for name in ("body", "orelse", "finalbody"):
        previous = parent
        for statement in getattr(parent, name, []):
            if _is_report(statement):
                yield _lines(statement), _header(previous)
            else:
                yield from _find_reports(statement)
                previous = statement


def _header(node: ast.AST) -> LineRange:
    """Return the lines of a simple statement, or those before the body of another one."""
    assert isinstance(node, ast.stmt)
    body = getattr(node, "body", None)
    return range(node.lineno, max(node.lineno + 1, body[0].lineno)) if body else _lines(node)


def _is_report(node: ast.stmt) -> bool:
    """Return True for `if trace: …` and for `trace = …`."""
    if isinstance(node, ast.Assign):
        return any(_is_tracer(target) for target in node.targets)
    if not isinstance(node, ast.If):
        return False
    test = node.test.values[0] if isinstance(node.test, ast.BoolOp) else node.test
    return _is_tracer(test)


def _is_tracer(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in TRACER_NAMES
