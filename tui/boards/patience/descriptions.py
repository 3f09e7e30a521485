"""Sentences about a position of patience: cards looked for, runs that can move, the rules."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludoscope.games.patience.cards import (
    DECK_SIZE,
    KING,
    RANKS,
    SUIT_SYMBOLS,
    SUITS,
    card_label,
    rank_of,
    suit_of,
)
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import max_supermove_size, supermove_cards
from ludoscope.tui.boards.patience.locations import card_spots, location_name
from ludoscope.tui.text.formatting import format_count

MAX_LISTED_CARDS = 4  # cards found that are described one by one
AUTOPLAY_DESCRIPTIONS = {
    "off": "cards go home only when you send them",
    "safe": "cards that no other card needs go home by themselves",
    "full": "every card goes home as soon as it can",
}

_CARD_PATTERN = re.compile(f"(10|[{RANKS}])?([{SUITS}{SUIT_SYMBOLS}])?", re.IGNORECASE)


def matching_cards(text: str) -> list[int]:
    """Return the cards of a rank, a suit or both: `7`, `h`, `7h`; none for any other text."""
    pattern = _CARD_PATTERN.fullmatch(text.strip())
    if not pattern or not pattern[0]:
        return []
    rank, suit = (pattern[1] or "").upper().replace("10", "T"), (pattern[2] or "").upper()
    return [
        card
        for card in range(DECK_SIZE)
        if rank in ("", RANKS[rank_of(card) - 1])
        and suit in ("", SUITS[suit_of(card)], SUIT_SYMBOLS[suit_of(card)])
    ]


def describe_location(position: Position, card: int) -> str:
    """Return where a card lies and how many cards lie on it."""
    description = f"{card_label(card)}: {card_location_name(position, card)}"
    column = next((column for column in position.columns if card in column), None)
    if column is None:
        return description
    covering_count = len(column) - 1 - column.index(card)
    covering_text = format_count(covering_count, "card") if covering_count else "none"
    return f"{description}, {covering_text} on it"


def card_location_name(position: Position, card: int) -> str:
    """Return the name of the location of a card, such as "column 3"."""
    return location_name(card_spots(position)[card].location)


def describe_matches(position: Position, text: str) -> str:
    """Return a message about the cards that `text` looks for."""
    cards = matching_cards(text)
    if not cards:
        return "no such card: type a rank, a suit or both, such as 7h" if text.strip() else ""
    if len(cards) > MAX_LISTED_CARDS:
        home = sum(rank_of(card) <= position.foundation[suit_of(card)] for card in cards)
        return f"{len(cards)} cards, {home or 'none'} of them home"
    return "; ".join(describe_location(position, card) for card in cards)


def describe_supermove(
    game: PatienceGame, position: Position, source: int, target: int
) -> Sequence[str]:
    """Return how many cards of a column can move at once, and how many fit on another column.

    Args:
        game: The game.
        position: The position.
        source: The index of the column with the run.
        target: The index of the other column; `source` if there is none.
    """
    max_size = min(KING, max_supermove_size(game, position, source))  # no run is longer
    sentences = [f"Up to {max_size} cards at a time" if max_size > 1 else "One card at a time"]
    if target != source:
        try:
            cards = supermove_cards(game, position, source, target)
            sentences.append(
                f"Column {source + 1} to {target + 1}: {format_count(len(cards), 'card')}"
            )
        except ValueError as error:
            sentences.append(str(error))
    return sentences


class ExtraMove(NamedTuple):
    """A reshuffle or a raise: one of BOARD_COMMANDS, and labels that say how many are left."""

    command: str
    labels: Sequence[str]  # the longest first

    @classmethod
    def create(cls, command: str, name: str, short_name: str, left: int) -> "ExtraMove":
        """Return a move that can be made so many times more."""
        labels = (f"{name} ({left or 'none'} left)", f"{short_name} ({left})", f"({left})")
        return cls(command, labels)


def extra_moves(position: Position) -> Sequence[ExtraMove]:
    """Return the reshuffle and the raise of a game that has them."""
    if not position.chances:
        return ()
    _, reshuffles, raises = position.chances
    return (
        ExtraMove.create("reshuffle", "reshuffle", "reshuffle", reshuffles),
        ExtraMove.create("raise", "raise a card", "raise", raises),
    )


def describe_rules(game: PatienceGame, autoplay: str) -> str:
    """Return the rules of a game in a few sentences.

    Args:
        game: The game.
        autoplay: The setting, a key of `AUTOPLAY_DESCRIPTIONS`.
    """
    variant = game.variant
    sentences = [
        "All cards home, each suit from ace to king.",
        f"A card goes on the next higher rank of {variant.build_rule};"
        f" an empty column takes {variant.fill_rule}.",
    ]
    if variant.has_chances:
        sentences.append(
            "The cards that are not home can be shuffled and dealt again in threes,"
            f" {format_count(variant.reshuffles, 'time')}; one buried card can be raised to the top"
            " of its column."
        )
    if game.normalise:
        sentences.append("Cards go home by themselves.")
    elif variant.can_return:
        sentences.append("Cards can come back from home.")
    else:
        sentences.append(f"Autoplay {autoplay}: {AUTOPLAY_DESCRIPTIONS[autoplay]}.")
    return " ".join(sentences)
