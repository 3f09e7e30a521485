"""Python code in colour: each token in a role of `tui.boards.look`."""

from functools import cache
from typing import Any

from ludoscope.tui.text.drawing import Block

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
    for kind, token in _lexer().get_tokens(text):
        role = _role(str(kind))
        for number, part in enumerate(token.split("\n")):
            if number:
                lines.append([])
            if part:
                lines[-1].append((part, role))
    while lines and not lines[-1]:
        lines.pop()
    return lines
