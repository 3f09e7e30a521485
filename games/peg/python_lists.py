"""Solutions of peg solitaire as Python lists, the form in which articles print them.

    [(45,65), (43,45), …]        a pair for each jump, or [45,65]: column and row in one number
    ['4,5:E', '5,3:NWSE', …]     a text for each move, in any notation of `games.peg.notation`

Any white space is allowed between tokens, quotes are single or double, and `name =` may precede the
list. The text is parsed with regular expressions and never evaluated.
"""

import re
from collections.abc import Iterator, Sequence

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.peg import notation
from ludoscope.games.peg.board import Board

MAX_MOVES = 10_000  # ten times the number of holes of the largest board
_EXPECTED_MOVE = "expected a pair such as (45,65) or a text such as '4,5:E'"

_OPENING = re.compile(r"\s*(?:[A-Za-z_]\w{0,80}\s*=\s*)?\[")
_PLACES = r"\s*[0-9]{2}\s*(?:,\s*[0-9]{2}\s*)+(?:,\s*)?"
_MOVE = re.compile(rf"\s*(?:\({_PLACES}\)|\[{_PLACES}\]|'([^'\n]*)'|\"([^\"\n]*)\")", re.ASCII)
_COMMA = re.compile(r"\s*,")
_CLOSING = re.compile(r"\s*\]")
_NUMBER = re.compile("[0-9]{2}")


def is_move_list(text: str) -> bool:
    """Return True if `text` begins like a list; the rest may still be malformed."""
    return _OPENING.match(text) is not None


def read_move_list(board: Board, text: str) -> list[str]:
    """Return the moves of a list, each as a text that `games.peg.notation` reads.

    Raises:
        NotationError: If the list or a move is malformed or names a place that is not a hole;
            `line` is the line of the error.
    """
    moves = []
    for move, end in _list_items(text):
        try:
            notation.parse_move(board, move)
        except NotationError as error:
            raise NotationError(str(error), _line_number(text, end)) from None
        moves.append(move)
    return moves


def _list_items(text: str) -> Iterator[tuple[str, int]]:
    """Yield each move of a list and the offset at which it ends."""
    opening = _OPENING.match(text)
    offset = opening.end() if opening else 0
    move_allowed = True  # at the start of the list and after a comma
    for _ in range(MAX_MOVES + 1):
        if closing := _CLOSING.match(text, offset):
            if remainder := text[closing.end() :].strip():
                line = _line_number(text, text.index(remainder, closing.end()))
                raise NotationError(
                    f"{short_repr(remainder)} after the list, expected nothing", line
                )
            return
        match = _MOVE.match(text, offset) if move_allowed else None
        if not match:
            expected = _EXPECTED_MOVE if move_allowed else "expected a comma or the closing ]"
            raise _unexpected(text, offset, expected)
        offset = match.end()
        single_quoted, double_quoted = match.groups()
        if single_quoted is not None:
            yield single_quoted, offset
        elif double_quoted is not None:
            yield double_quoted, offset
        else:
            yield "/".join(_NUMBER.findall(match[0])), offset
        comma = _COMMA.match(text, offset)
        move_allowed = comma is not None
        if comma:
            offset = comma.end()
    raise NotationError(
        f"more than {MAX_MOVES:,} moves, expected at most {MAX_MOVES:,}", _line_number(text, offset)
    )


def _unexpected(text: str, offset: int, expected: str) -> NotationError:
    """Return the error for text at `offset` that is neither a move nor the end of the list."""
    remainder = text[offset:].lstrip()
    if not remainder:
        return NotationError(
            "the list is cut off, expected its closing ]", _line_number(text, len(text))
        )
    line = _line_number(text, len(text) - len(remainder))
    return NotationError(f"{short_repr(remainder.split()[0])} found, {expected}", line)


def _line_number(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


def to_pair_list(board: Board, moves: Sequence[notation.Move]) -> str:
    """Return the jumps as a list of pairs, `[(45,65), (43,45)]`, ending in a newline.

    Raises:
        ValueError: If a coordinate of the board has more than one digit.
    """
    notation.check_single_digits(board)
    jumps = (notation.to_lucas(board, move).replace("/", ",") for move in moves)
    return "[" + ", ".join(f"({jump})" for jump in jumps) + "]\n"


def to_compass_list(board: Board, moves: Sequence[notation.Move]) -> str:
    """Return the moves as a list of texts in compass notation, ending in a newline."""
    return "[" + ", ".join(f"'{text}'" for text in notation.to_compass(board, moves)) + "]\n"
