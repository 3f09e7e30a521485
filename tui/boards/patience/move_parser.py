"""Parser of moves typed at the prompt: what files contain, in any case, and columns by number.

Start with `parse_moves`; `notation` describes what can be typed.
"""

import re

from ludoscope.games.patience.cards import card_name, is_card_name, parse_card
from ludoscope.games.patience.position import Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.standard_notation import is_standard_move

_TWO_NUMBERS = re.compile(r"([0-9]{1,2})[ -]+([0-9]{1,2})(\*[0-9]{1,2})?")
_DESTINATION = re.compile(r"[VTF^][0-9]{0,2}")
_MANY_COLUMNS = 11  # from which on columns are separated by a dash


def parse_moves(game: PatienceGame, position: Position, text: str) -> list[Move]:
    """Return the moves that a text describes.

    Two numbers are columns if there are such columns, else cards. Upper and lower case are the
    same, and 10 is T; if that leaves two meanings, the legal one is taken.

    Raises:
        ValueError: No legal move is described; the message says why.
    """
    numbers = _TWO_NUMBERS.fullmatch(text)
    column_count = len(game.variant.column_sizes)
    if numbers and all(1 <= int(number) <= column_count for number in numbers.groups()[:2]):
        source, target, run_length = int(numbers[1]), int(numbers[2]), numbers[3] or ""
        return game.parse_moves(position, f"{source}-{target}{run_length}")
    tokens = text.split()
    card_move = _normalised_card_move(tokens)
    standard_moves = " ".join(token.lower() for token in tokens)
    if not all(map(is_standard_move, standard_moves.split())):
        return game.parse_moves(position, card_move or text)
    if not card_move:
        return game.parse_moves(position, standard_moves)
    try:
        return game.parse_moves(position, card_move)
    except ValueError:
        return game.parse_moves(position, standard_moves)


def _normalised_card_move(tokens: list[str]) -> str:
    """Return a card and its destination as in files ("9S TH"); "" if the words are not that."""
    if [token.upper() for token in tokens] == ["R"]:
        return "R"
    if len(tokens) != 2:
        return ""
    card, destination = map(_normalised_token, tokens)
    if not is_card_name(card):
        return ""
    if is_card_name(destination) or _DESTINATION.fullmatch(destination):
        return f"{card} {destination}"
    return ""


def _normalised_token(token: str) -> str:
    upper = token.upper()
    return card_name(parse_card(upper)) if is_card_name(upper) else upper


def notation(game: PatienceGame) -> str:
    """Return a description of what can be typed, for the help and the prompt.

    With few exceptions it fits beside the prompt in a line of 80 columns.
    """
    has_cells = game.variant.cells > 0
    has_many_columns = len(game.variant.column_sizes) >= _MANY_COLUMNS
    examples = ["12-3" if has_many_columns else "34"]
    if has_cells:
        examples.append("3a")
    if not game.normalise:
        examples.append("3h")
    three_cards = "2-8*3" if has_many_columns else "18*3"
    cell_example = ", 9s T (cell)" if has_cells else ""
    description = (
        f"{', '.join(examples)}, {three_cards} (3 cards), 9s 10h{cell_example}, 9s V (empty)"
    )
    if game.variant.has_chances:
        description += "; R reshuffles, 9S ^ raises a buried card"
    return description
