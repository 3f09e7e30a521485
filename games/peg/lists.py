"""Solutions of peg solitaire as Python lists, the form in which articles print them.

    [(45,65), (43,45), …]        a pair for each jump, or [45,65]: column and row in one number
    ['4,5:E', '5,3:NWSE', …]     a text for each move, in any notation of `games.peg.notation`

Any number of lines and spaces, single or double quotes; `name =` may precede the list.
"""

import re
from collections.abc import Iterator, Sequence

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import Board

MOST = 10_000  # moves; ten times the pegs of the largest board
EXPECTED = "expected a pair such as (45,65) or a text such as '4,5:E'"

_OPENING = re.compile(r"\s*(?:[A-Za-z_]\w{0,80}\s*=\s*)?\[")
_PLACES = r"\s*[0-9]{2}\s*(?:,\s*[0-9]{2}\s*)+(?:,\s*)?"
_MOVE = re.compile(rf"\s*(?:\({_PLACES}\)|\[{_PLACES}\]|'([^'\n]*)'|\"([^\"\n]*)\")", re.ASCII)
_COMMA = re.compile(r"\s*,")
_CLOSING = re.compile(r"\s*\]")
_NUMBER = re.compile("[0-9]{2}")


def is_list(text: str) -> bool:
    """Whether a text begins like a list."""
    return _OPENING.match(text) is not None


def read_list(board: Board, text: str) -> list[str]:
    """The moves of a list, each in a notation of this board; NotationError with the line."""
    texts = []
    for move, at in _moves(text):
        try:
            notation.parse(board, move)
        except NotationError as error:
            raise NotationError(str(error), _line(text, at)) from None
        texts.append(move)
    return texts


def _moves(text: str) -> Iterator[tuple[str, int]]:
    """(move, offset of its end) of each move."""
    opening = _OPENING.match(text)
    at = opening.end() if opening else 0
    more = True  # at the first move and after a comma
    for _ in range(MOST + 1):
        if closing := _CLOSING.match(text, at):
            if rest := text[closing.end() :].strip():
                line = _line(text, text.index(rest, closing.end()))
                raise NotationError(f"{shown(rest)} after the list, expected nothing", line)
            return
        move = _MOVE.match(text, at) if more else None
        if not move:
            raise _unexpected(text, at, EXPECTED if more else "expected a comma or the closing ]")
        at = move.end()
        quoted = move[1] if move[1] is not None else move[2]
        yield quoted if quoted is not None else "/".join(_NUMBER.findall(move[0])), at
        comma = _COMMA.match(text, at)
        more, at = comma is not None, comma.end() if comma else at
    raise NotationError(f"more than {MOST:,} moves, expected at most {MOST:,}", _line(text, at))


def _unexpected(text: str, at: int, expected: str) -> NotationError:
    rest = text[at:].lstrip()
    if not rest:
        return NotationError("the list is cut off, expected its closing ]", _line(text, len(text)))
    line = _line(text, len(text) - len(rest))
    return NotationError(f"{shown(rest.split()[0])} found, {expected}", line)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def pairs(board: Board, moves: Sequence[notation.Move]) -> str:
    """A pair for each jump; ValueError where a coordinate has two digits."""
    notation.check_numbers(board)
    found = (notation.lucas(board, move).replace("/", ",") for move in moves)
    return "[" + ", ".join(f"({pair})" for pair in found) + "]\n"


def texts(board: Board, moves: Sequence[notation.Move]) -> str:
    """A text for each move, in compass notation."""
    return "[" + ", ".join(f"'{text}'" for text in notation.compass(board, moves)) + "]\n"
