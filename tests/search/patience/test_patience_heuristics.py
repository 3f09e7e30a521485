"""Proofs of loss against exhaustive search on endgames, and scores on positions counted by hand."""

import random
from itertools import pairwise

import pytest
from many import each_of, first_of

from ludoscope.games.patience.cards import DECK_SIZE, parse_card
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    ANY_SUIT,
    KINGS,
    NOTHING,
    RETURN_VARIANTS,
    SAME_SUIT,
    VARIANTS,
    Variant,
    find_variant,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable
from ludoscope.search.generic.informed import best_first
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.patience.heuristics import (
    NEVER_UNCOVERED,
    bakers_dozen_score,
    caveat,
    dead,
    freecell_score,
    score,
    step,
)
from ludoscope.search.registry import find_solver
from ludoscope.search.verify import replay

SEAHAVEN = VARIANTS["Seahaven"]


def small(builds: str, fills: str, cells: int, columns: int) -> Variant:
    return SEAHAVEN._replace(
        build_rule=builds, fill_rule=fills, cells=cells, column_sizes=(0,) * columns
    )


def endgame(variant: Variant, ranks: int, seed: int, normalise: bool = False) -> PatienceGame:
    """Return a random game of the highest `ranks` cards of each suit; the others are home."""
    home = 13 - ranks
    cards = list(range(4 * home, DECK_SIZE))
    random.Random(seed).shuffle(cards)
    count = len(variant.column_sizes)
    columns = tuple(tuple(cards[i::count]) for i in range(count))
    return PatienceGame(variant, Position(columns, (-1,) * variant.cells, (home,) * 4), normalise)


def reachable(game: PatienceGame) -> tuple[dict[object, Position], set[object]]:
    """Return all positions by key, and the keys of those that can be won."""
    start = game.key(game.start)
    found, before, open_keys = {start: game.start}, {start: set()}, [start]
    while open_keys:
        key = open_keys.pop()
        for move in game.moves(found[key]):
            child = game.play(found[key], move)
            name = game.key(child)
            if name not in found:
                found[name], before[name] = child, set()
                open_keys.append(name)
            before[name].add(key)
    won = {key for key, position in found.items() if game.is_won(position)}
    open_keys = list(won)
    while open_keys:
        fresh = before[open_keys.pop()] - won
        won |= fresh
        open_keys += fresh
    return found, won


ENDGAMES = {
    "no empty column taken": (small(SAME_SUIT, NOTHING, 0, 5), 5),
    "kings fill": (small(SAME_SUIT, KINGS, 0, 5), 5),
    "kings fill, a cell": (small(SAME_SUIT, KINGS, 1, 3), 4),
    "a cell, nothing fills": (small(SAME_SUIT, NOTHING, 1, 3), 4),
    "any suit": (small(ANY_SUIT, NOTHING, 0, 4), 3),
}


@first_of("name", ENDGAMES, 4)
def test_a_position_called_dead_cannot_be_won(name: str) -> None:
    called = winnable = 0
    for seed in range(25):
        game = endgame(*ENDGAMES[name], seed)
        found, won = reachable(game)
        prove = dead(game)
        condemned = {key for key, position in found.items() if prove(position)}
        assert not condemned & won
        called += len(condemned)
        winnable += len(won)
    assert called
    assert winnable


@pytest.mark.parametrize("name", [name for name in ENDGAMES if name != "any suit"])
def test_sending_cards_home_at_once_loses_nothing_where_columns_build_in_suit(name: str) -> None:
    for seed in range(25):
        free, forced = (endgame(*ENDGAMES[name], seed, normalise) for normalise in (False, True))
        winnable = free.key(free.start) in reachable(free)[1]
        assert winnable == (forced.key(forced.start) in reachable(forced)[1])


def test_freecell_has_no_proof_of_loss() -> None:
    game = PatienceGame.from_deal(VARIANTS["FreeCell"], deal_xpat2(1))
    assert dead(game)(game.start) == ""


def test_proofs_at_the_first_position_of_a_deal() -> None:
    lost = PatienceGame.from_deal(VARIANTS["BakersDozen"], deal_xpat2(218))
    assert "uncovered" in dead(lost)(lost.start)
    midnight = [
        PatienceGame.from_deal(VARIANTS["MidnightOil"], deal_xpat2(seed)) for seed in range(1, 101)
    ]
    assert sum(bool(dead(game)(game.start)) for game in midnight) > 80


def test_a_card_brought_back_from_home_may_bare_another() -> None:
    """J♣ lies on T♣: only Q♠, brought back onto a king, takes it away."""
    columns = [[parse_card(card) for card in line.split()] for line in ("QC TC JC", "KC", "KS")]
    start = Position(tuple(map(tuple, columns + [[]] * 10)), (), (9, 12, 13, 13))
    back = PatienceGame(RETURN_VARIANTS["BakersDozen"], start, normalise=False)
    bared = [(parse_card("QS"), parse_card("KC")), (parse_card("JC"), parse_card("QS"))]
    homed = [(parse_card(card), FOUNDATION) for card in ("TC", "JC", "QC", "QS", "KC", "KS")]
    assert replay(back, start, bared + homed).is_valid
    assert dead(back)(start) == ""
    assert dead(PatienceGame(VARIANTS["BakersDozen"], start, False))(start) == NEVER_UNCOVERED


FORCED = "under forced normalisation"


@each_of(
    ("name", "forced"),
    [
        ("FreeCell", FORCED),
        ("BakersDozen", FORCED),
        ("Seahaven", ""),
        ("MidnightOil", ""),
        ("FullMidnightOil", FORCED),  # a reshuffle would deal what was kept back as well
    ],
)
def test_an_exhaustion_says_what_it_leaves_open(name: str, forced: str) -> None:
    variant = find_variant(name)
    assert caveat(PatienceGame.from_deal(variant, deal_xpat2(1))) == forced
    assert caveat(PatienceGame.from_deal(variant, deal_xpat2(1), normalise=False)) == ""


def test_the_proof_of_a_lost_game_with_a_chance_says_it_too() -> None:
    """Each raise there is leads to a position that is proved lost."""
    columns = "QC QD KC / QS KH / JH KS QH KD" + 15 * " / -"
    for name, chances, exhausted in (
        ("FullMidnightOil", " | 1 ^", True),
        ("MidnightOil", "", False),
    ):
        variant = find_variant(name)
        dealt = PatienceGame.from_deal(variant, deal_xpat2(1))
        game = PatienceGame(variant, dealt.parse(f"JC JS TH JD | {columns}{chances}"))
        for solver in ("depth-first", "breadth-first", "best-first"):
            *_, verdict = find_solver(game, solver).run(game, game.start, Limits())
            assert isinstance(verdict, Unsolvable)
            assert verdict.proof.startswith("exhaustion: ") == exhausted
            assert verdict.proof.endswith(f", {FORCED}") == exhausted


def test_a_solved_midnight_oil_has_no_dead_position_on_its_way() -> None:
    game = PatienceGame.from_deal(VARIANTS["MidnightOil"], deal_xpat2(32))
    verdict = list(depth_first(game, game.start, Limits(), dead=dead(game)))[-1]
    assert isinstance(verdict, Solved)
    position = game.start
    for move in verdict.moves:
        position = game.play(position, move)
        assert not dead(game)(position)
    assert game.is_won(position)


def test_depth_first_settles_seahaven_both_ways() -> None:
    for seed, expected in ((2, Solved), (36, Unsolvable)):
        game = PatienceGame.from_deal(SEAHAVEN, deal_xpat2(seed))
        verdict = list(depth_first(game, game.start, Limits(), dead=dead(game)))[-1]
        assert type(verdict) is expected


QUEENS_AND_KINGS = "JC JS JH JD"


def test_the_score_of_freecell_by_hand() -> None:
    # 3·8 cards, 14·1 break, 24·3 cells, −6·5 empty, 3·1 on a queen, 1 on a king, 11 K♣ on Q♣,
    # 21·2 bases Q♣ and Q♠
    game = PatienceGame.from_deal(VARIANTS["FreeCell"], tuple(range(DECK_SIZE)), normalise=False)
    position = game.parse(
        f"{QUEENS_AND_KINGS} | KH KD QD - | QC KC / KS QH / QS / - / - / - / - / -"
    )
    assert freecell_score(game)(position) == 24 + 14 + 72 - 30 + 3 + 1 + 11 + 42


def test_freecell_dreads_to_have_no_free_place() -> None:
    game = PatienceGame.from_deal(VARIANTS["FreeCell"], tuple(range(DECK_SIZE)), normalise=False)
    full = game.parse(
        "9C 9S 9H 9D | KC KS KH KD | TC / TS / TH / TD / JC / JS / JH QS / QC QH QD JD"
    )
    weigh = freecell_score(game)
    kept = [weigh(full._replace(cells=full.cells[:n] + (NO_CARD,) * (4 - n))) for n in range(5)]
    assert [after - before for before, after in pairwise(kept)] == [24, 24, 24 + 6, 24 + 6 * 3]


def test_the_score_of_bakers_dozen_by_hand() -> None:
    # 3·1 pair Q♣ K♣, 9·1 break there, 7·1 card on a queen, 9·8 cards
    game = PatienceGame.from_deal(VARIANTS["BakersDozen"], tuple(range(DECK_SIZE)), normalise=False)
    columns = "QC KC / KS QH / KH / KD / QS / QD" + " / -" * 7
    position = game.parse(f"{QUEENS_AND_KINGS} | {columns}")
    assert bakers_dozen_score(game)(position) == 3 + 9 + 7 + 72


@pytest.mark.parametrize(("name", "seed"), [("FreeCell", 4), ("BakersDozen", 5)])
def test_the_scores_lead_to_a_win(name: str, seed: int) -> None:
    game = PatienceGame.from_deal(VARIANTS[name], deal_xpat2(seed))
    found = best_first(game, game.start, Limits(), score=score(game), step=step(game))
    verdict = list(found)[-1]
    assert isinstance(verdict, Solved)
    assert replay(game, game.start, verdict.moves).is_valid
    assert verdict.explored < 2000
