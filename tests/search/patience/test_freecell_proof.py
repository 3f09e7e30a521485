"""`prove`: known answers, and the verdicts of plain search on thousands of small deals."""

import random
import re
import threading
import time

import pytest
from many import each_of, first_of, many

from ludoscope.games.patience.cards import DECK_SIZE
from ludoscope.games.patience.deals import deal_microsoft
from ludoscope.games.patience.foundation import is_safe_foundation_move
from ludoscope.games.patience.position import NO_CARD, Position
from ludoscope.games.patience.rules import PatienceGame
from ludoscope.games.patience.variants import (
    ANY_CARD,
    ANY_SUIT,
    KINGS,
    NOTHING,
    OTHER_COLOUR,
    SAME_SUIT,
    VARIANTS,
    Variant,
)
from ludoscope.puzzles.published_figures import UNSOLVABLE_DEALS
from ludoscope.search.budget import Limits, memory_in_use
from ludoscope.search.events import GaveUp, Progress, Solved, Unsolvable, Verdict
from ludoscope.search.generic.uninformed import depth_first
from ludoscope.search.kernels import is_compiled
from ludoscope.search.patience import freecell
from ludoscope.search.patience import proof as patience_proof
from ludoscope.search.patience.proof import prove, rule_tables
from ludoscope.search.pause import Pause
from ludoscope.search.verify import replay

pytestmark = pytest.mark.skipif(
    not is_compiled("ludoscope.search.patience.kernels.proof"), reason="kernels are not compiled"
)

ENOUGH = Limits(explored=1_000)
NO_LIMITS = Limits()


def microsoft(number: int, *, normalise: bool) -> PatienceGame:
    return PatienceGame.from_row_deal(
        VARIANTS["FreeCell"], deal_microsoft(number), normalise=normalise
    )


def verdict(game: PatienceGame, limits: Limits = NO_LIMITS) -> Verdict:
    last = list(prove(game, game.start, limits))[-1]
    assert isinstance(last, Verdict)
    if isinstance(last, Solved):
        assert replay(game, game.start, last.moves).is_valid
    return last


def searched(proof: str) -> int:
    """Return the number of positions that the text of a proof gives."""
    found = re.search(r"all ([\d,]+) positions", proof)
    assert found
    return int(found[1].replace(",", ""))


def small_deal(
    dice: random.Random, cells: int, normalise: bool, builds: str, fills: str
) -> PatienceGame:
    """Return a game of high cards dealt to two to four columns and the cells, low ones home."""
    columns = dice.randint(2, 4)
    variant = Variant("Small", "sm", (0,) * columns, cells, builds, fills)
    foundation = tuple(dice.randint(8, 11) for _ in range(4))
    left = [card for card in range(DECK_SIZE) if card >> 2 >= foundation[card & 3]]
    dice.shuffle(left)
    held = [left.pop() if dice.random() < 0.3 else NO_CARD for _ in range(cells)]
    heaps: list[tuple[int, ...]] = [()] * columns
    for card in left:
        heaps[dice.randrange(columns)] += (card,)
    return PatienceGame(variant, Position(tuple(heaps), tuple(held), foundation), normalise)


@each_of("number", UNSOLVABLE_DEALS)
@each_of("normalise", [True, False])
def test_the_known_deals_without_a_solution(number: int, normalise: bool) -> None:
    assert isinstance(verdict(microsoft(number, normalise=normalise)), Unsolvable)


@first_of("number", [98714, 1941])
def test_deals_won_only_by_keeping_cards_back(number: int) -> None:
    assert isinstance(verdict(microsoft(number, normalise=False)), Solved)
    assert isinstance(verdict(microsoft(number, normalise=True)), Unsolvable)


def test_the_proof_says_what_was_searched() -> None:
    lost = [verdict(microsoft(11982, normalise=normalise)) for normalise in (True, False)]
    for proved in lost:
        assert isinstance(proved, Unsolvable)
        assert searched(proved.proof) == 61_643
    assert isinstance(lost[1], Unsolvable)
    assert "safe cards" in lost[1].proof


@each_of("number", range(1, 9))
@each_of("normalise", [True, False])
def test_ordinary_deals_are_won(number: int, normalise: bool) -> None:
    game = microsoft(number, normalise=normalise)
    assert isinstance(list(freecell.prove(game, game.start, ENOUGH))[-1], Solved)


@first_of("cells", range(5), 2)
def test_under_forced_normalisation_the_same_positions_are_searched(cells: int) -> None:
    dice = random.Random(cells)
    lost = 0
    for _ in range(many(200)):
        game = small_deal(dice, cells, True, OTHER_COLOUR, ANY_CARD)
        plain = list(depth_first(game, game.start, ENOUGH))[-1]
        if isinstance(plain, GaveUp):
            continue
        proved = verdict(game)
        assert type(proved) is type(plain), game.text(game.start)
        if isinstance(plain, Unsolvable) and isinstance(proved, Unsolvable):
            lost += 1
            assert searched(proved.proof) == searched(plain.proof)
    assert lost or cells > 2


@first_of("cells", range(5), 2)
def test_sending_safe_cards_home_changes_no_verdict(cells: int) -> None:
    dice = random.Random(cells)
    for _ in range(many(200)):
        game = small_deal(dice, cells, False, OTHER_COLOUR, ANY_CARD)
        plain = list(depth_first(game, game.start, ENOUGH))[-1]
        if not isinstance(plain, GaveUp):
            assert type(verdict(game)) is type(plain), game.text(game.start)


@each_of(
    ("builds", "fills"),
    [(SAME_SUIT, KINGS), (SAME_SUIT, NOTHING), (ANY_SUIT, NOTHING), (ANY_SUIT, ANY_CARD)],
)
@each_of("normalise", [True, False])
def test_the_other_rules_of_building(builds: str, fills: str, normalise: bool) -> None:
    dice = random.Random(1)
    for number in range(many(100)):
        game = small_deal(dice, number % 3, normalise, builds, fills)
        plain = list(depth_first(game, game.start, ENOUGH))[-1]
        if not isinstance(plain, GaveUp):
            assert type(verdict(game)) is type(plain), game.text(game.start)


@pytest.mark.parametrize("builds", [OTHER_COLOUR, SAME_SUIT, ANY_SUIT])
def test_the_kernel_is_told_the_rule_of_safe_cards(builds: str) -> None:
    variant = Variant("Small", "sm", (0,) * 8, 4, builds, ANY_CARD)
    start = Position((tuple(range(DECK_SIZE)), *[()] * 7), (NO_CARD,) * 4, (0,) * 4)
    _, _, needs = rule_tables(PatienceGame(variant, start, normalise=False))
    dice = random.Random(2)
    for _ in range(many(2_000)):
        foundation = [dice.randint(0, 12)] * 4
        foundation = [max(0, count - dice.randint(0, 3)) for count in foundation]
        for suit, count in enumerate(foundation):
            card = 4 * count + suit
            position = Position((), (), tuple(foundation))
            enough = all(a >= b for a, b in zip(foundation, needs[card], strict=True))
            assert enough == is_safe_foundation_move(variant, position, card)


def test_a_won_position_needs_no_move() -> None:
    game = microsoft(1, normalise=True)
    won = Position(((),) * 8, (NO_CARD,) * 4, (13,) * 4)
    last = list(prove(game, won, NO_LIMITS))[-1]
    assert isinstance(last, Solved)
    assert not last.moves


def test_safe_cards_alone_may_win() -> None:
    start = Position(((51,), (50,), (49,), (48,), *[()] * 4), (NO_CARD,) * 4, (12,) * 4)
    game = PatienceGame(VARIANTS["FreeCell"], start, normalise=False)
    assert isinstance(verdict(game), Solved)


def hard() -> PatienceGame:
    """Return a deal with two cells that takes far longer than any of these tests."""
    variant = Variant("Narrow", "nw", (0,) * 8, 2, OTHER_COLOUR, ANY_CARD)
    start = microsoft(83, normalise=True).start
    return PatienceGame(variant, start._replace(cells=(NO_CARD, NO_CARD)))


def test_limits_are_kept() -> None:
    few = verdict(hard(), Limits(explored=12_345))
    assert isinstance(few, GaveUp)
    assert few.explored == 12_345
    started = time.process_time()
    late = verdict(hard(), Limits(seconds=0.2))
    assert isinstance(late, GaveUp)
    assert "time limit" in late.reason
    assert time.process_time() - started < 0.3


def test_the_memory_limit_is_kept() -> None:
    limit = 8 * 2**20
    before = memory_in_use()
    events = list(prove(hard(), hard().start, Limits(memory=limit)))
    assert isinstance(events[-1], GaveUp)
    assert "memory limit" in events[-1].reason
    assert all(event.bytes <= limit for event in events if isinstance(event, Progress))
    assert memory_in_use() - before < 1.1 * limit


def test_progress_shows_a_position_of_the_game() -> None:
    game = hard()
    search = prove(game, game.start, Limits(seconds=0.5))
    first = next(search)
    search.close()
    assert isinstance(first, Progress)
    assert isinstance(first.sample, Position)
    assert game.parse(game.text(first.sample)) == first.sample
    assert first.entries


# Several threads


@pytest.fixture
def shared_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Share even the smallest search between threads, and stop them often."""
    monkeypatch.setattr(patience_proof, "MIN_SHARED_POSITIONS", 0)
    monkeypatch.setattr(patience_proof, "POSITIONS_PER_SHARED_CALL", 50)


@pytest.mark.usefixtures("shared_search")
@first_of("jobs", [3, 2, 4])
def test_threads_search_the_same_positions(jobs: int) -> None:
    dice = random.Random(jobs)
    kinds = set()
    for number in range(many(600)):
        rules = dice.choice([(OTHER_COLOUR, ANY_CARD), (SAME_SUIT, KINGS), (ANY_SUIT, NOTHING)])
        game = small_deal(dice, number % 4, number % 2 == 0, *rules)
        alone = verdict(game, Limits(explored=20_000))
        if isinstance(alone, GaveUp):
            continue
        shared = verdict(game, Limits(jobs=jobs))
        kinds.add(type(alone))
        assert type(shared) is type(alone), game.text(game.start)
        if isinstance(alone, Unsolvable) and isinstance(shared, Unsolvable):
            assert shared.proof == alone.proof, game.text(game.start)
            assert (shared.explored, shared.entries) == (alone.explored, alone.entries)
    assert kinds == {Solved, Unsolvable}


@pytest.mark.usefixtures("shared_search")
@first_of(
    ("jobs", "number", "normalise"),
    [(2, 11982, True), *((j, n, f) for j in (3, 4) for n in UNSOLVABLE_DEALS for f in (0, 1))],
)
def test_threads_refute_the_known_deals(jobs: int, number: int, normalise: bool) -> None:
    game = microsoft(number, normalise=bool(normalise))
    alone, shared = verdict(game), verdict(game, Limits(jobs=jobs))
    assert isinstance(alone, Unsolvable)
    assert isinstance(shared, Unsolvable)
    assert shared.proof == alone.proof
    assert shared.explored == alone.explored


@pytest.mark.usefixtures("shared_search")
@first_of("jobs", [2, 3, 4])
def test_limits_are_kept_by_threads(jobs: int) -> None:
    few = verdict(hard(), Limits(explored=12_345, jobs=jobs))
    assert isinstance(few, GaveUp)
    assert few.explored == 12_345
    late = verdict(hard(), Limits(seconds=0.1, jobs=jobs))
    assert isinstance(late, GaveUp)
    assert "time limit" in late.reason


@pytest.mark.usefixtures("shared_search")
def test_threads_are_paused_resumed_and_ended() -> None:
    before = threading.active_count()
    pause = Pause()
    search = prove(hard(), hard().start, Limits(jobs=3, pause=pause))
    while threading.active_count() == before or next(search).explored < 20_000:
        next(search)
    pause.pause()
    paused = next(search)
    assert isinstance(paused, Progress)
    assert pause.paused
    pause.resume()
    resumed = next(search)
    assert isinstance(resumed, Progress)
    assert resumed.explored > paused.explored > 20_000
    search.close()  # as when nobody wants the answer any more
    assert threading.active_count() == before


@first_of("jobs", [2, 3, 4])
def test_threads_keep_the_memory_limit(jobs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience_proof, "MIN_SHARED_POSITIONS", 0)
    limit = 8 * 2**20
    before = memory_in_use()
    *reports, last = prove(hard(), hard().start, Limits(memory=limit, jobs=jobs))
    assert isinstance(last, GaveUp)
    assert "memory limit" in last.reason
    assert last.entries > 40_000  # 160,000 would fit
    assert last.bytes <= limit
    assert all(report.bytes <= limit for report in reports if isinstance(report, Progress))
    assert memory_in_use() - before < 1.1 * limit
