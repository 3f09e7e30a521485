"""The rest of a line of moves from a position in which more cards are on the foundation.

After a move of a line the app may send cards to the foundation that the line leaves on the table
for a while. `continue_line` returns how the line then goes on.
"""

from collections.abc import Hashable, Sequence

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.position import FOUNDATION, Move, Position, is_next_on_foundation
from ludoscope.games.patience.protocol import Rules

Table = tuple[tuple[tuple[int, ...], ...], Hashable]


def continue_line(
    game: Rules, position: Position, line: Sequence[Position], moves: Sequence[Move]
) -> list[Move]:
    """Return the moves by which a line goes on to a win from a position; none if it does not.

    The order of columns and cells is ignored. Cards that are on the foundation in `position`, but
    not yet in the line, keep no card of the line from moving: a card that the line puts on one of
    them goes to the foundation as well.

    Args:
        game: The rules.
        position: The position to go on from.
        line: The positions of the line, the one after the last move included.
        moves: Its moves.
    """
    table = _table_without(position, position)
    for index in range(len(line) - 1, -1, -1):
        on_line = line[index]
        if any(map(int.__gt__, on_line.foundation, position.foundation)):
            continue
        if _table_without(on_line, position) == table:
            rest = _legal_rest(game, position, moves[index:])
            if rest is not None:
                return rest
    return []


def _table_without(position: Position, home: Position) -> Table:
    """Return the columns without the cards that are on the foundation of `home`, sorted."""
    foundation = home.foundation
    columns = (
        tuple(card for card in column if card >> 2 >= foundation[card & 3])
        for column in position.columns
    )
    return tuple(sorted(columns)), position.chances


def _legal_rest(game: Rules, position: Position, moves: Sequence[Move]) -> list[Move] | None:
    """Return the moves that are still possible, if they win the game; else None."""
    rest: list[Move] = []
    for move in moves:
        card = move[0]
        if card >= 0 and card >> 2 < position.foundation[card & 3]:
            continue
        try:
            after = game.play(position, move)
        except ValueError:
            if card < 0 or not is_next_on_foundation(card, position.foundation):
                return None
            move = (card, FOUNDATION)
            try:
                after = game.play(position, move)
            except ValueError:
                return None
        rest.append(move)
        position = after
    return rest if sum(position.foundation) == DECK_SIZE else None
