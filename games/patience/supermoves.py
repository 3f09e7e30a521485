"""Supermoves: moves of several cards in sequence, made as a series of single-card moves.

A *run* is the longest sequence of cards on top of a column in which each card may be put on the one
below it. Its cards are moved one at a time, by way of free cells and empty columns, so these limit
how many cards can be moved at once. Start with `plan_supermove`.
"""

from ludoscope.games.patience.cards import KING, rank_of
from ludoscope.games.patience.messages import (
    build_refusal,
    buildable_cards_text,
    describe_card,
    empty_column_refusal,
)
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FREE_CELL,
    NO_CARD,
    Column,
    Move,
    Position,
)
from ludoscope.games.patience.protocol import Rules
from ludoscope.games.patience.variants import ANY_CARD


def top_run(game: Rules, column: Column) -> Column:
    """Return the run on top of a column, bottom to top; empty for an empty column."""
    start = len(column) - 1
    while start > 0 and game.can_place(column[start], column[:start]):
        start -= 1
    return column[max(start, 0) :]


def max_supermove_size(game: Rules, position: Position, target: int) -> int:
    """Return the maximum number of cards that can be moved to a column at once.

    This is (free cells + 1) · 2 ** (empty columns other than the target); empty columns count only
    if any card may be put on them.

    Args:
        game: The rules.
        position: The position before the move.
        target: The index of the target column.
    """
    return (position.cells.count(NO_CARD) + 1) << len(_spare_columns(game, position, target))


def _spare_columns(game: Rules, position: Position, target: int) -> list[int]:
    """Return the indices of the empty columns on which cards of a run may be put temporarily."""
    if game.variant.fill_rule != ANY_CARD:
        return []
    return [i for i, column in enumerate(position.columns) if not column and i != target]


def supermove_cards(
    game: Rules, position: Position, source: int, target: int, count: int = 0
) -> Column:
    """Return the cards that a supermove moves from one column to another, bottom to top.

    Args:
        game: The rules.
        position: The position before the move.
        source: The index of the column from which the cards are moved.
        target: The index of the column to which they are moved.
        count: The number of cards. If 0, the number follows from the card on top of the target;
            as many as possible are moved to an empty column.

    Raises:
        ValueError: If no card, or not this number of cards, can be moved; the message says why.
    """
    column, target_column = position.columns[source], position.columns[target]
    if source == target:
        raise ValueError(f"the cards are already on column {source + 1}")
    if not column:
        raise ValueError(f"column {source + 1} is empty")
    run = top_run(game, column)
    max_count = max_supermove_size(game, position, target)
    if count > len(run):
        run_size = "1 card" if len(run) == 1 else f"{len(run)} cards"
        raise ValueError(f"the run on column {source + 1} has {run_size}, not {count}")
    size = count or _part_size(game, run, target_column, max_count)
    if not size or not game.can_place(run[-size], target_column):
        refused_cards = run[-count:] if count else run
        raise ValueError(_refusal_message(game, refused_cards, target_column, source))
    if size > max_count:
        raise ValueError(f"that takes {size} cards; you can move {max_count}")
    return run[-size:]


def _part_size(game: Rules, run: Column, target_column: Column, max_count: int) -> int:
    """Return how many cards of a run may be put on a column, judging by rank; 0 if none."""
    if not target_column and game.variant.fill_rule == ANY_CARD:
        return min(len(run), max_count)
    bottom_rank = rank_of(target_column[-1]) - 1 if target_column else KING
    size = bottom_rank - rank_of(run[-1]) + 1
    return size if 1 <= size <= len(run) else 0


def _refusal_message(game: Rules, run: Column, target_column: Column, source: int) -> str:
    """Return a message that says why no part of a run may be put on a column."""
    if not target_column:
        return empty_column_refusal(game.variant, run[0])
    target_card = target_column[-1]
    if len(run) == 1:
        return build_refusal(game.variant, run[0], target_card)
    buildable_cards = buildable_cards_text(game.variant, target_card)
    return (
        f"no card on top of column {source + 1} goes on {describe_card(target_card)}: "
        f"it takes {buildable_cards}"
    )


def plan_supermove(
    game: Rules,
    position: Position,
    source: int,
    target: int,
    *,
    count: int = 0,
) -> list[Move]:
    """Return the single-card moves of a supermove from one column to another.

    Cards of the run that go to the foundation automatically, because one of the moves exposed them,
    are left out.

    Args:
        game: The rules.
        position: The position before the move.
        source: The index of the column from which the cards are moved.
        target: The index of the column to which they are moved.
        count: The number of cards, as in `supermove_cards`.

    Raises:
        ValueError: If the supermove is illegal; the message says why.
    """
    run = supermove_cards(game, position, source, target, count)
    spare_columns = [EMPTY_COLUMN_OFFSET + i for i in _spare_columns(game, position, target)]
    cards_at_once = position.cells.count(NO_CARD) + 1
    moves = []
    for move in _plan(run, column_destination(position, target), cards_at_once, spare_columns):
        try:
            position = game.play(position, move)
        except ValueError:  # the card has gone to the foundation
            continue
        moves.append(move)
    return moves


def column_destination(position: Position, target: int) -> int:
    """Return the destination of a single-card move to the column with index `target`."""
    if position.columns[target]:
        return position.columns[target][-1]
    first = position.columns.index(())
    return EMPTY_COLUMN if first == target else EMPTY_COLUMN_OFFSET + target


def _plan(
    run: Column, run_destination: int, cards_at_once: int, spare_columns: list[int]
) -> list[Move]:
    """Return the single-card moves that move a run.

    Args:
        run: The cards, bottom to top.
        run_destination: The destination of the lowest card.
        cards_at_once: The number of cards that can be moved without an empty column.
        spare_columns: Destinations of the empty columns that may be used temporarily.
    """
    if len(run) <= cards_at_once:
        to_cells = [(card, FREE_CELL) for card in reversed(run[1:])]
        from_cells = [(run[i], run[i - 1]) for i in range(1, len(run))]
        return [*to_cells, (run[0], run_destination), *from_cells]
    spare, *other_spares = spare_columns
    upper_size = min(len(run) - 1, cards_at_once << len(other_spares))
    lower, upper = run[:-upper_size], run[-upper_size:]
    return [
        *_plan(upper, spare, cards_at_once, other_spares),
        *_plan(lower, run_destination, cards_at_once, other_spares),
        *_plan(upper, lower[-1], cards_at_once, other_spares),
    ]
