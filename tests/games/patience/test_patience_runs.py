"""The length of a solution in single cards, and in runs carried together."""

import random

import pytest
from many import many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.notation import parse_single_move
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, Move, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.solution_length import count_card_moves, count_supermoves
from ludoscope.games.patience.supermoves import plan_supermove, supermove_cards
from ludoscope.games.patience.variants import VARIANTS


def game_of(*columns: str, normalise: bool = False) -> PatienceGame:
    """FreeCell with these columns, the rest of the deck in the last one, kings on top."""
    laid = [tuple(parse_single_move(f"{name} T")[0] for name in c.split()) for c in columns]
    used = {card for column in laid for card in column}
    rest = tuple(card for card in range(DECK_SIZE) if card not in used)
    heaps = (*laid, *[()] * (7 - len(laid)), rest)
    position = Position(heaps, (NO_CARD,) * 4, (0, 0, 0, 0))
    return PatienceGame(VARIANTS["FreeCell"], position, normalise)


def texts(*moves: str) -> list[Move]:
    return [parse_single_move(move) for move in moves]


RUN = ("TH 9S 8H", "TD", "2C")


def test_a_run_carried_is_one_move_whatever_way_its_cards_take() -> None:
    game = game_of(*RUN)
    straight = texts("8H T", "9S TD", "8H 9S")
    by_column = texts("8H V", "9S TD", "8H 9S")
    for moves in (straight, by_column):
        assert count_supermoves(game, game.start, moves) == 1
        assert count_card_moves(moves) == 3


def test_a_run_left_in_pieces_is_more() -> None:
    game = game_of(*RUN)
    assert count_supermoves(game, game.start, texts("8H T", "9S TD")) == 2
    assert count_supermoves(game, game.start, texts("8H T", "9S TD", "2C T", "8H 9S")) == 4
    assert count_supermoves(game, game.start, texts("8H T", "8H V", "8H T")) == 3


def test_putting_a_run_back_is_no_carry() -> None:
    game = game_of(*RUN)
    assert count_supermoves(game, game.start, texts("8H T", "8H 9S")) == 2


def test_moves_home_are_free() -> None:
    game = game_of("AC", "AS", "TD", "TH 9S 8H")
    moves = [(0, FOUNDATION), *texts("8H T", "9S TD", "8H 9S"), (1, FOUNDATION)]
    assert count_card_moves(moves) == 3
    assert count_supermoves(game, game.start, moves) == 1


def test_cards_of_a_run_that_go_home_on_the_way_count_as_carried() -> None:
    game = game_of("TD", "AD AH 3S 2D", "4D", normalise=True)
    assert game.start.foundation == (0, 0, 0, 0)
    moves = texts("2D T", "3S 4D", "2D 3S")
    position = game.start
    for move in moves[:2]:
        position = game.play(position, move)
    assert position.foundation[3] == 2
    assert count_supermoves(game, game.start, moves[:2]) == 1


def test_illegal_moves_are_refused() -> None:
    game = game_of(*RUN)
    with pytest.raises(ValueError, match="does not go on"):
        count_supermoves(game, game.start, texts("8H TD"))


def test_every_carry_is_one_move() -> None:
    dice = random.Random(1)
    counted = 0
    for _ in range(many(60)):
        # long runs: kings first, each card on one that takes it as often as not
        columns: list[list[int]] = [[] for _ in range(8)]
        table = PatienceGame(
            VARIANTS["FreeCell"], Position(((),) * 8, (NO_CARD,) * 4, (13,) * 4), False
        )
        for card in range(DECK_SIZE - 1, -1, -1):
            takers = [c for c in columns if c and table.can_place(card, tuple(c))]
            dice.choice(takers or columns[:6]).append(card)
        start = Position(tuple(map(tuple, columns)), (NO_CARD,) * 4, (0,) * 4)
        game = PatienceGame(VARIANTS["FreeCell"], start, False)
        for source in range(8):
            for target in range(8):
                try:
                    run = supermove_cards(game, start, source, target)
                except ValueError:
                    continue
                if len(run) < len(start.columns[source]) or start.columns[target]:
                    counted += 1
                    moves = plan_supermove(game, start, source, target)
                    assert count_supermoves(game, start, moves) == 1
                    assert plan_supermove(game, start, source, target, count=len(run)) == moves
    assert counted > many(60)
