"""Standard notation of FreeCell moves, as fc-solve writes it.

Columns are 1, 2, …, cells a, b, …, and the foundation is h. `3a` moves the top card of column 3 to
cell a, `b2` that of cell b to column 2, `2h` and `ah` a card to the foundation, and `45` as many
cards of column 4 as can be put on column 5; `45*2` moves exactly two. Two columns are separated by
a dash if one has two digits: `3-12`.
"""

import re

from ludoscope.games.errors import NotationError, short_repr
from ludoscope.games.patience.notation import is_single_move, parse_single_move
from ludoscope.games.patience.position import FOUNDATION, FREE_CELL_OFFSET, NO_CARD, Move, Position
from ludoscope.games.patience.protocol import Rules
from ludoscope.games.patience.supermoves import column_destination, plan_supermove

_MOVE = re.compile(r"([1-9][0-9]?|[a-g])(-?)([1-9][0-9]?|[a-g]|h)(?:\*([1-9][0-9]?))?")


def is_standard_move(text: str) -> bool:
    """Return True if the text has the form of a move in standard notation."""
    return bool(_MOVE.fullmatch(text))


def parse_moves(game: Rules, position: Position, text: str) -> list[Move]:
    """Return the single-card moves of a text.

    Args:
        game: The rules.
        position: The position before the moves.
        text: Either one move as in `notation`, such as `33 38` or `R`, or one or more moves in
            standard notation, such as `3a 45 2h`. Two numbers are always two cards.

    Raises:
        NotationError: If the text is malformed.
        ValueError: If a move is illegal; the message says why.
    """
    if is_single_move(text):
        move = parse_single_move(text)
        game.play(position, move)
        return [move]
    moves: list[Move] = []
    tokens = text.split()
    if not tokens:
        raise NotationError("found nothing, expected a move such as 33 38 or 3a")
    for token in tokens:
        for move in _parse_move(game, position, token):
            position = game.play(position, move)
            moves.append(move)
    return moves


def _parse_move(game: Rules, position: Position, token: str) -> list[Move]:
    """Return the single-card moves of one move in standard notation."""
    match = _MOVE.fullmatch(token)
    source, dash, target, count = match.groups() if match else ("", "", "", "")
    is_joined = not dash and len(source + target) > 2 and (source + target).isdigit()
    has_long_numbers = len(game.variant.column_sizes) >= 10
    if not match or (is_joined and not has_long_numbers):
        raise NotationError(
            f"found {short_repr(token)}, expected a move such as 33 38, 9S TH, 3a or 45"
        )
    if is_joined:
        raise NotationError(
            f"found {short_repr(token)}, expected a dash between the columns, as in 3-12"
        )
    if source.isdigit() and target.isdigit():
        columns = _column_index(game, source), _column_index(game, target)
        return plan_supermove(game, position, *columns, count=int(count or 0))
    if count:
        raise NotationError(
            f"found {short_repr(token)}, expected a number of cards between columns only"
        )
    if target == "h":
        if game.normalise:  # the move has been made already
            _check_location(game, source)
            return []
        return [(_card_at(game, position, source), FOUNDATION)]
    card = _card_at(game, position, source)
    if not target.isdigit():
        return [(card, FREE_CELL_OFFSET + _cell_index(game, target))]
    return [(card, column_destination(position, _column_index(game, target)))]


def _card_at(game: Rules, position: Position, location: str) -> int:
    """Return the top card of a column or the card in a cell; raise ValueError if there is none."""
    card = NO_CARD
    if not location.isdigit():
        card = position.cells[_cell_index(game, location)]
    elif column := position.columns[_column_index(game, location)]:
        card = column[-1]
    if card == NO_CARD:
        raise ValueError(f"there is no card at {location}")
    return card


def _check_location(game: Rules, location: str) -> None:
    """Raise NotationError if the game has no such column or cell."""
    if location.isdigit():
        _column_index(game, location)
    else:
        _cell_index(game, location)


def _column_index(game: Rules, text: str) -> int:
    count = len(game.variant.column_sizes)
    if int(text) > count:
        raise NotationError(f"found column {text}, {game.variant.name} has {count}")
    return int(text) - 1


def _cell_index(game: Rules, text: str) -> int:
    index = ord(text) - ord("a")
    if index >= game.variant.cells:
        raise NotationError(f"found cell {text}, {game.variant.name} has {game.variant.cells}")
    return index
