"""What a person does at once on a patience: a card, or a run of cards by way of other places."""

from collections.abc import Sequence

from ludoscope.games.patience.cards import DECK_SIZE, card_label
from ludoscope.games.patience.position import (
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    RAISE,
    RESHUFFLE,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.tui.boards.patience.layout import Place
from ludoscope.tui.boards.patience.locations import places, target


def said(move: Move) -> str:
    """A single move."""
    card, dest = move
    if dest in (RESHUFFLE, RAISE):
        return "reshuffle" if dest == RESHUFFLE else f"{card_label(card)} raised"
    return f"{card_label(card)} → {_dest_words(dest)}"


def _dest_words(dest: int) -> str:
    if dest < DECK_SIZE:
        return card_label(dest)
    if dest == FOUNDATION:
        return "home"
    return "cell" if dest == FREE_CELL or dest >= FREE_CELL_OFFSET else "empty column"


def lifted(position: Position, moves: Sequence[Move]) -> list[int]:
    """The cards that a step moves, the lowest one first.

    Those that go home after them are left out, unless all do; then it is the first of them.
    """
    cards = {card for card, dest in moves if dest != FOUNDATION} or {moves[0][0]}
    where = places(position)
    return sorted(cards, key=lambda card: where[card][1])


def goal(position: Position, moves: Sequence[Move]) -> Move:
    """The move that puts the lowest card of a step where all go."""
    lowest = lifted(position, moves)[0]
    own = [move for move in moves if move[0] == lowest]
    return [move for move in own if move[1] != FOUNDATION or move == moves[0]][-1]


def step_words(position: Position, moves: Sequence[Move]) -> str:
    """A step in a line: what goes where, and how many cards went home after it."""
    made = [move for move in moves if move[1] != FOUNDATION]
    if not made:
        more = f" +{len(moves) - 1}" if moves[1:] else ""
        return f"{said(moves[0])}{more}"
    if made[0][1] in (RESHUFFLE, RAISE):
        return said(made[0])
    cards = lifted(position, moves)
    _, dest = goal(position, moves)
    ends = [card_label(card) for card in (cards[0], cards[-1])][: len(cards)]
    return f"{'–'.join(ends)} → {_dest_words(dest)}"


def goal_place(game: PatienceGame, position: Position, moves: Sequence[Move]) -> Place:
    """Where a step puts its cards."""
    aim = goal(position, moves)
    for move in moves:
        if move == aim:
            return target(position, move)
        position = game.play(position, move)
    raise AssertionError("a goal is a move of its step")
