"""Text for moves of patience: "9♠ → 10♥" for a move, "9♠–7♠ → 10♥" for a run moved in one step.

A *step* is what the user does at once: one card, or a run of cards by way of free places, followed
by the cards that then go home by themselves.
"""

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
from ludoscope.tui.boards.patience.locations import Location, card_spots, move_target


def move_text(move: Move) -> str:
    """Return a single move as text."""
    card, destination = move
    if destination == RESHUFFLE:
        return "reshuffle"
    if destination == RAISE:
        return f"{card_label(card)} raised"
    return f"{card_label(card)} → {_destination_text(destination)}"


def _destination_text(destination: int) -> str:
    if destination < DECK_SIZE:
        return card_label(destination)
    if destination == FOUNDATION:
        return "home"
    is_cell = destination == FREE_CELL or destination >= FREE_CELL_OFFSET
    return "cell" if is_cell else "empty column"


def step_cards(position: Position, moves: Sequence[Move]) -> list[int]:
    """Return the cards that a step moves, from bottom to top.

    Cards that go home afterwards are left out. If all cards go home, only the first one counts.
    """
    cards = {card for card, destination in moves if destination != FOUNDATION} or {moves[0][0]}
    spots = card_spots(position)
    return sorted(cards, key=lambda card: spots[card].cards_below)


def _deciding_move(position: Position, moves: Sequence[Move]) -> Move:
    """Return the last move of the lowest card of a step: it puts that card where the run goes."""
    lowest = step_cards(position, moves)[0]
    candidates = [move for move in moves if move[0] == lowest]
    return [move for move in candidates if move[1] != FOUNDATION or move == moves[0]][-1]


def step_text(position: Position, moves: Sequence[Move]) -> str:
    """Return a step as text: "9♠–7♠ → 10♥", or "A♣ → home +2" for three cards going home."""
    moves_on_table = [move for move in moves if move[1] != FOUNDATION]
    if not moves_on_table:
        suffix = f" +{len(moves) - 1}" if len(moves) > 1 else ""
        return f"{move_text(moves[0])}{suffix}"
    if moves_on_table[0][1] in (RESHUFFLE, RAISE):
        return move_text(moves_on_table[0])
    cards = step_cards(position, moves)
    destination = _deciding_move(position, moves)[1]
    run = card_label(cards[0])
    if len(cards) > 1:
        run += f"–{card_label(cards[-1])}"
    return f"{run} → {_destination_text(destination)}"


def step_target(game: PatienceGame, position: Position, moves: Sequence[Move]) -> Location:
    """Return where a step puts its run of cards."""
    deciding_move = _deciding_move(position, moves)
    for move in moves:
        if move == deciding_move:
            return move_target(position, move)
        position = game.play(position, move)
    raise AssertionError("the deciding move is a move of its step")
