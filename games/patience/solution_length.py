"""The length of a solution in single cards or supermoves, and its division into steps.

Moves to the foundation do not count. Start with `count_supermoves`.
"""

from collections.abc import Sequence

from ludoscope.games.patience.foundation import is_safe_foundation_move
from ludoscope.games.patience.position import FOUNDATION, Column, Move, Position
from ludoscope.games.patience.protocol import Rules
from ludoscope.games.patience.supermoves import top_run

_MAX_SUPERMOVE_LENGTH = 128  # single-card moves: 13 cards by way of columns alone take 73


def count_card_moves(moves: Sequence[Move]) -> int:
    """Return the number of moves that are not to the foundation."""
    return sum(destination != FOUNDATION for _, destination in moves)


def count_supermoves(game: Rules, start: Position, moves: Sequence[Move]) -> int:
    """Return the length of a solution if a supermove counts as one move.

    Consecutive moves are a supermove if together they move a run, or its upper part, from one
    column to another, by way of any cells and columns. Cards of the run that meanwhile go to the
    foundation automatically belong to the supermove. The moves are divided so that the length is
    minimal.

    Args:
        game: The rules.
        start: The position before the moves.
        moves: Single-card moves, moves to the foundation included.

    Raises:
        ValueError: If a move is illegal; the message says why.
    """
    positions = _positions(game, start, moves)
    # lengths[n] is the length of the first n single-card moves
    lengths = [0] + [len(moves)] * len(moves)
    for first, (_, destination) in enumerate(moves):
        length = lengths[first] + (destination != FOUNDATION)
        lengths[first + 1] = min(lengths[first + 1], length)
        for last in _supermove_ends(game, positions, moves, first):
            lengths[last + 1] = min(lengths[last + 1], length)
    return lengths[-1]


def step_sizes(game: Rules, start: Position, moves: Sequence[Move]) -> list[int]:
    """Return the number of single-card moves in each step of a solution, in order.

    A step is what a player does at once:

    * a card or a supermove, with the safe moves to the foundation that follow it, since these can
      be automatic; the first step also has those that come before it; or
    * consecutive moves to the foundation.

    Raises:
        ValueError: If a move is illegal; the message says why.
    """
    positions = _positions(game, start, moves)
    is_safe = [
        destination == FOUNDATION and is_safe_foundation_move(game.variant, position, card)
        for position, (card, destination) in zip(positions, moves, strict=False)
    ]
    leading_safe_moves = [*is_safe, False].index(False)
    index = leading_safe_moves
    sizes: list[int] = []
    step_is_to_foundation = False
    for size in _supermove_sizes(game, positions[index:], moves[index:]):
        is_to_foundation = moves[index][1] == FOUNDATION
        if sizes and (is_safe[index] or (step_is_to_foundation and is_to_foundation)):
            sizes[-1] += size
        else:
            sizes.append(size)
            step_is_to_foundation = is_to_foundation
        index += size
    if sizes:
        sizes[0] += leading_safe_moves
    elif leading_safe_moves:
        sizes.append(leading_safe_moves)
    return sizes


def _positions(game: Rules, start: Position, moves: Sequence[Move]) -> list[Position]:
    """Return the position before each move and the one after the last move."""
    positions = [start]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return positions


def _supermove_sizes(game: Rules, positions: list[Position], moves: Sequence[Move]) -> list[int]:
    """Divide single-card moves into as few supermoves as possible; return the size of each."""
    lengths = [0] * (len(moves) + 1)  # lengths[i] is the length of moves[i:] in supermoves
    best_sizes = [1] * len(moves)
    for first in range(len(moves) - 1, -1, -1):
        ends = [first, *_supermove_ends(game, positions, moves, first)]
        last = min(reversed(ends), key=lambda end: lengths[end + 1])
        lengths[first] = lengths[last + 1] + (moves[first][1] != FOUNDATION)
        best_sizes[first] = last + 1 - first
    sizes: list[int] = []
    index = 0
    while index < len(moves):
        sizes.append(best_sizes[index])
        index += best_sizes[index]
    return sizes


def _supermove_ends(
    game: Rules, positions: list[Position], moves: Sequence[Move], first: int
) -> list[int]:
    """Return the indices of the moves that complete a supermove that begins with move `first`."""
    columns = positions[first].columns
    first_card = moves[first][0]
    source = next((column for column in columns if column and column[-1] == first_card), ())
    run = top_run(game, source)
    ends: list[int] = []
    moved_cards: set[int] = set()
    for last in range(first, min(first + _MAX_SUPERMOVE_LENGTH, len(moves))):
        card, destination = moves[last]
        if card not in run or destination == FOUNDATION:
            break
        moved_cards.add(card)
        part = run[-len(moved_cards) :]
        is_top_of_run = moved_cards == set(part)
        if len(part) > 1 and is_top_of_run and _is_moved(part, source, positions[last + 1]):
            ends.append(last)
    return ends


def _is_moved(part: Column, source: Column, after: Position) -> bool:
    """Return True if the cards of a part of a run are now in the same order on another column.

    The last of them may be on the foundation instead.

    Args:
        part: The cards that have been moved, the upper part of a run.
        source: The column on which they were.
        after: The position after the moves.
    """
    remaining = tuple(card for card in part if card >> 2 >= after.foundation[card & 3])
    if not remaining:
        return True
    if remaining != part[: len(remaining)]:
        return False
    source_cards_below = source[: -len(part)]
    return any(
        column[-len(remaining) :] == remaining and column[: -len(remaining)] != source_cards_below
        for column in after.columns
    )
