"""What is said of a patience: where cards lie, how many of them go at once, the rules."""

import re
from collections.abc import Sequence

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
from ludoscope.tui.boards.patience.locations import place_words, places
from ludoscope.tui.text.formatting import number

SAID = 4  # cards looked for of which each is told where it lies
AUTOPLAY = {
    "off": "cards go home only when you send them",
    "safe": "cards that no other card needs go home by themselves",
    "full": "every card goes home as soon as it can",
}

_WANTED = re.compile(f"(10|[{RANKS}])?([{SUITS}{SUIT_SYMBOLS}])?", re.IGNORECASE)


def matching(text: str) -> list[int]:
    """The cards that a rank, a suit or both mean: `7`, `h`, `7h`; none for any other text."""
    wanted = _WANTED.fullmatch(text.strip())
    if not wanted or not wanted[0]:
        return []
    rank, suit = (wanted[1] or "").upper().replace("10", "T"), (wanted[2] or "").upper()
    return [
        card
        for card in range(DECK_SIZE)
        if rank in ("", RANKS[card >> 2]) and suit in ("", SUITS[card & 3], SUIT_SYMBOLS[card & 3])
    ]


def whereabouts(position: Position, card: int) -> str:
    """Where a card lies, and how many lie on it."""
    said = f"{card_label(card)} {place_of(position, card)}"
    column = next((column for column in position.columns if card in column), None)
    if column is None:
        return said
    return f"{said}, {len(column) - 1 - column.index(card) or 'none'} on it"


def place_of(position: Position, card: int) -> str:
    """Such as "column 3"."""
    place, _ = places(position)[card]
    return place_words(place)


def found(position: Position, text: str) -> str:
    """What to say of the cards that `text` looks for."""
    wanted = matching(text)
    if not wanted:
        return "no such card: a rank, a suit or both, as 7h" if text.strip() else ""
    if len(wanted) > SAID:
        home = sum(rank_of(card) <= position.foundation[suit_of(card)] for card in wanted)
        return f"{len(wanted)} cards, {home or 'none'} of them home"
    return "; ".join(whereabouts(position, card) for card in wanted)


def carrying(game: PatienceGame, position: Position, source: int, target: int) -> Sequence[str]:
    """How many cards of a column may be carried, and how many go to the `target`, another one."""
    most = min(KING, max_supermove_size(game, position, source))  # no run is longer
    said = [f"up to {most} cards at a time" if most > 1 else "one card at a time"]
    if target != source:
        try:
            going = number(len(supermove_cards(game, position, source, target)), "card")
            said.append(f"{source + 1} → column {target + 1}: {going}")
        except ValueError as error:
            said.append(str(error))
    return said


def chances_left(position: Position) -> Sequence[tuple[str, str]]:
    """The keys of the chances of a game that gives some, and how many are left of each."""
    if not position.chances:
        return ()
    _, reshuffles, raises = position.chances
    shuffle, raise_ = (f"{count or 'none'} left" for count in (reshuffles, raises))
    return ("d", f"reshuffle: {shuffle}"), ("g", f"raise a card: {raise_}")


def rule(game: PatienceGame, autoplay: str) -> str:
    """How a game is played, in a few sentences."""
    variant = game.variant
    said = (
        "All cards home, each suit from ace to king."
        f" A card goes on the next higher rank of {variant.build_rule};"
        f" an empty column takes {variant.fill_rule}."
    )
    if variant.has_chances:
        said += (
            " What is not home may be shuffled and dealt again in threes,"
            f" {variant.reshuffles} times, and one buried card raised to the top of its column."
        )
    if game.normalise:
        return f"{said} Cards go home by themselves."
    if variant.can_return:
        return f"{said} Cards may come back from home."
    return f"{said} Autoplay {autoplay}: {AUTOPLAY[autoplay]}."
