"""Runs: what is carried in single cards ends where the whole run would, and takes no more room."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import many

from ludoscope.games.patience.cards import DECK_SIZE, card_name, parse_card
from ludoscope.games.patience.messages import build_refusal
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.supermoves import (
    max_supermove_size,
    plan_supermove,
    supermove_cards,
    top_run,
)
from ludoscope.games.patience.variants import VARIANTS


def endgame(name: str, seed: int) -> PatienceGame:
    """Long runs, some of them in the way of each other, with cells and columns to spare."""
    variant = VARIANTS[name]
    choose = random.Random(seed)
    home = choose.randrange(5, 10)
    cards = list(range(DECK_SIZE - 1, 4 * home - 1, -1))
    cells = [cards.pop(choose.randrange(len(cards))) for _ in range(choose.randrange(5))]
    cells = (cells + [NO_CARD] * variant.cells)[: variant.cells]
    columns: list[tuple[int, ...]] = [()] * len(variant.column_sizes)
    free = PatienceGame(variant, Position(((),) * len(columns), (NO_CARD,) * len(cells), (13,) * 4))
    for card in [card for card in range(DECK_SIZE - 1, 4 * home - 1, -1) if card not in cells]:
        takers = [i for i, c in enumerate(columns) if c and free.can_place(card, c)]
        target = choose.choice(takers or range(len(columns) // 2))
        columns[target] += (card,)
    return PatienceGame(variant, Position(tuple(columns), tuple(cells), (home,) * 4), False)


@given(
    name=st.sampled_from(["FreeCell", "Seahaven"]),
    seed=st.integers(0, 10**6),
    source=st.integers(0, 7),
    target=st.integers(0, 7),
)
@settings(max_examples=many(200), deadline=None)
def test_a_carried_run_arrives_whole(name: str, seed: int, source: int, target: int) -> None:
    game = endgame(name, seed)
    position = game.start
    try:
        run = supermove_cards(game, position, source, target)
    except ValueError:
        with pytest.raises(ValueError, match=r"column|you can move|does not go on"):
            plan_supermove(game, position, source, target)
        return
    wanted = list(position.columns)
    wanted[source] = wanted[source][: -len(run)]
    wanted[target] += run
    moves = plan_supermove(game, position, source, target)
    for move in moves:
        position = game.play(position, move)
    assert position == game.start._replace(columns=tuple(wanted))
    assert len(moves) >= 2 * len(run) - 1


def test_room_doubles_with_each_spare_column_where_any_card_fills_one() -> None:
    for name, most in (("FreeCell", 3 << 2), ("Seahaven", 3)):
        game = endgame(name, 1)
        filled = ((51,),) * (len(game.start.columns) - 2)
        position = game.start._replace(columns=((), (), *filled), cells=(0, 1, NO_CARD, NO_CARD))
        assert max_supermove_size(game, position, 5) == most
        assert max_supermove_size(game, position, 0) == (most >> 1 if name == "FreeCell" else most)


def test_the_run_on_top_of_a_column() -> None:
    game = endgame("FreeCell", 1)
    assert top_run(game, ()) == ()
    assert top_run(game, (48,)) == (48,)
    # K♣ Q♦ J♣ 10♣: the ten does not go on the jack; K♣ Q♦ J♣ does hold
    assert top_run(game, (48, 47, 40, 36)) == (36,)
    assert top_run(game, (36, 48, 47, 40)) == (48, 47, 40)


def test_so_many_cards_as_are_asked_for_and_no_others() -> None:
    game = endgame("FreeCell", 1)
    columns = "KH QS JD TC / KS QD / KD QH JC TH / KC QC JH TS / JS TD / - / - / -"
    line = f"9C 9S 9H 9D | - - - - | {columns}"
    position = game.parse(line)
    assert [card_name(card) for card in supermove_cards(game, position, 0, 5, 2)] == ["JD", "TC"]
    assert len(supermove_cards(game, position, 0, 5)) == 4
    with pytest.raises(ValueError, match="the run on column 2 has 2 cards, not 3"):
        supermove_cards(game, position, 1, 5, 3)
    with pytest.raises(ValueError, match="goes on the ten of hearts: it takes a black nine"):
        supermove_cards(game, position, 4, 2, 2)


def test_why_a_card_does_not_go_on_another() -> None:
    for names, variant, said in [
        (
            "7H 8D",
            "FreeCell",
            "the seven of hearts does not go on the eight of diamonds: same colour",
        ),
        ("7H AS", "FreeCell", "does not go on the ace of spades: it takes nothing"),
        ("7H 9C", "BakersDozen", "it takes an eight"),
        ("7H 8D", "Seahaven", "another suit"),
        ("7H 9D", "Seahaven", "it takes the eight of diamonds"),
    ]:
        card, taker = map(parse_card, names.split())
        assert build_refusal(VARIANTS[variant], card, taker).endswith(said), names
