"""Rules of the four variants: deals, legal moves, what is refused, keys, counts of positions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import from_spec
from ludoscope.games.patience.cards import DECK_SIZE, card_name, parse_card
from ludoscope.games.patience.deals import deal_microsoft, deal_xpat2
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    Position,
    normalised,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import VARIANTS, find_variant
from ludoscope.search.verify import replay

NAMES = list(VARIANTS)
PLACES = (EMPTY_COLUMN, FREE_CELL, FOUNDATION)


def dealt(name: str, seed: int = 7, normalise: bool = True) -> PatienceGame:
    variant = find_variant(name)
    assert variant
    return PatienceGame.from_deal(variant, deal_xpat2(seed), normalise)


def cards(names: str) -> tuple[int, ...]:
    return tuple(parse_card(name) for name in names.split())


def walk(game: PatienceGame, seed: int, steps: int = 40) -> list[Position]:
    """Return the positions of a random game."""
    choose = random.Random(seed)
    positions = [game.start]
    while len(positions) <= steps and (moves := game.moves(positions[-1])):
        positions.append(game.play(positions[-1], choose.choice(moves)))
    return positions


def perft(game: PatienceGame, depth: int) -> list[int]:
    """Return the number of positions, distinct by `key`, first reached at each depth."""
    seen, level = {game.key(game.start)}, [game.start]
    counts = [1]
    for _ in range(depth):
        found = []
        for position in level:
            for move in game.moves(position):
                child = game.play(position, move)
                if game.key(child) not in seen:
                    seen.add(game.key(child))
                    found.append(child)
        counts.append(len(found))
        level = found
    return counts


def test_the_generator_of_xpat2() -> None:
    first = deal_xpat2(1)
    assert first[:10] == (13, 32, 33, 35, 30, 46, 7, 29, 9, 48)
    assert first[-5:] == (8, 45, 19, 12, 47)
    assert sorted(deal_xpat2(999_999_999)) == list(range(DECK_SIZE))


def test_microsoft_deal_one() -> None:
    rows = "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C"
    assert " ".join(map(card_name, deal_microsoft(1)[:24])) == rows
    assert sorted(deal_microsoft(2**31 - 1)) == list(range(DECK_SIZE))


def test_microsoft_deals_have_the_longer_columns_first() -> None:
    game = PatienceGame.from_row_deal(VARIANTS["FreeCell"], deal_microsoft(1), normalise=False)
    assert [len(column) for column in game.start.columns] == [7] * 4 + [6] * 4
    assert game.start.columns[0] == cards("JD KD 2S 4C 3S 6D 6S")


@pytest.mark.parametrize("number", [0, -1, 10**9, 2**31])
def test_deals_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to"):
        deal_xpat2(number)
    if number != 10**9:
        with pytest.raises(ValueError, match="expected 1 to"):
            deal_microsoft(number)


@pytest.mark.parametrize(
    ("name", "sizes", "cells"),
    [
        ("fc", [7, 6, 7, 6, 7, 6, 7, 6], 0),
        ("st", [5] * 10, 2),
        ("mo", [3] * 17 + [1], 0),
        ("bd", [4] * 13, 0),
    ],
)
def test_the_deal_of_each_variant(name: str, sizes: list[int], cells: int) -> None:
    start = dealt(name, normalise=False).start
    assert [len(column) for column in start.columns] == sizes
    assert sum(card != NO_CARD for card in start.cells) == cells
    if name != "bd":
        order = (*(card for column in start.columns for card in column), *start.cells)
        assert tuple(card for card in order if card != NO_CARD) == deal_xpat2(7)


def test_kings_sink_in_bakers_dozen_and_keep_all_orders() -> None:
    permutation = cards("2C KS 3C KH") + tuple(
        card for card in range(DECK_SIZE) if card_name(card) not in ("2C", "KS", "3C", "KH")
    )
    game = PatienceGame.from_deal(VARIANTS["BakersDozen"], permutation, normalise=False)
    assert game.start.columns[0] == cards("KS KH 2C 3C")


@pytest.mark.parametrize(("name", "seed"), [("fc", 1), ("st", 12), ("mo", 5), ("bd", 3)])
def test_the_start_is_normalised(name: str, seed: int) -> None:
    game, free = dealt(name, seed), dealt(name, seed, normalise=False)
    assert game.start == normalised(free.start)
    assert sum(free.start.foundation) == 0
    for position in walk(game, seed):
        assert normalised(position) == position


@given(name=st.sampled_from(NAMES), normalise=st.booleans(), seed=st.integers(1, 10**6))
@settings(max_examples=many(100), deadline=None)
def test_play_takes_the_listed_moves_and_those_that_only_change_places(
    name: str, normalise: bool, seed: int
) -> None:
    game = dealt(name, seed, normalise)
    position = walk(game, seed, seed % 40)[-1]
    listed = game.moves(position)
    assert listed == sorted(set(listed))
    places = [
        *range(DECK_SIZE),
        *PLACES,
        *range(EMPTY_COLUMN_OFFSET, EMPTY_COLUMN_OFFSET + 18),
        *range(FREE_CELL_OFFSET, FREE_CELL_OFFSET + 4),
    ]
    accepted = set(listed)
    results = {game.key(game.play(position, move)) for move in listed}
    for card in range(DECK_SIZE):
        for dest in places:
            try:
                after = game.play(position, (card, dest))
            except ValueError:
                accepted.discard((card, dest))
                continue
            assert (card, dest) in listed or game.key(after) in results | {game.key(position)}
            held = sum(map(len, after.columns)) + sum(c != NO_CARD for c in after.cells)
            assert held + sum(after.foundation) == DECK_SIZE
    assert accepted == set(listed)


@given(seed=st.integers(1, 10**6), shuffle=st.randoms(use_true_random=False))
@settings(max_examples=many(60), deadline=None)
def test_the_key_knows_no_order_of_columns_and_registers(seed: int, shuffle) -> None:
    game = dealt("st", seed)
    position = walk(game, seed)[-1]
    columns, cells = list(position.columns), list(position.cells)
    shuffle.shuffle(columns)
    shuffle.shuffle(cells)
    assert game.key(Position(tuple(columns), tuple(cells), position.foundation)) == game.key(
        position
    )


def test_keys_tell_positions_apart() -> None:
    game = dealt("fc", 3)
    children = [game.play(game.start, move) for move in game.moves(game.start)]
    assert len({game.key(child) for child in [game.start, *children]}) == len(children) + 1


def test_a_card_in_a_register_is_not_a_card_alone_in_a_column() -> None:
    game = dealt("fc", normalise=False)
    line = "KC KS KH JD | {} | {} / {} / - / - / - / - / - / -"
    in_register = game.parse(line.format("QD - - -", "KD", "-"))
    in_column = game.parse(line.format("- - - -", "KD", "QD"))
    assert game.key(in_register) != game.key(in_column)


@each_of(
    ("name", "seed", "counts"),
    [
        ("fc", 7, [1, 11, 65, 274, 941]),
        ("st", 7, [1, 12, 77, 137, 171]),
        ("mo", 4, [1, 5, 14, 31, 59, 97, 139, 180, 215, 233]),
        ("mo", 7, [1, 8, 34, 107, 283]),
        ("bd", 7, [1, 11, 66, 328, 1459]),
    ],
)
def test_how_many_positions_lie_within_a_few_moves(name: str, seed: int, counts: list[int]) -> None:
    assert perft(dealt(name, seed), len(counts) - 1) == counts


@each_of("name", ["FreeCell", "Seahaven", "BakersDozen", "FullMidnightOil"])
@each_of("normalise", [True, False])
def test_a_line_leads_where_its_moves_lead_one_by_one(name: str, normalise: bool) -> None:
    game = dealt(name, normalise=normalise)
    for seed in range(5):
        choose, position, line = random.Random(seed), game.start, []
        while (moves := game.moves(position)) and len(line) < 60:
            line.append(choose.choice(moves))
            position = game.play(position, line[-1])
        assert game.play_line(game.start, line) == position
        with pytest.raises(ValueError, match="is neither on top of a column nor in a cell"):
            game.play_line(game.start, [*line, (NO_CARD, FREE_CELL), *line])
        refused = replay(game, game.start, [*line, (NO_CARD, FREE_CELL), *line])
        assert (refused.failed_move, refused.final_position) == (len(line) + 1, position)


def freecell_endgame() -> tuple[PatienceGame, Position]:
    game = dealt("fc", normalise=False)
    return game, game.parse("TC TS JH JD | KH QS JC JS | QC QH / KC QD / KS KD / - / - / - / - / -")


@each_of(
    ("text", "reason"),
    [
        ("KC V", "neither on top of a column nor in a cell"),
        ("2C V", "neither on top of a column nor in a cell"),
        ("QH T", "no cell is free"),
        ("KH T", "no cell is free"),
        ("JC KC", "the king of clubs is not on top of a column"),
        ("JC KD", "the jack of clubs does not go on the king of diamonds: it takes a black queen"),
        ("QS KH", "the king of hearts is not on top of a column"),
        ("KD F", "the king of diamonds is not next on the foundation"),
        ("KD V2", "column 2 is not an empty column"),
        ("KD V9", "column 9 is not an empty column"),
    ],
)
def test_illegal_moves_are_refused_with_a_reason(text: str, reason: str) -> None:
    game, position = freecell_endgame()
    with pytest.raises(ValueError, match=reason):
        game.parse_moves(position, text)


def test_what_empty_columns_take() -> None:
    freecell, position = freecell_endgame()
    assert freecell.parse_moves(position, "QH V") == [(parse_card("QH"), EMPTY_COLUMN)]
    seahaven = dealt("st", normalise=False)
    position = seahaven.parse("TC TS TH KD | JC JS JH - | KC QC / KS QS / KH QH" + " / -" * 7)
    with pytest.raises(ValueError, match="takes kings only, not the queen of clubs"):
        seahaven.parse_moves(position, "QC V")
    position = seahaven.parse("TC TS TH KD | JC JS JH - | QC KC / KS QS / KH QH" + " / -" * 7)
    assert seahaven.parse_moves(position, "KC V") == [(parse_card("KC"), EMPTY_COLUMN)]
    midnight = dealt("mo", normalise=False)
    position = midnight.parse("TC TS TH KD | JC / JS / JH / QC / QS / QH / KC KS KH" + " / -" * 11)
    with pytest.raises(ValueError, match="no card goes to an empty column"):
        midnight.parse_moves(position, "KH V")
    with pytest.raises(ValueError, match="no cell is free"):
        midnight.parse_moves(position, "KH T")


def test_going_home_is_a_move_only_where_it_does_not_happen_by_itself() -> None:
    game, position = freecell_endgame()
    home = [move for move in game.moves(position) if move[1] == FOUNDATION]
    assert [card_name(card) for card, _ in home] == ["JC", "JS", "QH", "QD"]
    after = game.play(position, home[2])
    assert after.foundation == (10, 10, 12, 11)
    forced = dealt("fc")
    with pytest.raises(ValueError, match="by themselves"):
        forced.play(forced.start, (forced.start.columns[0][-1], FOUNDATION))


def test_baring_a_card_sends_home_all_that_follow_from_columns_and_registers() -> None:
    game = dealt("fc")
    position = game.parse(
        "9C TS TH TD | QC KC - - | JD JS TC KD / JH QS / QH KS / JC / KH QD" + " / -" * 3
    )
    assert position.foundation == (9, 10, 10, 10)
    bared = game.play(position, (parse_card("QS"), FREE_CELL))
    assert bared.foundation == (9, 10, 11, 10)
    won = game.play(position, (parse_card("KD"), EMPTY_COLUMN))
    assert game.is_won(won)
    assert won == Position(((),) * 8, (NO_CARD,) * 4, (13,) * 4)
    assert not game.is_won(bared)


@each_of("name", NAMES)
@each_of("normalise", [True, False])
def test_a_game_is_built_again_from_its_spec(name: str, normalise: bool) -> None:
    game = dealt(name, 5, normalise)
    again = from_spec(game.spec())
    assert again.spec() == game.spec()
    assert again.start == game.start
    assert again.moves(again.start) == game.moves(game.start)


@pytest.mark.parametrize(
    "spec",
    [
        {"variant": "Klondike", "start": ""},
        {"variant": "FreeCell", "start": "- - - - | - - - - | 2C"},
        {"variant": "FreeCell"},
    ],
)
def test_a_spec_of_no_game(spec: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"variant|start"):
        from_spec({"family": "patience", **spec})


@each_of(
    ("columns", "cells", "foundation", "reason"),
    [
        (((),) * 7, (NO_CARD,) * 4, (13,) * 4, "7 columns, FreeCell has 8"),
        (((),) * 8, (NO_CARD,) * 5, (13,) * 4, "5 cells, FreeCell has 4"),
        (((),) * 8, (NO_CARD,) * 4, (13, 13, 13), "four counts"),
        (((),) * 8, (NO_CARD,) * 4, (13, 13, 13, 14), "four counts"),
        (((),) * 8, (NO_CARD,) * 4, (13, 13, 13, 11), "QD and 1 more card"),
        (((51,), *((),) * 7), (NO_CARD,) * 4, (13,) * 4, "KD twice"),
        (((52,), *((),) * 7), (NO_CARD,) * 4, (13,) * 4, "expected a card 0 to 51"),
        (((NO_CARD,), *((),) * 7), (NO_CARD,) * 4, (13,) * 4, "in a column"),
    ],
)
def test_positions_of_no_game(columns, cells, foundation, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        PatienceGame(VARIANTS["FreeCell"], Position(columns, cells, foundation))
