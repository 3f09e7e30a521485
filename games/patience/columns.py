"""Moves by place, the standard notation of FreeCell solutions as fc-solve writes it.

Columns are 1, 2, …, cells a, b, …, the foundation is h. `3a` moves the top card of column 3 to cell
a, `b2` that of cell b to column 2, `2h` and `ah` a card to the foundation, and `45` as many cards
of column 4 to column 5 as it takes, `45*2` exactly two. Two columns are separated by a dash if one
has two digits: `3-12`.
"""

import re

from ludoscope.games.errors import NotationError, shown
from ludoscope.games.patience.carry import carry, destination
from ludoscope.games.patience.notation import is_single_move, parse_single_move
from ludoscope.games.patience.position import CELL, HOME, NONE, Move, Position
from ludoscope.games.patience.protocol import Rules

_STEP = re.compile(r"([1-9][0-9]?|[a-g])(-?)([1-9][0-9]?|[a-g]|h)(?:\*([1-9][0-9]?))?")


def is_step(word: str) -> bool:
    return bool(_STEP.fullmatch(word))


def parse_moves(game: Rules, position: Position, text: str) -> list[Move]:
    """The moves of `<card> <destination>`, or of one or more moves by place such as `3a 45 2h`.

    Two numbers mean two cards, R alone a reshuffle. NotationError when the text is malformed,
    ValueError when a move is illegal.
    """
    if is_single_move(text):
        move = parse_single_move(text)
        game.play(position, move)
        return [move]
    made: list[Move] = []
    words = text.split()
    if not words:
        raise NotationError("found nothing, expected a move such as 33 38 or 3a")
    for word in words:
        for move in _parse_step(game, position, word):
            position = game.play(position, move)
            made.append(move)
    return made


def _parse_step(game: Rules, position: Position, word: str) -> list[Move]:
    step = _STEP.fullmatch(word)
    if not step:
        raise NotationError(f"found {word[:20]!r}, expected a move such as 33 38, 9S TH, 3a or 45")
    source, dash, dest, count = step.groups()
    both = f"{source}{dest}"
    if not dash and len(both) > 2 and both.isdigit():
        raise NotationError(f"found {shown(word)}, expected a dash between the columns, as in 3-12")
    if dest == "h":
        # where cards go home automatically, the step has been made already
        return [] if game.normalise else [(_card_at(game, position, source), HOME)]
    if source.isdigit() and dest.isdigit():
        columns = _column(game, source), _column(game, dest)
        return carry(game, position, *columns, count=int(count or 0))
    if count:
        raise NotationError(f"found {shown(word)}, expected a number of cards between columns only")
    card = _card_at(game, position, source)
    if not dest.isdigit():
        return [(card, CELL + _cell(game, dest))]
    return [(card, destination(position, _column(game, dest)))]


def _card_at(game: Rules, position: Position, place: str) -> int:
    if place.isdigit():
        card = (NONE, *position.columns[_column(game, place)])[-1]
    else:
        card = position.cells[_cell(game, place)]
    if card == NONE:
        raise ValueError(f"there is no card at {place}")
    return card


def _column(game: Rules, place: str) -> int:
    count = len(game.variant.dealt)
    if int(place) > count:
        raise NotationError(f"found column {place}, {game.variant.name} has {count}")
    return int(place) - 1


def _cell(game: Rules, place: str) -> int:
    index = ord(place) - ord("a")
    if index >= game.variant.cells:
        raise NotationError(f"found cell {place}, {game.variant.name} has {game.variant.cells}")
    return index
