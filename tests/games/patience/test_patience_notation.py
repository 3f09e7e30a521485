"""Cards, positions and moves as text: they round-trip, and anything else is one clear sentence."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from many import case, each_of, many

from ludoscope.games import NotationError
from ludoscope.games.patience.cards import DECK_SIZE, card_label, card_name, parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.layout import is_layout, layout_text, parse_layout
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    Move,
    Position,
)
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import VARIANTS, find_variant

NAMES = list(VARIANTS)
LINE = st.text("-|/ \nA23456789TJQKCSHD10♥", max_size=120)


def dealt(name: str, seed: int = 7, normalise: bool = True) -> PatienceGame:
    variant = find_variant(name)
    assert variant
    return PatienceGame.from_deal(variant, deal_xpat2(seed), normalise)


def somewhere(game: PatienceGame, seed: int) -> Position:
    choose = random.Random(seed)
    position = game.start
    for _ in range(seed % 50):
        if moves := game.moves(position):
            position = game.play(position, choose.choice(moves))
    return position


def place(dest: int) -> str:
    if dest >= EMPTY_COLUMN_OFFSET:
        return (
            f"V{dest - EMPTY_COLUMN_OFFSET + 1}"
            if dest < FREE_CELL_OFFSET
            else f"T{dest - FREE_CELL_OFFSET + 1}"
        )
    return {EMPTY_COLUMN: "V", FREE_CELL: "T", FOUNDATION: "F"}.get(dest) or card_name(dest)


def named(moves: list[Move]) -> list[str]:
    return [f"{card_name(card)} {place(dest)}" for card, dest in moves]


def test_every_spelling_of_a_card() -> None:
    assert [parse_card(name) for name in ("TH", "10H", "10♥", "T♥", "th", "10h")] == [38] * 6
    assert [parse_card(name) for name in ("AC", "AS", "AH", "AD", "KD")] == [0, 1, 2, 3, 51]
    assert card_label(38) == "10♥"
    assert all(parse_card(card_name(n)) == parse_card(card_label(n)) == n for n in range(DECK_SIZE))


@given(text=st.text(max_size=4) | st.sampled_from(["1H", "11H", "²H", "HT", "T", "0C", "٣C"]))
@settings(deadline=None)
def test_a_card_is_read_or_refused(text: str) -> None:
    try:
        card = parse_card(text)
    except NotationError:
        return
    assert text.upper().replace("10", "T") in (
        card_name(card),
        card_label(card),
        title_of_ten(card),
    )


def title_of_ten(card: int) -> str:
    return card_label(card).replace("10", "T")


def test_a_position_as_a_line() -> None:
    game = dealt("fc", normalise=False)
    line = "TC JS TH JD | QC KC - - | QS / KS KH QH / JH / KD QD / JC / - / - / -"
    position = game.parse(line)
    assert game.text(position) == line
    assert position.foundation == (10, 11, 10, 11)
    assert position.cells == (44, 48, -1, -1)


@given(name=st.sampled_from(NAMES), seed=st.integers(1, 10**6))
@settings(max_examples=many(100), deadline=None)
def test_positions_round_trip_as_a_line_and_as_a_layout(name: str, seed: int) -> None:
    game = dealt(name, seed)
    position = somewhere(game, seed)
    assert game.parse(game.text(position)) == position
    assert parse_layout(layout_text(position)) == (game.variant, position)
    assert is_layout(layout_text(position))


@given(name=st.sampled_from(NAMES), text=st.text(max_size=60) | LINE)
@example("FreeCell", "- - - - | - - - - | -")
@example("MidnightOil", "|")
@example("FreeCell", "KC KS KH KD | - - - - | - / - / - / - / - / - / - / -")
@settings(max_examples=many(150), deadline=None)
def test_any_line_is_a_position_or_refused(name: str, text: str) -> None:
    game = dealt(name)
    try:
        position = game.parse(text)
    except NotationError:
        return
    assert game.parse(game.text(position)) == position


@each_of(
    ("line", "reason"),
    [
        ("", "expected 3: foundation, cells, columns"),
        ("KC KS KH | - - - - | -", "in the order C S H D"),
        ("KS KC KH KD | - - - - | -", "in the order C S H D"),
        ("KC KS KH KD | - - - | -" + " / -" * 7, "3 cells, FreeCell has 4"),
        ("KC KS KH KD | - - - - | -", "1 columns, FreeCell has 8"),
        ("KC KS KH QD | - - - - | -" + " / -" * 7, "KD missing"),
        ("KC KS KH QD | KD - - - | KD" + " / -" * 7, "KD twice"),
        ("KC KS KH QD | KD - - - | 1D" + " / -" * 7, "found '1D', expected a card"),
    ],
)
def test_what_is_wrong_with_a_line(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        dealt("fc").parse(line)


@given(name=st.sampled_from(NAMES), seed=st.integers(1, 10**6), normalise=st.booleans())
@settings(max_examples=many(100), deadline=None)
def test_moves_round_trip(name: str, seed: int, normalise: bool) -> None:
    game = dealt(name, seed, normalise)
    position = somewhere(game, seed)
    for move in game.moves(position):
        assert game.parse_moves(position, game.move_text(position, move)) == [move]


TOKENS = st.sampled_from(
    [*"0123456789abcdehVTF-", " ", "12", "33 38", "5H ", "6S", "V8", "T2", "²", "10♥", "_", "3a"]
)


@given(
    name=st.sampled_from(NAMES),
    seed=st.integers(1, 60),
    text=st.text(max_size=8) | st.lists(TOKENS, max_size=6).map("".join),
)
@settings(max_examples=many(200), deadline=None)
def test_any_text_is_a_move_or_refused(name: str, seed: int, text: str) -> None:
    game = dealt(name, 3, normalise=False)
    position = somewhere(game, seed)
    try:
        moves = game.parse_moves(position, text)
    except ValueError:
        return
    for move in moves:
        position = game.play(position, move)


def test_choices_of_an_empty_place() -> None:
    game = dealt("fc", normalise=False)
    position = game.parse("KC JS KH JD | - QS - - | KS / - / KD QD" + " / -" * 5)
    (move,) = game.parse_moves(position, "QD V5")
    assert move == (parse_card("QD"), EMPTY_COLUMN_OFFSET + 4)
    assert game.play(position, move).columns[4] == (parse_card("QD"),)
    assert game.move_text(position, move) == "47 V5"
    (move,) = game.parse_moves(position, "KS T3")
    assert move == (parse_card("KS"), FREE_CELL_OFFSET + 2)
    assert game.play(position, move).cells[2] == parse_card("KS")
    for text, reason in (
        ("QD V1", "not an empty column"),
        ("KS T2", "cell B is not free"),
        ("KS T9", "the game has 4 cells"),
    ):
        with pytest.raises(ValueError, match=reason):
            game.parse_moves(position, text)


OPEN = "9C 9S 9H 9D | - - - - | KH QS JD TC / KS QD / KD QH JC TH / KC QC JH TS / JS TD / - / - / -"
NO_REGISTER = "9C 9S 9H 9D | QC JH TS TD | KH QS JD TC / KS QD / KD QH JC TH / KC / JS / - / - / -"
NO_ROOM = "9C 9S 9H 9D | QC JH TS KC | KH / QS / JD TC / KS QD / KD / QH JC / TH / JS TD"


@each_of(
    ("line", "text", "moves"),
    [
        (OPEN, "52", "TD T, JS QD, TD JS"),
        (OPEN, "5-2", "TD T, JS QD, TD JS"),
        (OPEN, "16", "TC T, JD T, QS T, KH V, QS KH, JD QS, TC JD"),
        (OPEN, "5h 3h", "TD F, TH F"),
        # half of the run waits in a spare column, which it reaches by way of the other one
        (
            NO_REGISTER,
            "16",
            "TC V8, JD V7, TC JD, QS V8, KH V, QS KH, TC V8, JD QS, TC JD",
        ),
    ],
)
def test_steps_by_place(line: str, text: str, moves: str) -> None:
    game = dealt("fc", normalise=False)
    position = game.parse(line)
    assert named(game.parse_moves(position, text)) == moves.split(", ")


def test_steps_name_the_places_they_end_in() -> None:
    game = dealt("fc", normalise=False)
    position = game.parse(OPEN)
    for move in game.parse_moves(position, "5c 27 cd d5"):
        position = game.play(position, move)
    assert game.text(position).endswith("/ JS TD / - / KS QD / -")
    assert position.cells == (NO_CARD,) * 4


def test_steps_that_cannot_be() -> None:
    for line, text, reason in [
        (NO_ROOM, "84", "that takes 2 cards; you can move 1"),
        (NO_ROOM, "37", "goes on the ten of hearts: it takes a black nine"),
        (NO_ROOM, "33", "already on column 3"),
        (NO_ROOM, "84*9", "not 9"),
        (OPEN, "1a*2", "expected a number of cards between columns only"),
        (NO_ROOM, "3a", "no cell is free"),
        (OPEN, "61", "column 6 is empty"),
        (OPEN, "6a", "no card at 6"),
        (OPEN, "a1", "no card at a"),
        (OPEN, "6h", "no card at 6"),
        (OPEN, "1h 1h", "not next"),
        (OPEN, "19", "column 9, FreeCell has 8"),
        (OPEN, "1e", "cell e, FreeCell has 4"),
        (OPEN, "1-", "expected a move such as"),
        (OPEN, "60 T", "expected a card 0 to 51"),
        (OPEN, "5 T99", "expected a column or cell"),
        (OPEN, " ", "found nothing"),
    ]:
        with case(line, text, reason):
            game = dealt("fc", normalise=False)
            with pytest.raises(ValueError, match=reason):
                game.parse_moves(game.parse(line), text)


def test_columns_of_two_digits() -> None:
    game = dealt("mo", normalise=False)
    position = game.parse(
        "TC TS TH TD | JC / JS / JH / JD / QC / QS / QH / QD / KC / KS / KH / KD" + " / -" * 6
    )
    assert named(game.parse_moves(position, "8-12 4-12")) == ["QD KD", "JD QD"]
    assert named(game.parse_moves(position, "1h")) == ["JC F"]
    for text, reason in (
        ("812", "a dash between"),
        ("1-5 5-9", "that takes 2 cards; you can move 1"),
        ("8-13", "goes to an empty column"),
        ("1-19", "column 19, MidnightOil has 18"),
        ("8a", "MidnightOil has 0"),
    ):
        with pytest.raises(ValueError, match=reason):
            game.parse_moves(position, text)


def test_an_empty_column_takes_a_run_from_its_king_where_kings_only_fill() -> None:
    game = dealt("st", normalise=False)
    position = game.parse(
        "TC TS TH TD | JC - - - | QC KS QS JS / KC / JH / QH / KH / JD / QD / KD / - / -"
    )
    assert named(game.parse_moves(position, "1-9")) == ["JS T", "QS T", "KS V", "QS KS", "JS QS"]
    with pytest.raises(ValueError, match="takes kings only, not the jack of diamonds"):
        game.parse_moves(position, "6-9")


def test_a_run_whose_cards_go_home_on_the_way_is_carried_no_further() -> None:
    game = dealt("fc")
    position = game.parse(
        "9C 8S KH TD | - - - - | 9S QD JS / TC JC QC KC / QS TS / JD KD KS" + " / -" * 4
    )
    moves = game.parse_moves(position, "12")
    assert named(moves) == ["JS T", "QD KC"]
    for move in moves:
        position = game.play(position, move)
    assert position.foundation == (9, 13, 13, 10)


def test_a_step_home_says_nothing_where_cards_go_by_themselves() -> None:
    game = dealt("fc")
    assert game.parse_moves(game.start, "1h") == []
    for text, reason in (
        ("99h", "column 99, FreeCell has 8"),
        ("gh", "cell g, FreeCell has 4"),
        ("3h*7", "expected a number of cards between columns only"),
    ):
        with pytest.raises(ValueError, match=reason):
            game.parse_moves(game.start, text)


LAYOUT = """\
# an endgame
Foundations: H-9 C-T D-J S-Q
Freecells: KS - kc
: KD 10H
:
QD JC qc
JH QH KH
"""


def test_a_layout_of_another_hand() -> None:
    variant, position = parse_layout(LAYOUT)
    assert variant.name == "FreeCell"
    assert position == PatienceGame.from_deal(
        variant, tuple(range(DECK_SIZE)), normalise=False
    ).parse("TC QS 9H JD | KS - KC - | KD TH / - / QD JC QC / JH QH KH / - / - / - / -")


def test_the_text_of_a_layout() -> None:
    lines = layout_text(parse_layout(LAYOUT)[1]).splitlines()
    assert lines[:4] == [
        "Foundations: H-9 C-10 D-11 S-12",
        "Freecells: KS - KC -",
        ": KD TH",
        ":",
    ]
    assert len(lines) == 2 + 8


@pytest.mark.parametrize(
    ("first", "name"),
    [
        ("Game: Baker's Dozen", "BakersDozen"),
        ("midnight oil", "MidnightOil"),
        ("Baker’s Dozen", "BakersDozen"),
        ("st", "Seahaven"),
        ("# nothing", "FreeCell"),
    ],
)
def test_the_first_line_names_the_game(first: str, name: str) -> None:
    text = f"{first}\nFoundations: C-13 S-13 D-13\nAH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH\n"
    variant, position = parse_layout(text)
    assert variant.name == name
    assert len(position.columns) == len(variant.column_sizes)


def test_a_game_line_has_letters_only() -> None:
    for line in ("s~~t~~", "st2", "~m~o~~", "fc~", "5 st"):
        with case(line):
            assert not is_layout(line)


def edited(number: int, line: str) -> str:
    lines = LAYOUT.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


def test_what_is_wrong_with_a_layout() -> None:
    for text, line, reason in [
        (edited(4, "KD TH JH"), 7, "found JH a second time"),
        (edited(4, "KD TH 9H"), 4, "found 9H a second time"),
        (edited(4, "KD"), 7, "TH missing"),
        (edited(4, "KD 1H"), 4, "found '1H', expected a card"),
        (edited(3, "Freecells: KS - kc - -"), 3, "found 5 cells, FreeCell has 4"),
        (edited(3, "Freecells: KS - XX"), 3, "found 'XX', expected a card"),
        (edited(2, "Foundations: H-9 C-T D-J S-14"), 2, "found S-14, expected"),
        (edited(2, "Foundations: H9"), 2, "found 'H9', expected a suit and a count"),
        (edited(2, "Foundations: H-\u212a"), 2, "expected a suit and a count"),
        (edited(1, "Game: Klondike"), 1, "found the game 'Klondike'"),
        (edited(1, "MidnightOil"), 3, "3 cells, MidnightOil has 0"),
        (LAYOUT + ":\n" * 5, 12, "found 9 columns, expected 8"),
        ("FreeCell\n" + LAYOUT + ":\n" * 5, 13, "one column more, FreeCell has 8"),
        ("", 1, "found no cards"),
        ("Foundations: H-9 H-3", 1, "AH a second time"),
    ]:
        with case(text, line, reason):
            with pytest.raises(NotationError, match=reason) as caught:
                parse_layout(text)
            assert caught.value.line == line


@given(
    text=st.text(max_size=80)
    | st.lists(
        st.sampled_from([*LAYOUT.splitlines(), ":", "Game:", "fc:", "Founds: H-²", "st", "AH"]),
        max_size=12,
    ).map("\n".join)
)
@settings(max_examples=many(150), deadline=None)
def test_any_text_is_a_layout_or_refused(text: str) -> None:
    try:
        variant, position = parse_layout(text)
    except NotationError:
        return
    game = PatienceGame(variant, position, normalise=False)
    assert game.parse(game.text(position)) == position
