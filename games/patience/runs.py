"""The length of a solution, counted in single cards or in supermoves, and its steps.

In a length moves to the foundation do not count.
"""

from collections.abc import Sequence

from ludoscope.games.patience.carry import run_of
from ludoscope.games.patience.home import is_safe_home
from ludoscope.games.patience.position import HOME, Column, Move, Position
from ludoscope.games.patience.protocol import Rules

LONGEST = 128  # single moves of a supermove: 73 carry 13 cards by way of columns alone


def card_moves(moves: Sequence[Move]) -> int:
    """The number of moves that are not to the foundation."""
    return sum(dest != HOME for _, dest in moves)


def run_moves(game: Rules, start: Position, moves: Sequence[Move]) -> int:
    """The least number of moves that `moves` amount to, if a supermove counts as one.

    Consecutive moves are a supermove if they put the upper part of a run, or all of it, from one
    column onto another, by whatever places; cards of the run that go home meanwhile belong to it.
    ValueError with a reason when a move is illegal.
    """
    positions = _passed(game, start, moves)
    fewest = [0] + [len(moves)] * len(moves)
    for first, (_, dest) in enumerate(moves):
        made = fewest[first] + (dest != HOME)
        fewest[first + 1] = min(fewest[first + 1], made)
        for last in _carries(game, positions, moves, first):
            fewest[last + 1] = min(fewest[last + 1], made)
    return fewest[-1]


def first_step(game: Rules, start: Position, moves: Sequence[Move]) -> int:
    """How many of `moves` are the first step, if they are to be as few steps as `run_moves` counts.

    At least 1; ValueError with a reason when a move is illegal.
    """
    return _parts(game, _passed(game, start, moves), moves)[0]


def steps(game: Rules, start: Position, moves: Sequence[Move]) -> list[int]:
    """How many of `moves` each step has, in order, as a person would make them.

    A step is a card or a supermove, with the safe moves home that follow it, which go by
    themselves, the first one with those before it too; or all moves home that are made in a row.
    ValueError when a move is illegal.
    """
    positions, sizes = _passed(game, start, moves), list[int]()
    safe = [
        dest == HOME and is_safe_home(game.variant, position, card)
        for position, (card, dest) in zip(positions, moves, strict=False)
    ]
    at = dealt = [*safe, False].index(False)
    home = False  # whether the step before is one of moves home alone
    for size in _parts(game, positions[at:], moves[at:]):
        goes_home = moves[at][1] == HOME
        if sizes and (safe[at] or (home and goes_home)):
            sizes[-1] += size
        else:
            sizes.append(size)
            home = goes_home
        at += size
    return [dealt + sizes[0], *sizes[1:]] if sizes else [dealt] * bool(dealt)


def _passed(game: Rules, start: Position, moves: Sequence[Move]) -> list[Position]:
    """The positions that a line passes, `start` first."""
    positions = [start]
    for move in moves:
        positions.append(game.play(positions[-1], move))
    return positions


def _parts(game: Rules, positions: list[Position], moves: Sequence[Move]) -> list[int]:
    """The sizes of the supermoves and single moves of a line, as few of them as can be."""
    fewest, sizes = [0] * (len(moves) + 1), [1] * len(moves)
    for first in range(len(moves) - 1, -1, -1):
        counted = moves[first][1] != HOME
        ends = [first, *_carries(game, positions, moves, first)]
        last = min(reversed(ends), key=lambda end: fewest[end + 1])
        fewest[first], sizes[first] = fewest[last + 1] + counted, last + 1 - first
    parts, at = list[int](), 0
    while at < len(moves):
        parts.append(sizes[at])
        at += sizes[at]
    return parts


def _carries(
    game: Rules, positions: list[Position], moves: Sequence[Move], first: int
) -> list[int]:
    """The indices of the moves that complete a supermove begun with move `first`."""
    columns = positions[first].columns
    source = next((column for column in columns if column[-1:] == moves[first][:1]), ())
    run = run_of(game, source)
    found, moved = [], set[int]()
    for last in range(first, min(first + LONGEST, len(moves))):
        card, dest = moves[last]
        if card not in run or dest == HOME:
            break
        moved.add(card)
        part = run[-len(moved) :]
        if len(part) > 1 and moved == {*part} and _carried(part, source, positions[last + 1]):
            found.append(last)
    return found


def _carried(part: Column, source: Column, after: Position) -> bool:
    """Whether a part of a run is now in order on another column than `source`, except for the
    cards at its end that went home."""
    left = tuple(card for card in part if card >> 2 >= after.foundation[card & 3])
    return not left or any(
        left == part[: len(left)] == column[-len(left) :]
        and column[: -len(left)] != source[: -len(part)]
        for column in after.columns
    )
