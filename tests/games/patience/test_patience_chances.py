"""Rules of two variants: reshuffles and a raise, and cards taken back from the foundation."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from many import each_of, many

from ludoscope.games import NotationError, from_spec
from ludoscope.games.patience.cards import DECK_SIZE, parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.layout import layout_text, parse_layout
from ludoscope.games.patience.position import (
    EMPTY_COLUMN,
    EMPTY_COLUMN_OFFSET,
    FOUNDATION,
    FREE_CELL,
    FREE_CELL_OFFSET,
    NO_CARD,
    RAISE,
    RESHUFFLE,
    Chances,
    Position,
)
from ludoscope.games.patience.reshuffles import reshuffle_order
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    BAKERS_DOZEN,
    FREECELL,
    FULL_MIDNIGHT_OIL,
    MIDNIGHT_OIL,
    RETURN_VARIANTS,
    find_variant,
)
from ludoscope.puzzles.registry import collection
from ludoscope.search.patience.heuristics import dead
from ludoscope.search.verify import replay_texts

LAST_CARDS = "JC JS JH TD"  # on the foundation


def full(seed: int = 7, normalise: bool = True) -> PatienceGame:
    return PatienceGame.from_deal(FULL_MIDNIGHT_OIL, deal_xpat2(seed), normalise, seed)


def columns(*texts: str, count: int) -> str:
    return " / ".join([*texts, *["-"] * (count - len(texts))])


def back(text: str, name: str = "FreeCell") -> tuple[PatienceGame, Position]:
    variant = RETURN_VARIANTS[name]
    game = PatienceGame.from_deal(variant, deal_xpat2(1), normalise=False)
    cells = "- - - - | " if variant.cells else ""
    columns_ = columns(*text.split(" / "), count=len(variant.column_sizes))
    return game, game.parse(f"{LAST_CARDS} | {cells}{columns_}")


def test_the_variants_by_name() -> None:
    assert find_variant("fmo") is FULL_MIDNIGHT_OIL
    assert find_variant("FREECELL-BACK") is find_variant("fc-back") is RETURN_VARIANTS["FreeCell"]
    assert FULL_MIDNIGHT_OIL.has_chances
    assert not any(
        variant.has_chances for variant in (FREECELL, MIDNIGHT_OIL, *RETURN_VARIANTS.values())
    )
    assert not any(
        variant.is_standard for variant in (FULL_MIDNIGHT_OIL, *RETURN_VARIANTS.values())
    )


# Reshuffles and the raise


def test_a_deal_is_that_of_midnight_oil_with_its_chances() -> None:
    game = full(17)
    plain = PatienceGame.from_deal(MIDNIGHT_OIL, deal_xpat2(17))
    assert game.start[:3] == plain.start[:3]
    assert game.start.chances == Chances(17, 2, 1)
    assert game.text(game.start) == plain.text(plain.start) + " | 17 RR^"


@pytest.mark.parametrize("normalise", [True, False])
def test_a_reshuffle_deals_what_is_not_home_in_threes(normalise: bool) -> None:
    game = full(5, normalise=False)
    position = game.start
    while ready := [move for move in game.moves(position) if move[1] == FOUNDATION]:
        position = game.play(position, ready[0])
    left = {card for column in position.columns for card in column}
    assert 30 < len(left) < DECK_SIZE
    after = PatienceGame(FULL_MIDNIGHT_OIL, game.start, normalise).play(
        position, (NO_CARD, RESHUFFLE)
    )
    order = [card for card in reshuffle_order(5, 1) if card in left]
    dealt = [tuple(order[i : i + 3]) for i in range(0, len(order), 3)]
    dealt += [()] * (18 - len(dealt))
    if not normalise:
        assert list(after.columns) == dealt
        assert after.foundation == position.foundation
    assert all(
        column == whole[: len(column)] for column, whole in zip(after.columns, dealt, strict=True)
    )
    assert after.chances == Chances(5, 1, 1)
    assert normalise == (not any(move[1] == FOUNDATION for move in game.moves(after)))


def test_shuffles_follow_the_deal_and_differ() -> None:
    orders = {reshuffle_order(seed, number) for seed in (1, 2, 999_999_999) for number in (1, 2)}
    orders |= {deal_xpat2(seed) for seed in (1, 2, 3)}
    assert len(orders) == 9


def test_a_second_reshuffle_and_no_third() -> None:
    game = full()
    once = game.play(game.start, (NO_CARD, RESHUFFLE))
    twice = game.play(once, (NO_CARD, RESHUFFLE))
    assert once.columns != twice.columns
    assert twice.chances == Chances(7, 0, 1)
    assert (NO_CARD, RESHUFFLE) not in game.moves(twice)
    with pytest.raises(ValueError, match="no reshuffle is left"):
        game.play(twice, (NO_CARD, RESHUFFLE))


def test_a_raise_puts_a_buried_card_on_top_of_its_column() -> None:
    game = full(normalise=False)
    before = game.start.columns[2]
    for place in (0, 1):
        after = game.play(game.start, (before[place], RAISE))
        rest = tuple(card for card in before if card != before[place])
        assert after.columns[2] == (*rest, before[place])
        assert after.columns[:2] + after.columns[3:] == (
            game.start.columns[:2] + game.start.columns[3:]
        )
        with pytest.raises(ValueError, match="no raise is left"):
            game.play(after, (before[1 - place], RAISE))
        assert not any(move[1] == RAISE for move in game.moves(after))
    with pytest.raises(ValueError, match="not buried"):
        game.play(game.start, (before[2], RAISE))


def test_a_raised_ace_goes_home_by_itself() -> None:
    game = full()
    ace = next(card for column in game.start.columns for card in column[:-1] if card < 4)
    after = game.play(game.start, (ace, RAISE))
    assert after.foundation[ace] >= 1


def test_chances_belong_to_their_game() -> None:
    game = PatienceGame.from_deal(MIDNIGHT_OIL, deal_xpat2(1))
    for move in ((NO_CARD, RESHUFFLE), (game.start.columns[0][0], RAISE)):
        with pytest.raises(ValueError, match="is left"):
            game.play(game.start, move)
    with pytest.raises(ValueError, match="has none"):
        PatienceGame(MIDNIGHT_OIL, full().start)
    with pytest.raises(ValueError, match="has some"):
        PatienceGame(FULL_MIDNIGHT_OIL, game.start)


def test_what_is_left_of_the_chances_is_part_of_the_key() -> None:
    game = full()
    fewer = game.start._replace(chances=Chances(7, 2, 0))
    assert game.key(fewer) != game.key(game.start)
    assert game.key(game.parse(game.text(fewer))) == game.key(fewer)


def test_no_position_is_called_dead_before_the_chances_are_used() -> None:
    game = full()
    prove = dead(game)
    lost = game.start._replace(chances=Chances(7, 0, 0))
    assert prove(lost)
    for chances in (Chances(7, 1, 0), Chances(7, 0, 1)):
        assert not prove(lost._replace(chances=chances))


@settings(max_examples=many(100), deadline=None)
@given(seed=st.integers(1, 10**6), normalise=st.booleans())
def test_a_game_replays_from_its_texts(seed: int, normalise: bool) -> None:
    game = from_spec(full(seed, normalise).spec())
    choose = random.Random(seed)
    position = game.start
    for _ in range(many(30)):
        assert game.parse(game.text(position)) == position
        if not normalise:
            assert parse_layout(layout_text(position)) == (FULL_MIDNIGHT_OIL, position)
        moves = game.moves(position)
        assert moves == sorted(set(moves))
        if not moves:
            break
        move = choose.choice(moves if choose.random() < 0.9 else moves[:1])
        text = game.move_text(position, move)
        assert game.parse_moves(position, text) == [move]
        position = game.play(position, move)
        cards = [card for column in position.columns for card in column]
        assert len(cards) + sum(position.foundation) == DECK_SIZE


def test_solution_files_have_reshuffles_and_raises() -> None:
    game = full(3)
    moves = [(NO_CARD, RESHUFFLE)]
    here = game.play(game.start, moves[0])
    moves.append(next(move for move in game.moves(here) if move[1] == RAISE))
    text = collection("patience").write_solution(game, game.start, moves)
    assert text == f"R\n{moves[1][0]} ^\n"
    result = replay_texts(game, game.start, collection("patience").read_solution(game, text))
    assert result.final_position == game.play(here, moves[1])
    assert result.failed_move == 3


@each_of("chances", ["", "17", "RR^", "17 ^R", "17 R R", "1_7 RR^", "² R", "17 - -"])
def test_chances_that_cannot_be_read(chances: str) -> None:
    game = full()
    line = game.text(game.start).rpartition("|")[0]
    with pytest.raises(NotationError, match="expected a deal and chances"):
        game.parse(f"{line}| {chances}")


@pytest.mark.parametrize(
    ("chances", "reason"),
    [("17 RRR^", "3 reshuffles"), ("17 RR^^", "2 raises"), ("0 RR^", "found deal 0")],
)
def test_chances_that_no_game_gives(chances: str, reason: str) -> None:
    game = full()
    line = game.text(game.start).rpartition("|")[0]
    with pytest.raises(NotationError, match=reason):
        game.parse(f"{line}| {chances}")


@settings(max_examples=many(150), deadline=None)
@given(st.text("-|/ \n17R^²A2CSHD", max_size=60))
def test_any_line_is_refused_or_round_trips(text: str) -> None:
    game = full()
    for line in (text, game.text(game.start).rpartition("|")[0] + "|" + text):
        try:
            position = game.parse(line)
        except NotationError:
            continue
        assert game.parse(game.text(position)) == position


# Cards back from the foundation


def test_a_card_comes_back_to_where_it_suits() -> None:
    game, position = back("QD JD / KC QC / KS QS / KH QH / KD")
    jack = parse_card("JS")
    moves = [dest for card, dest in game.moves(position) if card == jack]
    assert moves == [parse_card("QH"), EMPTY_COLUMN, FREE_CELL]
    after = game.play(position, (jack, parse_card("QH")))
    assert after.foundation == (11, 10, 11, 10)
    assert after.columns[3] == (50, 46, jack)
    assert game.play(after, (jack, FOUNDATION)) == position
    assert game.play(position, (jack, FREE_CELL)).cells == (jack, NO_CARD, NO_CARD, NO_CARD)
    assert game.play(position, (jack, EMPTY_COLUMN)).columns[5] == (jack,)
    assert game.play(position, (jack, FREE_CELL_OFFSET + 2)).cells == (
        NO_CARD,
        NO_CARD,
        jack,
        NO_CARD,
    )
    assert game.play(position, (jack, EMPTY_COLUMN_OFFSET + 7)).columns[7] == (jack,)
    assert game.parse_moves(position, "JS QH") == [(jack, parse_card("QH"))]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("TS JD", "neither on top"),
        ("JS F", "neither on top"),
        ("JS JD", "does not go on"),
        ("JS KD", "does not go on"),
    ],
)
def test_a_card_that_cannot_come_back(move: str, reason: str) -> None:
    game, position = back("QD JD / KC QC / KS QS / KH QH / KD")
    with pytest.raises(ValueError, match=reason):
        game.parse_moves(position, move)


def test_an_empty_column_of_bakers_dozen_takes_no_card_back() -> None:
    game, position = back("QD JD / KC QC / KS QS / KH QH / KD", "BakersDozen")
    came = {move for move in game.moves(position) if move[0] == parse_card("JS")}
    assert came == {(parse_card("JS"), parse_card(queen)) for queen in ("QC", "QS", "QH")}
    with pytest.raises(ValueError, match="no card goes to an empty column"):
        game.parse_moves(position, "JS V")


def test_only_where_it_is_the_rule() -> None:
    free = PatienceGame.from_deal(BAKERS_DOZEN, deal_xpat2(1), normalise=False)
    game, position = back("QD JD / KC QC / KS QS / KH QH / KD", "BakersDozen")
    with pytest.raises(ValueError, match="neither on top"):
        free.play(position, (parse_card("JS"), parse_card("QH")))
    with pytest.raises(ValueError, match="without cards going home by themselves"):
        PatienceGame(game.variant, position)


@settings(max_examples=many(60), deadline=None)
@given(seed=st.integers(1, 10**6), name=st.sampled_from(list(RETURN_VARIANTS)))
def test_play_keeps_all_cards_and_every_text_round_trips(seed: int, name: str) -> None:
    game = PatienceGame.from_deal(RETURN_VARIANTS[name], deal_xpat2(seed), normalise=False)
    assert from_spec(game.spec()).spec() == game.spec()
    choose = random.Random(seed)
    position = game.start
    for _ in range(many(60)):
        moves = game.moves(position)
        if not moves:
            break
        homeward = [move for move in moves if move[1] == FOUNDATION]
        move = choose.choice(homeward if homeward and choose.random() < 0.7 else moves)
        position = game.play(position, move)
        assert game.parse(game.text(position)) == position
        cards = [card for column in position.columns for card in column]
        cells = [card for card in position.cells if card != NO_CARD]
        assert len(cards) + len(cells) + sum(position.foundation) == DECK_SIZE


@each_of("name", ["fc.123-back", "bd.5-BACK", "ms-5-back", "fmo.12", "fmo.12-free"])
def test_names_of_the_catalogue(name: str) -> None:
    puzzle = collection("patience").find(name)
    assert puzzle
    assert isinstance(puzzle.game, PatienceGame)
    assert puzzle.game.variant.can_return == ("-back" in name.lower())
    assert puzzle.game.normalise == ("-" not in name.removeprefix("ms-"))
    again = collection("patience").find(puzzle.name)
    assert again
    assert again.game.spec() == puzzle.game.spec()


@pytest.mark.parametrize("name", ["fc.123-back", "bd.5-back", "fmo.12"])
def test_a_layout_tells_the_variant(name: str) -> None:
    puzzle = collection("patience").find(name)
    assert puzzle
    text = collection("patience").position_formats["pysol"](puzzle.game, puzzle.game.start)
    assert collection("patience").recognises(text)
    assert collection("patience").read(text, None).game.spec() == puzzle.game.spec()


def test_cards_come_back_in_two_games_only() -> None:
    with pytest.raises(ValueError, match="FreeCell and BakersDozen only"):
        collection("patience").find("st.3-back")
