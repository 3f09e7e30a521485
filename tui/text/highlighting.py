"""Python code in colour, folded to a width; rich's Syntax would go on at the left edge.

Each token has a role of `tui.boards.styles`, so that code follows the person's theme.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from ludoscope.tui.boards.board import Line
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.drawing import Block, line_of, spread
from ludoscope.tui.text.sanitize import printable

QUOTES = '"' * 3
ROLES = {  # by the beginning of a token's name; of several the longest
    "Token.Comment": "dim",
    "Token.Keyword": "title",
    "Token.Literal.Number": "notice",
    "Token.Literal.String": "good",
    "Token.Name.Class": "key",
    "Token.Name.Decorator": "dim",
    "Token.Name.Function": "key",
    "Token.Operator.Word": "title",
}


@dataclass(frozen=True, slots=True)
class Code:
    """Lines of code, folded where they are shown."""

    lines: Block
    styles: Styles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in folded(self.lines, max(1, options.max_width)):
            yield from (Segment(text, self.styles[role]) for text, role in line)
            yield Segment.line()


@cache
def _lexer() -> Any:
    from pygments.lexers.python import PythonLexer  # when first needed: it takes its time

    return PythonLexer(stripnl=False)


@cache
def _role(kind: str) -> str:
    fitting = [name for name in ROLES if kind.startswith(name)]
    return ROLES[max(fitting, key=len)] if fitting else ""


def coloured(text: str) -> Block:
    """A line of the frame for each line of the text."""
    lines: Block = [[]]
    for kind, token in _lexer().get_tokens(printable(text.expandtabs())):
        role = _role(str(kind))
        for number, part in enumerate(token.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append((part, role))
    while lines and not lines[-1]:
        lines.pop()
    return lines


def folded(lines: Sequence[Line], width: int) -> Block:
    """Lines of code; what is longer goes on in the next one, four cells further in.

    Sentences in a docstring flow on from line to line instead.
    """
    folds: Block = []
    rest = [spread(line) for line in reversed(lines)]
    while rest:
        cells = rest.pop()
        if len(cells) <= width:
            folds.append(line_of(cells))
            continue
        deep, flows = _depth(cells), _flows(cells)
        indent = min(deep + (0 if flows else 4), width // 2)
        blanks = [at for at in range(indent + 1, width + 1) if cells[at][0] == " "]
        cut = blanks[-1] if blanks else width
        folds.append(line_of(cells[:cut]))
        left = cells[cut + 1 :] if blanks else cells[cut:]
        if flows and rest and _flows(rest[-1]) and deep == _depth(rest[-1]):
            left = [*left, (" ", left[-1][1]), *rest.pop()[deep:]]
        rest.append([(" ", "")] * indent + left)
    return folds


def _depth(cells: Line) -> int:
    return next((at for at, (char, _) in enumerate(cells) if char != " "), 0)


def _flows(cells: Line) -> bool:
    """Whether it is a line of sentences: of a docstring, not of a table, not its last one."""
    text = "".join(char for char, _ in cells).strip()
    written = all(role == "good" for char, role in cells if char != " ")
    return bool(text) and written and "  " not in text and not text.endswith(QUOTES)
