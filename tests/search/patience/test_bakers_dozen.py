"""The compiled Baker's Dozen against plain search on small decks, and on deals of known outcome."""

import random

import pytest
from many import first_of, many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_xpat2
from ludoscope.games.patience.position import Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import RETURN_VARIANTS, VARIANTS
from ludoscope.search.budget import Limits
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import Status, is_compiled
from ludoscope.search.patience import bakers_dozen as bakers
from ludoscope.search.verify import replay

pytestmark = pytest.mark.skipif(
    not all(map(is_compiled, bakers.KERNELS)), reason="the kernel is not compiled"
)

BAKERS_DOZEN = VARIANTS["BakersDozen"]
CARDS_BACK = RETURN_VARIANTS["BakersDozen"]
LIMITS = Limits(seconds=20)


def small(seed: int, normalise: bool, most: int = 12) -> PatienceGame:
    """Return a random game with few cards; each suit lacks some of its low cards."""
    rng = random.Random(seed)
    home = [rng.randint(13 - most // 3, 13) for _ in range(4)]
    while sum(13 - count for count in home) > most:
        home[rng.choice([suit for suit in range(4) if home[suit] < 13])] += 1
    cards = [card for card in range(DECK_SIZE) if card >> 2 >= home[card & 3]]
    rng.shuffle(cards)
    columns: list[list[int]] = [[] for _ in range(13)]
    filled = rng.sample(range(13), rng.randint(1, 5))
    for card in cards:
        columns[rng.choice(filled)].append(card)
    position = Position(tuple(map(tuple, columns)), (), tuple(home))
    return PatienceGame(BAKERS_DOZEN, position, normalise)


def test_the_verdicts_of_plain_search_on_small_decks() -> None:
    met = {Solved: 0, Unsolvable: 0}
    for seed in range(many(2400)):
        game = small(seed, normalise=seed % 2 == 0)
        *_, plain = depth_first(game, game.start, LIMITS)
        assert not isinstance(plain, GaveUp)
        *_, verdict = bakers.prove(game, game.start, LIMITS)
        assert type(verdict) is type(plain), seed
        if isinstance(verdict, Solved):
            assert replay(game, game.start, verdict.moves).is_valid, seed
        met[type(plain)] += 1
    assert min(met.values()) > many(400)


def test_a_beam_proves_a_loss_only_if_it_left_nothing_out(monkeypatch) -> None:
    met = dict.fromkeys((Status.SOLVED, Status.EXHAUSTED, Status.FAILED), 0)
    overlooked = 0
    for seed in range(many(4000)):
        rng = random.Random(seed)
        game = small(seed, True, most=24)
        *_, plain = depth_first(game, game.start, LIMITS)
        width, levels = rng.choice((1, 1, 2, 1_000)), rng.choice((1, 2, 4, 1_000))
        monkeypatch.setattr(bakers, "MAX_BEAM_LEVELS", levels)
        weights = rng.choice([*bakers.BEAM_WEIGHTS.values()])
        search = bakers._Run(game, game.start, bakers.Pass(weights, None, True, width), 1 << 28)
        slice_size = rng.choice((1, 10, 10_000))
        while (status := search.kernel.run(slice_size)) is Status.SEARCHING:
            pass
        if status is Status.SOLVED:
            assert replay(game, game.start, search.solution()).is_valid, seed
        if status is not Status.FAILED:
            assert (status is Status.SOLVED) == isinstance(plain, Solved), seed
        elif width == levels == 1_000:
            pytest.fail(f"seed {seed}: a beam wide enough for each level left something out")
        overlooked += status is Status.FAILED and isinstance(plain, Solved)
        met[status] += 1
    assert min(met.values()) > many(60)
    assert overlooked > many(20)


def test_verdicts_with_beams_that_leave_out_most_positions(monkeypatch) -> None:
    beams = [
        bakers.Pass(weights, None, True, width)
        for width, weights in zip((1, 1, 2, 2, 3), bakers.BEAM_WEIGHTS.values(), strict=True)
    ]
    monkeypatch.setattr(
        bakers, "FORCED_PASSES", (bakers.FORCED_PASSES[0]._replace(quota=1), *beams)
    )
    met = {Solved: 0, Unsolvable: 0}
    for seed in range(many(2400)):
        game = small(seed, normalise=seed % 2 == 0)
        *_, plain = depth_first(game, game.start, LIMITS)
        *_, verdict = bakers.prove(game, game.start, LIMITS)
        assert type(verdict) is type(plain), seed
        if isinstance(verdict, Solved):
            assert replay(game, game.start, verdict.moves).is_valid, seed
        met[type(plain)] += 1
    assert min(met.values()) > many(400)


def disordered(seed: int) -> Position:
    """Return a game of four nearly sorted suits in five to six columns."""
    rng = random.Random(seed)
    home = [rng.randint(0, 3) + rng.choice((0, 0, 6)) for _ in range(4)]
    columns = [[4 * r + suit for r in range(12, home[suit] - 1, -1)] for suit in range(4)]
    for _ in range(rng.randint(1, 6)):
        one, other = rng.choices(columns, k=2)
        i, j = rng.randrange(len(one)), rng.randrange(len(other))
        one[i], other[j] = other[j], one[i]
    for _ in range(rng.randint(1, 2)):
        longest = max(columns, key=len)
        place = rng.randrange(1, len(longest))
        columns.append(longest[place:])
        del longest[place:]
    columns += [[]] * (13 - len(columns))
    return Position(tuple(map(tuple, columns)), (), tuple(home))


def test_verdicts_on_disordered_decks_whichever_way_cards_go_home() -> None:
    plain_verdicts, verdicts = [], []
    for seed in range(many(200)):
        position = disordered(seed)
        row = []
        for game in (
            PatienceGame(BAKERS_DOZEN, position),
            PatienceGame(BAKERS_DOZEN, position, normalise=False),
            PatienceGame(CARDS_BACK, position, normalise=False),
        ):
            *_, plain = depth_first(game, game.start, Limits(explored=400))
            *_, verdict = bakers.prove(game, game.start, Limits(explored=20_000))
            assert {type(plain), type(verdict)} != {Solved, Unsolvable}, seed
            if isinstance(verdict, Solved):
                assert replay(game, game.start, verdict.moves).is_valid, seed
            row.append(type(verdict))
            plain_verdicts.append(type(plain))
        verdicts.append(tuple(row))
    # each way wins what the ones before win, and now and then more
    for before, after in ((0, 1), (1, 2), (0, 2)):
        assert not any(row[before] is Solved and row[after] is Unsolvable for row in verdicts)
        assert any(row[before] is Unsolvable and row[after] is Solved for row in verdicts)
    assert min(plain_verdicts.count(kind) for kind in (Solved, Unsolvable)) > many(30)


@pytest.mark.long
def test_cards_brought_back_can_be_what_wins() -> None:
    text = (
        "AC 6S 3H 6D | 9D QC JC / KS QS JS TS 5C 8S 7S / KH QH 4C 7H 9H JH 9C 6H 5H 4H"
        " / KD QD JD TD KC 8D 7D / TC TH 8C 7C 6C 9S 8H 3C 2C" + " / -" * 8
    )
    back = PatienceGame.from_deal(CARDS_BACK, deal_xpat2(1), normalise=False)
    free = PatienceGame.from_deal(BAKERS_DOZEN, deal_xpat2(1), normalise=False)
    start = back.parse(text)
    *_, lost = depth_first(free, start, LIMITS)
    *_, proved = bakers.prove(free, start, LIMITS)
    *_, won = bakers.prove(back, start, LIMITS)
    assert isinstance(lost, Unsolvable)
    assert isinstance(proved, Unsolvable)
    assert "exhaustion" in proved.proof
    assert isinstance(won, Solved)
    assert replay(back, start, won.moves).is_valid


@first_of("normalise", [True, False])
def test_deals_that_can_be_won(normalise) -> None:
    for seed in (1, 2, 3, 5, 8, 13, 24, 41, 75, 96):
        game = PatienceGame.from_deal(BAKERS_DOZEN, deal_xpat2(seed), normalise)
        *_, verdict = bakers.prove(game, game.start, LIMITS)
        assert isinstance(verdict, Solved), seed
        assert replay(game, game.start, verdict.moves).is_valid


@pytest.mark.parametrize("seed", [218, 870])
@pytest.mark.parametrize("variant", [BAKERS_DOZEN, CARDS_BACK])
def test_deals_that_no_play_wins(variant, seed) -> None:
    game = PatienceGame.from_deal(variant, deal_xpat2(seed), normalise=False)
    *_, verdict = bakers.prove(game, game.start, LIMITS)
    assert isinstance(verdict, Unsolvable)
    assert verdict.proof == bakers.NEVER_UNCOVERED_PROOF


def test_a_won_position_needs_no_moves() -> None:
    won = Position(((),) * 13, (), (13,) * 4)
    for normalise in (True, False):
        game = PatienceGame(BAKERS_DOZEN, won, normalise)
        *_, verdict = bakers.prove(game, won, LIMITS)
        assert isinstance(verdict, Solved)
        assert verdict.moves == ()


@pytest.mark.long
def test_limits_are_kept_and_progress_told() -> None:
    game = PatienceGame.from_deal(BAKERS_DOZEN, deal_xpat2(2570), normalise=False)
    *_, verdict = bakers.prove(game, game.start, Limits(explored=3_000))
    assert isinstance(verdict, GaveUp)
    assert verdict.explored == 3_000
    *_, verdict = bakers.prove(game, game.start, Limits(memory=1 << 20))
    assert isinstance(verdict, GaveUp)
    assert "1 MB, the memory limit" in verdict.reason
    *reports, verdict = bakers.prove(game, game.start, Limits(seconds=0.35))
    assert isinstance(verdict, GaveUp)
    assert reports
    for report in reports:
        assert isinstance(report, Progress)
        assert 0 < report.frontier < report.entries <= report.bytes / 40
        assert game.parse(game.text(report.sample)) == report.sample
