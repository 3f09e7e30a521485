"""Seahaven and Midnight Oil compiled, against plain search from thousands of positions."""

import random
from collections import Counter

import pytest
from many import many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, Position, position_error
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import VARIANTS, Variant
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience.heuristics import dead
from ludoscope.search.patience.same_suit import KERNELS, prove, supports, swift

SEAHAVEN = VARIANTS["Seahaven"]
MIDNIGHT_OIL = VARIANTS["MidnightOil"]

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, KERNELS)), reason="kernels not compiled here"
)


def dealt(variant: Variant, seed: int, normalise: bool = True) -> PatienceGame:
    return PatienceGame.from_deal(variant, deal_xpat2(seed), normalise)


def endgame(variant: Variant, chance: random.Random, normalise: bool) -> PatienceGame:
    """Return a game of high cards at random in columns and cells, the rest home."""
    least = chance.randrange(7, 11)
    home = tuple(min(13, least + chance.randrange(4)) for _ in range(4))
    cards = [card for card in range(DECK_SIZE) if card >> 2 >= home[card & 3]]
    chance.shuffle(cards)
    taken = chance.randrange(variant.cells + 1)
    held, cards = cards[:taken], cards[taken:]
    columns: list[tuple[int, ...]] = [() for _ in variant.column_sizes]
    tall = chance.randrange(len(columns))
    for card in cards:
        index = chance.randrange(tall, len(columns))
        columns[index] = (*columns[index], card)
    cells = (*held, *[NO_CARD] * (variant.cells - len(held)))
    return PatienceGame(variant, Position(tuple(columns), cells, home), normalise)


def wandered(game: PatienceGame, chance: random.Random) -> PatienceGame:
    """Return a game that starts some random moves later."""
    position = game.start
    for _ in range(chance.randrange(8)):
        if moves := game.moves(position):
            position = game.play(position, chance.choice(moves))
    return PatienceGame(game.variant, position, game.normalise)


@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize("fills", [SEAHAVEN.fill_rule, MIDNIGHT_OIL.fill_rule])
@pytest.mark.parametrize("cells", range(5))
def test_verdicts_are_those_of_plain_search(
    cells: int, fills: str, normalise: bool, solved
) -> None:
    chance = random.Random(f"{cells} {fills} {normalise}")
    found: Counter[type] = Counter()
    for _ in range(many(500)):
        columns = chance.randrange(1, 6)
        variant = SEAHAVEN._replace(fill_rule=fills, cells=cells, column_sizes=(0,) * columns)
        game = wandered(endgame(variant, chance, normalise), chance)
        plain = list(depth_first(game, game.start, Limits(explored=1000)))[-1]
        if isinstance(plain, GaveUp):
            continue
        verdict = solved(prove, game)
        assert type(verdict) is type(plain), game.text(game.start)
        found[type(verdict)] += 1
    assert found[Solved] > many(15)
    assert found[Unsolvable] > many(15)


@pytest.mark.long
def test_a_thousand_deals_of_each_are_decided(solved) -> None:
    """The numbers of winnable ones among them are known."""
    for variant, winnable in ((SEAHAVEN, 892), (MIDNIGHT_OIL, 44)):
        verdicts = Counter(type(solved(prove, dealt(variant, seed))) for seed in range(1, 1001))
        assert verdicts == {Solved: winnable, Unsolvable: 1000 - winnable}


@pytest.mark.parametrize("variant", [SEAHAVEN, MIDNIGHT_OIL], ids=str)
def test_where_going_home_is_a_move_it_is_made(variant: Variant, solved) -> None:
    for seed in range(1, 1 + many(32)):
        verdict = solved(swift, dealt(variant, seed, normalise=False))
        assert type(verdict) is type(solved(swift, dealt(variant, seed)))
        if isinstance(verdict, Solved):
            assert sum(dest == FOUNDATION for _, dest in verdict.moves) == DECK_SIZE


def test_more_registers_never_hurt(solved) -> None:
    for seed in range(1, 1 + many(30)):
        verdicts = []
        for cells in range(2, 9):
            game = dealt(SEAHAVEN._replace(cells=cells), seed)
            verdicts.append(isinstance(solved(prove, game), Solved))
        assert verdicts == sorted(verdicts)
        assert verdicts[-1]


def test_along_a_solution_every_position_is_solved(solved) -> None:
    for variant, seed in ((SEAHAVEN, 2), (SEAHAVEN, 7), (MIDNIGHT_OIL, 4)):
        game = dealt(variant, seed)
        position = game.start
        for move in solved(prove, game).moves:
            verdict = solved(prove, PatienceGame(variant, position))
            assert isinstance(verdict, Solved)
            position = game.play(position, move)
        assert game.is_won(position)


def test_a_proof_says_how(solved) -> None:
    words = Counter()
    for seed in range(1, 41):
        game = dealt(MIDNIGHT_OIL, seed)
        verdict = solved(prove, game)
        reason = dead(game)(game.start)
        if reason:
            assert verdict == Unsolvable(proof=reason, seconds=verdict.seconds)
        elif isinstance(verdict, Unsolvable):
            assert verdict.proof.startswith("exhaustion: all ")
            assert verdict.explored
        words[bool(reason)] += 1
    assert min(words[True], words[False]) > 2


@pytest.fixture
def long() -> PatienceGame:
    """Return a game without a solution that takes tens of thousands of states to refute."""
    return dealt(SEAHAVEN._replace(fill_rule=MIDNIGHT_OIL.fill_rule, cells=6), 28)


def test_limits_are_kept_to(long: PatienceGame, solved) -> None:
    assert isinstance(solved(prove, long), Unsolvable)
    verdict = solved(prove, long, Limits(explored=1000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 1000
    verdict = solved(prove, long, Limits(memory=1 << 20))
    assert isinstance(verdict, GaveUp)
    assert "memory" in verdict.reason


@pytest.mark.parametrize("seed", [2, 36])
def test_reports_show_positions_of_the_game(seed: int, monkeypatch) -> None:
    monkeypatch.setattr("ludoscope.search.patience.same_suit.POSITIONS_PER_CALL", 1)
    monkeypatch.setattr("ludoscope.search.budget.CLOCK_INTERVAL_SECONDS", 0)
    monkeypatch.setattr("ludoscope.search.budget.REPORT_INTERVAL_SECONDS", 0)
    game = dealt(SEAHAVEN, seed)
    *reports, verdict = prove(game, game.start, Limits())
    assert len(reports) > 5
    for report in reports:
        assert isinstance(report, Progress)
        assert position_error(SEAHAVEN, report.sample) == ""
        assert game.parse(game.text(report.sample)) == report.sample
        assert report.bytes < 1 << 20
        assert report.explored <= verdict.explored


def test_the_variants_that_fit() -> None:
    assert [name for name, variant in VARIANTS.items() if supports(variant)] == [
        "Seahaven",
        "MidnightOil",
    ]
    assert not supports(SEAHAVEN._replace(fill_rule="any card"))
    assert not supports(SEAHAVEN._replace(column_sizes=(0,) * 65))
    assert not supports(MIDNIGHT_OIL._replace(raises=1))
