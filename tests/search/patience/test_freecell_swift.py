"""`swift` on FreeCell and its kin: every solution is replayed, no verdict contradicts others."""

import random
import time

import pytest
from many import first_of, many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_microsoft
from ludoscope.games.patience.position import FOUNDATION, NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    ANY_CARD,
    FREECELL,
    OTHER_COLOUR,
    RETURN_VARIANTS,
    SEAHAVEN,
    Variant,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.path import EXHAUSTION_PREFIX
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience import compiled as patience
from ludoscope.search.patience import freecell
from ludoscope.search.patience.freecell import supports, swift
from ludoscope.search.patience.freecell_best_first import best_first
from ludoscope.search.registry import default_solver, find_solver
from ludoscope.search.verify import replay

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, freecell.KERNELS)), reason="the kernels are not compiled"
)


def microsoft(number, normalise=True, cells=4):
    variant = FREECELL._replace(cells=cells)
    return PatienceGame.from_row_deal(variant, deal_microsoft(number), normalise)


def small(seed, ranks, columns, cells, normalise=True):
    """Return a game of the lowest `ranks` ranks; the higher cards lie beneath, in order."""
    chance = random.Random(seed)
    deck = list(range(4 * ranks))
    chance.shuffle(deck)
    piles = [deck[index::columns] for index in range(columns)]
    # the higher cards lie in four columns of their own, each a sequence that nothing disturbs
    high = [
        [4 * rank + (suit + 2 * (rank % 2)) % 4 for rank in range(12, ranks - 1, -1)]
        for suit in range(4)
    ]
    dealt = tuple(map(tuple, piles + high))
    variant = Variant("Small", "small", tuple(map(len, dealt)), cells, OTHER_COLOUR, ANY_CARD)
    return PatienceGame(variant, Position(dealt, (NO_CARD,) * cells, (0, 0, 0, 0)), normalise)


@pytest.mark.parametrize("normalise", [True, False])
def test_microsoft_deals(solved, normalise):
    # runs of 31, 53 and others could come apart on their way, by cards that go home meanwhile
    for number in range(1, 1 + many(300)):
        assert isinstance(solved(swift, microsoft(number, normalise)), Solved), number


@pytest.mark.parametrize("normalise", [True, False])
def test_from_the_middle_of_a_game(normalise):
    chance = random.Random(7)
    for number in range(1, 1 + many(60)):
        game = microsoft(number, normalise)
        position = game.start
        for _ in range(chance.randrange(5, 60)):
            if not (moves := game.moves(position)):
                break
            position = game.play(position, chance.choice(moves))
        *_, verdict = swift(game, position, Limits(explored=100_000))
        if isinstance(verdict, Solved):
            assert replay(game, position, verdict.moves).is_valid


def anyhow(seed):
    """Return a random position: columns of all heights, cards home and in cells."""
    chance = random.Random(seed)
    home = tuple(chance.choice((0, 0, chance.randrange(14))) for _ in range(4))
    deck = [card for card in range(DECK_SIZE) if card >> 2 >= home[card & 3]]
    deck.sort(key=lambda card: chance.gauss(-(card >> 2), chance.choice((0.1, 2, 20))))
    cells = chance.randrange(13)
    held = chance.randrange(min(cells, len(deck)) + 1)
    piles = [[] for _ in range(chance.randint(1, 14))]
    for card in deck[held:]:
        piles[int(chance.random() ** 2 * len(piles))].append(card)
    held_cells = (*deck[:held], *(NO_CARD,) * (cells - held))
    heights = tuple(map(len, piles))
    variant = Variant("Any", "any", heights, cells, OTHER_COLOUR, ANY_CARD)
    position = Position(tuple(map(tuple, piles)), held_cells, home)
    return PatienceGame(variant, position, normalise=chance.random() < 0.5)


def test_any_position(solved):
    verdicts = {
        type(solved(best_first, anyhow(seed), Limits(explored=500))) for seed in range(many(300))
    }
    assert verdicts == {Solved, GaveUp}


@pytest.mark.parametrize(("cells", "least"), [(1, 6), (2, 20), (3, 28), (8, 30)])
@first_of("normalise", [True, False])
def test_fewer_and_more_cells(solved, cells, least, normalise):
    verdicts = [
        solved(swift, microsoft(number, normalise, cells), Limits(explored=20_000))
        for number in range(1, 31)
    ]
    assert sum(isinstance(verdict, Solved) for verdict in verdicts) >= least


@pytest.mark.parametrize("columns", [9, 10, 14])
def test_other_numbers_of_columns(solved, columns):
    heights = tuple(52 // columns + (index < 52 % columns) for index in range(columns))
    variant = FREECELL._replace(column_sizes=heights)
    for number in range(1, 16):
        game = PatienceGame.from_row_deal(variant, deal_microsoft(number))
        assert isinstance(solved(swift, game, Limits(explored=20_000)), Solved)


@pytest.mark.parametrize("normalise", [True, False])
@pytest.mark.parametrize(
    ("ranks", "columns", "cells"), [(3, 2, 0), (4, 2, 0), (4, 2, 1), (4, 3, 0), (5, 3, 0)]
)
def test_the_same_verdict_as_plain_search(solved, ranks, columns, cells, normalise):
    verdicts = set()
    for seed in range(many(80)):
        game = small(seed, ranks, columns, cells, normalise)
        verdict = solved(swift, game)
        plain = solved(depth_first, game, Limits(explored=20_000))
        verdicts.add(type(verdict))
        assert type(verdict) is type(plain), seed
    assert verdicts == {Solved, Unsolvable}


def test_deals_that_only_patience_with_the_foundation_solves(solved):
    for number in (1941, 98714):
        verdict = solved(swift, microsoft(number, normalise=False))
        assert isinstance(verdict, Solved)
        assert any(dest == FOUNDATION for _, dest in verdict.moves)
    game = microsoft(98714)
    *_, verdict = find_solver(game, "swift").run(game, game.start, Limits())
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof.startswith(EXHAUSTION_PREFIX)
    assert verdict.proof.endswith("under forced normalisation")


def test_deals_of_the_first_million_that_an_earlier_schedule_gave_up(solved):
    for number in (496564, 764060):
        verdict = solved(swift, microsoft(number), Limits(explored=10_000))
        assert isinstance(verdict, Solved)


def test_a_search_that_ran_dry_proves_nothing():
    game = microsoft(146692)
    *_, verdict = best_first(game, game.start, Limits())
    assert isinstance(verdict, GaveUp)
    assert "proves nothing" in verdict.reason
    *_, proved = swift(game, game.start, Limits())
    assert isinstance(proved, Unsolvable)
    assert proved.explored > verdict.explored


def test_won_positions(solved):
    for normalise in (True, False):
        game = microsoft(1, normalise)
        won = Position(((),) * 8, (NO_CARD,) * 4, (13,) * 4)
        *_, verdict = swift(game, won, Limits())
        assert verdict.moves == ()
    ordered = tuple(tuple(range(48 + suit, -1, -4)) for suit in range(4)) + ((),) * 4
    verdict = solved(
        swift, PatienceGame(FREECELL, Position(ordered, (NO_CARD,) * 4, (0,) * 4), False)
    )
    assert [dest for _, dest in verdict.moves] == [FOUNDATION] * DECK_SIZE


def test_limits_are_kept():
    game = microsoft(1941)
    for limit in (1, 999, 30_000):
        *_, verdict = best_first(game, game.start, Limits(explored=limit))
        assert isinstance(verdict, GaveUp)
        assert verdict.explored == limit
    *_, verdict = swift(game, game.start, Limits(memory=1 << 20))
    assert verdict.reason == "1 MB, the memory limit"
    started = time.process_time()
    *_, verdict = swift(game, game.start, Limits(seconds=0.02))
    assert "time limit" in verdict.reason
    assert time.process_time() - started < 0.2


def test_progress_tells_where_the_search_stands(monkeypatch):
    monkeypatch.setattr("ludoscope.search.budget.REPORT_INTERVAL_SECONDS", 0)
    game = microsoft(1941)
    limit = 1 << 28
    *reports, _ = best_first(game, game.start, Limits(explored=100_000, memory=limit))
    reports = [report for report in reports if report.explored > 30_000]  # those of the last pass
    assert reports
    for report in reports:
        assert isinstance(report, Progress)
        assert 0 < report.explored < report.entries
        assert 16 * report.entries <= report.bytes <= limit
        assert game.parse(game.text(report.sample)) == report.sample
    assert len({report.sample for report in reports}) == len(reports)


def test_it_may_be_left_in_the_middle():
    game = microsoft(1941)
    search = best_first(game, game.start, Limits())
    next(search)
    search.close()


def test_variants():
    assert supports(FREECELL)
    assert supports(RETURN_VARIANTS["FreeCell"])
    assert not supports(SEAHAVEN)
    assert not supports(FREECELL._replace(column_sizes=(4,) * 13 + (0, 0)))


def test_swift_is_the_default():
    assert default_solver(microsoft(1)).name == "swift"


def test_a_variant_of_no_kernel_is_solved_all_the_same(solved):
    variant = FREECELL._replace(name="Loose", build_rule="any suit")
    game = PatienceGame.from_row_deal(variant, deal_microsoft(2))
    for solve in (patience.swift, patience.prove):
        assert isinstance(solved(solve, game), Solved)
