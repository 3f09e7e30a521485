"""Reasons for a step of a line of patience: what it frees and what it makes room for."""

from collections.abc import Sequence

from ludoscope.games.patience.cards import DECK_SIZE, card_label, rank_of, suit_of
from ludoscope.games.patience.position import FOUNDATION, Column, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.patience.locations import card_spots
from ludoscope.tui.boards.patience.move_text import step_cards
from ludoscope.tui.text.formatting import format_count


def explain_step(game: PatienceGame, position: Position, line: Sequence[Move], size: int) -> str:
    """Return what the first step of a line does for the moves after it, "" if nothing is found.

    Args:
        game: The game.
        position: The position before the step.
        line: The single-card moves to the win.
        size: The number of moves of the step.
    """
    step, rest = line[:size], line[size:]
    if step[0][1] == FOUNDATION:
        return "goes home"
    if not 0 <= step[0][0] < DECK_SIZE or step[0][0] not in _table_cards(position):
        return ""  # a reshuffle, a raised card, or one that returns from the foundation
    after = game.play_line(position, step)
    cards = step_cards(position, step)
    source = card_spots(position)[cards[0]].location
    if source.kind == "cell":
        return _describe_room(cards[-1], rest) or "frees a cell"
    column = position.columns[source.number]
    covered = column[: column.index(cards[0])]
    freed = [card for card in reversed(covered) if _is_home(after, card)]
    if freed:
        return f"frees {card_label(freed[0])}, which goes home"
    if not covered:
        return f"empties column {source.number + 1}"
    return (
        _describe_exposed(covered[-1], rest)
        or _describe_room(cards[-1], rest)
        or _describe_buried(covered, rest)
        or f"uncovers {card_label(covered[-1])}"
    )


def _table_cards(position: Position) -> set[int]:
    return {card for pile in (*position.columns, position.cells) for card in pile}


def _is_home(position: Position, card: int) -> bool:
    return rank_of(card) <= position.foundation[suit_of(card)]


def _describe_exposed(card: int, rest: Sequence[Move]) -> str:
    """Return where the line moves the exposed card, if it does so before it is covered."""
    for mover, destination in rest:
        if destination == card:
            return f"frees {card_label(card)}, which takes {card_label(mover)}"
        if mover == card and destination == FOUNDATION:
            return f"frees {card_label(card)}, which goes home"
        if mover == card and destination < DECK_SIZE:
            return f"frees {card_label(card)}, which goes on {card_label(destination)}"
        if mover == card:
            return ""
    return ""


def _describe_room(card: int, rest: Sequence[Move]) -> str:
    """Return which card the line puts on the moved card, if it does so before it moves again."""
    for mover, destination in rest:
        if destination == card:
            return f"makes room for {card_label(mover)}"
        if mover == card:
            return ""
    return ""


def _describe_buried(covered: Column, rest: Sequence[Move]) -> str:
    """Return the first card below the moved ones that the line sends home, and what is on it."""
    for mover, destination in rest:
        if destination == FOUNDATION and mover in covered:
            count = len(covered) - 1 - covered.index(mover)
            more = f": {format_count(count, 'more card')} on it" if count else ""
            return f"digs out {card_label(mover)}{more}"
    return ""
