"""Cards that may always be moved to the foundation: none of them is needed later."""

import random

import pytest
from many import case, many

from ludoscope.games.patience.cards import parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.foundation import is_safe_foundation_move, safe_foundation_moves
from ludoscope.games.patience.position import FOUNDATION, Chances, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    BAKERS_DOZEN,
    FREECELL,
    FULL_MIDNIGHT_OIL,
    RETURN_VARIANTS,
    SEAHAVEN,
    VARIANTS,
)


def reached(*foundation):
    """Return a position that has nothing but a foundation."""
    return Position((), (), foundation)


def test_the_rule():
    for variant, foundation, card, safe in [
        (FREECELL, (0, 0, 0, 0), "AC", True),
        (FREECELL, (1, 0, 0, 0), "2C", True),
        (FREECELL, (2, 0, 1, 1), "3C", True),
        (FREECELL, (2, 0, 1, 0), "3C", False),
        (FREECELL, (5, 3, 4, 4), "6C", True),
        (FREECELL, (5, 2, 4, 4), "6C", False),
        (FREECELL, (5, 3, 4, 3), "6C", False),
        (FREECELL, (4, 4, 5, 3), "6H", True),
        (FREECELL, (5, 3, 4, 4), "7C", False),
        (BAKERS_DOZEN, (5, 4, 4, 4), "6C", True),
        (BAKERS_DOZEN, (5, 4, 3, 4), "6C", False),
        (RETURN_VARIANTS["FreeCell"], (0, 0, 0, 0), "AC", False),  # what is home may be wanted back
        (RETURN_VARIANTS["FreeCell"], (2, 0, 1, 1), "3C", False),
        (RETURN_VARIANTS["BakersDozen"], (5, 4, 4, 4), "6C", True),
        (RETURN_VARIANTS["BakersDozen"], (5, 4, 3, 4), "6C", False),
        (SEAHAVEN, (5, 0, 0, 0), "6C", True),
        (SEAHAVEN, (5, 0, 0, 0), "7C", False),
    ]:
        with case(variant, foundation, card, safe):
            assert is_safe_foundation_move(variant, reached(*foundation), parse_card(card)) is safe


def test_no_card_is_safe_while_a_reshuffle_or_raise_is_left():
    position = reached(5, 0, 0, 0)
    for reshuffles, raises, safe in [(0, 0, True), (1, 0, False), (0, 1, False), (2, 1, False)]:
        left = position._replace(chances=Chances(1, reshuffles, raises))
        with case(left):
            card = parse_card("6C")
            assert is_safe_foundation_move(FULL_MIDNIGHT_OIL, left, card) is safe


def test_a_card_sent_home_before_a_reshuffle_can_lose_the_game():
    """Without K♥ the last reshuffle deals the other cards so that they cannot be won."""
    variant = FULL_MIDNIGHT_OIL._replace(column_sizes=(3,) * 5)
    home, king = reached(12, 10, 12, 11), parse_card("KH")
    columns = [line.split() for line in ("JS KH", "", "KD QD", "KC", "QS KS")]
    position = home._replace(
        columns=tuple(tuple(map(parse_card, column)) for column in columns),
        chances=Chances(1, 1, 0),
    )
    game = PatienceGame(variant, position, normalise=False)
    assert wins(game, position, set()) is True
    assert wins(game, game.play(position, (king, FOUNDATION)), set()) is False
    assert safe_foundation_moves(variant, position) == []


def wins(game, position, seen, budget=4000):
    """Return True if the position can be won; None if that takes too long to decide."""
    todo = [position]
    while todo:
        here = todo.pop()
        if game.is_won(here):
            return True
        key = game.key(here)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > budget:
            return None
        todo += [game.play(here, move) for move in game.moves(here)]
    return False


def endgame(variant, chance):
    """Return a random position with few cards left in the columns."""
    while True:
        foundation = [chance.randint(8, 12) for _ in range(4)]
        left = [4 * rank + suit for suit in range(4) for rank in range(foundation[suit], 13)]
        if len(left) <= 13:
            break
    chance.shuffle(left)
    columns = [()] * len(variant.column_sizes)
    for card in left:
        columns[chance.randrange(len(columns))] += (card,)
    return Position(tuple(columns), (-1,) * variant.cells, tuple(foundation))


@pytest.mark.parametrize("name", [name for name in VARIANTS if VARIANTS[name].is_standard])
def test_no_position_is_lost_by_a_safe_move(name):
    """Check in a narrow game, where many positions cannot be won."""
    chance = random.Random(name)
    variant = VARIANTS[name]._replace(column_sizes=(4, 4, 4), cells=min(1, VARIANTS[name].cells))
    tried = lost = 0
    for _ in range(150):
        position = endgame(variant, chance)
        game = PatienceGame(variant, position, normalise=False)
        before = wins(game, position, set())
        lost += before is False
        for move in safe_foundation_moves(variant, position):
            after = wins(game, game.play(position, move), set())
            assert before is None or after is None or after == before, game.text(position)
            tried += before is not None and after is not None
    assert tried > 20
    assert 5 < lost < 145


def test_safe_moves_are_moves_home():
    game = PatienceGame.from_deal(FREECELL, deal_xpat2(1), normalise=False)
    chance, position, met = random.Random(3), game.start, 0
    for _ in range(many(300)):
        moves = game.moves(position)
        for move in safe_foundation_moves(FREECELL, position):
            assert move[1] == FOUNDATION
            assert move in moves
            met += 1
        position = game.play(position, chance.choice(moves)) if moves else game.start
    assert met
