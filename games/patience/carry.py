"""Supermoves: moving a run of cards as a sequence of single-card moves.

run       the longest sequence on top of a column in which each card may be put on the one below it
spare     an empty column, other than the target, that can hold a part of the run meanwhile
capacity  how many cards can be moved at once
"""

from ludoscope.games.patience.cards import DECK, KING, rank_of
from ludoscope.games.patience.position import (
    COLUMN,
    EMPTY_COLUMN,
    FREE_CELL,
    NONE,
    Column,
    Move,
    Position,
)
from ludoscope.games.patience.protocol import Rules
from ludoscope.games.patience.reasons import card_words, refusal, refused_by_empty, taken_by
from ludoscope.games.patience.variants import ANY_CARD


def run_of(game: Rules, column: Column) -> Column:
    """The run on top of a column, bottom to top; empty for an empty column."""
    start = len(column) - 1
    while start > 0 and game.takes(column[start], column[:start]):
        start -= 1
    return column[max(start, 0) :]


def capacity(game: Rules, position: Position, target: int) -> int:
    """How many cards can be moved to column `target` at once: (free cells + 1) · 2 ** spares."""
    return (position.cells.count(NONE) + 1) << len(_spares(game, position, target))


def _spares(game: Rules, position: Position, target: int) -> list[int]:
    if game.variant.fills != ANY_CARD:
        return []
    return [i for i, column in enumerate(position.columns) if not column and i != target]


def carried(game: Rules, position: Position, source: int, target: int, count: int = 0) -> Column:
    """The cards that move when column `source` is put on column `target`, bottom to top.

    `count` of them; without it, onto a card the part of the run that it takes, and onto an empty
    column as many as possible. ValueError with a reason when no card, or not so many, can be moved.
    """
    column, onto = position.columns[source], position.columns[target]
    if source == target:
        raise ValueError(f"the cards are already on column {source + 1}")
    if not column:
        raise ValueError(f"column {source + 1} is empty")
    run = run_of(game, column)
    most = capacity(game, position, target)
    if count > len(run):
        raise ValueError(f"the run on column {source + 1} has {_cards(len(run))}, not {count}")
    wanted = count or _wanted(game, run, onto, most)
    if not wanted or not game.takes(run[-wanted], onto):
        raise ValueError(_refused(game, run[-count:] if count else run, onto, source))
    if wanted > most:
        raise ValueError(f"that takes {wanted} cards; you can move {most}")
    return run[-wanted:]


def _wanted(game: Rules, run: Column, onto: Column, most: int) -> int:
    """How many cards of the run go onto a column; 0 for none."""
    if not onto and game.variant.fills == ANY_CARD:
        return min(len(run), most)
    wanted = (rank_of(onto[-1]) - 1 if onto else KING) - rank_of(run[-1]) + 1
    return wanted if 1 <= wanted <= len(run) else 0


def _refused(game: Rules, run: Column, onto: Column, source: int) -> str:
    """Why the run, or a part of it, does not go onto a column."""
    if not onto:
        return refused_by_empty(game.variant, run[0])
    if len(run) == 1:
        return refusal(game.variant, run[0], onto[-1])
    takes = taken_by(game.variant, onto[-1])
    return f"no card on top of column {source + 1} goes on {card_words(onto[-1])}: it takes {takes}"


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def carry(
    game: Rules,
    position: Position,
    source: int,
    target: int,
    most: int = DECK,
    *,
    count: int = 0,
) -> list[Move]:
    """The single-card moves that put column `source` on column `target`; ValueError if illegal.

    At most `most` cards are moved, of them `count` if that is given. Cards of the run that go home
    meanwhile, because a move exposed them, are left out.
    """
    run = carried(game, position, source, target, count)[-most:]
    dest = destination(position, target)
    spares = [COLUMN + i for i in _spares(game, position, target)]
    made = []
    for move in _plan(run, dest, position.cells.count(NONE) + 1, spares):
        try:
            position = game.play(position, move)
        except ValueError:
            continue
        made.append(move)
    return made


def destination(position: Position, target: int) -> int:
    """The destination of a single-card move onto column `target`."""
    if position.columns[target]:
        return position.columns[target][-1]
    first = position.columns.index(())
    return EMPTY_COLUMN if first == target else COLUMN + target


def _plan(run: Column, dest: int, hands: int, spares: list[int]) -> list[Move]:
    """The moves of `run` to `dest`; `hands` cards can be moved at once without a spare column."""
    if len(run) <= hands:
        lifted = [(card, FREE_CELL) for card in reversed(run[1:])]
        return [*lifted, (run[0], dest), *((run[i], run[i - 1]) for i in range(1, len(run)))]
    spare, *others = spares
    waiting = min(len(run) - 1, hands << len(others))
    lower, upper = run[:-waiting], run[-waiting:]
    return [
        *_plan(upper, spare, hands, others),
        *_plan(lower, dest, hands, others),
        *_plan(upper, lower[-1], hands, others),
    ]
