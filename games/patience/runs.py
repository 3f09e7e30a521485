"""How long a solution is: cards moved one by one, or runs of cards moved together.

Moves home do not count.
"""

from collections.abc import Sequence

from ludoscope.games.patience.carry import run_of
from ludoscope.games.patience.position import HOME, Column, Move, Position
from ludoscope.games.patience.protocol import Rules


def card_moves(moves: Sequence[Move]) -> int:
    """How many of the moves are not home."""
    return sum(dest != HOME for _, dest in moves)


def run_moves(game: Rules, start: Position, moves: Sequence[Move]) -> int:
    """The fewest moves that `moves` of single cards amount to, a run carried together being one.

    Consecutive moves are one when they put the upper part of a run, or all of it, from one column
    onto another, whatever places its cards take in between; those that go home on the way count
    as carried. ValueError with a reason when a move is illegal.
    """
    positions = [start]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    fewest = [0] + [len(moves)] * len(moves)
    for first, (_, dest) in enumerate(moves):
        made = fewest[first] + (dest != HOME)
        fewest[first + 1] = min(fewest[first + 1], made)
        for last in _carries(game, positions, moves, first):
            fewest[last + 1] = min(fewest[last + 1], made)
    return fewest[-1]


def _carries(
    game: Rules, positions: list[Position], moves: Sequence[Move], first: int
) -> list[int]:
    """The numbers of the moves that end a carry begun with move `first`."""
    columns = positions[first].columns
    source = next((column for column in columns if column[-1:] == moves[first][:1]), ())
    run = run_of(game, source)
    found, moved = [], set[int]()
    for last in range(first, len(moves)):
        card, dest = moves[last]
        if card not in run or dest == HOME:
            break
        moved.add(card)
        part = run[-len(moved) :]
        if len(part) > 1 and moved == {*part} and _carried(part, source, positions[last + 1]):
            found.append(last)
    return found


def _carried(part: Column, source: Column, after: Position) -> bool:
    """Whether the upper part of a run lies in order on another column than `source`, but for
    cards that have gone home from its end."""
    left = tuple(card for card in part if card >> 2 >= after.foundation[card & 3])
    return not left or any(
        left == part[: len(left)] == column[-len(left) :]
        and column[: -len(left)] != source[: -len(part)]
        for column in after.columns
    )
