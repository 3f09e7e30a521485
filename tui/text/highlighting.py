"""Highlighting of Python code, with long lines folded to a width.

rich's Syntax continues a long line at the left edge; here it keeps its indentation. Each token has
a role of `tui.boards.styles`, so that code follows the user's theme.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderResult
from rich.segment import Segment

from ludoscope.tui import lazy
from ludoscope.tui.text.documents import Styles
from ludoscope.tui.text.drawing import Block, StyledLine, join_runs, line_text, split_characters
from ludoscope.tui.text.sanitize import escape_controls

if TYPE_CHECKING:
    from pygments.lexers.python import PythonLexer

CONTINUATION_INDENT = 4  # cells
OPENING_BRACKETS = "([{"
TRIPLE_QUOTE = '"' * 3
TOKEN_ROLES = {  # by the beginning of a token's name; the longest match counts
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
class CodeBlock:
    """Highlighted lines of code, folded to the width where they are shown."""

    lines: Block
    styles: Styles

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in fold_code_lines(self.lines, max(1, options.max_width)):
            yield from (Segment(text, self.styles[role]) for text, role in line)
            yield Segment.line()


@cache
def _lexer() -> "PythonLexer":
    return lazy.python_lexer.PythonLexer(stripnl=False)


@cache
def _role(token_type: str) -> str:
    prefixes = [prefix for prefix in TOKEN_ROLES if token_type.startswith(prefix)]
    return TOKEN_ROLES[max(prefixes, key=len)] if prefixes else ""


def highlight(text: str) -> Block:
    """Highlight Python code, line by line."""
    lines: Block = [[]]
    for token_type, token in _lexer().get_tokens(escape_controls(text.expandtabs())):
        role = _role(str(token_type))
        for index, part in enumerate(token.split("\n")):
            if index:
                lines.append([])
            if part:
                lines[-1].append((part, role))
    while lines and not lines[-1]:
        lines.pop()
    return lines


def fold_code_lines(lines: Sequence[StyledLine], width: int) -> Block:
    """Fold lines of code to a width; a continuation is indented.

    Paragraphs of a docstring are wrapped anew instead.
    """
    folded_lines: Block = []
    remaining = [split_characters(line) for line in reversed(lines)]
    while remaining:
        cells = remaining.pop()
        if len(cells) <= width:
            folded_lines.append(join_runs(cells))
            continue
        depth, is_prose = _depth(cells), _is_prose(cells)
        indent = min(depth + (0 if is_prose else CONTINUATION_INDENT), width // 2)
        end = _find_fold(cells, indent + 1, width)
        folded_lines.append(join_runs(cells[:end]))
        continuation = cells[end + (cells[end][0] == " ") :]
        if is_prose and remaining:
            next_line = remaining[-1]
            if _is_prose(next_line) and depth == _depth(next_line):
                remaining.pop()
                continuation = [*continuation, (" ", continuation[-1][1]), *next_line[depth:]]
        remaining.append([(" ", "")] * indent + continuation)
    return folded_lines


def _find_fold(cells: StyledLine, start: int, width: int) -> int:
    """Return where to fold a line: at the last blank, else after a bracket, else at the width."""
    for column in range(width, start - 1, -1):
        if cells[column][0] == " ":
            return column
    for column in range(width, start, -1):
        if cells[column - 1][0] in OPENING_BRACKETS:
            return column
    return width


def _depth(cells: StyledLine) -> int:
    return next((column for column, (char, _) in enumerate(cells) if char != " "), 0)


def _is_prose(cells: StyledLine) -> bool:
    """Return True for a line of sentences in a docstring, except the last; False for a table."""
    text = line_text(cells).strip()
    is_string = all(role == "good" for char, role in cells if char != " ")
    return bool(text) and is_string and "  " not in text and not text.endswith(TRIPLE_QUOTE)
