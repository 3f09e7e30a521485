"""The relaxed game of patience: its kernel, its readable search, and what they say of the game."""

import random
from collections import Counter

import pytest

from ludoscope.games.patience.cards import card_of
from ludoscope.games.patience.position import EMPTY_COLUMN, NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    ANY_CARD,
    ANY_SUIT,
    KINGS,
    NOTHING,
    OTHER_COLOUR,
    SAME_SUIT,
    Variant,
)
from ludoscope.search.budget import Limits
from ludoscope.search.events import Solved, Unsolvable, Verdict
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience import proof
from ludoscope.search.patience.relaxed import RELAXED_PROVER, RelaxedGame, prove
from ludoscope.search.verify import replay

SHORT_DECK = [card_of(rank, suit) for rank in (11, 12, 13) for suit in range(4)]
LONGER_DECK = [card_of(rank, suit) for rank in (10, 11, 12, 13) for suit in range(4)]
GAMES = (  # with few columns, so that the readable search is quick
    Variant("Alternating", "a", (1,) * 2, 0, OTHER_COLOUR, ANY_CARD),
    Variant("Kings", "k", (1,) * 2, 1, SAME_SUIT, KINGS),
    Variant("InSuit", "s", (1,) * 4, 0, SAME_SUIT, NOTHING),
    Variant("AnySuit", "y", (1,) * 4, 0, ANY_SUIT, NOTHING),
)


def random_game(variant: Variant, rng: random.Random, deck: list[int] = SHORT_DECK) -> PatienceGame:
    """Return a game in which the cards of a deck are dealt and the others are home."""
    cards = rng.sample(deck, len(deck))
    count = len(variant.column_sizes)
    columns = tuple(tuple(cards[index::count]) for index in range(count))
    home = 13 - len(deck) // 4
    position = Position(columns, (NO_CARD,) * variant.cells, (home,) * 4)
    return PatienceGame(variant, position, normalise=False)


def decide(game: RelaxedGame | PatienceGame) -> Verdict:
    """Return the verdict of the readable search on the start of a game."""
    *_, verdict = depth_first(game, game.start, Limits())
    return verdict


@pytest.mark.parametrize(
    ("deck", "rounds"),
    [(SHORT_DECK, 20), pytest.param(LONGER_DECK, 60, marks=pytest.mark.long)],
    ids=["short", "longer"],
)
@pytest.mark.parametrize("variant", GAMES, ids=[variant.name for variant in GAMES])
def test_a_relaxed_game_is_decided_as_by_the_readable_search_and_is_sound(
    variant: Variant, deck: list[int], rounds: int
) -> None:
    if not all(map(is_compiled, proof.KERNELS)):
        pytest.skip("kernels are not compiled")
    rng = random.Random(variant.name)
    counts: Counter[str] = Counter()
    for _ in range(rounds):
        game = random_game(variant, rng, deck)
        free_cards = rng.sample(deck, rng.randrange(len(deck) // 2))
        relaxed = RelaxedGame(game, game.start, free_cards)
        *_, verdict = prove(relaxed, relaxed.start, Limits())
        assert type(verdict) is type(decide(relaxed))
        if isinstance(verdict, Solved):
            assert replay(relaxed.with_types(), relaxed.start, verdict.moves)
        else:
            assert isinstance(decide(game), Unsolvable), "the relaxed game is lost, not the game"
        counts[type(verdict).__name__] += 1
        more = RelaxedGame(game, game.start, {*free_cards, rng.choice(deck)})
        if isinstance(verdict, Solved):
            assert isinstance(decide(more), Solved), "a card more is free, and the game is lost"
    assert min(counts["Solved"], counts["Unsolvable"]) > 1, counts


def test_without_free_cards_it_is_the_game() -> None:
    rng = random.Random(1)
    for variant in GAMES:
        for _ in range(10):
            game = random_game(variant, rng)
            relaxed = RelaxedGame(game, game.start, ())
            assert type(decide(relaxed)) is type(decide(game))


def test_a_free_card_covers_nothing_and_is_covered_until_its_lid_has_left() -> None:
    jack, queen, king = (card_of(rank, 0) for rank in (11, 12, 13))
    others = [card for card in LONGER_DECK if card & 3]
    columns = ((card_of(10, 0), king, jack), (queen,), tuple(others))
    variant = Variant("Kings", "k", (1,) * 3, 1, SAME_SUIT, KINGS)
    game = PatienceGame(variant, Position(columns, (NO_CARD,), (9, 9, 9, 9)), normalise=False)
    relaxed = RelaxedGame(game, game.start, {king})
    assert relaxed.start.columns[0] == (card_of(10, 0), jack)
    assert (queen, king) not in relaxed.moves(relaxed.start), "the jack still lies on the king"
    after = relaxed.play(relaxed.start, (jack, queen))
    assert (card_of(10, 0), 54) in relaxed.moves(after), "the king does not cover the ten"
    assert (jack, king) not in relaxed.moves(after)
    lifted = relaxed.play(relaxed.play(relaxed.start, (jack, 53)), (queen, king))
    assert lifted.places == ((king, queen),)
    with pytest.raises(ValueError, match="no move"):
        relaxed.play(relaxed.start, (queen, king))


def test_the_lowest_card_that_is_not_free_uncovers_those_below_it() -> None:
    """The king of hearts lies on the free queen of clubs alone, and must go to an empty column.

    Only then can the jack of clubs be put on the queen, and the ten of hearts go home.
    """
    clubs = {rank: card_of(rank, 0) for rank in (10, 11, 12)}
    king, ten = card_of(13, 2), card_of(10, 2)
    placed = ((clubs[12], king), (), (ten, clubs[10], clubs[11]))
    others = sorted(set(LONGER_DECK).difference(*placed), reverse=True)
    variant = Variant("Kings", "k", (1,) * 4, 0, SAME_SUIT, KINGS)
    position = Position((*placed, tuple(others)), (), (9, 9, 9, 9))
    game = PatienceGame(variant, position, normalise=False)
    relaxed = RelaxedGame(game, game.start, {clubs[12]})
    after = relaxed.play(relaxed.start, (king, EMPTY_COLUMN))
    assert after.covered == frozenset()
    assert (king, EMPTY_COLUMN) not in relaxed.moves(after)
    assert isinstance(decide(game), Solved)
    assert isinstance(decide(relaxed), Solved)
    if all(map(is_compiled, proof.KERNELS)):
        *_, verdict = prove(relaxed, relaxed.start, Limits())
        assert isinstance(verdict, Solved)


def test_the_solver_of_relaxed_games_keeps_its_limits() -> None:
    variant = GAMES[0]
    game = random_game(variant, random.Random(3))
    relaxed = RelaxedGame(game, game.start, ())
    *_, verdict = RELAXED_PROVER.run(relaxed.with_types(), relaxed.start, Limits(explored=1))
    assert verdict.explored <= 1


@pytest.mark.skipif(not all(map(is_compiled, proof.KERNELS)), reason="kernels are not compiled")
def test_the_kernel_refuses_free_cards_beyond_its_limits() -> None:
    from ludoscope.search.patience.kernels.proof import Proof

    game = random_game(GAMES[0], random.Random(1))
    columns, cells, foundation = proof.to_kernel(game.start)
    rules = proof.rule_tables(game)
    with pytest.raises(ValueError, match="each free card in a column or a cell"):
        Proof(columns, cells, foundation, rules, True, 1 << 20, frozenset({0}))
    wide = [*columns, *([] for _ in range(18))]
    Proof(wide, cells, foundation, rules, True, 1 << 20, frozenset(SHORT_DECK))
    cards = [list(range(column, 52, 20)) for column in range(20)]
    with pytest.raises(ValueError, match="62 with the free cards"):
        Proof(cards, cells, [0] * 4, rules, True, 1 << 20, frozenset(range(50)))
