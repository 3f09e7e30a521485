"""The compiled Baker's Dozen against plain search on small decks, and on deals of known outcome."""

import random

import pytest

from games.patience import VARIANTS, PatienceGame, Position, deal_xpat2
from games.patience.cards import DECK
from search import bakers
from search.events import GaveUp, Progress, Solved, Unsolvable
from search.kernels import compiled
from search.uninformed import depth_first
from search.verify import replay
from search.watch import Limits

pytestmark = pytest.mark.skipif(
    not all(map(compiled, bakers.KERNELS)), reason="the kernel is not compiled"
)

BAKERS_DOZEN = VARIANTS["BakersDozen"]
SOLVERS = [bakers.swift, bakers.prove]
LIMITS = Limits(seconds=20)


def small(seed: int, normalise: bool, most: int = 12) -> PatienceGame:
    """A deck of few cards, of which each suit lacks as many low ones as it likes."""
    rng = random.Random(seed)
    home = [rng.randint(13 - most // 3, 13) for _ in range(4)]
    while sum(13 - count for count in home) > most:
        home[rng.choice([suit for suit in range(4) if home[suit] < 13])] += 1
    cards = [card for card in range(DECK) if card >> 2 >= home[card & 3]]
    rng.shuffle(cards)
    columns: list[list[int]] = [[] for _ in range(13)]
    filled = rng.sample(range(13), rng.randint(1, 5))
    for card in cards:
        columns[rng.choice(filled)].append(card)
    position = Position(tuple(map(tuple, columns)), (), tuple(home))
    return PatienceGame(BAKERS_DOZEN, position, normalise)


def test_the_verdicts_of_plain_search_on_small_decks() -> None:
    met = {Solved: 0, Unsolvable: 0}
    for seed in range(2400):
        game = small(seed, normalise=seed % 2 == 0)
        *_, plain = depth_first(game, game.start, LIMITS)
        assert not isinstance(plain, GaveUp)
        for solve in SOLVERS:
            *_, verdict = solve(game, game.start, LIMITS)
            assert type(verdict) is type(plain), (seed, solve.__name__)
            if isinstance(verdict, Solved):
                assert replay(game, game.start, verdict.moves).right, seed
        met[type(plain)] += 1
    assert min(met.values()) > 400
